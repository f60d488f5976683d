"""Random games with random decks of every card there is: starter, reference and scenario cards.

`LYCEE_ALL_CARDS=N` plays that many games instead of a couple of thousand and looks at them from
outside; `LYCEE_PLAYOUTS=N` plays that many inside the core, a hundred times faster.
`LYCEE_ALL_CARDS_FIRST` is the first seed of both. A failure names its seed; `play(seed)` repeats
the game.
"""

from __future__ import annotations

import os
import random
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from lycee_core import Catalogue, GameState, blob, defs, loader, program
from lycee_core.compile import STARTER_CARDS
from lycee_core.errors import CardDataError
from lycee_core.playout import Driver, play_games
from lycee_core.view import view
from tests.core.builder import DATA
from tests.core.table import random_deck
from tests.core.test_generated import check_tokens
from tests.core.test_view import cards_in, may_know

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycee_core.deck import Deck
    from lycee_core.parsed import Card

GAMES = int(os.environ.get("LYCEE_ALL_CARDS", "2000"))
FIRST = int(os.environ.get("LYCEE_ALL_CARDS_FIRST", "0"))
PLAYOUTS = int(os.environ.get("LYCEE_PLAYOUTS", "4000"))
A_PAIRING = 20  # playouts with the same two decks
CHUNKS = 8
DECISIONS = 50_000  # within which every game ends
FILES = (
    STARTER_CARDS,
    DATA / "reference_cards.toml",
    DATA / "scenario_cards.toml",
    DATA / "reference_examples.toml",
    DATA / "language_examples.toml",
    DATA / "corpus_texts.toml",
)


def single_cards() -> Iterator[tuple[str, str]]:
    """Yield number and text of every card of the files."""
    for file in FILES:
        for text in re.split(r"^\[\[card\]\]\n", file.read_text(encoding="utf-8"), flags=re.M)[1:]:
            match = re.search(r'^number = "([^"]+)"', text, re.M)
            assert match is not None
            yield match[1], f"[[card]]\n{text}"


@cache
def sorted_out() -> tuple[dict[str, Card], dict[str, str]]:
    """The cards that load, by number, and the faults of those that do not; first come, first in."""
    cards: dict[str, Card] = {}
    faults: dict[str, str] = {}
    for number, text in single_cards():
        if number in cards or number in faults:
            continue
        try:
            (card,) = loader.load_text(text, source="all.toml")
            program.compile_cards((card,))
        except CardDataError as error:
            faults[number] = str(error)
        else:
            cards[number] = card
    return cards, faults


@cache
def everything() -> Catalogue:
    """One catalogue of all cards that load."""
    return Catalogue(blob.pack(program.compile_cards(tuple(sorted_out()[0].values()))))


def deck(rng: random.Random) -> Deck:
    """Return a legal deck of cards drawn from all there are."""
    return random_deck(rng, everything(), fewest=1)


class Game:
    """One random game: chance from a driver, decisions from another generator, all kept."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.decks = (deck(self.rng), deck(self.rng))
        self.state, self.driver = self.beginning()
        self.record: list[int] = []
        self.digests: dict[int, bytes] = {}

    def beginning(self) -> tuple[GameState, Driver]:
        """Return the first decision of the game, and what answers chance from there."""
        state, driver = GameState(everything(), self.decks), Driver(self.seed)
        driver.answer(state)
        return state, driver

    def advance(self) -> None:
        """Judge the decision that is asked for, take it, and answer chance."""
        state, rng = self.state, self.rng
        legal = state.legal_decisions()
        assert legal, "a question without an answer"
        code = rng.choice(legal)
        if rng.random() < 0.02:
            self.look_closely(legal)
        clone = state.clone() if rng.random() < 0.05 else None
        state.apply(code)
        if clone is not None:
            clone.apply(code)
            assert clone == state, "a copy goes another way"
            assert clone.events() == state.events()
            self.digests[len(self.record)] = state.digest()
        self.record.append(code)
        self.driver.answer(state)

    def look_closely(self, legal: list[int]) -> None:
        """Nothing listed is refused, 120 cards are somewhere, no view shows what it must not."""
        state = self.state
        for code in legal:
            state.clone().apply(code)
        check_tokens(state)
        for seat in (0, 1, None):
            for card in cards_in(view(state, seat).sides):
                if not may_know(state, card.token, seat):
                    assert card.card == defs.UNKNOWN, "a hidden face is in a view"

    def replay(self) -> None:
        """The same decisions and answers give the same public states and the same end."""
        state, driver = self.beginning()
        for number, code in enumerate(self.record):
            state.apply(code)
            assert self.digests.get(number) in (None, state.digest())
            driver.answer(state)
        assert state == self.state
        assert state.outcome() == self.state.outcome()


def play(seed: int) -> Game:
    """Play a game to its end, and one of eight again."""
    game = Game(seed)
    while game.state.outcome() is None:
        game.advance()
        assert len(game.record) < DECISIONS, "the game does not end"
    check_tokens(game.state)
    if seed % 8 == 0:
        game.replay()
    return game


def test_nearly_every_card_loads_and_the_others_say_why() -> None:
    cards, faults = sorted_out()
    assert len(cards) > 250
    assert all("is part of the language but not built yet" in fault for fault in faults.values())


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_decks_of_all_cards_break_nothing(chunk: int) -> None:
    # R1.12, R2.12, R16.7
    for seed in range(FIRST + chunk, FIRST + GAMES, CHUNKS):
        try:
            play(seed)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise


def test_games_inside_the_core_with_random_decks_of_all_cards_end() -> None:
    # R16.7
    for seed in range(FIRST, FIRST + PLAYOUTS // A_PAIRING):
        rng = random.Random(f"decks {seed}")
        found = play_games(everything(), (deck(rng), deck(rng)), A_PAIRING, seed)
        assert sum(found.wins) == A_PAIRING
