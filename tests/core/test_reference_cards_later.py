"""Reference events that move columns, work later, or look at whole hands: with awkward cases."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.stage import Stage

ENEMY_HAND = 161  # the code of seat 1 where a seat or what it holds is named


def held(*numbers: str, coins: int = 1) -> Stage:
    """The first card in the hand of seat 0, with coins."""
    return Stage(*numbers).hand(0, numbers[0]).coins(0, coins)


# ---- columns


def test_ev_0001_moves_an_enemy_column_into_an_empty_one() -> None:
    # R2.15: both rows keep their order.
    stage = held("EV-0001").on("1AL", "Man").on("1DL", "Rock").on("1AC", "Woman").begin()
    stage.do("EV-0001", "@1AL", "@1AR", "pay Coin", "resolve")
    assert [stage.at(word) for word in ("1AL", "1DL", "1AR", "1DR")] == [None, None, "Man", "Rock"]


def test_ev_0001_needs_an_empty_column() -> None:
    # R7.19
    stage = held("EV-0001").on("1AL", "Man").on("1AC", "Rock").on("1DR", "Woman").begin()
    assert not stage.legal("EV-0001")


def test_ev_0022_untaps_a_full_column() -> None:
    # R2.14: four characters, of both sides.
    stage = held("EV-0022").on("0AL", "Man", "tapped").on("0DL", "Rock", "tapped")
    stage.on("1AR", "Man", "tapped").on("1DR", "Rock", "tapped").on("1AL", "Woman", "tapped")
    game = stage.begin().do("EV-0022", "@0AL", "pay Coin", "resolve")
    tapped = [game.tapped(word) for word in ("0AL", "0DL", "1AR", "1DR", "1AL")]
    assert tapped == [False] * 4 + [True]


def test_ev_0022_finds_no_column_of_three() -> None:
    stage = held("EV-0022").on("0AL", "Man").on("0DL", "Rock").on("1AR", "Man").begin()
    assert not stage.legal("EV-0022")


def test_ev_0209_discards_two_of_its_own_and_takes_the_enemy_over() -> None:
    # D-33, D-63
    stage = held("EV-0209").on("0AL", "Man").on("0DL", "Rock").on("1AR", "Woman").begin()
    stage.do("EV-0209", "@0AL", "1AR", "pay Coin", "resolve")
    stage.do("@0DL")
    assert (stage.at("0AL"), stage.at("0DL"), stage.at("1AR")) == (None, "Woman", None)


def test_ev_0209_with_one_of_its_own_discards_it_for_nothing() -> None:
    # D-33: not done in full.
    stage = held("EV-0209").on("0AL", "Man").on("1AR", "Woman").begin()
    stage.do("EV-0209", "@0AL", "1AR", "pay Coin", "resolve")
    assert (stage.at("0AL"), stage.at("1AR")) == (None, "Woman")


# ---- dust boxes and hands


def test_ch_0330_cuts_a_hand_down_to_five() -> None:
    # R1.13: at random.
    names = ("Man", "Rock", "Ash", "Fir", "Elm", "Ivy")
    stage = Stage("CH-0330").on("0DL", "CH-0330").hand(1, *names).begin()
    stage.do("ability 0DL", ENEMY_HAND, "resolve")
    assert len(stage.zone(1, defs.ZONE_HAND)) == 5
    assert not stage.legal("ability 0DL")


def test_ch_0330_leaves_five_alone() -> None:
    # R7.29
    stage = Stage("CH-0330").on("0DL", "CH-0330").hand(1, "Man", "Rock", "Ash", "Fir").begin()
    stage.do("ability 0DL", ENEMY_HAND, "resolve")
    assert len(stage.zone(1, defs.ZONE_HAND)) == 5


@pytest.mark.parametrize(("size", "left"), [(3, 1), (1, 0), (0, 0)])
def test_ev_0034_discards_two_at_random(size: int, left: int) -> None:
    # R1.13
    stage = held("EV-0034").hand(1, *("Man", "Rock", "Ash")[:size]).bare(1).begin()
    stage.do("EV-0034", ENEMY_HAND, "pay Coin", "resolve")
    assert len(stage.zone(1, defs.ZONE_HAND)) == left


@pytest.mark.parametrize("size", [0, 1, 3])
def test_ev_0207_discards_the_hand_and_mills_three_for_each(size: int) -> None:
    # R13.8
    stage = held("EV-0207", coins=3).hand(1, *("Man", "Rock", "Ash")[:size]).bare(1).begin()
    stage.do("EV-0207", ENEMY_HAND, "pay Coin, Coin, Coin", "resolve")
    assert stage.zone(1, defs.ZONE_HAND) == []
    assert stage.deck(0) == 30 - 3 * size


# ---- what happens later
