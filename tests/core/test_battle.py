"""A battle from its beginning: comparisons, damage, its window, what interrupts it.

What comes before stands in `test_attack`, support in `test_support`.
"""

from __future__ import annotations

import pytest

from tests.core.builder import Game, Position, event_card

SISTERS = "Edelfelt Sisters (Fake)"  # 3/3
SHY = event_card("{ halt_battle = true }", more='when = [{ battle = "any" }]', name="Halt")


def duel(attacker: str, defender: str) -> Game:
    """One battle of two characters without anything else; over when it returns."""
    game = Position().on("0AL", attacker).on("1DR", defender).begin()
    return game.do("attack 0AL", "resolve", "1DR", "fight")


# ---- the three worked battles


def test_battle_a_the_defender_with_less_dp_goes_down() -> None:
    # S-109, R8.27: CH-0587 (3/3) against CH-0598 (1/2): 3 > 2, 1 < 3.
    game = Position().on("0AL", SISTERS).on("1DR", "Euryale").begin()
    game.do("attack 0AL")
    assert not game.tapped("0AL")  # R8.7: reserved, not paid
    game.do("resolve")
    assert game.tapped("0AL")  # R8.8
    assert game.asks == "DEFEND 1"
    game.do("1DR")
    assert game.tapped("1DR")  # R8.13
    game.do("fight")
    assert game.at("1DR") is None
    assert game.dust(1) == ["Euryale"]
    assert game.at("0AL") == SISTERS
    assert game.tapped("0AL")  # R8.36
    assert (game.deck(0), game.deck(1)) == (30, 30)  # R8.28
    assert game.asks == "MAIN 0"


def test_battle_b_without_defence_the_deck_loses_the_original_ap() -> None:
    # S-110, R8.10, R8.32: three cards.
    game = Position().on("0AL", SISTERS).on("1DR", "Euryale").begin()
    game.do("attack 0AL", "resolve", "pass", "fight")
    assert game.deck(1) == 27
    assert len(game.dust(1)) == 3
    assert not game.tapped("1DR")
    assert game.tapped("0AL")


def test_battle_c_support_saves_the_defender() -> None:
    # S-111, R8.22: CH-0597 (SP 2) in the AF of the same column: DP 2 + 2 = 4 > 3.
    game = Position().on("0AL", SISTERS).on("1DR", "Euryale").on("1AR", "Stheno")
    played = game.begin().do("attack 0AL", "resolve", "1DR", "pass")
    assert played.asks == "BATTLE 1"
    played.do("support 1AR")
    assert not played.tapped("1AR")
    played.do("resolve")
    assert played.tapped("1AR")
    assert played.values("1DR") == (1, 4, 2)
    played.do("fight")
    assert played.at("1DR") == "Euryale"
    assert played.at("0AL") == SISTERS
    assert played.values("1DR") == (1, 2, 2)  # R8.36


# ---- comparisons


def test_equal_is_not_downed() -> None:
    # R8.27, D-27: 3/3 against 3/3.
    game = duel("Ash", "Ash")
    assert game.at("0AL") == game.at("1DR") == "Ash"
    assert game.tapped("0AL")
    assert game.tapped("1DR")


def test_both_may_go_down() -> None:
    # R8.27, D-46: 4 > 2 and 2 > 1.
    game = duel("Gorse", "Ivy")
    assert game.dust(0) == ["Gorse"]
    assert game.dust(1) == ["Ivy"]


def test_only_the_attacker_may_go_down() -> None:
    # R8.27, S-107: 1 < 3, 3 > 2.
    game = duel("Birch", "Ash")
    assert game.dust(0) == ["Birch"]
    assert game.at("1DR") == "Ash"


def test_dash_strikes_first() -> None:
    # R10.3, D-47, S-115: 3 > 1 downs Gorse before its 4 can count.
    game = duel("Hazel", "Gorse")
    assert game.at("0AL") == "Hazel"
    assert game.dust(1) == ["Gorse"]
    assert duel("Quince", "Gorse").at("0AL") is None  # the same values without Dash


def test_dash_against_one_that_stands_leaves_the_comparison_as_usual() -> None:
    # R10.3, D-73: 3 = 3 does not down Ash; then 3 > 2 downs Hazel.
    game = duel("Hazel", "Ash")
    assert game.dust(0) == ["Hazel"]
    assert game.at("1DR") == "Ash"


def test_dash_of_the_defender_strikes_first_too() -> None:
    # R10.3: 4 > 2 would down Hazel, but her 3 > 1 comes first.
    game = duel("Gorse", "Hazel")
    assert game.dust(0) == ["Gorse"]
    assert game.at("1DR") == "Hazel"


def test_dash_against_dash_is_judged_at_once() -> None:
    # R10.3, DASH_BOTH = 0
    game = duel("Hazel", "Hazel")
    assert game.at("0AL") is game.at("1DR") is None


def test_an_area_changes_the_comparison() -> None:
    # R8.27: Ridge makes AP 4, 4 > 3 downs Elm (2/3); 2 < 3.
    game = Position().on("0AL", "Ash").area("0AL", "Ridge").on("1DR", "Elm").begin()
    assert game.do("attack 0AL", "resolve", "1DR", "fight").at("1DR") is None


# ---- damage


def test_damage_counts_the_original_ap_only() -> None:
    # R8.32, R14.9, D-48, S-106: Gust, Ridge and support raise AP to 7; three cards all the same.
    game = Position().on("0AL", "Ash").on("0AC", "Elm").area("0AL", "Ridge")
    played = game.hand(0, "Gust", "Birch").begin().do("Gust", "0AL", "pay Birch", "resolve")
    played.do("attack 0AL", "resolve", "support 0AC", "resolve")
    assert played.values("0AL")[0] == 7
    assert played.do("fight").deck(1) == 27


def test_an_attacker_without_ap_damages_nothing() -> None:
    # R8.33, D-49, N-32
    game = Position().on("0AL", "Fir").hand(0, "Gust", "Birch").begin()
    game.do("Gust", "0AL", "pay Birch", "resolve", "attack 0AL", "fight")
    assert game.deck(1) == 30
    assert game.tapped("0AL")


def test_damage_lies_in_the_dust_box_from_the_top_of_the_deck_down() -> None:
    # R8.32, R2.22, N-60
    game = Position().on("0AL", "Ash").deck(1, 20, "Gust", "Frost", "Recall", "Fog").begin()
    game.do("attack 0AL", "fight")
    assert game.dust(1) == ["Gust", "Frost", "Recall"]


def test_damage_is_shown_to_both() -> None:
    # R2.19, R8.32: face up.
    game = Position().on("0AL", "Ash").begin().do("attack 0AL", "fight")
    assert all(game.state.knowledge(token) == 3 for token in game.state.zone(1, 3))


# ---- the window, interruption


def test_the_window_goes_on_until_both_pass_in_succession() -> None:
    # R8.14, D-43: a chain gives priority back to the turn player.
    game = Position().on("0AL", "Ash").on("1DR", "Birch")
    played = game.hand(1, "Fog", "Filler", "Elm").begin().do("attack 0AL", "resolve", "1DR", "pass")
    played.do("Fog", "pay Elm", "resolve")
    assert played.values("1DR") == (1, 4, 2)
    assert played.asks == "BATTLE 0"
    played.do("pass", "pass")
    assert played.asks == "MAIN 0"
    assert played.values("1DR") == (1, 2, 2)  # until the end of the battle


@pytest.mark.parametrize("word", ["Birch", "Shield", "Ridge", "attack 0AR", "step 0AC"])
def test_entries_items_areas_attacks_and_moves_are_barred_in_battle(word: str) -> None:
    # R8.15
    game = Position().on("0AL", "Ash").on("0AC", "Ivy").on("0AR", "Elm")
    played = game.hand(0, "Birch", "Shield", "Ridge", "Stheno", "Gust").begin()
    assert played.do("attack 0AL", "resolve").asks == "BATTLE 0"
    assert played.rule(word) == "R8.15"


@pytest.mark.parametrize("whom", ["0AL", "1DR"])
def test_a_participant_that_leaves_interrupts_the_battle(whom: str) -> None:
    # R8.24, D-50: no comparison, no damage, tapped ones stay tapped.
    game = Position().on("0AL", "Ash").on("1DR", "Birch").hand(1, "Recall", "Escort").begin()
    game.do("attack 0AL", "resolve", "1DR")
    while game.asks == "BATTLE 0":
        game.do("pass")
    game.do("Recall", whom, "pay Escort", "resolve")
    assert game.asks == "MAIN 0"
    assert game.state.battle() is None
    assert game.deck(1) == 30
    rest = "1DR" if whom == "0AL" else "0AL"
    assert game.at(rest) is not None
    assert game.tapped(rest)


def test_an_effect_halts_the_battle() -> None:
    # R8.25, R8.26, D-51, N-33
    game = Position(SHY).on("0AL", "Ash").on("0AC", "Birch").hand(0, "Halt").begin()
    game.do("attack 0AL", "resolve", "support 0AC", "resolve", "Halt", "resolve")
    assert game.asks == "MAIN 0"
    assert game.deck(1) == 30
    assert game.values("0AL") == (3, 3, 1)


def test_a_participant_that_moves_stays_in_the_battle() -> None:
    # R8.24: swapped to the DF by an effect, it still damages.
    text = event_card(
        '{ move = "$one", to = { side = "own", empty = true, row = "DF", column = "centre" } }',
        more='when = [{ battle = "any" }]\ntarget.one = { side = "own", type = "character" }',
    )
    game = Position(text).on("0AL", "Ash").hand(0, "Test").begin()
    game.do("attack 0AL", "resolve", "Test", "0AL", "resolve")
    assert game.at("0DC") == "Ash"
    assert game.state.battle() == (4, -1, 2)
    assert game.do("fight").deck(1) == 27


def test_all_downed_leave_at_once_the_turn_player_s_first() -> None:
    # R8.30, N-30, R15.3
    game = duel("Hazel", "Hazel")
    assert game.dust(0) == ["Hazel"]
    assert game.dust(1) == ["Hazel"]
    downed = [e for e in game.state.events() if e.name == "discarded"]
    assert [e.seat for e in downed] == [0, 1]


def test_a_downed_bearer_goes_before_its_item() -> None:
    # R2.22, R9.5
    game = Position().on("0AL", "Ash").on("1DR", "Birch").item("1DR", "Flag", owner=1).begin()
    game.do("attack 0AL", "resolve", "1DR", "fight")
    assert game.dust(1) == ["Birch", "Flag"]


def test_dash_does_not_save_its_character_from_one_that_is_kept() -> None:
    # R10.3: Gorse is not really downed, so the second comparison follows: 4 > 2.
    text = event_card('{ keep = "battling_own" }', more='when = [{ battle = "own" }]')
    game = Position(text).on("0AL", "Hazel").on("1DR", "Gorse").hand(1, "Test").begin()
    game.do("attack 0AL", "resolve", "1DR", "pass", "Test", "resolve", "fight")
    assert game.at("1DR") == "Gorse"
    assert game.at("0AL") is None


def test_supporter_is_once_a_turn_not_once_a_battle() -> None:
    # R10.13, R7.31
    game = Position().on("0AL", "Ash").on("0AR", "Elm").on("0AC", "Nettle").begin()
    game.do("attack 0AL", "resolve", "supporter 0AC", "resolve", "fight")
    assert game.do("attack 0AR", "resolve").rule("supporter 0AC") == "R7.31"


def test_a_side_attack_that_fails_is_paid_all_the_same() -> None:
    # R8.9, R10.12, R5.27
    game = Position().on("0AC", "Maple").hand(0, "Recall").hand(1, "Frost", "Ivy").begin()
    game.do("attack 0AC", "column 0", "pay Recall", "Frost", "0AC", "pay Ivy", "resolve")
    assert game.dust(0) == ["Recall"]
    assert game.asks == "MAIN 0"


def test_a_granted_side_attack_is_free() -> None:
    # R10.11, R10.24
    text = event_card(
        '{ grant = { side = "own", type = "character" }, '
        'basic = { name = "Side Attack", cost = {} } }'
    )
    game = Position(text).on("0AL", "Ash").on("1DC", "Elm").hand(0, "Test").begin()
    assert game.do("Test", "resolve", "attack 0AL", "column 1", "resolve").legal("1DC")


def test_an_attacker_that_escapes_in_answer_starts_no_battle() -> None:
    # R8.9, R10.10, R7.6
    game = Position().on("0AL", "Larch").on("1AL", "Violet").begin()
    game.do("attack 0AL", "ability 1AL", "escape 0AL", "resolve")
    assert game.asks == "MAIN 0"
    assert game.state.battle() is None
