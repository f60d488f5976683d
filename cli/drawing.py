"""The drawn field: what a person sees when standard output is a terminal.

The only module that knows `rich`, imported when there is a terminal and never otherwise. It draws
views, so it has nothing to hide. Below: `render`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lycee_core import defs
from lycee_core.wording import cell_word

from .render import Printer, marks_text, refusal_text, sizes_text, turn_text
from .standing import Teller

if TYPE_CHECKING:
    from typing import TextIO

    from lycee_core.cards import Catalogue
    from lycee_core.game import GameState
    from lycee_core.view import CellView, SideView, View

COLOURS = {
    "snow": "bright_cyan",
    "moon": "bright_magenta",
    "flower": "bright_green",
    "space": "bright_blue",
    "sun": "bright_yellow",
}
DRAWN_AT = (defs.MAIN, defs.DEFEND, defs.BATTLE, defs.WAKE_UP, defs.KEEP)


class TerminalPrinter(Printer):
    """Prints lines, and draws the field before the larger questions."""

    def __init__(self, out: TextIO, catalogue: Catalogue, seat: int | None = None) -> None:
        super().__init__(out, catalogue, seat)
        self._console = Console(file=out, highlight=False)
        self._drawn: tuple[object, ...] = ()

    def asked(self, state: GameState, seen: View) -> None:
        """Draw the field where there is something to think about and it changed, then ask."""
        sides = tuple((side.cells, side.hand) for side in seen.sides)
        looks = (*sides, seen.piles, seen.effects, seen.watchers)
        if seen.pending_kind in DRAWN_AT and len(seen.options) > 1 and looks != self._drawn:
            self._drawn = looks
            self.field(seen)
        self._console.print(Text(f"? {self._question(state, seen)}", style="bold"))

    def refused(self, message: str, rule: str = "") -> None:
        """Print why an input was not taken, in red."""
        self._console.print(Text(refusal_text(message, rule), style="red"))

    def field(self, seen: View) -> None:
        """Draw both fields, the enemy's above and turned, so that facing columns stand together."""
        own = seen.seat if seen.seat is not None else 0
        grid = Table(show_header=False, show_lines=True, title=turn_text(seen, self.who))
        for _ in range(3):
            grid.add_column(width=26, justify="center")
        enemy = seen.sides[1 - own].cells
        for row in (1, 0):  # R2.14: my left faces the enemy's right
            grid.add_row(*(self._cell_text(enemy[row * 3 + 2 - i], own) for i in range(3)))
        mine = seen.sides[own].cells
        for row in (0, 1):
            grid.add_row(*(self._cell_text(mine[row * 3 + i], own) for i in range(3)))
        self._console.print(self._side_text(seen.sides[1 - own]))
        self._console.print(grid)
        self._console.print(self._side_text(seen.sides[own]))
        teller = Teller(seen, self._catalogue, self.who)
        for line in (*teller.apart(), *teller.lasting(), *self.clock_lines()):
            self._console.print(Text(line, style="italic"))
        if seen.seat is not None:
            self._console.print(Text("hand: ").append_text(self._hand(seen.sides[own])))

    def _hand(self, side: SideView) -> Text:
        cards = [self._catalogue.card(card.card) for card in side.hand]
        words = [f"{card.number}#{held.token}" for card, held in zip(cards, side.hand, strict=True)]
        text = Text()
        for n, (card, word) in enumerate(zip(cards, words, strict=True)):
            colour = COLOURS.get(card.attributes[0], "white") if card.attributes else "white"
            text.append(", " * bool(n) + word + " ").append(card.name, style=colour)
        return text

    def _side_text(self, side: SideView) -> str:
        return f"{self.who(side.seat)}: {sizes_text(side)}"

    def _cell_text(self, cell: CellView, viewer: int) -> Text:
        text = Text(cell_word(cell.cell, viewer), style="dim")
        if cell.character is not None:
            card = self._catalogue.card(cell.character.card)
            colour = COLOURS.get(card.attributes[0], "white") if card.attributes else "white"
            style = f"{colour} dim" if cell.tapped else f"{colour} bold"
            text.append(f"\n{card.name}", style=style)
            text.append(
                f"\n{card.number} {cell.ap}/{cell.dp}/{cell.sp}{marks_text(cell)}", style="default"
            )
        more = [("with", card) for card, _ in cell.more_items]
        for word, lying in (("with", cell.item), *more, ("on", cell.area)):
            if lying is not None:
                text.append(f"\n{word} {self._catalogue.card(lying.card).name}", style="italic")
        return text
