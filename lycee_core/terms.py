"""Says costs, durations, limits and other small parts of a text in plain English.

Below: `happenings`; above: `deeds`, `plain`.
"""

from __future__ import annotations

from lycee_core.clauses import conditions
from lycee_core.happenings import cause
from lycee_core.parsed import (
    Cost,
    Duration,
    Limit,
    Node,
    Number,
    Selector,
    Value,
)
from lycee_core.phrases import (
    SAYERS,
    added,
    amount,
    how_many,
    items,
    listed,
    owned,
    selector,
    words,
    zone_name,
)
from lycee_core.vocabulary import (
    DURATIONS,
    EACH,
    LIMITS,
    PLACES,
)

LETTERS = {"S": "snow", "M": "moon", "F": "flower", "L": "space", "N": "sun", "*": "any"}


def cost(value: Cost) -> str:
    """Say a cost."""
    texts = [price(value, key, item) for key, item in value.args]
    return listed(text for text in texts if text) or "0"


def price(value: Cost, key: str, item: Value) -> str:
    """Say one part of a cost; empty when it is said with another."""
    where = str(value.get("to", "removed" if key == "dust" else "dust"))
    match key:
        case "tap":
            return "tap this card"
        case "points":
            assert isinstance(item, tuple), item
            return points(item)
        case "mill":
            deck = f" from {owned('deck', value.get('seat'))}" if value.has("seat") else ""
            return f"mill {amount(item)}{deck}"
        case "leave":
            return f"this card goes {PLACES[str(item)]}"
        case "x":
            assert isinstance(item, Node), item
            limits = [
                f"{'at least' if k == 'min' else 'at most'} {amount(v)}" for k, v in item.args
            ]
            return f"a number “x” of your choice{f' ({listed(limits)})' if limits else ''}"
        case "tap_other":
            assert isinstance(item, Selector), item
            return f"tap {selector(item, default='1')}"
        case "hand" | "field" | "item" | "dust" | "pile":
            assert isinstance(item, Selector), item
            which = taken(key, item)
            return f"discard {which}" if where == "dust" else f"put {which} {going(where)}"
        case _:
            return ""  # `to` and `seat` stand with the part they belong to


def taken(key: str, value: Selector) -> str:
    """Say which cards a cost takes; without a number it is one."""
    zone = {"hand": "hand", "dust": "dust", "pile": "pile"}.get(key)
    more: tuple[tuple[str, Value], ...] = (("type", ("item",)),) if key == "item" else ()
    if zone is not None:
        more = (("zone", (zone,)), ("side", "own"))
    have = {name for name, _ in value.args}
    args = (*(arg for arg in more if arg[0] not in have), *value.args)
    return selector(Selector("", None, args), default="1")


def going(where: str) -> str:
    """Say where a card goes as a cost."""
    return PLACES[where] if where in PLACES else f"onto the {zone_name(where)}"


def points(counts: tuple[Value, ...]) -> str:
    """Say points as they are printed."""
    if all(isinstance(count, int) for count in counts):
        pairs = zip(LETTERS, counts, strict=True)
        return "".join(letter * int(str(count)) for letter, count in pairs) or "0"
    return listed(
        letter * count if isinstance(count, int) else f"as many {letter} as {amount(count)}"
        for letter, count in zip(LETTERS, counts, strict=True)
        if count != 0
    )


def duration(value: Value) -> str:
    """Say how long something lasts."""
    assert isinstance(value, Duration), value
    if value.word == "while":
        return f"while {conditions(items(value.value))}"
    end = " or the turn ends" if value.word == "used_this_turn" else ""
    if value.word in ("used", "used_this_turn") and value.value is not None:
        return f"until it has been used {amount(value.value)} times{end}"
    return DURATIONS[value.word]


def limit(value: Limit) -> str:
    """Say how often an ability works."""
    count = value.get("n", 1)
    times = "once" if count == 1 else f"{count} times"
    texts = [f"{times} {LIMITS[str(value.get('per', 'turn'))]}"]
    if value.has("each"):
        texts.append(EACH[str(value.get("each"))])
    if value.has("after"):
        texts.append("then it is lost until the end of the turn")
    return ", ".join(texts)


def small(value: Node) -> str:
    """Say one of the small tables that a parameter may be."""
    match value.word:
        case "moment":
            signs = {"less": "- {}", "set": "= {}"}
            return listed(
                added(item) if key == "add"
                else signs[key].format(amount(item))
                for key, item in value.args
            )  # fmt: skip
        case "cause":
            return cause(value)
        case "copy":
            return f"a copy of {words(value.value)}"
        case "cost_of":
            return f"the cost of {words(value.value)}"
        case "paid_as":
            ex = f"EX {amount(value.get('ex'))}" if value.has("ex") else ""
            kinds = listed((str(kind) for kind in items(value.get("attributes", ()))), "or")
            kinds = f"of {'any attribute' if kinds == 'any' else kinds}" if kinds else ""
            return " ".join(text for text in (ex, kinds) if text)
        case "fight":
            return f"{words(value.get('attacker'))} and {words(value.get('defender'))}"
        case _:
            return words(value.value)  # same_as and of: the card itself


SAYERS.update({Cost: cost, Duration: duration, Limit: limit, Number: how_many, Node: small})
