"""The journal: what saves a match from a kill or a power cut, and becomes its transcript.

One folder a match, readable by its owner alone, one process at a time. Invariant: before a byte of
an own message leaves, the record of it is on the disk, and with it everything received before; so
after any crash we are at most one message behind or ahead and never sign a number twice. Appending
what was received needs no sync: it was answered by nothing yet. Below: `records`.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from typing import TYPE_CHECKING, Protocol

from .codec import encode
from .records import (
    FIRST_CHECK,
    JournalError,
    Reading,
    Record,
    RecordKind,
    Start,
    encode_made,
    encode_start,
    format_record,
    read_journal,
    strip_secrets,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from .codec import Value

JOURNAL_NAME = "journal"
CHECK_SIZE = len(FIRST_CHECK)


def no_sync(descriptor: int) -> None:
    """The sync of scripted runs on one machine: a power cut may then cost the match."""


class Storage(Protocol):
    """Where records go: a file, or memory in tests."""

    def append(self, data: bytes) -> None:
        """Write at the end; after a kill it is there, after a power cut perhaps not."""

    def sync(self) -> None:
        """Return when everything appended would survive a power cut."""

    def read(self) -> bytes:
        """Everything appended so far."""

    def close(self) -> None:
        """Let others have it."""


class MemoryStorage:
    """Records in memory: for tests, and for matches that nobody wants to keep."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = bytearray(data)
        self.n_synced = len(data)

    def append(self, data: bytes) -> None:
        """Keep the bytes."""
        self._data += data

    def sync(self) -> None:
        """Remember how much would survive."""
        self.n_synced = len(self._data)

    def read(self) -> bytes:
        """Everything appended so far."""
        return bytes(self._data)

    def close(self) -> None:
        """Nothing to let go."""


class FileStorage:
    """The journal file of one match folder, locked while it is open."""

    def __init__(self, folder: Path, sync: Callable[[int], None] = os.fdatasync) -> None:
        self._sync = sync
        self._path = str(folder / JOURNAL_NAME)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
        self._descriptor = os.open(self._path, flags, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._descriptor)
            raise JournalError(f"{folder} is in use by another program") from None
        for directory in (folder, folder.parent):  # a file is lost if its name is
            self._sync_directory(directory)

    def _sync_directory(self, directory: Path) -> None:
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            self._sync(descriptor)
        finally:
            os.close(descriptor)

    def append(self, data: bytes) -> None:
        """Write at the end of the file; an `OSError` names it."""
        try:
            while (n_written := os.write(self._descriptor, data)) < len(data):
                data = data[n_written:]
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None

    def sync(self) -> None:
        """Push it to the disk; an `OSError` names the file."""
        try:
            self._sync(self._descriptor)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None

    def read(self) -> bytes:
        """The whole file."""
        return os.pread(self._descriptor, os.fstat(self._descriptor).st_size, 0)

    def truncate(self, size: int) -> None:
        """Cut a torn record off."""
        os.ftruncate(self._descriptor, size)

    def close(self) -> None:
        """Close the file; the lock goes with it."""
        os.close(self._descriptor)


class Journal:
    """Appends the records of one match in the order in which things happened."""

    def __init__(self, storage: Storage, check: bytes = FIRST_CHECK) -> None:
        self._storage = storage
        self._check = check

    def start(self, start: Start) -> None:
        """The first record, on disk before the first own message of the match."""
        self._append(RecordKind.START, encode_start(start))
        self._storage.sync()

    def got(self, message: bytes) -> None:
        """An accepted message; not synced, the next own message does it."""  # P10.2
        self._append(RecordKind.GOT, message)

    def made(self, message: bytes, vectors: Sequence[bytes] = ()) -> None:
        """A message of our own and the cards of its seals, on disk before it is sent."""
        self._append(RecordKind.MADE, encode_made(message, vectors))
        self._storage.sync()

    def refused(self, message: bytes) -> None:
        """The signed message that broke the protocol: evidence, on disk at once."""
        self._append(RecordKind.REFUSED, message)
        self._storage.sync()

    def note(self, fields: Sequence[Value]) -> None:
        """A local fact or claim, on disk at once; it is not in the transcript."""
        self._append(RecordKind.NOTE, encode(fields))
        self._storage.sync()

    def jot(self, fields: Sequence[Value]) -> None:
        """A note that the next own message takes to the disk."""
        self._append(RecordKind.NOTE, encode(fields))

    def records(self) -> tuple[Record, ...]:
        """Everything that was written, as a resume needs it."""
        return read_journal(self._storage.read()).records

    def transcript(self) -> bytes:
        """The journal so far, without its secrets."""
        return strip_secrets(read_journal(self._storage.read()).records)

    def close(self) -> None:
        """Let go of the match folder."""
        self._storage.close()

    def _append(self, kind: RecordKind, payload: bytes) -> None:
        record = format_record(self._check, kind, payload)
        self._storage.append(record)
        self._check = record[-CHECK_SIZE:]


def open_journal(
    folder: Path, sync: Callable[[int], None] = os.fdatasync
) -> tuple[Journal, Reading]:
    """The journal of a match that was begun earlier, its torn end cut off, and its records.

    Raises `JournalError` when it is in use or damaged.
    """
    if not (folder / JOURNAL_NAME).is_file():
        raise JournalError(f"{folder} holds no journal")
    storage = FileStorage(folder, sync)
    try:
        reading = read_journal(storage.read())
    except JournalError:
        storage.close()
        raise
    storage.truncate(reading.end)
    return Journal(storage, reading.check), reading


def discard_folder(folder: Path) -> None:
    """Remove the folder of a match that never counted."""  # P10.2
    shutil.rmtree(folder)
