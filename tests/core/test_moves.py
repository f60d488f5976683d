"""Who stands where, and what goes along: items, areas, changes, owners (R9, R13)."""

from __future__ import annotations

from lycee_core import defs
from tests.core.builder import Position, event_card


def test_an_item_follows_its_character() -> None:
    # R9.5, D-53
    game = Position().on("0AL", "Ivy").item("0AL", "Shield").begin()
    game.do("step 0AL", "0AC", "resolve")
    assert game.item("0AC") == "Shield"
    assert game.item("0AL") is None
    assert game.values("0AC") == (2, 4, 1)


def test_an_item_goes_to_its_owner_s_dust_box_when_the_character_leaves() -> None:
    # R9.5, R13.1: the item of seat 0 on a character of seat 1.
    game = Position().on("1AL", "Ash").item("1AL", "Shield", owner=0).hand(0, "Recall", "Escort")
    played = game.begin().do("Recall", "1AL", "pay Escort", "resolve")
    assert played.hand(1) == ["Ash"]
    assert played.dust(1) == []
    assert "Shield" in played.dust(0)


def test_an_item_is_not_checked_again_after_a_move() -> None:
    # R9.3, S-88: Flag asks for the AF only when it is put on.
    game = Position().on("0AL", "Ivy").item("0AL", "Flag").begin()
    game.do("step 0AL", "0DL", "resolve")
    assert game.item("0DL") == "Flag"
    assert game.values("0DL")[0] == 3


def test_an_area_stays_when_its_character_leaves() -> None:
    # R9.10
    game = Position().on("0AL", "Ivy").area("0AL", "Ridge").begin()
    assert game.values("0AL")[0] == 3
    game.do("step 0AL", "0AC", "resolve")
    assert game.area("0AL") == "Ridge"
    assert game.values("0AC")[0] == 2


def test_an_area_works_on_an_enemy_too() -> None:
    # R9.7, R9.10, R2.15, S-81
    game = Position().on("1AL", "Ash").area("1AL", "Ridge", owner=0).begin()
    assert game.values("1AL")[0] == 4


def test_a_change_follows_its_character() -> None:
    # R13.4, R14.1: it is on the character, not on the cell.
    game = Position().on("0AL", "Ivy").hand(0, "Gust", "Birch").begin()
    game.do("Gust", "0AL", "pay Birch", "resolve", "step 0AL", "0AC", "resolve")
    assert game.values("0AC")[0] == 4


def test_a_character_that_leaves_loses_everything_given_to_it() -> None:
    # R13.4, R14.3, N-42: it comes back as a new character.
    game = Position().on("0AL", "Ash", "tapped")
    played = game.hand(0, "Gust", "Birch", "Recall", "Escort", "Gust").begin()
    played.do("Gust", "0AL", "pay Birch", "resolve", "Recall", "0AL", "pay Escort", "resolve")
    played.do("Ash", "0AL", "pay Gust", "resolve")
    assert played.values("0AL") == (3, 3, 1)
    assert not played.tapped("0AL")
    assert played.new("0AL")


def test_a_move_keeps_tapped_new_and_the_count_of_uses() -> None:
    # R13.4, R7.31
    text = event_card(
        '{ move = "$one", to = { side = "own", empty = true, row = "DF", column = "left" } }',
        more='target.one = { side = "own", type = "character" }',
    )
    game = Position(text).on("0AL", "Agave", "tapped new").on("1AL", "Ash").on("1AC", "Elm")
    played = game.hand(0, "Test").begin().do("ability 0AL", "1AL", "resolve")
    played.do("Test", "0AL", "resolve")
    assert played.at("0DL") == "Agave"
    assert played.tapped("0DL")
    assert played.new("0DL")
    assert played.rule("ability 0DL") == "R7.31"


def test_a_move_to_a_cell_that_is_gone_does_nothing() -> None:
    # R7.28: no free cell of the kind.
    text = event_card(
        '{ move = "$one", to = { side = "own", empty = true, row = "DF", column = "left" } }',
        more='target.one = { side = "own", type = "character" }',
    )
    game = Position(text).on("0AL", "Ash").on("0DL", "Birch").hand(0, "Test").begin()
    game.do("Test", "0AL", "resolve")
    assert game.at("0AL") == "Ash"
    assert game.asks == "MAIN 0"


def test_cards_that_leave_together_arrive_by_cell_the_turn_player_s_first() -> None:
    # R2.22, DUST_ORDER, N-60: a character before its item, AF before DF, left to right.
    text = event_card('{ discard = { side = "any", type = "character" } }')
    game = Position(text).on("0DL", "Ash").on("0AR", "Elm").on("0AC", "Ivy")
    game.item("0AC", "Shield").on("1DR", "Birch").on("1AL", "Oak").hand(0, "Test")
    played = game.begin().do("Test", "resolve")
    assert played.dust(0) == ["Ivy", "Shield", "Elm", "Ash", "Test"]
    assert played.dust(1) == ["Oak", "Birch"]
    gone = [event for event in played.state.events() if event.name == "discarded"]
    assert [event.seat for event in gone] == [0, 0, 0, 0, 1, 1, 0]


def test_a_card_in_a_zone_of_its_owner_is_public_where_the_zone_is() -> None:
    # R2.18, R2.19, N-44, D-65
    game = Position().on("0AL", "Ash").item("0AL", "Shield").area("1DC", "Ridge").dust(0, "Elm")
    played = game.hand(0, "Birch").begin()
    for zone in (defs.ZONE_FIELD, defs.ZONE_ITEM, defs.ZONE_AREA, defs.ZONE_DUST):
        for token in played.state.zone(0, zone):
            assert played.state.knowledge(token) == 3
    for token in played.state.zone(0, defs.ZONE_HAND):
        assert played.state.knowledge(token) == 1
    for token in played.state.zone(0, defs.ZONE_DECK):
        assert played.state.knowledge(token) == 0


def test_a_returned_card_stays_known_until_the_hand_is_shuffled() -> None:
    # R2.20, R2.23
    game = Position().on("1AL", "Ash").hand(0, "Recall", "Escort").hand(1, "Elm").begin()
    token = game.state.cell_character(6)
    game.do("Recall", "1AL", "pay Escort", "resolve")
    assert game.state.place(token) == defs.ZONE_HAND
    assert game.state.knowledge(token) == 3
    game.do("pass")
    assert game.asks == "RESPOND 1"
    assert game.state.knowledge(token) == 2
