"""What a protocol tells its owner, and what its owner can tell it.

Events are facts, past tense or a demand; intents are what `Protocol.send` takes. Nothing here does
anything. Below: `chain`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .chain import Result, Who
    from .errors import CloseCode, RemoteProtocolError
    from .game import Arrange, Decision
    from .messages import Hello, Step


class NeedData(Enum):
    """The other answer of `next_event`: nothing to tell before more bytes arrive."""

    NEED_DATA = "NEED_DATA"


NEED_DATA = NeedData.NEED_DATA


class AuditState(Enum):
    """What became of the audit."""

    PASSED = "passed"  # the winner opened, and it held
    OPENED = "opened"  # we won and opened; the peer's Close says what it thinks
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Greeted:
    """The peer's Hello is good; `Accept` goes on, and names the last moment to leave freely."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class StepMade:
    """A Step was accepted, ours or theirs; the replicas have moved."""

    who: Who
    step: Step


@dataclass(frozen=True, slots=True)
class Asked:
    """The player must decide or arrange."""

    request: Decision | Arrange


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """Both Ends are there: the match is over and signed."""

    result: Result
    audit: AuditState


@dataclass(frozen=True, slots=True)
class PeerConceded:
    """The peer gave up, ran out of time or took our draw; the match is about to end."""

    result: Result


@dataclass(frozen=True, slots=True)
class PeerClosed:
    """The peer said its last word; codes 2 to 22 are its claim, not a fact."""

    code: CloseCode | int


@dataclass(frozen=True, slots=True)
class PeerBroke:
    """The peer broke the protocol; the message is kept, the connection is over."""

    error: RemoteProtocolError
    code: CloseCode
    n: int  # the number of the message that was due


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The connection is gone or spoiled, nobody's fault."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """A new connection carries on an old match; both sides hold the same messages."""

    n_learned: int  # messages we had not
    n_repeated: int  # messages the peer had not


@dataclass(frozen=True, slots=True)
class TimeWarning:
    """A seat has little time left."""

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class PeerOverTime:
    """By our measure the peer is over its time and its program does not say so: a local claim."""


@dataclass(frozen=True, slots=True)
class PeerGone:
    """The peer was away for longer than agreed: a local claim."""


@dataclass(frozen=True, slots=True)
class MatchClaimed:
    """We won by the rules and the loser did not sign; our End stands in our own file alone."""

    result: Result


Event: TypeAlias = (
    Greeted
    | StepMade
    | Asked
    | MatchEnded
    | MatchClaimed
    | PeerConceded
    | PeerClosed
    | PeerBroke
    | LinkLost
    | Resumed
    | TimeWarning
    | PeerOverTime
    | PeerGone
)


@dataclass(frozen=True, slots=True)
class Accept:
    """Play against this peer."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A line of the player: one declaration with all that belongs to it."""

    line: bytes


@dataclass(frozen=True, slots=True)
class ArrangeCards:
    """The player's secret order: the card behind each handle asked for, afterwards."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Let the next Step say that we would take a draw, and those after it until a player saw it."""


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """Take the draw that the last Step offered."""


@dataclass(frozen=True, slots=True)
class Concede:
    """Give up."""


@dataclass(frozen=True, slots=True)
class TimeOver:
    """Our own time is over."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Say a last word and go."""

    code: CloseCode


@dataclass(frozen=True, slots=True)
class SayAlive:
    """Break ten seconds of silence."""


Intent: TypeAlias = (
    Accept | Decide | ArrangeCards | OfferDraw | AgreeDraw | Concede | TimeOver | Leave | SayAlive
)
