"""How each kind of value in the card language is recognised and read.

`NodeReader` fills the table of kinds that `Reader.read` consults: for each name in `grammar.KINDS`
a test by shape and a method that checks and builds the node. It also keeps what the checks of
spec/cards.md section 12 need to know on the way: names defined so far, depth of blocks, whether a
hidden zone has been looked at. Below: `reader`; above: `operations`, `loader`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import grammar
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
    Points,
    Ref,
    Selector,
    Value,
)
from lycee_core.reader import Reader, near
from lycee_core.tomlpos import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lycee_core.grammar import Built
    from lycee_core.tomlpos import Path

_OWN_PICKS = (("you", "own"), ("enemy", "enemy"))
NUMBER_LIMIT = 999  # R14.4


def is_text(value: object) -> bool:
    """Tell whether a value is a text."""
    return isinstance(value, str)


def is_readable(value: object) -> bool:
    """Tell whether a value is a text with something in it and no control characters."""
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def is_int(value: object) -> bool:
    """Tell whether a value is a whole number and no flag."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_flag(value: object) -> bool:
    """Tell whether a value is true or false."""
    return isinstance(value, bool)


def is_list(value: object) -> bool:
    """Tell whether a value is a list."""
    return isinstance(value, list)


def is_table(value: object) -> bool:
    """Tell whether a value is a table."""
    return isinstance(value, dict)


def has(*keys: str) -> Callable[[object], bool]:
    """Build a test for tables that hold one of the keys."""
    return lambda value: isinstance(value, dict) and any(key in value for key in keys)


def is_amount(value: object) -> bool:
    """Tell whether a value is a number or a table headed by a word for amounts."""
    if not isinstance(value, dict):
        return is_int(value)
    heads = [key for key in value if key in grammar.AMOUNTS]
    if heads and heads[0] in ("highest", "lowest"):
        return "over" in value
    return bool(heads)


def is_moment(value: object) -> bool:
    """Tell whether a value is `{ add = amount }` or `{ set = amount }`, and no arithmetic."""
    return has("add", "set")(value) and not (
        isinstance(value, dict) and isinstance(value.get("add"), list)
    )


def is_ref(value: object) -> bool:
    """Tell whether a value is a reference: a word, or a table such as `{ most = "hand" }`."""
    return is_text(value) or has(*grammar.SEAT_TABLES)(value)


def is_label(value: object) -> bool:
    """Tell whether a value is a word that is no reference."""
    return is_text(value) and not (
        str(value).startswith(("$", "remembered:"))
        or value in grammar.REFERENCES
        or value in grammar.SEATS
    )


def read_points(text: str) -> Points | None:
    """Count the letters of a cost such as `SS*`; `0` is free.

    Returns:
        Points of snow, moon, flower, space, sun and of any attribute, or None.
    """
    if text == "0":
        return (0, 0, 0, 0, 0, 0)
    if not text or any(letter not in grammar.LETTERS for letter in text):
        return None
    s, m, f, l, n, a = (text.count(letter) for letter in grammar.LETTERS)  # noqa: E741
    return (s, m, f, l, n, a)


class NodeReader(Reader):
    """A reader that knows every kind except operations and abilities."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        super().__init__(source, lines, built)
        self.card_type = ""
        self.is_before_x = False  # in a target of an ability whose cost leaves a number open
        self.hears_itself_leave = False  # in an ability for when the card has left play
        self.is_given = False  # inside an ability that a character has or is given
        self.names: set[str] = set()  # every `$name` defined so far
        self.has_subject = False  # `subject` and `cause` mean something here
        self.ability_kind = ""
        self.has_looked: frozenset[str] = frozenset()  # sides whose hand this effect looked at
        self.role = "object"  # what the selector being read is for
        self.kinds.update(
            {
                "flag": (is_flag, self.plain),
                "true": (is_flag, self.read_true),
                "int": (is_int, self.read_int),
                "text": (is_text, self.read_text),
                "name": (is_text, self.read_name),
                "amount": (is_amount, self.read_amount),
                "amounts": (is_list, self.read_amounts),
                "selector": (is_table, self.read_selector),
                "filters": (is_table, self.read_filters),
                "ref": (is_ref, self.read_ref),
                "label": (is_label, self.read_text),
                "seat": (is_ref, self.read_seat),
                "compare": (lambda v: is_amount(v) or is_table(v), self.read_compare),
                "same_as": (has("same_as"), self.read_same_as),
                "chosen": (has("chosen"), self.read_chosen),
                "of": (has("of"), self.read_of),
                "conditions": (is_list, self.read_conditions),
                "condition": (is_table, self.read_condition),
                "cost": (is_table, self.read_cost),
                "points": (lambda v: is_text(v) or is_table(v), self.read_points),
                "event": (has("event"), self.read_event),
                "cause": (is_table, self.read_cause),
                "declaration": (is_table, self.read_declaration),
                "number": (
                    lambda v: is_amount(v) or v in ("any", "all") or has("up_to")(v),
                    self.read_number,
                ),
                "duration": (
                    lambda v: is_text(v) or has("while", "used", "used_this_turn")(v),
                    self.read_duration,
                ),
                "zone": (is_text, self.read_zone),
                "pile": (lambda v: isinstance(v, str) and v.startswith("pile:"), self.read_zone),
                "basic_name": (is_text, self.read_basic_name),
                "did": (is_table, self.read_did),
                "entered": (has("before", "after"), self.read_entered),
                "depth": (has("top", "bottom", "above"), self.read_depth),
                "total": (is_table, self.read_total),
                "pair": (is_list, self.read_pair),
                "comparison": (is_list, self.read_comparison),
                "two": (is_list, self.read_two),
                "values": (is_list, self.read_values),
                "moment": (is_moment, self.read_moment),
                "paid_as": (has("ex", "attributes"), self.read_paid_as),
                "cost_of": (has("cost_of"), self.read_cost_of),
                "copy": (has("copy"), self.read_copy),
                "fight": (is_table, self.read_fight),
                "range": (is_list, self.read_range),
                "x": (lambda v: v is True or has("min", "max")(v), self.read_x),
            }
        )

    # -------------------------------------------------------------- plain values

    def plain(self, value: bool | int | str, path: Path, group: str) -> Value:
        """Keep a value that its shape has checked already."""
        return value

    def read_true(self, value: bool, path: Path, group: str) -> Value:
        """Read a key that only says yes."""
        if value is not True:
            self.fault(path, value, "true, or no such key")
        return True

    def read_int(self, value: int, path: Path, group: str) -> Value:
        """Read a whole number within the bounds of the game."""
        if abs(value) > NUMBER_LIMIT:
            self.fault(path, value, f"a number between -{NUMBER_LIMIT} and {NUMBER_LIMIT}")
        return value

    def read_text(self, value: str, path: Path, group: str) -> Value:
        """Read a text that says something."""
        if not is_readable(value):
            self.fault(path, value, "a text that is not empty")
        return value

    def read_name(self, value: str, path: Path, group: str) -> Value:
        """Read a name that this place defines."""
        if not value.replace("_", "").isalnum() or not value.isascii():
            self.fault(path, value, "a name of letters, digits and _")
        self.names.add(value)
        return value

    def read_points(self, value: str | dict[str, object], path: Path, group: str) -> Value:
        """Read points: letters, or a table from letters to amounts."""
        if isinstance(value, str):
            points = read_points(value)
            if points is None:
                self.fault(path, value, grammar.KINDS["points"])
            return points
        self.check_keys(value, grammar.LETTERS, path)
        return tuple(
            self.read("amount", value.get(letter, 0), (*path, letter), "amount")
            for letter in grammar.LETTERS
        )

    def read_zone(self, value: str, path: Path, group: str) -> Value:
        """Read the name of a zone; `pile:NAME` is a zone too."""
        kind, _, name = value.partition(":")
        if kind == "pile" and name:
            self.has_built(group, "pile", path)
        elif value in grammar.ZONES:
            self.has_built(group, value, path)
        else:
            self.fault(path, value, f"a zone: {near(value, (*grammar.ZONES, 'pile:NAME'))}")
        return value

    def read_basic_name(self, value: str, path: Path, group: str) -> Value:
        """Read the name of a basic ability."""
        if value not in grammar.BASICS:
            self.fault(path, value, f"a basic ability: {near(value, grammar.BASICS)}")
        else:
            self.has_built("basic", value, path)
        return value

    # -------------------------------------------------------------- references

    def read_ref(self, value: str | dict[str, object], path: Path, group: str) -> Value:
        """Read a reference to what is already known: a card, cell, declaration or seat."""
        line = line_of(self.lines, path)
        if isinstance(value, dict):
            args = self.read_keys(value, grammar.SEAT_TABLES, path, "ref")
            return Ref(args[0][0], args[0][1], line=line) if args else None
        if value.startswith("$"):
            self.has_built("ref", "$name", path)
            self.check_defined(value[1:], path)
            return Ref(value, line=line)
        if value.startswith("remembered:") and len(value) > 11:
            self.has_built("ref", "remembered", path)
            return Ref("remembered", value[11:], line=line)
        if value in grammar.SEATS:
            self.has_built("seat", value, path)
        elif value in grammar.REFERENCES:
            if self.has_built("ref", value, path):
                self.check_ref_place(value, path)
        else:
            known = (*grammar.REFERENCES, *grammar.SEATS, "$name", "remembered:NAME")
            self.fault(path, value, f"a reference: {near(value, known)}")
        return Ref(value, line=line)

    def check_defined(self, name: str, path: Path) -> None:
        """Refuse a `$name` that nothing before it defines."""
        if name == "x" and self.is_before_x:
            found = "the number of the cost in a target, which is named before it"
            self.wrong(path, found, "a `choose` of the effect, which knows it")
        elif name not in self.names:
            names = near(name, [f"${item}" for item in self.names])
            self.wrong(path, f'"${name}"', f"a name defined before it ({names})")

    def check_ref_place(self, word: str, path: Path) -> None:
        """Refuse references that mean nothing on this card or in this ability."""
        if word == "self" and self.card_type == "event_card":
            self.fault(path, word, "no `self` in an event card, which is nowhere while it acts")
        if word == "bearer" and self.card_type != "item":
            self.fault(path, word, "`bearer` only on an item")
        if word == "here" and self.card_type != "area":
            self.fault(path, word, "`here` only on an area")
        if word in ("subject", "cause") and not self.has_subject:
            self.fault(path, word, f"`{word}` only where an event has happened")

    def read_seat(self, value: str | dict[str, object], path: Path, group: str) -> Value:
        """Read a seat."""
        if isinstance(value, dict) or value in grammar.SEATS or value.startswith("$"):
            return self.read_ref(value, path, group)
        if value in ("it", "subject", "cause"):
            return self.read_ref(value, path, group)
        self.fault(path, value, f"a seat: {near(value, (*grammar.SEATS, '$name'))}")
        return None

    def single(self, word: str, kind: str, value: dict[str, object], path: Path) -> Value:
        """Read a table with exactly one key."""
        args = self.read_keys(value, {word: kind}, path, word)
        return Node(word, args[0][1]) if args else None

    def read_same_as(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ same_as = ref }`."""
        return self.single("same_as", "ref", value, path)

    def read_chosen(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ chosen = "x" }`: what a `name` operation or a cost `x` fixed."""
        name = value["chosen"]
        if isinstance(name, str):
            self.check_defined(name, (*path, "chosen"))
        return self.single("chosen", "text", value, path)

    def read_of(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ of = ref }`."""
        return self.single("of", "ref", value, path)

    def read_cost_of(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ cost_of = ref }`."""
        return self.single("cost_of", "ref", value, path)

    def read_copy(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ copy = ref }`."""
        return self.single("copy", "ref", value, path)

    # -------------------------------------------------------------- selectors

    def read_selector(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read a selector and check that it can match and may be answered."""
        if group == "selector.adjacent_to":
            self.has_built(group, "adjacent_to = { ... }", path)
        role, self.role = self.role, "filter"
        args = self.read_keys(value, grammar.SELECTOR, path, "selector")
        self.role = role
        selector = Selector("", None, args, line_of(self.lines, path))
        self.check_filters(selector, path)
        if role != "filter":
            self.check_hidden(selector, path)
            self.check_passive(selector, path)
        return selector

    def read_filters(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read filters on a card that is already known; nothing is picked."""
        role, self.role = self.role, "filter"
        args = self.read_keys(value, grammar.SELECTOR, path, "selector")
        self.role = role
        for key in ("zone", "n", "by", "distinct", "total"):
            if key in value:
                self.wrong((*path, key), f"the key `{key}`", "filters only: no picking here")
        return Selector("", None, args, line_of(self.lines, path))

    def check_filters(self, selector: Selector, path: Path) -> None:
        """Refuse a filter that nothing of the named types can match."""
        if (
            self.hears_itself_leave
            and selector.get("zone") == ("held",)
            and selector.get("of") == Ref("self")
        ):
            self.wrong((*path, "of"), "cards kept on a card that has left, which are gone (R13.5)",
                       'a replacement of `left` with `and_then = "event"`')  # fmt: skip
        front = selector.get("in_front_of")
        if (
            selector.get("side") == "own"
            and front == Ref("self")
            and not self.is_given
            and self.card_type == "character"
        ):
            found = 'side = "own" in front of a character, which faces the other field'
            self.wrong((*path, "in_front_of"), found, '`row = "AF", column = "same"`')
        types = selector.get("type")
        if not isinstance(types, tuple):
            return
        allowed: set[str] = set()
        for word in types:
            if not isinstance(word, str):
                return
            allowed |= grammar.TYPE_KEYS[word]
        for key, _ in selector.args:
            if key not in allowed:
                names = ", ".join(str(word) for word in types)
                self.wrong((*path, key), f"the filter `{key}`", f"filters that fit {names}")

    def check_passive(self, selector: Selector, path: Path) -> None:
        """Refuse a pick where nobody can be asked: in values that are recomputed."""
        if self.ability_kind != "passive":
            return
        zones = selector.get("zone", ())
        if isinstance(zones, tuple) and {"chain", "payment"}.intersection(map(str, zones)):
            self.wrong(path, "the chain in a passive", "what lasts")
        if self.role not in ("object", "choose"):
            return
        if selector.has("by") or selector.get("n", Number("all")) != Number("all"):
            self.wrong(path, "a pick in a passive", "all that match: no `n`, no `by`")

    def check_hidden(self, selector: Selector, path: Path) -> None:
        """Refuse what would depend on cards that not both seats can see (R1.14, R1.15)."""
        zones = selector.get("zone")
        if not isinstance(zones, tuple) or not grammar.HIDDEN_ZONES.intersection(map(str, zones)):
            return
        if selector.get("type") == ("seat",):
            return  # a whole hand or deck is meant, whatever lies in it
        filtered = [key for key, _ in selector.args
                    if key not in grammar.NO_FILTER or key == "distinct"]  # fmt: skip
        found = f"a pick from the hidden zone {zones[0]}"
        if self.role == "target" and selector.get("type") == ("seat",):
            return  # a whole hand or deck: none of its cards is told apart
        if self.role == "target":
            self.wrong(path, found, "no target in a hidden zone: a choice in the effect")
        elif filtered and self.role in ("look", "count"):
            self.wrong(path, f"{filtered[0]} in the hidden zone {zones[0]}", "no filter here")
        elif self.role in ("search", "cost", "look", "count"):
            return
        elif not self.may_pick_hidden(selector, zones, filtered):
            wanted = (
                "a blind pick, the owner's choice of `n` cards, `n` cards of the enemy hand after"
                " a look, or cards `among` those just looked at"
            )
            self.wrong(path, found, wanted)

    def may_pick_hidden(
        self, selector: Selector, zones: tuple[Value, ...], filtered: Sequence[str]
    ) -> bool:
        """Tell whether a pick from a hidden zone can be made and, with a filter, answered for."""
        by = selector.get("by", "you")
        side = str(selector.get("side", "own"))
        if selector.has("among") and by != "random":
            among = selector.get("among")
            return not isinstance(among, tuple) or len(among) == 1
        if not filtered:
            return zones != ("deck",)  # blind picks, whole hands, the top or bottom of a deck
        n = selector.get("n", Number("exactly", 1) if self.role == "choose" else Number("all"))
        hidden = grammar.HIDDEN_ZONES.intersection(map(str, zones))
        if hidden != {"hand"} or by == "random" or side == "any" or n == Number("all"):
            return False
        is_owner = by in ("owner", "controller") or (by, side) in _OWN_PICKS
        return is_owner or (by == "you" and side in self.has_looked and len(zones) == 1)

    def read_did(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ battled = "self" }`."""
        words = grammar.SELECTOR["did"].split(" | ")[0][2:].split()
        args = self.read_keys(value, dict.fromkeys(words, "ref"), path, "did")
        return Node("did", None, args)

    def read_entered(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ before = ref }` or `{ after = ref }`."""
        args = self.read_keys(value, {"before": "ref", "after": "ref"}, path, "entered")
        return Node("entered", None, args)

    def read_depth(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read a position in an ordered zone."""
        keys = {"top": "amount", "bottom": "amount", "above": "ref"}
        return Node("depth", None, self.read_keys(value, keys, path, "depth"))

    def read_total(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read bounds over everything picked together."""
        keys = dict.fromkeys(grammar.ALL_VALUES.split(), "compare")
        return Node("total", None, self.read_keys(value, keys, path, "total"))

    def read_number(self, value: object, path: Path, group: str) -> Value:
        """Read how many."""
        if value == "any" or value == "all":
            return Number(str(value))
        if isinstance(value, dict) and "up_to" in value:
            args = self.read_keys(value, {"up_to": "amount"}, path, "number")
            return Number("up_to", args[0][1]) if args else None
        return Number("exactly", self.read_amount(value, path, group))

    # -------------------------------------------------------------- amounts and bounds

    def read_amount(self, value: object, path: Path, group: str) -> Value:
        """Read a number or a table that stands for one."""
        if not isinstance(value, dict):
            return self.read_int(value, path, group) if isinstance(value, int) else None
        word = next((key for key in value if key in grammar.AMOUNTS), None)
        if word is None:
            self.fault(path, value, grammar.KINDS["amount"])
            return None
        kind, params = grammar.AMOUNTS[word]
        self.has_built("amount", word, (*path, word))
        role, self.role = self.role, "count"
        rest = {key: item for key, item in value.items() if key != word}
        head = self.read(kind, value[word], (*path, word), f"amount:{word}.{word}")
        args = self.read_keys(rest, params, path, f"amount:{word}")
        self.role = role
        for key in params:
            if key not in value and key not in ("seat", "since"):
                self.wrong(path, f"`{word}` without `{key}`", f"{word} = ..., {key} = ...")
        if word == "chosen" and isinstance(head, str):
            self.check_defined(head, (*path, word))
        return Amount(word, head, args, line_of(self.lines, path))

    def read_amounts(self, value: list[object], path: Path, group: str) -> Value:
        """Read the operands of arithmetic."""
        if not value:
            self.fault(path, value, "at least one amount")
        return tuple(
            self.read("amount", item, (*path, index), "amount") for index, item in enumerate(value)
        )

    def read_compare(self, value: object, path: Path, group: str) -> Value:
        """Read a number, or one or two bounds on one; gives a tuple of bounds."""
        if is_amount(value):
            return (Compare("eq", self.read_amount(value, path, group)),)
        assert isinstance(value, dict), value
        args = self.read_keys(value, grammar.COMPARES, path, "compare")
        if not value:
            self.fault(path, value, grammar.KINDS["compare"])
        return tuple(Compare(word, amount) for word, amount in args)

    def read_comparison(self, value: list[object], path: Path, group: str) -> Value:
        """Read `[amount, "<=", amount]`."""
        signs = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne", ">=": "ge", ">": "gt"}
        if len(value) != 3 or not isinstance(value[1], str) or value[1] not in signs:
            self.fault(path, value, grammar.KINDS["comparison"])
            return None
        left = self.read("amount", value[0], (*path, 0), "amount")
        right = self.read("amount", value[2], (*path, 2), "amount")
        return (left, signs[value[1]], right)

    def read_moment(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read `{ add = amount }` or `{ set = amount }`."""
        keys = {"add": "amount", "set": "amount", "less": "amount"}
        return Node("moment", None, self.read_keys(value, keys, path, "moment"))

    def read_range(self, value: list[object], path: Path, group: str) -> Value:
        """Read the lowest and the highest number that may be named."""
        if len(value) != 2:
            self.fault(path, value, grammar.KINDS["range"])
            return None
        return self.read_amounts(value, path, group)

    def read_x(self, value: object, path: Path, group: str) -> Value:
        """Read the bounds of a number chosen at declaration."""
        self.names.add("x")
        if not isinstance(value, dict):
            return Node("x")
        return Node("x", None, self.read_keys(value, {"min": "amount", "max": "amount"}, path, "x"))

    # -------------------------------------------------------------- small lists

    def read_pair(self, value: list[object], path: Path, group: str) -> Value:
        """Read `[reference, filters]`."""
        if len(value) != 2:
            self.fault(path, value, grammar.KINDS["pair"])
            return None
        ref = self.read("ref", value[0], (*path, 0), "ref")
        return (ref, self.read("filters", value[1], (*path, 1), "selector"))

    def read_two(self, value: list[object], path: Path, group: str) -> Value:
        """Read two things to be exchanged."""
        if len(value) != 2:
            self.fault(path, value, grammar.KINDS["two"])
            return None
        return tuple(
            self.read("ref | selector", item, (*path, index), "ref")
            for index, item in enumerate(value)
        )

    def read_values(self, value: list[object], path: Path, group: str) -> Value:
        """Read a list of value names."""
        return tuple(
            self.read(f"={grammar.ALL_VALUES}", item, (*path, index), "values")
            for index, item in enumerate(value)
        )

    def read_paid_as(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read what a payment counts as."""
        keys = {"ex": "amount", "attributes": "*=snow moon flower space sun any"}
        return Node("paid_as", None, self.read_keys(value, keys, path, "paid_as"))

    def read_fight(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read the two sides of a battle that an effect starts."""
        keys = {"attacker": "ref | selector", "defender": "ref | selector"}
        for key in keys:
            if key not in value:
                self.wrong(path, f"no `{key}`", grammar.KINDS["fight"])
        return Node("fight", None, self.read_keys(value, keys, path, "fight"))

    # -------------------------------------------------------------- conditions

    def read_conditions(self, value: list[object], path: Path, group: str) -> Value:
        """Read conditions that must all hold."""
        found: list[Value] = []
        for index, item in enumerate(value):
            if isinstance(item, dict):
                found.append(self.read_condition(item, (*path, index), group))
            else:
                self.fault((*path, index), item, "a condition (a table)")
        return tuple(item for item in found if item is not None)

    def read_condition(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read one condition: its word and the keys that go with it."""
        word = next((key for key in value if key in grammar.CONDITIONS), None)
        if word is None:
            text = near(next(iter(value), ""), grammar.CONDITIONS)
            self.fault(path, value, f"a condition: {text}")
            return None
        kind, params = grammar.CONDITIONS[word]
        self.has_built("condition", word, (*path, word))
        if word == "self":
            self.check_ref_place("self", (*path, word))
        role, self.role = self.role, "count"
        head = self.read(kind, value[word], (*path, word), f"condition:{word}.{word}")
        rest = {key: item for key, item in value.items() if key != word}
        args = self.read_keys(rest, params, path, f"condition:{word}")
        self.role = role
        return Condition(word, head, args, line_of(self.lines, path))

    def read_declaration(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read a filter on declarations and their cards."""
        role, self.role = self.role, "filter"
        args = self.read_keys(value, grammar.DECLARATION, path, "declaration")
        self.role = role
        return Declaration("", None, args, line_of(self.lines, path))

    # -------------------------------------------------------------- events, durations, limits

    def read_event(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read an event and the filters on what takes part in it."""
        word = value["event"]
        if not isinstance(word, str) or word not in grammar.EVENTS:
            wanted = near(str(word), grammar.EVENTS)
            self.fault((*path, "event"), word, f"an event: {wanted}")
            return None
        self.has_built("event", word, (*path, "event"))
        keys = {**grammar.EVENT_COMMON, **grammar.EVENTS[word]}
        rest = {key: item for key, item in value.items() if key != "event"}
        had_subject, self.has_subject = self.has_subject, True
        role, self.role = self.role, "filter"
        args = self.read_keys(rest, keys, path, "event")
        self.role = role
        self.has_subject = had_subject
        return Event(word, None, args, line_of(self.lines, path))

    def read_cause(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read who or what made an event happen."""
        return Node("cause", None, self.read_keys(value, grammar.CAUSE, path, "cause"))

    def read_duration(self, value: object, path: Path, group: str) -> Value:
        """Read how long something lasts."""
        if isinstance(value, dict):
            keys = {"while": "conditions", "used": "amount", "used_this_turn": "amount"}
            args = self.read_keys(value, keys, path, "duration")
            for word, _ in args:
                self.has_built("duration", word, path)
            return Duration(args[0][0], args[0][1]) if args else None
        word = str(value)
        if word not in grammar.DURATIONS:
            wanted = near(word, (*grammar.DURATIONS, "{ while = [...] }"))
            self.fault(path, word, f"a duration: {wanted}")
            return None
        self.has_built("duration", word, path)
        return Duration(word)

    # -------------------------------------------------------------- costs

    def read_cost(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read a cost; `{}` is free but still a declaration."""
        role, self.role = self.role, "cost"
        if "x" in value:
            self.names.add("x")  # its other parts may use the number, wherever they stand
        args = self.read_keys(value, grammar.COST, path, "cost")
        self.role = role
        return Cost("", None, args, line_of(self.lines, path))
