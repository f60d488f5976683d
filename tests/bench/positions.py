"""What the measurements play with: the starter decks, games from the middle, one loop in Python."""

from __future__ import annotations

import random
from functools import cache
from time import perf_counter, perf_counter_ns
from typing import TYPE_CHECKING

from lycee_core import Catalogue, GameState
from lycee_core.deck import Deck
from lycee_core.playout import Driver, play_games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    Tables: TypeAlias = tuple[Catalogue, tuple[tuple[Deck, Deck], ...]]

N_STATES = 64
STARTERS = ("harbour", "clockworks", "gale", "market", "tide")


@cache
def pairings() -> tuple[tuple[Deck, Deck], ...]:
    """The five starter decks in a ring: each plays once as seat 0 and once as seat 1."""
    catalogue = Catalogue.starter()
    decks = [Deck.starter(name, catalogue) for name in STARTERS]
    return tuple((decks[i], decks[(i + 1) % 5]) for i in range(5))


@cache
def beginnings() -> tuple[GameState, ...]:
    """One state at the beginning of a game for each pairing."""
    return tuple(GameState(Catalogue.starter(), decks) for decks in pairings())


def play_for(seconds: float, tables: Tables | None = None) -> float:
    """Random games wholly in the core, all pairings alike; returns decisions a second."""
    catalogue, pairs = tables or (Catalogue.starter(), pairings())
    decisions, first, start = 0, 0, perf_counter()
    while perf_counter() - start < seconds:
        for decks in pairs:
            decisions += play_games(catalogue, decks, 5, 1, first).decisions
        first += 5
    return decisions / (perf_counter() - start)


def play_one(state: GameState, driver: Driver, choice: Callable[[Sequence[int]], int]) -> int:
    """Play a state to its end as a bot in Python does; returns the number of decisions."""
    legal, apply, n = state.legal_decisions, driver.apply, 0
    driver.answer(state)
    while codes := legal():
        apply(state, choice(codes))
        n += 1
    return n


def loop_for(seconds: float, states: Sequence[GameState] | None = None) -> float:
    """Games of `play_one`, all pairings alike; returns decisions a second."""
    rng = random.Random(1)
    decisions, seed, start = 0, 0, perf_counter()
    while perf_counter() - start < seconds:
        for beginning in states or beginnings():
            decisions += play_one(beginning.clone(), Driver(seed), rng.choice)
            seed += 1
    return decisions / (perf_counter() - start)


@cache
def middles() -> tuple[GameState, ...]:
    """64 states from random games: every eighth decision of two games a pairing, thinned out.

    Few enough to lie in the cache, as the states of a search do; the peers get as many.
    """
    found = []
    for seed in range(2):
        for beginning in beginnings():
            state, driver, n = beginning.clone(), Driver(seed), 0
            driver.answer(state)
            while state.outcome() is None:
                if n % 8 == 0:
                    found.append(state.clone())
                driver.apply(state, driver.random_decision(state))
                n += 1
    return tuple(found[i * len(found) // N_STATES] for i in range(N_STATES))


def cost_of(call: Callable[[GameState], object], n: int) -> float:
    """Nanoseconds a call, over about `n` calls on states from the middle of games.

    Args:
        call: a method of the class; `map` calls it without a frame in Python. What it returns is
            kept until all states had their turn.
    """
    states = middles()
    rounds = max(1, n // len(states))
    start = perf_counter_ns()
    for _ in range(rounds):
        list(map(call, states))
    return (perf_counter_ns() - start) / (rounds * len(states))
