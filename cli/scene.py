"""What stands around events while they are told: states, names, cells, values.

A scene reads public facts and the reader's own replica, so it has nothing to hide. Below: the core;
above: `battles`, `narration`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.wording import cell_word

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_core.cards import Catalogue
    from lycee_core.facts import Event
    from lycee_core.game import GameState


def card_name(catalogue: Catalogue, card: int) -> str:
    """Say a card by number and name."""
    return f"{catalogue.numbers[card]} {catalogue.card(card).name}"


class Reader:
    """Who reads.

    Args:
        catalogue: the cards, for their names.
        who: says a seat as the reader sees it.
        seat: whose eyes, or None.
    """

    __slots__ = ("catalogue", "seat", "who")

    def __init__(self, catalogue: Catalogue, who: Callable[[int], str], seat: int | None) -> None:
        self.catalogue, self.who, self.seat = catalogue, who, seat


class Scene:
    """Events that are told together.

    Args:
        reader: who reads.
        events: in their order.
        eyes: the reader's own replica after them.
        before: a replica before them, of which only public facts are used; None: not at hand.
    """

    __slots__ = ("before", "downed", "events", "eyes", "reader", "who")

    def __init__(
        self, reader: Reader, events: Sequence[Event], eyes: GameState, before: GameState | None
    ) -> None:
        self.reader, self.who = reader, reader.who
        self.events, self.eyes, self.before = events, eyes, before
        self.downed = {event.token for event in events if event.name == "downed"}

    def cell(self, cell: int) -> str:
        """Say a cell as the reader sees it."""
        if cell >= 12:
            return "the field"
        if self.reader.seat is None:
            return f"{self.who(cell // 6)}'s {cell_word(cell, cell // 6)}"
        return cell_word(cell, self.reader.seat)

    def name(self, token: int, card: int = defs.UNKNOWN) -> str:
        """Say a card as the reader knows it; nothing where it does not."""
        if card == defs.UNKNOWN and token < defs.N_TOKENS:
            card = self.eyes.face(token)
        return "" if card == defs.UNKNOWN else card_name(self.reader.catalogue, card)

    def card(self, event: Event) -> str:
        """Say the card of an event."""
        return self.name(event.token, event.card) or "a card"

    def values(self, token: int) -> tuple[int, int] | None:
        """AP and DP of a character that stands now, or stood before."""
        for state in (self.eyes, self.before):
            if state is None or token >= defs.N_TOKENS:
                continue
            if state.place(token) == defs.ZONE_FIELD:
                return state.values(state.cell_of(token))[:2]
        return None

    def fighter(self, token: int, values: tuple[int, int] | None) -> str:
        """Say a character with its values, if they are known."""
        name = self.name(token) or "a character"
        return f"{name} (AP {values[0]}, DP {values[1]})" if values else name
