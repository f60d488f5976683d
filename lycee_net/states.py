"""What is due and what may come next, as data.

Two tables; whatever is not in them is an error. The due table turns a request of the game into
parts and says who owes them. The state table says which message may be sent or received, and what
follows; it does not know which side we are, the role only chooses the first row. Everything that
affects either stands here. Below: `messages`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from .errors import LocalProtocolError, OrderError
from .game import Arrange, Audience, Decision, Over, Roll, Show, Shuffle
from .messages import PartCode

if TYPE_CHECKING:
    from .game import Request


class Case(Enum):
    """A request of the game, as the due table sees it."""

    __hash__ = object.__hash__

    DECISION = auto()
    SHUFFLE_HIDDEN = auto()  # a zone that its owner does not see
    SHUFFLE_SEEN = auto()  # a hand
    ARRANGE = auto()
    SHOW_OWNER = auto()
    SHOW_OTHER = auto()  # to the opponent or to both
    ROLL = auto()
    OVER = auto()


class Need(Enum):
    """What is still missing before a request can be answered."""

    __hash__ = object.__hash__

    ANYTHING = auto()  # always, until the part itself answers the request
    STRAYS_BOUND = auto()  # a card outside the zone is still unbound in the old bag
    NEW_BAG = auto()  # the cards of the zone are not all unbound in one bag
    NEW_SEAL = auto()  # the zone holds a card
    BINDING = auto()  # a card of the request is unbound
    OPENING = auto()  # a face of the request is not public
    COMMITMENT = auto()
    VALUE = auto()
    ROLL_OPENING = auto()


class Debtor(Enum):
    """Who owes a part, seen from the request."""

    OWNER = auto()  # the seat of the request
    OTHER = auto()
    FIRST = auto()  # the sender of the Step in which a roll came up
    SECOND = auto()


class Row(NamedTuple):
    """One row of the due table: while `need` is open, `by` owes `part`."""

    need: Need
    part: PartCode
    by: Debtor


# P6.1: rows are read from the top, the first open need is owed; when none is open, the request is
# answered. A decision may be preceded by a Show of its own.
DUE: dict[Case, tuple[Row, ...]] = {
    Case.DECISION: (Row(Need.ANYTHING, PartCode.DECIDE, Debtor.OWNER),),
    Case.SHUFFLE_HIDDEN: (
        Row(Need.STRAYS_BOUND, PartCode.PICK, Debtor.OTHER),
        Row(Need.NEW_BAG, PartCode.SEAL, Debtor.OWNER),
    ),
    Case.SHUFFLE_SEEN: (Row(Need.NEW_SEAL, PartCode.SEAL, Debtor.OWNER),),
    Case.ARRANGE: (Row(Need.NEW_SEAL, PartCode.SEAL, Debtor.OWNER),),
    Case.SHOW_OWNER: (Row(Need.BINDING, PartCode.PICK, Debtor.OTHER),),
    Case.SHOW_OTHER: (
        Row(Need.BINDING, PartCode.PICK, Debtor.OTHER),
        Row(Need.OPENING, PartCode.SHOW, Debtor.OWNER),
    ),
    Case.ROLL: (
        Row(Need.COMMITMENT, PartCode.ROLL_COMMIT, Debtor.FIRST),
        Row(Need.VALUE, PartCode.ROLL_VALUE, Debtor.SECOND),
        Row(Need.ROLL_OPENING, PartCode.ROLL_OPEN, Debtor.FIRST),
    ),
    Case.OVER: (),
}


CASES = {Decision: Case.DECISION, Arrange: Case.ARRANGE, Roll: Case.ROLL, Over: Case.OVER}


def case_of(request: Request) -> Case:
    """The group of rows of the due table for a request."""
    if type(request) is Show:
        return Case.SHOW_OWNER if request.audience is Audience.OWNER else Case.SHOW_OTHER
    if type(request) is Shuffle:
        return Case.SHUFFLE_HIDDEN if request.hidden else Case.SHUFFLE_SEEN
    return CASES[type(request)]


class Owed(NamedTuple):
    """The part that is due now, of whom, and about which cards."""

    seat: int
    part: PartCode
    handles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RollProgress:
    """How far a roll is: who commits, and what has been sent."""

    number: int
    first: int
    leaf: bytes | None = None
    answered: bytes | None = None


class State(Enum):
    """Where one side stands; ME and YOU say who owes the next message."""

    __hash__ = object.__hash__  # a member is one object; hashing its name costs more than a look-up

    CONNECTED = auto()
    GREET_ME = auto()
    GREET_YOU = auto()
    STEP_ME = auto()
    STEP_YOU = auto()
    CROSS = auto()  # I conceded while a Step of theirs was due
    OVER = auto()
    END_ME = auto()
    END_YOU = auto()
    LAST_ME = auto()
    LAST_YOU = auto()
    DONE = auto()
    AWAY = auto()
    RESUME_ME = auto()
    RESUME_YOU = auto()
    ERROR = auto()


class Act(Enum):
    """What can happen to a state."""

    __hash__ = object.__hash__

    I_AM_HOST = auto()
    I_AM_GUEST = auto()
    SEND_OFFER = auto()  # Hello 0
    SEND_ANSWER = auto()  # Hello 1
    RECV_OFFER = auto()
    RECV_ANSWER = auto()
    SEND_STEP = auto()
    SEND_FINAL_STEP = auto()  # the game is over with it
    RECV_STEP = auto()
    RECV_FINAL_STEP = auto()
    I_END_FIRST = auto()  # I lost, or it is a draw and I am the host
    YOU_END_FIRST = auto()
    SEND_CONCEDE = auto()
    SEND_TIME = auto()
    SEND_AGREE = auto()
    SEND_RESULT = auto()  # the first End of a game that is over
    SEND_CONFIRM = auto()  # the second End
    RECV_CONCEDE = auto()
    RECV_LATE_CONCEDE = auto()  # n is one less: it crossed the last Step
    RECV_TIME = auto()
    RECV_AGREE = auto()
    RECV_RESULT = auto()
    RECV_CONFIRM = auto()
    LOSE_LINK = auto()  # or Close LATER
    DIAL = auto()
    LISTEN = auto()
    FAIL = auto()


S, A = State, Act
# P7.1
TRANSITIONS: dict[tuple[State, Act], State] = {
    (S.CONNECTED, A.I_AM_HOST): S.GREET_ME,
    (S.CONNECTED, A.I_AM_GUEST): S.GREET_YOU,
    (S.GREET_ME, A.SEND_OFFER): S.GREET_YOU,
    (S.GREET_ME, A.SEND_ANSWER): S.STEP_YOU,
    (S.GREET_YOU, A.RECV_OFFER): S.GREET_ME,
    (S.GREET_YOU, A.RECV_ANSWER): S.STEP_ME,
    (S.STEP_ME, A.SEND_STEP): S.STEP_YOU,
    (S.STEP_ME, A.SEND_FINAL_STEP): S.OVER,
    (S.STEP_YOU, A.RECV_STEP): S.STEP_ME,
    (S.STEP_YOU, A.RECV_FINAL_STEP): S.OVER,
    (S.STEP_ME, A.SEND_CONCEDE): S.LAST_YOU,
    (S.STEP_ME, A.SEND_TIME): S.LAST_YOU,
    (S.STEP_ME, A.SEND_AGREE): S.LAST_YOU,
    (S.STEP_ME, A.RECV_CONCEDE): S.LAST_ME,
    (S.STEP_YOU, A.RECV_CONCEDE): S.LAST_ME,
    (S.STEP_YOU, A.RECV_LATE_CONCEDE): S.LAST_ME,
    (S.STEP_YOU, A.RECV_TIME): S.LAST_ME,
    (S.STEP_YOU, A.RECV_AGREE): S.LAST_ME,
    (S.STEP_YOU, A.SEND_CONCEDE): S.CROSS,
    (S.CROSS, A.RECV_STEP): S.LAST_YOU,
    (S.CROSS, A.RECV_FINAL_STEP): S.OVER,  # that result stands, my concession is void
    (S.CROSS, A.RECV_CONCEDE): S.LAST_ME,  # both conceded: who owed the Step loses
    (S.CROSS, A.RECV_LATE_CONCEDE): S.LAST_ME,  # the same, and mine crossed nothing
    (S.CROSS, A.RECV_TIME): S.LAST_ME,
    (S.CROSS, A.RECV_AGREE): S.LAST_ME,
    (S.CROSS, A.RECV_CONFIRM): S.DONE,
    (S.OVER, A.I_END_FIRST): S.END_ME,
    (S.OVER, A.YOU_END_FIRST): S.END_YOU,
    (S.END_ME, A.SEND_RESULT): S.LAST_YOU,
    (S.END_ME, A.RECV_LATE_CONCEDE): S.END_ME,
    (S.END_YOU, A.RECV_RESULT): S.LAST_ME,
    (S.END_YOU, A.RECV_LATE_CONCEDE): S.END_YOU,
    (S.LAST_ME, A.SEND_CONFIRM): S.DONE,
    (S.LAST_YOU, A.RECV_CONFIRM): S.DONE,
    (S.LAST_YOU, A.RECV_CONCEDE): S.LAST_YOU,  # theirs crossed mine
    (S.LAST_YOU, A.RECV_LATE_CONCEDE): S.LAST_YOU,  # theirs crossed the Step that ended the game
    (S.AWAY, A.DIAL): S.RESUME_ME,
    (S.AWAY, A.LISTEN): S.RESUME_YOU,
}
AFTER_HELLO = frozenset(
    {S.STEP_ME, S.STEP_YOU, S.CROSS, S.OVER, S.END_ME, S.END_YOU, S.LAST_ME, S.LAST_YOU}
)
TRANSITIONS |= {(state, A.LOSE_LINK): S.AWAY for state in AFTER_HELLO}
TRANSITIONS |= {(state, A.FAIL): S.ERROR for state in State}

# Who owes the next message: me, you, or nobody.
I_OWE = frozenset({S.GREET_ME, S.STEP_ME, S.END_ME, S.LAST_ME, S.RESUME_ME})
YOU_OWE = frozenset({S.GREET_YOU, S.STEP_YOU, S.CROSS, S.END_YOU, S.LAST_YOU, S.RESUME_YOU})


def situation(state: State) -> str:
    """Where a match stands, in words for people; the same from either side."""
    return next(words for words, states in SITUATIONS.items() if state in states)


SITUATIONS: dict[str, frozenset[State]] = {
    "the greeting is not over": frozenset({S.CONNECTED, S.GREET_ME, S.GREET_YOU}),
    "the match is going on": frozenset({S.STEP_ME, S.STEP_YOU}),
    "one side has conceded": frozenset({S.CROSS}),
    "the game is over, and its loser has to say so first": frozenset({S.OVER, S.END_ME, S.END_YOU}),
    "a result was named and waits for its confirmation": frozenset({S.LAST_ME, S.LAST_YOU}),
    "the match is over": frozenset({S.DONE}),
    "the link is away": frozenset({S.AWAY, S.RESUME_ME, S.RESUME_YOU}),
    "the match was broken off": frozenset({S.ERROR}),
}


def next_state(state: State, act: Act) -> State:
    """What follows; raises `OrderError` for a received message that is not legal now.

    A message of our own that is not legal now is our mistake: `LocalProtocolError`.
    """
    following = TRANSITIONS.get((state, act))
    if following is not None:
        return following
    _, _, what = act.name.partition("_")
    what, where = what.lower().replace("_", " "), situation(state)
    if what.endswith("step") and state in {S.STEP_ME, S.STEP_YOU}:
        where = "the other side is to act"
    if act.name.startswith("RECV"):
        raise OrderError(f"{what} is not due: {where}", rule="P7.1")
    raise LocalProtocolError(f"{what} is not possible: {where}")
