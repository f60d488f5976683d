"""What happened on a table, as its client is told: each change with the state before it.

What a change did in detail is worked out when somebody asks: a bot never does, and a player's
client asks when the answer is on its way. Nothing stands below this module but the core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycee_core import GameState
    from lycee_core.facts import Event

    from .game import Request


class Played(NamedTuple):
    """A line of a seat."""

    seat: int
    line: bytes
    before: GameState  # the replica, as it was
    shown: Mapping[int, int]  # the faces that were opened with it

    @property
    def events(self) -> tuple[Event, ...]:
        """What it did, step by step."""
        events: list[Event] = []
        self.before.clone().play_line(self.line, self.shown, events)
        return tuple(events)


class Happened(NamedTuple):
    """An answer of chance."""

    request: Request
    before: GameState  # the replica, as it was
    values: Sequence[int]

    @property
    def events(self) -> tuple[Event, ...]:
        """What it did, step by step."""
        after = self.before.clone()
        after.answer(self.values)
        return tuple(after.events())


Fact: TypeAlias = Played | Happened
