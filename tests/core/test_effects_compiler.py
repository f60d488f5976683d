"""The compiler of effects: what instructions stand for each word that is built."""

from __future__ import annotations

import pytest

from lycee_core import grammar
from lycee_core.built import BUILT
from lycee_core.codes import Ins
from lycee_core.errors import CardDataError
from lycee_core.listening import NUMBERS
from lycee_core.opcodes import D
from tests.core.tables import CHARACTER, activated, compiled, expression, program, value


def test_a_change_is_one_instruction_for_each_value() -> None:
    tables, row = activated('{ change = "self", ap = 2, dp = -1, until = "battle_end" }')
    ref, ap, dp, end = program(tables, row.effect)
    assert ref == Ins(D.O_REF, ref.a, D.REF_SELF)
    assert (ap.op, ap.a, ap.b, ap.c) == (D.O_CHANGE, ref.a, D.VAL_AP, D.UNTIL_BATTLE_END)
    assert (dp.b, value(tables, ap.x), value(tables, dp.x)) == (D.VAL_DP, 2, -1)
    assert end.op == D.O_END


def test_a_change_lasts_to_the_end_of_the_turn_unless_said() -> None:
    tables, row = activated('{ change = "self", ap = 2 }')
    assert program(tables, row.effect)[1].c == D.UNTIL_TURN_END


def test_all_are_selected_and_some_are_chosen() -> None:
    tables, row = activated('{ tap = { side = "enemy" } }, { tap = { side = "enemy", n = 1 } }')
    ops = [ins.op for ins in program(tables, row.effect)]
    assert ops == [D.O_SELECT, D.O_TAP, D.O_CHOOSE, D.O_TAP, D.O_END]


def test_the_top_of_a_deck_is_as_deep_as_its_number() -> None:
    tables, row = activated(
        '{ look = { zone = "deck_top", side = "own", n = 3 } }, { arrange = "it" }'
    )
    select, look, arrange, _ = program(tables, row.effect)
    top = tables.selectors[select.x]
    assert (select.op, top.zone, top.n_kind) == (D.O_SELECT, D.SZ_DECK_TOP, D.N_ALL)
    assert value(tables, top.depth) == 3
    assert (look.op, arrange) == (D.O_LOOK, Ins(D.O_ARRANGE, select.a))


def test_may_skips_its_block_on_no() -> None:
    tables, row = activated(
        "{ may = [{ draw = 1 }, { when_done = [{ mill = 1 }] }] }, { draw = 2 }"
    )
    code = program(tables, row.effect)
    assert [ins.op for ins in code] == [
        D.O_MAY,
        D.O_DRAW,
        D.O_UNLESS,
        D.O_MILL,
        D.O_DRAW,
        D.O_END,
    ]
    assert (code[0].x, code[2].y) == (4, 4)


def test_else_is_done_instead() -> None:
    tables, row = activated(
        '{ if = [{ turn = "own" }], then = [{ draw = 1 }], else = [{ mill = 1 }] }'
    )
    code = program(tables, row.effect)
    assert [ins.op for ins in code] == [D.O_UNLESS, D.O_DRAW, D.O_JUMP, D.O_MILL, D.O_END]
    assert (code[0].y, code[2].x) == (3, 4)


def test_modes_start_at_the_jumps_behind_the_choice() -> None:
    tables, row = activated("{ one_of = [[{ draw = 1 }], [{ mill = 1 }]] }")
    code = program(tables, row.effect)
    assert (code[0].op, code[0].a) == (D.O_MODE, 2)
    assert [code[1].x, code[2].x] == [3, 5]
    assert [code[4].x, code[6].x] == [7, 7]


def test_each_takes_cards_one_by_one_from_a_copy_of_a_name() -> None:
    more = 'target.crew = { side = "own", n = 2 }\n'
    tables, row = activated('{ each = "$crew", as = "one", do = [{ tap = "$one" }] }', more)
    copy, each, tap, back, end = program(tables, row.effect)
    assert (copy.op, copy.b) == (D.O_COPY, 0)
    assert (each.op, each.a, each.x) == (D.O_EACH, copy.a, 4)
    assert (tap.op, tap.a) == (D.O_TAP, each.b)
    assert (back.op, back.x, end.op) == (D.O_JUMP, 1, D.O_END)


def test_a_search_looks_picks_up_to_shows_puts_away_and_shuffles() -> None:
    tables, row = activated(
        '{ search = { zone = "deck", side = "own", type = "item", n = 1 }, '
        'shown = true, to = "hand" }'
    )
    code = program(tables, row.effect)
    assert [ins.op for ins in code] == [
        D.O_SELECT,
        D.O_LOOK,
        D.O_CHOOSE,
        D.O_REVEAL,
        D.O_RETURN,
        D.O_SHUFFLE,
        D.O_END,
    ]
    picked = tables.selectors[code[2].x]
    assert (picked.n_kind, picked.n, picked.types) == (D.N_UP_TO, 1, D.TYPE_ITEM)


def test_a_passive_is_recomputed_and_never_ends() -> None:
    text = '\n[[card.ability]]\nkind = "passive"\nif = [{ turn = "own" }]\n'
    tables = compiled(CHARACTER + text + 'effect = [{ change = "self", ap = 1 }]\n')
    row = tables.abilities[0]
    assert expression(tables, row.cond) == [Ins(D.X_TURN, D.SIDE_OWN)]
    assert program(tables, row.effect)[1].c == D.UNTIL_ALWAYS


def test_a_granted_basic_ability_may_be_free() -> None:
    tables, row = activated('{ grant = "self", basic = { name = "Step", cost = {} } }')
    gain = program(tables, row.effect)[1]
    assert (gain.op, gain.b, gain.c) == (D.O_GAIN_BASIC, D.B_STEP, D.UNTIL_TURN_END)


def test_some_cards_may_be_arranged_to_the_bottom() -> None:
    look = '{ look = { zone = "deck_top", side = "own", n = 3 } }'
    tables, row = activated(f'{look}, {{ arrange = "it", to_bottom = {{ up_to = 2 }} }}')
    arrange = program(tables, row.effect)[2]
    assert (arrange.op, arrange.b, arrange.c) == (D.O_ARRANGE, D.N_UP_TO, D.ARRANGE_BOTTOM)


def test_winning_is_the_loss_of_the_other() -> None:
    tables, row = activated('{ win_game = "you" }')
    assert program(tables, row.effect)[0] == Ins(D.O_LOSE_GAME, b=D.WHOSE_ENEMY)


def test_deck_damage_grows_by_an_amount() -> None:
    tables, row = activated('{ damage = "battle", add = 2 }')
    damage = program(tables, row.effect)[0]
    assert (damage.op, value(tables, damage.x)) == (D.O_DAMAGE, 2)


def test_amounts_run_on_a_stack() -> None:
    amount = '{ add = [{ count = { side = "own" } }, { size = "hand", seat = "enemy" }, 1] }'
    tables, row = activated(f"{{ draw = {amount} }}")
    draw = program(tables, row.effect)[0]
    assert [ins.op for ins in expression(tables, draw.x)] == [
        D.X_COUNT,
        D.X_SIZE,
        D.X_ADD,
        D.X_LIT,
        D.X_ADD,
    ]


def test_more_names_than_registers_are_refused_in_one_line() -> None:
    names = ", ".join(f'{{ choose = "n{n}", from = {{ side = "own" }} }}' for n in range(9))
    with pytest.raises(CardDataError, match=r"^f\.toml:17: CH-9901, ability 1: `more names"):
        activated(names)


@pytest.mark.parametrize(
    "effect",
    [
        '{ permit = "draw", whom = "you" }',
        ", ".join(f'{{ draw = 1, named = "n{index}" }}' for index in range(9)),
    ],
)
def test_what_has_no_instruction_is_refused_by_name(effect: str) -> None:
    text = '\n[[card.ability]]\nkind = "triggered"\non = { event = "entered" }\n'
    with pytest.raises(CardDataError, match="is part of the language but not built yet"):
        compiled(f"{CHARACTER}{text}effect = [{effect}]\n")


def test_every_built_value_condition_and_filter_compiles() -> None:
    conditions = [
        '{ battle = "none" }', '{ responding = "none" }', '{ self = { row = "AF", new = true } }',
        '{ is = ["attacker", { attribute = ["moon", "colourless"], sex = "f" }] }',
        '{ none = { zone = "dust", side = "own", name = "X", cost = { ge = 2, le = 4 } } }',
        '{ compare = [{ value = "ap", of = "self" }, ">", { max = [1, { clock = "turn" }] }] }',
        '{ not = { turn = "enemy" } }', '{ any = [{ done = true }, { battle = "column" }] }',
        '{ exists = { column = { same_as = "self" }, other_than = "self", basic = "Dash" } }',
        '{ exists = { not = { tapped = true }, any = [{ row = "DF" }, { ex = 2 }] } }',
        '{ exists = { pure = "sun" } }',
        '{ exists = { in_front_of = "self", multi = false, conversion = false, has_area = true } }',
        '{ exists = { same_name_as = "self", column = ["left", "right"], equipped = true } }',
    ]  # fmt: skip
    _, row = activated("{ draw = 1 }", f"when = [{', '.join(conditions)}]\n")
    assert row.when


def test_the_words_of_the_table_have_numbers() -> None:
    for event in BUILT["event"]:
        assert (NUMBERS[event] if event in NUMBERS else D.named("EV_", event)) < 64
    for zone in BUILT["selector.zone"]:
        assert D.named("SZ_", zone) >= 0
    for basic in grammar.BASICS:
        assert 0 <= D.named("B_", basic) < 17
