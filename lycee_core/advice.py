"""What a reader is told beside the rule: what a card pays, what a line lacks, why a payment fails.

Words only; what is legal says the engine. Everything here reads the replica of the seat that
decides. Below: `wording`; above: `line_words`, `line_reader` and the client.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.wording import CLAUSES, card_word, is_bare, legal_texts

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycee_core.cards import CardDef
    from lycee_core.game import GameState

ATTRIBUTES = ("snow", "moon", "flower", "space", "sun", "colourless")
LETTERS = "SMFLN*"
LISTED = 12  # words that an error names at most


def listed(words: Sequence[str]) -> str:
    """Say words in a row, the first twelve if there are many."""
    shown = ", ".join(words[:LISTED]) or "nothing"
    return shown + (f" and {len(words) - LISTED} more" if len(words) > LISTED else "")


def points_text(owed: Sequence[int]) -> str:
    """Say points in letters, such as `SS*`; empty for none."""
    return "".join(letter * n for letter, n in zip(LETTERS, owed, strict=True))


def pays_text(card: CardDef) -> str:
    """Say what a card pays from the hand (R5.5 to R5.7): `2 snow`, `1 snow or moon`, `nothing`."""
    if card.ex == 0:
        return "nothing"
    return f"{card.ex} {' or '.join(card.attributes) or 'colourless'}"


def payment_refusal(state: GameState, token: int) -> str:
    """Say why a hand card does not help to pay (R5.10)."""
    card = state.catalogue.card(state.face(token))
    owed, cost = state.owed(), points_text(state.owed())
    taken = {name for name, n in zip(ATTRIBUTES, owed, strict=True) if n}
    if card.ex == 0:
        return "it pays nothing, its EX is 0"
    if "colourless" not in taken and not taken & set(card.attributes):
        return f"it pays {pays_text(card)}, and the cost {cost} takes none of that"
    return f"it or another card named for the cost {cost} would not be needed"


def missing_part(state: GameState, head: str) -> str:
    """Say what a line that stops short must go on with.

    Args:
        state: where the line stopped, at a question inside a declaration.
        head: the first word of the line.
    """
    kind = state.pending().kind
    texts = legal_texts(state)
    if kind == defs.CELL and is_bare(head):
        return f"a cell, one of: {listed(texts)}"
    if kind != defs.PAY:
        return f"{CLAUSES[kind]} and one of: {listed(texts)}"
    tokens = [code for code in state.legal_decisions() if code < defs.N_TOKENS]
    cards = [f"{card_word(state, t)} ({pays_of(state, t)})" for t in tokens]
    cards += [text for text in texts if text.startswith("+")]
    return f"pay and one of: {listed(cards)}; the cost is {points_text(state.owed())}"


def pays_of(state: GameState, token: int) -> str:
    """Say what the card behind a token pays, `?` where this replica does not hold its face."""
    face = state.face(token)
    return "?" if face == defs.UNKNOWN else pays_text(state.catalogue.card(face))
