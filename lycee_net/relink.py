"""The door of a match that goes on: strangers knock, the other side of the match is let back in.

Open as long as the match; at most four knock at a time, ten seconds each, and nothing is told to
anybody who has not proved with a signed Resume that it is the peer. The old connection, which may
only seem alive, is closed at that moment and not before. Below: `transport`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from .errors import LinkLostError, LocalProtocolError
from .transport import CHUNK, GREETING_SECONDS, N_WAITING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .resume import Visitor
    from .transport import Session


async def keep_door(session: Session, listeners: Sequence[trio.SocketListener]) -> None:
    """Let the other side come back, as often as it must; runs until it is cancelled."""
    door = _ResumeDoor(session)
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(door.watch, listener, nursery)


class _ResumeDoor:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: dict[trio.abc.Stream, trio.CancelScope] = {}

    async def watch(self, listener: trio.SocketListener, nursery: trio.Nursery) -> None:
        while True:
            stream = await listener.accept()
            if len(self._waiting) >= N_WAITING:  # the oldest has to go: it has proved nothing
                oldest = next(iter(self._waiting))
                self._waiting.pop(oldest).cancel()
            nursery.start_soon(self._hear, stream)

    async def _hear(self, stream: trio.abc.Stream) -> None:
        is_in = False
        try:
            visitor = await self._prove_in_time(stream)
            if visitor is not None:
                await self._session.admit(stream, visitor)
                is_in = True
        except LocalProtocolError:
            pass  # the match is over in a way that no connection can mend
        finally:
            self._waiting.pop(stream, None)
            if not is_in:
                await trio.aclose_forcefully(stream)

    async def _prove_in_time(self, stream: trio.abc.Stream) -> Visitor | None:
        with trio.move_on_after(GREETING_SECONDS) as scope:
            self._waiting[stream] = scope
            return await self._prove(stream)
        return None

    async def _prove(self, stream: trio.abc.Stream) -> Visitor | None:
        """The visitor once it has proved who it is; None if it is somebody else."""
        if not self._session.protocol.can_resume:
            return None
        visitor = self._session.protocol.new_visitor()
        try:
            while visitor.resume is None:
                data = await stream.receive_some(CHUNK)
                if not data:
                    return None
                visitor.receive_data(bytes(data))
                answer = visitor.data_to_send()
                if answer:
                    await stream.send_all(answer)
        except (LinkLostError, trio.BrokenResourceError, trio.ClosedResourceError):
            return None
        return visitor
