"""Cards made at random from the whole built card language, as an enemy of the engine would write.

Where `invent` fills in forms, here every word of `built.BUILT` may stand wherever the grammar
lets it: an ability is built as plain tables and lists, written as TOML, and dropped again when the
loader or the compiler refuses it. What stays is legal, mostly senseless, and must break nothing.
Below: loader, compiler, `written_rules` and the writers below it; above: `test_generated`.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from lycee_core import blob, grammar, loader, program
from lycee_core.cards import Catalogue
from lycee_core.errors import CardDataError
from lycee_core.game import GameState
from tests.core.builder import Cards
from tests.core.written_moments import COSTS
from tests.core.written_rules import RuleWriter
from tests.core.written_selectors import Table, Value, built

NUMBERS = {"character": "CH", "event_card": "EV", "item": "IT", "area": "AR"}


def toml(value: Value) -> str:
    """Write a value as inline TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


class Writer(RuleWriter):
    """Writes the abilities of one card, also those that another ability gives away."""

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

    # -------------------------------------------------------------- abilities given away

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
