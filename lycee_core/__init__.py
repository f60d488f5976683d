"""The rules of the original Lycee trading card game: cards, states, decisions.

Only what a headless game needs is loaded at once; the rest of the public names on first use.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lycee_core.decision import Decision, Seat
    from lycee_core.deck import Deck
    from lycee_core.errors import (
        AmbiguousNotationError,
        CardDataError,
        DeckError,
        IllegalDecisionError,
        InvalidNotationError,
        LineError,
        LyceeError,
        MissingFaceError,
        NotationError,
    )
    from lycee_core.view import View

try:
    from lycee_core.cards import Catalogue
    from lycee_core.facts import Pending
    from lycee_core.game import GameState
except ModuleNotFoundError as missing:
    if missing.name is None or not missing.name.startswith("lycee_core."):
        raise
    message = (
        f"{missing.name} is not compiled: this is the folder of the sources; "
        "run `pip install -e .` in it, or start Python in another folder"
    )
    raise ImportError(message) from missing

__all__ = [
    "AmbiguousNotationError",
    "CardDataError",
    "Catalogue",
    "Decision",
    "Deck",
    "DeckError",
    "GameState",
    "IllegalDecisionError",
    "InvalidNotationError",
    "LineError",
    "LyceeError",
    "MissingFaceError",
    "NotationError",
    "Pending",
    "Seat",
    "View",
]
_HOMES = {"Deck": "deck", "Decision": "decision", "Seat": "decision", "View": "view"}


def __getattr__(name: str) -> object:
    """Load a public name on first use.

    Raises:
        AttributeError: there is no such name.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"lycee_core.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = found
    return found
