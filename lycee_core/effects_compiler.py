"""Compiles the operations of one effect to a program of `O_*` instructions.

What ends a battle, a game or a declaration stands here; the other verbs come from the modules below
it. Below: `effects_permits`, `effects_battle`, `effects_costs`, `effects_entering`, `effects_flow`,
`effects_zones`, `effects_knowing`, `effects_naming`; above: `ability_compiler`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.effects_battle import BattleVerbs
from lycee_core.effects_costs import CostVerbs
from lycee_core.effects_entering import EnteringVerbs
from lycee_core.effects_flow import FlowVerbs
from lycee_core.effects_knowing import KnowingVerbs
from lycee_core.effects_permits import PermitVerbs
from lycee_core.effects_zones import ZoneVerbs
from lycee_core.opcodes import D

if TYPE_CHECKING:
    from lycee_core.parsed import Operation

CANCELLED_TO = {"dust": 0, "removed": 1, "hand": 2}


class EffectsCompiler(
    FlowVerbs, EnteringVerbs, ZoneVerbs, KnowingVerbs, CostVerbs, PermitVerbs, BattleVerbs
):
    """The compiler of effects; one effect at a time."""

    def op_lose_game(self, operation: Operation) -> None:
        """`lose_game`: a seat loses."""
        self.emit(D.O_LOSE_GAME, b=self.whose(operation.value))

    def op_win_game(self, operation: Operation) -> None:
        """`win_game`: the other seat loses."""
        other = {D.WHOSE_YOU: D.WHOSE_ENEMY, D.WHOSE_ENEMY: D.WHOSE_YOU}
        whose = self.whose(operation.value)
        if whose not in other:
            raise self.unbuilt("win_game` of `turn_player")
        self.emit(D.O_LOSE_GAME, b=other[whose])

    def op_halt_battle(self, operation: Operation) -> None:
        """`halt_battle`: the battle ends without a result."""
        self.emit(D.O_HALT_BATTLE)

    def op_cancel(self, operation: Operation) -> int:
        """`cancel`: a declaration will do nothing."""
        register = self.object(operation, one=True)
        self.emit(D.O_CANCEL, register, CANCELLED_TO[str(operation.get("its_card", "dust"))])
        return register
