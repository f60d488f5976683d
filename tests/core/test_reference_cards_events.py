"""Reference event cards, items and areas outside battle: what each does, and its awkward case."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import event_card
from tests.core.stage import Stage

DASH = 'effect = [{ grant = { type = "character" }, basic = "Dash" }]'


def held(*numbers: str, coins: int = 1) -> Stage:
    """The first card in the hand of seat 0, with coins."""
    return Stage(*numbers).hand(0, numbers[0]).coins(0, coins)


# ---- event cards


def test_ev_0004_puts_a_character_under_its_owner_s_deck() -> None:
    # R13.1
    game = held("EV-0004").on("1AL", "Man").on("0AL", "Rock").begin()
    game.do("EV-0004", "1AL", "pay Coin", "resolve")
    assert game.at("1AL") is None
    assert game.zone(1, defs.ZONE_DECK)[-1] == "Man"
    assert game.dust(0) == ["Coin", "EV-0004"]


def test_ev_0004_cannot_be_declared_with_nobody_in_play() -> None:
    # R7.19
    assert not held("EV-0004").begin().legal("EV-0004")


def test_ev_0007_lets_both_choose_and_both_may_choose_the_same() -> None:
    # D-32: chosen at resolution, the user first; already tapped ones may be chosen.
    game = held("EV-0007").on("0AL", "Man").on("1AL", "Rock").begin()
    game.do("EV-0007", "pay Coin", "resolve")
    assert game.asks == "CHOOSE 0"
    game.do("1AL")
    assert game.asks == "CHOOSE 1"
    game.do("1AL")
    assert game.tapped("1AL")
    assert not game.tapped("0AL")


def test_ev_0007_with_nobody_in_play_does_nothing() -> None:
    # R7.29
    game = held("EV-0007").begin().do("EV-0007", "pay Coin", "resolve")
    assert game.asks == "MAIN 0"


def test_ev_0010_gives_the_enemy_three_cards() -> None:
    # R13.9
    game = held("EV-0010").begin().do("EV-0010", "pay Coin", "resolve")
    assert (game.deck(0), game.deck(1)) == (30, 27)


def test_ev_0010_empties_a_deck_of_three() -> None:
    # D-10: the last card drawn loses the game.
    game = held("EV-0010").deck(1, 3).begin().do("EV-0010", "pay Coin", "resolve")
    assert game.end is not None
    assert game.end[0] == 0


def test_ev_0021_raises_one_in_af() -> None:
    # R7.19
    game = held("EV-0021").on("0AL", "Man").on("0DL", "Rock").begin().do("EV-0021")
    assert not game.legal("0DL")
    assert game.do("0AL", "pay Coin", "resolve").values("0AL") == (5, 2, 1)


def test_ev_0021_misses_one_that_left_af_in_response() -> None:
    # R7.26
    move = '{ move = "$who", to = { side = "own", row = "DF", column = "left" } }'
    text = event_card(move, more='target.who = { side = "own", row = "AF" }')
    stage = Stage("EV-0021", more=text).hand(0, "EV-0021").coins(0, 1).on("1AL", "Man")
    game = stage.hand(1, "Test").begin().do("EV-0021", "1AL", "pay Coin", "Test", "1AL", "resolve")
    assert game.values("1DL") == (2, 2, 1)


def test_ev_0027_discards_everybody_in_the_own_turn() -> None:
    # R13.6: one operation.
    game = held("EV-0027").on("0AL", "Man").on("1AL", "Rock").on("1DC", "Giant").begin()
    game.do("EV-0027", "pay Coin", "resolve")
    assert [game.at(word) for word in ("0AL", "1AL", "1DC")] == [None] * 3
    late = held("EV-0027").on("1AL", "Rock").hand(1, "Blink").begin(1).do("Blink")
    assert not late.legal("EV-0027")


def test_ev_0036_keeps_an_enemy_asleep_for_one_wake_up() -> None:
    # R4.8
    game = held("EV-0036").on("1AL", "Man", "tapped").on("0AL", "Man").begin().do("EV-0036")
    assert not game.legal("0AL")
    game.do("1AL", "pay Coin", "resolve", "pass", "resolve")
    assert game.asks == "MAIN 1"
    assert game.tapped("1AL")
    game.do("pass", "resolve", "pass", "resolve")
    assert game.asks == "WAKE_UP 1"
    assert not game.do("stay").tapped("1AL")


def test_ev_0041_untaps_one_of_either_side() -> None:
    game = held("EV-0041").on("1AL", "Man", "tapped").begin()
    assert not game.do("EV-0041", "1AL", "pay Coin", "resolve").tapped("1AL")


def test_ev_0041_is_spent_when_its_target_leaves() -> None:
    # R7.26
    game = held("EV-0041").on("0AL", "Man", "tapped").hand(1, "Strike").begin()
    game.do("EV-0041", "0AL", "pay Coin", "Strike", "0AL", "resolve")
    assert game.dust(0) == ["Man", "Coin", "EV-0041"]


def test_ev_0046_untaps_everybody() -> None:
    game = held("EV-0046", coins=2).on("0AL", "Man", "tapped").on("1AL", "Rock", "tapped").begin()
    game.do("EV-0046", "pay Coin, Coin", "resolve")
    assert not game.tapped("0AL")
    assert not game.tapped("1AL")


def test_ev_0048_taps_the_enemies_in_af() -> None:
    stage = held("EV-0048", coins=2).on("0AL", "Man").on("1AL", "Rock").on("1DL", "Man")
    game = stage.begin().do("EV-0048", "pay Coin, Coin", "resolve")
    assert [game.tapped(word) for word in ("0AL", "1AL", "1DL")] == [False, True, False]


def test_ev_0059_takes_dash_from_an_enemy_for_the_turn() -> None:
    # R14.2
    game = held("EV-0059").on("1DR", "Hazel").on("0AL", "Ash").begin()
    game.do("EV-0059", "1DR", "pay Coin", "resolve")
    game.do("attack 0AL", "resolve", "1DR", "fight")
    assert (game.at("0AL"), game.at("1DR")) == ("Ash", None)


def test_ev_0059_on_one_without_dash_does_nothing() -> None:
    # R7.29
    game = held("EV-0059").on("1DR", "Man").begin()
    assert game.do("EV-0059", "1DR", "pay Coin", "resolve").asks == "MAIN 0"


def test_ev_0065_moves_an_own_character_forward() -> None:
    # R7.19: character and cell are targets.
    stage = held("EV-0065").on("0DL", "Man").on("0DC", "Rock").on("0AC", "Woman")
    game = stage.begin().do("EV-0065")
    game.do("0DL")
    assert not game.legal("@0AR")
    game.do("@0AL", "pay Coin", "resolve")
    assert (game.at("0DL"), game.at("0AL")) == (None, "Man")


def test_ev_0065_needs_an_empty_cell_ahead() -> None:
    # R7.20
    game = held("EV-0065").on("0DC", "Rock").on("0AC", "Woman").begin()
    assert not game.legal("EV-0065")


def test_ev_0066_takes_both_participants_along() -> None:
    # D-33: the second part hangs on the first.
    stage = held("EV-0066").on("0AL", "Man").on("1DR", "Giant").begin()
    game = stage.do("attack 0AL", "resolve", "1DR", "EV-0066", "pay Coin", "resolve")
    assert (game.at("0AL"), game.at("1DR")) == (None, None)
    assert game.do("fight").asks == "MAIN 0"


def test_ev_0066_without_an_own_participant_spares_the_enemy() -> None:
    # D-33: nothing was discarded, so nothing follows.
    game = held("EV-0066").on("1AR", "Giant").begin(1)
    game.do("attack 1AR", "resolve", "pass", "EV-0066", "pay Coin", "resolve")
    assert game.at("1AR") == "Giant"


def test_ev_0268_saves_both_and_keeps_both_asleep() -> None:
    # R8.29, R4.8
    stage = held("EV-0268").on("0AL", "Ash").on("1DR", "Gorse").begin()
    game = stage.do("attack 0AL", "resolve", "1DR", "EV-0268", "pay Coin", "fight")
    assert (game.at("0AL"), game.at("1DR")) == ("Ash", "Gorse")
    game.do("pass", "resolve")
    assert game.asks == "MAIN 1"
    assert game.tapped("1DR")
    game.do("pass", "resolve")
    assert game.asks == "MAIN 0"
    assert game.tapped("0AL")


# ---- items and areas


def test_it_0083_gives_attacker_and_takes_defender() -> None:
    # R10.15: support raises AP in either row.
    stage = Stage("IT-0083").on("0DL", "Pine").item("0DL", "IT-0083").on("0DC", "Man")
    game = stage.on("1AR", "Rock").begin(1).do("attack 1AR", "resolve", "0DL", "pass")
    game.do("support 0DC", "resolve")
    assert game.values("0DL") == (4, 2, 1)


def test_it_0083_ends_with_the_item() -> None:
    # R9.6
    text = event_card('{ discard = { type = "item" } }')
    stage = Stage("IT-0083", more=text).on("0DL", "Pine").item("0DL", "IT-0083").hand(0, "Test")
    game = stage.begin()
    attacker, defender = (1 << defs.BASICS.index(name) for name in ("Attacker", "Defender"))
    assert game.state.basics(3) == attacker
    assert game.do("Test", "resolve").state.basics(3) == defender


@pytest.mark.parametrize(
    ("number", "name", "change"),
    [("AR-0003", "Elm", (-1, 1, 0)), ("AR-0006", "Violet", (1, 0, 0))],
)
def test_an_area_changes_who_stands_there_when_a_turn_begins(
    number: str, name: str, change: tuple[int, int, int]
) -> None:
    # R9.9, D-70: each turn, for that turn.
    stage = Stage(number).on("0AL", name).area("0AL", number).on("0AC", "Ash").begin(1)
    plain = stage.values("0AL")
    stage.do("pass", "resolve")
    now = stage.values("0AL")
    assert tuple(a - b for a, b in zip(now, plain, strict=True)) == change
    assert stage.values("0AC") == (3, 3, 1)


@pytest.mark.parametrize(("number", "name"), [("AR-0003", "Ash"), ("AR-0006", "Ash")])
def test_an_area_leaves_another_attribute_alone(number: str, name: str) -> None:
    game = Stage(number).on("0AL", name).area("0AL", number).begin(1).do("pass", "resolve")
    assert game.values("0AL") == (3, 3, 1)


def test_ar_0006_takes_dash_away_for_the_turn() -> None:
    # R14.7: losing wins over what it has.
    text = """
[[card]]
number = "CH-9790"
name = { en = "Comet" }
type = "character"
attributes = ["space"]
cost = "0"
ex = 0
ap = 2
dp = 2
sp = 1
sex = "f"
cells = "LCR/LCR"
basic = ["Dash", "Attacker"]
"""
    stage = Stage("AR-0006", more=text).on("0AL", "Comet").area("0AL", "AR-0006").begin(1)
    dash, attacker = (1 << defs.BASICS.index(name) for name in ("Dash", "Attacker"))
    assert stage.state.basics(0) == dash | attacker
    assert stage.do("pass", "resolve").state.basics(0) == attacker


def test_ar_0024_mills_when_who_stands_there_is_named_as_defender() -> None:
    # R9.9: the enemy of the player who placed it.
    stage = Stage("AR-0024").on("0DL", "Rock").area("0DL", "AR-0024").on("1AR", "Man")
    game = stage.begin(1).do("attack 1AR", "resolve", "0DL")
    assert game.deck(1) == 29


def test_ar_0024_is_still_when_nobody_defends() -> None:
    stage = Stage("AR-0024").on("0DL", "Rock").area("0DL", "AR-0024").on("1AR", "Man")
    game = stage.begin(1).do("attack 1AR", "resolve", "pass")
    assert game.deck(1) == 30
