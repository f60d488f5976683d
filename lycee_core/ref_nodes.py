"""Reads plain values and references: words, numbers, zones, names defined so far, seats.

Whether a reference means anything where it stands is checked here (spec/cards.md section 12).
Below: `reader`, `shapes`; above: `selector_nodes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import grammar
from lycee_core.parsed import (
    Node,
    Ref,
    Value,
)
from lycee_core.reader import Reader, near
from lycee_core.shapes import (
    has,
    is_flag,
    is_int,
    is_label,
    is_readable,
    is_ref,
    is_table,
    is_text,
    read_points,
)
from lycee_core.tomlpos import line_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycee_core.built import Built
    from lycee_core.tomlpos import Path

NUMBER_LIMIT = 999  # R14.4


class RefReader(Reader):
    """A reader of plain values and of references to what is already known."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        super().__init__(source, lines, built)
        self.card_type = ""
        self.is_before_x = False  # in a target of an ability whose cost leaves a number open
        self.names: set[str] = set()  # every `$name` defined so far
        self.has_subject = False  # `subject` and `cause` mean something here
        self.kinds.update(
            {
                "flag": (is_flag, self.plain),
                "true": (is_flag, self.read_true),
                "int": (is_int, self.read_int),
                "text": (is_text, self.read_text),
                "name": (is_text, self.read_name),
                "ref": (is_ref, self.read_ref),
                "label": (is_label, self.read_text),
                "seat": (is_ref, self.read_seat),
                "same_as": (has("same_as"), self.read_same_as),
                "chosen": (has("chosen"), self.read_chosen),
                "of": (has("of"), self.read_of),
                "points": (lambda v: is_text(v) or is_table(v), self.read_points),
                "zone": (is_text, self.read_zone),
                "pile": (lambda v: isinstance(v, str) and v.startswith("pile:"), self.read_zone),
                "basic_name": (is_text, self.read_basic_name),
                "cost_of": (has("cost_of"), self.read_cost_of),
                "copy": (has("copy"), self.read_copy),
            }
        )

    # -------------------------------------------------------------- plain values

    def plain(self, value: bool | int | str, path: Path, group: str) -> Value:
        """Keep a value that its shape has checked already."""
        return value

    def read_true(self, value: bool, path: Path, group: str) -> Value:
        """Read a key that only says yes."""
        if value is not True:
            self.fault(path, value, "true, or no such key")
        return True

    def read_int(self, value: int, path: Path, group: str) -> Value:
        """Read a whole number within the bounds of the game."""
        if abs(value) > NUMBER_LIMIT:
            self.fault(path, value, f"a number between -{NUMBER_LIMIT} and {NUMBER_LIMIT}")
        return value

    def read_text(self, value: str, path: Path, group: str) -> Value:
        """Read a text that says something."""
        if not is_readable(value):
            self.fault(path, value, "a text that is not empty")
        return value

    def read_name(self, value: str, path: Path, group: str) -> Value:
        """Read a name that this place defines."""
        if not value.replace("_", "").isalnum() or not value.isascii():
            self.fault(path, value, "a name of letters, digits and _")
        self.names.add(value)
        return value

    def read_points(self, value: str | dict[str, object], path: Path, group: str) -> Value:
        """Read points: letters, or a table from letters to amounts."""
        if isinstance(value, str):
            points = read_points(value)
            if points is None:
                self.fault(path, value, grammar.KINDS["points"])
            return points
        self.check_keys(value, grammar.LETTERS, path)
        return tuple(
            self.read("amount", value.get(letter, 0), (*path, letter), "amount")
            for letter in grammar.LETTERS
        )

    def read_zone(self, value: str, path: Path, group: str) -> Value:
        """Read the name of a zone; `pile:NAME` is a zone too."""
        kind, _, name = value.partition(":")
        if kind == "pile" and name:
            self.has_built(group, "pile", path)
        elif value in grammar.ZONES:
            self.has_built(group, value, path)
        else:
            self.fault(path, value, f"a zone: {near(value, (*grammar.ZONES, 'pile:NAME'))}")
        return value

    def read_basic_name(self, value: str, path: Path, group: str) -> Value:
        """Read the name of a basic ability."""
        if value not in grammar.BASICS:
            self.fault(path, value, f"a basic ability: {near(value, grammar.BASICS)}")
        else:
            self.has_built("basic", value, path)
        return value

    # -------------------------------------------------------------- references

    def read_ref(self, value: str | dict[str, object], path: Path, group: str) -> Value:
        """Read a reference to what is already known: a card, cell, declaration or seat."""
        line = line_of(self.lines, path)
        if isinstance(value, dict):
            args = self.read_keys(value, grammar.SEAT_TABLES, path, "ref")
            return Ref(args[0][0], args[0][1], line=line) if args else None
        if value.startswith("$"):
            self.has_built("ref", "$name", path)
            self.check_defined(value[1:], path)
            return Ref(value, line=line)
        if value.startswith("remembered:") and len(value) > 11:
            self.has_built("ref", "remembered", path)
            return Ref("remembered", value[11:], line=line)
        if value in grammar.SEATS:
            self.has_built("seat", value, path)
        elif value in grammar.REFERENCES:
            if self.has_built("ref", value, path):
                self.check_ref_place(value, path)
        else:
            known = (*grammar.REFERENCES, *grammar.SEATS, "$name", "remembered:NAME")
            self.fault(path, value, f"a reference: {near(value, known)}")
        return Ref(value, line=line)

    def check_defined(self, name: str, path: Path) -> None:
        """Refuse a `$name` that nothing before it defines."""
        if name == "x" and self.is_before_x:
            found = "the number of the cost in a target, which is named before it"
            self.wrong(path, found, "a `choose` of the effect, which knows it")
        elif name not in self.names:
            names = near(name, [f"${item}" for item in self.names])
            self.wrong(path, f'"${name}"', f"a name defined before it ({names})")

    def check_ref_place(self, word: str, path: Path) -> None:
        """Refuse references that mean nothing on this card or in this ability."""
        if word == "self" and self.card_type == "event_card":
            self.fault(path, word, "no `self` in an event card, which is nowhere while it acts")
        if word == "bearer" and self.card_type != "item":
            self.fault(path, word, "`bearer` only on an item")
        if word == "here" and self.card_type != "area":
            self.fault(path, word, "`here` only on an area")
        if word in ("subject", "cause") and not self.has_subject:
            self.fault(path, word, f"`{word}` only where an event has happened")

    def read_seat(self, value: str | dict[str, object], path: Path, group: str) -> Value:
        """Read a seat."""
        if isinstance(value, dict) or value in grammar.SEATS or value.startswith("$"):
            return self.read_ref(value, path, group)
        if value in ("it", "subject", "cause"):
            return self.read_ref(value, path, group)
        self.fault(path, value, f"a seat: {near(value, (*grammar.SEATS, '$name'))}")
        return None

    def single(self, word: str, kind: str, value: dict[str, object], path: Path) -> Value:
        """Read a table with exactly one key."""
        args = self.read_keys(value, {word: kind}, path, word)
        return Node(word, args[0][1]) if args else None

    def read_same_as(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ same_as = ref }`."""
        return self.single("same_as", "ref", value, path)

    def read_chosen(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ chosen = "x" }`: what a `name` operation or a cost `x` fixed."""
        name = value["chosen"]
        if isinstance(name, str):
            self.check_defined(name, (*path, "chosen"))
        return self.single("chosen", "text", value, path)

    def read_of(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ of = ref }`."""
        return self.single("of", "ref", value, path)

    def read_cost_of(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ cost_of = ref }`."""
        return self.single("cost_of", "ref", value, path)

    def read_copy(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ copy = ref }`."""
        return self.single("copy", "ref", value, path)
