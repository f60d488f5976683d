"""What happened on a table, as its client is told: each change with the state before it.

What a change did in detail is worked out when somebody asks: a bot never does, and a player's
client asks when the answer is on its way. Nothing stands below this module but the core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycee_core import GameState
    from lycee_core.facts import Event

    from .game import Request


class Played:
    """A line of a seat.

    Attributes:
        seat: who played it.
        line: 2 bytes a decision.
        before: the replica, as it was.
        shown: the faces that were opened with it.
    """

    __slots__ = ("before", "line", "seat", "shown")

    def __init__(self, seat: int, line: bytes, before: GameState, shown: Mapping[int, int]) -> None:
        self.seat, self.line, self.before, self.shown = seat, line, before, shown

    @property
    def events(self) -> tuple[Event, ...]:
        """What it did, step by step."""
        events: list[Event] = []
        self.before.clone().play_line(self.line, self.shown, events)
        return tuple(events)


class Happened:
    """An answer of chance.

    Attributes:
        request: what was asked.
        before: the replica, as it was.
        values: the answer.
    """

    __slots__ = ("before", "request", "values")

    def __init__(self, request: Request, before: GameState, values: Sequence[int]) -> None:
        self.request, self.before, self.values = request, before, values

    @property
    def events(self) -> tuple[Event, ...]:
        """What it did, step by step."""
        after = self.before.clone()
        after.answer(self.values)
        return tuple(after.events())


Fact: TypeAlias = Played | Happened
