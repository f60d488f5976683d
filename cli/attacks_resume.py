"""Attacks on a match that is cut and goes on, and on its door (group 9 of `conform`).

The invite is spent once the guest has greeted; what comes after it knows the key of the resume, or
stays outside. Below: `duel`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import trio

from lycee_net.channel import Link, Role, invite_psk

from .duel import WON, Case, MisbehavedError

if TYPE_CHECKING:
    from .duel import Duel

STEP_YOU = "STEP_YOU"
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


async def second_guest(duel: Duel) -> None:
    """Come with the spent invite in the middle of the match; the match goes on undisturbed."""
    await duel.greet()
    await duel.send_step(await duel.play(lambda step: step.n > 3))
    await expect_no_answer(duel, invite_psk(duel.secret))
    await duel.play(lambda _: True)
    await duel.concede()
    await duel.say_done()


CASES = [
    Case(901, "comes again with the spent invite", "P4.4", (31, 34), STEP_YOU, second_guest, WON),
]  # fmt: skip
