"""Tables of cards as people keep them: tabs or commas, with a line of column names.

Two shapes are known: a fact table (`number`, `name_jp`, `type`, `cost` ...) and the `carddata.txt`
of LackeyCCG (`Name`, `ImageFile`, `Element` ...). Both become rows with the same keys, so that only
this module knows what a column is called. Nothing below; above: `cards_import`.
"""

from __future__ import annotations

import csv
import re

from .faults import INPUT, Fault, read_bytes

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Iterator

    Row = dict[str, str]

# Column names, in lower case without blanks and marks, to the key of a row.
COLUMNS = {
    "number": "number", "cardnumber": "number", "no": "number", "imagefile": "image",
    "name": "name", "namejp": "ja", "nameja": "ja", "nameen": "en", "actualname": "en",
    "type": "type", "cardtype": "type", "charactertype": "kind", "set": "set",
    "rarity": "rarity", "sex": "sex", "gender": "sex", "attribute": "attribute",
    "attributes": "attribute", "element": "attribute", "ex": "ex", "cost": "cost",
    "ap": "ap", "dp": "dp", "sp": "sp",
    "fieldafdf": "cells", "field": "cells", "cells": "cells",
    "basicabilities": "basic", "basic": "basic", "conversionof": "conversion",
    "conversion": "conversion", "effectparaphrase": "text", "specialabilities": "text",
    "effect": "text", "text": "text", "cardtext": "text", "rulestext": "text",
    "color": "attribute", "colour": "attribute", "abilityname": "ability",
    "source": "source", "targets": "targets",
}  # fmt: skip
NEEDED = ("name", "ja", "en")  # one of these, and `cost`


def read_table(path: str) -> tuple[list[tuple[int, Row]], list[str]]:
    """Read a table.

    Returns:
        For each row its line and its values by key, empty rows left out; the columns whose names
        mean nothing here.

    Raises:
        Fault: when the file cannot be read or has no line of column names that we know.
    """
    text = decode(read_bytes(path), path)
    rows = list(split(text, path))
    if not rows:
        raise Fault(INPUT, f"{path}: found an empty file, expected a table with column names")
    line, head = rows[0]
    keys = [COLUMNS.get(re.sub(r"[\W_]", "", name.lower())) for name in head]
    if not any(key in NEEDED for key in keys) or "cost" not in keys:
        found = ", ".join(name.strip() for name in head)[:60]
        raise Fault(
            INPUT,
            f"{path}:{line}: found the columns {found}, expected a name and a cost among them",
        )
    unknown = [name.strip() for name, key in zip(head, keys, strict=True) if not key]
    cards = [
        (line, merged(keys, values)) for line, values in rows[1:] if any(map(str.strip, values))
    ]
    return cards, [name for name in unknown if name]


def decode(data: bytes, path: str) -> str:
    """Decode what spreadsheets write: UTF-8, or UTF-16 with its mark."""
    is_wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(
            INPUT, f"{path}: found no UTF-8 text at offset {error.start}, expected a table in UTF-8"
        ) from None


def split(text: str, path: str) -> Iterator[tuple[int, list[str]]]:
    """Split a text into rows of values, each with the line on which it ends."""
    lines = text.splitlines()
    head = lines[0] if lines else ""
    mark = max("\t,;", key=head.count)
    if mark == "\t":  # a quote is a plain letter there, unless it stands around the whole value
        for number, line in enumerate(lines, 1):
            yield number, [unquoted(value) for value in line.split("\t")]
        return
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark)
    try:
        for values in reader:
            yield reader.line_num, values
    except csv.Error as error:
        raise Fault(INPUT, f"{path}:{reader.line_num}: found no table ({error})") from None


def unquoted(value: str) -> str:
    """Take off quotes that a spreadsheet put around a value."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace('""', '"')
    return value


def merged(keys: list[str | None], values: list[str]) -> Row:
    """Name the values of a row; of two columns with one key the first with a value counts."""
    row: Row = {}
    for key, value in zip(keys, values, strict=False):
        # Neither tabs and line ends nor marks that nobody sees inside a value.
        text = " ".join("".join(c if c.isprintable() else " " for c in value).split())
        if key is not None and text and not row.get(key):
            row[key] = text
    if len(values) > len(keys):
        row |= merged(["rest"], [" ".join(values[len(keys) :])])
    return row
