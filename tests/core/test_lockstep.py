"""Replicas that hold different faces run the same game: the test that guards the seam."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from lycee_core import defs
from tests.core.table import Lockstep, newly_public

if TYPE_CHECKING:
    from lycee_core.facts import Pending
    from lycee_core.game import GameState

GAMES = int(os.environ.get("LYCEE_LOCKSTEP_GAMES", "2000"))
CHUNKS = 8


def facts(pending: Pending) -> tuple[object, ...]:
    return (
        pending.seat,
        pending.kind,
        pending.tokens,
        pending.owner,
        pending.audience,
        pending.n,
        pending.k,
    )


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_four_replicas_agree_on_pending_digest_and_events(chunk: int) -> None:
    for seed in range(chunk, GAMES, CHUNKS):
        game = Lockstep(seed)
        while game.all.outcome() is None:
            game.step()
            expected = facts(game.all.pending())
            events = game.all.events()
            for replica in game.partial:
                assert facts(replica.pending()) == expected, seed
                assert replica.events() == events, seed
            if game.rng.random() < 0.1:
                digest = game.all.digest()
                assert all(replica.digest() == digest for replica in game.partial), seed
        digest = game.all.digest()
        assert all(replica.digest() == digest for replica in game.partial), seed
        assert all(r.outcome() == game.all.outcome() for r in game.partial), seed


@pytest.mark.parametrize("seed", range(60))
def test_a_seat_finds_the_same_decisions_legal_with_its_own_faces_alone(seed: int) -> None:
    game = Lockstep(seed)
    while game.all.outcome() is None:
        seat = game.all.pending().seat
        if seat < 2:
            own = game.partial[seat].legal_decisions()
            assert own == game.all.legal_decisions()
            assert all(game.partial[seat].check(code) == defs.LEGAL for code in own)
            other = game.partial[1 - seat]
            assert all(other.check(code) != defs.ILLEGAL for code in own)
        game.step()


def resampled(state: GameState, rng: random.Random) -> GameState:
    """Return a copy in which what is not public was dealt anew among the same owner's cards."""
    other = state.clone()
    for seat in range(2):
        tokens = range(seat * 60, seat * 60 + 60)
        hidden = [token for token in tokens if state.knowledge(token) != 3]
        faces = [state.face(token) for token in hidden]
        rng.shuffle(faces)
        for token, face in zip(hidden, faces, strict=True):
            other.learn(token, face)
    return other


@pytest.mark.parametrize("seed", range(150))
def test_what_is_pending_does_not_depend_on_hidden_cards(seed: int) -> None:
    game = Lockstep(seed)
    rng = random.Random(seed)
    while game.all.outcome() is None:
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
