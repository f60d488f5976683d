"""Says references and amounts of the card language in plain English.

The words come from the parsed form, so an author reads what was understood and not what was
written. Any part of the language may stand in any other, so what is said above this module enters
itself in `SAYERS`. Below: `parsed`, `vocabulary`; above: `subjects` and so on up to `plain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.parsed import Amount, Compare, Node, Number, Ref, Selector, Value
from lycee_core.vocabulary import BOUNDS, COUNTED, REFS, SEATS, SINCE, VALUES, ZONES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SAYERS: dict[type, Callable[..., str]] = {}  # filled by the modules above


def listed(texts: Iterable[str], last: str = "and") -> str:
    """Join texts as a list in a sentence."""
    found = list(texts)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def items(value: Value) -> tuple[Value, ...]:
    """Return the items of a value that may be one or several."""
    return value if isinstance(value, tuple) else (value,)


def article(text: str) -> str:
    """Put `a` or `an` in front."""
    return f"{'an' if text[:1].lower() in 'aeiou' else 'a'} {text}"


def words(value: Value) -> str:
    """Say any value where one of its kind may stand alone."""
    if isinstance(value, tuple):
        return listed((words(item) for item in value), "or")
    if isinstance(value, Ref):
        return ref(value)
    if isinstance(value, Selector):
        return selector(value, default="a")
    if isinstance(value, Amount):
        return amount(value)
    if isinstance(value, Node) and value.word == "chosen":
        return f"“{value.value}”"
    if type(value) in SAYERS:
        return SAYERS[type(value)](value)
    return str(value).replace("_", " ")


# ------------------------------------------------------------------ references


def ref(value: Ref) -> str:
    """Say a reference."""
    if value.word.startswith("$"):
        return f"“{value.word[1:]}”"
    if value.word == "remembered":
        return f"the remembered “{value.value}”"
    if value.word in SEATS:
        head = value.value
        inner = COUNTED[head] if isinstance(head, str) else words(head)
        return SEATS[value.word].format(inner)
    return REFS[value.word]


def thing(value: Value, last: str = "and") -> str:
    """Say what an operation acts on: references or a selector."""
    if isinstance(value, Selector):
        return selector(value)
    return listed((words(item) for item in items(value)), last)


def selector(value: Selector, *, default: str = "all") -> str:
    """Say whom a selector means; `default` is how many when it does not say."""
    return SAYERS[Selector](value, default=default)


def is_many(value: Value) -> bool:
    """Tell whether a verb behind it stands in the plural."""
    if isinstance(value, Selector):
        if {key for key, _ in value.args} == {"among"}:
            return len(items(value.get("among"))) > 1
        only = selector(value)
        return not only.startswith(("1 ", "up to 1 "))
    if isinstance(value, Ref) and value.word == "you":
        return True
    return len(items(value)) > 1


def zone_name(zone: Value) -> str:
    """Say a zone; `pile:NAME` is one too."""
    kind, _, name = str(zone).partition(":")
    return f"pile “{name}”" if name else ZONES[kind]


def how_many(value: Value) -> str:
    """Say a number of cards."""
    if not isinstance(value, Number):
        return words(value)
    if value.word in ("any", "all"):
        return {"any": "any number of", "all": "all"}[value.word]
    text = amount(value.value)
    return f"up to {text}" if value.word == "up_to" else text


def bounds(value: Value) -> str:
    """Say bounds on a number."""
    return listed(
        BOUNDS[item.word].format(amount(item.value))
        for item in items(value)
        if isinstance(item, Compare)
    )


# ------------------------------------------------------------------ amounts


def amount(value: Value) -> str:
    """Say an amount."""
    if not isinstance(value, Amount):
        return words(value)
    head = value.value
    if value.word in JOINS:
        return f"({JOINS[value.word].join(amount(item) for item in items(head))})"
    return AMOUNTS[value.word](value, head)


def added(value: Value) -> str:
    """Say an amount that is added, as `+3` or `- the number of items`."""
    if isinstance(value, int):
        return f"{value:+d}"
    if (
        isinstance(value, Amount)
        and value.word == "sub"
        and isinstance(value.value, tuple)
        and len(value.value) == 2
        and value.value[0] == 0
    ):
        return f"- {amount(value.value[1])}"
    return f"+ {amount(value)}"


def owned(noun: str, seat: Value) -> str:
    """Say whose something is."""
    if seat is None or (isinstance(seat, Ref) and seat.word == "you"):
        return f"your {noun}"
    if isinstance(seat, Ref) and seat.word in ("enemy", "turn_player"):
        return f"{words(seat)}'s {noun}"
    return f"the {noun} of {words(seat)}"


def counted(value: Amount, head: Value) -> str:
    """Say how many there are."""
    what = selector(head, default="") if isinstance(head, Selector) else thing(head)
    return f"the number of {what}"


def over(value: Amount, head: Value) -> str:
    """Say a value taken over several cards."""
    which = {"sum": "total"}.get(value.word, value.word)
    return f"the {which} {VALUES[str(head)]} of {thing(value.get('over'))}"


def happened_times(value: Amount, head: Value) -> str:
    """Say how often something has happened."""
    since = SINCE[str(value.get("since", "turn"))]
    return f"how often {words(head)} {since}"


JOINS = {"add": " + ", "sub": " - ", "times": " x ", "div": " / "}
AMOUNTS: dict[str, Callable[[Amount, Value], str]] = {
    "count": counted,
    "value": lambda value, head: f"the {VALUES[str(head)]} of {words(value.get('of'))}",
    "sum": over, "highest": over, "lowest": over,
    "size": lambda value, head:
        f"the number of cards in {owned(zone_name(head), value.get('seat'))}",
    "done": lambda value, head: "the number of cards just acted on",
    "damage": lambda value, head: "the deck damage of this battle",
    "uses": lambda value, head: f"the number of uses {SINCE[str(head)]}",
    "happened": happened_times,
    "event": lambda value, head: "that number",
    "clock": lambda value, head: "the number of the turn",
    "chosen": lambda value, head: f"“{head}”",
    "min": lambda value, head: f"the smaller of {listed(amount(item) for item in items(head))}",
    "max": lambda value, head: f"the greater of {listed(amount(item) for item in items(head))}",
}  # fmt: skip
