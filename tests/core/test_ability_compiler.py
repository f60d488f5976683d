"""The compiler of abilities: costs, events, targets, limits and conditions of a row."""

from __future__ import annotations

import pytest

from lycee_core.codes import Ins
from lycee_core.errors import CardDataError
from lycee_core.opcodes import D
from tests.core.tables import CHARACTER, ITEM, activated, compiled, expression, program


def test_a_cost_keeps_points_tap_mill_leave_and_hand_cards() -> None:
    cost = '{ points = "S*", tap = true, mill = 2, leave = "removed", '
    cost += 'hand = { type = "item", n = 2 } }'
    text = f'\n[[card.ability]]\nkind = "activated"\ncost = {cost}\neffect = [{{ draw = 1 }}]\n'
    tables = compiled(CHARACTER + text)
    row = tables.abilities[0].cost
    assert (row.points, row.tap, row.mill) == ((1, 0, 0, 0, 0, 1), 1, 2)
    assert (row.leave, row.parts[0].n) == (1 + D.ZONE_REMOVED, 2)
    hand = tables.selectors[row.parts[0].selector]
    assert (hand.zone, hand.side, hand.types) == (D.SZ_HAND, D.SIDE_OWN, D.TYPE_ITEM)


def test_a_triggered_ability_names_its_event_and_subject() -> None:
    text = '\n[[card.ability]]\nkind = "triggered"\non = { event = "downed", what = "self" }\n'
    tables = compiled(CHARACTER + text + "effect = [{ draw = 1 }]\n")
    row = tables.abilities[0]
    assert (row.kind, row.event, row.whose) == (D.AK_TRIGGERED, D.EV_DOWNED, D.SIDE_ANY)
    what = tables.selectors[row.what]
    assert expression(tables, what.filter) == [Ins(D.X_OTHER_THAN, b=D.REF_SELF), Ins(D.X_NOT)]
    assert tables.cards[0].listens == 1 << D.EV_DOWNED
    assert tables.cards[0].flags == D.CF_TRIGGERED


def test_targets_take_the_first_registers() -> None:
    more = 'target.foe = { side = "enemy" }\n'
    more += 'target.post = { side = "own", type = "cell", empty = true }\n'
    tables, row = activated('{ move = "$foe", to = "$post" }', more)
    foe, post = (tables.selectors[number] for number in row.targets[:2])
    assert (foe.side, foe.n_kind, foe.n) == (D.SIDE_ENEMY, D.N_EXACT, 1)
    assert post.types == D.TYPE_CELL
    assert program(tables, row.effect)[0] == Ins(D.O_MOVE, 0, 1)


def test_an_optional_target_is_marked() -> None:
    more = 'target.a = { side = "own" }\ntarget.b = { side = "enemy", optional = true }\n'
    _, row = activated('{ tap = "$a" }, { tap = "$b" }', more)
    assert row.optional == (0, 1, 0, 0)


def test_limits_are_kept() -> None:
    _, row = activated("{ draw = 1 }", 'limit = { n = 2, per = "battle" }\n')
    assert (row.limit_n, row.limit_per) == (2, D.PER_BATTLE)


def test_conditions_are_joined_by_and() -> None:
    more = 'when = [{ turn = "own" }, { battle = "self", role = "attacker" }]\n'
    tables, row = activated("{ draw = 1 }", more)
    assert expression(tables, row.when) == [
        Ins(D.X_TURN, D.SIDE_OWN),
        Ins(D.X_BATTLE, 2, 1),
        Ins(D.X_AND),
    ]


def test_answering_an_entry_means_a_conversion_too() -> None:
    more = 'when = [{ responding = { kind = "entry", side = "enemy", cost = { le = 2 } } }]\n'
    tables, row = activated('{ cancel = "declaration" }', more)
    (ins,) = expression(tables, row.when)
    assert (ins.op, ins.a, ins.b) == (D.X_RESPONDING, 1, D.SIDE_ENEMY)
    assert ins.y == (1 << D.LK_ENTRY) | (1 << D.LK_CONVERSION)
    assert tables.selectors[ins.x].zone == D.SZ_CHAIN


def test_exists_with_a_number_is_at_least_so_many() -> None:
    more = 'when = [{ exists = { side = "own", n = 2 } }]\n'
    tables, row = activated("{ draw = 1 }", more)
    ops = [ins.op for ins in expression(tables, row.when)]
    assert ops == [D.X_COUNT, D.X_LIT, D.X_GE]


def test_an_item_has_room_for_four_abilities() -> None:
    ability = '\n[[card.ability]]\nkind = "activated"\ncost = {}\neffect = [{ draw = 1 }]\n'
    assert len(compiled(ITEM + 4 * ability).abilities) == 4
    with pytest.raises(CardDataError, match="more than 4 abilities"):
        compiled(ITEM + 5 * ability)
