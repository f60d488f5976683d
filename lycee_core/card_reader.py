"""Reads whole cards out of the tables of a file: which fields they have, forms and abilities.

Nothing here knows what a card does; it turns tables into `parsed.Card` and leaves effects to
`operations`. Below: `card_fields`; above: `loader`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lycee_core import grammar
from lycee_core.card_fields import FieldReader
from lycee_core.parsed import Ability, Basic, Card, Form
from lycee_core.tomlpos import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lycee_core.built import Built
    from lycee_core.card_fields import Table
    from lycee_core.tomlpos import Path

# What a form of the same type has from its card where it does not say otherwise.
FORM_KEEPS = ("attributes", "cost", "ex", "ap", "dp", "sp", "sex", "cells")


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


class CardReader(FieldReader):
    """Reads cards, each with everything that stands on it."""

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

    # -------------------------------------------------------------- forms and abilities

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
