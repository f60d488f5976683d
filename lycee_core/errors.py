"""The exceptions of the core: one family, each naming who did what.

Every exception raised on purpose by `lycee_core` is a `LyceeError`. Messages are complete lines for
a reader who has only the line. Nothing below; every module of the core above.
"""

from __future__ import annotations


class LyceeError(Exception):
    """The base of every exception raised on purpose by this project."""


class NotationError(LyceeError, ValueError):
    """A text was given that stands for no decision."""


class InvalidNotationError(NotationError):
    """A text was given that cannot be read as a decision at all."""


class AmbiguousNotationError(NotationError):
    """A text was given that several decisions answer to."""


class IllegalDecisionError(LyceeError, ValueError):
    """A seat decided something that the rules forbid at this moment."""

    def __init__(self, message: str, *, rule: str = "") -> None:
        """Keep the message and the number of the rule that forbids it, such as `R5.3`."""
        super().__init__(message)
        self.rule = rule


class LineError(LyceeError, ValueError):
    """A seat sent a line that ends too early, runs on too long or is illegal at some point."""


class MissingFaceError(LyceeError):
    """A replica was asked to go on with a card whose face it has not learned."""


class CardDataError(LyceeError, ValueError):
    """A card file says something the card language does not allow, or does not build yet."""

    def __init__(self, message: str, *, faults: tuple[str, ...] = ()) -> None:
        """Keep every fault of the file, one line each; the message is all of them."""
        super().__init__(message)
        self.faults = faults or tuple(message.splitlines())


class DeckError(LyceeError, ValueError):
    """A deck list is unreadable, names an unknown card or breaks the rules of deck building."""


def printable(text: str) -> str:
    """Write what a terminal would obey as `\\x1b`: controls and marks that turn the direction."""
    if text.isprintable():
        return text
    return "".join(repr(c)[1:-1] if _is_control(ord(c)) else c for c in text)


def _is_control(code: int) -> bool:
    turns = 0x200E <= code <= 0x200F or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069
    return code < 0x20 or 0x7F <= code < 0xA0 or code in (0x2028, 0x2029) or turns
