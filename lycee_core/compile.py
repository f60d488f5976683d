"""Compiles card files to a catalogue; as a command it rewrites the starter's `catalogue.bin`.

    python -m lycee_core.compile [OUTPUT FILE ...]

Without arguments: the starter set into its place, where a start without TOML finds it. Below:
`loader`, `program`, `blob`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from lycee_core.blob import pack
from lycee_core.loader import load_files
from lycee_core.program import compile_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

STARTER = Path(__file__).with_name("starter")
STARTER_CARDS = STARTER / "cards.toml"
STARTER_CATALOGUE = STARTER / "catalogue.bin"


def compile_files(*paths: str | Path) -> bytes:
    """Read card files and return the catalogue of all their cards as bytes.

    Raises:
        CardDataError: with every fault of every file.
        OSError: when a file cannot be read.
    """
    return pack(compile_cards(load_files(*paths)))


def main(arguments: Sequence[str]) -> int:
    """Write a catalogue; 0 when it was written."""
    output, files = STARTER_CATALOGUE, [STARTER_CARDS]
    if arguments:
        output, files = Path(arguments[0]), [Path(name) for name in arguments[1:]]
    output.write_bytes(compile_files(*files))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
