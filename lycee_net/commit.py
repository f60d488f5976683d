"""Commitments: salts, rolls, and where an order comes from.

What it gives: a leaf (`leaves`) hides its card (a salt of 32 bytes, never used twice) and binds it
to one match, seat, seal and slot; a roll is uniform if either side is honest. What it does not
give: an opener may still leave after it has seen the result of a roll; silence is never a proof.
Salts and roll values alone derive from the deck secret, so an audit opens nothing else.
Below: `errors`.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, TypeVar

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Entropy = Callable[[int], bytes]

T = TypeVar("T")

ROLL_TAG = b"lycee/1/roll\0"
DICE_TAG = b"lycee/1/dice\0"
SALT_TAG = b"lycee/1/salt\0"
WORD = 1 << 64


def seal_salts(deck_secret: bytes, sid: bytes, epoch: int, n_slots: int) -> list[bytes]:
    """The salts of one seal, slot by slot."""  # P3.5
    if n_slots == 0:
        return []
    joined = _derive(deck_secret, sid, SALT_TAG + epoch.to_bytes(4, "big"), 32 * n_slots)
    return [joined[at : at + 32] for at in range(0, len(joined), 32)]


def roll_secret(deck_secret: bytes, sid: bytes, roll: int) -> tuple[bytes, bytes]:
    """Salt and value of one side for one roll."""  # P3.5
    joined = _derive(deck_secret, sid, DICE_TAG + roll.to_bytes(4, "big"), 64)
    return joined[:32], joined[32:]


def _derive(secret: bytes, sid: bytes, info: bytes, size: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=size, salt=sid, info=info).derive(secret)


def roll_leaf(sid: bytes, seat: int, roll: int, salt: bytes, value: bytes) -> bytes:
    """The commitment to the first value of a roll."""  # P3.3
    preimage = ROLL_TAG + sid + seat.to_bytes(1, "big") + roll.to_bytes(4, "big") + salt + value
    return hashlib.sha256(preimage).digest()


def dice(
    sid: bytes, roll: int, committed: bytes, answered: bytes, n: int, k: int
) -> tuple[int, ...]:
    """`k` different numbers below `n`, uniform if either value is."""  # P3.6
    seed = hashlib.sha256(DICE_TAG + sid + roll.to_bytes(4, "big") + committed + answered).digest()
    numbers, n_words = list(range(n)), 0
    drawn: list[int] = []
    while len(drawn) < k:
        word = dice_word(seed, n_words)
        n_words += 1
        index = reduce_word(word, len(numbers))
        if index is not None:
            drawn.append(numbers.pop(index))
    return tuple(drawn)


def dice_word(seed: bytes, i: int) -> int:
    """The i-th random word of a roll."""
    return int.from_bytes(hashlib.sha256(seed + i.to_bytes(4, "big")).digest()[:8], "big")


def reduce_word(word: int, below: int) -> int | None:
    """A number below `below`, or None for a word of the biased rest: take the next one."""
    return None if word >= WORD // below * below else word % below


def drawn(entropy: Entropy, items: Iterable[T], n: int) -> tuple[T, ...]:
    """`n` of the items, each sequence of them as likely as any other."""  # P3.10
    left = list(items)
    last = len(left)
    chosen: list[T] = []
    for word in struct.unpack(f">{n}Q", entropy(8 * n)):
        index = reduce_word(word, last)
        while index is None:  # of the biased rest
            index = reduce_word(int.from_bytes(entropy(8), "big"), last)
        last -= 1
        chosen.append(left[index])
        left[index] = left[last]
    return tuple(chosen)


def shuffled(entropy: Entropy, items: Sequence[T]) -> tuple[T, ...]:
    """The items in a uniform order; this is the owner's secret order of a seal."""
    return drawn(entropy, items, len(items))
