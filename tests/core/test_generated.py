"""Random games with cards of the whole language: nothing that loads may break the engine.

Every catalogue is made by `generated`; its game is played by four replicas in lockstep and judged
at every step. `LYCEE_GENERATED=N` plays that many catalogues instead of a few hundred;
`LYCEE_GENERATED_FIRST` is the first seed.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from lycee_core import defs
from lycee_core.game import GameState
from tests.core.generated import generated_game
from tests.core.table import Lockstep, chance_answer, newly_public
from tests.core.test_lockstep import facts, resampled

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = int(os.environ.get("LYCEE_GENERATED", "160"))
FIRST = int(os.environ.get("LYCEE_GENERATED_FIRST", "0"))
CHUNK = 8
STEPS = 250  # looked at this closely; a game of such cards may be long
DECISIONS = 100_000  # within which every game ends
LINE_BYTES = 256
FACTS = 128  # that one step reports at most

# An answer (who is asked nothing) or a decision, and the public state after it.
Record = list[tuple[int | list[int], bytes]]


class GeneratedLockstep(Lockstep):
    """Four replicas of a game with generated cards."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.all = generated_game(seed)
        cards = self.all.catalogue
        self.partial = (GameState(cards), GameState(cards), GameState(cards))
        self.record: Record = []
        self.line = 0  # decisions of the line in progress

    def advance(self) -> None:
        """Advance all four by one step and keep what was decided or answered."""
        before = self.rng.getstate()
        if self.all.pending().seat == defs.CHANCE:
            answer = chance_answer(self.all, self.rng)
            self.rng.setstate(before)
            self.step()
            self.record.append((answer, self.all.digest()))
            return
        self.line = self.line + 1 if self.all.mid_line() else 1
        code = self.step()
        assert code is not None
        self.record.append((code, self.all.digest()))


def seeds(chunk: int) -> Iterator[int]:
    """Yield the seeds of one chunk of games."""
    yield from range(FIRST + chunk, FIRST + GAMES, CHUNK)


def check_decisions(game: GeneratedLockstep, *, closely: bool) -> None:
    """Judge the list of legal decisions of the seat that is asked."""
    state, seat = game.all, game.all.pending().seat
    legal = state.legal_decisions()
    assert legal, "a question without an answer"
    assert len(set(legal)) == len(legal) <= 128
    assert game.partial[seat].legal_decisions() == legal, "the seat itself sees another list"
    if closely:
        accepted = [code for code in range(defs.CODE_END) if state.check(code) == defs.LEGAL]
        assert accepted == sorted(legal)
        other = game.partial[1 - seat]
        assert all(other.check(code) != defs.ILLEGAL for code in legal)
        for code in legal:
            state.clone().apply(code)


def check_tokens(state: GameState) -> None:
    """Every token is in exactly one zone (R2.12)."""
    for seat in range(2):
        found = [token for zone in range(12) for token in state.zone(seat, zone)]
        assert sorted(found) == list(range(seat * 60, seat * 60 + 60))
    in_play = [place(cell) for place in (state.cell_character, state.cell_area)
               for cell in range(12)]  # fmt: skip
    items = [token for cell in range(12) for token in state.cell_items(cell)]
    assert len(items) == len(set(items))
    held = {token for token in (*in_play, *items) if token >= 0}
    zones = (defs.ZONE_FIELD, defs.ZONE_ITEM, defs.ZONE_AREA)
    assert held == {
        token for seat in range(2) for zone in zones for token in state.zone(seat, zone)
    }


def check_values(state: GameState) -> None:
    """What is kept between two decisions is what a fresh computation gives (R14.12)."""
    fresh = state.clone()
    fresh.learn(0, fresh.face(0))  # forgets what was computed
    for cell in range(12):
        if state.cell_character(cell) >= 0:
            assert state.values(cell) == fresh.values(cell), "a stale value"
            assert state.basics(cell) == fresh.basics(cell), "a stale ability"


def check_replicas(game: GeneratedLockstep) -> None:
    """All replicas ask the same, report the same and have the same public state."""
    expected, events, digest = facts(game.all.pending()), game.all.events(), game.all.digest()
    assert len(events) <= FACTS
    for replica in game.partial:
        assert facts(replica.pending()) == expected, "pending"
        assert replica.events() == events, "events"
        assert replica.digest() == digest, "digest"


def check_hidden(before: GameState, game: GeneratedLockstep, rng: random.Random) -> None:
    """What follows a decision does not depend on cards that are not public (R1.14)."""
    code = game.record[-1][0]
    if not isinstance(code, int):
        return
    other = resampled(before, rng)
    for token in newly_public(before, game.all):
        other.learn(token, game.all.face(token))
    if other.check(code) == defs.ILLEGAL:
        return  # with other hidden cards its owner could not have decided this
    other.apply(code)
    assert facts(other.pending()) == facts(game.all.pending()), "the flow depends on hidden cards"
    assert other.digest() == game.all.digest(), "the public state depends on hidden cards"


def play(seed: int, steps: int = STEPS) -> GeneratedLockstep:
    """Play one game, judging every step."""
    game = GeneratedLockstep(seed)
    rng = random.Random(-1 - seed)
    for _ in range(steps):
        if game.all.outcome() is not None:
            break
        if game.all.pending().seat < 2:
            check_decisions(game, closely=rng.random() < 0.05)
        before = game.all.clone() if rng.random() < 0.5 else None
        game.advance()
        assert game.line * 2 <= LINE_BYTES
        check_replicas(game)
        check_values(game.all)
        if before is not None:
            check_hidden(before, game, rng)
        if rng.random() < 0.1:
            check_tokens(game.all)
    return game


def finish(state: GameState, rng: random.Random) -> int:
    """Play on without looking; return how many decisions it took."""
    for decisions in range(DECISIONS):
        if state.outcome() is not None:
            return decisions
        while state.pending().seat == defs.CHANCE:
            state.answer(chance_answer(state, rng))
        legal = state.legal_decisions()
        if legal:
            state.apply(rng.choice(legal))
        else:
            assert state.outcome() is not None, "a question without an answer"
    raise AssertionError("the game does not end")


def replayed(game: GeneratedLockstep, seed: int) -> None:
    """The same decisions and answers give the same public states."""
    again = generated_game(seed)
    for decided, digest in game.record:
        if isinstance(decided, int):
            again.apply(decided)
        else:
            again.answer(decided)
        assert again.digest() == digest
    assert again == game.all


@pytest.mark.parametrize("chunk", range(CHUNK))
def test_generated_cards_break_nothing(chunk: int) -> None:
    # R1.12, R1.14, R2.12
    for seed in seeds(chunk):
        try:
            game = play(seed)
            if seed % 4 == 0:
                replayed(game, seed)
            if seed % 4 == 1:
                finish(game.all, random.Random(seed))  # R16.7
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
