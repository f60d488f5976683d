"""One player's side of a match, without sockets, clock or randomness of its own.

Bytes go in through `receive_data`, events come out of `next_event`, intents go in through `send`,
bytes come out of it and of `data_to_send`. Invariants: exactly one side owes the next message;
whatever is refused changes nothing; an own message is in the journal, synced, before its bytes are
given out; a random number comes from the injected entropy alone.

Theory of operation. A `Link` turns bytes into plain messages and back. A `Chain` holds the state
and does every check, on our own messages too. A `Draft` makes our next Step: all that needs nobody
is made at once, then the player is asked; when the other side is needed, the Step is signed,
journaled and sent. Ends are answered by themselves. After an error of the peer the state is ERROR
for good. Above: `match`, `transport`. Below: `chain`, `draft`, `channel`, `journal`.
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never
from typing import Protocol as Port

from .chain import Chain, Who
from .channel import Link, Role, invite_psk
from .deck import OwnCards
from .draft import Draft
from .errors import CloseCode, LinkLostError, LocalProtocolError, RemoteProtocolError
from .events import (
    NEED_DATA,
    Accept,
    AgreeDraw,
    ArrangeCards,
    Asked,
    AuditState,
    Concede,
    Decide,
    Greeted,
    Leave,
    LinkLost,
    MatchEnded,
    OfferDraw,
    PeerBroke,
    PeerClosed,
    PeerConceded,
    SayAlive,
    StepMade,
    TimeOver,
)
from .game import DRAW
from .greeting import make_answer, make_offer
from .messages import (
    Close,
    End,
    Hello,
    Opened,
    Ping,
    Reason,
    Resume,
    Step,
    format_vector,
    parse_message_untrusted,
    sign_message,
)
from .records import Secrets, Start
from .states import AFTER_HELLO, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .commit import Entropy
    from .events import Event, Intent, NeedData
    from .game import Arrange, Decision, Game
    from .greeting import Terms
    from .identity import Identity
    from .journal import Journal
    from .messages import Message, SignedMessage

DECK_SECRET_SIZE = 32


class JournalMaker(Port):
    """Makes the journal of a match once there is something to write."""

    def __call__(self) -> Journal:
        """A new, empty journal."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What one player brings: who, which list, which terms; it does not print its list."""

    role: Role
    identity: Identity
    terms: Terms
    cards: tuple[int, ...]
    invite_secret: bytes
    host_key_hash: bytes | None = None  # from the invite; a guest expects this host
    wants_audit: bool = True  # after a lost match

    def __repr__(self) -> str:
        return f"Seat({self.role.name}, {self.identity!r})"


class Protocol:
    """One connection of one match."""

    def __init__(
        self,
        seat: Seat,
        new_journal: JournalMaker,
        *,
        entropy: Entropy = os.urandom,
        channel_entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._seat = seat
        self._new_journal = new_journal
        self._entropy = entropy
        self._link = Link(seat.role, invite_psk(seat.invite_secret), channel_entropy)
        self._chain: Chain | None = None
        self._journal: Journal | None = None
        self._deck_secret = entropy(DECK_SECRET_SIZE)
        self._draft: Draft | None = None
        self._offers_draw = False
        self._is_greeted = False  # and not yet accepted
        self._is_closed = False
        self._events: deque[Event] = deque()
        self._outgoing = bytearray(self._link.data_to_send())

    # What the owner can see

    @property
    def state(self) -> State:
        """Where we stand; CONNECTED until the channel is open."""
        return State.CONNECTED if self._chain is None else self._chain.state

    @property
    def is_connected(self) -> bool:
        """Whether the handshake is over: the peer holds the secret of the invite."""
        return self._chain is not None

    @property
    def seat(self) -> int:
        """Our seat in the game."""
        return self._seat.role.value

    @property
    def chain(self) -> Chain:
        """The match so far; only after the handshake."""
        if self._chain is None:
            raise LocalProtocolError("the handshake is not over")
        return self._chain

    @property
    def mine(self) -> Game:
        """The game with the faces we may know, our unsent lines included."""
        table = self.chain.table if self._draft is None else self._draft.table
        assert table.mine is not None, "a player has a replica"
        return table.mine

    @property
    def observer(self) -> Game:
        """The game as a spectator sees it."""
        return self.chain.table.observer

    @property
    def asked(self) -> Decision | Arrange | None:
        """What the player is asked now."""
        return None if self._draft is None else self._draft.asked

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will be sent or taken on this connection."""
        return self._is_closed

    # Bytes and events

    def receive_data(self, data: bytes) -> None:
        """Take bytes as the network delivered them, and let every whole message take effect."""
        self._link.receive_data(data)
        self._receive_all()

    def receive_end(self) -> None:
        """The stream ended or broke."""
        if not self._is_closed:
            self._lose_link("the connection ended")

    def next_event(self) -> Event | NeedData:
        """The oldest event not yet told, or NEED_DATA."""
        return self._events.popleft() if self._events else NEED_DATA

    def data_to_send(self) -> bytes:
        """What must go to the network now; it is given out once."""
        self._outgoing += self._link.data_to_send()
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    def send(self, intent: Intent) -> bytes:
        """Carry out what the player wants and return the bytes that must go out.

        Raises `LocalProtocolError` if that is not possible now, and `IllegalLineError` for a line
        that the rules do not allow; nothing has changed then.
        """
        if self._is_closed and not isinstance(intent, Leave):
            raise LocalProtocolError("the connection is closed")
        match intent:
            case Accept():
                self._accept()
            case Decide(line):
                self._asking_draft().decide(line)
                self._go_on()
            case ArrangeCards(cards):
                self._asking_draft().arrange(cards)
                self._go_on()
            case OfferDraw():
                self._offers_draw = True
            case AgreeDraw():
                self._send_end(DRAW, Reason.AGREED)
            case Concede():
                self._send_end(1 - self.seat, Reason.CONCEDE)
            case TimeOver():
                self._send_end(1 - self.seat, Reason.TIME)
            case Leave(code):
                self._close(code)
            case SayAlive():
                self._send_message(Ping(self.chain.n, self.chain.last_head))
            case _:
                assert_never(intent)
        return self.data_to_send()

    # Receiving

    def _receive_all(self) -> None:
        # What comes while our player looks at the peer's Hello waits for the answer.
        while not self._is_closed and not self._is_greeted and self._receive_one():
            pass

    def _receive_one(self) -> bool:
        """Handle one message; whether there was one."""
        was_open = self._link.is_open
        try:
            raw = self._link.next_message()
        except LinkLostError as error:
            self._lose_link(str(error))
            return False
        if not was_open and self._link.is_open:
            self._begin()
            return True
        if raw is None:
            return False
        try:
            self._take(raw)
        except RemoteProtocolError as error:
            self._refuse(error, raw)
        except Exception:
            self._close(CloseCode.INTERNAL)  # our fault: say so, and let the traceback out
            raise
        return True

    def _begin(self) -> None:
        seat = self._seat
        self._chain = Chain(seat.role, self._link.hash, seat.terms, seat.host_key_hash)
        if seat.role is Role.HOST:
            offer = make_offer(seat.terms, seat.identity.key, self._link.hash)
            self._send_hello(offer)

    def _take(self, raw: bytes) -> None:
        signed = self.chain.take_untrusted(Who.YOU, raw)
        match signed.message:
            case Hello():
                self.chain.hellos.append(signed)
                self._is_greeted = True
                self._events.append(Greeted(signed.message))
            case Step():
                self._record_got(raw)
                self._events.append(StepMade(Who.YOU, signed.message))
                self._go_on()
            case End():
                self._record_got(raw)
                self._draft = None
                self._take_end(signed.message)
            case Close(code=code):
                self._take_close(code)
            case Ping():
                pass
            case Resume():
                raise AssertionError("the chain refuses it")
            case _:
                assert_never(signed.message)

    def _take_end(self, end: End) -> None:
        result, state = self.chain.result, self.chain.state
        if state is State.DONE:
            audit = AuditState.WAIVED if end.opened is None else AuditState.PASSED
            self._finish(audit)
            self._close(CloseCode.DONE)
            return
        if state is State.LAST_ME and end.reason is not Reason.RULES:
            assert result is not None, "an End has a result"
            self._events.append(PeerConceded(result))
        self._go_on()

    def _take_close(self, code: int) -> None:
        known = CloseCode(code) if code in set(CloseCode) else code
        self._events.append(PeerClosed(known))
        self._is_closed = True
        if self.chain.state is not State.DONE:
            is_later = code == CloseCode.LATER and self.chain.state in AFTER_HELLO
            self.chain.state = State.AWAY if is_later else State.ERROR
        self._note("closed", code)

    def _refuse(self, error: RemoteProtocolError, raw: bytes) -> None:
        """Keep the evidence, say the code, and be done with this peer for good."""  # P7.2
        if error.code.is_provable and self._journal is not None:
            self._journal.refused(raw)
        self._events.append(PeerBroke(error, error.code, self.chain.n))
        if self.chain.state is not State.DONE:  # a result stands, whatever comes after it
            self.chain.state = State.ERROR
        self._close(error.code)

    def _lose_link(self, reason: str) -> None:
        self._is_closed = True
        if self._chain is not None and self._chain.state is not State.DONE:
            after_hello = self._chain.state in AFTER_HELLO
            self._chain.state = State.AWAY if after_hello else State.ERROR
        self._events.append(LinkLost(reason))

    # Sending

    def _accept(self) -> None:
        if not self._is_greeted:
            raise LocalProtocolError(f"there is nobody to accept in {self.state.name}")
        self._is_greeted = False
        chain, seat = self.chain, self._seat
        if seat.role is Role.GUEST:
            offer = chain.hellos[0].message
            assert isinstance(offer, Hello), "the first message is the offer"
            self._send_hello(make_answer(seat.terms, seat.identity.key, offer, chain.last_head))
        else:
            self._start()
        self._go_on()
        self._receive_all()

    def _send_hello(self, hello: Hello) -> None:
        signed = self._sign(hello)
        self.chain.take(Who.ME, signed)
        self.chain.hellos.append(signed)
        if self._seat.role is Role.GUEST:
            self._start()  # on disk before it is sent # P10.2
        self._link.send_message(signed.raw)

    def _start(self) -> None:
        """Open the journal and sit down."""
        seat, chain = self._seat, self.chain
        secrets = Secrets(seat.invite_secret, self._deck_secret, format_vector(seat.cards))
        hellos = (chain.hellos[0].raw, chain.hellos[1].raw)
        self._journal = self._new_journal()
        self._journal.start(Start(seat.role, chain.handshake_hash, hellos, secrets))
        chain.deal(OwnCards(self.seat, chain.sid, self._deck_secret, seat.cards))

    def _asking_draft(self) -> Draft:
        if self._draft is None or self._draft.asked is None:
            raise LocalProtocolError(f"nothing is asked in {self.state.name}")
        return self._draft

    def _go_on(self) -> None:
        """Do what we owe and need nobody for; ask the player where we do."""
        chain = self.chain
        if chain.state is State.STEP_ME:
            if self._draft is None:
                self._draft = Draft(chain.table, self._entropy)
            if self._draft.is_complete:
                self._send_step(self._draft)
                self._go_on()
            elif self._draft.asked is not None:
                self._events.append(Asked(self._draft.asked))
        elif chain.state is State.END_ME:
            winner = self._outcome_winner()
            self._send_end(winner, Reason.RULES)
        elif chain.state is State.LAST_ME:
            assert chain.result is not None, "the first End named it"
            self._send_end(chain.result.winner, chain.result.reason)

    def _send_step(self, draft: Draft) -> None:
        chain, digest = self.chain, draft.table.observer.digest()
        step = Step(chain.n, chain.last_head, tuple(draft.parts), digest, self._offers_draw)
        signed = self._sign(step)
        parse_message_untrusted(signed.raw)  # what we would refuse we do not send
        chain.take_step(Who.ME, step, signed.body, draft.table)
        self._draft, self._offers_draw = None, False
        self._record_made(signed, draft.vectors)
        self._link.send_message(signed.raw)
        self._events.append(StepMade(Who.ME, step))

    def _send_end(self, winner: int, reason: Reason) -> None:
        chain = self.chain
        is_confirm = chain.state is State.LAST_ME
        loses = winner == 1 - self.seat
        assert not (is_confirm and loses), "a loser does not confirm"
        waive = loses and not self._seat.wants_audit
        is_waived = is_confirm and chain.result is not None and chain.result.is_waived
        opened = None if loses or is_waived else self._opened()
        end = End(chain.n, chain.last_head, winner, reason, waive, opened)
        signed = self._sign(end)
        try:
            chain.take(Who.ME, signed)
        except RemoteProtocolError as error:  # the same checks, but this one is ours
            raise LocalProtocolError(error.reason) from None
        self._draft = None
        self._record_made(signed, ())
        self._link.send_message(signed.raw)
        if chain.state is State.DONE:
            self._finish(AuditState.WAIVED if is_waived else AuditState.OPENED)

    def _opened(self) -> Opened:
        own = self.chain.table.own
        assert own is not None, "a player has cards"
        return Opened(own.deck_secret, tuple(own.vectors))

    def _outcome_winner(self) -> int:
        request = self.chain.table.request
        winner = getattr(request, "winner", None)
        assert isinstance(winner, int), f"{request} is no end"
        return winner

    def _finish(self, audit: AuditState) -> None:
        result = self.chain.result
        assert result is not None, "a match that is done has a result"
        self._note("done", result.winner, result.reason.value, audit.value)
        self._events.append(MatchEnded(result, audit))

    def _close(self, code: CloseCode) -> None:
        if self._link.is_open and not self._is_closed:
            self._send_message(Close(self.chain.n, self.chain.last_head, code))
        self._is_closed = True
        if code is CloseCode.LATER and self.state in AFTER_HELLO:
            self.chain.state = State.AWAY

    def _send_message(self, message: Message) -> None:
        self._link.send_message(self._sign(message).raw)

    def _sign(self, message: Message) -> SignedMessage:
        return sign_message(message, self._seat.identity, self.chain.context_for(message))

    # The journal

    def _record_got(self, raw: bytes) -> None:
        assert self._journal is not None, "cards are dealt after START"
        self._journal.got(raw)

    def _record_made(self, signed: SignedMessage, vectors: Sequence[bytes]) -> None:
        assert self._journal is not None, "cards are dealt after START"
        self._journal.made(signed.raw, vectors)

    def _note(self, *fields: int | str) -> None:
        if self._journal is not None:
            self._journal.note(fields)
