"""The compiler of events: which one, whose, and everything that its filters ask.

What an event must be is one selector about its subject, whose turn or card it is, and an expression
that is read while the event is told. Below: `expressions`; above: `effects_base`, `program`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lycee_core.codes import (
    FROM_ZONES,
    LINK_KINDS,
    NO_REGISTERS,
    SEATS,
    SIDES,
    Code,
    Ins,
    SelectorRow,
)
from lycee_core.expressions import Expressions
from lycee_core.opcodes import D
from lycee_core.parsed import Event, Node, Ref, Selector, Value
from lycee_core.references import NO_CARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NUMBERS = {"paid_with": D.EV_PAID}
# Events about a declaration whose subject is not its card.
ABOUT_ANOTHER = ("targeted", "paid_with")
# Told once for each participant; a text that names nobody means the battle once.
TOLD_TWICE = ("battles", "battle_ended")


class EventRow(NamedTuple):
    """An event as an ability listens to it."""

    number: int
    what: int
    whose: int
    tests: tuple[Code, ...]


class Listening(Expressions):
    """Events and their filters."""

    def event_row(self, event: Event) -> EventRow:
        """Compile an event and its filters."""
        try:
            number = NUMBERS.get(event.word) or D.named("EV_", event.word)
        except AttributeError:
            raise self.unbuilt(event.word) from None
        whose = SIDES[str(event.get("side", event.get("whose", "each")))]
        tests: list[Code] = []
        for key, value in event.args:
            if key not in ("what", "whose", "side", "is"):
                tests += self.event_test(event.word, key, value)
        if event.word in TOLD_TWICE and not event.has("what"):
            tests.append((Ins(D.X_EVENT_FLAG, D.DETAIL_SECOND), Ins(D.X_NOT)))
        if event.word == "battle_ended" and not event.has("halted"):
            tests.append((Ins(D.X_EVENT_FLAG, D.DETAIL_HALTED), Ins(D.X_NOT)))
        return EventRow(number, self.object_number(event.get("what")), whose, tuple(tests))

    def happened(self, value: Value, since: Value) -> Code:
        """Compile how often an event has happened for the user: in the turn, battle or game."""
        assert isinstance(value, Event), value
        kept, self.registers = self.registers, NO_REGISTERS
        was, self.is_of_nobody, self.speaks = self.is_of_nobody, True, False
        row = self.event_row(value)
        when = self.conditions((), *row.tests)
        owner = self.owner if self.speaks else NO_CARD
        counted = (row.number, row.what, row.whose, when, owner)
        self.registers, self.is_of_nobody = kept, was
        if counted not in self.counts:
            self.counts.append(counted)
        per = D.named("PER_", str(since or "turn"))
        return (Ins(D.X_HAPPENED, per, int(self.speaks), x=self.counts.index(counted)),)

    def event_test(self, event: str, key: str, value: Value) -> list[Code]:
        """Compile one filter of an event to codes of which all must hold."""
        tests: dict[str, Callable[[], list[Code]]] = {
            "cause": lambda: self.cause(value),
            "from": lambda: [self.came_from(value)],
            "to": lambda: [self.zones_told(1, self.items(value))],
            "into": lambda: [self.entity_test(D.EVENT_PLACE, value, is_cell=True)],
            "from_cell": lambda: [self.entity_test(D.EVENT_CELL, value, is_cell=True)],
            "against": lambda: [self.entity_test(D.EVENT_OTHER, value)],
            "item": lambda: [self.entity_test(D.EVENT_OTHER, value)],
            "supported": lambda: [self.entity_test(D.EVENT_OTHER, value)],
            "dealt": lambda: [self.dealt_by(value)],
            "taken": lambda: [(Ins(D.X_EVENT_SEAT, b=self.whose(value)),)],
            "amount": lambda: [self.compare((Ins(D.X_EVENT_AMOUNT),), value)],
            "halted": lambda: [self.told_flag(D.DETAIL_HALTED, value)],
            "survived": lambda: [self.told_flag(D.DETAIL_SURVIVED, value)],
            "column": lambda: [self.told_column(event, value)],
            "kind": lambda: [(Ins(D.X_EVENT_KIND, x=self.told_kinds(value)),)],
            "link": lambda: [self.entity_test(D.EVENT_LINK, value)],  # of a rider
            "card": lambda: [
                self.entity_test(
                    D.EVENT_OTHER if event in ABOUT_ANOTHER else D.EVENT_SUBJECT, value
                )
            ],
            "ability": lambda: [self.ability_named(value)],
            "basic": lambda: [self.basics_told(value)],
        }
        if key not in tests:
            raise self.unbuilt(key)
        return tests[key]()

    def entity_test(self, which: int, value: Value, *, is_cell: bool = False) -> Code:
        """Compile what something that an event is about must be."""
        if isinstance(value, Selector):
            number = self.selector(value, everything=True, is_cell=is_cell)
        elif is_cell:
            refs = [ref for ref in self.items(value) if isinstance(ref, Ref)]
            code = self.fold(D.X_OR, [(Ins(D.X_SAME_CELL, b=self.ref(ref)),) for ref in refs])
            number = self.any_where(code)
        else:
            number = self.object_number(value)
        return (Ins(D.X_EVENT_IS, which, x=number),)

    def dealt_by(self, value: Value) -> Code:
        """Compile who deals damage: a character, or a seat whose own deck does not take it."""
        refs = [one for one in self.items(value) if isinstance(one, Ref) and one.word in SEATS]
        if refs:
            return (Ins(D.X_EVENT_SEAT, b=self.whose(refs[0])), Ins(D.X_NOT))
        return self.entity_test(D.EVENT_SUBJECT, value)

    def any_where(self, code: Code) -> int:
        """Keep a selector of anything that passes a test."""
        return self.select(
            SelectorRow(D.SZ_FIELD, D.SIDE_ANY, 0, D.N_ALL, 0, 0, self.place(code), 0, 0)
        )

    def cause(self, value: Value) -> list[Code]:
        """Compile who or what must have made the event happen."""
        assert isinstance(value, Node), value
        kinds = [str(kind) for kind in self.items(value.get("kind", ()))]
        mask = 0 if "any" in kinds else sum(1 << D.named("CAUSE_", kind) for kind in set(kinds))
        side = SIDES[str(value.get("side", "any"))]
        found: list[Code] = []
        if mask or side != D.SIDE_ANY:
            found.append((Ins(D.X_CAUSE_IS, side, x=mask),))
        if value.has("card"):
            found.append(self.entity_test(D.EVENT_CAUSE, value.get("card")))
        return found

    def came_from(self, value: Value) -> Code:
        """Compile where the card of an event comes from; by conversion is a way of its own."""
        words = self.items(value)
        zones = [word for word in words if word != "conversion"]
        parts: list[Code] = [self.zones_told(0, zones)] if zones else []
        if len(zones) < len(words):
            parts.append((Ins(D.X_EVENT_FLAG, D.DETAIL_CONVERSION),))
        return self.fold(D.X_OR, parts)

    def zones_told(self, goal: int, words: Iterable[Value]) -> Code:
        """Compile one of some zones."""
        names = [str(word).partition(":")[0] for word in words]
        zones = {zone for name in names for zone in FROM_ZONES[name]}
        return (Ins(D.X_EVENT_ZONE, goal, x=sum(1 << zone for zone in zones)),)

    def told_flag(self, flag: int, value: Value) -> Code:
        """Compile something that is so or is not."""
        test = (Ins(D.X_EVENT_FLAG, flag),)
        return test if value is True else (*test, Ins(D.X_NOT))

    def told_column(self, event: str, value: Value) -> Code:
        """Compile whether the attack goes to the attacker's own column."""
        if event == "attack_declared":
            raise self.unbuilt("column` of `attack_declared")
        flag = D.BATTLE_SAME_COLUMN if value == "same" else D.BATTLE_OTHER_COLUMN
        return (Ins(D.X_BATTLE, 1, 0, flag),)

    def told_kinds(self, value: Value) -> int:
        """Return the set of kinds of declarations."""
        kinds = [str(kind) for kind in self.items(value)]
        if not set(kinds) <= set(LINK_KINDS):
            raise self.unbuilt(f"kind = {' '.join(sorted(set(kinds) - set(LINK_KINDS)))}")
        return sum({1 << bit for kind in kinds for bit in LINK_KINDS[kind]})

    def ability_named(self, value: Value) -> Code:
        """Compile the name of the ability that is used."""
        names = [(Ins(D.X_LINK_ABILITY, x=self.string(str(name))),) for name in self.items(value)]
        number = self.any_where(self.fold(D.X_OR, list(names)))
        return (Ins(D.X_EVENT_IS, D.EVENT_LINK, x=number),)

    def basics_told(self, value: Value) -> Code:
        """Compile which basic ability the event is about."""
        numbers = sorted({D.named("B_", str(name)) for name in self.items(value)})
        return (Ins(D.X_EVENT_BASIC, x=self.listed([(0, number) for number in numbers])),)
