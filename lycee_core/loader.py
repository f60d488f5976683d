"""Reads card files: TOML in, checked cards out, or one error with every fault of the file.

Nothing here knows what a card does; it turns fields into `parsed.Card` and leaves effects to
`operations`. A file either loads wholly or not at all. Below: `operations`; above: `program`, which
compiles the cards, and the commands `lycee cards lint` and `show`.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, cast

from lycee_core import grammar
from lycee_core.built import BUILT, Built
from lycee_core.errors import CardDataError, printable
from lycee_core.operations import OperationReader
from lycee_core.parsed import Ability, Basic, Card, Condition, Cost, Form, Points, Selector
from lycee_core.reader import expected
from lycee_core.shapes import is_int, is_readable, read_points
from lycee_core.tomlpos import line_of, positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lycee_core.tomlpos import Path

    Table = Mapping[str, object]

_NUMBER = re.compile(r"[A-Z0-9]{1,6}(-[A-Za-z0-9]{1,8}){1,2}")
_CELLS = re.compile(r"[L-][C-][R-]/[L-][C-][R-]")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
_TOML_FAULT = re.compile(r"(.*?) ?\(at (?:line (\d+), column \d+|end of document)\)")
_NO_POINTS: Points = (0, 0, 0, 0, 0, 0)
ANY_COPIES = -1
# What a form of the same type has from its card where it does not say otherwise.
FORM_KEEPS = ("attributes", "cost", "ex", "ap", "dp", "sp", "sex", "cells")
MAX_NESTING = 64  # of tables and lists: what reads them goes down once for each


def load_files(*paths: str | FilePath, built: Built = BUILT) -> tuple[Card, ...]:
    """Read card files whose numbers must not repeat.

    Returns:
        The cards of all files, in the order of the files.

    Raises:
        CardDataError: with every fault of every file.
        OSError: when a file cannot be read.
    """
    cards: list[Card] = []
    faults: list[str] = []
    for path in paths:
        text = FilePath(path).read_bytes()
        try:
            cards.extend(load_text(decode(text, str(path)), source=str(path), built=built))
        except CardDataError as error:
            faults.extend(error.faults)
    faults.extend(repeated(cards))
    if faults:
        raise CardDataError("\n".join(faults), faults=tuple(faults))
    return tuple(cards)


def load_text(text: str, *, source: str = "cards.toml", built: Built = BUILT) -> tuple[Card, ...]:
    """Read the cards of one TOML text.

    Args:
        text: the document.
        source: name of the file, for messages.
        built: words that the engine carries out; `built.EVERYTHING` checks the grammar alone.

    Raises:
        CardDataError: with every fault of the text.
    """
    cards, faults = check_text(text, source=source, built=built)
    if faults:
        raise CardDataError("\n".join(faults), faults=faults)
    return cards


def check_text(
    text: str, *, source: str = "cards.toml", built: Built = BUILT
) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """Read one TOML text as far as it goes: the cards without a fault, and every fault."""
    try:
        table = tomllib.loads(text)
    except RecursionError:
        table = None
    except ValueError as error:  # no TOML, or a number of thousands of digits
        found = _TOML_FAULT.fullmatch(str(error))
        line = found[2] if found and found[2] else str(text.count("\n") + 1)
        reason = found[1] if found else str(error).partition(";")[0]
        fault = f"{source}:{line}: file: found no valid TOML ({reason}), expected a card file"
        return (), (printable(fault),)
    if table is None or is_too_deep(table):
        wanted = f"at most {MAX_NESTING} levels"
        return (), (f"{source}:1: file: found tables nested too deep, expected {wanted}",)
    reader = CardReader(source, positions(text), built)
    cards = reader.read_file(table)
    faults = tuple(text for _, text in sorted(reader.faults, key=lambda fault: fault[0]))
    return tuple(card for card in cards if card not in reader.spoilt), faults


def is_too_deep(table: dict[str, object]) -> bool:
    """Tell whether tables and lists stand in each other deeper than any card needs."""
    level: list[object] = [table]
    for _ in range(MAX_NESTING):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        level = inner
    return bool(level)


def decode(data: bytes, source: str) -> str:
    """Decode a card file; a mark of byte order in front is passed over.

    Raises:
        CardDataError: when the bytes are no UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"{source}:{line}: file: found bytes that are no UTF-8, expected a card file"
        raise CardDataError(fault) from None


def repeated(cards: Iterable[Card]) -> list[str]:
    """List a fault for every card whose number an earlier card has."""
    seen: dict[str, Card] = {}
    faults = []
    for card in cards:
        first = seen.setdefault(card.number, card)
        if first is not card:
            where = f"{card.source}:{card.line}: {card.number}, number"
            place = f"{first.source}:{first.line}"
            faults.append(f"{where}: found it again, expected it once (first in {place})")
    return faults


class CardReader(OperationReader):
    """Reads the fields of cards."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        super().__init__(source, lines, built)
        self.spoilt: list[Card] = []  # cards with a fault of their own

    def read_file(self, table: Table) -> tuple[Card, ...]:
        """Read all cards of a file."""
        self.check_keys(table, ("card",), ())
        items = table.get("card", [])
        if not isinstance(items, list) or not items:
            self.fault(("card",), items, "[[card]] tables")
            return ()
        cards = []
        for index, item in enumerate(items):
            known = len(self.faults)
            if isinstance(item, dict):
                cards.append(self.read_card(item, ("card", index)))
                self.spoilt += cards[-1:] if len(self.faults) > known else []
            else:
                self.root, self.card = 0, ""
                self.fault(("card", index), item, "a [[card]] table")
        for fault in repeated(cards):
            self.faults.append((int(fault[len(self.source) + 1 :].split(":")[0]), fault))
        return tuple(cards)

    def read_card(self, table: Table, path: Path) -> Card:
        """Read one card; what is missing or wrong is a fault, and a default stands in for it."""
        self.root, self.ability = len(path), 0
        number = table.get("number")
        self.card = number if isinstance(number, str) else f"card {cast('int', path[-1]) + 1}"
        self.card_type = str(table.get("type", ""))
        self.ability_kind, self.names, self.has_looked = "", set(), frozenset()
        self.check_keys(table, sorted(grammar.CARD_FIELDS), path)
        for key in table:
            if key in grammar.CARD_FIELDS:
                self.has_built("card keys", key, (*path, key))
        self.check_fields(table, path)
        names = self.read_names(table, path)
        return Card(
            number=self.read_number_field(table, path),
            names=names,
            key=self.text(table, "key", path) or (names[0][1] if names else ""),
            type=self.read_type(table, path),
            also=self.texts(table, "also", path),
            titles=self.texts(table, "titles", path),
            house=self.words(table, "house", ("ap", "dp", "sp", "sex", "cells"), path),
            copies=self.read_copies(table, path),
            conversion=self.read_conversion(table, path),
            put_on=self.read_put_on(table, path),
            play_if=self.read_play_if(table, path),
            alt_cost=self.read_alt_cost(table, path),
            forms=self.read_forms(table, path),
            note=self.text(table, "note", path),
            abilities=self.read_abilities(table, path),
            source=self.source,
            line=line_of(self.lines, path),
            **self.read_values_of(table, path),  # type: ignore[arg-type]
        )

    # -------------------------------------------------------------- which fields

    def check_fields(self, table: Table, path: Path) -> None:
        """Check that the card has the fields of its type and no others."""
        needed = ["number", "name", "type", "attributes", "cost", "ex"]
        if self.card_type == "character":
            needed += ["ap", "dp", "sp", "sex", "cells"]
        for key in needed:
            if key not in table:
                self.wrong(path, f"no `{key}`", f"{key} = ...")
        if self.card_type in grammar.TYPES and self.card_type != "character":
            for key in grammar.CHARACTER_FIELDS:
                if key in table:
                    found = f"`{key}` on {self.card_type}"
                    self.wrong((*path, key), found, "it on a character only")
        if "put_on" in table and self.card_type not in ("item", "area"):
            self.wrong((*path, "put_on"), "`put_on`", "it on an item or area only")

    def read_values_of(self, table: Table, path: Path) -> dict[str, object]:
        """Read the fields that a card and a form share."""
        return {
            "attributes": self.words(table, "attributes", grammar.ATTRIBUTES, path),
            "cost": self.read_cost_field(table, path),
            "ex": self.whole(table, "ex", 4, path),
            **{key: self.whole(table, key, 99, path) for key in ("ap", "dp", "sp")},
            "sex": self.word(table, "sex", grammar.SEXES, path) or "none",
            "cells": self.read_cells(table, path),
            "basics": self.read_basics(table, path),
        }

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

    def read_basics(self, table: Table, path: Path) -> tuple[Basic, ...]:
        """Read the basic abilities; each may be printed once."""
        value = table.get("basic", [])
        where = (*path, "basic")
        if not isinstance(value, list):
            self.fault(where, value, "a list of basic abilities")
            return ()
        found: list[Basic] = []
        for index, item in enumerate(value):
            basic = self.read("basic", item, (*where, index), "basic")
            if not isinstance(basic, Basic):
                continue
            if basic.name in [other.name for other in found]:
                self.wrong((*where, index), f"{basic.name} again", "each basic ability once")
            found.append(basic)
        return tuple(found)

    def read_forms(self, table: Table, path: Path) -> tuple[Form, ...]:
        """Read the extra definitions that the card can put into play."""
        value = table.get("forms", [])
        where = (*path, "forms")
        if not isinstance(value, list):
            self.fault(where, value, '[{ name = "...", ap = 1, ... }]')
            return ()
        found = []
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                self.fault((*where, index), item, "a form (a table)")
                continue
            shared = item.get("type", "character") == table.get("type")
            kept = {key: table[key] for key in FORM_KEEPS if key in table} if shared else {}
            found.append(self.read_form({**kept, **item}, (*where, index)))
        return tuple(found)

    def read_form(self, table: Table, path: Path) -> Form:
        """Read one form."""
        self.check_keys(table, sorted(grammar.FORM_FIELDS), path)
        name = self.text(table, "name", path)
        if not name:
            self.wrong(path, "a form without `name`", 'name = "..."')
        if table.get("type", "character") == "character" and "cells" not in table:
            self.wrong(path, "a character without `cells`", 'cells = "LCR/LCR"')
        kind = self.word(table, "type", grammar.TYPES, path) or "character"
        card_type, self.card_type = self.card_type, kind  # its texts are those of such a card
        form = Form(
            name=name,
            type=kind,
            abilities=self.read_abilities(table, path),
            **self.read_values_of(table, path),  # type: ignore[arg-type]
        )
        self.card_type = card_type
        return form

    def read_abilities(self, table: Table, path: Path) -> tuple[Ability, ...]:
        """Read the special abilities; messages count them from 1."""
        value = table.get("ability", [])
        where = (*path, "ability")
        if not isinstance(value, list):
            self.fault(where, value, "[[card.ability]] tables")
            return ()
        if len(value) > grammar.MAX_ABILITIES:
            self.wrong(where, f"{len(value)} abilities", f"at most {grammar.MAX_ABILITIES}")
        found = []
        root = self.root
        for index, item in enumerate(value):
            self.ability, self.root = index + 1, len(where) + 1
            if isinstance(item, dict):
                ability = self.read_ability(item, (*where, index))
                if ability is not None:
                    found.append(ability)
            else:
                self.fault((*where, index), item, "an ability (a table)")
        self.ability, self.root = 0, root
        self.ability_kind = ""
        return tuple(found)
