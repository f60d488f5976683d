"""Conversion: a character exchanged for its other self (R11)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Position, character


def other_self(name: str, of: str, *, fields: str = "", basic: str = "") -> str:
    """A free conversion character that may stand anywhere."""
    return character(name, "", fields=f"conversion = {{ of = [{of}] }}\n{fields}", basic=basic)


def test_a_conversion_exchanges_in_place_and_is_not_answered() -> None:
    # R11.1, R11.3, R11.7, R11.8, S-142 to S-146, S-151, D-56, D-57, D-60, N-38
    game = Position().on("0AL", "Birch", "tapped").item("0AL", "Shield").area("0AL", "Ridge")
    played = game.hand(0, "Dark Birch", "Ivy").hand(1, "Filler").begin()
    played.do("Dark Birch", "0AL", "pay Ivy")
    assert played.asks == "MAIN 0"
    assert played.at("0AL") == "Dark Birch"
    assert not played.tapped("0AL")
    assert played.new("0AL")
    assert played.rule("attack 0AL") == "R8.5"
    assert played.hand(0) == ["Birch"]
    assert played.item("0AL") is None
    assert played.area("0AL") == "Ridge"
    assert played.values("0AL") == (4, 1, 1)
    assert sorted(map(str, played.dust(0))) == ["Ivy", "Shield"]


def test_a_conversion_needs_its_component_on_the_own_field() -> None:
    # R11.2, S-147, D-59
    game = Position().on("1AL", "Birch").on("0AL", "Ash").hand(0, "Dark Birch", "Ivy").begin()
    assert game.rule("Dark Birch") == "R11.2"


def test_the_cell_of_the_component_must_be_in_the_field_limit() -> None:
    # R11.6, S-145
    game = Position().on("0DL", "Birch").hand(0, "Dark Birch", "Ivy").begin()
    assert game.rule("Dark Birch") in ("R11.6", "R11.2")


def test_a_conversion_is_paid() -> None:
    # R11.1, R5.3
    assert Position().on("0AL", "Birch").hand(0, "Dark Birch").begin().rule("Dark Birch") == "R5.3"


def test_only_the_plain_name_is_a_component() -> None:
    # R11.4, S-149, D-58: a card that counts as Birch is not Birch.
    twin = character("Twin", "", fields='also = ["Birch"]')
    game = Position(twin).on("0AL", "Twin").on("0AC", "Ash").hand(0, "Dark Birch", "Ivy").begin()
    assert game.rule("Dark Birch") in ("R6.5", "R11.2", "R11.4")


def test_the_named_cell_must_hold_the_component() -> None:
    # R11.2, R11.4, R6.2
    game = Position().on("0AL", "Birch").on("0AC", "Ash").on("1AL", "Birch")
    played = game.hand(0, "Dark Birch", "Ivy").begin().do("Dark Birch")
    assert played.rule("0AC") == "R11.4"
    assert played.rule("0AR") == "R11.2"
    assert played.rule("1AL") == "R6.2"
    assert played.legal("0AL")


def test_a_conversion_character_is_no_component() -> None:
    # R11.5, S-148
    grey = other_self("Grey Birch", '"Dark Birch"')
    game = Position(grey).on("0AL", "Dark Birch").hand(0, "Grey Birch").begin()
    assert game.rule("Grey Birch") in ("R6.5", "R11.2", "R11.5")


def test_it_counts_as_the_name_of_its_component_on_the_field() -> None:
    # R11.9, S-150, N-37: no second Birch beside it.
    game = Position().on("0AL", "Birch").hand(0, "Dark Birch", "Ivy", "Ash").begin()
    game.do("Dark Birch", "0AL", "pay Ivy")
    assert game.rule("Birch") == "R6.5"


def test_its_own_name_may_stand_once_only() -> None:
    # R6.5, R11.1: a second Dark Birch on the same field.
    game = Position().on("0AL", "Dark Birch").on("0AC", "Birch").hand(0, "Dark Birch", "Ivy")
    assert game.begin().rule("Dark Birch") == "R6.5"


def test_the_penalty_of_the_component_is_carried_out() -> None:
    # R11.8, R10.18
    dark = other_self("Dark Larch", '"Larch"')
    game = Position(dark).on("0AL", "Larch").hand(0, "Dark Larch").begin()
    game.do("Dark Larch", "0AL")
    assert game.at("0AL") == "Dark Larch"
    assert game.hand(0) == ["Larch"]
    assert game.deck(0) == 29


def test_changes_of_the_component_end() -> None:
    # R11.8, R13.4
    game = Position().on("0AL", "Birch").hand(0, "Gust", "Ash", "Dark Birch", "Ivy").begin()
    game.do("Gust", "0AL", "pay Ash", "resolve", "Dark Birch", "0AL", "pay Ivy")
    assert game.values("0AL") == (3, 1, 1)


@pytest.mark.parametrize("place", ["0AL", "0DR"])
def test_two_components_go_back_and_either_cell_is_taken(place: str) -> None:
    # R11.10
    both = other_self("Birch and Elm", '"Birch", "Elm"')
    game = Position(both).on("0AL", "Birch").on("0DR", "Elm").hand(0, "Birch and Elm").begin()
    game.do("Birch and Elm", place)
    assert game.at(place) == "Birch and Elm"
    assert sorted(map(str, game.hand(0))) == ["Birch", "Elm"]
    assert game.at("0AL" if place == "0DR" else "0DR") is None


def test_one_of_two_components_is_not_enough() -> None:
    # R11.10
    both = other_self("Birch and Elm", '"Birch", "Elm"')
    game = Position(both).on("0AL", "Birch").hand(0, "Birch and Elm").begin()
    assert game.rule("Birch and Elm") in ("R11.10", "R11.2")


def test_a_conversion_is_an_entry_of_the_own_main_phase() -> None:
    # R11.1, R7.4
    game = Position().on("1AL", "Birch").hand(1, "Dark Birch", "Ivy").begin().do("pass")
    assert game.rule("Dark Birch") == "R7.4"
    game = Position().on("0AL", "Birch").on("0AC", "Ash").hand(0, "Dark Birch", "Ivy").begin()
    assert game.do("attack 0AC", "resolve").rule("Dark Birch") == "R8.15"


def test_a_conversion_is_heard_as_an_entry() -> None:
    # R11.7, R15.1
    dark = character(
        "Dark Ash",
        'kind = "triggered"\non = { event = "entered", what = "self" }\neffect = [{ draw = 1 }]',
        fields='conversion = { of = ["Ash"] }',
    )
    game = Position(dark).on("0AL", "Ash").hand(0, "Dark Ash").begin().do("Dark Ash", "0AL")
    assert sorted(map(str, game.hand(0))) == ["Ash", "Filler"]


def test_the_returned_component_is_public_until_the_hand_is_shuffled() -> None:
    # R2.20, R2.23: the shuffle comes before the next decision of its owner.
    game = Position().on("0AL", "Birch").hand(0, "Dark Birch", "Ivy").begin()
    token = game.state.cell_character(0)
    game.do("Dark Birch", "0AL", "pay Ivy")
    assert game.state.place(token) == defs.ZONE_HAND
    assert game.state.knowledge(token) == 1
