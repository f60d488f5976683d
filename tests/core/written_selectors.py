"""Writes at random what is read and never done: references, amounts, selectors.

An amount counts a selector and a filter compares with an amount, so they stand in one class.
Below: the grammar; above: `written_moments`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lycee_core import grammar
from lycee_core.built import BUILT

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

Value = object  # str, int, bool, list or dict: what TOML can say
Table = dict[str, Value]

SIDES = ("own", "enemy", "any")
PICKERS = ("you", "enemy", "owner", "controller", "turn_player", "random")
FIELD_REFS = (
    "attacker", "defender", "battling_own", "battling_enemy", "supporter", "supported",
)  # fmt: skip
OWN_PICKS = (
    ("own", "you"), ("enemy", "enemy"), ("own", "owner"), ("enemy", "owner"),
    ("enemy", "controller"),
)  # fmt: skip


def built(group: str) -> tuple[str, ...]:
    """Return the words of a group that the engine carries out, in a steady order."""
    return tuple(sorted(BUILT[group]))


class SelectorWriter:
    """Writes references and selectors; knows where it stands and which names are defined."""

    def __init__(self, rng: random.Random, card_type: str, kind: str = "") -> None:
        self.rng = rng
        self.card_type = card_type
        self.kind = kind
        self.names: list[str] = []
        self.blocks = 0
        self.has_it = False
        self.size = 0  # operations so far
        self.has_x = False  # its cost leaves a number open

    def pick(self, *options: Any) -> Any:  # noqa: ANN401 - any of the language's values
        """Pick one of several values."""
        return self.rng.choice(options)

    def chance(self, percent: int) -> bool:
        """Say yes in so many of a hundred cases."""
        return self.rng.randrange(100) < percent

    # -------------------------------------------------------------- references and numbers

    def ref(self) -> str:
        """Write a reference that means something here."""
        words = [*FIELD_REFS]
        if self.card_type != "event_card":
            words += ["self"] * 6
            words += ["remembered:Thing"] * 2
        if self.card_type == "item":
            words += ["bearer"] * 3
        if self.card_type == "area":
            words += ["here"] * 3
        if self.kind == "triggered":
            words += ["subject"] * 3
        if self.kind not in ("passive", ""):
            words += ["declaration"]
        words += [f"${name}" for name in self.names for _ in range(3)]
        if self.has_it:
            words += ["it"] * 3
        return self.rng.choice(words)

    def amount(self, depth: int = 0) -> Value:
        """Write an amount."""
        if depth > 2 or self.chance(60):
            return self.pick(0, 1, 1, 1, 2, 2, 3, -1, 7)
        word = self.rng.choice(built("amount"))
        if word == "count":
            if self.names and self.chance(30):
                return {"count": f"${self.rng.choice(self.names)}"}
            if self.card_type != "event_card" and self.chance(10):
                return {"count": "remembered:Thing"}
            return {"count": self.counted()}
        if word == "value":
            return {"value": self.rng.choice(built("amount:value.value")), "of": self.ref()}
        if word == "size":
            size = self.rng.choice(built("amount:size.size"))
            size = "pile:Pond" if size == "pile" else size
            return {"size": size, "seat": self.seat()}
        if word in ("sum", "highest", "lowest"):
            over = self.counted() if self.chance(70) else [self.ref(), self.ref()]
            return {word: self.pick("ap", "dp", "sp", "cost", "ex", "original_dp"), "over": over}
        if word == "damage":
            return {"damage": "battle"}
        if word == "uses":
            return {"uses": self.pick("turn", "battle", "game")} if self.kind != "basic" else 1
        if word == "happened":
            event = {"event": self.pick("tapped", "entered", "left", "milled", "downed")}
            what: Value = self.on_field("character")
            if self.card_type != "event_card" and self.chance(40):
                what = "self"
            return {"happened": {**event, "what": what}}
        if word == "chosen":
            return 2
        if word == "done":
            return {"done": "cards"} if self.kind != "passive" else 1
        if word == "event":
            return {"event": "amount"} if self.kind == "triggered" else 1
        if word == "clock":
            return {"clock": "turn"}
        if word == "chosen":
            return {"chosen": "x"} if self.has_x else 2
        return {word: [self.amount(depth + 1) for _ in range(self.pick(1, 2, 2, 3))]}

    def seat(self) -> Value:
        """Write a seat."""
        if self.chance(30):
            word = self.pick("most", "least", "controller_of", "owner_of")
            place = self.pick("hand", "dust", "deck")
            return {word: place if word in ("most", "least") else self.ref()}
        return self.rng.choice(built("seat"))

    def number(self) -> Value:
        """Write how many."""
        return self.pick(
            1, 1, 2, 3, {"up_to": 1}, {"up_to": 2}, "any", "all", self.amount(),
            {"up_to": self.amount()},
        )  # fmt: skip

    def bounds(self) -> Value:
        """Write a number, or bounds on one."""
        if self.chance(30):
            return self.amount(1)
        words = self.rng.sample(("le", "ge", "lt", "gt", "eq", "ne"), self.pick(1, 1, 2))
        return {word: self.amount(1) for word in words}

    # -------------------------------------------------------------- selectors

    def filters(self, kind: str, depth: int = 0) -> Table:
        """Write some filters that fit a type: `character`, `item`, `cell`, `card` and so on."""
        found: Table = {}
        for _ in range(self.pick(0, 0, 1, 1, 1, 2, 3)):
            key = self.rng.choice(self.keys_for(kind))
            found[key] = self.filter_value(key, kind, depth)
        return {key: value for key, value in found.items() if value is not None}

    def keys_for(self, kind: str) -> Sequence[str]:
        """List the filters that something of a kind can match."""
        keys = ["other_than", "among", "not", "any", "owner", "did", "highest", "lowest"]
        if kind != "event_card" and kind != "card":
            keys += ["row", "column", "cell", "adjacent_to", "in_front_of", "column_has", "behind"]
        if kind == "cell":
            return [*keys, "empty", "has_area"]
        keys += ["attribute", "pure", "multi", "cost", "ex", "name", "same_name_as", "depth"]
        keys += ["original_attribute", "original_cost", "original_ex", "cost_has", "name_has",
                 "title", "number", "special", "granted_by", "distinct", "total"]  # fmt: skip
        if kind in ("character", "declaration"):
            keys += ["ap", "dp", "sp", "original_ap", "original_dp", "original_sp", "sex"]
            keys += ["tapped", "new", "conversion", "basic", "component", "opposite_of", "entered"]
        if kind == "character":
            keys += ["tapped", "new", "equipped", "row", "column"]
        return keys

    def filter_value(self, key: str, kind: str, depth: int) -> Value:
        """Write what one filter asks for; None where it would lead too deep."""
        if key in ("row", "column", "cell"):
            same: Value = {"same_as": self.ref()}
            words = {"row": ["AF", "DF"], "column": ["left", "centre", "right"], "cell": []}[key]
            is_plain = self.card_type == "event_card"
            return self.rng.choice([*words, *words, same] + ([] if is_plain else ["same"]))
        if key in ("tapped", "new", "multi", "conversion", "empty"):
            return self.chance(50)
        if key in ("column_has", "adjacent_to", "equipped", "has_area") and self.chance(40):
            return None if depth > 1 else {"side": self.pick(*SIDES), **self.near(key, depth)}
        if key == "column_has":
            return {"n": self.pick(1, 2, {"up_to": 1})}
        if key in ("equipped", "has_area"):
            return self.chance(50)
        if key in ("adjacent_to", "in_front_of", "same_name_as", "behind", "opposite_of"):
            return self.ref()
        if key in ("other_than", "among"):
            return self.pick(self.ref(), [self.ref(), self.ref()])
        if key in ("not", "any"):
            if depth > 1:
                return None
            nested = self.filters(kind, depth + 1)
            return nested if key == "not" else [nested, self.filters(kind, depth + 1)]
        words_of: dict[str, Callable[[], Value]] = {
            "attribute": lambda: self.pick(
                *grammar.ATTRIBUTES, "colourless", ["snow", "moon"], {"same_as": self.ref()}
            ),
            "pure": lambda: self.pick(*grammar.ATTRIBUTES),
            "sex": lambda: self.pick("f", "m", "none", ["f", "m"]),
            "name": lambda: self.pick("Card 0", "Card 3", ["Card 1", "Card 2"]),
            "basic": lambda: self.pick(True, False, *grammar.BASICS, ["Dash", "Step"]),
            **self.rarer_filters(),
        }
        return words_of.get(key, self.bounds)()

    def near(self, key: str, depth: int) -> Table:
        """Write what must be on a character or around it."""
        kind = {"equipped": "item", "has_area": "area"}.get(key, "character")
        return self.filters(kind, depth + 1)

    def rarer_filters(self) -> dict[str, Callable[[], Value]]:
        """Tell how to write the filters that few cards need."""
        values = ("ap", "dp", "sp", "ex", "cost", "original_ap")
        return {
            "owner": lambda: self.pick("own", "enemy"),
            "did": lambda: self.pick(
                *built("selector.did"), {"battled": self.ref()}, {"supported": self.ref()}
            ),
            "original_attribute": lambda: self.pick(*grammar.ATTRIBUTES, ["sun", "space"]),
            "cost_has": lambda: self.pick(*grammar.ATTRIBUTES, ["sun", "space"]),
            "highest": lambda: self.pick(*values),
            "lowest": lambda: self.pick(*values),
            "name_has": lambda: self.pick("Card 1", "3", "Card"),
            "title": lambda: "Harbour",
            "number": lambda: self.pick("CH-1001", "EV-1003"),
            "component": lambda: self.pick(True, False, self.ref()),
            "special": lambda: self.pick(True, False, "activated", ["passive", "triggered"]),
            "granted_by": lambda: self.pick(self.ref(), "gift"),
            "entered": lambda: self.pick(
                "this_turn", {"before": self.ref()}, {"after": self.ref()}
            ),
            "depth": lambda: self.pick(
                {"top": self.amount(1)}, {"bottom": 2}, {"above": self.ref()}
            ),
            "distinct": lambda: self.pick("name", "row", ["column", "type"], "cost", "attribute"),
            "total": lambda: {self.pick(*values): self.bounds()},
        }

    def line(self) -> Table:
        """Write a selector of rows, columns or seats."""
        kind = self.pick("row", "column", "seat")
        found: Table = {"type": kind, "side": self.pick(*SIDES)}
        if kind != "seat" and self.chance(40):
            found["empty"] = self.chance(30)
        return found

    def on_field(self, kind: str = "") -> Table:
        """Write a selector of things in play."""
        kind = kind or self.pick(
            "character", "character", "character", "character", "item", "area", "cell"
        )
        if kind == "cell" and self.chance(60):
            return {"side": self.pick(*SIDES), "empty": True}
        return {"side": self.pick(*SIDES), "type": kind, **self.filters(kind)}

    def open_pile(self) -> Table:
        """Write a selector of cards in a zone that everybody sees."""
        found: Table = {
            "zone": self.pick(
                "dust",
                "dust",
                "dust",
                "removed",
                "payment",
                "chain",
                "pile:Pool",
                "held",
                "aside",
                ["dust", "field"],
                ["removed", "pile:Pool"],
            )
            if self.kind != "passive"
            else self.pick("dust", "pile:Pool"),
            "side": self.pick(*SIDES),
        }
        kind = self.pick("card", "card", "character", "event_card", "item", "area")
        if kind != "card":
            found["type"] = kind
        if found["zone"] in ("held", "payment") and self.chance(40):
            found["of"] = self.ref()
        if found["zone"] == "chain":
            return {"type": "declaration", "side": found["side"], **self.filters("declaration")}
        return {**found, **self.filters(kind)}

    def hidden(self) -> Table:
        """Write a selector of cards that not everybody sees; the loader judges the pick."""
        zone = self.pick(
            "hand", "hand", "hand", "deck_top", "deck_bottom", "deck", ["hand", "dust"]
        )
        side, by = self.rng.choice(OWN_PICKS)
        found: Table = {"zone": zone, "side": side, "by": by}
        if self.chance(40):
            found["side"] = self.pick(*SIDES)
        if self.chance(30):
            found["by"] = self.pick(*PICKERS)
        if self.chance(25):
            del found["by"]
        if self.chance(30):
            found["type"] = self.pick("character", "event_card", "item")
        if self.chance(20):
            found.update(self.filters("card"))
        if self.chance(80):
            found["n"] = self.number()
        # "Among" cards of a hidden zone means something only right behind a look at them.
        return {key: item for key, item in found.items() if key not in ("among", "other_than")}

    def counted(self) -> Table:
        """Write a selector of which only the number matters."""
        if self.chance(10):
            return self.hidden()
        return self.open_pile() if self.chance(25) else self.on_field()

    def picked(self) -> Table:
        """Write a selector with how many and who picks."""
        found: Table = self.pick(self.on_field, self.on_field, self.on_field, self.open_pile,
                                 self.hidden)()  # fmt: skip
        if str(found.get("zone")) in grammar.HIDDEN_ZONES:
            return found
        if self.chance(70):
            found["n"] = self.number()
        if self.chance(30):
            found["by"] = self.pick(*PICKERS)
        return found

    def object(self) -> Value:
        """Write what an operation acts on."""
        if self.kind == "passive":
            where = self.on_field if self.chance(90) else self.picked
            return self.ref() if self.chance(35) else where()
        if self.chance(8):
            return [self.ref(), self.ref()]
        return self.ref() if self.chance(35) else self.picked()
