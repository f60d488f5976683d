"""Attacks on a match that is cut and goes on, and on its door (group 9 of `conform`).

The invite is spent once the guest has greeted; what comes after it knows the key of the resume, or
stays outside. Below: `attacks_link`.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import trio

from lycee_net.channel import Link, Role, invite_psk
from lycee_net.errors import CloseCode
from lycee_net.identity import Identity
from lycee_net.messages import Resume
from lycee_net.verify import VerdictKind

from .attacks_link import GREETING_SECONDS, SLACK
from .cases import LOST, SECONDS, WON, Case, Ending, broken, misplaced
from .duel import MisbehavedError
from .faults import PEER
from .lies import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.hostile import Hostile
    from lycee_net.messages import Step

    from .duel import Attack, Duel

STEP_ME, STEP_YOU, AWAY, RESUME_YOU = "STEP_ME", "STEP_YOU", "AWAY", "RESUME_YOU"
REPLACED_SECONDS = 8  # at most: whoever reads on the old line wakes for its Ping, after ten
QUIET_SECONDS = 1.5  # in which a stranger must not be answered


async def expect_no_answer(duel: Duel, psk: bytes) -> None:
    """Knock with a key; nobody may open, or answer a byte."""
    try:
        stream = await duel.another()
    except OSError:
        return
    try:
        await stream.send_all(Link(Role.GUEST, psk, os.urandom).data_to_send())
        with trio.move_on_after(QUIET_SECONDS):
            if await stream.receive_some(1):
                raise MisbehavedError("it answers a second guest of the invite")
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return


def resume_at_once(step: Step, _: Hostile) -> Resume:
    """A Resume in place of a Step, on a connection that is no new one."""
    return Resume(step.n, step.prev, bytes(32), (0, 0))


async def second_guest(duel: Duel) -> None:
    """Come with the spent invite in the middle of the match; the match goes on undisturbed."""
    await duel.greet()
    await duel.send_step(await duel.play(lambda step: step.n > 3))
    await expect_no_answer(duel, invite_psk(duel.secret))
    await duel.play(lambda _: True)
    await duel.concede()
    await duel.say_done()


async def cut_in_match(duel: Duel) -> None:
    """Play some messages and drop the line where it is ours to send."""
    await duel.greet()
    await duel.play(lambda step: step.n > 7)
    await duel.aclose()


async def come_back_and_lose(duel: Duel) -> None:
    """Resume as it should be, play on, give up: nothing that went before did any harm."""
    await duel.resume()
    await duel.send_step(await duel.play(lambda _: True))
    await duel.play(lambda _: True)
    await duel.concede()
    await duel.say_done()


def then_come_back(attack: Attack) -> Attack:
    """Cut the line, try something at the door, then resume as it should be."""

    async def whole(duel: Duel) -> None:
        await cut_in_match(duel)
        await attack(duel)
        await come_back_and_lose(duel)

    return whole


async def nothing(duel: Duel) -> None:
    """Only come back."""
    del duel
    await trio.lowlevel.checkpoint()


async def with_the_invite(duel: Duel) -> None:
    """Knock with the key of the invite in place of that of the match."""
    await expect_no_answer(duel, invite_psk(duel.secret))


def say_first(make: Callable[[Hostile], bytes]) -> Attack:
    """Shake hands with the key of the match, and say something that lets nobody in."""

    async def attack(duel: Duel) -> None:
        await duel.redial()
        await duel.say(make(duel.peer))
        if await duel.receive():
            raise MisbehavedError("it answers somebody who has proved nothing")

    return attack


def other_key(peer: Hostile) -> bytes:
    """A Resume of somebody else who knows the key of the match."""
    return peer.sign(peer.make_resume(), identity=Identity(b"x" * 32)).raw


def other_connection(peer: Hostile) -> bytes:
    """A Resume that was signed for an earlier connection."""
    return peer.sign(replace(peer.make_resume(), handshake_hash=bytes(32))).raw


def a_step(peer: Hostile) -> bytes:
    """The Step that is due, in place of a Resume."""
    return peer.sign(peer.make_step().step).raw


def say_resume(**changes: object) -> Attack:
    """Cut the line and come back with a Resume that tells something else."""

    async def attack(duel: Duel) -> None:
        await cut_in_match(duel)
        await duel.redial()
        resume = replace(duel.peer.make_resume(), **changes)  # type: ignore[arg-type]
        await duel.say(resume)

    return attack


async def announce_one_more(duel: Duel) -> None:
    """Cut the line and come back with a Resume that counts a message nobody has sent."""
    await cut_in_match(duel)
    await duel.redial()
    peer = duel.peer
    await duel.say(replace(peer.make_resume(), n=peer.chain.n + 1, prev=bytes(32)))


async def announce_and_say_all(duel: Duel) -> None:
    """Say that everything was repeated, without the message that was announced."""
    await announce_one_more(duel)
    await duel.say(duel.peer.make_ping())


async def announce_and_send_another(duel: Duel) -> None:
    """Repeat an honest Step in place of the one that was announced."""
    await announce_one_more(duel)
    await duel.say(duel.peer.make_step().step)
    duel.n_accepted = duel.peer.chain.n + 1  # it is taken, and then found to be another


async def announce_their_own(duel: Duel) -> None:
    """Announce a message of the other side that it never signed, and repeat one of our making."""
    await duel.greet()
    prepared = await duel.play(lambda step: step.n > 7)
    await duel.opposite.hush()
    await duel.send_step(prepared)
    await duel.aclose()
    await duel.redial()
    peer = duel.peer
    n, last = peer.chain.n, peer.chain.last_head
    await duel.say(replace(peer.make_resume(), n=n + 1, prev=bytes(32)))
    await duel.say(replace(prepared.step, n=n, prev=last))


async def take_the_line_over(duel: Duel) -> None:
    """Resume while the old connection seems alive: it must give way, and the match goes on."""
    await duel.greet()
    await duel.play(lambda step: step.n > 7)
    old = duel.stream
    with trio.fail_after(REPLACED_SECONDS):
        await duel.resume()
    assert old is not None, "it was greeted on"
    with trio.fail_after(QUIET_SECONDS):
        while await old.receive_some(1 << 12):
            pass
    await duel.send_step(await duel.play(lambda _: True))
    await duel.play(lambda _: True)
    await duel.concede()
    await duel.say_done()


async def cut_often(duel: Duel) -> None:
    """Come back thirty times and break off after some bytes of it."""
    for attempt in range(30):
        stream = await duel.another()
        duel.peer.redial()
        await stream.send_all(duel.peer.link.data_to_send()[: 2 * attempt])
        await trio.aclose_forcefully(stream)
    for _ in range(10):
        await duel.redial()
        await duel.say(duel.peer.make_resume())
        await duel.aclose()


async def other_step(duel: Duel) -> None:
    """Come back, and sign another Step under a number that is taken."""
    await cut_in_match(duel)
    await duel.resume()
    peer = duel.peer
    prepared = peer.make_step()
    await duel.say(replace(prepared.step, n=prepared.step.n - 2))


async def only_shake(duel: Duel) -> None:
    """Shake hands with the key of the match, and wait to be dropped."""
    await duel.redial()
    with trio.move_on_after(GREETING_SECONDS + SLACK):
        while await duel.receive():
            pass
        return
    raise MisbehavedError("it waits for a Resume longer than a greeting may take")


async def guest_hears_a_stranger(duel: Duel) -> None:
    """As a host: drop the guest, and answer its call with a Resume under another key."""
    await cut_in_match(duel)
    await duel.redial()
    await duel.hear_resume()
    await duel.say(other_key(duel.peer))
    if await duel.receive():
        raise MisbehavedError("it goes on with somebody who is not the other side of the match")


async def guest_hears_a_fork(duel: Duel) -> None:
    """As a host: drop the guest, and answer its call with another chain."""
    await cut_in_match(duel)
    await duel.redial()
    await duel.say(replace(duel.peer.make_resume(), prev=bytes(32)))


WAITS = ("--wait", "25")  # seconds for a lost line to return
WAITS_LONG = ("--wait", "60")
FORKED = Ending(CloseCode.FORK, PEER, (VerdictKind.BROKEN,), blames=False)  # on a message of theirs
CONVICTED = Ending(CloseCode.FORK, PEER, (VerdictKind.BROKEN,))  # by two messages of its own
CASES = [
    Case(901, "comes again with the spent invite", "P4.4", (31, 34), STEP_YOU, second_guest, WON),
    Case(902, "sends a Resume in the middle of a match", "P5.5", (34,), STEP_YOU,
         tell(resume_at_once), misplaced(CloseCode.ORDER)),
    Case(903, "is cut off and comes back", "P10.6", (13, 32), AWAY, then_come_back(nothing), WON,
         options=WAITS),
    Case(904, "comes back with the spent invite", "P4.4", (34,), AWAY,
         then_come_back(with_the_invite), WON, options=WAITS),
    Case(905, "comes back under another key", "P10.6", (31, 34), RESUME_YOU,
         then_come_back(say_first(other_key)), WON, options=WAITS),
    Case(906, "comes back with a Resume of another connection", "P10.6", (34,), RESUME_YOU,
         then_come_back(say_first(other_connection)), WON, options=WAITS),
    Case(907, "comes back with a Step before its Resume", "P10.6", (34,), RESUME_YOU,
         then_come_back(say_first(a_step)), WON, options=WAITS),
    Case(908, "comes back with noise", "P10.6", (32,), RESUME_YOU,
         then_come_back(say_first(lambda _: bytes(100))), WON, options=WAITS),
    Case(909, "comes back and does not resume", "P4.4", (31,), RESUME_YOU,
         then_come_back(only_shake), WON, options=WAITS_LONG, seconds=SECONDS + 40),
    Case(910, "comes back with another chain", "P10.6", (14, 35), RESUME_YOU,
         say_resume(prev=bytes(32)), FORKED, options=WAITS),
    Case(911, "comes back with another chain that is shorter", "P10.6", (14, 35), RESUME_YOU,
         say_resume(n=5, prev=bytes(32)), FORKED, options=WAITS),
    Case(913, "comes back while its old line is alive", "P10.6", (31,), STEP_YOU,
         take_the_line_over, WON, options=WAITS),
    Case(914, "comes back forty times and breaks off", "P10.6", (13, 19, 32), AWAY,
         then_come_back(cut_often), WON, options=WAITS),
    Case(915, "comes back and signs a number again", "P10.6", (13, 14, 35), STEP_YOU, other_step,
         broken(CloseCode.ORDER), options=WAITS),
    Case(916, "answers a guest that comes back under another key", "P10.6", (34,), RESUME_YOU,
         guest_hears_a_stranger, LOST, victim=Role.GUEST, options=("--wait", "2")),
    Case(917, "answers a guest that comes back with another chain", "P10.6", (14, 35),
         RESUME_YOU, guest_hears_a_fork, FORKED, victim=Role.GUEST, options=WAITS),
    Case(918, "announces a message more than it repeats", "P10.6", (13, 34), STEP_YOU,
         announce_and_say_all, misplaced(CloseCode.ORDER), options=WAITS),
    Case(919, "announces a message and repeats another", "P10.6", (14, 35), STEP_YOU,
         announce_and_send_another, CONVICTED, options=WAITS),
    Case(920, "repeats a message that the other side never signed", "P10.6", (14, 28), STEP_ME,
         announce_their_own, broken(CloseCode.SIGNATURE), is_typed=True, options=WAITS),
]  # fmt: skip
