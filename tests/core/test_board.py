"""Cards as they are printed, the board they lie on, and rules that stand by themselves (R2)."""

from __future__ import annotations

import pytest

from lycee_core import defs, loader
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, catalogue, cell, character, event_card, indices


def printed(name: str) -> tuple[object, ...]:
    """Type, attributes, cost, EX, AP, DP, SP and cells of a card."""
    cards = catalogue()
    card = cards.card(indices(cards)[name])
    return (card.type, card.attributes, card.cost, card.ex, card.ap, card.dp, card.sp, card.cells)


def test_a_character_has_all_that_is_printed_on_it() -> None:
    # R2.2, R2.4, R2.5, R2.6, R2.7, S-08, S-10 to S-13: cells, EX and values of Cedar.
    expected = ("character", ("flower",), "FF", 1, 2, 4, 1, "---/-C-")
    assert printed("Cedar") == expected


def test_there_are_four_types_of_cards() -> None:
    # R2.1, S-05
    names = ("Ash", "Gust", "Shield", "Ridge")
    assert [printed(name)[0] for name in names] == ["character", "event_card", "item", "area"]


def test_a_card_has_any_number_of_attributes() -> None:
    # R2.3, S-09: two, and none: colourless.
    assert printed("Elm")[1] == ("snow", "moon")
    assert printed("Dogwood")[1] == ()


def test_a_field_limit_names_cells_of_the_own_side() -> None:
    # R2.7, S-11, S-49: the same card from both seats.
    game = Position().hand(0, "Cedar", "Escort").begin().do("Cedar")
    assert [c for c in range(12) if game.legal(128 + c)] == [4]
    game = Position().hand(1, "Cedar", "Escort").begin(1).do("Cedar")
    assert [c for c in range(12) if game.legal(128 + c)] == [10]


def test_a_field_has_two_rows_of_three_cells() -> None:
    # R2.13, S-24, S-32, S-34: Ash enters each of them.
    game = Position().hand(0, "Ash", "Birch").begin().do("Ash")
    words = [f"0{row}{column}" for row in "AD" for column in "LCR"]
    assert [cell(word) for word in words] == [0, 1, 2, 3, 4, 5]
    assert all(game.legal(word) for word in words)
    assert len(game.state.legal_decisions()) == 6


def test_a_cell_holds_one_character_one_item_and_one_area_at_once() -> None:
    # R2.15, R2.24, S-25, S-78: all of them public.
    game = Position().on("0AL", "Ash").item("0AL", "Shield").area("0AL", "Ridge").begin()
    assert (game.at("0AL"), game.item("0AL"), game.area("0AL")) == ("Ash", "Shield", "Ridge")
    state = game.state
    for token in (state.cell_character(0), state.cell_item(0), state.cell_area(0)):
        assert state.knowledge(token) == defs.BOTH
        assert state.cell_of(token) == 0


@pytest.mark.parametrize(
    ("place", "near"),
    [
        ("0AL", "0AC 0DL"),
        ("0AC", "0AL 0AR 0DC"),
        ("0AR", "0AC 0DR"),
        ("0DL", "0AL 0DC"),
        ("0DC", "0AC 0DL 0DR"),
        ("0DR", "0AR 0DC"),
    ],
)
def test_cells_are_adjacent_within_a_row_or_a_column(place: str, near: str) -> None:
    # R2.16: a Step reaches exactly these.
    game = Position().on(place, "Ivy").begin().do(f"step {place}")
    words = [f"{seat}{row}{column}" for seat in "01" for row in "AD" for column in "LCR"]
    assert [word for word in words if game.legal(word)] == near.split()


def test_an_unknown_basic_ability_is_refused_by_its_name() -> None:
    # R10.25, S-114
    with pytest.raises(CardDataError, match="Boost"):
        loader.load_text(character("Booster", "", basic='"Boost"'), source="test.toml")


def test_the_text_of_a_card_beats_the_rule() -> None:
    # R1.9, N-01, S-152: Aggressive lifts R6.10; a text that takes it away forbids again.
    text = event_card('{ lose = { side = "own", type = "character" }, basic = "Aggressive" }')
    game = Position(text).on("0AL", "Gorse", "new").hand(0, "Test").begin()
    assert game.legal("attack 0AL")
    assert game.do("Test", "resolve").rule("attack 0AL") == "R8.5"


def test_several_attributes_count_as_each_of_them() -> None:
    # R14.11, N-46: Elm is of snow and of moon, and pure in neither; colourless is no attribute.
    def tapped(filters: str) -> list[str]:
        text = event_card(f'{{ tap = {{ side = "enemy", type = "character", {filters} }} }}')
        game = Position(text).on("1AL", "Elm").on("1AC", "Ash").on("1AR", "Dogwood")
        played = game.hand(0, "Test").begin().do("Test", "resolve")
        return [place for place in ("1AL", "1AC", "1AR") if played.tapped(place)]

    assert tapped('attribute = "snow"') == ["1AL", "1AC"]
    assert tapped('attribute = "moon"') == ["1AL"]
    assert tapped('pure = "snow"') == ["1AC"]
    assert tapped('attribute = "colourless"') == ["1AR"]


@pytest.mark.parametrize(
    ("name", "cost"), [("Fir", 0), ("Ash", 1), ("Elm", 2), ("Dogwood", 1), ("Matou Sakura", 3)]
)
def test_the_cost_a_text_reads_is_the_printed_number_of_points(name: str, cost: int) -> None:
    # R5.29, N-47: colourless points included.
    text = event_card(
        '{ change = "$one", ap = { value = "cost", of = "$one" } }',
        more='target.one = { side = "own", type = "character" }',
    )
    game = Position(text).on("0AL", name).hand(0, "Test").begin()
    before = game.values("0AL")[0]
    assert game.do("Test", "0AL", "resolve").values("0AL")[0] == before + cost


def test_a_reference_ends_when_its_card_leaves() -> None:
    # R15.8, N-54: the part after the return has nobody to tap; the rest goes on.
    text = event_card(
        '{ return = "$one" }, { change = "$one", ap = 1 }, { draw = 1 }',
        more='target.one = { side = "own", type = "character" }',
    )
    game = Position(text).on("0AL", "Ash").hand(0, "Test").begin()
    game.do("Test", "0AL", "resolve")
    assert sorted(map(str, game.hand(0))) == ["Ash", "Filler"]


def test_a_change_given_at_turn_start_lasts_that_turn() -> None:
    # R14.10, D-70
    text = character(
        "Dawn",
        'kind = "triggered"\non = { event = "turn_start", whose = "own" }\n'
        'effect = [{ change = "self", ap = 3 }]',
    )
    game = Position(text).on("1AL", "Dawn").begin().do("pass", "resolve")
    assert game.values("1AL")[0] == 4
    assert game.do("pass", "resolve").values("1AL")[0] == 1


def test_after_a_chain_the_turn_player_has_priority() -> None:
    # R7.36, N-15: in the main phase and in the battle window, whoever declared last.
    game = Position().on("0AL", "Ash").on("1AL", "Violet").begin()
    assert game.do("pass", "ability 1AL", "pass").asks == "MAIN 0"
    game.do("attack 0AL", "resolve", "pass", "ability 1AL", "pass")
    assert game.asks == "BATTLE 0"


def test_a_change_of_the_enemy_s_character_is_seen_from_its_own_side() -> None:
    # R2.14: "the same column" across the table is the facing one.
    text = character(
        "Gazer",
        'kind = "activated"\ncost = {}\n'
        'target.foe = { side = "enemy", type = "character", column = "same" }\n'
        'effect = [{ tap = "$foe" }]',
    )
    game = Position(text).on("0AL", "Gazer").on("1AL", "Ash").on("1DR", "Elm").begin()
    game.do("ability 0AL")
    assert game.rule("1AL") == "R7.19"
    assert game.legal("1DR")


def test_a_position_is_set_up_only_where_it_fits() -> None:
    state = Position().on("0AL", "Ash").state()
    with pytest.raises(ValueError, match="in play already"):
        state.put(state.cell_character(0), defs.ZONE_HAND)
    with pytest.raises(ValueError, match="cannot take"):
        state.put(30, defs.ZONE_FIELD, 0)
    with pytest.raises(ValueError, match="cannot take"):
        state.put(30, defs.ZONE_ITEM, 1)
    with pytest.raises(ValueError, match="zone 5"):
        state.put(30, defs.ZONE_PAYMENT)
    with pytest.raises(ValueError, match="cell 12"):
        state.put(30, defs.ZONE_FIELD, 12)
    with pytest.raises(ValueError, match="token 120"):
        state.put(120, defs.ZONE_HAND)
    with pytest.raises(ValueError, match="seat 2"):
        state.begin(2)
    assert Game(state).at("0AL") == "Ash"
