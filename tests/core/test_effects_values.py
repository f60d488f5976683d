"""Operations that change what a character is worth, and whether it is tapped."""

from __future__ import annotations

import pytest

from tests.core.acting import play, setting


@pytest.mark.parametrize(
    ("key", "expected"), [("ap", (6, 3, 1)), ("dp", (3, 6, 1)), ("sp", (3, 3, 4))]
)
def test_change_adds_to_a_value(key: str, expected: tuple[int, int, int]) -> None:
    # R14.1
    text = f'{{ change = {{ side = "own", type = "character" }}, {key} = 3 }}'
    assert play(setting(text).on("0AL", "Ash")).values("0AL") == expected


def test_a_value_may_fall_below_0() -> None:
    # R14.4, R14.5, D-68: no floor, and a DP of 0 or less downs nobody by itself.
    text = '{ change = { side = "own", type = "character" }, ap = -5, dp = -5 }'
    game = play(setting(text).on("0AL", "Ash"))
    assert game.values("0AL") == (-2, -2, 1)
    assert game.at("0AL") == "Ash"


def test_a_value_never_goes_beyond_999() -> None:
    # R14.4, VALUE_LIMIT
    text = '{ change = { side = "own", type = "character" }, ap = 999, dp = -999 }'
    assert play(setting(text).on("0AL", "Ash")).values("0AL") == (999, -996, 1)


def test_a_mass_effect_touches_what_is_there_and_nothing_that_comes_later() -> None:
    # R15.9, N-56
    text = '{ change = { side = "own", type = "character" }, ap = 2 }'
    game = play(setting(text).on("0AL", "Ash").hand(0, "Elm", "Birch", "Ivy"))
    game.do("Elm", "0AC", "pay Birch, Ivy", "resolve")
    assert game.values("0AL")[0] == 5
    assert game.values("0AC")[0] == 2


def test_tap_and_untap() -> None:
    # R2.11
    text = '{ tap = { side = "enemy", type = "character" } }, { untap = "$mine" }'
    position = setting(text, 'target.mine = { side = "own", type = "character" }')
    game = position.on("0AL", "Ash", "tapped").on("1AL", "Ash").on("1AC", "Elm").begin()
    game.do("Test", "0AL", "resolve")
    assert game.tapped("1AL")
    assert game.tapped("1AC")
    assert not game.tapped("0AL")


def test_an_untapped_character_attacks_again() -> None:
    # R8.4, R8.1: the tap is all that barred it.
    text = '{ untap = { side = "own", type = "character", tapped = true } }'
    game = setting(text).on("0AL", "Ash").begin().do("attack 0AL", "fight", "Test", "resolve")
    assert game.do("attack 0AL", "fight").deck(1) == 24


def test_skip_wake_up_is_used_up_at_the_next_wake_up() -> None:
    # R4.8, N-21
    text = '{ skip_wake_up = { side = "enemy", type = "character", n = 1 } }'
    game = play(setting(text).on("1AL", "Ash", "tapped").on("1AC", "Elm", "tapped"), "1AL")
    game.do("pass", "resolve")
    assert game.asks == "WAKE_UP 1"
    assert game.rule("stay 1AL") == "R4.6"
    game.do("stay")
    assert game.tapped("1AL")
    assert not game.tapped("1AC")
    game.do("pass", "resolve", "pass", "resolve")
    assert game.asks == "WAKE_UP 1"
    assert not game.do("stay").tapped("1AL")


def test_an_untapped_character_uses_up_its_skipped_wake_up_too() -> None:
    # R4.8
    text = '{ skip_wake_up = { side = "enemy", type = "character" } }'
    game = play(setting(text).on("1AL", "Ursin").on("0AL", "Violet"))
    game.do("pass", "resolve")
    assert game.asks == "MAIN 1"
    game.do("ability 1AL", "resolve", "pass", "resolve", "pass", "resolve")
    assert game.asks == "WAKE_UP 1"
    assert not game.do("stay").tapped("1AL")


def test_grant_gives_a_basic_ability_until_the_end_of_the_turn() -> None:
    # R14.2, N-48, R10.24
    text = '{ grant = { side = "own", type = "character" }, basic = "Aggressive" }'
    game = setting(text).on("0AL", "Ash", "new").begin()
    assert game.rule("attack 0AL") == "R8.5"
    game.do("Test", "resolve")
    assert game.legal("attack 0AL")
    game.do("pass", "resolve")
    assert game.state.basics(0) == 0


def test_a_granted_step_is_used() -> None:
    # R10.24
    text = '{ grant = "$one", basic = { name = "Step", cost = {} } }'
    position = setting(text, 'target.one = { side = "own", type = "character" }')
    game = position.on("0AL", "Ash").begin().do("Test", "0AL", "resolve")
    assert game.do("step 0AL", "0DL", "resolve").at("0DL") == "Ash"


def test_lose_takes_basic_abilities_away() -> None:
    # R14.2, R14.7: losing wins over what is printed.
    text = '{ lose = { side = "own", type = "character" }, basic = "all" }'
    game = play(setting(text).on("0AL", "Gorse", "new").on("0AC", "Ivy"))
    assert game.rule("attack 0AL") == "R8.5"
    assert game.rule("step 0AC") == "R7.8"


def test_lose_one_leaves_the_others() -> None:
    # R14.2
    text = '{ lose = { side = "own", type = "character" }, basic = "Side Step" }'
    name = "Edelfelt Sisters (Fake)"
    game = play(setting(text).on("0AC", name).hand(0, "Ivy", "Ursin"))
    assert game.rule("side_step 0AC") == "R7.8"
    assert game.legal("order_step 0AC")
