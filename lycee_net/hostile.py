"""A peer that keeps the protocol up to a chosen moment and can then say anything.

It is made of the same parts as an honest one, a link, a chain and drafts, but lets its owner look
at every message before it leaves, change it, sign it with any key and in any context, or send bare
bytes. It has no sockets and no journal; it is for tests and for `lycee conform`, and nobody plays
with it. Below: `chain`, `draft`, `channel`.
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .chain import Chain, Who
from .channel import Link, Role, invite_psk, resume_psk
from .deck import OwnCards
from .draft import Draft
from .game import DRAW, Arrange, Over
from .greeting import make_answer, make_offer
from .messages import (
    Close,
    End,
    Hello,
    Opened,
    Ping,
    Reason,
    Resume,
    SignedMessage,
    Step,
    parse_message_untrusted,
    sign_message,
)
from .states import I_OWE, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .game import Decision, Game, Rules
    from .greeting import Terms
    from .identity import Identity
    from .messages import Message
    from .table import Table

    # What a player answers to a request: a line, or for an arrangement the cards in their order.
    Choose = Callable[[Game, Decision | Arrange], bytes | tuple[int, ...]]


class AnyDeck:
    """Rules that take every list for a legal deck: a liar does not stop itself."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.name = rules.name
        self.rules_hash = rules.rules_hash
        self.catalogue_hash = rules.catalogue_hash
        self.n_cards = rules.n_cards

    def new_game(self, *, keeps_facts: bool = False) -> Game:
        """A replica at the beginning that knows no face."""
        return self._rules.new_game(keeps_facts=keeps_facts)

    def deck_fault(self, cards: Sequence[int]) -> str | None:
        """No fault, whatever the list."""
        del cards
        return None

    def copies_fault(self, cards: Sequence[int]) -> str | None:
        """No fault, whatever the cards."""
        del cards
        return None

    def open_look_fault(self, cards: Sequence[int]) -> str | None:
        """No fault, whatever the cards."""
        del cards
        return None


@dataclass(frozen=True, slots=True)
class Prepared:
    """An honest Step that was made and not yet sent, and the table after it."""

    step: Step
    table: Table


class Hostile:
    """One side of a match, all of it in the open for whoever wants to lie."""

    def __init__(
        self,
        role: Role,
        identity: Identity,
        terms: Terms,
        cards: Sequence[int],
        secret: bytes,
        choose: Choose,
    ) -> None:
        self.role = role
        self.identity = identity
        self.terms = terms
        self.cards = tuple(cards)
        self.choose = choose
        self._secret = secret
        self.link = Link(role, invite_psk(secret), os.urandom)
        self.inbox: deque[bytes] = deque()  # whole messages, not yet looked at
        self.heard: list[SignedMessage] = []  # what was taken, in order
        self.close: int | None = None  # the code of the peer's Close
        self.last_raw = b""  # our last honest chain message
        self._deck_secret = os.urandom(32)
        self._chain: Chain | None = None

    @property
    def seat(self) -> int:
        """Our seat."""
        return self.role.value

    @property
    def chain(self) -> Chain:
        """The match so far, once the channel is open."""
        assert self._chain is not None, "the handshake is not over"
        return self._chain

    @property
    def is_open(self) -> bool:
        """Whether a handshake was ever over."""
        return self._chain is not None

    @property
    def is_connected(self) -> bool:
        """Whether the handshake of the connection in use is over."""
        return self.link.is_open

    @property
    def owes(self) -> bool:
        """Whether it is on us to send."""
        return self.chain.state in I_OWE

    # Receiving

    def receive(self, data: bytes) -> None:
        """Take bytes of the network; raises `LinkLostError` for what is no frame of the link."""
        self.link.receive_data(data)
        while True:
            was_open = self.link.is_open
            raw = self.link.next_message()
            if raw is not None:
                self.inbox.append(raw)
            elif not was_open and self.link.is_open and self._chain is None:
                self._chain = Chain(self.role, self.link.hash, self.terms)
            elif was_open or not self.link.is_open:
                return

    def take(self) -> Message:
        """Let the oldest message of the inbox take effect, with every check, and return it."""
        raw = self.inbox.popleft()
        signed = parse_message_untrusted(raw)
        message = signed.message
        if isinstance(message, Close):
            self.close = message.code
            return message
        self.chain.take_untrusted(Who.YOU, raw)
        self.heard.append(signed)
        if isinstance(message, Hello):
            self.chain.hellos.append(signed)
            if self.role is Role.HOST:
                self.sit_down()
        return message

    def take_close(self) -> bool:
        """Look at the oldest message of the inbox and forget it; whether it was a Close."""
        message = parse_message_untrusted(self.inbox.popleft()).message
        if isinstance(message, Close):
            self.close = message.code
        return self.close is not None

    # Honest messages

    def make_hello(self) -> Hello:
        """The Hello that is due from us."""
        if self.role is Role.HOST:
            return make_offer(self.terms, self.identity.key, self.link.hash)
        offer = self.chain.hellos[0].message
        assert isinstance(offer, Hello), "the first message is the offer"
        return make_answer(self.terms, self.identity.key, offer, self.chain.last_head)

    def send_hello(self) -> None:
        """Greet as an honest peer does."""
        self.send_signed_hello(self.sign(self.make_hello()))

    def send_signed_hello(self, signed: SignedMessage) -> None:
        """Greet with this Hello and go on as if it were honest."""
        self.chain.take(Who.ME, signed)
        self.chain.hellos.append(signed)
        self.link.send_message(signed.raw)
        if self.role is Role.GUEST:
            self.sit_down()

    def sit_down(self) -> None:
        """Take a seat at the table, after both Hellos."""
        own = OwnCards(self.seat, self.chain.sid, self._deck_secret, self.cards)
        self.chain.deal(own)

    def make_step(self) -> Prepared:
        """The honest Step that is due from us; nothing has changed."""
        draft = Draft(self.chain.table, os.urandom)
        while not draft.is_complete:
            assert draft.asked is not None, "a Step that is not complete asks for something"
            assert draft.table.mine is not None, "a player has a replica"
            answer = self.choose(draft.table.mine, draft.asked)
            if isinstance(answer, bytes):
                draft.decide(answer)
            else:
                draft.arrange(answer)
        chain, digest = self.chain, draft.table.observer.digest()
        step = Step(chain.n, chain.last_head, tuple(draft.parts), digest, False)
        return Prepared(step, draft.table)

    def send_step(self, prepared: Prepared, told: Step | None = None) -> None:
        """Send a Step and go on as if it were honest; `told` is what the peer hears instead."""
        signed = self.sign(told or prepared.step)
        self.chain.take_step(Who.ME, prepared.step, signed.body, prepared.table)
        self.last_raw = signed.raw
        self.link.send_message(signed.raw)

    def make_end(self) -> End:
        """The End that an honest peer sends now: the first one, or the confirmation."""
        chain = self.chain
        if chain.state is State.LAST_ME:
            result = chain.result
            assert result is not None, "the first End named it"
            opened = None if result.is_waived else self.opened()
            return End(chain.n, chain.last_head, result.winner, result.reason, False, opened)
        request = chain.table.request
        assert isinstance(request, Over), f"no End is due in {chain.state.name}"
        opened = self.opened() if request.winner == DRAW else None
        return End(chain.n, chain.last_head, request.winner, Reason.RULES, False, opened)

    def make_concession(self) -> End:
        """Our concession."""
        chain = self.chain
        return End(chain.n, chain.last_head, 1 - self.seat, Reason.CONCEDE, False, None)

    def send_end(self, end: End) -> None:
        """Send an End and go on as if it were honest."""
        signed = self.sign(end)
        self.chain.take(Who.ME, signed)
        self.link.send_message(signed.raw)

    def opened(self) -> Opened:
        """What an honest audit opens."""
        own = self.chain.table.own
        assert own is not None, "a player has cards"
        return Opened(own.deck_secret, tuple(own.vectors))

    def make_ping(self) -> Ping:
        """A sign of life."""
        return Ping(self.chain.n, self.chain.last_head)

    # Another connection

    def redial(self) -> None:
        """Begin another connection of the same match; whoever was the guest dials."""
        psk = resume_psk(self._secret, self.chain.sid)
        self.link = Link(self.role, psk, os.urandom)
        self.inbox.clear()

    def make_resume(self) -> Resume:
        """What an honest peer says first on it."""
        return Resume(self.chain.n, self.chain.last_head, self.link.hash, (0, 0))

    # Anything

    def sign(
        self, message: Message, *, identity: Identity | None = None, context: bytes | None = None
    ) -> SignedMessage:
        """Sign a message: our key and the right context, unless told otherwise."""
        if context is None:
            context = self.chain.context_for(message)
        return sign_message(message, identity or self.identity, context)

    def sign_body(self, body: bytes) -> bytes:
        """Sign bytes that need be no message, as if they were one of a running match."""
        context = self.link.hash if self.chain.n < 2 else self.chain.sid
        return body + self.identity.sign(context, body)

    def say(self, said: Message | bytes) -> None:
        """Send a message, whatever the rules say; bytes go out as they are, encrypted."""
        self.link.send_message(said if isinstance(said, bytes) else self.sign(said).raw)
