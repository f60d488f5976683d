"""Abilities that are given and lost: with prices, effects, of every kind, by label (R14.2)."""

from __future__ import annotations

import pytest

from tests.core.builder import Game, Position, character, event_card

ALL = '{ side = "own", type = "character" }'


def played(*effects: str, more: str = "") -> Position:
    """`Ash` in 0AL; event cards `Test0`, `Test1` ... in the hand of seat 0."""
    names = [f"Test{i}" for i in range(len(effects))]
    text = "".join(event_card(e, name=n) for e, n in zip(effects, names, strict=True))
    return Position(text + more).on("0AL", "Ash").hand(0, *names)


def play(position: Position, n: int = 1) -> Game:
    """Carry out the first n event cards."""
    game = position.begin()
    for i in range(n):
        game.do(f"Test{i}", "resolve")
    return game


def inner(text: str, until: str = "turn_end", label: str = "") -> str:
    """Give every own character an ability."""
    more = f', label = "{label}"' if label else ""
    return f'{{ grant = {ALL}, ability = [{{ {text} }}], until = "{until}"{more} }}'


DRAW = 'kind = "activated", cost = { tap = true }, effect = [{ draw = 1 }]'
WEAK = 'kind = "passive", effect = [{ change = "self", ap = 2 }]'
LEFT = 'kind = "triggered", on = { event = "left", what = "self" }, effect = [{ draw = 1 }]'


# ---- basic abilities


def test_a_basic_ability_comes_with_its_price() -> None:
    # R14.2, R10.2
    grant = f'{{ grant = {ALL}, basic = {{ name = "Step", cost = {{ points = "S" }} }} }}'
    game = play(played(grant))
    assert game.rule("step 0AL") == "R5.3"
    game = play(played(grant).hand(0, "Ash"))
    assert game.do("step 0AL", "0AC", "pay Ash", "resolve").at("0AC") == "Ash"


def test_a_printed_price_gives_way_to_the_one_that_was_given() -> None:
    # R14.7: gained after what is printed.
    grant = f'{{ grant = {ALL}, basic = {{ name = "Step", cost = {{ points = "S" }} }} }}'
    assert play(played(grant).on("0DL", "Ivy")).rule("step 0DL") == "R5.3"


def test_a_penalty_that_was_given_is_carried_out() -> None:
    # R10.18, R14.3: the leaving itself takes the ability away, too late.
    grant = f'{{ grant = {ALL}, basic = {{ name = "Penalty", effect = [{{ mill = 3 }}] }} }}'
    game = play(played(grant, f"{{ discard = {ALL} }}"), 2)
    assert game.deck(0) == 27


def test_a_bonus_that_was_given_is_carried_out() -> None:
    # R10.16
    grant = f'{{ grant = {ALL}, basic = {{ name = "Bonus", effect = [{{ mill = 3 }}] }} }}'
    game = play(played(grant).on("1DR", "Fir"))
    assert game.do("attack 0AL", "resolve", "1DR", "fight").deck(0) == 27


def test_all_basic_abilities_are_lost_also_those_that_were_given() -> None:
    # R14.7: losing wins over gaining.
    grant = f'{{ grant = {ALL}, basic = "Dash", until = "game_end" }}'
    lose = f'{{ lose = {ALL}, basic = "all", until = "game_end" }}'
    game = play(played(grant, lose).on("0DL", "Ivy"), 2)
    assert game.state.basics(0) == game.state.basics(3) == 0


def test_basic_abilities_are_copied_with_their_price() -> None:
    # R14.2: free as Ivy has it; a copy taken is not lost with the original.
    copy = '{ copy_basics = { name = "Ash" }, from = { name = "Ivy" } }'
    ref = '{ choose = "x", from = { name = "Ivy" } }, ' + copy.replace('{ name = "Ivy" }', '"$x"')
    game = play(played(ref, '{ return = { name = "Ivy" } }').on("0DL", "Ivy"), 2)
    assert game.legal("step 0AL")
    assert game.do("pass", "resolve").state.basics(0) == 0


def test_a_cell_copies_no_basic_abilities() -> None:
    # R14.2: a cell is not the character in it.
    ref = (
        '{ choose = "x", from = { name = "Ivy" } },'
        ' { copy_basics = { type = "cell", side = "own", row = "AF" }, from = "$x" }'
    )
    game = play(played(ref).on("0DL", "Ivy"))
    assert not game.legal("step 0AL")


def test_copies_without_duplicates_leave_what_is_there() -> None:
    # R14.2
    ref = (
        '{ choose = "x", from = { name = "Ivy" } },'
        ' { copy_basics = { name = "Juniper" }, from = "$x", without_duplicates = true }'
    )
    game = play(played(ref).on("0DL", "Ivy").on("0DC", "Juniper"))
    assert (game.legal("step 0DC"), game.legal("jump 0DC")) == (True, True)


# ---- special abilities


def test_an_activated_ability_comes_after_the_printed_ones() -> None:
    # R7.8: Violet has one of its own.
    game = play(played(inner(DRAW)).on("0DL", "Violet"))
    assert game.rule("ability 0AL 1") == "R7.8"
    game.do("ability 0AL", "resolve")
    assert game.tapped("0AL")
    assert game.do("ability 0DL 1", "resolve").tapped("0DL")
    assert game.deck(0) == 28


def test_a_passive_ability_works_for_its_bearer() -> None:
    # R14.12, R14.7
    game = play(played(inner(WEAK)).on("0DL", "Ivy"))
    assert (game.values("0AL")[0], game.values("0DL")[0]) == (5, 4)
    assert game.do("pass", "resolve").values("0AL")[0] == 3


def test_a_triggered_ability_hears_its_bearer_leave() -> None:
    # R15.3
    game = play(played(inner(LEFT), f"{{ discard = {ALL} }}").on("0DL", "Ivy"), 2)
    while game.asks.startswith("ORDER"):
        game.do("order 0")
    assert game.deck(0) == 28


def test_this_means_the_ability_that_gives() -> None:
    # R14.2
    giver = character(
        "Spring", 'kind = "activated"\ncost = {}\neffect = [{ grant = { name = "Ash" },'
        ' ability = "this" }, { draw = 1 }]'
    )  # fmt: skip
    game = Position(giver).on("0AL", "Ash").on("0DL", "Spring").begin()
    assert game.rule("ability 0AL") == "R7.8"
    game.do("ability 0DL", "resolve", "ability 0AL", "resolve")
    assert game.deck(0) == 28


def test_a_passive_gives_while_it_is_there() -> None:
    # R14.12
    giver = character(
        "Spring",
        f'kind = "passive"\neffect = [{{ grant = {{ name = "Ash" }}, ability = [{{ {DRAW} }}] }}]',
        basic='{ name = "Escape", cost = {} }',
    )
    game = Position(giver).on("0AL", "Ash").on("0DL", "Spring").begin()
    assert game.legal("ability 0AL")
    assert game.do("escape 0DL", "resolve").rule("ability 0AL") == "R7.8"


@pytest.mark.parametrize(
    ("lose", "left"),
    [
        ('special = "all"', (False, 3)),
        ('special = "passive"', (True, 3)),
        ('label = "Gift"', (True, 3)),
        ('label = "Other"', (True, 5)),
    ],
)
def test_special_abilities_are_lost(lose: str, *, left: tuple[bool, int]) -> None:
    # R14.7
    effects = (inner(DRAW), inner(WEAK, label="Gift"), f"{{ lose = {ALL}, {lose} }}")
    game = play(played(*effects), 3)
    assert (game.legal("ability 0AL"), game.values("0AL")[0]) == left


def test_one_ability_is_lost_by_choice() -> None:
    # R14.7: the printed one of Violet, or the one that it was given.
    lose = '{ lose = { name = "Violet" }, special = "one" }'
    for mode, legal in ((0, (False, True)), (1, (True, False))):
        game = play(played(inner(DRAW), lose).on("0DL", "Violet"), 2)
        assert game.asks == "MODE 0"
        game.do(f"mode {mode}")
        assert (game.legal("ability 0DL"), game.legal("ability 0DL 1")) == legal


def test_nothing_is_asked_where_one_ability_is_all_there_is() -> None:
    lose = '{ lose = { name = "Violet" }, special = "one" }'
    game = play(played(lose).on("0DL", "Violet"))
    assert game.rule("ability 0DL") == "R7.8"


def test_an_ability_that_loses_itself() -> None:
    # R14.2: until the turn ends.
    giver = character(
        "Spring", 'kind = "activated"\ncost = {}\neffect = [{ lose = "self", special = "this" },'
        " { draw = 1 }]"
    )  # fmt: skip
    game = Position(giver).on("0DL", "Spring").begin().do("ability 0DL", "resolve")
    assert game.rule("ability 0DL") == "R7.8"
    assert game.do("pass", "resolve", "pass", "resolve").legal("ability 0DL")


def test_what_was_given_is_gone_with_the_card() -> None:
    # R13.4
    effects = (inner(DRAW, "game_end"), '{ return = { name = "Fir" } }')
    game = play(played(*effects).on("0DL", "Fir"), 2)
    game.do("Fir", "0DC", "resolve", "pass", "resolve", "pass", "resolve")
    assert game.rule("ability 0DC") == "R7.8"
    assert game.legal("ability 0AL")
