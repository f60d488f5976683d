"""The port: what the protocol needs of a game, and nothing else.

A game is a replica that some party keeps: it knows the faces that party may know. The protocol
plays it through four acts (a line of a seat, an answer of chance, a clone, a digest) and learns
what is due as one of six requests. Handles are the game's public names of cards, 0 to 59 of seat 0
and 60 to 119 of seat 1; a card is an index into a catalogue that both agreed on. What is due, and
the digest, must depend on public facts alone: all replicas of a match agree on them. A request
concerns cards of one owner; where both owners' are due at once, the game asks for the turn
player's first. Nothing stands below this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

UNKNOWN = 0xFFFF  # the face of a card that this replica may not know
DRAW = 2  # the winner of a drawn game


class IllegalLineError(ValueError):
    """A decision that the rules do not allow; `rule` is the number of the rule."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.rule = rule


class MissingFaceError(ValueError):
    """A decision turns on a face that was not shown with it."""


class Audience(IntEnum):
    """Who learns the faces of a Show, seen from the owner of the cards."""

    OWNER = 1
    OPPONENT = 2
    BOTH = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat must decide."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The cards behind the handles of a zone change places.

    Hidden: nobody, its owner included, knows how they lie afterwards. Otherwise the zone is a hand
    and its owner does; the handles then come in rising order.
    """

    seat: int
    handles: tuple[int, ...]
    hidden: bool


@dataclass(frozen=True, slots=True)
class Arrange:
    """The seat puts these cards, whose faces it knows, into an order it chooses in secret."""

    seat: int
    handles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """The faces of cards of one owner become known to the audience."""

    seat: int
    handles: tuple[int, ...]
    audience: Audience


@dataclass(frozen=True, slots=True)
class Roll:
    """`k` different uniform numbers below `n`, of which neither side can choose."""

    n: int
    k: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    winner: int  # a seat, or DRAW
    reason: str


Request: TypeAlias = Decision | Shuffle | Arrange | Show | Roll | Over


class Game(Protocol):
    """One replica of a game."""

    def due(self) -> Request:
        """What the game waits for; the same on every replica."""

    def play(self, line: bytes, shown: Mapping[int, int]) -> tuple[int, ...]:
        """Apply a whole line of the deciding seat, whole or not at all.

        `shown` holds the faces that its owner opened with the line. Returns the handles, rising,
        whose faces are public after the line and were not before. Raises `IllegalLineError`, and
        `MissingFaceError` when a face is needed that this replica has not.
        """

    def answer(self, values: Sequence[int]) -> None:
        """Answer the chance request that is due.

        Shuffle, Arrange: the card behind each handle, in the order of the request's handles,
        afterwards. Show: the faces, in that order. Roll: the numbers. UNKNOWN stands for a face
        that this replica may not know.
        """

    def face(self, handle: int) -> int:
        """The card behind a handle as far as this replica knows, else UNKNOWN."""

    def is_public(self, handle: int) -> bool:
        """Whether both seats know the face of a card."""

    def public_faces(self, seat: int) -> dict[int, int]:
        """Handle and card of every card of `seat` whose face both seats know now; a new dict."""

    def digest(self) -> bytes:
        """32 bytes over the public state; the same on every replica."""

    def clone(self) -> Game:
        """An independent copy."""


class Rules(Protocol):
    """The game as both peers agreed on it, before any card is dealt."""

    @property
    def name(self) -> str:
        """The rules text of the Hello."""

    @property
    def rules_hash(self) -> bytes:
        """32 bytes over every house constant."""

    @property
    def catalogue_hash(self) -> bytes:
        """32 bytes over the canonical catalogue."""

    @property
    def n_cards(self) -> int:
        """Cards in the catalogue; an index is below it."""

    def new_game(self, *, keeps_facts: bool = False) -> Game:
        """A replica at the beginning that knows no face.

        Args:
            keeps_facts: its owner will ask what happened on it; others need not remember.
        """

    def deck_fault(self, cards: Sequence[int]) -> str | None:
        """Why a list is no legal deck, in one line, or None."""

    def copies_fault(self, cards: Sequence[int]) -> str | None:
        """Why no legal deck can hold all of these cards, in one line, or None."""

    def open_look_fault(self, cards: Sequence[int]) -> str | None:
        """Why these cards need the option of open looks, in one line, or None."""  # P6.8
