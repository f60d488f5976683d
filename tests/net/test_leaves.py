"""Leaves, against values computed by hand from the spec."""

from __future__ import annotations

import hashlib

import pytest

from lycee_net.commit import roll_leaf
from lycee_net.leaves import card_leaf, seal_leaves

SID, OTHER_SID, SECRET, SALT = bytes(range(32)), bytes(32), bytes([7] * 32), bytes([9] * 32)


def test_a_leaf_hashes_tag_session_seat_seal_slot_salt_and_card() -> None:
    preimage = b"lycee/1/card\0" + SID + b"\x01" + b"\0\0\1\2" + b"\x3b" + SALT + b"\x01\x2c"
    assert card_leaf(SID, 1, 258, 59, SALT, 300) == hashlib.sha256(preimage).digest()


def test_a_seal_joins_the_leaves_of_its_slots_in_order() -> None:
    joined = card_leaf(SID, 1, 2, 0, SALT, 7) + card_leaf(SID, 1, 2, 1, SECRET, 300)
    assert seal_leaves(SID, 1, 2, [SALT, SECRET], [7, 300]) == joined
    assert seal_leaves(SID, 1, 2, [], []) == b""


def test_a_leaf_of_another_place_or_purpose_is_another_leaf() -> None:
    leaves = {
        card_leaf(SID, 0, 0, 0, SALT, 0),
        card_leaf(OTHER_SID, 0, 0, 0, SALT, 0),
        card_leaf(SID, 1, 0, 0, SALT, 0),
        card_leaf(SID, 0, 1, 0, SALT, 0),
        card_leaf(SID, 0, 0, 1, SALT, 0),
        card_leaf(SID, 0, 0, 0, SECRET, 0),
        card_leaf(SID, 0, 0, 0, SALT, 1),
        roll_leaf(SID, 0, 0, SALT, bytes(32)),
        roll_leaf(SID, 1, 0, SALT, bytes(32)),
        roll_leaf(SID, 0, 1, SALT, bytes(32)),
        roll_leaf(OTHER_SID, 0, 0, SALT, bytes(32)),
    }
    assert len(leaves) == 11


@pytest.mark.parametrize(("sid", "salt"), [(SID[1:], SALT), (SID, SALT + b"\0")])
def test_a_leaf_of_a_short_or_long_field_is_none(sid: bytes, salt: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        card_leaf(sid, 0, 0, 0, salt, 0)


@pytest.mark.parametrize(
    ("seat", "epoch", "slot", "card"),
    [(256, 0, 0, 0), (0, 1 << 32, 0, 0), (0, 0, 256, 0), (0, 0, 0, 1 << 16)],
)
def test_a_number_that_its_field_cannot_hold_is_refused(
    seat: int, epoch: int, slot: int, card: int
) -> None:
    with pytest.raises(OverflowError):
        card_leaf(SID, seat, epoch, slot, SALT, card)


def test_a_seal_has_a_salt_for_each_card() -> None:
    with pytest.raises(AssertionError, match="a salt"):
        seal_leaves(SID, 0, 0, [SALT], [1, 2])
