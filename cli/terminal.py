"""Lines from a person at a terminal: history, and completion of what is legal now.

The only module that knows `prompt_toolkit`, imported when there is a terminal and never otherwise.
Below: nothing of ours; above: `__main__`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter

from .commands import without_comment

if TYPE_CHECKING:
    from collections.abc import Sequence


class TerminalLines:
    """Prompts for texts; a person may always write another, so nothing refused ends the program."""

    source = "standard input"
    is_script = False

    def __init__(self) -> None:
        self.number = 0
        self._session: PromptSession[str] = PromptSession()

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
