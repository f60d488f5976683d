"""Compiles the flow of an effect: choices, conditions, alternatives, loops.

Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.effects_base import EffectsBase
from lycee_core.expressions import Ins
from lycee_core.opcodes import D
from lycee_core.parsed import Number, Operation, Selector, Value

MAX_MODES = 16


class FlowVerbs(EffectsBase):
    """The verbs that decide which others are carried out."""

    def op_choose(self, operation: Operation) -> int:
        """`choose`: a pick at resolution, kept under a name."""
        source = operation.get("from")
        if not isinstance(source, Selector):
            raise self.unbuilt("choose` from a reference, as `from")
        register = self.picked(self.with_common(operation, source), one=True)
        self.name_register(str(operation.value), register)
        return register

    def op_may(self, operation: Operation) -> int | None:
        """`may`: a seat decides whether the block is done."""
        seat = {"you": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY, "turn_player": D.WHOSE_TURN_PLAYER}
        by = str(operation.get("by", "you"))
        if by not in seat:
            raise self.unbuilt(f"may` by `{by}")
        skip = self.emit_jump(D.O_MAY, "x", b=seat[by])
        return self.branches(skip, operation.value, operation.get("else"))

    def op_if(self, operation: Operation) -> int | None:
        """`if`: conditions decide which block is done."""
        assert isinstance(operation.value, tuple), operation
        condition = self.conditions(operation.value)
        skip = self.emit_jump(D.O_UNLESS, "y", x=condition)
        return self.branches(skip, operation.get("then") or (), operation.get("else"))

    def op_when_done(self, operation: Operation) -> int | None:
        """`when_done`: the operation before decides."""
        skip = self.emit_jump(D.O_UNLESS, "y", x=self.place((Ins(D.X_DONE_FULL),)))
        return self.branches(skip, operation.value, operation.get("else"))

    def branches(self, skip: int, then: Value, other: Value) -> int | None:
        """Compile a block, and the one to do instead; `it` stays what it was before."""
        it = self.it
        self.block(then)
        if other is None:
            self.land(skip)
        else:
            self.set_it(it)
            end = self.emit_jump(D.O_JUMP, "x")
            self.land(skip)
            self.block(other)
            self.land(end)
        return it

    def op_one_of(self, operation: Operation) -> int | None:
        """`one_of`: one of several blocks, picked at resolution."""
        modes = operation.value
        assert isinstance(modes, tuple), modes
        if operation.has("n") and operation.get("n") != Number("exactly", 1):
            raise self.unbuilt("one_of` with `n")
        seat = {"you": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY, "turn_player": D.WHOSE_TURN_PLAYER}
        by = str(operation.get("by", "you"))
        if by not in seat:
            raise self.unbuilt(f"one_of` by `{by}")
        if len(modes) > MAX_MODES:
            raise self.unbuilt(f"more than {MAX_MODES} modes of `one_of")
        it = self.it
        self.emit(D.O_MODE, len(modes), seat[by])
        entries = [self.emit_jump(D.O_JUMP, "x") for _ in modes]
        ends = []
        for entry, mode in zip(entries, modes, strict=True):
            self.land(entry)
            self.set_it(it)
            self.block(mode)
            ends.append(self.emit_jump(D.O_JUMP, "x"))
        for end in ends:
            self.land(end)
        return it

    def op_each(self, operation: Operation) -> None:
        """`each`: the block once for every card, the ones that are there now."""
        first = self.object(operation)
        source = first
        if first in self.held:  # a name keeps its cards; the loop empties a copy
            source = self.free()
            self.emit(D.O_COPY, source, first)
        self.held.add(source)
        one = self.free()
        self.name_register(str(operation.get("as", "each")), one)
        loop = self.emit_jump(D.O_EACH, "x", a=source, b=one)
        self.set_it(one)
        self.block(operation.get("do"))
        self.land(self.emit_jump(D.O_JUMP, "x"), loop)
        self.land(loop)
        self.held.discard(source)
