"""A peer that answers within a moment is awaited on the spot, without the way through a scheduler.

That way (a deadline, a registration, a turn of the loop) takes longer than many an answer over the
loopback, and so does falling asleep and waking up. Whoever waits here looks again and again and
blocks its loop for a millisecond at most, but gives its processor to whoever wants it. A peer that
takes longer is awaited so less and less often, and now and then the loop gets its turn whatever
comes. Above: `transport`.
"""

from __future__ import annotations

import os
import select
from time import perf_counter

SECONDS = 0.001  # of a wait on the spot
MOST_SKIPPED = 255  # waits, for a peer that is never fast enough
MOST_IN_A_ROW = 63  # answers, before the loop gets a turn


class Nearby:
    """Tells the waits that are worth it from the others."""

    def __init__(self) -> None:
        self._waiting: select.poll | None = None
        self._descriptor = -1  # what it waits for
        self._skipped = 0  # after the last wait in vain
        self._to_skip = 0  # of these, still
        self._in_a_row = 0

    def read(self, descriptor: int, size: int) -> bytes | None:
        """What a socket received within a moment, nothing at its end; None: wait as usual.

        Raises `OSError` as the socket does.
        """
        if self._to_skip:
            self._to_skip -= 1
            return None
        if self._in_a_row == MOST_IN_A_ROW:
            self._in_a_row = 0
            return None
        if self._waiting is None or descriptor != self._descriptor:
            self._waiting, self._descriptor = select.poll(), descriptor
            self._waiting.register(descriptor, select.POLLIN)
        if self._comes(self._waiting):
            self._skipped = 0
            self._in_a_row += 1
            return os.read(descriptor, size)
        self._skipped = self._to_skip = min(2 * self._skipped + 1, MOST_SKIPPED)
        return None

    def _comes(self, waiting: select.poll) -> bool:
        """Whether there is something to read before the moment is over."""
        until = perf_counter() + SECONDS
        while not waiting.poll(0):
            if perf_counter() >= until:
                return False
            os.sched_yield()
        return True
