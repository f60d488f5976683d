"""TCP for a protocol: the one module with sockets and a clock.

A `Session` carries the bytes of one `Protocol` over one stream. A listener lets strangers in only
up to four at a time and ten seconds each; the seat is taken by the first whose signed Hello is
good, because a handshake proves nothing. Every wait has a deadline: for the whole greeting, for
each send, for a sign of life. Below: `protocol`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from .errors import LinkLostError
from .events import NEED_DATA, Greeted, LinkLost, PeerBroke, PeerClosed, SayAlive
from .states import AFTER_HELLO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .events import Event, Intent
    from .invite import Invite
    from .protocol import Protocol

GREETING_SECONDS = 10  # P4.4: connection to Hello, all of it
N_WAITING = 4  # handshakes at a time
PING_SECONDS = 10  # P11: of silence
LINK_SECONDS = 30  # without a sign of life, or for one send
CHUNK = 1 << 16


class Session:
    """One protocol on one stream; one task may read events while others send."""

    def __init__(self, stream: trio.abc.Stream, protocol: Protocol) -> None:
        self.protocol = protocol
        self._stream = stream
        self._lock = trio.Lock()
        self._unsent = bytearray()
        self._told: list[Event] = []  # seen while greeting, to be told again

    async def send(self, intent: Intent) -> None:
        """Carry out an intent and send what it makes; raises what `Protocol.send` raises."""
        self._unsent += self.protocol.send(intent)
        await self._flush()

    async def next_event(self) -> Event | None:
        """The next event, or None when the connection is over and all is told."""
        n_silent = 0
        while True:
            if self._told:
                return self._told.pop(0)
            await self._flush()
            event = self.protocol.next_event()
            if event is not NEED_DATA:
                return event
            if self.protocol.is_closed:
                return None
            with trio.move_on_after(PING_SECONDS):
                await self._receive()
                n_silent = 0
                continue
            n_silent += 1
            await self._break_silence(n_silent)

    def __aiter__(self) -> Session:
        """All events, to the end of the connection."""
        return self

    async def __anext__(self) -> Event:
        event = await self.next_event()
        if event is None:
            raise StopAsyncIteration
        return event

    async def aclose(self) -> None:
        """Close the stream; what was said stays said."""
        await trio.aclose_forcefully(self._stream)

    async def greet(self) -> Event | None:
        """Wait for the peer's Hello, at most ten seconds; the event is told again by the session.

        Returns what came: `Greeted`, or why there is nobody to greet.
        """
        event: Event | None = LinkLost("no greeting within ten seconds")
        with trio.move_on_after(GREETING_SECONDS):
            event = await self.next_event()
        if event is not None:
            self._told.append(event)
        return event

    async def _receive(self) -> None:
        try:
            data = await self._stream.receive_some(CHUNK)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            data = b""
        if data:
            self.protocol.receive_data(bytes(data))
        else:
            self.protocol.receive_end()

    async def _flush(self) -> None:
        """Send everything that is due, in order; a peer that never reads is a lost link."""
        self._unsent += self.protocol.data_to_send()
        if not self._unsent:
            return
        async with self._lock:
            data, self._unsent = bytes(self._unsent), bytearray()
            try:
                with trio.fail_after(LINK_SECONDS):
                    await self._stream.send_all(data)
            except (trio.TooSlowError, trio.BrokenResourceError, trio.ClosedResourceError):
                self.protocol.receive_end()

    async def _break_silence(self, n_silent: int) -> None:
        if n_silent * PING_SECONDS >= LINK_SECONDS:
            self.protocol.receive_end()
        elif self.protocol.state in AFTER_HELLO:
            await self.send(SayAlive())


async def connect(invite: Invite, protocol: Protocol) -> Session:
    """Connect as a guest and wait for the host's Hello, which the session then tells.

    Raises `LinkLostError` with one line that says what happened.
    """
    try:
        with trio.fail_after(GREETING_SECONDS):
            stream = await trio.open_tcp_stream(invite.host, invite.port)
    except trio.TooSlowError:
        raise LinkLostError(f"{invite.host} does not answer") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise LinkLostError(f"cannot reach {invite.host}:{invite.port}: {reason}") from None
    session = Session(stream, protocol)
    event = await session.greet()
    if not isinstance(event, Greeted | PeerBroke | PeerClosed):
        await session.aclose()
        raise LinkLostError("wrong invite, or another program listens there")
    return session


async def listen(port: int, host: str | None = None) -> Sequence[trio.SocketListener]:
    """Open the port, on every address unless one is named; 0 takes a free one.

    Raises `LinkLostError` when the port cannot be had.
    """
    try:
        return await trio.open_tcp_listeners(port, host=host)
    except OSError as error:
        raise LinkLostError(f"cannot listen on port {port}: {error.strerror or error}") from None


def port_of(listeners: Sequence[trio.SocketListener]) -> int:
    """The port that listeners were given."""
    port: int = listeners[0].socket.getsockname()[1]
    return port


async def serve(
    listeners: Sequence[trio.SocketListener],
    new_protocol: Callable[[], Protocol],
    tell: Callable[[Event], None],
) -> Session:
    """Wait for the guest whose Hello is good; everybody else is dropped, the listeners closed.

    `tell` hears of guests that came and did not fit.
    """
    door = _Door(new_protocol, tell)
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(door.watch, listener, nursery)
    for listener in listeners:
        await listener.aclose()
    assert door.guest is not None, "the nursery ends when a guest is in"
    return door.guest


class _Door:
    """The strangers that wait while their handshakes are checked."""

    def __init__(self, new_protocol: Callable[[], Protocol], tell: Callable[[Event], None]) -> None:
        self.guest: Session | None = None
        self._new_protocol = new_protocol
        self._tell = tell
        self._waiting: dict[Session, trio.CancelScope] = {}

    async def watch(self, listener: trio.SocketListener, nursery: trio.Nursery) -> None:
        while True:
            stream = await listener.accept()
            if self._make_room():
                nursery.start_soon(self._greet, Session(stream, self._new_protocol()), nursery)
            else:
                await trio.aclose_forcefully(stream)

    def _make_room(self) -> bool:
        """Whether one more may wait; the oldest that proved nothing has to go for it."""
        if len(self._waiting) < N_WAITING:
            return True
        for session, scope in self._waiting.items():
            if not session.protocol.is_connected:
                scope.cancel()
                del self._waiting[session]
                return True
        return False

    async def _greet(self, session: Session, nursery: trio.Nursery) -> None:
        event: Event | None = None
        try:
            with trio.CancelScope() as scope:
                self._waiting[session] = scope
                event = await session.greet()
            if isinstance(event, Greeted) and self.guest is None:
                self.guest = session
                nursery.cancel_scope.cancel()
            elif isinstance(event, PeerBroke | PeerClosed):
                self._tell(event)
        finally:
            self._waiting.pop(session, None)
            if self.guest is not session:
                await session.aclose()
