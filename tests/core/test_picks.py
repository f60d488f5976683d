"""What picks, looks and conditions leave behind: order, shortfall, knowledge, ends of loops."""

from __future__ import annotations

import pytest

from lycee_core import defs, loader, program
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, character, event_card


def setting(effect: str, more: str = "") -> Position:
    return Position(event_card(effect, more=more)).hand(0, "Test")


def played(position: Position, *words: str) -> Game:
    return position.begin().do("Test", "resolve", *words)


def test_cards_that_an_enemy_chooses_arrive_in_the_order_of_the_choice() -> None:
    # R2.22, N-60
    text = '{ discard = { zone = "hand", side = "enemy", n = 2, by = "owner" } }'
    game = played(setting(text).hand(1, "Ash", "Birch", "Elm"), "Elm", "Ash")
    assert game.dust(1) == ["Elm", "Ash"]


def test_own_discards_arrive_in_the_order_of_the_choice() -> None:
    # R2.22
    text = '{ discard = { zone = "hand", side = "own", n = 2 } }'
    game = played(setting(text).hand(0, "Ash", "Birch", "Elm"), "Elm", "Ash")
    assert game.dust(0) == ["Elm", "Ash", "Test"]


def test_cards_sent_under_the_deck_lie_in_the_order_of_the_choice() -> None:
    # R2.22
    text = '{ send = { zone = "dust", side = "own", n = 2 }, to = "deck_bottom" }'
    position = setting(text).dust(0, "Ash", "Birch", "Elm").deck(0, 5)
    game = played(position, "dust Elm", "dust Ash")
    assert game.zone(0, defs.ZONE_DECK)[-2:] == ["Elm", "Ash"]


def test_a_discard_of_fewer_cards_than_asked_is_not_done_in_full() -> None:
    # R13.11, R7.28, D-33
    text = '{ discard = { zone = "hand", side = "own", n = 3 } }, { when_done = [{ draw = 1 }] }'
    game = setting(text).hand(0, "Ash").bare(0).begin().do("Test", "resolve")
    while game.asks == "CHOOSE 0":
        game.do("Ash")
    assert game.hand(0) == []
    assert game.dust(0) == ["Ash", "Test"]


@pytest.mark.parametrize("verb", ["look", "reveal"])
def test_a_pick_after_a_look_into_a_hand_sees_what_was_seen(verb: str) -> None:
    # R7.21, R2.20: no shuffle between the look and the pick.
    look = f'{{ {verb} = {{ zone = "hand", side = "enemy" }} }}'
    pick = '{ discard = { zone = "hand", side = "enemy", type = "character", n = 1 } }'
    game = setting(f"{look}, {pick}").hand(1, "Ash", "Gust").begin().do("Test", "resolve")
    assert game.asks == "CHOOSE 0"
    hand = game.state.zone(1, defs.ZONE_HAND)
    assert all(game.state.knowledge(token) & 1 for token in hand)
    game.do(game.token("Ash", defs.ZONE_HAND, 1))
    assert game.dust(1) == ["Ash"]


def test_what_the_enemy_looks_at_is_shown_to_both() -> None:
    # R2.20: a face that both seats know is public, also to the observer of the match.
    text = '{ look = { zone = "deck_top", side = "enemy", n = 1 } }'
    state = setting(text).deck(1, 9, "Ash").begin().do("Test").state
    while state.pending().kind != defs.SHOW:
        state.apply(defs.CODE_PASS)
    assert state.pending().audience == defs.BOTH


def test_a_loop_of_triggers_with_a_choice_in_it_ends_too() -> None:
    # R15.6
    lines = (
        'kind = "triggered"\non = { event = "moved", what = "self" }\n'
        'effect = [{ move = "self", to = { side = "own", empty = true } }]'
    )
    roamer = character("Roamer", lines, basic='{ name = "Step", cost = {} }')
    game = Position(roamer).on("0AL", "Roamer").begin().do("step 0AL", "0AC", "resolve")
    for _ in range(600):
        if game.end is not None:
            break
        game.do(game.state.legal_decisions()[-1])
    assert game.end == (2, "limit")


@pytest.mark.parametrize("condition", ['{ responding = "none" }', "{ done = true }"])
def test_a_passive_reads_neither_the_chain_nor_what_was_done(condition: str) -> None:
    # R14.12: its values are recomputed at any moment.
    lines = f'kind = "passive"\nif = [{condition}]\neffect = [{{ change = "self", ap = 1 }}]'
    with pytest.raises(CardDataError, match="in a passive"):
        program.compile_cards(loader.load_text(character("Spring", lines), source="test.toml"))


def test_a_condition_of_carrying_out_skips_the_effect_and_not_the_declaration() -> None:
    # R7.27 has its twin in `if`: the card is declared, paid and does nothing.
    text = event_card("{ draw = 1 }", more='if = [{ turn = "enemy" }]')
    game = played(Position(text).hand(0, "Test").bare(0))
    assert game.hand(0) == []
    assert game.dust(0) == ["Test"]
