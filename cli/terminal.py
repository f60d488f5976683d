"""Lines from a person at a terminal: history, and completion of what is legal now.

The only module that knows `prompt_toolkit`, imported when there is a terminal and never otherwise.
Below: nothing of ours; above: `__main__`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter

from .commands import without_comment
from .typed import TypedLines

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        self._typed = TypedLines(descriptor)  # between two prompts the terminal gives whole lines

    def next(self, suggestions: Sequence[str]) -> str | None:
        """Return the next text; None when the person closed the input."""
        completer = WordCompleter(list(suggestions), sentence=True, ignore_case=True)
        while True:
            try:
                text = self._session.prompt("> ", completer=completer)
            except EOFError:
                return None
            self.number += 1
            if without_comment(text):
                return without_comment(text)

    def early(self) -> str | None:
        """The next text that was typed while nobody was asked."""
        return self._typed.early()

    def take_early(self) -> None:
        """Be done with the text that `early` returned."""
        self._typed.take_early()
