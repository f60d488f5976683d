"""Texts that are typed, or piped in: also those that come while nobody is asked.

Whoever is asked waits for the next text; whoever waits for the other side may look whether one is
there already, without waiting for it. Read from the descriptor, without the buffer of `sys.stdin`:
a thread that waits for a person may be left behind at the end of a match, and must not hold a lock
that the interpreter wants on its way out. Below: `commands`.
"""

from __future__ import annotations

import os
import select
from codecs import BOM_UTF8
from collections import deque

from .commands import without_comment

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Sequence

CHUNK = 1 << 16


class TypedLines:
    """Texts of a descriptor, without comments and empty lines."""

    source = "standard input"
    is_script = False
    keeps_early = True  # a line of the game that comes early is an answer to the next question

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.number = 0
        self.is_over = False
        self._texts: deque[str] = deque()
        self._rest: list[bytes] = []  # of a line whose end has not come

    def next(self, suggestions: Sequence[str]) -> str | None:
        """Return the next text, None at the end."""
        del suggestions
        while not self._texts and not self.is_over:
            self._read()
        return self._texts.popleft() if self._texts else None

    def early(self) -> str | None:
        """Return the next text if it is there already; it stays until somebody takes it."""
        while not self._texts and not self.is_over and self._is_readable():
            self._read()
        return self._texts[0] if self._texts else None

    def take_early(self) -> None:
        """Be done with the text that `early` returned."""
        self._texts.popleft()

    def _is_readable(self) -> bool:
        return bool(select.select([self.descriptor], [], [], 0)[0])

    def _read(self) -> None:
        data = os.read(self.descriptor, CHUNK)
        self.is_over = not data
        first, *lines = (data or b"\n").split(b"\n")
        self._rest.append(first)
        for line in lines:
            self._take(b"".join(self._rest))
            self._rest = [line]

    def _take(self, line: bytes) -> None:
        self.number += 1
        if self.number == 1:  # a mark of byte order in front is no text, as in a script
            line = line.removeprefix(BOM_UTF8)
        text = without_comment(line.decode(errors="replace"))
        if text:
            self._texts.append(text)
