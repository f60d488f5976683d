"""What effects cost: goals 1 and 3 once more, with cards that have none.

The goals are about the starter set with all its effects; beside them this says what the rules alone
take. Below: `positions`, `python_api`, `table`.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from lycee_core import Catalogue, GameState
from lycee_core.deck import Deck

from .positions import loop_for, play_for
from .python_api import rate_beside
from .table import Effort, Note

if TYPE_CHECKING:
    from .peers import Peers

CARDS = Path(__file__).with_name("plain.toml")
COPIES = 4


@cache
def plain_deck() -> tuple[Catalogue, Deck]:
    """Four copies of each of fifteen characters without an ability."""
    catalogue = Catalogue.load(CARDS)
    cards = [card for card in range(len(catalogue)) for _ in range(COPIES)]
    return catalogue, Deck("plain", cards, catalogue)


def plain_note(effort: Effort, peers: Peers | None) -> Note:
    """Both rates, and what they are to the peers of goals 1 and 3 where these are given."""
    catalogue, deck = plain_deck()
    decks, figures = (deck, deck), {}
    for where, play, peer in (
        ("in the core", partial(play_for, tables=(catalogue, (decks,))), "essence-wars random"),
        ("from Python", partial(loop_for, states=[GameState(catalogue, decks)]), "hearts python"),
    ):
        rate, theirs = rate_beside(peer, play, effort, peers)
        figures[f"decisions/s {where}"] = rate
        if theirs is not None:
            figures[f"ratio to {peer}"] = rate / theirs
    return Note("random play, cards without effects", figures)
