"""The compiled catalogue as bytes: what `catalogue.bin` holds and what both peers hash.

Layout, all numbers little-endian. Head: `LYCEECAT`, version (u16), number of sections (u16), rules
hash (32 bytes), then for each section its length (u32). Each section begins at a multiple of 8, as
the structs that are read in place want it, with zeros before it. Sections: cards, abilities,
basics, selectors, code, strings, numbers, display. The first five are arrays of the structs of
`program.pxd`, byte for byte; strings and numbers are UTF-8, each followed by a NUL; display is
UTF-8 for people only: a record for each card, then one with the names of piles if there are any.
The rules hash is SHA-256 over a tag and the first seven sections, each after its length: it covers
everything that changes a game and nothing that only looks different.
A game that only shows names reads the display here, so nothing heavy is imported until a catalogue
is written. Below: `rows`, `plain`; above: `cards` (reads the arrays in place), `compile`.
"""

from __future__ import annotations

import struct

from lycee_core.errors import CardDataError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from lycee_core.effects_costs import BasicRow, CostRow
    from lycee_core.parsed import Card
    from lycee_core.rows import AbilityRow, CardRow, Tables

    Texts: TypeAlias = tuple[str, ...]
    Display: TypeAlias = tuple[str, tuple[tuple[str, str], ...], Texts, Texts, Texts, str]

MAGIC = b"LYCEECAT"
VERSION = 2
HASH_TAG = b"lycee/v1/catalogue"
SECTIONS = ("cards", "abilities", "basics", "selectors", "code", "strings", "numbers", "display")
INS = struct.Struct("<4B2h")
SELECTOR = struct.Struct("<6B4H2BI2H2B2x")
PART = struct.Struct("<4BHH")
COST = struct.Struct("<12B5H32s")
BASIC = struct.Struct("<BBH54s")
ABILITY = struct.Struct("<10B5H4H4B54s2B")
CARD = struct.Struct("<2Q3hH2H2H4HI8B6B3BxH")
HEAD = struct.Struct(f"<8sHH32s{len(SECTIONS)}I")
ALIGNMENT = 8
RECORD, FIELD, ITEM = "\x1e", "\x1f", "\x1d"


def pack(tables: Tables) -> bytes:
    """Write a compiled catalogue as bytes; equal tables give equal bytes."""
    parts = [
        b"".join(_card(row) for row in tables.cards),
        b"".join(_ability(row) for row in tables.abilities),
        b"".join(_basic(row) for row in tables.basics),
        b"".join(SELECTOR.pack(*row) for row in tables.selectors),
        b"".join(INS.pack(*row) for row in tables.code),
        _texts(tables.strings),
        _texts(tables.numbers),
        RECORD.join([*map(_display, tables.source), *_piles(tables)]).encode(),
    ]
    digest = _digest(parts[:-1])
    blob = HEAD.pack(MAGIC, VERSION, len(parts), digest, *(len(part) for part in parts))
    for part in parts:
        blob += bytes(-len(blob) % ALIGNMENT) + part
    return blob


def sections(blob: bytes) -> dict[str, bytes]:
    """Split the bytes of a catalogue into its sections, and check its hash.

    Raises:
        CardDataError: when the bytes are no catalogue of this version.
    """
    if len(blob) < HEAD.size or blob[:8] != MAGIC:
        raise CardDataError("catalogue: found other bytes, expected a compiled catalogue")
    _, version, count, digest, *lengths = HEAD.unpack_from(blob)
    if (version, count) != (VERSION, len(SECTIONS)):
        raise CardDataError(f"catalogue: found version {version}, expected version {VERSION}")
    found = {}
    start = HEAD.size
    for name, length in zip(SECTIONS, lengths, strict=True):
        start += -start % ALIGNMENT
        found[name] = blob[start : start + length]
        start += length
    if len(blob) != start:
        raise CardDataError(f"catalogue: found {len(blob)} bytes, expected another length")
    if digest != _digest([found[name] for name in SECTIONS[:-1]]):
        raise CardDataError("catalogue: found a wrong hash, expected the hash of its tables")
    return found


def rules_hash(blob: bytes) -> bytes:
    """Return the hash that two peers compare: 32 bytes."""
    digest: bytes = HEAD.unpack_from(blob)[3]
    return digest


def display(section: bytes) -> tuple[Display, ...]:
    """Read the display section, in the order of the cards.

    Returns:
        For each card: number, pairs (language, name), titles, names of invented values, abilities
        in plain words, note.
    """
    found = []
    for record in section.decode().split(RECORD) if section else ():
        if FIELD not in record:
            break  # the names of piles
        number, names, titles, house, lines, note = record.split(FIELD)
        pairs = [text.partition("=") for text in _items(names)]
        found.append(
            (
                number,
                tuple((language, name) for language, _, name in pairs),
                _items(titles),
                _items(house),
                _items(lines),
                note,
            )
        )
    return tuple(found)


def pile_names(section: bytes) -> tuple[str, ...]:
    """Read the names of piles out of the display section; the first one has number 1."""
    last = section.decode().rpartition(RECORD)[2]
    return _items(last) if FIELD not in last else ()


def _digest(parts: list[bytes]) -> bytes:
    from hashlib import sha256

    hasher = sha256(HASH_TAG)
    for part in parts:
        hasher.update(struct.pack("<I", len(part)) + part)
    return hasher.digest()


def _texts(texts: tuple[str, ...]) -> bytes:
    return b"".join(text.encode() + b"\0" for text in texts)


def _items(text: str) -> tuple[str, ...]:
    return tuple(text.split(ITEM)) if text else ()


def _display(card: Card) -> str:
    from lycee_core.plain import describe

    names = ITEM.join(f"{language}={name}" for language, name in card.names)
    fields = (
        card.number,
        names,
        ITEM.join(card.titles),
        ITEM.join(card.house),
        ITEM.join(describe(card)),
        card.note,
    )
    return FIELD.join(fields)


def _piles(tables: Tables) -> Texts:
    """The names of piles as the last record, in which there is no field; nothing without piles."""
    return (ITEM.join(tables.piles),) if tables.piles else ()


def _cost(row: CostRow) -> bytes:
    parts = b"".join(PART.pack(*part) for part in row.parts)
    numbers = (row.tap, row.mill, row.leave, row.flags, len(row.parts), 0)
    pcs = (row.amounts, row.mill_amount, row.x_least, row.x_most, row.after)
    return COST.pack(*row.points, *numbers, *pcs, parts)


def _basic(row: BasicRow) -> bytes:
    return BASIC.pack(row.basic, 0, row.effect, _cost(row.cost))


def _ability(row: AbilityRow) -> bytes:
    targets = sum(1 for target in row.targets if target)
    head = (*row[:9], targets, *row[9:14])
    return ABILITY.pack(
        *head, *row.targets, *row.optional, _cost(row.cost), row.limit_each, row.limit_after
    )


def _card(row: CardRow) -> bytes:
    flat: list[int] = []
    for value in row:
        flat.extend(value if isinstance(value, tuple) else (value,))
    return CARD.pack(*flat)
