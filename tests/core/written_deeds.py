"""Writes at random what effects do to cards, cells and values, and in which order.

`operation` picks any verb that is built; those that need more than an object have a method
`op_VERB`, here or in the writers above. Below: `written_moments`; above: `written_rules`.
"""

from __future__ import annotations

from lycee_core import grammar
from tests.core.written_moments import MomentWriter
from tests.core.written_selectors import SIDES, Table, Value, built


class DeedWriter(MomentWriter):
    """Writes operations: blocks, values, cards between zones, the field, looks."""

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

    # -------------------------------------------------------------- flow

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

    # -------------------------------------------------------------- values and state

    def op_change(self) -> Table:
        values: Table = {
            key: self.amount() for key in self.rng.sample(("ap", "dp", "sp"), self.pick(1, 1, 2))
        }
        found: Table = {"change": self.object(), **values}
        return {**found, **self.until()}

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

    # -------------------------------------------------------------- cards between zones

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

    # -------------------------------------------------------------- cells, control, entries

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

    # -------------------------------------------------------------- looks and choices

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
