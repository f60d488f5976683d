"""One player's side of a match, without sockets, clock or randomness of its own.

Bytes go in through `receive_data`, events come out of `next_event`, intents go in through `send`,
bytes come out of it and of `data_to_send`. Invariants: exactly one side owes the next message;
whatever is refused changes nothing; an own message is in the journal, synced, before its bytes are
given out; a random number comes from the injected entropy alone.

Theory of operation. Three layers make one object: `Side` owns and says, `Returning` comes back,
and this one hears and obeys. A `Link` turns bytes into plain messages and back. A `Chain` holds the
state and does every check, on our own messages too. A `Draft` makes our next Step: all that needs
nobody is made at once, then the player is asked; when the other side is needed, the Step is
signed, recorded in the `Archive` and sent. Ends are answered by themselves. After an error of the
peer the state is ERROR for good. A lost link leads to AWAY, with the draft kept: `dial` or `admit`
gives the match a new connection, on which both say what they hold, repeat what the other lacks and
close that with a Ping; before the peer's, nothing new is signed. The `Watch` is told the time by
`tick`. Above: `match`, `transport`. Below: `returning`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from .chain import Chain, Who
from .channel import Role
from .deck import OwnCards
from .errors import (
    CloseCode,
    HelloError,
    LinkLostError,
    LocalProtocolError,
    RemoteProtocolError,
)
from .events import (
    NEED_DATA,
    Accept,
    AgreeDraw,
    ArrangeCards,
    AuditState,
    Concede,
    Decide,
    Greeted,
    Leave,
    LinkLost,
    OfferDraw,
    PeerClosed,
    PeerConceded,
    SayAlive,
    StepMade,
    TimeOver,
)
from .game import DRAW
from .greeting import make_answer, make_offer
from .messages import (
    PART_CODES,
    Close,
    End,
    Hello,
    PartCode,
    Ping,
    Reason,
    Resume,
    Step,
    format_vector,
)
from .quick import read_message_untrusted
from .records import Secrets, Start
from .resume import RESUMABLE, Visitor, check_resume_untrusted, options_of
from .returning import Returning
from .side import JournalMaker, Seat
from .states import Act, State, situation
from .watch import AWAY, Due, Watch

if TYPE_CHECKING:
    from .draft import Draft
    from .events import Event, Intent, NeedData
    from .messages import SignedMessage
__all__ = ["JournalMaker", "Protocol", "Seat"]


class Protocol(Returning):
    """One side of one match, over as many connections as it takes."""

    def tick(self, now: float) -> bool:
        """Let the time pass up to `now`, in seconds of a monotonic clock.

        Returns whether that made something: an event, bytes to send, or an end.
        """  # P13
        watch = self._watch
        if watch is None:
            return False
        tick = watch.tick_returning if self.is_returning else watch.tick
        due = tick(now, self.chain)
        if due is None and not watch.events:
            return False
        self._events += watch.events
        watch.events.clear()
        if due is Due.DECLARE_TIME and not self._is_closed:
            self._send_end(1 - self.seat, Reason.TIME)
        elif due is Due.GIVE_UP_END and not self._is_closed:
            self.claim()
            self._events.append(LinkLost("the other side does not sign the result"))
            self._close(CloseCode.LATER)
        return True

    def seconds_to_tick(self) -> float | None:
        """When `tick` must be called again at the latest, in seconds; None: no hurry."""
        return None if self._watch is None else self._watch.seconds_to_event(self.state)

    def receive_data(self, data: bytes) -> None:
        """Take bytes as the network delivered them, and let every whole message take effect."""
        if self._watch is not None:
            self._watch.clock.show_life()
        self._link.receive_data(data)
        self._receive_all()

    def receive_end(self, reason: str = "the connection ended") -> None:
        """The stream ended or broke, or was given up; `reason` is for the player."""
        if not self._is_closed:
            self._lose_link(reason)

    def next_event(self) -> Event | NeedData:
        """The oldest event not yet told, or NEED_DATA."""
        return self._events.popleft() if self._events else NEED_DATA

    def send(self, intent: Intent) -> bytes:
        """Carry out what the player wants and return the bytes that must go out.

        Raises `LocalProtocolError` if that is not possible now, and `IllegalLineError` for a line
        that the rules do not allow; nothing has changed then.
        """
        if self._is_closed and not self._can_wait(intent):
            raise LocalProtocolError("the connection is closed")
        if self._is_greeted and isinstance(intent, Concede | AgreeDraw | TimeOver):
            raise LocalProtocolError("the match begins when the other side is accepted")
        if self._awaits_mark and isinstance(intent, AgreeDraw | TimeOver):  # P10.6
            raise LocalProtocolError("the other side has not yet repeated all that it holds")
        match intent:
            case Decide(line):
                self._asking_draft().decide(line)
                self._go_on()
            case Accept():
                self._accept()
            case ArrangeCards(cards):
                self._asking_draft().arrange(cards)
                self._go_on()
            case OfferDraw():
                self._offers_draw = True
            case AgreeDraw():
                self._send_end(DRAW, Reason.AGREED)
            case Concede():
                self._concedes = True
                self._concede()
            case TimeOver():
                self._send_end(1 - self.seat, Reason.TIME)
            case Leave(code):
                if code is CloseCode.TIME:
                    self._note("claim", "time")
                self._close(code)
            case SayAlive():
                if not self.is_catching_up:  # the first Ping says that it is over # P10.6
                    self._send_message(Ping(self.chain.n, self.chain.last_head))
            case _:
                assert_never(intent)
        return self.data_to_send()

    def admit(self, visitor: Visitor) -> bytes:
        """Let a visitor that has proved itself take the place of any older connection."""
        if visitor.resume is None:
            raise LocalProtocolError("this visitor has proved nothing")
        self._drop_link()
        self.chain.resume(Act.LISTEN)
        self._use(visitor.link)
        self._send_resume()
        try:
            self._take_resume(visitor.resume, visitor.raw)
        except RemoteProtocolError as error:
            self._refuse(error, visitor.raw)
        self._receive_all()
        return self.data_to_send()

    def _can_wait(self, intent: Intent) -> bool:
        """Whether an intent makes sense while the link is away."""
        is_away = self._chain is not None and self.state in AWAY
        wants = Decide | ArrangeCards | OfferDraw | Concede
        return isinstance(intent, Leave) or (is_away and isinstance(intent, wants))

    # Receiving

    def _receive_all(self) -> None:
        # What comes while our player looks at the peer's Hello waits for the answer.
        while not self._is_closed and not self._is_greeted and self._link.received:
            if not self._receive_one():
                return

    def _receive_one(self) -> bool:
        """Handle one message; whether there was one."""
        was_open = self._link.is_open
        try:
            raw = self._link.next_message()
        except LinkLostError as error:
            self._lose_link(str(error))
            return False
        if raw is None:
            if was_open or not self._link.is_open:
                return False
            self._begin()
            return True
        try:
            self._take(raw)
        except RemoteProtocolError as error:
            self._refuse(error, raw)
        except LinkLostError as error:
            self._lose_link(str(error))
        except Exception:
            self._close(CloseCode.INTERNAL)  # our fault: say so, and let the traceback out
            raise
        return True

    def _begin(self) -> None:
        if self._chain is not None:
            self._send_resume()
            return
        seat = self._seat
        self._chain = Chain(seat.role, self._link.hash, seat.terms, seat.host_key_hash)
        if seat.role is Role.HOST:
            offer = make_offer(seat.terms, seat.identity.key, self._link.hash)
            self._send_hello(offer)

    def _take(self, raw: bytes) -> None:
        signed = read_message_untrusted(raw)
        chain, message = self.chain, signed.message
        is_resuming = self._link.is_resumed and self._peer_resume is None and self._archive.is_open
        if is_resuming and not isinstance(message, Close):
            self._take_resume(check_resume_untrusted(chain, signed, self._link.hash), raw)
            return
        if self._awaits_mark and isinstance(message, End) and self._archive.holds_end(signed.body):
            return  # it is repeated
        if self._awaits_mark and self._is_own(signed):
            self._adopt(signed)
            return
        chain.check_signature_untrusted(Who.YOU, signed)
        chain.take(Who.YOU, signed)
        self._take_effect(signed)

    def _take_effect(self, signed: SignedMessage) -> None:
        match signed.message:
            case Step():
                self._record_got(signed)
                self._offer_again(signed.message)
                self._events.append(StepMade(Who.YOU, signed.message))
                if self._awaits_mark:
                    self._count_learned()
                self._go_on()
            case Hello():
                fault = self._own_deck_fault(signed.message.options)
                if fault is not None:
                    raise HelloError(CloseCode.OPTIONS, fault)
                self.chain.hellos.append(signed)
                self._is_greeted = True
                self._events.append(Greeted(signed.message))
            case End():
                self._record_got(signed)
                self._draft = None
                self._take_end(signed.message)
            case Close(code=code):
                self._take_close(code)
            case Ping():
                self._take_ping()
            case Resume():
                raise AssertionError("the chain refuses it")
            case _:
                assert_never(signed.message)

    def _offer_again(self, step: Step) -> None:
        """A Step that no player had a hand in has not declined our offer."""  # P5.9
        offered, self._has_offered = self._has_offered, False
        if offered and not any(PART_CODES[type(part)] is PartCode.DECIDE for part in step.parts):
            self._offers_draw = True

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
        self._awaits_word = False
        self._events.append(PeerClosed(known))
        self._is_closed = True
        if self.chain.state is not State.DONE:
            if code in RESUMABLE:
                self._go_away()
            else:
                self.chain.state = State.ERROR
        self._note("closed", code)

    def _lose_link(self, reason: str) -> None:
        self._go_away()
        self._events.append(LinkLost(reason))

    def _accept(self) -> None:
        if not self._is_greeted:
            raise LocalProtocolError(f"there is nobody to accept: {situation(self.state)}")
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
        self._archive.start(Start(seat.role, chain.handshake_hash, hellos, secrets))
        if seat.place is not None:
            self._archive.journal.jot(["place", *seat.place])
        self._watch = Watch(options_of(chain), self.seat)
        chain.deal(OwnCards(self.seat, chain.sid, self._deck_secret, seat.cards))

    def _asking_draft(self) -> Draft:
        if self._draft is None or self._draft.asked is None:
            raise LocalProtocolError(f"nothing is asked: {situation(self.state)}")
        return self._draft
