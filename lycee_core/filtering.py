"""The compiler of filters: what a candidate must be, as code that leaves 1 or 0 on the stack.

Below: `amounts`; above: `situations`.
"""

from __future__ import annotations

from lycee_core.amounts import Amounts
from lycee_core.codes import (
    AHEAD,
    CELL_COLUMNS,
    CHOSEN,
    FROM_ZONES,
    SEXES,
    SIDES,
    VALUE_WORDS,
    Code,
    Ins,
    SelectorRow,
    normal,
)
from lycee_core.grammar import ATTRIBUTES
from lycee_core.opcodes import D
from lycee_core.parsed import Node, Number, Ref, Selector, Value

# Selectors inside a filter: how what they mean lies to the candidate, and its type.
NESTED = {
    "equipped": (D.X_SAME_CELL, "item"), "has_area": (D.X_SAME_CELL, "area"),
    "column_has": (D.X_SAME_COLUMN, ""), "row_has": (D.X_SAME_ROW, ""),
    "cell": (D.X_SAME_CELL, "cell"), "adjacent_to": (D.X_ADJACENT, ""),
}  # fmt: skip
# Filters beside one reference: instruction, its first number.
BESIDE = {
    "adjacent_to": (D.X_ADJACENT, 0), "behind": (D.X_BEHIND, 0),
    "same_name_as": (D.X_SAME_NAME, 0), "opposite_of": (D.X_SAME_SEX, 1),
    "component": (D.X_COMPONENT, 0), "granted_by": (D.X_GRANTED_BY, 0),
}  # fmt: skip
DEEDS = {
    "attacked": D.DID_ATTACKED, "defended": D.DID_DEFENDED, "battled": D.DID_BATTLED,
    "supported": D.DID_SUPPORTED, "moved": D.DID_MOVED, "was_tapped": D.DID_WAS_TAPPED,
    "used": D.DID_USED, "paid": D.DID_PAID,
}  # fmt: skip
DEEDS_WITH = ("attacked", "defended", "battled", "supported")


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
        if value.has("in_front_of") and "in_front_of" not in skip:
            ahead = AHEAD[str(value.get("direction", "column"))]
            parts.append((Ins(D.X_IN_FRONT, ahead, self.ref(value.get("in_front_of"))),))
        return self.fold(D.X_AND, parts) if parts else (Ins(D.X_LIT, x=1),)

    def filter(self, key: str, value: Value) -> list[Code]:
        """Compile one filter to codes of which all must hold."""
        if isinstance(value, bool) and key != "follow":
            return [self.flag(key) if value else (*self.flag(key), Ins(D.X_NOT))]
        if isinstance(value, Selector) and key in NESTED:
            return [self.around(key, value)]
        if isinstance(value, Ref) and key in BESIDE:
            op, which = BESIDE[key]
            return [(Ins(op, which, self.ref(value)),)]
        match key:
            case "in_front_of" | "direction" | "follow":
                return []  # two keys say one thing; and how long a name holds
            case "other_than":
                return [self.other_than(ref) for ref in self.items(value)]
            case "not":
                return [(*self.filters(value), Ins(D.X_NOT))]
            case "type" if not isinstance(value, Node):
                return [(Ins(D.X_TYPE, self.type_mask(value)),)]
            case "side":
                return [(Ins(D.X_SIDE, SIDES[str(value)]),)]
            case "owner":
                return [(Ins(D.X_OWNER, SIDES[str(value)]),)]
            case "cost_has":
                return [(Ins(D.X_COST_HAS, self.attribute_mask(value)),)]
            case "special":
                kinds = sum(1 << D.named("AK_", str(kind)) for kind in self.items(value))
                return [(Ins(D.X_SPECIAL, kinds),)]
            case "depth":
                return self.depth(value)
            case "granted_by":
                return [(Ins(D.X_GRANTED_LABEL, x=self.string(str(value))),)]
            case "into" | "targets":
                number = self.object_number(value)
                return [(Ins(D.named("X_LINK_", key), x=number),)]
            case "from":
                zones = [zone for word in self.items(value) for zone in FROM_ZONES[str(word)]]
                return [(Ins(D.X_LINK_FROM, x=sum(1 << zone for zone in set(zones))),)]
            case _ if key in VALUE_WORDS:
                candidate = (Ins(D.X_VALUE, self.value_number(key), D.REF_CAND),)
                return [self.compare(candidate, value)]
            case _:
                return [self.fold(D.X_OR, [self.one(key, item) for item in self.items(value)])]

    def flag(self, key: str) -> Code:
        """Compile a filter that is written as true or false, the true one."""
        match key:
            case "basic":
                return (Ins(D.X_VALUE, D.VAL_BASICS, D.REF_CAND), Ins(D.X_LIT, x=0), Ins(D.X_GT))
            case "special":
                return (Ins(D.X_SPECIAL, 255),)
            case "component":
                names = sorted((D.TAG_NAME, self.name(name)) for name in self.components)
                return (Ins(D.X_NAME_IN, x=self.listed(names)),)
            case _:
                return (Ins(D.named("X_", key)),)

    def around(self, key: str, value: Selector) -> Code:
        """Compile a selector of what must be on or near the candidate: how many there are."""
        op, kind = NESTED[key]
        inner = value
        if kind and not value.has("type"):
            inner = Selector("", None, (("type", (kind,)), *value.args), value.line)
        test: Code = (Ins(op, b=D.REF_OUTER),)
        if key == "row_has":  # a row belongs to one field
            test = (*test, Ins(D.X_SAME_SIDE, b=D.REF_OUTER), Ins(D.X_AND))
        number = self.selector(inner, everything=True, more=test)
        count: Code = (Ins(D.X_NESTED, x=number),)
        n = value.get("n")
        if not isinstance(n, Number) or n.word == "all":
            return count
        if n.word == "any":
            return (Ins(D.X_LIT, x=1),)
        sign = D.X_GE if n.word == "exactly" else D.X_LE
        return (*count, *self.amount(n.value), Ins(sign))

    def depth(self, value: Value) -> list[Code]:
        """Compile where in its zone a card must lie."""
        assert isinstance(value, Node), value
        found: list[Code] = []
        for word, item in value.args:
            if word == "above":
                found.append((Ins(D.X_ABOVE, b=self.ref(item)),))
            else:
                place = self.place(self.amount(item))
                found.append((Ins(D.X_DEPTH, int(word == "bottom"), x=place),))
        return found

    def same(self, key: str, ref: Value) -> Code:
        """Compile "the same as a reference"."""
        where = {"row": D.X_SAME_ROW, "column": D.X_SAME_COLUMN, "cell": D.X_SAME_CELL,
                 "sex": D.X_SAME_SEX}  # fmt: skip
        if key in where:
            return (Ins(where[key], b=self.ref(ref)),)
        if key not in ("attribute", "original_attribute", "pure"):
            raise self.unbuilt(f"{key} = {{ same_as = ... }}")
        return (
            Ins(
                D.X_SAME_ATTRIBUTE,
                int(key == "pure"),
                self.ref(ref),
                int(key == "original_attribute"),
            ),
        )

    def chosen_one(self, key: str, name: str) -> Code:
        """Compile "what a seat chose"."""
        key = {"original_attribute": "attribute"}.get(key, key)
        if key == "name_has" and name in self.chosen:
            return (Ins(D.X_NAME_PART, b=self.choice_place(name), x=self.name_pairs()),)
        if key not in CHOSEN or name not in self.chosen:
            raise self.unbuilt(f"{key} = {{ chosen = ... }}")
        return (Ins(D.X_CHOSEN_IS, CHOSEN[key], self.choice_place(name)),)

    def one(self, key: str, value: Value) -> Code:
        """Compile one alternative of a filter that takes several."""
        if key == "any":
            return self.filters(value)
        if key == "among":
            return self.is_ref(value)
        if isinstance(value, Node) and value.word == "same_as":
            return self.same(key, value.value)
        if isinstance(value, Node) and value.word == "chosen":
            return self.chosen_one(key, str(value.value))
        if isinstance(value, Node):
            return self.past_deed(key, value)
        word = self.word(value, key)
        match key:
            case "row" | "column" | "cell" if word in ("same", "other"):
                test = (Ins(D.named("X_SAME_", key), b=D.REF_SELF),)
                return test if word == "same" else (*test, Ins(D.X_NOT))
            case "row":
                return (Ins(D.X_ROW, ("AF", "DF").index(word)),)
            case "column" if word in CELL_COLUMNS:
                return (Ins(D.X_COLUMN, CELL_COLUMNS[word]),)
            case "attribute" | "original_attribute":
                printed = int(key == "original_attribute")
                if word == "colourless":
                    return (Ins(D.X_PURE, 0, c=printed),)
                return (Ins(D.X_ATTRIBUTE, self.attribute_mask(word), c=printed),)
            case "pure":
                return (Ins(D.X_PURE, self.attribute_mask(word)),)
            case "sex":
                return (Ins(D.X_SEX, SEXES[word]),)
            case "basic":
                return (Ins(D.X_BASIC, D.named("B_", word)),)
            case "basic_used":
                return (Ins(D.X_LINK_BASIC, D.named("B_", word)),)
            case "entered":
                return (Ins(D.X_ENTERED, 0),)
            case "did":
                return self.deed(word, None)
            case "ability":
                return (Ins(D.X_LINK_ABILITY, x=self.string(word)),)
            case _:
                return self.named_one(key, word)

    def named_one(self, key: str, word: str) -> Code:
        """Compile a filter by name, part of a name, title or number."""
        match key:
            case "name":
                return (Ins(D.X_NAME, x=self.name(word)),)
            case "title":
                return (Ins(D.X_TITLE, x=self.string(normal(word))),)
            case "name_has":
                part = normal(word)
                names = sorted({self.string(key) for text, key in self.name_parts.items()
                                if part in text})  # fmt: skip
                listed = self.listed([(D.TAG_NAME, number) for number in names])
                title = (Ins(D.X_TITLE, x=self.string(part)),)
                return (Ins(D.X_NAME_IN, x=listed), *title, Ins(D.X_OR)) if names else title
            case "number":
                return (Ins(D.X_NUMBER, x=self.numbers.get(word, -1)),)
            case _:
                raise self.unbuilt(key if word == "" else f"{key} = {word}")

    def name_pairs(self) -> int:
        """Keep which names contain which others, once, and return where the list starts."""
        names = sorted(self.name_parts.items())
        pairs = {
            (self.string(part), self.string(identity))
            for part in set(self.aliases.values())
            for whole, identity in names
            if part in whole
        }
        code = tuple(Ins(D.X_LIT, x=part, y=whole) for part, whole in sorted(pairs))
        if code not in self._code_at:
            self._code_at[code] = len(self.code)
            self.code.extend((*code, Ins(D.X_END)))
        return self._code_at[code]

    def past_deed(self, key: str, value: Node) -> Code:
        """Compile what the candidate did with a reference, or before or after it entered."""
        parts: list[Code] = []
        for word, ref in value.args:
            if key == "did":
                parts.append(self.deed(word, ref))
            elif key == "entered":
                parts.append((Ins(D.X_ENTERED, 1 if word == "before" else 2, self.ref(ref)),))
            else:
                raise self.unbuilt(f"{key} = {{ ... }}")
        return self.fold(D.X_AND, parts)

    def deed(self, word: str, ref: Value) -> Code:
        """Compile one thing that the candidate did this turn."""
        if word == "reached_dust" and ref is None:
            return (Ins(D.X_NEW_DUST),)
        if word not in DEEDS or (ref is not None and word not in DEEDS_WITH):
            raise self.unbuilt(f"did = {word}")
        return (Ins(D.X_DID, DEEDS[word], 255 if ref is None else self.ref(ref)),)

    def attribute_mask(self, value: Value) -> int:
        """Return the set of attributes that are named."""
        return sum({1 << ATTRIBUTES.index(self.word(word, "attribute"))
                    for word in self.items(value)})  # fmt: skip

    def object_number(self, value: Value) -> int:
        """Compile what something must be, a selector or references; 0 for anything."""
        if value is None:
            return 0
        if isinstance(value, Selector):
            return self.selector(value, everything=True)
        refs = [ref for ref in self.items(value) if isinstance(ref, Ref)]
        code = self.fold(D.X_OR, [self.is_ref(ref) for ref in refs])
        row = SelectorRow(D.SZ_FIELD, D.SIDE_ANY, 0, D.N_ALL, 0, 0, self.place(code), 0, 0)
        return self.select(row)

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
        if self.register_of(ref) is not None or ref.word == "paid":
            return (*self.is_ref(ref), Ins(D.X_NOT))
        return (Ins(D.X_OTHER_THAN, b=self.ref(ref)),)

    def is_ref(self, ref: Value) -> Code:
        """Compile "is what the reference holds"."""
        assert isinstance(ref, Ref), ref
        register = self.register_of(ref)
        if register is not None:
            return (Ins(D.X_IN_REG, register),)
        if ref.word == "paid":
            return (Ins(D.X_IS_PAID),)
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
