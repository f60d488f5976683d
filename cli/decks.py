"""Decks and catalogues that a command line or a script names.

A deck is the name of a starter deck or a file; the catalogue is the starter set unless card files
are given. Everything that is wrong with them becomes a `Fault`. Below: the core.
"""

from __future__ import annotations

from lycee_core import Catalogue
from lycee_core.deck import Deck
from lycee_core.errors import CardDataError, DeckError

from .cards import card_brief
from .faults import CHECK, INPUT, Fault, read_text, unreadable

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Sequence

FAULTS_TOLD = 10
STARTER = "starter"  # what `--cards` takes for the starter set


def load_catalogue(paths: Sequence[str]) -> Catalogue:
    """Compile card files, or return the starter set when there are none.

    Args:
        paths: files, or `starter` for the starter set beside them.
    """
    if all(path == STARTER for path in paths):
        return Catalogue.starter()
    from lycee_core.compile import STARTER as FOLDER  # it brings the whole compiler

    files = [str(FOLDER / "cards.toml") if path == STARTER else path for path in paths]
    try:
        return Catalogue.load(*files)
    except OSError as error:
        raise unreadable(str(error.filename), error) from None
    except CardDataError as error:
        raise Fault(CHECK, str(error)) from None


def load_deck(name: str, catalogue: Catalogue, *, folder: str = "") -> Deck:
    """Return a starter deck by its name, or a deck file.

    Args:
        name: such as `harbour`, or a path.
        catalogue: the cards there are.
        folder: where a relative path begins, the current folder if empty.
    """
    if name in Deck.starter_names():
        return load_starter(name, catalogue)
    import os

    path = os.path.join(folder, name)
    if not os.path.exists(path) and "/" not in name and "." not in name:
        known = ", ".join(Deck.starter_names())
        raise Fault(INPUT, f"deck: found {name or 'nothing'}, expected a file or one of: {known}")
    text = read_text(path)
    try:
        return Deck.parse(text, catalogue, source=path)
    except DeckError as error:
        raise Fault(CHECK, _first_faults(str(error))) from None


def _first_faults(text: str) -> str:
    """The first faults of a deck; a file that is something else has one in every line."""
    lines = text.splitlines()
    if len(lines) <= FAULTS_TOLD:
        return text
    more = f"and {len(lines) - FAULTS_TOLD} more faults"
    if all("expected a count and a number" in line for line in lines):
        more += "; is this a deck file?"
    return "\n".join([*lines[:FAULTS_TOLD], more])


def deck_lines(deck: Deck, catalogue: Catalogue) -> list[str]:
    """Say a deck as the lines of a deck file; what a card is stands in comments."""
    lines = [f"name: {deck.name}"]
    for index in dict.fromkeys(deck.cards):
        card = catalogue.card(index)
        lines.append(f"{deck.cards.count(index)} {card.number}  # {card_brief(card)}")
    return lines


def load_starter(name: str, catalogue: Catalogue) -> Deck:
    """Return a starter deck; a fault when another catalogue lacks its cards."""
    try:
        return Deck.starter(name, catalogue)
    except DeckError:
        text = f"deck {name}: its cards are not loaded; --cards {STARTER} loads them beside yours"
        raise Fault(CHECK, text) from None
