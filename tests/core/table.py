"""Helpers for tests of the core: decks, a seeded table, random games, replicas in lockstep."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from lycee_core import defs
from lycee_core.cards import Catalogue
from lycee_core.deck import DECK_SIZE, Deck, copies_faults
from lycee_core.game import GameState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STARTERS = Deck.starter_names()


def starter_decks(first: str, second: str) -> tuple[Deck, Deck]:
    """Return two starter decks by name."""
    catalogue = Catalogue.starter()
    return Deck.starter(first, catalogue), Deck.starter(second, catalogue)


def new_game(seed: int = 0) -> GameState:
    """Return an all-knowing state with two starter decks that depend on the seed."""
    first, second = STARTERS[seed % 5], STARTERS[seed // 5 % 5]
    return GameState(Catalogue.starter(), starter_decks(first, second))


def chance_answer(state: GameState, rng: random.Random) -> list[int]:
    """Answer the pending chance request of an all-knowing state, uniformly."""
    pending = state.pending()
    if pending.kind == defs.ROLL:
        return rng.sample(range(pending.n), pending.k)
    faces = [state.face(token) for token in pending.tokens]
    if pending.kind in (defs.SHUFFLE, defs.ARRANGE):
        rng.shuffle(faces)
    return faces


def step(state: GameState, rng: random.Random) -> int | None:
    """Answer chance, or apply one random legal decision and return it."""
    pending = state.pending()
    if pending.seat == defs.CHANCE:
        state.answer(chance_answer(state, rng))
        return None
    code = rng.choice(state.legal_decisions())
    state.apply(code)
    return code


def random_game(seed: int) -> Iterator[GameState]:
    """Play one random game, yielding the same state before every step and at the end."""
    rng = random.Random(seed)
    state = new_game(seed)
    while state.outcome() is None:
        yield state
        step(state, rng)
    yield state


def newly_public(before: GameState, after: GameState) -> list[int]:
    """Return the tokens whose faces became public between two states."""
    return [
        token
        for token in range(defs.N_TOKENS)
        if before.knowledge(token) != 3 and after.knowledge(token) == 3
    ]


def random_deck(rng: random.Random, catalogue: Catalogue, *, fewest: int = 2) -> Deck:
    """Return a legal deck: so many copies of each of its cards, or up to four."""
    cards: list[int] = []
    while len(cards) < DECK_SIZE:
        copies = min(rng.randint(fewest, 4), DECK_SIZE - len(cards))
        more = [*cards, *[rng.randrange(len(catalogue))] * copies]
        if not copies_faults(more, catalogue):
            cards = more
    return Deck("random", cards, catalogue)


class Lockstep:
    """Four replicas of one game: all faces, those of seat 0, those of seat 1, public ones only."""

    def __init__(self, seed: int, state: GameState | None = None) -> None:
        self.rng = random.Random(seed)
        self.all = state or new_game(seed)
        catalogue = self.all.catalogue
        self.partial = (GameState(catalogue), GameState(catalogue), GameState(catalogue))

    def visible(self, faces: Sequence[int], seat: int) -> list[int]:
        """Return what the replica of a seat (2: the observer) learns from a chance answer."""
        pending = self.all.pending()
        if pending.kind == defs.ROLL:
            return list(faces)
        own = seat == pending.owner
        if pending.kind == defs.SHUFFLE:
            sees = own and not pending.hidden
        elif pending.kind == defs.ARRANGE:
            sees = own
        else:
            audience = defs.OWNER if own else defs.OPPONENT
            sees = pending.audience == defs.BOTH or (seat < 2 and pending.audience == audience)
        return list(faces) if sees else [defs.UNKNOWN] * len(faces)

    def step(self) -> int | None:
        """Advance all four by one step and return the decision, None for chance."""
        if self.all.pending().seat == defs.CHANCE:
            answer = chance_answer(self.all, self.rng)
            for seat, replica in enumerate(self.partial):
                replica.answer(self.visible(answer, seat))
            self.all.answer(answer)
            return None
        code = self.rng.choice(self.all.legal_decisions())
        before = self.all.clone()
        self.all.apply(code)
        for replica in self.partial:
            for token in newly_public(before, self.all):
                replica.learn(token, self.all.face(token))
            replica.apply(code)
        return code
