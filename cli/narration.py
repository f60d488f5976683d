"""What happened, in words: the events of the engine, with the states around them.

A narrator reads public facts and the reader's own replica, so it has nothing to hide. What a line
of text says already is not said again: payments, passes, the tap of an attacker. Values in a battle
are those that were compared; where they cannot be told for certain, they are left out. Below: the
core; above: `render`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.wording import ACTIONS, CODE_LINK, cell_word

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lycee_core.cards import Catalogue
    from lycee_core.facts import Event
    from lycee_core.game import GameState

# Events that one sentence tells; the others have a method below, or follow from the line.
SENTENCES = {
    "turn_start": "-- turn {n}: {who}", "entered": "{card} enters {cell}",
    "area_placed": "{card} is placed on {cell}", "no_defender": "nobody defends",
    "fizzled": "{card} does nothing", "triggered": "an ability of {card} triggers",
    "redrawn": "{who} redraw|s", "starts": "{who} start|s",
    "arranged": "{who} put|s {n} cards in an order", "battle_halted": "the battle is halted",
}  # fmt: skip
# Runs of these are one line.
GROUPS = {
    "drawn": "{who} draw|s {cards}",
    "discarded": "{who} discard|s {cards}", "shown": "shown: {cards}",
    "returned": "{who} take|s into the hand: {cards}", "removed": "removed from the game: {cards}",
    "sent": "put into the deck: {cards}",
    "tapped": "tapped: {cards}", "untapped": "untapped: {cards}",
}  # fmt: skip
ARRIVALS = ("discarded", "returned", "removed", "sent")  # also told of cards that left play
ZONES = {
    defs.ZONE_DUST: "the dust box", defs.ZONE_HAND: "the hand", defs.ZONE_DECK: "the deck",
    defs.ZONE_REMOVED: "out of the game", defs.ZONE_ASIDE: "the bottom of the deck",
}  # fmt: skip
VALUES = ("AP", "DP", "SP")
DECLARES = {"special": "an ability of", "conversion": "to convert to"}
BATTLE_KINDS = ("attack", "support")


def card_name(catalogue: Catalogue, card: int) -> str:
    """Say a card by number and name."""
    return f"{catalogue.numbers[card]} {catalogue.card(card).name}"


class Narrator:
    """Tells what happened, and remembers what one battle needs.

    Args:
        catalogue: the cards, for their names.
        who: says a seat as the reader sees it.
        seat: whose eyes, or None.

    Attributes:
        acting: the card whose ability was triggered last and is being carried out, or NO_TOKEN.
    """

    def __init__(self, catalogue: Catalogue, who: Callable[[int], str], seat: int | None) -> None:
        self._catalogue = catalogue
        self.who = who
        self._seat = seat
        self.acting = defs.NO_TOKEN
        self._attacker = self._defender = defs.NO_TOKEN
        self._is_told = False  # the result of this battle

    def cell(self, cell: int) -> str:
        """Say a cell as the reader sees it."""
        if cell >= 12:
            return "the field"
        if self._seat is None:
            return f"{self.who(cell // 6)}'s {cell_word(cell, cell // 6)}"
        return cell_word(cell, self._seat)

    def tell(
        self, events: Sequence[Event], eyes: GameState, before: GameState | None
    ) -> Iterator[str]:
        """Say what happened, a line each.

        Args:
            events: in their order.
            eyes: the reader's own replica after them.
            before: a replica before them, of which only public facts are used; None: not at hand.
        """
        self._events, self._eyes, self._before = events, eyes, before
        self._downed = {event.token for event in events if event.name == "downed"}
        self._tapped, self._gone = self._tapped_by_rule(), self._gone_by_rule()
        self._lost: set[int] = set()
        done = 0
        for n, event in enumerate(events):
            if n < done:
                continue
            done = n + 1
            self._note(event)
            if event.name in GROUPS:
                while done < len(events) and _alike(events[done], event):
                    done += 1
                text = self._group(events[n:done])
            elif event.name in METHODS:
                text = METHODS[event.name](self, event)
            else:
                text = self._sentence(event)
            if text:
                yield _conjugated(text)

    # ---- what is behind the events

    def _note(self, event: Event) -> None:
        if event.name == "battle_started":
            self._attacker, self._defender = event.token, defs.NO_TOKEN
            self._is_told = False
        elif event.name == "defender_named":
            self._defender = event.token
        if event.name == "triggered":
            self.acting = event.token
        elif event.name in ("declared", "resolved", "turn_start", "passed", "offered_end"):
            self.acting = defs.NO_TOKEN

    def _tapped_by_rule(self) -> set[int]:
        """Cards that are tapped by what is told anyway: an attack, a defence, a support."""
        named = ("defender_named", "battle_started")
        tokens = {event.token for event in self._events if event.name in named}
        if self._before is not None and any(one.name == "supported" for one in self._events):
            tokens |= {link[2] for link in self._before.chain() if link[0] == "support"}
        return tokens

    def _gone_by_rule(self) -> set[int]:
        """Cards of which is told anyway where they go: payments, used cards, what left."""
        named = (*LEAVINGS, "resolved", "drawn", "milled")
        tokens = {event.token for event in self._events if event.name in named}
        if self._before is not None:
            for *_, payment in self._before.chain():
                tokens |= set(payment)
        return tokens

    def name(self, token: int, card: int = defs.UNKNOWN) -> str:
        """Say a card as the reader knows it; nothing where it does not."""
        if card == defs.UNKNOWN and token < defs.N_TOKENS:
            card = self._eyes.face(token)
        return "" if card == defs.UNKNOWN else card_name(self._catalogue, card)

    def _card(self, event: Event) -> str:
        return self.name(event.token, event.card) or "a card"

    def _values(self, token: int) -> tuple[int, int] | None:
        """AP and DP of a character that stands now, or stood before."""
        for state in (self._eyes, self._before):
            if state is None or token >= defs.N_TOKENS:
                continue
            if state.place(token) == defs.ZONE_FIELD:
                return state.values(state.cell_of(token))[:2]
        return None

    def _fighter(self, token: int, values: tuple[int, int] | None) -> str:
        name = self.name(token) or "a character"
        return f"{name} (AP {values[0]}, DP {values[1]})" if values else name

    # ---- sentences

    def _sentence(self, event: Event) -> str:
        text = SENTENCES.get(event.name, "")
        return text and text.format(
            who=self.who(event.seat),
            card=self._card(event),
            cell=self.cell(event.cell),
            n=event.amount,
        )

    def _group(self, events: Sequence[Event]) -> str:
        name = events[0].name
        events = [event for event in events if not self._is_quiet(event)]
        names = [self.name(event.token, event.card) for event in events]
        known = [one for one in names if one]
        if not events or (name == "shown" and not known):  # it was shown to one seat only
            return ""
        count = f"{len(names)} card{'s' * (len(names) > 1)}"
        cards = ", ".join(known) if len(known) == len(names) else count
        return GROUPS[name].format(who=self.who(events[0].seat), cards=cards)

    def _is_quiet(self, event: Event) -> bool:
        if event.name in (*ARRIVALS, "shown"):
            return event.token in self._gone
        return event.name == "tapped" and event.token in self._tapped

    def declared(self, event: Event) -> str:
        """A declaration, and what it is aimed at while it is on the chain."""
        kind = defs.LINK_NAMES[event.amount]
        if kind in BATTLE_KINDS:
            return ""
        link = next((one for one in self._eyes.chain()[::-1] if one[2] == event.token), None)
        what = DECLARES.get(kind, "")
        if kind == "basic":
            what = f"{ACTIONS.get(link[4], 'a move') if link is not None else 'a move'} of"
        aims = ", ".join(self._aim(code) for code in link[7]) if link is not None else ""
        text = f"{self.who(event.seat)} declare|s {what} {self._card(event)}".replace("  ", " ")
        return f"{text}, aimed at {aims}" if aims and kind not in ("entry", "conversion") else text

    def _aim(self, code: int) -> str:
        if code < defs.N_TOKENS:
            return self.name(code) or f"#{code}"
        if CODE_LINK <= code < CODE_LINK + 16:
            chain = self._eyes.chain()
            place = code - CODE_LINK
            name = self.name(chain[place][2]) if place < len(chain) else ""
            return name or f"@{place + 1}"
        return self.cell(code - defs.CODE_CELL)

    def attacked(self, event: Event) -> str:
        """An attack: who, with what, and who could stand in the way."""
        cell = (1 - event.seat) * 6 + 3 + event.amount
        token = self._eyes.cell_character(cell)
        there = "nobody stands"
        if token >= 0:
            tapped = " tapped" * self._eyes.is_tapped(cell)
            there = f"{self._fighter(token, self._values(token))} stands{tapped}"
        attacker = self._fighter(event.token, self._values(event.token))
        return f"{attacker} attacks towards {self.cell(cell)}, where {there}"

    def defended(self, event: Event) -> str:
        """A defender."""
        return f"{self._fighter(event.token, self._values(event.token))} defends"

    def supported(self, event: Event) -> str:
        """What a support gave; what it adds to depends on the row (R8.22)."""
        now = ""
        if self._eyes.battle() is not None and (values := self._values(event.token)):
            now = f", now AP {values[0]}, DP {values[1]}"
        return f"{self._card(event)} gets {event.amount:+} by support{now}"

    def fought(self, event: Event) -> str:
        """The result of a battle against a defender, told once."""
        del event
        if self._is_told:
            return ""
        self._is_told = True
        attacker, defender = self._fighters()
        if defender == defs.NO_TOKEN:
            return ""
        mine, theirs = self._compared(attacker, defender)
        downed = [self.name(token) for token in (attacker, defender) if token in self._downed]
        result = f"{downed[0]} is downed" if downed else "nobody is downed"
        if len(downed) == 2:
            result = "both are downed"
        return (
            f"{self._fighter(attacker, mine)} against {self._fighter(defender, theirs)}: {result}"
        )

    def _fighters(self) -> tuple[int, int]:
        """The tokens in battle, from what was told or from the state before."""
        battle = self._before.battle() if self._before is not None else None
        attacker, defender = self._attacker, self._defender
        if battle is not None and self._before is not None:
            cells = [self._before.cell_character(cell) if cell >= 0 else -1 for cell in battle[:2]]
            attacker = cells[0] if cells[0] >= 0 else attacker
            defender = cells[1] if cells[1] >= 0 else defender
        return attacker, defender

    def _compared(
        self, attacker: int, defender: int
    ) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """The values that were compared: those before, if nothing changed them in between."""
        before = self._before
        changed = ("supported", "value_changed", "basic_changed", "left", "resolved", "untapped")
        if before is None or any(event.name in changed for event in self._until_result()):
            return None, None
        if any(before.place(token) != defs.ZONE_FIELD for token in (attacker, defender)):
            return None, None
        mine, theirs = (before.values(before.cell_of(token))[:2] for token in (attacker, defender))
        downs = (mine[0] > theirs[1], theirs[0] > mine[1])
        found = (defender in self._downed, attacker in self._downed)
        # Dash and "is not downed" make fewer than the values say, never more (R8.27, R10.3).
        if any(one and not other for one, other in zip(found, downs, strict=True)):
            return None, None
        return mine, theirs

    def _until_result(self) -> Iterator[Event]:
        for event in self._events:
            if event.name in ("downed", "battle_ended"):
                return
            yield event

    def milled(self, event: Event) -> str:
        """Cards from the top of a deck, all of one seat in one line."""
        if event.token in self._lost:
            return ""
        lost = [one for one in self._events if one.name == "milled" and one.seat == event.seat]
        self._lost |= {one.token for one in lost}
        cards = ", ".join(self._card(one) for one in lost)
        return f"{self.who(event.seat)} lose|s from the deck: {cards}"

    def damaged(self, event: Event) -> str:
        """Damage to the deck of the other side, and what is left of it."""
        self._is_told = True
        loser = 1 - event.seat
        left = len(self._eyes.zone(loser, defs.ZONE_DECK))
        return f"{event.amount} damage: {self.who(loser)} ha|s {left} cards left in the deck"

    def left(self, event: Event) -> str:
        """A character leaves its cell; that a downed one does is known."""
        if event.token in self._downed:
            return ""
        return f"{self._card(event)} leaves {self.cell(event.cell)} for {_zone(event.amount)}"

    def attachment_left(self, event: Event) -> str:
        """An item or an area leaves."""
        return f"{self._card(event)} leaves for {_zone(event.amount)}"

    def moved(self, event: Event) -> str:
        """A move."""
        there = self.cell(event.amount)
        return f"{self._card(event)} moves from {there} to {self.cell(event.cell)}"

    def equipped(self, event: Event) -> str:
        """An item on its bearer."""
        item = self._eyes.cell_item(event.cell) if event.cell < 12 else -1
        return f"{self.name(item) if item >= 0 else 'an item'} is put on {self._card(event)}"

    def shuffled(self, event: Event) -> str:
        """A deck is shuffled, after the start; a hand is only so that nobody can follow a card."""
        if self._eyes.turn == 0 or event.amount:
            return ""
        return f"{self.who(event.seat)} shuffle|s the deck"

    def value_changed(self, event: Event) -> str:
        """A value goes up or down; the event carries which one in place of a cell."""
        value = VALUES[event.cell] if event.cell < len(VALUES) else "a value"
        return f"{self._card(event)} gets {event.amount:+} {value}"

    def basic_changed(self, event: Event) -> str:
        """A basic ability is given or taken."""
        if event.amount >= 0:
            return f"{self._card(event)} gains {defs.BASICS[event.amount]}"
        return f"{self._card(event)} loses {defs.BASICS[-1 - event.amount]}"

    def failed(self, event: Event) -> str:
        """A declaration that comes to nothing: cancelled, or its cost cannot be paid any more."""
        what = f"the {defs.LINK_NAMES[event.amount].replace('_', ' ')} of {self._card(event)}"
        if event.name == "cancelled":
            return f"{what} is cancelled"
        return f"{what} fails: its cost cannot be paid any more"

    def supports(self, event: Event) -> str:
        """A support that is declared, and for whom."""
        battle = self._eyes.battle()
        helped = [cell for cell in (battle or ())[:2] if cell >= 0 and cell // 6 == event.seat]
        name = self.name(self._eyes.cell_character(helped[0])) if helped else "the battle"
        return f"{self._card(event)} supports {name}"


LEAVINGS = ("left", "item_left", "area_left")
METHODS: dict[str, Callable[[Narrator, Event], str]] = {
    "declared": Narrator.declared, "attack_declared": Narrator.attacked,
    "defender_named": Narrator.defended, "supported": Narrator.supported,
    "downed": Narrator.fought, "battle_ended": Narrator.fought, "deck_damage": Narrator.damaged,
    "left": Narrator.left, "item_left": Narrator.attachment_left,
    "area_left": Narrator.attachment_left, "moved": Narrator.moved, "milled": Narrator.milled,
    "equipped": Narrator.equipped, "shuffled": Narrator.shuffled,
    "value_changed": Narrator.value_changed, "basic_changed": Narrator.basic_changed,
    "cancelled": Narrator.failed, "payment_failed": Narrator.failed,
    "support_declared": Narrator.supports,
}  # fmt: skip


def _alike(one: Event, other: Event) -> bool:
    return one.name == other.name and one.seat == other.seat


def _conjugated(text: str) -> str:
    """Fit the verb to its subject: `you draw`, `the enemy draws`, `you have`."""
    before, mark, after = text.partition("|s")
    if before.endswith("ha"):
        return before + ("ve" if before.endswith("you ha") else "s") + after
    return before + ("s" if mark and not before.startswith("you ") else "") + after


def _zone(zone: int) -> str:
    return ZONES.get(zone, "another place")
