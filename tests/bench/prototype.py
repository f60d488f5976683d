"""The least that a signed match must do, and no rules: the reference of goal 14, beside goal 13.

Two processes connect, shake hands and send each other one message a line in turn: encoded, signed,
chained by its head and sealed; opened, decoded, verified and compared with the chain. No game, no
journal, no clock, no events. What a whole match takes beyond it is the price of everything else.
Below: `lycee_net`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from time import perf_counter

import trio

from lycee_net.channel import Link, Role
from lycee_net.codec import decode_untrusted, encode
from lycee_net.ed25519 import SIGNATURE_SIZE
from lycee_net.identity import Identity, verify_untrusted
from lycee_net.messages import STEP, head

LOCAL = "127.0.0.1"
CHUNK = 1 << 16
PSK = bytes(32)
CONTEXT = bytes(32)  # what is signed with every message
LINE, DIGEST = b"\0\x78", bytes(32)
IDENTITIES = (Identity(b"c" * 32), Identity(b"d" * 32))  # by role


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a match of the prototype took, in seconds."""

    whole: float  # from the connection to the last answer
    trips: list[float]  # each message and its answer


class Talker:
    """One end of the connection and of the chain."""

    def __init__(self, stream: trio.SocketStream, role: Role) -> None:
        self._stream = stream
        self._link = Link(role, PSK, os.urandom)
        self._identity, self._peer = IDENTITIES[role], IDENTITIES[1 - role].key
        self._n, self._prev = 0, CONTEXT

    async def greet(self) -> bool:
        """Shake hands; whether the other side is there."""
        while not self._link.is_open:
            if self._link.outgoing:
                await self._stream.send_all(self._link.data_to_send())
            if not await self._receive():
                return False
            self._link.next_message()
        if self._link.outgoing:
            await self._stream.send_all(self._link.data_to_send())
        return True

    async def say(self) -> None:
        """Send the next message."""
        body = encode([STEP, self._n, self._prev, [LINE], DIGEST, False])
        self._link.send_message(body + self._identity.sign(CONTEXT, body))
        self._keep(body)
        await self._stream.send_all(self._link.data_to_send())

    async def hear(self) -> bool:
        """Take the other side's next message; whether one came."""
        while (raw := self._link.next_message()) is None:
            if not await self._receive():
                return False
        body, signature = raw[:-SIGNATURE_SIZE], raw[-SIGNATURE_SIZE:]
        verify_untrusted(self._peer, CONTEXT, body, signature)
        fields = decode_untrusted(body)
        assert isinstance(fields, tuple), "a message is an array"
        assert fields[1:3] == (self._n, self._prev), "another message was due"
        self._keep(body)
        return True

    async def _receive(self) -> bool:
        data = await self._stream.receive_some(CHUNK)
        self._link.receive_data(data)
        return bool(data)

    def _keep(self, body: bytes) -> None:
        self._n += 1
        self._prev = head(body)


async def answer(stream: trio.SocketStream) -> None:
    """Answer every message with one."""
    talker = Talker(stream, Role.HOST)
    if await talker.greet():
        while await talker.hear():
            await talker.say()


async def measure(port: int, n: int) -> Exchange:
    """Connect, and make `n` round trips: a message and its answer."""
    start, trips = perf_counter(), []
    async with await trio.open_tcp_stream(LOCAL, port) as stream:
        talker = Talker(stream, Role.GUEST)
        assert await talker.greet(), "the listener answers"
        before = perf_counter()
        for _ in range(n):
            await talker.say()
            assert await talker.hear(), "the listener answers every message"
            now = perf_counter()
            trips.append(now - before)
            before = now
    return Exchange(before - start, trips)
