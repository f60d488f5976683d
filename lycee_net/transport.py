"""TCP for a protocol: with `relink` and `nearby`, the only module with sockets and a clock.

A `Session` carries the bytes of one `Protocol` over one stream. A listener lets strangers in only
up to four at a time and ten seconds each; the seat is taken by the first whose signed Hello is
good, because a handshake proves nothing. Every wait has a deadline: for the whole greeting, for
each send, for a sign of life. Above: `relink`. Below: `protocol`.
"""

from __future__ import annotations

import errno
import os
import socket
from typing import TYPE_CHECKING

import trio

from .errors import LinkLostError
from .events import NEED_DATA, Greeted, LinkLost, PeerBroke, PeerClosed, SayAlive
from .nearby import Nearby
from .states import AFTER_HELLO, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .events import Event, Intent
    from .invite import Invite
    from .protocol import Protocol
    from .resume import Visitor

GREETING_SECONDS = 10  # P4.4: connection to Hello, all of it
N_WAITING = 4  # handshakes at a time
PING_SECONDS = 10  # P11: of silence
LINK_SECONDS = 30  # without a sign of life, or for one send
SILENT = f"nothing came for {LINK_SECONDS} seconds"
UNTAKEN = f"nothing was taken for {LINK_SECONDS} seconds"
WORD_SECONDS = 10  # for the last word about a match that is done for us
REDIAL_SECONDS = 2  # between two attempts to come back
CHUNK = 1 << 16
N_TRIES = 10  # ports that are free for one kind of address and may not be for the other
HAS_PLAIN_SOCKETS = os.name == "posix"  # a socket can be read and written as a file
NO_ANSWER = "no answer (timed out); a firewall, or an address of another network"
UNREACHED = {
    errno.ECONNREFUSED: "connection refused; is the host still waiting there?",
    errno.EHOSTUNREACH: "no route; it is in another network, or not there",
    errno.ENETUNREACH: "no route; this machine has no way to that network",
    errno.ETIMEDOUT: NO_ANSWER,
    errno.EHOSTDOWN: NO_ANSWER,
    errno.ECONNRESET: "it hung up at once; something else listens there, or a firewall",
    errno.ENETDOWN: "the network of this machine is down",
    errno.EADDRNOTAVAIL: "this machine has no address of that kind; ask for another invite",
    errno.EINVAL: "an address without its network card; ask for another invite",
    errno.EACCES: "this machine forbids it; see its firewall",
    errno.EPERM: "this machine forbids it; see its firewall",
}
UNOPENED = {
    errno.EADDRINUSE: "another program has it; take another with --port, or 0",
    errno.EACCES: "not allowed for this user; take one above 1023",
    errno.EADDRNOTAVAIL: "this machine has no such address",
}


class Session:
    """One protocol on a stream; one task may read events while others send.

    With patience it outlives its stream: after a lost link it waits for another, which `place` says
    where to dial, or which a door (`relink`) lets in.
    """

    def __init__(self, stream: trio.abc.Stream | None, protocol: Protocol) -> None:
        self.protocol = protocol
        self.patience = 0.0  # seconds to wait for the return of a lost link
        self.word_patience = float(WORD_SECONDS)  # the same, when the match is done for us
        self.place: tuple[str, int] | None = None  # where to dial; None: somebody dials us
        self._stream = stream
        self._sending: trio.Event | None = None  # set when whoever is at it has sent everything
        self._nearby = Nearby()
        self._unsent = bytearray()
        self._told: list[Event] = []  # seen while greeting, to be told again
        self._returned = trio.Event()
        self._last_heard = self._last_said = trio.current_time()

    async def send(self, intent: Intent) -> None:
        """Carry out an intent and send what it makes; raises what `Protocol.send` raises."""
        self.protocol.tick(trio.current_time())
        self._unsent += self.protocol.send(intent)
        if not self._flush_now():
            await self._flush()

    async def next_event(self) -> Event | None:
        """The next event, or None when the connection is over for good and all is told."""
        while True:
            if self._told:
                return self._told.pop(0)
            if not self._unsent:  # bytes are made by hearing and by `send`, never by telling
                ready = self.protocol.next_event()
                if ready is not NEED_DATA:
                    return ready
            event = await self._next_of_connection()
            if event is not None:
                return event
            if not await self._come_back():
                return None

    async def _next_of_connection(self) -> Event | None:
        """The next event of this connection, None when it is over."""
        protocol = self.protocol
        while True:
            if not self._flush_now():
                await self._flush()
            event = protocol.next_event()
            if event is not NEED_DATA:
                return event
            if protocol.is_closed:
                return None
            if self._receive_nearby():
                continue
            now = trio.current_time()
            if protocol.tick(now):
                continue
            with trio.CancelScope(deadline=now + self._seconds_to_wake(now)) as scope:
                await self._receive()
            if scope.cancelled_caught:
                await self._keep_alive()

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
        if self._stream is not None:
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

    # Another stream

    async def admit(self, stream: trio.abc.Stream, visitor: Visitor) -> None:
        """Let a visitor that has proved itself carry the match on, on its stream."""  # P10.6
        data = self.protocol.admit(visitor)
        await self._replace(stream, data)

    async def _replace(self, stream: trio.abc.Stream, data: bytes) -> None:
        old, self._stream = self._stream, stream
        self._unsent = bytearray(data)
        self._last_heard = self._last_said = trio.current_time()
        self._returned.set()
        if old is not None:
            await trio.aclose_forcefully(old)  # whoever waits for it wakes up

    async def _come_back(self) -> bool:
        """After a lost link, wait for another; whether it came."""
        protocol = self.protocol
        seconds = self.patience if protocol.awaits_return else 0.0
        if protocol.state is State.DONE:
            seconds = min(seconds, self.word_patience)
        if seconds <= 0:
            return False
        with trio.move_on_after(seconds) as scope:
            while protocol.is_closed and protocol.awaits_return:
                self._returned = trio.Event()
                if self.place is None:
                    await self._returned.wait()
                else:
                    await self._redial(self.place)
        if scope.cancelled_caught and not self._told:
            protocol.receive_end()
            self._swallow()
        # Somebody who was let in may have been refused at once: say so, and tell it.
        was_let_in = self.place is None and self._returned.is_set()
        return was_let_in or not protocol.is_closed or bool(self._told)

    def _swallow(self) -> None:
        """Forget the events of an attempt to come back that failed: it is no news."""
        while self.protocol.next_event() is not NEED_DATA:
            pass

    async def _redial(self, place: tuple[str, int]) -> None:
        """Dial once, and wait for the other side's Resume; some rest if that fails."""
        with trio.move_on_after(GREETING_SECONDS):
            try:
                stream = await trio.open_tcp_stream(*place)
            except OSError:
                stream = None
            if stream is not None:
                await self._replace(stream, self.protocol.dial())
                event = await self._next_of_connection()
                if event is not None and not isinstance(event, LinkLost):
                    self._told.append(event)
                    return
        if not self.protocol.is_closed:
            self.protocol.receive_end()
            self._swallow()
        await trio.sleep(REDIAL_SECONDS)

    # Bytes

    async def _receive(self) -> None:
        stream = self._stream
        assert stream is not None, "an open connection has a stream"
        try:
            data = await self._receive_some(stream)
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            data = b""
        if stream is self._stream:  # no other has taken its place
            self._take(data)

    def _receive_nearby(self) -> bool:
        """Take what comes within a moment, on the spot; whether something came."""
        descriptor = None if self._stream is None else plain_socket(self._stream)
        if descriptor is None:
            return False
        try:
            data = self._nearby.read(descriptor, CHUNK)
        except OSError:
            data = b""
        if data is not None:
            self._take(data)
        return data is not None

    def _take(self, data: bytes) -> None:
        now = trio.current_time()
        self.protocol.tick(now)
        if data:
            self._last_heard = now
            self.protocol.receive_data(data)
        else:
            self.protocol.receive_end()

    async def _receive_some(self, stream: trio.abc.Stream) -> bytes:
        """What has arrived; the socket itself is asked where it can be, which is one wait less."""
        descriptor = plain_socket(stream)
        if descriptor is None:
            return bytes(await stream.receive_some(CHUNK))
        while True:
            await trio.lowlevel.wait_readable(descriptor)
            if plain_socket(stream) != descriptor:
                return b""  # closed meanwhile; the number may be another's by now
            try:
                return os.read(descriptor, CHUNK)
            except BlockingIOError:
                continue  # it was a false alarm

    def _flush_now(self) -> bool:
        """Hand over what the socket takes at once, which needs no deadline; whether that is all."""
        data = self.protocol.data_to_send()
        if not data and not self._unsent:
            return True
        self._unsent += data
        stream = self._stream
        descriptor = None if stream is None else plain_socket(stream)
        if self._sending is not None or descriptor is None:
            return False
        self._last_said = trio.current_time()
        try:
            n_sent = os.write(descriptor, self._unsent)
        except BlockingIOError:
            return False
        except OSError:
            self._unsent.clear()
            self.protocol.receive_end()
            return True
        del self._unsent[:n_sent]
        return not self._unsent

    async def _flush(self) -> None:
        """Send everything that is due, in order; whoever is at it already sends ours too."""
        self._unsent += self.protocol.data_to_send()
        if not self._unsent:
            return
        if self._sending is not None:
            await self._sending.wait()
            return
        self._sending = trio.Event()
        try:
            while self._unsent and self._stream is not None:
                data, self._unsent = bytes(self._unsent), bytearray()
                await self._send_all(self._stream, data)
        finally:
            self._sending.set()
            self._sending = None

    async def _send_all(self, stream: trio.abc.Stream, data: bytes) -> None:
        """Send these bytes; a peer that never reads is a lost link."""
        self._last_said = now = trio.current_time()
        try:
            with trio.CancelScope(deadline=now + LINK_SECONDS) as scope:
                await stream.send_all(data)
            if scope.cancelled_caught and stream is self._stream:
                self.protocol.receive_end(UNTAKEN)
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            if stream is self._stream:
                self.protocol.receive_end()

    def _seconds_to_wake(self, now: float) -> float:
        """Until the next ping, the end of patience with a silent link, or the next tick."""
        protocol = self.protocol
        wake = self._last_heard + LINK_SECONDS - now
        if _may_ping(protocol):
            wake = min(wake, self._last_said + PING_SECONDS - now)
        tick = protocol.seconds_to_tick()
        return max(0.0, wake if tick is None else min(wake, tick))

    async def _keep_alive(self) -> None:
        now, protocol = trio.current_time(), self.protocol
        protocol.tick(now)  # which may end the connection
        if protocol.is_closed:
            return
        if now - self._last_heard >= LINK_SECONDS:
            protocol.receive_end(SILENT)
        elif _may_ping(protocol) and now - self._last_said >= PING_SECONDS:
            await self.send(SayAlive())


def _may_ping(protocol: Protocol) -> bool:
    return protocol.state in AFTER_HELLO and not protocol.is_catching_up


def plain_socket(stream: trio.abc.Stream) -> int | None:
    """The descriptor of an open socket that can be read and written as it is, else None."""
    if HAS_PLAIN_SOCKETS and isinstance(stream, trio.SocketStream):
        descriptor = stream.socket.fileno()
        return None if descriptor < 0 else descriptor
    return None


async def connect(invite: Invite, protocol: Protocol) -> Session:
    """Connect as a guest and wait for the host's Hello, which the session then tells.

    Raises `LinkLostError` with one line that says what happened.
    """
    place = f"[{invite.host}]" if ":" in invite.host else invite.host
    place += f":{invite.port}"
    try:
        with trio.fail_after(GREETING_SECONDS):
            stream = await trio.open_tcp_stream(invite.host, invite.port)
    except trio.TooSlowError:
        raise LinkLostError(f"cannot reach {place}: {NO_ANSWER}") from None
    except OSError as error:
        text = _why_unreached(error)
        raise LinkLostError(f"cannot reach {place}: {text}") from None
    session = Session(stream, protocol)
    event = await session.greet()
    if not isinstance(event, Greeted | PeerBroke | PeerClosed):
        await session.aclose()
        raise LinkLostError(
            "wrong invite or a used one, or another program listens there; ask for a new one"
        )
    return session


def _why_unreached(error: OSError) -> str:
    """What a failed connection means, and what to do about it."""
    causes: list[BaseException | None] = [error, error.__cause__]
    told = "no connection"
    while causes:
        cause = causes.pop(0)
        if isinstance(cause, BaseExceptionGroup):
            causes += cause.exceptions
        elif isinstance(cause, socket.gaierror):
            return "there is no such name; see whether the invite is whole"
        elif isinstance(cause, OSError) and cause.errno in UNREACHED:
            return UNREACHED[cause.errno]
        elif isinstance(cause, OSError) and cause.errno is not None:
            told = os.strerror(cause.errno).lower()  # its own text is the address once more
    return f"{told}; see whether the address is right, and ask for another invite"


async def listen(port: int, host: str | None = None) -> Sequence[trio.SocketListener]:
    """Open the port, on every address unless one is named; 0 takes one that is free on all.

    Raises `LinkLostError` when the port cannot be had.
    """
    try:
        if port == 0:
            return await _listen_anywhere(host)
        return await trio.open_tcp_listeners(port, host=host)
    except socket.gaierror:
        raise LinkLostError(f"cannot listen on {host}: there is no such name") from None
    except OSError as error:
        text = UNOPENED.get(error.errno or 0, error.strerror or str(error))
        place = f"port {port}" if host is None else f"port {port} of {host}"
        raise LinkLostError(f"cannot listen on {place}: {text}") from None


async def _listen_anywhere(host: str | None) -> Sequence[trio.SocketListener]:
    """Listeners of every kind of address on one free port: an invite names one, for all of them."""
    for n_left in reversed(range(N_TRIES)):
        listeners = await trio.open_tcp_listeners(0, host=host)
        port = port_of(listeners)
        for at, listener in enumerate(listeners[1:], 1):
            address = listener.socket.getsockname()[0]
            await listener.aclose()
            try:
                (listeners[at],) = await trio.open_tcp_listeners(port, host=address)
            except OSError as error:
                await _close_all(listeners)
                if error.errno != errno.EADDRINUSE or not n_left:
                    raise
                break
        else:
            return listeners
    raise AssertionError("the last try raises")


async def _close_all(listeners: Sequence[trio.SocketListener]) -> None:
    for listener in listeners:
        await listener.aclose()


def port_of(listeners: Sequence[trio.SocketListener]) -> int:
    """The port that listeners were given."""
    port: int = listeners[0].socket.getsockname()[1]
    return port


async def serve(
    listeners: Sequence[trio.SocketListener],
    new_protocol: Callable[[], Protocol],
    tell: Callable[[Event], None],
) -> Session:
    """Wait for the guest whose Hello is good; everybody else is dropped.

    `tell` hears of guests that came and did not fit. The listeners stay open: the guest may have
    to come back.
    """
    door = _Door(new_protocol, tell)
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(door.watch, listener, nursery)
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
