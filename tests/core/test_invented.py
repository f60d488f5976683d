"""Games with cards made at random: replicas in lockstep, caches, legality, an end."""

from __future__ import annotations

import os
import random

import pytest

from lycee_core import defs
from lycee_core.game import GameState
from tests.core.invent import invented, invented_game
from tests.core.table import Lockstep, newly_public, step
from tests.core.test_lockstep import facts, resampled

GAMES = int(os.environ.get("LYCEE_INVENTED_GAMES", "80"))
LONG = 1500  # steps after which a game of such cards is looked at no further


class InventedLockstep(Lockstep):
    """Four replicas of a game with invented cards."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.all = invented_game(seed)
        cards = self.all.catalogue
        self.partial = (GameState(cards), GameState(cards), GameState(cards))


@pytest.mark.parametrize("seed", range(GAMES))
def test_replicas_agree_at_every_step(seed: int) -> None:
    game = InventedLockstep(seed)
    for _ in range(LONG):
        if game.all.outcome() is not None:
            break
        seat = game.all.pending().seat
        if seat < 2:
            legal = game.all.legal_decisions()
            assert 0 < len(legal) <= 128
            assert game.partial[seat].legal_decisions() == legal
        game.step()
        expected, events, digest = (
            facts(game.all.pending()),
            game.all.events(),
            game.all.digest(),
        )
        for replica in game.partial:
            assert facts(replica.pending()) == expected
            assert replica.events() == events
            assert replica.digest() == digest


@pytest.mark.parametrize("seed", range(GAMES, 2 * GAMES))
def test_values_in_force_are_never_stale(seed: int) -> None:
    # R14.12: what is kept between two decisions is what a fresh computation gives.
    rng = random.Random(seed)
    state = invented_game(seed)
    for _ in range(LONG):
        if state.outcome() is not None:
            break
        fresh = state.clone()
        fresh.learn(0, fresh.face(0))  # forgets what was computed
        for cell in range(12):
            if state.cell_character(cell) >= 0:
                assert state.values(cell) == fresh.values(cell)
                assert state.basics(cell) == fresh.basics(cell)
        step(state, rng)


@pytest.mark.parametrize("seed", range(2 * GAMES, 2 * GAMES + GAMES // 2))
def test_legal_decisions_are_exactly_what_check_accepts(seed: int) -> None:
    # R1.11, R1.12
    rng = random.Random(seed)
    state = invented_game(seed)
    for _ in range(LONG):
        if state.outcome() is not None:
            break
        if state.pending().seat < 2 and rng.random() < 0.05:
            accepted = [c for c in range(defs.CODE_END) if state.check(c) == defs.LEGAL]
            assert accepted == sorted(state.legal_decisions())
        step(state, rng)


@pytest.mark.parametrize("seed", range(3 * GAMES, 3 * GAMES + GAMES // 2))
def test_what_is_pending_does_not_depend_on_hidden_cards(seed: int) -> None:
    # R1.14
    game = InventedLockstep(seed)
    rng = random.Random(seed)
    for _ in range(LONG):
        if game.all.outcome() is not None:
            break
        before = game.all.clone()
        other = resampled(before, rng)
        code = game.step()
        if code is None:
            continue
        for token in newly_public(before, game.all):
            other.learn(token, game.all.face(token))
        if other.check(code) == defs.ILLEGAL:
            continue  # with other hidden cards its owner could not have decided this
        other.apply(code)
        assert facts(other.pending()) == facts(game.all.pending())
        assert other.digest() == game.all.digest()


@pytest.mark.parametrize("seed", range(0, 2 * GAMES, 20))
def test_invented_cards_compile_and_read_as_words(seed: int) -> None:
    cards = invented(seed // 20)
    assert len(cards) == 60
    assert all(cards.card(index).name for index in range(60))
