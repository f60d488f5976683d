"""Says operations on cards, values, cells and battles in plain English.

One function a verb, collected in `DEEDS_OF`; what may stand on any verb (`until`, `seat`, `by`,
`n`, `named`) is added by `operation`, so that no key an author writes goes unheard. Below:
`clauses`; above: `flows`, which says blocks, rules and the chain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.clauses import cost
from lycee_core.parsed import Amount, Basic, Number, Operation, Ref, Selector, Value
from lycee_core.phrases import (
    SAYERS,
    added,
    amount,
    how_many,
    is_many,
    items,
    listed,
    owned,
    selector,
    thing,
    words,
    zone_name,
)
from lycee_core.vocabulary import FACES, ORDERS, PICKERS, PLACES, SEXES, VALUES

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
LIKES = {
    "enemy": "as the enemy likes", "turn_player": "as the turn player likes",
    "random": "at random", "owner": "as their owners like",
    "controller": "as their controllers like",
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


# ------------------------------------------------------------------ cards between zones


def drawn(value: Operation) -> str:
    """Say draws and mills."""
    count = amount(value.value)
    cards = f"{count} {'card' if count == '1' else 'cards'}"
    if isinstance(value.value, Amount):
        cards = f"as many cards as {count}"
    end = ""
    if value.word == "mill":
        deck = owned("deck", value.get("seat"))
        end = f" from the bottom of {deck}" if value.get("from") == "bottom" else f" from {deck}"
        if value.get("from") == "top":
            end = f" from the top of {deck}"
    if value.word == "draw" and value.has("seat"):
        return f"{verb_of(value.get('seat'), 'draws', 'draw')} {cards}"
    return f"{value.word} {cards}{end}"


def give_back(value: Operation) -> str:
    """Say cards that go back from play to a hand."""
    return joined(f"return {named(value)}", to_owners("to its owner's hand", value))


def take(value: Operation) -> str:
    """Say cards that come to a hand."""
    shown = flags(value, {"shown": ("shown to both", "not shown")})
    where = to_owners("into its owner's hand", value)
    return joined(f"take {named(value)}", where, *shown)


def send(value: Operation) -> str:
    """Say cards that go to another zone."""
    order = ORDERS[str(value.get("order"))] if value.has("order") else ""
    where = to_owners(PLACES[str(value.get("to"))], value)
    return joined(f"put {named(value)}", where, order)


def aside(value: Operation) -> str:
    """Say cards that are set aside."""
    return joined(f"set {named(value)} aside", face(value))


def face(value: Operation) -> str:
    """Say who sees cards that are laid somewhere."""
    return FACES[str(value.get("face"))] if value.has("face") else ""


def pile(value: Operation) -> str:
    """Say cards that go to a pile or onto a character."""
    places = [f"{key} {words(value.get(key))}" for key in ("on", "under") if value.has(key)]
    if value.has("to"):
        places.insert(0, f"onto {'' if ':' in str(value.get('to')) else 'the pile '}"
                      f"“{str(value.get('to')).removeprefix('pile:')}”")  # fmt: skip
    most = f"(at most {amount(value.get('max'))} there)" if value.has("max") else ""
    stays = flags(value, {"stays": (", which stays when this card leaves", ", which ends with it")})
    return "".join((joined(f"put {named(value)}", *places, face(value), most), *stays))


def search(value: Operation) -> str:
    """Say a search; what is found is never more than `n`, and may be nothing."""
    found = value.value
    assert isinstance(found, Selector), found
    number = value.get("n", found.get("n", Number("up_to", 1)))
    if isinstance(number, Number) and number.word == "exactly":
        number = Number("up_to", number.value)
    rest = tuple(arg for arg in merged(value, found).args if arg[0] != "n")
    shown = "".join(flags(value, {"shown": (", show it,", ", do not show it,")}))
    it = "it" if number in (Number("up_to", 1), Number("exactly", 1)) else "them"
    shown = shown.replace(" it,", f" {it},")
    to = value.get("to")
    where = f"into the {zone_name(to)}" if isinstance(to, str) else f"to {words(to)}"
    what = selector(Selector("", None, (*rest, ("n", number))))
    return f"search for {what}{shown} and put {it} {where}, then shuffle"


# ------------------------------------------------------------------ cells, control, entries


def move(value: Operation) -> str:
    """Say a move."""
    area = "with its area" if value.has("with") else ""
    return joined(f"move {named(value)} to {cell(value.get('to'))}", area)


def swap(value: Operation) -> str:
    """Say an exchange."""
    return f"swap {listed(one(item) for item in items(value.value))}"


def shift(value: Operation) -> str:
    """Say a shift of a whole row, column or field."""
    ways = {"rotate": "round", "left": "one to the left", "right": "one to the right"}
    return joined(f"shift {named(value)}", ways[str(value.get("by", "rotate"))])


def rearrange(value: Operation) -> str:
    """Say that somebody names new cells."""
    found = value.value
    by = value.get("by")
    if isinstance(found, Selector):
        by = by or found.get("by")
        args = merged(value, found).args
        found = Selector("", None, tuple(arg for arg in args if arg[0] != "by"))
    return f"rearrange {thing(found)} {LIKES.get(str(by), 'as you like')}"


def take_control(value: Operation) -> str:
    """Say a change of control."""
    to = f"to {cell(value.get('to'))}" if value.has("to") else ""
    other = f"(if it cannot go back: {block(value.get('else'))})" if value.has("else") else ""
    return joined(f"take control of {named(value)}", to, other)


def on_each(value: Operation) -> str:
    """Say `on`, or `each on` where several are put somewhere."""
    found = value.value
    found = merged(value, found) if isinstance(found, Selector) else found
    return "each on" if is_many(found) and isinstance(value.get("to"), Selector) else "on"


def paid(value: Operation) -> str:
    """Say whether a card is paid for."""
    price = value.get("pay")
    if isinstance(price, bool):
        return "for its cost" if price else "without paying"
    return f"for {amount(price)} points" if value.has("pay") else ""


def enter(value: Operation) -> str:
    """Say an entry inside an effect."""
    texts = [f"{named(value)}"]
    if value.has("as"):
        form = value.get("as")
        texts.append(f"as the form “{form}”" if isinstance(form, str) else f"as {words(form)}")
    texts.append(f"{on_each(value)} {cell(value.get('to'))}" if value.has("to") else "")
    texts.append(paid(value))
    texts += flags(value, {
        "free_cells": ("whatever its field limit", "within its field limit"),
        "without_conversion": ("without conversion", "by conversion"),
        "tapped": ("tapped", "untapped"),
    })  # fmt: skip
    if value.has("controller"):
        texts.append(f"under the control of {words(value.get('controller'))}")
    return joined("let", texts[0], "enter", *texts[1:])


def equip(value: Operation) -> str:
    """Say that an item is put on a character."""
    form = f"as the form “{value.get('as')}”" if value.has("as") else ""
    to = f"{on_each(value)} {one(value.get('to'))}" if value.has("to") else ""
    more = flags(value, {"over_limit": ("beside other items", "if it has none")})
    return joined(f"put {named(value)}", form, to, paid(value), *more)


def place_area(value: Operation) -> str:
    """Say that an area is put on a cell."""
    to = f"{on_each(value)} {cell(value.get('to'))}" if value.has("to") else ""
    return joined(f"place {named(value)}", to, paid(value))


def use(value: Operation) -> str:
    """Say that a card is used inside an effect."""
    itself = zone_place(value.get("itself")) if value.has("itself") else ""
    return joined(f"use {named(value)}", paid(value), f"and put it {itself}" if itself else "")


def zone_place(zone: Value) -> str:
    """Say where a card goes; a pile is a place too."""
    return (
        PLACES[zone] if isinstance(zone, str) and zone in PLACES else f"onto the {zone_name(zone)}"
    )


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
    "untap": simple("untap {}"), "skip_wake_up": wake, "draw": drawn, "mill": drawn,
    "discard": simple("discard {}"), "return": give_back,
    "take": take, "remove": simple("remove {} from the game"), "send": send, "aside": aside,
    "pile": pile, "search": search, "move": move, "swap": swap, "shift": shift,
    "rearrange": rearrange, "take_control": take_control, "enter": enter,
    "equip": equip, "place_area": place_area, "use": use, "grant": grant, "lose": lose,
    "copy_basics": copy_basics, "become": become,
})  # fmt: skip
