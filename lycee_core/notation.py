"""Text for lines: what people type and scripts hold becomes decision codes.

`parse_line` reads the canonical text of `format_line` back to the same bytes, and shorter forms
where they leave no doubt among the legal options (spec/notation.md). What it cannot read it refuses
in one line: what was found, what could stand there. Below: `line_reader`, and `wording`, the
writing half, whose names are also here; above: the client, which decides nothing itself.
"""

from __future__ import annotations

from lycee_core.errors import InvalidNotationError, printable
from lycee_core.line_reader import LineReader
from lycee_core.line_words import card_among, split_words
from lycee_core.wording import (
    card_word,
    codes_of,
    describe_decision,
    describe_pending,
    format_arrangement,
    format_line,
    legal_texts,
    line_of,
)

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from lycee_core.game import GameState

__all__ = [
    "codes_of",
    "describe_decision",
    "describe_pending",
    "format_arrangement",
    "format_line",
    "legal_texts",
    "line_of",
    "parse_arrangement",
    "parse_line",
]


def parse_line(state: GameState, text: str) -> bytes:
    """Read the text of a line of the pending seat.

    Args:
        state: before the line, with the faces of that seat; it stays as it is.
        text: one line of words.

    Returns:
        The line, 2 bytes a decision, legal as far as this state can tell.

    Raises:
        InvalidNotationError: a word is not understood, or the line stops short or runs on.
        AmbiguousNotationError: a word stands for more than one legal option.
        IllegalDecisionError: it is understood, and a rule forbids it; `.rule` says which.
    """
    return LineReader(state, text).read()


def parse_arrangement(state: GameState, text: str) -> tuple[int, ...]:
    """Read `arrange CARD CARD ...`, the owner's answer to an Arrange: all cards, top first.

    Returns:
        The cards in that order, as `GameState.answer` takes them.

    Raises:
        NotationError: it is no such line, or it does not name each of the cards once.
    """
    pending = state.pending()
    words = split_words(text)
    if not words or words[0].lower() != "arrange":
        raise InvalidNotationError(
            f'found "{printable(text.strip())}", expected arrange CARD CARD ...'
        )
    left = list(pending.tokens)
    order = []
    for word in words[1:]:
        token = card_among(state, word, left)
        left.remove(token)
        order.append(state.face(token))
    if left:
        missing = " ".join(card_word(state, token) for token in left)
        raise InvalidNotationError(f"found {len(order)} cards, expected also {missing}")
    return tuple(order)
