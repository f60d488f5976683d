"""`python -m tests.bench [--peers PYTHON] [--short] [--jsonl]`: measures, and prints the table.

A table of one run: the reference of each row was measured between slices of ours, on this machine,
in these minutes. Nothing fails here; tests of speed have no clock (see tests/test_bench.py).
"""

from __future__ import annotations

import argparse
import contextlib
from typing import TYPE_CHECKING

from . import core, net, plays, process, python_api
from .peers import Peers
from .plain import plain_note
from .table import FULL, SHORT, format_jsonl, format_notes, format_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .table import Effort, Row


def measure(effort: Effort, peers: Peers | None) -> list[Row]:
    """Every row of the table, by number."""
    found = [
        *core.rows(effort, peers),
        *python_api.rows(effort, peers),
        *process.rows(effort),
        *net.rows(effort),
    ]
    return sorted(found, key=lambda row: row.number)


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="The speed goals.")
    parser.add_argument("--peers", metavar="PYTHON", help="a Python that has the other engines")
    parser.add_argument("--short", action="store_true", help="seconds: shows that it runs, no more")
    parser.add_argument("--jsonl", action="store_true", help="one object a row")
    arguments = parser.parse_args(words)
    effort = SHORT if arguments.short else FULL
    with contextlib.ExitStack() as stack:
        peers = stack.enter_context(Peers(arguments.peers)) if arguments.peers else None
        found = measure(effort, peers)
        notes = [plain_note(effort, peers), *plays.notes(effort)]
    if arguments.jsonl:
        print(format_jsonl(found, notes))
    else:
        print(format_table(found), format_notes(notes), sep="\n\n")


if __name__ == "__main__":
    main()
