"""The compiler of amounts: code that leaves a number on the stack.

Below: `references`; above: `filtering`.
"""

from __future__ import annotations

from lycee_core.codes import ARITHMETIC, COMPARES, FOLDS, VALUE_WORDS, Code, Ins
from lycee_core.opcodes import D
from lycee_core.parsed import Amount, Compare, Ref, Selector, Value
from lycee_core.references import References

N_CHOICES = 4  # that one effect keeps; the place behind them is that of a rule


class Amounts(References):
    """Numbers, and bounds on them."""

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
                zone = str(value.value)
                whose = self.whose(value.get("seat"))
                if zone.startswith("pile:"):
                    return (Ins(D.X_SIZE, D.ZONE_PILE, whose, self.pile(zone)),)
                return (Ins(D.X_SIZE, D.named("ZONE_", zone), whose),)
            case "sum" | "highest" | "lowest":
                return self.folded(value)
            case "uses":
                self.has_uses = True
                per = D.named("PER_", str(value.value))
                return (Ins(D.X_USES, per, x=self.this_ability()),)
            case "happened":
                return self.happened(value.value, value.get("since"))
            case "damage":
                return (Ins(D.X_DAMAGE),)
            case "chosen":
                return self.chosen_number(str(value.value))
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
            if ref.word == "remembered":
                parts.append((Ins(D.X_MEMORY, self.memory(str(ref.value))),))
            elif register is None:
                parts.append((Ins(D.X_IS_REF, b=self.ref(ref)),))
            else:
                parts.append((Ins(D.X_COUNT_REG, register),))
        return self.fold(D.X_ADD, parts)

    def folded(self, amount: Amount) -> Code:
        """Compile a value summed, or the highest or lowest one, over several cards."""
        which = FOLDS[amount.word]
        number = self.value_number(amount.value)
        over = amount.get("over")
        if isinstance(over, Selector):
            return (Ins(D.X_FOLD, number, which, x=self.selector(over, everything=True)),)
        assert isinstance(over, tuple), over
        parts: list[Code] = []
        for ref in over:
            assert isinstance(ref, Ref), ref
            register = self.register_of(ref)
            if register is None:
                parts.append((Ins(D.X_VALUE, number, self.ref(ref)),))
            else:
                parts.append((Ins(D.X_FOLD_REG, number, which, register),))
        joins = {"sum": D.X_ADD, "highest": D.X_MAX, "lowest": D.X_MIN}
        return self.fold(joins[amount.word], parts)

    def chosen_number(self, name: str) -> Code:
        """Compile a number that a seat chose."""
        if name == "x" and name not in self.chosen and not self.reads_rule:  # of the cost
            return (Ins(D.X_LINK_X),)
        if name not in self.chosen:  # the number of a cost is gone when a rule is read
            raise self.unbuilt(f"chosen = {name}")
        return (Ins(D.X_CHOSEN, self.choice_place(name)),)

    def choice_place(self, name: str) -> int:
        """Return where a choice stands: in the effect in progress, or in the rule it makes."""
        place = self.chosen[name]
        if not self.reads_rule:
            return place
        if self.kept not in (None, place):
            raise self.unbuilt("chosen` of two choices in one rule, as `chosen")
        self.kept = place
        return N_CHOICES

    def fold(self, op: int, parts: list[Code]) -> Code:
        """Join the code of several values by one instruction between each two."""
        if not parts:  # filters that say nothing hold for everybody
            return (Ins(D.X_LIT, x=1),)
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
