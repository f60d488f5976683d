"""spec/catalogue.md: its tables are the structs, and its words are enough to compute the hash."""

from __future__ import annotations

import hashlib
import re
import struct

from lycee_core import Catalogue, blob
from lycee_core.compile import STARTER_CATALOGUE

from .catalogue_page import PAGE, format_page, read_layouts

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_structs() -> None:
    assert format_page() == TEXT, "run python -m tests.catalogue_page"


def test_the_rows_are_as_long_as_what_is_written() -> None:
    sizes = {name: layout.size for name, layout in read_layouts().items()}
    assert sizes == {
        "CostPart": blob.PART.size,
        "Cost": blob.COST.size,
        "Card": blob.CARD.size,
        "Ability": blob.ABILITY.size,
        "Basic": blob.BASIC.size,
        "Selector": blob.SELECTOR.size,
        "Ins": blob.INS.size,
    }


def sections_by_the_page(data: bytes) -> tuple[bytes, list[bytes]]:
    """Read a file with nothing but the words of the page."""
    magic, version, count, digest = struct.unpack_from("<8sHH32s", data)
    assert (magic, version, count) == (b"LYCEECAT", blob.VERSION, 8)
    assert f"version of this layout: {version} |" in TEXT
    lengths, start, found = struct.unpack_from("<8I", data, 44), 76, []
    for length in lengths:
        while start % 8:
            assert data[start] == 0
            start += 1
        found.append(data[start : start + length])
        start += length
    assert start == len(data)
    return digest, found


def test_a_stranger_can_compute_the_hash() -> None:
    digest, sections = sections_by_the_page(STARTER_CATALOGUE.read_bytes())
    (tag,) = re.findall(r"ASCII bytes `([^`]+)`, without", TEXT)
    hasher = hashlib.sha256(tag.encode())
    for section in sections[:7]:
        hasher.update(len(section).to_bytes(4, "little") + section)
    assert hasher.digest() == digest == Catalogue.starter().hash


def test_a_stranger_finds_every_card_at_its_index() -> None:
    _, sections = sections_by_the_page(STARTER_CATALOGUE.read_bytes())
    starter, size = Catalogue.starter(), read_layouts()["Card"].size
    numbers = sections[6].decode().split("\0")[:-1]
    assert tuple(numbers) == starter.numbers == tuple(sorted(numbers, key=str.encode))
    offsets = {field.name: field.offset for field in read_layouts()["Card"].fields}
    for index in range(len(starter)):
        row = sections[0][index * size : (index + 1) * size]
        printed = starter.card(index)
        ap, dp, sp = struct.unpack_from("<3h", row, offsets["ap"])
        assert (ap, dp, sp) == (printed.ap, printed.dp, printed.sp)
        assert row[offsets["ex"]] == printed.ex
        assert row[offsets["copies"]] == printed.copies
