"""Positions and games in small words, for tests that follow one rule.

A `Position` is set up card by card, by names such as `Ash`, and becomes a `Game`. It takes words:

- `"pass"`, `"yes"`, `"no"`; a card name: that card of the hand of the seat that is asked;
- a cell such as `"0AL"` (seat 0, AF, left) or `"1DC"`: the cell, or the character in it where a
  character is asked for; `"@0AL"` is always the cell;
- `"attack 0AL"`, `"support 1AR"`, `"step 0AL"`, `"ability 0AL"`, `"ability 0AL 1"` and so on;
- `"resolve"`: passes while a response may be made; `"fight"`: the same, also in the battle window;
- `"pay Ash, Birch"`: these cards, then done if the payment still goes on;
- `"column 2"`, `"mode 0"`, `"order 1"`, `"number 3"`, `"x 2"`, `"cost 1"` (the other cost),
  `"link 0"`, `"stay 0AL 0DC"`, `"worn 0AL"` (the item of the character there);
- `"give Ash"`: that card of the hand declared as a cost;
- `"dust Ash"`, `"deck Ash"`: a card of that zone of either seat; a number: the code itself.

Chance answers by itself: cards stay behind their tokens and rolls give 0, 1, 2 ..., unless `chance`
holds answers for the next rolls. Below: the engine and `table`; above: the tests of the rules.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Self

from lycee_core import blob, defs, loader, program
from lycee_core.cards import Catalogue
from lycee_core.game import GameState

DATA = Path(__file__).parents[1] / "data"
ROWS = "AD"
COLUMNS = "LCR"
ACTIONS = {
    "attack": defs.ACT_ATTACK,
    "support": defs.ACT_SUPPORT,
    "supporter": defs.ACT_SUPPORTER,
    "step": defs.ACT_STEP,
    "side_step": defs.ACT_SIDE_STEP,
    "order_step": defs.ACT_ORDER_STEP,
    "jump": defs.ACT_JUMP,
    "touch": defs.ACT_TOUCH,
    "escape": defs.ACT_ESCAPE,
    "ability": defs.ACT_ABILITY,
    "item": defs.ACT_ITEM,
    "area": defs.ACT_AREA,
}
PASSING: dict[str | int, tuple[int, ...]] = {
    "resolve": (defs.RESPOND,),
    "fight": (defs.RESPOND, defs.BATTLE),
}
NUMBERED = ("column", "mode", "order", "number", "x", "cost")


@cache
def catalogue(more: str = "") -> Catalogue:
    """Return the cards of the scenarios and the worked examples, and those of a text."""
    files = [DATA / "scenario_cards.toml", DATA / "reference_examples.toml"]
    text = "\n".join([file.read_text(encoding="utf-8") for file in files] + [more])
    return Catalogue(blob.pack(program.compile_cards(loader.load_text(text, source="test.toml"))))


@cache
def indices(cards: Catalogue) -> dict[str, int]:
    """Return the index of every card by its name."""
    return {cards.card(index).name: index for index in range(len(cards))}


def cell(word: str) -> int:
    """Return the number of a cell such as `0AL` (seat, row, column)."""
    return int(word[0]) * 6 + ROWS.index(word[1]) * 3 + COLUMNS.index(word[2])


def is_cell(word: str) -> bool:
    """Whether a word names a cell."""
    return len(word) == 3 and word[0] in "01" and word[1] in ROWS and word[2] in COLUMNS


def event_card(effect: str, *, cost: str = "0", more: str = "", name: str = "Test") -> str:
    """Return the text of an event card with an effect, for `Position(more=...)`."""
    return f"""
[[card]]
number = "EV-{1000 + sum(name.encode()) % 8000}"
name = {{ en = "{name}" }}
type = "event_card"
attributes = []
cost = "{cost}"
ex = 0
[[card.ability]]
kind = "event_card"
{more}
effect = [{effect}]
"""


def character(
    name: str, abilities: str, *, values: str = "1/2/1", basic: str = "", fields: str = ""
) -> str:
    """Return the text of a free character; `abilities` are the lines below `[[card.ability]]`."""
    ap, dp, sp = values.split("/")
    keep = f"basic = [{basic}]" if basic else ""
    tables = "".join(f"[[card.ability]]\n{lines}\n" for lines in abilities.split("---") if lines)
    return f"""
[[card]]
number = "CH-{1000 + sum(name.encode()) % 8000}"
name = {{ en = "{name}" }}
type = "character"
attributes = ["snow"]
cost = "0"
ex = 1
ap = {ap}
dp = {dp}
sp = {sp}
sex = "f"
cells = "LCR/LCR"
{keep}
{fields}
{tables}
"""


class Cards:
    """Sixty cards of one seat, legal as a deck or not."""

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards


class Game:
    """A state that is told what to do in words."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.names = indices(state.catalogue)
        self.chance: list[list[int]] = []

    # ---- doing

    def run(self) -> None:
        """Answer chance until a decision is pending or the game is over."""
        while (pending := self.state.pending()).seat == defs.CHANCE:
            if pending.kind == defs.ROLL:
                answer = self.chance.pop(0) if self.chance else list(range(pending.k))
            else:
                answer = [self.state.face(token) for token in pending.tokens]
            self.state.answer(answer)

    def do(self, *words: str | int) -> Self:
        """Apply words one after the other."""
        for word in words:
            if isinstance(word, str) and word.startswith("pay "):
                for name in word[4:].split(", "):
                    self.apply(name)
                if self.state.pending().kind == defs.PAY:
                    self.apply("pass")
            elif word in PASSING:
                while self.state.pending().kind in PASSING[word]:
                    self.apply("pass")
            else:
                self.apply(word)
        return self

    def apply(self, word: str | int) -> None:
        """Apply one word, then answer chance."""
        self.state.apply(self.code(word))
        self.run()

    def rule(self, word: str | int) -> str | None:
        """Return the number of the rule that forbids a word, None where it is legal."""
        code = self.code(word)
        rule = self.state.illegal_rule(code)
        assert (self.state.check(code) == defs.LEGAL) == (rule is None)
        assert (code in self.state.legal_decisions()) == (rule is None)
        return rule

    def legal(self, word: str | int) -> bool:
        """Whether a word is legal now."""
        return self.rule(word) is None

    # ---- words

    def code(self, word: str | int) -> int:
        """Return the decision code of a word."""
        if isinstance(word, int):
            return word
        plain = {"pass": defs.CODE_PASS, "yes": defs.CODE_YES, "no": defs.CODE_NO}
        if word in plain:
            return plain[word]
        if is_cell(word):
            return self.place_code(cell(word))
        if word.startswith("@"):
            return defs.CODE_CELL + cell(word[1:])
        first, _, rest = word.partition(" ")
        if first in NUMBERED:
            return defs.CODE_NUMBER + int(rest)
        if first == "worn":
            return self.state.cell_item(cell(rest))
        if first == "link":
            return 144 + int(rest)
        if first == "stay":
            return defs.CODE_MASK + sum(1 << cell(one) % 6 for one in rest.split())
        if first in ACTIONS and is_cell(rest[:3]):
            extra = int(rest[4:] or 0)
            return defs.CODE_FIELD + cell(rest[:3]) * 32 + ACTIONS[first] + extra
        if first == "give":
            return defs.CODE_OUTSIDE + self.token(rest, defs.ZONE_HAND, self.state.pending().seat)
        if first in ("dust", "deck"):
            return self.token(rest, {"dust": defs.ZONE_DUST, "deck": defs.ZONE_DECK}[first])
        return self.token(word, defs.ZONE_HAND, self.state.pending().seat)

    def place_code(self, place: int) -> int:
        """Return the character of a cell where one is asked for, else the cell."""
        kind = self.state.pending().kind
        there = self.state.cell_character(place)
        if kind in (defs.TARGET, defs.CHOOSE, defs.COST_CARD) and there >= 0:
            return there
        return defs.CODE_CELL + place

    def token(self, name: str, zone: int, seat: int | None = None) -> int:
        """Return the first token of a zone with a card name behind it."""
        for owner in (0, 1) if seat is None else (seat,):
            for token in self.state.zone(owner, zone):
                if self.state.face(token) == self.names[name]:
                    return token
        raise LookupError(f"{name} is not in zone {zone}")

    # ---- looking

    def name(self, token: int) -> str | None:
        """Return the card name behind a token, None for -1."""
        return None if token < 0 else self.state.catalogue.card(self.state.face(token)).name

    def zone(self, seat: int, zone: int) -> list[str | None]:
        """Return the card names of a zone in its order."""
        return [self.name(token) for token in self.state.zone(seat, zone)]

    def at(self, word: str) -> str | None:
        """Return the name of the character in a cell, None where there is none."""
        return self.name(self.state.cell_character(cell(word)))

    def item(self, word: str) -> str | None:
        """Return the name of the item on the character in a cell."""
        return self.name(self.state.cell_item(cell(word)))

    def area(self, word: str) -> str | None:
        """Return the name of the area of a cell."""
        return self.name(self.state.cell_area(cell(word)))

    def hand(self, seat: int) -> list[str | None]:
        """Return the card names of a hand, without `Idle`."""
        return [name for name in self.zone(seat, defs.ZONE_HAND) if name != "Idle"]

    def dust(self, seat: int) -> list[str | None]:
        """Return the card names of a dust box, oldest first."""
        return self.zone(seat, defs.ZONE_DUST)

    def deck(self, seat: int) -> int:
        """Return how many cards a deck has."""
        return len(self.state.zone(seat, defs.ZONE_DECK))

    def values(self, word: str) -> tuple[int, int, int]:
        """Return AP, DP, SP of the character in a cell."""
        return self.state.values(cell(word))

    def tapped(self, word: str) -> bool:
        """Whether the character in a cell is tapped."""
        return self.state.is_tapped(cell(word))

    def new(self, word: str) -> bool:
        """Whether the character in a cell is new."""
        return self.state.is_new(cell(word))

    @property
    def asks(self) -> str:
        """What is pending and of whom, such as `MAIN 0`."""
        pending = self.state.pending()
        return f"{pending.name} {pending.seat}"

    @property
    def links(self) -> list[str]:
        """The kinds of the links of the chain, oldest first."""
        return [link[0] for link in self.state.chain()]

    @property
    def events(self) -> list[str]:
        """The names of the last public facts."""
        return [event.name for event in self.state.events()]

    @property
    def end(self) -> tuple[int, str] | None:
        """Winner and reason, None while the game goes on."""
        outcome = self.state.outcome()
        return None if outcome is None else (outcome.winner, outcome.termination)


class Position:
    """A position in the making: what is not named lies in the deck (30 fillers) or is removed.

    Every hand also gets one `Idle`, which can neither be declared nor pay: with an empty hand a
    window may be dead by public facts (R7.35). `bare` leaves it out.
    """

    def __init__(self, more: str = "") -> None:
        self.cards = catalogue(more)
        self.names = indices(self.cards)
        self.decks = [30, 30]
        self.placed: list[tuple[int, str, int, int, bool, bool]] = []
        self.idle = {0, 1}

    def on(self, word: str, name: str, state: str = "", *, owner: int | None = None) -> Self:
        """Put a character into a cell; `state` may say `tapped` and `new`."""
        seat = int(word[0]) if owner is None else owner
        said = (cell(word), "tapped" in state, "new" in state)
        self.placed.append((seat, name, defs.ZONE_FIELD, *said))
        return self

    def item(self, word: str, name: str, owner: int = 0) -> Self:
        """Put an item on the character in a cell."""
        self.placed.append((owner, name, defs.ZONE_ITEM, cell(word), False, False))
        return self

    def area(self, word: str, name: str, owner: int = 0) -> Self:
        """Put an area on a cell."""
        self.placed.append((owner, name, defs.ZONE_AREA, cell(word), False, False))
        return self

    def hand(self, seat: int, *names: str) -> Self:
        """Put cards into a hand."""
        self.placed += [(seat, name, defs.ZONE_HAND, -1, False, False) for name in names]
        return self

    def dust(self, seat: int, *names: str) -> Self:
        """Put cards into a dust box, oldest first."""
        self.placed += [(seat, name, defs.ZONE_DUST, -1, False, False) for name in names]
        return self

    def deck(self, seat: int, size: int, *top: str) -> Self:
        """Give a deck its size; `top` are its upper cards, the first on top."""
        self.decks[seat] = size
        top_down = reversed(top)
        self.placed += [(seat, name, defs.ZONE_DECK, -1, False, False) for name in top_down]
        return self

    def bare(self, *seats: int) -> Self:
        """Leave the hands of these seats as they are named."""
        self.idle -= set(seats)
        return self

    def state(self) -> GameState:
        """Return the state with everything in place, before a turn is begun."""
        for seat in sorted(self.idle):
            self.hand(seat, "Idle")
        self.idle = set()
        mine = [[card for card in self.placed if card[0] == seat] for seat in range(2)]
        filler = self.names["Filler"]
        cards = [[self.names[card[1]] for card in side] for side in mine]
        full = [Cards(tuple(side + [filler] * (60 - len(side)))) for side in cards]
        state = GameState(self.cards, (full[0], full[1]))
        for seat in range(2):
            tops = sum(card[2] == defs.ZONE_DECK for card in mine[seat])
            surplus = 60 - len(mine[seat]) - (self.decks[seat] - tops)
            for token in range(seat * 60 + 60 - surplus, seat * 60 + 60):
                state.put(token, defs.ZONE_REMOVED)
        for items in (False, True):  # an item needs its character
            for seat in range(2):
                for i, (_, _, zone, place, tapped, new) in enumerate(mine[seat]):
                    if (zone == defs.ZONE_ITEM) == items:
                        state.put(seat * 60 + i, zone, place, tapped=tapped, new=new)
        return state

    def begin(self, seat: int = 0, *, turn: int = 3) -> Game:
        """Start the main phase of a seat."""
        state = self.state()
        state.begin(seat, turn)
        game = Game(state)
        game.run()
        return game
