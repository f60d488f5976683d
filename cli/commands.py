"""What a person or a script may type beside the lines of the game: the words of the client itself.

A text is either a client word, handled here and in `players`, or a line of the game, which
`lycee_core.notation` reads. Invariant: no client word begins a line of the game. Nothing below.
"""

from __future__ import annotations

WORDS = {
    "help": "these words and where the rest is explained",
    "options": "what may be decided now",
    "field": "both fields",
    "hand": "your hand",
    "dust": "both dust boxes",
    "card": "card NUMBER or NAME: what a card says",
    "concede": "give up",
    "draw": "offer a draw, or take the one that was offered",
    "quit": "leave without an end",
}
ALONE = frozenset(WORDS) - {"card"}


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
    return (word, argument.strip()) if word == "card" else None


def help_lines() -> list[str]:
    """Return what `help` prints."""
    lines = [f"{word:8} {meaning}" for word, meaning in WORDS.items()]
    lines.append("enter CARD CELL pay CARD... | use CARD [on CELL] [target X...] [pay CARD...]")
    lines.append("ability CELL [N] | attack CELL | support CELL | step CELL CELL | end | pass")
    lines.append("cells: AFL AFC AFR DFL DFC DFR, of the enemy eAFL ...; cards: CH-9001, #17")
    return lines
