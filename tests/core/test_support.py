"""Who supports whom in a battle, for what, and how often."""

from __future__ import annotations

from tests.core.builder import Position, character


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
