"""What happened, in words: the events of the engine, with the states around them.

A narrator reads public facts and the reader's own replica, so it has nothing to hide. What a line
of text says already is not said again: payments, passes, the tap of an attacker. Below: `battles`,
`scene`; above: `render`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.present import kept, piles
from lycee_core.wording import ACTIONS, CODE_LINK

from .battles import BATTLE_METHODS, BattleTeller
from .deeds import WHATS
from .scene import Reader, Scene

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
    "fizzled": "{card} does nothing", "control_changed": "{who} control|s {card} now",
    "redrawn": "{who} redraw|s", "starts": "{who} start|s",
    "arranged": "{who} put|s {n} cards in an order", "battle_halted": "the battle is halted",
}  # fmt: skip
# Runs of these are one line.
GROUPS = {
    "drawn": "{who} draw|s {cards}",
    "discarded": "{who} discard|s {cards}", "shown": "shown: {cards}",
    "returned": "{who} take|s into the hand: {cards}", "removed": "removed from the game: {cards}",
    "tapped": "tapped: {cards}", "untapped": "untapped: {cards}",
}  # fmt: skip
# What `sent` carries, and where the cards are then.
SENT = {
    0: "put on top of the deck", 1: "put under the deck", defs.ZONE_ASIDE: "set aside",
    defs.ZONE_PILE: "put onto {there}", defs.ZONE_HELD: "kept on {there}",
}  # fmt: skip
# Events that need no words: what follows from others, from the line that was played or from the
# question, and what only abilities listen to.
SILENT = frozenset((
    "wake_up", "warm_up", "main_start", "turn_end", "downs", "battle_started", "resolved",
    "kept", "passed", "offered_end", "paid", "rolled", "battles", "supports_closed",
    "state", "ability_lost", "taken", "returned_to_deck", "reached_dust", "targeted",
    "basic_used", "special_used", "event_used",
))  # fmt: skip
ARRIVALS = ("discarded", "returned", "removed", "sent")  # also told of cards that left play
DECK_BOTTOM, PILES = 16, 32  # where a card may go beside the zones: from PILES on a pile
ZONES = {
    defs.ZONE_DUST: "the dust box", defs.ZONE_HAND: "the hand", defs.ZONE_DECK: "the deck",
    defs.ZONE_REMOVED: "out of the game", defs.ZONE_ASIDE: "a place aside",
    defs.ZONE_PILE: "a pile", defs.ZONE_HELD: "another card", DECK_BOTTOM: "the bottom of the deck",
}  # fmt: skip
SEXES = ("sexless", "female", "male")
TYPES = {1: "a character", 2: "an event card", 4: "an item", 8: "an area"}
VALUES = ("AP", "DP", "SP")
ATTRIBUTES = ("snow", "moon", "flower", "space", "sun")
SET_VALUES = {0: "AP", 1: "DP", 2: "SP", 5: "the original AP", 6: "the original DP",
              7: "the original SP"}  # fmt: skip
MUST = {"forbidden": "may not", "permitted": "may now", "required": "must"}
RULES = {
    "given": "{card} gains an ability", "taken": "{card} loses special abilities",
    "kept": "{card} is not downed", "doomed": "{card} goes down whatever the values",
    "damage": "the deck damage of the battle changes",
    "support": "support works otherwise for {card}",
    "hand_limit": "the hand limit of {who} changes", "warm_up": "the warm-up of {who} changes",
    "deck_damage": "deck damage to {who} changes",
    "adjacent": "{card} counts as standing elsewhere too",
    "costs": "costs change", "exchanged": "values of {card} are exchanged",
    "no_wake_up": "{card} does not wake up next time",
    "next_battle": "{card} takes part in the next battle",
}  # fmt: skip
DECLARES = {"special": "an ability of", "conversion": "to convert to"}
BATTLE_KINDS = ("attack", "support")


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
        self._reader = Reader(catalogue, who, seat)
        self._battle = BattleTeller()
        self.acting = defs.NO_TOKEN

    def tell(
        self, events: Sequence[Event], eyes: GameState, before: GameState | None
    ) -> Iterator[str]:
        """Say what happened, a line each.

        Args:
            events: in their order.
            eyes: the reader's own replica after them.
            before: a replica before them, of which only public facts are used; None: not at hand.
        """
        self._scene = scene = Scene(self._reader, events, eyes, before)
        self._tapped, self._gone = self._tapped_by_rule(), self._gone_by_rule()
        self._lost: set[int] = set()
        done = 0
        for n, event in enumerate(events):
            if n < done:
                continue
            done = n + 1
            self._note(event)
            if event.name in GROUPS or event.name == "sent":
                while done < len(events) and _alike(events[done], event):
                    done += 1
                text = self._group(events[n:done])
            elif event.name in BATTLE_METHODS:
                text = BATTLE_METHODS[event.name](self._battle, scene, event)
            elif event.name in METHODS:
                text = METHODS[event.name](self, event)
            else:
                text = self._sentence(event)
            if text:
                yield _conjugated(text)

    # ---- what is behind the events

    def _note(self, event: Event) -> None:
        self._battle.note(event)
        if event.name == "triggered":
            self.acting = event.token
        elif event.name in ("declared", "resolved", "turn_start", "passed", "offered_end"):
            self.acting = defs.NO_TOKEN

    def _tapped_by_rule(self) -> set[int]:
        """Cards that are tapped by what is told anyway: an attack, a defence, a support."""
        named = ("defender_named", "battle_started")
        tokens = {event.token for event in self._scene.events if event.name in named}
        if self._scene.before is not None and any(
            one.name == "supported" for one in self._scene.events
        ):
            tokens |= {link[2] for link in self._scene.before.chain() if link[0] == "support"}
        return tokens

    def _gone_by_rule(self) -> set[int]:
        """Cards of which is told anyway where they go: payments, used cards, what left."""
        named = (*LEAVINGS, "resolved", "drawn", "milled")
        tokens = {event.token for event in self._scene.events if event.name in named}
        if self._scene.before is not None:
            for *_, payment in self._scene.before.chain():
                tokens |= set(payment)
        return tokens

    # ---- sentences

    def _sentence(self, event: Event) -> str:
        text = SENTENCES.get(event.name, "")
        return text and text.format(
            who=self._scene.who(event.seat),
            card=self._scene.card(event),
            cell=self._scene.cell(event.cell),
            n=event.amount,
        )

    def _group(self, events: Sequence[Event]) -> str:
        name = events[0].name
        events = [event for event in events if not self._is_quiet(event)]
        names = [self._scene.name(event.token, event.card) for event in events]
        known = [one for one in names if one]
        if not events or (name == "shown" and not known):  # it was shown to one seat only
            return ""
        count = f"{len(names)} card{'s' * (len(names) > 1)}"
        cards = ", ".join(known) if len(known) == len(names) else count
        if name == "sent":
            return f"{self._sent_to(events[0])}: {cards}"
        return GROUPS[name].format(who=self._scene.who(events[0].seat), cards=cards)

    def _sent_to(self, event: Event) -> str:
        """Say where a card was put, with the name of the pile or of the card that keeps it."""
        there = "a pile" if event.amount == defs.ZONE_PILE else "a card"
        for pile in piles(self._scene.eyes):
            if event.token in pile[5]:
                there = f"the pile “{self._scene.eyes.catalogue.pile_name(pile[0])}”"
        for token, host in kept(self._scene.eyes):
            if token == event.token and host is not None:
                there = self._scene.name(host) or there
        return SENT[event.amount].format(there=there)

    def _is_quiet(self, event: Event) -> bool:
        if event.name in (*ARRIVALS, "shown"):
            return event.token in self._gone
        return event.name == "tapped" and event.token in self._tapped

    def declared(self, event: Event) -> str:
        """A declaration, and what it is aimed at while it is on the chain."""
        kind = defs.LINK_NAMES[event.amount]
        if kind in BATTLE_KINDS:
            return ""
        link = next((one for one in self._scene.eyes.chain()[::-1] if one[2] == event.token), None)
        what = DECLARES.get(kind, "")
        if kind == "basic":
            what = f"{ACTIONS.get(link[4], 'a move') if link is not None else 'a move'} of"
        aims = ", ".join(self._aim(code) for code in link[7]) if link is not None else ""
        text = f"{self._scene.who(event.seat)} declare|s {what} {self._scene.card(event)}".replace(
            "  ", " "
        )
        return f"{text}, aimed at {aims}" if aims and kind not in ("entry", "conversion") else text

    def _aim(self, code: int) -> str:
        if code < defs.N_TOKENS:
            return self._scene.name(code) or f"#{code}"
        if CODE_LINK <= code < CODE_LINK + 16:
            chain = self._scene.eyes.chain()
            place = code - CODE_LINK
            name = self._scene.name(chain[place][2]) if place < len(chain) else ""
            return name or f"@{place + 1}"
        return self._scene.cell(code - defs.CODE_CELL)

    def triggered(self, event: Event) -> str:
        """An ability that an event set off, or that is carried out instead of it."""
        if event.amount:
            return f"instead, an ability of {self._scene.card(event)} is carried out"
        return f"an ability of {self._scene.card(event)} triggers"

    def milled(self, event: Event) -> str:
        """Cards from the top of a deck, all of one seat in one line."""
        if event.token in self._lost:
            return ""
        lost = [
            one for one in self._scene.events if one.name == "milled" and one.seat == event.seat
        ]
        self._lost |= {one.token for one in lost}
        cards = ", ".join(self._scene.card(one) for one in lost)
        return f"{self._scene.who(event.seat)} lose|s from the deck: {cards}"

    def left(self, event: Event) -> str:
        """A character leaves its cell; that a downed one does is known."""
        if event.token in self._scene.downed:
            return ""
        where = self._scene.cell(event.cell)
        return f"{self._scene.card(event)} leaves {where} for {_zone(event.amount)}"

    def attachment_left(self, event: Event) -> str:
        """An item or an area leaves."""
        return f"{self._scene.card(event)} leaves for {_zone(event.amount)}"

    def moved(self, event: Event) -> str:
        """A move."""
        there = self._scene.cell(event.amount)
        return f"{self._scene.card(event)} moves from {there} to {self._scene.cell(event.cell)}"

    def equipped(self, event: Event) -> str:
        """An item on its bearer."""
        items = self._scene.eyes.cell_items(event.cell) if event.cell < 12 else ()
        name = self._scene.name(items[0]) if len(items) == 1 else "an item"
        return f"{name} is put on {self._scene.card(event)}"

    def shuffled(self, event: Event) -> str:
        """A deck is shuffled, after the start; a hand is only so that nobody can follow a card."""
        if self._scene.eyes.turn == 0 or event.amount:
            return ""
        return f"{self._scene.who(event.seat)} shuffle|s the deck"

    def value_changed(self, event: Event) -> str:
        """A value goes up or down; the event carries which one in place of a cell."""
        value = VALUES[event.cell] if event.cell < len(VALUES) else "a value"
        return f"{self._scene.card(event)} gets {event.amount:+} {value}"

    def basic_changed(self, event: Event) -> str:
        """A basic ability is given or taken."""
        if event.amount >= 0:
            return f"{self._scene.card(event)} gains {defs.BASICS[event.amount]}"
        if -1 - event.amount >= len(defs.BASICS):
            return f"{self._scene.card(event)} loses all basic abilities"
        return f"{self._scene.card(event)} loses {defs.BASICS[-1 - event.amount]}"

    def value_set(self, event: Event) -> str:
        """A value becomes a number."""
        value = SET_VALUES.get(event.cell, "a value")
        return f"{value} of {self._scene.card(event)} becomes {event.amount}"

    def became(self, event: Event) -> str:
        """A character becomes something else; the event carries what in place of a cell."""
        word = defs.BECOMES[event.cell] if event.cell < len(defs.BECOMES) else ""
        card = self._scene.card(event)
        if word == "attribute":
            names = [name for bit, name in enumerate(ATTRIBUTES) if event.amount >> bit & 1]
            return f"{card} becomes {' and '.join(names) or 'colourless'}"
        if word == "new":
            return f"{card} counts as {'new' if event.amount else 'no longer new'}"
        if event.amount < 0:
            return f"{card} keeps its {word}"
        if word == "sex":
            return f"{card} becomes {SEXES[event.amount]}"
        if word == "type":
            return f"{card} counts as {TYPES[event.amount]}"
        text = self._scene.eyes.catalogue.name_of(event.amount)
        return f"{card} is called {text}" if word == "name" else f"{card} gets the title {text}"

    def ruled(self, event: Event) -> str:
        """A rule, an ability or a number changes for a card, a player or nobody in particular."""
        word = defs.RULED[event.cell] if event.cell < len(defs.RULED) else ""
        whom = self._scene.card(event) if event.token != defs.NO_TOKEN else ""
        seat = self._scene.who(event.seat) if event.seat in (0, 1) else "whoever the text means"
        who = whom or seat
        if word in MUST:
            deed = WHATS.get(defs.WHATS[event.amount], defs.WHATS[event.amount].replace("_", " "))
            return f"{who} {MUST[word]} {deed}"
        text = RULES.get(word, "")
        return text.format(who=who, card=whom or "a card")

    def over(self, event: Event) -> str:
        """Why the game is over, where no line said it."""
        if defs.TERMINATIONS[event.amount] != "deck-out" or event.seat not in (0, 1):
            return ""
        return f"{self._scene.who(1 - event.seat)} ha|s no card left in the deck"

    def failed(self, event: Event) -> str:
        """A declaration that comes to nothing: cancelled, or its cost cannot be paid any more."""
        what = f"the {defs.LINK_NAMES[event.amount].replace('_', ' ')} of {self._scene.card(event)}"
        if event.name == "cancelled":
            return f"{what} is cancelled"
        return f"{what} fails: its cost cannot be paid any more"


LEAVINGS = ("left", "item_left", "area_left")
METHODS: dict[str, Callable[[Narrator, Event], str]] = {
    "declared": Narrator.declared, "left": Narrator.left,
    "item_left": Narrator.attachment_left, "area_left": Narrator.attachment_left,
    "moved": Narrator.moved, "milled": Narrator.milled, "equipped": Narrator.equipped,
    "shuffled": Narrator.shuffled, "value_changed": Narrator.value_changed,
    "basic_changed": Narrator.basic_changed, "cancelled": Narrator.failed,
    "triggered": Narrator.triggered, "value_set": Narrator.value_set,
    "became": Narrator.became, "ruled": Narrator.ruled,
    "payment_failed": Narrator.failed, "game_over": Narrator.over,
}  # fmt: skip


def _alike(one: Event, other: Event) -> bool:
    if one.name == "sent" and one.amount != other.amount:
        return False
    return one.name == other.name and one.seat == other.seat


def _conjugated(text: str) -> str:
    """Fit the verb to its subject: `you draw`, `the enemy draws`, `you have`."""
    before, mark, after = text.partition("|s")
    if before.endswith("ha"):
        return before + ("ve" if before.endswith("you ha") else "s") + after
    return before + ("s" if mark and not before.startswith("you ") else "") + after


def _zone(zone: int) -> str:
    return ZONES[defs.ZONE_PILE if zone >= PILES else zone]
