"""Compiles what a rule of a card is: for whom it holds, how long, and what it is about.

Each is an instruction that goes on holding for somebody; `O_OF` behind it says what it is about.
Below: `effects_lasting`; above: `effects_permits`, `effects_battle`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from lycee_core.codes import SIDES, Ins
from lycee_core.effects_lasting import NOBODY, LastingVerbs
from lycee_core.opcodes import D
from lycee_core.parsed import (
    Declaration,
    Node,
    Operation,
    Selector,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

EVEN_IF = {"tapped": D.RULE_TAPPED, "new": D.RULE_NEW, "not_adjacent": D.RULE_NOT_ADJACENT,
           "itself": D.RULE_ITSELF}  # fmt: skip
USED = (D.UNTIL_USED, D.UNTIL_USED_THIS_TURN)
CAUSES = {"battle": (D.CAUSE_BATTLE,), "event_card": (D.CAUSE_EVENT_CARD,),
          "special": (D.CAUSE_SPECIAL,), "basic": (D.CAUSE_BASIC,), "cost": (D.CAUSE_COST,),
          "rule": (D.CAUSE_RULE,), "any": ()}  # fmt: skip


class RuleVerbs(LastingVerbs):
    """What every verb needs that makes a rule."""

    def rule(
        self,
        operation: Operation,
        op: int,
        b: int,
        found: tuple[int, int],
        *,
        flags: int = 0,
        default: str = "turn_end",
    ) -> int | None:
        """Write a rule for whom it holds (`found`), and what it is about."""
        register, selector = found
        about = self.held_about(operation, register)
        lasting = self.lasting(operation, default)
        counted = flags & (D.RULE_OVER_LIMIT | D.RULE_FREE) or b in (D.WHAT_ATTACK, D.WHAT_DEFEND)
        if lasting.until in USED and not counted:
            raise self.unbuilt(f"used` of such a `{operation.word}")
        self.hold(lasting, op, register, b, selector, flags | self.kept_flags())
        if about is not None:
            self.out.append(about)
        return None if register == NOBODY else register

    def whom(self, operation: Operation, whom: Value) -> tuple[int, int]:
        """Bring whom a rule is for into a register, or compile the selector of all it is for."""
        if isinstance(whom, tuple) and len(whom) == 1:
            whom = whom[0]
        if whom is None:
            return (NOBODY, 0)
        if isinstance(whom, Selector):
            in_field = self.zone_of(whom) == "field" and not is_name_only(whom)
            if self.is_passive or not in_field:
                self.refuse_of_now(whom)
                with self.read_from_rule():
                    return (NOBODY, self.selector(whom, everything=True))
        return (self.object(operation, whom), 0)

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Compile a rule that can keep one thing that was chosen (R14.14)."""
        self.keeps = not self.is_passive
        yield
        self.keeps, self.kept = False, None

    @contextmanager
    def read_from_rule(self) -> Iterator[None]:
        """Compile what is read while a rule is in force: the choices of its effect are gone."""
        self.reads_rule = self.keeps
        yield
        self.reads_rule = False

    def kept_flags(self) -> int:
        """Return the flags of a rule that keeps something that was chosen."""
        return 0 if self.kept is None else D.RULE_CHOSEN | self.kept << D.RULE_PLACE

    def held_about(self, operation: Operation, register: int) -> Ins | None:
        """Compile the instruction behind a rule, keeping the register of the rule."""
        with self.holding(None if register == NOBODY else register):
            return self.about(operation)

    def about(self, operation: Operation) -> Ins | None:
        """Compile what a rule is about: opponent, declaration, cause; None: anything."""
        of, against, cause = operation.get("of"), operation.get("against"), operation.get("cause")
        into = operation.get("into")
        if of is None and against is None and cause is None and into is None:
            return None
        side, kinds, selector, register, causes = D.SIDE_ANY, 0, 0, 0, 0
        if isinstance(of, Declaration):
            side = SIDES[str(of.get("side", "any"))]
            kinds = self.link_mask(of.get("kind"))
            rest = tuple((k, item) for k, item in of.args if k not in ("kind", "side"))
            if rest:
                self.refuse_of_now(rest)
                with self.read_from_rule():
                    selector = self.about_selector(Selector("", None, rest), kinds)
        if isinstance(cause, Node):
            side = SIDES[str(cause.get("side", "any"))]
            causes = self.cause_mask(cause.get("kind"))
            against = cause.get("card", against)
        other = against if against is not None else into
        if isinstance(other, tuple) and len(other) == 1:
            other = other[0]
        if isinstance(other, Selector):
            self.refuse_of_now(other)
            with self.read_from_rule():
                selector = self.selector(other, everything=True, is_cell=into is other)
        elif other is not None:
            register = 1 + self.object(operation, other)
        causes |= D.ABOUT_CELLS if into is not None else 0
        return Ins(D.O_OF, side, register, causes, selector, kinds)

    def about_selector(self, filters: Selector, kinds: int) -> int:
        """Compile filters on the other side of a rule, wherever it lies."""
        del kinds
        code = self.filters(filters)
        return self.select_any(code)

    def cause_mask(self, kinds: Value) -> int:
        """Return the set of causes that a filter names; 0: any."""
        mask = 0
        for kind in kinds if isinstance(kinds, tuple) else (kinds,) if kinds else ():
            for bit in CAUSES[str(kind)]:
                mask |= 1 << bit
        return mask

    def rule_flags(self, operation: Operation) -> int:
        """Return the flags beside `permit` and `require`."""
        flags = 0
        even_if = operation.get("even_if")
        for word in even_if if isinstance(even_if, tuple) else ():
            flags |= EVEN_IF[str(word)]
        for word, flag in (("free", D.RULE_FREE), ("over_limit", D.RULE_OVER_LIMIT),
                           ("free_cells", D.RULE_FREE_CELLS)):  # fmt: skip
            if operation.get(word) is True:
                flags |= flag
        columns = {"any": D.RULE_ANY_COLUMN, "other": D.RULE_OTHER_COLUMN}
        return flags | columns.get(str(operation.get("column")), 0)


def is_name_only(selector: Selector) -> bool:
    """Tell whether a selector means cards wherever they are: nothing of it belongs to the field."""
    keys = {key for key, _ in selector.args}
    types = selector.get("type", ())
    off_field = isinstance(types, tuple) and types == ("event_card",)
    return off_field or (bool(keys) and keys <= {"name", "name_has", "title", "number"})
