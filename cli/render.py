"""What is printed: declarations, events and both fields as plain lines or as JSON lines.

A printer knows whose eyes it prints for: a seat, which reads "you" and "enemy", or nobody. It gets
public facts and views, so it has nothing to hide. The drawn field of a terminal is in `drawing`.
Below: the core; above: `players`, `session`, `replay`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.glimpse import CardView, Frozen
from lycee_core.notation import codes_of, format_arrangement, legal_texts
from lycee_core.view import CellView
from lycee_core.wording import cell_word

from .narration import Narrator
from .questions import question_text
from .refusals import with_reason
from .scene import card_name
from .standing import Teller

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TextIO

    from lycee_core.cards import Catalogue
    from lycee_core.facts import Event, Outcome
    from lycee_core.game import GameState
    from lycee_core.view import SideView, View

HAND_LIMIT = 7  # R4.16, where no card changes it
# What `field` tells a program.
FIELD = (
    "turn", "turn_player", "phase", "sides", "chain", "battle", "piles", "effects", "watchers",
    "uses",
)  # fmt: skip
DRAWN = 2  # the winner of a drawn game
HOW = {
    "deck-out": "the deck ran out", "concede": "the other side gave up",
    "limit": "a limit of the rules", "card": "a card",
}  # fmt: skip


class Printer:
    """Prints plain lines.

    Args:
        out: where to.
        catalogue: the cards, for their names.
        seat: whose eyes, or None.
    """

    def __init__(self, out: TextIO, catalogue: Catalogue, seat: int | None = None) -> None:
        self._out = out
        self._catalogue = catalogue
        self.seat = seat
        self.narrator = Narrator(catalogue, self.who, seat)
        # Seconds in the bank of either seat; a match over the network with clocks knows them.
        self.banks: Callable[[], Sequence[float] | None] = lambda: None

    def _put(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._out.write(line + "\n")
        self._out.flush()

    def who(self, seat: int) -> str:
        """Say a seat as the reader sees it."""
        if self.seat is None or seat not in (0, 1):
            return f"seat {seat}"
        return "you" if seat == self.seat else "enemy"

    def say(self, lines: Iterable[str]) -> None:
        """Print text for people."""
        self._put(lines)

    def invite(self, text: str) -> None:
        """Print an invite."""
        self._put([text])

    def line(self, seat: int, text: str, line: bytes) -> None:
        """Print a line that was played; `line` are its bytes."""
        del line
        self._put([f"{self.who(seat)}: {text}"])

    def events(
        self, events: Sequence[Event], eyes: GameState, before: GameState | None = None
    ) -> None:
        """Print what happened.

        Args:
            events: in their order.
            eyes: the reader's own replica after them.
            before: a replica before them, if there is one at hand.
        """
        self._put(f"  {text}" for text in self.narrator.tell(events, eyes, before))

    def asked(self, state: GameState, seen: View) -> None:
        """Print that the reader must decide."""
        self._put([f"? {self._question(state, seen)}"])

    def _question(self, state: GameState, seen: View) -> str:
        return question_text(state, seen, self.narrator.acting)

    def refused(self, message: str, rule: str = "") -> None:
        """Print why an input was not taken."""
        self._put([refusal_text(message, rule)])

    def ended(self, outcome: Outcome) -> None:
        """Print how the game ended."""
        self._put([outcome_text(outcome, self.who)])

    def finished(self, text: str, winner: int, how: str) -> None:
        """Print how a match over the network ended.

        Args:
            text: the same for people.
            winner: a seat; 2 for a draw.
            how: one word.
        """
        del winner, how
        self._put([text])

    def field(self, seen: View) -> None:
        """Print both fields."""
        self._put([*field_lines(seen, self._catalogue, self.who), *self.clock_lines()])

    def clock_lines(self) -> list[str]:
        """Say what the clocks have left; nothing without clocks."""
        banks = self.banks()
        if banks is None:
            return []
        left = [f"{self.who(seat)} {max(0, int(bank))} s" for seat, bank in enumerate(banks)]
        return [f"in the bank: {', '.join(left)}"]


class QuietPrinter(Printer):
    """Prints nothing: for scripts of which only the result matters."""

    def _put(self, lines: Iterable[str]) -> None:
        del lines

    def events(
        self, events: Sequence[Event], eyes: GameState, before: GameState | None = None
    ) -> None:
        """Say nothing."""


class JsonPrinter(Printer):
    """Prints one JSON object a line, for programs."""

    def _object(self, type_: str, /, **fields: object) -> None:
        import json

        self._put([json.dumps({"type": type_, **fields}, ensure_ascii=False)])

    def say(self, lines: Iterable[str]) -> None:
        """Print text as one object."""
        self._object("text", lines=list(lines))

    def invite(self, text: str) -> None:
        """Print an invite as one object."""
        self._object("invite", invite=text)

    def line(self, seat: int, text: str, line: bytes) -> None:
        """Print a played line with its codes."""
        self._object("line", seat=seat, text=text, codes=codes_of(line) if line else [])

    def events(
        self, events: Sequence[Event], eyes: GameState, before: GameState | None = None
    ) -> None:
        """Print every event, one object each, with the faces that the reader may know."""
        del before
        for event in events:
            card = event.card
            if card == defs.UNKNOWN and event.token < defs.N_TOKENS:
                card = eyes.face(event.token)
            number = None if card == defs.UNKNOWN else self._catalogue.numbers[card]
            self._object(
                "event",
                name=event.name,
                seat=event.seat if event.seat < defs.NOBODY else None,
                token=event.token if event.token < defs.N_TOKENS else None,
                card=number,
                cell=event.cell if event.cell < defs.NO_CELL else None,
                amount=event.amount,
            )

    def asked(self, state: GameState, seen: View) -> None:
        """Print the question with its options, as text and as codes."""
        self._object(
            "ask",
            seat=seen.pending_seat,
            kind=defs.PENDING_NAMES[seen.pending_kind],
            options=legal_texts(state) or [format_arrangement(state, state.pending().tokens)],
            codes=list(seen.options),
            hand=self._hand(seen),
        )

    def _hand(self, seen: View) -> list[dict[str, object]]:
        cards = seen.sides[seen.seat].hand if seen.seat is not None else ()
        numbers = self._catalogue.numbers
        return [
            {"token": one.token, "card": None if one.card == defs.UNKNOWN else numbers[one.card]}
            for one in cards
        ]

    def refused(self, message: str, rule: str = "") -> None:
        """Print why an input was not taken, with the number of the rule."""
        self._object("refused", message=with_reason(message, rule), rule=rule or None)

    def ended(self, outcome: Outcome) -> None:
        """Print the winner (2 for a draw) and how it ended."""
        self._object("end", winner=outcome.winner, how=outcome.termination)

    def finished(self, text: str, winner: int, how: str) -> None:
        """Print the end of a match as that of a game."""
        del text
        self._object("end", winner=winner, how=how)

    def field(self, seen: View) -> None:
        """Print a whole view in one object, and the same as text lines."""
        shown = {name: getattr(seen, name) for name in FIELD}
        banks = self.banks()
        self._object(
            "field",
            lines=[*field_lines(seen, self._catalogue, self.who), *self.clock_lines()],
            banks=None if banks is None else [round(bank, 1) for bank in banks],
            **{name: plain_value(one, self._catalogue.numbers) for name, one in shown.items()},
        )


# ---- pieces of text ----------------------------------------------------------------------------


def refusal_text(message: str, rule: str) -> str:
    """Say why an input was not taken: behind a bare rule its usual reason."""
    return f"! {with_reason(message, rule)}"


def outcome_text(outcome: Outcome, who: Callable[[int], str] | None = None) -> str:
    """Say how a game ended in one line."""
    how = HOW[outcome.termination]
    if outcome.winner == DRAWN:
        return f"draw: {how}"
    name = who(outcome.winner) if who is not None else f"seat {outcome.winner}"
    return f"{name} won: {how}" if name == "you" else f"{name} wins: {how}"


def field_lines(seen: View, catalogue: Catalogue, who: Callable[[int], str]) -> list[str]:
    """Say a view in plain lines: both sides with what lies in their cells, then the own hand."""
    own = seen.seat if seen.seat is not None else 0
    teller = Teller(seen, catalogue, who)
    lines = [turn_text(seen, who)]
    for seat in (1 - own, own):
        side = seen.sides[seat]
        lines.append(f"{who(seat)}: {sizes_text(side)}")
        lines += [f"  {text}" for text in cell_lines(side, catalogue, own)]
    lines += [f"  {text}" for text in (*teller.apart(), *teller.lasting())]
    if seen.seat is not None:
        lines.append("  hand: " + hand_text(seen.sides[own].hand, catalogue))
    return lines


def turn_text(seen: View, who: Callable[[int], str]) -> str:
    """Say turn and phase, and whose they are."""
    whose = f", {who(seen.turn_player)}" if seen.turn_player in (0, 1) else ""
    return f"turn {seen.turn}, {seen.phase}{whose}"


def sizes_text(side: SideView) -> str:
    """Say how many cards one side has where, and a hand limit that is not the usual one."""
    parts = [f"hand {len(side.hand)}", f"deck {len(side.deck)}", f"dust box {len(side.dust)}"]
    parts += [f"removed {len(side.removed)}"] if side.removed else []
    parts += [f"hand limit {side.hand_limit}"] if side.hand_limit != HAND_LIMIT else []
    return ", ".join(parts)


def cell_lines(side: SideView, catalogue: Catalogue, viewer: int) -> list[str]:
    """Say the cells of one side that hold something."""
    lines = []
    for cell in side.cells:
        parts = []
        if cell.character is not None:
            parts.append(character_text(cell, catalogue))
        if cell.item is not None:
            items = (cell.item, *(card for card, _ in cell.more_items))
            parts.append(f"with {' and '.join(card_name(catalogue, one.card) for one in items)}")
        if cell.area is not None:
            parts.append(f"on {card_name(catalogue, cell.area.card)}")
        if parts:
            lines.append(f"{cell_word(cell.cell, viewer):5} {', '.join(parts)}")
    return lines


def character_text(cell: CellView, catalogue: Catalogue) -> str:
    """Say a character: number, name, AP/DP/SP, tapped, new."""
    assert cell.character is not None
    name = card_name(catalogue, cell.character.card)
    return f"{name} {cell.ap}/{cell.dp}/{cell.sp}{marks_text(cell)}"


def marks_text(cell: CellView) -> str:
    """Say what else matters of a character at a glance."""
    assert cell.character is not None
    is_foreign = cell.character.token // defs.SEAT_TOKENS != cell.cell // 6
    kept = f" +{len(cell.kept)} kept" if cell.kept else ""
    return " tapped" * cell.tapped + " new" * cell.new + " taken" * is_foreign + kept


def plain_value(value: object, numbers: Sequence[str]) -> object:
    """Turn a view into what JSON can say: cards by number, basic abilities by name."""
    if isinstance(value, CardView):
        number = None if value.card == defs.UNKNOWN else numbers[value.card]
        return {"token": value.token, "card": number}
    if isinstance(value, Frozen):
        found = {name: plain_value(getattr(value, name), numbers) for name in value.__slots__}
        if isinstance(value, CellView):
            mask = value.basics
            found["basics"] = [word for bit, word in enumerate(defs.BASICS) if mask >> bit & 1]
        return found
    return [plain_value(one, numbers) for one in value] if isinstance(value, tuple) else value


def hand_text(hand: Sequence[CardView], catalogue: Catalogue) -> str:
    """Say the cards of an own hand with their tokens."""
    words = [
        f"#{card.token}"
        if card.card == defs.UNKNOWN
        else f"{catalogue.numbers[card.card]}#{card.token}"
        for card in hand
    ]
    return " ".join(words) or "empty"


def make_printer(format_: str, out: TextIO, catalogue: Catalogue, seat: int | None) -> Printer:
    """Return the printer for `--format plain` or `--format jsonl`."""
    kind = JsonPrinter if format_ == "jsonl" else Printer
    return kind(out, catalogue, seat)
