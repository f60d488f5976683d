"""Reads card files: TOML in, checked cards out, or one error with every fault of the file.

A file either loads wholly or not at all. Below: `card_reader`; above: `program`, which compiles the
cards, and the commands `lycee cards lint` and `show`.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from lycee_core.built import BUILT, Built
from lycee_core.card_reader import CardReader, repeated
from lycee_core.errors import CardDataError, printable
from lycee_core.tomlpos import positions

if TYPE_CHECKING:
    from lycee_core.parsed import Card

_TOML_FAULT = re.compile(r"(.*?) ?\(at (?:line (\d+), column \d+|end of document)\)")
MAX_FILE = 2**24  # bytes of a card file
MAX_NESTING = 64  # of tables and lists: what reads them goes down once for each
# The words of one line: a whole string or a bare key; a dot; a comment or a string that ends on
# another line; blanks; anything else.
_WORD = re.compile(
    r"""("(?:[^"\\]|\\.)*+"|'[^']*+'|[A-Za-z0-9_-]++)|\.\.++|(\.)|(["'\#].*+)|[ \t]++|."""
)


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
        with FilePath(path).open("rb") as file:
            data = file.read(MAX_FILE + 1)
        if len(data) > MAX_FILE:  # a device has no end
            faults.append(
                f"{path}:1: file: found more than {MAX_FILE >> 20} MiB, expected a card file"
            )
            continue
        try:
            cards.extend(load_text(decode(data, str(path)), source=str(path), built=built))
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
    wanted = f"at most {MAX_NESTING} levels"
    if at := _line_of_long_key(text):
        return (), (f"{source}:{at}: file: found tables nested too deep, expected {wanted}",)
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
        return (), (f"{source}:1: file: found tables nested too deep, expected {wanted}",)
    reader = CardReader(source, positions(text), built)
    cards = reader.read_file(table)
    faults = tuple(text for _, text in sorted(reader.faults, key=lambda fault: fault[0]))
    return tuple(card for card in cards if card not in reader.spoilt), faults


def _line_of_long_key(text: str) -> int:
    """The line of a dotted key of too many parts, else 0: `tomllib` takes their square in time."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") < MAX_NESTING:
            continue
        n_parts = 0
        expects_dot = False
        for word in _WORD.finditer(line):
            part, dot, rest = word.groups()
            if rest is not None:
                break
            if part is not None and not expects_dot:
                n_parts, expects_dot = n_parts + 1, True
            elif dot is not None and expects_dot:
                expects_dot = False
            elif not word[0].isspace():
                n_parts, expects_dot = int(part is not None), part is not None
            if n_parts > MAX_NESTING:
                return number
    return 0


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
