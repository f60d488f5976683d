"""Compiles the flow of an effect: choices, conditions, alternatives, loops.

Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.codes import Ins, SelectorRow
from lycee_core.effects_base import EffectsBase
from lycee_core.opcodes import D
from lycee_core.parsed import Operation, Selector, Value

MAX_MODES = 16


class FlowVerbs(EffectsBase):
    """The verbs that decide which others are carried out."""

    def op_choose(self, operation: Operation) -> int:
        """`choose`: a pick at resolution, kept under a name."""
        source = operation.get("from")
        if isinstance(source, Selector):
            register = self.picked(self.with_common(operation, source), one=True)
        else:
            register = self.picked_of(operation, source)
        self.name_register(str(operation.value), register)
        return register

    def picked_of(self, operation: Operation, refs: Value) -> int:
        """Compile a pick among what references hold, wherever that is."""
        source = self.object(operation, refs)
        with self.holding(source):
            n_kind, n, amount = self.number(operation.get("n"), one=True)
            by = D.named("BY_", str(operation.get("by", "you")))
            row = SelectorRow(D.SZ_REGISTER, D.SIDE_ANY, 0, n_kind, n, by, 0, amount, 0)
            register = self.free()
            self.forget(register)
            self.emit(D.O_CHOOSE, register, x=self.select(row._replace(pile=source)))
        return register

    def op_may(self, operation: Operation) -> int | None:
        """`may`: a seat decides whether the block is done."""
        block = operation.value
        assert isinstance(block, tuple), operation
        if block and self.begins_with_price(operation, block[0]):
            # Whether the price is paid is the question already (R5.35).
            self.block(block[:1])
            skip = self.emit_jump(D.O_UNLESS, "y", x=self.place((Ins(D.X_DONE_FULL),)))
            return self.branches(skip, block[1:], operation.get("else"))
        skip = self.emit_jump(D.O_MAY, "x", b=self.seat_asked(operation))
        return self.branches(skip, block, operation.get("else"))

    def begins_with_price(self, operation: Operation, first: Value) -> bool:
        """Tell whether the seat that may do a block is the one that pays at its beginning."""
        if not isinstance(first, Operation) or first.word != "pay":
            return False
        return self.seat_asked(operation) == self.whose(first.get("seat"))

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
        with self.holding(it):
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

    def seat_asked(self, operation: Operation) -> int:
        """Compile who decides: `by`, or `seat`."""
        seats = {"you": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY, "turn_player": D.WHOSE_TURN_PLAYER}
        by = str(operation.get("by", "you"))
        if by not in seats:
            raise self.unbuilt(f"{operation.word}` by `{by}")
        return seats[by]

    def op_one_of(self, operation: Operation) -> int | None:
        """`one_of`: one or several of some blocks, picked at resolution."""
        modes = operation.value
        assert isinstance(modes, tuple), modes
        if len(modes) > MAX_MODES:
            raise self.unbuilt(f"more than {MAX_MODES} modes of `one_of")
        seat = self.seat_asked(operation)
        it = self.it
        with self.holding(it):
            if operation.has("n") or operation.has("once_per") or self.asks_modes:
                self.several(operation, modes, seat)
            else:
                self.alternatives(modes, seat)
        return it

    def alternatives(self, modes: tuple[Value, ...], seat: int) -> None:
        """Compile modes of which one is done."""
        it = self.it
        self.emit(D.O_MODE, len(modes), seat)
        entries = [self.emit_jump(D.O_JUMP, "x") for _ in modes]
        ends = []
        for entry, mode in zip(entries, modes, strict=True):
            self.land(entry)
            self.set_it(it)
            self.block(mode)
            ends.append(self.emit_jump(D.O_JUMP, "x"))
        for end in ends:
            self.land(end)

    def several(self, operation: Operation, modes: tuple[Value, ...], seat: int) -> None:
        """Compile modes of which several are picked first and then done in printed order."""
        it = self.it
        kind, n, amount = self.number(operation.get("n"), one=True)
        if not amount and n:
            amount = self.place((Ins(D.X_LIT, x=n),))
        picked = self.free()
        self.forget(picked)
        self.modes = picked
        if self.asks_modes:
            self.held.add(picked)
        once = operation.get("once_per")
        with self.in_loop(picked):
            flag = 16 if once is not None else 0
            self.emit(D.O_MODES, len(modes), seat, picked, amount, kind + flag)
            if once is not None:
                self.emit(D.O_ONCE, D.named("PER_", str(once)), x=self.modes_so_far)
                self.modes_so_far += len(modes)
            for index, mode in enumerate(modes):
                skip = self.emit_jump(D.O_WHEN_MODE, "x", a=picked, b=index)
                self.set_it(it)
                self.block(mode)
                self.land(skip)

    def op_each_seat(self, operation: Operation) -> None:
        """`each_seat`: a block from the view of each seat, the user first."""
        self.rounds(self.place((Ins(D.X_LIT, x=2),)), operation.value, D.O_OTHER_SEAT)

    def op_repeat(self, operation: Operation) -> None:
        """`repeat`: a block so many times."""
        self.rounds(self.place(self.amount(operation.value)), operation.get("do"))

    def rounds(self, amount: int, block: Value, after: int = 0) -> None:
        """Compile a block that is done so many times, with an instruction after each."""
        counter = self.free()
        self.forget(counter)
        it = self.it
        with self.in_loop(counter, it):
            self.emit(D.O_SET_NUMBER, counter, x=amount)
            loop = self.emit_jump(D.O_REPEAT, "x", a=counter)
            self.block(block)
            if after:
                self.emit(after)
            self.land(self.emit_jump(D.O_JUMP, "x"), loop)
            self.land(loop)

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
        with self.in_loop(source):
            self.block(operation.get("do"))
        self.land(self.emit_jump(D.O_JUMP, "x"), loop)
        self.land(loop)
        self.held.discard(source)
