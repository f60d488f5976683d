"""Says events and what makes them happen in plain English.

An event is a clause ("a character is downed"), so that it fits behind `when`, `until` and a
condition on the past. Below: `clauses`; above: `terms`, `plain`.
"""

from __future__ import annotations

from lycee_core.clauses import SIDES, a_thing, conditions
from lycee_core.parsed import (
    Event,
    Node,
    Ref,
    Selector,
    Value,
)
from lycee_core.phrases import (
    SAYERS,
    article,
    bounds,
    items,
    listed,
    selector,
    thing,
    words,
    zone_name,
)
from lycee_core.vocabulary import (
    CAUSES,
    CLOCK,
    DECLARED,
    EVENTS,
    PLACES,
    SUBJECTS,
)

SEAT_WORDS = ("you", "enemy", "turn_player")
DETAILS = {
    "into": "into", "from_cell": "from", "against": "against", "item": "with",
    "supported": "for", "dealt": "through", "card": "with", "basic": "with",
}  # fmt: skip


def event(value: Event) -> str:
    """Say what happens, as a clause."""
    if value.word in CLOCK:
        whose = {"own": "your turn", "enemy": "the enemy's turn"}
        return CLOCK[value.word].format(whose.get(str(value.get("whose")), "a turn"))
    what = value.get("what")
    if isinstance(what, Selector):
        if value.word in SUBJECTS and not what.has("type"):
            what = Selector("", None, (("type", (SUBJECTS[value.word].split()[-1],)), *what.args))
        subject = selector(what, default="a")
    else:
        subject = SUBJECTS.get(value.word, "a character") if what is None else thing(what, "or")
    is_one_sided = value.get("side") in ("own", "enemy")
    if value.word == "state" and what is None and len(value.args) == 1 and value.has("is"):
        return f"this becomes true {detail('is', value.get('is'))}"
    said = {"what"}
    if value.word in ("basic_used", "cancelled") and what is None and is_one_sided:
        side = SIDES[str(value.get("side"))]
        noun = subject.split()[-1]
        subject, said = article(f"{side} {noun}".strip()), {"what", "side"}
    text = EVENTS[value.word].format(subject)
    if value.word in ("basic_used", "ability_lost") and value.has("basic"):
        said |= {"basic"}
        verb = "uses" if value.word == "basic_used" else "loses"
        text = f"{subject} {verb} {listed(map(words, items(value.get('basic'))), 'or')}"
    if value.word == "targeted" and is_one_sided:
        said |= {"side"}
        text += " of yours" if value.get("side") == "own" else " of the enemy"
    parts = [detail(key, item) for key, item in value.args if key not in said]
    return " ".join([text, *parts])


def detail(key: str, value: Value) -> str:
    """Say one further key of an event."""
    match key:
        case "cause":
            assert isinstance(value, Node), value
            return cause(value)
        case "whose":
            return {"own": "(yours)", "enemy": "(the enemy's)"}.get(str(value), "(anybody's)")
        case "side":
            return {"own": "by you", "enemy": "by the enemy"}.get(str(value), "by anybody")
        case "from" | "to":
            zones = [zone_name(zone) if zone in PLACES or ":" in str(zone) else str(zone)
                     for zone in items(value)]  # fmt: skip
            return f"{key} the {listed(zones, 'or')}"
        case "kind":
            return f"({listed((DECLARED[str(item)] for item in items(value)), 'or')})"
        case "column":
            return "in the column of this card" if value == "same" else "in another column"
        case "is":
            assert isinstance(value, tuple), value
            return f"({conditions(value)})"
        case "amount":
            return f"by {bounds(value)} cards"
        case "halted" | "survived":
            return f"({key})" if value else f"(not {key})"
        case "taken":
            return {"you": "(yours)", "enemy": "(the enemy's)"}.get(
                value.word if isinstance(value, Ref) else "", f"of {words(value)}")  # fmt: skip
        case "item":
            return f"({listed((a_thing(item, 'item') for item in items(value)), 'or')})"
        case "into" | "from_cell":
            cells = listed((a_thing(item, "cell") for item in items(value)), "or")
            return f"{DETAILS[key]} {cells}"
        case "dealt" if isinstance(value, tuple) and is_seat(value):
            return f"(dealt by {listed(map(words, value), 'or')})"
        case "ability":
            return f"named {listed((f'“{item}”' for item in items(value)), 'or')}"
        case _:
            return f"{DETAILS[key]} {listed(map(words, items(value)), 'or')}"


def is_seat(value: Value) -> bool:
    """Tell whether seats are named."""
    return any(isinstance(item, Ref) and item.word in SEAT_WORDS for item in items(value))


def cause(value: Node) -> str:
    """Say who or what makes an event happen."""
    texts = []
    if value.has("kind"):
        texts.append(listed((CAUSES[str(item)] for item in items(value.get("kind"))), "or"))
    if value.has("card"):
        texts.append(listed(map(words, items(value.get("card"))), "or"))
    side = {"own": "of yours", "enemy": "of the enemy", "any": "of either side"}
    text = f"through {' of '.join(texts) or 'something'}"
    return f"{text} {side[str(value.get('side'))]}" if value.has("side") else text


SAYERS[Event] = event
