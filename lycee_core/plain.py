"""Prints the abilities of a card in plain English, one line each.

What is printed is what the loader understood: an author who reads it sees a misplaced filter or a
missing duration at once. Below: `phrases`; above: `blob`, which keeps the lines for
`lycee cards show`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.parsed import Ability, Basic, Card, Number, Operation, Selector, Value
from lycee_core.phrases import (
    ZONES,
    amount,
    conditions,
    cost,
    duration,
    event,
    how_many,
    items,
    listed,
    owner,
    selector,
    thing,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = {
    "activated": "Activated", "event_card": "Effect", "passive": "Passive",
    "as_cost": "Declared as a cost", "replacement": "Instead", "triggered": "Triggered",
}  # fmt: skip
LIMITS = {"turn": "a turn", "battle": "a battle", "game": "a game", "entry": "an entry",
          "declaration": "a declaration"}  # fmt: skip
SIMPLE = {
    "tap": "tap {}", "untap": "untap {}", "discard": "discard {}",
    "remove": "remove {} from the game",
    "return": "return {} to its owner's hand", "take": "take {} into its owner's hand",
    "reveal": "reveal {}", "look": "look at {}", "skip_wake_up": "{} does not wake up next time",
    "arrange": "put {} back on top in any order", "cancel": "cancel {}", "down": "{} goes down",
    "keep": "{} is not downed",
}  # fmt: skip
PLACES = {
    "deck_top": "the top of its owner's deck", "deck_bottom": "the bottom of its owner's deck",
    "deck": "its owner's deck, then shuffle it", "dust": "its owner's dust box",
    "hand": "its owner's hand",
}  # fmt: skip


def describe(card: Card) -> tuple[str, ...]:
    """Say what a card does: one line for where it may be put or played, one for each ability."""
    lines = []
    if card.conversion:
        lines.append(f"Conversion of {listed(card.conversion)}.")
    if card.put_on is not None:
        lines.append(f"Put on {selector(card.put_on, default='1')}.")
    if card.play_if:
        lines.append(f"Play only if {conditions(card.play_if)}.")
    lines.extend(basic(item) for item in card.basics)
    lines.extend(ability(item) for item in card.abilities)
    return tuple(lines)


def basic(value: Basic) -> str:
    """Say a basic ability with its cost or effect."""
    if value.cost is not None:
        return f"{value.name} [{cost(value.cost)}]"
    if value.effect:
        return f"{value.name}: {sentence(value.effect)}"
    return value.name


def ability(value: Ability) -> str:
    """Say a special ability."""
    head = KINDS[value.kind]
    if value.on is not None:
        head = event(value.on)
    if value.name:
        head = f"{head} “{value.name}”"
    if value.cost is not None:
        head = f"{head} [{cost(value.cost)}]"
    notes = []
    if value.host != "self":
        hosts = {"bearer": "of the bearer", "cell": "of the character here"}
        notes.append(hosts[value.host])
    if value.when:
        notes.append(conditions(value.when))
    limit = value.limit
    if limit is not None:
        count = limit.get("n", 1)
        times = "once" if count == 1 else f"{count} times"
        notes.append(f"{times} {LIMITS[str(limit.get('per', 'turn'))]}")
    if not value.is_answerable:
        notes.append("cannot be answered")
    if notes:
        head = f"{head} ({', '.join(notes)})"
    return f"{head}: {targets(value)}{guard(value)}{sentence(value.effect)}"


def targets(value: Ability) -> str:
    """Say the targets, each with its name."""
    texts = [f"“{name}” = {selector(item, default='1')}" for name, item in value.targets]
    return f"Targets: {'; '.join(texts)}. " if texts else ""


def guard(value: Ability) -> str:
    """Say the conditions that are checked when it is carried out."""
    if not value.conditions:
        return ""
    word = "While" if value.kind == "passive" else "If"
    return f"{word} {conditions(value.conditions)}, "


def sentence(operations: Iterable[Value]) -> str:
    """Say operations in their order."""
    parts = [operation(item) for item in operations if isinstance(item, Operation)]
    return "; then ".join(parts) + "."


def block(value: Value) -> str:
    """Say operations inside another one."""
    return sentence(items(value)).rstrip(".")


def operation(value: Operation) -> str:
    """Say one operation."""
    match value.word:
        case "change":
            return change(value)
        case "draw" | "mill":
            return drawn(value)
        case "send":
            place = PLACES.get(str(value.get("to")), words(value.get("to")))
            return (
                f"put {named(value)} on {place}"
                if "deck_" in str(value.get("to"))
                else (f"put {named(value)} into {place}")
            )
        case "move":
            return f"move {named(value)} to {cell(value.get('to'))}"
        case "swap":
            pair = [one(item) for item in items(value.value)]
            return f"swap {listed(pair)}"
        case "grant" | "lose":
            return granted(value)
        case "search":
            return search(value)
        case "shuffle":
            return f"shuffle {owner(value.get('seat'))} {words(value.value)}"
        case "halt_battle":
            return "end the battle without a result"
        case "choose":
            source = value.get("from")
            what = selector(source, default="1") if isinstance(source, Selector) else thing(source)
            return f"choose {what} as “{words(value.value)}”"
        case "may" | "if" | "when_done" | "one_of" | "each" | "each_seat" | "repeat":
            return flow(value)
        case _ if value.word in SIMPLE:
            return SIMPLE[value.word].format(named(value))
        case _:
            rest = "".join(f", {key} {words(item)}" for key, item in value.args)
            return f"{value.word.replace('_', ' ')} {words(value.value)}{rest}"


def named(value: Operation) -> str:
    """Say what an operation acts on, with `n` and `by` beside the verb."""
    found = value.value
    if isinstance(found, Selector):
        more = tuple(
            (key, value.get(key)) for key in ("n", "by") if value.has(key) and not found.has(key)
        )
        found = Selector("", None, (*found.args, *more))
    if value.word == "reveal" and found == "hand":
        return f"{owner(value.get('seat'))} hand"
    text = thing(found)
    name = value.get("named")
    return f"{text} as “{name}”" if isinstance(name, str) else text


def one(value: Value) -> str:
    """Say a reference, or a selector that means one."""
    return selector(value, default="1") if isinstance(value, Selector) else words(value)


def cell(value: Value) -> str:
    """Say where a character moves to."""
    if not isinstance(value, Selector):
        return words(value)
    args = value.args if value.has("type") else (("type", ("cell",)), *value.args)
    return selector(Selector("", None, args), default="1")


def change(value: Operation) -> str:
    """Say changes of values."""
    parts = []
    for key in ("ap", "dp", "sp"):
        if value.has(key):
            item = value.get(key)
            sign = f"{item:+d}" if isinstance(item, int) else f"+ {amount(item)}"
            parts.append(f"{key.upper()} {sign}")
    until = f" {duration(value.get('until'))}" if value.has("until") else ""
    return f"{named(value)}: {listed(parts)}{until}"


def drawn(value: Operation) -> str:
    """Say draws and mills."""
    count = amount(value.value)
    cards = "card" if count == "1" else "cards"
    seat = value.get("seat")
    if seat is None:
        where = "" if value.word == "draw" else " from your deck"
        return f"{value.word} {count} {cards}{where}"
    return f"{words(seat)} {value.word}s {count} {cards}"


def granted(value: Operation) -> str:
    """Say abilities gained or lost."""
    basics = value.get("basic")
    names = [item.name if isinstance(item, Basic) else words(item) for item in items(basics)]
    if basics == "all":
        names = ["all basic abilities"]
    verb = "gains" if value.word == "grant" else "loses"
    until = f" {duration(value.get('until'))}" if value.has("until") else ""
    return f"{named(value)} {verb} {listed(names)}{until}"


def search(value: Operation) -> str:
    """Say a search."""
    found = value.value
    assert isinstance(found, Selector), found
    if not found.has("n"):
        found = Selector("", None, (*found.args, ("n", Number("up_to", 1))))
    number = found.get("n")
    if isinstance(number, Number) and number.word == "exactly":
        rest = tuple(arg for arg in found.args if arg[0] != "n")
        found = Selector("", None, (*rest, ("n", Number("up_to", number.value))))
    shown = ", show it," if value.get("shown") is True else ""
    to = ZONES.get(str(value.get("to")), words(value.get("to")))
    return f"search for {selector(found)}{shown} and put it into the {to}, then shuffle"


def flow(value: Operation) -> str:
    """Say blocks."""
    other = f"; otherwise {block(value.get('else'))}" if value.has("else") else ""
    match value.word:
        case "may":
            by = value.get("by")
            who = "you" if by is None or by == "you" else f"the {words(by)}"
            return f"{who} may ({block(value.value)}){other}"
        case "if":
            head = conditions(items(value.value))
            return f"if {head}, ({block(value.get('then') or ())}){other}"
        case "when_done":
            return f"if that was done in full, ({block(value.value)}){other}"
        case "one_of":
            modes = [f"({block(mode)})" for mode in items(value.value)]
            number = value.get("n")
            count = how_many(number) if number is not None else "1"
            return f"do {count} of {listed(modes, 'or')}"
        case "each":
            name = value.get("as")
            who = f" as “{name}”" if isinstance(name, str) else ""
            return f"for each of {named(value)}{who}: ({block(value.get('do'))})"
        case "repeat":
            return f"{amount(value.value)} times: ({block(value.get('do'))})"
        case _:
            return f"each seat: ({block(value.value)})"
