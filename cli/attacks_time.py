"""Attacks by waiting (group 10 of `conform`): a side that owes and does not send.

Silence is never proved: all that can be asked is that it ends, and that nobody is convicted. Below:
`attacks_ends`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from lycee_net.errors import CloseCode
from lycee_net.messages import End, Reason
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .attacks_ends import keep_and_pass, let_concede
from .cases import DONE, Case, Ending
from .duel import MisbehavedError
from .faults import NETWORK, UNFINISHED

if TYPE_CHECKING:
    from .duel import Duel

STEP_YOU, STEP_ME, END_YOU, LAST_YOU = "STEP_YOU", "STEP_ME", "END_YOU", "LAST_YOU"
PING_SECONDS = 4  # more often than the link needs it
END_SECONDS = 30  # P11: an End is awaited
GRACE_SECONDS = 5  # P13.4
CLOCK_SECONDS = 2
CLOCK = ("--clock", f"{CLOCK_SECONDS}s")
SLACK = 6
UNSIGNED = Ending(CloseCode.LATER, NETWORK, (VerdictKind.UNFINISHED,))
CLAIMED = Ending(CloseCode.LATER, UNFINISHED, (VerdictKind.UNFINISHED,), "not countersigned")
OVER_TIME = Ending(CloseCode.TIME, UNFINISHED, (VerdictKind.UNFINISHED,))


async def only_ping(duel: Duel, seconds: float) -> None:
    """Show signs of life and nothing else, until the other side has had enough."""
    with trio.move_on_after(seconds):
        while True:
            await duel.say(duel.peer.make_ping())
            with trio.move_on_after(PING_SECONDS):
                if await duel.hear_close():
                    return
    raise MisbehavedError(f"it waits longer than {seconds:.0f} seconds")


async def owe_a_step(duel: Duel) -> None:
    """Owe a Step under a clock, and ping."""
    await duel.greet()
    await duel.play(lambda step: step.n > 3)
    await only_ping(duel, CLOCK_SECONDS + GRACE_SECONDS + SLACK)


async def owe_the_last_end(duel: Duel) -> None:
    """Win by concession, and never open: it is no win."""
    await let_concede(duel)
    await only_ping(duel, END_SECONDS + SLACK)


async def owe_the_first_end(duel: Duel) -> None:
    """Lose by the rules, and never say so."""
    await duel.greet()
    duel.peer.choose = keep_and_pass(duel.peer)
    await duel.play_to(State.END_ME)
    await only_ping(duel, END_SECONDS + SLACK)


async def outwait(duel: Duel) -> None:
    """Let the time of the other side run out: its own program must say so."""
    await duel.greet()
    prepared = await duel.play(lambda step: step.n > 7)  # answers to earlier ones need nobody
    await duel.opposite.hush()
    await duel.send_step(prepared)
    message = await duel.hear()
    if not isinstance(message, End) or message.reason is not Reason.TIME:
        raise MisbehavedError("it does not say that its time is over")
    await duel.say(duel.peer.make_end())


WHOLE = 60  # seconds for a match on a busy machine, and the wait
CASES = [
    Case(1001, "pings, and owes a Step for ever", "P13.4", (20,), STEP_YOU, owe_a_step, OVER_TIME,
         seconds=WHOLE, options=CLOCK),
    Case(1002, "pings, and owes the last End for ever", "P8.5", (12, 20), LAST_YOU,
         owe_the_last_end, UNSIGNED, is_typed=True, seconds=WHOLE),
    Case(1003, "pings, and owes the first End for ever", "P8.5", (12, 20), END_YOU,
         owe_the_first_end, CLAIMED, seconds=WHOLE + WHOLE),
    Case(1004, "waits until the time of the other side is over", "P13.4", (20,), STEP_ME, outwait,
         DONE, is_typed=True, options=CLOCK, seconds=WHOLE),
]  # fmt: skip
