"""What a person or a script may type beside the lines of the game: the words of the client itself.

A text is either a client word, handled here and in `players`, or a line of the game, which
`lycee_core.notation` reads. Invariant: no client word begins a line of the game. Nothing below.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS = {
    "help": "how the lines that are legal now are written, and these words",
    "options": "every line that is legal now, with names and values",
    "hand": "your hand, with costs and values",
    "field": "both fields",
    "chain": "the declarations that wait",
    "dust": "both dust boxes",
    "removed": "what was removed from the game",
    "piles": "piles, cards kept on others, cards set aside",
    "lasting": "what lasts, what waits, what was used",
    "card": "card NUMBER or NAME: what a card says; card CELL: what stands there, as it is now",
    "auto": "auto on, auto off: pass at once where you can do nothing else",
    "concede": "give up",
    "draw": "offer a draw, or take the one that was offered",
    "quit": "leave without an end",
}
WITH_ARGUMENT = ("card", "auto")
ABOUT_QUESTION = ("help", "options")
ALONE = frozenset(WORDS) - set(WITH_ARGUMENT)
AUTO = {
    "on": "auto on: where only pass is legal it is said for you; so quick an answer tells the "
    "other side that you had no choice",
    "off": "auto off: you are always asked, so that no pass tells anything by its time",
}


def without_comment(text: str) -> str:
    """Cut a comment off: from a `#` at the start or behind a blank, unless a digit follows it.

    `#17` is a card; `# 17` and `#seventeen` are comments.
    """
    start = 0
    while (start := text.find("#", start)) >= 0:
        begins = start == 0 or text[start - 1].isspace()
        if begins and not text[start + 1 : start + 2].isdigit():
            return text[:start].strip()
        start += 1
    return text.strip()


def client_word(text: str) -> tuple[str, str] | None:
    """Split a text into a client word and its argument; None when it is a line of the game."""
    word, _, argument = text.partition(" ")
    word = word.lower()
    if word in ALONE and not argument.strip():
        return word, ""
    return (word, argument.strip()) if word in WITH_ARGUMENT else None


def meanwhile_lines() -> list[str]:
    """Return what can be said while the other side is to act."""
    words = ", ".join(word for word in WORDS if word not in ABOUT_QUESTION)
    return [f"the other side is to act; meanwhile you can say: {words}"]


def help_lines(question: str, forms: Sequence[str]) -> list[str]:
    """Return what `help` prints.

    Args:
        question: what is asked now.
        forms: how the lines that answer it are written.
    """
    lines = [f"now: {question}", *(f"  {form}" for form in forms)]
    lines.append("cells: AFL AFC AFR DFL DFC DFR, of the enemy eAFL ...; cards: CH-9001, #17")
    lines.append(
        "values: AP/DP/SP; a cost in letters, S snow, M moon, F flower, L space, N sun, * any"
    )
    return lines + [f"{word:8} {meaning}" for word, meaning in WORDS.items()]
