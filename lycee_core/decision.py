"""Seats and decisions as values, for callers who want more than plain numbers.

The engine itself takes and returns integers; nothing of this is loaded in a headless game. Below:
`game`, `wording`; above: nothing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from lycee_core.wording import describe_decision

if TYPE_CHECKING:
    from lycee_core.game import GameState


class Seat(IntEnum):
    """A position at the table; on the network seat 0 is the host."""

    ZERO = 0
    ONE = 1
    CHANCE = 2
    NOBODY = 3


class Decision(NamedTuple):
    """One decision that a seat may take.

    Args:
        seat: who decides.
        kind: the pending kind it answers, a number of `lycee_core.defs`.
        code: the decision code (spec/notation.md, N2); what `GameState.apply` takes.
    """

    seat: Seat
    kind: int
    code: int

    @property
    def wire(self) -> bytes:
        """The canonical two bytes of the code."""
        return self.code.to_bytes(2, "big")

    def __int__(self) -> int:
        return self.code

    def __index__(self) -> int:
        return self.code

    def __str__(self) -> str:
        return describe_decision(self.code)


def decisions(state: GameState) -> list[Decision]:
    """Return the legal decisions of the pending seat as values, in the order of the engine."""
    pending = state.pending()
    seat = Seat(pending.seat)
    return [Decision(seat, pending.kind, code) for code in state.legal_decisions()]
