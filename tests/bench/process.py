"""Goals 10, 11, 12 and 19: whole processes beside a Python that does nothing. Below: `table`.

The reference is the same interpreter with the same site packages, so what an editable install or a
virtual environment adds to every start counts on both sides.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from .allocations import PLAY, ROOT
from .table import Effort, Row, interleave

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BARE = ("-c", "pass")
ONE_GAME = ("-c", PLAY + "play_games(catalogue, pairings[0], 1, 1)\n")
HEADLESS = (("--version",), ("--help",), ("sim", "--games", "1", "--seed", "1"))
NEVER_LOADED = frozenset({"trio", "cryptography", "rich", "prompt_toolkit"})
STATUS = Path("/proc/self/status")

# Runs a command as `python -m` does, then tells which of some modules it loaded.
TELL_LOADED = """
import runpy, sys

forbidden, sys.argv = sys.argv[1].split(","), ["lycee", *sys.argv[2:]]
try:
    runpy.run_module("lycee_cli", run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert not end.code, end.code
sys.stderr.write("loaded:" + ",".join(sorted(set(forbidden) & set(sys.modules))) + "\\n")
"""

# Peak memory as the kernel counts it, of this program only: what a parent held before does not
# count, as it would in `getrusage`.
PEAK = """
for line in open("/proc/self/status"):
    if line.startswith("VmHWM:"):
        print(int(line.split()[1]))
"""


def rows(effort: Effort) -> Iterator[Row]:
    """The rows of this subject."""
    game, bare = interleave(effort.rounds, partial(start, ONE_GAME), partial(start, BARE), best=min)
    yield _milliseconds(10, game, bare)
    yield commands_row(effort)
    yield memory_row(effort)
    yield jobs_row(effort)


def start(arguments: Sequence[str]) -> float:
    """Seconds that a Python process takes from its start to its end."""
    began = perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)
    return perf_counter() - began


def _milliseconds(number: int, ours: float, bare: float) -> Row:
    return Row(number, f"{ours * 1e3:.1f} ms", f"{bare * 1e3:.1f} ms", ours / bare)


def loaded_modules(arguments: Sequence[str]) -> frozenset[str]:
    """Which modules of `NEVER_LOADED` a headless command loads."""
    command = [sys.executable, "-c", TELL_LOADED, ",".join(NEVER_LOADED), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    names = done.stderr.rpartition("loaded:")[2].strip()
    return frozenset(names.split(",")) if names else frozenset()


def commands_row(effort: Effort) -> Row:
    """The slowest headless command; one that loads a module of the network does not count."""
    loaded = sorted(name for words in HEADLESS for name in loaded_modules(words))
    if loaded:
        return Row(11, "loads " + ", ".join(loaded), "-", float("inf"))
    starts = [partial(start, ("-m", "lycee_cli", *words)) for words in HEADLESS]
    *ours, bare = interleave(effort.rounds, *starts, partial(start, BARE), best=min)
    return _milliseconds(11, max(ours), bare)


def memory_row(effort: Effort) -> Row:
    """Peak memory of a process that plays a series of games."""
    if not STATUS.exists():
        return Row(12, "not counted", "needs Linux", None)
    games = effort.games
    series = PLAY + f"play_games(catalogue, pairings[0], {games}, 1)\n"
    ours, bare = (peak_memory(code) for code in (series, "pass\n"))
    return Row(12, f"{ours / 1024:.1f} MiB", f"{bare / 1024:.1f} MiB", ours / bare)


def peak_memory(code: str) -> int:
    """KiB that a Python process held at most."""
    command = [sys.executable, "-c", code + PEAK]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return int(done.stdout)


def jobs_row(effort: Effort) -> Row:
    """The speed that `lycee sim` tells with two jobs beside one."""
    games = 20 * effort.games

    def speed(jobs: int) -> float:
        words = ["sim", "--games", str(games), "--seed", "1", "--jobs", str(jobs)]
        command = [sys.executable, "-m", "lycee_cli", *words]
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        return float(done.stderr.removesuffix(" games/s\n"))

    rounds = min(effort.rounds, 5)
    one, two = interleave(rounds, partial(speed, 1), partial(speed, 2), best=max)
    return Row(19, f"{two:,.0f} games/s", f"{one:,.0f} games/s", two / one)
