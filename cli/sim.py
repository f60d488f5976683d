"""`lycee sim`: many games of bots without a client, cut among threads; random ones are played in C.

Invariant: what is printed to standard output depends on the decks, the number of games and the
seed, not on the machine nor on the number of jobs; the speed goes to standard error. Games are
played in chunks of a fixed size, and each game has its own stream of chance. Below: the core.
"""

from __future__ import annotations

from lycee_core.playout import play_games

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO, TypeAlias

    from lycee_core import Catalogue
    from lycee_core.deck import Deck
    from lycee_core.playout import Results

    from .series import Series

    Decks: TypeAlias = tuple[Deck, Deck]
    Played: TypeAlias = Results | Series
    Work: TypeAlias = tuple[Catalogue, Decks, int, int, int]

CHUNK = 100  # games: small, so that the last ones keep every thread busy
PRIME = 0x100000001B3


def simulate(
    catalogue: Catalogue, decks: Decks, *, games: int, seed: int, jobs: int, bot: str = "random"
) -> dict[str, object]:
    """Play games and sum them up.

    Args:
        catalogue: the cards.
        decks: of seat 0 and seat 1.
        games: how many, at least 1.
        seed: of the series.
        jobs: how many threads play at the same time.
        bot: who plays both seats.

    Returns:
        What is printed, by name.
    """
    starts = range(0, games, CHUNK)
    work = [(catalogue, decks, min(CHUNK, games - first), seed, first) for first in starts]
    play = series_of(bot)
    if jobs == 1 or len(work) == 1:
        return _summed(play(*one) for one in work)
    return _summed(_in_threads(play, work, jobs))


def series_of(bot: str) -> Callable[..., Played]:
    """Return what plays a series of games of a bot: `play_games`, or the same for a program."""
    if bot == "random":
        return play_games
    from functools import partial

    from .series import play_bots

    return partial(play_bots, bot=bot)


def _in_threads(play: Callable[..., Played], work: list[Work], jobs: int) -> Iterator[Played]:
    # Threads, not processes: a game runs without the interpreter's lock and shares the catalogue.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda one: play(*one), work)


def _summed(chunks: Iterable[Played]) -> dict[str, object]:
    wins = [0, 0, 0]
    lengths: list[int] = []
    starters = decisions = checksum = 0
    for chunk in chunks:
        wins = [a + b for a, b in zip(wins, chunk.wins, strict=True)]
        lengths += chunk.lengths
        starters += chunk.starter_wins
        decisions += chunk.decisions
        checksum = (checksum * PRIME + chunk.checksum) % 2**64
    n = len(lengths)
    lengths.sort()
    return {
        "games": n,
        "wins": tuple(wins[:2]),
        "draws": wins[2],
        "starter_wins": starters,
        "turns_min": lengths[0],
        "turns_median": lengths[n // 2],
        "turns_mean": round(sum(lengths) / n, 2),
        "turns_max": lengths[-1],
        "decisions_mean": round(decisions / n, 2),
        "checksum": f"{checksum:016x}",
    }


def print_result(result: dict[str, object], out: TextIO, *, format_: str) -> None:
    """Print a summary, as one JSON object or as a line for each figure."""
    if format_ == "jsonl":
        import json

        out.write(json.dumps({"type": "sim", **result}) + "\n")
        return
    for name, value in result.items():
        shown = " ".join(str(one) for one in value) if isinstance(value, tuple) else value
        out.write(f"{name.replace('_', ' '):15} {shown}\n")
