"""Changes that last: every duration, values that are set, what a character becomes (R14)."""

from __future__ import annotations

import pytest

from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, character, event_card


def played(effect: str, *, more: str = "", **places: str) -> Game:
    """`Ash` in 0AL and what `places` says; the event card `Test` has been carried out."""
    position = Position(event_card(effect) + more).on("0AL", "Ash").hand(0, "Test")
    for word, name in places.items():
        position.on(word.removeprefix("at"), *name.split(":"))
    return position.begin().do("Test", "resolve")


def end(game: Game) -> Game:
    """End the turn; nobody answers and hands are small."""
    return game.do("pass", "resolve", *(["stay"] if game.asks.startswith("WAKE_UP") else []))


OWN = '{ side = "own", type = "character" }'


# ---- durations


@pytest.mark.parametrize(
    ("until", "turns"),
    [
        ('"turn_end"', 0),
        ('"enemy_turn_start"', 0),
        ('"enemy_turn_end"', 1),
        ('"own_turn_start"', 1),
        ('"own_turn_end"', 2),
        ('"game_end"', 9),
    ],
)
def test_a_change_ends_with_its_turn(until: str, turns: int) -> None:
    # R14.16: "your next turn" is never the one that is going on. Turns end after this one.
    game = played(f"{{ change = {OWN}, ap = 2, until = {until} }}")
    seen = []
    for _ in range(4):
        seen.append(game.values("0AL")[0] == 5)
        game.do("pass", "resolve")
    assert seen == [True] + [n <= turns for n in range(1, 4)]


def test_a_change_until_wake_up_ends_with_that_of_its_controller() -> None:
    # R14.1: the wake-up of the enemy does not count.
    game = played(f'{{ change = {OWN}, ap = 2, until = "wake_up" }}')
    game.do("pass", "resolve")
    assert game.values("0AL")[0] == 5
    game.do("pass", "resolve")
    assert game.values("0AL")[0] == 3


def test_a_change_until_its_card_moves() -> None:
    # R14.1: by its own move, and by an effect.
    text = event_card(
        '{ move = { name = "Ivy" }, to = { column = "centre", row = "AF" } }', name="Go"
    )
    for move in (("step 0DL", "0AL", "resolve"), ("Go", "resolve")):
        change = '{ change = { name = "Ivy" }, ap = 2, until = "moves" }'
        game = Position(event_card(change) + text).on("0DL", "Ivy").hand(0, "Test", "Go").begin()
        assert game.do("Test", "resolve").values("0DL")[0] == 4
        game.do(*move)
        assert game.values("0AL" if move[0] != "Go" else "0AC")[0] == 2


def test_a_change_of_a_card_that_leaves_is_gone() -> None:
    # R13.4, R15.8: `game_end` does not outlive the card in play.
    text = event_card('{ return = { name = "Fir" } }', name="Back")
    change = '{ change = { name = "Fir" }, ap = 2, until = "game_end" }'
    game = Position(event_card(change) + text).on("0AL", "Fir").hand(0, "Test", "Back").begin()
    game.do("Test", "resolve", "Back", "resolve", "Fir", "0AC", "resolve")
    assert game.values("0AC")[0] == 0


@pytest.mark.parametrize(("until", "after"), [("source_leaves", (5, 3)), ("source_moves", (3, 3))])
def test_a_change_while_its_source_is_there(until: str, after: tuple[int, int]) -> None:
    # R14.12
    source = character(
        "Spring",
        f'kind = "activated"\ncost = {{}}\neffect = [{{ change = {{ name = "Ash" }}, ap = 2,'
        f' until = "{until}" }}]',
        basic='{ name = "Step", cost = {} }, { name = "Escape", cost = {} }',
    )
    game = Position(source).on("0AL", "Ash").on("0DC", "Spring").begin()
    assert game.do("ability 0DC", "resolve").values("0AL")[0] == 5
    game.do("step 0DC", "0DL", "resolve")
    assert game.values("0AL")[0] == after[0]
    assert game.do("escape 0DL", "resolve").values("0AL")[0] == after[1]


def test_a_change_while_a_condition_holds_comes_and_goes() -> None:
    # R14.1: it is not gone for good.
    until = 'until = { while = [{ turn = "own" }] }'
    game = played(f"{{ change = {OWN}, ap = 2, {until} }}")
    seen = []
    for _ in range(3):
        seen.append(game.values("0AL")[0])
        game.do("pass", "resolve")
    assert seen == [5, 3, 5]


def test_what_is_read_later_cannot_speak_of_the_effect() -> None:
    # R14.17
    text = (
        '{ draw = 1, named = "x" }, { change = "$t", ap = 2,'
        ' until = { while = [{ is = ["$t", { tapped = true }] }] } }'
    )
    card = event_card(text, more='target.t = { side = "own", type = "character" }')
    with pytest.raises(CardDataError, match="read later"):
        Position(card)


def test_more_changes_than_there_is_room_for_do_nothing() -> None:
    # R14.13: 25 at once.
    change = f'{{ change = {OWN}, ap = 1, until = "game_end" }}'
    game = played(", ".join([change] * 30))
    assert game.values("0AL")[0] == 3 + 25


# ---- values that are set


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("{ set = $, ap = 0 }", (0, 3, 1)),
        ("{ change = $, ap = 2 }, { set = $, ap = 0 }", (2, 3, 1)),  # R14.8
        ("{ set = $, ap = 7 }, { set = $, ap = 4 }", (4, 3, 1)),
        ('{ set = $, dp = "sp" }', (3, 1, 1)),
        ('{ set = $, ap = { value = "dp", of = { most = "hand" } } }', None),
        ('{ set = $, exchange = ["ap", "sp"] }', (1, 3, 3)),
        ("{ set = $, original_ap = 5 }, { change = $, ap = 1 }", (6, 3, 1)),  # R14.9
        ("{ change = $, ap = 2 }, { reset = $ }", (3, 3, 1)),
        ('{ set = $, ap = 9, dp = 9 }, { reset = $, values = ["dp"] }', (9, 3, 1)),
    ],
)
def test_values_are_set(effect: str, expected: tuple[int, int, int] | None) -> None:
    # R14.7 to R14.9
    text = effect.replace("$", OWN)
    if expected is None:
        with pytest.raises(CardDataError):
            Position(event_card(text))
        return
    assert played(text).values("0AL") == expected


def test_what_reads_the_original_value_sees_what_it_has_become() -> None:
    # R14.9, R8.32: the deck loses the new original AP.
    game = played(f"{{ set = {OWN}, original_ap = 1 }}")
    game.do("attack 0AL", "resolve", "fight")
    assert game.deck(1) == 30 - 1


def test_reset_leaves_passive_abilities_alone() -> None:
    # R14.12
    text = character("Spring", f'kind = "passive"\neffect = [{{ change = {OWN}, ap = 1 }}]')
    game = played(f"{{ change = {OWN}, ap = 2 }}, {{ reset = {OWN} }}", more=text, at0AC="Spring")
    assert game.values("0AL")[0] == 4


# ---- what a character becomes


def test_a_character_becomes_another_attribute() -> None:
    # R14.7: filters find it under the new attribute only.
    game = played(
        f'{{ become = {OWN}, attribute = "moon" }},'
        ' { change = { attribute = "moon" }, ap = 1 },'
        ' { change = { attribute = "snow" }, dp = 9 }'
    )
    assert game.values("0AL") == (4, 3, 1)


@pytest.mark.parametrize(("whom", "expected"), [("$x", 4), ("attacker", 12)])
def test_a_character_becomes_what_another_is(whom: str, expected: int) -> None:
    # R14.7: like Ivy; or like nobody, as nothing attacks: then it stays what it is.
    game = played(
        '{ choose = "x", from = { name = "Ivy" } },'
        ' { become = { name = "Ash" }, name = { same_as = "REF" } },'
        ' { change = { name = "Ivy" }, ap = 1 }, { change = { name = "Ash" }, ap = 9 }'.replace(
            "REF", whom
        ),
        at0DL="Ivy",
    )
    assert game.values("0AL")[0] == expected


def test_a_new_name_counts_for_a_second_copy() -> None:
    # R6.5: the new name stands in the way, the printed one does not.
    game = (
        Position(event_card('{ become = { name = "Ivy" }, name = "Fir" }'))
        .on("0AL", "Ivy")
        .hand(0, "Test", "Fir", "Ivy", "Juniper")
        .begin()
    )
    game.do("Test", "resolve")
    assert game.rule("Fir") == "R6.5"
    assert game.legal("Ivy")


def test_what_a_character_became_ends_with_the_turn() -> None:
    # R14.2
    text = character(
        "Spring", 'kind = "passive"\neffect = [{ change = { attribute = "moon" }, ap = 1 }]'
    )
    game = played(f'{{ become = {OWN}, attribute = "moon" }}', more=text, at1AC="Spring")
    assert game.values("0AL")[0] == 4
    assert game.do("pass", "resolve").values("0AL")[0] == 3


def test_a_character_becomes_new_or_old() -> None:
    # R6.9
    assert played(f"{{ become = {OWN}, new = true }}").rule("attack 0AL") == "R8.5"
    game = Position(event_card(f"{{ become = {OWN}, new = false }}"))
    played_ = game.on("0AL", "Ash", "new").hand(0, "Test").begin().do("Test", "resolve")
    assert played_.legal("attack 0AL")
