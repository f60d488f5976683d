"""Reads amounts, bounds on them and how many of something; and the small lists of the language.

Below: `selector_nodes`; above: `nodes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import grammar
from lycee_core.parsed import (
    Amount,
    Compare,
    Node,
    Number,
    Value,
)
from lycee_core.selector_nodes import SelectorReader
from lycee_core.shapes import (
    has,
    is_amount,
    is_list,
    is_moment,
    is_table,
)
from lycee_core.tomlpos import line_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycee_core.built import Built
    from lycee_core.tomlpos import Path


class AmountReader(SelectorReader):
    """A reader of numbers and of tables that stand for one."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        super().__init__(source, lines, built)
        self.kinds.update(
            {
                "amount": (is_amount, self.read_amount),
                "amounts": (is_list, self.read_amounts),
                "compare": (lambda v: is_amount(v) or is_table(v), self.read_compare),
                "comparison": (is_list, self.read_comparison),
                "number": (
                    lambda v: is_amount(v) or v in ("any", "all") or has("up_to")(v),
                    self.read_number,
                ),
                "moment": (is_moment, self.read_moment),
                "range": (is_list, self.read_range),
                "x": (lambda v: v is True or has("min", "max")(v), self.read_x),
                "pair": (is_list, self.read_pair),
                "two": (is_list, self.read_two),
                "values": (is_list, self.read_values),
            }
        )

    # -------------------------------------------------------------- amounts and bounds

    def read_amount(self, value: object, path: Path, group: str) -> Value:
        """Read a number or a table that stands for one."""
        if not isinstance(value, dict):
            return self.read_int(value, path, group) if isinstance(value, int) else None
        word = next((key for key in value if key in grammar.AMOUNTS), None)
        if word is None:
            self.fault(path, value, grammar.KINDS["amount"])
            return None
        kind, params = grammar.AMOUNTS[word]
        self.has_built("amount", word, (*path, word))
        role, self.role = self.role, "count"
        rest = {key: item for key, item in value.items() if key != word}
        head = self.read(kind, value[word], (*path, word), f"amount:{word}.{word}")
        args = self.read_keys(rest, params, path, f"amount:{word}")
        self.role = role
        for key in params:
            if key not in value and key not in ("seat", "since"):
                self.wrong(path, f"`{word}` without `{key}`", f"{word} = ..., {key} = ...")
        if word == "chosen" and isinstance(head, str):
            self.check_defined(head, (*path, word))
        return Amount(word, head, args, line_of(self.lines, path))

    def read_amounts(self, value: list[object], path: Path, group: str) -> Value:
        """Read the operands of arithmetic."""
        if not value:
            self.fault(path, value, "at least one amount")
        return tuple(
            self.read("amount", item, (*path, index), "amount") for index, item in enumerate(value)
        )

    def read_compare(self, value: object, path: Path, group: str) -> Value:
        """Read a number, or one or two bounds on one; gives a tuple of bounds."""
        if is_amount(value):
            return (Compare("eq", self.read_amount(value, path, group)),)
        assert isinstance(value, dict), value
        args = self.read_keys(value, grammar.COMPARES, path, "compare")
        if not value:
            self.fault(path, value, grammar.KINDS["compare"])
        return tuple(Compare(word, amount) for word, amount in args)

    def read_comparison(self, value: list[object], path: Path, group: str) -> Value:
        """Read `[amount, "<=", amount]`."""
        signs = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne", ">=": "ge", ">": "gt"}
        if len(value) != 3 or not isinstance(value[1], str) or value[1] not in signs:
            self.fault(path, value, grammar.KINDS["comparison"])
            return None
        left = self.read("amount", value[0], (*path, 0), "amount")
        right = self.read("amount", value[2], (*path, 2), "amount")
        return (left, signs[value[1]], right)

    def read_number(self, value: object, path: Path, group: str) -> Value:
        """Read how many."""
        if value == "any" or value == "all":
            return Number(str(value))
        if isinstance(value, dict) and "up_to" in value:
            args = self.read_keys(value, {"up_to": "amount"}, path, "number")
            return Number("up_to", args[0][1]) if args else None
        return Number("exactly", self.read_amount(value, path, group))

    def read_moment(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ add = amount }` or `{ set = amount }`."""
        keys = {"add": "amount", "set": "amount", "less": "amount"}
        return Node("moment", None, self.read_keys(value, keys, path, "moment"))

    def read_range(self, value: list[object], path: Path, group: str) -> Value:
        """Read the lowest and the highest number that may be named."""
        if len(value) != 2:
            self.fault(path, value, grammar.KINDS["range"])
            return None
        return self.read_amounts(value, path, group)

    def read_x(self, value: object, path: Path, group: str) -> Value:
        """Read the bounds of a number chosen at declaration."""
        self.names.add("x")
        if not isinstance(value, dict):
            return Node("x")
        return Node("x", None, self.read_keys(value, {"min": "amount", "max": "amount"}, path, "x"))

    # -------------------------------------------------------------- small lists

    def read_pair(self, value: list[object], path: Path, group: str) -> Value:
        """Read `[reference, filters]`."""
        if len(value) != 2:
            self.fault(path, value, grammar.KINDS["pair"])
            return None
        ref = self.read("ref", value[0], (*path, 0), "ref")
        return (ref, self.read("filters", value[1], (*path, 1), "selector"))

    def read_two(self, value: list[object], path: Path, group: str) -> Value:
        """Read two things to be exchanged."""
        if len(value) != 2:
            self.fault(path, value, grammar.KINDS["two"])
            return None
        return tuple(
            self.read("ref | selector", item, (*path, index), "ref")
            for index, item in enumerate(value)
        )

    def read_values(self, value: list[object], path: Path, group: str) -> Value:
        """Read a list of value names."""
        return tuple(
            self.read(f"={grammar.ALL_VALUES}", item, (*path, index), "values")
            for index, item in enumerate(value)
        )
