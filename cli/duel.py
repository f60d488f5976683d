"""One attack on one program: the hostile peer on its stream.

A `Duel` plays honestly up to that state, then lets the case say anything, then listens for the last
word. Nothing here knows what runs at the other end: the rig may have started it, or a stranger.
Below: `lycee_net.hostile`, `bots`; above: `cases`, the tables of attacks, `rig`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import trio

from lycee_core.deck import Deck
from lycee_net.channel import Role
from lycee_net.errors import CloseCode, LinkLostError
from lycee_net.game import Arrange
from lycee_net.greeting import Terms
from lycee_net.hostile import AnyDeck, Hostile
from lycee_net.invite import hash_key
from lycee_net.match import LyceeRules
from lycee_net.messages import Close, End, Ping, Resume, parse_message_untrusted
from lycee_net.states import State

from .arguments import NO_NAME
from .bots import make_bot
from .players import BotPlayer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Protocol, TypeAlias

    from lycee_core import Catalogue
    from lycee_net.game import Decision, Game
    from lycee_net.hostile import Prepared
    from lycee_net.identity import Identity
    from lycee_net.match import LyceeGame
    from lycee_net.messages import Message, Step

    Attack: TypeAlias = Callable[["Duel"], Awaitable[None]]
    Wants: TypeAlias = Callable[[Step], bool]

    class Opposite(Protocol):
        """What stands at the other end."""

        async def connect(self) -> trio.abc.Stream:
            """A new connection to it, or the one that it makes."""

        async def wish(self, word: str) -> None:
            """Let its player say this when it is asked next."""

        async def hush(self) -> None:
            """Let its player answer no more; only for a case whose player writes lines."""

        async def memory(self) -> int | None:
            """Bytes that it has in memory, where that can be seen."""


CHUNK = 1 << 16
SECONDS = 20  # for a case that need not wait for a deadline
PLAYED_OUT = 400  # chain messages after which a case has not found its state


class UnreachedError(Exception):
    """The match ended, or went another way, before the state that the case needs."""


class MisbehavedError(Exception):
    """The side under attack did what it must not do."""


@dataclass
class Duel:
    """A hostile peer and its connection."""

    catalogue: Catalogue
    identity: Identity
    victim: Role
    secret: bytes
    opposite: Opposite
    deck: str | tuple[str, ...] = "harbour"
    n_accepted: int | None = None  # chain messages that the victim must have taken at the end
    stream: trio.abc.Stream | None = None
    _peer: Hostile | None = field(default=None, init=False)
    _streams: list[trio.abc.Stream] = field(default_factory=list, init=False)

    @property
    def peer(self) -> Hostile:
        """The hostile peer of the connection in use."""
        assert self._peer is not None, "connect first"
        return self._peer

    @property
    def observer(self) -> LyceeGame:
        """The game as a spectator sees it."""
        return cast("LyceeGame", self.peer.chain.table.observer)

    def new_peer(self) -> Hostile:
        """A fresh hostile peer of the role that the victim has not."""
        if isinstance(self.deck, str):
            cards = Deck.starter(self.deck, self.catalogue).cards
        else:
            cards = tuple(self.catalogue.index(number) for number in self.deck)
        bot = BotPlayer(make_bot("greedy", 1, self.catalogue))

        def choose(game: Game, request: Decision | Arrange) -> bytes | tuple[int, ...]:
            state = cast("LyceeGame", game).state
            act = bot.arrange if isinstance(request, Arrange) else bot.decide
            return cast("bytes | tuple[int, ...]", act(state, self.peer.seat))

        role = Role(1 - self.victim)
        terms = Terms(AnyDeck(LyceeRules(self.catalogue)), NO_NAME, "lycee-conform")
        return Hostile(role, self.identity, terms, cards, self.secret, choose)

    # Towards the state that a case needs

    async def connect(self) -> None:
        """A connection on which nothing was said yet but our half of the handshake."""
        self.stream = await self.another()
        self._peer = self.new_peer()

    async def another(self) -> trio.abc.Stream:
        """One more connection, bare; the duel closes it at its end."""
        stream = await self.opposite.connect()
        self._streams.append(stream)
        return stream

    async def shake(self) -> None:
        """A connection whose handshake is over."""
        await self.connect()
        await self.flush()
        while not self.peer.is_connected:
            await self._read()
        await self.flush()

    async def meet(self) -> None:
        """A connection on which it is ours to say Hello."""
        await self.shake()
        if self.peer.role is Role.GUEST:
            await self.hear()

    async def greet(self) -> None:
        """Both Hellos are said."""
        await self.meet()
        self.peer.send_hello()
        await self.flush()
        if self.peer.role is Role.HOST:
            await self.hear()

    async def play(self, until: Wants) -> Prepared:
        """Play honestly up to the first own Step that `until` wants; it is not sent."""
        while True:
            await self._play_to({State.STEP_ME})
            prepared = self.peer.make_step()
            if until(prepared.step):
                return prepared
            await self.send_step(prepared)

    async def play_to(self, state: State) -> None:
        """Play honestly until our own side is in a state."""
        while self.peer.chain.state is not state:
            await self._play_to({State.STEP_ME, state})
            if self.peer.chain.state is State.STEP_ME is not state:
                await self.send_step(self.peer.make_step())

    async def concede(self) -> None:
        """Give up and hear the confirmation."""
        self.peer.send_end(self.peer.make_concession())
        await self.flush()
        await self.hear()

    async def hear_end(self) -> None:
        """Wait for an End, without a look at it."""
        while not isinstance(await self._next_message(), End):
            pass

    async def say_done(self) -> None:
        """The last word of a finished match."""
        chain = self.peer.chain
        await self.say(Close(chain.n, chain.last_head, CloseCode.DONE))

    async def _play_to(self, states: set[State]) -> None:
        while self.peer.chain.state not in states:
            if self.peer.owes or self.peer.chain.n > PLAYED_OUT:
                raise UnreachedError(f"the match went on to {self.peer.chain.state.name}")
            await self.hear()

    async def send_step(self, prepared: Prepared, told: Step | None = None) -> None:
        """Send a Step and go on as if it were honest; `told` is what the other side hears."""
        self.peer.send_step(prepared, told)
        await self.flush()

    # Another connection

    async def redial(self) -> None:
        """Another connection of the match, with its handshake; the old one is as it was."""
        self.stream = await self.another()
        self.peer.redial()
        await self.flush()
        while not self.peer.is_connected:
            await self._read()
        await self.flush()

    async def resume(self) -> None:
        """Come back as an honest peer does that has missed nothing."""
        await self.redial()
        await self.say(self.peer.make_resume())
        await self.hear_resume()
        await self.say(self.peer.make_ping())
        while not isinstance(await self._next_message(), Ping):
            pass

    async def hear_resume(self) -> None:
        """Wait for the Resume of the other side, without a look at it."""
        while not isinstance(await self._next_message(), Resume):
            pass

    async def _next_message(self) -> Message:
        """The next message, without a look at what it says."""
        while not self.peer.inbox:
            await self._read()
        return parse_message_untrusted(self.peer.inbox.popleft()).message

    # Saying and hearing

    async def say(self, said: Message | bytes) -> None:
        """Say anything."""
        self.peer.say(said)
        await self.flush()

    async def send_raw(self, data: bytes) -> None:
        """Send bytes that are no frame of the channel."""
        assert self.stream is not None, "connect first"
        try:
            await self.stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return  # the other side has cut it; what it said is still to be read

    async def flush(self) -> None:
        """Send what the link holds."""
        await self.send_raw(self.peer.link.data_to_send())

    async def hear(self) -> Message:
        """The next message of the other side, taken with every check."""
        while not self.peer.inbox:
            await self._read()
        message = self.peer.take()
        if self.peer.close is not None:
            raise UnreachedError(f"the other side closed with {self.peer.close}")
        return message

    async def _read(self) -> None:
        data = await self.receive()
        if not data:
            raise UnreachedError("the other side closed the connection")
        self.peer.receive(data)

    async def receive(self) -> bytes:
        """Bytes as they come; none at the end."""
        assert self.stream is not None, "connect first"
        try:
            return bytes(await self.stream.receive_some(CHUNK))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return b""

    async def last_word(self) -> int | None:
        """The code of the other side's Close; None if it drops the link without one."""
        try:
            if self.peer.close is None:
                await self.hear_close()
        except LinkLostError:
            return None
        return self.peer.close

    async def hear_close(self) -> bool:
        """Read on; whether the other side has closed, with a word or without."""
        while True:
            while self.peer.inbox:
                if self.peer.take_close():
                    return True
            data = await self.receive()
            if not data:
                return True
            self.peer.receive(data)

    async def aclose(self) -> None:
        """Drop every connection."""
        for stream in self._streams:
            await trio.aclose_forcefully(stream)

    @property
    def invite_key_hash(self) -> bytes:
        """What an invite of ours says about our key."""
        return hash_key(self.identity.key)
