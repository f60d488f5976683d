"""Compiles costs and the verbs of the chain and of payment.

A cost is one row: points, the tap, cards from a deck, and up to four parts, cards that are named
for it. A price inside an effect is such a row too, kept beside the basic abilities. Below:
`effects_lasting`; above: `effects_compiler`.
"""

from __future__ import annotations

from typing import NamedTuple

from lycee_core.codes import Ins
from lycee_core.effects_lasting import LastingVerbs
from lycee_core.effects_naming import NamingVerbs
from lycee_core.errors import CardDataError
from lycee_core.grammar import ATTRIBUTES
from lycee_core.opcodes import D
from lycee_core.parsed import (
    Cost,
    Declaration,
    Duration,
    Event,
    Node,
    Operation,
    Ref,
    Selector,
    Value,
)

FREE = (0, 0, 0, 0, 0, 0)
MAX_HAND_CARDS = 4  # of one cost: every offered card is tried against the rest
MAX_NAMED = 7  # cards of one cost (R5.33)
MAX_PARTS = 4
ALL_ATTRIBUTES = 31
MOST_EX = 7
MOST_CHANGED = 15  # points of one attribute that an instruction has room for
# Where cards go that leave as a cost, as `put_zone` has it.
LEAVES = {
    "dust": D.ZONE_DUST, "removed": D.ZONE_REMOVED, "hand": D.ZONE_HAND,
    "deck_top": D.ZONE_DECK, "deck_bottom": D.TO_DECK_BOTTOM, "deck": D.ZONE_DECK,
}  # fmt: skip
# The parts of a cost: their kind, the zone and type they take cards of, where these go.
PARTS = {
    "hand": (D.CP_HAND, "hand", "", "dust"),
    "tap_other": (D.CP_TAP, "field", "", "dust"),
    "field": (D.CP_FIELD, "field", "", "dust"),
    "item": (D.CP_ITEM, "field", "item", "dust"),
    "dust": (D.CP_DUST, "dust", "", "removed"),
    "pile": (D.CP_PILE, "", "", "dust"),
}  # fmt: skip


class PartRow(NamedTuple):
    """Cards that a cost takes, as `program.pxd` lays them out."""

    kind: int
    n_kind: int
    n: int
    to: int
    selector: int
    amount: int


class CostRow(NamedTuple):
    """One cost, as `program.pxd` lays it out."""

    points: tuple[int, ...] = FREE
    tap: int = 0
    mill: int = 0
    leave: int = 0
    flags: int = 0
    amounts: int = 0
    mill_amount: int = 0
    x_least: int = 0
    x_most: int = 0
    after: int = 0
    parts: tuple[PartRow, ...] = ()


class BasicRow(NamedTuple):
    """One basic ability that carries a cost or an effect, or a cost alone."""

    basic: int
    effect: int
    cost: CostRow


class CostVerbs(LastingVerbs, NamingVerbs):
    """The compiler of costs, and of the verbs of payment."""

    def __init__(self) -> None:
        super().__init__()
        self.basics: list[BasicRow] = []

    def cost_row(self, cost: Cost, basic: int) -> int:
        """Keep a cost beside the basic abilities and return its number."""
        self.basics.append(BasicRow(basic, 0, self.cost(cost)))
        return len(self.basics) - 1

    def cost(self, cost: Cost | None) -> CostRow:
        """Compile a cost."""
        if cost is None:
            return CostRow()
        points, amounts = self.points(cost.get("points"))
        mill, mill_amount = self.plain_or_amount(cost.get("mill", 0))
        flags = D.CO_DYNAMIC if amounts or mill_amount else 0
        x = cost.get("x")
        bounds = {"min": 0, "max": 0}
        if x is not None and x is not False:
            flags |= D.CO_X | D.CO_DYNAMIC
            amounts = amounts or self.six(points)
            bounds = self.bounds(x)
        whose = self.whose(cost.get("seat"))
        if whose == D.WHOSE_ENEMY:
            flags |= D.CO_MILL_ENEMY
        elif whose != D.WHOSE_YOU:
            raise self.unbuilt("seat` in a cost, as `turn_player")
        leave = cost.get("leave")
        parts = self.parts(cost)
        return CostRow(
            points=points,
            tap=int(cost.get("tap") is True),
            mill=mill,
            leave=0 if leave is None else 1 + LEAVES[str(leave)],
            flags=flags,
            amounts=amounts,
            mill_amount=mill_amount,
            x_least=bounds["min"],
            x_most=bounds["max"],
            after=self.after(cost, parts),
            parts=parts,
        )

    def plain_or_amount(self, value: Value) -> tuple[int, int]:
        """Compile a number of a cost: plain, or the place of an amount."""
        if isinstance(value, int) and 0 <= value <= 255:
            return (value, 0)
        return (0, self.place(self.amount(value)))

    def points(self, value: Value) -> tuple[tuple[int, ...], int]:
        """Compile points: six plain counts, or the place of six amounts one behind the other."""
        if value is None:
            return (FREE, 0)
        assert isinstance(value, tuple), value
        if all(isinstance(count, int) and 0 <= count <= 255 for count in value):
            return (tuple(int(str(count)) for count in value), 0)
        plain = tuple(count if isinstance(count, int) and count > 0 else 0 for count in value)
        return (plain, self.six(value))

    def six(self, counts: tuple[Value, ...]) -> int:
        """Write six amounts one behind the other and return the place of the first."""
        codes = [self.amount(count) for count in counts]  # may place expressions of their own
        first = len(self.code)
        for code in codes:
            self.code.extend((*code, Ins(D.X_END)))
        return first

    def bounds(self, value: Value) -> dict[str, int]:
        """Compile the bounds of a number that is chosen; 0 for none."""
        found = {"min": 0, "max": 0}
        if isinstance(value, Node):
            for key in found:
                if value.has(key):
                    found[key] = self.place(self.amount(value.get(key)))
        return found

    def after(self, cost: Cost, parts: tuple[PartRow, ...]) -> int:
        """Return the place of what follows the payment: cards put into a deck are shuffled in."""
        if cost.get("to") != "deck" or not parts:
            return 0
        self.code.extend((Ins(D.O_SHUFFLE, b=D.WHOSE_YOU), Ins(D.O_END)))
        return len(self.code) - 2

    # -------------------------------------------------------------- parts

    def parts(self, cost: Cost) -> tuple[PartRow, ...]:
        """Compile the cards that a cost takes, in the order of the language."""
        rows = []
        for key in PARTS:
            value = cost.get(key)
            if isinstance(value, Selector):
                rows.append(self.part(key, value, cost.get("to")))
        if len(rows) > MAX_PARTS:
            raise self.unbuilt(f"more than {MAX_PARTS} kinds of cards in a cost, as `pile")
        if sum(row.n for row in rows) > MAX_NAMED:
            raise self.unbuilt(f"more than {MAX_NAMED} cards in a cost, as `n")
        return tuple(rows)

    def part(self, key: str, value: Selector, to: Value) -> PartRow:
        """Compile one part of a cost."""
        kind, zone, type_, goes = PARTS[key]
        n_kind, n, amount = self.number(value.get("n"), one=True)
        if key == "hand" and (n > MAX_HAND_CARDS or n_kind == D.N_ALL):
            raise self.unbuilt(f"hand` with more than {MAX_HAND_CARDS} cards in a cost, as `n")
        args = tuple((name, item) for name, item in value.args if name not in ("n", "by"))
        if key == "hand":
            args = tuple((name, item) for name, item in args if name not in ("zone", "side"))
        if not zone and not value.has("zone"):
            raise self.unbuilt("pile` without its `zone")
        selector = 0
        if args or key != "hand":
            if zone and not value.has("zone"):
                args = (("zone", (zone,)), *args)
            if not value.has("side") or key == "hand":
                args = (*args, ("side", "own"))
            if type_ and not value.has("type"):
                args = (*args, ("type", (type_,)))
            selector = self.selector(Selector("", None, args), everything=True)
        return PartRow(kind, n_kind, n, self.goes(goes if to is None else to), selector, amount)

    # -------------------------------------------------------------- verbs

    def op_pay(self, operation: Operation) -> None:
        """`pay`: a price that a seat may pay now."""
        whose = self.whose(operation.get("seat"))
        price = operation.value
        if isinstance(price, Cost):
            self.emit(D.O_PAY, b=whose, x=self.cost_row(price, D.BASIC_PAY))
            return
        assert isinstance(price, Node), price
        register = self.object(operation, price.value)
        self.emit(D.O_PAY, register, whose, 1)

    def op_points(self, operation: Operation) -> None:
        """`points`: what an ability declared as a cost gives to the payment."""
        if not self.bank[0]:
            raise self.unbuilt("points` at a later time, as `points")
        amount = self.place(self.amount(operation.value))
        kinds = operation.get("attributes", "own")
        if isinstance(kinds, Node):
            register = self.referred(kinds.value)
            self.emit(D.O_POINTS, register, D.POINTS_OF, x=amount)
            return
        words = kinds if isinstance(kinds, tuple) else (kinds,)
        if words == ("own",):
            self.emit(D.O_POINTS, b=D.POINTS_OWN, x=amount)
        elif words == ("one",):
            slot = self.choice_of_attribute()
            self.emit(D.O_POINTS, slot, D.POINTS_CHOSEN, x=amount)
        else:
            mask = sum(1 << place for place, word in enumerate(ATTRIBUTES) if word in words)
            fixed = ALL_ATTRIBUTES if words == ("any",) else mask
            self.emit(D.O_POINTS, b=D.POINTS_FIXED, c=fixed, x=amount)

    def choice_of_attribute(self) -> int:
        """Let the user choose one of the five attributes; return the place of the choice."""
        slot = self.choice_slot()
        self.emit(D.O_NAME, slot, D.NAME_ATTRIBUTE, D.WHOSE_YOU, ALL_ATTRIBUTES)
        self.chosen[f"attribute {len(self.chosen)}"] = slot
        return slot

    # ---- riders and worth

    def op_rider(self, operation: Operation) -> None:
        """`rider`: what becomes of a declaration and of its payment."""
        register = self.declaration_of(operation)
        goes = paid_as = 0
        if operation.has("paid_cards_to"):
            goes = 1 + self.goes(operation.get("paid_cards_to"))
        if operation.has("paid_as"):
            paid_as = self.counts_as(operation.get("paid_as"))
        with self.holding(register):
            if goes or paid_as:
                self.emit(D.O_RIDER, register, goes, paid_as)
            if operation.has("after"):
                self.wait_for(operation, register)

    def declaration_of(self, operation: Operation) -> int:
        """Bring the declaration that a rider is for into a register."""
        value = operation.value
        if isinstance(value, tuple):
            (value,) = value
        if isinstance(value, Ref):
            return self.referred(value)
        if value == "paid" and not self.bank[0]:
            raise CardDataError(
                f"{self.where}: found `paid`, expected it in an ability of kind `as_cost` only"
            )
        return self.referred(Ref("declaration"))

    def counts_as(self, value: Value) -> int:
        """Compile what designated cards count as: a set of attributes and 1 + an EX."""
        assert isinstance(value, Node), value
        ex, words = value.get("ex"), value.get("attributes", ())
        words = words if isinstance(words, tuple) else (words,)
        mask = sum(1 << place for place, word in enumerate(ATTRIBUTES) if word in words)
        if words == ("any",):
            mask = ALL_ATTRIBUTES
        if ex is not None and (not isinstance(ex, int) or not 0 <= ex < MOST_EX):
            raise self.unbuilt(f"paid_as` with another EX than 0 to {MOST_EX - 1}, as `ex")
        return mask | (0 if ex is None else 1 + ex) << 5

    def wait_for(self, operation: Operation, register: int) -> None:
        """Compile what is done once the declaration in a register has been carried out."""
        name = f"declaration {len(self.names)}"
        self.names[name] = register
        self.held.add(register)
        event = Event("resolved", None, (("link", Ref(f"${name}")),))
        do = (("do", operation.get("after")), ("until", Duration("turn_end")))
        self.op_later(Operation("later", event, do, operation.line))

    def op_ex_change(self, operation: Operation) -> None:
        """`ex_change`: what cards that match are worth as payment."""
        about = operation.value
        if isinstance(about, tuple) and len(about) == 1:
            (about,) = about
        self.refuse_of_now(about)
        if isinstance(about, Ref):
            selector = self.select_any(self.is_ref(about))
        else:
            assert isinstance(about, Selector), about
            args = about.args if about.has("zone") else (("zone", ("hand",)), *about.args)
            selector = self.selector(Selector("", None, args), everything=True)
        lasting = self.lasting(operation)
        for word, is_set in (("add", 0), ("set", 1)):
            if operation.has(word):
                amount = self.place(self.amount(operation.get(word)))
                self.hold(lasting, D.O_EX_CHANGE, 255, is_set, selector, amount)

    def op_itself(self, operation: Operation) -> None:
        """`itself`: where the event card goes."""
        self.emit(D.O_ITSELF, b=self.goes(operation.value))

    def goes(self, word: Value) -> int:
        """Return where cards go, as `put_zone` has it."""
        if str(word).startswith("pile:"):
            return int(D.TO_PILE) + self.pile(str(word))
        if str(word) not in LEAVES:
            raise self.unbuilt(f"{word}")
        return LEAVES[str(word)]

    def op_void_payment(self, operation: Operation) -> int:
        """`void_payment`: designated cards count no more."""
        register = self.object(operation)
        self.emit(D.O_VOID_PAYMENT, register, self.goes(operation.get("to", "dust")))
        return register

    def op_retarget(self, operation: Operation) -> int:
        """`retarget`: new targets for a declaration."""
        register = self.object(operation, one=True)
        self.emit(D.O_RETARGET, register)
        return register

    # -------------------------------------------------------------- changes of costs

    def op_cost_change(self, operation: Operation) -> None:
        """`cost_change`: declarations that match owe more, less or nothing."""
        about = operation.value
        assert isinstance(about, Declaration), about
        kinds = self.link_mask(about.get("kind"))
        args = tuple((key, item) for key, item in about.args if key != "kind")
        if not about.has("side"):
            args = (*args, ("side", "any"))
        filters = Selector("", None, (("zone", ("chain",)), *args))
        selector = self.selector(filters, everything=True)
        least = operation.get("min")
        floor = 1 + least if isinstance(least, int) else 0
        for word, change in (("add", D.CHANGE_MORE), ("less", D.CHANGE_LESS)):
            if operation.has(word):
                self.changes(operation, change, selector, kinds, floor, operation.get(word))
        if operation.get("free") is True:
            self.changes(operation, D.CHANGE_FREE, selector, kinds, 0, FREE)

    def changes(
        self, operation: Operation, change: int, selector: int, kinds: int, floor: int, by: Value
    ) -> None:
        """Write one change and, behind it, by how much."""
        self.refuse_of_now(by)
        points, amounts = self.points(by)
        if not amounts and max(points) > MOST_CHANGED:
            amounts = self.six(points)
        if amounts:
            points = FREE
        self.hold(self.lasting(operation), D.O_COST_CHANGE, 255, change, selector)
        s, m, f, l, n, a = points  # noqa: E741
        self.emit(D.O_CHANGE_BY, s | m << 4, f | l << 4, n | a << 4, floor, kinds)
        if amounts:
            self.emit(D.O_CHANGE_AMOUNTS, x=amounts)
