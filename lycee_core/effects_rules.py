"""Compiles rules that cards bring: what is forbidden, permitted, required; battle and support.

Each is an instruction that goes on holding for somebody; `O_OF` behind it says what it is about.
Below: `effects_lasting`; above: `effects_compiler`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from lycee_core.codes import FROM_ZONES, SIDES, Ins
from lycee_core.effects_lasting import NOBODY, LastingVerbs, end_of
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

if TYPE_CHECKING:
    from collections.abc import Iterator

EVEN_IF = {"tapped": D.RULE_TAPPED, "new": D.RULE_NEW, "not_adjacent": D.RULE_NOT_ADJACENT,
           "itself": D.RULE_ITSELF}  # fmt: skip
USED = (D.UNTIL_USED, D.UNTIL_USED_THIS_TURN)
PAYS_FROM = frozenset(("dust", "pile", "held"))  # zones from which cards may be let to pay
# Filters on a declaration that read what is printed on its card.
PRINTED = frozenset(("kind", "side", "type", "original_attribute", "original_cost", "original_ex",
                     "cost_has", "name", "name_has", "title", "number"))  # fmt: skip
PLAYED_FROM = frozenset(("hand", "dust", "removed", "pile", "held"))  # and to be played
CARD = "the card"  # a name that no author can write
# What is permitted of cards that are declared, and of abilities.
PLAYS = frozenset((D.WHAT_PLAY, D.WHAT_ENTER, D.WHAT_EQUIP, D.WHAT_USE))
REACHES = {"any": D.SR_ANY, "neighbours": D.SR_NEIGHBOURS, "same_item": D.SR_SAME_ITEM}
CAUSES = {"battle": (D.CAUSE_BATTLE,), "event_card": (D.CAUSE_EVENT_CARD,),
          "special": (D.CAUSE_SPECIAL,), "basic": (D.CAUSE_BASIC,), "cost": (D.CAUSE_COST,),
          "rule": (D.CAUSE_RULE,), "any": ()}  # fmt: skip


class RuleVerbs(LastingVerbs):
    """Verbs that make rules."""

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

    def op_keep(self, operation: Operation) -> int | None:
        """`keep`: not downed, and does not leave by what is named."""
        register = self.object(operation)
        until = operation.get("until")
        plain = not operation.has("against") and not operation.has("cause")
        if plain and not self.is_passive and until in (None, Duration("battle_end")):
            self.emit(D.O_KEEP, register)
            return register
        about = self.held_about(operation, register)
        self.hold(self.lasting(operation, "battle_end"), D.O_KEEP, register)
        if about is not None:
            self.out.append(about)
        return register

    def op_down(self, operation: Operation) -> int:
        """`down`: goes down whatever the values."""
        register = self.object(operation)
        if self.is_passive or operation.has("until"):
            self.hold(self.lasting(operation), D.O_DOWN, register)
        else:
            self.emit(D.O_DOWN_NOW, register)
        return register

    def op_damage(self, operation: Operation) -> int | None:
        """`damage`: the deck damage of a battle grows, shrinks, becomes, reaches the other deck."""
        amount_word = "set" if operation.has("set") else "add"
        is_set = int(amount_word == "set")
        amount = self.place(self.amount(operation.get(amount_word, 0)))
        also = operation.get("also_to")
        also_to = 0 if also is None else 1 + self.whose(also)
        if operation.value == "battle":
            plain = not is_set and not also_to and not operation.has("until")
            if plain and not self.is_passive:
                self.emit(D.O_DAMAGE, NOBODY, 0, D.UNTIL_BATTLE_END, amount)
            else:
                self.hold(self.lasting(operation, "battle_end"), D.O_DAMAGE, NOBODY, is_set,
                          amount, also_to)  # fmt: skip
            return None
        register = self.object(operation)
        self.hold(self.lasting(operation, "battle_end"), D.O_DAMAGE, register, is_set, amount,
                  also_to)  # fmt: skip
        return register

    def op_support_rule(self, operation: Operation) -> int:
        """`support_rule`: how support given or received by a character works."""
        register = self.object(operation)
        to = operation.get("to")
        kind = D.named("SUPPORT_", str(to)) if to is not None else D.SUPPORT_AS_EVER
        flags = D.SR_RECEIVED if operation.get("received") is True else 0
        flags |= REACHES.get(str(operation.get("reach")), 0)
        flags |= D.SR_FREE if operation.get("free") is True else 0
        flags |= D.SR_VOID if operation.get("void") is True else 0
        others = 0
        for word, flag in (("also", D.SR_ALSO), ("give_to", D.SR_INSTEAD)):
            if operation.has(word):
                if others:
                    raise self.unbuilt("support_rule` with `also` and `give_to")
                flags |= flag
                self.refuse_of_now(operation.get(word))
                others = self.object_number(operation.get(word))
        about = self.held_about(operation, register)
        self.hold(self.lasting(operation), D.O_SUPPORT_RULE, register, kind, others, flags)
        if about is not None:
            self.out.append(about)
        return register

    def op_hand_limit(self, operation: Operation) -> int | None:
        """`hand_limit`: of a seat, changed or set."""
        return self.moment(operation, D.O_HAND_LIMIT, "turn_end")

    def op_warm_up(self, operation: Operation) -> int | None:
        """`warm_up`: cards drawn there, the next time or while it lasts."""
        return self.moment(operation, D.O_WARM_UP, "warm_up")

    # ---- battle

    def op_start_battle(self, operation: Operation) -> int:
        """`start_battle`: two characters battle as soon as the chain is empty."""
        pair = operation.value
        assert isinstance(pair, Node), pair
        first = self.object(operation, pair.get("attacker"), one=True)

        with self.holding(first):
            second = self.object(operation, pair.get("defender"), one=True)
            self.emit(D.O_START_BATTLE, first, second)
        return first

    def op_participant(self, operation: Operation) -> int:
        """`participant`: a character takes a place in the battle."""
        register = self.object(operation, one=True)
        role = 1 if operation.get("role") == "attacker" else 2
        self.emit(D.O_PARTICIPANT, register, role, y=int(operation.get("battle") == "next"))
        return register

    def op_support(self, operation: Operation) -> int:
        """`support`: a character supports now, without a declaration."""
        register = self.object(operation, one=True)
        with self.holding(register):
            whom = 0
            if operation.has("supported"):
                whom = 1 + self.object(operation, operation.get("supported"), one=True)
            self.emit(D.O_SUPPORT, register, whom, y=self.rule_flags(operation))
        return register

    # ---- numbers of a seat

    def moment(self, operation: Operation, op: int, default: str) -> int | None:
        """Write a change of a number that belongs to a seat."""
        is_set, amount = self.moved(operation.value)
        register = self.object(operation, operation.get("seat") or Ref("you"))
        self.hold(self.lasting(operation, default), op, register, is_set, amount)
        return register

    def moved(self, value: Value, *, is_plain_set: bool = True) -> tuple[int, int]:
        """Compile how a number moves: whether it is set, and the place of the amount."""
        if value == "none":
            return (1, self.place(self.amount(0)))
        if not isinstance(value, Node) or isinstance(value, Amount):
            return (int(is_plain_set), self.place(self.amount(value)))
        for word in ("add", "set"):
            if value.has(word):
                return (int(word == "set"), self.place(self.amount(value.get(word))))
        less = (*self.amount(0), *self.amount(value.get("less")), Ins(D.X_SUB))
        return (0, self.place(less))

    def op_damage_to_deck(self, operation: Operation) -> int:
        """`damage_to_deck`: deck damage a seat takes, less, other or none."""
        is_set, amount = self.moved(operation.value, is_plain_set=False)
        what = operation.get("what")
        if isinstance(what, tuple) and len(what) == 1:
            what = what[0]
        self.refuse_of_now(what)
        selector = self.selector(what, everything=True) if isinstance(what, Selector) else 0
        if isinstance(what, Ref):
            selector = self.select_any(self.is_ref(what))
        register = self.object(operation, operation.get("seat") or Ref("you"))
        self.hold(self.lasting(operation), D.O_DAMAGE_TO_DECK, register, is_set, amount, selector)
        return register

    def op_adjacent(self, operation: Operation) -> int:
        """`adjacent`: characters count as standing next to others."""
        register = self.object(operation)
        to = operation.get("to")
        if isinstance(to, tuple) and len(to) == 1:
            to = to[0]
        self.refuse_of_now(to)
        if isinstance(to, Selector):
            selector = self.selector(to, everything=True)
        else:
            selector = self.select_any(self.is_ref(to)) if to is not None else 0
        self.hold(self.lasting(operation), D.O_ADJACENT, register, x=selector)
        return register


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


def is_name_only(selector: Selector) -> bool:
    """Tell whether a selector means cards wherever they are: nothing of it belongs to the field."""
    keys = {key for key, _ in selector.args}
    types = selector.get("type", ())
    off_field = isinstance(types, tuple) and types == ("event_card",)
    return off_field or (bool(keys) and keys <= {"name", "name_has", "title", "number"})
