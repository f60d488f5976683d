"""A card file after reading: immutable, typed, and already checked against the grammar.

A card holds nodes. A node has a word (verb, head of a condition or amount, name of an event ...),
the value of that word and its further keys; only what the author wrote is there, defaults are the
reader's business. Values are whole numbers, flags, texts, nodes, or tuples of these. Below:
nothing; above: `reader`, `loader`, `program`, `plain`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias, Union

Value: TypeAlias = Union[bool, int, str, "Node", "Basic", "Ability", tuple["Value", ...], None]
Points: TypeAlias = tuple[int, int, int, int, int, int]  # snow moon flower space sun, then any


@dataclass(frozen=True, slots=True)
class Node:
    """One table of the language: its word, what the word is given, and its other keys."""

    word: str
    value: Value = None
    args: tuple[tuple[str, Value], ...] = ()
    line: int = field(default=0, compare=False)

    def get(self, key: str, default: Value = None) -> Value:
        """Return the value of a key, or the default when the author did not write it."""
        for name, value in self.args:
            if name == key:
                return value
        return default

    def has(self, key: str) -> bool:
        """Tell whether the author wrote the key."""
        return any(name == key for name, _ in self.args)


class Ref(Node):
    """`self`, `it`, `$name`, `remembered:NAME`, seats; `{ most = "hand" }` has word `most`."""

    __slots__ = ()


class Selector(Node):
    """Which cards, cells, seats or declarations: its keys are the args, its word is empty."""

    __slots__ = ()


class Compare(Node):
    """A bound on a number: word `eq le ge lt gt ne`, value an amount."""

    __slots__ = ()


class Number(Node):
    """How many: word `exactly` or `up_to` with an amount, `any` (0 to all), `all`."""

    __slots__ = ()


class Amount(Node):
    """A number to be worked out: word `count`, `value`, `add` ...; plain integers stay `int`."""

    __slots__ = ()


class Condition(Node):
    """Something that holds or not: word `turn`, `battle`, `is`, `not` ..."""

    __slots__ = ()


class Declaration(Node):
    """A filter on declarations: kind, side, targets and filters of their card, as args."""

    __slots__ = ()


class Event(Node):
    """What triggers or is replaced: word is the event, args are `what`, `cause` and the rest."""

    __slots__ = ()


class Duration(Node):
    """How long: word `turn_end` ...; `while` has conditions, `used` an amount as its value."""

    __slots__ = ()


class Limit(Node):
    """How often: args `n`, `per`, `each`, `after`."""

    __slots__ = ()


class Cost(Node):
    """What is owed: args `points` (a tuple of six counts or amounts), `tap`, `mill` ..."""

    __slots__ = ()


class Operation(Node):
    """One step of an effect: word is the verb, value its object, args its parameters."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Basic:
    """One basic ability as a card prints or grants it."""

    name: str
    cost: Cost | None = None
    effect: tuple[Operation, ...] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """One special ability; absent keys hold their defaults."""

    kind: str
    name: str = ""
    host: str = "self"
    by: str = "controller"
    works_in: str = "field"
    cost: Cost | None = None
    when: tuple[Condition, ...] = ()
    on: Event | None = None
    limit: Limit | None = None
    conditions: tuple[Condition, ...] = ()  # the key `if`
    targets: tuple[tuple[str, Selector], ...] = ()
    effect: tuple[Operation, ...] = ()
    is_answerable: bool = True
    is_optional: bool = False  # the key `may` of a replacement
    and_then: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """An extra definition that a card can put into play."""

    name: str
    type: str = "character"
    attributes: tuple[str, ...] = ()
    cost: Points = (0, 0, 0, 0, 0, 0)
    ex: int = 0
    ap: int = 0
    dp: int = 0
    sp: int = 0
    sex: str = "none"
    cells: int = 0
    basics: tuple[Basic, ...] = ()
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One card as its author wrote it.

    `cells` is a bit set of the six cells of a field, bit = row * 3 + column with row 0 the attack
    row and column 0 the left. `copies` is the printed exception from the deck limit: (number of
    copies or -1 for any, "name" or "number"), or None.
    """

    number: str
    names: tuple[tuple[str, str], ...]
    key: str
    type: str
    attributes: tuple[str, ...]
    cost: Points
    ex: int
    also: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    ap: int = 0
    dp: int = 0
    sp: int = 0
    sex: str = "none"
    cells: int = 0
    house: tuple[str, ...] = ()
    copies: tuple[int, str] | None = None
    basics: tuple[Basic, ...] = ()
    conversion: tuple[str, ...] = ()
    put_on: Selector | None = None
    play_if: tuple[Condition, ...] = ()
    alt_cost: Cost | None = None
    forms: tuple[Form, ...] = ()
    abilities: tuple[Ability, ...] = ()
    note: str = ""
    source: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
