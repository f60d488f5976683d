"""The starter set: its size, its five decks, and that together they use the whole game.

`FAMILIES` are the kinds of operations that cards are made of, each with the words it is known by:
a verb, `verb:key`, `verb=word`, or `verb@zone` of the cards it acts on. Every line must be met.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from lycee_core import Catalogue, grammar
from lycee_core.compile import STARTER_CARDS
from lycee_core.deck import Deck
from lycee_core.loader import load_files
from lycee_core.parsed import Ability, Basic, Card, Node, Operation, Ref, Selector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycee_core.parsed import Value

STARTER = Catalogue.starter()
NAMES = Deck.starter_names()
ATTRIBUTES = {
    "clockworks": "space",
    "gale": "sun",
    "harbour": "snow",
    "market": "flower",
    "tide": "moon",
}
FAMILIES = {
    "change a value": "change",
    "gain a basic ability": "grant:basic",
    "mill": "mill",
    "discard from the field": "discard@field",
    "support rules": "support_rule",
    "conditions": "if",
    "options": "may",
    "modes": "one_of",
    "move": "move",
    "swap": "swap",
    "shift, rearrange": "shift rearrange",
    "tap": "tap",
    "untap": "untap",
    "draw": "draw",
    "cancel": "cancel",
    "cost changes": "cost_change",
    "attack a payment": "void_payment",
    "other targets": "retarget",
    "prices inside effects": "pay",
    "where an event card goes": "itself",
    "discard from hand": "discard@hand",
    "set a value": "set",
    "reset a value": "reset",
    "return to hand": "return",
    "remove from the game": "remove",
    "dust box to hand": "take@dust",
    "dust box to deck": "send@dust",
    "hand limit": "hand_limit",
    "warm-up": "warm_up",
    "gain a special ability": "grant:ability",
    "not downed": "keep",
    "areas": "place_area",
    "halt a battle": "halt_battle",
    "start a battle": "start_battle",
    "attack rules": "permit=attack",
    "defence rules": "permit=defend",
    "compulsion": "require",
    "piles and held cards": "pile",
    "cards set aside": "aside",
    "shuffle": "shuffle",
    "items": "equip",
    "no wake-up": "skip_wake_up",
    "entry by effect": "enter",
    "search": "search",
    "reveal": "reveal",
    "delayed effects": "later",
    "effects that wait": "watch",
    "copy another card": "copy_basics",
    "field to deck": "send@field",
    "look": "look",
    "name something": "name",
    "become": "become",
    "prohibitions": "forbid=attack",
    "lose a basic ability": "lose:basic",
    "cannot be a target": "forbid=be_target",
    "control": "take_control",
    "lose a special ability": "lose:special",
    "deck damage changes": "damage",
    "arrange a deck": "arrange",
}


@cache
def cards() -> dict[str, Card]:
    """The cards of the set by number, as their author wrote them."""
    return {card.number: card for card in load_files(STARTER_CARDS)}


def in_decks() -> list[Card]:
    """The cards that some starter deck holds."""
    used = {card for name in NAMES for card in Deck.starter(name, STARTER).cards}
    return [cards()[STARTER.numbers[card]] for card in sorted(used)]


def nodes(value: Value) -> Iterator[Node | Basic | Ability]:
    """Everything that stands in a value, outermost first."""
    if isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
    elif isinstance(value, Basic | Ability):
        yield value
        yield from nodes(value.effect)
    elif isinstance(value, Node):
        yield value
        yield from nodes(value.value)
        for _, argument in value.args:
            yield from nodes(argument)


def words(card: Card) -> set[str]:
    """The words of all operations of a card, as `FAMILIES` has them."""
    found: set[str] = set()
    holders: tuple[Ability | Basic, ...] = (*card.abilities, *card.basics)
    for ability in holders:
        named = dict(ability.targets) if isinstance(ability, Ability) else {}
        for operation in nodes(ability.effect):
            if not isinstance(operation, Operation):
                continue
            source = operation.get("from")
            if operation.word == "choose" and isinstance(source, Selector):
                named[str(operation.value)] = source
            found.add(operation.word)
            found |= {f"{operation.word}:{key}" for key, _ in operation.args}
            values = operation.value if isinstance(operation.value, tuple) else (operation.value,)
            for value in values:
                one = named.get(value.word.lstrip("$")) if isinstance(value, Ref) else value
                if isinstance(one, str):
                    found.add(f"{operation.word}={one}")
                if isinstance(one, Selector):
                    zones = one.get("zone", "field")
                    zones = zones if isinstance(zones, tuple) else (zones,)
                    found |= {f"{operation.word}@{zone}" for zone in zones}
    return found


def test_the_set_has_at_least_120_cards_with_names_of_their_own() -> None:
    assert len(cards()) >= 120
    assert len({card.names for card in cards().values()}) >= len(cards()) - 1  # Nell Quay twice


def test_there_is_one_deck_for_each_attribute() -> None:
    assert set(NAMES) == set(ATTRIBUTES)
    assert set(ATTRIBUTES.values()) == set(grammar.ATTRIBUTES)
    for name in NAMES:
        for index in Deck.starter(name, STARTER).cards:
            card = cards()[STARTER.numbers[index]]
            assert not card.attributes or ATTRIBUTES[name] in card.attributes, (name, card.number)


@pytest.mark.parametrize("name", NAMES)
def test_every_deck_says_its_plan_and_calls_its_cards_by_name(name: str) -> None:
    text = (STARTER_CARDS.parent / "decks" / f"{name}.deck").read_text(encoding="utf-8")
    head, plan, *rest = text.splitlines()
    assert head.startswith("name: ")
    assert plan.startswith(f"# {ATTRIBUTES[name].capitalize()}. Plan: ")
    lines = [line for line in rest if not line.startswith("#")]
    for line in lines:
        count_number, _, said = line.partition("  # ")
        card = cards()[count_number.split()[1]]
        assert dict(card.names)["en"] == said, line


def test_every_basic_ability_is_in_a_deck() -> None:
    assert {basic.name for card in in_decks() for basic in card.basics} == set(grammar.BASICS)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_of_operations_is_in_a_deck(family: str) -> None:
    found = set[str]().union(*map(words, in_decks()))
    assert found & set(FAMILIES[family].split())


def test_every_kind_of_ability_and_card_that_is_built_is_in_a_deck() -> None:
    kinds = {ability.kind for card in in_decks() for ability in card.abilities}
    assert kinds >= {"activated", "triggered", "event_card", "passive"}
    assert {card.type for card in in_decks()} == set(grammar.TYPES)
