"""Lines from a person at a terminal: history, and completion of what is legal now.

The only module that knows `prompt_toolkit`, imported when there is a terminal and never otherwise.
Below: nothing of ours; above: `__main__`.
"""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter

from .commands import without_comment
from .typed import TypedLines

if TYPE_CHECKING:
    from collections.abc import Sequence


SECONDS_TO_STOP = 2


class TerminalLines:
    """Prompts for texts; a person may always write another, so nothing refused ends the program."""

    source = "standard input"
    is_script = False
    is_over = False
    keeps_early = False  # a line that was typed before its question was seen is no answer to it

    def __init__(self, descriptor: int = 0) -> None:
        self.descriptor = descriptor
        self.number = 0
        self._session: PromptSession[str] = PromptSession()
        self._is_stopped = False
        self._is_free = Event()  # no prompt is open
        self._is_free.set()
        self._typed = TypedLines(descriptor)  # between two prompts the terminal gives whole lines

    def next(self, suggestions: Sequence[str]) -> str | None:
        """Return the next text; None when the person closed the input."""
        completer = WordCompleter(list(suggestions), sentence=True, ignore_case=True)
        while True:
            text = self._ask(completer)
            if text is None:
                return None
            self.number += 1
            if without_comment(text):
                return without_comment(text)

    def _ask(self, completer: WordCompleter) -> str | None:
        self._is_free.clear()
        try:
            end = self._end_if_stopped  # before the prompt could be told
            text: str = self._session.prompt("> ", completer=completer, pre_run=end)
        except EOFError:
            return None
        finally:
            self._is_free.set()
        return text

    def stop(self) -> None:
        """End the prompt that is open, if one is: it leaves the terminal as it found it."""
        self._is_stopped = True
        loop = self._session.app.loop
        if loop is not None and not self._is_free.is_set():
            loop.call_soon_threadsafe(self._end_if_stopped)
            self._is_free.wait(SECONDS_TO_STOP)

    def _end_if_stopped(self) -> None:
        app = self._session.app
        if self._is_stopped and app.is_running and not app.is_done:
            app.exit(exception=EOFError())

    def early(self) -> str | None:
        """The next text that was typed while nobody was asked."""
        return self._typed.early()

    def take_early(self) -> None:
        """Be done with the text that `early` returned."""
        self._typed.take_early()
