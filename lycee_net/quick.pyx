"""The Step, which is nearly all traffic, written and read by its shape instead of item by item.

Nothing here decides what a message is: what `read_message_untrusted` does not recognise byte for
byte goes to the general reader of `messages`, which alone refuses. A test holds both together, on
good and on spoiled bytes. Compiled; every byte that is read is inside the bytes, or an
`IndexError`. Above: `side`. Below: `messages`, `codec`.
"""

from cpython.object cimport PyObject_GenericSetAttr
from libc.string cimport memcpy

from .codec import ARRAY as _ARRAY
from .codec import BYTES as _BYTES
from .codec import UNSIGNED as _UNSIGNED
from .codec import format_head
from .ed25519 import SIGNATURE_SIZE as _SIGNATURE_SIZE
from .errors import LocalProtocolError
from .messages import (
    Decide,
    PartCode,
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
from .messages import LIMITS as _LIMITS
from .messages import MAX_LINE as _MAX_LINE
from .messages import MAX_SLOTS as _MAX_SLOTS
from .messages import STEP as _STEP_CODE

cdef enum:
    HASH_SIZE = 32
    SIGNATURE = 64
    LONGEST = 16000 - SIGNATURE     # bytes of the body of a Step; so many are written at most
    SHORT = 24                  # an argument below it stands in the first byte itself
    ARRAY_0 = 0x80              # first bytes, by what they announce and the width of the length
    BYTES_0 = 0x40
    BYTES_1 = 0x58
    BYTES_2 = 0x59
    NUMBER_1 = 0x18
    NUMBER_2 = 0x19
    FALSE = 0xf4
    TRUE = 0xf5
    HEAD_SIZE = 2               # of a hash, and of a part
    TAIL = HEAD_SIZE + HASH_SIZE + 1    # digest and offer stand last
    LEAST = 2 * TAIL + 4        # so far every byte that is looked at exists
    UNUSUAL = -1                # instead of a place: another shape

cdef bytes HASH = b"\x58\x20"   # the head of a byte string of 32
cdef bytes STEP_HEAD = bytes([ARRAY_0 | 6, _STEP_CODE])
cdef int CODE_SEAL = PartCode.SEAL.value
cdef int CODE_PICK = PartCode.PICK.value
cdef int CODE_SHOW = PartCode.SHOW.value
cdef int CODE_DECIDE = PartCode.DECIDE.value
cdef bytes SEAL_HEAD = bytes([ARRAY_0 | 2, PartCode.SEAL])
cdef bytes PICK_HEAD = bytes([ARRAY_0 | 2, PartCode.PICK])
cdef bytes SHOW_HEAD = bytes([ARRAY_0 | 2, PartCode.SHOW])
cdef bytes COMMIT_HEAD = bytes([ARRAY_0 | 2, PartCode.ROLL_COMMIT])
cdef bytes VALUE_HEAD = bytes([ARRAY_0 | 2, PartCode.ROLL_VALUE])
cdef bytes DECIDE_HEAD = bytes([ARRAY_0 | 2, PartCode.DECIDE])
cdef bytes OPEN_HEAD = bytes([ARRAY_0 | 3, PartCode.ROLL_OPEN])
cdef int MAX_LINE = _MAX_LINE
cdef int MAX_SLOTS = _MAX_SLOTS
cdef int MAX_STEP = _LIMITS[_STEP_CODE]
cdef object _STEP = Step, _DECIDE = Decide, _SHOW = Show, _PICK = Pick, _SEAL = Seal
cdef object _CARD = ShownCard, _SIGNED = SignedMessage

cdef int ARRAY = _ARRAY, BYTES = _BYTES, UNSIGNED = _UNSIGNED
assert SIGNATURE == _SIGNATURE_SIZE, "the size of a signature"
assert LONGEST + SIGNATURE == MAX_STEP, "the limit of a Step"


# ---- writing

def sign_step(step, identity, bytes context not None):
    """Encode and sign a Step of our own; raises `LocalProtocolError` where a peer would refuse."""
    cdef bytes body = encode_step(step)
    return _SIGNED(step, body, identity.sign(context, body))


cpdef make_step(n, bytes prev, tuple parts, bytes digest, bint offer):
    """Return a Step, as the class itself makes it, in fewer calls."""
    step = _STEP.__new__(_STEP)
    PyObject_GenericSetAttr(step, "n", n)
    PyObject_GenericSetAttr(step, "prev", prev)
    PyObject_GenericSetAttr(step, "parts", parts)
    PyObject_GenericSetAttr(step, "digest", digest)
    PyObject_GenericSetAttr(step, "offer", offer)
    return step


def encode_step(step):
    """Return the body of a Step; raises `LocalProtocolError` where a peer would refuse its size."""
    cdef Writer out
    cdef tuple parts = step.parts
    out.size = 0
    put(&out, STEP_HEAD)
    put_head(&out, UNSIGNED, step.n)
    put_hash(&out, step.prev)
    put_head(&out, ARRAY, len(parts))
    for part in parts:
        put_part(&out, part)
    put_hash(&out, step.digest)
    put(&out, b"\xf5" if step.offer else b"\xf4")
    return out.data[:out.size]


cdef struct Writer:
    int size
    unsigned char data[LONGEST]


cdef int put(Writer *out, bytes content) except -1:
    """Write bytes at the end; a body that no peer would take does not fit."""
    cdef Py_ssize_t size = len(content)
    if out.size + size > LONGEST:
        raise LocalProtocolError(f"a Step of more than {MAX_STEP} bytes")
    memcpy(out.data + out.size, <const char *>content, size)
    out.size += size
    return 0


cdef int put_head(Writer *out, int major, long argument) except -1:
    """Write the first bytes of an item; what is rare is left to the general writer."""
    if 0 <= argument < SHORT and out.size < LONGEST:
        out.data[out.size] = major << 5 | argument
        out.size += 1
        return 0
    return put(out, format_head(major, argument))


cdef int put_hash(Writer *out, bytes content) except -1:
    put(out, HASH)
    return put(out, content)


cdef int put_string(Writer *out, bytes head, bytes content) except -1:
    put(out, head)
    put_head(out, BYTES, len(content))
    return put(out, content)


cdef int put_part(Writer *out, part) except -1:
    kind = type(part)
    if kind is _DECIDE:
        if len(part.line) > MAX_LINE:
            raise LocalProtocolError(f"a line of {len(part.line)} bytes")
        return put_string(out, DECIDE_HEAD, part.line)
    if kind is _SHOW:
        return put_cards(out, part.cards)
    if kind is _PICK:
        return put_string(out, PICK_HEAD, part.slots)
    if kind is _SEAL:
        return put_string(out, SEAL_HEAD, part.leaves)
    if kind is RollCommit:
        put(out, COMMIT_HEAD)
        return put_hash(out, part.leaf)
    if kind is RollValue:
        put(out, VALUE_HEAD)
        return put_hash(out, part.value)
    assert kind is RollOpen, f"{kind} is no part"
    put(out, OPEN_HEAD)
    put_hash(out, part.salt)
    return put_hash(out, part.value)


cdef int put_cards(Writer *out, tuple cards) except -1:
    put(out, SHOW_HEAD)
    put_head(out, ARRAY, len(cards))
    for shown in cards:
        put(out, b"\x83")
        put_head(out, UNSIGNED, shown.handle)
        put_head(out, UNSIGNED, shown.card)
        put_hash(out, shown.salt)
    return 0


# ---- reading

def read_message_untrusted(bytes raw not None):
    """Return the message in decrypted bytes, its signature not yet checked.

    Raises `MessageError`.
    """
    cdef bytes body
    cdef int size = len(raw)
    if LEAST + SIGNATURE <= size <= MAX_STEP:
        body = raw[:size - SIGNATURE]
        step = read_step_untrusted(body)
        if step is not None:
            return _SIGNED(step, body, raw[size - SIGNATURE:])
    return parse_message_untrusted(raw)


cdef object made(kind, str name, value):
    """A frozen part with its one field, made as the class itself makes it, in one call less."""
    part = kind.__new__(kind)
    PyObject_GenericSetAttr(part, name, value)
    return part


cpdef read_step_untrusted(bytes body):
    """Return the Step that a body encodes, None if it has not the usual shape."""
    cdef int tail = len(body) - TAIL, at = 3, first, last, n_parts
    cdef long n
    cdef list parts = []
    if len(body) < LEAST:
        return None
    first, last = body[2], body[len(body) - 1]
    if first < SHORT:
        n = first
    elif first == NUMBER_1:
        n = body[3]
        at = 4
        if n < SHORT:
            return None         # the shortest form is the only one
    elif first == NUMBER_2:
        n = body[3] << 8 | body[4]
        at = 5
        if n < 1 << 8:
            return None
    else:
        return None
    if not (last == FALSE or last == TRUE) or not body.startswith(STEP_HEAD) \
            or not is_hash(body, at) or not is_hash(body, tail):
        return None
    prev = body[at + HEAD_SIZE:at + HEAD_SIZE + HASH_SIZE]
    at += HEAD_SIZE + HASH_SIZE
    n_parts = body[at] - ARRAY_0
    if not 0 <= n_parts < SHORT:
        return None
    if read_parts(body, at + 1, n_parts, tail, parts) != tail:
        return None
    digest = body[tail + HEAD_SIZE:tail + HEAD_SIZE + HASH_SIZE]
    return make_step(n, prev, tuple(parts), digest, last == TRUE)


cdef bint is_hash(bytes body, int at) except -1:
    """Whether the head of a byte string of 32 stands there."""
    return body[at] == BYTES_1 and body[at + 1] == HASH_SIZE


cdef int read_parts(bytes body, int at, int n_parts, int end, list parts) except -2:
    """Read parts; return where they end, UNUSUAL if one has another shape or ends beyond `end`."""
    cdef int code, start, size, _
    for _ in range(n_parts):
        if at + HEAD_SIZE >= end or body[at] != (ARRAY_0 | 2):
            return UNUSUAL
        code = body[at + 1]
        at += HEAD_SIZE
        if code == CODE_SHOW:
            at = read_cards(body, at, end, parts)
            if at == UNUSUAL:
                return UNUSUAL
            continue
        size = read_length(body, &at)
        start, at = at, at + size
        if size < 0 or at > end:
            return UNUSUAL
        content = body[start:at]
        if code == CODE_DECIDE and size <= MAX_LINE:
            parts.append(made(_DECIDE, "line", content))
        elif code == CODE_PICK and size <= MAX_SLOTS:
            parts.append(made(_PICK, "slots", content))
        elif code == CODE_SEAL and size <= MAX_SLOTS * HASH_SIZE and size % HASH_SIZE == 0:
            parts.append(made(_SEAL, "leaves", content))
        else:
            return UNUSUAL
    return at


cdef int read_length(bytes body, int *at) except -2:
    """The length of the byte string at a place, which moves behind it; UNUSUAL for others."""
    cdef int first = body[at[0]], length
    at[0] += 1
    if BYTES_0 <= first < BYTES_0 + SHORT:
        return first - BYTES_0
    if first == BYTES_1:
        length = body[at[0]]
        at[0] += 1
        return length if length >= SHORT else UNUSUAL
    if first == BYTES_2:
        length = body[at[0]] << 8 | body[at[0] + 1]
        at[0] += 2
        return length if length >= 1 << 8 else UNUSUAL
    return UNUSUAL


cdef int read_number(bytes body, int *at, int n_bytes) except -2:
    """The number at a place, of at most so many bytes; the place moves; UNUSUAL for others."""
    cdef int first = body[at[0]], number
    at[0] += 1
    if first < SHORT:
        return first
    if first == NUMBER_1:
        number = body[at[0]]
        at[0] += 1
        return number if number >= SHORT else UNUSUAL
    if first == NUMBER_2 and n_bytes == 2:
        number = body[at[0]] << 8 | body[at[0] + 1]
        at[0] += 2
        return number if number >= 1 << 8 else UNUSUAL
    return UNUSUAL


cdef int read_cards(bytes body, int at, int end, list parts) except -2:
    """Read a Show; return where it ends, UNUSUAL for another shape."""
    cdef int n_cards = body[at] - ARRAY_0, handle, card, _
    cdef list cards = []
    if not 0 <= n_cards < SHORT:
        return UNUSUAL
    at += 1
    for _ in range(n_cards):
        if at >= end or body[at] != (ARRAY_0 | 3):
            return UNUSUAL
        at += 1
        handle = read_number(body, &at, 1)
        card = read_number(body, &at, 2)
        if handle == UNUSUAL or card == UNUSUAL or at + HEAD_SIZE + HASH_SIZE > end \
                or not is_hash(body, at):
            return UNUSUAL
        at += HEAD_SIZE + HASH_SIZE
        shown = _CARD.__new__(_CARD)
        PyObject_GenericSetAttr(shown, "handle", handle)
        PyObject_GenericSetAttr(shown, "card", card)
        PyObject_GenericSetAttr(shown, "salt", body[at - HASH_SIZE:at])
        cards.append(shown)
    parts.append(made(_SHOW, "cards", tuple(cards)))
    return at
