"""Legal lines counted to a depth from three fixed positions, in two ways and against the record.

The fast count follows the lists that the core makes; the slow one knows no lists and tries every
decision code there is on a copy. Both count whole lines: a declaration with its cells, targets and
payment is one. Cards of a chance answer stay where they are, rolls give 0, 1, 2 ...; a game that is
over has no further lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycee_core import defs
from lycee_core.errors import IllegalDecisionError
from tests.core.builder import Game, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lycee_core.game import GameState

    Moves = Callable[[GameState], Iterator[GameState]]


def development() -> Game:
    """The first turn: entries with choices of cells and payments, an event card with a target."""
    mine = Position().hand(0, "Ash", "Birch", "Gust", "Dogwood").hand(1, "Ivy", "Frost")
    return mine.on("0AC", "Dogwood").on("1DC", "Ivy").begin()


def battle() -> Game:
    """A field on either side: attacks with columns, defence, supports, fight in the window."""
    field = Position().on("0AL", "Ash").on("0AC", "Maple").on("0DL", "Nettle").on("0DC", "Oak")
    field.on("1AL", "Hazel").on("1DL", "Pine").on("1DC", "Birch").on("1DR", "Cedar")
    field.area("0AC", "Ridge").item("1DR", "Shield", 1)
    return field.hand(0, "Fog").hand(1, "Fog").begin()


def chain() -> Game:
    """Abilities of every price, moves, answers to answers, a price for waking up."""
    field = Position().on("0AL", "Ivy").on("0AR", "Juniper").on("0DC", "Willow").on("0DL", "Yew")
    field.on("1AC", "Kale").on("1DC", "Larch").on("1DR", "Thyme", "tapped").on("1DL", "Zinnia")
    return field.hand(0, "Elm", "Counter").hand(1, "Counter", "Dark Birch", "Hush").begin()


POSITIONS = {one.__name__: one for one in (development, battle, chain)}
# Sequences of 1, 2, 3 ... lines. Both counts found the first of them; the slow one went once to
# depth 4, 12 and 3.
RECORD: dict[str, tuple[int, ...]] = {
    "development": (30, 120, 471, 1571, 3451, 9435, 29825),
    "battle": (3, 3, 6, 16, 22, 40, 57, 89, 141, 199, 293, 443),
    "chain": (12, 72, 578, 2567, 14844, 59398),
}
SLOW = {"development": 3, "battle": 9, "chain": 3}  # how deep the slow count goes


def listed(state: GameState) -> Iterator[GameState]:
    """What each decision that the core lists leads to."""
    for code in state.legal_decisions():
        after = state.clone()
        after.apply(code)
        yield after


def tried(state: GameState) -> Iterator[GameState]:
    """What each decision code that is not refused leads to."""
    trial = state.clone()
    for code in range(defs.CODE_END):
        try:
            trial.apply(code)
        except IllegalDecisionError:
            continue
        yield trial
        trial = state.clone()


def lines(state: GameState, depth: int, moves: Moves) -> int:
    """Count the sequences of `depth` whole lines from here."""
    found = 0
    for after in moves(state):
        if after.mid_line():
            found += lines(after, depth, moves)
            continue
        Game(after).run()
        if depth == 1:
            found += 1
        elif after.outcome() is None:
            found += lines(after, depth - 1, moves)
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_the_lists_of_the_core_count_as_recorded(name: str) -> None:
    state = POSITIONS[name]().state
    counts = tuple(lines(state, depth, listed) for depth in range(1, len(RECORD[name]) + 1))
    assert counts == RECORD[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_trying_every_code_counts_the_same(name: str) -> None:
    state = POSITIONS[name]().state
    depths = range(1, SLOW[name] + 1)
    counts = tuple(lines(state, depth, tried) for depth in depths)
    assert counts == RECORD[name][: SLOW[name]]


@pytest.mark.parametrize("name", POSITIONS)
def test_counting_leaves_the_position_as_it_was(name: str) -> None:
    state = POSITIONS[name]().state
    before = state.clone()
    assert lines(state, 1, listed) == lines(state, 1, tried)
    assert state == before
