"""Triggered abilities: what they hear, when they are carried out, in which order (R15)."""

from __future__ import annotations

import pytest

from tests.core.builder import Position, character, event_card


def hearing(event: str, effect: str = "{ mill = 1 }", more: str = "", name: str = "Ear") -> str:
    """A character with one triggered ability."""
    return character(name, f'kind = "triggered"\non = {{ {event} }}\n{more}\neffect = [{effect}]')


MILL_ENEMY = '{ mill = 1, seat = "enemy" }'
SUBJECT_AP = '{ change = "subject", ap = 5 }'


def test_entered_works_after_the_entry() -> None:
    # R15.1, R2.9, S-73
    text = hearing('event = "entered", what = "self"', "{ draw = 1 }")
    game = Position(text).hand(0, "Ear").begin().do("Ear", "0AL", "resolve")
    assert game.hand(0) == ["Filler"]
    assert game.at("0AL") == "Ear"


def test_entered_hears_others_where_the_text_says_so() -> None:
    # R15.3
    text = hearing('event = "entered", what = { side = "own", type = "character" }', SUBJECT_AP)
    game = Position(text).on("0AL", "Ear").hand(0, "Fir").begin().do("Fir", "0AC", "resolve")
    assert game.values("0AC")[0] == 5


def test_an_enemy_entry_does_not_concern_a_text_about_own_ones() -> None:
    # R15.3
    text = hearing('event = "entered", what = { side = "own", type = "character" }', SUBJECT_AP)
    game = Position(text).on("1AL", "Ear").hand(0, "Fir").begin().do("Fir", "0AC", "resolve")
    assert game.values("0AC")[0] == 0


def test_downed_hears_itself_after_it_has_left() -> None:
    # R8.30, R13.6, R15.3
    text = hearing('event = "downed", what = "self"')
    game = Position(text).on("0AL", "Ear").on("1DR", "Ash").begin()
    game.do("attack 0AL", "resolve", "1DR", "fight")
    assert game.dust(0) == ["Ear", "Filler"]


def test_downs_is_about_who_won() -> None:
    # R8.30
    text = hearing('event = "downs", what = "self"', "{ draw = 1 }")
    game = Position(text).on("0AL", "Ear").item("0AL", "Flag").on("0AC", "Stheno").on("1DR", "Fir")
    played = game.begin().do("attack 0AL", "resolve", "1DR", "fight")
    assert played.hand(0) == ["Filler"]


def test_abilities_alive_just_before_see_all_that_leaves_together() -> None:
    # R15.3, N-51: both leave by one operation; each hears itself and the other: four cards.
    one = hearing('event = "left", what = { side = "own", type = "character" }')
    two = hearing('event = "left", what = { side = "own", type = "character" }', name="Eye")
    text = event_card('{ discard = { side = "own", type = "character" } }')
    game = Position(one + two + text).on("0AL", "Ear").on("0AC", "Eye").hand(0, "Test").begin()
    game.do("Test", "resolve")
    while game.asks == "ORDER 0":
        game.do("order 0")
    assert game.deck(0) == 26


def test_left_hears_every_way_of_leaving() -> None:
    # R10.18, R13.6
    text = hearing('event = "left", what = "self"')
    game = Position(text).on("0AL", "Ear").hand(0, "Recall", "Escort").begin()
    game.do("Recall", "0AL", "pay Escort", "resolve")
    assert game.deck(0) == 29


def test_the_turn_player_orders_what_waits_together() -> None:
    # R15.4, TRIGGER_ORDER, D-36, D-05: also the other player's.
    ear = hearing('event = "entered", what = { type = "character" }', "{ draw = 1 }")
    eye = hearing('event = "entered", what = { type = "character" }', MILL_ENEMY, name="Eye")
    position = Position(ear + eye).on("0AL", "Ear").on("1AL", "Eye").deck(0, 9, "Ash", "Elm")
    game = position.hand(0, "Fir").begin().do("Fir", "0AC", "resolve")
    assert game.asks == "ORDER 0"
    assert game.rule("order 2") == "R1.12"
    assert game.rule("pass") is not None
    game.do("order 1")  # Eye first
    assert game.dust(0) == ["Ash"]
    assert game.hand(0) == ["Elm"]


def test_what_arises_meanwhile_forms_the_next_batch() -> None:
    # R15.4, N-52: the untap of the first batch is heard after the second trigger of it.
    ear = hearing('event = "entered"', '{ tap = { side = "own", name = "Ear" } }')
    eye = hearing('event = "entered"', "{ mill = 1 }", name="Eye")
    nose = hearing('event = "tapped", what = { name = "Ear" }', "{ draw = 1 }", name="Nose")
    game = Position(ear + eye + nose).on("0AL", "Ear").on("0AC", "Eye").on("0AR", "Nose")
    played = game.deck(0, 9, "Ash", "Elm").hand(0, "Fir").begin().do("Fir", "0DC", "resolve")
    played.do("order 0")  # Ear first: its tap is heard by Nose, but Eye comes before that
    assert played.dust(0) == ["Ash"]
    assert played.hand(0) == ["Elm"]


def test_triggers_are_compulsory_unless_they_say_may() -> None:
    # R15.5, R2.9
    text = hearing('event = "entered", what = "self"', "{ may = [{ draw = 1 }] }")
    game = Position(text).hand(0, "Ear").begin().do("Ear", "0AL", "resolve")
    assert game.asks == "MAY 0"
    assert game.do("no").hand(0) == []


def test_triggers_cannot_be_answered() -> None:
    # R15.5, R7.18: straight to the next question.
    text = hearing('event = "entered", what = "self"', "{ draw = 1 }")
    game = Position(text).on("1AL", "Violet").hand(0, "Ear").begin().do("Ear", "0AL", "resolve")
    assert game.asks == "MAIN 0"


def test_triggers_come_before_the_next_link() -> None:
    # R15.1: what Frost triggers ends the game before Violet's link and Gust.
    text = hearing('event = "tapped", what = "self"', '{ lose_game = "enemy" }')
    game = Position(text).on("1AL", "Ear").on("0AL", "Ash").hand(0, "Gust", "Birch", "Frost", "Ivy")
    played = game.on("1AC", "Violet").begin()
    played.do("Gust", "0AL", "pay Birch", "ability 1AC", "Frost", "1AL", "pay Ivy", "resolve")
    assert played.end == (1, "card")
    assert played.values("1AC")[0] == 1
    assert played.values("0AL")[0] == 3


def test_a_limit_binds_a_trigger_too() -> None:
    # R7.31
    text = hearing('event = "entered"', "{ draw = 1 }", 'limit = { n = 1, per = "turn" }')
    game = Position(text).on("0AL", "Ear").hand(0, "Fir", "Violet", "Ursin").begin()
    game.do("Fir", "0AC", "resolve")
    game.do("Violet", "0AR", "pay Ursin", "resolve")
    assert game.hand(0) == ["Filler"]


def test_a_condition_is_looked_at_when_the_event_happens() -> None:
    # R15.1: `when` at the event, `if` at the carrying out.
    text = hearing('event = "entered"', "{ draw = 1 }", 'when = [{ turn = "enemy" }]')
    game = Position(text).on("0AL", "Ear").on("1AL", "Ear").hand(0, "Fir").begin()
    game.do("Fir", "0AC", "resolve")
    assert game.hand(0) == []
    assert game.hand(1) == ["Filler"]


@pytest.mark.parametrize(
    ("event", "words", "milled"),
    [
        ('event = "attack_declared", what = { side = "enemy" }', ["attack 0AL"], 1),
        ('event = "battle_started"', ["attack 0AL", "resolve"], 1),
        ('event = "defender_named", what = "self"', ["attack 0AL", "resolve", "1DR"], 1),
        ('event = "no_defender"', ["attack 0AL", "resolve", "pass"], 1),
        ('event = "deck_damage"', ["attack 0AL", "resolve", "pass", "fight"], 4),
        ('event = "battle_ended"', ["attack 0AL", "resolve", "1DR", "fight"], 1),
        ('event = "tapped", what = { side = "enemy" }', ["attack 0AL", "resolve"], 1),
        ('event = "moved"', ["step 0AC", "0AR", "resolve"], 1),
        ('event = "equipped"', ["Shield", "0AL", "pay Escort", "resolve"], 1),
        ('event = "area_placed"', ["Ridge", "@0AL", "pay Escort", "resolve"], 1),
        ('event = "support_declared"', ["attack 0AL", "resolve", "pass", "support 0AC"], 1),
        ('event = "supported"', ["attack 0AL", "resolve", "pass", "support 0AC", "resolve"], 1),
        ('event = "reached_dust", whose = "enemy"', ["Shield", "0AL", "pay Escort", "resolve"], 1),
    ],
)
def test_events(event: str, words: list[str], milled: int) -> None:
    # R15.3; Ear (1/9) of seat 1 mills a card of its own deck for each time it hears the event.
    text = character(
        "Ear", f'kind = "triggered"\non = {{ {event} }}\neffect = [{{ mill = 1 }}]', values="1/9/1"
    )
    game = Position(text).on("1DR", "Ear").on("0AL", "Ash").on("0AC", "Ivy")
    played = game.hand(0, "Shield", "Ridge", "Escort").begin().do(*words)
    assert played.deck(1) == 30 - milled


def test_a_declared_attack_is_heard_when_it_is_declared() -> None:
    # R15.3: before the attack resolves.
    text = hearing('event = "attack_declared", what = "self"', "{ draw = 1 }")
    game = Position(text).on("0AL", "Ear").begin().do("attack 0AL")
    assert game.hand(0) == ["Filler"]
    assert game.asks == "RESPOND 1"


def test_after_an_interrupted_battle_nothing_about_its_end_is_heard() -> None:
    # R8.26, N-33
    text = hearing('event = "battle_ended"', "{ draw = 1 }")
    game = Position(text).on("0AC", "Ear").on("0AL", "Ash").hand(0, "Recall", "Escort").begin()
    game.do("attack 0AL", "resolve", "Recall", "0AL", "pay Escort", "resolve")
    assert game.asks == "MAIN 0"
    assert "Filler" not in game.hand(0)


def test_an_item_that_leaves_is_heard() -> None:
    # R9.6
    item = """
[[card]]
number = "IT-9998"
name = { en = "Bell" }
type = "item"
attributes = []
cost = "0"
ex = 0
[[card.ability]]
kind = "triggered"
on = { event = "item_left", what = "self" }
effect = [{ draw = 1 }]
"""
    game = Position(item).on("1AL", "Ash").item("1AL", "Bell", owner=0).hand(0, "Recall", "Escort")
    played = game.begin().do("Recall", "1AL", "pay Escort", "resolve")
    assert played.hand(0) == ["Filler"]


def test_an_amount_of_the_event_is_read_in_the_effect() -> None:
    # R8.32: three cards of damage.
    text = hearing('event = "deck_damage"', '{ mill = { event = "amount" } }')
    game = Position(text).on("0AC", "Ear").on("0AL", "Ash").begin().do("attack 0AL", "fight")
    assert game.deck(1) == 27
    assert game.deck(0) == 27
