"""`lycee conform`: a hostile peer with numbered cases, in the way of a protocol's test suite.

Plays honestly up to the state a case needs, then breaks one rule, and says in TAP whether the other
side ended as the spec demands. With `--self` the other side is our own program, started for each
case and judged from outside; else it is whoever listens behind an invite, or comes to ours. Below:
the tables of attacks, `rig`.
"""

from __future__ import annotations

import tempfile
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from lycee_net.channel import Role

from . import (
    attacks_bytes,
    attacks_cards,
    attacks_ends,
    attacks_hello,
    attacks_link,
    attacks_resume,
    attacks_steps,
    attacks_time,
)
from .faults import CHECK, OK, USAGE, Fault
from .rig import run_case
from .spawner import open_spawner
from .strangers import attack_guests, attack_host, read_invite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lycee_core import Catalogue

    from .cases import Case
    from .spawner import Spawner

CASES: tuple[Case, ...] = (
    *attacks_link.CASES,
    *attacks_bytes.CASES,
    *attacks_hello.CASES,
    *attacks_cards.CASES,
    *attacks_steps.CASES,
    *attacks_ends.CASES,
    *attacks_resume.CASES,
    *attacks_time.CASES,
)
JOBS = 3  # cases at a time; those that wait for a deadline run beside them


def chosen_cases(numbers: Sequence[int]) -> list[Case]:
    """The cases with these numbers, all without any; a `Fault` for a number that none has."""
    unknown = set(numbers).difference(case.number for case in CASES)
    if unknown:
        raise Fault(USAGE, f"conform: found case {min(unknown)}, see lycee conform --list")
    return [case for case in CASES if not numbers or case.number in numbers]


def list_lines(cases: Sequence[Case]) -> list[str]:
    """One line a case: number, section, holes, state, what it does, how the other side must end."""
    return [
        f"{case.number} {case.spec:6} {case.victim.name.lower():5} {case.state:10} "
        f"{case.name}: {case.ending}"
        f" (holes {', '.join(map(str, case.holes))})"
        for case in cases
    ]


class Report:
    """Prints results in the order of the cases, whatever the order in which they come."""

    def __init__(self, cases: Sequence[Case], say: Callable[[str], None]) -> None:
        self._say = say
        self._left = list(enumerate(cases, start=1))
        self._results: dict[int, list[str]] = {}
        self.n_failed = 0
        say("TAP version 14")
        say(f"1..{len(cases)}")

    @property
    def code(self) -> int:
        """The exit code: nothing failed, nothing is left out."""
        return CHECK if self.n_failed or self._left else OK

    def add(self, case: Case, wrong: list[str]) -> None:
        """Take a result."""
        self._results[case.number] = wrong
        while self._left and self._left[0][1].number in self._results:
            place, told = self._left.pop(0)
            self._tell(place, told, self._results[told.number])

    def _tell(self, place: int, case: Case, wrong: list[str]) -> None:
        self.n_failed += bool(wrong)
        word = "not ok" if wrong else "ok"
        self._say(f"{word} {place} - case {case.number} {case.spec} {case.name}")
        if wrong:
            lines = [f"    - {line!r}" for line in wrong]
            self._say("\n".join(["  ---", "  found:", *lines, "  ..."]))


def run_ourselves(cases: Sequence[Case], catalogue: Catalogue, say: Callable[[str], None]) -> int:
    """Run cases against our own program; the exit code."""
    report = Report(cases, say)
    trio.run(_attack_ourselves, cases, catalogue, report)
    return report.code


async def _attack_ourselves(cases: Sequence[Case], catalogue: Catalogue, report: Report) -> None:
    limit = trio.CapacityLimiter(JOBS)

    async def run(spawner: Spawner, case: Case, folder: Path) -> None:
        if case.is_slow:  # it mostly waits
            report.add(case, await _judge(spawner, case, catalogue, folder))
            return
        async with limit:
            report.add(case, await _judge(spawner, case, catalogue, folder))

    with tempfile.TemporaryDirectory(prefix="lycee-conform-") as folder:
        async with open_spawner() as spawner, trio.open_nursery() as nursery:
            for case in cases:
                nursery.start_soon(run, spawner, case, Path(folder))


async def _judge(spawner: Spawner, case: Case, catalogue: Catalogue, folder: Path) -> list[str]:
    """Run one case; a fault of ours is no pass either, and spoils no other case."""
    try:
        return await run_case(spawner, case, catalogue, folder)
    except Exception as error:
        first: BaseException = error
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        return [f"a fault of the case itself: {type(first).__name__}: {first}"]


def run_against_hosts(
    cases: Sequence[Case],
    catalogue: Catalogue,
    invites: Iterator[str],
    say: Callable[[str], None],
) -> int:
    """Run the cases for hosts against those behind the invites; the exit code.

    Raises:
        Fault: an invite is none, of the first before a report begins, or there are too few.
    """
    chosen = [case for case in cases if case.victim is Role.HOST]
    read = map(read_invite, invites)
    first = list(islice(read, 1))
    report = Report(chosen, say)
    trio.run(attack_host, chosen, catalogue, chain(first, read), report.add)
    return report.code


def run_against_guests(
    cases: Sequence[Case], catalogue: Catalogue, address: str, say: Callable[[str], None]
) -> int:
    """Run the cases for guests against whoever comes for our invites; the exit code."""
    chosen = [case for case in cases if case.victim is Role.GUEST]
    report = Report(chosen, say)

    def tell_invite(text: str) -> None:
        say(f"# {text}")

    trio.run(attack_guests, chosen, catalogue, address, tell_invite, report.add)
    return report.code
