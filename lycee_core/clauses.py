"""Says conditions, events, declarations, costs, durations and limits in plain English.

Conditions and events are clauses without a conjunction ("this card is tapped"), so that they fit
behind `if`, `while`, `when` and `until`. Below: `subjects`; above: `deeds`, `plain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.parsed import (
    Amount,
    Condition,
    Cost,
    Declaration,
    Duration,
    Event,
    Limit,
    Node,
    Number,
    Ref,
    Selector,
    Value,
)
from lycee_core.phrases import (
    SAYERS,
    added,
    amount,
    article,
    bounds,
    how_many,
    items,
    listed,
    owned,
    selector,
    thing,
    words,
    zone_name,
)
from lycee_core.subjects import adjectives, bare, clauses, without
from lycee_core.vocabulary import (
    CAUSES,
    CLOCK,
    DECLARED,
    DURATIONS,
    EACH,
    EVENTS,
    LIMITS,
    NOUNS,
    PLACES,
    SIGNS,
    SINCE,
    SUBJECTS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BATTLES = {
    "none": "there is no battle", "any": "there is a battle", "self": "this card is in battle",
    "bearer": "the bearer is in battle", "here": "the character here is in battle",
    "own": "a character of yours is in battle",
    "adjacent": "a character next to this card is in battle",
    "column": "a character in this column is in battle",
}  # fmt: skip
SEAT_WORDS = ("you", "enemy", "turn_player")
SIDES = {"own": "own", "enemy": "enemy", "any": ""}
LETTERS = {"S": "snow", "M": "moon", "F": "flower", "L": "space", "N": "sun", "*": "any"}


# ------------------------------------------------------------------ conditions


def conditions(values: Iterable[Value]) -> str:
    """Say conditions that must all hold."""
    return listed(condition(item) for item in values)


def condition(value: Value) -> str:
    """Say one condition as a clause."""
    assert isinstance(value, Condition), value
    return CONDITIONS[value.word](value, value.value)


def being(value: Value) -> str:
    """Say what a known card must be, as a predicate: "is tapped and has cost 2 or less"."""
    assert isinstance(value, Selector), value
    texts = [f"is {text}" for text in adjectives(value)]
    if value.has("type"):
        nouns = [NOUNS[str(word)] for word in items(value.get("type")) if isinstance(word, str)]
        texts.append(
            f"is {listed(map(article, nouns), 'or')}" if nouns else "is of the type chosen"
        )
    if value.has("side"):
        texts.append({"own": "is yours", "enemy": "is the enemy's", "any": "is anybody's"}[
            str(value.get("side"))])  # fmt: skip
    if value.has("owner"):
        whose = {"own": "you", "enemy": "the enemy"}
        texts.append(f"belongs to {whose[str(value.get('owner'))]}")
    for text in clauses(without(value, "owner")):
        first, _, rest = text.partition(" ")
        if text.startswith("but not "):
            first, rest = "not", text.removeprefix("but not ")
        texts.append({"with": f"has {rest}", "without": f"has no {rest}", "that": rest,
                      "not": f"is not {rest}"}.get(first, f"is {text}"))  # fmt: skip
    return listed(texts) or "is there"


def battle(value: Condition, head: Value) -> str:
    """Say a condition on the battle."""
    texts = [BATTLES[str(head)]]
    if value.has("role"):
        texts.append(f"as {value.get('role')}")
    if value.has("own"):
        texts.append(f"with {article(filtered(value.get('own')))} on your side")
    if value.has("against"):
        texts.append(f"against {article(filtered(value.get('against')))}")
    if value.has("same_column"):
        texts.append("in" if value.get("same_column") else "outside")
        texts[-1] += " the column of this card"
    if value.has("undefended"):
        texts.append("without a defender" if value.get("undefended") else "with a defender")
    return " ".join(texts)


def filtered(value: Value) -> str:
    """Say a character by its filters."""
    assert isinstance(value, Selector), value
    return bare(value, is_one=True)


def responding(_: Condition, head: Value) -> str:
    """Say which declaration must be answered."""
    if isinstance(head, Declaration) and head.get("kind") == ("downed",):
        args = tuple(arg for arg in head.args if arg[0] != "kind")
        return f"{article(bare(Selector('', None, args), is_one=True))} goes down"
    if isinstance(head, Declaration):
        return f"it answers {declaration(head)}"
    return "it answers nothing" if head == "none" else "it answers a declaration"


def exists(value: Condition, head: Value) -> str:
    """Say that something is there or not."""
    assert isinstance(head, Selector), head
    if value.word == "none":
        return f"there is no {bare(head, is_one=True)}"
    number = head.get("n")
    if not isinstance(number, Number):
        return f"there is {selector(head, default='a')}"
    bound = {"exactly": "at least", "up_to": "at most"}.get(number.word, "")
    most = Number("exactly", number.value) if bound else number
    rest = tuple(arg for arg in head.args if arg[0] != "n")
    found = selector(Selector("", None, (*rest, ("n", most))))
    verb = "is" if found.startswith("1 ") else "are"
    return " ".join(word for word in ("there", verb, bound, found) if word)


def compare(_: Condition, head: Value) -> str:
    """Say a comparison of two amounts."""
    assert isinstance(head, tuple), head
    sign = SIGNS[str(head[1])]
    if head[1] == "eq" and isinstance(head[2], Amount):
        sign = "is equal to"
    return f"{amount(head[0])} {sign} {amount(head[2])}"


def happened(value: Condition, head: Value) -> str:
    """Say that something has happened."""
    text = f"{words(head)} {SINCE[str(value.get('since', 'turn'))]}"
    return f"{text} ({bounds(value.get('n'))} times)" if value.has("n") else text


def done(_: Condition, head: Value) -> str:
    """Say how well the operation before was done."""
    if isinstance(head, bool):
        return "that was done in full" if head else "that was not done in full"
    return f"that acted on {bounds(head)} cards"


def pair(_: Condition, head: Value) -> str:
    """Say what a referred card must be."""
    assert isinstance(head, tuple), head
    return f"{words(head[0])} {being(head[1])}"


def denied(_: Condition, head: Value) -> str:
    """Say that a condition does not hold."""
    if isinstance(head, Condition) and head.word == "done" and isinstance(head.value, bool):
        return done(head, not head.value)
    return f"not ({condition(head)})"


CONDITIONS: dict[str, Callable[[Condition, Value], str]] = {
    "turn": lambda _, head: "it is your turn" if head == "own" else "it is the enemy's turn",
    "battle": battle,
    "responding": responding,
    "self": lambda _, head: f"this card {being(head)}",
    "is": pair,
    "exists": exists,
    "none": exists,
    "compare": compare,
    "happened": happened,
    "done": done,
    "chose": lambda _, head: f"mode {head} was chosen" if isinstance(head, int)
        else f"“{head}” was chosen",
    "shows": lambda _, head: f"the card shown {being(head)}",
    "not": denied,
    "any": lambda _, head: f"({listed((condition(item) for item in items(head)), 'or')})",
}  # fmt: skip


# ------------------------------------------------------------------ declarations and events


def declaration(value: Declaration, other: str = "declaration") -> str:
    """Say which declarations a filter means; `other` where it names no kind."""
    kinds = [DECLARED[str(item)] for item in items(value.get("kind", ()))]
    noun = listed(kinds, "or") or other
    of_characters = bool(kinds) and set(items(value.get("kind"))) <= BY_CHARACTERS
    rest = tuple(arg for arg in value.args if arg[0] not in DECLARATION and arg[0] != "side")
    parts_of = [f"of {thing(item)}" for key, item in rest if key == "among"]
    card = Selector("", None, tuple(arg for arg in rest if arg[0] != "among"))
    side = SIDES[str(value.get("side", "any"))]
    prices = [arg for arg in card.args if arg[0] == "cost"]
    rest_of = clauses(without(card, "cost"))
    parts = [side, *adjectives(card), noun, *parts_of, *clauses(Selector("", None, tuple(prices)))]
    if value.has("type"):
        nouns = [NOUNS[str(item)] for item in items(value.get("type")) if isinstance(item, str)]
        parts.append(f"of {listed(map(article, nouns), 'or') or 'the type chosen'}")
    elif of_characters and rest_of and not parts_of:
        parts.append("of a character")
    parts += rest_of
    for key, before in DECLARATION.items():
        if value.has(key) and before:
            what = value.get(key)
            if key == "into":
                said = listed((a_thing(item, "cell") for item in items(what)), "or")
            else:
                said = words(what) if key == "targets" else thing(what, "or")
            parts.append(f"{before} {said}")
    if value.has("from"):
        parts.append(f"from the {listed(map(zone_name, items(value.get('from'))), 'or')}")
    if value.has("to_response"):
        parts.append("that is itself a response" if value.get("to_response") else "that is none")
    return article(" ".join(part for part in parts if part))


BY_CHARACTERS = frozenset(("special", "basic", "support", "attack", "tax"))
DECLARATION = {
    "kind": "", "type": "", "from": "", "to_response": "", "into": "into",
    "targets": "that targets",
    "ability": "of the ability", "basic_used": "of",
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


def a_thing(value: Value, noun: str) -> str:
    """Say a selector of things of one kind, or a reference."""
    if not isinstance(value, Selector) or value.has("type"):
        return words(value)
    return words(Selector("", None, (("type", (noun,)), *value.args)))


DETAILS = {
    "into": "into", "from_cell": "from", "against": "against", "item": "with",
    "supported": "for", "dealt": "through", "card": "with", "basic": "with",
}  # fmt: skip


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


# ------------------------------------------------------------------ costs, durations, limits


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


SAYERS.update({
    Condition: condition, Declaration: declaration, Event: event, Cost: cost, Duration: duration,
    Limit: limit, Number: how_many, Node: small,
})  # fmt: skip
