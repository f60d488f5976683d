"""The compiler of cards: what row a card becomes, and in which order."""

from __future__ import annotations

import pytest

from lycee_core.codes import Ins
from lycee_core.opcodes import D
from lycee_core.rows import CardRow
from tests.core.tables import CHARACTER, ITEM, compiled, expression, program, value


def test_fields_of_a_card_become_its_row() -> None:
    tables = compiled(CHARACTER)
    (row,) = tables.cards
    expected = CardRow(
        listens=0,
        replaces=0,
        ap=3,
        dp=2,
        sp=1,
        name=1,
        also=(0xFFFF, 0xFFFF),
        component=(0xFFFF, 0xFFFF),
        first_ability=0,
        first_basic=0,
        put_on=0,
        play_if=0,
        basics=0,
        type=D.TYPE_CHARACTER,
        attributes=1 + 16,
        ex=2,
        cells=2 + 8 + 16 + 32,
        sex=1,
        n_abilities=0,
        n_basics=0,
        cost_total=3,
        cost=(1, 0, 0, 0, 1, 1),
        flags=0,
        copies=4,
        copies_per=0,
        tags=0,
    )
    assert row == expected
    assert tables.strings[1] == "TestPilot"


def test_the_order_of_cards_in_their_files_changes_nothing() -> None:
    other = CHARACTER.replace("9901", "9900").replace("Test Pilot", "Other Pilot")
    assert compiled(CHARACTER + other)[:-1] == compiled(other + CHARACTER)[:-1]
    assert compiled(CHARACTER + other).numbers == ("CH-9900", "CH-9901")


@pytest.mark.parametrize("name", ["Test Pilot", "TestPilot", "\uff34est Pilot", "Test Pilot※red"])
def test_names_are_compared_without_spaces_width_and_variant_marks(name: str) -> None:
    other = CHARACTER.replace("9901", "9900").replace("Test Pilot", name)
    first, second = compiled(CHARACTER + other).cards
    assert first.name == second.name


def test_a_filter_by_a_name_in_another_language_finds_the_card() -> None:
    text = CHARACTER.replace('{ en = "Test Pilot" }', '{ en = "Test Pilot", ja = "試験" }')
    passive = (
        '\n[[card.ability]]\nkind = "passive"\neffect = [{ change = { name = "試験" }, ap = 1 }]\n'
    )
    tables = compiled(text + passive)
    assert Ins(D.X_NAME, x=tables.cards[0].name) in tables.code


def test_basic_abilities_are_bits_and_those_with_a_cost_or_effect_are_rows() -> None:
    basics = 'basic = ["Dash", { name = "Step", cost = { points = "S" } },'
    basics += ' { name = "Penalty", effect = [{ mill = 2 }] }]\n'
    tables = compiled(CHARACTER + basics)
    (row,) = tables.cards
    assert row.basics == (1 << D.B_DASH) | (1 << D.B_STEP) | (1 << D.B_PENALTY)
    assert [(basic.basic, basic.cost.points) for basic in tables.basics] == [
        (D.B_STEP, (1, 0, 0, 0, 0, 0)),
        (D.B_PENALTY, (0, 0, 0, 0, 0, 0)),
    ]
    mill, end = program(tables, tables.basics[1].effect)
    assert (mill.op, mill.b, value(tables, mill.x)) == (D.O_MILL, D.WHOSE_YOU, 2)
    assert end.op == D.O_END


def test_where_an_item_may_be_put_is_a_selector() -> None:
    tables = compiled(ITEM + 'put_on = { side = "enemy", type = "character", equipped = false }\n')
    row = tables.selectors[tables.cards[0].put_on]
    assert (row.side, row.types) == (D.SIDE_ENEMY, D.TYPE_CHARACTER)
    assert expression(tables, row.filter) == [Ins(D.X_EQUIPPED), Ins(D.X_NOT)]
