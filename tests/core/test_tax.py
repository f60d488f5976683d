"""Tax Trash and Tax Wakeup: paid at the start of the own turn, or else (R10.20, R10.21)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Game, Position, character


def dawn(position: Position) -> Game:
    """The start of the turn of seat 1, just after the turn of seat 0."""
    return position.begin().do("pass", "resolve")


def test_tax_trash_unpaid_discards_the_character() -> None:
    # R10.20, S-123, S-124, D-79
    game = dawn(Position().on("1AL", "Sorrel").hand(1, "Recall"))
    assert game.asks == "MAY 1"
    game.do("no")
    assert game.dust(1) == ["Sorrel"]
    assert game.at("1AL") is None
    assert game.asks == "MAIN 1"


def test_tax_trash_paid_keeps_it() -> None:
    # R10.20, R5.30, R4.3: designated and paid at once, unanswered.
    game = dawn(Position().on("1AL", "Sorrel").hand(1, "Recall", "Ash"))
    game.do("yes", "pay Recall")
    assert game.at("1AL") == "Sorrel"
    assert game.dust(1) == ["Recall"]
    assert game.asks == "MAIN 1"
    assert game.state.zone(1, defs.ZONE_PAYMENT) == ()


def test_a_tax_that_cannot_be_paid_is_not_offered() -> None:
    # R5.3: the refusal is the only answer.
    game = dawn(Position().on("1AL", "Sorrel"))
    if game.asks == "MAY 1":
        assert game.rule("yes") == "R5.3"
        game.do("no")
    assert game.dust(1) == ["Sorrel"]


def test_a_tax_is_paid_before_the_warm_up() -> None:
    # R4.4, D-04: only cards already in the hand.
    game = dawn(Position().on("1AL", "Sorrel").hand(1, "Recall"))
    assert game.hand(1) == ["Recall"]
    assert game.state.phase == "start"


def test_tax_wakeup_unpaid_keeps_it_tapped_this_turn() -> None:
    # R10.20, S-125, S-126, D-80
    game = dawn(Position().on("1AL", "Thyme", "tapped").on("1AC", "Ash", "tapped").hand(1, "Elm"))
    game.do("no")
    assert game.asks == "WAKE_UP 1"
    assert game.rule("stay 1AL") == "R4.6"
    game.do("stay")
    assert game.tapped("1AL")
    assert not game.tapped("1AC")


def test_tax_wakeup_paid_lets_it_wake_up() -> None:
    # R10.20
    game = dawn(Position().on("1AL", "Thyme", "tapped").hand(1, "Elm")).do("yes", "pay Elm")
    assert game.asks == "WAKE_UP 1"
    assert not game.do("stay").tapped("1AL")


def test_tax_wakeup_is_due_again_in_the_next_turn() -> None:
    # R10.20: unpaid binds one turn only.
    game = dawn(Position().on("1AL", "Thyme", "tapped").hand(1, "Elm")).do("no")
    game.do("pass", "resolve", "pass", "resolve")
    assert game.asks == "MAY 1"
    game.do("yes", "pay Elm", "stay")
    assert not game.tapped("1AL")


def test_each_tax_is_asked_and_paid_for_itself() -> None:
    # R10.21, N-18, R4.3: the turn player orders them; points are not shared.
    game = dawn(Position().on("1AL", "Sorrel").on("1AC", "Thyme", "tapped").hand(1, "Elm", "Ash"))
    assert game.asks == "ORDER 1"
    game.do("order 0", "yes", "pay Elm")
    assert game.asks == "MAY 1"
    game.do("yes", "pay Ash", "stay")
    assert game.at("1AL") == "Sorrel"
    assert not game.tapped("1AC")


def test_a_character_thrown_out_owes_no_other_tax() -> None:
    # R10.21
    text = character(
        "Debtor",
        "",
        basic='{ name = "Tax Trash", cost = { points = "*" } }, '
        '{ name = "Tax Wakeup", cost = { mill = 1 } }',
    )
    game = dawn(Position(text).on("1AL", "Debtor").hand(1, "Elm"))
    assert game.asks == "ORDER 1"
    game.do("order 0", "no")
    assert game.asks == "MAIN 1"
    assert game.deck(1) == 28


def test_a_tax_may_cost_cards_of_the_deck() -> None:
    # R5.18
    text = character("Miller", "", basic='{ name = "Tax Trash", cost = { mill = 2 } }')
    game = dawn(Position(text).on("1AL", "Miller")).do("yes")
    assert game.at("1AL") == "Miller"
    assert game.deck(1) == 26  # two for the Tax, two of the warm-up
    game = dawn(Position(text).on("1AL", "Miller").deck(1, 1))
    assert game.rule("yes") == "R5.18"


def test_a_tax_may_take_the_last_card_and_lose() -> None:
    # R5.18, R16.1
    text = character("Miller", "", basic='{ name = "Tax Trash", cost = { mill = 2 } }')
    game = dawn(Position(text).on("1AL", "Miller").deck(1, 2)).do("yes")
    assert game.end == (0, "deck-out")


def test_a_tapped_character_cannot_pay_a_tap() -> None:
    # R4.4: only characters that are still untapped; wake-up comes later.
    text = character("Runner", "", basic='{ name = "Tax Wakeup", cost = { tap = true } }')
    game = dawn(Position(text).on("1AL", "Runner", "tapped"))
    assert game.rule("yes") == "R5.17"


def test_taxes_are_due_in_the_own_turn_only() -> None:
    # R10.20
    game = dawn(Position().on("0AL", "Sorrel").hand(0, "Elm"))
    assert game.asks == "MAIN 1"


def test_a_lost_tax_is_not_due() -> None:
    # R14.7
    text = character(
        "Judge",
        'kind = "passive"\n'
        'effect = [{ lose = { side = "own", type = "character" }, basic = "all" }]',
    )
    game = dawn(Position(text).on("1AL", "Sorrel").on("1AC", "Judge"))
    assert game.asks == "MAIN 1"


@pytest.mark.parametrize("answer", ["pass", "order 0", "1AL"])
def test_a_tax_is_answered_with_yes_or_no(answer: str) -> None:
    # R1.12
    game = dawn(Position().on("1AL", "Sorrel").hand(1, "Elm"))
    assert game.rule(answer) in ("R1.11", "R1.12")
