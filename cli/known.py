"""The keys of the players that were met before: trust on first use, and a changed key is refused.

A file of lines `KEY NAME`, appended to and never rewritten; a last line that was cut off counts for
nothing. A name in a Hello proves nothing; what
a signature proves is a key. So a name that was met under another key is somebody else until the
user says that it is not. Below: `arguments`.
"""

from __future__ import annotations

import os
from enum import Enum, auto
from typing import TYPE_CHECKING
from unicodedata import normalize

from .arguments import NO_NAME
from .faults import INPUT, Fault, unreadable

if TYPE_CHECKING:
    from pathlib import Path

KEY_DIGITS = 64


def _folded(name: str) -> str:
    """A name without what a reader overlooks: width, capitals, blanks."""
    return " ".join(normalize("NFKC", name).casefold().split())


def _is_none(name: str) -> bool:
    """Whether a name stands for none: it is anybody's, so it is nobody's."""
    return _folded(name) in ("", NO_NAME)


class Standing(Enum):
    """What is known of a player that greets."""

    NEW = auto()  # neither the key nor the name
    KNOWN = auto()  # this key under this name
    RENAMED = auto()  # this key, under another name
    CHANGED = auto()  # this name, under another key: perhaps somebody else


class KnownPlayers:
    """Who was met before, kept in one file.

    Args:
        path: of the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def check(self) -> None:
        """Raise a fault if the file is there and is not what it should be."""
        self._read()

    def names_of(self, key: bytes) -> list[str]:
        """The names that a key was met under, the latest last."""
        return [name for known, name in self._read() if known == key]

    def keys_of(self, name: str) -> list[bytes]:
        """The keys that a name, or one that looks like it, was met under."""
        return [key for key, known in self._read() if _folded(known) == _folded(name)]

    def judge(self, key: bytes, name: str) -> Standing:
        """What is known of a player of this key that calls itself so."""
        names, keys = self.names_of(key), self.keys_of(name)
        if key in keys or (names and _is_none(name)):
            return Standing.KNOWN
        if keys:
            return Standing.CHANGED
        return Standing.RENAMED if names else Standing.NEW

    def remember(self, key: bytes, name: str) -> None:
        """Keep a key with its name, on disk when this returns; no name is no knowledge."""
        if _is_none(name) or name in self.names_of(key):
            return
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "r+b") as file:
                file.truncate(file.read().rfind(b"\n") + 1)  # a line that was cut off is no line
                file.write(f"{key.hex()} {name}\n".encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise unreadable(str(self._path), error) from None

    def _read(self) -> list[tuple[bytes, str]]:
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise unreadable(str(self._path), error) from None
        return [self._parse(n, line) for n, line in enumerate(data.split(b"\n")[:-1], 1)]

    def _parse(self, number: int, line: bytes) -> tuple[bytes, str]:
        digits, _, name = line.partition(b" ")
        try:
            key, text = bytes.fromhex(digits.decode()), name.decode()
        except ValueError:
            key, text = b"", ""
        if 2 * len(key) != KEY_DIGITS or not text:
            raise Fault(INPUT, f"{self._path}:{number}: found no key and name")
        return key, text
