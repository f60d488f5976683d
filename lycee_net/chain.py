"""The signed chain of one match, as one side sees it: what was said, what it did, what may follow.

One chain, strictly alternating: the host has the even numbers, the guest the odd ones. Received
messages and our own pass the same checks in the same order, and a file of them passes them again,
so a verifier is a chain that is fed from a file. A refused message changes nothing.
Below: `table`, `audit`, `greeting`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, assert_never

from .audit import check_opened_untrusted
from .channel import Role
from .errors import (
    AuditError,
    ChainError,
    DigestMismatchError,
    OrderError,
    PartError,
    ResultError,
    SignatureError,
)
from .game import DRAW, Over
from .greeting import check_answer, check_offer
from .identity import verify_untrusted
from .messages import (
    Close,
    End,
    Hello,
    Ping,
    Reason,
    Resume,
    SignedMessage,
    Step,
    head,
)
from .quick import read_message_untrusted
from .states import AFTER_HELLO, TRANSITIONS, Act, State, next_state, situation
from .table import Table

if TYPE_CHECKING:
    from .deck import OwnCards
    from .greeting import Terms
    from .messages import Part

N_HELLOS = 2
N_SEALED = 4  # both decks are sealed by messages 2 and 3: from here on a match counts # P8.4
MAX_CHAIN = 20_000  # P11


def sender_of(n: int) -> int:
    """The seat that sends chain message n: the host the even ones, the guest the odd."""  # P1.3
    return n % 2


class Who(Enum):
    """Whose message it is."""

    __hash__ = object.__hash__

    ME = "SEND"
    YOU = "RECV"

    def act(self, name: str) -> Act:
        """The act of this side sending that."""
        return _act(self, name)


@cache
def _act(who: Who, name: str) -> Act:
    return Act[f"{who.value}_{name}"]


STEP_ACTS = {who: (who.act("STEP"), who.act("FINAL_STEP")) for who in Who}


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    winner: int  # a seat, or DRAW
    reason: Reason
    is_waived: bool  # the loser wanted no audit
    detail: str  # the words of the game, when its rules ended it


class Chain:
    """One match from the first Hello to the last End."""

    def __init__(
        self,
        role: Role,
        handshake_hash: bytes,
        terms: Terms,
        key_hash: bytes | None = None,
        *,
        audited: tuple[Who, ...] = (Who.YOU,),
    ) -> None:
        self.role = role
        self._seat = role.value
        self.handshake_hash = handshake_hash
        self.terms = terms
        self.hellos: list[SignedMessage] = []
        self.steps: list[tuple[int, tuple[Part, ...]]] = []  # with the seat of the sender
        self.result: Result | None = None
        self.ends: list[End] = []
        self.claim: bytes | None = None  # the body of one, in a file that is verified # P8.5
        self.has_open_looks = False  # both agreed that a look into a deck is shown to both # P6.8
        first = Act.I_AM_HOST if role is Role.HOST else Act.I_AM_GUEST
        self.state = next_state(State.CONNECTED, first)
        self.resting = self.state  # where the chain stands while the link is away
        self._key_hash = key_hash
        self._audited = audited  # whose opened secrets are replayed; a verifier takes both
        self._keys: dict[int, bytes] = {}
        self._heads: list[bytes] = []
        self._table: Table | None = None
        self._offered_by: int | None = None  # who offered a draw in the last Step
        self._n_void = 0  # concessions of the peer that changed nothing

    @property
    def n(self) -> int:
        """How many chain messages there are: the number of the next one."""
        return len(self._heads)

    @property
    def sid(self) -> bytes:
        """The session id; both Hellos are in it."""
        assert self.n >= N_HELLOS, "the session begins with message 1"
        return self._heads[1]

    @property
    def last_head(self) -> bytes:
        """What the next message builds on."""
        return self._heads[-1] if self._heads else self.handshake_hash

    @property
    def table(self) -> Table:
        """Where the game stands after the last Step."""
        assert self._table is not None, "cards are dealt after both Hellos"
        return self._table

    @property
    def counts(self) -> bool:
        """Whether both decks are sealed: before that, a match that breaks off is void."""
        return self.n >= N_SEALED

    @property
    def is_long(self) -> bool:
        """Whether no more messages may follow: the match ends without a result."""  # P11
        return self.n >= MAX_CHAIN

    @property
    def is_draw_offered(self) -> bool:
        """Whether the last Step, the other side's, offers a draw."""  # P5.9
        return self._offered_by == 1 - self._seat

    def head_of(self, n: int) -> bytes:
        """The head of message n."""
        return self._heads[n]

    # The link

    def lose_link(self) -> None:
        """The connection is gone; where the chain stood is kept."""  # P7.1
        if self.state in AFTER_HELLO:
            self.resting = self.state
            self.state = next_state(self.state, Act.LOSE_LINK)
        elif self.state in {State.RESUME_ME, State.RESUME_YOU}:
            self.state = State.AWAY
        elif self.state not in {State.AWAY, State.DONE}:
            self.state = State.ERROR

    def resume(self, act: Act) -> None:
        """A new channel is open, by our dialling or by listening; a match that is done stays so."""
        if self.state is not State.DONE:
            self.state = next_state(self.state, act)

    def await_resume(self) -> None:
        """Our Resume is out, the peer's is not here."""
        if self.state is State.RESUME_ME:
            self.state = State.RESUME_YOU

    def come_back(self) -> None:
        """Both Resumes are there: the chain stands where it stood."""  # P10.6
        if self.state in {State.RESUME_ME, State.RESUME_YOU}:
            self.state = self.resting

    def is_fork(self, n: int, last_head: bytes) -> bool:
        """Whether somebody who holds n messages, with that head, holds other ones than we."""
        return n < N_HELLOS or (n <= self.n and self._heads[n - 1] != last_head)

    def seat_of(self, who: Who) -> int:
        """The seat of a side."""
        return self._seat if who is Who.ME else 1 - self._seat

    def key_of(self, seat: int) -> bytes | None:
        """The identity key a seat has shown in its Hello."""
        return self._keys.get(seat)

    def context_for(self, message: object) -> bytes:
        """What is signed together with a message of this kind."""  # P3.4
        is_early = isinstance(message, Hello) or (
            isinstance(message, Close) and message.n < N_HELLOS
        )
        return self.handshake_hash if is_early else self.sid

    def deal(self, own: OwnCards | None) -> None:
        """Sit down at the table, after both Hellos."""
        rules = self.terms.rules
        self._table = Table(
            rules, self.sid, own, has_open_looks=self.has_open_looks, keeps_facts=True
        )

    # Received bytes

    def take_untrusted(self, who: Who, raw: bytes) -> SignedMessage:
        """Check a message and let it take effect; raises `RemoteProtocolError`.

        The order of the checks is P7.2: decode, shape, signature, type, number, prev, content.
        """
        signed = read_message_untrusted(raw)
        self.check_signature_untrusted(who, signed)
        self.take(who, signed)
        return signed

    def check_signature_untrusted(self, who: Who, signed: SignedMessage) -> None:
        """Whether the key of that side signed it, for this match; raises `SignatureError`."""
        message = signed.message
        if type(message) is Step and self.n >= N_HELLOS:
            sender = self._keys[self.seat_of(who)]
            verify_untrusted(sender, self._heads[1], signed.body, signed.signature)
            return
        key = self._keys.get(self.seat_of(who))
        if key is None and isinstance(message, Hello):
            key = message.key  # P3.4: the first binds the side to it
        if key is None and isinstance(message, Close):
            return  # a peer that refuses our Hello has shown no key: a claim, nothing more
        if key is None or (self.n < N_HELLOS and not isinstance(message, Hello | Close)):
            raise OrderError(f"{type(message).__name__} came before Hello", rule="P7.1")
        if isinstance(message, Close) and message.n >= N_HELLOS > self.n:
            raise SignatureError("Close of another match", rule="P3.4")
        verify_untrusted(key, self.context_for(message), signed.body, signed.signature)

    def take(self, who: Who, signed: SignedMessage) -> None:
        """Let a message with a good signature take effect; raises `RemoteProtocolError`."""
        message = signed.message
        match message:
            case Step():
                self.take_step(who, message, signed.body)
            case Hello():
                self._take_hello(who, message, signed.body)
            case End():
                self._take_end(who, message)
            case Ping():
                self._check_word(who, message)
            case Close():
                pass  # whatever it says, the connection is over
            case Resume():
                raise OrderError("Resume is the first message of a connection", rule="P5.5")
            case _:
                assert_never(message)

    def _take_hello(self, who: Who, hello: Hello, body: bytes) -> None:
        sender = self.seat_of(who)
        is_offer = sender == Role.HOST
        act = who.act("OFFER" if is_offer else "ANSWER")
        state = next_state(self.state, act)
        self._check_place(hello.n, hello.prev, self.n)
        if who is Who.YOU and is_offer:
            check_offer(hello, self.terms, self._key_hash)
        elif who is Who.YOU:
            offer = self.hellos[0].message
            assert isinstance(offer, Hello), "the first message is the offer"
            check_answer(hello, offer, self.terms)
        self._keys[sender] = hello.key
        self.has_open_looks = bool(hello.options.open_looks)
        self.state = state
        self._heads.append(head(body))

    def take_step(self, who: Who, step: Step, body: bytes, table: Table | None = None) -> None:
        """Apply a Step, all of it or nothing; `table` is the result, if it was applied before."""
        act, final = STEP_ACTS[who]
        # The type must be legal before anything else is looked at.
        following = next_state(self.state, act)
        n = len(self._heads)
        self._check_place(step.n, step.prev, n)
        if n >= MAX_CHAIN:
            raise OrderError(f"a match ends without result after {MAX_CHAIN} messages", rule="P11")
        sender = self.seat_of(who)
        if table is None:
            table = self._apply_parts(sender, step)
        if step.digest != table.observer.digest():
            raise DigestMismatchError("the public states differ", rule="P7.2")
        is_over = isinstance(table.request, Over)
        was_conceded = self.state is State.CROSS
        self.state = next_state(self.state, final) if is_over else following
        self._table = table
        self.steps.append((sender, step.parts))
        self._heads.append(head(body))
        self._offered_by = sender if step.offer else None
        if is_over:
            if was_conceded:
                self.result = None  # P7.3: the game ended first
            self._go_over()

    def _apply_parts(self, sender: int, step: Step) -> Table:
        table = self.table.clone()
        for part in step.parts:
            table.apply_part(sender, part)
        owed = table.owed
        if owed is not None and owed.seat == sender:
            due = owed.part.name.lower()
            raise PartError(f"the Step ends, but {due} is still due", rule="P6.4")
        return table

    def _go_over(self) -> None:
        """Who sends the first End: the loser, in a draw the host."""  # P8.1
        request = self.table.request
        assert isinstance(request, Over), f"{request} is due"
        first = Role.HOST.value if request.winner == DRAW else 1 - request.winner
        act = Act.I_END_FIRST if first == self.role else Act.YOU_END_FIRST
        self.state = next_state(self.state, act)

    # Ends

    def _take_end(self, who: Who, end: End) -> None:
        state = self.state_before(who, end)
        act = self._act_of_end(who, end, state)
        following = TRANSITIONS.get((state, act))
        if following is None:
            if state in AFTER_HELLO:
                raise ResultError(
                    f"{end.reason.name.lower()} is no result now: {situation(self.state)}",
                    rule="P8.1",
                )
            raise OrderError(f"End is not due: {situation(self.state)}", rule="P7.1")
        # A concession of ours that crossed a Step, was lost and is adopted, comes after that Step.
        is_late = act is Act.RECV_LATE_CONCEDE or self._is_adopted_late(who, end)
        self._check_place(end.n, end.prev, self.n - 1 if is_late else self.n)
        if self._is_void(act):
            self._n_void += 1
            if self._n_void > 1:
                raise OrderError("a second concession that changes nothing", rule="P11")
        else:
            self._check_end(who, end, act)
            self.result = self._result_of(end, act)
            self.ends.append(end)
        self.state = following

    def state_before(self, who: Who, end: End) -> State:
        """Where its sender stood when it signed an End; elsewhere than now if we adopt it.

        An End of ours that the peer's concession crossed, lost and repeated behind it, was signed
        while we owed a Step, and stands against that concession.
        """  # P7.3, P10.6
        is_conceded = self.result is not None and self.result.reason is Reason.CONCEDE
        owes = sender_of(self.n) == self._seat
        if who is Who.ME and self.state is State.LAST_ME and is_conceded and owes:
            return self.state if end.winner == self._seat else State.STEP_ME
        return self.state

    def _act_of_end(self, who: Who, end: End, state: State) -> Act:
        is_second = state in {State.LAST_ME, State.LAST_YOU}
        match end.reason:
            case Reason.RULES:
                return who.act("CONFIRM" if is_second else "RESULT")
            case Reason.AGREED:
                return who.act("CONFIRM" if is_second else "AGREE")
        if end.winner == self.seat_of(who):
            return who.act("CONFIRM")
        if end.winner == DRAW:
            raise ResultError("nobody can concede a draw", rule="P8.1")
        if end.reason is Reason.TIME:
            return who.act("TIME")
        # P7.3: a concession that was sent before our last Step arrived.
        is_late = who is Who.YOU and end.n == self.n - 1 and self._sent_last(Who.ME)
        return who.act("LATE_CONCEDE" if is_late else "CONCEDE")

    def _is_adopted_late(self, who: Who, end: End) -> bool:
        is_mine = who is Who.ME and end.reason is Reason.CONCEDE
        return is_mine and end.n == self.n - 1 and self._sent_last(Who.YOU)

    def _sent_last(self, who: Who) -> bool:
        return bool(self.steps) and self.steps[-1][0] == self.seat_of(who)

    def _is_void(self, act: Act) -> bool:
        """A concession that changes nothing: the game was over, or the other one came first."""
        if act is Act.RECV_LATE_CONCEDE:
            return self.state in {State.END_ME, State.END_YOU, State.LAST_YOU}
        return act is Act.RECV_CONCEDE and self.state is State.LAST_YOU

    def _check_end(self, who: Who, end: End, act: Act) -> None:
        sender, is_draw = self.seat_of(who), end.winner == DRAW
        is_confirm = act.name.endswith("CONFIRM")
        if is_confirm:
            self._check_confirm(end)
        if end.reason is Reason.RULES:
            request = self.table.request
            if not isinstance(request, Over) or request.winner != end.winner:
                raise ResultError("the game has another result", rule="P8.1")
        if end.reason is Reason.AGREED and not is_draw:
            raise ResultError("an agreed draw has no winner", rule="P8.1")
        if act.name.endswith("AGREE") and self._offered_by != 1 - sender:
            raise ResultError("no draw was offered in the last Step", rule="P8.1")
        if end.waive and (is_confirm or is_draw):
            raise ResultError("only a loser can waive the audit", rule="P8.3")
        is_waived = is_confirm and self.result is not None and self.result.is_waived
        self._check_audit(who, end, is_due=is_draw or (is_confirm and not is_waived))

    def _check_confirm(self, end: End) -> None:
        result = self.result
        if result is None or (result.winner, result.reason) != (end.winner, end.reason):
            raise ResultError("the second End names another result than the first", rule="P8.1")

    def _check_audit(self, who: Who, end: End, *, is_due: bool) -> None:
        if not is_due:
            if end.opened is not None:
                raise ResultError("nobody asked for this audit", rule="P8.3")
            return
        if end.opened is None:
            raise AuditError("the audit was refused", rule="P8.2")
        if who in self._audited:
            seat, rules = self.seat_of(who), self.terms.rules
            check_opened_untrusted(
                rules, self.sid, seat, end.opened, self.steps, has_open_looks=self.has_open_looks
            )

    def is_false_end(self, seat: int, end: End) -> bool:
        """Whether an End of a seat is wrong by the chain alone, whatever other Ends there are.

        What else is wrong with an End may come from another that is missing, or was put there.
        """  # P10.12
        request, loses = self.table.request, end.winner == 1 - seat
        winner = request.winner if isinstance(request, Over) else None
        match end.reason:
            case Reason.RULES:
                is_false = winner != end.winner
            case Reason.AGREED:
                is_false = end.winner != DRAW or self._offered_by is None
            case Reason.CONCEDE | Reason.TIME:
                owes = sender_of(end.n) == seat
                is_early = end.reason is Reason.TIME and owes != loses
                is_behind = winner is not None and end.n == self.n
                is_false = end.winner == DRAW or is_early or is_behind
        opens_wrong = end.opened is not None if loses else end.waive
        return is_false or opens_wrong or (end.winner == DRAW and end.opened is None)

    def check_claim(self, who: Who, end: End) -> Result:
        """An End of a winner by the rules whose loser sent none; raises `RemoteProtocolError`.

        It counts for nothing on the wire and stands in the winner's own file alone.
        """  # P8.5
        waits = State.END_YOU if who is Who.ME else State.END_ME
        if self.state is not waits or end.reason is not Reason.RULES or end.waive:
            raise ResultError(f"nothing can be claimed: {situation(self.state)}", rule="P8.5")
        self._check_place(end.n, end.prev, self.n)
        request = self.table.request
        if not isinstance(request, Over) or request.winner != end.winner:
            raise ResultError("the game has another result", rule="P8.1")
        self._check_audit(who, end, is_due=True)
        return Result(end.winner, end.reason, False, request.reason)

    def _result_of(self, end: End, act: Act) -> Result:
        if act.name.endswith("CONFIRM"):
            assert self.result is not None, "a confirmation confirms something"
            return self.result
        request = self.table.request
        detail = request.reason if end.reason is Reason.RULES and isinstance(request, Over) else ""
        return Result(end.winner, end.reason, end.waive, detail)

    # Places in the chain

    def _check_place(self, n: int, prev: bytes, expected: int) -> None:
        if n != expected:
            raise OrderError(f"number {n} came, {expected} is next", rule="P7.2")
        if prev != (self._heads[expected - 1] if expected else self.handshake_hash):
            raise ChainError(f"message {n} builds on another message", rule="P7.2")

    def _check_word(self, who: Who, word: Ping) -> None:
        """A Ping names what its sender holds: all, or all but our last message."""
        if self.state not in AFTER_HELLO | {State.DONE}:
            raise OrderError(f"Ping is not due: {situation(self.state)}", rule="P7.1")
        is_behind = word.n == self.n - 1 and who is Who.YOU and self._sent_last(Who.ME)
        self._check_place(word.n, word.prev, self.n - 1 if is_behind else self.n)
