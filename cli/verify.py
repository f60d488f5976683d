"""`lycee verify`: what the file of a match proves, in one line and an exit code.

Below: `lycee_net.match`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lycee_net.match import verify_file_untrusted
from lycee_net.verify import VerdictKind

from .faults import CHECK, INPUT, OK, UNFINISHED, unreadable

if TYPE_CHECKING:
    from lycee_core import Catalogue
    from lycee_net.verify import Verdict

CODES = {
    VerdictKind.FINISHED: OK,
    VerdictKind.UNFINISHED: UNFINISHED,
    VerdictKind.BROKEN: CHECK,
    VerdictKind.DAMAGED: CHECK,
    VerdictKind.FOREIGN: INPUT,
}
FILES = ("transcript", "journal")  # of a match folder, in this order


def read_match(path: str) -> bytes:
    """Read a transcript or journal, or those of a match folder; a `Fault` if that is no file."""
    if os.path.isdir(path):
        there = [name for name in FILES if os.path.isfile(os.path.join(path, name))]
        path = os.path.join(path, there[0] if there else FILES[0])
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise unreadable(path, error) from None


def verify(path: str, catalogue: Catalogue) -> tuple[Verdict, int]:
    """Verify the file of a match.

    Returns:
        The verdict, and the exit code that says the same.

    Raises:
        Fault: there is no such file.
    """
    verdict = verify_file_untrusted(read_match(path), catalogue)
    return verdict, CODES[verdict.kind]
