"""Reference cards that bring cards into play, take control, or keep cards: with awkward cases."""

from __future__ import annotations

from lycee_core import defs
from tests.core.builder import event_card
from tests.core.stage import Stage

REMOVED = defs.ZONE_REMOVED


def test_ch_1004_raises_a_cheap_snow_character_and_is_removed_at_the_end_of_the_turn() -> None:
    stage = Stage("CH-1004").on("0DL", "CH-1004").dust(0, "Ash", "Fir", "Elm").begin()
    stage.do("ability 0DL")
    assert not stage.legal("dust Fir")
    stage.do("dust Ash", "@0AC", "resolve")
    assert stage.at("0AC") == "Ash"
    assert not stage.legal("ability 0DL")
    stage.do("pass", "resolve")
    assert stage.at("0DL") is None
    assert "CH-1004" in stage.zone(0, REMOVED)


def test_ev_0033_plays_a_character_out_of_the_dust_box_for_its_cost() -> None:
    # Paid when it is carried out.
    stage = Stage("EV-0033").hand(0, "EV-0033", "Juniper").coins(0, 1).dust(0, "Elm").begin()
    stage.do("EV-0033", "dust Elm", "@0AL", "pay Juniper", "resolve", "yes", "pay Coin")
    assert stage.at("0AL") == "Elm"
    assert "Coin" in stage.dust(0)


def test_ev_0033_without_the_means_does_nothing() -> None:
    stage = Stage("EV-0033").hand(0, "EV-0033", "Juniper").dust(0, "Elm").begin()
    stage.do("EV-0033", "dust Elm", "@0AL", "pay Juniper", "resolve")
    assert not stage.legal("yes")
    stage.do("no")
    assert stage.at("0AL") is None
    assert "Elm" in stage.dust(0)


def test_ch_0612_takes_an_enemy_over_to_the_facing_column() -> None:
    # D-63, D-90: tapped state and item go along; it leaves to its owner.
    stage = Stage("CH-0612").on("0AC", "CH-0612").coins(0, 2).on("1AR", "Man", "tapped")
    stage.item("1AR", "Blade", owner=1).hand(0, "Strike").on("0DL", "Rock")
    game = stage.begin().do("ability 0AC", "1AR")
    assert not game.legal("@0AR")
    game.do("@0AL", "pay Coin, Coin", "resolve")
    assert (game.at("0AL"), game.at("1AR")) == ("Man", None)
    assert game.item("0AL") == "Blade"
    assert game.tapped("0AL")
    assert game.deck(0) == 27
    game.do("Strike", "0AL", "resolve")
    assert sorted(map(str, game.dust(1))) == ["Blade", "Man"]


def test_ch_0612_needs_an_empty_cell_in_that_column() -> None:
    stage = Stage("CH-0612").on("0AC", "CH-0612").coins(0, 2).on("1AC", "Man").on("0DC", "Rock")
    assert not stage.begin().legal("ability 0AC")


def test_ch_0486_moves_an_item_from_an_enemy_and_draws_two() -> None:
    # R9.1
    stage = Stage("CH-0486").on("0AL", "CH-0486").coins(0, 1).on("1AL", "Man").on("0AC", "Rock")
    stage.item("1AL", "Shield", owner=1).item("0AC", "Blade")
    game = stage.begin().do("ability 0AL", "1AL")
    game.do(game.state.cell_item(6))
    assert not game.legal("0AC")
    game.do("0AL", "pay Coin", "resolve")
    assert (game.item("0AL"), game.item("1AL")) == ("Shield", None)
    assert game.deck(0) == 28
    assert not game.legal("ability 0AL")


def test_ch_0486_needs_an_own_character_without_item() -> None:
    stage = Stage("CH-0486").on("0AL", "CH-0486").item("0AL", "Blade").coins(0, 1)
    game = stage.on("1AL", "Man").item("1AL", "Shield", owner=1).begin()
    assert not game.legal("ability 0AL")


def test_it_0108_draws_for_avenger_only() -> None:
    # R15.1
    avenger = """
[[card]]
number = "CH-9790"
name = { en = "Avenger" }
type = "character"
attributes = []
cost = "0"
ex = 0
ap = 9
dp = 2
sp = 1
sex = "m"
cells = "LCR/LCR"
"""
    stage = Stage("IT-0108", more=avenger).hand(0, "IT-0108").coins(0, 1).on("0AL", "Avenger")
    game = stage.on("0AC", "Man").begin().do("IT-0108", "@0AL", "pay Coin", "resolve")
    assert game.deck(0) == 29
    stage = Stage("IT-0108", more=avenger).hand(0, "IT-0108").coins(0, 1).on("0AL", "Avenger")
    game = stage.on("0AC", "Man").begin().do("IT-0108", "@0AC", "pay Coin", "resolve")
    assert game.deck(0) == 30


def test_it_0108_shuffles_and_draws_two_as_a_bonus() -> None:
    # R10.18
    stage = Stage("IT-0108").on("0AL", "Giant").item("0AL", "IT-0108").on("1DR", "Man").begin()
    assert stage.do("attack 0AL", "resolve", "1DR", "fight").deck(0) == 28


def test_it_0014_raises_ap_for_the_item_itself() -> None:
    # R5.21: the item is the price; a target of its own, the bearer.
    stage = Stage("IT-0014").on("0AL", "Man").item("0AL", "IT-0014").begin()
    game = stage.do("item 0AL", "0AL", "resolve")
    assert game.values("0AL") == (4, 2, 1)
    assert game.item("0AL") is None
    assert game.dust(0) == ["IT-0014"]


def test_it_0014_is_used_by_the_controller_of_its_bearer() -> None:
    # D-90
    stage = Stage("IT-0014").on("1AL", "Man").item("1AL", "IT-0014", owner=0).begin()
    assert not stage.legal("item 1AL")


def test_ch_0203_discards_an_untapped_woman_beside_him() -> None:
    # R5.21
    stage = Stage("CH-0203").coins(0, 1).on("0AL", "CH-0203", "tapped").on("0AC", "Woman")
    game = stage.on("0DR", "Giant").begin().do("ability 0AL", "0AL", "0AC", "pay Coin", "resolve")
    assert game.at("0AC") is None
    assert not game.tapped("0AL")
    assert not game.legal("ability 0AL")


def test_ch_0203_finds_no_price_in_men_tapped_or_distant_women() -> None:
    # R5.17
    stage = Stage("CH-0203").coins(0, 1).on("0AL", "CH-0203", "tapped").on("0AC", "Man")
    game = stage.on("0DC", "Woman").begin()
    assert not game.legal("ability 0AL")
    stage = Stage("CH-0203").coins(0, 1).on("0AL", "CH-0203", "tapped").on("0AC", "Woman", "tapped")
    assert not stage.begin().legal("ability 0AL")


def test_ch_0076_raises_a_character_that_must_pay_a_tax() -> None:
    # R13.12: without cost, whatever the card's attributes.
    stage = Stage("CH-0076").on("0DC", "CH-0076").dust(0, "Man", "Blink").begin()
    stage.do("ability 0DC")
    assert not stage.legal("dust Blink")
    stage.do("dust Man", "@0AL", "resolve")
    assert stage.at("0AL") == "Man"
    assert stage.new("0AL")
    assert stage.state.basics(0) >> defs.BASICS.index("Tax Trash") & 1


def test_ch_0076_cannot_raise_the_name_that_is_in_play() -> None:
    # R12.3, D-61: it does nothing.
    stage = Stage("CH-0076").on("0DC", "CH-0076").on("0AC", "Man").dust(0, "Man").begin()
    stage.do("ability 0DC", "dust Man", "@0AL", "resolve")
    assert stage.at("0AL") is None


def test_ch_0076_works_in_the_own_turn_only() -> None:
    stage = Stage("CH-0076").on("0DC", "CH-0076").dust(0, "Man").hand(1, "Blink")
    assert not stage.begin(1).do("Blink").legal("ability 0DC")


def test_ch_0212_keeps_an_enemy_card_and_removes_its_likes() -> None:
    # D-64
    stage = Stage("CH-0212").on("0DL", "CH-0212").dust(1, "Man").on("1AL", "Man").hand(0, "Strike")
    game = stage.begin().do("ability 0DL", "0DL", "resolve")
    if game.asks == "CHOOSE 0":
        game.do("dust Man")
    assert game.dust(1) == []
    game.do("Strike", "1AL", "resolve")
    assert "Man" in game.zone(1, REMOVED)
    assert game.deck(0) == 28


def test_ch_0212_holds_one_card_at_a_time_and_gives_it_back_when_it_leaves() -> None:
    wake = event_card('{ untap = { side = "own" } }')
    stage = Stage("CH-0212", more=wake).on("0DL", "CH-0212").dust(1, "Man", "Rock")
    game = stage.hand(0, "Test", "Strike").begin().do("ability 0DL", "0DL", "resolve", "dust Man")
    game.do("Test", "resolve")
    assert not game.legal("ability 0DL")
    game.do("Strike", "0DL", "resolve")
    assert sorted(map(str, game.dust(1))) == ["Man", "Rock"]
    assert game.deck(0) == 30


def test_it_0075_takes_an_enemy_of_its_column_over() -> None:
    # D-63
    stage = Stage("IT-0075").hand(0, "IT-0075").coins(0, 2).on("0AL", "Man").on("1AR", "Rock")
    game = stage.on("1AL", "Woman").begin().do("IT-0075", "@0AL", "pay Coin, Coin", "resolve")
    if game.asks == "CHOOSE 0":
        game.do("1AR")
    assert (game.at("0DL"), game.at("1AR")) == ("Rock", None)


def test_it_0075_discards_both_when_it_leaves() -> None:
    # "When this item leaves" still works.
    text = event_card('{ discard = { type = "item" } }')
    stage = Stage("IT-0075", more=text).hand(0, "IT-0075", "Test").coins(0, 2).on("0AL", "Man")
    game = stage.on("1AR", "Rock").begin().do("IT-0075", "@0AL", "pay Coin, Coin", "resolve")
    if game.asks == "CHOOSE 0":
        game.do("1AR")
    game.do("Test", "resolve")
    assert (game.at("0AL"), game.at("0DL")) == (None, None)
    assert "Rock" in game.dust(1)
    assert "Man" in game.dust(0)


def test_it_0075_with_no_enemy_in_the_column_takes_nobody() -> None:
    stage = Stage("IT-0075").hand(0, "IT-0075").coins(0, 2).on("0AL", "Man").on("1AL", "Rock")
    game = stage.begin().do("IT-0075", "@0AL", "pay Coin, Coin", "resolve")
    assert game.asks == "MAIN 0"
    assert game.at("1AL") == "Rock"


def test_it_0075_mills_three_as_a_penalty_of_its_bearer() -> None:
    # R10.20
    stage = Stage("IT-0075").on("0AL", "Man").item("0AL", "IT-0075").hand(0, "Strike").begin()
    game = stage.do("Strike", "0AL", "resolve")
    assert game.asks == "ORDER 0"  # the item has an ability of its own
    assert game.do("order 0").deck(0) == 27
