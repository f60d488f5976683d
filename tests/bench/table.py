"""The goals table: what each goal asks for, how a measurement is judged, how rows are printed.

A goal is a ratio to a reference measured in the same run, or a number that no clock enters (bytes,
allocations). Figures of two machines or two runs are never compared. Nothing stands above this
module; every subject below it returns rows.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Sense(Enum):
    """Which side of a limit is good."""

    AT_LEAST = ">="
    AT_MOST = "<="


@dataclass(frozen=True, slots=True)
class Goal:
    """One line of the table of goals; `must` and `stretch` limit the score."""

    number: int
    what: str
    reference: str
    sense: Sense
    must: float
    stretch: float
    unit: str = "x"

    def verdict(self, score: float | None) -> str:
        """How a score stands: `stretch`, `must`, `below`, or `-` for none."""
        if score is None:
            return "-"
        if self._meets(score, self.stretch):
            return "stretch"
        return "must" if self._meets(score, self.must) else "below"

    def limit(self, value: float) -> str:
        """A limit of this goal as the table prints it."""
        return f"{self.sense.value} {value:g}{self.unit}"

    def _meets(self, score: float, limit: float) -> bool:
        return score >= limit if self.sense is Sense.AT_LEAST else score <= limit


@dataclass(frozen=True, slots=True)
class Row:
    """What one run found about a goal; no score when the reference or the subject is missing."""

    number: int
    ours: str
    reference: str
    score: float | None


@dataclass(frozen=True, slots=True)
class Note:
    """Figures without a goal, by name; `reason` says why there are none."""

    what: str
    figures: dict[str, float]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: rounds of alternating slices, and the length of one."""

    rounds: int
    seconds: float
    operations: int  # calls in one slice of a measurement in nanoseconds
    games: int  # of a measurement that is a whole process
    matches: int  # over the network


FULL = Effort(rounds=15, seconds=0.2, operations=20_000, games=1_000, matches=12)
SHORT = Effort(rounds=2, seconds=0.02, operations=500, games=50, matches=1)

LEAST, MOST = Sense.AT_LEAST, Sense.AT_MOST
BARE = "bare python"
GOALS = {
    goal.number: goal
    for goal in (
        Goal(1, "random games in the core, decisions/s", "essence-wars random", LEAST, 2, 5),
        Goal(2, "the same against C++", "OpenSpiel hearts in C++", LEAST, 0.35, 1),
        Goal(3, "list, choice, apply from Python, decisions/s", "hearts, Python", LEAST, 0.8, 1.5),
        Goal(4, "the same against a mask", "essence-wars mask", LEAST, 3, 8),
        Goal(5, "clone from Python", "essence-wars fork", MOST, 0.10, 0.04),
        Goal(6, "clone in the core", "memcpy of the state", MOST, 1.5, 1.1),
        Goal(7, "legal_decisions as a list", "essence-wars action_mask", MOST, 1.5, 0.8),
        Goal(8, "sizeof(State)", "a number, no clock", MOST, 3072, 2304, " B"),
        Goal(9, "two threads of headless games", "one thread", LEAST, 1.8, 1.95),
        Goal(10, "start, import, catalogue, one game", BARE, MOST, 2, 1.3),
        Goal(11, "lycee --version, --help, sim", BARE, MOST, 4, 2.5),
        Goal(12, "1,000 games in one process, peak memory", BARE, MOST, 1.5, 1.1),
        Goal(13, "signed ply and its answer, loopback", "Trio echo of 100 bytes", MOST, 5, 4),
        Goal(14, "matches over loopback, decisions/s", "a prototype", LEAST, 0.6, 0.9),
        Goal(15, "messages a match", "messages that say something", MOST, 1.05, 1),
        Goal(16, "a message without openings", "a number, no clock", MOST, 256, 192, " B"),
        Goal(17, "heap allocations inside a game", "a number, no clock", MOST, 0, 0, ""),
        Goal(18, "instructions a decision", "the committed figure", MOST, 1.05, 1),
        Goal(19, "lycee sim --jobs 2, games/s", "lycee sim --jobs 1", LEAST, 1.8, 1.95),
    )
}


def interleave(
    rounds: int, *measures: Callable[[], float], best: Callable[[Iterable[float]], float]
) -> list[float]:
    """Run the measures in turn, `rounds` times, and return the best figure of each.

    Args:
        best: `max` for rates, `min` for costs. What disturbs a machine only ever makes it slower,
            so the best of several short slices is what the program can do.
    """
    found: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for figures, measure in zip(found, measures, strict=True):
            figures.append(measure())
    return [best(figures) for figures in found]


COLUMNS = ("#", "what", "ours", "reference", "ratio", "must", "stretch", "verdict")


def cells(row: Row) -> tuple[str, ...]:
    """The texts of one row, in the order of `COLUMNS`."""
    goal = GOALS[row.number]
    score = "-" if row.score is None else f"{row.score:.3g}{goal.unit}"
    if row.score is not None and goal.unit != "x":
        score = f"{row.score:g}{goal.unit}"
    return (
        str(goal.number),
        goal.what,
        row.ours,
        row.reference,
        score,
        goal.limit(goal.must),
        goal.limit(goal.stretch),
        goal.verdict(row.score),
    )


def format_table(rows: Sequence[Row]) -> str:
    """The table for people."""
    lines = [COLUMNS, *map(cells, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def format_notes(notes: Sequence[Note]) -> str:
    """The notes for people, one a line."""

    def shown(value: float) -> str:
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"

    lines = []
    for note in notes:
        figures = ", ".join(f"{name} {shown(value)}" for name, value in note.figures.items())
        lines.append(f"{note.what}: {note.reason or figures}")
    return "\n".join(lines)


def format_jsonl(rows: Sequence[Row], notes: Sequence[Note]) -> str:
    """The table for programs: one object a row, keys as the columns, the score as a number.

    An object for each note follows, under the key `note`.
    """
    found = []
    for row in rows:
        entry: dict[str, object] = dict(zip(COLUMNS, cells(row), strict=True))
        entry["#"], entry["score"] = row.number, row.score
        found.append(json.dumps(entry))
    found += [
        json.dumps({"note": note.what, "reason": note.reason, **note.figures}) for note in notes
    ]
    return "\n".join(found)
