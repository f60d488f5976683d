"""A game that is data: what it asks, and which lines it takes, stand in a vector.

It keeps no rules. The wire sees of it what it sees of a real game: requests, digests, what a line
makes public, and claims that only known faces can contradict.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lycee_net.game import (
    UNKNOWN,
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

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycee_net.game import Request

AUDIENCES = {"owner": Audience.OWNER, "opponent": Audience.OPPONENT, "both": Audience.BOTH}


class ScriptedRules:
    """The terms and the deck rules of a vector."""

    def __init__(self, game: dict[str, Any]) -> None:
        self._game = game
        self.name: str = game["rules"]
        self.rules_hash = bytes.fromhex(game["rules_hash"])
        self.catalogue_hash = bytes.fromhex(game["catalogue_hash"])
        self.n_cards: int = game["n_cards"]

    def new_game(self, *, keeps_facts: bool = False) -> ScriptedGame:
        return ScriptedGame(self._game["events"])

    def deck_fault(self, cards: Sequence[int]) -> str | None:
        if len(cards) != self._game["n_deck"]:
            return f"{len(cards)} cards"
        unknown = [card for card in cards if card >= self.n_cards]
        return f"no card {unknown[0]}" if unknown else self.copies_fault(cards)

    def copies_fault(self, cards: Sequence[int]) -> str | None:
        for card, n in Counter(cards).items():
            if n > self._game["n_copies"]:
                return f"{n} copies of card {card}"
        return None

    def open_look_fault(self, cards: Sequence[int]) -> str | None:
        del cards
        return None


class ScriptedGame:
    """One replica: a place in the script, the faces it holds, and which of them are public."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self._events = events
        self._at = 0
        self._faces: dict[int, int] = {}
        self._public: frozenset[int] = frozenset()

    def clone(self) -> ScriptedGame:
        twin = ScriptedGame(self._events)
        twin._at, twin._public = self._at, self._public
        twin._faces = self._faces.copy()
        return twin

    @property
    def event(self) -> dict[str, Any]:
        return self._events[self._at]

    @property
    def _handles(self) -> tuple[int, ...]:
        return tuple(bytes.fromhex(self.event["handles"]))

    def digest(self) -> bytes:
        return bytes.fromhex(self.event["digest"])

    def face(self, handle: int) -> int:
        return self._faces.get(handle, UNKNOWN)

    def is_public(self, handle: int) -> bool:
        return handle in self._public

    def public_faces(self, seat: int) -> dict[int, int]:
        return {h: self._faces[h] for h in sorted(self._public) if h // 60 == seat}

    def due(self) -> Request:
        event = self.event
        match event["ask"]:
            case "shuffle":
                return Shuffle(event["seat"], self._handles, event["hidden"])
            case "arrange":
                return Arrange(event["seat"], self._handles)
            case "show":
                return Show(event["seat"], self._handles, AUDIENCES[event["audience"]])
            case "roll":
                return Roll(event["n"], event["k"])
            case "over":
                return Over(event["winner"], event["how"])
        return Decision(event["seat"])

    def answer(self, values: Sequence[int]) -> None:
        request = self.due()
        match request:
            case Roll():
                assert list(values) == self.event["rolled"], "the dice of the vector"
            case Shuffle() | Arrange() | Show():
                for handle, card in zip(request.handles, values, strict=True):
                    self._faces.pop(handle, None)
                    if card != UNKNOWN:
                        self._faces[handle] = card
                if not isinstance(request, Show):
                    self._public -= set(request.handles)
                elif request.audience is not Audience.OWNER:
                    self._public |= set(request.handles)
        self._at += 1

    def play(self, line: bytes, shown: Mapping[int, int]) -> tuple[int, ...]:
        event, faces = self.event, {**self._faces, **shown}
        if line.hex() != event.get("line"):
            raise IllegalLineError("not the line of the vector", "P6.3")
        claim = event.get("claim")
        if claim is not None:
            for handle in bytes.fromhex(claim["handles"]):
                if faces.get(handle, UNKNOWN) < claim["below"]:
                    raise IllegalLineError(f"card {handle} contradicts the claim", "P6.3")
        revealed = tuple(h for h in bytes.fromhex(event["reveals"]) if h not in self._public)
        for handle in revealed:
            if handle not in faces:
                raise MissingFaceError(f"card {handle} is needed")
            self._faces[handle] = faces[handle]
        self._public |= set(revealed)
        self._at += 1
        return revealed
