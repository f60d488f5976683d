"""Reference cards that attack payments and declarations, hear targets, or give points."""

from __future__ import annotations

import pytest

from tests.core.builder import event_card
from tests.core.stage import Stage

MOONS = event_card("{ draw = 2 }", cost="MMMM", name="Moons")
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


# ---- what is being declared


def test_ch_0094_discards_an_event_that_is_being_declared() -> None:
    # R7.24: it does nothing, and lies in the dust box.
    stage = Stage("CH-0094").on("0AL", "CH-0094").coins(0, 1).on("0AC", "Man").hand(1, "Strike")
    game = stage.begin(1).do("Strike", "0AC", "ability 0AL 1", "link 0", "pay Coin", "resolve")
    assert game.at("0AC") == "Man"
    assert game.dust(1) == ["Strike"]


def test_ch_0094_does_not_discard_an_entry() -> None:
    stage = Stage("CH-0094").on("0AL", "CH-0094").coins(0, 1).hand(1, "Man")
    assert not stage.begin(1).do("Man", "1AL").legal("ability 0AL 1")


def test_ch_1134_discards_a_character_that_is_being_declared() -> None:
    # R5.21: it leaves as the price; the entry does nothing.
    game = Stage("CH-1134").on("0AL", "CH-1134").hand(1, "Man").begin(1)
    game.do("Man", "1AL", "ability 0AL", "link 0", "resolve")
    assert (game.at("1AL"), game.at("0AL")) == (None, None)
    assert game.dust(1) == ["Man"]


def test_ch_1134_needs_an_entry() -> None:
    # R7.19
    game = Stage("CH-1134").on("0AL", "CH-1134").hand(1, "Blink").begin(1).do("Blink")
    assert not game.legal("ability 0AL")


def test_ev_0011_discards_an_entry_of_either_side() -> None:
    # R7.24
    stage = Stage("EV-0011").hand(0, "EV-0011").coins(0, 1).hand(1, "Man")
    game = stage.begin(1).do("Man", "1AL", "EV-0011", "link 0", "pay Coin", "resolve")
    assert game.at("1AL") is None
    assert game.dust(1) == ["Man"]
    assert game.dust(0) == ["Coin", "EV-0011"]


def test_ch_0674_does_not_hear_its_own_side() -> None:
    calm = event_card('{ untap = "$who" }', more='target.who = { side = "own" }', name="Calm")
    stage = Stage("CH-0674", more=calm).on("0AL", "CH-0674").on("1AL", "Man").hand(0, "Calm")
    assert stage.begin().do("Calm", "0AL", "resolve").at("1AL") == "Man"


# ---- declared as a cost


def test_ev_0002_gives_four_points_of_one_attribute() -> None:
    # R5.40: its own cost is two snow points; the four are all of the attribute that is chosen.
    stage = Stage("EV-0002", more=MOONS).hand(0, "EV-0002", "Moons", "Birch")
    game = stage.begin().do("Moons", "give EV-0002", "pay Birch", "number 1", "pass", "resolve")
    assert game.dust(0) == ["Birch", "EV-0002", "Moons"]
    assert game.deck(0) == 28


def test_ev_0002_is_worth_a_point_where_it_is_not_declared() -> None:
    # R5.5
    stage = Stage("EV-0002", more=event_card("{ draw = 1 }", cost="S", name="Snows"))
    game = stage.hand(0, "EV-0002", "Snows").begin().do("Snows", "EV-0002", "resolve")
    assert game.dust(0) == ["EV-0002", "Snows"]


def test_ev_0002_is_declared_at_no_other_time() -> None:
    # R5.20
    assert Stage("EV-0002").hand(0, "EV-0002", "Birch").begin().rule("EV-0002") == "R5.20"


def test_ev_0028_taps_an_own_character_for_four_points() -> None:
    stage = Stage("EV-0028", more=MOONS).on("0AL", "Man").hand(0, "EV-0028", "Moons", "Birch")
    game = stage.begin().do("Moons", "give EV-0028")
    game.do("0AL", "pay Birch", "number 1", "pass", "resolve")
    assert game.tapped("0AL")
    assert game.dust(0) == ["Birch", "EV-0028", "Moons"]


def test_ev_0028_needs_an_untapped_own_character() -> None:
    # R7.19
    stage = Stage("EV-0028", more=MOONS).on("0AL", "Man", "tapped").on("1AL", "Man")
    game = stage.hand(0, "EV-0028", "Moons", "Birch").begin()
    assert game.rule("Moons") == "R5.3"


def test_ev_0002_pays_for_ev_0028() -> None:
    # R5.20: several are combined, one inside the payment of the other.
    stage = Stage("EV-0002", "EV-0028", more=MOONS).on("0AL", "Man")
    game = stage.hand(0, "EV-0002", "EV-0028", "Moons", "Birch").begin().do("Moons")
    game.do("give EV-0028", "0AL", "give EV-0002", "pay Birch", "number 0", "pass")
    assert game.dust(0) == ["Birch", "EV-0002"]
    game.do("number 1", "pass", "resolve")
    assert game.deck(0) == 28


@pytest.mark.parametrize("number", ["CH-0674", "CH-1382", "CH-1383"])
def test_a_deck_limit_of_its_own_is_kept(number: str) -> None:
    # R1.5
    cards = Stage(number).cards
    index = cards.index(number)
    n, per_number = cards.copies(index)
    assert (n, per_number) == ((1, False) if number == "CH-1382" else (4, True))


def test_ch_0026_steps_into_the_way_of_an_attack() -> None:
    # R8.8: a response to the attack; the attacker's column faces it.
    stage = Stage("CH-0026").on("0DC", "CH-0026").on("1AR", "Man")
    game = stage.begin(1).do("attack 1AR", "ability 0DC", "resolve")
    assert (game.at("0DC"), game.at("0DL")) == (None, "CH-0026")
    assert game.asks == "DEFEND 0"
    assert game.legal("0DL")
