"""Cards made at random from the whole built card language, as an enemy of the engine would write.

Where `invent` fills in forms, here every word of `grammar.BUILT` may stand wherever the grammar
lets it: an ability is built as plain tables and lists, written as TOML, and dropped again when the
loader or the compiler refuses it. What stays is legal, mostly senseless, and must break nothing.
Below: loader and compiler; above: `test_generated`.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

from lycee_core import blob, grammar, loader, program
from lycee_core.cards import Catalogue
from lycee_core.errors import CardDataError
from lycee_core.game import GameState
from tests.core.builder import Cards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Value = object  # str, int, bool, list or dict: what TOML can say
Table = dict[str, Value]

NUMBERS = {"character": "CH", "event_card": "EV", "item": "IT", "area": "AR"}
SIDES = ("own", "enemy", "any")
PICKERS = ("you", "enemy", "owner", "controller", "turn_player", "random")
FIELD_REFS = (
    "attacker", "defender", "battling_own", "battling_enemy", "supporter", "supported",
)  # fmt: skip
PRINTED = ("ex", "cost", "original_ap", "original_dp", "original_sp")
OWN_PICKS = (
    ("own", "you"), ("enemy", "enemy"), ("own", "owner"), ("enemy", "owner"),
    ("enemy", "controller"),
)  # fmt: skip
CLOCKS = ("turn_start", "wake_up", "warm_up", "main_start", "turn_end")
COSTS = ("0", "0", "*", "S", "M", "F", "**", "SM", "L*")


def built(group: str) -> tuple[str, ...]:
    """Return the words of a group that the engine carries out, in a steady order."""
    return tuple(sorted(grammar.BUILT[group]))


def toml(value: Value) -> str:
    """Write a value as inline TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


class Writer:
    """Writes the parts of one ability; knows where it stands and which names it has defined."""

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

    # -------------------------------------------------------------- conditions

    def condition(self, depth: int = 0) -> Table:
        """Write one condition."""
        word = self.rng.choice(built("condition"))
        if word == "turn":
            return {"turn": self.pick("own", "enemy")}
        if word == "battle":
            found: Table = {"battle": self.rng.choice(built("condition:battle.battle"))}
            if self.chance(30) and found["battle"] != "none":
                found["role"] = self.pick("attacker", "defender")
            for key in ("own", "against"):
                if self.chance(25):
                    found[key] = self.filters("character", 1)
            for key in ("same_column", "undefended"):
                if self.chance(15):
                    found[key] = self.chance(50)
            return found
        if word == "happened":
            event = {"event": self.pick("tapped", "moved", "left"), "what": self.on_field()}
            return {"happened": event, "since": self.pick("turn", "battle", "game")}
        if word == "chose" and self.names:
            return {"chose": self.rng.choice(self.names)}
        if word == "shows" and self.has_it:
            return {"shows": self.filters("character", 1)}
        if word in ("exists", "none"):
            selector = self.counted()
            if word == "exists" and self.chance(50):
                selector["n"] = self.pick(1, 2, {"up_to": 2}, self.amount())
            return {word: selector}
        if word == "compare":
            sign = self.pick("<", "<=", "==", "!=", ">=", ">")
            return {"compare": [self.amount(), sign, self.amount()]}
        if word in ("not", "any") and depth < 2:
            nested = self.condition(depth + 1)
            return {"not": nested} if word == "not" else {"any": [nested, self.condition(2)]}
        if word == "self" and self.card_type != "event_card":
            return {"self": self.filters("character")}
        if word == "is":
            return {"is": [self.ref(), self.filters("character")]}
        if word == "done" and self.kind not in ("passive", ""):
            return {"done": self.pick(True, False, {"ge": 2})}
        if word == "responding" and self.kind not in ("passive", ""):
            if self.kind == "activated" and self.chance(25):
                return {"responding": {"kind": "downed", "side": self.pick(*SIDES)}}
            return {"responding": self.pick("none", "any", self.declaration())}
        return {"turn": self.pick("own", "enemy")}

    def declaration(self) -> Table:
        """Write a filter on the declaration that is answered."""
        found: Table = {"side": self.pick(*SIDES)}
        if self.chance(60):
            kinds = [kind for kind in built("declaration.kind")
                     if kind != "downed" or self.kind == "activated"]  # fmt: skip
            found["kind"] = self.pick(self.rng.choice(kinds), self.rng.sample(kinds, 3))
        if self.chance(50):
            allowed = grammar.BUILT["declaration keys"]
            more = self.filters("declaration").items()
            found.update({key: item for key, item in more if key in allowed})
        return found

    def conditions(self, percent: int) -> list[Value]:
        """Write none to two conditions."""
        if not self.chance(percent):
            return []
        return [self.condition() for _ in range(self.pick(1, 1, 2))]

    # -------------------------------------------------------------- operations

    def operations(self, most: int = 2) -> list[Value]:
        """Write a sequence of operations."""
        return [self.operation() for _ in range(self.rng.randint(1, most))]

    def block(self) -> list[Value]:
        """Write the operations inside another; names that it defines stay behind."""
        self.blocks += 1
        found = self.operations()
        self.blocks -= 1
        return found

    def operation(self) -> Table:
        """Write one operation."""
        self.size += 1
        flow = ("may", "when_done", "if", "one_of", "each", "each_seat", "repeat")
        word = self.rng.choice(built("verb"))
        if self.chance(8):
            word = self.pick("enter", "equip", "permit")  # they have many parts
        if word in flow and (self.blocks >= grammar.MAX_BLOCKS or self.size > 12):
            word = "draw"
        if word in ("lose_game", "win_game") and self.chance(90):
            word = "mill"
        method = getattr(self, f"op_{word}", None)
        found: Table = method() if method else {word: self.object()}
        self.has_it = word not in (
            "use", "name", "halt_battle", "lose_game", "win_game", "damage", "shuffle", "each",
            "pay", "itself", "cost_change", "points", "rider", "ex_change",
            *flow,
        )  # fmt: skip
        if self.chance(10) and "seat" not in found and word not in flow:
            found["seat"] = self.pick("enemy", "turn_player")
        may_name = self.has_it and word not in ("swap", "choose") and len(self.names) < 3
        if may_name and self.chance(20):
            name = f"n{len(self.names)}"
            found["named"] = name
            self.names.append(name)
        return found

    def op_change(self) -> Table:
        values: Table = {
            key: self.amount() for key in self.rng.sample(("ap", "dp", "sp"), self.pick(1, 1, 2))
        }
        found: Table = {"change": self.object(), **values}
        return {**found, **self.until()}

    def until(self) -> Table:
        """Write how long something lasts, or leave it out."""
        if self.kind == "passive" or self.chance(40):
            return {}
        word = self.rng.choice(built("duration"))
        if word == "while":
            return {"until": {"while": self.conditions(100)}}
        if word in ("used", "used_this_turn") and self.chance(50):
            return {"until": {word: 2}}
        return {"until": word}

    def op_set(self) -> Table:
        if self.chance(20):
            return {"set": self.object(), "exchange": ["ap", "dp"], **self.until()}
        words = ("ap", "dp", "sp", "original_ap", "original_dp", "original_sp")
        values: Table = {
            key: self.pick(self.amount(), self.rng.choice(words))
            for key in self.rng.sample(words, self.pick(1, 1, 2))
        }
        return {"set": self.object(), **values, **self.until()}

    def op_reset(self) -> Table:
        values: Table = {"values": ["ap", "sp"]} if self.chance(50) else {}
        return {"reset": self.object(), **values}

    def op_skip_wake_up(self) -> Table:
        return {"skip_wake_up": self.object(), **self.until()}

    def op_grant(self) -> Table:
        found: Table = {"grant": self.object(), **self.until()}
        if self.chance(40) and self.blocks < 1:
            found["ability"] = self.pick("this", self.inner(), self.inner())
            if self.chance(40):
                found["label"] = self.pick("Gift", "Curse")
            return found
        names = self.rng.sample(grammar.BASICS, self.pick(1, 1, 2))
        return {**found, "basic": [self.given(name) for name in names]}

    def given(self, name: str) -> Value:
        """Write a basic ability that is given away."""
        if name in grammar.BASICS_WITH_COST:
            return {"name": name, "cost": self.cost() if self.chance(50) else {}}
        if name in grammar.BASICS_WITH_EFFECT:
            return {"name": name, "effect": [self.pick({"draw": 1}, {"mill": 2})]}
        return name

    def inner(self) -> Table:
        """Write an ability that is given away."""
        kind = self.pick("activated", "triggered", "passive")
        writer = Writer(self.rng, "character", kind)
        writer.blocks = 1
        return writer.ability()

    def op_lose(self) -> Table:
        names: Value = self.rng.sample(grammar.BASICS, 2)
        found: Table = {"lose": self.object(), **self.until()}
        if self.chance(50):
            return {**found, "basic": self.pick("all", names, "Dash")}
        if self.chance(20):
            return {**found, "label": self.pick("Gift", "Curse")}
        return {**found, "special": self.pick("all", "one", "passive", "this")}

    def op_copy_basics(self) -> Table:
        doubles: Table = {"without_duplicates": True} if self.chance(50) else {}
        return {"copy_basics": self.object(), "from": self.ref(), **doubles, **self.until()}

    def op_become(self) -> Table:
        word = self.pick("attribute", "sex", "name", "new", "title", "type")
        same: Table = {"same_as": self.ref()}
        value = {
            "attribute": self.pick("moon", "colourless", ["snow", "sun"], same),
            "sex": self.pick("f", "m", "none", same),
            "name": self.pick("Card 1", "Card 4", same),
            "new": self.chance(50),
            "title": self.pick("Harbour", "Mill"),
            "type": self.pick("character", "item", "area", "event_card"),
        }[word]
        return {"become": self.object(), word: value, **self.until()}

    # -------------------------------------------------------------- rules, time

    def whom(self) -> Value:
        """Write for whom a rule is."""
        if self.chance(30):
            return self.pick("you", "enemy", "turn_player")
        if self.chance(15):
            return {"name": self.pick("Card 1", "Card 3")}
        return self.on_field("character") if self.chance(60) else self.ref()

    def about(self, *keys: str) -> Table:
        """Write what a rule is about."""
        found: Table = {}
        if self.chance(35):
            found["against"] = self.pick(self.on_field("character"), self.filters("character"))
        elif "of" in keys and self.chance(35):
            found["of"] = self.declaration()
        elif "into" in keys and self.chance(20):
            found["into"] = {"type": "cell", **self.filters("cell")}
        return found

    def op_forbid(self) -> Table:
        words = built("verb:forbid.forbid")
        what: Value = self.rng.choice(words) if self.chance(70) else self.rng.sample(words, 2)
        if self.kind != "passive" and not self.blocks and self.chance(15):
            return self.forbidden_choice(what)
        return {"forbid": what, "whom": self.whom(), **self.about("of", "into"), **self.until()}

    def forbidden_choice(self, what: Value) -> Table:
        """Write that something is named, and that the rule keeps it."""
        key, word = self.pick(
            ("name", "card_name"), ("name_has", "card_name"), ("attribute", "attribute"),
            ("type", "type"), ("cost", "number"), ("ex", "number"),
        )  # fmt: skip
        chosen: Value = {"chosen": word}
        of: Table = {key: chosen if word != "number" else {self.pick("le", "ge"): chosen}}
        found: Table = {"forbid": what, "whom": self.pick("you", "enemy"), "of": of}
        return {"repeat": 1, "do": [{"name": word}, {**found, **self.until()}]}

    def op_permit(self) -> Table:
        word = self.rng.choice(built("verb:permit.permit"))
        if word == "pay":
            cards = {"zone": "dust", "side": "own", **self.filters("card")}
            kinds = ("entry", "event_card", "special", "basic", "item")
            of: Table = {"of": {"kind": self.rng.sample(kinds, 2), "side": self.pick(*SIDES)}}
            return {
                "permit": word,
                "whom": cards,
                **(of if self.chance(40) else {}),
                **self.until(),
            }
        if word == "play" or (word in ("enter", "use", "equip") and self.chance(50)):
            return self.played(word)
        found: Table = {"permit": word, "whom": self.whom(), **self.until()}
        if word == "use":
            found[self.pick("over_limit", "free")] = True
        if word == "equip":
            return {**found, "over_limit": True}
        if self.chance(70):
            found["even_if"] = self.pick("tapped", "new", "not_adjacent")
        if word == "defend" and self.chance(60):
            found["column"] = self.pick("any", "other")
        if word == "enter" and self.chance(60):
            found["free_cells"] = True
        return found

    def played(self, word: str) -> Table:
        """Write cards that may be played from elsewhere than the hand, or for nothing."""
        found: Table = {"permit": word, "free": True} if self.chance(60) else {"permit": word}
        if self.names and self.kind != "passive" and self.chance(40):
            found["whom"] = f"${self.rng.choice(self.names)}"
            if self.blocks < grammar.MAX_BLOCKS and self.chance(50):
                found["if_unused"] = self.block()
        elif self.kind == "passive" and self.card_type != "event_card" and self.chance(40):
            found["whom"] = "self"
        else:
            zones = self.pick("hand", "dust", "removed", "pile:Pond", "held")
            found["from"] = self.pick(zones, ["dust", "hand"])
            found["whom"] = self.filters("card")
        return {**found, **self.until()}

    def op_require(self) -> Table:
        word = self.pick("attack", "defend")
        return {"require": word, "whom": self.whom(), **self.about(), **self.until()}

    def op_keep(self) -> Table:
        found: Table = {"keep": self.object(), **self.until()}
        if self.chance(40):
            causes = self.rng.sample(("battle", "event_card", "special", "basic"), 2)
            found["cause"] = {"side": self.pick(*SIDES), "kind": causes}
        elif self.chance(40):
            found["against"] = self.on_field("character")
        return found

    def op_down(self) -> Table:
        return {"down": self.object(), **self.until()}

    def op_damage(self) -> Table:
        found: Table = {"damage": self.pick("battle", self.ref(), self.on_field("character"))}
        found[self.pick("add", "set")] = self.amount()
        if self.chance(20):
            found["also_to"] = self.seat()
        return {**found, **self.until()}

    def op_damage_to_deck(self) -> Table:
        value = self.pick("none", self.amount(), {"set": self.amount()}, {"add": self.amount()})
        found: Table = {"damage_to_deck": value, "seat": self.pick("you", "enemy")}
        if self.chance(40):
            found["what"] = self.pick(self.on_field("character"), self.ref())
        return {**found, **self.until()}

    def op_support_rule(self) -> Table:
        found: Table = {"support_rule": self.object(), **self.until()}
        for key, value in (
            ("to", self.pick("ap", "dp", "both", "choose", "reversed")),
            ("reach", self.pick("any", "neighbours", "same_item")),
            ("received", True), ("free", True), ("void", True),
            ("against", self.on_field("character")),
            (self.pick("also", "give_to"), self.on_field("character")),
        ):  # fmt: skip
            if self.chance(35):
                found[key] = value
        return found

    def op_adjacent(self) -> Table:
        return {"adjacent": self.object(), "to": self.on_field("character"), **self.until()}

    def op_hand_limit(self) -> Table:
        value = self.pick(self.amount(), {"add": self.amount()})
        return {"hand_limit": value, "seat": self.pick("you", "enemy"), **self.until()}

    def op_warm_up(self) -> Table:
        value = self.pick(self.amount(), {"add": self.amount()})
        return {"warm_up": value, "seat": self.pick("you", "enemy"), **self.until()}

    def op_participant(self) -> Table:
        found: Table = {"participant": self.object(), "role": self.pick("attacker", "defender")}
        return {**found, "battle": "next"} if self.chance(40) else found

    def op_support(self) -> Table:
        even_if = self.rng.sample(("tapped", "not_adjacent", "itself"), 2)
        found: Table = {"support": self.object()}
        if self.chance(40):
            found["supported"] = self.pick(self.ref(), self.on_field("character"))
        return {**found, "even_if": even_if} if self.chance(60) else found

    def op_start_battle(self) -> Table:
        pair: Table = {
            "attacker": {"side": "own", "type": "character", "n": 1},
            "defender": {"side": "enemy", "type": "character", "n": 1},
        }
        if self.chance(30):
            pair["attacker"] = self.ref()
        return {"start_battle": pair}

    def waiting(self, verb: str) -> Table:
        """Write something that waits for an event."""
        event = self.event()
        kind, self.kind, has_it = self.kind, "triggered", self.has_it
        self.has_it = False
        block = self.block()
        self.kind, self.has_it = kind, has_it
        return {verb: event, "do": block, **self.until()}

    def op_later(self) -> Table:
        if self.blocks >= grammar.MAX_BLOCKS:
            return {"draw": 1}
        found = self.waiting("later")
        return {**found, "n": 2} if self.chance(20) else found

    def op_watch(self) -> Table:
        return self.waiting("watch") if self.blocks < grammar.MAX_BLOCKS else {"mill": 1}

    def op_remember(self) -> Table:
        return {"remember": self.pick(self.ref(), self.amount()), "as": "Thing"}

    def op_draw(self) -> Table:
        return {"draw": self.amount(), "seat": self.seat()}

    def op_mill(self) -> Table:
        end: Table = {"from": "bottom"} if self.chance(30) else {}
        return {"mill": self.amount(), "seat": self.seat(), **end}

    def op_send(self) -> Table:
        found: Table = {"send": self.object(), "to": self.rng.choice(built("verb:send.to"))}
        if self.chance(40):
            found["order"] = self.pick("chosen", "public", "random")
        return found

    def op_take(self) -> Table:
        shown: Table = {"shown": True} if self.chance(30) else {}
        return {"take": self.object(), **shown}

    def op_aside(self) -> Table:
        return {"aside": self.object(), "face": self.pick("up", "owner", "down")}

    def op_pile(self) -> Table:
        found: Table = {"pile": self.object(), "face": self.pick("up", "owner", "down")}
        if self.chance(50):
            return {**found, self.pick("on", "under"): self.ref()}
        found["to"] = self.pick("Pool", "Pool", "Well")
        if self.chance(30):
            found["max"] = self.amount()
        if self.chance(30):
            found["stays"] = True
        return {**found, "seat": self.seat()} if self.chance(30) else found

    def op_move(self) -> Table:
        who = self.pick(self.ref(), {**self.on_field("character"), "n": self.number()})
        found: Table = {"move": who, "to": self.cell()}
        if self.chance(20):
            found["by"] = self.pick("enemy", "turn_player")
        return {**found, "with": "area"} if self.chance(15) else found

    def cell(self) -> Value:
        """Write where something is put."""
        side: Table = {"side": self.pick(*SIDES)} if self.chance(60) else {}
        found: Table = {"type": "cell", **side, **self.filters("cell"), "n": self.pick(1, 1, "all")}
        return found if self.chance(40) else {**side, "empty": True, "n": 1}

    def put_in(self) -> Table:
        """Write a price of what is put into play, or none."""
        return {"pay": self.pick(True, False, self.amount())} if self.chance(50) else {}

    def op_enter(self) -> Table:
        found: Table = {"enter": self.put_card(), **self.put_in()}
        if self.chance(50):
            found["to"] = self.cell()
        for key in ("free_cells", "without_conversion", "tapped"):
            if self.chance(40):
                found[key] = True
        if self.chance(35):
            found["as"] = self.pick("Shape", {"copy": self.ref()})
        return {**found, "controller": self.pick("you", "enemy")} if self.chance(30) else found

    def op_equip(self) -> Table:
        where: Table = {"to": self.on_field("character")} if self.chance(50) else {}
        if self.chance(30):
            where["over_limit"] = True
        if self.chance(30):
            where["as"] = self.pick("Gear", {"copy": self.ref()})
        return {"equip": self.put_card(), **where, **self.put_in()}

    def put_card(self) -> Value:
        """Write what is put into play: mostly a card that lies elsewhere."""
        zone = self.pick("dust", "dust", "hand", "removed")
        return {"zone": zone, "side": "own", "n": 1} if self.chance(60) else self.object()

    def op_place_area(self) -> Table:
        where: Table = {"to": self.cell()} if self.chance(50) else {}
        return {"place_area": self.object(), **where, **self.put_in()}

    def op_use(self) -> Table:
        itself: Table = {"itself": self.pick("removed", "hand", "deck_bottom")}
        found: Table = {"use": self.object(), **(itself if self.chance(40) else {})}
        self.names.clear()
        return {**found, **self.put_in()}

    def op_take_control(self) -> Table:
        found: Table = {"take_control": self.object()}
        if self.chance(50):
            found["to"] = self.cell()
        if self.chance(50):
            found["until"] = self.pick("turn_end", "battle_end", "own_turn_start", "enemy_turn_end")
            if self.chance(50):
                found["else"] = self.block()
        return found

    def op_name(self) -> Table:
        word = self.pick("number", "card_name", "type", "attribute", "row", "sex", "column")
        found: Table = {"name": word, "by": self.pick("you", "enemy", "turn_player")}
        if word == "number" and self.chance(50):
            found["range"] = [self.amount(), self.amount()]
        return found

    def op_swap(self) -> Table:
        kind = self.pick("character", "character", "cell", "item", "area")
        second: Value = {**self.on_field(kind), "n": self.pick(1, 1, "all")}
        first: Value = {**self.on_field(kind), "n": self.pick(1, 1, "all")}
        return {"swap": [self.pick(self.ref(), first), self.pick(self.ref(), second)]}

    def op_shift(self) -> Table:
        what: Table = {"type": "cell", "side": self.pick(*SIDES), **self.filters("cell")}
        return {
            "shift": self.pick(what, what, self.object()),
            "by": self.pick("rotate", "left", "right"),
        }

    def op_rearrange(self) -> Table:
        kinds = self.pick("character", "character", "area", ["character", "area"])
        what: Table = {"type": kinds, "side": self.pick(*SIDES)}
        return {"rearrange": what, "by": self.pick("you", "enemy", "turn_player")}

    def op_cancel(self) -> Table:
        found: Table = {"cancel": self.pick("declaration", self.declared())}
        if self.chance(50):
            found["its_card"] = self.pick("dust", "removed", "hand")
        return found

    def declared(self) -> Table:
        """Write a selector of one declaration."""
        return {"type": "declaration", "side": self.pick(*SIDES), "n": 1}

    def op_points(self) -> Table:
        """Write points; outside an ability declared as a cost, whatever else there is."""
        if self.kind != "as_cost":
            return {"mill": 1}
        found: Table = {"points": self.pick(1, 1, 2, 3, 4, self.amount())}
        if self.chance(70):
            found["attributes"] = self.pick(
                "any", "one", "own", ["snow", "sun"], {"of": self.ref()}, "moon"
            )
        if self.chance(20):
            found["only_for"] = self.pick(["entry"], ["event_card", "special"], ["this_card"])
        return found

    def op_pay(self) -> Table:
        price: Value = self.cost() if self.chance(70) else {"cost_of": self.ref()}
        found: Table = {"pay": price}
        return {**found, "seat": self.pick("you", "enemy")} if self.chance(30) else found

    def op_itself(self) -> Table:
        if self.kind != "event_card":
            return self.op_pay()
        word = self.rng.choice(built("verb:itself.itself"))
        return {"itself": "pile:Pool" if word == "pile" else word}

    def op_rider(self) -> Table:
        found: Table = {"rider": self.pick("declaration", "declaration", self.ref())}
        if self.kind == "as_cost":
            found["rider"] = "paid"
        if self.chance(40):
            found["after"] = self.block() if self.blocks < grammar.MAX_BLOCKS else [{"draw": 1}]
        if self.chance(50):
            found["paid_cards_to"] = self.pick("removed", "hand", "deck_bottom", "pile:Pool")
        if self.chance(50) or len(found) == 1:
            ex: Table = {"ex": self.pick(0, 1, 2, 3)} if self.chance(70) else {}
            found["paid_as"] = {**ex, "attributes": self.pick("any", "moon", ["snow", "sun"])}
        return found

    def op_ex_change(self) -> Table:
        cards: Table = {"side": self.pick(*SIDES), **self.filters("card")}
        change = {"add": self.pick(1, -1, 2)} if self.chance(60) else {"set": self.pick(0, 1, 3)}
        return {"ex_change": cards, **change, **self.until()}

    def op_void_payment(self) -> Table:
        found: Table = {"void_payment": {"zone": "payment", "side": self.pick(*SIDES)}}
        if self.chance(60):
            found["n"] = self.pick(1, 1, {"up_to": 2}, "any")
        if self.chance(40):
            found["to"] = self.pick("dust", "removed", "hand", "deck_bottom")
        return found

    def op_cost_change(self) -> Table:
        found: Table = {"cost_change": self.declaration()}
        more = self.pick({"add": self.pick("*", "S", "MN")}, {"less": self.pick("*", "SS", "F")},
                         {"free": True}, {"add": "L", "less": "**"},
                         {"less": {"*": {"count": self.counted()}}})  # fmt: skip
        least: Table = {"min": self.pick(0, 1, 2)} if self.chance(20) else {}
        return {**found, **more, **least}

    def op_retarget(self) -> Table:
        return {"retarget": self.pick("declaration", self.declared())}

    def op_halt_battle(self) -> Table:
        return {"halt_battle": True}

    def op_lose_game(self) -> Table:
        return {"lose_game": self.seat()}

    def op_win_game(self) -> Table:
        return {"win_game": self.pick("you", "enemy")}

    def op_look(self) -> Table:
        return {"look": self.pick(self.hidden, self.hidden, self.object)(), "seat": self.seat()}

    def op_reveal(self) -> Table:
        if self.chance(30):
            return {"reveal": "hand", "seat": self.seat()}
        return {"reveal": self.pick(self.hidden, self.hidden, self.object)()}

    def op_search(self) -> Table:
        zone = self.pick("deck", "deck", ["deck", "dust"], ["deck", "removed"])
        what: Table = {"zone": zone, "side": self.pick("own", "enemy", "any")}
        what.update(self.filters("card"))
        if self.chance(50):
            what["n"] = self.pick(1, 2, {"up_to": 3}, "any")
        shown: Table = {"shown": True} if self.chance(50) else {}
        ends = ("hand", "dust", "removed", "deck_top", "deck_bottom", "deck")
        return {"search": what, **shown, "to": self.pick(*ends, "aside", "pile:Pool", "self")}

    def op_arrange(self) -> Table:
        end: Table = {self.pick("to_bottom", "to_top"): self.number()} if self.chance(50) else {}
        return {"arrange": "it" if self.has_it else self.object(), **end}

    def op_shuffle(self) -> Table:
        return {"shuffle": self.pick("deck", "deck", "pile:Pool"), "seat": self.seat()}

    def op_choose(self) -> Table:
        source = self.picked()
        name = f"n{len(self.names)}"
        if len(self.names) < 3:
            self.names.append(name)
        if len(self.names) > 1 and self.chance(20):
            return {"choose": name, "from": [f"${self.names[0]}"], "n": self.number()}
        return {"choose": name, "from": source}

    def op_if(self) -> Table:
        found: Table = {"if": self.conditions(100), "then": self.block()}
        return {**found, "else": self.block()} if self.chance(40) else found

    def op_may(self) -> Table:
        found: Table = {"may": self.block()}
        if self.chance(30):
            found["by"] = self.pick("you", "enemy", "turn_player")
        return {**found, "else": self.block()} if self.chance(40) else found

    def op_when_done(self) -> Table:
        found: Table = {"when_done": self.block()}
        return {**found, "else": self.block()} if self.chance(40) else found

    def op_one_of(self) -> Table:
        modes: list[Value] = [self.block() for _ in range(self.pick(2, 2, 3))]
        found: Table = {"one_of": modes, "by": self.pick("you", "enemy", "turn_player")}
        if self.chance(30):
            found["n"] = self.number()
        if self.chance(15):
            found["once_per"] = self.pick("game", "turn", "battle")
        return found

    def op_each_seat(self) -> Table:
        return {"each_seat": self.block()}

    def op_repeat(self) -> Table:
        return {"repeat": self.amount(), "do": self.block()}

    def op_each(self) -> Table:
        found: Table = {"each": self.object(), "as": f"e{self.blocks}"}
        self.names.append(f"e{self.blocks}")
        found["do"] = self.block()
        self.names = [name for name in self.names if name != f"e{self.blocks}"]
        return found

    # -------------------------------------------------------------- abilities

    def cost(self) -> Table:
        """Write a cost."""
        found: Table = {}
        self.has_x = self.chance(15)
        if self.has_x:
            found["x"] = self.pick(True, {"min": 1}, {"min": 0, "max": 2}, {"max": self.amount()})
        if self.chance(40):
            found["points"] = self.rng.choice(COSTS)
            if self.chance(20):
                found["points"] = {self.pick(*"SMFLN*"): self.cost_number()}
        if self.chance(35):
            found["tap"] = True
        if self.chance(20):
            found["mill"] = self.cost_number()
            if self.chance(20):
                found["seat"] = self.pick("you", "enemy")
        if self.chance(15):
            found["leave"] = self.rng.choice(built("cost.leave"))
        if self.chance(20):
            hand: Table = {"n": self.pick(1, 1, 2, {"up_to": 2}, "any")}
            if self.chance(50):
                hand["type"] = self.pick("character", "event_card", "item")
            found["hand"] = {**hand, **(self.filters("card") if self.chance(20) else {})}
        found.update(self.named_for_cost())
        return found

    def cost_number(self) -> Value:
        """Write a number of a cost, often the one that is chosen."""
        if self.has_x and self.chance(60):
            return {"chosen": "x"}
        return self.pick(1, 1, 1, 2, 2, 3, self.amount())

    def named_for_cost(self) -> Table:
        """Write cards outside the hand that a cost takes."""
        found: Table = {}
        if self.chance(15):
            found["tap_other"] = self.on_field("character")
        if self.chance(12):
            found["field"] = self.on_field("character")
        if self.chance(8):
            found["item"] = {"side": self.pick(*SIDES), **self.filters("item")}
        if self.chance(15):
            found["dust"] = {"side": self.pick("own", "own", "any"), **self.filters("card")}
        for part in found.values():
            assert isinstance(part, dict)
            if self.chance(60):
                part["n"] = self.pick(self.cost_number(), {"up_to": 2}, "any", "all")
        if self.chance(25):
            word = self.rng.choice(built("cost.to"))
            found["to"] = "pile:Pool" if word == "pile" else word
        return found

    def targets(self) -> Table:
        """Write up to four targets, later ones often about earlier ones."""
        found: Table = {}
        for index in range(self.pick(0, 0, 0, 1, 1, 2, 3, 4)):
            selector = self.pick(
                self.on_field, self.on_field, self.on_field, self.open_pile, self.hidden, self.line
            )()
            if self.chance(30):
                selector["n"] = self.pick(1, {"up_to": 1}, {"up_to": 2}, "any", self.amount())
            if self.chance(25):
                selector["optional"] = True
            found[f"t{index}"] = selector
            self.names.append(f"t{index}")
        return found

    def event(self) -> Table:
        """Write the event that a triggered ability waits for."""
        word = self.rng.choice(built("event"))
        found: Table = {"event": word}
        if word in CLOCKS and self.chance(60):
            found["whose"] = self.pick("own", "enemy", "each")
        if word not in CLOCKS and self.chance(50):
            found["what"] = self.pick(self.on_field("character"), self.ref())
        if self.chance(25):
            found["cause"] = self.cause()
        keys = grammar.EVENTS[word]
        for key in sorted(keys):
            if key == "is":
                found[key] = [self.condition(1)]
            elif self.chance(20):
                found[key] = self.event_filter(key, keys[key])
        return found

    def cause(self) -> Table:
        """Write who or what must have made an event happen."""
        kinds = ("battle", "event_card", "special", "basic", "cost", "rule")
        found: Table = {}
        if self.chance(60):
            found["kind"] = self.pick(*kinds, self.rng.sample(kinds, 2))
        if self.chance(40):
            found["side"] = self.pick(*SIDES)
        if self.chance(30):
            found["card"] = self.pick(self.on_field("character"), self.ref())
        return found

    def event_filter(self, key: str, kind: str) -> Value:
        """Write one filter of an event."""
        if key in ("from_cell", "into"):
            return self.on_field("cell")
        if key == "amount":
            return self.bounds()
        if key in ("halted", "survived"):
            return self.chance(50)
        if key == "taken":
            return self.seat()
        if key == "kind":
            return self.pick("event_card", ["special", "basic"], "attack")
        if key == "ability":
            return "Reach"
        if key == "basic":
            return self.pick(*grammar.BASICS)
        if key in ("from", "to"):
            return self.pick("hand", "dust", ["deck", "removed"])
        if kind.startswith("="):
            return self.pick(*kind[1:].split())
        return self.pick(self.on_field("character"), self.ref())

    def ability(self) -> Table:
        """Write one special ability."""
        found: dict[str, Any] = {"kind": self.kind}
        hosts = {"item": "bearer", "area": "cell"}
        if self.card_type in hosts and self.chance(40):
            found["host"] = hosts[self.card_type]
        if self.kind in ("activated", "triggered", "as_cost") and self.chance(25):
            words = ("controller", "card_owner", "enemy", "either", "turn_player")
            found["by"] = self.rng.choice(words)
        if self.kind in ("activated", "triggered", "passive") and self.chance(12):
            found.pop("host", None)
            found["works_in"] = self.pick("dust", "any", "pile:Pond", "dust")
            if self.kind == "activated" and self.chance(40):
                found["works_in"] = "hand"
        if self.kind == "as_cost" and self.card_type == "character" and self.chance(25):
            found["works_in"] = self.pick("dust", "any", "pile:Pond", "hand", "hand")
        if self.kind == "triggered":
            found["on"] = self.event()
        elif self.kind != "passive" and (targets := self.targets()):
            found["target"] = targets
        if self.kind in ("activated", "as_cost"):
            found["cost"] = self.cost()
            if "works_in" in found:
                found["cost"].pop("tap", None)
        if self.kind != "passive":
            found["when"] = self.conditions(25)
        found["if"] = self.conditions(40 if self.kind == "passive" else 15)
        if self.kind != "event_card" and self.kind != "passive" and self.chance(30):
            found["limit"] = {"n": self.pick(1, 2), "per": self.rng.choice(built("limit.per"))}
            if self.chance(30):
                found["limit"]["each"] = self.pick("target", "name", "seat")
            if self.chance(30):
                found["limit"]["after"] = "lost_until_turn_end"
        if self.kind in ("activated", "event_card") and self.chance(10):
            found["answerable"] = False
        if self.kind == "passive":
            lasting = (
                self.op_set, self.op_become, self.op_copy_basics, self.op_forbid, self.op_permit,
                self.op_require, self.op_keep, self.op_down, self.op_damage, self.op_damage_to_deck,
                self.op_support_rule, self.op_adjacent, self.op_hand_limit, self.op_warm_up,
                self.op_ex_change, self.op_cost_change,
            )  # fmt: skip
            verbs = (self.op_change, self.op_grant, self.op_lose, self.sleep, *lasting)
            found["effect"] = [self.rng.choice(verbs)() for _ in range(self.pick(1, 1, 2))]
            counted = ("keep", "down", "damage", "damage_to_deck", "support_rule", "warm_up",
                       "cost_change")  # fmt: skip
            if all(set(counted) & set(one) for one in found["effect"]):
                found["limit"] = {"n": self.pick(1, 2), "per": self.rng.choice(built("limit.per"))}
            if self.chance(12):
                for key in ("host", "limit"):
                    found.pop(key, None)
                found |= {"works_in": "hand", "effect": [self.op_cost_change()]}
        else:
            found["effect"] = self.operations(3)
        if self.kind == "as_cost":
            found["effect"] += [self.op_points()]
        return {key: item for key, item in found.items() if item != []}

    def sleep(self) -> Table:
        """Write the passive that keeps characters from waking up."""
        return {"skip_wake_up": self.on_field("character")}

    def basic(self, name: str) -> Value:
        """Write a printed basic ability."""
        if name in grammar.BASICS_WITH_COST:
            return {"name": name, "cost": self.cost() if self.chance(60) else {}}
        if name in grammar.BASICS_WITH_EFFECT:
            self.kind = "basic"
            return {"name": name, "effect": self.operations(2)}
        return name


# ------------------------------------------------------------------ cards


def card_text(card: Table) -> str:
    """Write one card."""
    return "[[card]]\n" + "".join(f"{key} = {toml(item)}\n" for key, item in card.items())


def refusals(text: str) -> tuple[str, ...]:
    """Return why the loader or the compiler refuses a card; empty when it does not."""
    try:
        program.compile_cards(loader.load_text(text, source="generated"))
    except CardDataError as error:
        return error.faults
    return ()


def parts_of(rng: random.Random, kind: str) -> list[tuple[str, Value]]:
    """Write what a card may have beside its printed values: basics, abilities, conditions."""
    found: list[tuple[str, Value]] = []
    if kind == "character":
        names = rng.sample(grammar.BASICS, rng.choice((0, 0, 1, 1, 2, 4)))
        found += [("basic", Writer(rng, kind).basic(name)) for name in names]
    kinds = {"event_card": ("event_card",)}.get(
        kind, ("activated", "activated", "triggered", "triggered", "passive", "as_cost")
    )
    if kind == "event_card" and rng.random() < 0.2:
        kinds = ("as_cost",)
    count = 1 if kind == "event_card" else rng.choice((0, 1, 1, 1, 2, 3))
    found += [("ability", Writer(rng, kind, rng.choice(kinds)).ability()) for _ in range(count)]
    if rng.random() < 0.1:
        found.append(("alt_cost", Writer(rng, kind).cost()))
    if rng.random() < 0.08:
        found.append(("play_if", Writer(rng, kind).condition()))
    if rng.random() < 0.4:
        found.insert(0, ("forms", form(rng, "character", "Shape")))
        found.insert(0, ("forms", form(rng, "item", "Gear")))
    if kind in ("item", "area") and rng.random() < 0.3:
        writer = Writer(rng, kind)
        found.append(("put_on", writer.on_field("character" if kind == "item" else "cell")))
    return found


def form(rng: random.Random, kind: str, name: str) -> Table:
    """Write what a card can put others into play as."""
    found: Table = {"name": name, "type": kind, "ex": 1, "cost": rng.choice(COSTS)}
    if kind == "character":
        found |= {"cells": "LCR/LCR", "ap": 2, "dp": 1, "basic": [rng.choice(("Dash", "Attacker"))]}
    what = rng.choice(("activated", "triggered", "passive"))
    ability = Writer(rng, kind, what).ability()
    return {**found, "ability": [ability]} if rng.random() < 0.7 else found


def joined(values: Table, parts: list[tuple[str, Value]]) -> Table:
    """Put parts onto a card; basic abilities, abilities and conditions are lists of them."""
    found = dict(values)
    for key, part in parts:
        old = found.get(key, [])
        assert isinstance(old, list), old
        found[key] = part if key in ("put_on", "alt_cost") else [*old, part]
    return found


def card(rng: random.Random, number: int) -> str:
    """Return the text of one card; parts that are refused are left out."""
    kind = rng.choice(("character",) * 5 + ("event_card", "event_card", "item", "area"))
    values: Table = {
        "number": f"{NUMBERS[kind]}-{1000 + number}",
        "name": {"en": f"Card {number}"},
        "type": kind,
        "attributes": rng.sample(grammar.ATTRIBUTES, rng.choice((0, 1, 1, 1, 2, 3))),
        "cost": rng.choice(COSTS),
        "ex": rng.choice((0, 1, 1, 2, 2, 3)),
    }
    if kind == "character":
        values |= {key: rng.randrange(5) for key in ("ap", "dp", "sp")}
        values |= {"sex": rng.choice(grammar.SEXES), "cells": rng.choice(("LCR/LCR", "LCR/-C-"))}
        if number > 2 and rng.random() < 0.1:
            names = [f"Card {rng.randrange(number)}" for _ in range(rng.choice((1, 1, 2)))]
            values["conversion"] = {"of": names}
    parts = parts_of(rng, kind)
    whole = joined(values, parts)
    if refusals(card_text(whole)):  # seldom: then part by part
        whole = values
        for part in parts:
            more = joined(whole, [part])
            whole = whole if refusals(card_text(more)) else more
    if kind == "event_card" and "ability" not in whole:
        return card(rng, number)
    return card_text(whole)


@cache
def generated(seed: int, size: int = 22) -> Catalogue:
    """Return a catalogue of cards made at random; equal seeds give equal cards."""
    rng = random.Random(seed)
    text = "".join(card(rng, number) for number in range(size))
    return Catalogue(blob.pack(program.compile_cards(loader.load_text(text, source="generated"))))


def generated_game(seed: int, size: int = 22) -> GameState:
    """Return an all-knowing state of two decks of generated cards."""
    cards = generated(seed, size)
    rng = random.Random(seed + 1)
    characters = [index for index in range(len(cards)) if cards.is_character(index)]
    pool = [index for index in (*range(len(cards)), *characters) if cards.copies(index)[0]]
    decks = [Cards(tuple(rng.choices(pool, k=60))) for _ in range(2)]
    return GameState(cards, (decks[0], decks[1]))
