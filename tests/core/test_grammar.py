"""The tables of the grammar fit together, so that the loader can trust them."""

from __future__ import annotations

import pytest

from lycee_core import grammar
from lycee_core.built import BUILT, EVERYTHING
from lycee_core.effects_base import ACTS
from lycee_core.effects_compiler import EffectsCompiler
from lycee_core.grammar_verbs import COMMON, OPERATIONS
from lycee_core.operations import OperationReader
from lycee_core.reader import alternatives

KINDS_USED = [
    *grammar.SELECTOR.values(),
    *grammar.DECLARATION.values(),
    *grammar.COST.values(),
    *COMMON.values(),
    *grammar.CAUSE.values(),
    *grammar.SEAT_TABLES.values(),
    *(kind for verb in OPERATIONS.values() for kind in (verb.object, *verb.params.values())),
    *(kind for head, keys in grammar.AMOUNTS.values() for kind in (head, *keys.values())),
    *(kind for head, keys in grammar.CONDITIONS.values() for kind in (head, *keys.values())),
    *(kind for keys in grammar.EVENTS.values() for kind in keys.values()),
]


def test_every_kind_that_a_word_takes_can_be_read_and_has_a_name_for_messages() -> None:
    reader = OperationReader("x", {}, EVERYTHING)
    for kind in KINDS_USED:
        for choice in alternatives(kind):
            if choice.name:
                assert choice.name in reader.kinds, kind
                assert choice.name in grammar.KINDS, kind


def test_every_word_called_built_is_a_word_of_the_language() -> None:
    families: dict[str, set[str]] = {
        "verb": set(OPERATIONS),
        "event": set(grammar.EVENTS),
        "condition": set(grammar.CONDITIONS),
        "amount": set(grammar.AMOUNTS),
        "duration": {*grammar.DURATIONS, "while"},
        "ref": {*grammar.REFERENCES, "$name", "remembered"},
        "seat": {*grammar.SEATS, *grammar.SEAT_TABLES},
        "ability.kind": set(grammar.ABILITY_KINDS),
        "selector keys": {*grammar.SELECTOR, "optional"},
        "selector.zone": {*grammar.ZONES, "pile"},
        "cost keys": set(grammar.COST),
        "limit keys": set(grammar.LIMIT),
        "declaration keys": set(grammar.DECLARATION),
        "ability keys": set(grammar.ABILITY),
        "card keys": set(grammar.CARD_FIELDS),
    }
    for family, words in families.items():
        assert BUILT[family] <= words, family


def test_every_built_verb_has_its_part_of_the_compiler() -> None:
    for verb in BUILT["verb"]:
        assert verb in ACTS or hasattr(EffectsCompiler, f"op_{verb}"), verb


def test_the_compiler_has_no_verb_that_the_loader_refuses() -> None:
    compiled = {name[3:] for name in dir(EffectsCompiler) if name.startswith("op_")}
    assert compiled | set(ACTS) == BUILT["verb"]


@pytest.mark.parametrize("verb", sorted(OPERATIONS))
def test_required_parameters_are_parameters(verb: str) -> None:
    entry = OPERATIONS[verb]
    assert set(entry.required) <= set(entry.params)


def test_seventeen_basic_abilities_ten_with_a_cost_three_with_an_effect() -> None:
    assert len(grammar.BASICS) == 17
    assert set(grammar.BASICS) >= grammar.BASICS_WITH_COST | grammar.BASICS_WITH_EFFECT
    assert (len(grammar.BASICS_WITH_COST), len(grammar.BASICS_WITH_EFFECT)) == (10, 3)
