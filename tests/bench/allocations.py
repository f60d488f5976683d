"""Counts that no clock enters: heap allocations, and machine instructions by valgrind.

Theory of operation. Both are differences between two runs that differ in the number of games only,
so what the interpreter does before and after a game cancels out. Allocations are counted by a few
lines of C that stand before malloc; PYTHONMALLOC=malloc makes Python's own small objects visible
to them.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]

COUNTER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

static long n;

long n_allocations(void) { return n; }

#define NEXT(name) if (!real) *(void **)&real = dlsym(RTLD_NEXT, name)

void *malloc(size_t size) {
    static void *(*real)(size_t);
    NEXT("malloc");
    __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED);
    return real(size);
}

void *calloc(size_t count, size_t size) {
    static void *(*real)(size_t, size_t);
    NEXT("calloc");
    __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED);
    return real(count, size);
}

void *realloc(void *old, size_t size) {
    static void *(*real)(void *, size_t);
    NEXT("realloc");
    __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED);
    return real(old, size);
}
"""

PLAY = """
import sys
from lycee_core import Catalogue
from lycee_core.deck import Deck
from lycee_core.playout import play_games

catalogue = Catalogue.starter()
names = ("harbour", "clockworks", "gale", "market", "tide")
decks = [Deck.starter(name, catalogue) for name in names]
pairings = [(decks[i], decks[(i + 1) % 5]) for i in range(5)]
"""

COUNT_ALLOCATIONS = (
    PLAY
    + """
import ctypes

n_allocations = ctypes.CDLL(None).n_allocations
n_allocations.restype = ctypes.c_long


def allocations(games):
    before = n_allocations()
    for pairing in pairings:
        play_games(catalogue, pairing, games, 1)
    return n_allocations() - before


allocations(1)  # the first call may make what stays
few = allocations(1)
assert few > 0, "the counter does not stand before malloc"
print(allocations(101) - few)
"""
)

COUNT_DECISIONS = (
    PLAY
    + """
games = int(sys.argv[1])
print(sum(play_games(catalogue, pairing, games, 1).decisions for pairing in pairings))
"""
)


def build_counter(folder: Path) -> Path | None:
    """Compile the counter into a folder; None where that is not possible."""
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    if sys.platform != "linux" or shutil.which(compiler[0]) is None:
        return None
    source, library = folder / "counter.c", folder / "counter.so"
    source.write_text(COUNTER, encoding="utf-8")
    command = [*compiler, "-shared", "-fPIC", "-O1", str(source), "-o", str(library), "-ldl"]
    subprocess.run(command, check=True, capture_output=True)
    return library


def count_allocations() -> int | None:
    """How many more allocations 101 games of each pairing need than 1; None if not countable."""
    with tempfile.TemporaryDirectory() as name:
        library = build_counter(Path(name))
        if library is None:
            return None
        environment = os.environ | {"LD_PRELOAD": str(library), "PYTHONMALLOC": "malloc"}
        command = [sys.executable, "-c", COUNT_ALLOCATIONS]
        done = subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        )
        return int(done.stdout)


def count_instructions() -> float | None:
    """Instructions a decision, over 20 games of each pairing; None without valgrind."""
    if shutil.which("valgrind") is None:
        return None
    few, many = _run_counted(5), _run_counted(25)
    return (many[0] - few[0]) / (many[1] - few[1])


def count_instructions_in(functions: Sequence[str]) -> list[float] | None:
    """Instructions a decision: of all, then within each of some functions of the core.

    What a function calls counts as its own. None without valgrind.

    Raises:
        ValueError: the core has no function of such a name, or the compiler took it apart.
    """
    whole = count_instructions()
    if whole is None:
        return None
    found = [whole]
    for name in functions:
        count, decisions = _run_counted(20, f"--toggle-collect=__pyx_f_10lycee_core_*_{name}")
        if count == 0:
            raise ValueError(f"no instruction was counted in {name}")
        found.append(count / decisions)
    return found


def _run_counted(games: int, *options: str) -> tuple[int, int]:
    """Instructions of a whole process, and decisions in it."""
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "callgrind.out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *options]
        command += [sys.executable, "-c", COUNT_DECISIONS, str(games)]
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        done = subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        )
        for line in out.read_text(encoding="utf-8").splitlines():
            if line.startswith("totals:"):
                return int(line.split()[1]), int(done.stdout)
    raise ValueError("callgrind wrote no totals")
