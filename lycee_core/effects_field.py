"""Compiles what changes cells: moving, changing places, shifting, rearranging.

Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.codes import Ins
from lycee_core.effects_base import EffectsBase
from lycee_core.opcodes import D
from lycee_core.parsed import Operation, Ref, Selector, Value

if TYPE_CHECKING:
    from collections.abc import Callable

LINES = {"row", "column"}  # types that stand for several cells
WAYS = {"rotate": 0, "left": 1, "right": 2}
FIELDS = "the fields"  # a name that no author can write


class FieldVerbs(EffectsBase):
    """The verbs about places on the field."""

    def op_move(self, operation: Operation) -> int:
        """`move`: characters, or whole rows and columns, to cells of their own side."""
        flag = int(operation.get("with") == "area")
        register = self.object(operation)
        to = operation.get("to")
        if not isinstance(to, Selector):
            with self.holding(register):
                self.emit(D.O_MOVE, register, self.object(operation, to), flag)
            return register
        if is_line(operation.value) or is_line(to):
            with self.holding(register):
                self.emit(
                    D.O_MOVE, register, self.picked(self.picker(operation, to), one=True), flag
                )
            return register
        return self.one_by_one(
            register,
            lambda one: self.cell_for(operation, to, one),
            lambda one, cell: self.emit(D.O_MOVE, one, cell, flag),
        )

    def one_by_one(
        self,
        register: int,
        place: Callable[[int], int],
        act: Callable[[int, int], object],
        after: Callable[[int], None] | None = None,
    ) -> int:
        """Compile what is done to each member of a register at a place of its own.

        Args:
            register: what the operation is about.
            place: compiles the pick of a place for the member in a register.
            act: compiles what is done to the member there.
            after: compiles what follows for a member for which it was done.

        Returns:
            The register of what was really acted on.
        """
        if register in self.singles and after is None:
            with self.holding(register):
                self.set_it(register)
                act(register, place(register))
            return register
        rest, one, done = self.free_ones(3, register)
        with self.holding(register, rest, one, done):
            self.emit(D.O_COPY, rest, register)
            self.emit(D.O_CLEAR, done)
            loop = self.emit_jump(D.O_EACH, "x", a=rest, b=one)
            self.set_it(one)
            self.singles.add(one)
            act(one, place(one))
            self.emit(D.O_MARK, done, one)
            if after is not None:
                skip = self.emit_jump(D.O_UNLESS, "y", x=self.place((Ins(D.X_DONE_FULL),)))
                after(one)
                self.land(skip)
            self.land(self.emit_jump(D.O_JUMP, "x"), loop)
            self.land(loop)
            self.emit(D.O_TALLY, register, done)
        return done

    def free_ones(self, n: int, *kept: int) -> list[int]:
        """Take several registers at once."""
        found: list[int] = []
        for _ in range(n):
            with self.holding(*kept, *found):
                found.append(self.free())
            self.forget(found[-1])
        return found

    def picker(self, operation: Operation, to: Selector) -> Selector:
        """Let `by` beside the verb mean who picks the place."""
        if not operation.has("by") or to.has("by"):
            return to
        return Selector("", None, (*to.args, ("by", operation.get("by"))), to.line)

    def cell_for(self, operation: Operation, to: Selector, one: int, side: str = "") -> int:
        """Compile the pick of a cell for the card in a register; by default on its own side."""
        found = self.picker(operation, to)
        side = side or self.sides.get(one, "")
        if found.has("side") or found.has("among"):
            return self.picked(found, one=True, is_cell=True)
        if side:
            found = Selector("", None, (("side", side), *found.args), to.line)
            return self.picked(found, one=True, is_cell=True)
        fields = self.free()
        self.forget(fields)
        with self.holding(fields):
            self.emit(D.O_FIELDS, fields, one)
            self.names[FIELDS] = fields
            among = ("among", (Ref(f"${FIELDS}"),))
            register = self.picked(
                Selector("", None, (among, *found.args), to.line), one=True, is_cell=True
            )
            del self.names[FIELDS]
        return register

    def op_swap(self, operation: Operation) -> int:
        """`swap`: two characters, items, areas, rows or columns change places."""
        pair = operation.value
        assert isinstance(pair, tuple), pair
        first = self.object(operation, pair[0], one=True)
        with self.holding(first):
            second = self.object(operation, pair[1], one=True)
            self.emit(D.O_SWAP, first, second)
        return first

    def op_shift(self, operation: Operation) -> int:
        """`shift`: everything in some cells goes on by one of them."""
        plain = Operation(
            operation.word,
            operation.value,
            tuple(arg for arg in operation.args if arg[0] != "by"),
            operation.line,
        )
        register = self.object(plain)
        self.emit(D.O_SHIFT, register, WAYS[str(operation.get("by", "rotate"))])
        return register

    def op_rearrange(self, operation: Operation) -> int:
        """`rearrange`: a seat names a cell of its field for each of some cards."""
        found = operation.value
        by = operation.get("by")
        if isinstance(found, Selector):
            by = by or found.get("by")
            args = tuple(arg for arg in found.args if arg[0] != "by")
            register = self.picked(Selector("", None, args, found.line))
        else:
            register = self.object(operation)
        self.emit(D.O_REARRANGE, register, D.named("BY_", str(by or "you")))
        return register


def is_line(value: Value) -> bool:
    """Tell whether a selector is about whole rows or columns."""
    if not isinstance(value, Selector):
        return False
    types = value.get("type")
    return isinstance(types, tuple) and bool(LINES.intersection(map(str, types)))
