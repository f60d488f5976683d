"""What characters become: titles and types; names that were chosen; who gave an ability."""

from __future__ import annotations

import pytest

from tests.core.builder import Position, character, event_card

HARBOUR = character("Reed", "", fields='titles = ["Harbour"]')


def milled(effect: str, test: str, cards: str = HARBOUR) -> int:
    """How many own characters match after an effect."""
    count = f'{{ mill = {{ count = {{ side = "own", {test} }} }} }}'
    text = cards + event_card(f"{effect}, {count}")
    game = Position(text).on("0AC", "Reed").on("0AL", "Ash").hand(0, "Test").begin()
    return 30 - game.do("Test", "resolve").deck(0)


def test_a_title_that_something_becomes_is_its_only_one() -> None:
    # R14.7
    become = '{ become = { name = "Reed" }, title = "Mill" }'
    assert milled(become, 'title = "Mill"') == 1
    assert milled(become, 'title = "Harbour"') == 0
    assert milled("{ draw = 0 }", 'title = "Harbour"') == 1


@pytest.mark.parametrize(("test", "n"), [("character", 1), ("item", 1), ("area", 0)])
def test_a_character_of_another_type_keeps_its_cell(test: str, n: int) -> None:
    # R14.18: Reed is an item for the texts of cards, Ash is a character.
    assert milled('{ become = { name = "Reed" }, type = "item" }', f'type = "{test}"') == n


def test_a_character_of_another_type_still_fights() -> None:
    # R14.18
    text = HARBOUR + event_card('{ become = { name = "Reed" }, type = "item" }')
    game = Position(text).on("0AC", "Reed").hand(0, "Test").begin().do("Test", "resolve")
    assert game.legal("attack 0AC")


def named(card: str) -> list[str]:
    """The digits by which a card is named: its index to the base of 52."""
    game = Position(HARBOUR + BIRCHES).begin()
    index = game.names[card]
    return (
        [f"number {index // 52}", f"number {index % 52}"]
        if len(game.names) > 52
        else [f"number {index}"]
    )


BIRCHES = event_card(
    '{ name = "card_name", named = "x" }, '
    '{ mill = { count = { side = "own", name_has = { chosen = "x" } } } }'
)


def test_a_name_contains_the_name_that_was_chosen() -> None:
    # R12.1: Birch is part of Dark Birch, which is no part of Birch.
    for name, n in (("Birch", 2), ("Dark Birch", 1)):
        position = Position(HARBOUR + BIRCHES).on("0AL", "Birch").on("0AC", "Dark Birch")
        game = position.on("0AR", "Ash").hand(0, "Test").begin()
        assert game.do("Test", "resolve", *named(name)).deck(0) == 30 - n


def test_who_has_an_ability_from_a_card_or_under_a_label() -> None:
    given = (
        '{ kind = "triggered", on = { event = "tapped", what = "self" }, effect = [{ draw = 1 }] }'
    )
    text = character(
        "Giver",
        f'kind = "activated"\ncost = {{}}\n'
        f'effect = [{{ grant = {{ name = "Ash" }}, ability = {given}, label = "gift" }}]\n---\n'
        'kind = "activated"\ncost = {}\n'
        'effect = [{ mill = { count = { side = "any", granted_by = "self" } } }]\n---\n'
        'kind = "activated"\ncost = {}\n'
        'effect = [{ mill = { count = { side = "any", granted_by = "gift" } } }]\n---\n'
        'kind = "activated"\ncost = {}\n'
        'effect = [{ mill = { count = { side = "any", granted_by = "none" } } }]',
    )
    game = Position(text).on("0AC", "Giver").on("0AL", "Ash").on("0AR", "Fir").begin()
    game.do("ability 0AC 1", "resolve")
    assert game.deck(0) == 30
    game.do("ability 0AC", "resolve")
    assert game.do("ability 0AC 1", "resolve").deck(0) == 29
    assert game.do("ability 0AC 2", "resolve").deck(0) == 28
    assert game.do("ability 0AC 3", "resolve").deck(0) == 28


def test_the_size_of_a_pile_is_an_amount() -> None:
    # R13.12
    text = event_card(
        '{ pile = { zone = "dust", side = "own", n = 2 }, to = "Pond" }, '
        '{ mill = { size = "pile:Pond", seat = "you" } }, '
        '{ mill = { size = "pile:Pond", seat = "enemy" }, seat = "enemy" }'
    )
    game = Position(text).dust(0, "Ash", "Fir").hand(0, "Test").begin().do("Test", "resolve")
    assert (game.deck(0), game.deck(1)) == (28, 30)
