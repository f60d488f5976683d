"""Where things are kept: the identity of this player, and one folder a match.

The folder is `--home`, else the variable LYCEE_HOME, else where this system keeps the data of
programs. `known` has the keys of players that were met. A match folder holds `journal` (with our
secrets, for us) and, once the match is over, `transcript` (without them, for anybody).
Below: `lycee_net`.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lycee_net.chain import N_SEALED
from lycee_net.errors import LocalProtocolError
from lycee_net.identity import load_identity
from lycee_net.journal import FileStorage, Journal, discard_folder, open_journal
from lycee_net.records import JournalError, RecordKind, decode_start_untrusted
from lycee_net.resume import chain_messages

from .faults import INPUT, Fault, refuse_line_breaks, unreadable
from .known import KnownPlayers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_net.identity import Identity
    from lycee_net.records import Record

TRANSCRIPT_NAME = "transcript"


class Home:
    """The folder of one player.

    Args:
        folder: where; None for the usual place.
    """

    def __init__(self, folder: str | None) -> None:
        named = folder or os.environ.get("LYCEE_HOME") or _usual_folder()
        refuse_line_breaks("home", [named])
        self.folder = Path(named)

    def identity(self) -> Identity:
        """Return the key of this player, made the first time."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return load_identity(self.folder / "identity")
        except (FileExistsError, NotADirectoryError):
            raise no_folder(self.folder) from None
        except OSError as error:
            raise unreadable(str(error.filename or self.folder), error) from None
        except LocalProtocolError as error:
            raise Fault(INPUT, str(error)) from None

    def known_players(self) -> KnownPlayers:
        """Return who was met before."""
        known = KnownPlayers(self.folder / "known")
        known.check()  # now, and not when somebody has come to play
        return known

    def match(self, name: str) -> MatchFolder:
        """Return the folder of a match that was begun earlier."""
        return MatchFolder(self.folder / "matches" / name)

    def new_match(self) -> MatchFolder:
        """Return a new folder for a match; it is made with its first record, its parent now."""
        try:
            (self.folder / "matches").mkdir(mode=0o700, exist_ok=True)
        except FileExistsError:
            raise no_folder(self.folder / "matches") from None
        except OSError as error:
            raise unreadable(str(error.filename), error) from None
        stamp = time.strftime("%Y%m%d-%H%M%S")
        return MatchFolder(self.folder / "matches" / f"{stamp}-{os.urandom(3).hex()}")


def no_folder(path: Path) -> Fault:
    """The fault of a file that stands where a folder is needed."""
    return Fault(INPUT, f"{path}: found a file there or above, expected a folder")


class MatchFolder:
    """The folder of one match and its journal."""

    def __init__(self, folder: Path, sync: Callable[[int], None] = os.fdatasync) -> None:
        self.folder = folder
        self._sync = sync
        self._journal: Journal | None = None

    def new_journal(self) -> Journal:
        """Make the journal, when there is something to write."""
        try:
            self._journal = Journal(FileStorage(self.folder, self._sync))
        except OSError as error:
            raise unreadable(str(error.filename or self.folder), error) from None
        except JournalError as error:
            raise Fault(INPUT, str(error)) from None
        return self._journal

    def reopen(self) -> Journal:
        """Open the journal of a match that was begun earlier.

        Raises:
            Fault: it is in use, damaged or none.
        """
        try:
            self._journal, _ = open_journal(self.folder, self._sync)
        except OSError as error:
            raise unreadable(str(error.filename or self.folder), error) from None
        except JournalError as error:
            raise Fault(INPUT, f"{self.folder.name}: {error}") from None
        return self._journal

    def close(self) -> Path | None:
        """Write the transcript and let the folder go; return the path, None without a match.

        A match that ended before it counted, and proves nothing, leaves no folder.

        Raises:
            Fault: the transcript cannot be written; the one of an earlier time is untouched.
        """  # P10.2
        if self._journal is None:
            return None
        path = self.folder / TRANSCRIPT_NAME
        records = self._journal.records()
        if is_void(records) if records else not path.exists():  # the disk was full at once
            self._journal.close()
            discard_folder(self.folder)
            return None
        part = self.folder / f"{TRANSCRIPT_NAME}.part"
        try:
            part.write_bytes(self._journal.transcript())
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise unreadable(str(path), error) from None
        finally:
            self._journal.close()
        return path


def is_void(records: Sequence[Record]) -> bool:
    """Whether a match broke off before both decks were sealed, and nobody broke a rule."""
    if any(record.kind is RecordKind.REFUSED for record in records):
        return False
    return len(chain_messages(decode_start_untrusted(records[0].payload), records)) < N_SEALED


def _usual_folder() -> str:
    from platformdirs import user_data_dir

    return user_data_dir("lycee-p2p", appauthor=False)
