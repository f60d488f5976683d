"""A card used inside an effect: its own targets, its price, where it goes."""

from __future__ import annotations

from lycee_core import defs
from tests.core.builder import Game, Position, character, event_card

SPELL = event_card(
    '{ tap = "$foe" }', name="Spell", cost="**", more='target.foe = { side = "enemy" }'
)
USE = '{ use = { zone = "dust", side = "own", type = "event_card", n = 1 }'


def setting(effect: str) -> Position:
    """A hand with the free event card `Test`, and `Spell` in the dust box."""
    return Position(event_card(effect) + SPELL).hand(0, "Test").dust(0, "Spell")


def test_an_event_card_is_used_out_of_the_dust_box_and_goes_where_the_text_says() -> None:
    # R15.10
    position = setting(f'{USE}, itself = "removed" }}, {{ when_done = [{{ draw = 1 }}] }}')
    game = position.on("1AL", "Ash").on("1AC", "Elm").begin().do("Test", "resolve")
    assert game.asks == "MAY 0"
    game.do("yes", "1AC")
    assert game.tapped("1AC")
    assert not game.tapped("1AL")
    assert game.zone(0, defs.ZONE_REMOVED).count("Spell") == 1
    assert game.hand(0) == ["Filler"]
    assert game.dust(0) == ["Test"]


def test_a_card_used_in_an_effect_is_paid_at_once() -> None:
    # R15.10, R5.30
    position = setting(f"{USE}, pay = true }}").on("1AL", "Ash").hand(0, "Birch", "Ivy")
    game = position.begin().do("Test", "resolve", "yes", "1AL", "pay Birch, Ivy")
    assert game.tapped("1AL")
    assert sorted(map(str, game.dust(0))) == ["Birch", "Ivy", "Spell", "Test"]


def test_what_cannot_be_paid_or_has_no_target_is_not_used() -> None:
    # R5.3, R7.19
    game = setting(f"{USE}, pay = true }}").on("1AL", "Ash").begin().do("Test", "resolve")
    assert game.rule("yes") == "R5.3"
    game = setting(f"{USE} }}, {{ when_done = [{{ draw = 1 }}] }}").begin().do("Test", "resolve")
    assert game.rule("yes") == "R7.19"
    game.do("no")
    assert game.hand(0) == []
    assert game.dust(0) == ["Spell", "Test"]


def test_a_character_is_used_too() -> None:
    # R6.3
    effect = '{ use = { zone = "dust", side = "own", type = "character", n = 1 } }'
    game = Position(event_card(effect)).hand(0, "Test").dust(0, "Ash").begin()
    game.do("Test", "resolve", "yes", "0AR")
    assert game.at("0AR") == "Ash"


def test_a_clone_in_used_memory_judges_the_next_declaration_alike() -> None:
    # R7.23: what lay in the memory before says nothing about what will be declared.
    witch = (
        'kind = "activated"\ncost = {}\n'
        'when = [{ responding = { kind = "special", side = "enemy" } }]\n'
        'effect = [{ cancel = "declaration" }]'
    )
    first = event_card("{ draw = 1 }", name="First")
    text = first + event_card(f"{USE} }}") + SPELL + character("Witch", witch)
    position = Position(text).on("0AL", "Ash").on("0AC", "Witch").on("1AL", "Violet")
    game = position.hand(0, "First").hand(1, "Test").dust(1, "Spell").begin()
    fresh = game.state.clone()
    game.do("First", "Test", "resolve", "yes")
    assert game.asks == "TARGET 1"  # the third declaration is one inside an effect
    del game
    copies = [fresh.clone() for _ in range(4)]
    for copy in copies:
        played = Game(copy).do("First", "ability 1AL")
        assert played.asks == "RESPOND 0"
        assert played.legal("ability 0AC")
