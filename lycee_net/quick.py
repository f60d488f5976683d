"""The Step, which is nearly all traffic, written and read by its shape instead of item by item.

Nothing here decides what a message is: what `read_message_untrusted` does not recognise byte for
byte goes to the general reader of `messages`, which alone refuses. A test holds both together, on
good and on spoiled bytes. Above: `side`. Below: `messages`, `codec`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from .codec import ARRAY, BYTES, FALSE, N_SHORT, TRUE, UNSIGNED, format_head
from .ed25519 import SIGNATURE_SIZE
from .errors import LocalProtocolError
from .messages import (
    DECIDE,
    HASH_SIZE,
    LIMITS,
    MAX_LINE,
    MAX_SLOTS,
    PICK,
    ROLL_COMMIT,
    ROLL_OPEN,
    ROLL_VALUE,
    SALT_SIZE,
    SEAL,
    SHOW,
    STEP,
    Decide,
    Pick,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
    Show,
    ShownCard,
    SignedMessage,
    Step,
    parse_message_untrusted,
)

if TYPE_CHECKING:
    from .identity import Identity
    from .messages import Part

ARRAY_0, BYTES_0, BYTES_1, BYTES_2 = 0x80, 0x40, 0x58, 0x59  # first bytes, by width of the length
NUMBER_1, NUMBER_2 = 0x18, 0x19
HASH = b"\x58\x20"  # the head of a byte string of 32
STEP_HEAD = bytes([ARRAY_0 | 6, STEP])
SEAL_HEAD, PICK_HEAD, SHOW_HEAD, COMMIT_HEAD, VALUE_HEAD, DECIDE_HEAD = (
    bytes([ARRAY_0 | 2, code]) for code in (SEAL, PICK, SHOW, ROLL_COMMIT, ROLL_VALUE, DECIDE)
)
OPEN_HEAD = bytes([ARRAY_0 | 3, ROLL_OPEN])
CARD = ARRAY_0 | 3
HEAD_SIZE = 2
FLAGS = {FALSE: False, TRUE: True}
TAIL = len(HASH) + HASH_SIZE + 1  # digest and offer stand last
LEAST = 2 * TAIL + 4  # so far every byte that is looked at exists


def sign_step(step: Step, identity: Identity, context: bytes) -> SignedMessage:
    """Encode and sign a Step of our own; raises `LocalProtocolError` where a peer would refuse."""
    body = encode_step(step)
    if len(body) + SIGNATURE_SIZE > LIMITS[STEP]:
        raise LocalProtocolError(f"a Step of {len(body) + SIGNATURE_SIZE} bytes")
    return SignedMessage(step, body, identity.sign(context, body))


def encode_step(step: Step) -> bytes:
    """The body of a Step."""
    parts = [_encode_part(part) for part in step.parts]
    return b"".join(
        [
            STEP_HEAD,
            format_head(UNSIGNED, step.n),
            HASH,
            step.prev,
            format_head(ARRAY, len(parts)),
            *parts,
            HASH,
            step.digest,
            b"\xf5" if step.offer else b"\xf4",
        ]
    )


def _encode_part(part: Part) -> bytes:
    match part:
        case Decide(line):
            if len(line) > MAX_LINE:
                raise LocalProtocolError(f"a line of {len(line)} bytes")
            return DECIDE_HEAD + format_head(BYTES, len(line)) + line
        case Pick(slots):
            return PICK_HEAD + format_head(BYTES, len(slots)) + slots
        case Seal(leaves):
            return SEAL_HEAD + format_head(BYTES, len(leaves)) + leaves
        case Show(cards):
            encoded = [SHOW_HEAD, format_head(ARRAY, len(cards))]
            for shown in cards:
                handle, card = (
                    format_head(UNSIGNED, shown.handle),
                    format_head(UNSIGNED, shown.card),
                )
                encoded += (b"\x83", handle, card, HASH, shown.salt)
            return b"".join(encoded)
        case RollCommit(leaf):
            return COMMIT_HEAD + HASH + leaf
        case RollValue(value):
            return VALUE_HEAD + HASH + value
        case RollOpen(salt, value):
            return OPEN_HEAD + HASH + salt + HASH + value
    assert_never(part)


def read_message_untrusted(raw: bytes) -> SignedMessage:
    """The message in decrypted bytes, its signature not yet checked; raises `MessageError`."""
    if LEAST + SIGNATURE_SIZE <= len(raw) <= LIMITS[STEP]:
        body = raw[:-SIGNATURE_SIZE]
        step = _read_step(body)
        if step is not None:
            return SignedMessage(step, body, raw[-SIGNATURE_SIZE:])
    return parse_message_untrusted(raw)


def _read_step(body: bytes) -> Step | None:
    """The Step, if this is one of the usual shape."""
    tail = len(body) - TAIL
    first, offer = body[2], FLAGS.get(body[-1])
    if first < N_SHORT:
        n, at = first, 3
    elif first == NUMBER_1:
        n, at = body[3], 4
    else:
        n, at = body[3] << 8 | body[4], 5
    if not (
        n >= LEAST_OF.get(first, 0)
        and offer is not None
        and (first <= NUMBER_2 and body.startswith(STEP_HEAD))
        and body.startswith(HASH, at)
        and body.startswith(HASH, tail)
    ):
        return None
    at += HEAD_SIZE
    prev = body[at : at + HASH_SIZE]
    at += HASH_SIZE
    n_parts = body[at] - ARRAY_0
    if not 0 <= n_parts < N_SHORT:
        return None
    parts, at = _read_parts(body, at + 1, n_parts, tail)
    if at != tail:
        return None
    return Step(n, prev, tuple(parts), body[tail + HEAD_SIZE : -1], offer)


LEAST_OF = {NUMBER_1: N_SHORT, NUMBER_2: 1 << 8}  # the shortest form is the only one
UNUSUAL = -1


def _read_parts(body: bytes, at: int, n_parts: int, end: int) -> tuple[list[Part], int]:
    """Parts and where they end; UNUSUAL if one has another shape, or if they end beyond `end`."""
    parts: list[Part] = []
    for _ in range(n_parts):
        if at + HEAD_SIZE >= end:
            return parts, UNUSUAL
        head = body[at : at + HEAD_SIZE]
        if head == SHOW_HEAD:
            cards, at = _read_cards(body, at + HEAD_SIZE, end)
            if at == UNUSUAL:
                return parts, UNUSUAL
            parts.append(Show(cards))
            continue
        start, at = _read_string(body, at + HEAD_SIZE)
        size = at - start
        if head == DECIDE_HEAD and size <= MAX_LINE:
            parts.append(Decide(body[start:at]))
        elif head == PICK_HEAD and size <= MAX_SLOTS:
            parts.append(Pick(body[start:at]))
        elif head == SEAL_HEAD and size <= MAX_SLOTS * HASH_SIZE and not size % HASH_SIZE:
            parts.append(Seal(body[start:at]))
        else:
            return parts, UNUSUAL
        if at > end or size < 0:
            return parts, UNUSUAL
    return parts, at


def _read_string(body: bytes, at: int) -> tuple[int, int]:
    """Where the byte string at `at` starts and ends; an end before the start for anything else."""
    first = body[at]
    if BYTES_0 <= first < BYTES_0 + N_SHORT:
        return at + 1, at + 1 + first - BYTES_0
    if first == BYTES_1 and body[at + 1] >= N_SHORT:
        return at + 2, at + 2 + body[at + 1]
    if first == BYTES_2 and body[at + 1]:
        return at + 3, at + 3 + (body[at + 1] << 8 | body[at + 2])
    return at, UNUSUAL


def _read_cards(body: bytes, at: int, end: int) -> tuple[tuple[ShownCard, ...], int]:
    """Shown cards and where they end, UNUSUAL for another shape."""
    cards: list[ShownCard] = []
    n_cards = body[at] - ARRAY_0
    if not 0 <= n_cards < N_SHORT:
        return (), UNUSUAL
    at += 1
    for _ in range(n_cards):
        if body[at] != CARD or at >= end:
            return (), UNUSUAL
        handle, at = body[at + 1], at + 2
        if handle >= N_SHORT:
            if handle != NUMBER_1 or body[at] < N_SHORT:
                return (), UNUSUAL
            handle, at = body[at], at + 1
        card, at = body[at], at + 1
        if card == NUMBER_1 and body[at] >= N_SHORT:
            card, at = body[at], at + 1
        elif card == NUMBER_2 and body[at]:
            card, at = body[at] << 8 | body[at + 1], at + 2
        elif card >= N_SHORT:
            return (), UNUSUAL
        salt = at + HEAD_SIZE
        at = salt + SALT_SIZE
        if at > end or not body.startswith(HASH, salt - HEAD_SIZE):
            return (), UNUSUAL
        cards.append(ShownCard(handle, card, body[salt:at]))
    return tuple(cards), at
