"""The numbers of `defs.pxd` for the compiler, read from that file so that they stand once.

Only the compiler and its tests need them as Python values; a game never loads this module. Below:
nothing; above: `expressions`, `program`.
"""

from __future__ import annotations

import re
from pathlib import Path

_CONSTANT = re.compile(r"^    ([A-Z][A-Z0-9_]*) = (0x[0-9A-Fa-f]+|\d+)", re.MULTILINE)


class Words:
    """Every constant of a `.pxd` file as an attribute."""

    def __init__(self, name: str) -> None:
        text = Path(__file__).with_name(name).read_text(encoding="utf-8")
        self._values = {word: int(value, 0) for word, value in _CONSTANT.findall(text)}

    def __getattr__(self, word: str) -> int:
        """Return a constant.

        Raises:
            AttributeError: when the file does not define it.
        """
        values: dict[str, int] = self.__dict__.get("_values", {})
        if word not in values:
            raise AttributeError(word)
        return values[word]

    def named(self, prefix: str, word: str) -> int:
        """Return the constant of a word of the language, such as `SZ_` and `deck_top`."""
        return int(getattr(self, prefix + word.upper().replace(" ", "_")))


D = Words("defs.pxd")
HOUSE = Words("house.pxd")
