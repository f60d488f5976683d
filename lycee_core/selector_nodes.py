"""Reads selectors and filters, and refuses what could not match or could not be answered for.

A pick among cards that not both seats see is allowed only where its owner can be held to it
(R1.14, R1.15). Below: `ref_nodes`; above: `amount_nodes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import grammar
from lycee_core.parsed import (
    Node,
    Number,
    Ref,
    Selector,
    Value,
)
from lycee_core.ref_nodes import RefReader
from lycee_core.shapes import (
    has,
    is_table,
)
from lycee_core.tomlpos import line_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycee_core.built import Built
    from lycee_core.tomlpos import Path

_OWN_PICKS = (("you", "own"), ("enemy", "enemy"))


class SelectorReader(RefReader):
    """A reader of selectors; it knows what each of them is for."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        super().__init__(source, lines, built)
        self.hears_itself_leave = False  # in an ability for when the card has left play
        self.is_given = False  # inside an ability that a character has or is given
        self.ability_kind = ""
        self.has_looked: frozenset[str] = frozenset()  # sides whose hand this effect looked at
        self.role = "object"  # what the selector being read is for
        self.kinds.update(
            {
                "selector": (is_table, self.read_selector),
                "filters": (is_table, self.read_filters),
                "did": (is_table, self.read_did),
                "entered": (has("before", "after"), self.read_entered),
                "depth": (has("top", "bottom", "above"), self.read_depth),
                "total": (is_table, self.read_total),
            }
        )

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
