"""Compiles checked cards to the tables that an engine reads: `program.pxd` with its rows in Python.

`compile_cards` sorts the cards by number, so a card's index is its place in that order and equal
sets of cards give equal tables. Nothing here depends on the order of files or on the machine.
Below: `ability_compiler`; above: `blob`, which turns the tables into bytes, and `cards`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lycee_core.ability_compiler import AbilityCompiler
from lycee_core.codes import NO_REGISTERS, SEXES, normal
from lycee_core.effects_costs import CostRow
from lycee_core.errors import CardDataError
from lycee_core.grammar import ATTRIBUTES
from lycee_core.looks import needs_open_look
from lycee_core.opcodes import D
from lycee_core.parsed import Ability, Basic, Card, Value
from lycee_core.references import NO_CARD
from lycee_core.rows import AbilityRow, CardRow, Tables
from lycee_core.traits import card_flags, copies_of, listens, replaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

NO_NAME = 0xFFFF
FORM_MARK = "/"  # between the number of a card and the place of a form; no number holds it
PROVISIONAL = 0x4000  # numbers of abilities that belong to no card, until all cards have theirs
ABILITIES_IN_PLAY = {"item": D.ACT_AREA - D.ACT_ITEM, "area": 32 - D.ACT_AREA}


class Granted(NamedTuple):
    """An ability that an effect gives away, the names it sees, and where it stands."""

    ability: Ability
    names: tuple[str, ...]
    place_of: str
    memories: list[str]
    speaker: str


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


class Compiler(AbilityCompiler):
    """The compiler of whole cards; its tables grow card by card."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.granted_basics: list[tuple[Basic, str, str]] = []
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

    def form(self, name: str) -> int:
        """Return the index of a form of the card that speaks."""
        place = (self.speaker.partition(FORM_MARK)[0], normal(name))
        if place not in self.forms:
            raise CardDataError(f'{self.where}: found "{name}", expected a name of `forms`')
        return self.forms[place]

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
