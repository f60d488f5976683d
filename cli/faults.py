"""What can go wrong at the command line: one line to standard error and an exit code.

A `Fault` is raised where a wrong input is met and caught in `__main__` alone. The codes are part of
the interface (spec/notation.md N8). Nothing below.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Iterable

OK = 0
CHECK = 1  # a check failed: an illegal deck or line, an expectation, a transcript with a fault
USAGE = 2  # the command line itself
INPUT = 3  # a file that cannot be read or is not what it should be
NETWORK = 4  # nobody answers, a port is in use, the peer is gone
PEER = 5  # the peer broke the protocol
UNFINISHED = 6  # the input ended, somebody left, or a transcript stops before the end
INTERNAL = 70  # a fault of this program
INTERRUPTED = 130  # Ctrl-C
UNREAD = 141  # whoever read our output went away

NO_PATH = "a file without a name"
MAX_FILE = 2**24  # bytes of a deck, a card file, a table or a script


class Fault(Exception):
    """A wrong input, told in one line each.

    Args:
        code: the exit code.
        message: what was found and what was expected.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def refuse_line_breaks(where: str, words: Iterable[str]) -> None:
    """Refuse a word that would break the line in which it is told; a `Fault` names it.

    Args:
        where: what the words belong to, for the message.
        words: of a command line or its surroundings; invites may be pasted with blanks around them.
    """
    for word in words:
        told = word.strip() if word.lstrip()[:7].lower() == "lycee1:" else word
        if told and told.splitlines() != [told]:
            from lycee_core.errors import printable

            raise Fault(USAGE, f"{where}: found {printable(told)}, expected no line break in it")


def unreadable(path: str, error: OSError) -> Fault:
    """The fault of a file that the system does not give us."""
    return Fault(INPUT, f"{path or NO_PATH}: {(error.strerror or str(error)).lower()}")


def read_bytes(path: str) -> bytes:
    """Read a file whole, or standard input for `-`; a fault when that cannot be done."""
    try:
        if path == "-":
            import sys

            data = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    if len(data) > MAX_FILE:  # a device has no end
        raise Fault(INPUT, f"{path}: found more than {MAX_FILE >> 20} MiB, expected a text file")
    return data


def read_text(path: str) -> str:
    """Read a text file, or standard input for `-`; a fault when that cannot be done."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(INPUT, f"{path}: found no UTF-8 text at offset {error.start}") from None
