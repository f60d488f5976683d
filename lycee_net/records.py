"""Records: the one file format of journals and transcripts.

A record is length 4, kind 1, payload, check 8; the check hashes the check before it, so no byte
can change unnoticed and no record can move. The length is two bytes and their complement: a
spoiled length is told from a file that ends too early. Checks find accidents; what proves who said
what are the signatures inside. Below: `codec`.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from .channel import Role
from .codec import ARRAY, BYTES, decode_untrusted, encode, format_head
from .errors import LocalProtocolError, MessageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .codec import Value

VERSION = 1
CHECK_TAG = b"lycee/1/file\0"
CHECK_SIZE = 8
HEADER_SIZE = 5
MAX_PAYLOAD = 0xFFFF
FIRST_CHECK = bytes(CHECK_SIZE)
HEADER = struct.Struct(">HHB")  # length, its complement, kind
MADE_HEAD = format_head(ARRAY, 2)


class JournalError(LocalProtocolError):
    """A journal or transcript cannot be read or is in use."""


class DamagedError(JournalError):
    """A file is not as it was written, from the byte `at` on."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(f"damaged at byte {at}: {reason}")
        self.at = at


class RecordKind(IntEnum):
    """What a record holds."""  # P10.1

    START = 0
    GOT = 1
    MADE = 2
    NOTE = 3
    REFUSED = 4


@dataclass(frozen=True, slots=True)
class Record:
    """One record and the place in the file where it begins."""

    kind: RecordKind
    payload: bytes
    offset: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The records of a file, and how far it is whole."""

    records: tuple[Record, ...]
    end: int  # where the last whole record ends
    check: bytes  # the check of the last whole record
    is_torn: bool  # the file ends inside a record


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a journal knows and a transcript does not."""

    invite_secret: bytes
    deck_secret: bytes
    cards: bytes  # the own list, two bytes a card

    def __repr__(self) -> str:
        return "Secrets(...)"


@dataclass(frozen=True, slots=True)
class Start:
    """The first record: what the match was agreed on."""

    role: Role
    handshake_hash: bytes
    hellos: tuple[bytes, bytes]  # whole signed messages, host first
    secrets: Secrets | None


@dataclass(frozen=True, slots=True)
class Made:
    """A message of our own, and the secret cards of the seals in it."""

    message: bytes
    vectors: tuple[bytes, ...]


def format_record(check: bytes, kind: RecordKind, payload: bytes) -> bytes:
    """The bytes of the record that follows the one with `check`."""
    length = len(payload)
    if length > MAX_PAYLOAD:
        raise LocalProtocolError(f"a record of {length} bytes")
    content = HEADER.pack(length, length ^ MAX_PAYLOAD, kind) + payload
    return content + _check(check, content)


def _check(before: bytes, content: bytes) -> bytes:
    return hashlib.sha256(CHECK_TAG + before + content).digest()[:CHECK_SIZE]


def read_records_untrusted(data: bytes) -> Reading:
    """All records of a file; raises `DamagedError`."""
    records: list[Record] = []
    at, check = 0, FIRST_CHECK
    while at < len(data):
        end = _record_end(data, at)
        if end is None:
            raise DamagedError(at, "no record begins here")
        if end > len(data):
            return Reading(tuple(records), at, check, is_torn=True)
        if data[end - CHECK_SIZE : end] != _check(check, data[at : end - CHECK_SIZE]):
            raise DamagedError(at, "the check of this record is wrong")
        kind = RecordKind(data[at + 4])
        records.append(Record(kind, data[at + HEADER_SIZE : end - CHECK_SIZE], at))
        at, check = end, data[end - CHECK_SIZE : end]
    return Reading(tuple(records), at, check, is_torn=False)


def may_begin_untrusted(data: bytes) -> bool:
    """Whether a file of records may begin so; the first `HEADER_SIZE` bytes of it tell."""
    return _record_end(data, 0) is not None


def _record_end(data: bytes, at: int) -> int | None:
    """Where the record at `at` ends; beyond the data if that is cut; None if none can be here."""
    header = data[at : at + HEADER_SIZE]
    if len(header) < HEADER_SIZE:
        return len(data) + 1
    length, complement = int.from_bytes(header[:2], "big"), int.from_bytes(header[2:4], "big")
    if length ^ complement != MAX_PAYLOAD or header[4] > max(RecordKind):
        return None
    return at + HEADER_SIZE + length + CHECK_SIZE


def read_journal(data: bytes) -> Reading:
    """The records of our own journal: a torn or spoiled last record is as if never written.

    It was not synced, so nothing of it was sent. A bad record with a good one behind it is damage:
    raises `DamagedError`.
    """  # P10.3
    try:
        return read_records_untrusted(data)
    except DamagedError as error:
        good = data[: error.at]
        before = good[-CHECK_SIZE:] or FIRST_CHECK
        if _has_record_behind(data, len(good), before):
            raise
        reading = read_records_untrusted(good)
        return Reading(reading.records, reading.end, reading.check, is_torn=True)


def _has_record_behind(data: bytes, damaged: int, before: bytes) -> bool:
    """Whether some whole record begins after the one at `damaged`, which follows `before`.

    It is chained to the eight bytes in front of it, or, if just those are spoiled, to what they
    should be.
    """
    spoiled = _record_end(data, damaged)
    wanted = b""
    if spoiled is not None and spoiled <= len(data):
        wanted = _check(before, data[damaged : spoiled - CHECK_SIZE])
    for at in range(damaged + CHECK_SIZE, len(data) - HEADER_SIZE - CHECK_SIZE + 1):
        end = _record_end(data, at)
        if end is None or end > len(data):
            continue
        content = data[at : end - CHECK_SIZE]
        check = data[end - CHECK_SIZE : end]
        if check == _check(data[at - CHECK_SIZE : at], content):
            return True
        if at == spoiled and check == _check(wanted, content):
            return True
    return False


def encode_start(start: Start) -> bytes:
    """The payload of a START record."""
    fields: list[int | bytes] = [VERSION, start.role.value, start.handshake_hash, *start.hellos]
    if start.secrets is not None:
        secrets = start.secrets
        fields += [secrets.invite_secret, secrets.deck_secret, secrets.cards]
    return encode(fields)


def decode_start_untrusted(payload: bytes) -> Start:
    """The agreement in a START record; raises `JournalError`."""
    try:
        fields = decode_untrusted(payload)
    except MessageError as error:
        raise JournalError(f"the first record is no start: {error}") from None
    match fields:
        case (version, role, bytes(h), bytes(host), bytes(guest)):
            secrets = None
        case (version, role, bytes(h), bytes(host), bytes(guest), bytes(a), bytes(b), bytes(c)):
            secrets = Secrets(a, b, c)
        case _:
            raise JournalError("the first record is no start")
    if type(version) is not int or version != VERSION:
        raise JournalError("the file has a version that this program does not know")
    if type(role) is not int or role not in set(Role) or len(h) != 32:
        raise JournalError("the first record is no start")
    return Start(Role(role), h, (host, guest), secrets)


def encode_made(message: bytes, vectors: Sequence[bytes] = ()) -> bytes:
    """The payload of a MADE record: a message of our own, and the cards of the seals in it."""
    pieces = [MADE_HEAD, format_head(BYTES, len(message)), message]
    pieces.append(format_head(ARRAY, len(vectors)))
    for vector in vectors:
        pieces += (format_head(BYTES, len(vector)), vector)
    return b"".join(pieces)


def decode_made_untrusted(payload: bytes) -> Made:
    """The message in a MADE record; raises `JournalError`."""
    try:
        fields = decode_untrusted(payload)
    except MessageError as error:
        raise JournalError(f"a record of a message is none: {error}") from None
    match fields:
        case (bytes(message), tuple(vectors)) if all(type(one) is bytes for one in vectors):
            return Made(message, vectors)
    raise JournalError("a record of a message is none")


def decode_note_untrusted(payload: bytes) -> tuple[Value, ...]:
    """The word and the values of a NOTE record; raises `JournalError`."""
    try:
        fields = decode_untrusted(payload)
    except MessageError as error:
        raise JournalError(f"a note is none: {error}") from None
    if not isinstance(fields, tuple):
        raise JournalError("a note is none")
    return fields


def strip_secrets(records: tuple[Record, ...]) -> bytes:
    """The transcript of a journal: START without secrets, MADE without vectors, no notes."""
    # P10.4
    data, check = bytearray(), FIRST_CHECK
    for record in records:
        payload = _public_payload(record)
        if payload is None:
            continue
        written = format_record(check, record.kind, payload)
        check = written[-CHECK_SIZE:]
        data += written
    return bytes(data)


def _public_payload(record: Record) -> bytes | None:
    match record.kind:
        case RecordKind.START:
            start = decode_start_untrusted(record.payload)
            return encode_start(Start(start.role, start.handshake_hash, start.hellos, None))
        case RecordKind.MADE:
            return encode_made(decode_made_untrusted(record.payload).message)
        case RecordKind.NOTE:
            return None
        case RecordKind.GOT | RecordKind.REFUSED:
            return record.payload
