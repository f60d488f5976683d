"""Compiles what an effect reads: here selectors, below it conditions, filters, amounts, references.

An expression is a run of instructions on a small stack. Below: `situations`; above: the verbs of
an effect, `program`.
"""

from __future__ import annotations

from lycee_core.codes import MAX_PILES, ONE_ZONE, SIDES, Ins, SelectorRow
from lycee_core.opcodes import D
from lycee_core.parsed import Duration, Number, Selector, Value
from lycee_core.situations import Situations


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
