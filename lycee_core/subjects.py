"""Says whom a selector of the card language means, filter by filter, in plain English.

Filters before the noun are adjectives, those behind it clauses; a key of the grammar that nobody
phrased is an error, not a silence. Below: `phrases`; above: `clauses` and so on up to `plain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.parsed import Amount, Node, Number, Selector, Value
from lycee_core.phrases import (
    SAYERS,
    amount,
    article,
    bounds,
    how_many,
    items,
    listed,
    thing,
    words,
    zone_name,
)
from lycee_core.vocabulary import (
    DEEDS,
    DIRECTIONS,
    NOUNS,
    PICKERS,
    REFS,
    SEXES,
    SPECIALS,
    VALUES,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ENDS = (("deck_top",), ("deck_bottom",))
ON_FIELD = (("field",), ("chain",), ("payment",))  # where `side` is said before the noun
SAID_BEFORE = frozenset(
    ("zone", "side", "type", "n", "by", "tapped", "new", "empty", "multi", "conversion",
     "attribute", "original_attribute", "pure", "sex")
)  # fmt: skip


def whom(value: Selector, *, default: str = "all") -> str:
    """Say whom a selector means, with how many in front."""
    if is_named(value):
        return makers(value, "among")
    if value.get("type") == ("seat",) and value.has("zone"):
        return whole(value)
    if is_line(value):
        return line(value)
    if cell_of(value):
        return cell_of(value)
    number = value.get("n")
    if value.get("zone") in ENDS and default == "all":
        default = "1"  # without a number it is the one card there
    count = how_many(number) if number is not None else default
    if isinstance(number, Number) and isinstance(number.value, Amount):
        most = "at most" if number.word == "up_to" else "as many as"
        text = f"{bare(value, is_one=False)}, {most} {amount(number.value)}"
    elif count == "a":
        text = article(bare(value, is_one=True))
    else:
        text = f"{count} {bare(value, is_one=count in ('1', 'up to 1'))}".strip()
    by = value.get("by")
    return text if by is None or by == "you" else f"{text} ({PICKERS[str(by)]})"


def is_line(value: Selector) -> bool:
    """Tell whether a selector names one row or column outright."""
    kinds = items(value.get("type"))
    keys = {key for key, _ in value.args}
    if kinds not in (("row",), ("column",)) or keys - {"side", "type", *kinds}:
        return False
    lines = items(value.get(str(kinds[0])))
    return len(lines) == 1 and isinstance(lines[0], str) and lines[0] != "other"


def cell_of(value: Selector) -> str:
    """Say the cell of one card; empty where a selector is another."""
    where = items(value.get("cell", ()))
    keys = {key for key, _ in value.args}
    if len(where) != 1 or keys - {"cell", "side", "type"} or value.get("type") != ("cell",):
        return ""
    (whose,) = where
    if whose == "same":
        return "the cell of this card"
    if isinstance(whose, Node) and whose.word == "same_as":
        return f"the cell of {words(whose.value)}"
    return ""


def line(value: Selector) -> str:
    """Say one row or column."""
    kind = str(items(value.get("type"))[0])
    where = str(items(value.get(kind))[0])
    side = {"own": "own ", "enemy": "enemy "}.get(str(value.get("side")), "")
    if where == "same":
        return f"the {side}{kind} of this card"
    both = "" if side else " of both fields" if kind == "column" else " of either field"
    return f"the {side}{where if kind == 'row' else f'{where} column'}{both}"


def without(value: Selector, *keys: str) -> Selector:
    """Return a selector without some of its keys."""
    return Selector("", None, tuple(arg for arg in value.args if arg[0] not in keys))


def makers(value: Selector, key: str) -> str:
    """Say references that a selector names; of a declaration, who made it."""
    last = "and" if is_named(value) else "or"
    text = thing(value.get(key), last)
    if "declaration" in items(value.get("type", ())) or "chain" in items(value.get("zone", ())):
        return text
    return text.replace(REFS["declaration"], f"whoever made {REFS['declaration']}")


def whole(value: Selector) -> str:
    """Say a whole hand, deck or dust box."""
    whose = {"enemy": "the enemy's", "any": "one player's"}.get(str(value.get("side")), "your")
    zones = listed((zone_name(zone) for zone in items(value.get("zone"))), "or")
    rest = Selector("", None, tuple(arg for arg in value.args if arg[0] not in ("side", "zone")))
    return " ".join([whose, "whole", zones, *clauses(rest)])


def is_named(value: Selector) -> bool:
    """Tell whether a selector only repeats one reference: `{ among = "self" }`."""
    among = value.get("among")
    keys = {key for key, _ in value.args} - {"side", "type", "follow"}
    return keys == {"among"} and isinstance(among, tuple) and len(among) == 1


def bare(value: Selector, *, is_one: bool) -> str:
    """Say whom a selector means, without how many."""
    zones = tuple(str(zone) for zone in items(value.get("zone", ("field",))))
    after = []
    side = {"own": "own", "enemy": "enemy"}.get(str(value.get("side")), "")
    if zones not in ON_FIELD:
        whose = {"own": "your", "enemy": "the enemy's", "": "your"}[side]
        whose = "any" if value.get("side") == "any" else whose
        after = [zone_phrase(zones, whose)]
        if zones == ("held",):
            after = ["kept" if value.has("of") else "kept on a card in play"]
        elif zones in ENDS and value.has("among"):
            after = []
        side = ""
    elif zones != ("field",):
        after = [{"chain": "being declared", "payment": "in a payment"}[zones[0]]]
    parts = [side, *adjectives(value), noun_of(value, zones, is_one=is_one), *after]
    return " ".join(part for part in (*parts, *clauses(value)) if part)


def noun_of(value: Selector, zones: tuple[str, ...], *, is_one: bool) -> str:
    """Say what kind of thing a selector is about."""
    types = value.get("type")
    if types is None:
        is_cell = value.has("empty") or value.has("has_area")
        return plural("cell" if is_cell else "card" if zones != ("field",) else "character", is_one)
    if isinstance(types, Node):
        return f"{plural('card', is_one)} of the type {words(types)}"
    names = [plural(NOUNS[str(word)], is_one) for word in items(types)]
    if zones == ("chain",) and types == ("declaration",):
        return names[0]
    return listed(names, "or")


def plural(noun: str, is_one: bool) -> str:
    """Put a noun into the plural unless there is one."""
    return noun if is_one else f"{noun}s"


def zone_phrase(zones: tuple[str, ...], whose: str) -> str:
    """Say where cards are."""
    if zones in ENDS:
        return f"from the {zones[0][5:]} of {whose} deck"
    return f"in {whose} {listed((zone_name(zone) for zone in zones), 'or')}"


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
    for key, before in (
        ("attribute", ""),
        ("original_attribute", "originally "),
        ("pure", "pure "),
    ):
        plain = [str(word) for word in items(value.get(key, ())) if isinstance(word, str)]
        if plain:
            found.append(before + listed(plain, "or"))
    sexes = [SEXES[word] for word in items(value.get("sex", ())) if isinstance(word, str)]
    return found + ([listed(sexes, "or")] if sexes else [])


def clauses(value: Selector) -> list[str]:
    """Say the filters that stand behind the noun."""
    found = []
    for key, item in value.args:
        if key in ("attribute", "original_attribute", "pure", "sex"):
            found += [likeness(key, part) for part in items(item) if isinstance(part, Node)]
        elif key == "of" and value.get("zone") == ("held",):
            found.append(f"on {thing(item)}")
        elif key in ("among", "other_than"):
            found.append(f"{FRAMES[key][0]} {makers(value, key)}")
        elif key == "column_has":
            found.append(column_has(item, is_column=value.get("type") == ("column",)))
        elif key not in SAID_BEFORE:
            found.append(clause(key, item))
    return [text for text in found if text]


def likeness(key: str, value: Node) -> str:
    """Say a filter that compares with another card or with a word that was chosen."""
    noun = {"pure": "only attribute", "original_attribute": "original attribute"}.get(key, key)
    if value.word == "chosen":
        return f"with the {noun} {words(value)}"
    return f"with the {noun} of {words(value.value)}"


def clause(key: str, value: Value) -> str:
    """Say one filter behind the noun."""
    if key in VALUES:
        return f"with {VALUES[key]} {bounds(value)}"
    if key in CLAUSES:
        return CLAUSES[key](value)
    before, after = FRAMES[key]
    return f"{before} {thing(value, 'or')}{after}"


FRAMES = {
    "in_front_of": ("in front of", ""), "behind": ("behind", ""),
    "same_name_as": ("with the name of", ""), "other_than": ("other than", ""),
    "among": ("out of", ""), "of": ("of", ""), "opposite_of": ("of the opposite sex to", ""),
    "granted_by": ("with an ability given by", ""),
}  # fmt: skip


def place(key: str, value: Value) -> str:
    """Say a row, column or cell."""
    texts = []
    for item in items(value):
        if isinstance(item, Selector):
            is_of_cells = item.has("type") or key != "cell"
            args = item.args if is_of_cells else (("type", ("cell",)), *item.args)
            texts.append(words(Selector("", None, args)))
        elif isinstance(item, Node):
            head = words(item) if item.word == "chosen" else words(item.value)
            texts.append(f"the {key} {'' if item.word == 'chosen' else 'of '}{head}")
        elif item == "same":
            texts.append(f"the {key} of this card")
        elif item == "other":
            texts.append(f"another {key}")
        else:
            texts.append(str(item) if key == "row" else f"the {item} column")
    return f"in {listed(texts, 'or')}"


def quoted(before: str, after: str = "") -> Callable[[Value], str]:
    """Build the phrase of a filter on names."""

    def say(value: Value) -> str:
        names = [
            f"as chosen in {words(item)}" if isinstance(item, Node) else f"“{item}”"
            for item in items(value)
        ]
        return f"{before} {listed(names, 'or')}{after}"

    return say


def having(noun: str) -> Callable[[Value], str]:
    """Build the phrase of a filter on what a character or cell has."""

    def say(value: Value) -> str:
        if isinstance(value, bool):
            return f"with {article(noun)}" if value else f"without {noun}"
        assert isinstance(value, Selector), value
        more = () if value.has("type") else (("type", (noun,)),)
        return f"with {words(Selector('', None, (*more, *value.args)))}"

    return say


def component(value: Value) -> str:
    """Say a filter on components of conversions."""
    if isinstance(value, bool):
        return f"that {'is' if value else 'is not'} a component"
    return f"with {words(value)} as component"


def special(value: Value) -> str:
    """Say a filter on special abilities."""
    if isinstance(value, bool):
        return f"{'with' if value else 'without'} special abilities"
    return f"with {listed((SPECIALS[str(item)] for item in items(value)), 'or')}"


def basics(value: Value) -> str:
    """Say a filter on basic abilities."""
    if isinstance(value, bool):
        return f"{'with' if value else 'without'} basic abilities"
    return f"with {words(value)}"


def entered(value: Value) -> str:
    """Say when a character came."""
    if not isinstance(value, Node):
        return "that entered this turn"
    return listed(f"that entered {key} {words(item)}" for key, item in value.args)


def did(value: Value) -> str:
    """Say what a card did this turn."""
    texts = []
    for item in items(value):
        if isinstance(item, Node):
            texts += [
                f"{DEEDS[key]} {'' if key == 'supported' else 'with '}{words(other)}"
                for key, other in item.args
            ]
        else:
            texts.append(DEEDS[str(item)])
    return f"that {listed(texts, 'or')} this turn"


def column_has(value: Value, *, is_column: bool) -> str:
    """Say who must stand in a column, or in the column of a card."""
    assert isinstance(value, Selector), value
    n = value.get("n")
    is_one = n is None or n == Number("exactly", 1)
    who = words(without(value, "n")) if is_one else f"at least {words(value)}"
    verb = "is" if is_one else "are"
    return f"with {who}" if is_column else f"in whose column there {verb} {who}"


def depth(value: Value) -> str:
    """Say where in an ordered zone."""
    assert isinstance(value, Node), value
    texts = [
        f"above {words(item)}" if key == "above" else f"among the {key} {amount(item)}"
        for key, item in value.args
    ]
    return listed(texts)


def total(value: Value) -> str:
    """Say bounds over everything that is picked."""
    assert isinstance(value, Node), value
    return f"(together {listed(f'{VALUES[key]} {bounds(item)}' for key, item in value.args)})"


def but(value: Value) -> str:
    """Say an exclusion by filters."""
    return f"but not {some(value)}"


def some(value: Value) -> str:
    """Say one of what is meant by its filters, whatever it is."""
    assert isinstance(value, Selector), value
    if value.has("type"):
        return words(value)
    said = [*adjectives(value), "one", *clauses(value)]
    return " ".join(said) if said[0] == "one" else article(" ".join(said))


def alternatives(value: Value) -> str:
    """Say filters of which one must fit."""
    return f"being {listed(map(some, items(value)), 'or')}"


CLAUSES: dict[str, Callable[[Value], str]] = {
    "optional": lambda value: "(optional)" if value else "(required)",
    "row": lambda value: place("row", value),
    "column": lambda value: place("column", value),
    "cell": lambda value: place("cell", value),
    "direction": lambda value: f"({DIRECTIONS[str(value)]})",
    "name": quoted("named"), "title": quoted("of the title"), "number": quoted("numbered"),
    "name_has": quoted("with", " in its name"),
    "equipped": having("item"), "has_area": having("area"),
    "cost_has": lambda value: f"with {words(value)} in its cost",
    "highest": lambda value: f"with the highest {VALUES[str(value)]}",
    "lowest": lambda value: f"with the lowest {VALUES[str(value)]}",
    "component": component, "basic": basics, "special": special, "entered": entered, "did": did,
    "owner": lambda value: "that you own" if value == "own" else "that the enemy owns",
    "depth": depth, "total": total, "not": but, "any": alternatives,
    "adjacent_to": lambda value: f"next to {listed(map(words, items(value)), 'or')}",
    "distinct": lambda value: f"(each of another {words(value)})",
    "follow": lambda value: "(wherever it goes)" if value else "(while it stays)",
}  # fmt: skip


SAYERS[Selector] = whom
