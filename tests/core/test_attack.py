"""Who attacks which column and who defends it, until the battle begins."""

from __future__ import annotations

import pytest

from tests.core.builder import Position

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
