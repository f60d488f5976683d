"""An effect in one line, and the event card that does it.

Below: `builder`. Above: `test_effects*`.
"""

from __future__ import annotations

from tests.core.builder import Game, Position, event_card


def setting(effect: str, more: str = "") -> Position:
    """A hand with the free event card `Test` of this effect."""
    return Position(event_card(effect, more=more)).hand(0, "Test")


def play(position: Position, *words: str) -> Game:
    """Play `Test` unanswered; `words` are the choices at its resolution."""
    return position.begin().do("Test", "resolve", *words)
