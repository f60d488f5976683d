"""What happened before: counts of events and uses, modes picked, what becomes true (R15.15)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Position, character, event_card

DOWNED = '{ happened = { event = "downed", what = { side = "enemy" } } }'
TAPPED = '{ happened = { event = "tapped", what = { side = "own" } }, since = "SINCE" }'


def test_what_happened_this_turn_is_a_condition() -> None:
    # R15.15: it was counted though no card with that text was in play.
    text = event_card(f"{{ if = [{DOWNED}], then = [{{ draw = 1 }}] }}")
    game = Position(text).on("0AL", "Ash").on("1DR", "Fir").hand(0, "Test", "Test").begin()
    assert game.do("Test", "resolve").hand(0) == ["Test"]
    game.do("attack 0AL", "resolve", "1DR", "fight", "Test", "resolve")
    assert game.hand(0) == ["Filler"]


def test_what_happened_to_the_other_side_is_another_count() -> None:
    # R15.15
    text = event_card(f"{{ if = [{DOWNED}], then = [{{ draw = 1 }}] }}")
    game = Position(text).on("0AL", "Fir").on("1DR", "Ash").hand(0, "Test").begin()
    game.do("attack 0AL", "resolve", "1DR", "fight", "Test", "resolve")
    assert game.hand(0) == []


@pytest.mark.parametrize(("since", "n"), [("turn", 1), ("game", 3)])
def test_counts_of_a_turn_start_anew(since: str, n: int) -> None:
    # R4.2, R15.15
    amount = TAPPED.replace("SINCE", since)
    text = event_card(f"{{ mill = {amount} }}")
    position = Position(text).on("0AL", "Ash").on("0AC", "Fir").on("0AR", "Ivy")
    game = position.hand(0, "Test").begin()
    for cell in ("0AL", "0AC"):
        game.do(f"attack {cell}", "resolve", "fight")
    game.do("pass", "pass", "pass", "pass", defs.CODE_MASK)  # to the next turn, all wake up
    game.do("attack 0AR", "resolve", "fight")
    before = game.deck(0)
    game.do("Test", "resolve")
    assert before - game.deck(0) == n


def test_how_often_may_be_asked_with_a_bound() -> None:
    condition = TAPPED.replace("SINCE", "turn").replace(" }, since", " }, n = { ge = 2 }, since")
    text = event_card(f"{{ if = [{condition}], then = [{{ draw = 1 }}] }}")
    position = Position(text).on("0AL", "Ash").on("0AC", "Fir").hand(0, "Test", "Test")
    game = position.begin()
    game.do("attack 0AL", "resolve", "fight", "Test", "resolve")
    assert game.hand(0) == ["Test"]
    game.do("attack 0AC", "resolve", "fight", "Test", "resolve")
    assert game.hand(0) == ["Filler"]


def test_a_passive_follows_what_happens() -> None:
    # R14.12
    text = character(
        "Ear", f'kind = "passive"\nif = [{DOWNED}]\neffect = [{{ change = "self", ap = 7 }}]'
    )
    game = Position(text).on("0AC", "Ear").on("0AL", "Ash").on("1DR", "Fir").begin()
    assert game.values("0AC")[0] == 1
    game.do("attack 0AL", "resolve", "1DR", "fight")
    assert game.values("0AC")[0] == 8


def test_the_uses_of_an_ability_are_an_amount() -> None:
    # R7.31: the first time one card, the second time two.
    text = character(
        "Ear", 'kind = "activated"\ncost = {}\neffect = [{ mill = { uses = "turn" } }]'
    )
    game = Position(text).on("0AC", "Ear").begin()
    assert game.do("ability 0AC", "resolve").deck(0) == 29
    assert game.do("ability 0AC", "resolve").deck(0) == 27


def test_the_uses_of_a_trigger_count_too() -> None:
    # R7.31
    text = character(
        "Ear",
        'kind = "triggered"\non = { event = "entered", what = { name = "Fir" } }\n'
        'effect = [{ mill = { uses = "turn" } }]',
    )
    position = Position(text).on("0AC", "Ear").on("1AL", "Ash").hand(0, "Fir", "Fir")
    game = position.begin().do("Fir", "0AL", "resolve")
    assert game.deck(0) == 29


def test_which_mode_was_picked_can_be_asked() -> None:
    modes = "{ one_of = [[{ draw = 1 }], [{ mill = 1 }]] }"
    text = event_card(f"{modes}, {{ if = [{{ chose = 2 }}], then = [{{ mill = 5 }}] }}")
    game = Position(text).hand(0, "Test").begin().do("Test", "resolve", "mode 1")
    assert game.deck(0) == 24
    game = Position(text).hand(0, "Test").begin().do("Test", "resolve", "mode 0")
    assert game.deck(0) == 29


def test_whether_anything_was_picked_under_a_name() -> None:
    text = event_card(
        '{ choose = "one", from = { side = "own", type = "character", n = { up_to = 1 } } },'
        '{ if = [{ chose = "one" }], then = [{ mill = 5 }] }'
    )
    for word, deck in (("0AL", 25), ("pass", 30)):
        game = Position(text).on("0AL", "Ash").hand(0, "Test").begin()
        assert game.do("Test", "resolve", word).deck(0) == deck


def test_what_becomes_true_is_heard_once_until_it_is_false_again() -> None:
    # R15.15
    text = character(
        "Ear",
        'kind = "triggered"\non = { event = "state", is = [{ exists = { side = "own", '
        'type = "character", tapped = true } }] }\neffect = [{ mill = 1 }]',
    ) + event_card('{ untap = { side = "own", type = "character" } }')
    position = Position(text).on("0AC", "Ear").on("0AL", "Ash").on("0AR", "Fir").hand(0, "Test")
    game = position.on("1DR", "Elm").begin()
    assert game.deck(0) == 30
    game.do("attack 0AL", "resolve", "pass", "fight")
    assert game.deck(0) == 29
    game.do("attack 0AR", "resolve", "fight")
    assert game.deck(0) == 29
    game.do("Test", "resolve", "attack 0AL", "resolve", "pass", "fight")
    assert game.deck(0) == 28


def test_what_is_true_when_a_card_comes_is_heard_at_once() -> None:
    # R15.15
    text = character(
        "Ear",
        'kind = "triggered"\non = { event = "state", is = [{ none = { side = "own", '
        'type = "item" } }] }\neffect = [{ mill = 1 }]',
    )
    game = Position(text).hand(0, "Ear").begin().do("Ear", "0AC", "resolve")
    assert game.deck(0) == 29
