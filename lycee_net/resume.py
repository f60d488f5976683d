"""An old match on a new connection: what the journal gives back, and who may take the seat.

Rebuilding needs the records alone: their checks suffice, signatures are not verified again. A
visitor has dialled with the key of the match, which proves little; its first message must be a
Resume that the peer's key signed for this very connection, and nothing is answered before.
Invariant: a number that was signed once is never signed again, whatever the disk has lost.
Below: `chain`, `records`, `channel`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .chain import Chain, Who
from .channel import Link, Role
from .deck import OwnCards
from .errors import CloseCode, LinkLostError, RemoteProtocolError
from .greeting import Terms
from .messages import (
    End,
    Hello,
    Resume,
    Step,
    parse_vector_untrusted,
)
from .quick import read_message_untrusted
from .records import (
    JournalError,
    RecordKind,
    decode_made_untrusted,
    decode_note_untrusted,
    decode_start_untrusted,
)
from .states import State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .game import Rules
    from .messages import Options, SignedMessage
    from .records import Record, Secrets, Start

RESUMABLE = (CloseCode.LATER, CloseCode.INTERNAL)  # last words after which a match can go on


@dataclass(slots=True)
class Revived:
    """A match as its journal holds it."""

    start: Start
    secrets: Secrets
    chain: Chain
    ends: list[tuple[Who, bytes]] = field(default_factory=list)  # whole messages, in their order
    banks: tuple[int, int] | None = None  # milliseconds
    place: tuple[str, int] | None = None  # where the guest dialled, or the host listens


def revive_match(records: Sequence[Record], rules: Rules) -> Revived:
    """Rebuild a match from the records of its journal; its link is away.

    Raises `JournalError` if they hold no match of ours or other rules, `RemoteProtocolError` if
    what was accepted once is not acceptable now.
    """
    if not records or records[0].kind is not RecordKind.START:
        raise JournalError("the journal holds no match")
    start = decode_start_untrusted(records[0].payload)
    secrets = start.secrets
    if secrets is None:
        raise JournalError("this is a transcript; only a journal can be resumed")
    chain = Chain(start.role, start.handshake_hash, Terms(rules, "resume"))
    for seat, raw in enumerate(start.hellos):
        signed = read_message_untrusted(raw)
        chain.take(Who.ME if seat == start.role else Who.YOU, signed)
        chain.hellos.append(signed)
    cards = parse_vector_untrusted(secrets.cards)
    chain.deal(OwnCards(start.role.value, chain.sid, secrets.deck_secret, cards))
    revived = Revived(start, secrets, chain)
    for record in records[1:]:
        _replay(revived, record)
    chain.lose_link()
    return revived


def _replay(revived: Revived, record: Record) -> None:
    match record.kind:
        case RecordKind.START:
            raise JournalError("a second match begins")
        case RecordKind.MADE:
            made = decode_made_untrusted(record.payload)
            own = revived.chain.table.own
            assert own is not None, "a player has cards"
            own.vectors += map(parse_vector_untrusted, made.vectors)
            _replay_message(revived, Who.ME, made.message)
        case RecordKind.GOT:
            _replay_message(revived, Who.YOU, record.payload)
        case RecordKind.REFUSED:
            revived.chain.state = State.ERROR
        case RecordKind.NOTE:
            _replay_note(revived, record.payload)


def _replay_message(revived: Revived, who: Who, raw: bytes) -> None:
    chain, signed = revived.chain, read_message_untrusted(raw)
    if isinstance(signed.message, End):
        if who is Who.ME and chain.state is State.END_YOU:
            return  # a claim, which counts for nothing # P8.5
        revived.ends.append((who, raw))
    chain.take(who, signed)


def _replay_note(revived: Revived, payload: bytes) -> None:
    match decode_note_untrusted(payload):
        case ("banks", int(first), int(second)):
            revived.banks = first, second
        case ("place", str(host), int(port)):
            revived.place = host, port
        case ("closed", int(code)) if code not in RESUMABLE:
            if revived.chain.state is not State.DONE:
                revived.chain.state = State.ERROR
        case ("claim" | "fork", *_):
            if revived.chain.state not in {State.DONE, State.END_YOU}:
                revived.chain.state = State.ERROR


def chain_messages(start: Start, records: Sequence[Record]) -> list[bytes]:
    """The chain messages of a journal, as they were sent; the index is the number."""
    messages = list(start.hellos)
    for record in records:
        if record.kind is RecordKind.MADE:
            raw = decode_made_untrusted(record.payload).message
        elif record.kind is RecordKind.GOT:
            raw = record.payload
        else:
            continue
        if isinstance(read_message_untrusted(raw).message, Step):
            messages.append(raw)
    return messages


def check_resume_untrusted(chain: Chain, signed: SignedMessage, handshake_hash: bytes) -> Resume:
    """Whether a Resume was signed by the peer for this connection.

    Raises `LinkLostError`: whoever knows the key of the channel can send another.
    """
    message = signed.message
    if not isinstance(message, Resume):
        raise LinkLostError(f"{type(message).__name__} came in place of Resume")
    try:
        chain.check_signature_untrusted(Who.YOU, signed)
    except RemoteProtocolError:
        raise LinkLostError("whoever is there is not the other side of this match") from None
    if message.handshake_hash != handshake_hash:
        raise LinkLostError("the Resume belongs to another connection")
    return message


class Visitor:
    """Somebody who dialled for a match that goes on, and must prove who that is."""

    def __init__(self, chain: Chain, psk: bytes, entropy: Callable[[int], bytes]) -> None:
        self.link = Link(Role.HOST, psk, entropy)
        self.resume: Resume | None = None  # once it is proved
        self.raw = b""
        self._chain = chain

    def receive_data(self, data: bytes) -> None:
        """Take bytes; raises `LinkLostError` for whatever is not the one expected message."""
        self.link.receive_data(data)
        was_open = self.link.is_open
        raw = self.link.next_message()
        if not was_open and self.link.is_open:
            raw = self.link.next_message()
        if raw is None or self.resume is not None:
            return
        try:
            signed = read_message_untrusted(raw)
        except RemoteProtocolError as error:
            raise LinkLostError(error.reason) from None
        self.resume = check_resume_untrusted(self._chain, signed, self.link.hash)
        self.raw = raw

    def data_to_send(self) -> bytes:
        """The answer to the handshake, and nothing else."""
        return self.link.data_to_send()


def options_of(chain: Chain) -> Options:
    """What both sides agreed on."""
    answer = chain.hellos[-1].message
    assert isinstance(answer, Hello), "both Hellos are there"
    return answer.options
