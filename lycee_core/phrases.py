"""Says references, selectors, amounts, conditions, costs and events in plain English.

The words come from the parsed form, so an author reads what was understood and not what was
written. Words that nobody has phrased yet are shown as they stand. Below: `parsed`; above: `plain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.parsed import (
    Amount,
    Compare,
    Condition,
    Cost,
    Declaration,
    Duration,
    Event,
    Node,
    Number,
    Ref,
    Selector,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

REFS = {
    "self": "this card", "bearer": "the bearer", "here": "the character here",
    "attacker": "the attacker", "defender": "the defender",
    "battling_own": "your character in battle", "battling_enemy": "the enemy character in battle",
    "supporter": "the supporter", "supported": "the supported character", "subject": "that card",
    "cause": "the card that did it", "declaration": "the declaration it answers",
    "paid": "the cards paid", "it": "what was just named", "you": "you", "enemy": "the enemy",
    "turn_player": "the turn player",
}  # fmt: skip
VALUES = {
    "ap": "AP", "dp": "DP", "sp": "SP", "ex": "EX", "cost": "cost", "original_ap": "original AP",
    "original_dp": "original DP", "original_sp": "original SP",
    "attributes": "number of attributes", "basics": "number of basic abilities",
    "items": "number of items",
}  # fmt: skip
NOUNS = {
    "character": "character", "event_card": "event card", "item": "item", "area": "area",
    "cell": "cell", "row": "row", "column": "column", "declaration": "declaration", "seat": "seat",
}  # fmt: skip
ZONES = {
    "hand": "hand", "deck": "deck", "dust": "dust box", "removed": "removed cards",
    "payment": "payment", "chain": "chain", "aside": "cards set aside", "held": "cards held",
}  # fmt: skip
BOUNDS = {
    "eq": "{}", "le": "{} or less", "ge": "{} or more", "lt": "less than {}", "gt": "more than {}",
    "ne": "other than {}",
}  # fmt: skip
SIGNS = {"eq": "is", "le": "is at most", "ge": "is at least", "lt": "is less than",
         "gt": "is more than", "ne": "is not"}  # fmt: skip
PICKERS = {
    "enemy": "the enemy picks", "owner": "the owner picks", "controller": "the controller picks",
    "turn_player": "the turn player picks", "random": "at random",
}  # fmt: skip
DURATIONS = {
    "turn_end": "until the end of the turn", "battle_end": "until the end of the battle",
    "game_end": "for the rest of the game", "leaves": "until it leaves play",
}  # fmt: skip
CLOCK = {
    "turn_start": "start of {}", "wake_up": "wake-up of {}", "warm_up": "warm-up of {}",
    "main_start": "start of the main phase of {}", "turn_end": "end of {}",
}  # fmt: skip
EVENTS = {
    "entered": "enters", "left": "leaves play", "downed": "is downed", "moved": "moves",
    "attack_declared": "is declared as attacker", "defender_named": "is named as defender",
    "support_declared": "is declared as supporter", "tapped": "is tapped",
    "untapped": "is untapped", "reached_dust": "reaches the dust box", "downs": "downs another",
}  # fmt: skip


def listed(texts: Iterable[str], last: str = "and") -> str:
    """Join texts as a list in a sentence."""
    items = list(texts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def items(value: Value) -> tuple[Value, ...]:
    """Return the items of a value that may be one or several."""
    return value if isinstance(value, tuple) else (value,)


def words(value: Value) -> str:
    """Say a plain value; a node that nobody phrased is shown with its word."""
    if isinstance(value, tuple):
        return listed((words(item) for item in value), "or")
    if isinstance(value, Ref):
        return ref(value)
    if isinstance(value, Node):
        if isinstance(value, Selector):
            return bare(value, is_one=True)
        parts = [value.word, "" if value.value is None else words(value.value)]
        parts += [f"{key} {words(item)}" for key, item in value.args]
        return " ".join(part for part in parts if part)
    if value is None:
        return ""
    return str(value).replace("_", " ")


# ------------------------------------------------------------------ references and selectors


def ref(value: Ref) -> str:
    """Say a reference."""
    if value.word.startswith("$"):
        return f'"{value.word[1:]}"'
    if value.value is not None:
        return f"{value.word.replace('_', ' ')} {words(value.value)}"
    return REFS.get(value.word, value.word)


def thing(value: Value) -> str:
    """Say what an operation acts on: references or a selector."""
    if isinstance(value, Selector):
        return selector(value)
    return listed(ref(item) if isinstance(item, Ref) else words(item) for item in items(value))


def selector(value: Selector, *, default: str = "all") -> str:
    """Say whom a selector means, with how many in front."""
    number = value.get("n")
    count = how_many(number) if number is not None else default
    is_one = count in ("1", "up to 1", "a")
    text = f"{count} {bare(value, is_one=is_one)}".strip()
    by = value.get("by")
    return f"{text} ({PICKERS[by]})" if isinstance(by, str) and by in PICKERS else text


def how_many(value: Value) -> str:
    """Say a number of cards."""
    if not isinstance(value, Number):
        return words(value)
    if value.word == "any":
        return "any number of"
    if value.word == "all":
        return "all"
    text = amount(value.value)
    return f"up to {text}" if value.word == "up_to" else text


def bare(value: Selector, *, is_one: bool) -> str:
    """Say whom a selector means, without how many."""
    zones = tuple(str(zone) for zone in items(value.get("zone", ("field",))))
    types = [NOUNS[str(word)] for word in items(value.get("type", ()))]
    noun = listed([plural(word, is_one=is_one) for word in types], "or")
    if not noun:
        is_cell = value.has("empty") or value.has("has_area")
        noun = plural("cell" if is_cell else "card" if zones != ("field",) else "character",
                      is_one=is_one)  # fmt: skip
    before = [*adjectives(value), noun]
    side = {"own": "own", "enemy": "enemy"}.get(str(value.get("side")), "")
    if zones == ("field",) or zones == ("chain",):
        before = [side, *before]
        after: list[str] = []
    else:
        whose = {"own": "your", "enemy": "the enemy's", "": "your"}[side]
        after = [zone_phrase(zones, whose)]
    return " ".join(part for part in (*before, *after, *clauses(value)) if part)


def plural(noun: str, *, is_one: bool) -> str:
    """Put a noun into the plural unless there is one."""
    return noun if is_one else f"{noun}s"


def zone_phrase(zones: tuple[str, ...], whose: str) -> str:
    """Say where cards are."""
    if zones in (("deck_top",), ("deck_bottom",)):
        return f"from the {zones[0][5:]} of {whose} deck"
    return f"in {whose} {listed((ZONES.get(zone, zone) for zone in zones), 'or')}"


def adjectives(value: Selector) -> list[str]:
    """Say the filters that stand before the noun."""
    found = []
    for key, yes, no in (
        ("tapped", "tapped", "untapped"),
        ("new", "newly entered", "not newly entered"),
        ("empty", "empty", "occupied"),
        ("multi", "multi-attribute", "single-attribute"),
        ("conversion", "conversion", "non-conversion"),
    ):
        if value.has(key):
            found.append(yes if value.get(key) is True else no)
    if value.has("attribute"):
        found.append(words(value.get("attribute")))
    if value.has("pure"):
        found.append(f"pure {words(value.get('pure'))}")
    sex = {"f": "female", "m": "male", "none": "sexless"}
    if value.has("sex"):
        found.append(listed((sex.get(str(item), words(item)) for item in items(value.get("sex"))),
                            "or"))  # fmt: skip
    return found


def clauses(value: Selector) -> list[str]:
    """Say the filters that stand behind the noun."""
    found = [clause(key, item) for key, item in value.args]
    return [text for text in found if text]


def clause(key: str, value: Value) -> str:
    """Say one filter behind the noun; empty when it stands elsewhere."""
    match key:
        case "zone" | "side" | "type" | "n" | "by" | "tapped" | "new" | "empty" | "multi":
            return ""
        case "conversion" | "attribute" | "pure" | "sex":
            return ""
        case "optional":
            return "(optional)"
        case "row" | "column":
            return place(key, value)
        case "cell":
            return "in the same cell"
        case "adjacent_to":
            return f"next to {words(value)}"
        case "in_front_of":
            return f"in front of {words(value)}"
        case "other_than":
            return f"other than {thing(value)}"
        case "among":
            return f"among {thing(value)}"
        case "name":
            return f"named {listed((f'“{words(item)}”' for item in items(value)), 'or')}"
        case "same_name_as":
            return f"with the name of {words(value)}"
        case "basic":
            return f"with {words(value)}"
        case "equipped" | "has_area":
            noun = "item" if key == "equipped" else "area"
            return f"with an {noun}" if value is True else f"without {noun}"
        case "not":
            assert isinstance(value, Selector), value
            return f"but not {bare(value, is_one=True)}"
        case "any":
            kinds = [item for item in items(value) if isinstance(item, Selector)]
            return f"that are {listed((selector(item, default='a') for item in kinds), 'or')}"
        case _ if key in VALUES:
            return f"with {VALUES[key]} {bounds(value)}"
        case _:
            return f"with {key.replace('_', ' ')} {words(value)}"


def place(key: str, value: Value) -> str:
    """Say a row or column."""
    names = [str(item) for item in items(value) if isinstance(item, str)]
    if len(names) < len(items(value)):
        return f"in the {key} of {words(value)}"
    if names == ["same"]:
        return f"in the {key} of this card"
    if key == "row":
        return f"in {listed(names, 'or')}"
    return f"in the {listed(names, 'or')} column"


def bounds(value: Value) -> str:
    """Say bounds on a number."""
    return listed(
        BOUNDS[item.word].format(amount(item.value))
        for item in items(value)
        if isinstance(item, Compare)
    )


# ------------------------------------------------------------------ amounts and conditions


def amount(value: Value) -> str:
    """Say an amount."""
    if not isinstance(value, Amount):
        return words(value)
    head = value.value
    joins = {"add": " + ", "sub": " - ", "times": " x ", "div": " / "}
    match value.word:
        case "count":
            what = selector(head, default="") if isinstance(head, Selector) else thing(head)
            return f"the number of {what}"
        case "value":
            return f"the {VALUES.get(str(head), words(head))} of {words(value.get('of'))}"
        case "size":
            return f"the number of cards in {owner(value.get('seat'))} {words(head)}"
        case "done":
            return "the number of cards just acted on"
        case "event":
            return "that number"
        case "clock":
            return "the number of the turn"
        case "min" | "max":
            which = "smaller" if value.word == "min" else "greater"
            return f"the {which} of {listed(amount(item) for item in items(head))}"
        case _ if value.word in joins:
            return f"({joins[value.word].join(amount(item) for item in items(head))})"
        case _:
            return f"{value.word} {words(head)}"


def owner(value: Value) -> str:
    """Say whose."""
    if value is None or (isinstance(value, Ref) and value.word == "you"):
        return "your"
    return f"{words(value)}'s"


def conditions(values: Iterable[Value]) -> str:
    """Say conditions that must all hold."""
    return listed(condition(item) for item in values)


def condition(value: Value) -> str:
    """Say one condition."""
    assert isinstance(value, Condition), value
    head = value.value
    match value.word:
        case "turn":
            return "in your turn" if head == "own" else "in the enemy's turn"
        case "battle":
            return battle(value)
        case "responding":
            return responding(head)
        case "self":
            return f"this card is {being(head)}"
        case "is":
            assert isinstance(head, tuple), head
            return f"{words(head[0])} is {being(head[1])}"
        case "exists" | "none":
            assert isinstance(head, Selector), head
            if value.word == "none":
                return f"there is no {bare(head, is_one=True)}"
            least = "at least " if isinstance(head.get("n"), Number) else ""
            return f"there is {least}{selector(head, default='a')}"
        case "compare":
            assert isinstance(head, tuple), head
            return f"{amount(head[0])} {SIGNS[str(head[1])]} {amount(head[2])}"
        case "done":
            return "that was done in full"
        case "not":
            return f"not: {condition(head)}"
        case "any":
            return listed((condition(item) for item in items(head)), "or")
        case _:
            return f"{value.word} {words(head)}"


def being(value: Value) -> str:
    """Say what a known card must be."""
    assert isinstance(value, Selector), value
    return listed([*adjectives(value), *clauses(value)]) or "anything"


def battle(value: Condition) -> str:
    """Say a condition on the battle."""
    who = {
        "none": "outside battle", "any": "in battle", "self": "while this card is in battle",
        "bearer": "while the bearer is in battle", "here": "while the character here is in battle",
        "own": "while a character of yours is in battle",
        "adjacent": "while a character next to this card is in battle",
        "column": "while a character in this column is in battle",
    }  # fmt: skip
    text = who[str(value.value)]
    role = value.get("role")
    return f"{text} as {role}" if isinstance(role, str) else text


def responding(head: Value) -> str:
    """Say which declaration must be answered."""
    if not isinstance(head, Declaration):
        return "not as a response" if head == "none" else "as a response"
    kinds = listed((words(item) for item in items(head.get("kind"))), "or")
    kinds = kinds if head.has("kind") else "declaration"
    side = {"own": "own ", "enemy": "enemy "}.get(str(head.get("side")), "")
    rest = Selector("", None, tuple(arg for arg in head.args if arg[0] not in ("kind", "side")))
    text = " ".join([*adjectives(rest), *clauses(rest)])
    return f"in response to an {side}{kinds}" + (f" ({text})" if text else "")


# ------------------------------------------------------------------ events, costs, durations


def event(value: Event) -> str:
    """Say when a triggered ability is carried out."""
    if value.word in CLOCK:
        whose = {"own": "your turn", "enemy": "the enemy's turn"}.get(
            str(value.get("whose")), "each turn"
        )
        return f"At the {CLOCK[value.word].format(whose)}"
    what = value.get("what")
    if what is None:
        subject = "any card"
    else:
        subject = selector(what, default="a") if isinstance(what, Selector) else thing(what)
    if isinstance(what, Selector) and not what.has("n"):
        subject = f"a {bare(what, is_one=True)}"
    text = f"When {subject} {EVENTS.get(value.word, value.word.replace('_', ' '))}"
    rest = [f"{key} {words(item)}" for key, item in value.args if key not in ("what", "whose")]
    return f"{text} ({listed(rest)})" if rest else text


def cost(value: Cost) -> str:
    """Say a cost."""
    parts = []
    for key, item in value.args:
        match key:
            case "tap":
                parts.append("tap this card")
            case "points" if isinstance(item, tuple):
                parts.append(points(item))
            case "mill":
                parts.append(f"mill {amount(item)}")
            case "leave":
                parts.append(f"this card goes to the {ZONES.get(str(item), words(item))}")
            case "hand" if isinstance(item, Selector):
                is_one = item.get("n", Number("exactly", 1)) == Number("exactly", 1)
                count = how_many(item.get("n", 1))
                parts.append(f"discard {count} {hand_card(item, is_one=is_one)}")
            case _:
                parts.append(f"{key.replace('_', ' ')} {words(item)}")
    return listed(parts) if parts else "0"


def hand_card(value: Selector, *, is_one: bool) -> str:
    """Say which hand cards a cost takes."""
    args = (("zone", ("hand",)), ("side", "own"))
    rest = tuple(arg for arg in value.args if arg[0] not in ("zone", "side", "n", "by"))
    return bare(Selector("", None, (*args, *rest)), is_one=is_one).replace("in your", "of your")


def points(counts: tuple[Value, ...]) -> str:
    """Say points as they are printed."""
    if all(count == 0 for count in counts):
        return "0"
    if all(isinstance(count, int) for count in counts):
        pairs = zip("SMFLN*", counts, strict=True)
        return "".join(letter * int(str(count)) for letter, count in pairs)
    return listed(
        f"{amount(count)} {letter}" for letter, count in zip("SMFLN*", counts, strict=True)
    )


def duration(value: Value) -> str:
    """Say how long something lasts."""
    if not isinstance(value, Duration):
        return DURATIONS["turn_end"]
    if value.word == "while":
        return f"while {conditions(items(value.value))}"
    return DURATIONS.get(value.word, f"until {value.word.replace('_', ' ')}")
