"""How a game ends: an empty deck, both at once, a card, giving up, the limits (R16)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from lycee_core.errors import IllegalDecisionError
from tests.core.builder import Game, Position, character, event_card


def next_turn(game: Game) -> Game:
    return game.do("pass", "resolve")


def test_a_warm_up_that_takes_the_last_card_loses() -> None:
    # R16.1, D-10, S-51
    game = next_turn(Position().deck(1, 2).begin())
    assert game.end == (0, "deck-out")
    assert game.asks == "OVER 3"


def test_one_card_left_goes_on() -> None:
    # R16.1
    assert next_turn(Position().deck(1, 3).begin()).end is None


def test_damage_beyond_the_deck_takes_what_is_there() -> None:
    # R8.35, R16.2, D-11
    game = Position().on("0AL", "Ash").deck(1, 2).begin().do("attack 0AL", "fight")
    assert game.end == (0, "deck-out")
    assert len(game.dust(1)) == 2


def test_exactly_the_last_card_ends_the_game_before_anything_else() -> None:
    # R16.1, R16.8: no Deck Bonus is carried out.
    game = Position().on("0AL", "Rose").deck(1, 2).begin().do("attack 0AL", "fight")
    assert game.end == (0, "deck-out")
    assert game.deck(0) == 30


def test_both_decks_at_0_by_one_instruction_is_a_draw() -> None:
    # R16.3, D-13
    game = Position().deck(0, 1).deck(1, 1).hand(0, "Erosion").begin().do("Erosion", "resolve")
    assert game.end == (2, "deck-out")


def test_the_first_deck_to_run_out_decides() -> None:
    # R16.2, D-12: checked after each instruction, not at the end of the chain.
    game = Position().on("0AL", "Ash").on("1AL", "Violet").deck(1, 2)
    played = game.hand(0, "Gust", "Birch", "Landslip").begin()
    played.do("Gust", "0AL", "pay Birch", "ability 1AL", "Landslip", "pass")
    assert played.end == (0, "deck-out")
    assert played.values("0AL")[0] == 3  # R16.8: Gust never resolves
    assert played.values("1AL")[0] == 1


@pytest.mark.parametrize("cards", [1, 2])
def test_drawing_the_last_card_loses(cards: int) -> None:
    # R16.1, R16.2
    game = Position().deck(0, cards).hand(0, "Harvest").begin().do("Harvest", "resolve")
    assert game.end == (1, "deck-out")
    assert len(game.hand(0)) == cards


def test_paying_with_the_last_card_loses_before_the_effect() -> None:
    # R5.18, LAST_CARD_COST, R16.1
    game = Position().on("0AL", "Yew").deck(0, 2).begin().do("ability 0AL", "resolve")
    assert game.end == (1, "deck-out")
    assert game.hand(0) == []


def test_an_event_card_that_decides_the_game_ends_it_at_once() -> None:
    # R16.4, R16.8
    lines = 'kind = "activated"\ncost = {}\neffect = [{ lose_game = "enemy" }, { draw = 1 }]'
    game = Position(character("Fate", lines)).on("0AL", "Fate").begin()
    game.do("ability 0AL", "resolve")
    assert game.end == (0, "card")
    assert game.hand(0) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_either_player_gives_up_at_any_time(seat: int) -> None:
    # R16.5, N-49, R1.10
    game = Position().on("0AL", "Ash").begin().do("attack 0AL")
    game.state.concede(seat)
    assert game.end == (1 - seat, "concede")
    assert game.asks == "OVER 3"
    assert game.state.phase == "over"


def test_chance_does_not_keep_a_player_from_giving_up() -> None:
    # R16.5: also while nobody is asked.
    state = Position().hand(0, "Harvest").begin().do("Harvest").state
    state.apply(defs.CODE_PASS)
    assert state.pending().seat == defs.CHANCE
    state.concede(1)
    assert state.outcome() is not None


def test_after_the_end_nothing_is_decided() -> None:
    # R1.10, R16.8
    game = Position().begin()
    game.state.concede(0)
    assert game.state.legal_decisions() == []
    for code in (0, defs.CODE_PASS, defs.CODE_YES, defs.CODE_FIELD):
        assert game.state.illegal_rule(code) == "R1.10"
        with pytest.raises(IllegalDecisionError) as caught:
            game.state.apply(code)
        assert caught.value.rule == "R1.10"
    with pytest.raises(ValueError, match="over"):
        game.state.concede(1)
    with pytest.raises(ValueError, match="chance"):
        game.state.answer([])


def test_a_seat_that_does_not_exist_cannot_give_up() -> None:
    # R1.1
    with pytest.raises(ValueError, match="seat 2"):
        Position().begin().state.concede(2)


def test_the_turn_limit_is_a_draw() -> None:
    # R16.9, N-61
    game = next_turn(Position().begin(turn=249))
    assert game.end is None
    assert game.state.turn == 250
    assert next_turn(game).end == (2, "limit")


def test_too_many_waiting_triggers_are_a_draw() -> None:
    # R15.13, N-52: 25 abilities hear one entry.
    lines = 'kind = "triggered"\non = { event = "entered" }\neffect = [{ change = "self", ap = 1 }]'
    text = character("Echo", "---".join([lines] * 6))
    names = [f"Echo {i}" for i in range(5)]
    more = "".join(
        text.replace("Echo", name).replace("CH-", f"CH-{i}-") for i, name in enumerate(names)
    )
    position = Position(more).hand(0, "Fir")
    for word, name in zip(("0AC", "0AR", "0DL", "0DC"), names, strict=False):
        position.on(word, name)
    # 24 triggers wait: that many are allowed, the turn player orders them.
    game = position.begin().do("Fir", "0AL", "resolve")
    assert game.asks == "ORDER 0"
    assert game.end is None
    position = Position(more).hand(0, "Fir")
    for word, name in zip(("0AC", "0AR", "0DL", "0DC", "1AL"), names, strict=True):
        position.on(word, name)
    assert position.begin().do("Fir", "0AL", "resolve").end == (2, "limit")


def test_triggers_without_end_are_a_draw() -> None:
    # R15.6, R16.6: tapping and untapping call each other.
    lines = (
        'kind = "triggered"\non = { event = "tapped", what = "self" }\n'
        'effect = [{ untap = "self" }]---'
        'kind = "triggered"\non = { event = "untapped", what = "self" }\n'
        'effect = [{ tap = "self" }]'
    )
    game = Position(character("Wheel", lines)).on("1AL", "Wheel").hand(0, "Hush").begin()
    assert game.do("Hush", "resolve").end == (2, "limit")


def test_taking_the_last_card_by_a_search_loses() -> None:
    # R16.1, R16.2: before the shuffle of the empty deck.
    text = event_card(
        '{ search = { zone = "deck", side = "own", type = "item" }, shown = true, to = "hand" }'
    )
    game = Position(text).deck(0, 1, "Flag").hand(0, "Test").begin()
    assert game.do("Test", "resolve", "deck Flag").end == (1, "deck-out")
