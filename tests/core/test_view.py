"""Views show a seat what it may see and nothing else, over whole random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycee_core import Catalogue, GameState, defs
from lycee_core.deck import Deck
from lycee_core.glimpse import CardView, Frozen
from lycee_core.playout import Driver
from lycee_core.view import CellView, View, view

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTER = Catalogue.starter()
VIEWERS = (0, 1, None)
GAMES = 10


def states_of(seed: int) -> Iterator[GameState]:
    """The all-knowing state of one random game at every decision, and at its end."""
    names = Deck.starter_names()
    decks = (Deck.starter(names[seed % 5], STARTER), Deck.starter(names[seed // 5 % 5], STARTER))
    state, driver = GameState(STARTER, decks), Driver(seed)
    driver.answer(state)
    while state.outcome() is None:
        yield state
        state.apply(driver.random_decision(state))
        driver.answer(state)
    yield state


def may_know(state: GameState, token: int, seat: int | None) -> bool:
    knowledge = state.knowledge(token)
    return knowledge == 3 or (seat is not None and bool(knowledge >> seat & 1))


def cards_in(value: object) -> Iterator[CardView]:
    """Every card anywhere in a view."""
    if isinstance(value, CardView):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item)
    elif isinstance(value, Frozen):
        yield from cards_in(value.fields())


def resampled(state: GameState, seat: int | None) -> GameState:
    """The same game as that seat knows it, with every other card behind every hidden face."""
    other = state.clone()
    for token in range(defs.N_TOKENS):
        if not may_know(state, token, seat):
            other.learn(token, (state.face(token) * 7 + token) % len(STARTER))
    return other


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_hidden_face_is_in_any_view_of_a_random_game(seed: int) -> None:
    for state in states_of(seed):
        for seat in VIEWERS:
            shown = view(state, seat)
            for card in cards_in(shown.sides):
                if not may_know(state, card.token, seat):
                    assert card.card == defs.UNKNOWN, (seat, card)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_view_does_not_depend_on_what_its_viewer_may_not_know(seed: int) -> None:
    for n, state in enumerate(states_of(seed)):
        if n % 5 == 0:
            for seat in VIEWERS:
                assert view(resampled(state, seat), seat) == view(state, seat)


def test_a_view_shows_all_that_a_seat_may_know() -> None:
    for state in states_of(3):
        for seat in VIEWERS:
            shown = {card.token: card.card for card in cards_in(view(state, seat).sides)}
            for token, face in shown.items():
                if may_know(state, token, seat):
                    assert face == state.face(token)
            unseen = set(range(defs.N_TOKENS)) - shown.keys()
            assert all(state.place(token) == defs.ZONE_CHAIN for token in unseen)


def test_only_the_seat_that_is_asked_sees_options() -> None:
    for state in states_of(5):
        asked = state.pending().seat
        for seat in VIEWERS:
            options = view(state, seat).options
            if seat == asked:
                assert list(options) == state.legal_decisions()
            else:
                assert options == ()


def test_hands_and_decks_of_the_other_seat_are_counted_but_not_shown() -> None:  # R2.18
    first = next(iter(states_of(0)))
    own, enemy = view(first, 0).sides
    assert len(own.hand) == len(enemy.hand) == 7
    assert len(own.deck) == len(enemy.deck) == 53
    assert all(card.card != defs.UNKNOWN for card in own.hand)
    assert {card.card for card in (*enemy.hand, *enemy.deck, *own.deck)} == {defs.UNKNOWN}


def test_a_view_is_the_same_for_a_seat_and_for_its_own_replica() -> None:
    state = next(iter(states_of(1)))
    replica = state.clone()
    for token in range(defs.N_TOKENS):
        if not may_know(state, token, 0):
            replica.forget(token)
    assert view(replica, 0).sides == view(state, 0).sides


def test_a_view_does_not_change() -> None:
    shown = view(next(iter(states_of(0))), 0)
    with pytest.raises(AttributeError):
        shown.turn = 5
    assert isinstance(shown, View)
    assert isinstance(shown.sides[0].cells[0], CellView)
    assert hash(shown) == hash(view(next(iter(states_of(0))), 0))
    assert "turn=0" in repr(shown)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="found seat 2, expected 0, 1 or None"):
        view(next(iter(states_of(0))), 2)
