"""Compiles what an effect reads: amounts, conditions, filters, selectors, references.

An expression is a run of instructions on a small stack; equal expressions and equal selectors are
kept once. Number 0 of code, selectors and strings means "none". What the grammar knows and the
machine has no instruction for is refused by name, as the loader does. Below: `parsed`, `opcodes`;
above: `program`.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from lycee_core.errors import CardDataError
from lycee_core.grammar import ATTRIBUTES
from lycee_core.opcodes import D
from lycee_core.parsed import (
    Amount,
    Compare,
    Condition,
    Declaration,
    Duration,
    Node,
    Number,
    Ref,
    Selector,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_DEPTH = 16  # of the stack an expression runs on
SEXES = {"none": 0, "f": 1, "m": 2}
CELL_COLUMNS = {"left": 1, "centre": 2, "right": 4}
VALUE_WORDS = (
    "ap", "dp", "sp", "ex", "cost", "original_ap", "original_dp", "original_sp", "attributes",
    "basics",
)  # fmt: skip
SIDES = {"own": D.SIDE_OWN, "enemy": D.SIDE_ENEMY, "any": D.SIDE_ANY, "each": D.SIDE_ANY}
SEATS = {"you": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY, "turn_player": D.WHOSE_TURN_PLAYER}
COMPARES = {
    "lt": D.X_LT, "le": D.X_LE, "eq": D.X_EQ, "ne": D.X_NE, "ge": D.X_GE, "gt": D.X_GT,
}  # fmt: skip
ARITHMETIC = {
    "add": D.X_ADD, "sub": D.X_SUB, "times": D.X_MUL, "div": D.X_DIV, "min": D.X_MIN,
    "max": D.X_MAX,
}  # fmt: skip
BATTLES = {"none": 0, "any": 1, "self": 2, "own": 3, "bearer": 4, "adjacent": 5, "column": 6}
LINK_KINDS = {
    "entry": (D.LK_ENTRY, D.LK_CONVERSION), "event_card": (D.LK_EVENT_CARD,), "item": (D.LK_ITEM,),
    "area": (D.LK_AREA,), "special": (D.LK_SPECIAL,), "basic": (D.LK_BASIC,),
    "attack": (D.LK_ATTACK,), "support": (D.LK_SUPPORT,), "conversion": (D.LK_CONVERSION,),
}  # fmt: skip
# Shared by both seats, so a side must be named to matter.
ONE_ZONE = ("field", "chain", "payment", "held", "aside")
MAX_PILES = 255


class Ins(NamedTuple):
    """One instruction, as `program.pxd` lays it out."""

    op: int
    a: int = 0
    b: int = 0
    c: int = 0
    x: int = 0
    y: int = 0


Code = tuple[Ins, ...]


class SelectorRow(NamedTuple):
    """One compiled selector, as `program.pxd` lays it out."""

    zone: int
    side: int
    types: int
    n_kind: int
    n: int
    by: int
    filter: int
    amount: int
    depth: int
    zones: int = 0  # several zones, as a mask
    pile: int = 0  # number of a pile, or the register of SZ_REGISTER
    of: int = 0  # 1 + the reference whose cards are meant


class Registers(NamedTuple):
    """What the registers of an ability hold where an expression stands in it."""

    names: Mapping[str, int]
    it: int | None


NO_REGISTERS = Registers({}, None)


def normal(name: str) -> str:
    """Bring a name into the form in which names are compared (R12.1)."""
    text = unicodedata.normalize("NFKC", name).partition("※")[0]
    return "".join(text.split())


class Expressions:
    """The tables that all cards of a catalogue share, and the compiler of what is read."""

    def __init__(self) -> None:
        self.code: list[Ins] = [Ins(D.O_END)]
        self.selectors: list[SelectorRow] = [SelectorRow(0, 0, 0, 0, 0, 0, 0, 0, 0)]
        self.strings: list[str] = [""]
        self.aliases: dict[str, str] = {}  # normal form of any name -> normal form of the key
        self.piles: list[str] = []  # names of piles; their numbers count from 1
        self.registers = NO_REGISTERS
        self.where = ""  # "file:line: CARD, ability N", for refusals
        self._code_at: dict[Code, int] = {}

    def unbuilt(self, word: str) -> CardDataError:
        """Build the refusal of a word that the language has and the engine has not."""
        return CardDataError(f"{self.where}: `{word}` is part of the language but not built yet")

    # -------------------------------------------------------------- tables

    def place(self, code: Code) -> int:
        """Keep an expression once and return where it starts."""
        if code not in self._code_at:
            self._code_at[code] = len(self.code)
            self.code.extend((*code, Ins(D.X_END)))
            check_stack(code)
        return self._code_at[code]

    def select(self, row: SelectorRow) -> int:
        """Keep a selector once and return its number."""
        if row not in self.selectors[1:]:
            self.selectors.append(row)
        return self.selectors.index(row, 1)

    def string(self, text: str) -> int:
        """Keep a text once and return its number."""
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def name(self, text: str) -> int:
        """Return the number of the identity that a name belongs to."""
        name = normal(text)
        return self.string(self.aliases.get(name, name))

    # -------------------------------------------------------------- references

    def register_of(self, ref: Ref) -> int | None:
        """Return the register that `$name` or `it` stands for."""
        if ref.word.startswith("$"):
            return self.registers.names.get(ref.word[1:])
        if ref.word == "it":
            if self.registers.it is None:
                raise self.unbuilt("it` after an operation that names no cards, as `it")
            return self.registers.it
        return None

    def ref(self, value: Value) -> int:
        """Compile a reference to one card, cell or declaration."""
        assert isinstance(value, Ref), value
        register = self.register_of(value)
        if register is not None:
            return D.REF_REG + register
        if value.word.startswith("$") or value.word in SEATS or value.value is not None:
            raise self.unbuilt(value.word)
        try:
            return D.named("REF_", value.word)
        except AttributeError:
            raise self.unbuilt(value.word) from None

    def whose(self, value: Value) -> int:
        """Compile a seat; absent means the user."""
        if value is None:
            return D.WHOSE_YOU
        word = value.word if isinstance(value, Ref) else str(value)
        if word not in SEATS:
            raise self.unbuilt(word)
        return SEATS[word]

    # -------------------------------------------------------------- amounts

    def amount(self, value: Value) -> Code:
        """Compile an amount to code that leaves it on the stack."""
        if isinstance(value, int):
            return (Ins(D.X_LIT, x=value),)
        assert isinstance(value, Amount), value
        if value.word in ARITHMETIC:
            assert isinstance(value.value, tuple), value
            return self.fold(ARITHMETIC[value.word], [self.amount(item) for item in value.value])
        match value.word:
            case "count":
                return self.count(value.value)
            case "value":
                return (Ins(D.X_VALUE, self.value_number(value.value), self.ref(value.get("of"))),)
            case "size":
                zone = D.named("ZONE_", str(value.value))
                return (Ins(D.X_SIZE, zone, self.whose(value.get("seat"))),)
            case "done":
                return (Ins(D.X_DONE),)
            case "event":
                return (Ins(D.X_EVENT_AMOUNT),)
            case "clock":
                return (Ins(D.X_CLOCK),)
            case _:
                raise self.unbuilt(value.word)

    def value_number(self, word: Value) -> int:
        """Return the number of a value name."""
        if word not in VALUE_WORDS:
            raise self.unbuilt(str(word))
        return D.named("VAL_", str(word))

    def count(self, value: Value) -> Code:
        """Compile how many match now, or how many a name holds."""
        if isinstance(value, Selector):
            return (Ins(D.X_COUNT, x=self.selector(value, everything=True)),)
        assert isinstance(value, tuple), value
        parts: list[Code] = []
        for ref in value:
            assert isinstance(ref, Ref), ref
            register = self.register_of(ref)
            if register is None:
                raise self.unbuilt(f"count = {ref.word}")
            parts.append((Ins(D.X_COUNT_REG, register),))
        return self.fold(D.X_ADD, parts)

    def fold(self, op: int, parts: list[Code]) -> Code:
        """Join the code of several values by one instruction between each two."""
        code = parts[0]
        for part in parts[1:]:
            code = (*code, *part, Ins(op))
        return code

    def compare(self, left: Code, bounds: Value) -> Code:
        """Compile bounds on a number that `left` leaves on the stack."""
        assert isinstance(bounds, tuple), bounds
        parts: list[Code] = []
        for bound in bounds:
            assert isinstance(bound, Compare), bound
            parts.append((*left, *self.amount(bound.value), Ins(COMPARES[bound.word])))
        return self.fold(D.X_AND, parts)

    # -------------------------------------------------------------- conditions

    def conditions(self, values: Iterable[Value]) -> int:
        """Compile conditions that must all hold; 0 when there are none."""
        parts = [self.condition(value) for value in values]
        return self.place(self.fold(D.X_AND, parts)) if parts else 0

    def condition(self, value: Value) -> Code:
        """Compile one condition to code that leaves 1 or 0."""
        assert isinstance(value, Condition), value
        head = value.value
        match value.word:
            case "turn":
                return (Ins(D.X_TURN, SIDES[str(head)]),)
            case "battle":
                role = {"attacker": 1, "defender": 2}.get(str(value.get("role")), 0)
                return (Ins(D.X_BATTLE, BATTLES[str(head)], role),)
            case "responding":
                return self.responding(head)
            case "self":
                return (Ins(D.X_IS, b=D.REF_SELF, x=self.place(self.filters(head))),)
            case "is":
                assert isinstance(head, tuple), head
                return (Ins(D.X_IS, b=self.ref(head[0]), x=self.place(self.filters(head[1]))),)
            case "exists" | "none":
                return self.exists(head, is_none=value.word == "none")
            case "compare":
                assert isinstance(head, tuple), head
                sign = Ins(COMPARES[str(head[1])])
                return (*self.amount(head[0]), *self.amount(head[2]), sign)
            case "done":
                if isinstance(head, tuple):
                    return self.compare((Ins(D.X_DONE),), head)
                return (Ins(D.X_DONE_FULL),) if head else (Ins(D.X_DONE_FULL), Ins(D.X_NOT))
            case "not":
                return (*self.condition(head), Ins(D.X_NOT))
            case "any":
                assert isinstance(head, tuple), head
                return self.fold(D.X_OR, [self.condition(item) for item in head])
            case _:
                raise self.unbuilt(value.word)

    def responding(self, head: Value) -> Code:
        """Compile which declaration is being answered."""
        if head == "none":
            return (Ins(D.X_RESPONDING, 0),)
        if head == "any":
            return (Ins(D.X_RESPONDING, 1, D.SIDE_ANY),)
        assert isinstance(head, Declaration), head
        side = SIDES[str(head.get("side", "any"))]
        mask = self.link_mask(head.get("kind"))
        rest = tuple((key, item) for key, item in head.args if key not in ("kind", "side"))
        selector = 0
        if rest:
            selector = self.selector(
                Selector("", None, (("zone", ("chain",)), *rest)), everything=True
            )
        return (Ins(D.X_RESPONDING, 1, side, x=selector, y=mask),)

    def link_mask(self, kinds: Value) -> int:
        """Return the set of link kinds that a filter on declarations names."""
        mask = 0
        for kind in kinds if isinstance(kinds, tuple) else ():
            if kind not in LINK_KINDS:
                raise self.unbuilt(str(kind))
            for bit in LINK_KINDS[str(kind)]:
                mask |= 1 << bit
        return mask

    def exists(self, head: Value, *, is_none: bool) -> Code:
        """Compile whether enough match now; a plain `n` is "at least so many"."""
        assert isinstance(head, Selector), head
        count = (Ins(D.X_COUNT, x=self.selector(head, everything=True)),)
        n = head.get("n")
        if is_none:
            return (*count, Ins(D.X_LIT, x=0), Ins(D.X_EQ))
        if n is None:
            return (*count, Ins(D.X_LIT, x=1), Ins(D.X_GE))
        assert isinstance(n, Number), n
        if n.word not in ("exactly", "up_to"):
            raise self.unbuilt(f"n = {n.word}")
        return (*count, *self.amount(n.value), Ins(D.X_GE if n.word == "exactly" else D.X_LE))

    # -------------------------------------------------------------- filters

    def filters(self, value: Value, *, skip: tuple[str, ...] = ()) -> Code:
        """Compile filters about one candidate to code that leaves 1 or 0.

        Args:
            value: a selector of which only the filters count.
            skip: keys that the selector's own row carries already.
        """
        assert isinstance(value, Selector), value
        parts = [
            code for key, item in value.args if key not in skip for code in self.filter(key, item)
        ]
        return self.fold(D.X_AND, parts) if parts else (Ins(D.X_LIT, x=1),)

    def filter(self, key: str, value: Value) -> list[Code]:
        """Compile one filter to codes of which all must hold."""
        match key:
            case "tapped" | "new" | "equipped" | "empty" | "has_area" | "multi" | "conversion":
                if not isinstance(value, bool):
                    raise self.unbuilt(f"{key} = {{ ... }}")
                test = (Ins(D.named("X_", key)),)
                return [test if value else (*test, Ins(D.X_NOT))]
            case "other_than":
                return [self.other_than(ref) for ref in self.items(value)]
            case "not":
                return [(*self.filters(value), Ins(D.X_NOT))]
            case "basic" if isinstance(value, bool):
                count = (Ins(D.X_VALUE, D.VAL_BASICS, D.REF_CAND), Ins(D.X_LIT, x=0))
                return [(*count, Ins(D.X_GT if value else D.X_EQ))]
            case "adjacent_to":
                return [(Ins(D.X_ADJACENT, b=self.ref(value)),)]
            case "in_front_of":
                return [(Ins(D.X_IN_FRONT, b=self.ref(value)),)]
            case "same_name_as":
                return [(Ins(D.X_SAME_NAME, b=self.ref(value)),)]
            case "type":
                return [(Ins(D.X_TYPE, self.type_mask(value)),)]
            case "side":
                return [(Ins(D.X_SIDE, SIDES[str(value)]),)]
            case "pure":
                return [(Ins(D.X_PURE, 1 << ATTRIBUTES.index(self.word(value, key))),)]
            case _ if key in VALUE_WORDS:
                candidate = (Ins(D.X_VALUE, self.value_number(key), D.REF_CAND),)
                return [self.compare(candidate, value)]
            case _:
                return [self.fold(D.X_OR, [self.one(key, item) for item in self.items(value)])]

    def one(self, key: str, value: Value) -> Code:
        """Compile one alternative of a filter that takes several."""
        if isinstance(value, Node) and value.word == "same_as":
            same = {"row": D.X_SAME_ROW, "column": D.X_SAME_COLUMN, "cell": D.X_SAME_CELL,
                    "attribute": D.X_SAME_ATTRIBUTE}  # fmt: skip
            if key not in same:
                raise self.unbuilt(f"{key} = {{ same_as = ... }}")
            return (Ins(same[key], b=self.ref(value.value)),)
        if key == "any":
            return self.filters(value)
        if key == "among":
            return self.is_ref(value)
        word = self.word(value, key)
        match key:
            case "row" | "column" | "cell" if word == "same":
                return (Ins(D.named("X_SAME_", key), b=D.REF_SELF),)
            case "row":
                return (Ins(D.X_ROW, ("AF", "DF").index(word)),)
            case "column" if word in CELL_COLUMNS:
                return (Ins(D.X_COLUMN, CELL_COLUMNS[word]),)
            case "attribute":
                if word == "colourless":
                    return (Ins(D.X_PURE, 0),)
                return (Ins(D.X_ATTRIBUTE, 1 << ATTRIBUTES.index(word)),)
            case "name":
                return (Ins(D.X_NAME, x=self.name(word)),)
            case "sex":
                return (Ins(D.X_SEX, SEXES[word]),)
            case "basic":
                return (Ins(D.X_BASIC, D.named("B_", word)),)
            case _:
                raise self.unbuilt(key if word == "" else f"{key} = {word}")

    def word(self, value: Value, key: str) -> str:
        """Return a plain word; what is chosen during play is not built."""
        if not isinstance(value, str):
            raise self.unbuilt(key)
        return value

    def items(self, value: Value) -> tuple[Value, ...]:
        """Return the items of a value that may be one or several."""
        return value if isinstance(value, tuple) else (value,)

    def other_than(self, ref: Value) -> Code:
        """Compile "is none of what the reference holds"."""
        assert isinstance(ref, Ref), ref
        if self.register_of(ref) is not None:
            return (*self.is_ref(ref), Ins(D.X_NOT))
        return (Ins(D.X_OTHER_THAN, b=self.ref(ref)),)

    def is_ref(self, ref: Value) -> Code:
        """Compile "is what the reference holds"."""
        assert isinstance(ref, Ref), ref
        register = self.register_of(ref)
        if register is not None:
            return (Ins(D.X_IN_REG, register),)
        return (Ins(D.X_OTHER_THAN, b=self.ref(ref)), Ins(D.X_NOT))

    def type_mask(self, value: Value) -> int:
        """Return the set of types that a selector names."""
        mask = 0
        for word in self.items(value):
            try:
                mask |= D.named("TYPE_", self.word(word, "type"))
            except AttributeError:
                raise self.unbuilt(f"type = {word}") from None
        return mask

    # -------------------------------------------------------------- selectors

    def selector(
        self,
        value: Selector,
        *,
        everything: bool = False,
        one: bool = False,
        is_cell: bool = False,
        side: str = "",
    ) -> int:
        """Compile a selector and return its number.

        Args:
            value: the parsed selector.
            everything: `n` does not matter here, all that match are meant.
            one: without `n` it means one, as in targets and choices.
            is_cell: it stands where only cells can stand.
            side: the side it means when none is named.
        """
        zones = self.zones_of(value)
        zone = zones[-1]
        sides = side or ("any" if zone in ONE_ZONE else "own")
        types = self.type_mask(value.get("type", ())) & ~D.TYPE_DECLARATION
        if not types and (is_cell or value.has("empty")):
            types = D.TYPE_CELL
        n_kind, n, amount = self.number(value.get("n"), one=one)
        depth = 0
        if zone in ("deck_top", "deck_bottom"):
            depth = amount or self.place((Ins(D.X_LIT, x=n if n_kind == D.N_EXACT else 1),))
            n_kind, n, amount = D.N_ALL, 0, 0
        if everything:
            n_kind, n, amount = D.N_ALL, 0, 0
        skip = ("zone", "side", "type", "n", "by", "optional", "of")
        code = self.filters(value, skip=skip)
        return self.select(
            SelectorRow(
                zone=self.zone_number(zone),
                side=SIDES[str(value.get("side", sides))],
                types=types,
                n_kind=n_kind,
                n=n,
                by=D.named("BY_", str(value.get("by", "you"))),
                filter=0 if code == (Ins(D.X_LIT, x=1),) else self.place(code),
                amount=amount,
                depth=depth,
                zones=sum(1 << self.zone_number(word) for word in zones) if zones[1:] else 0,
                pile=sum(self.pile(word) for word in zones if word.startswith("pile:")),
                of=1 + self.ref(value.get("of")) if value.has("of") else 0,
            )
        )

    def zone_number(self, zone: str) -> int:
        """Return the number of a zone; all named piles are one."""
        return D.SZ_PILE if zone.startswith("pile:") else D.named("SZ_", zone)

    def pile(self, zone: str) -> int:
        """Return the number of the name in `pile:NAME`."""
        name = zone.partition(":")[2]
        if name not in self.piles:
            self.piles.append(name)
        if len(self.piles) > MAX_PILES:
            raise self.unbuilt(f"more than {MAX_PILES} names of piles")
        return self.piles.index(name) + 1

    def zones_of(self, value: Selector) -> tuple[str, ...]:
        """Return the zones of a selector, the field first: it never stands for the others."""
        zones = value.get("zone")
        if isinstance(zones, tuple) and len(zones) > 1:
            names = sorted({str(zone) for zone in zones}, key=lambda zone: (zone != "field", zone))
            if "chain" in names or sum(name.startswith("pile:") for name in names) > 1:
                raise self.unbuilt("zone = [...]` with the chain or two piles, as `zone")
            return tuple(names)
        return (self.zone_of(value),)

    def zone_of(self, value: Selector) -> str:
        """Return the zone of a selector; declarations are in the chain without saying so."""
        zones = value.get("zone")
        if zones is None:
            return "chain" if value.get("type") == ("declaration",) else "field"
        assert isinstance(zones, tuple), zones
        return str(zones[0])

    def number(self, value: Value, *, one: bool) -> tuple[int, int, int]:
        """Compile how many: kind, literal, place of an amount."""
        if value is None:
            return (D.N_EXACT, 1, 0) if one else (D.N_ALL, 0, 0)
        assert isinstance(value, Number), value
        if value.word == "any":
            return (D.N_ANY, 0, 0)
        if value.word == "all":
            return (D.N_ALL, 0, 0)
        kind = D.N_UP_TO if value.word == "up_to" else D.N_EXACT
        if isinstance(value.value, int) and 0 < value.value < 256:
            return (kind, value.value, 0)
        return (kind, 0, self.place(self.amount(value.value)))

    def duration(self, value: Value, *, is_passive: bool) -> int:
        """Compile a duration; the default is the end of the turn (R14.1)."""
        if is_passive:
            return D.UNTIL_ALWAYS
        if value is None:
            return D.UNTIL_TURN_END
        assert isinstance(value, Duration), value
        try:
            return D.named("UNTIL_", value.word)
        except AttributeError:
            raise self.unbuilt(value.word) from None


def check_stack(code: Code) -> None:
    """Make sure that an expression fits the stack it will run on."""
    depth = 0
    for ins in code:
        if D.X_ADD <= ins.op <= D.X_OR:
            depth -= 1
        elif ins.op != D.X_NOT:
            depth += 1
        assert 0 < depth <= MAX_DEPTH, (depth, code)
