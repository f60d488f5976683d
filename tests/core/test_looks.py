"""Which cards look into the deck of the other side: those that two peers must agree to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycee_core import Catalogue
from lycee_core.loader import load_text
from lycee_core.looks import needs_open_look

if TYPE_CHECKING:
    from pathlib import Path

CARD = """
[[card]]
number = "EV-0001"
name = {{ en = "Peek" }}
type = "event_card"
attributes = ["snow"]
cost = "S"
ex = 1

[[card.ability]]
kind = "event_card"
effect = [{effect}]
"""


def needs(effect: str) -> bool:
    (card,) = load_text(CARD.format(effect=effect), source="cards.toml")
    return needs_open_look(card)


@pytest.mark.parametrize(
    "effect",
    [
        '{ look = { zone = "deck_top", side = "enemy", n = 2 } }',
        '{ look = { zone = "deck_bottom", side = "enemy", n = 1 }, named = "card" }',
        '{ look = { zone = "deck_top", side = "own", n = 2 }, seat = "enemy" }',
        '{ may = [{ look = { zone = "deck_top", side = "enemy", n = 2 } }] }',
        '{ one_of = [[{ draw = 1 }], [{ look = { zone = "deck_top", side = "enemy", n = 2 } }]] }',
        '{ choose = "x", from = { zone = "deck_top", side = "enemy", n = 2 } }, { look = "$x" }',
    ],
)
def test_a_look_into_the_other_deck_needs_consent(effect: str) -> None:
    assert needs(effect)


@pytest.mark.parametrize(
    "effect",
    [
        '{ look = { zone = "deck_top", side = "own", n = 2 } }',
        '{ look = { zone = "deck_top", side = "enemy", n = 2 }, seat = "enemy" }',
        '{ look = { zone = "hand", side = "enemy" } }',
        '{ reveal = { zone = "deck_top", side = "enemy", n = 2 } }',
        '{ mill = 2, seat = "enemy" }',
        '{ search = { zone = "deck", side = "enemy", type = "character" }, to = "dust" }',
    ],
)
def test_a_look_of_ones_own_or_of_both_does_not(effect: str) -> None:
    assert not needs(effect)


def test_the_catalogue_keeps_it_and_no_starter_card_needs_it(tmp_path: Path) -> None:
    starter = Catalogue.starter()
    assert not any(map(starter.needs_open_look, range(len(starter))))
    text = CARD.format(effect='{ look = { zone = "deck_top", side = "enemy", n = 2 } }')
    (tmp_path / "cards.toml").write_text(text)
    assert Catalogue.load(tmp_path / "cards.toml").needs_open_look(0)
    with pytest.raises(IndexError):
        starter.needs_open_look(len(starter))
