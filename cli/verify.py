"""`lycee verify`: what the file of a match proves, in one line and an exit code.

Below: `lycee_net.match`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from lycee_net.evidence import find_fork_untrusted, strip_audits_untrusted
from lycee_net.match import verify_file_untrusted
from lycee_net.records import (
    HEADER_SIZE,
    JournalError,
    may_begin_untrusted,
    read_journal,
    strip_secrets,
)
from lycee_net.verify import NAMES, Verdict, VerdictKind

from .faults import CHECK, INPUT, OK, UNFINISHED, Fault, unreadable

if TYPE_CHECKING:
    from lycee_core import Catalogue

CODES = {
    VerdictKind.FINISHED: OK,
    VerdictKind.UNFINISHED: UNFINISHED,
    VerdictKind.BROKEN: CHECK,
    VerdictKind.DAMAGED: CHECK,
    VerdictKind.FOREIGN: INPUT,
}
NO_RECORD = "damaged at byte 0: no record begins here"  # something else than a match
NOT_A_MATCH = "this is no transcript of a match"
FILES = ("transcript", "journal")  # of a match folder, in this order


def read_match(path: str) -> bytes:
    """Read a transcript or journal, or those of a match folder; a `Fault` if that is no file."""
    if os.path.isdir(path):
        there = [os.path.join(path, name) for name in FILES]
        there = [file for file in there if os.path.isfile(file)]
        if not there:
            raise Fault(INPUT, f"{path}: found neither a transcript nor a journal in this folder")
        return longest([read_file(file) for file in there])
    return read_file(path)


def longest(files: list[bytes]) -> bytes:
    """Of a transcript and its journal the journal, if the match went on after the transcript."""
    if len(files) > 1:
        with suppress(JournalError):  # a damaged journal; the transcript may be whole
            whole = strip_secrets(read_journal(files[1]).records)
            return whole if whole.startswith(files[0]) else files[0]
    return files[0]


def read_file(path: str) -> bytes:
    """Read what begins like a transcript or journal whole, else its first bytes."""
    try:
        with open(path, "rb") as file:
            data = file.read(HEADER_SIZE)  # a device may have no end
            return data + file.read() if may_begin_untrusted(data) else data
    except OSError as error:
        raise unreadable(path, error) from None


def strip(path: str, target: str) -> None:
    """Write a copy of a transcript without its audits, to be shown around.

    Raises:
        Fault: there is no such file, or it is no transcript, or the copy cannot be written.
    """
    try:
        data = strip_audits_untrusted(read_match(path))
    except JournalError as error:
        raise Fault(INPUT, f"{path}: {error}") from None
    try:
        with open(target, "xb") as file:
            file.write(data)
    except OSError as error:
        raise unreadable(target, error) from None


def compare(path: str, other: str) -> str:
    """Say whether two files of one match agree, or who signed two chains.

    Raises:
        Fault: a file is none, they are not of one match, or they prove a fork.
    """
    files = {path: read_match(path), other: read_match(other)}
    try:
        fork = find_fork_untrusted(files[path], files[other])
    except JournalError as error:
        raise _incomparable(files, error) from None
    if fork is not None:
        name, key = NAMES[fork.seat], fork.key.hex()[:16]
        raise Fault(CHECK, f"the {name} (key {key}) signed two messages {fork.n}")
    return "the two files tell one match"


def _incomparable(files: dict[str, bytes], error: JournalError) -> Fault:
    """The fault of two files that cannot be compared: of the one that is no match, or of both."""
    for path, data in files.items():
        try:
            find_fork_untrusted(data, data)
        except JournalError as own:
            text = NOT_A_MATCH if str(own) == NO_RECORD else str(own)
            return Fault(INPUT, f"{path}: {text}")
    return Fault(INPUT, f"{' and '.join(files)}: {error}")


def verify(path: str, catalogue: Catalogue) -> tuple[Verdict, int]:
    """Verify the file of a match.

    Returns:
        The verdict, and the exit code that says the same.

    Raises:
        Fault: there is no such file.
    """
    verdict = verify_file_untrusted(read_match(path), catalogue)
    if verdict.text == NO_RECORD:
        verdict = Verdict(VerdictKind.FOREIGN, NOT_A_MATCH)
    return verdict, CODES[verdict.kind]
