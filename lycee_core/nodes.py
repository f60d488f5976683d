"""How each kind of value in the card language is recognised and read.

`NodeReader` completes the table of kinds that `Reader.read` consults: for each name in
`grammar.KINDS` a test by shape and a method that checks and builds the node. Here: when something
holds or happens, how long it lasts and what it costs. Below: `amount_nodes`; above: `operations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import grammar
from lycee_core.amount_nodes import AmountReader
from lycee_core.parsed import (
    Condition,
    Cost,
    Declaration,
    Duration,
    Event,
    Node,
    Value,
)
from lycee_core.reader import near
from lycee_core.shapes import (
    has,
    is_list,
    is_table,
    is_text,
)
from lycee_core.tomlpos import line_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycee_core.built import Built
    from lycee_core.tomlpos import Path


class NodeReader(AmountReader):
    """A reader that knows every kind except operations and abilities."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        super().__init__(source, lines, built)
        self.kinds.update(
            {
                "conditions": (is_list, self.read_conditions),
                "condition": (is_table, self.read_condition),
                "declaration": (is_table, self.read_declaration),
                "event": (has("event"), self.read_event),
                "cause": (is_table, self.read_cause),
                "duration": (
                    lambda v: is_text(v) or has("while", "used", "used_this_turn")(v),
                    self.read_duration,
                ),
                "fight": (is_table, self.read_fight),
                "cost": (is_table, self.read_cost),
                "paid_as": (has("ex", "attributes"), self.read_paid_as),
            }
        )

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

    # -------------------------------------------------------------- events and durations

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

    def read_fight(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read the two sides of a battle that an effect starts."""
        keys = {"attacker": "ref | selector", "defender": "ref | selector"}
        for key in keys:
            if key not in value:
                self.wrong(path, f"no `{key}`", grammar.KINDS["fight"])
        return Node("fight", None, self.read_keys(value, keys, path, "fight"))

    # -------------------------------------------------------------- costs

    def read_cost(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read a cost; `{}` is free but still a declaration."""
        role, self.role = self.role, "cost"
        if "x" in value:
            self.names.add("x")  # its other parts may use the number, wherever they stand
        args = self.read_keys(value, grammar.COST, path, "cost")
        self.role = role
        return Cost("", None, args, line_of(self.lines, path))

    def read_paid_as(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read what a payment counts as."""
        keys = {"ex": "amount", "attributes": "*=snow moon flower space sun any"}
        return Node("paid_as", None, self.read_keys(value, keys, path, "paid_as"))
