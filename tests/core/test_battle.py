"""Attack, defence, support, comparisons and damage (R8), with the worked battles of the rules."""

from __future__ import annotations

import pytest

from tests.core.builder import Game, Position, character, event_card

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


# ---- attack


def test_only_an_untapped_character_of_the_own_af_attacks() -> None:
    # R8.2, R8.3, R8.4, R8.5, D-38
    game = Position().on("0DL", "Ash").on("0AL", "Elm", "tapped").on("0AR", "Fir", "new")
    played = game.on("1AL", "Ash").begin()
    assert played.rule("attack 0DL") == "R8.3"
    assert played.rule("attack 0AL") == "R8.4"
    assert played.rule("attack 0AR") == "R8.5"
    assert played.rule("attack 0AC") == "R8.2"
    assert played.rule("attack 1AL") == "R8.2"


def test_an_attack_is_no_answer() -> None:
    # R7.4
    game = Position().on("0AL", "Ash").on("1AL", "Violet").hand(0, "Gust", "Birch").begin()
    game.do("Gust", "0AL", "pay Birch", "ability 1AL")
    assert game.rule("attack 0AL") == "R7.4"


def test_an_empty_column_can_be_attacked() -> None:
    # R8.6, R8.14, N-26: the window opens although nobody defends.
    game = Position().on("0AL", "Ash").begin()
    game.do("attack 0AL", "resolve")
    assert game.asks == "BATTLE 0"
    assert game.state.battle() == (0, -1, 2)
    game.do("pass")
    assert game.asks == "BATTLE 1"


@pytest.mark.parametrize(("place", "column"), [("0AL", "R"), ("0AC", "C"), ("0AR", "L")])
def test_the_attacked_column_is_the_facing_one(place: str, column: str) -> None:
    # R2.14, S-33, N-25
    game = Position().on(place, "Ash")
    for i, letter in enumerate("LCR"):
        game.on(f"1D{letter}", ("Birch", "Elm", "Fir")[i])
    played = game.begin().do(f"attack {place}", "resolve")
    assert [letter for letter in "LCR" if played.legal(f"1D{letter}")] == [column]


def test_several_characters_attack_in_one_turn_each_once() -> None:
    # R8.1, R8.36, S-63, S-90
    game = Position().on("0AL", "Ash").on("0AC", "Birch").on("0AR", "Elm").begin()
    for place in ("0AL", "0AC", "0AR"):
        game.do(f"attack {place}", "fight")
        assert game.asks == "MAIN 0"
        assert game.rule(f"attack {place}") == "R8.4"
    assert game.deck(1) == 30 - 3 - 1 - 2


def test_a_step_in_answer_makes_the_own_attack_fail() -> None:
    # R8.9, D-40, R7.6: no battle, the attacker becomes tapped where it stands.
    game = Position().on("0AL", "Ivy").on("1AL", "Violet").begin()
    game.do("attack 0AL", "ability 1AL", "step 0AL", "0AC", "resolve")
    assert game.state.battle() is None
    assert game.at("0AC") == "Ivy"
    assert game.tapped("0AC")
    assert game.asks == "MAIN 0"
    assert game.deck(1) == 30


def test_an_attacker_tapped_in_answer_does_not_fight() -> None:
    # R8.9
    game = Position().on("0AL", "Ash").on("1DR", "Birch").hand(1, "Frost", "Ivy").begin()
    game.do("attack 0AL", "Frost", "0AL", "pay Ivy", "resolve")
    assert game.state.battle() is None
    assert game.tapped("0AL")
    assert game.asks == "MAIN 0"


def test_an_attacker_recalled_in_answer_starts_no_battle() -> None:
    # R8.9
    game = Position().on("0AL", "Ash").on("1DR", "Birch").hand(1, "Recall", "Escort").begin()
    game.do("attack 0AL", "Recall", "0AL", "pay Escort", "resolve")
    assert game.asks == "MAIN 0"
    assert game.hand(0) == ["Ash"]


# ---- defence


def test_only_an_untapped_character_of_the_attacked_df_defends() -> None:
    # R8.11, R8.12, D-41
    game = Position().on("0AL", "Ash").on("1DR", "Birch").on("1DL", "Elm").on("1AR", "Fir")
    played = game.on("0DR", "Kale").begin().do("attack 0AL", "resolve")
    assert played.rule("1DL") == "R8.11"
    assert played.rule("1AR") == "R8.11"
    assert played.rule("0DR") == "R8.11"
    assert played.legal("1DR")


def test_a_tapped_character_does_not_defend() -> None:
    # R8.12: a free defender keeps the question open.
    game = Position().on("0AL", "Ash").on("1DR", "Birch", "tapped").begin()
    game.do("attack 0AL", "resolve")
    if game.asks == "DEFEND 1":
        assert game.rule("1DR") == "R8.12"
    assert game.do("fight").deck(1) == 27


def test_a_new_character_defends_and_supports() -> None:
    # R6.11, R8.11, S-70, N-23
    game = Position().on("0AL", "Ash").on("1DR", "Birch", "new").on("1AR", "Elm", "new")
    played = game.begin().do("attack 0AL", "resolve", "1DR")
    while played.asks == "BATTLE 0":
        played.do("pass")
    played.do("support 1AR", "resolve")
    assert played.values("1DR")[1] == 3


def test_the_naming_of_the_defender_is_not_answered() -> None:
    # R7.18, R8.10, D-29
    game = Position().on("0AL", "Ash").on("1DR", "Birch").hand(0, "Gust", "Elm").begin()
    game.do("attack 0AL", "resolve", "1DR")
    assert game.asks == "BATTLE 0"
    assert game.links == []


# ---- support


def test_support_counts_for_ap_in_the_af() -> None:
    # R8.22, S-101, D-44: 3 + 2.
    game = Position().on("0AL", "Ash").on("0AC", "Birch").on("1DR", "Elm").begin()
    game.do("attack 0AL", "resolve", "1DR", "support 0AC", "resolve")
    assert game.values("0AL") == (5, 3, 1)
    assert game.tapped("0AC")  # R8.21


def test_several_supporters_add_up_each_by_its_own_declaration() -> None:
    # R8.20, S-104
    game = Position().on("0AL", "Ash").on("0AC", "Birch").on("0DL", "Euryale").begin()
    game.do("attack 0AL", "resolve", "support 0AC", "resolve", "support 0DL", "resolve")
    assert game.values("0AL")[0] == 3 + 2 + 2
    assert game.tapped("0AC")
    assert game.tapped("0DL")


def test_who_may_support() -> None:
    # R8.17, R8.18, R8.19, S-99: next to the participant, untapped, not the participant itself.
    game = Position().on("0AL", "Ash").on("0AC", "Birch").on("0DL", "Elm", "tapped")
    game.on("0DC", "Fir").on("0AR", "Kale").on("1AR", "Ivy").on("1DR", "Rose")
    played = game.begin().do("attack 0AL", "resolve", "1DR")
    assert played.legal("support 0AC")
    assert played.rule("support 0DL") == "R8.17"
    assert played.rule("support 0AL") in ("R8.17", "R8.18")
    assert played.rule("support 0DC") == "R8.19"
    assert played.rule("support 0AR") == "R8.19"
    assert played.rule("support 0DR") in ("R8.16", "R8.19")  # nobody stands there
    assert played.rule("support 1AR") in ("R8.16", "R8.19")  # the enemy's


def test_there_is_no_support_without_an_own_participant() -> None:
    # R8.16
    game = Position().on("0AL", "Ash").on("1AR", "Birch").on("1DR", "Elm").begin()
    game.do("attack 0AL", "resolve", "pass")
    while game.asks == "BATTLE 0":
        game.do("pass")
    assert game.rule("support 1AR") == "R8.16"


def test_support_is_declared_in_the_battle_window_only() -> None:
    # R7.7, N-27
    game = Position().on("0AL", "Ash").on("0AC", "Birch").on("1DR", "Violet").begin()
    assert game.rule("support 0AC") == "R7.7"
    game.do("attack 0AL")
    assert game.asks == "RESPOND 1"
    game.do("resolve", "1DR", "support 0AC", "ability 1DR")
    assert game.asks in ("RESPOND 0", "BATTLE 0")
    if game.asks == "RESPOND 0":
        assert game.rule("support 0AC") == "R7.7"


def test_a_supporter_tapped_in_answer_does_not_support() -> None:
    # R8.21, D-45
    game = Position().on("0AL", "Ash").on("1DR", "Birch").on("1AR", "Elm")
    played = game.hand(0, "Frost", "Ivy").begin().do("attack 0AL", "resolve", "1DR", "pass")
    played.do("support 1AR", "Frost", "1AR", "pay Ivy", "resolve")
    assert played.tapped("1AR")
    assert played.values("1DR") == (1, 2, 2)


def test_a_negative_sp_subtracts() -> None:
    # R8.23, R14.4, D-68
    game = Position().on("0AL", "Ash").on("0AC", "Sloe").begin()
    game.do("attack 0AL", "resolve", "support 0AC", "resolve")
    assert game.values("0AL")[0] == 2


def test_support_stays_when_the_supporter_leaves() -> None:
    # R8.23, N-28, SUPPORT_FIXED
    game = Position().on("0AL", "Ash").on("1DR", "Birch").on("1AR", "Elm")
    played = game.hand(0, "Recall", "Escort").begin().do("attack 0AL", "resolve", "1DR", "pass")
    played.do("support 1AR", "resolve", "Recall", "1AR", "pay Escort", "resolve")
    assert played.at("1AR") is None
    assert played.values("1DR") == (1, 3, 2)


def test_attacker_takes_support_for_ap_wherever_it_stands() -> None:
    # R10.15, D-83, S-131: Oak (2/2) defends in the DF.
    game = Position().on("0AL", "Ash").on("1DR", "Oak").on("1AR", "Birch").begin()
    game.do("attack 0AL", "resolve", "1DR")
    while game.asks == "BATTLE 0":
        game.do("pass")
    assert game.do("support 1AR", "resolve").values("1DR") == (4, 2, 1)


def test_defender_takes_support_for_dp_wherever_it_stands() -> None:
    # R10.15, S-132: Pine (2/2) attacks from the AF.
    game = Position().on("0AL", "Pine").on("0AC", "Birch").begin()
    game.do("attack 0AL", "resolve", "support 0AC", "resolve")
    assert game.values("0AL") == (2, 4, 1)


def test_both_keywords_take_support_for_both_values() -> None:
    # R10.15, N-29
    both = character("Both", "", basic='"Attacker", "Defender"')
    game = Position(both).on("0AL", "Both").on("0AC", "Birch").begin()
    game.do("attack 0AL", "resolve", "support 0AC", "resolve")
    assert game.values("0AL") == (3, 4, 1)


def test_supporter_supports_untapped_and_once_more_by_a_tap() -> None:
    # R10.13, S-127, S-128, D-81
    game = Position().on("0AL", "Ash").on("0AC", "Nettle").begin()
    game.do("attack 0AL", "resolve", "supporter 0AC", "resolve")
    assert game.values("0AL")[0] == 6
    assert not game.tapped("0AC")
    assert game.rule("supporter 0AC") == "R7.31"
    game.do("support 0AC", "resolve")
    assert game.values("0AL")[0] == 9
    assert game.tapped("0AC")


def test_supporter_needs_the_ability() -> None:
    # R10.13
    game = Position().on("0AL", "Ash").on("0AC", "Birch").begin().do("attack 0AL", "resolve")
    assert game.rule("supporter 0AC") == "R10.13"


def test_supporter_with_a_cost_pays_it() -> None:
    # R10.1, S-112: CH-0404 pays with the top card of the own deck.
    game = Position().on("0AL", "Ash").on("0AC", "Matou Sakura").begin()
    game.do("attack 0AL", "resolve", "supporter 0AC", "resolve")
    assert game.values("0AL")[0] == 5
    assert game.deck(0) == 29


# ---- side attack


def test_side_attack_chooses_a_neighbouring_column_and_pays_for_it() -> None:
    # R10.11, R10.12, D-42, D-78, S-122, N-24
    game = Position().on("0AC", "Maple").on("1DL", "Fir").on("1DR", "Kale").hand(0, "Recall")
    played = game.begin().do("attack 0AC")
    assert played.asks == "COLUMN 0"
    assert [played.legal(f"column {i}") for i in range(3)] == [True, True, True]
    played.do("column 0", "pay Recall", "resolve")
    assert played.legal("1DR")  # my left faces the enemy's right
    assert played.rule("1DL") == "R8.11"


def test_side_attack_in_the_own_column_is_free() -> None:
    # R10.12
    game = Position().on("0AC", "Maple").hand(0, "Recall").begin().do("attack 0AC", "column 1")
    game.do("fight")
    assert game.hand(0) == ["Recall"]
    assert game.deck(1) == 28


def test_side_attack_reaches_one_column_and_must_be_paid() -> None:
    # R10.11, R5.3
    game = Position().on("0AL", "Maple").hand(0, "Recall").begin().do("attack 0AL")
    assert game.rule("column 2") == "R10.11"
    assert game.legal("column 1")
    game = Position().on("0AL", "Maple").begin().do("attack 0AL")
    assert game.rule("column 1") == "R5.3"


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
