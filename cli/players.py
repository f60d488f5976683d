"""Who sits in a seat: a person or a script that writes lines, or a bot.

A player is given the replica of its own seat and answers with a line, an order of cards or a wish
that is no decision of the game. Nothing is decided here: what is legal says the engine, and a text
it refuses is answered with its reason. Below: `bots`, `commands`, `render`; above: `session`,
`peer`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.errors import (
    IllegalDecisionError,
    LineError,
    MissingFaceError,
    NotationError,
    printable,
)
from lycee_core.notation import legal_texts, line_of, parse_arrangement, parse_line
from lycee_core.view import view
from lycee_core.wording import begins_line

from .bots import bot_line
from .commands import (
    ABOUT_QUESTION,
    AUTO,
    WORDS,
    client_word,
    help_lines,
    meanwhile_lines,
    without_comment,
)
from .faults import CHECK, UNFINISHED, Fault
from .questions import (
    can_only_pass,
    chain_lines,
    form_lines,
    hand_lines,
    option_lines,
    question_text,
)
from .refusals import with_reason
from .standing import Teller, cell_number

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol, TypeAlias, TypeGuard

    from lycee_core.game import GameState
    from lycee_core.glimpse import CardView
    from lycee_core.view import SideView, View

    from .bots import RandomBot
    from .render import Printer

    class Player(Protocol):
        """What a seat is asked."""

        def decide(self, state: GameState, seat: int) -> Answer:
            """Return a line of the pending seat, or a wish."""

        def arrange(self, state: GameState, seat: int) -> Arrangement:
            """Return the cards of the pending Arrange in their new order, top first, or a wish."""

    class Lines(Protocol):
        """Where texts come from; `suggestions` may help whoever writes them."""

        source: str
        number: int
        is_script: bool

        def next(self, suggestions: Sequence[str]) -> str | None:
            """Return the next text, None at the end."""

    class Prompt(Lines, Protocol):
        """A person at a terminal."""

        def stop(self) -> None:
            """Ask for nothing any more; called from another thread than `next`."""

    class Early(Lines, Protocol):
        """Texts that may come before anybody is asked."""

        descriptor: int
        is_over: bool
        keeps_early: bool

        def early(self) -> str | None:
            """Return the next text if it is there already; it stays until somebody takes it."""

        def take_early(self) -> None:
            """Be done with the text that `early` returned."""


class Wish:
    """What a player may want beside the decisions of the game: CONCEDE, DRAW or QUIT."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word

    def __repr__(self) -> str:
        return f"<Wish {self.word}>"


CONCEDE = Wish("concede")
DRAW = Wish("draw")
QUIT = Wish("quit")
WISHES = {wish.word: wish for wish in (CONCEDE, DRAW, QUIT)}
ZONES: dict[str, Callable[[SideView], tuple[CardView, ...]]] = {
    "dust": lambda side: side.dust,
    "removed": lambda side: side.removed,
}

if TYPE_CHECKING:
    Answer: TypeAlias = bytes | Wish
    Arrangement: TypeAlias = tuple[int, ...] | Wish


class BotPlayer:
    """A bot in a seat."""

    def __init__(self, bot: RandomBot) -> None:
        self._bot = bot

    def decide(self, state: GameState, seat: int) -> Answer:
        """Let the bot build a line."""
        del seat
        return bot_line(self._bot, state)

    def arrange(self, state: GameState, seat: int) -> Arrangement:
        """Let the bot order the cards."""
        order = self._bot.arrange(view(state, seat), state.pending().tokens)
        return tuple(state.face(token) for token in order)


class TextLines:
    """Texts of a file, without comments and empty lines.

    Args:
        lines: the raw lines.
        source: how errors call them.
        is_script: a text that is refused ends the program, as nobody is there to write another.
    """

    def __init__(self, lines: Iterator[str], *, source: str, is_script: bool) -> None:
        self._lines = lines
        self.source = source
        self.number = 0
        self.is_script = is_script

    def next(self, suggestions: Sequence[str]) -> str | None:
        """Return the next text, None at the end."""
        del suggestions
        for line in self._lines:
            self.number += 1
            text = without_comment(line)
            if text:
                return text
        return None


def may_come_early(lines: Lines) -> TypeGuard[Early]:
    """Whether somebody may write before being asked."""
    return hasattr(lines, "early")


def is_prompt(lines: Lines) -> TypeGuard[Prompt]:
    """Whether texts are asked for at a terminal, which has to be left as it was."""
    return hasattr(lines, "stop")


class Writer:
    """A person, a program or a script that writes lines.

    Args:
        lines: where they come from.
        printer: where questions and reasons go.
    """

    def __init__(self, lines: Lines, printer: Printer) -> None:
        self._lines = lines
        self._printer = printer
        self._passes_alone = False

    def decide(self, state: GameState, seat: int) -> Answer:
        """Ask until a text is a legal line or a wish."""
        suggestions, seen = legal_texts(state), view(state, seat)
        if self._passes_alone and can_only_pass(seen):
            return line_of(seen.options)
        self._printer.asked(state, seen)
        while True:
            text = self._next(state, seat, suggestions)
            if isinstance(text, Wish):
                return text
            try:
                return parse_line(state, text)
            except (NotationError, IllegalDecisionError, LineError, MissingFaceError) as error:
                self._refuse(error)

    @property
    def early(self) -> Early | None:
        """Where texts come from that nobody asked for; None for a script."""
        return self._lines if may_come_early(self._lines) else None

    def stop(self) -> None:
        """Nobody wants the answer any more: give the terminal back."""
        if is_prompt(self._lines):
            self._lines.stop()

    def hear(self, state: GameState, seat: int) -> Wish | None:
        """Take what was written while the other side is to act; None: no wish was among it."""
        early = self.early
        while early is not None and (text := early.early()) is not None:
            word = client_word(text)
            if word is None and early.keeps_early and begins_line(text):
                return None
            early.take_early()
            if word is None and early.keeps_early:
                found = f"found {printable(text)}"
                self._printer.refused(f"{found}, expected a line of the game; try help")
            elif word is None or word[0] in ABOUT_QUESTION:
                self._printer.say(meanwhile_lines())
            elif word[0] in WISHES:
                return WISHES[word[0]]
            else:
                self._tell(word, state, seat, [])
        return None

    def arrange(self, state: GameState, seat: int) -> Arrangement:
        """Ask until a text orders all cards."""
        self._printer.asked(state, view(state, seat))
        while True:
            text = self._next(state, seat, ["arrange"])
            if isinstance(text, Wish):
                return text
            try:
                return parse_arrangement(state, text)
            except NotationError as error:
                self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        rule = error.rule if isinstance(error, IllegalDecisionError) else ""
        if self._lines.is_script:
            text = with_reason(str(error), rule)
            raise Fault(CHECK, f"{self._lines.source}:{self._lines.number}: {text}")
        self._printer.refused(str(error), rule)

    def _next(self, state: GameState, seat: int, options: Sequence[str]) -> str | Wish:
        """The next text that is a line of the game or a wish; other client words are done here."""
        while True:
            text = self._lines.next([*options, *WORDS])
            if text is None:
                raise Fault(UNFINISHED, f"{self._lines.source}: ends before the match is over")
            word = client_word(text)
            if word is None:
                return text
            if word[0] in WISHES:
                return WISHES[word[0]]
            self._tell(word, state, seat, options)

    def _tell(
        self, word: tuple[str, str], state: GameState, seat: int, options: Sequence[str]
    ) -> None:
        seen = view(state, seat)
        if word[0] == "help":
            question = question_text(state, seen, self._printer.narrator.acting)
            self._printer.say(help_lines(question, form_lines(options)))
        elif word[0] == "options":
            is_line = state.pending().kind != defs.ARRANGE
            self._printer.say(option_lines(state, seat) if is_line else ["arrange CARD CARD ..."])
        elif word[0] == "field":
            self._printer.field(seen)
        elif word[0] == "hand":
            self._printer.say(hand_lines(state, seat))
        elif word[0] == "chain":
            self._printer.say(chain_lines(state, seat, self._printer.who))
        elif word[0] == "auto":
            self._set_auto(word[1].lower())
        else:
            self._look(word, state, seen)

    def _look(self, word: tuple[str, str], state: GameState, seen: View) -> None:
        """The words about what lies and lasts."""
        teller = Teller(seen, state.catalogue, self._printer.who)
        if word[0] in ZONES:
            zones = [(side.seat, ZONES[word[0]](side)) for side in seen.sides]
            lines = [f"{self._printer.who(seat)}: {teller.names(zone)}" for seat, zone in zones]
        elif word[0] == "piles":
            lines = teller.apart() or ["nothing lies in a pile, aside or on another card"]
        elif word[0] == "lasting":
            lines = [*teller.lasting(), *teller.used()] or ["nothing lasts, waits or was used up"]
        else:
            cell = cell_number(word[1], seen.seat or 0)
            lines = explained(state, word[1]) if cell is None else teller.cell(cell)
        self._printer.say(lines)

    def _set_auto(self, argument: str) -> None:
        if argument not in AUTO:
            found = f"found auto {printable(argument)}".rstrip()
            self._printer.say([f"{found}, expected auto on or auto off"])
            return
        self._passes_alone = argument == "on"
        self._printer.say([AUTO[argument]])


def explained(state: GameState, words: str) -> list[str]:
    """Say what the cards say that a number, a name or a part of a name means."""
    from .cards import card_lines, find_cards

    found = find_cards(state.catalogue, words)
    if not found:
        return [f"no card is called {printable(words)}"]
    return [line for card in found[:3] for line in card_lines(state.catalogue.card(card))]
