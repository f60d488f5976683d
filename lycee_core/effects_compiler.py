"""Compiles the operations of one effect to a program of `O_*` instructions.

Values, battle and the chain stand here; the other verbs come from the modules below it. Below:
`effects_costs`, `effects_entering`, `effects_flow`, `effects_zones`, `effects_knowing`,
`effects_naming`; above: `program`.
"""

from __future__ import annotations

from lycee_core.effects_costs import CostTables
from lycee_core.effects_entering import EnteringVerbs
from lycee_core.effects_flow import FlowVerbs
from lycee_core.effects_knowing import KnowingVerbs
from lycee_core.effects_naming import NamingVerbs
from lycee_core.effects_zones import ZoneVerbs
from lycee_core.opcodes import D
from lycee_core.parsed import Basic, Duration, Operation

CANCELLED_TO = {"dust": 0, "removed": 1, "hand": 2}
ALL_BASICS = 255
FREE = (0, 0, 0, 0, 0, 0)


class EffectsCompiler(FlowVerbs, EnteringVerbs, ZoneVerbs, KnowingVerbs, NamingVerbs, CostTables):
    """The compiler of effects; one effect at a time."""

    # ---- values and state

    def op_change(self, operation: Operation) -> int:
        """`change`: one instruction for each value."""
        register = self.object(operation)
        until = self.duration(operation.get("until"), is_passive=self.is_passive)
        for word in ("ap", "dp", "sp"):
            if operation.has(word):
                amount = self.place(self.amount(operation.get(word)))
                self.emit(D.O_CHANGE, register, D.named("VAL_", word), until, amount)
        return register

    def op_grant(self, operation: Operation) -> int:
        """`grant`: basic abilities that are free and have no effect."""
        register = self.object(operation)
        until = self.ability_duration(operation)
        basics = operation.get("basic")
        for basic in basics if isinstance(basics, tuple) else ():
            assert isinstance(basic, Basic), basic
            self.check_granted(basic)
            self.emit(D.O_GAIN_BASIC, register, D.named("B_", basic.name), until)
        return register

    def check_granted(self, basic: Basic) -> None:
        """Refuse a granted basic ability that brings a price or an effect."""
        is_free = basic.cost is None or all(value in (0, FREE) for _, value in basic.cost.args)
        if not is_free or basic.effect or basic.name.startswith("Tax"):
            raise self.unbuilt(f"grant` of `{basic.name}")

    def op_lose(self, operation: Operation) -> int:
        """`lose`: basic abilities by name, or all."""
        register = self.object(operation)
        until = self.ability_duration(operation)
        basics = operation.get("basic")
        if basics == "all":
            self.emit(D.O_LOSE_BASIC, register, ALL_BASICS, until)
        for name in basics if isinstance(basics, tuple) else ():
            self.emit(D.O_LOSE_BASIC, register, D.named("B_", str(name)), until)
        return register

    def ability_duration(self, operation: Operation) -> int:
        """Compile how long an ability is gained or lost: to the end of the turn, or passively."""
        until = self.duration(operation.get("until"), is_passive=self.is_passive)
        if until == D.UNTIL_BATTLE_END:
            raise self.unbuilt(f"battle_end` beside `{operation.word}")
        return until

    # ---- battle and chain

    def op_keep(self, operation: Operation) -> int:
        """`keep`: a character is not downed by this battle."""
        until = operation.get("until")
        if self.is_passive or (until is not None and until != Duration("battle_end")):
            raise self.unbuilt("keep` beyond this battle, as `keep")
        register = self.object(operation)
        self.emit(D.O_KEEP, register)
        return register

    def op_damage(self, operation: Operation) -> None:
        """`damage`: the deck damage of this battle grows or shrinks."""
        if operation.value != "battle" or not operation.has("add") or self.is_passive:
            raise self.unbuilt("damage` without `add")
        self.emit(D.O_DAMAGE, x=self.place(self.amount(operation.get("add"))))

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
