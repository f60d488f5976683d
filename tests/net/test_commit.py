"""Salts and rolls, against values computed by hand from the spec."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.commit import (
    dice,
    dice_word,
    drawn,
    reduce_word,
    roll_secret,
    seal_salts,
    shuffled,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SID, SECRET, SALT = bytes(range(32)), bytes([7] * 32), bytes([9] * 32)


def rfc5869(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    key, block, out = hmac.digest(salt, secret, "sha256"), b"", b""
    for counter in range(1, 256):
        if len(out) >= size:
            break
        block = hmac.digest(key, block + info + bytes([counter]), "sha256")
        out += block
    return out[:size]


def counting_entropy(seed: bytes = b"") -> Callable[[int], bytes]:
    counter = 0

    def entropy(n: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.shake_256(seed + counter.to_bytes(8, "big")).digest(n)

    return entropy


def test_salts_come_from_one_derivation_a_seal() -> None:
    joined = rfc5869(SECRET, SID, b"lycee/1/salt\0" + b"\0\0\0\x05", 32 * 60)
    salts = seal_salts(SECRET, SID, 5, 60)
    assert b"".join(salts) == joined
    assert len(set(salts + seal_salts(SECRET, SID, 6, 60))) == 120
    assert seal_salts(SECRET, SID, 5, 0) == []
    assert len(seal_salts(SECRET, SID, 5, 255)) == 255


def test_a_roll_derives_salt_and_value() -> None:
    joined = rfc5869(SECRET, SID, b"lycee/1/dice\0" + b"\0\0\0\x02", 64)
    assert roll_secret(SECRET, SID, 2) == (joined[:32], joined[32:])


def test_dice_follow_the_spec_word_by_word() -> None:
    seed = hashlib.sha256(b"lycee/1/dice\0" + SID + b"\0\0\0\3" + SALT + SECRET).digest()
    numbers, expected = [0, 1, 2, 3, 4, 5], []
    for i in range(3):
        word = int.from_bytes(hashlib.sha256(seed + i.to_bytes(4, "big")).digest()[:8], "big")
        expected.append(numbers.pop(word % len(numbers)))  # a rejection is out of reach here
    assert dice(SID, 3, SALT, SECRET, 6, 3) == tuple(expected)


def test_the_biased_rest_of_the_words_is_rejected() -> None:
    largest = (1 << 64) // 3 * 3
    assert reduce_word(largest, 3) is None
    assert reduce_word((1 << 64) - 1, 3) is None
    assert reduce_word(largest - 1, 3) == 2
    assert reduce_word((1 << 64) - 1, 4) == 3


def test_a_rejected_word_is_skipped_and_the_next_one_taken() -> None:
    words = iter([(1 << 64) - 1, 7])
    assert drawn(lambda _: next(words).to_bytes(8, "big"), "abc", 1) == ("b",)


@given(st.integers(1, 60), st.data())
def test_dice_are_different_numbers_below_the_bound(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    values = dice(SID, 0, data.draw(st.binary(min_size=32, max_size=32)), SALT, n, k)
    assert len(set(values)) == len(values) == k
    assert all(0 <= value < n for value in values)


def test_either_value_changes_the_dice() -> None:
    words = {
        dice_word(hashlib.sha256(one + other).digest(), 0)
        for one, other in [(SALT, SECRET), (SECRET, SALT), (SALT, SALT)]
    }
    assert len(words) == 3


def test_an_order_is_uniform() -> None:
    entropy = counting_entropy()
    counts = Counter(shuffled(entropy, "abc") for _ in range(6_000))
    assert len(counts) == 6
    assert all(850 < count < 1_150 for count in counts.values())  # five standard deviations


def test_a_pick_of_two_out_of_four_is_uniform() -> None:
    entropy = counting_entropy()
    counts = Counter(drawn(entropy, "abcd", 2) for _ in range(12_000))
    assert len(counts) == 12
    assert all(one != two for one, two in counts)
    assert all(850 < count < 1_150 for count in counts.values())  # five standard deviations


@pytest.mark.parametrize("items", [(), (1,)])
def test_an_order_of_nothing_to_order_is_itself(items: tuple[int, ...]) -> None:
    assert shuffled(counting_entropy(), items) == items
