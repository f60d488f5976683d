"""What can go wrong at the command line: one line to standard error and an exit code.

A `Fault` is raised where a wrong input is met and caught in `__main__` alone. The codes are part of
the interface (spec/notation.md N8). Nothing below.
"""

from __future__ import annotations

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


class Fault(Exception):
    """A wrong input, told in one line each.

    Args:
        code: the exit code.
        message: what was found and what was expected.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def unreadable(path: str, error: OSError) -> Fault:
    """The fault of a file that the system does not give us."""
    return Fault(INPUT, f"{path}: {(error.strerror or str(error)).lower()}")


def read_text(path: str) -> str:
    """Read a text file, or standard input for `-`; a fault when that cannot be done."""
    if path == "-":
        import sys

        return sys.stdin.read()
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8-sig")
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError as error:
        raise Fault(INPUT, f"{path}: found no UTF-8 text at offset {error.start}") from None
