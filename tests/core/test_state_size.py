"""A state is small and holds no pointers: a clone is one copy of memory."""

from __future__ import annotations

import sys

import pytest

from lycee_core import game
from lycee_core.errors import IllegalDecisionError, LineError
from lycee_core.game import GameState
from lycee_core.playout import Driver
from tests.core.table import new_game, random_game


def test_a_state_fits_in_three_kilobytes() -> None:
    assert 1024 < game.STATE_BYTES <= 3072


def test_a_game_is_one_block_of_memory() -> None:
    # State, caches, the events of the last decision and the list made since.
    assert sys.getsizeof(new_game()) <= 3 * 3072


def test_a_clone_in_the_memory_of_one_that_is_gone_is_as_good_as_new() -> None:
    states = [state.clone() for state in random_game(3)]
    for _ in range(2):
        clones = [state.clone() for state in states]
        assert len(clones) > 100, "more than the core keeps for reuse"
        for state, clone in zip(states, clones, strict=True):
            assert clone == state
            assert clone.digest() == state.digest()
            assert clone.events() == []


def test_a_list_is_forgotten_when_another_hand_moves_the_game_on() -> None:
    state, driver = new_game(), Driver(1)
    driver.answer(state)
    code = state.legal_decisions()[0]
    driver.play_out(state)
    with pytest.raises(IllegalDecisionError):
        state.apply(code)


def test_a_state_made_without_its_cards_refuses_every_verb() -> None:
    state = GameState.__new__(GameState)
    before = state.clone()
    assert state.legal_decisions() == []
    assert state.check(0) == 1
    with pytest.raises(IllegalDecisionError):
        state.apply(0)
    with pytest.raises(LineError):
        state.apply_line(b"")
    with pytest.raises(ValueError, match="no chance is pending"):
        state.answer([])
    with pytest.raises(ValueError, match="the game is over"):
        state.concede(0)
    with pytest.raises(ValueError, match="card 0 of 0"):
        state.learn(0, 0)
    state.forget(0)
    assert state == before
    assert state != new_game()


def test_the_public_bytes_of_a_state_fit_in_their_buffer() -> None:
    # The longest the field list allows: 12 links of 6 picks, 18 frames, 24 triggers, 32 counters.
    fixed = 24 + 6 + 4 + 120 * 4 + 2 * 2 + 120 + 12 * 28 + 1 + 32 * 6
    lasting = 1 + 25 * 12 + 1 + 12 * 12 + 8 * 11 + 8 * 4 + 120 + 1 + 6 * 4 + 4 * 2
    link = 4 + 8 + 6 * 2 + 6 + 7
    agenda = 1 + 12 * link + 120 + 4 * 16 + 1 + 18 * 12 + 17 + 1 + 24 * 10 + 16 * 17
    assert fixed + lasting + agenda < 8192
