"""Compiles checked cards to the tables that an engine reads: `program.pxd` with its rows in Python.

`compile_cards` sorts the cards by number, so a card's index is its place in that order and equal
sets of cards give equal tables. Nothing here depends on the order of files or on the machine.
Below: `effects_compiler`; above: `blob`, which turns the tables into bytes, and `cards`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lycee_core.codes import NO_REGISTERS, SEXES, Ins, SelectorRow, normal
from lycee_core.effects_compiler import EffectsCompiler
from lycee_core.effects_costs import BasicRow, CostRow
from lycee_core.errors import CardDataError
from lycee_core.grammar import ATTRIBUTES
from lycee_core.listening import EventRow
from lycee_core.looks import needs_open_look
from lycee_core.opcodes import HOUSE, D
from lycee_core.parsed import (
    Ability,
    Amount,
    Basic,
    Card,
    Condition,
    Declaration,
    Limit,
    Node,
    Operation,
    Ref,
    Selector,
    Value,
)
from lycee_core.references import NO_CARD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

NO_NAME = 0xFFFF
# Registers of what runs on its own, inside a payment, in the middle of another operation.
BANKS = {"": (0, 8), "as_cost": (8, 4), "replacement": (12, 4)}
REDIRECTS = {"remove": D.REDIRECT_REMOVED, "return": D.REDIRECT_HAND, "take": D.REDIRECT_HAND}
SENDS_TO = {"hand": D.REDIRECT_HAND, "deck_bottom": D.REDIRECT_DECK_BOTTOM,
            "deck_top": D.REDIRECT_DECK_TOP}  # fmt: skip
# Rules whose applications a limit counts.
COUNTED_RULES = frozenset(("keep", "down", "damage", "damage_to_deck", "support_rule", "warm_up",
                           "permit", "cost_change"))  # fmt: skip
COUNTED_PERMISSIONS = {"attack", "defend", "play", "enter", "equip", "use"}
MAX_WORKING_PILES = 127
PROVISIONAL = 0x4000  # numbers of abilities that belong to no card, until all cards have theirs
# What an effect in progress, a chain or an event has, and a value at rest has not.
MOMENTARY = {"responding", "done", "event"}
PAYS_FOR = {
    "entry": 1 << D.LK_ENTRY | 1 << D.LK_CONVERSION, "event_card": 1 << D.LK_EVENT_CARD,
    "special": 1 << D.LK_SPECIAL, "basic": 1 << D.LK_BASIC | 1 << D.IS_TAX,
    "item": 1 << D.LK_ITEM, "area": 1 << D.LK_AREA, "this_card": 1 << D.IS_THIS_CARD,
}  # fmt: skip
ABILITIES_IN_PLAY = {"item": D.ACT_AREA - D.ACT_ITEM, "area": 32 - D.ACT_AREA}


class Granted(NamedTuple):
    """An ability that an effect gives away, the names it sees, and where it stands."""

    ability: Ability
    names: tuple[str, ...]
    place_of: str
    memories: list[str]
    speaker: str


class AbilityRow(NamedTuple):
    """One special ability."""

    kind: int
    host: int
    by: int
    works_in: int
    limit_n: int
    limit_per: int
    flags: int
    event: int
    whose: int
    when: int
    cond: int
    effect: int
    what: int
    name: int
    targets: tuple[int, ...]
    optional: tuple[int, ...]
    cost: CostRow
    limit_each: int
    limit_after: int


class CardRow(NamedTuple):
    """One card."""

    listens: int
    replaces: int
    ap: int
    dp: int
    sp: int
    name: int
    also: tuple[int, ...]
    component: tuple[int, ...]
    first_ability: int
    first_basic: int
    put_on: int
    play_if: int
    basics: int
    type: int
    attributes: int
    ex: int
    cells: int
    sex: int
    n_abilities: int
    n_basics: int
    cost_total: int
    cost: tuple[int, ...]
    flags: int
    copies: int
    copies_per: int
    tags: int


FORM_MARK = "/"  # between the number of a card and the place of a form; no number holds it


class Tables(NamedTuple):
    """Everything an engine knows about cards, and the cards it came from."""

    cards: tuple[CardRow, ...]
    abilities: tuple[AbilityRow, ...]
    basics: tuple[BasicRow, ...]
    selectors: tuple[SelectorRow, ...]
    code: tuple[Ins, ...]
    strings: tuple[str, ...]
    numbers: tuple[str, ...]
    source: tuple[Card, ...]
    piles: tuple[str, ...]


def with_forms(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield all cards, and their forms as cards that no deck may hold (R6.16)."""
    for card in cards:
        yield card
        for place, form in enumerate(card.forms):
            yield Card(
                number=f"{card.number}{FORM_MARK}{place + 1}",
                names=(("en", form.name),),
                key=form.name,
                type=form.type,
                attributes=form.attributes,
                cost=form.cost,
                ex=form.ex,
                ap=form.ap,
                dp=form.dp,
                sp=form.sp,
                sex=form.sex,
                cells=form.cells,
                copies=(0, "number"),
                basics=form.basics,
                abilities=form.abilities,
                source=card.source,
                line=card.line,
            )


def compile_cards(cards: Iterable[Card]) -> Tables:
    """Compile cards to the tables of a catalogue.

    Args:
        cards: checked cards, in any order.

    Raises:
        CardDataError: naming every word that the language has and the engine has not.
    """
    compiler = Compiler()
    ordered = sorted(with_forms(cards), key=lambda card: card.number)
    compiler.learn_names(ordered)
    rows = [compiler.card(card) for card in ordered]
    compiler.finish_granted()
    compiler.finish_counts()
    if compiler.faults:
        raise CardDataError("\n".join(compiler.faults), faults=tuple(compiler.faults))
    return Tables(
        cards=tuple(rows),
        abilities=tuple(compiler.abilities),
        basics=tuple(compiler.basics),
        selectors=tuple(compiler.selectors),
        code=tuple(compiler.code),
        strings=tuple(compiler.strings),
        numbers=tuple(card.number for card in ordered),
        source=tuple(ordered),
        piles=tuple(compiler.piles),
    )


class Compiler(EffectsCompiler):
    """The compiler of whole cards; its tables grow card by card."""

    def __init__(self) -> None:
        super().__init__()
        self.abilities: list[AbilityRow] = []
        self.faults: list[str] = []
        self.granted_basics: list[tuple[Basic, str, str]] = []
        self.card_type = ""
        self.printed: tuple[int, ...] = ()  # cost of the card
        self.first = 0  # number of the first ability of the card
        self.most = 0  # abilities of a card that a decision can name
        self.granted: list[Granted] = []  # abilities of no card, compiled after all cards
        self.speaker = ""  # number of the card whose texts are compiled
        self.forms: dict[tuple[str, str], int] = {}  # by the number of their card and their name

    def learn_names(self, cards: Sequence[Card]) -> None:
        """Let every name of a card, in any language, mean its key."""
        for index, card in enumerate(cards):
            self.numbers[card.number] = index
            self.components.update(card.conversion)
            for name in (card.key, *(text for _, text in card.names)):
                self.aliases.setdefault(normal(name), normal(card.key))
                self.name_parts[normal(name)] = self.aliases[normal(name)]
        for card in cards:
            if FORM_MARK in card.number:
                place = (card.number.partition(FORM_MARK)[0], normal(card.key))
                self.forms.setdefault(place, self.numbers[card.number])
            for name in card.also:
                self.name_parts[normal(name)] = self.aliases.get(normal(name), normal(name))

    def at(self, card: Card, line: int, label: str = "") -> None:
        """Say where we are, for refusals."""
        self.place_of = f"{card.source}:LINE: {card.number}{label}"
        self.where = self.place_of.replace("LINE", str(line))

    # -------------------------------------------------------------- cards

    def card(self, card: Card) -> CardRow:
        """Compile one card; what is not built is kept as a fault."""
        first_ability, first_basic = len(self.abilities), len(self.basics)
        self.registers = NO_REGISTERS
        self.memories, self.owner = [], self.numbers[card.number]
        self.speaker = card.number
        self.at(card, card.line)
        put_on = play_if = 0
        try:
            if card.put_on is not None:
                is_cell = card.type == "area"
                put_on = self.selector(card.put_on, everything=True, is_cell=is_cell)
            play_if = self.conditions(card.play_if)
        except CardDataError as error:
            self.faults.extend(error.faults)
        self.first = first_ability
        self.card_type, self.printed = card.type, card.cost
        self.most = ABILITIES_IN_PLAY.get(card.type, D.ACT_ITEM - D.ACT_ABILITY)
        self.card_abilities(card)
        abilities = self.abilities[first_ability:]
        return CardRow(
            listens=listens(abilities),
            replaces=replaces(abilities),
            ap=card.ap,
            dp=card.dp,
            sp=card.sp,
            name=self.name(card.key),
            also=self.name_pair(card.also),
            component=self.name_pair(card.conversion),
            first_ability=first_ability,
            first_basic=first_basic,
            put_on=put_on,
            play_if=play_if,
            basics=sum(1 << D.named("B_", basic.name) for basic in card.basics),
            type=D.named("TYPE_", card.type),
            attributes=sum(1 << ATTRIBUTES.index(word) for word in card.attributes),
            ex=card.ex,
            cells=card.cells,
            sex=SEXES[card.sex],
            n_abilities=len(abilities),
            n_basics=len(self.basics) - first_basic,
            cost_total=sum(card.cost),
            cost=card.cost,
            flags=card_flags(abilities)
            | (D.CF_ALT_COST if card.alt_cost else 0)
            | (D.CF_OPEN_LOOK if needs_open_look(card) else 0),
            copies=copies_of(card),
            copies_per=int(card.copies is not None and card.copies[1] == "number"),
            tags=self.tags(card),
        )

    def tags(self, card: Card) -> int:
        """Keep the names that a row has no room for, and the titles; 0 where there are none."""
        words = [(D.TAG_NAME, self.name(name)) for name in card.also[2:]]
        words += [(D.TAG_TITLE, self.string(normal(title))) for title in card.titles]
        return self.listed(words) if words else 0

    def name_pair(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """Return the numbers of up to two names."""
        numbers = [self.name(name) for name in names[:2]]
        return tuple(numbers + [NO_NAME] * (2 - len(numbers)))

    def card_abilities(self, card: Card) -> None:
        """Compile the basic abilities that carry something, then the special ones."""
        self.at(card, card.line, ", alt_cost")
        try:
            if card.alt_cost is not None:
                self.cost_row(card.alt_cost, D.BASIC_ALT_COST)
        except CardDataError as error:
            self.faults.extend(error.faults)
        for basic in card.basics:
            self.at(card, card.line, f", {basic.name}")
            try:
                self.basic(basic)
            except CardDataError as error:
                self.faults.extend(error.faults)
        for index, ability in enumerate(card.abilities):
            self.at(card, ability.line, f", ability {index + 1}")
            try:
                self.ability(ability)
            except CardDataError as error:
                self.faults.extend(error.faults)

    # -------------------------------------------------------------- abilities of no card

    def granted_abilities(self, value: Value) -> tuple[int, ...]:
        """Keep the abilities that an effect gives away; return their provisional numbers."""
        if value == "this":
            return (self.this_ability(),)
        found = value if isinstance(value, tuple) else (value,) if value is not None else ()
        return tuple(self.later_ability(item, ()) for item in found if isinstance(item, Ability))

    def later_ability(self, ability: Ability, names: tuple[str, ...]) -> int:
        """Queue an ability of no card; it is compiled when all cards have theirs.

        Args:
            ability: as an effect gives it away, or what a `later` waits for.
            names: names of the effect around it, which fill its first registers.
        """
        self.granted.append(Granted(ability, names, self.place_of, self.memories, self.speaker))
        return PROVISIONAL + len(self.granted) - 1

    def finish_counts(self) -> None:
        """Write the abilities that only count what happens, behind all others."""
        for event, what, whose, when, owner in self.counts:
            self.abilities.append(
                AbilityRow(
                    kind=D.AK_COUNT,
                    host=0,
                    by=0,
                    works_in=D.ZONE_FIELD,
                    limit_n=0,
                    limit_per=D.PER_GAME,
                    flags=0,
                    event=event,
                    whose=whose,
                    when=when,
                    cond=0,
                    effect=0,
                    what=what,
                    name=1 + owner,
                    targets=(0, 0, 0, 0),
                    optional=(0, 0, 0, 0),
                    cost=CostRow(),
                    limit_each=0,
                    limit_after=0,
                )
            )

    def this_ability(self) -> int:
        """Return the number of the ability being compiled."""
        return len(self.abilities)

    def form(self, name: str) -> int:
        """Return the index of a form of the card that speaks."""
        place = (self.speaker.partition(FORM_MARK)[0], normal(name))
        if place not in self.forms:
            raise CardDataError(f'{self.where}: found "{name}", expected a name of `forms`')
        return self.forms[place]

    def inner_basic(self, basic: Basic) -> int:
        """Queue a basic ability that belongs to no card."""
        self.granted_basics.append((basic, self.place_of, self.speaker))
        return PROVISIONAL + len(self.granted_basics) - 1

    def finish_granted(self) -> None:
        """Compile what effects give away, and put its numbers where they are meant."""
        first_ability, first_basic = len(self.abilities), len(self.basics)
        self.most, self.owner = PROVISIONAL, NO_CARD
        self.card_type, self.printed = "", ()
        done = done_basics = 0
        while done < len(self.granted) or done_basics < len(self.granted_basics):
            try:
                if done < len(self.granted):
                    ability, names, self.place_of, self.memories, self.speaker = self.granted[done]
                    done += 1
                    self.ability(ability, names)
                else:
                    basic, self.place_of, self.speaker = self.granted_basics[done_basics]
                    done_basics += 1
                    self.basic(basic, always=True)
            except CardDataError as error:
                self.faults.extend(error.faults)
        for index, ins in enumerate(self.code):
            if ins.x < PROVISIONAL:
                continue
            if ins.op in (D.O_GRANT, D.O_LATER, D.O_LOSE_SPECIAL):
                self.code[index] = ins._replace(x=ins.x - PROVISIONAL + first_ability)
            elif ins.op == D.O_GAIN_BASIC:
                self.code[index] = ins._replace(x=ins.x - PROVISIONAL + first_basic)

    # -------------------------------------------------------------- abilities

    def basic(self, basic: Basic, *, always: bool = False) -> None:
        """Keep a basic ability that carries a cost or an effect."""
        if basic.cost is None and not basic.effect and not always:
            return
        self.bank = BANKS[""]
        cost = self.cost(basic.cost)
        self.targets = {}
        effect = self.effect(basic.effect, (), is_passive=False)
        self.basics.append(BasicRow(D.named("B_", basic.name), effect, cost))

    def ability(self, ability: Ability, outer: tuple[str, ...] = ()) -> None:
        """Compile one special ability; `outer`: names of the effect that gives it away."""
        names = [*outer, *(name for name, _ in ability.targets)]
        self.has_uses = False
        self.targets = dict(ability.targets)
        self.bank = BANKS.get(ability.kind, BANKS[""])
        self.start(names)
        targets = [self.target(selector) for _, selector in ability.targets]
        picks = sum(self.selectors[number].n for number in targets)
        if picks > HOUSE.PICK_LIMIT:  # R7.38
            raise self.unbuilt(f"more than {HOUSE.PICK_LIMIT} picks of one declaration, `target")
        event, what, whose, tests = self.heard(ability)
        if answers_downed(ability.when):
            if ability.kind != "activated":  # R7.24
                raise CardDataError(
                    f"{self.where}: found kind = downed, expected it in an activated ability"
                )
            event = D.EV_DOWNED
        when = self.conditions(ability.when, *tests)
        cond = self.conditions(ability.conditions)
        cost = self.cost(ability.cost)
        works_in = ability.works_in
        if works_in != "field" and ability.kind != "as_cost":
            self.check_works_in(ability)
        if ability.kind == "as_cost":
            what = only_for(ability.effect)
            if self.card_type == "event_card" and works_in in ("field", "hand"):
                works_in = "hand"
                cost = self.with_printed(cost, what)
        is_passive = ability.kind == "passive"
        self.check_declaration_limit(ability)
        if is_passive and ability.limit is not None:
            self.check_limit(ability.limit, ability.effect)
        if is_passive:
            self.refuse_in_passive((*ability.conditions, *ability.effect))
        effect = self.effect(ability.effect, names, is_passive=is_passive)
        limit = ability.limit
        limit_n = limit.get("n", 1) if limit else 0
        assert isinstance(limit_n, int), limit_n
        each = str(limit.get("each", "ability")) if limit else "ability"
        if ability.kind == "activated" and len(self.abilities) - self.first >= self.most:
            raise self.unbuilt(f"more than {self.most} abilities")
        self.abilities.append(
            AbilityRow(
                kind=D.named("AK_", ability.kind),
                host=D.named("HOST_", ability.host),
                by=D.named("USER_", ability.by),
                works_in=self.alive_in(works_in),
                limit_n=limit_n,
                limit_per=D.named("PER_", str(limit.get("per"))) if limit else 0,
                flags=ability_flags(ability) | (D.AF_COUNTED if self.has_uses else 0),
                event=event,
                whose=whose,
                when=when,
                cond=cond,
                effect=effect,
                what=what,
                name=self.string(ability.name),
                targets=tuple(targets + [0] * (4 - len(targets))),
                optional=tuple(
                    int(index < len(targets) and ability.targets[index][1].get("optional") is True)
                    for index in range(4)
                ),
                cost=cost,
                limit_each=D.named("EACH_", each),
                limit_after=int(limit is not None and limit.has("after")),
            )
        )

    def with_printed(self, cost: CostRow, what: int) -> CostRow:
        """An event card that is declared as a cost owes its printed cost too."""
        if what >> D.IS_THIS_CARD & 1:
            return cost
        if cost.amounts:
            raise self.unbuilt("an amount of points in the cost of an event card, as `points")
        both = zip(cost.points, self.printed, strict=True)
        return cost._replace(points=tuple(own + printed for own, printed in both))

    def check_declaration_limit(self, ability: Ability) -> None:
        """Refuse counting the uses in a battle beside a limit for each declaration."""
        if (
            ability.limit is not None
            and ability.limit.get("per") == "declaration"
            and asks_battle(ability)
        ):
            raise self.unbuilt("uses = battle` of an ability with such a limit, as `declaration")

    def check_limit(self, limit: Limit, effect: Iterable[Operation]) -> None:
        """Refuse the limit of a passive that is no rule whose applications are counted."""
        each = str(limit.get("each", "name"))
        if limit.has("after") or each not in ("name", "seat"):
            raise self.unbuilt("limit` of a passive for each target or mode, as `limit")
        for operation in effect:
            doings = operation.value if isinstance(operation.value, tuple) else ()
            if operation.word not in COUNTED_RULES or (
                operation.word == "permit" and set(doings) - COUNTED_PERMISSIONS
            ):
                raise self.unbuilt(f"limit` of a passive `{operation.word}")

    def alive_in(self, zone: str) -> int:
        """Return the zone in which an ability is alive."""
        if zone == "any":
            return D.WORKS_ANYWHERE
        if not zone.startswith("pile:"):
            return D.named("ZONE_", zone)
        if self.pile(zone) >= MAX_WORKING_PILES:
            raise self.unbuilt(f"more than {MAX_WORKING_PILES} names of piles, as `works_in")
        return D.WORKS_IN_PILE + self.pile(zone)

    def check_works_in(self, ability: Ability) -> None:
        """Refuse what an ability outside play cannot have."""
        found, wanted = "", "what works outside play"
        if ability.works_in == "hand" and not works_unseen(ability):
            found = f"works_in = hand of a {ability.kind} ability"  # R1.14: nobody sees it
            wanted = "what works outside play where both see it: in `dust`, a pile, `any`"
        elif ability.host != "self":
            found = f"host = {ability.host}"
        elif ability.cost is not None and ability.cost.has("tap"):
            found = "[T]"
        if found:
            raise CardDataError(f"{self.where}: found {found}, expected {wanted}")

    def heard(self, ability: Ability) -> EventRow:
        """Compile the event that an ability waits for; any other ability waits for none."""
        if ability.on is None:
            return EventRow(0, 0, D.SIDE_ANY, ())
        row = self.event_row(ability.on)
        happens = ability.on.get("is")
        if isinstance(happens, tuple):
            row = row._replace(tests=(*row.tests, *(self.condition(item) for item in happens)))
        return row

    def refuse_in_passive(self, nodes: Iterable[Value]) -> None:
        """Refuse what has no meaning in values that are recomputed at any moment."""
        for node in nodes:
            if not isinstance(node, Node):
                if isinstance(node, tuple):
                    self.refuse_in_passive(node)
                continue
            is_momentary = isinstance(node, Condition | Amount) and node.word in MOMENTARY
            if is_momentary or (isinstance(node, Ref) and node.word == "declaration"):
                raise CardDataError(
                    f"{self.where}: found `{node.word}` in a passive, expected what lasts"
                )
            self.refuse_in_passive((node.value, *(value for _, value in node.args)))

    def target(self, selector: Selector) -> int:
        """Compile a target; `n` means how many are named at declaration."""
        return self.selector(selector, one=True)


def only_for(operations: Iterable[Value]) -> int:
    """Return what the points of an effect pay for, as a mask; 0 for anything."""
    mask = 0
    for one in points_in(operations):
        if not one.has("only_for"):
            return 0
        words = one.get("only_for")
        for word in words if isinstance(words, tuple) else (words,):
            mask |= PAYS_FOR[str(word)]
    return mask


def points_in(value: object) -> Iterator[Operation]:
    """Find the operations that give points, also inside blocks."""
    if isinstance(value, list | tuple):
        for item in value:
            yield from points_in(item)
    elif isinstance(value, Node):
        if isinstance(value, Operation) and value.word == "points":
            yield value
        yield from points_in((value.value, *(item for _, item in value.args)))


def answers_downed(value: Value) -> bool:
    """Tell whether conditions of use speak of the moment when somebody is downed (R8.30)."""
    if isinstance(value, tuple):
        return any(answers_downed(item) for item in value)
    if isinstance(value, Declaration):
        kinds = value.get("kind", ())
        return isinstance(kinds, tuple) and "downed" in kinds
    return isinstance(value, Condition) and answers_downed(value.value)


def listens(abilities: Iterable[AbilityRow]) -> int:
    """Return the set of events that triggered abilities wait for."""
    mask = 0
    for ability in abilities:
        if ability.kind == D.AK_TRIGGERED:
            mask |= 1 << ability.event
    return mask


def replaces(abilities: Iterable[AbilityRow]) -> int:
    """Return the set of events that replacement abilities wait for."""
    mask = 0
    for ability in abilities:
        if ability.kind == D.AK_REPLACEMENT:
            mask |= 1 << ability.event
    return mask


def ability_flags(ability: Ability) -> int:
    """Return the flags of an ability, and where it sends a card on its way to a dust box."""
    flags = 0 if ability.is_answerable else D.AF_UNANSWERABLE
    flags |= D.AF_MAY if ability.is_optional else 0
    flags |= D.AF_AND_THEN if ability.and_then else 0
    simple = ability.kind == "replacement" and not ability.is_optional and not ability.and_then
    if not simple or ability.limit is not None or len(ability.effect) != 1:
        return flags
    (operation,) = ability.effect
    on = ability.on
    if on is None or on.word != "reached_dust" or operation.value != (Ref("subject"),):
        return flags
    to = REDIRECTS.get(operation.word, 0)
    if operation.word == "send":
        to = SENDS_TO.get(str(operation.get("to")), 0)
    return flags | to << 4


def works_unseen(ability: Ability) -> bool:
    """Whether an ability may be alive in the hand: when it is used, or while its card is declared.

    The latter is a passive one about what the card itself costs (R5.46).
    """
    if ability.kind != "passive":
        return ability.kind == "activated"
    return ability.limit is None and all(one.word == "cost_change" for one in ability.effect)


def card_flags(abilities: Iterable[AbilityRow]) -> int:
    """Return which kinds of abilities a card has."""
    flags = 0
    for ability in abilities:
        flags |= {
            D.AK_PASSIVE: D.CF_PASSIVE,
            D.AK_ACTIVATED: D.CF_ACTIVATED,
            D.AK_TRIGGERED: D.CF_TRIGGERED,
            D.AK_REPLACEMENT: D.CF_REPLACEMENT,
            D.AK_AS_COST: D.CF_AS_COST,
        }.get(ability.kind, 0)
        flags |= D.CF_OUTSIDE if ability.works_in != D.ZONE_FIELD else 0
    return flags


def asks_battle(value: object) -> bool:
    """Tell whether an ability asks how often it was used in the battle."""
    if isinstance(value, list | tuple):
        return any(asks_battle(item) for item in value)
    if isinstance(value, Ability):
        return asks_battle((value.when, value.conditions, value.targets, value.effect, value.cost))
    if not isinstance(value, Node):
        return False
    if isinstance(value, Amount) and value.word == "uses" and value.value == "battle":
        return True
    return asks_battle(value.value) or any(asks_battle(item) for _, item in value.args)


def copies_of(card: Card) -> int:
    """Return how many copies a deck may hold."""
    if card.copies is None:
        return HOUSE.COPIES
    return HOUSE.DECK_SIZE if card.copies[0] < 0 else card.copies[0]
