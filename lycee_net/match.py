"""Lycee behind the port: the one module that knows the game and the wire.

Turns a `GameState` into a replica of the port, the catalogue and the house constants into the
hashes of a Hello, decks into lists to audit, and keeps for the client what happened on the table:
each line with the state before it, each chance with its facts. Below: `protocol`, `lycee_core`.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

import lycee_core
from lycee_core import GameState, defs
from lycee_core.deck import Deck, copies_faults
from lycee_core.errors import IllegalDecisionError, LineError
from lycee_core.errors import MissingFaceError as CoreMissingFaceError

from .events import ArrangeCards, Decide
from .game import (
    Arrange,
    Audience,
    Decision,
    IllegalLineError,
    MissingFaceError,
    Over,
    Roll,
    Show,
    Shuffle,
)
from .verify import verify_transcript_untrusted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycee_core import Catalogue
    from lycee_core.facts import Event

    from .game import Request
    from .protocol import Protocol
    from .verify import Verdict

RULES_NAME = "lycee/1"
RULES_TAG = b"lycee/1/rules\0"
HOUSE_CONSTANT = re.compile(r"^\s+([A-Z][A-Z0-9_]*)\s*=\s*(\d+)", re.MULTILINE)
DECISIONS = (Decision(0), Decision(1))
AUDIENCES = {audience.value: audience for audience in Audience}


class Played(NamedTuple):
    """A line of a seat, and what it did."""

    seat: int
    line: bytes
    before: GameState  # the replica, as it was
    shown: Mapping[int, int]  # the faces that were opened with it
    events: tuple[Event, ...]


class Happened(NamedTuple):
    """What an answer of chance did."""

    request: Request
    events: tuple[Event, ...]


Fact: TypeAlias = Played | Happened


class _Log:
    """A fact and the one before it: a list that clones can share."""

    __slots__ = ("before", "fact", "is_told")

    def __init__(self, fact: Fact | None, before: _Log | None) -> None:
        self.fact = fact
        self.before = before
        self.is_told = fact is None


class LyceeGame:
    """One replica of a game of Lycee; its state changes through `play` and `answer` alone."""

    __slots__ = ("_digest", "_due", "log", "state")

    def __init__(self, state: GameState, log: _Log | None = None) -> None:
        self.state = state
        self.log = log  # None: nobody will ask what happened
        self._due: Request | None = None  # computed once between two changes, like the digest
        self._digest: bytes | None = None

    def clone(self) -> LyceeGame:
        """An independent copy."""
        copy = LyceeGame(self.state.clone(), self.log)
        copy._due, copy._digest = self._due, self._digest
        return copy

    def digest(self) -> bytes:
        """The hash of the public state."""
        if self._digest is None:
            self._digest = hashlib.sha256(self.state.public_bytes()).digest()
        return self._digest

    def face(self, handle: int) -> int:
        """The card behind a token, as far as this replica knows."""
        return self.state.face(handle)

    def public_faces(self, seat: int) -> dict[int, int]:
        """Token and card of every card of a seat that both know."""
        return self.state.public_faces(seat)

    def due(self) -> Request:
        """What the engine waits for."""
        due = self._due
        if due is None:
            seat = self.state.decider()
            due = self._due = DECISIONS[seat] if seat >= 0 else self._ask_chance()
        return due

    def _ask_chance(self) -> Request:
        pending = self.state.pending()
        match pending.kind:
            case defs.SHUFFLE:
                return Shuffle(pending.owner, pending.tokens, pending.hidden)
            case defs.ARRANGE:
                return Arrange(pending.owner, pending.tokens)
            case defs.SHOW:
                return Show(pending.owner, pending.tokens, AUDIENCES[pending.audience])
            case defs.ROLL:
                return Roll(pending.n, pending.k)
            case defs.OVER:
                outcome = self.state.outcome()
                assert outcome is not None, "a game that is over has an outcome"
                return Over(outcome.winner, f"{outcome.termination} in turn {self.state.turn}")
        raise AssertionError(f"{pending.kind} is no request")

    def answer(self, values: Sequence[int]) -> None:
        """Answer the chance request that is pending."""
        request = self.due()
        self.state.answer(values)
        self._due = self._digest = None
        if self.log is not None:
            self.log = _Log(Happened(request, tuple(self.state.events())), self.log)

    def play(self, line: bytes, shown: Mapping[int, int]) -> tuple[int, ...]:
        """Apply a line of the pending seat; returns the tokens that it made public."""
        try:
            if self.log is None:
                revealed = self.state.play_line(line, shown)
            else:
                revealed = self._play_noted(line, shown, self.log)
        except CoreMissingFaceError as error:
            raise MissingFaceError(str(error)) from None
        except (IllegalDecisionError, LineError) as error:
            raise IllegalLineError(str(error), getattr(error, "rule", "")) from None
        self._due = self._digest = None
        return revealed

    def _play_noted(self, line: bytes, shown: Mapping[int, int], log: _Log) -> tuple[int, ...]:
        events: list[Event] = []
        request, before = self.due(), self.state.clone()
        assert isinstance(request, Decision), f"a line is played while {request} is due"
        revealed = self.state.play_line(line, shown, events)
        self.log = _Log(Played(request.seat, line, before, shown, tuple(events)), log)
        return revealed


class LyceeRules:
    """Lycee with one catalogue, as both peers must have it."""

    name = RULES_NAME

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.rules_hash = hash_house()
        self.catalogue_hash = catalogue.hash
        self.n_cards = len(catalogue)
        self._groups, self._least = _group_cards(catalogue)
        self._strictest = min(self._least.values())
        self._open_looks = frozenset(filter(catalogue.needs_open_look, range(len(catalogue))))

    def new_game(self, *, keeps_facts: bool = False) -> LyceeGame:
        """A replica at the beginning that knows no face."""
        return LyceeGame(GameState(self._catalogue), _Log(None, None) if keeps_facts else None)

    def deck_fault(self, cards: Sequence[int]) -> str | None:
        """Why a list is no legal deck."""
        faults = Deck.faults(cards, self._catalogue)
        return faults[0] if faults else None

    def copies_fault(self, cards: Sequence[int]) -> str | None:
        """Why no legal deck can hold all of these cards."""
        if self._are_few(cards):
            return None
        faults = copies_faults(cards, self._catalogue)
        return faults[0][1] if faults else None

    def open_look_fault(self, cards: Sequence[int]) -> str | None:
        """Why these cards need the option of open looks."""
        found = next((card for card in cards if card in self._open_looks), None)
        if found is None:
            return None
        printed = self._catalogue.card(found)
        return f"{printed.number} {printed.name} looks at part of a deck, and open looks are off"

    def _are_few(self, cards: Sequence[int]) -> bool:
        """Whether no limit can be passed, at a glance; asked of every card that is shown.

        Cards that count together (R1.4, R1.5) are one group, and its least limit binds (R1.9).
        """
        found = Counter(map(self._groups.__getitem__, cards))
        if not found or max(found.values()) <= self._strictest:
            return True
        strictest, least = self._strictest, self._least
        return not [g for g, count in found.items() if count > strictest and count > least[g]]


def _group_cards(catalogue: Catalogue) -> tuple[list[int], dict[int, int]]:
    """The group of each card whose copies count together, and the least limit of each group."""
    groups: list[int] = []
    least: dict[int, int] = {}
    for card in range(len(catalogue)):
        most, by_number = catalogue.copies(card)
        group = -1 - card if by_number else catalogue.name_identity(card)
        groups.append(group)
        least[group] = min(most, least.get(group, most))
    return groups, least


def hash_house() -> bytes:
    """The hash over every house constant: other constants are another game."""
    text = Path(lycee_core.__file__).with_name("house.pxd").read_text(encoding="utf-8")
    constants = sorted(HOUSE_CONSTANT.findall(text))
    assert constants, "house.pxd defines the house constants"
    joined = "".join(f"{name}={value}\n" for name, value in constants)
    return hashlib.sha256(RULES_TAG + joined.encode()).digest()


class Match:
    """A match of Lycee as its player sees it, over a protocol."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol

    @property
    def seat(self) -> int:
        """Our seat."""
        return self.protocol.seat

    @property
    def state(self) -> GameState:
        """The replica with the faces we may know; clone it before trying something out."""
        return self._mine.state

    @property
    def is_asked(self) -> bool:
        """Whether we must decide or arrange now."""
        return self.protocol.asked is not None

    @property
    def _mine(self) -> LyceeGame:
        return cast("LyceeGame", self.protocol.mine)

    def submit(self, line: bytes) -> bytes:
        """Play a line; returns the bytes to send, none while we are asked again.

        Raises:
            IllegalLineError: a rule forbids it; `.rule` names it. Nothing has changed.
            LocalProtocolError: we are not asked.
        """
        return self.protocol.send(Decide(line))

    def arrange(self, cards: Sequence[int]) -> bytes:
        """Put the cards we are asked to arrange in this order, that of `pending().tokens`."""
        return self.protocol.send(ArrangeCards(tuple(cards)))

    def take_facts(self) -> list[Fact]:
        """What happened on the table since the last call, our own unsent lines included."""
        newest = self._mine.log
        assert newest is not None, "the replica of a player keeps facts"
        facts: list[Fact] = []
        log: _Log | None = newest
        while log is not None and not log.is_told:
            assert log.fact is not None, "only the root holds none"
            facts.append(log.fact)
            log = log.before
        newest.is_told, newest.before = True, None  # what was told is not needed again
        return facts[::-1]


def verify_file_untrusted(data: bytes, catalogue: Catalogue) -> Verdict:
    """What the bytes of a transcript or journal prove about a match of Lycee."""
    return verify_transcript_untrusted(data, LyceeRules(catalogue))
