"""The compiler of filters: what a candidate must be, as code that leaves 1 or 0 on the stack.

Below: `amounts`; above: `situations`.
"""

from __future__ import annotations

from lycee_core.amounts import Amounts
from lycee_core.codes import CELL_COLUMNS, SEXES, SIDES, VALUE_WORDS, Code, Ins
from lycee_core.grammar import ATTRIBUTES
from lycee_core.opcodes import D
from lycee_core.parsed import Node, Ref, Selector, Value


class Filters(Amounts):
    """Filters about one candidate."""

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
