"""Reference cards at work in battles: what each does, and its awkward case."""

from __future__ import annotations

import pytest

from tests.core.stage import Play, Stage


def duel(*numbers: str, attacker: str, defender: str, more: str = "") -> Stage:
    """A character of seat 0 in AF left that faces one of seat 1 in DF right."""
    return Stage(*numbers, more=more).on("0AL", attacker).on("1DR", defender)


def fight(stage: Stage) -> Play:
    """Attack and defend; the window of the battle is open for seat 0."""
    return stage.begin().do("attack 0AL", "resolve", "1DR")


# ---- characters


def test_ch_0026_stays_where_the_cell_is_taken() -> None:
    # R7.29: it may be used all the same.
    stage = Stage("CH-0026").on("0DC", "CH-0026").on("0DL", "Rock").on("1AR", "Man")
    game = stage.begin(1).do("attack 1AR", "ability 0DC", "resolve")
    assert (game.at("0DC"), game.at("0DL")) == ("CH-0026", "Rock")


def test_ch_0026_answers_attacks_only() -> None:
    # R7.30
    game = Stage("CH-0026").on("0DC", "CH-0026").hand(1, "Blink").begin(1).do("Blink")
    assert not game.legal("ability 0DC")


def test_ch_0034_helps_a_neighbour_in_battle_only() -> None:
    # R14.7: recomputed when the battle begins and ends.
    stage = duel("CH-0034", attacker="Man", defender="Rock").on("0AC", "CH-0034").on("0DR", "Woman")
    game = stage.begin()
    assert game.values("0AL") == (2, 2, 1)
    game.do("attack 0AL", "resolve", "1DR")
    assert game.values("0AL") == (2, 3, 1)
    game.do("fight")
    assert game.values("0AL") == (2, 2, 1)


def test_ch_0034_does_not_help_who_is_not_adjacent() -> None:
    stage = duel("CH-0034", attacker="Man", defender="Rock").on("0AR", "CH-0034")
    assert fight(stage).values("0AL") == (2, 2, 1)


def test_ch_0057_mills_for_an_enemy_it_downs() -> None:
    # R8.30
    game = fight(duel("CH-0057", attacker="CH-0057", defender="Fir")).do("fight")
    assert game.at("1DR") is None
    assert game.deck(1) == 29


def test_ch_0057_does_not_mill_for_one_that_stands() -> None:
    game = fight(duel("CH-0057", attacker="CH-0057", defender="Rock")).do("fight")
    assert game.deck(1) == 30


def test_ch_0059_discards_the_battling_enemy_and_ends_the_battle() -> None:
    # R8.36: a participant left, so there is no result.
    game = fight(duel("CH-0059", attacker="CH-0059", defender="Giant").coins(0, 1))
    game.do("ability 0AL", "1DR", "pay Coin", "fight")
    assert (game.at("0AL"), game.at("1DR")) == ("CH-0059", None)
    assert game.tapped("0AL")


def test_ch_0059_is_idle_outside_battle_and_without_a_defender() -> None:
    # R7.30, R7.19
    game = duel("CH-0059", attacker="CH-0059", defender="Giant").coins(0, 1).begin()
    assert not game.legal("ability 0AL")
    game.do("attack 0AL", "resolve", "pass")
    assert game.asks == "BATTLE 0"
    assert not game.legal("ability 0AL")


def test_ch_0060_weakens_the_battling_enemy_once_a_turn() -> None:
    # R7.31
    game = fight(duel("CH-0060", attacker="CH-0060", defender="Man"))
    game.do("ability 0AL", "1DR", "resolve")
    assert game.values("1DR") == (2, 1, 1)
    assert not game.legal("ability 0AL")


def test_ch_0144_cannot_be_downed_by_this_battle() -> None:
    # R8.29
    game = fight(duel("CH-0144", attacker="CH-0144", defender="Giant").coins(0, 1))
    game.do("ability 0AL", "0AL", "pay Coin", "fight")
    assert game.at("0AL") == "CH-0144"


def test_ch_0144_that_was_answered_in_kind_still_leaves() -> None:
    # Not downed is not untouchable.
    stage = duel("CH-0144", attacker="CH-0144", defender="Giant").coins(0, 1).hand(1, "Strike")
    game = fight(stage).do("ability 0AL", "0AL", "pay Coin", "Strike", "0AL", "fight")
    assert game.at("0AL") is None


@pytest.mark.parametrize("uses", [1, 2])
def test_ch_0182_adds_to_the_damage_of_its_attack(uses: int) -> None:
    # R8.32: original AP and what is added.
    stage = Stage("CH-0182").on("0AL", "CH-0182").coins(0, uses)
    game = stage.begin()
    plain = game.values("0AL")[0]
    game.do("attack 0AL", "resolve")
    for _ in range(uses):
        game.do("ability 0AL", "pay Coin", "resolve")
    assert game.do("fight").deck(1) == 30 - plain - 2 * uses


def test_ch_0182_adds_nothing_where_a_defender_stands() -> None:
    # D-46: no damage at all.
    game = fight(duel("CH-0182", attacker="CH-0182", defender="Rock").coins(0, 1))
    game.do("ability 0AL", "pay Coin", "fight")
    assert game.deck(1) == 30


# ---- event cards


def test_ev_0192_untaps_a_participant_and_halts_the_battle() -> None:
    # R8.34: no result; the attacker may attack again.
    game = fight(duel("EV-0192", attacker="Man", defender="Giant").hand(0, "EV-0192").coins(0, 1))
    game.do("EV-0192", "0AL", "pay Coin", "fight")
    assert (game.at("0AL"), game.at("1DR")) == ("Man", "Giant")
    assert not game.tapped("0AL")
    assert game.tapped("1DR")
    assert game.legal("attack 0AL")


def test_ev_0192_needs_a_battle_with_a_tapped_participant() -> None:
    # R7.30
    game = duel("EV-0192", attacker="Man", defender="Giant").hand(0, "EV-0192").coins(0, 1).begin()
    assert not game.legal("EV-0192")


def test_ev_7002_adds_the_ap_of_a_neighbour_to_ap_and_damage() -> None:
    # R8.32
    stage = Stage("EV-7002").on("0AL", "Man").on("0AC", "Ash").on("0DC", "Rock").coins(0, 2)
    game = stage.hand(0, "EV-7002").begin().do("attack 0AL", "resolve", "EV-7002")
    assert not game.legal("0DC")
    game.do("0AC", "pay Coin, Coin", "resolve")
    assert game.values("0AL") == (5, 2, 1)
    assert game.tapped("0AC")
    assert game.do("fight").deck(1) == 30 - 2 - 3


def test_ev_7002_is_for_an_own_attack_only() -> None:
    # R7.30
    stage = Stage("EV-7002").on("0DL", "Man").on("0DC", "Ash").on("1AR", "Man").coins(0, 2)
    game = stage.hand(0, "EV-7002").begin(1).do("attack 1AR", "resolve", "0DL", "pass")
    assert game.asks == "BATTLE 0"
    assert not game.legal("EV-7002")


# ---- items and areas


@pytest.mark.parametrize("number", ["IT-0028", "IT-0029", "IT-0016", "IT-0083"])
def test_an_item_changes_its_bearer_on_either_side_or_its_own(number: str) -> None:
    # R9.1, R9.2
    changes = {"IT-0028": (-1, 1, 0), "IT-0029": (1, 0, -1), "IT-0016": (2, 2, 0),
               "IT-0083": (1, 0, 0)}  # fmt: skip
    stage = Stage(number).on("0AL", "Man").on("1AL", "Man").hand(0, number).coins(0, 1)
    game = stage.begin().do(number)
    assert game.legal("1AL") == (number != "IT-0016")
    game.do("@0AL", "pay Coin", "resolve")
    assert game.item("0AL") == number
    plain, change = (2, 2, 1), changes[number]
    assert game.values("0AL") == tuple(a + b for a, b in zip(plain, change, strict=True))


def test_it_0016_mills_two_whenever_its_bearer_is_tapped() -> None:
    # R15.1
    stage = Stage("IT-0016").on("0AL", "Man").item("0AL", "IT-0016")
    game = stage.begin().do("attack 0AL", "resolve")
    assert game.deck(0) == 28
    assert game.do("fight").deck(1) == 28  # the original AP of 2, not the 4 it has: R8.32
