"""Says conditions and declarations in plain English.

Conditions are clauses without a conjunction ("this card is tapped"), so that they fit behind `if`,
`while` and `when`. Below: `subjects`; above: `happenings`, `terms`, `flows`, `plain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.parsed import (
    Amount,
    Condition,
    Declaration,
    Number,
    Selector,
    Value,
)
from lycee_core.phrases import (
    SAYERS,
    amount,
    article,
    bounds,
    items,
    listed,
    selector,
    thing,
    words,
    zone_name,
)
from lycee_core.subjects import adjectives, bare, clauses, without
from lycee_core.vocabulary import (
    DECLARED,
    NOUNS,
    SIGNS,
    SINCE,
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
SIDES = {"own": "own", "enemy": "enemy", "any": ""}
BY_CHARACTERS = frozenset(("special", "basic", "support", "attack", "tax"))
DECLARATION = {
    "kind": "", "type": "", "from": "", "to_response": "", "into": "into",
    "targets": "that targets",
    "ability": "of the ability", "basic_used": "of",
}  # fmt: skip


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


# ------------------------------------------------------------------ declarations


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


def a_thing(value: Value, noun: str) -> str:
    """Say a selector of things of one kind, or a reference."""
    if not isinstance(value, Selector) or value.has("type"):
        return words(value)
    return words(Selector("", None, (("type", (noun,)), *value.args)))


SAYERS.update({Condition: condition, Declaration: declaration})
