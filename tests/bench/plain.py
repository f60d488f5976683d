"""What effects cost: goals 1 and 3 once more, with cards that have none.

The goals are about the starter set with all its effects; beside them this says what the rules alone
take. Below: `positions`, `peers`, `table`.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from lycee_core import Catalogue, GameState
from lycee_core.deck import Deck
from lycee_core.playout import Driver, play_games

from .positions import play_one
from .table import Effort, Note, interleave

if TYPE_CHECKING:
    from collections.abc import Callable

    from .peers import Peers

CARDS = Path(__file__).with_name("plain.toml")
COPIES = 4
GAMES = 25  # of a series in the core


@cache
def plain_deck() -> tuple[Catalogue, Deck]:
    """Four copies of each of fifteen characters without an ability."""
    catalogue = Catalogue.load(CARDS)
    cards = [card for card in range(len(catalogue)) for _ in range(COPIES)]
    return catalogue, Deck("plain", cards, catalogue)


def core_for(seconds: float) -> float:
    """Random games wholly in the core; returns decisions a second."""
    catalogue, deck = plain_deck()
    decisions, first, start = 0, 0, perf_counter()
    while perf_counter() - start < seconds:
        decisions += play_games(catalogue, (deck, deck), GAMES, 1, first).decisions
        first += GAMES
    return decisions / (perf_counter() - start)


def python_for(seconds: float) -> float:
    """Games of a bot in Python that takes any legal decision; returns decisions a second."""
    catalogue, deck = plain_deck()
    beginning, rng = GameState(catalogue, (deck, deck)), random.Random(1)
    decisions, seed, start = 0, 0, perf_counter()
    while perf_counter() - start < seconds:
        decisions += play_one(beginning.clone(), Driver(seed), rng.choice)
        seed += 1
    return decisions / (perf_counter() - start)


def plain_note(effort: Effort, peers: Peers | None) -> Note:
    """Both rates, and what they are to the peers of goals 1 and 3 where these are given."""
    figures: dict[str, float] = {}
    for where, play, peer in (
        ("in the core", core_for, "essence-wars random"),
        ("from Python", python_for, "hearts python"),
    ):
        rate, theirs = _beside(play, peer, effort, peers)
        figures[f"decisions/s {where}"] = rate
        if theirs is not None:
            figures[f"ratio to {peer}"] = rate / theirs
    return Note("random play, cards without effects", figures)


def _beside(
    play: Callable[[float], float], peer: str, effort: Effort, peers: Peers | None
) -> tuple[float, float | None]:
    seconds = effort.seconds
    if peers is None or not peers.has(peer):
        (rate,) = interleave(effort.rounds, lambda: play(seconds), best=max)
        return rate, None
    rate, theirs = interleave(
        effort.rounds, lambda: play(seconds), lambda: peers.measure(peer, seconds), best=max
    )
    return rate, theirs
