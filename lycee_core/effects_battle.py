"""Compiles the verbs about battles, support and the numbers of a seat.

Some of them go on as rules. Below: `effects_rules`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.codes import Ins
from lycee_core.effects_lasting import NOBODY
from lycee_core.effects_rules import RuleVerbs
from lycee_core.opcodes import D
from lycee_core.parsed import (
    Amount,
    Duration,
    Node,
    Operation,
    Ref,
    Selector,
    Value,
)

REACHES = {"any": D.SR_ANY, "neighbours": D.SR_NEIGHBOURS, "same_item": D.SR_SAME_ITEM}


class BattleVerbs(RuleVerbs):
    """The verbs about who goes down, deals damage, supports, takes part, and how many cards."""

    # ---- rules of battle and support

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

    def op_hand_limit(self, operation: Operation) -> int | None:
        """`hand_limit`: of a seat, changed or set."""
        return self.moment(operation, D.O_HAND_LIMIT, "turn_end")

    def op_warm_up(self, operation: Operation) -> int | None:
        """`warm_up`: cards drawn there, the next time or while it lasts."""
        return self.moment(operation, D.O_WARM_UP, "warm_up")

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
