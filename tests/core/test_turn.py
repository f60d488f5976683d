"""The course of a turn: phases, wake-up, warm-up, the offer of the end, the hand limit (R4)."""

from __future__ import annotations

from lycee_core import defs
from tests.core.builder import Game, Position, character, event_card

DAWN = character(
    "Dawn",
    'kind = "triggered"\non = { event = "turn_start", whose = "own" }\neffect = [{ draw = 1 }]',
)


def next_turn(game: Game) -> Game:
    """Offer the end and go on to the next turn's first decision."""
    return game.do("pass", "resolve")


def test_wake_up_leaves_the_named_characters_tapped() -> None:
    # R4.5, D-02, S-59, S-60
    game = Position().on("1AL", "Ash", "tapped").on("1DC", "Elm", "tapped").begin()
    assert next_turn(game).asks == "WAKE_UP 1"
    game.do("stay 1AL")
    assert game.tapped("1AL")
    assert not game.tapped("1DC")


def test_wake_up_names_only_own_tapped_characters() -> None:
    # R4.6
    game = Position().on("1AL", "Ash", "tapped").on("1AC", "Elm").on("0AR", "Ivy", "tapped")
    played = next_turn(game.begin())
    assert played.rule("stay 1AC") == "R4.6"
    assert played.rule("stay 1AR") == "R4.6"
    assert played.rule("stay 1AL") is None
    assert played.rule("stay") is None
    assert played.rule("pass") in ("R1.11", "R1.12")


def test_the_enemy_s_characters_do_not_wake_up_in_my_turn() -> None:
    # R4.5
    game = Position().on("0AL", "Ash", "tapped").on("1AL", "Elm", "tapped").begin()
    next_turn(game).do("stay")
    assert game.tapped("0AL")


def test_without_tapped_characters_wake_up_asks_nothing() -> None:
    # R1.14: that is public.
    game = next_turn(Position().on("1AL", "Ash").begin())
    assert game.asks == "MAIN 1"


def test_warm_up_draws_two_cards() -> None:
    # R4.9, D-03, S-61
    game = next_turn(Position().begin())
    assert game.hand(1) == ["Filler", "Filler"]
    assert game.deck(1) == 28
    assert game.deck(0) == 30


def test_the_end_is_offered_accepted_and_the_hand_cut_to_seven() -> None:
    # R4.14, R4.16, D-06, D-08, S-86
    game = Position().bare(0).hand(0, "Ash", *["Filler"] * 7, "Birch").begin().do("pass")
    assert game.asks == "RESPOND 1"
    assert game.events == ["offered_end"] or "offered_end" in game.events
    game.do("pass")
    assert game.asks == "HAND_LIMIT 0"
    game.do("Birch")
    assert game.asks == "HAND_LIMIT 0"
    game.do("Ash")
    assert len(game.hand(0)) == 7
    assert game.dust(0) == ["Birch", "Ash"]
    assert game.state.turn_player == 1
    assert game.state.turn == 4


def test_the_hand_limit_is_compulsory_and_takes_hand_cards_only() -> None:
    # R4.17
    game = Position().bare(0).hand(0, *["Filler"] * 8).hand(1, "Ash").begin().do("pass", "pass")
    assert game.rule("pass") == "R4.17"
    assert game.rule(game.state.zone(0, defs.ZONE_DECK)[0]) == "R4.17"
    assert game.rule(game.token("Ash", defs.ZONE_HAND, 1)) == "R4.17"


def test_the_hand_of_the_other_player_is_not_cut() -> None:
    # R4.16, D-09
    game = next_turn(Position().bare(1).hand(1, *["Filler"] * 10).begin())
    assert len(game.hand(1)) == 12  # and warm-up has come


def test_the_other_player_refuses_the_end_by_declaring() -> None:
    # R4.14, R4.12: the offer is void, the main phase goes on.
    game = Position().on("1AL", "Ash").hand(0, "Fir").hand(1, "Gust", "Birch").begin()
    game.do("pass", "Gust", "1AL", "pay Birch")
    assert game.asks == "RESPOND 0"
    game.do("pass")
    assert game.values("1AL")[0] == 5
    assert game.asks == "MAIN 0"
    assert game.legal("Fir")


def test_the_end_may_be_offered_any_number_of_times() -> None:
    # R4.14
    game = Position().on("1AL", "Violet").begin()
    for n in range(3):
        game.do("pass", "ability 1AL", "pass")
        assert game.asks == "MAIN 0"
        assert game.values("1AL")[0] == 2 + n
    assert next_turn(game).state.turn_player == 1


def test_the_other_player_waits_for_a_declaration_or_the_offer() -> None:
    # R4.13, D-07, R1.10: in the main phase only the turn player is asked.
    game = Position().on("1AL", "Violet").hand(1, "Gust", "Birch").begin()
    assert game.asks == "MAIN 0"
    assert game.rule("ability 1AL") == "R7.8"
    assert game.rule(game.token("Gust", defs.ZONE_HAND, 1)) == "R7.9"


def test_changes_end_with_the_turn_whoever_made_them() -> None:
    # R14.1, R4.19, D-67, S-87
    game = Position().on("1AL", "Ash").on("0AL", "Ash").hand(0, "Gust", "Birch")
    played = game.hand(1, "Gust", "Birch").begin()
    played.do("Gust", "0AL", "pay Birch", "resolve", "pass", "Gust", "1AL", "pay Birch", "pass")
    assert played.values("1AL")[0] == 5
    assert played.values("0AL")[0] == 5
    next_turn(played)
    assert played.values("1AL")[0] == 3
    assert played.values("0AL")[0] == 3


def test_items_stay_when_the_turn_ends() -> None:
    # R14.1, S-88
    game = Position().on("0AL", "Ash").item("0AL", "Shield").begin()
    assert next_turn(game).values("0AL") == (3, 5, 1)


def test_new_ends_with_the_start_of_the_own_turn() -> None:
    # R4.2, R6.9, D-25, N-19, S-69
    game = Position().hand(0, "Ash", "Birch").on("1AL", "Elm", "new").begin()
    game.do("Ash", "0AL", "pay Birch", "resolve")
    next_turn(game)
    assert game.new("0AL")
    assert not game.new("1AL")
    next_turn(game)
    assert not game.new("0AL")
    assert game.legal("attack 0AL")


def test_a_new_character_stays_new_in_the_enemy_turn() -> None:
    # R6.9, R6.10: its [T] ability is no answer yet.
    game = Position().hand(0, "Ursin", "Violet").on("1AL", "Violet").begin()
    game.do("Ursin", "0AL", "pay Violet", "resolve")
    next_turn(game).do("ability 1AL")
    assert game.rule("ability 0AL") == "R6.10"


def test_wake_up_happens_once_a_turn() -> None:
    # R4.7: what was left tapped stays so.
    game = next_turn(Position().on("1AL", "Ash", "tapped").begin()).do("stay 1AL")
    assert game.asks == "MAIN 1"
    assert game.tapped("1AL")
    assert game.rule("attack 1AL") == "R8.4"


def test_phases_follow_in_their_order() -> None:
    # R4.1, D-01, S-57, S-58: wake-up is asked before the warm-up has drawn.
    game = Position().on("1AL", "Ash", "tapped").begin()
    assert game.state.phase == "main"
    next_turn(game)
    assert game.state.phase == "wake_up"
    assert game.hand(1) == []
    game.do("stay")
    assert game.state.phase == "main"
    assert len(game.hand(1)) == 2


def test_no_window_opens_before_the_main_phase() -> None:
    # R4.15, R4.3, R4.11: start-of-turn effects are not answered.
    game = Position(DAWN).on("1AL", "Dawn").on("0AL", "Violet").begin()
    next_turn(game)
    assert game.asks == "MAIN 1"
    assert len(game.hand(1)) == 3


def test_turn_start_effects_come_before_the_warm_up() -> None:
    # R4.3, R4.1, D-05, S-58: the hand is still empty when Dawn counts it.
    lines = (
        'kind = "triggered"\non = { event = "turn_start", whose = "own" }\n'
        'effect = [{ change = "self", ap = { size = "hand" } }]'
    )
    game = Position(character("Dawn", lines)).bare(1).on("1AL", "Dawn").begin()
    assert next_turn(game).values("1AL")[0] == 1
    assert len(game.hand(1)) == 2


def test_main_start_effects_come_after_the_warm_up() -> None:
    # R4.11, N-16
    lines = (
        'kind = "triggered"\non = { event = "main_start", whose = "own" }\n'
        'effect = [{ change = "self", ap = { size = "hand" } }]'
    )
    game = Position(character("Noon", lines)).bare(1).on("1AL", "Noon").begin()
    assert next_turn(game).values("1AL")[0] == 3


def test_turn_end_effects_come_after_the_hand_limit_and_before_expiry() -> None:
    # R4.18, R4.19, D-08: Dusk sees seven cards, and Gust still in force.
    lines = (
        'kind = "triggered"\non = { event = "turn_end", whose = "own" }\n'
        'if = [{ compare = [{ size = "hand" }, "<=", 7] }, { self = { ap = { ge = 3 } } }]\n'
        'effect = [{ mill = 4, seat = "enemy" }]'
    )
    game = Position(character("Dusk", lines)).bare(0).on("0AL", "Dusk")
    played = game.hand(0, "Gust", "Birch", *["Filler"] * 8).begin()
    played.do("Gust", "0AL", "pay Birch", "resolve", "pass", "pass", "Filler")
    assert played.deck(1) == 30 - 4 - 2
    assert played.values("0AL")[0] == 1


def test_each_hears_the_turn_of_either_player() -> None:
    # R15.4: `each` is both; the enemy's turn is heard with whose = "enemy".
    def lines(whose: str) -> str:
        head = f'kind = "triggered"\non = {{ event = "turn_start", whose = "{whose}" }}\n'
        return head + "effect = [{ mill = 1 }]"

    for whose, deck in (("own", 30), ("enemy", 29), ("each", 29)):
        game = Position(character("Clock", lines(whose))).on("0AL", "Clock").begin()
        assert next_turn(game).deck(0) == deck


def test_an_event_card_may_be_used_in_the_enemy_turn() -> None:
    # R7.5, S-76, S-74, D-30: as an answer, and in answer to the offer of the end.
    text = event_card("{ draw = 1 }")
    game = Position(text).hand(0, "Fir").hand(1, "Test").begin().do("Fir", "0AL")
    assert game.legal("Test")
    game.do("pass", "pass")
    assert game.legal("Test")


def test_moves_are_for_the_own_turn_only() -> None:
    # R7.6, R10.2
    game = Position().on("1AL", "Ivy").hand(0, "Fir").begin().do("Fir", "0AL")
    assert game.rule("step 1AL") == "R7.6"
    game.do("pass", "pass")
    assert game.rule("step 1AL") == "R7.6"


def test_a_turn_start_effect_that_comes_into_play_then_waits_for_the_next() -> None:
    # R4.3: the trigger of the other player hears the start of its own turns only.
    game = Position(DAWN).hand(0, "Dawn").begin()
    game.do("Dawn", "0AL", "resolve")
    assert game.hand(0) == []
    next_turn(next_turn(game))
    assert len(game.hand(0)) == 3


def test_what_waking_up_triggers_is_carried_out_before_the_warm_up() -> None:
    # R4.5, R15.1
    lines = 'kind = "triggered"\non = { event = "untapped", what = "self" }\n'
    text = character("Lark", lines + 'effect = [{ change = "self", ap = { size = "hand" } }]')
    game = next_turn(Position(text).bare(1).on("1AL", "Lark", "tapped").begin()).do("stay")
    assert game.values("1AL")[0] == 1
    assert len(game.hand(1)) == 2
