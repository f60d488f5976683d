"""What has no goal but is asked first: games a second, and where an average decision goes.

A greedy player is a program in Python that sees views, so its games say what a client can expect;
random games wholly in the core say what a search can. The split is counted by valgrind, which no
other program on the machine can disturb. Below: `positions`, `allocations`, `table`.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from lycee_cli.bots import make_bot

from lycee_core import Catalogue
from lycee_core.playout import Driver, play_games
from lycee_core.view import view

from .allocations import count_instructions_in
from .positions import beginnings, pairings
from .table import Effort, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Functions of the core that the split names, and what is said of each. What is left is applying the
# decision, and the chance that it asks for.
PARTS = {
    "legal list": "list_options",
    "programs of effects": "effect_run",
    "continuous effects": "refresh",
}


def notes(effort: Effort) -> Iterator[Note]:
    """The notes of this subject."""
    yield rates("random play, in the core", random_games, effort)
    yield rates("greedy play, a bot in Python a seat", greedy_games, effort)
    yield parts(effort)


def random_games(seed: int) -> tuple[int, int, int]:
    """Five random games of each pairing; returns games, decisions, turns."""
    found = [play_games(Catalogue.starter(), decks, 5, seed) for decks in pairings()]
    return 5 * len(found), sum(one.decisions for one in found), sum(one.turns for one in found)


def greedy_games(seed: int) -> tuple[int, int, int]:
    """One game of each pairing with a greedy bot in both seats; as `random_games`."""
    decisions = turns = 0
    for beginning in beginnings():
        state, driver = beginning.clone(), Driver(seed)
        bots = [make_bot("greedy", seed + seat, Catalogue.starter()) for seat in range(2)]
        driver.answer(state)
        while state.outcome() is None:
            seat = state.pending().seat
            driver.apply(state, bots[seat].choose(view(state, seat)))
            decisions += 1
        turns += state.turn
    return len(beginnings()), decisions, turns


def rates(what: str, play: Callable[[int], tuple[int, int, int]], effort: Effort) -> Note:
    """Games, decisions and turns a second of the best of some rounds."""
    best, length, shape = 0.0, effort.seconds, (0.0, 0.0)
    for round_ in range(effort.rounds):
        games = decisions = turns = 0
        start = perf_counter()
        while perf_counter() - start < length:
            played = play(1 + round_ * 10_000 + games)
            games, decisions, turns = games + played[0], decisions + played[1], turns + played[2]
        rate = decisions / (perf_counter() - start)
        if rate > best:
            best, shape = rate, (decisions / games, turns / games)
    a_game, turns_a_game = shape
    return Note(
        what,
        {
            "games/s": best / a_game,
            "decisions/s": best,
            "us a turn": a_game / turns_a_game / best * 1e6,
            "decisions a game": a_game,
            "turns a game": turns_a_game,
        },
    )


def parts(effort: Effort) -> Note:
    """Instructions of an average decision of random play, by what they are spent on."""
    what = "instructions a decision, by part"
    if effort.rounds < 3:
        return Note(what, {}, "not counted: left out of the short form")
    found = count_instructions_in(list(PARTS.values()))
    if found is None:
        return Note(what, {}, "not counted: needs valgrind")
    whole, *counts = found
    shares = dict(zip(PARTS, counts, strict=True))
    return Note(what, {"whole": whole, **shares, "apply and chance, the rest": whole - sum(counts)})
