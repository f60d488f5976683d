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
    # The longest the field list allows: 16 links of 6 picks, 16 frames, 40 triggers, 32 counters.
    fixed = 24 + 6 + 4 + 120 * 4 + 2 * 2 + 120 + 12 * 26 + 1 + 32 * 4 + 4
    link = 4 + 8 + 6 * 2 + 6 + 2
    agenda = 1 + 16 * link + 120 + 1 + 16 * 12 + 1 + 40 * 8 + 8 * 17
    assert fixed + agenda < 8192
