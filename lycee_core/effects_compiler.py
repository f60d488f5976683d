"""Compiles the operations of one effect to a program of `O_*` instructions.

Cards that an operation acts on pass through eight registers: targets keep theirs from declaration
on, names keep theirs to the end of the effect, everything else takes turns in the rest. Jumps are
written relative to the start of the effect and moved when it is placed. Below: `expressions`;
above: `program`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.expressions import Expressions, Ins, Registers
from lycee_core.opcodes import D
from lycee_core.parsed import Basic, Duration, Number, Operation, Ref, Selector, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

N_REGISTERS = 8
MAX_CODE = 32767
MAX_MODES = 16
MOST_NUMBERS = 51  # that a seat can be asked for
ACTS = {
    "tap": D.O_TAP, "untap": D.O_UNTAP, "discard": D.O_DISCARD, "return": D.O_RETURN,
    "take": D.O_RETURN, "remove": D.O_REMOVE, "skip_wake_up": D.O_SKIP_WAKE_UP,
    "reveal": D.O_REVEAL,
}  # fmt: skip
SENDS = {
    "deck_top": D.SEND_DECK_TOP, "deck_bottom": D.SEND_DECK_BOTTOM, "deck": D.SEND_DECK,
    "dust": D.SEND_DUST, "hand": D.SEND_HAND,
}  # fmt: skip
CANCELLED_TO = {"dust": 0, "removed": 1, "hand": 2}
ALL_BASICS = 255
FREE = (0, 0, 0, 0, 0, 0)


class EffectsCompiler(Expressions):
    """The compiler of effects; one effect at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.out: list[Ins] = []
        self.jumps: list[tuple[int, str]] = []  # instruction and field that hold a place in `out`
        self.names: dict[str, int] = {}
        self.held: set[int] = set()  # registers that names and loops keep
        self.it: int | None = None
        self.last = 0
        self.is_passive = False
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
        self.names = {name: register for register, name in enumerate(targets)}
        self.held = set(self.names.values())
        self.it, self.last = None, N_REGISTERS - 1
        self.is_passive = False
        self.registers = Registers(self.names, None)

    def set_it(self, register: int | None) -> None:
        """Say what `it` means from here on."""
        self.it = register
        self.registers = Registers(self.names, register)

    def free(self) -> int:
        """Take a register that nothing needs any more, in turn."""
        for step in range(1, N_REGISTERS + 1):
            register = (self.last + step) % N_REGISTERS
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
            if len(found) != 1:
                raise self.unbuilt("[...] of several references")
            found = found[0]
        if isinstance(found, Selector):
            return self.picked(self.with_common(operation, found), one=one)
        assert isinstance(found, Ref), found
        register = self.register_of(found)
        if register is None:
            reference = self.ref(found)
            register = self.free()
            self.emit(D.O_REF, register, reference)
        return register

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
        if operation.has("seat") and operation.word not in (
            "draw", "mill", "look", "shuffle", "reveal",
        ):  # fmt: skip
            raise self.unbuilt(f"seat` beside `{operation.word}")
        if method is None:
            register = self.object(operation)
            self.emit(ACTS[operation.word], register)
        else:
            register = method(operation)
        self.set_it(register)
        named = operation.get("named")
        if isinstance(named, str):
            if register is None:
                raise self.unbuilt(f"named` beside `{operation.word}")
            self.name_register(named, register)

    def block(self, operations: Value) -> None:
        """Compile a sequence inside another operation."""
        assert isinstance(operations, tuple), operations
        for operation in operations:
            assert isinstance(operation, Operation), operation
            self.operation(operation)

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

    # ---- cards between zones

    def op_draw(self, operation: Operation) -> None:
        """`draw`: an amount of cards."""
        amount = self.place(self.amount(operation.value))
        self.emit(D.O_DRAW, b=self.whose(operation.get("seat")), x=amount)

    def op_mill(self, operation: Operation) -> None:
        """`mill`: an amount of cards from the top of a deck."""
        amount = self.place(self.amount(operation.value))
        self.emit(D.O_MILL, b=self.whose(operation.get("seat")), x=amount)

    def op_send(self, operation: Operation) -> int:
        """`send`: to a place of the owner's; into the deck means it is shuffled."""
        register = self.object(operation)
        to = str(operation.get("to"))
        self.emit(D.O_SEND, register, SENDS[to])
        if to == "deck":
            self.shuffle_decks(operation.value)
        return register

    def shuffle_decks(self, value: Value) -> None:
        """Shuffle the decks into which cards of a selector may have gone."""
        side = "any"
        if isinstance(value, Selector):
            is_shared = self.zone_of(value) in ("field", "chain", "payment")
            side = str(value.get("side", "any" if is_shared else "own"))
        for word, whose in (("own", D.WHOSE_YOU), ("enemy", D.WHOSE_ENEMY)):
            if side in (word, "any"):
                self.emit(D.O_SHUFFLE, b=whose)

    def op_move(self, operation: Operation) -> int:
        """`move`: one character to one cell."""
        register = self.object(operation)
        self.held_during(register, lambda: self.move_to(operation, register))
        return register

    def move_to(self, operation: Operation, register: int) -> None:
        """Pick the cell and move."""
        to = operation.get("to")
        if isinstance(to, Selector):
            cell = self.picked(self.with_common(operation, to), one=True, is_cell=True)
        else:
            cell = self.object(operation, to)
        self.emit(D.O_MOVE, register, cell)

    def held_during(self, register: int, work: Callable[[], None]) -> None:
        """Keep a register while something else is worked out."""
        was_held = register in self.held
        self.held.add(register)
        work()
        if not was_held:
            self.held.discard(register)

    def op_swap(self, operation: Operation) -> int:
        """`swap`: two characters of one field change cells."""
        pair = operation.value
        assert isinstance(pair, tuple), pair
        first = self.object(operation, pair[0], one=True)

        def second() -> None:
            other = self.object(operation, pair[1], one=True)
            self.emit(D.O_SWAP, first, other)

        self.held_during(first, second)
        return first

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

    # ---- knowing

    def op_look(self, operation: Operation) -> int:
        """`look`: one seat sees cards."""
        register = self.object(operation)
        self.emit(D.O_LOOK, register, self.whose(operation.get("seat")))
        return register

    def op_reveal(self, operation: Operation) -> int:
        """`reveal`: both seats see cards; `hand` is a whole hand."""
        if operation.value == "hand":
            side = {D.WHOSE_YOU: "own", D.WHOSE_ENEMY: "enemy"}.get(
                self.whose(operation.get("seat")), "own"
            )
            register = self.picked(Selector("", None, (("zone", ("hand",)), ("side", side))))
        else:
            register = self.object(operation)
        self.emit(D.O_REVEAL, register)
        return register

    def op_search(self, operation: Operation) -> int:
        """`search`: look through a deck, pick or find nothing, show, put away, shuffle."""
        selector = operation.value
        assert isinstance(selector, Selector), selector
        if self.zone_of(selector) != "deck":
            raise self.unbuilt(f"search` in `{self.zone_of(selector)}")
        side = str(selector.get("side", "own"))
        whose = {"own": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY}.get(side)
        if whose is None:
            raise self.unbuilt("search` in both decks with `any")
        whole = self.picked(Selector("", None, (("zone", ("deck",)), ("side", side))))
        self.emit(D.O_LOOK, whole, D.WHOSE_YOU)
        number = self.selector(self.with_common(operation, selector), one=True)
        row = self.selectors[number]
        if row.n_kind == D.N_EXACT:  # R1.15: a search may always find nothing
            number = self.select(row._replace(n_kind=D.N_UP_TO))
        found = self.free()
        self.emit(D.O_CHOOSE, found, x=number)
        if operation.get("shown") is True:
            self.emit(D.O_REVEAL, found)
        to = str(operation.get("to"))
        acts = {"hand": D.O_RETURN, "dust": D.O_DISCARD, "removed": D.O_REMOVE}
        if to not in acts:
            raise self.unbuilt(f"search` to `{to}")
        self.emit(acts[to], found)
        self.emit(D.O_SHUFFLE, b=whose)
        return found

    def op_arrange(self, operation: Operation) -> int:
        """`arrange`: cards just looked at go back in a secret order, some to the bottom."""
        register = self.object(operation)
        bottom = operation.get("to_bottom")
        if bottom is None:
            self.emit(D.O_ARRANGE, register)
            return register
        assert isinstance(bottom, Number), bottom
        most = bottom.value
        if bottom.word != "up_to" or not isinstance(most, int) or not 0 < most < MOST_NUMBERS:
            raise self.unbuilt("to_bottom` other than `{ up_to = ... }")
        self.emit(D.O_ARRANGE, register, 1, most)
        return register

    def op_shuffle(self, operation: Operation) -> None:
        """`shuffle`: a deck."""
        self.emit(D.O_SHUFFLE, b=self.whose(operation.get("seat")))

    # ---- flow

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
