"""The compiler: what the instructions of `program.pxd` are for each word that is built."""

from __future__ import annotations

import pytest

from lycee_core import grammar
from lycee_core.codes import Ins
from lycee_core.errors import CardDataError
from lycee_core.listening import NUMBERS
from lycee_core.loader import load_text
from lycee_core.opcodes import D
from lycee_core.program import AbilityRow, CardRow, Tables, compile_cards

CHARACTER = """\
[[card]]
number = "CH-9901"
name = { en = "Test Pilot" }
type = "character"
attributes = ["snow", "sun"]
cost = "SN*"
ex = 2
ap = 3
dp = 2
sp = 1
sex = "f"
cells = "-C-/LCR"
"""
ITEM = """\
[[card]]
number = "IT-9901"
name = { en = "Test Item" }
type = "item"
attributes = []
cost = "*"
ex = 1
"""


def compiled(text: str) -> Tables:
    return compile_cards(load_text(text, source="f.toml"))


def activated(effect: str, more: str = "") -> tuple[Tables, AbilityRow]:
    head = f'\n[[card.ability]]\nkind = "activated"\ncost = {{}}\n{more}'
    tables = compiled(f"{CHARACTER}{head}effect = [{effect}]\n")
    return tables, tables.abilities[0]


def program(tables: Tables, start: int) -> list[Ins]:
    """The instructions of an effect, with places counted from its start."""
    found = []
    for ins in tables.code[start:]:
        if ins.op in (D.O_MAY, D.O_JUMP, D.O_EACH):
            ins = ins._replace(x=ins.x - start)
        if ins.op == D.O_UNLESS:
            ins = ins._replace(y=ins.y - start)
        found.append(ins)
        if ins.op == D.O_END:
            return found
    raise AssertionError(start)


def expression(tables: Tables, start: int) -> list[Ins]:
    end = start
    while tables.code[end].op != D.X_END:
        end += 1
    return list(tables.code[start:end])


def value(tables: Tables, start: int) -> int:
    (ins,) = expression(tables, start)
    assert ins.op == D.X_LIT
    return ins.x


# ------------------------------------------------------------------ cards


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


# ------------------------------------------------------------------ abilities


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


# ------------------------------------------------------------------ operations


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


def test_an_item_has_room_for_four_abilities() -> None:
    ability = '\n[[card.ability]]\nkind = "activated"\ncost = {}\neffect = [{ draw = 1 }]\n'
    assert len(compiled(ITEM + 4 * ability).abilities) == 4
    with pytest.raises(CardDataError, match="more than 4 abilities"):
        compiled(ITEM + 5 * ability)


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
    for event in grammar.BUILT["event"]:
        assert (NUMBERS[event] if event in NUMBERS else D.named("EV_", event)) < 64
    for zone in grammar.BUILT["selector.zone"]:
        assert D.named("SZ_", zone) >= 0
    for basic in grammar.BASICS:
        assert 0 <= D.named("B_", basic) < 17
