"""Attacks on decisions and early results (group 6 from 681 and group 7 of `conform`).

A Step cut short or run on, a decision that the rules forbid, an End out of place. Below: `lies`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lycee_core import defs
from lycee_net.channel import Role
from lycee_net.errors import CloseCode
from lycee_net.game import IllegalLineError, MissingFaceError
from lycee_net.messages import Decide, End, Reason, Step

from .cases import Case, broken, misplaced, unproved
from .lies import append, change, has_hidden_hand, is_first, only_decides, shows_two, tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.hostile import Hostile

    from .lies import Lie

STEP_YOU = "STEP_YOU"
PASS = defs.CODE_PASS.to_bytes(2, "big")
C, G = CloseCode, Role.GUEST


def illegal(step: Step, peer: Hostile) -> Step:
    """A line that the engine refuses, found by trying what stands on the table."""
    observer = peer.chain.table.observer
    for code in (*range(256, 640), *range(640, 760)):
        line = code.to_bytes(2, "big")
        try:
            observer.clone().play(line, {})
        except MissingFaceError:
            continue
        except IllegalLineError:
            return replace(step, parts=(*step.parts[:-1], Decide(line)))
    raise AssertionError("everything is legal")


def end(winner_of: Callable[[int], int], reason: Reason, *, waive: bool = False) -> Lie:
    """An End in place of a Step; the winner is told from our seat."""
    return lambda step, peer: End(step.n, step.prev, winner_of(peer.seat), reason, waive, None)


def opened_early(step: Step, peer: Hostile) -> End:
    """A concession with an audit that nobody asked for."""
    return End(step.n, step.prev, 1 - peer.seat, Reason.CONCEDE, False, peer.opened())


def me(seat: int) -> int:
    """Our seat."""
    return seat


def you(seat: int) -> int:
    """The other seat."""
    return 1 - seat


def nobody(seat: int) -> int:
    """A draw."""
    del seat
    return 2


S = STEP_YOU
PART = broken(C.PART)
ILLEGAL, RESULT = broken(C.ILLEGAL, "(R"), broken(C.RESULT)
PLAIN_ILLEGAL = broken(C.ILLEGAL)
CASES = [
    Case(681, "sends an empty Step", "P6.4", (27,), S,
         tell(lambda step, _: replace(step, parts=())), PART),
    Case(682, "cuts a Step short", "P6.4", (27,), S,
         tell(lambda step, _: replace(step, parts=step.parts[:-1]),
              lambda step: step.n > 3 and len(step.parts) > 1), PART),
    Case(683, "decides for the other side", "P6.4", (27,), S,
         tell(append(Decide(PASS)), only_decides), PART),
    Case(684, "decides twice", "P6.4", (27,), S,
         tell(append(Decide(b"\x00\x79")), has_hidden_hand), PART),
    Case(685, "decides before it may", "P6.4", (48,), S,
         tell(append(Decide(PASS)), is_first), PART),
    Case(686, "declares what the rules forbid", "P6.3", (17,), S, tell(illegal, only_decides),
         ILLEGAL),
    Case(687, "decides a code that does not exist", "P6.3", (17,), S,
         tell(change(Decide, lambda *_: Decide(b"\xff\xff")), only_decides), PLAIN_ILLEGAL),
    Case(688, "decides half a code", "P6.3", (30,), S,
         tell(change(Decide, lambda *_: Decide(b"\x00")), only_decides), PLAIN_ILLEGAL),
    Case(689, "decides nothing", "P6.3", (27,), S,
         tell(change(Decide, lambda *_: Decide(b"")), only_decides), PLAIN_ILLEGAL),
    Case(690, "runs on behind its decision", "P6.3", (27,), S,
         tell(change(Decide, lambda part, _: Decide(part.line + PASS)), only_decides),
         PLAIN_ILLEGAL),
    Case(691, "pays with a card that it has not", "P6.3", (17,), S,
         tell(change(Decide, lambda part, _: Decide(part.line[:-2] + b"\x00\x00")), shows_two),
         ILLEGAL),
    Case(692, "pays less than the cost", "P6.3", (17,), S,
         tell(change(Decide, lambda part, _: Decide(part.line[:-2])), shows_two), PLAIN_ILLEGAL),
    Case(693, "declares what the rules forbid, as host", "P6.3", (17,), S,
         tell(illegal, only_decides), ILLEGAL, victim=G),

    Case(701, "claims to have won in the middle of the game", "P8.1", (12, 36), S,
         tell(end(me, Reason.RULES)), RESULT),
    Case(702, "claims to have lost by the rules in the middle", "P8.1", (12, 36), S,
         tell(end(you, Reason.RULES)), RESULT),
    Case(703, "agrees to a draw that nobody offered", "P8.1", (36,), S,
         tell(end(nobody, Reason.AGREED)), broken(C.RESULT)),
    Case(704, "concedes to itself", "P8.1", (36,), S, tell(end(me, Reason.CONCEDE)),
         unproved(C.RESULT)),
    Case(705, "concedes a draw", "P8.1", (36,), S, tell(end(nobody, Reason.CONCEDE)), RESULT),
    Case(706, "declares that the time of the other side is over", "P8.1", (20, 36), S,
         tell(end(me, Reason.TIME)), RESULT),
    Case(707, "agrees to a draw that it wins", "P8.1", (36,), S, tell(end(me, Reason.AGREED)),
         RESULT),
    Case(708, "concedes and opens its cards unasked", "P8.3", (12, 22), S, tell(opened_early),
         RESULT),
    Case(709, "concedes under an older number", "P8.1", (36, 13), S,
         tell(lambda step, peer: End(step.n - 2, step.prev, 1 - peer.seat, Reason.CONCEDE, False,
                                     None)), misplaced(C.ORDER)),
    Case(710, "concedes on another chain", "P8.1", (15, 36), S,
         tell(lambda step, peer: End(step.n, bytes(32), 1 - peer.seat, Reason.CONCEDE, False,
                                     None)), misplaced(C.CHAIN)),
]  # fmt: skip
