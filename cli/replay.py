"""`lycee run`: a script plays a headless game for both seats and checks what came of it.

One statement a line, carried out from top to bottom; the first that fails ends the run with
`FILE:LINE`. The grammar is spec/notation.md N7. The game begins with the first statement that needs
it, and chance is answered as soon as it is asked. Below: `table`, `decks`, `render`, `bots`.
"""

from __future__ import annotations

from contextlib import contextmanager

from lycee_core import defs
from lycee_core.errors import IllegalDecisionError, LyceeError, NotationError
from lycee_core.notation import format_line, parse_arrangement, parse_line

from .bots import bot_line, make_bot
from .checks import CHECKS, CheckError
from .commands import without_comment
from .decks import STARTER, load_catalogue, load_deck
from .faults import CHECK, Fault
from .refusals import with_reason
from .table import Table

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from lycee_core import Catalogue, Deck

    from .render import Printer

DEFAULT_DECKS = ("harbour", "gale")
EVENTS = frozenset(defs.EVENT_NAMES.values())


class Script:
    """A script while it runs.

    Args:
        source: how errors call it; decks and card files are found beside it.
        new_printer: makes the printer once the catalogue is known.
        bot: who plays for `auto`, by name.
    """

    def __init__(self, source: str, new_printer: Callable[[Catalogue], Printer], bot: str) -> None:
        import os

        self._folder = os.path.dirname(source)
        self._source = source
        self._new_printer = new_printer
        self._bot = bot
        self._cards: list[str] = []
        self._decks = list(DEFAULT_DECKS)
        self._seed = 0
        self._tops: dict[int, list[str]] = {}
        self._set_at: dict[str, int] = {}  # the lines of the settings, by their word and seat
        self._starter: int | None = None
        self._table: Table | None = None
        self._printer: Printer | None = None
        self._happened: set[str] = set()
        self._number = 0  # of the line that is carried out
        self.n_lines = 0
        self.n_checks = 0

    def run(self, text: str) -> None:
        """Carry out every statement; a `Fault` at the first that fails."""
        try:
            for self._number, raw in enumerate(text.splitlines(), 1):
                statement = without_comment(raw)
                if statement:
                    self._carry_out(statement)
            if self._set_at:
                self.table()  # a script of settings alone may be wrong as well
        except Fault as fault:
            raise Fault(fault.code, f"{self._source}:{self._number}: {fault}") from None
        except (CheckError, LyceeError) as error:
            text = with_reason(str(error), getattr(error, "rule", ""))
            raise Fault(CHECK, f"{self._source}:{self._number}: {text}") from None

    # ---- statements

    def _carry_out(self, statement: str) -> None:
        word, _, rest = statement.partition(" ")
        if word in ("0:", "1:"):
            self._play(int(word[0]), rest.strip())
        elif word == "expect":
            self._expect(rest.strip())
        elif word == "auto":
            self._auto(rest.strip())
        elif word == "show":
            self._show(rest.strip())
        elif word in ("cards", "deck", "seed", "top", "starts"):
            self._set_up(word, rest.split())
        else:
            raise CheckError(
                f"found {word}, expected cards, deck, seed, top, starts, 0:, 1:, auto, show or "
                "expect"
            )

    def _set_up(self, word: str, words: list[str]) -> None:
        if self._table is not None:
            raise CheckError(f"found {word} after the game has begun")
        if word == "cards" and words:
            import os

            self._cards += [
                word if word == STARTER else os.path.join(self._folder, word) for word in words
            ]
        elif word == "deck" and len(words) == 2:
            self._decks[seat_of(words[0])] = words[1]
        elif word == "seed" and len(words) == 1:
            self._seed = number_of(words[0])
        elif word == "top" and len(words) > 1:
            self._tops[seat_of(words[0])] = words[1:]
        elif word == "starts" and len(words) == 1:
            self._starter = seat_of(words[0])
        else:
            raise CheckError(f"found {' '.join([word, *words])}, expected more or other words")
        self._set_at[f"{word} {words[0]}" if word in ("deck", "top") else word] = self._number

    @contextmanager
    def _at(self, setting: str) -> Iterator[None]:
        """Tell a fault in here as one of the line of a setting, not of the first play."""
        number = self._number
        self._number = self._set_at.get(setting, number)
        yield
        self._number = number

    def table(self) -> Table:
        """The game, begun when it is first needed."""
        if self._table is None:
            with self._at("cards"):
                catalogue = load_catalogue(self._cards)
            decks = [self._load_deck(seat, catalogue) for seat in (0, 1)]
            table = Table(catalogue, (decks[0], decks[1]), self._seed)
            table.starter = self._starter
            for seat, numbers in self._tops.items():
                with self._at(f"top {seat}"):
                    table.tops[seat] = top_of(decks[seat].cards, numbers, catalogue)
            self._table = table
            self._printer = self._new_printer(catalogue)
            bots = (make_bot(self._bot, self._seed + seat, catalogue) for seat in (0, 1))
            self._bots = tuple(bots)
            self._answer_chance()
        return self._table

    def _load_deck(self, seat: int, catalogue: Catalogue) -> Deck:
        with self._at(f"deck {seat}"):
            return load_deck(self._decks[seat], catalogue, folder=self._folder)

    def _answer_chance(self) -> None:
        table = self._table
        assert table is not None
        assert self._printer is not None
        while table.all.pending().seat == defs.CHANCE and table.all.pending().kind != defs.ARRANGE:
            events = table.answer()
            self._happened |= {event.name for event in events}
            self._printer.events(events, table.replica(None))
        self._tell_end()

    def _tell_end(self) -> None:
        """Say who won, once the game is over; nothing is played after that."""
        outcome = self.table().all.outcome()
        if outcome is not None and self._printer is not None:
            self._printer.ended(outcome)

    def _play(self, seat: int, text: str) -> None:
        table = self.table()
        self._happened = set()
        if text.lower() == "concede":
            if table.all.outcome() is not None:
                raise IllegalDecisionError(f"{text}: the game is over", rule="R1.10")
            assert self._printer is not None
            self._printer.line(seat, "concede", b"")
            self._printer.events(table.concede(seat), table.replica(None))
            self._tell_end()
            return
        pending = table.all.pending()
        if pending.kind == defs.ARRANGE and pending.owner == seat:
            table.answer(parse_arrangement(table.replica(seat), text))
            self._answer_chance()
            return
        self._line(seat, self._read(seat, text))

    def _read(self, seat: int, text: str) -> bytes:
        table = self.table()
        pending = table.all.pending()
        if pending.kind == defs.OVER:
            raise IllegalDecisionError(f"{text}: the game is over", rule="R1.10")
        if pending.seat != seat:
            raise IllegalDecisionError(
                f"{text}: seat {pending.seat} is asked {pending.name}", rule="R1.10"
            )
        return parse_line(table.replica(seat), text)

    def _line(self, seat: int, line: bytes) -> None:
        table = self.table()
        assert self._printer is not None
        before = table.replica(None).clone()
        events, shown = table.play(line)
        self.n_lines += 1
        self._happened = {event.name for event in events}
        self._printer.line(seat, format_line(before, line, faces=shown), line)
        self._printer.events(events, table.replica(None), before)
        self._answer_chance()

    def _auto(self, count: str) -> None:
        """`auto N`: the bots play N lines; `auto`: until the game is over."""
        table = self.table()
        left = number_of(count) if count else -1
        while left and table.all.outcome() is None:
            pending = table.all.pending()
            if pending.kind == defs.ARRANGE:
                table.answer()
                self._answer_chance()
                continue
            line = bot_line(self._bots[pending.seat], table.replica(pending.seat))
            self._line(pending.seat, line)
            left -= 1

    def _show(self, seat: str) -> None:
        from lycee_core.view import view

        table = self.table()
        assert self._printer is not None
        viewer = seat_of(seat) if seat else None
        self._printer.field(view(table.replica(viewer), viewer))

    # ---- expectations

    def _expect(self, text: str) -> None:
        self.n_checks += 1
        word, _, rest = text.partition(" ")
        if word in ("illegal", "unreadable"):
            self._expect_refusal(word, rest.strip())
        elif word == "event":
            if rest.strip() not in EVENTS:
                raise CheckError(
                    f"found {rest.strip() or 'nothing'}, expected the name of an event"
                )
            if rest.strip() not in self._happened:
                found = ", ".join(sorted(self._happened)) or "none"
                raise CheckError(f"expected event {rest.strip()}, found {found}")
        elif word in CHECKS:
            CHECKS[word](self.table().all, rest.split())
        else:
            known = ", ".join(["event", "illegal", "unreadable", *CHECKS])
            raise CheckError(f"found expect {word}".rstrip() + f", expected one of: {known}")

    def _expect_refusal(self, word: str, text: str) -> None:
        """`expect illegal [R6.4] 0: LINE`, `expect unreadable 0: LINE`."""
        rule, seat, line = "", *text.partition(" ")[::2]
        if word == "illegal" and seat.startswith("R"):
            rule, (seat, line) = seat, line.strip().partition(" ")[::2]
        if seat not in ("0:", "1:"):
            raise CheckError(f"found {seat or 'nothing'}, expected 0: or 1: and a line")
        self.table()
        try:
            self._read(int(seat[0]), line)
        except IllegalDecisionError as error:
            if word == "unreadable" or rule not in ("", error.rule):
                wanted = f"{word} {rule}".rstrip()
                raise CheckError(f"expected {wanted}, found it illegal by {error.rule}") from None
            return
        except NotationError as error:
            if word == "illegal":
                raise CheckError(f"expected it illegal, found it unreadable: {error}") from None
            return
        raise CheckError(f"expected {word} {rule}".rstrip() + f", found it legal: {line}")


def seat_of(word: str) -> int:
    """Read a seat."""
    if word not in ("0", "1"):
        raise CheckError(f"found {word}, expected seat 0 or 1")
    return int(word)


def number_of(word: str) -> int:
    """Read a number from 0 to 2^63 - 1."""
    if not (word.isascii() and word.isdigit()) or int(word[:30]) >= 2**63:
        raise CheckError(f"found {word}, expected a number")
    return int(word)


def top_of(deck: tuple[int, ...], numbers: list[str], catalogue: Catalogue) -> list[int]:
    """Read the cards of `top`, which must be in the deck as often as they are named."""
    left = list(deck)
    cards = []
    for number in numbers:
        try:
            card = catalogue.index(number)
            left.remove(card)
        except (KeyError, ValueError):
            raise CheckError(f"found {number}, expected a card that is still in the deck") from None
        cards.append(card)
    return cards


def run_script(
    source: str,
    text: str,
    new_printer: Callable[[Catalogue], Printer],
    *,
    bot: str,
    out: TextIO,
) -> None:
    """Run a script and print one line when all of it held.

    Raises:
        Fault: with the line that failed.
    """
    script = Script(source, new_printer, bot)
    script.run(text)
    out.write(f"{source}: {script.n_lines} lines played, {script.n_checks} checks held\n")
