"""One side of a match, as far as it speaks: what it owns, what it owes, how it says and keeps it.

Invariant: an own message passes the receiver's checks and is in the archive, synced, before its
bytes are given out; whatever needs no person is done at once. After an error of the peer the state
is ERROR for good. Above: `returning`, `protocol`. Below: `archive`, `chain`, `draft`, `watch`.
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING
from typing import Protocol as Port

from .archive import Archive
from .chain import Chain, Result, Who
from .channel import Link, Role, invite_psk
from .draft import Draft
from .errors import (
    ChainError,
    CloseCode,
    ForkError,
    LocalProtocolError,
    OrderError,
    RemoteProtocolError,
    SignatureError,
)
from .events import (
    Asked,
    AuditState,
    LinkLost,
    MatchClaimed,
    MatchEnded,
    PeerBroke,
    StepMade,
)
from .messages import (
    Close,
    End,
    Opened,
    Options,
    Reason,
    Resume,
    needs_short_form,
    sign_message,
)
from .quick import make_step, read_message_untrusted, sign_step
from .resume import RESUMABLE
from .states import AFTER_HELLO, State
from .watch import AWAY, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .commit import Entropy
    from .events import Event
    from .game import Arrange, Decision, Game
    from .greeting import Terms
    from .identity import Identity
    from .journal import Journal
    from .messages import Message, SignedMessage

DECK_SECRET_SIZE = 32
STEP_STATES = frozenset({State.STEP_ME, State.STEP_YOU})


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


class Side:
    """What a side has and says; how it comes back and what it hears stands above."""

    def __init__(
        self,
        seat: Seat,
        new_journal: JournalMaker,
        *,
        entropy: Entropy = os.urandom,
        channel_entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._seat = seat
        if seat.role is Role.HOST:
            fault = self._own_deck_fault(seat.terms.options or Options())
            if fault is not None:
                raise LocalProtocolError(fault)
        self._archive = Archive(new_journal)
        self._entropy = entropy
        self._channel_entropy = channel_entropy
        self._link = Link(seat.role, invite_psk(seat.invite_secret), channel_entropy)
        self._chain: Chain | None = None
        self._watch: Watch | None = None
        self._deck_secret = entropy(DECK_SECRET_SIZE)
        self._draft: Draft | None = None
        self._offers_draw = False
        self._has_offered = False  # in our last Step
        self._concedes = False  # as soon as the link is back
        self._awaits_word = False  # the match is done, and the peer has not said so yet
        self._is_claimed = False  # our own file says that we won
        self._is_greeted = False  # and not yet accepted
        self._is_closed = False
        self._awaits_mark = False  # after a Resume, the Ping behind all that the peer repeats
        self._peer_resume: Resume | None = None
        self._resume_raw = b""
        self._n_learned = 0
        self._events: deque[Event] = deque()
        self._outgoing = bytearray(self._link.data_to_send())

    def _own_deck_fault(self, options: Options) -> str | None:
        """Why our own deck may not be played under these options, or None."""  # P6.8
        fault = self._seat.terms.rules.open_look_fault(self._seat.cards)
        return None if fault is None or options.open_looks else f"our own deck: {fault}"

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
    def is_returning(self) -> bool:
        """Whether the peer is back, and may still repeat what we lack: nothing new is signed."""
        return self._awaits_mark and self.state not in AWAY

    @property
    def is_catching_up(self) -> bool:
        """Whether we are back, and lack messages that the peer's Resume announced."""  # P10.6
        resume = self._peer_resume
        return self.is_returning and resume is not None and self.chain.n < resume.n

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

    def data_to_send(self) -> bytes:
        """What must go to the network now; it is given out once."""
        data = self._link.data_to_send() if self._link.outgoing else b""
        if self._outgoing:
            data = bytes(self._outgoing) + data
            self._outgoing.clear()
        return data

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

    # Saying what is owed

    def _go_on(self) -> None:
        """Do what we owe and need nobody for; ask the player where we do."""
        chain = self.chain
        state = chain.state
        draft = self._draft
        if self._awaits_mark or self._is_closed:
            if draft is not None and draft.asked is not None:
                self._events.append(Asked(draft.asked))
        elif state in STEP_STATES and chain.is_long:
            self._events.append(LinkLost(f"no result after {chain.n} messages"))
            self._close(CloseCode.FLOOD)
            chain.state = State.ERROR
            self._note("closed", CloseCode.FLOOD.value)
        elif state is State.STEP_ME:
            if draft is None:
                draft = self._draft = Draft(chain.table, self._entropy)
            if draft.is_complete:
                self._send_step(draft)
                if chain.state is not State.STEP_YOU or chain.is_long:
                    self._go_on()
            elif draft.asked is not None:
                self._events.append(Asked(draft.asked))
        elif state is State.END_ME:
            winner = self._outcome_winner()
            self._send_end(winner, Reason.RULES)
        elif state is State.LAST_ME:
            assert chain.result is not None, "the first End named it"
            self._send_end(chain.result.winner, chain.result.reason)

    def _send_step(self, draft: Draft) -> None:
        chain, digest = self.chain, draft.table.observer.digest()
        step = make_step(chain.n, chain.last_head, tuple(draft.parts), digest, self._offers_draw)
        signed = sign_step(step, self._seat.identity, chain.sid)
        chain.take_step(Who.ME, step, signed.body, draft.table)
        self._draft, self._offers_draw, self._has_offered = None, False, step.offer
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

    def _concede(self) -> None:
        if self.state in AWAY or self._awaits_mark:
            return  # when the link is back
        self._concedes = False
        self._send_end(1 - self.seat, Reason.CONCEDE)

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
        if isinstance(error, ForkError):
            raw = self._resume_raw  # what it announced is what convicts it
        elif self._awaits_mark and isinstance(error, ChainError):
            error = ForkError("what it repeats builds on another message than ours", rule="P10.6")
        # A Ping breaks nothing that a file could show; that it came too early is our word.
        is_early_ping = self._awaits_mark and isinstance(error, OrderError)
        is_evidence = error.code.is_provable and not is_early_ping and self._is_of_peer(raw)
        if is_evidence or error.code is CloseCode.FORK:
            self._archive.refused(raw)
        else:
            self._note("closed", error.code.value)  # for good, also after a restart # P7.6
        self._events.append(PeerBroke(error, error.code, self.chain.n))
        if self.chain.state is not State.DONE:  # a result stands, whatever comes after it
            self.chain.state = State.ERROR
        self._close(error.code)

    def _is_of_peer(self, raw: bytes) -> bool:
        """Whether the peer signed it: what it repeats to us may be our own."""
        if not self._archive.is_open:
            return False
        try:
            self.chain.check_signature_untrusted(Who.YOU, read_message_untrusted(raw))
        except SignatureError:
            return False
        return True

    def _send_message(self, message: Message) -> None:
        self._link.send_message(self._sign(message).raw)

    def _sign(self, message: Message) -> SignedMessage:
        return sign_message(message, self._seat.identity, self.chain.context_for(message))

    # The journal

    def _record_got(self, signed: SignedMessage) -> None:
        self._archive.got(signed)

    def _record_made(self, signed: SignedMessage, vectors: Sequence[bytes]) -> None:
        clock = self.watch.clock
        if clock.is_on:
            self._archive.journal.jot(["banks", *clock.milliseconds()])
        self._archive.made(signed, vectors)

    def _note(self, *fields: int | str) -> None:
        self._archive.note(*fields)
