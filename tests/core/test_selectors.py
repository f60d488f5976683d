"""Who and which: every key of a selector, on one board (spec/cards.md section 4)."""

from __future__ import annotations

import pytest

from lycee_core import wording
from tests.core.builder import Game, Position, character, event_card

MORE = character("Moth", "", values="4/1/1").replace(
    'attributes = ["snow"]', 'attributes = ["snow", "sun"]\nalso = ["Ash", "Bee", "Wasp"]'
) + character("Mole", "", values="2/2/2", fields='titles = ["Under Ground"]').replace(
    'sex = "f"', 'sex = "m"'
)
# Seat 0: AF Ash, Eye, Ivy (tapped); DF Moth in the centre. Seat 1: AF Birch, Mole, Gorse (new);
# DF Dark Birch on the right, which faces Ash. Shield lies on Mole, Ridge under Birch.
CELLS = ("0AL", "0AC", "0AR", "0DC", "1AL", "1AC", "1AR", "1DR")


def board(selector: str, more: str = "", target: str = "") -> Game:
    """A position where Eye in the own AF centre can raise AP of what a selector means."""
    eye = character(
        "Eye",
        f'kind = "activated"\ncost = {{}}\n{target}effect = [{{ change = {selector}, ap = 9 }}]',
    )
    position = Position(eye + MORE + more).on("0AL", "Ash").on("0AC", "Eye").on("0DC", "Moth")
    position.on("0AR", "Ivy", "tapped").on("1AL", "Birch").on("1AC", "Mole")
    position.on("1AR", "Gorse", "new").on("1DR", "Dark Birch")
    return position.item("1AC", "Shield", owner=1).area("1AL", "Ridge", owner=1).begin()


def raised(game: Game) -> set[str]:
    """The cells whose character was raised."""
    return {cell for cell in CELLS if game.values(cell)[0] >= 9}


@pytest.mark.parametrize(
    ("filters", "cells"),
    [
        ('row = "other"', "0DC 1DR"),
        ('column = "other"', "0AL 0AR 1AL 1AR 1DR"),
        ('cell = "other", side = "own"', "0AL 0AR 0DC"),
        ('behind = "self"', "0DC"),
        ('in_front_of = "self"', "1AC"),
        ('in_front_of = "self", direction = "nearest"', "1AC"),
        ('in_front_of = "self", direction = "ahead_left"', "1AR"),
        ('in_front_of = "self", direction = "ahead_right"', "1AL"),
        ('column_has = { name = "Dark Birch" }', "0AL 1AR 1DR"),
        ("column_has = { n = 3 }", "0AL 0AC 0DC 1AC 1AR 1DR"),
        ('column_has = { side = "own", n = 2 }', "0AC 0DC 1AC"),
        ("adjacent_to = { equipped = true }", "1AL 1AR"),
        ('adjacent_to = { type = "cell", side = "enemy", empty = true }', "1AL 1AC 1DR"),
        ('equipped = { name = "Shield" }', "1AC"),
        ('equipped = { name = "Flag" }', ""),
        ('has_area = { owner = "enemy" }', "1AL"),
        ("cell = { has_area = true }", "1AL"),
        ('attribute = { same_as = "self" }, side = "own"', "0AL 0AC 0DC"),
        ('pure = { same_as = "self" }', "0AL 0AC 1AL 1AC"),
        ('original_attribute = ["sun", "space"]', "0DC 1AR"),
        ('cost_has = ["sun", "flower"]', "1AR"),
        ("original_cost = 0", "0AC 0DC 1AC"),
        ('original_ex = { ge = 1 }, side = "own", multi = true', "0DC"),
        ('highest = "original_ap"', "0DC 1AR"),
        ('lowest = "original_dp", side = "enemy"', "1AR 1DR"),
        ('lowest = "cost", side = "own", tapped = false, other_than = "self"', "0DC"),
        ('name = "Wasp"', "0DC"),
        ('name = "Ash"', "0AL 0DC"),
        ('name_has = "Birch"', "1AL 1DR"),
        ('name_has = "asp"', "0DC"),
        ('name_has = "Ground"', ""),
        ('name_has = "Under Ground"', "1AC"),
        ('title = "Under Ground"', "1AC"),
        ('number = "CH-1002"', ""),
        ('opposite_of = "self"', "1AC"),
        ('sex = { same_as = "self" }', "0AC 0DC"),
        ("component = true", "1AL"),
        ("conversion = true", "1DR"),
        ("special = true", "0AC"),
        ('special = ["passive", "triggered"]', ""),
        ('special = false, side = "own"', "0AL 0AR 0DC"),
        ('owner = "enemy"', "1AL 1AC 1AR 1DR"),
        ('did = "attacked"', ""),
        ("any = [{ tapped = true }, { equipped = { cost = { le = 1 } } }]", "0AR 1AC"),
        ("not = { column_has = { tapped = true } }", "0AL 0AC 0DC 1AC 1AR 1DR"),
        (
            'type = "character", dp = { ge = { value = "items", of = "self" } }, row = "DF"',
            "0DC 1DR",
        ),
    ],
)
def test_filters(filters: str, cells: str) -> None:
    # R2.14, R2.16, R2.25, R12.2, R12.3
    game = board(f"{{ {filters} }}").do("ability 0AC", "resolve")
    assert raised(game) == set(cells.split())


def effect(text: str, *, target: str = "", more: str = "") -> Position:
    """A position with the free event card Test in the hand of seat 0."""
    cards = event_card(text, more=target) + MORE + more
    position = Position(cards).on("0AL", "Ash").on("0AC", "Elm").on("0DC", "Moth").hand(0, "Test")
    return position.on("1AL", "Birch").on("1AC", "Mole").on("1DR", "Dark Birch")


def test_picks_with_different_names() -> None:
    # R1.12: Moth also counts as Ash; after one of them the other cannot follow.
    game = effect(
        '{ choose = "two", from = { side = "own", type = "character", n = 2, distinct = "name" } },'
        '{ tap = "$two" }'
    ).begin()
    game.do("Test", "resolve", "0AL")
    assert game.rule("0DC") == "R1.12"
    game.do("0AC")
    assert [game.tapped(cell) for cell in ("0AL", "0AC", "0DC")] == [True, True, False]


def test_a_pick_ends_where_nothing_different_is_left() -> None:
    text = (
        '{ tap = { side = "own", type = "character", row = "AF", n = 3, distinct = "attribute" } },'
        "{ when_done = [{ draw = 1 }] }"
    )
    game = effect(text).begin().do("Test", "resolve", "0AL")  # snow; Elm is snow and moon
    assert game.asks == "MAIN 0"
    assert game.hand(0) == []


def test_a_target_may_ask_for_different_columns() -> None:
    # R7.19
    target = 'target.two = { side = "enemy", type = "character", n = 2, distinct = "column" }'
    game = effect('{ tap = "$two" }', target=target).on("1DL", "Ivy").begin().do("Test", "1AL")
    assert game.rule("1DL") == "R7.19"
    assert game.rule("pass") == "R7.19"
    game.do("1AC", "resolve")
    assert game.tapped("1AL")
    assert game.tapped("1AC")


def test_a_sum_over_everything_picked_has_an_upper_bound() -> None:
    # R1.12: original AP 3 + 2, then 4 is too much.
    text = '{ tap = { side = "own", type = "character", n = "any", total = { ap = { le = 6 } } } }'
    game = effect(text).begin().do("Test", "resolve", "0AL")
    assert game.rule("0DC") == "R1.12"
    game.do("0AC")
    assert game.asks == "MAIN 0"


def test_a_sum_over_everything_picked_has_a_lower_bound() -> None:
    # R1.12, R1.15: one may not stop below it while there is more to pick.
    text = '{ tap = { side = "own", type = "character", n = "any", total = { ap = { ge = 5 } } } }'
    game = effect(text).begin().do("Test", "resolve", "0AL")
    assert game.rule("pass") == "R1.12"
    game.do("0AC")
    assert game.rule("pass") is None


def test_the_highest_are_picked_from_the_top() -> None:
    text = '{ tap = { side = "any", type = "character", n = 2, highest = "ap" } }'
    game = effect(text).begin().do("Test", "resolve")
    assert game.rule("0AL") == "R1.12"  # 4 comes before 3
    game.do("0DC")
    assert game.rule("0AC") == "R1.12"
    game.do("1DR")  # Ash and Dark Birch both have 3
    assert game.tapped("1DR")
    assert not game.tapped("0AL")


def test_a_row_is_one_pick_and_means_its_cells() -> None:
    # R2.13
    target = 'target.line = { type = "row", side = "enemy" }'
    text = '{ tap = { side = "enemy", type = "character", row = { same_as = "$line" } } }'
    game = effect(text, target=target).begin().do("Test")
    assert game.rule("@1AC") == "R7.19"
    game.do("@1AL", "resolve")
    assert [game.tapped(cell) for cell in ("1AL", "1AC", "1DR")] == [True, True, False]


@pytest.mark.parametrize(
    ("filters", "legal"),
    [
        ('side = "enemy", empty = true', ""),
        ('side = "enemy", empty = false', "1AL 1AC 1AR"),
        ('side = "own", empty = true', "0AR"),
        ("column_has = { n = 3 }", "0AC"),
        ('column_has = { name = "Birch" }', "0AR"),
    ],
)
def test_a_column_is_named_by_its_first_cell(filters: str, legal: str) -> None:
    # R2.14: without a side it spans both fields and is named in the own one.
    text = f'{{ choose = "line", from = {{ type = "column", {filters}, n = {{ up_to = 1 }} }} }}'
    game = effect(text).begin().do("Test", "resolve")
    if not legal:
        assert game.asks == "MAIN 0"
        return
    cells = ("0AL", "0AC", "0AR", "1AL", "1AC", "1AR", "0DL", "1DR")
    assert {cell for cell in cells if game.legal(f"@{cell}")} == set(legal.split())


def test_all_characters_of_a_physical_column() -> None:
    # R2.14
    target = 'target.line = { type = "column" }'
    text = '{ tap = { type = "character", column = { same_as = "$line" } } }'
    game = effect(text, target=target).begin().do("Test", "@0AL", "resolve")
    assert [game.tapped(cell) for cell in ("0AL", "1DR", "0AC")] == [True, True, False]


def test_a_seat_is_a_target() -> None:
    # R7.19: 160 is seat 0.
    target = 'target.who = { type = "seat" }'
    game = effect('{ draw = 1, seat = "$who" }', target=target).begin().do("Test")
    assert game.state.legal_decisions() == [160, 161]
    words = [wording.entity_word(game.state, code, 0) for code in (160, 161)]
    assert words == ["me", "other"]
    game.do(161, "resolve")
    assert game.hand(1) == ["Filler"]
    assert game.hand(0) == []


def test_a_hand_is_a_target_of_its_seat() -> None:
    target = 'target.hand = { type = "seat", zone = "hand", side = "enemy" }'
    text = '{ discard = { zone = "hand", side = "enemy", n = 1, by = "random" } }'
    game = effect(text, target=target).hand(1, "Fir").begin().do("Test", 161)
    assert game.links == ["event_card"]


@pytest.mark.parametrize(
    ("depth", "cards"),
    [
        ("{ top = 1 }", ["Fir"]),
        ("{ top = 2 }", ["Elm", "Fir"]),
        ("{ bottom = 1 }", ["Ash"]),
        ("{ top = 0 }", []),
    ],
)
def test_depth_counts_from_either_end(depth: str, cards: list[str]) -> None:
    # R2.21: the last card lies on top of a dust box.
    text = f'{{ take = {{ zone = "dust", side = "own", depth = {depth} }} }}'
    game = effect(text).dust(0, "Ash", "Elm", "Fir").begin().do("Test", "resolve")
    assert sorted(str(name) for name in game.hand(0)) == cards


def test_depth_above_a_card() -> None:
    # R2.21
    text = (
        '{ choose = "low", from = { zone = "dust", side = "own", name = "Ash" } },'
        '{ take = { zone = "dust", side = "own", depth = { above = "$low" } } }'
    )
    game = effect(text).dust(0, "Elm", "Ash", "Fir").begin().do("Test", "resolve")
    assert game.hand(0) == ["Fir"]


def test_what_came_to_the_dust_box_this_turn() -> None:
    # R4.2
    text = '{ mill = 1 }, { take = { zone = "dust", side = "own", did = "reached_dust" } }'
    game = effect(text).dust(0, "Ash").deck(0, 9, "Elm").begin().do("Test", "resolve")
    assert game.hand(0) == ["Elm"]


def test_who_entered_this_turn_and_before_whom() -> None:
    # R6.9
    text = (
        '{ change = { entered = "this_turn" }, ap = 9 },'
        '{ choose = "one", from = { side = "own", name = "Fir" } },'
        '{ change = { side = "own", entered = { before = "$one" } }, dp = 9 },'
        '{ change = { side = "own", entered = { after = "$one" } }, sp = 9 }'
    )
    game = effect(text).hand(0, "Fir").begin().do("Fir", "0DL", "resolve", "Test", "resolve")
    assert game.values("0DL") == (9, 1, 1)
    assert game.values("0AL")[1] == 12
    assert game.values("0AL")[0] == 3


@pytest.mark.parametrize(
    ("amount", "number"),
    [
        ('{ sum = "original_ap", over = { side = "enemy" } }', 6),
        ('{ highest = "original_dp", over = { side = "own" } }', 3),
        ('{ lowest = "cost", over = { side = "enemy" } }', 0),
        ('{ highest = "dp", over = { name = "Nobody" } }', 0),
        ('{ sum = "cost", over = { zone = "dust", side = "own" } }', 3),
        ('{ size = "dust", seat = { most = "dust" } }', 2),
        ('{ size = "dust", seat = { least = "dust" } }', 0),
        ('{ count = "attacker" }', 0),
        ('{ count = { type = "seat" } }', 2),
        ('{ count = { type = "row", side = "own", empty = false } }', 2),
        ('{ value = "original_ex", of = "$one" }', 2),
        ('{ value = "items", of = "$one" }', 1),
        ('{ sum = "ap", over = ["$one", "attacker"] }', 3),
        ('{ size = "dust", seat = { owner_of = "$one" } }', 2),
        ('{ size = "dust", seat = { controller_of = "$one" } }', 2),
        ('{ count = { side = "own", component = false, type = "character" } }', 3),
    ],
)
def test_amounts(amount: str, number: int) -> None:
    target = 'target.one = { side = "own", name = "Ash", row = "AF" }'
    game = effect(f'{{ mill = {amount}, seat = "enemy" }}', target=target)
    played = game.item("0AL", "Shield").dust(0, "Ash", "Elm").begin()
    played.do("Test", "0AL", "resolve")
    assert played.deck(1) == 30 - number


def test_a_sum_never_reads_a_card_that_is_not_public() -> None:
    # R1.14
    text = '{ mill = { sum = "ex", over = { zone = "hand", side = "own" } } }'
    assert effect(text).hand(0, "Ash").begin().do("Test", "resolve").deck(0) == 30


def test_the_damage_of_a_battle_is_an_amount() -> None:
    # R8.32
    text = '{ damage = "battle", add = 2 }, { mill = { damage = "battle" } }'
    game = effect(text).begin().do("attack 0AL", "resolve", "pass", "Test", "resolve")
    assert game.deck(0) == 25


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ('{ battle = "any", own = { name = "Ash" } }', True),
        ('{ battle = "any", own = { name = "Elm" } }', False),
        ('{ battle = "own", against = { conversion = true } }', True),
        ('{ battle = "own", against = { name = "Mole" } }', False),
        ('{ battle = "own", role = "defender" }', False),
        ('{ battle = "any", undefended = false }', True),
        ('{ battle = "any", undefended = true }', False),
        ('{ battle = "any", same_column = true }', True),
        ('{ battle = "any", same_column = false }', False),
        ('{ exists = { side = "own", type = "character", n = { up_to = 2 } } }', False),
        ('{ exists = { side = "own", type = "character", n = "any" } }', True),
        ('{ is = ["attacker", { did = "attacked" }] }', True),
        ('{ is = ["defender", { did = { battled = "attacker" } }] }', True),
        ('{ is = ["attacker", { did = "was_tapped", sex = { same_as = "defender" } }] }', True),
        ('{ is = ["attacker", { did = "moved" }] }', False),
    ],
)
def test_conditions_in_a_battle(condition: str, *, holds: bool) -> None:
    # R8.10
    game = effect(f"{{ if = [{condition}], then = [{{ mill = 1 }}] }}").begin()
    game.do("attack 0AL", "resolve", "1DR", "Test", "resolve")
    assert game.deck(0) == 30 - holds


def test_shows_asks_about_the_card_just_shown() -> None:
    text = (
        '{ reveal = { zone = "deck_top", side = "own", n = 1 } },'
        '{ if = [{ shows = { type = "character" } }], then = [{ draw = 1 }] }'
    )
    assert effect(text).deck(0, 9, "Fir").begin().do("Test", "resolve").hand(0) == ["Fir"]
    assert effect(text).begin().do("Test", "resolve").hand(0) == []


@pytest.mark.parametrize(
    ("declaration", "holds"),
    [
        ('kind = "special", ability = "Reach"', True),
        ('kind = "special", ability = "Grip"', False),
        ('targets = { side = "own", name = "Ash" }', True),
        ('targets = { side = "own", name = "Elm" }', False),
        ('from = "field"', True),
        ('from = "hand"', False),
        ("to_response = true", False),
        ('type = "character", row = "DF"', True),
        ('cost_has = "sun"', False),
    ],
)
def test_what_is_answered(declaration: str, *, holds: bool) -> None:
    # R7.10
    agent = character(
        "Agent",
        'kind = "activated"\nname = "Reach"\ncost = {}\n'
        'target.foe = { side = "enemy", type = "character" }\neffect = [{ tap = "$foe" }]',
    )
    when = f"when = [{{ responding = {{ {declaration} }} }}]"
    game = effect("{ mill = 1 }", target=when, more=agent).on("1DL", "Agent").begin(1)
    game.do("ability 1DL", "0AL")
    assert game.legal("Test") == holds


def test_into_which_cell_an_entry_goes() -> None:
    # R6.3
    when = 'when = [{ responding = { kind = "entry", into = { side = "enemy", row = "DF" } } }]'
    game = effect("{ mill = 1 }", target=when).hand(1, "Fir", "Ivy").begin(1)
    assert not game.do("Fir", "1AR").legal("Test")
    game = effect("{ mill = 1 }", target=when).hand(1, "Fir", "Ivy").begin(1)
    assert game.do("Fir", "1DC").legal("Test")
