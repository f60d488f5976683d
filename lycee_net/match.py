"""Lycee behind the port: the one module that knows the game and the wire.

Turns the catalogue and the house constants into the hashes of a Hello, decks into lists to audit,
and tells the client what happened on the table. The replicas themselves are `replica`.
Below: `replica`, `protocol`, `lycee_core`.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

import lycee_core
from lycee_core import GameState
from lycee_core.deck import Deck, copies_faults

from .events import ArrangeCards, Decide
from .facts import Happened, Played
from .replica import CopyLimits, Log, LyceeGame
from .verify import verify_transcript_untrusted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycee_core import Catalogue

    from .facts import Fact
    from .protocol import Protocol
    from .verify import Verdict

__all__ = [
    "Happened",
    "LyceeGame",
    "LyceeRules",
    "Match",
    "Played",
    "hash_house",
    "verify_file_untrusted",
]

RULES_NAME = "lycee/1"
RULES_TAG = b"lycee/1/rules\0"
HOUSE_CONSTANT = re.compile(r"^\s+([A-Z][A-Z0-9_]*)\s*=\s*(\d+)", re.MULTILINE)


class LyceeRules:
    """Lycee with one catalogue, as both peers must have it."""

    name = RULES_NAME

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.rules_hash = hash_house()
        self.catalogue_hash = catalogue.hash
        self.n_cards = len(catalogue)
        self._limits = _limits(catalogue)
        self._open_looks = frozenset(filter(catalogue.needs_open_look, range(len(catalogue))))

    def new_game(self, *, keeps_facts: bool = False) -> LyceeGame:
        """A replica at the beginning that knows no face."""
        return LyceeGame(GameState(self._catalogue), Log(None, None) if keeps_facts else None)

    def deck_fault(self, cards: Sequence[int]) -> str | None:
        """Why a list is no legal deck."""
        faults = Deck.faults(cards, self._catalogue)
        return faults[0] if faults else None

    def copies_fault(self, cards: Sequence[int]) -> str | None:
        """Why no legal deck can hold all of these cards."""
        if self._limits.allow(tuple(cards)):
            return None
        faults = copies_faults(cards, self._catalogue)
        return faults[0][1] if faults else None

    def open_look_fault(self, cards: Sequence[int]) -> str | None:
        """Why these cards need the option of open looks."""
        if self._open_looks.isdisjoint(cards):
            return None
        printed = self._catalogue.card(next(card for card in cards if card in self._open_looks))
        return f"{printed.number} {printed.name} looks at part of a deck, and open looks are off"


def _limits(catalogue: Catalogue) -> CopyLimits:
    """The limits of copies: cards of one name count together, unless their number counts."""
    numbers: dict[tuple[bool, int], int] = {}
    groups: list[int] = []
    least: list[int] = []
    for card in range(len(catalogue)):
        most, by_number = catalogue.copies(card)
        key = (by_number, card if by_number else catalogue.name_identity(card))
        group = numbers.setdefault(key, len(numbers))
        groups.append(group)
        if group == len(least):
            least.append(most)
        least[group] = min(most, least[group])
    return CopyLimits(groups, least)


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
        return newest.take()


def verify_file_untrusted(data: bytes, catalogue: Catalogue) -> Verdict:
    """What the bytes of a transcript or journal prove about a match of Lycee."""
    return verify_transcript_untrusted(data, LyceeRules(catalogue))
