"""Goals 1, 2, 6, 8, 9, 17 and 18: the core alone. Below: `positions`, `allocations`, `table`."""

from __future__ import annotations

from functools import partial
from threading import Thread
from time import perf_counter, perf_counter_ns
from typing import TYPE_CHECKING

from lycee_core import Catalogue
from lycee_core.game import STATE_BYTES
from lycee_core.measure import clone_in_core, copy_halves, copy_whole
from lycee_core.playout import play_games

from .allocations import count_allocations, count_instructions
from .positions import N_STATES, middles, pairings, play_for
from .python_api import rate_row
from .table import Effort, Row, interleave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lycee_core import GameState

    from .peers import Peers

# Instructions a decision of all pairings, 20 games each, by valgrind; changed on purpose only.
COMMITTED_INSTRUCTIONS = 3250


def rows(effort: Effort, peers: Peers | None) -> Iterator[Row]:
    """The rows of this subject."""
    yield rate_row(1, "essence-wars random", play_for, effort, peers)
    yield rate_row(2, "hearts c++", play_for, effort, peers)
    yield clone_row(effort)
    yield Row(8, f"{STATE_BYTES} B", "-", STATE_BYTES)
    yield threads_row(effort)
    yield allocations_row()
    yield instructions_row(effort)


def clone_row(effort: Effort) -> Row:
    """A clone in C beside a plain copy of as many bytes, whole or in two halves."""
    state, n = middles()[N_STATES // 2], effort.operations * 10

    def cost(loop: Callable[[GameState, int], int]) -> float:
        start = perf_counter_ns()
        loop(state, n)
        return (perf_counter_ns() - start) / n

    loops = (clone_in_core, copy_whole, copy_halves)
    clone, whole, halves = interleave(
        effort.rounds, *(partial(cost, loop) for loop in loops), best=min
    )
    copy = min(whole, halves)
    return Row(6, f"{clone:.1f} ns", f"memcpy {copy:.1f} ns", clone / copy)


def threads_row(effort: Effort) -> Row:
    """Two threads with a series each, beside one thread with one."""
    n = max(4, effort.games // 10)

    def series(seed: int) -> None:
        for decks in pairings():
            play_games(Catalogue.starter(), decks, n, seed)

    def games_a_second(threads: int) -> float:
        workers = [Thread(target=series, args=(seed,)) for seed in range(threads)]
        start = perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return 4 * n * threads / (perf_counter() - start)

    one, two = interleave(
        effort.rounds, lambda: games_a_second(1), lambda: games_a_second(2), best=max
    )
    return Row(9, f"{two:,.0f} games/s", f"{one:,.0f} games/s", two / one)


def allocations_row() -> Row:
    """Allocations that grow with the number of games played in one call."""
    found = count_allocations()
    if found is None:
        return Row(17, "not counted", "needs Linux and a C compiler", None)
    return Row(17, f"{found}", "-", found)


def instructions_row(effort: Effort) -> Row:
    """Instructions a decision, which no other program on the machine can disturb."""
    if effort.rounds < 3:
        return Row(18, "not counted", "left out of the short form", None)
    found = count_instructions()
    if found is None:
        return Row(18, "not counted", "needs valgrind", None)
    score = found / COMMITTED_INSTRUCTIONS
    return Row(18, f"{found:,.0f}", f"{COMMITTED_INSTRUCTIONS:,}", score)
