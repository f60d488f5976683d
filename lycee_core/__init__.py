"""The rules of the original Lycee trading card game: cards, states, decisions."""

from __future__ import annotations

from lycee_core.cards import Catalogue
from lycee_core.game import GameState, Pending

__all__ = ["Catalogue", "GameState", "Pending"]
