"""Attacks below the messages: connections, handshakes, frames (groups 1 and 2 of `conform`).

What anybody on the path can do convicts nobody: a stranger is dropped without an answer, a spoiled
link is a lost link. Below: `duel`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import trio

from lycee_net.channel import Handshake, Role, invite_psk
from lycee_net.frames import HANDSHAKE_FRAME, format_frame

from .cases import LISTENS, LOST, NO_HOST, Case
from .duel import MisbehavedError, UnreachedError

if TYPE_CHECKING:
    from .duel import Attack, Duel

GREETING_SECONDS = 10  # P4.4
SLACK = 4  # of a busy machine
LINK_SECONDS = 30  # P11
LISTENING, GREET_YOU, STEP_YOU = "listening", "GREET_YOU", "STEP_YOU"
WEAK_KEYS = (bytes(32), (1).to_bytes(32, "little"), b"\xec" + b"\xff" * 30 + b"\x7f")
N_CROWD = 200
CROWD_BYTES = 4 << 20  # that two hundred strangers may cost


async def expect_drop(duel: Duel, seconds: float) -> None:
    """The other side must end the connection in time without having answered a byte."""
    with trio.move_on_after(seconds):
        if await duel.receive():
            raise MisbehavedError("it answered a stranger")
        return
    raise MisbehavedError(f"it did not drop the link within {seconds:.0f} seconds")


def say_bytes(data: bytes) -> Attack:
    """Connect and send bytes that are no handshake; a drop must follow at once."""

    async def attack(duel: Duel) -> None:
        await duel.connect()
        await duel.send_raw(data)
        await expect_drop(duel, SLACK)

    return attack


async def say_nothing(duel: Duel) -> None:
    """Connect and wait to be dropped."""
    await duel.connect()
    await expect_drop(duel, GREETING_SECONDS + SLACK)


async def drip(duel: Duel) -> None:
    """One byte a second: the deadline is for the whole greeting, not for each byte."""
    await duel.connect()
    frame = duel.peer.link.data_to_send()
    with trio.move_on_after(GREETING_SECONDS + SLACK):
        for byte in frame:
            await duel.send_raw(bytes([byte]))
            with trio.move_on_after(1):
                if not await duel.receive():
                    return
    raise MisbehavedError("it waited as long as bytes came")


async def only_shake(duel: Duel) -> None:
    """A handshake proves nothing: without a Hello the seat is not taken."""
    await duel.meet()
    with trio.move_on_after(GREETING_SECONDS + SLACK):
        while await duel.receive():
            pass
        return
    raise MisbehavedError("it waited longer than a greeting may take")


async def other_secret(duel: Duel) -> None:
    """Shake hands with a secret of our own."""
    duel.secret = os.urandom(16)
    await duel.connect()
    await duel.flush()
    await expect_drop(duel, SLACK)


def weak_ephemeral(key: bytes) -> Attack:
    """A first message under the right secret whose key has low order."""

    async def attack(duel: Duel) -> None:
        await duel.connect()
        handshake = Handshake(invite_psk(duel.secret), os.urandom)
        handshake.read_message(key)  # mixes the key in, whoever chose it
        await duel.send_raw(format_frame(key + handshake.seal_payload()))
        await expect_drop(duel, SLACK)

    return attack


async def crowd(duel: Duel) -> None:
    """A real guest gets in although two hundred others stand in the way, and memory stays flat."""
    before = await duel.opposite.memory()
    for _ in range(N_CROWD):
        await duel.another()
    with trio.fail_after(GREETING_SECONDS):
        await duel.meet()
    after = await duel.opposite.memory()
    if before is not None and after is not None and after - before > CROWD_BYTES:
        raise MisbehavedError(f"it takes {after - before} bytes more for {N_CROWD} strangers")
    await duel.aclose()


async def replayed_handshake(duel: Duel) -> None:
    """The first message of another connection, word for word: the seat stays free."""
    await duel.connect()
    first = duel.peer.link.data_to_send()
    await duel.send_raw(first)
    again = await duel.another()
    await again.send_all(first)
    await again.receive_some(1)
    await duel.aclose()


async def four_that_wait(duel: Duel) -> None:
    """Four handshakes without a Hello do not keep a fifth guest out for good."""
    for _ in range(4):
        await duel.shake()
    with trio.fail_after(GREETING_SECONDS + SLACK):
        while True:
            try:
                await duel.meet()
            except UnreachedError:  # there is no room yet: knock again
                await trio.sleep(0.5)
            else:
                break
    await duel.aclose()


def answer_bytes(data: bytes) -> Attack:
    """As a host: answer the guest's handshake with bytes that are none."""

    async def attack(duel: Duel) -> None:
        await duel.connect()
        if data:
            await duel.send_raw(data)
        else:
            await duel.aclose()

    return attack


async def silent_host(duel: Duel) -> None:
    """Take the connection of a guest and say nothing."""
    await duel.connect()
    with trio.move_on_after(GREETING_SECONDS + SLACK):
        while await duel.receive():
            pass


def handshake_frame(body: bytes) -> bytes:
    """A frame of the handshake."""
    assert len(body) == HANDSHAKE_FRAME, "its one length"
    return format_frame(body)


def after_greeting(spoil: Attack) -> Attack:
    """Greet honestly, send the first Step, then spoil the link."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        await duel.send_step(await duel.play(lambda _: True))
        await spoil(duel)

    return attack


def garbage(data: bytes) -> Attack:
    """Bytes on a running link that no frame begins with."""

    async def spoil(duel: Duel) -> None:
        await duel.send_raw(data)

    return after_greeting(spoil)


async def flipped_bit(duel: Duel) -> None:
    """A Ping of which one bit is another."""
    duel.peer.say(duel.peer.make_ping())
    frame = bytearray(duel.peer.link.data_to_send())
    frame[9] ^= 1
    await duel.send_raw(bytes(frame))


async def frame_again(duel: Duel) -> None:
    """A Ping, twice in the same bytes."""
    duel.peer.say(duel.peer.make_ping())
    frame = duel.peer.link.data_to_send()
    await duel.send_raw(frame + frame)


async def frames_swapped(duel: Duel) -> None:
    """Two Pings in the wrong order."""
    frames = []
    for _ in range(2):
        duel.peer.say(duel.peer.make_ping())
        frames.append(duel.peer.link.data_to_send())
    await duel.send_raw(frames[1] + frames[0])


async def cut_inside(duel: Duel) -> None:
    """Half a frame, then the end."""
    duel.peer.say(duel.peer.make_ping())
    await duel.send_raw(duel.peer.link.data_to_send()[:20])
    await duel.aclose()


async def fall_silent(duel: Duel) -> None:
    """Say nothing more, not even a Ping; the link must be given up in time."""
    with trio.move_on_after(LINK_SECONDS + SLACK):
        while await duel.receive():
            pass
        return
    raise MisbehavedError("it waits for a peer that shows no sign of life")


async def cut_between(duel: Duel) -> None:
    """The end, between two frames."""
    await duel.aclose()


H, G = Role.HOST, Role.GUEST
LONG = GREETING_SECONDS + 20
ZERO, ONE, MINUS_ONE = WEAK_KEYS
CASES = [
    Case(101, "connects and says nothing", "P4.4", (19,), LISTENING, say_nothing, LISTENS,
         seconds=LONG),
    Case(102, "sends one byte a second", "P4.4", (19,), LISTENING, drip, LISTENS, seconds=LONG),
    Case(103, "announces a first frame of 65,535 bytes", "P3.7", (19,), LISTENING,
         say_bytes(b"\xff\xff"), LISTENS),
    Case(104, "announces a first frame of 47 bytes", "P3.7", (19,), LISTENING,
         say_bytes(b"\x00\x2f"), LISTENS),
    Case(105, "announces a first frame of no bytes", "P3.7", (19,), LISTENING,
         say_bytes(b"\x00\x00"), LISTENS),
    Case(106, "speaks HTTP", "P3.7", (19,), LISTENING,
         say_bytes(b"GET / HTTP/1.1\r\n\r\n"), LISTENS),
    Case(107, "shakes hands under another secret", "P4.4", (31, 33), LISTENING, other_secret,
         LISTENS),
    Case(108, "sends a handshake of zeros", "P4.4", (31,), LISTENING,
         say_bytes(handshake_frame(bytes(HANDSHAKE_FRAME))), LISTENS),
    Case(109, "sends an ephemeral key of zeros", "P4.3", (29, 32), LISTENING,
         weak_ephemeral(ZERO), LISTENS),
    Case(110, "sends an ephemeral key of order one", "P4.3", (29, 32), LISTENING,
         weak_ephemeral(ONE), LISTENS),
    Case(111, "sends an ephemeral key of order two", "P4.3", (29, 32), LISTENING,
         weak_ephemeral(MINUS_ONE), LISTENS),
    Case(112, "opens 200 connections at once", "P4.4", (19, 31), LISTENING, crowd, LISTENS),
    Case(113, "replays a first handshake message", "P4.4", (31,), LISTENING, replayed_handshake,
         LISTENS),
    Case(114, "shakes hands and does not greet", "P4.4", (31,), GREET_YOU, only_shake, LISTENS,
         seconds=LONG),
    Case(115, "shakes hands four times and does not greet", "P4.4", (19, 31), GREET_YOU,
         four_that_wait, LISTENS, seconds=LONG),
    Case(116, "answers the handshake with noise", "P4.2", (33,), GREET_YOU,
         answer_bytes(handshake_frame(bytes(range(HANDSHAKE_FRAME)))), NO_HOST, victim=G),
    Case(117, "answers the handshake with a weak key", "P4.3", (29, 33), GREET_YOU,
         answer_bytes(handshake_frame(bytes(HANDSHAKE_FRAME))), NO_HOST, victim=G),
    Case(118, "answers the handshake with 16,384 bytes", "P3.7", (19,), GREET_YOU,
         answer_bytes(b"\x40\x00" + bytes(16_384)), NO_HOST, victim=G),
    Case(119, "answers in another protocol", "P3.7", (19,), GREET_YOU,
         answer_bytes(b"220 mail.example ESMTP\r\n"), NO_HOST, victim=G),
    Case(120, "hangs up on the handshake", "P4.3", (32,), GREET_YOU, answer_bytes(b""), NO_HOST,
         victim=G),
    Case(121, "never answers the handshake", "P4.4", (19,), GREET_YOU, silent_host, NO_HOST,
         victim=G, seconds=LONG),

    Case(201, "flips a bit of a frame", "P4.3", (32,), STEP_YOU, after_greeting(flipped_bit),
         LOST),
    Case(202, "announces a frame of 16,385 bytes", "P3.7", (19, 32), STEP_YOU,
         garbage(b"\x40\x01"), LOST),
    Case(203, "announces a frame of 15 bytes", "P3.7", (32,), STEP_YOU, garbage(b"\x00\x0f"),
         LOST),
    Case(204, "sends 64 bytes of zeros for frames", "P3.7", (32,), STEP_YOU, garbage(bytes(64)),
         LOST),
    Case(205, "sends a frame twice", "P4.3", (2, 32), STEP_YOU, after_greeting(frame_again),
         LOST),
    Case(206, "swaps two frames", "P4.3", (32,), STEP_YOU, after_greeting(frames_swapped), LOST),
    Case(207, "cuts the line inside a frame", "P4.3", (32,), STEP_YOU, after_greeting(cut_inside),
         LOST),
    Case(208, "cuts the line between frames", "P4.3", (32,), STEP_YOU,
         after_greeting(cut_between), LOST),
    Case(209, "flips a bit of a frame, as host", "P4.3", (32,), STEP_YOU,
         after_greeting(flipped_bit), LOST, victim=G),
    Case(210, "cuts the line inside a frame, as host", "P4.3", (32,), STEP_YOU,
         after_greeting(cut_inside), LOST, victim=G),
    Case(211, "falls silent and leaves the line open", "P11", (11, 20), STEP_YOU,
         after_greeting(fall_silent), LOST, seconds=LINK_SECONDS + LONG),
]  # fmt: skip
