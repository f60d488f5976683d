"""The 141 cards whose texts are known: their facts, and that the language can say all of them."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lycee_core import grammar
from lycee_core.built import EVERYTHING
from lycee_core.loader import load_text
from lycee_core.plain import describe

if TYPE_CHECKING:
    from lycee_core.parsed import Basic, Card

DATA = Path(__file__).parents[1] / "data"
FILE = DATA / "reference_cards.toml"
ATTRIBUTES = dict(zip("SMFLN", grammar.ATTRIBUTES, strict=True))
INVENTED = ("ap", "dp", "sp", "cells")
# Cards that no scenario plays yet: the words they need are not carried out. It only gets shorter.
WITHOUT_SCENARIO: set[str] = set()


def read_facts() -> list[dict[str, str]]:
    """Read the table of facts; quotes in names are plain letters."""
    with (DATA / "reference_facts.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


FACTS = read_facts()
CARDS = {
    card.number: card
    for card in load_text(FILE.read_text(encoding="utf-8"), source=FILE.name, built=EVERYTHING)
}


def cost_text(counts: tuple[object, ...]) -> str:
    """Write points as the table does."""
    pairs = zip("SMFLN*", counts, strict=True)
    return "".join(letter * int(str(count)) for letter, count in pairs) or "0"


def basic_text(basic: Basic) -> str:
    """Write a basic ability as the table does."""
    if basic.cost is None:
        return basic.name
    points, mill = basic.cost.get("points", ()), basic.cost.get("mill")
    assert isinstance(points, tuple), points
    text = "[T]" if basic.cost.has("tap") else ""
    text += cost_text(points) if points else ""
    return f"{basic.name}:{text or ('0' if mill is None else f'own deck {mill}')}"


def cells_text(cells: int) -> str:
    """Write the field limit as the table does."""
    letters = [letter if cells >> bit & 1 else "-" for bit, letter in enumerate("LCRLCR")]
    return "".join((*letters[:3], "/", *letters[3:]))


def facts_of(card: Card, known: dict[str, str]) -> dict[str, str]:
    """Write a card as a row of the table; what the table leaves open stays open."""
    names = dict(card.names)
    is_character = card.type == "character"
    values = {key: str(getattr(card, key)) for key in ("ap", "dp", "sp")}
    values["cells"] = cells_text(card.cells)
    return {
        "number": card.number,
        "name_ja": names["ja"],
        "name_en": names.get("en", ""),
        "type": card.type,
        "sex": card.sex if is_character else "",
        "attributes": "".join(k for k, word in ATTRIBUTES.items() if word in card.attributes),
        "ex": str(card.ex),
        "cost": cost_text(card.cost),
        **{key: values[key] if known[key] else "" for key in INVENTED},
        "basic": ", ".join(basic_text(basic) for basic in card.basics),
        "conversion": known["conversion"] if card.conversion else "",
    }


def test_every_card_of_the_table_is_there_and_no_other() -> None:
    assert len(FACTS) == 141
    assert [row["number"] for row in FACTS] == list(CARDS)


@pytest.mark.parametrize("row", FACTS, ids=[row["number"] for row in FACTS])
def test_the_facts_of_a_card_are_those_of_the_table(row: dict[str, str]) -> None:
    assert facts_of(CARDS[row["number"]], row) == row


@pytest.mark.parametrize("row", FACTS, ids=[row["number"] for row in FACTS])
def test_what_no_source_shows_is_marked_as_invented(row: dict[str, str]) -> None:
    card = CARDS[row["number"]]
    unknown = {key for key in INVENTED if not row[key]} if card.type == "character" else set()
    assert set(card.house) == unknown


def test_components_are_named_as_the_table_names_them() -> None:
    for row in FACTS:
        names = row["conversion"].removesuffix(" (both)").split(" and ")
        assert CARDS[row["number"]].conversion == tuple(filter(None, names))


def test_every_card_but_one_does_something() -> None:
    idle = [card.number for card in CARDS.values() if not card.abilities and not card.basics]
    assert idle == ["CH-1189"]  # the sources do not show what it does


def test_every_other_card_is_played_in_a_scenario() -> None:
    files = Path(__file__).parent.glob("test_reference_cards_*.py")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    played = set(re.findall(r'"((?:CH|EV|IT|AR)-\d{4})"', text))
    assert set(CARDS) - played == WITHOUT_SCENARIO


def test_every_card_can_be_said_in_plain_words() -> None:
    for card in CARDS.values():
        lines = describe(card)
        assert len(lines) >= len(card.abilities) + len(card.basics)
        assert not any("Node(" in line or "None" in line for line in lines), lines
