"""A state is small and holds no pointers: a clone is one copy of memory."""

from __future__ import annotations

import sys

from lycee_core import game
from tests.core.table import new_game


def test_a_state_fits_in_three_kilobytes() -> None:
    assert 1024 < game.STATE_BYTES <= 3072


def test_a_game_is_one_block_of_memory() -> None:
    # State, caches and the events of the last decision: what a clone allocates.
    assert sys.getsizeof(new_game()) <= 3 * 3072


def test_the_public_bytes_of_a_state_fit_in_their_buffer() -> None:
    # The longest the field list allows: 12 links of 6 picks, 18 frames, 24 triggers, 32 counters.
    fixed = 24 + 6 + 4 + 120 * 4 + 2 * 2 + 120 + 12 * 28 + 1 + 32 * 6
    lasting = 1 + 30 * 12 + 1 + 12 * 12 + 8 * 11 + 8 * 4 + 120 + 1 + 6 * 4 + 4 * 2
    link = 4 + 8 + 6 * 2 + 6 + 6
    agenda = 1 + 12 * link + 120 + 1 + 18 * 12 + 17 + 1 + 24 * 10 + 16 * 17
    assert fixed + lasting + agenda < 8192
