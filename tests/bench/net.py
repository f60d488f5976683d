"""Goals 13 to 16: whole matches between two processes over the loopback. Below: `matchup`, `table`.

Before each match the same two processes echo 100 bytes; after it they exchange as many messages of
the prototype: one signed, chained, sealed message a line, no rules. What the bots take to find a
line is taken off: the goals are about a scripted match, and a player's thinking is no protocol.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import trio

from lycee_net.channel import Role
from lycee_net.messages import Decide

from . import prototype
from .allocations import ROOT
from .matchup import measure_echo, play_guest, take_seat
from .table import Effort, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .matchup import Bot
    from .prototype import Exchange

N_ROUND_TRIPS = 300  # of the echo before each match
TMPFS = Path("/dev/shm")  # noqa: S108 (a folder of our own is made inside)


@dataclass(frozen=True, slots=True)
class Played:
    """One match as the guest saw it."""

    bot: Bot
    seconds: float
    cpu: float  # of the guest
    host_cpu: float
    host_thinking: list[float]  # seconds before each Step of the host
    echo: float  # median seconds of a round trip
    prototype: Exchange  # of as many messages

    @property
    def steps(self) -> list[tuple[int, int]]:
        """Seat and number of parts of every Step of the match."""
        return [(seat, len(parts)) for seat, parts in self.bot.protocol.chain.steps]

    @property
    def round_trip(self) -> float:
        """Median seconds from an own Step to the next, without the thinking of both."""
        times = [when for when, _, _ in self.bot.steps]
        ours, theirs = self.bot.thinking[1:], self.host_thinking[1:]  # the host sends first
        spans = zip(pairwise(times), ours, theirs, strict=False)
        return median(b - a - own - other for (a, b), own, other in spans)

    @property
    def n_decisions(self) -> int:
        """Decisions of the match, two bytes each."""
        steps = self.bot.protocol.chain.steps
        lines = [part.line for _, parts in steps for part in parts if isinstance(part, Decide)]
        return sum(len(line) for line in lines) // 2

    @property
    def playing(self) -> float:
        """Seconds of the match without the thinking of both."""
        return self.seconds - sum(self.bot.thinking) - sum(self.host_thinking)


def rows(effort: Effort) -> Iterator[Row]:
    """The rows of this subject."""
    played = play_matches(effort)
    yield round_trip_row(played)
    yield matches_row(played)
    yield messages_row(played)
    yield bytes_row(played)


def play_matches(effort: Effort) -> list[Played]:
    """Play the matches of a run, one after the other."""
    parent = TMPFS if TMPFS.is_dir() else None
    with tempfile.TemporaryDirectory(dir=parent) as name:
        command = [sys.executable, "-m", "tests.bench.matchup", str(effort.matches), name]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as host:
            ports = _hear(host)
            return [
                _play_one(host, ports, Path(name) / f"guest-{number}", 2 * number + 1)
                for number in range(effort.matches)
            ]


def _hear(host: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert host.stdout is not None, "opened as a pipe"
    line = host.stdout.readline()
    if not line:
        raise ChildProcessError("the host ended early")
    found: dict[str, Any] = json.loads(line)
    return found


def _play_one(
    host: subprocess.Popen[bytes], ports: dict[str, int], folder: Path, seed: int
) -> Played:
    port = int(_hear(host)["port"])
    echoes = trio.run(measure_echo, ports["echo"], N_ROUND_TRIPS)
    take_seat(Role.GUEST)
    cpu = process_time()
    bot, seconds = trio.run(play_guest, port, folder, seed)
    cpu = process_time() - cpu
    told = _hear(host)
    n_trips = len(bot.protocol.chain.steps) // 2
    bare = trio.run(prototype.measure, ports["prototype"], n_trips)
    return Played(bot, seconds, cpu, told["cpu"], told["thinking"], median(echoes), bare)


def round_trip_row(played: list[Played]) -> Row:
    """An own message and the peer's answer, beside the echo."""
    ours = min(match.round_trip for match in played)
    echo = min(match.echo for match in played)
    n_steps = sum(len(match.steps) for match in played)
    cpu = sum(match.cpu + match.host_cpu for match in played) / n_steps
    bare = min(median(match.prototype.trips) for match in played)
    text = f"{ours * 1e6:.0f} us (CPU {cpu * 1e6:.0f} us a message, with its waits)"
    reference = f"{echo * 1e6:.0f} us (without rules {bare / echo:.1f}x)"
    return Row(13, text, reference, ours / echo)


def matches_row(played: list[Played]) -> Row:
    """Decisions a second of whole matches, from the connection to the audit.

    The prototype is given the decisions of the match whose messages it counted.
    """
    ours = max(match.n_decisions / match.playing for match in played)
    bare = max(match.n_decisions / match.prototype.whole for match in played)
    seconds = sum(match.playing for match in played)
    decisions = sum(match.n_decisions for match in played)
    text = f"{ours:,.0f}/s ({len(played) / seconds:.1f} matches/s of"
    text += f" {decisions / len(played):.0f})"
    return Row(14, text, f"prototype without rules {bare:,.0f}/s", ours / bare)


def messages_row(played: list[Played]) -> Row:
    """Steps, beside the least there can be: one at each change of the side that acts."""
    steps = [step for match in played for step in match.steps]
    acting = [[seat for seat, n_parts in match.steps if n_parts] for match in played]
    least = sum(1 + sum(a != b for a, b in pairwise(s)) for s in acting)
    text = f"{len(steps) / len(played):.0f}"
    return Row(15, text, f"{least / len(played):.0f}", len(steps) / least)


def bytes_row(played: list[Played]) -> Row:
    """Bytes on the wire of an own Step that opens, seals and picks nothing: the most of them."""
    # With the last Step of a match its End can travel.
    sizes = [size for match in played for _, size, is_bare in match.bot.steps[:-1] if is_bare]
    total = sum(
        match.bot.protocol.n_received + sum(size for _, size in match.bot.protocol.sent)
        for match in played
    )
    text = f"{max(sizes)} B at most ({total / len(played) / 1024:.0f} KiB a match, both ways)"
    return Row(16, text, "-", max(sizes))
