"""Cards declared as a cost, and what they pay for: whole decks of them, played at random."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from lycee_core import blob, defs, loader, program
from lycee_core.cards import Catalogue
from lycee_core.game import GameState
from lycee_core.notation import format_line, line_of, parse_line
from lycee_core.plain import describe
from lycee_core.playout import Driver, play_games
from tests.core.builder import DATA
from tests.core.table import Lockstep, random_deck
from tests.core.test_lockstep import facts

if TYPE_CHECKING:
    from collections.abc import Iterator

CARDS = loader.load_files(DATA / "payment_cards.toml", DATA / "payment_texts.toml")
WORDS = {card.number: " ".join(describe(card)) for card in CARDS}


@cache
def catalogue() -> Catalogue:
    """All of them."""
    return Catalogue(blob.pack(program.compile_cards(CARDS)))


def new_game(seed: int) -> GameState:
    rng = random.Random(seed)
    cards = catalogue()
    return GameState(cards, (random_deck(rng, cards), random_deck(rng, cards)))


def lines_of(seed: int) -> Iterator[tuple[GameState, bytes]]:
    """Every line of a random game, with the state before it."""
    state, driver = new_game(seed), Driver(seed)
    driver.answer(state)
    while state.outcome() is None:
        trial, codes = state.clone(), list[int]()
        while not codes or trial.mid_line():
            codes.append(driver.random_decision(trial))
            trial.apply(codes[-1])
        yield state, line_of(codes)
        state.apply_line(line_of(codes))
        driver.answer(state)


def test_there_are_enough_of_them() -> None:
    assert sum("as_cost" in {ability.kind for ability in card.abilities} for card in CARDS) >= 30


def test_random_games_end() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        decks = (random_deck(rng, catalogue()), random_deck(rng, catalogue()))
        results = play_games(catalogue(), decks, 40, seed)
        assert sum(results.wins) == 40


def test_every_line_reads_back_to_itself() -> None:
    given, inner = set[str](), 0
    for seed in range(12):
        for state, line in lines_of(seed):
            text = format_line(state, line)
            assert not text.startswith("codes"), text
            assert parse_line(state, text) == line, text
            words = [word for word in text.split() if word.startswith("+")]
            given |= {word.partition("#")[0] for word in words}
            inner += len(words) > 1
    assert {word for word in given if word[1:3] in ("AF", "DF")}, "a character gives points"
    assert {word for word in given if word[1:3] == "EV"}, "a card of the hand gives points"
    assert inner, "several in one line"


@pytest.mark.parametrize("seed", range(32))
def test_replicas_with_different_faces_agree(seed: int) -> None:
    # R1.14
    game = Lockstep(seed, new_game(seed))
    while game.all.outcome() is None:
        game.step()
        for replica in game.partial:
            assert facts(replica.pending()) == facts(game.all.pending())
            assert replica.events() == game.all.events()
            assert replica.mid_line() == game.all.mid_line()
    assert all(replica.digest() == game.all.digest() for replica in game.partial)


def test_whatever_is_listed_can_be_done_and_nothing_else() -> None:
    for seed in range(8):
        state, driver = new_game(100 + seed), Driver(seed)
        driver.answer(state)
        while state.outcome() is None:
            legal = state.legal_decisions()
            assert legal
            if state.pending().kind == defs.PAY:
                judged = [code for code in range(defs.CODE_END) if state.check(code) == defs.LEGAL]
                assert judged == sorted(legal)
            state.apply(driver.random_decision(state))
            driver.answer(state)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("CH-9601", "Declared as a cost “Petty Cash” [tap this card]: give 1 point of any"
         " attribute, each its own."),
        ("CH-9602", "give 2 points of snow, only to pay for an entry."),
        ("CH-9606", "[put 1 event card in your dust box out of the game] (once a turn): give"
         " as many points as the EX of the cards paid of the attributes of the cards paid."),
        ("CH-9609", "[mill 3] (works in the hand): give 2 points, only to pay for this card."),
        ("EV-9602", "tap “clerk”; then give 4 points of one attribute of your choice."),
    ],
)  # fmt: skip
def test_they_are_said_in_plain_words(number: str, text: str) -> None:
    assert text in WORDS[number]
