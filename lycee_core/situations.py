"""The compiler of conditions: whether something is so, as code that leaves 1 or 0 on the stack.

Below: `filtering`; above: `expressions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.codes import BATTLES, COMPARES, LINK_KINDS, SIDES, Code, Ins
from lycee_core.filtering import Filters
from lycee_core.opcodes import D
from lycee_core.parsed import Condition, Declaration, Number, Selector, Value

if TYPE_CHECKING:
    from collections.abc import Iterable


class Situations(Filters):
    """Conditions."""

    def conditions(self, values: Iterable[Value], *tests: Code) -> int:
        """Compile conditions that must all hold; 0 when there are none.

        Args:
            values: the conditions.
            tests: code of further ones, which come first.
        """
        parts = [*tests, *(self.condition(value) for value in values)]
        return self.place(self.fold(D.X_AND, parts)) if parts else 0

    def condition(self, value: Value) -> Code:
        """Compile one condition to code that leaves 1 or 0."""
        assert isinstance(value, Condition), value
        head = value.value
        match value.word:
            case "turn":
                return (Ins(D.X_TURN, SIDES[str(head)]),)
            case "battle":
                return self.battle(value)
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
            case "happened":
                count = self.happened(head, value.get("since"))
                if not value.has("n"):
                    return (*count, Ins(D.X_LIT, x=0), Ins(D.X_GT))
                return self.compare(count, value.get("n"))
            case "chose":
                return self.chose(head)
            case "shows":
                return self.shows(head)
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

    def battle(self, value: Condition) -> Code:
        """Compile who takes part in the battle, in which role and against whom."""
        kind = BATTLES[str(value.value)]
        own, against = value.get("own"), value.get("against")
        if kind == BATTLES["any"] and (own is not None or against is not None):
            kind = BATTLES["own"]
        flags = 0
        for key, yes, no in (
            ("same_column", D.BATTLE_SAME_COLUMN, D.BATTLE_OTHER_COLUMN),
            ("undefended", D.BATTLE_UNDEFENDED, D.BATTLE_DEFENDED),
        ):
            if value.has(key):
                flags |= yes if value.get(key) is True else no
        return (
            Ins(
                D.X_BATTLE,
                kind,
                {"attacker": 1, "defender": 2}.get(str(value.get("role")), 0),
                flags,
                0 if own is None else self.place(self.filters(own)),
                0 if against is None else self.place(self.filters(against)),
            ),
        )

    def chose(self, head: Value) -> Code:
        """Compile "this mode was picked", or "something was picked under this name"."""
        if isinstance(head, int):
            if self.modes is None:
                raise self.unbuilt("chose` before a `one_of`, as `chose")
            return (Ins(D.X_CHOSE, self.modes, head - 1),)
        if str(head) not in self.registers.names:
            raise self.unbuilt(f"chose = {head}")
        return (Ins(D.X_COUNT_REG, self.registers.names[str(head)]),)

    def shows(self, head: Value) -> Code:
        """Compile "any card that the operation before was about matches"."""
        if self.registers.it is None:
            raise self.unbuilt("shows` after an operation that names no cards, as `shows")
        return (Ins(D.X_ANY_REG, self.registers.it, x=self.place(self.filters(head))),)

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
        if not isinstance(n, Number) or n.word == "all":
            return (*count, Ins(D.X_LIT, x=1), Ins(D.X_GE))
        if n.word == "any":
            return (Ins(D.X_LIT, x=1),)
        return (*count, *self.amount(n.value), Ins(D.X_GE if n.word == "exactly" else D.X_LE))
