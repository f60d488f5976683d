"""Reference cards that forbid, that set values or lose abilities, each with its awkward case."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.stage import Play, Stage


def has(game: Play, cell: int, name: str) -> bool:
    """Whether the character in a cell has a basic ability now."""
    return bool(game.state.basics(cell) >> defs.BASICS.index(name) & 1)


# ---- what cannot be done


# ---- conditions on the other participant


@pytest.mark.parametrize(("name", "change"), [("Woman", -1), ("Man", 0)])
def test_ch_0253_is_weaker_against_a_woman(name: str, change: int) -> None:
    # R14.7
    game = Stage("CH-0253").on("0AL", "CH-0253").on("1DR", name).begin()
    ap, dp, sp = game.values("0AL")
    game.do("attack 0AL", "resolve", "1DR")
    assert game.values("0AL") == (ap + change, dp + change, sp)
    game.do("fight")
    assert game.at("0AL") is None or game.values("0AL") == (ap, dp, sp)


@pytest.mark.parametrize(("name", "legal"), [("Man", True), ("Woman", False)])
def test_ch_0400_halts_a_battle_with_a_man(name: str, *, legal: bool) -> None:
    # R8.34
    game = Stage("CH-0400").on("0AL", "CH-0400").on("1DR", name).begin()
    game.do("attack 0AL", "resolve", "1DR")
    assert game.legal("ability 0AL") == legal
    if legal:
        game.do("ability 0AL", "fight")
        assert (game.at("0AL"), game.at("1DR")) == ("CH-0400", "Man")
        assert game.tapped("0AL")


# ---- values


def test_it_0008_counts_neighbours_with_the_same_item() -> None:
    # R14.7
    stage = Stage("IT-0008").on("0AL", "Man").on("0AC", "Rock").on("0DL", "Woman").on("0AR", "Ash")
    for word in ("0AL", "0AC", "0AR"):
        stage.item(word, "IT-0008")
    game = stage.item("0DL", "Blade").begin()
    assert game.values("0AL") == (3, 3, 1)
    assert game.values("0AC") == (2, 11, 1)
    assert game.values("0DL") == (2, 2, 1)


def test_ar_0023_weakens_by_the_items_on_enemies() -> None:
    # R9.9: seen by the player who placed it.
    stage = Stage("AR-0023").on("0AL", "Ash").area("0AL", "AR-0023", owner=0).item("0AL", "Shield")
    stage.on("1AL", "Man").item("1AL", "Blade", owner=1).on("1AC", "Rock").item("1AC", "Blade")
    game = stage.begin(1)
    assert game.values("0AL") == (3, 5, 1)
    assert game.do("pass", "resolve").values("0AL") == (1, 3, 1)


# ---- abilities lost and copied
