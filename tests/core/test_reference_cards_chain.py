"""Reference cards that attack payments and declarations, hear targets, or give points."""

from __future__ import annotations

from tests.core.builder import event_card
from tests.core.stage import Stage

TARGET_CALM = event_card('{ untap = "$who" }', more='target.who = { side = "enemy" }', name="Calm")


# ---- payments


# ---- declarations


def test_ch_0393_lets_a_response_fail_but_no_declaration() -> None:
    # R7.24: only what is itself a response.
    stage = Stage("CH-0393").on("0AL", "CH-0393").on("0AC", "Man").coins(0, 1).hand(0, "Blink")
    game = stage.hand(1, "Strike", "Blink").begin().do("Blink", "Strike", "0AC", "ability 0AL")
    game.do("pay Coin", "resolve")
    assert game.at("0AC") == "Man"
    stage = Stage("CH-0393").on("0AL", "CH-0393").coins(0, 1).hand(1, "Blink")
    assert not stage.begin(1).do("Blink").legal("ability 0AL")


# ---- declared as a cost
