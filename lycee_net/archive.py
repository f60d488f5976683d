"""What one side keeps of its match: the journal, and what of it must be said again.

Nothing is kept of a match before both Hellos. Invariant: an own message is recorded, synced, before
its bytes are given out, and it is repeated byte for byte. Above: `protocol`.
Below: `journal`, `resume`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chain import Who
from .errors import LocalProtocolError
from .messages import End
from .quick import read_message_untrusted
from .records import Start, decode_start_untrusted
from .resume import chain_messages

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .journal import Journal
    from .messages import SignedMessage


class Archive:
    """The records of one match."""

    def __init__(self, new_journal: Callable[[], Journal]) -> None:
        self.ends: list[tuple[Who, bytes]] = []  # whole messages, as they came
        self._new_journal = new_journal
        self._journal: Journal | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is a match to keep."""
        return self._journal is not None

    @property
    def journal(self) -> Journal:
        """The journal of a match that has begun."""
        if self._journal is None:
            raise LocalProtocolError("the match has not begun")
        return self._journal

    def start(self, start: Start) -> None:
        """Begin with what was agreed on; it is on disk when this returns."""  # P10.2
        self._journal = self._new_journal()
        self._journal.start(start)

    def reopen(self, ends: Sequence[tuple[Who, bytes]]) -> None:
        """Go on with a journal that was begun earlier."""
        self._journal = self._new_journal()
        self.ends = list(ends)

    def got(self, signed: SignedMessage) -> None:
        """An accepted message of the peer."""
        self.journal.got(signed.raw)
        if isinstance(signed.message, End):
            self.ends.append((Who.YOU, signed.raw))

    def made(self, signed: SignedMessage, vectors: Sequence[bytes] = ()) -> None:
        """A message of our own, with the cards of its seals; it may be sent afterwards."""
        self.journal.made(signed.raw, vectors)
        if isinstance(signed.message, End):
            self.ends.append((Who.ME, signed.raw))

    def holds_end(self, body: bytes) -> bool:
        """Whether an End is here already; its signature does not count."""
        return any(read_message_untrusted(raw).body == body for _, raw in self.ends)

    def messages_from(self, n: int) -> list[bytes]:
        """Our and their chain messages from number n on, as they were sent."""
        records = self.journal.records()
        return chain_messages(decode_start_untrusted(records[0].payload), records)[n:]

    def refused(self, raw: bytes) -> None:
        """Evidence, if there is a match that it is about."""
        if self._journal is not None:
            self._journal.refused(raw)

    def note(self, *fields: int | str) -> None:
        """A local fact or claim."""
        if self._journal is not None:
            self._journal.note(fields)
