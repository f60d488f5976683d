"""Compiles what an effect reads: here selectors, below it conditions, filters, amounts, references.

An expression is a run of instructions on a small stack. Below: `situations`; above: the verbs of
an effect, `program`.
"""

from __future__ import annotations

from lycee_core.codes import DISTINCT, LINES, MAX_PILES, ONE_ZONE, SIDES, Code, Ins, SelectorRow
from lycee_core.opcodes import D
from lycee_core.parsed import Compare, Duration, Node, Number, Selector, Value
from lycee_core.situations import Situations

# What the row of a selector says; all other keys are filters.
ROW_KEYS = (
    "zone", "side", "type", "n", "by", "optional", "of", "highest", "lowest", "distinct", "total",
)  # fmt: skip
EVERYTHING = (Ins(D.X_LIT, x=1),)


class Expressions(Situations):
    """Everything that is read."""

    def selector(
        self,
        value: Selector,
        *,
        everything: bool = False,
        one: bool = False,
        is_cell: bool = False,
        side: str = "",
        more: Code = (),
    ) -> int:
        """Compile a selector and return its number.

        Args:
            value: the parsed selector.
            everything: `n` does not matter here, all that match are meant.
            one: without `n` it means one, as in targets and choices.
            is_cell: it stands where only cells can stand.
            side: the side it means when none is named.
            more: a test that holds beside its filters.
        """
        zones, line = self.zones_of(value), self.line_of(value)
        zone = line or zones[-1]
        if value.has("among") and zone in ("deck_top", "deck_bottom"):
            zone = "deck"  # which of its cards are meant is said already
        sides = side or ("any" if zone in (*ONE_ZONE, *LINES) else "own")
        types = 0 if line else self.type_mask(value.get("type", ())) & ~D.TYPE_DECLARATION
        if not types and not line and (is_cell or value.has("empty")):
            types = D.TYPE_CELL
        n_kind, n, amount = self.number(value.get("n"), one=one)
        depth = 0
        if zone in ("deck_top", "deck_bottom"):
            depth = amount or self.place((Ins(D.X_LIT, x=n if n_kind == D.N_EXACT else 1),))
            n_kind, n, amount = D.N_ALL, 0, 0
        if everything:
            n_kind, n, amount = D.N_ALL, 0, 0
        code = self.filters(self.of_line(value, line) if line else value, skip=ROW_KEYS)
        if more:
            code = more if code == EVERYTHING else (*code, *more, Ins(D.X_AND))
        return self.select(
            SelectorRow(
                zone=self.zone_number(zone),
                side=SIDES[str(value.get("side", sides))],
                types=types,
                n_kind=n_kind,
                n=n,
                by=D.named("BY_", str(value.get("by", "you"))),
                filter=0 if code == EVERYTHING else self.place(code),
                amount=amount,
                depth=depth,
                zones=sum(1 << self.zone_number(word) for word in zones) if zones[1:] else 0,
                pile=sum(self.pile(word) for word in zones if word.startswith("pile:")),
                of=1 + self.ref(value.get("of")) if value.has("of") else 0,
                best=self.best(value),
                follow=int(value.get("follow") is True),
                distinct=sum(
                    1 << DISTINCT.index(str(word)) for word in self.items(value.get("distinct", ()))
                ),
                total=self.total(value.get("total")),
                most=self.total(value.get("total"), only=("le", "lt", "eq")),
            )
        )

    def best(self, value: Selector) -> int:
        """Compile "only those with the highest or lowest value"."""
        if value.has("highest"):
            return 1 + self.value_number(value.get("highest"))
        return 65 + self.value_number(value.get("lowest")) if value.has("lowest") else 0

    def total(self, value: Value, only: tuple[str, ...] = ()) -> int:
        """Compile bounds on the sums of values over everything picked; 0 for none.

        Args:
            value: the bounds.
            only: those bounds alone, as upper ones: further picks can only break them.
        """
        if value is None:
            return 0
        assert isinstance(value, Node), value
        parts: list[Code] = []
        for word, bounds in value.args:
            kept = tuple(
                Compare("le" if bound.word == "eq" and only else bound.word, bound.value)
                for bound in self.items(bounds)
                if isinstance(bound, Compare) and (not only or bound.word in only)
            )
            if kept:
                parts.append(self.compare((Ins(D.X_TOTAL, self.value_number(word)),), kept))
        return self.place(self.fold(D.X_AND, parts)) if parts else 0

    def line_of(self, value: Selector) -> str:
        """Return `row`, `column` or `seat` where that is what is meant, else nothing."""
        types = self.items(value.get("type", ()))
        found = [word for word in types if word in LINES]
        if found and len(types) > 1:
            raise self.unbuilt(f"type = [...]` with `{found[0]}")
        return str(found[0]) if found else ""

    def of_line(self, value: Selector, line: str) -> Selector:
        """Let `empty` of a row or column mean all of its cells."""
        if not value.has("empty"):
            return value
        key, side = f"{line}_has", value.get("side", "any")
        whom: tuple[tuple[str, Value], ...] = (("type", ("character",)),)
        if line == "column" and side != "any":
            whom = (*whom, ("side", side))
        inside = Selector("", None, ((key, Selector("", None, whom)),))
        rest = tuple(arg for arg in value.args if arg[0] != "empty")
        if value.get("empty") is True:
            return Selector("", None, (*rest, ("not", inside)))
        return Selector("", None, (*rest, *inside.args))

    def zone_number(self, zone: str) -> int:
        """Return the number of a zone; all named piles are one."""
        if zone in LINES:
            return LINES[zone]
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
