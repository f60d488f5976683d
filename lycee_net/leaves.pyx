"""Leaves: the commitments to cards, one a slot of a seal.

A match makes and checks hundreds of them, and its audit all of one side again. Compiled: what is
hashed is put together in one buffer. Above: `bindings`, `deck`. Below: nothing.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

from hashlib import sha256

LEAF_SIZE = 32

cdef enum:
    HASH_SIZE = 32
    SALT_SIZE = 32
    TAG_SIZE = 13
    PLACE_SIZE = 6      # seat 1, epoch 4, slot 1
    CARD_SIZE = 2
    SALT_AT = TAG_SIZE + HASH_SIZE + PLACE_SIZE
    CARD_AT = SALT_AT + SALT_SIZE
    INPUT_SIZE = CARD_AT + CARD_SIZE

cdef bytes CARD_TAG = b"lycee/1/card\0"
cdef object _SHA256 = sha256

assert len(CARD_TAG) == TAG_SIZE, "the size of the tag"


cpdef bytes card_leaf(bytes sid, unsigned char seat, unsigned int epoch, unsigned char slot,
                      bytes salt, unsigned short card):
    """Return the commitment to one card in one slot of one seal."""  # P3.3
    if sid is None or salt is None or len(sid) != HASH_SIZE or len(salt) != SALT_SIZE:
        raise ValueError("a session id and a salt have 32 bytes")
    cdef bytes placed = PyBytes_FromStringAndSize(NULL, INPUT_SIZE)
    cdef unsigned char *p = <unsigned char *>PyBytes_AS_STRING(placed)
    memcpy(p, PyBytes_AS_STRING(CARD_TAG), TAG_SIZE)
    memcpy(p + TAG_SIZE, PyBytes_AS_STRING(sid), HASH_SIZE)
    memcpy(p + SALT_AT, PyBytes_AS_STRING(salt), SALT_SIZE)
    p[CARD_AT] = card >> 8
    p[CARD_AT + 1] = card & 0xff
    p += TAG_SIZE + HASH_SIZE
    p[0] = seat
    p[1] = epoch >> 24
    p[2] = epoch >> 16 & 0xff
    p[3] = epoch >> 8 & 0xff
    p[4] = epoch & 0xff
    p[5] = slot
    return _SHA256(placed).digest()


def seal_leaves(bytes sid, unsigned char seat, unsigned int epoch, list salts not None, cards):
    """Return the commitments to the cards of one seal, slot by slot, joined."""  # P3.3
    cdef int slot
    cdef list made = []
    assert len(salts) == len(cards), "each card has a salt"
    for slot in range(len(salts)):
        made.append(card_leaf(sid, seat, epoch, slot, salts[slot], cards[slot]))
    return b"".join(made)
