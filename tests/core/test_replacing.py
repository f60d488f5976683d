"""Replacement abilities: something else is done instead of an event (R15.16)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Position, character, event_card

DOWNED = 'kind = "replacement"\non = { event = "downed", what = "self" }\n'
SAVED = DOWNED + 'effect = [{ tap = "self" }]'


def weak(lines: str) -> str:
    """A character with AP 1 and DP 1."""
    return character("Reed", lines, values="1/1/1")


STRONG = character("Stone", "", values="5/5/1")


def fight(lines: str) -> Position:
    """Reed attacks a stronger character."""
    return Position(weak(lines) + STRONG).on("0AC", "Reed").on("1DC", "Stone")


def test_something_else_is_done_instead_of_going_down() -> None:
    # R15.16
    game = fight(SAVED).begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.at("0AC") == "Reed"


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_optional_one_asks_and_no_lets_it_happen(answer: str) -> None:
    # R15.16
    lines = DOWNED + "may = true\neffect = [{ draw = 1 }]"
    game = fight(lines).begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.asks == "MAY 0"
    assert game.do(answer).at("0AC") == ("Reed" if answer == "yes" else None)


def test_the_event_may_follow_its_replacement() -> None:
    # R15.16
    lines = DOWNED + 'and_then = "event"\neffect = [{ draw = 1 }]'
    game = fight(lines).begin()
    hand = len(game.hand(0))
    game.do("attack 0AC", "resolve", "1DC", "fight")
    assert game.at("0AC") is None
    assert len(game.hand(0)) == hand + 1


@pytest.mark.parametrize(
    ("operation", "zone"),
    [('{ remove = "subject" }', "removed"), ('{ return = "subject" }', "hand")],
)
def test_a_card_goes_elsewhere_instead_of_the_dust_box(operation: str, zone: str) -> None:
    # R15.16: whatever moves it, here a discard by an event card.
    lines = (
        'kind = "replacement"\non = { event = "reached_dust", what = { type = "character" } }\n'
        f"effect = [{operation}]"
    )
    text = weak(lines) + event_card('{ discard = { side = "enemy", row = "DF" } }')
    game = Position(text).on("1AL", "Reed").on("1DL", "Ash").hand(0, "Test").begin()
    game.do("Test", "resolve")
    assert game.at("1DL") is None
    assert game.dust(1) == []
    assert ("Ash" in game.hand(1)) == (zone == "hand")
    assert ("Ash" in game.zone(1, defs.ZONE_REMOVED)) == (zone == "removed")


TWO = DOWNED + "effect = [{ mill = 1 }]\n---\n" + DOWNED + "effect = [{ draw = 2 }]"


@pytest.mark.parametrize(("order", "deck"), [("order 0", 29), ("order 1", 28)])
def test_who_controls_the_card_picks_which_of_several_speaks_first(order: str, deck: int) -> None:
    # R15.16: after it nothing goes down, so the other text has nothing to say.
    game = fight(TWO).begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.asks == "ORDER 0"
    assert not game.legal("order 2")
    game.do(order)
    assert (game.at("0AC"), game.deck(0)) == ("Reed", deck)


def test_the_enemy_orders_the_texts_about_its_own_card() -> None:
    # R15.16: Reed defends for seat 1.
    text = weak(TWO) + STRONG
    game = Position(text).on("1DC", "Reed").on("0AC", "Stone").begin()
    game.do("attack 0AC", "resolve", "1DC", "fight")
    assert game.asks == "ORDER 1"
