"""What a case of `conform` is: the state it needs, what is done there, how the other side must end.

An ending is what can be seen from outside: the last word on the wire, the exit code, what the
transcript proves. Below: `duel`; above: the tables of attacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lycee_net.channel import Role
from lycee_net.errors import CloseCode
from lycee_net.verify import VerdictKind

from .faults import NETWORK, OK, PEER

if TYPE_CHECKING:
    from .duel import Attack

FINISHED, BROKEN = VerdictKind.FINISHED, VerdictKind.BROKEN
UNFINISHED = VerdictKind.UNFINISHED
SECONDS = 20  # for a case that need not wait for a deadline


@dataclass(frozen=True, slots=True)
class Ending:
    """How the side under attack must end.

    `close` is the code of its Close, None for a link dropped without a word. `exit` is the exit
    code of our own program, None when it must go on listening. `verdicts` are what its transcript
    may prove, none when there must be none.
    """

    close: CloseCode | None
    exit: int | None
    verdicts: tuple[VerdictKind, ...]
    told: str = ""  # a word of its one line to the player
    blames: bool = True  # a transcript that is broken names who broke it; else it cannot tell

    def __str__(self) -> str:
        word = "drops the link" if self.close is None else f"Close {self.close.name}"
        return f"{word}, listens on" if self.exit is None else f"{word}, exit {self.exit}"


def broken(code: CloseCode, told: str = "") -> Ending:
    """The ending of a match in which the hostile peer breaks the protocol, and can be convicted."""
    return Ending(code, PEER, (BROKEN if code.is_provable else UNFINISHED,), told)


def misplaced(code: CloseCode) -> Ending:
    """The same where number or prev do not fit: whoever made the file may have moved the message.

    A second body of a number that stands in the file convicts its signer all the same (P10.9).
    """
    return Ending(code, PEER, (UNFINISHED,))


def unproved(code: CloseCode) -> Ending:
    """The same for an End that would be good behind another one, which the file need not have."""
    return Ending(code, PEER, (UNFINISHED,))


def unfit_guest(code: CloseCode) -> Ending:
    """A guest that does not fit: the host says why and waits for another."""
    return Ending(code, None, ())


def unfit_host(code: CloseCode, told: str = "") -> Ending:
    """A host that does not fit: the guest says why and gives up."""
    return Ending(code, PEER, (), told)


def judge_close(ending: Ending, code: int | None) -> list[str]:
    """What is wrong with a last word."""
    if code == ending.close:
        return []
    wanted = "no Close" if ending.close is None else f"Close {ending.close} {ending.close.name}"
    return [f"found {'no Close' if code is None else f'Close {code}'}, expected {wanted}"]


LISTENS = Ending(None, None, ())
NO_HOST = Ending(None, NETWORK, ())
LOST = Ending(None, NETWORK, (UNFINISHED,))
WON = Ending(None, OK, (FINISHED,))  # it has the last word but one
DONE = Ending(CloseCode.DONE, OK, (FINISHED,))


@dataclass(frozen=True, slots=True)
class Case:
    """One numbered attack; numbers never change, new ones are added at the end of a group."""

    number: int
    name: str  # what the hostile peer does
    spec: str  # the section of spec/protocol.md that answers it
    holes: tuple[int, ...]  # the numbers of its security considerations
    state: str  # of the side under attack, P7.1
    attack: Attack
    ending: Ending
    victim: Role = Role.HOST
    is_typed: bool = False  # its player writes lines; else a bot plays
    seconds: float = SECONDS
    deck: str | tuple[str, ...] = "harbour"  # of the hostile peer: a starter, or 60 numbers
    options: tuple[str, ...] = ()  # of our own program when it is under attack

    @property
    def is_slow(self) -> bool:
        """Whether it waits for a deadline of the other side."""
        return self.seconds > SECONDS
