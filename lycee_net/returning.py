"""How a side comes back to an old match: two Resumes, all that the other lacks, a Ping.

Invariant: before the peer's Ping says that it has repeated everything, nothing new is signed; a
message of our own that our disk lost is adopted, and its number is never signed again.
Above: `protocol`. Below: `side`, `resume`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .chain import Who, sender_of
from .channel import Link, Role, resume_psk
from .errors import (
    CloseCode,
    ForkError,
    LocalProtocolError,
    OrderError,
    SignatureError,
)
from .events import (
    AuditState,
    Resumed,
    StepMade,
)
from .greeting import Terms
from .messages import (
    End,
    Ping,
    Reason,
    Resume,
    Step,
    format_vector,
    parse_vector_untrusted,
)
from .records import JournalError
from .resume import Visitor, options_of, revive_match
from .side import Seat, Side
from .states import Act, State, situation
from .watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypeGuard

    from .commit import Entropy
    from .game import Rules
    from .identity import Identity
    from .journal import Journal
    from .messages import Message, SignedMessage


class Returning(Side):
    """A side that can lose its link."""

    @classmethod
    def revive(
        cls,
        journal: Journal,
        identity: Identity,
        rules: Rules,
        *,
        entropy: Entropy = os.urandom,
        channel_entropy: Callable[[int], bytes] = os.urandom,
    ) -> Self:
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

    # Both sides say what they hold

    @property
    def _resume_psk(self) -> bytes:
        return resume_psk(self._seat.invite_secret, self.chain.sid)

    def _drop_link(self) -> None:
        if not self.can_resume:
            raise LocalProtocolError(f"this match cannot be resumed: {situation(self.state)}")
        self.chain.lose_link()
        if self._watch is not None:
            self._watch.lose_link()

    def _use(self, link: Link) -> None:
        self._link = link
        self._outgoing.clear()
        self._is_closed, self._awaits_mark = False, False
        self._peer_resume, self._n_learned = None, 0

    def _send_resume(self) -> None:
        chain = self.chain
        banks = self.watch.clock.milliseconds()
        self._send_message(Resume(chain.n, chain.last_head, self._link.hash, banks))
        chain.await_resume()
        self._link.is_resumed = True

    def _take_resume(self, resume: Resume, raw: bytes) -> None:
        """Both sides have said what they hold: repeat what the peer lacks."""  # P10.6
        chain, self._resume_raw = self.chain, raw
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

    # What the peer repeats

    def _is_own(self, signed: SignedMessage) -> bool:
        """Whether the peer repeats a message that we had signed and lost."""
        match signed.message:
            case Step(n=n):
                return sender_of(n) == self.seat
            case End():
                try:
                    self.chain.check_signature_untrusted(Who.YOU, signed)
                except SignatureError:
                    return True
        return False

    def _is_concession(self, message: Message) -> TypeGuard[End]:
        if not isinstance(message, End):
            return False
        return message.reason is Reason.CONCEDE and message.winner == 1 - self.seat

    def _adopt(self, signed: SignedMessage) -> None:
        """Take a lost message of our own back; its number is never signed again."""  # P10.6
        chain, own = self.chain, self.chain.table.own
        assert own is not None, "a player has cards"
        chain.check_signature_untrusted(Who.ME, signed)
        end, playing = signed.message, {State.STEP_ME, State.STEP_YOU}
        if isinstance(end, End) and chain.state is State.END_YOU:
            return  # a claim, which counts for nothing, or a concession that the game made void
        if self._is_concession(end) and chain.state_before(Who.ME, end) not in playing:
            return  # another End has made it void
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
            if self.chain.is_fork(resume.n, resume.prev):
                raise ForkError("what it repeated is not what its Resume announced", rule="P10.6")
            self._send_mark()

    def _take_ping(self) -> None:
        resume, chain = self._peer_resume, self.chain
        if not self._awaits_mark or resume is None:
            self.watch.count_ping()
            return
        if chain.n < resume.n:
            raise OrderError(f"{resume.n} messages announced, {chain.n} came", rule="P10.6")
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
