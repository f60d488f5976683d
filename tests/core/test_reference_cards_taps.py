"""Reference cards that tap, untap, discard, move and return, each with its awkward case."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import event_card
from tests.core.stage import Stage


def test_ch_0005_leaves_as_the_price_and_discards_an_enemy() -> None:
    # R5.21: [T], points and leaving are one price.
    game = Stage("CH-0005").coins(0, 1).on("0AL", "CH-0005").on("1AL", "Man").begin()
    game.do("ability 0AL", "1AL", "pay Coin", "resolve")
    assert (game.at("0AL"), game.at("1AL")) == (None, None)
    assert game.dust(0) == ["Coin", "CH-0005"]
    assert game.dust(1) == ["Man"]


def test_ch_0005_is_paid_for_though_its_target_has_left_in_response() -> None:
    # R7.26: the cost is spent, the effect is skipped.
    stage = Stage("CH-0005").coins(0, 1).on("0AL", "CH-0005").on("1AL", "Man").on("1AC", "Rock")
    game = stage.hand(1, "Strike").begin().do("ability 0AL", "1AL", "pay Coin")
    game.do("Strike", "1AL", "resolve")
    assert game.at("0AL") is None
    assert game.at("1AC") == "Rock"


def test_ch_0005_that_was_discarded_in_response_does_nothing() -> None:
    # R5.22: a price that cannot be paid.
    stage = Stage("CH-0005").coins(0, 1).on("0AL", "CH-0005").on("1AL", "Man").hand(1, "Strike")
    game = stage.begin().do("ability 0AL", "1AL", "pay Coin", "Strike", "0AL", "resolve")
    assert game.at("1AL") == "Man"


def test_ch_0010_taps_an_enemy_in_af_only() -> None:
    # R7.19
    stage = Stage("CH-0010").coins(0, 1).on("0DC", "CH-0010").on("1AL", "Man").on("1DL", "Rock")
    game = stage.begin().do("ability 0DC")
    assert not game.legal("1DL")
    game.do("1AL", "pay Coin", "resolve")
    assert game.tapped("1AL")
    assert game.tapped("0DC")


def test_ch_0010_cannot_be_declared_without_an_enemy_in_af() -> None:
    # R7.19
    game = Stage("CH-0010").coins(0, 1).on("0DC", "CH-0010").on("1DL", "Rock").begin()
    assert not game.legal("ability 0DC")


def test_ch_0011_taps_one_of_each_side_but_not_itself() -> None:
    # R7.20: both targets are named.
    stage = Stage("CH-0011").coins(0, 1).on("0AL", "CH-0011").on("0AC", "Man").on("1AL", "Rock")
    game = stage.begin().do("ability 0AL")
    assert not game.legal("0AL")
    game.do("0AC", "1AL", "pay Coin", "resolve")
    assert game.tapped("0AC")
    assert game.tapped("1AL")


def test_ch_0011_taps_nobody_when_one_of_the_two_has_left() -> None:
    # R7.26: all required targets must still be proper.
    stage = Stage("CH-0011").coins(0, 1).on("0AL", "CH-0011").on("0AC", "Man").on("1AL", "Rock")
    game = stage.hand(1, "Strike").begin().do("ability 0AL", "0AC", "1AL", "pay Coin")
    game.do("Strike", "1AL", "resolve")
    assert not game.tapped("0AC")


def test_ch_0036_untaps_an_own_character() -> None:
    # R2.11
    stage = Stage("CH-0036").coins(0, 1).on("0AL", "CH-0036").on("0AC", "Man", "tapped")
    game = stage.on("1AL", "Man", "tapped").begin().do("ability 0AL")
    assert not game.legal("1AL")
    assert not game.do("0AC", "pay Coin", "resolve").tapped("0AC")


def test_ch_0036_cannot_pay_its_own_tap_while_it_is_new() -> None:
    # R5.17, D-25
    stage = Stage("CH-0036").coins(0, 1).on("0AL", "CH-0036", "new").on("0AC", "Man", "tapped")
    assert not stage.begin().legal("ability 0AL")


def test_ch_0040_returns_to_the_hand_of_its_owner_in_response() -> None:
    # D-26: no [T], so it works while tapped and as a response.
    stage = Stage("CH-0040").coins(0, 1).on("0AL", "CH-0040", "tapped").hand(1, "Strike")
    game = stage.hand(1, "Blink").begin(1).do("Strike", "0AL", "ability 0AL", "0AL", "pay Coin")
    game.do("resolve")
    assert game.seen(0) == ["CH-0040"]
    assert game.dust(1) == ["Strike"]


def test_ch_0042_discards_both_sides_of_his_column() -> None:
    # The column in which he stood when he left as the price.
    stage = Stage("CH-0042").coins(0, 1).on("0AL", "CH-0042").on("0DL", "Man").on("0AC", "Rock")
    game = stage.on("1AR", "Man").on("1DR", "Rock").on("1AL", "Woman").begin()
    game.do("ability 0AL", "pay Coin", "resolve")
    left = [game.at(word) for word in ("0AL", "0DL", "1AR", "1DR")]
    assert left == [None] * 4
    assert (game.at("0AC"), game.at("1AL")) == ("Rock", "Woman")


def test_ch_0042_with_an_empty_column_still_leaves() -> None:
    # R7.29: what has no effect may be declared.
    game = Stage("CH-0042").coins(0, 1).on("0AL", "CH-0042").on("1AL", "Man").begin()
    game.do("ability 0AL", "pay Coin", "resolve")
    assert (game.at("0AL"), game.at("1AL")) == (None, "Man")


def test_ch_0052_taps_what_stands_in_front_of_it() -> None:
    # R2.14: the facing column.
    stage = Stage("CH-0052").coins(0, 1).on("0AL", "CH-0052").on("1AR", "Man").on("1AL", "Rock")
    game = stage.begin().do("ability 0AL")
    assert not game.legal("1AL")
    assert game.do("1AR", "pay Coin", "resolve").tapped("1AR")


def test_ch_0056_lets_two_enemies_of_its_column_change_places() -> None:
    # R2.16
    stage = Stage("CH-0056").coins(0, 1).on("0AL", "CH-0056").on("1AR", "Man").on("1DR", "Rock")
    game = stage.begin().do("ability 0AL", "1AR", "1DR", "pay Coin", "resolve")
    assert (game.at("1AR"), game.at("1DR")) == ("Rock", "Man")


def test_ch_0056_needs_both() -> None:
    # R7.20
    game = Stage("CH-0056").coins(0, 1).on("0AL", "CH-0056").on("1AR", "Man").begin()
    assert not game.legal("ability 0AL")


def test_ch_0132_keeps_a_tapped_enemy_from_waking_up() -> None:
    # R4.8
    stage = Stage("CH-0132").coins(0, 1).on("0AL", "CH-0132").on("1AL", "Man", "tapped")
    game = stage.on("1AC", "Rock", "tapped").on("1DL", "Woman").begin().do("ability 0AL")
    assert not game.legal("1DL")
    game.do("1AL", "pay Coin", "resolve", "pass", "resolve", "stay")
    assert game.tapped("1AL")
    assert not game.tapped("1AC")


def test_ch_0189_taps_a_man_and_untaps_itself_once_a_turn() -> None:
    # R7.31; the tap is no cost, and nothing hangs on it.
    stage = Stage("CH-0189").on("0AL", "CH-0189", "tapped").on("0AC", "Man").on("0AR", "Woman")
    game = stage.on("0DL", "Man").begin().do("ability 0AL")
    assert not game.legal("0AR")
    game.do("0AC", "resolve")
    assert game.tapped("0AC")
    assert not game.tapped("0AL")
    assert not game.legal("ability 0AL")


def test_ch_0189_pays_its_tax_with_its_own_tap() -> None:
    # D-04
    stage = Stage("CH-0189").on("0AL", "CH-0189").begin(1)
    game = stage.do("pass", "resolve")
    assert game.asks == "MAY 0"
    game.do("yes")
    assert game.at("0AL") == "CH-0189"
    assert game.asks == "WAKE_UP 0"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_ch_0382_taps_as_many_as_it_discards_items_and_events(count: int) -> None:
    # R13.10: any number, none included.
    stage = (
        Stage("CH-0382").on("0AL", "CH-0382").on("1AL", "Man").on("1AC", "Rock").on("1AR", "Man")
    )
    game = stage.hand(0, "Blink", "Blade", "Fir").begin().do("ability 0AL", "resolve")
    assert game.asks == "CHOOSE 0"
    assert not game.legal("Fir")
    game.do(*("Blink", "Blade")[:count], "pass")
    game.do(*("1AL", "1AC")[:count])
    assert [game.tapped(word) for word in ("1AL", "1AC", "1AR")].count(True) == count
    assert game.asks == "MAIN 0"


def test_ch_0403_pulls_an_enemy_out_of_df() -> None:
    # R7.19: the cell is a target too.
    stage = Stage("CH-0403").coins(0, 1).on("0AL", "CH-0403").on("1DC", "Man").on("1DL", "Rock")
    game = stage.on("1AL", "Woman").begin().do("ability 0AL", "1DC")
    assert not game.legal("@1AL")
    game.do("@1AC", "pay Coin", "resolve")
    assert (game.at("1DC"), game.at("1AC")) == (None, "Man")
    assert not game.legal("ability 0AL")


def test_ch_0403_does_nothing_when_the_cell_is_taken_in_response() -> None:
    # R7.26, with the Step of the enemy's own character.
    step = '{ move = { side = "own", name = "Violet" }, to = { side = "own", row = "AF" } }'
    stage = Stage("CH-0403", more=event_card(step)).coins(0, 1).on("0AL", "CH-0403")
    game = stage.on("1DC", "Man").on("1AR", "Violet").hand(1, "Test").begin()
    game.do("ability 0AL", "1DC", "@1AC", "pay Coin", "Test", "resolve", "@1AC")
    assert (game.at("1DC"), game.at("1AC")) == ("Man", "Violet")


def test_ch_0418_discards_everybody_in_the_enemy_turn_only() -> None:
    # R7.30
    stage = Stage("CH-0418").on("0AL", "CH-0418").on("0AC", "Man").on("1AL", "Rock")
    assert not stage.begin().legal("ability 0AL")
    stage = Stage("CH-0418").on("0AL", "CH-0418").on("0AC", "Man").on("1AL", "Rock")
    game = stage.hand(1, "Blink").begin(1).do("Blink", "ability 0AL", "resolve")
    assert [game.at(word) for word in ("0AL", "0AC", "1AL")] == [None] * 3


def test_ch_0587_keeps_the_enemies_of_its_column_tapped() -> None:
    # R4.8, R2.14
    stage = Stage("CH-0587").coins(0, 1).on("0AL", "CH-0587").on("1AR", "Man", "tapped")
    game = stage.on("1DR", "Rock", "tapped").on("1AL", "Woman", "tapped").begin()
    game.do("ability 0AL", "pay Coin", "resolve", "pass", "resolve", "stay")
    assert [game.tapped(word) for word in ("1AR", "1DR", "1AL")] == [True, True, False]


def test_ch_0614_taps_an_enemy_and_its_untapped_neighbours() -> None:
    # R2.16
    stage = Stage("CH-0614").coins(0, 3).on("0AL", "CH-0614").on("1AC", "Man").on("1DC", "Rock")
    game = stage.on("1AL", "Woman").on("1DL", "Man").on("0AC", "Giant").begin()
    game.do("ability 0AL", "1AC", "pay Coin, Coin, Coin", "resolve")
    tapped = [game.tapped(word) for word in ("1AC", "1DC", "1AL", "1DL", "0AC")]
    assert tapped == [True, True, True, False, False]


def test_ch_0614_without_neighbours_taps_the_one() -> None:
    stage = Stage("CH-0614").coins(0, 3).on("0AL", "CH-0614").on("1AC", "Man", "tapped")
    game = stage.begin().do("ability 0AL", "1AC", "pay Coin, Coin, Coin", "resolve")
    assert game.tapped("1AC")
    assert game.asks == "MAIN 0"


def test_ch_1134_puts_a_random_card_under_the_deck_after_damage() -> None:
    # R10.18: Deck Bonus.
    game = Stage("CH-1134").on("0AL", "CH-1134").dust(0, "Man", "Rock").begin()
    game.chance = [[1]]
    game.do("attack 0AL", "fight")
    assert game.dust(0) == ["Man"]
    assert game.zone(0, defs.ZONE_DECK)[-1] == "Rock"


def test_ch_1382_discards_pure_snow_and_mills_its_cost() -> None:
    # R13.8; Elm is snow and moon, Ash costs one point.
    stage = Stage("CH-1382").on("0AL", "CH-1382").on("1AL", "Ash").on("1AC", "Elm")
    game = stage.begin().do("ability 0AL")
    assert not game.legal("1AC")
    game.do("1AL", "resolve")
    assert game.dust(1) == ["Ash"]
    assert "CH-1382" in game.zone(0, defs.ZONE_REMOVED)
    assert game.deck(0) == 29


def test_ch_1383_takes_an_own_character_of_the_enemy_s_choice_along() -> None:
    # R13.6, D-66; it itself is removed by its Penalty.
    stage = Stage("CH-1383").on("0AL", "CH-1383").on("0AC", "Man").on("0AR", "Rock")
    game = stage.hand(1, "Strike").begin(1).do("Strike", "0AL", "resolve")
    while game.asks == "ORDER 1":
        game.do("order 0")
    assert game.asks == "CHOOSE 1"
    game.do("0AR")
    assert (game.at("0AC"), game.at("0AR")) == ("Man", None)
    assert "CH-1383" in game.zone(0, defs.ZONE_REMOVED)


def test_ch_1383_alone_takes_nobody_along() -> None:
    game = Stage("CH-1383").on("0AL", "CH-1383").hand(1, "Strike").begin(1)
    game.do("Strike", "0AL", "resolve")
    while game.asks == "ORDER 1":
        game.do("order 0")
    assert game.asks == "MAIN 1"


def test_ch_1383_named_as_defender_discards_the_attacker() -> None:
    # R8.36: a participant leaves, so the battle ends without a result.
    game = Stage("CH-1383").on("0DL", "CH-1383").on("1AR", "Giant").begin(1)
    game.do("attack 1AR", "resolve", "0DL")
    assert (game.at("1AR"), game.at("0DL")) == (None, "CH-1383")
    assert game.do("fight").asks == "MAIN 1"
