"""The watch over one connection: whose time runs, who pings too much, whose End stays out.

Told the time from outside, it says what is due; it sends nothing and ends nothing. Before the first
tick no time passes. Above: `protocol`. Below: `clock`, `chain`, `events`.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from .clock import GRACE, Clock
from .errors import FloodError
from .events import PeerGone, PeerOverTime, TimeWarning
from .states import State

if TYPE_CHECKING:
    from .chain import Chain
    from .events import Event
    from .messages import Options

END_SECONDS = 30  # P11: a first or second End is awaited
PING_WINDOW = 60.0  # seconds
MAX_PINGS = 60  # in a window
AWAY = frozenset({State.AWAY, State.RESUME_ME, State.RESUME_YOU})
PEER_OWES_STEP = frozenset({State.STEP_YOU, State.CROSS})
AWAITS_END = frozenset({State.END_YOU, State.LAST_YOU})


class Due(Enum):
    """What a side must do because of the time."""

    DECLARE_TIME = auto()  # our own is over
    GIVE_UP_END = auto()  # the peer's End stays out


class Watch:
    """Time and traffic of a match, as one side sees them."""

    def __init__(self, options: Options, seat: int) -> None:
        self.clock = Clock(options)
        self.events: list[Event] = []  # what the owner has not been told
        self._seat = seat
        self._now = 0.0
        self._told: set[tuple[str, int]] = set()
        self._end_since: float | None = None
        self._window = 0.0
        self._n_pings = 0

    def tick(self, now: float, chain: Chain) -> Due | None:
        """Let the time pass up to `now`; what we must do about it."""
        self._now = now
        state = chain.state
        if state in AWAY:
            self._tick_away(now, chain)
            return None
        if not self.clock.is_on:
            self.clock.pass_by(now)
            if state not in AWAITS_END and self._end_since is None:
                return None
            return self._await_end(now, state)
        seat = self._burning(state)
        seconds = self.clock.run(now, chain.n, seat)
        if seconds is not None and seat is not None:
            self.events.append(TimeWarning(seat, seconds))
        if seat is not None:
            left = self.clock.left(seat)
            if seat == self._seat and left <= 0:
                return Due.DECLARE_TIME
            if seat != self._seat and left <= -GRACE:
                self._tell_once("time", chain.n, PeerOverTime())
        return self._await_end(now, state)

    def tick_returning(self, now: float, chain: Chain) -> Due | None:
        """The same while the peer is back and has not yet repeated all: we cannot move."""  # P13.3
        self._now = now
        self._run_away(now, chain.n, chain.state)
        return self._await_end(now, chain.state)

    def _burning(self, state: State) -> int | None:
        """The seat whose time runs."""
        if state is State.STEP_ME:
            return self._seat
        return 1 - self._seat if state in PEER_OWES_STEP else None

    def _tick_away(self, now: float, chain: Chain) -> None:
        self._end_since = None
        self._run_away(now, chain.n, chain.resting)

    def _run_away(self, now: float, n: int, state: State) -> None:
        seat = self._burning(state)
        peer = None if seat == self._seat else seat
        self.clock.run_away(now, n, peer)
        if self.clock.is_gone:
            self._tell_once("gone", 0, PeerGone())

    def _tell_once(self, what: str, n: int, event: Event) -> None:
        if (what, n) not in self._told:
            self._told.add((what, n))
            self.events.append(event)

    def _await_end(self, now: float, state: State) -> Due | None:
        if state not in AWAITS_END:
            self._end_since = None
            return None
        if self._end_since is None:
            self._end_since = now
        return Due.GIVE_UP_END if now - self._end_since >= END_SECONDS else None

    def seconds_to_event(self, state: State) -> float | None:
        """When the next tick should come at the latest."""
        if self._end_since is not None:
            return max(0.01, self._end_since + END_SECONDS - self._now)
        seat = self._burning(state)
        return None if seat is None else self.clock.seconds_to_event(seat)

    def count_ping(self) -> None:
        """A sign of life arrived; raises `FloodError` when they are too many."""
        if self._now - self._window >= PING_WINDOW:
            self._window, self._n_pings = self._now, 0
        self._n_pings += 1
        if self._n_pings > MAX_PINGS:
            raise FloodError(f"more than {MAX_PINGS} pings a minute", rule="P11")

    def lose_link(self) -> None:
        """The link was given up: what was charged since the last sign of life is given back."""
        self.clock.give_back(1 - self._seat)
