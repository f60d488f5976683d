"""Says where cards go in plain English: between zones and cells, into play, to another side.

Into the same table as `deeds`. Below: `deeds`; above: `flows`.
"""

from __future__ import annotations

from lycee_core.deeds import (
    DEEDS_OF,
    block,
    cell,
    flags,
    joined,
    merged,
    named,
    one,
    simple,
    to_owners,
    verb_of,
)
from lycee_core.parsed import Amount, Number, Operation, Selector, Value
from lycee_core.phrases import (
    amount,
    is_many,
    items,
    listed,
    owned,
    selector,
    thing,
    words,
    zone_name,
)
from lycee_core.vocabulary import FACES, ORDERS, PLACES

LIKES = {
    "enemy": "as the enemy likes", "turn_player": "as the turn player likes",
    "random": "at random", "owner": "as their owners like",
    "controller": "as their controllers like",
}  # fmt: skip


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


DEEDS_OF.update({
    "draw": drawn, "mill": drawn, "discard": simple("discard {}"), "return": give_back,
    "take": take, "remove": simple("remove {} from the game"), "send": send, "aside": aside,
    "pile": pile, "search": search, "move": move, "swap": swap, "shift": shift,
    "rearrange": rearrange, "take_control": take_control, "enter": enter,
    "equip": equip, "place_area": place_area, "use": use,
})  # fmt: skip
