"""Writes at random when something holds and what it costs: conditions, events, times, costs.

Below: `written_selectors`; above: `written_deeds`, `written_rules`.
"""

from __future__ import annotations

from lycee_core import grammar
from lycee_core.built import BUILT
from tests.core.written_selectors import SIDES, SelectorWriter, Table, Value, built

CLOCKS = ("turn_start", "wake_up", "warm_up", "main_start", "turn_end")
COSTS = ("0", "0", "*", "S", "M", "F", "**", "SM", "L*")


class MomentWriter(SelectorWriter):
    """Writes conditions, declarations, events, durations, targets and costs."""

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
            allowed = BUILT["declaration keys"]
            more = self.filters("declaration").items()
            found.update({key: item for key, item in more if key in allowed})
        return found

    def conditions(self, percent: int) -> list[Value]:
        """Write none to two conditions."""
        if not self.chance(percent):
            return []
        return [self.condition() for _ in range(self.pick(1, 1, 2))]

    # -------------------------------------------------------------- events and times

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

    # -------------------------------------------------------------- costs and targets

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
