"""Deck files and deck lists against R1.2 to R1.8."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycee_core import Catalogue
from lycee_core.deck import Deck
from lycee_core.errors import DeckError

if TYPE_CHECKING:
    from pathlib import Path

STARTER = Catalogue.starter()
HARBOUR = Deck.starter("harbour", STARTER)


def text_of(cards: list[int]) -> str:
    """A deck file of single lines."""
    return "".join(f"1 {STARTER.numbers[card]}\n" for card in cards)


def faults_of(text: str) -> list[str]:
    with pytest.raises(DeckError) as caught:
        Deck.parse(text, STARTER, source="my.deck")
    return str(caught.value).splitlines()


@pytest.mark.parametrize("name", Deck.starter_names())
def test_every_starter_deck_is_legal(name: str) -> None:
    deck = Deck.starter(name, STARTER)
    assert len(deck.cards) == 60
    assert list(deck.cards) == sorted(deck.cards)
    assert Deck.faults(deck.cards, STARTER) == ()


def test_a_deck_without_a_name_is_called_like_its_source() -> None:
    assert Deck.parse(text_of(list(HARBOUR.cards)), STARTER, source="x.deck").name == "x.deck"
    assert HARBOUR.name == "Harbour Watch"


def test_the_order_and_the_grouping_of_lines_do_not_matter() -> None:
    backwards = Deck.parse(text_of(list(HARBOUR.cards)[::-1]), STARTER)
    assert backwards.cards == HARBOUR.cards


def test_a_letter_behind_a_number_marks_the_same_card() -> None:  # R1.7
    text = text_of(list(HARBOUR.cards)).replace("1 CH-9001\n", "1 CH-9001b\n", 1)
    assert Deck.parse(text, STARTER).cards == HARBOUR.cards


def test_comments_blank_lines_and_windows_line_ends_are_read() -> None:
    text = "# mine\r\n\r\nname: Fog # not this\r\n" + text_of(list(HARBOUR.cards))
    assert Deck.parse(text, STARTER).name == "Fog"


def test_fifty_nine_cards_are_refused() -> None:  # R1.2
    assert faults_of(text_of(list(HARBOUR.cards)[:-1])) == [
        "my.deck: found 59 cards, expected 60 (R1.2)"
    ]


def test_every_fault_is_told_with_its_line() -> None:
    text = "5 CH-9001\nCH-9002\n61 CH-9003\n1 CH-0000\nname: late\n0 CH-9004\n"
    assert faults_of(text) == [
        'my.deck:2: found "CH-9002", expected a count and a number: 4 CH-9001',
        "my.deck:3: found 61 copies, expected 1 to 60",
        "my.deck:4: found CH-0000, expected a card of the catalogue (R1.8)",
        "my.deck:5: found another name, expected one, before the first card",
        "my.deck:6: found 0 copies, expected 1 to 60",
        'my.deck:1: found 5 cards named "Fog Bell Keeper", expected at most 4 (R1.3)',
    ]


def test_cards_of_one_name_count_together_across_numbers() -> None:  # R1.4
    pair = [card for card in range(len(STARTER)) if STARTER.card(card).name == "Nell Quay"]
    assert len(pair) == 2
    faults = Deck.faults([pair[0]] * 2 + [pair[1]] * 3, STARTER)
    assert faults[1:] == ('found 5 cards named "Nell Quay", expected at most 4 (R1.3)',)


def test_a_bare_list_with_a_card_of_no_catalogue_is_refused() -> None:  # R1.8
    cards = [*HARBOUR.cards[:-1], len(STARTER)]
    last = len(STARTER) - 1
    assert Deck.faults(cards, STARTER) == (f"found card {last + 1}, expected 0 to {last} (R1.8)",)


def exceptional(copies: str) -> Catalogue:
    """A catalogue whose two cards share a name; the first prints a deck limit."""
    card = """
[[card]]
number = "CH-9{n}"
name = {{ en = "Twin" }}
type = "character"
attributes = ["snow"]
cost = "S"
ex = 1
ap = 1
dp = 1
sp = 1
sex = "f"
cells = "LCR/LCR"
{copies}
"""
    from lycee_core.blob import pack
    from lycee_core.loader import load_text
    from lycee_core.program import compile_cards

    text = card.format(n="701", copies=copies) + card.format(n="702", copies="")
    return Catalogue(pack(compile_cards(load_text(text))))


@pytest.mark.parametrize(
    ("copies", "cards", "fault"),
    [
        ("copies = { n = 1 }", [0, 0], 'found 2 cards named "Twin", expected at most 1 (R1.5)'),
        (
            'copies = { n = 6, per = "number" }',
            [0] * 7 + [1] * 4,
            "found 7 CH-9701, expected at most 6 (R1.5)",
        ),
        (
            'copies = { n = 6, per = "number" }',
            [0] * 6 + [1] * 5,
            'found 5 cards named "Twin", expected at most 4 (R1.3)',
        ),
    ],
    ids=["one copy", "a limit a number", "others of the name beside it"],
)
def test_a_printed_limit_replaces_the_rule(copies: str, cards: list[int], fault: str) -> None:
    assert Deck.faults(cards, exceptional(copies))[1:] == (fault,)


def test_a_deck_does_not_change() -> None:
    with pytest.raises(AttributeError):
        HARBOUR.name = "other"
    assert Deck.starter("harbour", STARTER) == HARBOUR
    assert len({HARBOUR, Deck.starter("gale", STARTER)}) == 2


def test_an_unknown_starter_deck_is_named_with_those_there_are() -> None:
    with pytest.raises(DeckError, match="found 'fog', expected one of: clockworks, gale, harbour"):
        Deck.starter("fog", STARTER)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bytes.deck"
    path.write_bytes(b"4 CH-9001\n\xff\n")
    with pytest.raises(DeckError, match="found byte 0xff at offset 10, expected UTF-8 text"):
        Deck.load(path, STARTER)


def test_what_a_terminal_would_obey_is_quoted() -> None:
    assert faults_of("4 CH-\x1b[2J\n")[0] == (
        r"my.deck:1: found CH-\x1b[2J, expected a card of the catalogue (R1.8)"
    )
