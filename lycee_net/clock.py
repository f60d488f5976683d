"""Clocks: what each seat has left, as this side measures it.

Without a clock of its own: times are passed in, monotonic seconds. Invariant: only the seat that
owes a Step burns time, first what it has for this message, then its bank, and only while the link
shows life: what was charged since the peer's last byte is given back when the link is given up.
Absence is summed up apart. Nothing here is proved to anybody: each side trusts its own measure.
Below: `messages`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .messages import Options

WARNINGS = (60, 10)  # seconds left at which both sides are told # P13
GRACE = 5  # what a peer may be over its time by our measure
SHORTEST = 0.01  # seconds to sleep before another look
MILLISECONDS = 1000
N_SEATS = 2
NOTHING = (0.0, 0.0)  # of the time for this message, and of the bank


class Clock:
    """The time of both seats."""

    def __init__(self, options: Options) -> None:
        self.is_on = bool(options.bank or options.per_decision)
        self.banks = [float(options.bank)] * N_SEATS
        self.absence = 0.0  # of the peer, over all connections
        self._options = options
        self._allowance = float(options.per_decision)
        self._turn = -1
        self._now: float | None = None
        self._charged = NOTHING  # to allowance and bank, since the last sign of life
        self._charged_seat = 0

    @property
    def is_gone(self) -> bool:
        """Whether the peer was away for longer than agreed."""
        return bool(self._options.away) and self.absence > self._options.away

    def left(self, seat: int) -> float:
        """Seconds that a seat has, with what belongs to this message."""
        return self.banks[seat] + self._allowance

    def milliseconds(self) -> tuple[int, int]:
        """Both banks, as they stand in notes and in a Resume."""
        first, second = (max(0, round(bank * MILLISECONDS)) for bank in self.banks)
        return first, second

    def restore(self, milliseconds: tuple[int, int]) -> None:
        """Go on with the banks of a note."""
        self.banks = [value / MILLISECONDS for value in milliseconds]

    def run(self, now: float, turn: int, seat: int | None) -> int | None:
        """Let the time pass up to `now`, during which `seat` owed message `turn`, or nobody.

        Returns the seconds of a warning that is due, or None.
        """
        passed = 0.0 if self._now is None else max(0.0, now - self._now)
        self._now = now
        if not self.is_on or seat is None:
            return None
        self._begin(turn)
        before = self.left(seat)
        self._charge(seat, passed)
        passed_marks = [mark for mark in WARNINGS if self.left(seat) <= mark < before]
        return passed_marks[-1] if passed_marks else None

    def pass_by(self, now: float) -> None:
        """Let the time pass up to `now` without a clock."""
        self._now = now

    def run_away(self, now: float, turn: int, peer: int | None) -> None:
        """Let the time of a lost link pass; `peer` is the peer's seat if it owes.

        Nothing of our own runs; an absence that is too long burns the time of a peer that owes.
        """
        passed = 0.0 if self._now is None else max(0.0, now - self._now)
        self._now = now
        self.absence += passed
        if self.is_on and self.is_gone and peer is not None:
            self._begin(turn)
            self._charge(peer, passed)

    def show_life(self) -> None:
        """A byte of the peer arrived: what was charged so far stays charged."""
        self._charged = NOTHING

    def give_back(self, peer: int) -> None:
        """The link was given up: nobody pays for the time since it last showed life.

        For the peer it was absence, or else it could cut the line again and again to think; what is
        beyond the absence that was agreed on stays charged.
        """  # P13.2
        allowance, bank = self._charged
        free = allowance + bank
        if self._charged_seat == peer:
            self.absence += free
            if self.is_gone:
                free = max(0.0, free - (self.absence - self._options.away))
        from_bank = min(bank, free)  # which was charged last
        self.banks[self._charged_seat] += from_bank
        self._allowance += free - from_bank
        self._charged = NOTHING

    def seconds_to_event(self, seat: int) -> float | None:
        """When `run` should be called again while `seat` owes, in seconds from the last call."""
        if not self.is_on:
            return None
        left = self.left(seat)
        marks = [*(left - mark for mark in WARNINGS), left, left + GRACE]
        ahead = min((mark for mark in marks if mark > 0), default=None)
        return None if ahead is None else max(ahead, SHORTEST)

    def _begin(self, turn: int) -> None:
        if turn != self._turn:
            self._turn = turn
            self._allowance, self._charged = float(self._options.per_decision), (0.0, 0.0)

    def _charge(self, seat: int, passed: float) -> None:
        from_allowance = min(passed, self._allowance)
        from_bank = passed - from_allowance
        self._allowance -= from_allowance
        self.banks[seat] -= from_bank
        allowance, bank = self._charged if seat == self._charged_seat else (0.0, 0.0)
        self._charged_seat = seat
        self._charged = allowance + from_allowance, bank + from_bank
