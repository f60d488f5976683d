"""Other engines as a measure: a process of another Python that plays them on request.

The peers are no dependency. Given the path of a Python that has them, one worker process stays
open; each request is a name and a time, each answer one figure, so that a slice of theirs follows
each slice of ours. Figures: decisions a second, or nanoseconds a call.
"""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Self

from .table import interleave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

# Runs in the other Python. Reads lines `name seconds`, prints one number for each.
WORKER = r"""
import json, random, sys, time

clock = time.perf_counter
measures = {}


def rate(play, seconds):
    decisions, start = 0, clock()
    while clock() - start < seconds:
        decisions += play()
    return decisions / (clock() - start)


def cost(call, items, seconds):
    calls, start = 0, clock()
    while clock() - start < seconds:
        list(map(call, items))
        calls += len(items)
    return (clock() - start) / calls * 1e9


def essence_wars():
    import numpy
    from essence_wars import PyGame

    game, rng, seeds = PyGame(), random.Random(1), iter(range(1 << 30))

    def random_game():
        game.reset(next(seeds))
        pick, step, n, done = game.random_action, game.step, 0, False
        while not done:
            done = step(pick())[1]
            n += 1
        return n

    def masked_game():
        game.reset(next(seeds))
        mask, step, n, done = game.action_mask, game.step, 0, False
        while not done:
            legal = numpy.flatnonzero(mask())
            done = step(int(legal[rng.randrange(len(legal))]))[1]
            n += 1
        return n

    states = []
    for seed in range(20):
        game.reset(seed)
        n = 0
        while not game.step(game.random_action())[1]:
            n += 1
            if n % 8 == 0:
                states.append(game.fork())
    states = [states[i * len(states) // 64] for i in range(64)]
    measures["essence-wars random"] = lambda s: rate(random_game, s)
    measures["essence-wars mask"] = lambda s: rate(masked_game, s)
    measures["essence-wars fork"] = lambda s: cost(PyGame.fork, states, s)
    measures["essence-wars action_mask"] = lambda s: cost(PyGame.action_mask, states, s)


def open_spiel():
    import pyspiel

    hearts, rng = pyspiel.load_game("hearts"), random.Random(1)

    def python_game():
        state, n = hearts.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            n += 1
        return n

    def dealt():
        state = hearts.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        return state

    # All cards are dealt, so what is left is the same number of decisions in every playout,
    # but for the passing of cards: an average of some games.
    lengths = []
    for _ in range(50):
        state, n = dealt(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            n += 1
        lengths.append(n)
    length, seeds = sum(lengths) / len(lengths), iter(range(1 << 30))

    def native_games():
        # A search of 2 simulations, each valued by 100 playouts: 200 playouts in one call.
        seed = next(seeds)
        judge = pyspiel.RandomRolloutEvaluator(100, seed)
        pyspiel.MCTSBot(hearts, judge, 2.0, 2, 10, False, seed, False).mcts_search(dealt())
        return 200 * length

    measures["hearts python"] = lambda s: rate(python_game, s)
    measures["hearts c++"] = lambda s: rate(native_games, s)


missing = []
for load in (essence_wars, open_spiel):
    try:
        load()
    except ImportError as error:
        missing.append(str(error))
print(json.dumps({"measures": sorted(measures), "missing": missing}), flush=True)
for line in sys.stdin:
    name, seconds = line.rsplit(" ", 1)
    print(measures[name](float(seconds)), flush=True)
"""


class Peers:
    """The worker of one other Python; a context manager."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        hello = json.loads(self._read_line())
        self._measures = frozenset(hello["measures"])
        self.missing: list[str] = hello["missing"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def has(self, name: str) -> bool:
        """Whether the other Python can measure this."""
        return name in self._measures

    def measure(self, name: str, seconds: float) -> float:
        """Let the worker play for about so many seconds; returns decisions/s or ns a call."""
        assert self._process.stdin is not None, "opened as a pipe"
        self._process.stdin.write(f"{name} {seconds}\n")
        self._process.stdin.flush()
        return float(self._read_line())

    def _read_line(self) -> str:
        assert self._process.stdout is not None, "opened as a pipe"
        line = self._process.stdout.readline()
        if not line:
            self._process.communicate()
            raise ChildProcessError("the Python of the peers ended early")
        return line


def measure_beside(
    peers: Peers | None,
    reference: str,
    ours: Callable[[], float],
    *,
    rounds: int,
    seconds: float,
    best: Callable[[Iterable[float]], float],
) -> tuple[float, float | None]:
    """Our figure and a peer's, a slice of `seconds` of theirs after each of ours.

    The second is None where nobody gave the peer.
    """
    if peers is None or not peers.has(reference):
        (figure,) = interleave(rounds, ours, best=best)
        return figure, None
    figure, theirs = interleave(rounds, ours, lambda: peers.measure(reference, seconds), best=best)
    return figure, theirs
