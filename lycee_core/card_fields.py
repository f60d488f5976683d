"""Reads what is printed on a card beside its abilities: number, names, cost, values, cells, copies.

What is missing or wrong is a fault, and a default stands in for it. Below: `operations`, `shapes`;
above: `card_reader`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from lycee_core import grammar
from lycee_core.operations import OperationReader
from lycee_core.parsed import Condition, Cost, Points, Selector
from lycee_core.reader import expected
from lycee_core.shapes import is_int, is_readable, read_points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycee_core.tomlpos import Path

    Table = Mapping[str, object]

_NUMBER = re.compile(r"[A-Z0-9]{1,6}(-[A-Za-z0-9]{1,8}){1,2}")
_CELLS = re.compile(r"[L-][C-][R-]/[L-][C-][R-]")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
_NO_POINTS: Points = (0, 0, 0, 0, 0, 0)
ANY_COPIES = -1


class FieldReader(OperationReader):
    """Reads the fields of cards."""

    # -------------------------------------------------------------- scalars

    def text(self, table: Table, key: str, path: Path) -> str:
        """Read an optional text."""
        value = table.get(key, "")
        if not isinstance(value, str) or (
            key in table and not is_readable(value.replace("\n", " "))
        ):
            self.fault((*path, key), value, "a text that is not empty")
            return ""
        return value

    def texts(self, table: Table, key: str, path: Path) -> tuple[str, ...]:
        """Read an optional list of texts."""
        value = table.get(key, [])
        if not isinstance(value, list) or not all(map(is_readable, value)):
            self.fault((*path, key), value, "a list of texts")
            return ()
        return tuple(value)

    def word(self, table: Table, key: str, known: tuple[str, ...], path: Path) -> str:
        """Read an optional word out of a closed set."""
        value = table.get(key)
        if value is None:
            return ""
        if value not in known:
            self.fault((*path, key), value, expected("=" + " ".join(known)))
            return ""
        return str(value)

    def words(self, table: Table, key: str, known: tuple[str, ...], path: Path) -> tuple[str, ...]:
        """Read an optional list of words out of a closed set, given back in its order."""
        value = table.get(key, [])
        if not isinstance(value, list):
            self.fault((*path, key), value, f"a list of {expected('=' + ' '.join(known))}")
            return ()
        for index, item in enumerate(value):
            if item not in known or item in value[:index]:
                self.fault((*path, key, index), item, f"each once: {', '.join(known)}")
        return tuple(item for item in known if item in value)

    def whole(self, table: Table, key: str, top: int, path: Path) -> int:
        """Read an optional whole number from 0 to a top."""
        value = table.get(key, 0)
        if not isinstance(value, int) or not is_int(value) or not 0 <= value <= top:
            self.fault((*path, key), value, f"a whole number from 0 to {top}")
            return 0
        return value

    # -------------------------------------------------------------- fields

    def read_number_field(self, table: Table, path: Path) -> str:
        """Read the number of a card."""
        value = table.get("number", "")
        if not isinstance(value, str) or ("number" in table and not _NUMBER.fullmatch(value)):
            self.fault((*path, "number"), value, 'a number such as "CH-9101"')
        return str(value)

    def read_names(self, table: Table, path: Path) -> tuple[tuple[str, str], ...]:
        """Read the names by language."""
        value = table.get("name", {})
        if not isinstance(value, dict) or ("name" in table and not value):
            self.fault((*path, "name"), value, '{ en = "..." }')
            return ()
        names = []
        for language, name in value.items():
            if not _LANGUAGE.fullmatch(language):
                self.wrong((*path, "name", language), f"`{language}`", 'a language such as "en"')
            elif not is_readable(name):
                self.fault((*path, "name", language), name, "a text that is not empty")
            else:
                names.append((language, str(name)))
        return tuple(names)

    def read_type(self, table: Table, path: Path) -> str:
        """Read the card type."""
        return self.word(table, "type", grammar.TYPES, path) or "event_card"

    def read_cost_field(self, table: Table, path: Path) -> Points:
        """Read the printed cost."""
        value = table.get("cost", "0")
        points = read_points(value) if isinstance(value, str) else None
        if points is None:
            self.fault((*path, "cost"), value, grammar.KINDS["points"])
        return points or _NO_POINTS

    def read_cells(self, table: Table, path: Path) -> int:
        """Read the field limits into a bit set: AF L 1 C 2 R 4, DF L 8 C 16 R 32."""
        value = table.get("cells", "---/---")
        if not isinstance(value, str) or not _CELLS.fullmatch(value):
            self.fault((*path, "cells"), value, 'AF/DF such as "LCR/-C-"')
            return 0
        if "cells" in table and value == "---/---":
            self.fault((*path, "cells"), value, "at least one cell")
        return sum(1 << bit for bit, letter in enumerate(value.replace("/", "")) if letter != "-")

    def read_copies(self, table: Table, path: Path) -> tuple[int, str] | None:
        """Read the printed exception from the deck limit."""
        value = table.get("copies")
        if value is None:
            return None
        where = (*path, "copies")
        if not isinstance(value, dict):
            self.fault(where, value, '{ n = 4, per = "number" }')
            return None
        self.check_keys(value, ("n", "per"), where)
        n = value.get("n")
        if n != "any" and not (isinstance(n, int) and 1 <= n <= 60):
            found = value if n is None else n
            self.fault((*where, "n"), found, 'a number from 1 to 60 or "any"')
            n = 1
        per = self.word(value, "per", ("name", "number"), where) or "name"
        return (ANY_COPIES if n == "any" else cast("int", n), per)

    def read_conversion(self, table: Table, path: Path) -> tuple[str, ...]:
        """Read the names of the components."""
        value = table.get("conversion")
        if value is None:
            return ()
        where = (*path, "conversion")
        if not isinstance(value, dict):
            self.fault(where, value, '{ of = ["name"] }')
            return ()
        self.check_keys(value, ("of",), where)
        names = self.texts(value, "of", where)
        if not 1 <= len(names) <= 2:
            self.fault(where, value, "one or two names of components")
        return names

    def read_put_on(self, table: Table, path: Path) -> Selector | None:
        """Read where an item or area may be put."""
        if "put_on" not in table:
            return None
        where = (*path, "put_on")
        self.role = "target"
        selector = self.read("selector", table["put_on"], where, "selector")
        wanted = "character" if self.card_type == "item" else "cell"
        if isinstance(selector, Selector) and selector.get("type", (wanted,)) != (wanted,):
            self.wrong((*where, "type"), "another type", f'type = "{wanted}"')
        return selector if isinstance(selector, Selector) else None

    def read_play_if(self, table: Table, path: Path) -> tuple[Condition, ...]:
        """Read the conditions for playing the card at all."""
        if "play_if" not in table:
            return ()
        found = self.read("conditions", table["play_if"], (*path, "play_if"), "card")
        return cast("tuple[Condition, ...]", found or ())

    def read_alt_cost(self, table: Table, path: Path) -> Cost | None:
        """Read the cost that may be paid instead of the printed one."""
        if "alt_cost" not in table:
            return None
        found = self.read("cost", table["alt_cost"], (*path, "alt_cost"), "cost")
        return found if isinstance(found, Cost) else None
