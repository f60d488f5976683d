"""Words of a line as people type them: how a text is split, which card or cell a word means.

Below: `wording`, `advice`; above: `line_reader`, `notation`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.advice import listed
from lycee_core.errors import AmbiguousNotationError, InvalidNotationError, printable
from lycee_core.wording import CELLS, card_word, cell_word

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycee_core.game import GameState


def split_words(text: str) -> list[str]:
    """Split a text at blanks; what stands between double quotes is one word and keeps its quotes.

    Raises:
        InvalidNotationError: a quote is not closed.
    """
    words = []
    text = printable(text.replace("\t", " "))
    for n, piece in enumerate(text.split('"')):
        if n % 2:
            words.append(f'"{piece}"')
        else:
            words += piece.split()
    if text.count('"') % 2:
        raise InvalidNotationError(f"found a quote that is not closed in: {text.strip()}")
    return words


def joined_enemies(words: list[str]) -> list[str]:
    """`enemy DFC` is `enemy-DFC`, and `+"Name"` is one word too."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].lower() == "enemy":
            joined[-1] = f"enemy-{word}"
        elif joined and joined[-1] == "+":
            joined[-1] = f"+{word}"
        else:
            joined.append(word)
    return joined


def card_among(state: GameState, word: str, tokens: Sequence[int]) -> int:
    """The one of these tokens that a word names; of copies nobody can tell apart, the lowest."""
    found = [token for token in tokens if names(state, word, token)]
    if not found:
        options = listed([card_word(state, token) for token in tokens])
        raise InvalidNotationError(f"found {word}, expected one of: {options}")
    kinds = {(state.face(token), state.place(token), state.knowledge(token)) for token in found}
    alike = len(kinds) == 1 and state.face(found[0]) != defs.UNKNOWN
    if len(found) > 1 and not (alike and state.place(found[0]) == defs.ZONE_HAND):
        options = listed([card_word(state, token) for token in found])
        raise AmbiguousNotationError(f"found {word}, which may be any of: {options}")
    return min(found)


def names(state: GameState, word: str, token: int) -> bool:
    """Whether a word (`#17`, `CH-9001#17`, `CH-9001`, a quoted name) can stand for a token."""
    face = state.face(token)
    number, mark, digits = word.partition("#")
    if mark:
        fits = not number or (face != defs.UNKNOWN and is_number(state, number, face))
        return digits == str(token) and fits
    if face == defs.UNKNOWN:
        return False
    if word.startswith('"'):
        wanted = word.strip('"').casefold()
        return any(wanted == name.casefold() for _, name in state.catalogue.card(face).names)
    return is_number(state, word, face)


def is_number(state: GameState, number: str, face: int) -> bool:
    """Whether a word is the number of a face."""
    try:
        return state.catalogue.index(number) == face
    except KeyError:
        return False


def cell_of_word(word: str, seat: int) -> int:
    """The cell a word names, or -1."""
    for cell in range(12):
        if word.lower() == cell_word(cell, seat).lower():
            return cell
    bare = word.lower().removeprefix("enemy-")
    if bare != word.lower() and bare.upper() in CELLS:
        return (1 - seat) * 6 + CELLS.index(bare.upper())
    return -1
