"""What a card remembers, and what happened to one card alone (R15.8, R15.15)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from lycee_core.errors import CardDataError
from tests.core.builder import Position, catalogue, character, event_card

KEEP = (
    'kind = "activated"\ncost = {}\n'
    'effect = [{ remember = { name = "Reed", n = 1 }, as = "friend" }]\n---\n'
)
REED = character("Reed", "", values="1/1/1")
GONE = event_card('{ discard = { name = "Reed", n = 1 } }')


def ear(lines: str) -> str:
    return character("Ear", KEEP + lines)


def test_a_later_ability_of_the_same_card_finds_what_it_remembers() -> None:
    text = REED + ear('kind = "activated"\ncost = {}\neffect = [{ tap = "remembered:friend" }]')
    game = Position(text).on("0AC", "Ear").on("0AL", "Reed").begin()
    game.do("ability 0AC 1", "resolve")
    assert not game.tapped("0AL")
    game.do("ability 0AC", "resolve", "ability 0AC 1", "resolve")
    assert game.tapped("0AL")


def test_a_remembered_card_is_forgotten_when_it_leaves() -> None:
    # R15.8
    text = REED + ear('kind = "activated"\ncost = {}\neffect = [{ remove = "remembered:friend" }]')
    position = Position(text + GONE).on("0AC", "Ear").on("0AL", "Reed").hand(0, "Test")
    game = position.begin().do("ability 0AC", "resolve", "Test", "resolve")
    game.do("ability 0AC 1", "resolve")
    assert "Reed" in game.dust(0)


def test_another_copy_remembers_for_itself() -> None:
    text = REED + ear('kind = "activated"\ncost = {}\neffect = [{ tap = "remembered:friend" }]')
    game = Position(text).on("0AC", "Ear").on("1AC", "Ear").on("0AL", "Reed").begin()
    game.do("ability 0AC", "resolve", "pass", "pass")
    game.do("ability 1AC 1", "resolve")
    assert not game.tapped("0AL")


def test_a_passive_reads_what_its_card_remembers() -> None:
    # R14.12: it counts while the card is remembered.
    text = REED + ear(
        'kind = "passive"\nif = [{ compare = [{ count = "remembered:friend" }, "==", 1] }]\n'
        'effect = [{ change = "remembered:friend", ap = 4 }]'
    )
    game = Position(text).on("0AC", "Ear").on("0AL", "Reed").begin()
    assert game.values("0AL")[0] == 1
    assert game.do("ability 0AC", "resolve").values("0AL")[0] == 5


def test_a_number_is_remembered_and_counted_out_again() -> None:
    text = character(
        "Ear",
        'kind = "activated"\ncost = {}\n'
        'effect = [{ remember = { size = "hand", seat = "you" }, as = "many" }]\n---\n'
        'kind = "activated"\ncost = {}\neffect = [{ mill = { count = "remembered:many" } }]',
    )
    game = Position(text).on("0AC", "Ear").hand(0, "Ash", "Fir").begin()
    hand = len(game.state.zone(0, defs.ZONE_HAND))
    game.do("ability 0AC", "resolve", "ability 0AC 1", "resolve")
    assert game.deck(0) == 30 - hand


def test_what_saw_its_card_leave_still_knows_what_it_remembered() -> None:
    # R15.8
    text = (
        REED
        + ear(
            'kind = "triggered"\non = { event = "left", what = "self" }\n'
            'effect = [{ discard = "remembered:friend" }]'
        )
        + event_card('{ discard = { name = "Ear", n = 1 } }')
    )
    position = Position(text).on("0AC", "Ear").on("0AL", "Reed").hand(0, "Test")
    game = position.begin().do("ability 0AC", "resolve", "Test", "resolve")
    assert (game.at("0AC"), game.at("0AL")) == (None, None)


def test_a_card_remembers_no_more_than_sixteen_names() -> None:
    many = ", ".join(f'{{ remember = 1, as = "n{i}" }}' for i in range(17))
    with pytest.raises(CardDataError, match="16 names"):
        catalogue(character("Ear", f'kind = "activated"\ncost = {{}}\neffect = [{many}]'))


def test_what_happened_to_this_card_alone_is_counted_for_it() -> None:
    # R15.15
    text = character(
        "Ear",
        'kind = "passive"\nif = [{ happened = { event = "tapped", what = "self" } }]\n'
        'effect = [{ change = "self", ap = 4 }]',
    )
    game = Position(text).on("0AL", "Ear").on("1AC", "Ear").on("0AR", "Ash").begin()
    game.do("attack 0AR", "resolve", "fight")
    assert game.values("0AL")[0] == 1
    game.do("attack 0AL", "resolve", "fight")
    assert (game.values("0AL")[0], game.values("1AC")[0]) == (5, 1)


def test_what_happened_to_the_bearer_is_counted_for_its_item() -> None:
    # R15.15: twice tapped, two cards.
    text = """
[[card]]
number = "IT-9300"
name = { en = "Charm" }
type = "item"
attributes = []
cost = "0"
ex = 0
[[card.ability]]
kind = "activated"
cost = {}
effect = [{ mill = { happened = { event = "tapped", what = "bearer" }, since = "turn" } }]
""" + event_card('{ untap = { side = "own" } }')
    game = Position(text).on("0AL", "Ash").item("0AL", "Charm").hand(0, "Test").begin()
    game.do("attack 0AL", "resolve", "fight", "Test", "resolve", "attack 0AL", "resolve", "fight")
    before = game.deck(0)
    assert game.do("item 0AL", "resolve").deck(0) == before - 2
