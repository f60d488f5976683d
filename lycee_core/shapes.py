"""Tells by its shape alone what a value of a card file may be meant as.

A shape is looked at before a value is read, so a test here never judges what stands inside. Below:
`grammar`; above: the readers of nodes, `card_fields`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import grammar

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_core.parsed import Points


def is_text(value: object) -> bool:
    """Tell whether a value is a text."""
    return isinstance(value, str)


def is_readable(value: object) -> bool:
    """Tell whether a value is a text with something in it and no control characters."""
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def is_int(value: object) -> bool:
    """Tell whether a value is a whole number and no flag."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_flag(value: object) -> bool:
    """Tell whether a value is true or false."""
    return isinstance(value, bool)


def is_list(value: object) -> bool:
    """Tell whether a value is a list."""
    return isinstance(value, list)


def is_table(value: object) -> bool:
    """Tell whether a value is a table."""
    return isinstance(value, dict)


def has(*keys: str) -> Callable[[object], bool]:
    """Build a test for tables that hold one of the keys."""
    return lambda value: isinstance(value, dict) and any(key in value for key in keys)


def is_amount(value: object) -> bool:
    """Tell whether a value is a number or a table headed by a word for amounts."""
    if not isinstance(value, dict):
        return is_int(value)
    heads = [key for key in value if key in grammar.AMOUNTS]
    if heads and heads[0] in ("highest", "lowest"):
        return "over" in value
    return bool(heads)


def is_moment(value: object) -> bool:
    """Tell whether a value is `{ add = amount }` or `{ set = amount }`, and no arithmetic."""
    return has("add", "set")(value) and not (
        isinstance(value, dict) and isinstance(value.get("add"), list)
    )


def is_ref(value: object) -> bool:
    """Tell whether a value is a reference: a word, or a table such as `{ most = "hand" }`."""
    return is_text(value) or has(*grammar.SEAT_TABLES)(value)


def is_label(value: object) -> bool:
    """Tell whether a value is a word that is no reference."""
    return is_text(value) and not (
        str(value).startswith(("$", "remembered:"))
        or value in grammar.REFERENCES
        or value in grammar.SEATS
    )


def read_points(text: str) -> Points | None:
    """Count the letters of a cost such as `SS*`; `0` is free.

    Returns:
        Points of snow, moon, flower, space, sun and of any attribute, or None.
    """
    if text == "0":
        return (0, 0, 0, 0, 0, 0)
    if not text or any(letter not in grammar.LETTERS for letter in text):
        return None
    s, m, f, l, n, a = (text.count(letter) for letter in grammar.LETTERS)  # noqa: E741
    return (s, m, f, l, n, a)
