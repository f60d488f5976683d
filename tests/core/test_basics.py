"""Basic abilities that are declared or triggered: moves, Escape, Bonus, Deck Bonus, Penalty (R10).

Those that only matter in a battle (Dash, Side Attack, Supporter, Attacker, Defender) are in
`test_battle`, Aggressive in `test_declare`.
"""

from __future__ import annotations

import pytest

from tests.core.builder import Position, character

SISTERS = "Edelfelt Sisters (Fake)"


def test_step_goes_to_a_free_adjacent_own_cell() -> None:
    # R10.5, R10.8, S-118, D-75
    game = Position().on("0AC", "Ivy").on("0AR", "Ash").begin().do("step 0AC")
    assert game.legal("0AL")
    assert game.legal("0DC")
    assert game.rule("0AR") == "R10.8"
    assert game.rule("0DL") == "R10.5"
    assert game.rule("1AC") == "R10.6"
    assert game.do("0DC", "resolve").at("0DC") == "Ivy"


def test_step_is_once_a_turn() -> None:
    # R10.2, FRESH_MOVE_LIMIT, R7.31, D-72
    game = Position().on("0AC", "Ivy").begin().do("step 0AC", "0AL", "resolve")
    assert game.rule("step 0AL") == "R7.31"
    game.do("pass", "resolve", "pass", "resolve")
    assert game.legal("step 0AL")


def test_a_tapped_character_does_not_move() -> None:
    # R10.7
    assert Position().on("0AC", "Ivy", "tapped").begin().rule("step 0AC") == "R10.7"


def test_a_character_tapped_in_answer_does_not_move() -> None:
    # R10.7: at the resolution too.
    game = Position().on("0AC", "Ivy").hand(1, "Frost", "Juniper").begin()
    game.do("step 0AC", "0AL", "Frost", "0AC", "pay Juniper", "resolve")
    assert game.at("0AC") == "Ivy"
    assert game.at("0AL") is None


def test_side_step_goes_sideways_only_and_is_paid() -> None:
    # R10.5, R10.1, S-119
    game = Position().on("0AC", SISTERS).hand(0, "Ursin").begin().do("side_step 0AC")
    assert game.rule("0DC") == "R10.5"
    assert game.legal("0AL")
    assert game.legal("0AR")
    game.do("0AR", "pay Ursin", "resolve")
    assert game.at("0AR") == SISTERS
    assert game.dust(0) == ["Ursin"]


def test_order_step_goes_between_the_rows_only() -> None:
    # R10.5
    game = Position().on("0AC", SISTERS).hand(0, "Ivy").begin().do("order_step 0AC")
    assert game.rule("0AL") == "R10.5"
    assert game.do("0DC", "pay Ivy", "resolve").at("0DC") == SISTERS


def test_two_different_moves_are_each_used_once() -> None:
    # R10.23, N-11, N-12
    game = Position().on("0AC", SISTERS).hand(0, "Ursin", "Ivy").begin()
    game.do("side_step 0AC", "0AR", "pay Ursin", "resolve")
    assert game.do("order_step 0AR", "0DR", "pay Ivy", "resolve").at("0DR") == SISTERS


def test_a_move_without_means_to_pay_is_refused() -> None:
    # R5.3, R10.1
    assert Position().on("0AC", SISTERS).begin().rule("side_step 0AC") == "R5.3"


def test_a_character_without_the_ability_does_not_move() -> None:
    # R6.13, R7.8, S-28, D-90
    game = Position().on("0AC", "Ash").begin()
    for word in ("step", "side_step", "order_step", "jump", "touch", "escape"):
        assert game.rule(f"{word} 0AC") == "R7.8"


def test_a_character_that_can_go_nowhere_does_not_declare_a_step() -> None:
    # R10.8, R7.14
    game = Position().on("0AL", "Ivy").on("0AC", "Ash").on("0DL", "Birch").begin()
    assert game.rule("step 0AL") == "R10.8"


def test_jump_goes_anywhere_on_the_own_field() -> None:
    # R10.6, R10.8, S-120, D-76, R6.12
    game = Position().on("0AL", "Juniper").on("0AR", "Ash").begin().do("jump 0AL")
    assert game.rule("0AR") == "R10.8"
    assert game.rule("1AC") == "R10.6"
    assert game.do("0DR", "resolve").at("0DR") == "Juniper"


def test_touch_changes_places_within_the_column() -> None:
    # R10.9, S-129, S-130, D-82
    game = Position().on("0AC", "Kale").on("0DC", "Ash").begin().do("touch 0AC", "resolve")
    assert (game.at("0AC"), game.at("0DC")) == ("Ash", "Kale")


def test_touch_needs_an_untapped_partner() -> None:
    # R10.9
    assert Position().on("0AC", "Kale").begin().rule("touch 0AC") == "R10.9"
    game = Position().on("0AC", "Kale").on("0DC", "Ash", "tapped").begin()
    assert game.rule("touch 0AC") == "R10.9"


def test_touch_fails_when_the_partner_is_tapped_in_answer() -> None:
    # R10.9
    game = Position().on("0AC", "Kale").on("0DC", "Ash").hand(1, "Frost", "Ivy").begin()
    game.do("touch 0AC", "Frost", "0DC", "pay Ivy", "resolve")
    assert (game.at("0AC"), game.at("0DC")) == ("Kale", "Ash")


def test_escape_leaves_before_its_penalty_is_carried_out() -> None:
    # R10.10, R10.18, R13.6, S-117, S-121, S-135, D-77, D-86
    game = Position().on("0AL", "Larch").begin().do("escape 0AL", "resolve")
    assert game.dust(0) == ["Larch", "Filler"]


def test_a_tapped_character_does_not_escape() -> None:
    # R10.10
    assert Position().on("0AL", "Larch", "tapped").begin().rule("escape 0AL") == "R10.10"


def test_an_escape_fails_when_it_is_tapped_in_answer() -> None:
    # R10.10
    game = Position().on("0AL", "Larch").hand(1, "Frost", "Ivy").begin()
    game.do("escape 0AL", "Frost", "0AL", "pay Ivy", "resolve")
    assert game.at("0AL") == "Larch"


def test_an_escape_in_answer_takes_the_target_away() -> None:
    # R7.6, R7.26
    game = Position().on("0AL", "Larch").on("1AL", "Willow").hand(0, "Fir").hand(1, "Birch")
    played = game.begin().do("Fir", "0AC", "ability 1AL", "0AL", "pay Birch", "escape 0AL")
    played.do("resolve")
    assert "fizzled" in played.events
    assert played.at("0AL") is None


def test_bonus_works_when_the_enemy_in_battle_is_downed() -> None:
    # R10.16, S-133, D-84: 3 > 2.
    game = Position().on("0AL", "Quince").on("1DR", "Birch").begin()
    assert game.do("attack 0AL", "resolve", "1DR", "fight").hand(0) == ["Filler"]


def test_bonus_works_also_when_both_go_down() -> None:
    # R10.16, BONUS_WHEN_BOTH: 3 > 1, 4 > 2.
    game = Position().on("0AL", "Quince").on("1DR", "Gorse").begin()
    game.do("attack 0AL", "resolve", "1DR", "fight")
    assert game.dust(0) == ["Quince"]
    assert game.dust(1) == ["Gorse"]
    assert game.hand(0) == ["Filler"]


def test_bonus_does_not_work_when_only_its_own_character_goes_down() -> None:
    # R10.16: 3 = 3, 3 > 2.
    game = Position().on("0AL", "Quince").on("1DR", "Ash").begin()
    game.do("attack 0AL", "resolve", "1DR", "fight")
    assert game.dust(0) == ["Quince"]
    assert game.hand(0) == []


def test_bonus_of_the_defender_works_too() -> None:
    # R10.16: Birch 1/2 attacks Quince 3/2.
    game = Position().on("0AL", "Birch").on("1DR", "Quince").begin()
    assert game.do("attack 0AL", "resolve", "1DR", "fight").hand(1) == ["Filler"]


def test_deck_bonus_asks_for_damage_by_its_battle() -> None:
    # R10.17, S-134, D-85
    game = Position().on("0AL", "Rose").on("1DR", "Fir").begin()
    game.do("attack 0AL", "resolve", "pass", "fight")
    assert game.deck(1) == 28
    assert game.hand(0) == ["Filler"]
    game = Position().on("0AL", "Rose").on("1DR", "Fir").begin()
    assert game.do("attack 0AL", "resolve", "1DR", "fight").hand(0) == []


def test_deck_bonus_is_not_for_other_discards() -> None:
    # R8.34, R10.17
    assert (
        Position().on("0AL", "Rose").hand(0, "Landslip").begin().do("Landslip", "resolve").hand(0)
        == []
    )


def test_deck_bonus_is_not_for_a_damage_of_0() -> None:
    # R10.17, R8.33, D-49
    zero = character(
        "Zero", "", values="0/1/1", basic='{ name = "Deck Bonus", effect = [{ draw = 1 }] }'
    )
    game = Position(zero).on("0AL", "Zero").begin().do("attack 0AL", "fight")
    assert game.hand(0) == []


@pytest.mark.parametrize("how", ["downed", "returned"])
def test_penalty_works_however_the_character_leaves(how: str) -> None:
    # R10.18, N-41
    game = Position().on("0AL", "Larch").on("1DR", "Ash").hand(0, "Recall", "Escort").begin()
    if how == "downed":
        game.do("attack 0AL", "resolve", "1DR", "fight")
        assert game.dust(0) == ["Larch", "Filler"]
    else:
        game.do("Recall", "0AL", "pay Escort", "resolve")
        assert game.hand(0) == ["Larch"]
        assert game.dust(0) == ["Escort", "Recall", "Filler"]


def test_penalty_waits_until_the_link_has_ended() -> None:
    # R15.1, N-50: the event card reaches the dust box first.
    game = Position().on("0AL", "Larch").hand(0, "Recall", "Escort").begin()
    assert game.do("Recall", "0AL", "pay Escort", "resolve").dust(0)[-1] == "Filler"


def test_a_character_that_lost_its_penalty_leaves_without() -> None:
    # R14.7, R2.10
    text = (
        'kind = "activated"\ncost = {}\n'
        'effect = [{ lose = { side = "own", type = "character" }, basic = "Penalty" }]'
    )
    game = Position(character("Bailiff", text)).on("0AL", "Larch").on("0AC", "Bailiff").begin()
    assert game.do("ability 0AC", "resolve", "escape 0AL", "resolve").dust(0) == ["Larch"]
