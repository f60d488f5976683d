"""Offline verification: what a file of a match proves to somebody who was not there.

Feeds a transcript, or a journal, to a chain: signatures, order, every opening, every decision, the
full replay and the audits, with the checks the players made. A file is hostile input: it can be
cut, spoiled or forged, and the answer is always a verdict, never an exception. What it proves binds
keys, not people; silence proves nothing. Below: `chain`, `records`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from .chain import N_HELLOS, Chain, Who, sender_of
from .errors import (
    AuditError,
    HelloError,
    OrderError,
    ProtocolError,
    RemoteProtocolError,
    SignatureError,
)
from .game import DRAW
from .greeting import Terms, check_answer, check_offer
from .identity import verify_untrusted
from .messages import End, Hello, Reason, Resume, Step, head
from .quick import read_message_untrusted
from .records import (
    DamagedError,
    JournalError,
    RecordKind,
    decode_made_untrusted,
    decode_start_untrusted,
    read_records_untrusted,
)
from .states import I_OWE, YOU_OWE, State

if TYPE_CHECKING:
    from typing import TypeGuard

    from .chain import Result
    from .game import Rules
    from .messages import Message
    from .records import Reading, Record, Start

NAMES = ("host", "guest")
PROVES_NOTHING = "; a message marked as refused proves nothing"


class VerdictKind(Enum):
    """What a file is worth."""

    FINISHED = "finished"  # consistent, both Ends signed, the audit passed or waived
    UNFINISHED = "unfinished"  # consistent up to where it ends
    BROKEN = "broken"  # somebody broke a rule, and the file proves it
    DAMAGED = "damaged"  # not as it was written
    FOREIGN = "foreign"  # no transcript, or of other rules or cards than ours


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of a verification, with one line for people."""

    kind: VerdictKind
    text: str
    n_messages: int = 0
    result: Result | None = None
    broken_by: int | None = None  # a seat


def verify_transcript_untrusted(data: bytes, rules: Rules) -> Verdict:
    """What the bytes of a transcript or journal prove, under our rules and catalogue."""  # P10.5
    try:
        reading = read_records_untrusted(data)
        if not reading.records or reading.records[0].kind is not RecordKind.START:
            return Verdict(VerdictKind.FOREIGN, "this is no transcript of a match")
        start = decode_start_untrusted(reading.records[0].payload)
    except DamagedError as error:
        return Verdict(VerdictKind.DAMAGED, str(error))
    except JournalError as error:
        return Verdict(VerdictKind.FOREIGN, str(error))
    terms = Terms(rules, "verify")
    chain = Chain(start.role, start.handshake_hash, terms, audited=(Who.ME, Who.YOU))
    return _verify_greeting(chain, start) or _verify_records(chain, reading)


def _verify_greeting(chain: Chain, start: Start) -> Verdict | None:
    """Both Hellos; None if they are good."""
    try:
        for seat, raw in enumerate(start.hellos):
            signed = chain.take_untrusted(_who(chain, seat), raw)
            if not isinstance(signed.message, Hello):  # a Close needs no key before the Hellos
                raise OrderError("a match begins with two Hellos", rule="P10.1")
            chain.hellos.append(signed)
        offer, answer = (signed.message for signed in chain.hellos)
        assert isinstance(offer, Hello), "the chain takes nothing else here"
        assert isinstance(answer, Hello), "the chain takes nothing else here"
        check_offer(offer, chain.terms, None)
        check_answer(answer, offer, chain.terms)
    except HelloError as error:
        return Verdict(VerdictKind.FOREIGN, f"played under other terms: {error.reason}")
    except ProtocolError as error:
        return Verdict(VerdictKind.BROKEN, f"the greeting is no good: {error}")
    chain.deal(None)
    return None


def _who(chain: Chain, seat: int) -> Who:
    return Who.ME if seat == chain.role else Who.YOU


def _verify_records(chain: Chain, reading: Reading) -> Verdict:
    for record in reading.records[1:]:
        verdict = _verify_record(chain, record)
        if verdict is not None:
            return verdict
    return _conclude(chain)


def _conclude(chain: Chain, remark: str = "") -> Verdict:
    """What a file proves in which nothing was found broken."""
    if chain.state is State.DONE:
        return Verdict(
            VerdictKind.FINISHED, f"consistent, {_describe(chain)}{remark}", chain.n, chain.result
        )
    text = f"consistent, unfinished after message {chain.n - 1}: {_awaited(chain)}"
    if chain.result is not None:
        text = f"consistent, {_describe(chain)}, not countersigned"
    elif chain.state in {State.END_ME, State.END_YOU}:
        text = f"{text}; the result is not countersigned"
    return Verdict(VerdictKind.UNFINISHED, text + remark, chain.n, chain.result)


def _verify_record(chain: Chain, record: Record) -> Verdict | None:
    """Let one record take effect; a verdict if it breaks something."""
    who = Who.ME if record.kind is RecordKind.MADE else Who.YOU
    seat = chain.seat_of(who)
    try:
        match record.kind:
            case RecordKind.NOTE:
                return None
            case RecordKind.START:
                raise JournalError("a second match begins")
            case RecordKind.MADE:
                raw = decode_made_untrusted(record.payload).message
                if not _fits(chain, seat, raw):
                    return _signed_twice(chain, raw) or _misplaced(chain, record)
                _verify_own(chain, raw)
            case RecordKind.REFUSED:
                return _judge_refusal(chain, record.payload)
            case RecordKind.GOT:
                if not _fits(chain, seat, record.payload):
                    return _signed_twice(chain, record.payload) or _misplaced(chain, record)
                chain.take_untrusted(who, record.payload)
    except RemoteProtocolError as error:
        if not error.code.is_provable or _convicts(chain, seat, record, error):
            return _accuse(chain, seat, error)
        if record.kind is RecordKind.REFUSED:
            return _conclude(chain, PROVES_NOTHING)
        return _misplaced(chain, record)
    except ProtocolError as error:
        return Verdict(VerdictKind.DAMAGED, f"damaged at byte {record.offset}: {error}", chain.n)
    return None


def _fits(chain: Chain, seat: int, raw: bytes) -> bool:
    """Whether a message builds on those before it: only then its signer answers for it here."""
    # P10.12
    message = read_message_untrusted(raw).message
    if isinstance(message, End) and chain.state is State.DONE:
        return False  # a copy of an End that stands already
    is_next = (message.n, message.prev) == (chain.n, chain.last_head)
    is_late = _is_concession(message, seat) and message.n == chain.n - 1 >= N_HELLOS
    return is_next or (is_late and message.prev == chain.head_of(message.n - 1))


def _is_concession(message: Message, seat: int) -> TypeGuard[End]:
    if not isinstance(message, End):
        return False
    return message.reason is Reason.CONCEDE and message.winner == 1 - seat


def _convicts(chain: Chain, seat: int, record: Record, error: RemoteProtocolError) -> bool:
    """Whether its signer broke something, whatever the file has lost or was given besides."""
    # P10.12: an End names the chain and no other End, a Resume belongs to another connection.
    raw = record.payload
    if record.kind is RecordKind.MADE:
        raw = decode_made_untrusted(raw).message
    message = read_message_untrusted(raw).message
    if not isinstance(message, End):
        return not isinstance(message, Resume)
    opens_false = isinstance(error, AuditError) and message.opened is not None
    return opens_false or chain.is_false_end(seat, message)


def _misplaced(chain: Chain, record: Record) -> Verdict:
    """A message moved, repeated or left out: whoever made the file may have done it."""
    text = f"damaged at byte {record.offset}: what stands there does not follow message"
    return Verdict(VerdictKind.DAMAGED, f"{text} {chain.n - 1}", chain.n)


def _judge_refusal(chain: Chain, raw: bytes) -> Verdict:
    """A message marked as refused; nobody signs the mark."""  # P10.12
    if chain.state is State.DONE:
        return _conclude(chain, "; what came behind the end was refused")
    if _is_resume(raw):
        return _judge_fork(chain, raw)
    if not _fits(chain, chain.seat_of(Who.YOU), raw):
        return _signed_twice(chain, raw) or _conclude(chain, PROVES_NOTHING)
    verdict = _conclude(chain, f"; message {chain.n} is marked as refused and breaks nothing")
    chain.take_untrusted(Who.YOU, raw)
    return verdict


def _is_resume(raw: bytes) -> bool:
    return isinstance(read_message_untrusted(raw).message, Resume)


def _judge_fork(chain: Chain, raw: bytes) -> Verdict:
    """A Resume that was refused: the peer said that it holds another chain."""  # P10.6
    signed = read_message_untrusted(raw)
    resume = signed.message
    assert isinstance(resume, Resume), "the caller looked"
    chain.check_signature_untrusted(Who.YOU, signed)
    peer = chain.seat_of(Who.YOU)
    if not chain.is_fork(resume.n, resume.prev):
        return _conclude(chain, "; a Resume marked as refused breaks nothing")
    if resume.n < N_HELLOS:
        text = f"the {NAMES[peer]} broke P10.6: its Resume holds less than both Hellos"
        return Verdict(VerdictKind.BROKEN, text, chain.n, None, peer)
    number = resume.n - 1
    if sender_of(number) == peer:  # one key signed two messages under one number
        return _forked(chain, number, "P10.6")
    text = f"two chains from message {number} on: the file cannot tell who forked"
    return Verdict(VerdictKind.BROKEN, text, chain.n, None, None)


def _signed_twice(chain: Chain, raw: bytes) -> Verdict | None:
    """Whether a key signed this Step under the number of another that stands in the file."""
    signed = read_message_untrusted(raw)
    n = signed.message.n
    if not isinstance(signed.message, Step) or not N_HELLOS <= n < chain.n:
        return None
    key = chain.key_of(sender_of(n))
    assert key is not None, "both Hellos are there"
    try:
        verify_untrusted(key, chain.sid, signed.body, signed.signature)
    except SignatureError:
        return None
    return None if head(signed.body) == chain.head_of(n) else _forked(chain, n, "P10.9")


def _forked(chain: Chain, n: int, rule: str) -> Verdict:
    seat = sender_of(n)
    text = f"the {NAMES[seat]} broke {rule}: it signed two messages {n}"
    return Verdict(VerdictKind.BROKEN, text, chain.n, None, seat)


def _verify_own(chain: Chain, raw: bytes) -> None:
    """A message of the file's owner: in the chain, or a claim that the loser did not sign."""
    signed = read_message_untrusted(raw)
    chain.check_signature_untrusted(Who.ME, signed)
    if chain.state is not State.END_YOU or not isinstance(signed.message, End):
        chain.take(Who.ME, signed)
    elif signed.body != chain.claim:  # made anew after each restart: one replay is enough
        chain.result = chain.check_claim(Who.ME, signed.message)
        chain.claim = signed.body


def _accuse(chain: Chain, seat: int, error: RemoteProtocolError) -> Verdict:
    """Who broke what, where, and whether the signature convicts the key."""
    if not error.code.is_provable:  # not signed by that key: whoever wrote the file did it
        text = f"message {chain.n} is forged or spoiled: {error}"
        return Verdict(VerdictKind.BROKEN, text, chain.n, None, None)
    key = chain.key_of(seat)
    signer = "" if key is None else f" (key {key.hex()[:16]})"
    rule = f" {error.rule}" if error.rule else ""
    text = f"the {NAMES[seat]}{signer} broke{rule} in message {chain.n}: {error.reason}"
    return Verdict(VerdictKind.BROKEN, text, chain.n, None, seat)


def _describe(chain: Chain) -> str:
    """A result in words: host won by deck-out in turn 14."""
    result = chain.result
    assert result is not None, "a match that is done has a result"
    waived = ", audit waived" if result.is_waived else ""
    if result.winner == DRAW:
        how = "agreement" if result.reason is Reason.AGREED else result.detail
        return f"drawn by {how}{waived}"
    winner, loser = NAMES[result.winner], NAMES[1 - result.winner]
    how = {
        Reason.RULES: f" by {result.detail}",
        Reason.CONCEDE: f": the {loser} conceded",
        Reason.TIME: f": the clock of the {loser} ran out",
    }[result.reason]
    return f"{winner} won{how}{waived}"


def _awaited(chain: Chain) -> str:
    """Whose message was due where a file stops; who left is a claim that no file proves."""
    if chain.state in I_OWE:
        return f"the next was the {NAMES[chain.seat_of(Who.ME)]}'s to send"
    if chain.state in YOU_OWE:
        return f"the next was the {NAMES[chain.seat_of(Who.YOU)]}'s to send"
    return "nothing more was due"
