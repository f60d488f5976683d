"""What happened on a table, as its client is told: each line with the state before it.

Nothing stands below this module but the core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycee_core import GameState
    from lycee_core.facts import Event

    from .game import Request


class Played(NamedTuple):
    """A line of a seat, and what it did."""

    seat: int
    line: bytes
    before: GameState  # the replica, as it was
    shown: Mapping[int, int]  # the faces that were opened with it
    events: tuple[Event, ...]


class Happened(NamedTuple):
    """What an answer of chance did."""

    request: Request
    events: tuple[Event, ...]


Fact: TypeAlias = Played | Happened
