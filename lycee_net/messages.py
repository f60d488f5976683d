"""The six messages and the seven parts: shapes, limits, and the envelope that is signed.

A message on the wire is a body and 64 bytes of signature; the body encodes
`[type, n, prev, fields ...]`. Hello and Step are chain messages and n is their number; in the
others n is how many chain messages the sender holds and prev the head of the last. Parsing checks
shape and limits only, never the game: what is due is decided above. Below: `codec`, `identity`.
"""

from __future__ import annotations

import hashlib
import struct
import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from .codec import decode_untrusted, encode
from .ed25519 import SIGNATURE_SIZE
from .errors import MessageError
from .identity import KEY_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .codec import Value
    from .identity import Identity

HASH_SIZE = 32
SALT_SIZE = 32
CARD_SIZE = 2
HEAD_TAG = b"lycee/1/head\0"
MAX_TEXT = 64  # bytes of a name, a program or a rules text
MAX_LINE = 256  # bytes of one decision
MAX_SLOTS = 255  # one HKDF call gives no more salts
MAX_NUMBER = 0xFFFFFFFF
MAX_LISTS = 8_000  # bytes of all card vectors in an End; a longer audit has the short form # P5.4
N_OPTIONS = 4


class Kind(IntEnum):
    """Message types."""  # P5.1

    HELLO = 0
    STEP = 1
    END = 2
    RESUME = 3
    PING = 4
    CLOSE = 5


# P11: bytes of a whole message, signature included
SIZE_LIMITS = {
    Kind.HELLO: 512,
    Kind.STEP: 16_000,
    Kind.END: 8_192,
    Kind.RESUME: 256,
    Kind.PING: 256,
    Kind.CLOSE: 256,
}
LIMITS = tuple(SIZE_LIMITS[kind] for kind in Kind)  # by number
LONGEST, LAST_KIND = max(LIMITS), len(LIMITS) - 1


class Reason(IntEnum):
    """Why a match ended."""  # P8.1

    RULES = 0
    CONCEDE = 1
    TIME = 2
    AGREED = 3


class PartCode(IntEnum):
    """The parts of a Step."""  # P5.3

    SEAL = 0
    PICK = 1
    SHOW = 2
    ROLL_COMMIT = 3
    ROLL_VALUE = 4
    ROLL_OPEN = 5
    DECIDE = 6


# The codes as plain numbers: reading a member of an enumeration costs more than decoding one.
SEAL, PICK, SHOW, ROLL_COMMIT, ROLL_VALUE, ROLL_OPEN, DECIDE = (code.value for code in PartCode)
STEP = Kind.STEP.value


@dataclass(frozen=True, slots=True)
class Seal:
    """The owner commits a zone: one leaf a slot, joined."""

    leaves: bytes


@dataclass(frozen=True, slots=True)
class Pick:
    """The other side names a slot for each handle asked for, one byte each."""

    slots: bytes


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One opening: the card behind a handle and the salt of its leaf."""

    handle: int
    card: int
    salt: bytes


@dataclass(frozen=True, slots=True)
class Show:
    """The owner opens cards, by rising handle."""

    cards: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True)
class RollCommit:
    """First of a roll: a leaf over a secret value."""

    leaf: bytes


@dataclass(frozen=True, slots=True)
class RollValue:
    """Second of a roll: the other side's value in the open."""

    value: bytes


@dataclass(frozen=True, slots=True)
class RollOpen:
    """Last of a roll: the committed value and its salt."""

    salt: bytes
    value: bytes


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision of the game, opaque here."""

    line: bytes


Part: TypeAlias = Seal | Pick | Show | RollCommit | RollValue | RollOpen | Decide
PART_CODES: dict[type[Part], PartCode] = {
    Seal: PartCode.SEAL,
    Pick: PartCode.PICK,
    Show: PartCode.SHOW,
    RollCommit: PartCode.ROLL_COMMIT,
    RollValue: PartCode.ROLL_VALUE,
    RollOpen: PartCode.ROLL_OPEN,
    Decide: PartCode.DECIDE,
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the host offers and the guest repeats; seconds, 0 for no limit."""

    bank: int = 0
    per_decision: int = 0
    away: int = 0
    open_looks: int = 0  # 1: a look at part of a deck is shown to both


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of each side."""  # P5.2

    n: int
    prev: bytes
    versions: tuple[int, ...]
    suites: tuple[int, ...]
    key: bytes
    name: str
    program: str
    rules: str
    rules_hash: bytes
    catalogue_hash: bytes
    options: Options


@dataclass(frozen=True, slots=True)
class Step:
    """Everything its sender owes, up to where the other side is needed."""  # P5.3

    n: int
    prev: bytes
    parts: tuple[Part, ...]
    digest: bytes
    offer: bool  # I would take a draw


@dataclass(frozen=True, slots=True)
class Opened:
    """What an audit opens: the deck secret and the cards of each own seal, slot by slot."""  # P8.2

    deck_secret: bytes
    vectors: tuple[tuple[int, ...], ...]

    def __repr__(self) -> str:
        return f"Opened({len(self.vectors)} seals)"


@dataclass(frozen=True, slots=True)
class End:
    """A result: a concession, a claim or a confirmation."""  # P8.1

    n: int
    prev: bytes
    winner: int  # seat 0 or 1, 2 for a draw
    reason: Reason
    waive: bool  # the loser wants no audit
    opened: Opened | None


@dataclass(frozen=True, slots=True)
class Resume:
    """First message on a new connection of an old match."""  # P5.5

    n: int
    prev: bytes
    handshake_hash: bytes
    banks: tuple[int, int]  # milliseconds


@dataclass(frozen=True, slots=True)
class Ping:
    """A sign of life."""

    n: int
    prev: bytes


@dataclass(frozen=True, slots=True)
class Close:
    """The last message of a connection."""

    n: int
    prev: bytes
    code: int


Message: TypeAlias = Hello | Step | End | Resume | Ping | Close


class SignedMessage(NamedTuple):
    """A message with the very bytes that were signed."""

    message: Message
    body: bytes
    signature: bytes

    @property
    def raw(self) -> bytes:
        """The bytes on the wire, before encryption."""
        return self.body + self.signature


def head(body: bytes) -> bytes:
    """The link of the chain that stands for a message; signatures do not count."""  # P3.3
    return hashlib.sha256(HEAD_TAG + body).digest()


def sign_message(message: Message, identity: Identity, context: bytes) -> SignedMessage:
    """Encode and sign a message of our own."""
    body = encode(_message_fields(message))
    return SignedMessage(message, body, identity.sign(context, body))


def _message_fields(message: Message) -> list[Value]:
    match message:
        case Step(n, prev, parts, digest, offer):
            return [STEP, n, prev, [_part_fields(part) for part in parts], digest, offer]
        case Hello():
            options = message.options
            return [
                Kind.HELLO.value,
                message.n,
                message.prev,
                message.versions,
                message.suites,
                message.key,
                message.name,
                message.program,
                message.rules,
                message.rules_hash,
                message.catalogue_hash,
                [options.bank, options.per_decision, options.away, options.open_looks],
            ]
        case End(n, prev, winner, reason, waive, opened):
            audit: list[Value] = []
            if opened is not None:
                vectors = [format_vector(vector) for vector in opened.vectors]
                audit = [opened.deck_secret, vectors]
            return [Kind.END.value, n, prev, winner, reason.value, waive, audit]
        case Resume(n, prev, handshake_hash, banks):
            return [Kind.RESUME.value, n, prev, handshake_hash, banks]
        case Ping(n, prev):
            return [Kind.PING.value, n, prev]
        case Close(n, prev, code):
            return [Kind.CLOSE.value, n, prev, int(code)]


def _part_fields(part: Part) -> list[Value]:
    match part:
        case Decide(line):
            return [DECIDE, line]
        case Show(cards):
            return [SHOW, [(one.handle, one.card, one.salt) for one in cards]]
        case Pick(slots):
            return [PICK, slots]
        case Seal(leaves):
            return [SEAL, leaves]
        case RollCommit(leaf):
            return [ROLL_COMMIT, leaf]
        case RollValue(value):
            return [ROLL_VALUE, value]
        case RollOpen(salt, value):
            return [ROLL_OPEN, salt, value]


def format_vector(cards: Sequence[int]) -> bytes:
    """The cards of a seal, two bytes each."""
    return struct.pack(f">{len(cards)}H", *cards)


def needs_short_form(n_slots: Sequence[int]) -> bool:
    """Whether an audit of seals of these sizes opens its first seal alone."""  # P5.4
    return len(encode([bytes(CARD_SIZE * n) for n in n_slots])) > MAX_LISTS


def parse_vector_untrusted(data: bytes) -> tuple[int, ...]:
    """The cards of a seal; raises `MessageError`."""
    if len(data) % CARD_SIZE or len(data) > MAX_SLOTS * CARD_SIZE:
        raise MessageError(f"card vector of {len(data)} bytes", rule="P5.4")
    return tuple(
        int.from_bytes(data[at : at + CARD_SIZE], "big") for at in range(0, len(data), CARD_SIZE)
    )


def parse_message_untrusted(raw: bytes) -> SignedMessage:
    """The message in decrypted bytes, its signature not yet checked; raises `MessageError`."""
    if len(raw) <= SIGNATURE_SIZE:
        raise MessageError(f"message of {len(raw)} bytes", rule="P5.1")
    if len(raw) > LONGEST:
        raise MessageError(f"message of {len(raw)} bytes", rule="P11")
    body, signature = raw[:-SIGNATURE_SIZE], raw[-SIGNATURE_SIZE:]
    fields = _array(decode_untrusted(body))
    if len(fields) < 3:
        raise MessageError(f"message of {len(fields)} fields", rule="P5.1")
    kind = _number(fields[0], LAST_KIND)
    if len(raw) > LIMITS[kind]:
        raise MessageError(f"{Kind(kind).name} of {len(raw)} bytes", rule="P11")
    n, prev = _number(fields[1]), _bytes(fields[2], HASH_SIZE)
    return SignedMessage(_parse_fields(kind, n, prev, fields[3:]), body, signature)


def _parse_fields(kind: int, n: int, prev: bytes, fields: tuple[Value, ...]) -> Message:
    if kind == STEP and len(fields) == 3:
        parts = tuple([_parse_part(part) for part in _array(fields[0])])
        return Step(n, prev, parts, _bytes(fields[1], HASH_SIZE), _flag(fields[2]))
    match Kind(kind), fields:
        case Kind.HELLO, (_, _, _, _, _, _, _, _, _):
            return _parse_hello(n, prev, fields)
        case Kind.END, (winner, reason, waive, audit):
            opened = _parse_opened(_array(audit))
            why = Reason(_number(reason, len(Reason) - 1))
            return End(n, prev, _number(winner, 2), why, _flag(waive), opened)
        case Kind.RESUME, (handshake_hash, banks):
            first, second = map(_number, _array(banks, 2))
            return Resume(n, prev, _bytes(handshake_hash, HASH_SIZE), (first, second))
        case Kind.PING, ():
            return Ping(n, prev)
        case Kind.CLOSE, (code,):
            return Close(n, prev, _number(code, 255))
    raise MessageError(f"{Kind(kind).name} with {len(fields)} fields of its own", rule="P5.1")


def _parse_hello(n: int, prev: bytes, fields: tuple[Value, ...]) -> Hello:
    versions, suites, key, name, program, rules, rules_hash, catalogue_hash, options = fields
    bank, per_decision, away, open_looks = _array(options, N_OPTIONS)
    return Hello(
        n,
        prev,
        tuple(_number(version) for version in _array(versions)),
        tuple(_number(suite) for suite in _array(suites)),
        _bytes(key, KEY_SIZE),
        _text(name),
        _text(program),
        _text(rules),
        _bytes(rules_hash, HASH_SIZE),
        _bytes(catalogue_hash, HASH_SIZE),
        Options(_number(bank), _number(per_decision), _number(away), _number(open_looks, 1)),
    )


def _parse_opened(fields: tuple[Value, ...]) -> Opened | None:
    if not fields:
        return None
    if len(fields) != 2:
        raise MessageError(f"audit of {len(fields)} fields", rule="P5.4")
    vectors = tuple(parse_vector_untrusted(_bytes(vector)) for vector in _array(fields[1]))
    return Opened(_bytes(fields[0], HASH_SIZE), vectors)


def _parse_part(value: Value) -> Part:
    fields = _array(value)
    if not fields:
        raise MessageError("a part without a code", rule="P5.3")
    code, n_fields = _number(fields[0], DECIDE), len(fields) - 1
    if n_fields != (2 if code == ROLL_OPEN else 1):
        raise MessageError(f"part {code} with {n_fields} fields", rule="P5.3")
    return PART_PARSERS[code](*fields[1:])


def _parse_seal(leaves: Value) -> Seal:
    joined = _bytes(leaves, limit=MAX_SLOTS * HASH_SIZE)
    if len(joined) % HASH_SIZE:
        raise MessageError(f"leaves of {len(joined)} bytes", rule="P5.3")
    return Seal(joined)


def _parse_pick(slots: Value) -> Pick:
    return Pick(_bytes(slots, limit=MAX_SLOTS))


def _parse_show(cards: Value) -> Show:
    return Show(tuple([_parse_shown_card(card) for card in _array(cards)]))


def _parse_commit(leaf: Value) -> RollCommit:
    return RollCommit(_bytes(leaf, HASH_SIZE))


def _parse_value(value: Value) -> RollValue:
    return RollValue(_bytes(value, HASH_SIZE))


def _parse_open(salt: Value, value: Value) -> RollOpen:
    return RollOpen(_bytes(salt, SALT_SIZE), _bytes(value, HASH_SIZE))


def _parse_decide(line: Value) -> Decide:
    return Decide(_bytes(line, limit=MAX_LINE))


PART_PARSERS: tuple[Callable[..., Part], ...] = (  # by code
    _parse_seal,
    _parse_pick,
    _parse_show,
    _parse_commit,
    _parse_value,
    _parse_open,
    _parse_decide,
)


def _parse_shown_card(value: Value) -> ShownCard:
    handle, card, salt = _array(value, 3)
    return ShownCard(_number(handle, 0xFF), _number(card, 0xFFFF), _bytes(salt, SALT_SIZE))


# The checks below compare types with `type() is`: `True` is an `int` to isinstance. # P3.2


def _number(value: Value, limit: int = MAX_NUMBER) -> int:
    if type(value) is not int or value > limit:
        raise MessageError("a field is no number in its range", rule="P5.6")
    return value


def _flag(value: Value) -> bool:
    if type(value) is not bool:
        raise MessageError("a field is neither true nor false", rule="P5.6")
    return value


def _bytes(value: Value, size: int | None = None, *, limit: int = MAX_NUMBER) -> bytes:
    if type(value) is not bytes or len(value) > limit or (size and len(value) != size):
        raise MessageError("a field is no byte string of its size", rule="P5.6")
    return value


def _array(value: Value, size: int | None = None) -> tuple[Value, ...]:
    if type(value) is not tuple or (size is not None and len(value) != size):
        raise MessageError("a field is no array of its size", rule="P5.6")
    return cast("tuple[Value, ...]", value)


def _text(value: Value) -> str:
    if type(value) is not str or not is_plain(value):
        raise MessageError("a text is empty, too long or holds a forbidden character", rule="P5.6")
    return value


def is_plain(text: str) -> bool:
    """Whether a text may stand in a Hello: nothing in it can steer a terminal."""  # P5.6
    if not 0 < len(text.encode(errors="replace")) <= MAX_TEXT:
        return False
    return all(map(_is_plain_character, text))


def _is_plain_character(character: str) -> bool:
    if " " <= character <= "~":
        return True
    return unicodedata.category(character)[0] == "L" or character.isdecimal()
