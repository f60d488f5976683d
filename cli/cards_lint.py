"""`lycee cards lint`: every fault of card files, one line each.

A file is read as far as it goes: cards without a fault of their own are compiled too, so that one
run tells what the loader refuses and what the compiler refuses. Below: the core; above: `actions`.
"""

from __future__ import annotations

from lycee_core.card_reader import repeated
from lycee_core.errors import CardDataError
from lycee_core.loader import check_text, decode
from lycee_core.program import compile_cards

from .faults import Fault, read_bytes

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lycee_core.parsed import Card


def lint(paths: Sequence[str]) -> tuple[list[str], list[str], int]:
    """Check card files.

    Returns:
        The faults, in the order of files and lines; files that cannot be read, one line each;
        how many cards were read without a fault of their own.
    """
    cards: list[Card] = []
    faults: list[str] = []
    unread: list[str] = []
    for path in paths:
        try:
            data = read_bytes(path)
        except Fault as fault:
            unread.append(str(fault))
            continue
        found, told = check_bytes(data, path)
        cards += found
        faults += told
    faults += [fault for fault in repeated(cards) if fault not in faults]
    try:
        compile_cards(cards)
    except CardDataError as error:
        faults += error.faults
    return in_order(faults, paths), unread, len(cards)


def check_bytes(data: bytes, source: str) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """Read the bytes of one file: the cards without a fault, and every fault."""
    try:
        return check_text(decode(data, source), source=source)
    except CardDataError as error:
        return (), error.faults


def in_order(faults: Iterable[str], paths: Sequence[str]) -> list[str]:
    """Sort faults by file and line; they begin with `FILE:LINE:`."""

    def place(fault: str) -> tuple[int, int]:
        for number, path in enumerate(paths):
            line, _, rest = fault.removeprefix(f"{path}:").partition(":")
            if rest and line.isdigit():
                return number, int(line)
        return len(paths), 0

    return sorted(faults, key=place)
