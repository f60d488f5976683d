"""A whole match of Lycee over the loopback, and an echo beside it; the host is its own process.

`python -m tests.bench.matchup MATCHES FOLDER` is the host: it prints the ports of the echo and of
the prototype, then for each match its port and what the match took. The guest is whoever started
it. Both seats are played by a bot that takes any legal line. What it takes to find one is noted
apart: a player's thinking is no part of the protocol.
"""

from __future__ import annotations

import json
import random
import sys
from functools import cache, partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, cast

import trio

from lycee_core import Catalogue
from lycee_core.deck import Deck
from lycee_net.chain import Who
from lycee_net.channel import Role
from lycee_net.events import Accept, ArrangeCards, Asked, Decide, Greeted, MatchEnded, StepMade
from lycee_net.game import Arrange
from lycee_net.greeting import Terms
from lycee_net.identity import Identity
from lycee_net.invite import SECRET_SIZE, Invite, hash_key
from lycee_net.journal import FileStorage, Journal, no_sync
from lycee_net.match import LyceeGame, LyceeRules, Match
from lycee_net.messages import Decide as DecidePart
from lycee_net.protocol import Protocol, Seat
from lycee_net.transport import connect, listen, port_of, serve

from . import prototype

if TYPE_CHECKING:
    from lycee_net.transport import Session

LOCAL = "127.0.0.1"
ECHO_BYTES = 100
SECRET = bytes(SECRET_SIZE)
HOST_KEY, GUEST_KEY = Identity(b"h" * 32), Identity(b"g" * 32)


class Metered(Protocol):
    """A protocol that notes when it gave out bytes, and how many."""

    def __init__(self, seat: Seat, folder: Path) -> None:
        self.sent: list[tuple[float, int]] = []
        self.n_received = 0
        super().__init__(seat, lambda: Journal(FileStorage(folder, no_sync)))

    def data_to_send(self) -> bytes:
        """As the protocol does."""
        data = super().data_to_send()
        if data:
            self.sent.append((perf_counter(), len(data)))
        return data

    def receive_data(self, data: bytes) -> None:
        """As the protocol does."""
        self.n_received += len(data)
        super().receive_data(data)


class Bot:
    """Plays one seat of one match, and notes its own steps."""

    def __init__(self, protocol: Metered, seed: int) -> None:
        self.protocol = protocol
        self._match = Match(protocol)
        self.is_over = False
        self.steps: list[tuple[float, int, bool]] = []  # when, bytes, whether it only decides
        self.thinking: list[float] = []  # seconds before each own step
        self._thought = 0.0
        self._rng = random.Random(seed)

    async def play(self, session: Session) -> None:
        """Answer events to the end of the connection."""
        async for event in session:
            if isinstance(event, Greeted):
                await session.send(Accept())
            elif isinstance(event, MatchEnded):
                self.is_over = True
            elif isinstance(event, StepMade):
                self._note(event)
            elif isinstance(event, Asked) and self.protocol.asked == event.request:
                start = perf_counter()
                answer = self._answer(event)
                self._thought += perf_counter() - start
                await session.send(answer)
        await session.aclose()
        if not self.is_over:
            raise AssertionError("the match did not end")

    def _note(self, event: StepMade) -> None:
        if event.who is Who.ME:
            self._match.take_facts()  # as a client does: what was told need not be kept
            when, size = self.protocol.sent[-1]
            is_bare = all(isinstance(part, DecidePart) for part in event.step.parts)
            self.steps.append((when, size, is_bare))
            self.thinking.append(self._thought)
            self._thought = 0.0

    def _answer(self, event: Asked) -> Decide | ArrangeCards:
        game = cast("LyceeGame", self.protocol.mine)
        if isinstance(event.request, Arrange):
            cards = [game.face(handle) for handle in event.request.handles]
            self._rng.shuffle(cards)
            return ArrangeCards(tuple(cards))
        state, line = game.state.clone(), b""
        while not line or state.mid_line():
            code = self._rng.choice(state.legal_decisions())
            line += code.to_bytes(2, "big")
            state.apply(code)
        return Decide(line)


def make_protocol(role: Role, folder: Path) -> Metered:
    """A protocol with a starter deck, and a journal that is not synced."""
    return Metered(take_seat(role), folder)


@cache
def take_seat(role: Role) -> Seat:
    """What a player has at hand before anybody is connected."""
    catalogue = Catalogue.starter()
    deck = Deck.starter("harbour" if role is Role.HOST else "gale", catalogue)
    identity = HOST_KEY if role is Role.HOST else GUEST_KEY
    expected = hash_key(HOST_KEY.key) if role is Role.GUEST else None
    terms = Terms(LyceeRules(catalogue), role.name.lower())
    return Seat(role, identity, terms, deck.cards, SECRET, expected)


async def play_guest(port: int, folder: Path, seed: int) -> tuple[Bot, float]:
    """Play one match against the host at a port; returns the seconds it took, too."""
    start = perf_counter()
    protocol = make_protocol(Role.GUEST, folder)
    session = await connect(Invite(LOCAL, port, SECRET, hash_key(HOST_KEY.key)), protocol)
    bot = Bot(protocol, seed)
    await bot.play(session)
    return bot, perf_counter() - start


async def measure_echo(port: int, n: int) -> list[float]:
    """Seconds of each of `n` round trips of 100 bytes to the echo of the host."""
    stream = await trio.open_tcp_stream(LOCAL, port)
    found = []
    async with stream:
        for _ in range(n):
            start, missing = perf_counter(), ECHO_BYTES
            await stream.send_all(bytes(ECHO_BYTES))
            while missing:
                missing -= len(await stream.receive_some(ECHO_BYTES))
            found.append(perf_counter() - start)
    return found


async def echo(stream: trio.SocketStream) -> None:
    """Send back what comes."""
    async for data in stream:
        await stream.send_all(data)


def say(**fields: float | list[float]) -> None:
    """One line for the process that started us."""
    print(json.dumps(fields), flush=True)


async def host_one(folder: Path, seed: int) -> None:
    """Open a port, play one match on it, and tell what it took."""
    listeners = await listen(0, LOCAL)
    say(port=port_of(listeners))
    session = await serve(listeners, partial(make_protocol, Role.HOST, folder), print)
    start = process_time()
    bot = Bot(cast("Metered", session.protocol), seed)
    await bot.play(session)
    say(cpu=process_time() - start, thinking=bot.thinking)


async def host(matches: int, folder: Path) -> None:
    """The host of all matches, with the echo and the prototype beside it."""
    take_seat(Role.HOST)
    async with trio.open_nursery() as nursery:
        ports = {}
        for name, answer in (("echo", echo), ("prototype", prototype.answer)):
            listeners = await trio.open_tcp_listeners(0, host=LOCAL)
            nursery.start_soon(partial(trio.serve_listeners, answer, listeners))
            ports[name] = port_of(listeners)
        say(**ports)
        for number in range(matches):
            await host_one(folder / f"host-{number}", 2 * number)
        await trio.to_thread.run_sync(sys.stdin.read)  # until nobody needs us any more
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(host, int(sys.argv[1]), Path(sys.argv[2]))
