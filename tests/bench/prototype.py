"""The least that a signed match must do, and no rules: the reference of goal 14, beside goal 13.

Two processes send each other one message a line in turn: encoded, signed, chained by its head and
sealed; opened, decoded, verified and compared with the chain. No game, no journal, no clock, no
events. What a whole match takes beyond it is the price of everything else. Below: `lycee_net`.
"""

from __future__ import annotations

from time import perf_counter

import trio

from lycee_net.channel import Cipher
from lycee_net.codec import decode_untrusted, encode
from lycee_net.ed25519 import SIGNATURE_SIZE
from lycee_net.frames import LENGTH_SIZE, format_frame
from lycee_net.identity import Identity, verify_untrusted
from lycee_net.messages import STEP, head

LOCAL = "127.0.0.1"
CHUNK = 1 << 16
CONTEXT = bytes(32)  # what is signed with every message
LINE, DIGEST = b"\0\x78", bytes(32)
SEALS = (b"a" * 32, b"b" * 32)  # of caller and listener
IDENTITIES = (Identity(b"c" * 32), Identity(b"d" * 32))


class Talker:
    """One end of the chain."""

    def __init__(self, *, calls: bool) -> None:
        mine = 0 if calls else 1
        self._identity, self._peer = IDENTITIES[mine], IDENTITIES[1 - mine].key
        self._sending, self._receiving = Cipher(SEALS[mine]), Cipher(SEALS[1 - mine])
        self._n, self._prev = 0, CONTEXT

    def say(self) -> bytes:
        """The next message, as it goes to the network."""
        body = encode([STEP, self._n, self._prev, [LINE], DIGEST, False])
        signature = self._identity.sign(CONTEXT, body)
        self._keep(body)
        return format_frame(self._sending.encrypt(body + signature))

    def hear(self, frame: bytes) -> None:
        """Take the other side's next message."""
        raw = self._receiving.decrypt(frame[LENGTH_SIZE:])
        body, signature = raw[:-SIGNATURE_SIZE], raw[-SIGNATURE_SIZE:]
        verify_untrusted(self._peer, CONTEXT, body, signature)
        fields = decode_untrusted(body)
        assert isinstance(fields, tuple), "a message is an array"
        assert fields[1:3] == (self._n, self._prev), "another message was due"
        self._keep(body)

    def _keep(self, body: bytes) -> None:
        self._n += 1
        self._prev = head(body)


async def hear_next(stream: trio.abc.ReceiveStream) -> bytes | None:
    """One whole message, None at the end."""
    data = b""
    while len(data) < LENGTH_SIZE or len(data) < LENGTH_SIZE + int.from_bytes(
        data[:LENGTH_SIZE], "big"
    ):
        new = await stream.receive_some(CHUNK)
        if not new:
            return None
        data += new
    return data


async def answer(stream: trio.SocketStream) -> None:
    """Answer every message with one."""
    talker = Talker(calls=False)
    while (frame := await hear_next(stream)) is not None:
        talker.hear(frame)
        await stream.send_all(talker.say())


async def measure(port: int, n: int) -> list[float]:
    """Seconds of each of `n` round trips: a message and its answer."""
    talker, found = Talker(calls=True), []
    async with await trio.open_tcp_stream(LOCAL, port) as stream:
        for _ in range(n):
            start = perf_counter()
            await stream.send_all(talker.say())
            frame = await hear_next(stream)
            assert frame is not None, "the listener answers every message"
            talker.hear(frame)
            found.append(perf_counter() - start)
    return found
