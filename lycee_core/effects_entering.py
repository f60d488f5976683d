"""Compiles what an effect puts into play, and changes of control.

Below: `effects_field`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.effects_field import FieldVerbs
from lycee_core.opcodes import D
from lycee_core.parsed import Operation, Ref, Selector

CONTROLLERS = {"you": "own", "enemy": "enemy"}
ROOM = "the room"  # a name that no author can write


class EnteringVerbs(FieldVerbs):
    """The verbs about entries, items, areas and control."""

    def op_enter(self, operation: Operation) -> int:
        """`enter`: characters of any zone into cells."""
        controller = operation.get("controller")
        word = controller.word if isinstance(controller, Ref) else "you"
        if word not in CONTROLLERS:
            raise self.unbuilt(f"controller = {word}")
        flags = D.PUT_ANYWHERE if operation.get("free_cells") is True else 0
        flags |= D.PUT_PLAIN if operation.get("without_conversion") is True else 0
        flags |= D.PUT_TAPPED if operation.get("tapped") is True else 0
        return self.put(operation, D.O_ENTER, flags, CONTROLLERS[word])

    def op_equip(self, operation: Operation) -> int:
        """`equip`: items of any zone or bearer onto characters."""
        return self.put(operation, D.O_EQUIP)

    def op_place_area(self, operation: Operation) -> int:
        """`place_area`: areas of any zone or cell onto cells."""
        return self.put(operation, D.O_PLACE_AREA)

    def put(self, operation: Operation, op: int, flags: int = 0, side: str = "") -> int:
        """Compile cards that are put into play one by one, each shown before its place is named."""
        price = 0
        pay = operation.get("pay", False)
        if pay is True:
            flags |= D.PUT_PAID
        elif pay is not False:
            flags |= D.PUT_PRICED
            price = self.place(self.amount(pay))
        return self.one_by_one(
            self.object(operation),
            lambda one: self.place_for(operation, op, one, flags, side),
            lambda one, place: self.emit(op, one, place, flags, price),
        )

    def place_for(self, operation: Operation, op: int, one: int, flags: int, side: str) -> int:
        """Compile where the card in a register goes: a named place, or a pick of those it fits."""
        self.emit(D.O_LIFT, one)
        to = operation.get("to")
        if to is not None and not isinstance(to, Selector):
            return self.object(operation, to)
        found = to if isinstance(to, Selector) else Selector("", None, ())
        if side and not found.has("side"):
            found = Selector("", None, (("side", side), *found.args), found.line)
        elif not found.has("side"):
            found = Selector("", None, (("side", "any"), *found.args), found.line)
        room = self.free()
        self.forget(room)
        self.emit(D.O_ROOM, room, one, flags, op)
        with self.holding(room):
            return self.among(room, self.picker(operation, found), is_cell=op != D.O_EQUIP)

    def among(self, register: int, selector: Selector, *, is_cell: bool) -> int:
        """Compile the pick of one place among those in a register."""
        self.names[ROOM] = register
        among = ("among", (Ref(f"${ROOM}"),))
        found = self.picked(
            Selector("", None, (among, *selector.args), selector.line), one=True, is_cell=is_cell
        )
        del self.names[ROOM]
        return found

    def op_take_control(self, operation: Operation) -> int:
        """`take_control`: characters to cells of another side, which then controls them."""
        register = self.object(operation)
        to = operation.get("to")
        found = to if isinstance(to, Selector) else Selector("", None, (("empty", True),))
        return self.one_by_one(
            register,
            lambda one: (
                self.object(operation, to)
                if to is not None and not isinstance(to, Selector)
                else self.cell_for(operation, found, one, "own")
            ),
            lambda one, cell: self.emit(D.O_MOVE, one, cell),
        )
