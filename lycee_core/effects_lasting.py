"""Compiles the verbs whose work goes on holding: values, abilities, properties, rules (R14).

In a passive ability they are worked out anew at any moment; elsewhere an `O_UNTIL` before each says
how long it holds. Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from lycee_core.codes import SEXES, Code, Ins, normal
from lycee_core.effects_base import EffectsBase
from lycee_core.errors import CardDataError
from lycee_core.grammar import ATTRIBUTES
from lycee_core.opcodes import D
from lycee_core.parsed import (
    Ability,
    Basic,
    Condition,
    Duration,
    Event,
    Node,
    Number,
    Operation,
    Ref,
    Selector,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL_BASICS = 255
MAX_REMEMBERED = 3  # names that something which waits can keep
NOBODY = 255  # in place of a register: whoever a selector matches
# What only an effect in progress knows.
OF_NOW = frozenset(("it", "subject", "cause", "declaration", "paid", "done", "event", "responding",
                    "chosen", "chose", "shows"))  # fmt: skip
USED_UP = frozenset(("keep", "down", "damage", "damage_to_deck", "support_rule", "warm_up",
                     "permit", "later", "watch", "cost_change"))  # fmt: skip
FREE = (0, 0, 0, 0, 0, 0)
NEVER = ("leaves", "game_end")  # durations after which there is no way back
# Durations and the events with which they end: the event, whose turn or which card it is about.
ENDS = {
    "turn_end": ("turn_end", ""), "battle_end": ("battle_ended", ""),
    "own_turn_start": ("turn_start", "own"), "own_turn_end": ("turn_end", "own"),
    "enemy_turn_start": ("turn_start", "enemy"), "enemy_turn_end": ("turn_end", "enemy"),
    "wake_up": ("wake_up", "own"), "warm_up": ("warm_up", "own"),
    "source_leaves": ("left", "self"), "source_moves": ("moved", "self"),
}  # fmt: skip


class Lasting(NamedTuple):
    """How long something holds: code, times, place of the conditions of `while`."""

    until: int
    times: int = 0
    condition: int = 0


class LastingVerbs(EffectsBase):
    """Verbs with a duration."""

    def lasting(self, operation: Operation, default: str = "turn_end") -> Lasting:
        """Compile the duration beside a verb."""
        if self.is_passive:
            return Lasting(D.UNTIL_ALWAYS)
        value = operation.get("until")
        duration = value if isinstance(value, Duration) else Duration(default)
        until = D.named("UNTIL_", duration.word)
        if duration.word == "while":
            assert isinstance(duration.value, tuple), duration
            self.refuse_of_now(duration.value)
            return Lasting(until, 0, self.conditions(duration.value))
        if duration.word in ("used", "used_this_turn"):
            if operation.word not in USED_UP:
                raise self.unbuilt(f"{duration.word}` of `{operation.word}")
            n = duration.value if duration.value is not None else operation.get("n")
            if isinstance(n, Number):
                n = n.value
            count = 1 if n is None else n
            if not isinstance(count, int) or not 0 < count < 256:
                raise self.unbuilt("used` other than a plain number of times")
            return Lasting(until, count)
        return Lasting(until)

    def refuse_of_now(self, nodes: Value) -> None:
        """Refuse what an effect in progress knows in what is read after it has ended."""
        if self.is_passive:
            return
        for node in nodes if isinstance(nodes, tuple) else (nodes,):
            if isinstance(node, tuple):
                self.refuse_of_now(node)
            if not isinstance(node, Node):
                continue
            is_gone = node.word in OF_NOW and not (self.keeps and node.word == "chosen")
            if is_gone or (isinstance(node, Ref) and node.word.startswith("$")):
                raise CardDataError(
                    f"{self.where}: found `{node.word}` in what is read later, expected what is"
                    " there then"
                )
            self.refuse_of_now((node.value, *(value for _, value in node.args)))

    def hold(
        self, lasting: Lasting, op: int, a: int = 0, b: int = 0, x: int = 0, y: int = 0
    ) -> None:
        """Write an instruction that goes on holding, after its duration."""
        if lasting.until != D.UNTIL_ALWAYS:
            self.emit(D.O_UNTIL, b=lasting.until, c=lasting.times, x=lasting.condition)
        self.emit(op, a, b, lasting.until, x, y)

    # ---- values

    def op_change(self, operation: Operation) -> int:
        """`change`: one instruction for each value."""
        register = self.object(operation)
        lasting = self.lasting(operation)
        for word in ("ap", "dp", "sp"):
            if operation.has(word):
                amount = self.place(self.amount(operation.get(word)))
                value = D.named("VAL_", word)
                if lasting.until in (D.UNTIL_TURN_END, D.UNTIL_BATTLE_END, D.UNTIL_ALWAYS):
                    self.emit(D.O_CHANGE, register, value, lasting.until, amount)
                else:
                    self.hold(lasting, D.O_CHANGE, register, value, amount)
        return register

    def op_set(self, operation: Operation) -> int:
        """`set`: a value becomes an amount or another value of the same card."""
        register = self.object(operation)
        lasting = self.lasting(operation)
        for word in ("original_ap", "original_dp", "original_sp", "ap", "dp", "sp"):
            if operation.has(word):
                amount = operation.get(word)
                code: Code
                if isinstance(amount, str):
                    code = (Ins(D.X_VALUE, self.value_number(amount), D.REF_CAND),)
                else:
                    code = self.amount(amount)
                self.hold(lasting, D.O_SET, register, D.named("VAL_", word), self.place(code))
        pair = operation.get("exchange")
        if isinstance(pair, tuple):
            if len(set(pair)) != 2:
                raise self.unbuilt("exchange` of anything but two different values")
            first, second = (D.named("VAL_", str(word)) for word in pair)
            self.hold(lasting, D.O_EXCHANGE, register, first, y=second)
        return register

    def op_reset(self, operation: Operation) -> int:
        """`reset`: what effects did to values is undone."""
        register = self.object(operation)
        words = operation.get("values", ("ap", "dp", "sp"))
        assert isinstance(words, tuple), words
        mask = sum(1 << D.named("VAL_", str(word)) for word in dict.fromkeys(words))
        self.emit(D.O_RESET, register, mask)
        return register

    def op_skip_wake_up(self, operation: Operation) -> int:
        """`skip_wake_up`: no wake-up, the next one or while it lasts."""
        register = self.object(operation)
        if operation.has("until") and not self.is_passive:
            self.hold(self.lasting(operation), D.O_SKIP_WAKE_UP, register)
        else:
            self.emit(D.O_SKIP_WAKE_UP, register)
        return register

    # ---- abilities

    def op_grant(self, operation: Operation) -> int:
        """`grant`: basic abilities, with their price or effect, and special ones."""
        register = self.object(operation)
        lasting = self.lasting(operation)
        basics = operation.get("basic")
        for basic in basics if isinstance(basics, tuple) else ():
            assert isinstance(basic, Basic), basic
            entry = self.granted_basic(basic)
            number = D.named("B_", basic.name)
            if entry or lasting.until not in (D.UNTIL_TURN_END, D.UNTIL_ALWAYS):
                self.hold(lasting, D.O_GAIN_BASIC, register, number, entry)
            else:
                self.emit(D.O_GAIN_BASIC, register, number, lasting.until, entry)
        label = operation.get("label")
        text = self.string(str(label)) if label is not None else 0
        for number in self.granted_abilities(operation.get("ability")):
            self.hold(lasting, D.O_GRANT, register, x=number, y=text)
        return register

    def granted_basic(self, basic: Basic) -> int:
        """Return 1 + the number of the price or effect that comes with a basic ability."""
        is_free = basic.cost is None or all(value in (0, FREE) for _, value in basic.cost.args)
        if is_free and not basic.effect and not basic.name.startswith("Tax"):
            return 0
        return 1 + self.inner_basic(basic)

    def inner_basic(self, basic: Basic) -> int:
        """Keep a basic ability that belongs to no card; `program` knows how."""
        raise NotImplementedError

    def granted_abilities(self, value: Value) -> tuple[int, ...]:
        """Keep the abilities that an effect gives away; return their numbers."""
        raise NotImplementedError

    def op_lose(self, operation: Operation) -> int:
        """`lose`: basic or special abilities, by name, by label, or all."""
        register = self.object(operation)
        lasting = self.lasting(operation)
        basics = operation.get("basic")
        numbers = [D.named("B_", str(name)) for name in basics] if isinstance(basics, tuple) else []
        for number in [ALL_BASICS] if basics == "all" else numbers:
            if lasting.until in (D.UNTIL_TURN_END, D.UNTIL_ALWAYS):
                self.emit(D.O_LOSE_BASIC, register, number, lasting.until)
            else:
                self.hold(lasting, D.O_LOSE_BASIC, register, number)
        if operation.has("label"):
            text = self.string(str(operation.get("label")))
            self.hold(lasting, D.O_LOSE_SPECIAL, register, D.LOSE_LABEL, y=text)
        special = operation.get("special")
        if special == "one":
            if self.is_passive:
                raise self.unbuilt("special = one` in a passive, `lose")
            self.emit(D.O_LOSE_ONE, register)
        if special is not None:
            kind = {"all": D.LOSE_ALL, "passive": D.LOSE_PASSIVE, "this": D.LOSE_ABILITY,
                    "one": D.LOSE_ONE}[str(special)]  # fmt: skip
            own = self.this_ability() if special == "this" else 0
            self.hold(lasting, D.O_LOSE_SPECIAL, register, kind, own)
        return register

    def this_ability(self) -> int:
        """Return the number of the ability being compiled; `ability_compiler` knows it."""
        raise NotImplementedError

    def op_copy_basics(self, operation: Operation) -> int:
        """`copy_basics`: all basic abilities of another character, with their price."""
        register = self.object(operation)

        with self.holding(register):
            source = self.object(operation, operation.get("from"))
            no_doubles = int(operation.get("without_duplicates") is True)
            self.hold(self.lasting(operation), D.O_COPY_BASICS, register, source, no_doubles)
        return register

    def op_become(self, operation: Operation) -> int:
        """`become`: another attribute, sex, name, title or type."""
        register = self.object(operation)
        lasting = self.lasting(operation)
        for word in ("attribute", "sex", "name", "title", "type"):
            if operation.has(word):
                x, y = self.becomes(word, operation.get(word))
                kind = D.named("BECOME_", word)
                self.hold(lasting, D.O_BECOME, register, kind, x, y)
        if operation.has("new"):
            flag = int(operation.get("new") is True)
            self.emit(D.O_BECOME_NEW, register, flag)
        return register

    def becomes(self, word: str, value: Value) -> tuple[int, int]:
        """Compile what something becomes: a number, or an expression and 1."""
        if isinstance(value, tuple) and len(value) == 1:
            value = value[0]
        if isinstance(value, Node) and value.word == "same_as":
            number = {"attribute": D.VAL_ATTRIBUTE_MASK, "sex": D.VAL_SEX, "name": D.VAL_NAME}[word]
            return (self.place((Ins(D.X_VALUE, number, self.ref(value.value)),)), 1)
        if isinstance(value, Node):
            chosen = self.chosen_number(str(value.value))
            return (self.place(chosen), 2 if word == "attribute" else 1)
        if word == "attribute":
            words = value if isinstance(value, tuple) else (value,)
            return (sum(1 << ATTRIBUTES.index(str(item)) for item in words
                        if item != "colourless"), 0)  # fmt: skip
        if word == "sex":
            return (SEXES[str(value)], 0)
        if word == "type":
            return (D.named("TYPE_", str(value)), 0)
        if word == "title":
            return (self.string(normal(str(value))), 0)
        return (self.name(str(value)), 0)

    # ---- later

    def op_later(self, operation: Operation) -> None:
        """`later`: what is to be done when something happens, once or a number of times."""
        n = operation.get("n")
        times = n.value if isinstance(n, Number) else 1
        if not isinstance(times, int):
            raise self.unbuilt("later` with an amount as `n")
        self.wait(operation, is_every_time=0, times=times, default="game_end")

    def op_watch(self, operation: Operation) -> None:
        """`watch`: what is to be done every time something happens."""
        self.wait(operation, is_every_time=1, times=0, default="turn_end")

    def wait(self, operation: Operation, *, is_every_time: int, times: int, default: str) -> None:
        """Write an ability of no card that hears an event, with the names it needs."""
        event = operation.value
        assert isinstance(event, Event), event
        lasting = self.lasting(operation, default)
        if lasting.until == D.UNTIL_WHILE:
            raise self.unbuilt(f"while` of `{operation.word}")
        if lasting.until == D.UNTIL_USED:
            is_every_time, times, lasting = 0, lasting.times, Lasting(D.UNTIL_GAME_END)
        if lasting.until == D.UNTIL_USED_THIS_TURN:
            is_every_time, times, lasting = 0, lasting.times, Lasting(D.UNTIL_TURN_END)
        block = operation.get("do")
        assert isinstance(block, tuple), block
        names = tuple(dict.fromkeys(
            word for word in words_of((event, *block)) if word in self.names
        ))  # fmt: skip
        if len(names) > MAX_REMEMBERED:
            raise self.unbuilt(f"more than {MAX_REMEMBERED} names in `{operation.word}")
        effect = cast("tuple[Operation, ...]", block)
        ability = Ability("triggered", on=event, effect=effect, line=operation.line)
        number = self.later_ability(ability, names)
        registers = [1 + self.names[name] for name in names]
        registers += [0] * (MAX_REMEMBERED - len(registers))
        self.hold(lasting, D.O_LATER, 0, is_every_time, number, times)
        self.emit(D.O_OF, *registers)

    def later_ability(self, ability: Ability, names: tuple[str, ...]) -> int:
        """Keep an ability of no card; `program` knows how."""
        raise NotImplementedError

    def op_remember(self, operation: Operation) -> int | None:
        """`remember`: a card, cell or number, for a later ability of the same card."""
        name = self.memory(str(operation.get("as")))
        value = operation.value
        if isinstance(value, Ref | Selector):
            register = self.object(operation)
            self.emit(D.O_REMEMBER, register, name)
            return register
        self.emit(D.O_REMEMBER, NOBODY, name, x=self.place(self.amount(value)))
        return None


def words_of(value: Value) -> Iterator[str]:
    """Yield the `$names` that operations speak of."""
    if isinstance(value, Ref) and value.word.startswith("$"):
        yield value.word[1:]
    if isinstance(value, Node):
        for item in (value.value, *(item for _, item in value.args)):
            yield from words_of(item)
    elif isinstance(value, Ability):
        yield from words_of(value.effect)
    elif isinstance(value, tuple):
        for item in value:
            yield from words_of(item)


def end_of(until: Value, line: int) -> Event | None:
    """Return the event with which a duration ends; None where it does not, or with none."""
    if not isinstance(until, Duration):
        return None
    if until.word == "while":
        assert isinstance(until.value, tuple), until
        broken = tuple(Condition("not", held) for held in until.value)
        return Event("state", None, (("is", (Condition("any", broken),)),), line)
    if until.word not in ENDS:
        return None
    word, whose = ENDS[until.word]
    args: tuple[tuple[str, Value], ...] = ()
    if whose == "self":
        args = (("what", (Ref("self", line=line),)),)
    elif whose:
        args = (("whose", whose),)
    return Event(word, None, args, line)
