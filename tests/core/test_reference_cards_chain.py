"""Reference cards that attack payments and declarations, hear targets, or give points."""

from __future__ import annotations

from tests.core.builder import event_card
from tests.core.stage import Stage

TARGET_CALM = event_card('{ untap = "$who" }', more='target.who = { side = "enemy" }', name="Calm")


# ---- payments


def test_ch_0022_takes_a_card_out_of_a_payment() -> None:
    # R5.22: what is left does not suffice.
    stage = Stage("CH-0022", "EV-0010").on("0AL", "CH-0022").coins(0, 1)
    game = stage.hand(1, "EV-0010", "Ash", "Elm").begin(1).do("EV-0010", "pay Elm, Ash")
    game.do("ability 0AL")
    assert game.asks == "TARGET 0"
    game.do(next(code for code in game.state.legal_decisions() if game.name(code) == "Elm"))
    game.do("pay Coin", "resolve")
    assert "Elm" in game.dust(1)
    assert game.deck(0) == 30


def test_ch_0022_needs_a_payment() -> None:
    # R7.19: a declaration of cost 0 has none.
    stage = Stage("CH-0022").on("0AL", "CH-0022").coins(0, 1).hand(1, "Blink")
    assert not stage.begin(1).do("Blink").legal("ability 0AL")


def test_ch_0094_takes_an_enemy_card_out_of_a_payment() -> None:
    stage = Stage("CH-0094", "EV-0010").on("0AL", "CH-0094").coins(0, 1).hand(1, "EV-0010")
    game = stage.coins(1, 1).begin(1).do("EV-0010", "pay Coin", "ability 0AL")
    game.do(game.state.legal_decisions()[0], "pay Coin", "resolve")
    assert game.deck(0) == 30


# ---- declarations


def test_ch_0393_lets_a_response_fail_but_no_declaration() -> None:
    # R7.24: only what is itself a response.
    stage = Stage("CH-0393").on("0AL", "CH-0393").on("0AC", "Man").coins(0, 1).hand(0, "Blink")
    game = stage.hand(1, "Strike", "Blink").begin().do("Blink", "Strike", "0AC", "ability 0AL")
    game.do("pay Coin", "resolve")
    assert game.at("0AC") == "Man"
    stage = Stage("CH-0393").on("0AL", "CH-0393").coins(0, 1).hand(1, "Blink")
    assert not stage.begin(1).do("Blink").legal("ability 0AL")


def test_ch_0613_discards_who_uses_an_ability_on_it() -> None:
    # R15.1: it works at the declaration; the ability still resolves.
    stage = Stage("CH-0613").on("0AL", "CH-0613").on("1AL", "Agave").begin(1)
    game = stage.do("ability 1AL", "0AL", "resolve")
    assert game.at("1AL") is None


def test_ch_0613_mills_for_an_event_by_its_cost() -> None:
    # R13.8: from the deck of the owner of the event.
    stage = Stage("CH-0613", "EV-0004").on("0AL", "CH-0613").on("0AC", "Man").coins(1, 1)
    game = stage.hand(1, "EV-0004").begin(1).do("EV-0004", "0AL", "pay Coin")
    assert game.deck(1) == 26
    assert game.deck(0) == 30


def test_ch_0613_does_not_mind_its_own_side_or_other_targets() -> None:
    stage = Stage("CH-0613").on("0AL", "CH-0613").on("0AC", "Man").on("1AL", "Agave").begin(1)
    assert stage.do("ability 1AL", "0AC", "resolve").at("1AL") == "Agave"
    stage = Stage("CH-0613", "EV-0041").on("0AL", "CH-0613").hand(0, "EV-0041").coins(0, 1).begin()
    assert stage.do("EV-0041", "0AL", "pay Coin", "resolve").deck(0) == 30


# ---- declared as a cost
