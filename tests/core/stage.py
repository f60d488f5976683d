"""Positions with reference cards, named by their numbers, for scenarios of what each card does.

`Stage("CH-0005")` knows that card, the cards of the scenarios and a few free ones of its own:
`Coin` pays four points of any attribute, `Man`, `Woman`, `Rock` and `Giant` stand around, `Blade`
and `Lawn` are an item and an area that do nothing, `Strike` discards a character and `Blink` does
nothing. The words are those of `builder`; a reference card is written by its number there and in
what is seen.
Below: `builder`; above: `test_reference_cards_*`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Self

from lycee_core import blob, loader, program
from lycee_core.cards import Catalogue
from tests.core.builder import DATA, Game, Position, indices

REFERENCE = re.split(
    r"^\[\[card\]\]\n", (DATA / "reference_cards.toml").read_text(encoding="utf-8"), flags=re.M
)[1:]
BLOCKS = {block.partition('"')[2].partition('"')[0]: f"[[card]]\n{block}" for block in REFERENCE}
NEVER = 'play_if = [{ turn = "own" }, { turn = "enemy" }]'
FREE = """\
[[card]]
number = "EV-9701"
name = { en = "Coin" }
type = "event_card"
attributes = ["snow", "moon", "flower", "space", "sun"]
cost = "0"
ex = 4
play_if = [{ turn = "own" }, { turn = "enemy" }]

[[card]]
number = "EV-9702"
name = { en = "Strike" }
type = "event_card"
attributes = []
cost = "0"
ex = 0

[[card.ability]]
kind = "event_card"
target.who = { type = "character" }
effect = [{ discard = "$who" }]

[[card]]
number = "EV-9703"
name = { en = "Blink" }
type = "event_card"
attributes = []
cost = "0"
ex = 0

[[card.ability]]
kind = "event_card"
effect = [{ draw = 0 }]

[[card]]
number = "IT-9701"
name = { en = "Blade" }
type = "item"
attributes = []
cost = "0"
ex = 0

[[card]]
number = "AR-9701"
name = { en = "Lawn" }
type = "area"
attributes = []
cost = "0"
ex = 0
"""
PEOPLE = (("Man", "m", 2, 2, 1), ("Woman", "f", 2, 2, 1), ("Rock", "none", 0, 9, 1),
          ("Giant", "none", 9, 9, 1))  # fmt: skip


def people() -> str:
    """Free characters without abilities."""
    return "".join(
        f'[[card]]\nnumber = "CH-97{place:02}"\nname = {{ en = "{name}" }}\ntype = "character"\n'
        f'attributes = ["snow"]\ncost = "0"\nex = 1\nap = {ap}\ndp = {dp}\nsp = {sp}\n'
        f'sex = "{sex}"\ncells = "LCR/LCR"\n\n'
        for place, (name, sex, ap, dp, sp) in enumerate(PEOPLE)
    )


@cache
def stage_catalogue(numbers: tuple[str, ...], more: str) -> Catalogue:
    """Return the cards of the scenarios, the free ones, the named reference cards and a text."""
    texts = [(DATA / "scenario_cards.toml").read_text(encoding="utf-8"), people(), FREE]
    texts += [*(BLOCKS[number] for number in numbers), more]
    cards = loader.load_text("\n".join(texts), source="stage.toml")
    return Catalogue(blob.pack(program.compile_cards(cards)))


def words_of(cards: Catalogue) -> dict[str, int]:
    """Return the index of every card by its name, of reference cards by their number."""
    numbers = {number: cards.index(number) for number in cards.numbers if number in BLOCKS}
    return {**indices(cards), **numbers}


class Play(Game):
    """A game in which reference cards go by their numbers."""

    def __init__(self, position: Stage, seat: int, turn: int) -> None:
        state = position.state()
        state.begin(seat, turn)
        super().__init__(state)
        self.names = position.names
        self.run()

    def name(self, token: int) -> str | None:
        """Return the number of a reference card, the name of another, None for -1."""
        if token < 0:
            return None
        card = self.state.catalogue.card(self.state.face(token))
        return card.number if card.number in BLOCKS else card.name

    def seen(self, seat: int) -> list[str | None]:
        """Return the hand of a seat without coins."""
        return [name for name in self.hand(seat) if name != "Coin"]


class Stage(Position):
    """A position with reference cards; every hand holds as many coins as its seat is given."""

    def __init__(self, *numbers: str, more: str = "") -> None:
        super().__init__()
        self.cards = stage_catalogue(numbers, more)
        self.names = words_of(self.cards)

    def coins(self, seat: int, count: int) -> Self:
        """Give a seat coins: each pays four points."""
        self.hand(seat, *["Coin"] * count)
        return self

    def begin(self, seat: int = 0, *, turn: int = 3) -> Play:
        """Start the main phase of a seat."""
        return Play(self, seat, turn)
