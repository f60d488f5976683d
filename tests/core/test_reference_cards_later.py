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


def test_ev_0015_puts_three_back_and_is_removed() -> None:
    # R13.1
    stage = held("EV-0015").dust(0, "Man", "Rock", "Ash", "Fir").begin()
    stage.do("EV-0015", "pay Coin", "resolve", "dust Man", "dust Rock", "dust Fir")
    assert stage.dust(0) == ["Ash", "Coin"]
    assert stage.deck(0) == 33
    assert "EV-0015" in stage.zone(0, defs.ZONE_REMOVED)


def test_ev_0015_puts_back_what_there_is() -> None:
    # R13.2: as much as possible; its own payment lies there.
    stage = held("EV-0015").begin().do("EV-0015", "pay Coin", "resolve")
    assert stage.dust(0) == []
    assert "EV-0015" in stage.zone(0, defs.ZONE_REMOVED)


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


def test_ev_0067_strengthens_and_discards_who_did_not_attack() -> None:
    # R4.17: at the end of this turn, those of AF that are untapped then.
    stage = held("EV-0067").on("0AL", "Man").on("0AC", "Ash").on("0DL", "Rock").begin()
    stage.do("EV-0067", "pay Coin", "resolve")
    assert stage.values("0AL") == (5, 2, 1)
    stage.do("attack 0AL", "resolve", "fight", "pass", "resolve")
    assert [stage.at(word) for word in ("0AL", "0AC", "0DL")] == ["Man", None, "Rock"]


def test_ev_0067_discards_who_entered_later_too_and_only_once() -> None:
    stage = held("EV-0067").on("0AL", "Man", "tapped").hand(0, "Fir").begin()
    stage.do("EV-0067", "pay Coin", "resolve", "Fir", "0AC", "resolve", "pass", "resolve")
    assert stage.at("0AC") is None
    stage.do("pass", "resolve", "stay", "pass", "resolve")
    assert stage.at("0AL") == "Man"


@pytest.mark.parametrize("moves", [True, False])
def test_ev_0030_discards_an_enemy_that_does_not_move(*, moves: bool) -> None:
    # R10.24
    stage = held("EV-0030").on("1AL", "Man").on("1DC", "Rock").begin(1).do("pass")
    stage.do("EV-0030", "1AL", "pay Coin", "resolve")
    if moves:
        stage.do("step 1AL", "1DL", "resolve")
    stage.do("pass", "resolve")
    assert stage.at("1AL") is None
    assert stage.at("1DL") == ("Man" if moves else None)


def test_ev_0030_needs_an_untapped_enemy_beside_an_empty_cell() -> None:
    # R7.19
    stage = held("EV-0030").on("1AL", "Man", "tapped").hand(1, "Blink").begin(1).do("Blink")
    assert not stage.legal("EV-0030")


def test_ev_0289_saves_an_own_character_and_discards_it_at_the_end() -> None:
    # R8.29, R4.17
    stage = held("EV-0289").on("0AL", "Man").on("1DR", "Giant").begin()
    stage.do("attack 0AL", "resolve", "1DR", "EV-0289", "0AL", "pay Coin", "fight")
    assert stage.at("0AL") == "Man"
    assert not stage.tapped("0AL")
    assert stage.do("pass", "resolve").at("0AL") is None


def test_ev_0289_may_save_one_that_does_not_battle() -> None:
    stage = held("EV-0289").on("0AL", "Man").on("0AC", "Rock", "tapped").on("1DR", "Giant").begin()
    stage.do("attack 0AL", "resolve", "1DR", "EV-0289", "0AC", "pay Coin", "fight")
    assert stage.at("0AL") is None
    assert not stage.tapped("0AC")
    assert stage.do("pass", "resolve").at("0AC") is None


def test_ev_0134_names_any_defender_against_the_next_attack() -> None:
    # D-41: tapped, and from another column.
    stage = held("EV-0134").on("0AR", "Giant", "tapped").on("1AR", "Man").on("1AL", "Ash").begin()
    stage.do("EV-0134", "0AR", "pay Coin", "resolve", "pass", "resolve")
    if stage.asks == "WAKE_UP 1":
        stage.do("stay")
    stage.do("attack 1AR", "resolve")
    assert stage.asks == "MAY 0"
    stage.do("yes", "fight")
    assert stage.at("1AR") is None
    assert stage.deck(0) == 30
    stage.do("attack 1AL", "resolve")
    assert stage.asks != "MAY 0"


def test_ev_0088_makes_two_characters_battle() -> None:
    # N-34: begins when the chain is empty; the attacker is tapped.
    stage = held("EV-0088").on("0AL", "Ash", "new").on("1DR", "Man").on("1DC", "Rock").begin()
    stage.do("EV-0088", "0AL")
    assert not stage.legal("1DC")
    stage.do("1DR", "pay Coin", "resolve")
    assert stage.asks == "BATTLE 0"
    stage.do("fight")
    assert (stage.at("0AL"), stage.at("1DR")) == ("Ash", None)


def test_ev_0088_is_nothing_when_one_left_in_response() -> None:
    # R7.26
    stage = held("EV-0088").on("0AL", "Ash").on("1DR", "Man").hand(1, "Strike").begin()
    stage.do("EV-0088", "0AL", "1DR", "pay Coin", "Strike", "0AL", "resolve")
    assert stage.asks == "MAIN 0"


@pytest.mark.parametrize("uses", [1, 2])
def test_ev_0118_shortens_the_next_warm_up_of_the_enemy(uses: int) -> None:
    # D-03, R4.9
    stage = held("EV-0118", coins=uses).hand(0, *["EV-0118"] * (uses - 1)).begin()
    for _ in range(uses):
        stage.do("EV-0118", "pay Coin", "resolve")
    stage.do("pass", "resolve")
    assert stage.deck(1) == 30 - 2 + uses
    stage.do("pass", "resolve")
    assert stage.deck(0) == 28
    stage.do("pass", "resolve")
    assert stage.deck(1) == 30 - 2 + uses - 2


def test_ev_0194_gives_touch_to_all_until_the_enemy_turn_ends() -> None:
    # R10.7
    stage = held("EV-0194").on("0AL", "Man").on("0DL", "Rock").on("1AL", "Ash").on("1DL", "Fir")
    game = stage.begin().do("EV-0194", "pay Coin", "resolve", "touch 0AL", "resolve")
    assert (game.at("0AL"), game.at("0DL")) == ("Rock", "Man")
    game.do("pass", "resolve", "touch 1AL", "resolve")
    assert game.at("1AL") == "Fir"
    game.do("pass", "resolve")
    assert not game.legal("touch 0AL")


def test_ch_0167_does_one_damage_less() -> None:
    # R8.32, never below 0
    stage = Stage("CH-0167").on("0AL", "CH-0167").on("0AC", "Man").begin()
    original = stage.values("0AL")[0]
    stage.do("attack 0AL", "resolve", "fight")
    assert stage.deck(1) == 30 - max(0, original - 1)
    deck = stage.deck(1)
    assert stage.do("attack 0AC", "resolve", "fight").deck(1) == deck - 2
