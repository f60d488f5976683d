"""One player's side of a match, without sockets, clock or randomness of its own.

Bytes go in through `receive_data`, events come out of `next_event`, intents go in through `send`,
bytes come out of it and of `data_to_send`. Invariants: exactly one side owes the next message;
whatever is refused changes nothing; an own message is in the journal, synced, before its bytes are
given out; a random number comes from the injected entropy alone.

Theory of operation. A `Link` turns bytes into plain messages and back. A `Chain` holds the state
and does every check, on our own messages too. A `Draft` makes our next Step: all that needs nobody
is made at once, then the player is asked; when the other side is needed, the Step is signed,
recorded in the `Archive` and sent. Ends are answered by themselves. After an error of the peer the
state is ERROR for good. A lost link leads to AWAY, with the draft kept: `dial` or `admit` gives the
match a new connection, on which both say what they hold, repeat what the other lacks and close that
with a Ping; before the peer's, nothing new is signed. The `Watch` is told the time by `tick`.
Above: `match`, `transport`. Below: `archive`, `chain`, `draft`, `resume`, `watch`.
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never
from typing import Protocol as Port

from .archive import Archive
from .chain import Chain, Result, Who
from .channel import Link, Role, invite_psk, resume_psk
from .deck import OwnCards
from .draft import Draft
from .errors import (
    ChainError,
    CloseCode,
    ForkError,
    LinkLostError,
    LocalProtocolError,
    RemoteProtocolError,
    SignatureError,
)
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
    MatchClaimed,
    MatchEnded,
    OfferDraw,
    PeerBroke,
    PeerClosed,
    PeerConceded,
    Resumed,
    SayAlive,
    StepMade,
    TimeOver,
)
from .game import DRAW
from .greeting import Terms, make_answer, make_offer
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
    needs_short_form,
    parse_message_untrusted,
    parse_vector_untrusted,
    sign_message,
)
from .records import JournalError, Secrets, Start
from .resume import RESUMABLE, Visitor, check_resume_untrusted, options_of, revive_match
from .states import AFTER_HELLO, Act, State
from .watch import AWAY, Due, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .commit import Entropy
    from .events import Event, Intent, NeedData
    from .game import Arrange, Decision, Game, Rules
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
    place: tuple[str, int] | None = None  # where we dial or listen: noted for a resume

    def __repr__(self) -> str:
        return f"Seat({self.role.name}, {self.identity!r})"


class Protocol:
    """One side of one match, over as many connections as it takes."""

    def __init__(
        self,
        seat: Seat,
        new_journal: JournalMaker,
        *,
        entropy: Entropy = os.urandom,
        channel_entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._seat = seat
        self._archive = Archive(new_journal)
        self._entropy = entropy
        self._channel_entropy = channel_entropy
        self._link = Link(seat.role, invite_psk(seat.invite_secret), channel_entropy)
        self._chain: Chain | None = None
        self._watch: Watch | None = None
        self._deck_secret = entropy(DECK_SECRET_SIZE)
        self._draft: Draft | None = None
        self._offers_draw = False
        self._concedes = False  # as soon as the link is back
        self._awaits_word = False  # the match is done, and the peer has not said so yet
        self._is_claimed = False  # our own file says that we won
        self._is_greeted = False  # and not yet accepted
        self._is_closed = False
        self._awaits_mark = False  # after a Resume, the Ping behind all that the peer repeats
        self._peer_resume: Resume | None = None
        self._n_learned = 0
        self._events: deque[Event] = deque()
        self._outgoing = bytearray(self._link.data_to_send())

    @classmethod
    def revive(
        cls,
        journal: Journal,
        identity: Identity,
        rules: Rules,
        *,
        entropy: Entropy = os.urandom,
        channel_entropy: Callable[[int], bytes] = os.urandom,
    ) -> Protocol:
        """The side of a match that was begun earlier, its link away.

        Raises `JournalError` if the journal holds no match of this identity and these rules.
        """  # P10.6
        revived = revive_match(journal.records(), rules)
        chain, secrets = revived.chain, revived.secrets
        role, cards = revived.start.role, parse_vector_untrusted(secrets.cards)
        if chain.key_of(role.value) != identity.key:
            raise JournalError("this match was begun with another identity")
        seat = Seat(
            role, identity, Terms(rules, "resume"), cards, secrets.invite_secret,
            place=revived.place,
        )  # fmt: skip
        protocol = cls(seat, lambda: journal, entropy=entropy, channel_entropy=channel_entropy)
        protocol._outgoing.clear()  # no first connection is made
        protocol._is_closed = True
        protocol._chain, protocol._deck_secret = chain, secrets.deck_secret
        protocol._archive.reopen(revived.ends)
        protocol._watch = Watch(options_of(chain), role.value)
        if revived.banks is not None:
            protocol._watch.clock.restore(revived.banks)
        protocol._awaits_word = chain.state is State.DONE  # somebody may not know yet
        return protocol

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

    @property
    def can_resume(self) -> bool:
        """Whether another connection can carry this match on, or answer about its end."""
        return self._archive.is_open and self.state in AWAY | AFTER_HELLO | {State.DONE}

    @property
    def awaits_return(self) -> bool:
        """Whether a lost link should be awaited: to go on, or to hear that our End arrived."""
        if not self.can_resume:
            return False
        return self.state is not State.DONE or self._awaits_word

    @property
    def place(self) -> tuple[str, int] | None:
        """Where we dialled or listened last."""
        return self._seat.place

    @property
    def watch(self) -> Watch:
        """The clocks of a match that has begun."""
        if self._watch is None:
            raise LocalProtocolError("the match has not begun")
        return self._watch

    # Connections

    def move(self, place: tuple[str, int]) -> None:
        """Note another place where we dial or listen, for the next resume."""
        self._archive.journal.jot(["place", *place])

    def dial(self) -> bytes:
        """Begin a new connection of a match that is away; returns what goes out."""  # P10.6
        self._drop_link()
        self.chain.resume(Act.DIAL)
        self._use(Link(Role.GUEST, self._resume_psk, self._channel_entropy))
        return self.data_to_send()

    def new_visitor(self) -> Visitor:
        """Somebody who dialled us; it is told nothing before it has proved who it is."""
        return Visitor(self.chain, self._resume_psk, self._channel_entropy)

    def admit(self, visitor: Visitor) -> bytes:
        """Let a visitor that has proved itself take the place of any older connection."""
        if visitor.resume is None:
            raise LocalProtocolError("this visitor has proved nothing")
        self._drop_link()
        self.chain.resume(Act.LISTEN)
        self._use(visitor.link)
        self._send_resume()
        try:
            self._take_resume(visitor.resume)
        except RemoteProtocolError as error:
            self._refuse(error, visitor.raw)
        self._receive_all()
        return self.data_to_send()

    @property
    def _resume_psk(self) -> bytes:
        return resume_psk(self._seat.invite_secret, self.chain.sid)

    def _drop_link(self) -> None:
        if not self.can_resume:
            raise LocalProtocolError(f"a match in {self.state.name} cannot be resumed")
        self.chain.lose_link()
        if self._watch is not None:
            self._watch.lose_link()

    def _use(self, link: Link) -> None:
        self._link = link
        self._outgoing.clear()
        self._is_closed, self._awaits_mark = False, False
        self._peer_resume, self._n_learned = None, 0

    def tick(self, now: float) -> None:
        """Let the time pass up to `now`, in seconds of a monotonic clock."""  # P13
        if self._watch is None:
            return
        due = self._watch.tick(now, self.chain)
        self._events += self._watch.events
        self._watch.events.clear()
        if due is Due.DECLARE_TIME and not self._is_closed and not self._awaits_mark:
            self._send_end(1 - self.seat, Reason.TIME)
        elif due is Due.GIVE_UP_END and not self._is_closed:
            self.claim()
            self._events.append(LinkLost("the other side does not sign the result"))
            self._close(CloseCode.LATER)

    def seconds_to_tick(self) -> float | None:
        """When `tick` must be called again at the latest, in seconds; None: no hurry."""
        return None if self._watch is None else self._watch.seconds_to_event(self.state)

    def claim(self) -> None:
        """Put our own End into our own file, if we won and the loser has not signed."""  # P8.5
        chain = self.chain
        state = chain.resting if chain.state in AWAY else chain.state
        if self._is_claimed or state is not State.END_YOU:
            return
        winner = self._outcome_winner()
        if winner != self.seat:
            return  # a draw that the host has to sign first
        self._is_claimed = True
        end = End(chain.n, chain.last_head, winner, Reason.RULES, False, self._opened())
        self._archive.journal.made(self._sign(end).raw)
        detail = getattr(chain.table.request, "reason", "")
        self._events.append(MatchClaimed(Result(winner, Reason.RULES, False, detail)))

    # Bytes and events

    def receive_data(self, data: bytes) -> None:
        """Take bytes as the network delivered them, and let every whole message take effect."""
        if self._watch is not None:
            self._watch.show_life()
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
        if self._is_closed and not self._can_wait(intent):
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
                self._concedes = True
                self._concede()
            case TimeOver():
                self._send_end(1 - self.seat, Reason.TIME)
            case Leave(code):
                if code is CloseCode.TIME:
                    self._note("claim", "time")
                self._close(code)
            case SayAlive():
                self._send_message(Ping(self.chain.n, self.chain.last_head))
            case _:
                assert_never(intent)
        return self.data_to_send()

    def _can_wait(self, intent: Intent) -> bool:
        """Whether an intent makes sense while the link is away."""
        is_away = self._chain is not None and self.state in AWAY
        wants = Decide | ArrangeCards | OfferDraw | Concede
        return isinstance(intent, Leave) or (is_away and isinstance(intent, wants))

    def _concede(self) -> None:
        if self.state in AWAY or self._awaits_mark:
            return  # when the link is back
        self._concedes = False
        self._send_end(1 - self.seat, Reason.CONCEDE)

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
        signed = parse_message_untrusted(raw)
        chain, message = self.chain, signed.message
        is_resuming = self._archive.is_open and self._peer_resume is None and self._link.is_resumed
        if is_resuming and not isinstance(message, Close):
            self._take_resume(check_resume_untrusted(chain, signed, self._link.hash))
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
            case Hello():
                self.chain.hellos.append(signed)
                self._is_greeted = True
                self._events.append(Greeted(signed.message))
            case Step():
                self._record_got(signed)
                self._events.append(StepMade(Who.YOU, signed.message))
                self._count_learned()
                self._go_on()
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

    def _go_away(self) -> None:
        """The link is gone; a match that has not begun is void with it."""
        self._is_closed = True
        if self._chain is None:
            return
        if self._archive.is_open:
            self._chain.lose_link()
        else:
            self._chain.state = State.ERROR
        if self._watch is not None:
            self._watch.lose_link()

    def _refuse(self, error: RemoteProtocolError, raw: bytes) -> None:
        """Keep the evidence, say the code, and be done with this peer for good."""  # P7.2
        if self._awaits_mark and isinstance(error, ChainError):
            error = ForkError("what it repeats builds on another message than ours", rule="P10.6")
        if error.code.is_provable or error.code is CloseCode.FORK:
            self._archive.refused(raw)
        self._events.append(PeerBroke(error, error.code, self.chain.n))
        if self.chain.state is not State.DONE:  # a result stands, whatever comes after it
            self.chain.state = State.ERROR
        self._close(error.code)

    def _lose_link(self, reason: str) -> None:
        self._go_away()
        self._events.append(LinkLost(reason))

    # Carrying an old match on

    def _send_resume(self) -> None:
        chain = self.chain
        banks = self.watch.clock.milliseconds()
        self._send_message(Resume(chain.n, chain.last_head, self._link.hash, banks))
        chain.await_resume()
        self._link.is_resumed = True

    def _take_resume(self, resume: Resume) -> None:
        """Both sides have said what they hold: repeat what the peer lacks."""  # P10.6
        chain = self.chain
        if chain.is_fork(resume.n, resume.prev):
            raise ForkError(f"the peer holds another message {resume.n - 1}", rule="P10.6")
        chain.come_back()
        self._peer_resume, self._awaits_mark = resume, True
        for raw in self._archive.messages_from(resume.n):
            self._link.send_message(raw)
        if chain.n >= resume.n:
            self._send_mark()

    def _send_mark(self) -> None:
        """We hold all that the peer holds: repeat the Ends, and a Ping says that this was all."""
        for _, raw in self._archive.ends:
            self._link.send_message(raw)
        self._send_message(Ping(self.chain.n, self.chain.last_head))

    def _is_own(self, signed: SignedMessage) -> bool:
        """Whether the peer repeats a message that we had signed and lost."""
        match signed.message:
            case Step(n=n):
                return n % 2 == self.seat
            case End():
                try:
                    self.chain.check_signature_untrusted(Who.YOU, signed)
                except SignatureError:
                    return True
        return False

    def _is_concession(self, message: Message) -> bool:
        if not isinstance(message, End):
            return False
        return message.reason is Reason.CONCEDE and message.winner == 1 - self.seat

    def _adopt(self, signed: SignedMessage) -> None:
        """Take a lost message of our own back; its number is never signed again."""  # P10.6
        chain, own = self.chain, self.chain.table.own
        assert own is not None, "a player has cards"
        chain.check_signature_untrusted(Who.ME, signed)
        is_playing = chain.state in {State.STEP_ME, State.STEP_YOU}
        if not is_playing and self._is_concession(signed.message):
            return  # another End, or that of the game, has made it void
        n_seals, own.finds_vectors = len(own.vectors), True
        chain.take(Who.ME, signed)
        own = chain.table.own
        assert own is not None, "a player has cards"
        own.finds_vectors, self._draft = False, None
        vectors = [format_vector(vector) for vector in own.vectors[n_seals:]]
        self._record_made(signed, vectors)
        if isinstance(signed.message, Step):
            self._events.append(StepMade(Who.ME, signed.message))
            self._count_learned()
        elif chain.state is State.DONE:
            self._finish(AuditState.OPENED)

    def _count_learned(self) -> None:
        """After a message that the peer repeated: do we hold all of them now?"""
        resume = self._peer_resume
        if not self._awaits_mark or resume is None:
            return
        self._n_learned += 1
        if self.chain.n == resume.n:
            self._send_mark()

    def _take_ping(self) -> None:
        resume, chain = self._peer_resume, self.chain
        if not self._awaits_mark or resume is None:
            self.watch.count_ping()
            return
        self._awaits_mark = False
        n_repeated = max(0, chain.n - resume.n)
        self._events.append(Resumed(self._n_learned, n_repeated))
        is_last = bool(self._archive.ends) and self._archive.ends[-1][0] is Who.YOU
        if chain.state is State.DONE and is_last:
            self._close(CloseCode.DONE)
        elif self._concedes and chain.state in {State.STEP_ME, State.STEP_YOU}:
            self._concede()
        else:
            self._go_on()

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
        self._archive.start(Start(seat.role, chain.handshake_hash, hellos, secrets))
        if seat.place is not None:
            self._archive.journal.jot(["place", *seat.place])
        self._watch = Watch(options_of(chain), self.seat)
        chain.deal(OwnCards(self.seat, chain.sid, self._deck_secret, seat.cards))

    def _asking_draft(self) -> Draft:
        if self._draft is None or self._draft.asked is None:
            raise LocalProtocolError(f"nothing is asked in {self.state.name}")
        return self._draft

    def _go_on(self) -> None:
        """Do what we owe and need nobody for; ask the player where we do."""
        chain = self.chain
        if self._awaits_mark or self._is_closed:
            if self._draft is not None and self._draft.asked is not None:
                self._events.append(Asked(self._draft.asked))
        elif chain.is_long and chain.state in {State.STEP_ME, State.STEP_YOU}:
            self._events.append(LinkLost(f"no result after {chain.n} messages"))
            self._close(CloseCode.FLOOD)
            chain.state = State.ERROR
            self._note("closed", CloseCode.FLOOD.value)
        elif chain.state is State.STEP_ME:
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
        is_short = needs_short_form([len(vector) for vector in own.vectors])
        return Opened(own.deck_secret, tuple(own.vectors[:1] if is_short else own.vectors))

    def _outcome_winner(self) -> int:
        request = self.chain.table.request
        winner = getattr(request, "winner", None)
        assert isinstance(winner, int), f"{request} is no end"
        return winner

    def _finish(self, audit: AuditState) -> None:
        result = self.chain.result
        assert result is not None, "a match that is done has a result"
        self._note("done", result.winner, result.reason.value, audit.value)
        self._awaits_word = self._archive.ends[-1][0] is Who.ME
        self._events.append(MatchEnded(result, audit))

    def _close(self, code: CloseCode) -> None:
        if self._link.is_open and not self._is_closed:
            self._send_message(Close(self.chain.n, self.chain.last_head, code))
        self._is_closed = True
        if code in RESUMABLE and self._chain is not None:
            self._go_away()
        elif self._chain is not None and self.state not in {State.DONE, State.CONNECTED}:
            self.chain.state = State.ERROR

    def _send_message(self, message: Message) -> None:
        self._link.send_message(self._sign(message).raw)

    def _sign(self, message: Message) -> SignedMessage:
        return sign_message(message, self._seat.identity, self.chain.context_for(message))

    # The journal

    def _record_got(self, signed: SignedMessage) -> None:
        self._archive.got(signed)

    def _record_made(self, signed: SignedMessage, vectors: Sequence[bytes]) -> None:
        if self.watch.clock.is_on:
            self._archive.journal.jot(["banks", *self.watch.clock.milliseconds()])
        self._archive.made(signed, vectors)

    def _note(self, *fields: int | str) -> None:
        self._archive.note(*fields)
