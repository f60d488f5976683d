"""The tables of spec/catalogue.md, from the structs of `lycee_core/program.pxd`.

`python -m tests.catalogue_page` writes them into the page again; a test says when that is due.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "spec" / "catalogue.md"
SOURCE = ROOT / "lycee_core" / "program.pxd"
BEGIN, END = "<!-- rows -->\n", "<!-- end of rows -->\n"
SIZES = {"uint8_t": 1, "uint16_t": 2, "int16_t": 2, "uint32_t": 4, "uint64_t": 8}
ROWS = {  # struct -> what the page calls it; inner ones first
    "CostPart": "Part of a cost",
    "Cost": "Cost",
    "Card": "Section 1, cards: a card",
    "Ability": "Section 2, abilities: an ability",
    "Basic": "Section 3, basic abilities: one with a cost or an effect",
    "Selector": "Section 4, selectors: a selector",
    "Ins": "Section 5, code: an instruction",
}
FIELD = re.compile(r"    (\w+) (\w+)(?:\[(\d+)\])?\s*(?:#\s*(.*))?$")
WORDS = {"CostPart": "part of a cost", "Cost": "cost", "int16_t": "i16"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a row."""

    offset: int
    type: str
    name: str
    count: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A row: its fields in order, its bytes, and what it must be aligned to."""

    fields: tuple[Field, ...]
    size: int
    alignment: int


def read_layouts() -> dict[str, Layout]:
    """Every struct of the file that the page shows, laid out as a C compiler does."""
    found: dict[str, Layout] = {}
    text = SOURCE.read_text(encoding="utf-8")
    for name in ROWS:
        body = re.search(rf"^cdef struct {name}:.*\n((?:    .*\n|\n(?=    ))*)", text, re.MULTILINE)
        assert body is not None, f"{SOURCE.name} has no struct {name}"
        found[name] = lay_out(body[1].splitlines(), found)
    return found


def lay_out(lines: list[str], known: dict[str, Layout]) -> Layout:
    """The offsets of the fields in the lines of a struct."""
    fields, offset, alignment, remark = [], 0, 1, ""
    for line in lines:
        if line.lstrip().startswith("#"):
            remark = line.lstrip(" #")
            continue
        match = FIELD.match(line)
        assert match is not None, f"{SOURCE.name}: {line} is no field"
        kind, name, count, meaning = match[1], match[2], int(match[3] or 1), match[4] or remark
        size, align = (
            (known[kind].size, known[kind].alignment) if kind in known else (SIZES[kind],) * 2
        )
        offset = -(-offset // align) * align
        fields.append(Field(offset, kind, name, count, meaning or ""))
        offset, alignment, remark = offset + size * count, max(alignment, align), ""
    return Layout(tuple(fields), -(-offset // alignment) * alignment, alignment)


def type_word(field: Field) -> str:
    """A type as the page writes it: u8, i16, `4 x u16`."""
    bits = SIZES.get(field.type, 0) * 8
    word = WORDS.get(field.type, f"u{bits}")
    return word if field.count == 1 else f"{field.count} x {word}"


def format_tables() -> str:
    """All tables, as they stand in the page."""
    parts = []
    for name, layout in read_layouts().items():
        lines = [f"### {ROWS[name]}, {layout.size} bytes", "", "| offset | type | name | meaning |"]
        lines.append("|---|---|---|---|")
        for field in layout.fields:
            meaning = "0" if field.name.startswith("pad") else field.meaning
            lines.append(f"| {field.offset} | {type_word(field)} | `{field.name}` | {meaning} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def format_page() -> str:
    """The page with fresh tables."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + format_tables() + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(format_page(), encoding="utf-8")
