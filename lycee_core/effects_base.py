"""What every verb of an effect needs to be compiled: registers, jumps, what is acted on.

Cards that an operation acts on pass through eight registers: targets keep theirs from declaration
on, names keep theirs to the end of the effect, everything else takes turns in the rest. Jumps are
written relative to the start of the effect and moved when it is placed. Below: `listening`;
above: the verbs, `effects_flow`, `effects_zones` and so on, which `effects_compiler` brings
together.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from lycee_core.codes import Ins, Registers
from lycee_core.listening import Listening
from lycee_core.opcodes import D
from lycee_core.parsed import Condition, Node, Number, Operation, Ref, Selector, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

N_REGISTERS = 8
MAX_CODE = 32767
ACTS = {
    "tap": D.O_TAP, "untap": D.O_UNTAP, "discard": D.O_DISCARD, "return": D.O_RETURN,
    "remove": D.O_REMOVE,
    "reveal": D.O_REVEAL,
}  # fmt: skip
# Verbs to which `seat` says whose deck or hand is meant, or who pays; the others are done from the
# view of that seat.
SEAT_VERBS = frozenset(
    ("draw", "mill", "look", "shuffle", "pile", "pay", "hand_limit", "warm_up", "damage_to_deck")
)


class EffectsBase(Listening):
    """The compiler of one effect at a time, without its verbs."""

    def __init__(self) -> None:
        super().__init__()
        self.out: list[Ins] = []
        self.jumps: list[tuple[int, str]] = []  # instruction and field that hold a place in `out`
        self.names: dict[str, int] = {}
        self.bank = (0, N_REGISTERS)  # first register and how many: other effects may be half done
        self.held: set[int] = set()  # registers that names and loops keep
        self.singles: set[int] = set()  # registers that hold one card or cell at most
        self.sides: dict[int, str] = {}  # side of what a register holds, where it is known
        self.targets: dict[str, Selector] = {}  # of the ability in progress
        self.counting = 0  # loops and views around the operation, which need their registers
        self.chosen: dict[str, int] = {}  # what `name` let a seat choose: its place
        self.it: int | None = None
        self.last = 0
        self.is_passive = False
        self.asks_modes = False  # which modes were picked is asked later
        self.modes_so_far = 0  # modes of all cards that work once only
        self.place_of = ""  # where an error is, without its line

    # -------------------------------------------------------------- one effect

    def effect(
        self, operations: Sequence[Operation], targets: Iterable[str], *, is_passive: bool
    ) -> int:
        """Compile an effect and return where it starts; 0 when it does nothing.

        Args:
            operations: in their order.
            targets: names of the targets, which take the first registers.
            is_passive: it is recomputed instead of carried out once.
        """
        if not operations:
            return 0
        self.start(targets)
        self.is_passive = is_passive
        self.asks_modes = asks_modes(operations)
        for operation in operations:
            self.operation(operation)
        self.emit(D.O_END)
        base = len(self.code)
        for index, field in self.jumps:
            ins = self.out[index]
            self.out[index] = ins._replace(**{field: getattr(ins, field) + base})
        self.code.extend(self.out)
        self.registers = Registers({}, None)
        assert len(self.code) <= MAX_CODE, len(self.code)
        return base

    def start(self, targets: Iterable[str]) -> None:
        """Forget the effect before; give the targets their registers."""
        self.out, self.jumps = [], []
        first, count = self.bank
        self.names = {name: first + place for place, name in enumerate(targets)}
        self.held = set(self.names.values())
        self.counting = 0
        self.singles, self.sides, self.chosen, self.modes = set(), {}, {}, None
        for name, register in self.names.items():
            if name in self.targets:
                self.learn(register, self.targets[name], one=True)
        self.it, self.last = None, first + count - 1
        self.is_passive = False
        self.registers = Registers(self.names, None)

    def set_it(self, register: int | None) -> None:
        """Say what `it` means from here on."""
        self.it = register
        self.registers = Registers(self.names, register)

    def free(self) -> int:
        """Take a register that nothing needs any more, in turn."""
        first, count = self.bank
        for step in range(1, count + 1):
            register = first + (self.last - first + step) % count
            if register not in self.held and register != self.it:
                self.last = register
                return register
        raise self.unbuilt("more names than an effect has room for")

    def name_register(self, name: str, register: int) -> None:
        """Let `$name` stand for a register to the end of the effect."""
        self.names[name] = register
        self.held.add(register)

    def emit(self, op: int, a: int = 0, b: int = 0, c: int = 0, x: int = 0, y: int = 0) -> int:
        """Write an instruction and return its place."""
        self.out.append(Ins(op, a, b, c, x, y))
        return len(self.out) - 1

    def emit_jump(self, op: int, field: str, a: int = 0, b: int = 0, x: int = 0) -> int:
        """Write an instruction whose destination is filled in by `land`."""
        self.jumps.append((self.emit(op, a, b, x=x), field))
        return len(self.out) - 1

    def land(self, index: int, target: int | None = None) -> None:
        """Fill in the destination of a jump: here, or an earlier place."""
        field = next(field for place, field in self.jumps if place == index)
        where = len(self.out) if target is None else target
        self.out[index] = self.out[index]._replace(**{field: where})

    # -------------------------------------------------------------- what is acted on

    def object(self, operation: Operation, value: Value = None, *, one: bool = False) -> int:
        """Bring what an operation acts on into a register and return it."""
        found = operation.value if value is None else value
        if isinstance(found, tuple):
            if len(found) > 1:
                return self.joined(found)
            found = found[0]
        if isinstance(found, Selector):
            return self.picked(self.with_common(operation, found), one=one)
        return self.referred(found)

    def referred(self, found: Value) -> int:
        """Bring what a reference stands for into a register and return it."""
        assert isinstance(found, Ref), found
        register = self.register_of(found)
        if register is None:
            reference = self.ref(found)
            register = self.free()
            self.emit(D.O_REF, register, reference)
            self.singles.add(register)
            self.sides.pop(register, None)
        return register

    def joined(self, refs: Iterable[Value]) -> int:
        """Bring what several references stand for into one register."""
        register = self.free()
        self.forget(register)
        with self.holding(register):
            self.emit(D.O_CLEAR, register)
            for ref in refs:
                self.emit(D.O_JOIN, register, self.referred(ref))
        return register

    def forget(self, register: int) -> None:
        """A register is used anew: nothing is known about it."""
        self.singles.discard(register)
        self.sides.pop(register, None)

    def learn(self, register: int, selector: Selector, *, one: bool) -> None:
        """Note what a selector says about the register that holds what it picked."""
        self.forget(register)
        n = selector.get("n")
        if (n is None and one) or n in (Number("exactly", 1), Number("up_to", 1)):
            self.singles.add(register)
        if selector.get("side") in ("own", "enemy"):
            self.sides[register] = str(selector.get("side"))

    @contextmanager
    def holding(self, *registers: int | None) -> Iterator[None]:
        """Keep registers while something else is worked out."""
        fresh = {one for one in registers if one is not None} - self.held
        self.held |= fresh
        yield
        self.held -= fresh

    @contextmanager
    def in_loop(self, *registers: int | None) -> Iterator[None]:
        """Keep registers that the machine itself needs behind what is compiled here."""
        self.counting += 1
        with self.holding(*registers):
            yield
        self.counting -= 1

    def with_common(self, operation: Operation, selector: Selector) -> Selector:
        """Let `n` and `by` beside a verb mean its selector."""
        more = tuple(
            (key, operation.get(key))
            for key in ("n", "by")
            if operation.has(key) and not selector.has(key)
        )
        return Selector("", None, (*selector.args, *more), selector.line)

    def picked(self, selector: Selector, *, one: bool = False, is_cell: bool = False) -> int:
        """Bring what a selector picks, or all that matches, into a register."""
        number = self.selector(selector, one=one, is_cell=is_cell)
        register = self.free()
        self.learn(register, selector, one=one)
        is_all = self.selectors[number].n_kind == D.N_ALL
        # c = 1: the operation that follows keeps what its own pick fell short of (R7.28).
        self.emit(D.O_SELECT if is_all else D.O_CHOOSE, register, c=int(not is_all), x=number)
        return register

    # -------------------------------------------------------------- operations

    def operation(self, operation: Operation) -> None:
        """Compile one operation; afterwards `it` is what it acted on."""
        self.where = self.place_of.replace("LINE", str(operation.line))
        method = getattr(self, f"op_{operation.word}", None)
        if method is None and operation.word not in ACTS:
            raise self.unbuilt(operation.word)
        if operation.has("seat") and operation.word not in SEAT_VERBS:
            register = self.seen_by(operation)
        else:
            register = self.acted(operation)
        self.set_it(register)
        named = operation.get("named")
        if isinstance(named, str):
            if register is not None:
                self.name_register(named, register)
            elif named not in self.chosen:
                raise self.unbuilt(f"named` beside `{operation.word}")

    def acted(self, operation: Operation) -> int | None:
        """Compile the verb itself; return the register of what it acted on."""
        method = getattr(self, f"op_{operation.word}", None)
        if method is not None:
            found: int | None = method(operation)
            return found
        register = self.object(operation)
        self.emit(ACTS[operation.word], register)
        return register

    def seen_by(self, operation: Operation) -> int | None:
        """Compile an operation that is done from the view of a seat (R15.11)."""
        view = self.free()
        self.forget(view)
        with self.in_loop(view):
            self.emit(D.O_VIEW, view, self.whose(operation.get("seat")))
            register = self.acted(operation)
            self.emit(D.O_VIEW_BACK, view)
        return register

    def block(self, operations: Value) -> None:
        """Compile a sequence inside another operation."""
        assert isinstance(operations, tuple), operations
        for operation in operations:
            assert isinstance(operation, Operation), operation
            self.operation(operation)


def asks_modes(value: object) -> bool:
    """Tell whether an effect asks later which of its modes were picked."""
    if isinstance(value, list | tuple):
        return any(asks_modes(item) for item in value)
    if not isinstance(value, Node):
        return False
    if isinstance(value, Condition) and value.word == "chose":
        return True
    return asks_modes(value.value) or any(asks_modes(item) for _, item in value.args)
