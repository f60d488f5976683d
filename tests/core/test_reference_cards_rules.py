"""Reference cards that forbid, that set values or lose abilities, each with its awkward case."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import character, event_card
from tests.core.stage import Play, Stage

PRINCESS_CARD = """
[[card]]
number = "IT-9790"
name = { en = "Princess Card" }
type = "item"
attributes = []
cost = "0"
ex = 0
"""


def has(game: Play, cell: int, name: str) -> bool:
    """Whether the character in a cell has a basic ability now."""
    return bool(game.state.basics(cell) >> defs.BASICS.index(name) & 1)


# ---- what cannot be done


def test_ch_0033_cannot_attack_but_defend_and_support() -> None:
    # R8.4
    stage = Stage("CH-0033").on("0AL", "CH-0033").on("0AC", "Man").on("1DC", "Rock").begin()
    assert not stage.legal("attack 0AL")
    stage.do("attack 0AC", "resolve", "1DC")
    assert stage.legal("support 0AL")


def test_ch_0260_neither_attacks_nor_defends_without_its_item() -> None:
    # R8.10
    bare = Stage("CH-0260", more=PRINCESS_CARD).on("0AL", "CH-0260").item("0AL", "Blade").begin()
    assert not bare.legal("attack 0AL")
    armed = (
        Stage("CH-0260", more=PRINCESS_CARD)
        .on("0AL", "CH-0260")
        .item("0AL", "Princess Card")
        .begin()
    )
    assert armed.legal("attack 0AL")
    bare = Stage("CH-0260", more=PRINCESS_CARD).on("0DL", "CH-0260").on("1AR", "Man").begin(1)
    bare.do("attack 1AR", "resolve")
    assert bare.asks != "DEFEND 0" or not bare.legal("0DL")


def test_ch_0416_may_be_a_target_of_its_own_side_and_is_touched_without_target() -> None:
    text = event_card('{ untap = "$who" }', more='target.who = { type = "character" }')
    stage = Stage("CH-0416", more=text).on("0AC", "CH-0416", "tapped").hand(0, "Test").begin()
    assert not stage.do("Test", "0AC", "resolve").tapped("0AC")
    text = event_card('{ tap = { side = "enemy" } }')
    stage = Stage("CH-0416", more=text).on("1AC", "CH-0416").hand(0, "Test").begin()
    assert stage.do("Test", "resolve").tapped("1AC")


def test_ch_7001_lets_nobody_defend_this_turn() -> None:
    # D-41; those that enter later too.
    stage = Stage("CH-7001").on("0AL", "Man").on("0DL", "CH-7001").on("1DR", "Rock")
    game = stage.begin().do("ability 0DL", "resolve", "attack 0AL", "resolve")
    assert game.asks != "DEFEND 1" or not game.legal("1DR")
    if game.asks == "DEFEND 1":
        game.do("pass")
    assert game.do("fight").deck(1) == 28


def test_ch_7001_binds_the_enemy_and_ends_with_the_turn() -> None:
    stage = Stage("CH-7001").on("0DL", "CH-7001").on("0DR", "Rock").on("1AL", "Man")
    game = stage.begin().do("ability 0DL", "resolve", "pass", "resolve")
    game.do("attack 1AL", "resolve")
    assert game.asks == "DEFEND 0"
    assert game.legal("0DR")


@pytest.mark.parametrize("owner", [0, 1])
def test_it_0003_keeps_its_bearer_from_paying_with_a_tap(owner: int) -> None:
    # D-25: attacks cost [T]; defending and supporting are taps by rule.
    stage = Stage("IT-0003").on("0AL", "Ursin").item("0AL", "IT-0003", owner).on("0AC", "Man")
    game = stage.on("1DC", "Rock").begin()
    assert not game.legal("ability 0AL")
    assert not game.legal("attack 0AL")
    game.do("attack 0AC", "resolve", "1DC")
    assert game.legal("support 0AL")


# ---- conditions on the other participant


@pytest.mark.parametrize(("name", "change"), [("Woman", -1), ("Man", 0)])
def test_ch_0253_is_weaker_against_a_woman(name: str, change: int) -> None:
    # R14.7
    game = Stage("CH-0253").on("0AL", "CH-0253").on("1DR", name).begin()
    ap, dp, sp = game.values("0AL")
    game.do("attack 0AL", "resolve", "1DR")
    assert game.values("0AL") == (ap + change, dp + change, sp)
    game.do("fight")
    assert game.at("0AL") is None or game.values("0AL") == (ap, dp, sp)


@pytest.mark.parametrize(("name", "legal"), [("Man", True), ("Woman", False)])
def test_ch_0400_halts_a_battle_with_a_man(name: str, *, legal: bool) -> None:
    # R8.34
    game = Stage("CH-0400").on("0AL", "CH-0400").on("1DR", name).begin()
    game.do("attack 0AL", "resolve", "1DR")
    assert game.legal("ability 0AL") == legal
    if legal:
        game.do("ability 0AL", "fight")
        assert (game.at("0AL"), game.at("1DR")) == ("CH-0400", "Man")
        assert game.tapped("0AL")


# ---- values


def test_ch_0027_gives_a_friend_its_own_sp() -> None:
    # D-69: the value is set; what is added later counts on top.
    stage = Stage("CH-0027", "CH-0044").coins(0, 2).on("0DL", "CH-0027").on("0AL", "Man")
    game = stage.on("0AC", "CH-0044").begin()
    sp = game.values("0DL")[2]
    game.do("ability 0DL", "0AL", "pay Coin", "resolve")
    assert game.values("0AL")[2] == sp
    assert not game.legal("ability 0DL")
    assert game.do("ability 0AC", "pay Coin", "resolve").values("0AL")[2] == sp + 1


def test_ev_0018_makes_every_sp_0_for_the_turn() -> None:
    # D-67
    stage = Stage("EV-0018").hand(0, "EV-0018").coins(0, 1).on("0AL", "Man").on("1AL", "Birch")
    game = stage.begin().do("EV-0018", "pay Coin", "resolve")
    assert (game.values("0AL")[2], game.values("1AL")[2]) == (0, 0)
    assert game.do("pass", "resolve").values("1AL")[2] == 2


def test_ev_0068_makes_dp_0_and_what_came_before_does_not_count() -> None:
    # D-69
    grow = event_card('{ change = { type = "character" }, dp = 2 }', name="Swell")
    stage = Stage("EV-0068", more=grow).hand(0, "EV-0068", "Swell").coins(0, 1).on("1AL", "Rock")
    game = stage.begin().do("EV-0068", "1AL", "pay Coin", "resolve")
    assert game.values("1AL") == (0, 0, 1)
    assert game.at("1AL") == "Rock"
    assert game.do("Swell", "resolve").values("1AL") == (0, 2, 1)


def test_ev_0139_makes_the_original_ap_0_so_no_damage_is_done() -> None:
    # R8.32, D-49: nor does Deck Bonus work.
    stage = Stage("EV-0139").hand(1, "EV-0139").coins(1, 1).on("0AL", "Rose").item("0AL", "Flag")
    game = stage.begin().do("attack 0AL", "EV-0139", "0AL", "pay Coin", "resolve")
    assert game.values("0AL")[0] == 1
    game.do("fight")
    assert game.deck(1) == 30
    assert game.deck(0) == 30


def test_it_0008_counts_neighbours_with_the_same_item() -> None:
    # R14.7
    stage = Stage("IT-0008").on("0AL", "Man").on("0AC", "Rock").on("0DL", "Woman").on("0AR", "Ash")
    for word in ("0AL", "0AC", "0AR"):
        stage.item(word, "IT-0008")
    game = stage.item("0DL", "Blade").begin()
    assert game.values("0AL") == (3, 3, 1)
    assert game.values("0AC") == (2, 11, 1)
    assert game.values("0DL") == (2, 2, 1)


def test_ar_0023_weakens_by_the_items_on_enemies() -> None:
    # R9.9: seen by the player who placed it.
    stage = Stage("AR-0023").on("0AL", "Ash").area("0AL", "AR-0023", owner=0).item("0AL", "Shield")
    stage.on("1AL", "Man").item("1AL", "Blade", owner=1).on("1AC", "Rock").item("1AC", "Blade")
    game = stage.begin(1)
    assert game.values("0AL") == (3, 5, 1)
    assert game.do("pass", "resolve").values("0AL") == (1, 3, 1)


# ---- abilities lost and copied


def test_ch_0241_takes_the_special_abilities_of_its_enemy() -> None:
    # R14.2: passive ones too, until the turn ends.
    stage = Stage("CH-0241", "CH-0144").coins(0, 1).coins(1, 1).on("0AL", "CH-0241")
    game = stage.on("1DR", "CH-0144").begin().do("attack 0AL", "resolve", "1DR")
    game.do("ability 0AL", "1DR", "pay Coin", "resolve", "pass")
    assert game.asks == "BATTLE 1"
    assert not game.legal("ability 1DR")


def test_ch_0241_leaves_basic_abilities_alone() -> None:
    stage = Stage("CH-0241").coins(0, 1).on("0AL", "CH-0241").on("1DR", "Hazel")
    game = stage.begin().do("attack 0AL", "resolve", "1DR")
    game.do("ability 0AL", "1DR", "pay Coin", "resolve")
    assert has(game, 11, "Dash")


def test_ch_0480_untaps_as_a_defender_too() -> None:
    # A battle of itself, in either part.
    stage = Stage("CH-0480").on("0DL", "CH-0480").on("1AR", "Fir").begin(1)
    game = stage.do("attack 1AR", "resolve", "0DL", "fight")
    assert game.asks == "MAY 0"
    assert not game.do("yes").tapped("0DL")


def test_ch_0259_gives_a_penalty_that_mills_the_owner_s_deck() -> None:
    # R10.20: the deck of whoever controls the character.
    stage = Stage("CH-0259").on("0AL", "CH-0259").on("1AL", "Man").hand(0, "Strike").begin()
    stage.do("ability 0AL", "1AL", "resolve")
    assert not stage.legal("ability 0AL")
    game = stage.do("Strike", "1AL", "resolve")
    assert (game.deck(0), game.deck(1)) == (30, 29)


def test_ch_0259_outlives_its_giver_and_ends_with_the_turn() -> None:
    # "Basic abilities granted by an effect outlive the giver."
    stage = Stage("CH-0259").on("0AL", "CH-0259").on("1AL", "Man").hand(0, "Strike", "Strike")
    game = stage.begin().do("ability 0AL", "1AL", "resolve", "Strike", "0AL", "resolve")
    assert game.do("Strike", "1AL", "resolve").deck(1) == 29
    stage = Stage("CH-0259").on("0AL", "CH-0259").on("1AL", "Man").hand(1, "Strike")
    game = stage.begin().do("ability 0AL", "1AL", "resolve", "pass", "resolve")
    assert game.do("Strike", "1AL", "resolve").deck(1) == 30 - 2


def test_ch_0409_copies_what_it_has_not_yet() -> None:
    # R14.2
    many = character("Many", "", basic='"Dash", { name = "Step", cost = { points = "S" } }')
    stage = Stage("CH-0409", more=many).on("0AL", "CH-0409").on("1AR", "Many").on("1AL", "Ivy")
    game = stage.coins(0, 1).begin().do("ability 0AL")
    assert not game.legal("1AL")
    game.do("1AR", "resolve")
    assert has(game, 0, "Dash")
    assert has(game, 0, "Step")
    assert game.do("step 0AL", "0DL", "pay Coin", "resolve").at("0DL") == "CH-0409"
    assert not game.legal("ability 0DL")


def test_ch_0409_copies_nothing_from_one_without() -> None:
    # R7.29
    stage = Stage("CH-0409").on("0AL", "CH-0409").on("1AR", "Man")
    game = stage.begin().do("ability 0AL", "1AR", "resolve")
    assert game.state.basics(0) == 0


def test_ch_0260_that_loses_its_item_in_response_does_not_battle() -> None:
    # R8.9, D-34: the attack fails, the attacker is tapped.
    text = PRINCESS_CARD + event_card('{ discard = { type = "item" } }')
    stage = Stage("CH-0260", more=text).on("0AL", "CH-0260").item("0AL", "Princess Card")
    game = stage.hand(1, "Test").begin().do("attack 0AL", "Test", "resolve")
    assert game.asks == "MAIN 0"
    assert game.deck(1) == 30
    assert game.tapped("0AL")


@pytest.mark.parametrize(("cost", "legal"), [("SSS", False), ("SSSS", False), ("SSSSS", True)])
def test_ch_0416_is_no_target_of_what_costs_no_more_than_its_ap(cost: str, *, legal: bool) -> None:
    # Its AP is 4.
    text = event_card('{ tap = "$who" }', cost=cost, more='target.who = { side = "enemy" }')
    stage = Stage("CH-0416", more=text).on("1AC", "CH-0416").on("1AL", "Man").coins(0, 2)
    game = stage.hand(0, "Test").begin().do("Test")
    assert game.legal("1AC") == legal
    assert game.legal("1AL")


def test_ch_0416_whose_ap_grows_in_response_is_out_of_reach() -> None:
    # R7.26: now protected, so the effect is skipped.
    raise_ = event_card('{ change = { side = "own" }, ap = 3 }', name="Swell")
    text = event_card('{ tap = "$who" }', cost="SSSSS", more='target.who = { side = "enemy" }')
    stage = Stage("CH-0416", more=text + raise_).on("1AC", "CH-0416").coins(0, 2).hand(0, "Test")
    game = stage.hand(1, "Swell").begin().do("Test", "1AC", "pay Coin, Coin", "Swell", "resolve")
    assert not game.tapped("1AC")


def test_ch_0480_may_untap_after_its_battle_once() -> None:
    # R8.35: afterwards it has lost this ability until the turn ends.
    game = Stage("CH-0480").on("0AL", "CH-0480").begin().do("attack 0AL", "resolve", "fight")
    assert game.asks == "MAY 0"
    game.do("yes")
    assert not game.tapped("0AL")
    game.do("attack 0AL", "resolve", "fight")
    assert game.asks == "MAIN 0"
    assert game.tapped("0AL")


def test_ch_0480_that_declined_keeps_the_ability() -> None:
    wake = event_card('{ untap = { side = "own" } }')
    stage = Stage("CH-0480", more=wake).on("0AL", "CH-0480").hand(0, "Test").begin()
    stage.do("attack 0AL", "resolve", "fight", "no", "Test", "resolve")
    assert stage.do("attack 0AL", "resolve", "fight").asks == "MAY 0"
