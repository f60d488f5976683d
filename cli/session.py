"""One game at a local table: two players and a printer, no network.

A table asks, a player answers, the printer tells what its reader may see. Below: `table`,
`players`; above: the command `play`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.notation import format_line

from .faults import UNFINISHED, Fault
from .players import CONCEDE, QUIT, Wish

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from lycee_core.facts import Outcome

    from .players import Player
    from .render import Printer
    from .table import Table


def play_game(table: Table, players: tuple[Player, Player], printer: Printer) -> Outcome:
    """Play a game to its end and print it.

    Raises:
        Fault: a player left, or its script is wrong or ends too early.
    """
    while (outcome := table.all.outcome()) is None:
        play_once(table, players, printer)
    printer.ended(outcome)
    return outcome


def play_once(table: Table, players: tuple[Player, Player], printer: Printer) -> None:
    """Answer what is pending: a chance request, an arrangement or a line."""
    pending = table.all.pending()
    if pending.seat == defs.CHANCE and pending.kind != defs.ARRANGE:
        printer.events(table.answer(), table.replica(printer.seat))
        return
    if pending.kind == defs.ARRANGE:
        seat = pending.owner
        order = players[seat].arrange(table.replica(seat), seat)
        if not isinstance(order, Wish):
            printer.events(table.answer(order), table.replica(printer.seat))
            return
        answer: bytes | Wish = order
    else:
        seat = pending.seat
        answer = players[seat].decide(table.replica(seat), seat)
    if isinstance(answer, Wish):
        grant(answer, table, printer, seat)
    else:
        print_line(table, printer, seat, answer)


def print_line(table: Table, printer: Printer, seat: int, line: bytes) -> None:
    """Play a line and print it with what happened, as the reader of the printer sees it."""
    before = table.replica(printer.seat).clone()
    events, shown = table.play(line)
    printer.line(seat, format_line(before, line, faces=shown), line)
    printer.events(events, table.replica(printer.seat), before)


def grant(wish: Wish, table: Table, printer: Printer, seat: int) -> None:
    """Do what a player wants beside the game."""
    if wish is CONCEDE:
        printer.line(seat, "concede", b"")
        printer.events(table.concede(seat), table.replica(printer.seat))
    elif wish is QUIT:
        raise Fault(UNFINISHED, "left before the end")
    else:
        printer.refused("nobody here takes a draw; concede or play on")
