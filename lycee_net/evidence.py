"""Files beside files: two of one match, or a copy without audits to show around.

Two files with one session prove a double signature that neither proves alone: two bodies, one key,
one number. Nothing here is about the game. Files are hostile input. Below: `records`, `chain`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .chain import sender_of
from .errors import ProtocolError, SignatureError
from .identity import verify_untrusted
from .messages import End, Hello, Step, head, parse_message_untrusted
from .records import (
    FIRST_CHECK,
    JournalError,
    RecordKind,
    Start,
    decode_made_untrusted,
    decode_start_untrusted,
    format_record,
    read_records_untrusted,
)


@dataclass(frozen=True, slots=True)
class Fork:
    """One key signed two messages under one number of one match."""

    seat: int
    key: bytes
    n: int


@dataclass(frozen=True, slots=True)
class _File:
    start: Start
    sid: bytes
    keys: tuple[bytes, bytes]
    bodies: dict[int, set[bytes]]  # number -> bodies of the signed chain message, one if honest


def find_fork_untrusted(one: bytes, two: bytes) -> Fork | None:
    """The first number under which a key signed two bodies in two files of one match.

    Raises `JournalError` if a file is none or they are not of one match.
    """  # P10.5
    first, second = _read(one), _read(two)
    if first.sid != second.sid:
        raise JournalError("the two files are of different matches")
    for n in sorted(first.bodies.keys() | second.bodies.keys()):
        if len(first.bodies.get(n, set()) | second.bodies.get(n, set())) > 1:
            seat = sender_of(n)
            return Fork(seat, first.keys[seat], n)
    return None


def _read(data: bytes) -> _File:
    records = read_records_untrusted(data).records
    if not records or records[0].kind is not RecordKind.START:
        raise JournalError("this is no file of a match")
    start = decode_start_untrusted(records[0].payload)
    try:
        sid, both = _read_greeting(start)
        bodies: dict[int, set[bytes]] = {}
        for record in records[1:]:
            _collect(bodies, record.kind, record.payload, sid, both)
    except JournalError:
        raise
    except ProtocolError as error:
        raise JournalError(f"a message of this file is none: {error}") from None
    return _File(start, sid, both, bodies)


def _read_greeting(start: Start) -> tuple[bytes, tuple[bytes, bytes]]:
    """The session and both keys: the one names the others only if the Hellos are one chain."""
    keys, prev = [], start.handshake_hash
    for number, raw in enumerate(start.hellos):
        signed = parse_message_untrusted(raw)
        hello = signed.message
        if not isinstance(hello, Hello) or (hello.n, hello.prev) != (number, prev):
            raise JournalError("this file has no greeting")
        verify_untrusted(hello.key, start.handshake_hash, signed.body, signed.signature)
        keys.append(hello.key)
        prev = head(signed.body)
    return prev, (keys[0], keys[1])


def _collect(
    bodies: dict[int, set[bytes]],
    kind: RecordKind,
    payload: bytes,
    sid: bytes,
    keys: tuple[bytes, ...],
) -> None:
    if kind is RecordKind.MADE:
        payload = decode_made_untrusted(payload).message
    elif kind not in {RecordKind.GOT, RecordKind.REFUSED}:
        return
    signed = parse_message_untrusted(payload)
    if isinstance(signed.message, Step):
        n = signed.message.n
        try:
            verify_untrusted(keys[sender_of(n)], sid, signed.body, signed.signature)
        except SignatureError:
            if kind is RecordKind.REFUSED:
                return  # under a number of the other side: refused with reason, and no second body
            raise
        bodies.setdefault(n, set()).add(signed.body)


def strip_audits_untrusted(data: bytes) -> bytes:
    """A copy of a file without the Ends that open a list, and without secrets of its owner.

    Raises `JournalError` if the file is none.
    """  # P8.5
    written, check = bytearray(), FIRST_CHECK
    for record in read_records_untrusted(data).records:
        payload = record.payload
        match record.kind:
            case RecordKind.NOTE:
                continue
            case RecordKind.MADE:
                raw = decode_made_untrusted(payload).message
            case RecordKind.GOT | RecordKind.REFUSED:
                raw = payload
            case RecordKind.START:
                start = decode_start_untrusted(payload)
                if start.secrets is not None:
                    raise JournalError("this is a journal; only a transcript can be shown around")
                raw = b""
        if raw and _opens(raw):
            continue
        one = format_record(check, record.kind, payload)
        check = one[-len(FIRST_CHECK) :]
        written += one
    return bytes(written)


def _opens(raw: bytes) -> bool:
    try:
        message = parse_message_untrusted(raw).message
    except ProtocolError as error:
        raise JournalError(f"a message of this file is none: {error}") from None
    return isinstance(message, End) and message.opened is not None
