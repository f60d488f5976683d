"""Compiles what may be done: the verbs that forbid, permit and require.

Cards may be let be played from elsewhere or for nothing (R7.40), and pay from elsewhere. Below:
`effects_rules`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.codes import FROM_ZONES
from lycee_core.effects_lasting import NOBODY, end_of
from lycee_core.effects_rules import USED, RuleVerbs
from lycee_core.opcodes import D
from lycee_core.parsed import (
    Amount,
    Compare,
    Condition,
    Declaration,
    Duration,
    Node,
    Operation,
    Ref,
    Selector,
    Value,
)

PAYS_FROM = frozenset(("dust", "pile", "held"))  # zones from which cards may be let to pay
# Filters on a declaration that read what is printed on its card.
PRINTED = frozenset(("kind", "side", "type", "original_attribute", "original_cost", "original_ex",
                     "cost_has", "name", "name_has", "title", "number"))  # fmt: skip
PLAYED_FROM = frozenset(("hand", "dust", "removed", "pile", "held"))  # and to be played
CARD = "the card"  # a name that no author can write
# What is permitted of cards that are declared, and of abilities.
PLAYS = frozenset((D.WHAT_PLAY, D.WHAT_ENTER, D.WHAT_EQUIP, D.WHAT_USE))


class PermitVerbs(RuleVerbs):
    """The verbs about what may, may not and must be done."""

    def doings(self, operation: Operation) -> list[int]:
        """Return what a rule forbids, permits or requires."""
        words = operation.value if isinstance(operation.value, tuple) else (operation.value,)
        return [D.named("WHAT_", str(word)) for word in words]

    def op_forbid(self, operation: Operation) -> int | None:
        """`forbid`: somebody may not do it, or it may not be done to something."""
        return self.rules(operation, D.O_FORBID)

    def op_permit(self, operation: Operation) -> int | None:
        """`permit`: somebody may do it although a rule of the game says no."""
        return self.rules(operation, D.O_PERMIT)

    def op_require(self, operation: Operation) -> int | None:
        """`require`: whoever can do it must; `even_if` lets it."""
        return self.rules(operation, D.O_REQUIRE)

    def rules(self, operation: Operation, op: int) -> int | None:
        """Write one rule for each thing that is named."""
        doings = self.doings(operation)
        if op == D.O_PERMIT and PLAYS & set(doings) and is_play(operation):
            return self.play_rule(operation, doings)
        if operation.has("if_unused"):
            raise self.unbuilt(f"if_unused` of such a `{operation.word}")
        flags = self.rule_flags(operation)
        if flags & D.RULE_OVER_LIMIT and not set(doings) <= {D.WHAT_USE, D.WHAT_EQUIP}:
            raise self.unbuilt(f"over_limit` of such a `{operation.word}")
        if flags & D.RULE_FREE and doings != [D.WHAT_USE]:
            raise self.unbuilt(f"free` of such a `{operation.word}")
        register = self.pay_rule(operation, op) if D.WHAT_PAY in doings else None
        rest = [what for what in doings if what != D.WHAT_PAY]
        if not rest:
            return register
        if operation.has("from"):
            raise self.unbuilt(f"from` of such a `{operation.word}")
        with self.keeping():
            found = self.whom(operation, operation.get("whom"))  # picked once for all of them
            with self.holding(None if found[0] == NOBODY else found[0]):
                for what in rest:
                    if op == D.O_REQUIRE and flags:  # the duty brings its permission with it
                        self.rule(operation, D.O_PERMIT, what, found, flags=flags)
                    register = self.rule(operation, op, what, found, flags=flags)
        return register

    def play_rule(self, operation: Operation, doings: list[int]) -> int | None:
        """Write which cards are played from elsewhere than the hand, or for nothing (R7.40)."""
        for key in ("of", "against", "into", "even_if", "column", "over_limit", "free_cells", "n"):
            if operation.has(key):
                raise self.unbuilt(f"{key}` of playing cards, as `{key}")
        if set(doings) - PLAYS:
            raise self.unbuilt("permit` of playing cards and of other things at once")
        flags = D.RULE_FREE if operation.get("free") is True else 0
        whom = self.played(operation)
        lasting = self.lasting(operation)
        if isinstance(whom, Selector) and not whom.has("n"):
            if operation.has("if_unused"):
                raise self.unbuilt("if_unused` of all cards that match, as `if_unused")
            selector = self.selector(whom, everything=True)
            if set(self.zones_of(whom)) != {"hand"}:
                flags |= D.RULE_FROM
            elif not flags:
                raise self.unbuilt("permit` of playing hand cards, which needs none, as `permit")
            for what in doings:
                self.hold(lasting, D.O_PERMIT, NOBODY, what, selector, flags)
            return None
        register = self.object(operation, whom)
        with self.holding(register):
            for what in doings:
                self.hold(lasting, D.O_PERMIT, register, what, self.zone_mask(operation),
                          flags | D.RULE_FROM)  # fmt: skip
            if operation.has("if_unused"):
                self.wait_for_end(operation, register)
        return register

    def played(self, operation: Operation) -> Value:
        """Return the cards that may be played: a reference, or a selector that names its zone."""
        whom, zones = operation.get("whom"), operation.get("from")
        if isinstance(whom, tuple) and len(whom) == 1:
            (whom,) = whom
        if whom is None or whom == Ref("you"):
            whom = Selector("", None, ())
        if not isinstance(whom, Selector):
            return whom
        if not whom.has("zone"):
            zones = ("hand",) if zones is None else zones
            whom = Selector("", None, (("zone", zones), *whom.args), whom.line)
        elif zones is not None:
            raise self.unbuilt("from` beside a zone in `whom`, as `from")
        if not whom.has("side"):
            whom = Selector("", None, (("side", "own"), *whom.args), whom.line)
        for zone in self.zones_of(whom):
            if zone.partition(":")[0] not in PLAYED_FROM:
                raise self.unbuilt(f"permit` of playing cards from the {zone}, as `{zone}")
        if not whom.has("n"):
            self.refuse_of_now(whom)
        return whom

    def zone_mask(self, operation: Operation) -> int:
        """Return the zones from which one card may be played; 0: any in which it lies open."""
        mask = 0
        zones = operation.get("from", ())
        for zone in zones if isinstance(zones, tuple) else (zones,):
            kind = str(zone).partition(":")[0]
            if kind not in PLAYED_FROM:
                raise self.unbuilt(f"permit` of playing cards from the {zone}, as `{zone}")
            mask |= sum(1 << place for place in FROM_ZONES[kind])
        return mask

    def wait_for_end(self, operation: Operation, register: int) -> None:
        """Write what is done at the end for each card that still lies where it was."""
        until = operation.get("until", Duration("turn_end"))
        event = end_of(until, operation.line)
        if event is None or self.is_passive:
            raise self.unbuilt("if_unused` where nothing ends, as `if_unused")
        whom = operation.get("whom")
        name = CARD
        for item in whom if isinstance(whom, tuple) else ():
            if isinstance(item, Ref) and item.word[1:] in self.names:
                name = item.word[1:]
        self.names.setdefault(name, register)
        one = Ref(f"${name}", line=operation.line)
        there = Condition("compare", (Amount("count", (one,)), "ge", 1))
        then = (("then", operation.get("if_unused")),)
        guarded = Operation("if", (there,), then, operation.line)
        self.operation(Operation("later", event, (("do", (guarded,)),), operation.line))
        self.names.pop(CARD, None)

    def pay_rule(self, operation: Operation, op: int) -> int | None:
        """Write which cards may not pay, or which pay that lie elsewhere than in the hand."""
        whom = operation.get("whom")
        if operation.has("n") or (operation.has("of") and op != D.O_PERMIT):
            raise self.unbuilt(f"of` or `n` of such a `{operation.word}")
        if not isinstance(whom, Selector):
            if op == D.O_PERMIT:
                raise self.unbuilt("permit` of paying without cards, as `whom")
            return self.rule(operation, op, D.WHAT_PAY, self.whom(operation, operation.get("whom")))
        zones = operation.get("from", ("hand",))
        args = whom.args if whom.has("zone") else (("zone", zones), *whom.args)
        cards = Selector("", None, args, whom.line)
        if op == D.O_PERMIT and self.zone_of(cards).partition(":")[0] not in PAYS_FROM:
            raise self.unbuilt("permit` of paying from such a zone, as `from")
        self.refuse_of_now(cards)
        selector = self.selector(cards, everything=True)
        if not is_printed(operation.get("of")):
            raise self.unbuilt("of` of paying with more than printed filters, as `of")
        about, lasting = self.about(operation), self.lasting(operation)
        if lasting.until in USED:
            raise self.unbuilt(f"used` of paying, as `{operation.word}")
        self.hold(lasting, op, NOBODY, D.WHAT_PAY, selector)
        if about is not None:
            self.out.append(about)
        return None


def is_printed(of: Value) -> bool:
    """Tell whether a filter on declarations reads nothing that may be another while they are paid.

    What may pay is asked before a declaration is made and again while it is.
    """
    if not isinstance(of, Declaration):
        return of is None
    return all(key in PRINTED and not has_nodes(item) for key, item in of.args)


def has_nodes(value: Value) -> bool:
    """Tell whether references or amounts stand in a value, beside plain bounds on a number."""
    if isinstance(value, tuple):
        return any(has_nodes(item) for item in value)
    if isinstance(value, Compare):
        return not isinstance(value.value, int)
    return isinstance(value, Node)


def is_play(operation: Operation) -> bool:
    """Tell whether a permission is about cards that are played, and no rule of the field."""
    whom = operation.get("whom")
    words = operation.value if isinstance(operation.value, tuple) else (operation.value,)
    if "play" in words or operation.has("from") or operation.has("if_unused"):
        return True
    if operation.get("free") is True:
        return words != ("use",) or (isinstance(whom, Selector) and whom.has("zone"))
    if not isinstance(whom, Selector) or operation.get("free_cells") is True:
        return False
    return whom.has("zone") and whom.get("zone") not in (("field",), ("hand",))
