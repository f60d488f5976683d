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


@pytest.mark.parametrize("may", ["may = true\n", ""])
def test_who_discards_itself_instead_of_another_saves_it(may: str) -> None:
    # R15.16: the text has spoken, though its card has left play by it.
    lines = 'on = { event = "downed", what = { side = "own", other_than = "self" } }\n'
    text = weak(f'kind = "replacement"\n{lines}{may}effect = [{{ discard = "self" }}]') + STRONG
    position = Position(text).on("0AC", "Birch").on("0DL", "Reed").on("1DC", "Stone")
    game = position.begin().do("attack 0AC", "resolve", "1DC", "fight")
    if may:
        game.do("yes")
    assert (game.at("0AC"), game.at("0DL"), game.dust(0)) == ("Birch", None, ["Reed"])


def test_an_item_goes_instead_of_its_bearer() -> None:
    # R15.16
    charm = """
[[card]]
number = "IT-9001"
name = { en = "Charm" }
type = "item"
attributes = []
cost = "0"
ex = 1
[[card.ability]]
kind = "replacement"
on = { event = "downed", what = "bearer" }
may = true
effect = [{ discard = "self" }]
"""
    position = Position(charm + STRONG).on("0AC", "Birch").item("0AC", "Charm").on("1DC", "Stone")
    game = position.begin().do("attack 0AC", "resolve", "1DC", "fight", "yes")
    assert (game.at("0AC"), game.dust(0)) == ("Birch", ["Charm"])


def sent(event: str) -> Position:
    """Reed, AP 2, sends what reaches a dust box out of the game; Ash has AP 3."""
    lines = f'kind = "replacement"\non = {{ event = "reached_dust", {event} }}\n'
    return Position(
        character("Reed", lines + 'effect = [{ remove = "subject" }]', values="2/1/1")
        + event_card('{ mill = 2, seat = "enemy" }')
    )


@pytest.mark.parametrize(
    ("event", "by_reed", "by_ash"),
    [
        ('from = "deck"', 0, 0),
        ('from = "hand"', 2, 3),
        ('cause = { card = "self" }', 0, 3),
        ('cause = { kind = "battle" }', 0, 0),
        ('cause = { kind = "event_card" }', 2, 3),
        ('whose = "own"', 2, 3),
        ('whose = "enemy"', 0, 0),
    ],
)
def test_where_damage_goes_depends_on_whose_and_where_from(
    event: str, by_reed: int, by_ash: int
) -> None:
    # R15.16, R8.32
    position = sent(event).on("0AL", "Reed").on("0AC", "Ash")
    game = position.begin().do("attack 0AL", "resolve", "fight")
    assert len(game.dust(1)) == by_reed
    game = sent(event).on("0AL", "Reed").on("0AC", "Ash").begin()
    assert len(game.do("attack 0AC", "resolve", "fight").dust(1)) == by_ash


@pytest.mark.parametrize(
    ("event", "own", "other"),
    [('whose = "enemy"', ["Test"], []), ('from = "deck"', ["Test"], []), ('from = "chain"', [], 2)],
)
def test_a_sent_card_tells_whose_it_is_and_where_it_was(
    event: str, own: list[str], other: list[str] | int
) -> None:
    # R15.16: an event card that mills two cards of the enemy.
    game = sent(event).on("0AL", "Reed").hand(0, "Test").begin().do("Test", "resolve")
    assert game.dust(0) == own
    assert game.dust(1) == (["Filler"] * other if isinstance(other, int) else other)


def test_a_card_that_is_not_sent_elsewhere_tells_where_it_came_from() -> None:
    # R15.1: beside a text about items a character that reaches its dust box was in play.
    lines = (
        'kind = "replacement"\non = { event = "reached_dust", what = { type = "item" } }\n'
        'effect = [{ remove = "subject" }]\n---\n'
        'kind = "triggered"\non = { event = "reached_dust", from = "field" }\n'
        "effect = [{ draw = 1 }]"
    )
    text = weak(lines) + event_card('{ discard = { side = "enemy", row = "DF" } }')
    game = Position(text).on("0AL", "Reed").on("1DL", "Ash").hand(0, "Test").begin()
    assert game.do("Test", "resolve").deck(0) == 29


@pytest.mark.parametrize(
    ("about", "by_reed", "by_ash"),
    [
        ('what = "self"', 30, 27),
        ('what = { name = "Ash" }', 28, 30),
        ('taken = "enemy"', 30, 30),
        ('taken = "you"', 28, 27),
        ('dealt = "you"', 30, 30),
        ('dealt = "enemy"', 28, 27),
        ('dealt = "self"', 30, 27),
        ("amount = { ge = 3 }", 28, 30),
    ],
)
def test_damage_is_replaced_by_whom_and_how_much(about: str, by_reed: int, by_ash: int) -> None:
    # R15.16
    lines = f'kind = "replacement"\non = {{ event = "deck_damage", {about} }}\n'
    text = character("Reed", lines + "effect = [{ draw = 1 }]", values="2/1/1")
    for attacker, deck in (("0AL", by_reed), ("0AC", by_ash)):
        game = Position(text).on("0AL", "Reed").on("0AC", "Ash").begin()
        assert game.do(f"attack {attacker}", "resolve", "fight").deck(1) == deck


@pytest.mark.parametrize(("name", "at"), [("Stone", None), ("Ash", "Birch")])
def test_going_down_is_replaced_against_some_only(name: str, at: str | None) -> None:
    # R15.16
    lines = (
        'kind = "replacement"\non = { event = "downed", what = { side = "own" }, '
        'against = { name = "Ash" } }\neffect = [{ draw = 1 }]'
    )
    position = Position(weak(lines) + STRONG).on("0AC", "Birch").on("0DL", "Reed").on("1DC", name)
    game = position.begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.at("0AC") == at
