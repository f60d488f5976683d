"""Reads effects: operations, blocks, basic and special abilities.

One table is one operation: exactly one key is its verb, the others its parameters. Abilities stand
here too, because a `grant` holds one. Below: `nodes`; above: `card_fields`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lycee_core import grammar
from lycee_core.grammar_verbs import BLOCKS, COMMON, OF_CHARACTERS, OPERATIONS
from lycee_core.nodes import NodeReader
from lycee_core.parsed import (
    Ability,
    Basic,
    Condition,
    Cost,
    Event,
    Limit,
    Operation,
    Ref,
    Selector,
    Value,
)
from lycee_core.reader import expected, near, toml
from lycee_core.shapes import is_list, is_table, is_text
from lycee_core.tomlpos import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lycee_core.built import Built
    from lycee_core.tomlpos import Path

_ROLES = {"search": "search", "look": "look", "reveal": "look", "choose": "choose"}
NEEDS_ONE: dict[str, tuple[str, ...]] = {
    "change": ("ap", "dp", "sp"),
    "set": ("ap", "dp", "sp", "original_ap", "original_dp", "original_sp", "exchange"),
    "grant": ("basic", "ability"),
    "lose": ("basic", "special", "label"),
    "become": ("attribute", "sex", "name", "title", "type", "new"),
    "cost_change": ("add", "less", "free"),
}


def hands_of(looked: Value, args: Iterable[tuple[str, Value]]) -> frozenset[str]:
    """Return the sides whose hand a look is about: from then on its cards may be told apart."""
    if looked == "hand":
        seat = dict(args).get("seat")
        word = seat.word if isinstance(seat, Ref) else "you"
        return frozenset({"you": ("own",), "enemy": ("enemy",)}.get(word, ()))
    if not isinstance(looked, Selector) or looked.get("zone") != ("hand",):
        return frozenset()
    return frozenset((str(looked.get("side", "own")),))


class OperationReader(NodeReader):
    """A reader that knows every kind of the language."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        super().__init__(source, lines, built)
        self.ability_kind = ""
        self.blocks = 0
        self.kinds.update(
            {
                "operations": (is_list, self.read_operations),
                "modes": (is_list, self.read_modes),
                "basic": (lambda v: is_text(v) or is_table(v), self.read_basic),
                "ability": (is_table, self.read_granted),
            }
        )

    # -------------------------------------------------------------- operations

    def read_operations(self, value: list[object], path: Path, group: str) -> Value:
        """Read a sequence of operations."""
        found: list[Value] = []
        if not value:
            self.fault(path, value, "at least one operation")
        for index, item in enumerate(value):
            if isinstance(item, dict):
                found.append(self.read_operation(item, (*path, index)))
            else:
                self.fault((*path, index), item, "an operation (a table)")
        return tuple(item for item in found if item is not None)

    def read_modes(self, value: list[object], path: Path, group: str) -> Value:
        """Read the sequences that `one_of` offers."""
        if len(value) < 2:
            self.fault(path, value, "two or more lists of operations")
        return tuple(
            self.read("operations", item, (*path, index), group) for index, item in enumerate(value)
        )

    def verb_of(self, value: dict[str, object], path: Path) -> str | None:
        """Find the one key that is a verb; the others must be parameters of it."""
        verbs = [key for key in value if key in OPERATIONS]
        heads = [
            verb
            for verb in verbs
            if all(
                other == verb or other in COMMON or other in OPERATIONS[verb].params
                for other in verbs
            )
        ]
        if len(heads) == 1:
            return heads[0]
        if verbs:
            names = " and ".join(f"`{verb}`" for verb in verbs)
            self.wrong(path, f"the verbs {names}", "exactly one verb")
        else:
            text = near(next(iter(value), ""), OPERATIONS)
            self.fault(path, value, f"an operation with one verb: {text}")
        return None

    def read_operation(self, value: dict[str, object], path: Path) -> Value:
        """Read one operation and check that its verb may stand here."""
        word = self.verb_of(value, path)
        if word is None or not self.has_built("verb", word, (*path, word)):
            return None
        verb = OPERATIONS[word]
        self.check_place(word, value, path)
        is_block = word in BLOCKS
        had_subject = self.has_subject
        self.has_subject = had_subject or word in ("later", "watch", "rider")
        self.blocks += is_block
        if self.blocks > grammar.MAX_BLOCKS and is_block:
            self.wrong(path, f"`{word}`, {self.blocks} blocks deep", "at most 3 levels of blocks")
        role, self.role = self.role, _ROLES.get(word, "object")
        owner = f"verb:{word}"
        # `each` names the one before its block; everything else defines after its object is read.
        first: dict[str, object] = {
            key: value[key] for key in ("as", "from") if key in value and key in verb.params
        }
        rest = {key: item for key, item in value.items() if key != word and key not in first}
        kinds = {**COMMON, **verb.params}
        early = [(key, self.read_param(key, kinds, first, path, owner)) for key in first]
        head = self.read(verb.object, value[word], (*path, word), f"{owner}.{word}")
        if word in OF_CHARACTERS and isinstance(head, tuple):
            head = self.read_acting(word, head, (*path, word))
        late = [
            (key, self.read_param(key, kinds, rest, path, owner)) for key in rest if key in kinds
        ]
        self.check_keys(rest, kinds, path)
        self.role = role
        self.blocks -= is_block
        self.has_subject = had_subject
        if word == "name" and isinstance(head, str) and "named" not in value:
            self.names.add(head)  # what is named goes by the word itself
        if word in ("look", "reveal"):
            self.has_looked |= hands_of(head, late)
        return Operation(word, head, tuple(early + late), line_of(self.lines, path))

    def read_acting(self, word: str, refs: tuple[Value, ...], path: Path) -> Value:
        """Read references of a verb that acts on characters: of a declaration, who declared it."""
        found = [ref.word for ref in refs if isinstance(ref, Ref)]
        if "self" in found and self.card_type in ("item", "area") and not self.is_given:
            who = "bearer" if self.card_type == "item" else "here"
            self.fault(path, "self", f"`{who}`: this {self.card_type} is no character to {word}")
        if found == ["declaration"]:
            return Selector("", None, (("among", refs),), line_of(self.lines, path))
        return refs

    def read_param(
        self, key: str, kinds: Mapping[str, str], table: dict[str, object], path: Path, owner: str
    ) -> Value:
        """Read one parameter of an operation."""
        group = "common" if key in COMMON else f"{owner} keys"
        if not self.has_built(group, key, (*path, key)):
            return None
        return self.read(kinds[key], table[key], (*path, key), f"{owner}.{key}")

    def check_place(self, word: str, value: Mapping[str, object], path: Path) -> None:
        """Check what the verb itself demands: duration, passive, required parameters."""
        verb = OPERATIONS[word]
        if "until" in value and not verb.can_last:
            self.wrong((*path, "until"), f"a duration on `{word}`", "none: it happens at once")
        if self.ability_kind == "passive":
            if not verb.in_passive:
                wanted = "an operation that lasts"
                if word == "if":
                    wanted += "; conditions stand in the `if` of the ability"
                self.wrong((*path, word), f"`{word}` in a passive", wanted)
            if "until" in value:
                self.wrong((*path, "until"), "a duration in a passive ability", "none: use `if`")
        cards = value[word]
        if word == "ex_change" and isinstance(cards, dict) and "zone" in cards:
            self.wrong((*path, word, "zone"), "a zone", "none: it means the cards that pay")
        if word == "points" and self.ability_kind != "as_cost":
            self.wrong((*path, word), "`points`", "it only in an ability of kind `as_cost`")
        for key in verb.required:
            if key not in value:
                self.wrong(path, f"`{word}` without `{key}`", f"{word} = ..., {key} = ...")
        needed = NEEDS_ONE.get(word, ())
        if needed and not any(key in value for key in needed):
            self.wrong(path, f"`{word}` alone", f"one of {', '.join(needed)} beside it")

    # -------------------------------------------------------------- basic abilities

    def read_basic(self, value: object, path: Path, group: str) -> Value:
        """Read a basic ability: its name, or a table with its cost or effect."""
        table: dict[str, object] = value if isinstance(value, dict) else {"name": value}
        name = table.get("name")
        if not isinstance(name, str) or name not in grammar.BASICS:
            wanted = near(str(name), grammar.BASICS)
            self.fault(path, name if name is not None else value, f"a basic ability: {wanted}")
            return None
        self.has_built("basic", name, path)
        keys = {"name": "text"}
        if name in grammar.BASICS_WITH_COST:
            keys["cost"] = "cost"
        if name in grammar.BASICS_WITH_EFFECT:
            keys["effect"] = "operations"
        for key in keys:
            if key not in table:
                self.wrong(path, f"{name} without {key}", f'{{ name = "{name}", {key} = ... }}')
        outer = (self.ability_kind, self.names, self.has_looked)
        self.ability_kind, self.names, self.has_looked = "basic", set(), frozenset()
        card_type, is_given = self.card_type, self.is_given
        if card_type == "event_card":
            self.card_type = "character"  # one that is given away
        self.is_given = True
        args = dict(self.read_keys(table, keys, path, "basic"))
        self.card_type, self.is_given = card_type, is_given
        self.ability_kind, self.names, self.has_looked = outer
        effect = cast("tuple[Operation, ...]", args.get("effect") or ())
        return Basic(name, cast("Cost | None", args.get("cost")), effect)

    # -------------------------------------------------------------- special abilities

    def read_granted(self, value: dict[str, object], path: Path, group: str) -> Value:
        """Read an ability that an effect gives away; it sees only its own names."""
        outer = (self.ability_kind, self.names, self.blocks, self.has_subject, self.has_looked)
        card_type, is_given, leaves = self.card_type, self.is_given, self.hears_itself_leave
        if card_type == "event_card":
            self.card_type = "character"  # who has it then, and means itself by `self`
        self.is_given = True
        ability = self.read_ability(value, path)
        self.card_type, self.is_given, self.hears_itself_leave = card_type, is_given, leaves
        self.ability_kind, self.names, self.blocks, self.has_subject, self.has_looked = outer
        return ability

    def read_ability(self, value: dict[str, object], path: Path) -> Ability | None:
        """Read a special ability."""
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in grammar.ABILITY_KINDS:
            where = (*path, "kind") if "kind" in value else path
            found = toml(kind) if "kind" in value else "no `kind`"
            self.wrong(where, found, expected(grammar.ABILITY["kind"]))
            return None
        self.ability_kind, self.names, self.blocks = kind, set(), 0
        self.has_subject = kind in ("triggered", "replacement")
        self.has_looked = frozenset()
        self.role = "object"
        is_built = self.has_built("ability.kind", kind, (*path, "kind"))
        allowed = [key for key in grammar.ABILITY if key in grammar.ABILITY_KEYS[kind]]
        for key in value:
            if key in grammar.ABILITY and key not in allowed:
                self.wrong((*path, key), f"`{key}` in {kind}", f"keys of {kind} abilities only")
        self.check_keys(value, grammar.ABILITY, path)
        self.check_ability(kind, value, path)
        args: dict[str, Value] = {}
        for key in grammar.ABILITY_ORDER:
            if key not in value or key not in allowed:
                continue
            if key != "kind" and is_built and not self.has_built("ability keys", key, (*path, key)):
                continue
            args[key] = self.read_ability_key(key, value[key], (*path, key))
        return _ability(kind, args, line_of(self.lines, path))

    def read_ability_key(self, key: str, value: object, path: Path) -> Value:
        """Read one key of an ability."""
        if key == "limit":
            return self.read_limit(value, path)
        if key == "target":
            return self.read_targets(value, path)
        return self.read(grammar.ABILITY[key], value, path, f"ability.{key}")

    def check_ability(self, kind: str, value: Mapping[str, object], path: Path) -> None:
        """Check what must stand in an ability of this kind, and on which card."""
        needed = {"activated": ("cost",), "as_cost": ("cost",), "triggered": ("on",),
                  "replacement": ("on",)}  # fmt: skip
        for key in (*needed.get(kind, ()), "effect"):
            if key not in value:
                self.wrong(path, f"{kind} without `{key}`", f"{key} = ...")
        if kind == "event_card" and self.card_type not in ("event_card", ""):
            self.wrong((*path, "kind"), f"event_card on {self.card_type}", "it on event cards")
        hosts = {"bearer": "item", "cell": "area"}
        host = value.get("host")
        wanted = hosts.get(host, self.card_type) if isinstance(host, str) else self.card_type
        if self.card_type != wanted:
            self.fault((*path, "host"), host, f"it on an {wanted} only")
        on = value.get("on")
        heard = on if isinstance(on, dict) else {}
        self.hears_itself_leave = (
            kind == "triggered"
            and heard.get("event") in ("left", "downed")
            and heard.get("what") == "self"
        )
        if (
            heard.get("event") in grammar.LEAVING
            and heard.get("what") == "self"
            and value.get("works_in", "any") not in ("field", "any")
        ):
            self.wrong((*path, "works_in"), "works_in of a card that hears itself leave",
                       "none: it hears that while it is still in play")  # fmt: skip
        if value.get("by") == "either" and kind in ("triggered", "replacement"):
            self.fault((*path, "by"), "either", f"one seat: nobody declares a {kind} ability")
        if kind == "replacement" and heard:
            self.check_replaced(heard.get("event"), (*path, "on", "event"))
        cost = value.get("cost")
        if isinstance(cost, dict) and "x" in cost:
            self.names.add("x")

    def check_replaced(self, event: object, path: Path) -> None:
        """Refuse a replacement of what cannot be replaced."""
        if event in grammar.EVENTS and event not in grammar.REPLACED:
            *others, last = (f"`{word}`" for word in grammar.REPLACED)
            wanted = f"an event that can be replaced: {', '.join(others)} or {last}"
            if event in ("item_left", "area_left"):
                wanted += " (`reached_dust` sends it elsewhere)"
            self.wrong(path, f"a replacement of `{event}`", wanted)

    def read_limit(self, value: object, path: Path) -> Value:
        """Read how often an ability may be used."""
        if not isinstance(value, dict):
            self.fault(path, value, '{ n = 1, per = "turn" }')
            return None
        if "per" not in value:
            self.wrong(path, "a limit without `per`", '{ n = 1, per = "turn" }')
        n = value.get("n", 1)
        if not isinstance(n, int) or not 1 <= n <= 20:
            self.fault((*path, "n"), n, "a number from 1 to 20")
        args = self.read_keys(value, grammar.LIMIT, path, "limit")
        return Limit("", None, args, line_of(self.lines, path))

    def read_targets(self, value: object, path: Path) -> Value:
        """Read the targets, in their order; each defines its name."""
        if not isinstance(value, dict):
            self.fault(path, value, "target.NAME = { ... }")
            return None
        if len(value) > grammar.MAX_TARGETS:
            self.wrong(path, f"{len(value)} targets", f"at most {grammar.MAX_TARGETS}")
        found: list[Value] = []
        self.is_before_x = "x" in self.names  # R5.38
        self.names.discard("x")
        for name, table in value.items():
            where = (*path, name)
            if not isinstance(table, dict):
                self.fault(where, table, "a selector (a table)")
                continue
            optional = table.get("optional", False)
            if not isinstance(optional, bool):
                self.fault((*where, "optional"), optional, "true or false")
            rest = {key: item for key, item in table.items() if key != "optional"}
            role, self.role = self.role, "target"
            selector = self.read_selector(rest, where, "selector")
            self.role = role
            self.names.add(name)
            if isinstance(selector, Selector):
                args = (*selector.args, ("optional", True)) if optional else selector.args
                found.append((name, Selector("", None, args, selector.line)))
        if self.is_before_x:
            self.is_before_x = False
            self.names.add("x")
        return tuple(found)


def _ability(kind: str, args: Mapping[str, Value], line: int) -> Ability:
    """Build an ability from its keys, with the defaults of those that are absent."""
    return Ability(
        kind=kind,
        name=cast("str", args.get("name") or ""),
        host=cast("str", args.get("host") or "self"),
        by=cast("str", args.get("by") or "controller"),
        works_in=cast("str", args.get("works_in") or "field"),
        cost=cast("Cost | None", args.get("cost")),
        when=cast("tuple[Condition, ...]", args.get("when") or ()),
        on=cast("Event | None", args.get("on")),
        limit=cast("Limit | None", args.get("limit")),
        conditions=cast("tuple[Condition, ...]", args.get("if") or ()),
        targets=cast("tuple[tuple[str, Selector], ...]", args.get("target") or ()),
        effect=cast("tuple[Operation, ...]", args.get("effect") or ()),
        is_answerable=args.get("answerable") is not False,
        is_optional=args.get("may") is True,
        and_then=cast("str", args.get("and_then") or ""),
        line=line,
    )
