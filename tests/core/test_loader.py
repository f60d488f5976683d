"""Card files: what is accepted, and that every fault is one line that names its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from lycee_core import grammar
from lycee_core.built import BUILT, EVERYTHING, Built
from lycee_core.errors import CardDataError
from lycee_core.loader import load_files, load_text
from lycee_core.parsed import Number, Operation, Ref, Selector
from lycee_core.tomlpos import line_of, positions

EXAMPLES = Path(__file__).parents[1] / "data" / "language_examples.toml"

CHARACTER = """\
[[card]]
number = "CH-9901"
name = { en = "Test Pilot" }
type = "character"
attributes = ["snow"]
cost = "S"
ex = 1
ap = 1
dp = 1
sp = 1
sex = "f"
cells = "LCR/LCR"
"""
EVENT = """\
[[card]]
number = "EV-9901"
name = { en = "Test Event" }
type = "event_card"
attributes = []
cost = "*"
ex = 1
"""
ITEM = EVENT.replace("EV-", "IT-").replace("event_card", "item")
ACTIVATED = '\n[[card.ability]]\nkind = "activated"\ncost = {}\n'
TRIGGERED = '\n[[card.ability]]\nkind = "triggered"\non = { event = "entered", what = "self" }\n'
PASSIVE = '\n[[card.ability]]\nkind = "passive"\n'
EVENT_ABILITY = '\n[[card.ability]]\nkind = "event_card"\n'


def faults(text: str, built: Built = EVERYTHING) -> list[str]:
    try:
        load_text(text, source="f.toml", built=built)
    except CardDataError as error:
        return list(error.faults)
    return []


def effect(text: str, head: str = CHARACTER + ACTIVATED) -> list[str]:
    return faults(f"{head}effect = [{text}]\n")


# ------------------------------------------------------------------ what is accepted


def test_the_examples_of_the_language_are_understood() -> None:
    cards = load_text(EXAMPLES.read_text(encoding="utf-8"), built=EVERYTHING)
    assert len(cards) == 8
    assert [len(card.abilities) for card in cards] == [2, 1, 1, 2, 3, 3, 3, 1]


def test_the_examples_are_all_carried_out() -> None:
    assert len(load_files(EXAMPLES)) == 8


def test_the_starter_set_loads() -> None:
    starter = Path(grammar.__file__).with_name("starter") / "cards.toml"
    assert len(load_files(starter)) >= 48


def test_fields_of_a_card_are_read() -> None:
    text = CHARACTER.replace("LCR/LCR", "-C-/L-R").replace('"S"', '"SSM*"')
    (card,) = load_text(text + 'also = ["Other"]\ncopies = { n = "any", per = "number" }\n')
    assert card.cells == 2 + 8 + 32
    assert card.cost == (2, 1, 0, 0, 0, 1)
    assert (card.key, card.also, card.copies) == ("Test Pilot", ("Other",), (-1, "number"))


def test_an_operation_is_read_as_verb_object_and_parameters() -> None:
    text = ACTIVATED + 'target.foe = { side = "enemy" }\neffect = [{ change = "$foe", ap = 1 }]\n'
    (card,) = load_text(CHARACTER + text)
    (ability,) = card.abilities
    assert ability.targets == (("foe", Selector("", None, (("side", "enemy"),))),)
    assert ability.effect == (Operation("change", (Ref("$foe"),), (("ap", 1),)),)


def test_numbers_of_cards_are_read() -> None:
    (card,) = load_text(
        CHARACTER + ACTIVATED + 'effect = [{ tap = { side = "enemy", n = { up_to = 2 } } }]\n'
    )
    picked = card.abilities[0].effect[0].value
    assert isinstance(picked, Selector)
    assert picked.get("n") == Number("up_to", 2)


# ------------------------------------------------------------------ one line a fault, at its line


def test_every_fault_of_a_file_is_reported() -> None:
    found = faults(CHARACTER.replace('"f"', '"x"') + "colour = 3\n" + ACTIVATED + "effect = [3]\n")
    assert found == [
        'f.toml:11: CH-9901, sex: found "x", expected "f", "m" or "none"',
        "f.toml:13: CH-9901, colour: found the key `colour`, expected one of its 24 words, "
        "`ability` to `type`",
        "f.toml:18: CH-9901, ability 1, effect[1]: found 3, expected an operation (a table)",
    ]


def test_a_fault_deep_in_a_list_over_several_lines_names_its_own_line() -> None:
    text = 'effect = [\n  { draw = 1 },\n  { may = [\n    { mill = 1 },\n    { tap = "slef" },\n'
    text += "  ] },\n]\n"
    assert faults(CHARACTER + ACTIVATED + text) == [
        "f.toml:21: CH-9901, ability 1, effect[2].may[2].tap: "
        'found "slef", expected a reference: `self`'
    ]


def test_a_fault_in_the_second_card_is_not_blamed_on_the_first() -> None:
    second = CHARACTER.replace("9901", "9902").replace("ex = 1", "ex = 9")
    assert faults(CHARACTER + second) == [
        "f.toml:19: CH-9902, ex: found 9, expected a whole number from 0 to 4"
    ]


def test_broken_toml_is_one_line_with_its_line_number() -> None:
    (line,) = faults(CHARACTER + "ap = = 3\n")
    assert line.startswith("f.toml:13: file: found no valid TOML")


def test_a_number_that_two_cards_have_is_refused() -> None:
    assert faults(CHARACTER + CHARACTER) == [
        "f.toml:13: CH-9901, number: found it again, expected it once (first in f.toml:1)"
    ]


def test_a_number_that_two_files_have_is_refused(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text(CHARACTER, encoding="utf-8")
    two.write_text(CHARACTER, encoding="utf-8")
    with pytest.raises(CardDataError, match=r"two\.toml:1: CH-9901, number: found it again"):
        load_files(one, two)


def test_a_file_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"# \xff\n")
    with pytest.raises(CardDataError, match=r"bad\.toml:1: file: found bytes"):
        load_files(path)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('cells = "LCR/LCR"', 'cells = "LRC/LCR"', "cells: found"),
        ('cost = "S"', 'cost = "X"', "cost: found"),
        ('attributes = ["snow"]', 'attributes = ["ice"]', "attributes[1]: found"),
        ('sex = "f"\n', "", "found no `sex`"),
        ('type = "character"', 'type = "hero"', "type: found"),
        ("ap = 1", "ap = true", "ap: found true"),
        ("name = { en", "name = { 1x", "name.1x: found"),
    ],
)
def test_a_wrong_field_is_named(old: str, new: str, wanted: str) -> None:
    assert any(wanted in line for line in faults(CHARACTER.replace(old, new)))


# ------------------------------------------------------------------ the checks of section 12


@pytest.mark.parametrize(
    ("operation", "wanted"),
    [
        ('{ tap = "self", colour = 1 }', "effect[1].colour: found the key `colour`"),
        ('{ ap = 1, until = "turn_end" }', "expected an operation with one verb"),
        ('{ tap = "self", draw = 1 }', "found the verbs `tap` and `draw`, expected exactly one"),
        ('{ tap = "$foe" }', 'found "$foe", expected a name defined before it'),
        ('{ tap = "self", until = "turn_end" }', "found a duration on `tap`"),
        ("{ points = 1 }", "found `points`, expected it only in an ability of kind `as_cost`"),
        ('{ change = "self", ap = 1, until = "noon" }', "expected a duration"),
        ('{ change = "self" }', "found `change` alone"),
        ('{ move = "self" }', "found `move` without `to`"),
        ('{ tap = { type = "cell", tapped = true } }', "found the filter `tapped`"),
        ('{ tap = { type = "event_card", row = "AF" } }', "found the filter `row`"),
        ('{ discard = { zone = "hand", side = "enemy", type = "item" } }', "hidden zone hand"),
        ('{ send = { zone = "deck", side = "own", n = 1 }, to = "hand" }', "hidden zone deck"),
        ('{ discard = { zone = "hand", side = "own", type = "item" } }', "hidden zone hand"),
        (
            '{ discard = { zone = "hand", side = "any", distinct = "name", n = 2, by = "owner" } }',
            "hidden zone hand",
        ),
        ('{ reveal = { zone = "hand", side = "own", type = "item" } }', "no filter here"),
        (
            '{ discard = { zone = "hand", side = "any", type = "item", n = 1, by = "owner" } }',
            "hidden zone hand",
        ),
        (
            '{ discard = { zone = "hand", side = "own", type = "item", n = 1, by = "random" } }',
            "hidden zone hand",
        ),
        ('{ draw = { size = "garden" } }', "draw.size: found"),
        ('{ tap = "subject" }', "`subject` only where an event has happened"),
        ('{ tap = "bearer" }', "`bearer` only on an item"),
        ("{ draw = 1000 }", "a number between -999 and 999"),
        ('{ grant = "self", basic = "Dahs" }', "expected a basic ability: `Dash`"),
        ('{ grant = "self", basic = "Step" }', "found Step without cost"),
        ('{ if = [{ weather = "fog" }], then = [{ draw = 1 }] }', "expected a condition"),
        ("{ may = [] }", "expected at least one operation"),
        ("{ one_of = [[{ draw = 1 }]] }", "expected two or more lists"),
    ],
)
def test_a_wrong_operation_is_refused(operation: str, wanted: str) -> None:
    found = effect(operation)
    assert any(wanted in line for line in found), found
    assert all(line.startswith("f.toml:17: CH-9901, ability 1, effect[1]") for line in found)


@pytest.mark.parametrize(
    "operation",
    [
        '{ discard = { zone = "hand", side = "enemy", n = 1, by = "random" } }',
        '{ discard = { zone = "hand", side = "enemy", n = 1, by = "enemy", type = "item" } }',
        '{ discard = { zone = "hand", side = "enemy", n = 2 } }',
        '{ discard = { zone = "hand", side = "own" } }',
        '{ look = { zone = "deck_top", side = "own", n = 3 } }, '
        '{ take = { zone = "deck", side = "own", type = "item", n = 1, among = "it" } }',
        '{ reveal = { zone = "hand", side = "enemy" } }, '
        '{ discard = { zone = "hand", side = "enemy", type = "item", n = 1 } }',
        '{ search = { zone = "deck", side = "own", type = "item" }, to = "hand" }',
    ],
)
def test_a_pick_from_a_hidden_zone_that_somebody_may_make_is_accepted(operation: str) -> None:
    assert effect(operation) == []


def test_self_in_an_event_card_is_refused() -> None:
    (line,) = effect('{ tap = "self" }', EVENT + EVENT_ABILITY)
    assert "no `self` in an event card" in line


def test_a_target_in_a_passive_is_refused() -> None:
    text = 'target.foe = { side = "enemy" }\neffect = [{ change = "self", ap = 1 }]\n'
    (line,) = faults(CHARACTER + PASSIVE + text)
    assert "found `target` in passive" in line


def test_an_instant_operation_in_a_passive_is_refused() -> None:
    (line,) = effect("{ draw = 1 }", CHARACTER + PASSIVE)
    assert "found `draw` in a passive" in line


def test_five_targets_are_refused() -> None:
    targets = "".join(f'target.t{n} = {{ side = "own" }}\n' for n in range(5))
    (line,) = faults(CHARACTER + ACTIVATED + targets + "effect = [{ draw = 1 }]\n")
    assert "found 5 targets, expected at most 4" in line


def test_nine_abilities_are_refused() -> None:
    (line,) = faults(CHARACTER + 9 * (ACTIVATED + "effect = [{ draw = 1 }]\n"))
    assert "found 9 abilities, expected at most 8" in line


def test_a_fourth_level_of_blocks_is_refused() -> None:
    (line,) = effect("{ may = [{ may = [{ may = [{ may = [{ draw = 1 }] }] }] }] }")
    assert "`may`, 4 blocks deep" in line
    assert effect("{ may = [{ may = [{ may = [{ draw = 1 }] }] }] }") == []


def test_names_are_those_of_the_ability_alone() -> None:
    first = ACTIVATED + 'target.foe = { side = "enemy" }\neffect = [{ tap = "$foe" }]\n'
    second = ACTIVATED + 'effect = [{ tap = "$foe" }]\n'
    (line,) = faults(CHARACTER + first + second)
    assert line.startswith("f.toml:23: CH-9901, ability 2, effect[1].tap: ")


def test_every_key_of_a_character_is_refused_on_an_item() -> None:
    found = faults(ITEM + 'ap = 1\nbasic = ["Dash"]\n')
    assert [line.split(": ")[1] for line in found] == ["IT-9901, ap", "IT-9901, basic"]


def test_a_cost_in_a_triggered_ability_is_refused() -> None:
    (line,) = faults(CHARACTER + TRIGGERED + "cost = {}\neffect = [{ draw = 1 }]\n")
    assert "cost: found `cost` in triggered" in line


# ------------------------------------------------------------------ refusal by name


def test_a_word_that_is_not_built_is_refused_by_name() -> None:
    text = CHARACTER + ACTIVATED + "effect = [{ draw = 1 }]\n"
    fewer = {**BUILT, "verb": BUILT["verb"] - {"draw"}}
    assert faults(text, fewer) == [
        "f.toml:17: CH-9901, ability 1, effect[1].draw: "
        "`draw` is part of the language but not built yet"
    ]


def test_a_word_is_built_as_soon_as_the_table_says_so() -> None:
    text = CHARACTER + ACTIVATED + 'effect = [{ down = "self" }]\n'
    fewer = {**BUILT, "verb": BUILT["verb"] - {"down"}}
    assert len(faults(text, fewer)) == 1
    assert faults(text, BUILT) == []


# ------------------------------------------------------------------ positions


def test_positions_follow_tables_dotted_keys_and_lists() -> None:
    text = (
        '# one\n[[card]]\nname = { en = "a # b" }\n[[card.ability]]\ntarget.x = { side = "own" }\n'
        'effect = [\n  { a = """\nlong\n""" },\n  # [[card]]\n  { b = [1,\n2] },\n]\n'
        "[[card]]\nn = 1\n"
    )
    lines = positions(text)
    assert lines["card", 0] == 2
    assert lines["card", 0, "name", "en"] == 3
    assert lines["card", 0, "ability", 0, "target", "x", "side"] == 5
    assert lines["card", 0, "ability", 0, "effect", 0, "a"] == 7
    assert lines["card", 0, "ability", 0, "effect", 1, "b"] == 11
    assert lines["card", 0, "ability", 0, "effect", 1, "b", 1] == 12
    assert lines["card", 1, "n"] == 15
    assert line_of(lines, ("card", 0, "ability", 0, "cost")) == 4


def test_a_fault_is_one_printable_line_whatever_the_file_quotes() -> None:
    found = faults(CHARACTER.replace('"f"', '"\\u001b[2J\\nEvil"'))
    assert len(found) == 1
    assert found[0].isprintable()
    assert "\\x1b[2J" in found[0]
