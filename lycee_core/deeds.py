"""Says operations in plain English: how any of them is said, and what becomes of a card.

One function a verb, collected in `DEEDS_OF`; what may stand on any verb (`until`, `seat`, `by`,
`n`, `named`) is added by `operation`, so that no key an author writes goes unheard. Below:
`terms`; above: `deeds_moved`, which says where cards go, and `flows`, which says the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.parsed import Basic, Operation, Ref, Selector, Value
from lycee_core.phrases import (
    SAYERS,
    added,
    amount,
    how_many,
    is_many,
    items,
    listed,
    selector,
    thing,
    words,
)
from lycee_core.terms import cost
from lycee_core.vocabulary import PICKERS, SEXES, VALUES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEEDS_OF: dict[str, Callable[[Operation], str]] = {}
# Verbs that say `seat` or `by` in their own sentence.
SAYS_SEAT = frozenset(
    ("draw", "mill", "shuffle", "look", "reveal", "pay", "hand_limit", "warm_up", "damage_to_deck")
)
OWNED = frozenset(("hand", "deck", "deck_top", "deck_bottom", "dust", "removed"))
PLURALS = {
    "its owner's deck, which is": "their owners' decks, which are",
    "its owner's deck": "their owners' decks", "its owner's dust box": "their owners' dust boxes",
    "its owner's hand": "their owners' hands",
}  # fmt: skip
SAYS_UNTIL = frozenset(("later", "watch"))
SAYS_BY = frozenset(("may", "one_of", "shift", "rearrange", "name"))


def sentence(operations: Iterable[Value]) -> str:
    """Say operations in their order."""
    parts = [operation(item) for item in operations if isinstance(item, Operation)]
    return "; then ".join(parts) + "."


def block(value: Value) -> str:
    """Say operations inside another one."""
    return sentence(items(value)).rstrip(".")


def operation(value: Operation) -> str:
    """Say one operation with all its keys."""
    texts = [DEEDS_OF[value.word](value)]
    is_selector = isinstance(value.value, Selector)
    if value.has("n") and not is_selector and value.word != "one_of":
        texts.append(f"({how_many(value.get('n'))})")
    if value.has("by") and not is_selector and value.word not in SAYS_BY:
        texts.append(f"({PICKERS[str(value.get('by'))]})")
    if value.has("seat") and value.word not in SAYS_SEAT:
        texts.append(f"(for {words(value.get('seat'))})")
    if value.has("until") and value.word not in SAYS_UNTIL:
        texts.append(words(value.get("until")))
    if value.has("named"):
        texts.append(f"as “{value.get('named')}”")
    return " ".join(texts)


def named(value: Operation, *, default: str = "all") -> str:
    """Say what an operation acts on, with `n` and `by` beside the verb."""
    found = value.value
    if not isinstance(found, Selector):
        return thing(found)
    return selector(merged(value, found), default=default)


def merged(value: Operation, found: Selector) -> Selector:
    """Put `n` and `by` beside the verb into the selector they are meant for."""
    keys = ("n",) if value.word in SAYS_BY else ("n", "by")
    more = [(key, value.get(key)) for key in keys if value.has(key) and not found.has(key)]
    return Selector("", None, (*found.args, *more))


def acts(value: Operation, one: str, many: str) -> str:
    """Say who does something, in the singular or plural."""
    found = value.value
    found = merged(value, found) if isinstance(found, Selector) else found
    return f"{named(value)} {many if is_many(found) else one}"


def verb_of(seat: Value, one: str, many: str) -> str:
    """Say a seat that does something."""
    return f"{words(seat)} {many if isinstance(seat, Ref) and seat.word == 'you' else one}"


def one(value: Value) -> str:
    """Say a reference, or a selector that means one."""
    return selector(value, default="1") if isinstance(value, Selector) else words(value)


def cell(value: Value, *, default: str = "1") -> str:
    """Say where a character or card goes."""
    if not isinstance(value, Selector):
        return words(value)
    args = value.args if value.has("type") else (("type", ("cell",)), *value.args)
    return selector(Selector("", None, args), default=default)


def to_owners(text: str, value: Operation) -> str:
    """Say whose the zones are that cards go to: known, or of several owners."""
    found = value.value
    if not isinstance(found, Selector):
        return text
    zones = set(map(str, items(found.get("zone", ("field",)))))
    if zones <= OWNED and found.get("side") != "any":
        whose = "the enemy's" if found.get("side") == "enemy" else "your"
        return text.replace("its owner's", whose)
    if is_many(merged(value, found)):
        for zone, more in PLURALS.items():
            text = text.replace(zone, more)
    return text


def flags(value: Operation, texts: dict[str, tuple[str, str]]) -> list[str]:
    """Say the flags that are written: what true means, what false means."""
    return [
        yes if value.get(key) is True else no for key, (yes, no) in texts.items() if value.has(key)
    ]


def joined(*texts: str) -> str:
    """Join the parts of a sentence that are there."""
    return " ".join(text for text in texts if text)


# ------------------------------------------------------------------ values and state


def change(value: Operation) -> str:
    """Say changes of values."""
    keys = [key for key in ("ap", "dp", "sp") if value.has(key)]
    parts = [f"{key.upper()} {added(value.get(key))}" for key in keys]
    return f"{named(value)}: {listed(parts)}"


def assign(value: Operation) -> str:
    """Say values that become something."""
    parts = []
    for key, item in value.args:
        if key == "exchange":
            parts.append(f"{listed(VALUES[str(word)] for word in items(item))} are exchanged")
        elif key in VALUES:
            other = f"its {VALUES[item]}" if isinstance(item, str) else amount(item)
            parts.append(f"{VALUES[key]} becomes {other}")
    return f"{named(value)}: {listed(parts)}"


def reset(value: Operation) -> str:
    """Say values that lose their changes."""
    names = [VALUES[str(word)] for word in items(value.get("values", ()))]
    return f"{named(value)}: changes of {listed(names) or 'all values'} end"


def simple(text: str) -> Callable[[Operation], str]:
    """Build the sentence of a verb that only has an object."""
    return lambda value: text.format(named(value))


def wake(value: Operation) -> str:
    """Say that something does not wake up."""
    when = "" if value.has("until") else " next time"
    return f"{acts(value, 'does', 'do')} not wake up{when}"


# ------------------------------------------------------------------ abilities


def basic(value: Basic) -> str:
    """Say a basic ability with its cost or effect."""
    if value.cost is not None:
        return f"{value.name} [{cost(value.cost)}]"
    if value.effect:
        return f"{value.name}: {sentence(value.effect)}"
    return value.name


def basics_of(value: Operation) -> list[str]:
    """Say the basic abilities an operation names."""
    names = value.get("basic")
    if names == "all":
        return ["all basic abilities"]
    found = []
    for item in items(names) if value.has("basic") else ():
        text = basic(item).rstrip(".") if isinstance(item, Basic) else words(item)
        found.append(f"{text.replace(': ', ' (', 1)})" if ": " in text else text)
    return found


def grant(value: Operation) -> str:
    """Say abilities gained."""
    names = basics_of(value)
    given = value.get("ability")
    if given == "this":
        names.append("this ability")
    elif given is not None:
        names += [f"({SAYERS[type(item)](item)})" for item in items(given)]
    label = f"(called “{value.get('label')}”)" if value.has("label") else ""
    return joined(acts(value, "gains", "gain"), listed(names), label)


def lose(value: Operation) -> str:
    """Say abilities lost."""
    names = basics_of(value)
    specials = {"all": "all special abilities", "one": "one special ability",
                "passive": "its passive abilities", "this": "this ability"}  # fmt: skip
    if value.has("special"):
        names.append(specials[str(value.get("special"))])
    if value.has("label"):
        names.append(f"what is called “{value.get('label')}”")
    return joined(acts(value, "loses", "lose"), listed(names))


def copy_basics(value: Operation) -> str:
    """Say basic abilities copied from another card."""
    more = flags(value, {"without_duplicates": ("that it has not yet", "even twice")})
    text = f"all basic abilities of {words(value.get('from'))}"
    return joined(acts(value, "gains", "gain"), text, *more)


def become(value: Operation) -> str:
    """Say what a card turns into."""
    texts = []
    for key, item in value.args:
        if key == "new":
            texts.append("newly entered" if item else "not newly entered")
        elif key in ("attribute", "sex", "name", "title", "type"):
            is_name = isinstance(item, str) and key in ("name", "title")
            if key == "sex" and isinstance(item, str):
                texts.append(SEXES[item])
                continue
            last = "and" if key == "attribute" else "or"
            texts.append(f"of the {key} {f'“{item}”' if is_name else likeness(item, last)}")
    return joined(acts(value, "becomes", "become"), listed(texts))


def likeness(value: Value, last: str) -> str:
    """Say a word, one that was chosen, or that of another card."""
    texts = []
    for item in items(value):
        word = getattr(item, "word", "")
        texts.append(f"of {words(item)}" if word == "same_as" else words(item))
    return listed(texts, last)


DEEDS_OF.update({
    "change": change, "set": assign, "reset": reset, "tap": simple("tap {}"),
    "untap": simple("untap {}"), "skip_wake_up": wake, "grant": grant, "lose": lose,
    "copy_basics": copy_basics, "become": become,
})  # fmt: skip
