"""Compiles what an effect puts into play, and changes of control.

Below: `effects_field`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.codes import Ins
from lycee_core.effects_costs import LEAVES
from lycee_core.effects_field import FieldVerbs
from lycee_core.effects_lasting import NEVER, end_of
from lycee_core.opcodes import D
from lycee_core.parsed import Condition, Duration, Node, Operation, Ref, Selector, Value

CONTROLLERS = {"you": "own", "enemy": "enemy"}
ROOM, CAPTIVE, HOME = "the room", "the captive", "its home"  # names that no author can write


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
        flags |= D.PUT_PLAIN if operation.has("as") else 0
        return self.put(operation, D.O_ENTER, flags, CONTROLLERS[word])

    def op_equip(self, operation: Operation) -> int:
        """`equip`: items of any zone or bearer onto characters."""
        over = D.PUT_OVER if operation.get("over_limit") is True else 0
        return self.put(operation, D.O_EQUIP, over)

    def op_place_area(self, operation: Operation) -> int:
        """`place_area`: areas of any zone or cell onto cells."""
        return self.put(operation, D.O_PLACE_AREA)

    def op_use(self, operation: Operation) -> None:
        """`use`: a card out of play is used now, inside this effect; names end with it."""
        if self.counting:
            raise self.unbuilt("use` inside a loop, modes or `seat`, as `use")
        register = self.object(operation, one=True)
        pay = operation.get("pay", False)
        flags, price = 0, 0
        if pay is True:
            flags = D.PUT_PAID
        elif pay is not False:
            flags, price = D.PUT_PRICED, self.place(self.amount(pay))
        goes = operation.get("itself")
        if goes is not None and str(goes) not in LEAVES:
            raise self.unbuilt(f"itself = {goes}")
        where = 0 if goes is None else 1 + LEAVES[str(goes)]
        self.emit(D.O_USE, register, where, flags, price)
        # What it names passes through the same registers.
        self.held -= set(self.names.values())
        self.names.clear()

    def put(self, operation: Operation, op: int, flags: int = 0, side: str = "") -> int:
        """Compile cards that are put into play one by one, each shown before its place is named."""
        price = 0
        pay = operation.get("pay", False)
        if pay is True:
            flags |= D.PUT_PAID
        elif pay is not False:
            flags |= D.PUT_PRICED
            price = self.place(self.amount(pay))
        register = self.object(operation)
        if not operation.has("as"):
            return self.one_by_one(
                register,
                lambda one: self.place_for(operation, op, one, flags, side),
                lambda one, place: self.emit(op, one, place, flags, price),
            )
        with self.holding(register):
            other = self.other_card(operation)

        def act(one: int, place: int) -> None:
            self.emit(op, one, place, flags | D.PUT_AS, price)
            self.out.append(other)

        with self.holding(other.b - 1 if other.b else None):
            return self.one_by_one(
                register,
                lambda one: self.place_for(operation, op, one, flags | D.PUT_AS, side, other),
                act,
            )

    def other_card(self, operation: Operation) -> Ins:
        """Compile as which card a card is put into play: a form, or a copy of another (R6.16)."""
        value = operation.get("as")
        if isinstance(value, Node):
            return Ins(D.O_AS, b=1 + self.object(operation, value.value))
        return Ins(D.O_AS, x=1 + self.form(str(value)))

    def form(self, name: str) -> int:
        """Return the index of a form of the card that speaks; `program` knows it."""
        raise NotImplementedError

    def place_for(
        self,
        operation: Operation,
        op: int,
        one: int,
        flags: int,
        side: str,
        other: Ins | None = None,
    ) -> int:
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
        if other is not None:
            self.out.append(other)
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
        back = self.way_back(operation)
        home = self.free_ones(1, register)[0] if back is not None else 0

        def place(one: int) -> int:
            if back is not None:
                self.emit(D.O_CELL_OF, home, one)
                self.names[CAPTIVE], self.names[HOME] = one, home
            if to is not None and not isinstance(to, Selector):
                return self.object(operation, to)
            return self.cell_for(operation, found, one, "own")

        def move(one: int, cell: int) -> None:
            self.emit(D.O_MOVE, one, cell)

        def wait(_: int) -> None:
            assert back is not None
            self.operation(back)

        with self.holding(home if back is not None else None):
            done = self.one_by_one(register, place, move, wait if back is not None else None)
        for name in (CAPTIVE, HOME):
            self.names.pop(name, None)
        return done

    def way_back(self, operation: Operation) -> Operation | None:
        """Write what brings a character back when the time is over, as the language would say it.

        It goes back to its cell; where it cannot, `else` is done.
        """
        until = operation.get("until")
        event = end_of(until, operation.line)
        if event is None and isinstance(until, Duration) and until.word not in NEVER:
            raise self.unbuilt(f"until = {until.word}")
        if event is None:
            return None
        line = operation.line
        captive, home = Ref(f"${CAPTIVE}", line=line), Ref(f"${HOME}", line=line)
        move = Operation("move", (captive,), (("to", home),), line)
        args: tuple[tuple[str, Value], ...] = ()
        if operation.has("else"):
            args = (("else", operation.get("else")),)
        nothing = Operation("reveal", (captive,), (), line)  # a character in play is public
        other = Operation("when_done", (nothing,), args, line)
        there = Condition("exists", Selector("", None, (("side", "any"), ("among", (captive,)))))
        then: tuple[Value, ...] = (move, other) if args else (move,)
        guarded = Operation("if", (there,), (("then", then),), line)
        return Operation("later", event, (("do", (guarded,)),), line)
