"""Writes at random what rules effects make: in force, in battle, on the chain, on payments.

Below: `written_deeds`; above: `generated`.
"""

from __future__ import annotations

from lycee_core import grammar
from tests.core.written_deeds import DeedWriter
from tests.core.written_selectors import SIDES, Table, Value, built


class RuleWriter(DeedWriter):
    """Writes operations that change what may be done, when and for how much."""

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

    # -------------------------------------------------------------- battle and the game

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

    def op_halt_battle(self) -> Table:
        return {"halt_battle": True}

    def op_lose_game(self) -> Table:
        return {"lose_game": self.seat()}

    def op_win_game(self) -> Table:
        return {"win_game": self.pick("you", "enemy")}

    # -------------------------------------------------------------- what waits and is remembered

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

    # -------------------------------------------------------------- chain and payment

    def op_cancel(self) -> Table:
        found: Table = {"cancel": self.pick("declaration", self.declared())}
        if self.chance(50):
            found["its_card"] = self.pick("dust", "removed", "hand")
        return found

    def declared(self) -> Table:
        """Write a selector of one declaration."""
        return {"type": "declaration", "side": self.pick(*SIDES), "n": 1}

    def op_retarget(self) -> Table:
        return {"retarget": self.pick("declaration", self.declared())}

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
