"""Characters with more than one item (R9.2, R9.12)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Game, Position, character, event_card


def item(name: str, lines: str = "") -> str:
    """Return the text of a free item; `lines` stand below its one ability."""
    table = f"[[card.ability]]\n{lines}\n" if lines else ""
    return f"""
[[card]]
number = "IT-{1000 + sum(name.encode()) % 8000}"
name = {{ en = "{name}" }}
type = "item"
attributes = ["flower"]
cost = "0"
ex = 1
{table}
"""


def raises(what: str) -> str:
    return f'kind = "passive"\neffect = [{{ change = "bearer", {what} }}]'


MILL = 'kind = "activated"\ncost = {{}}\neffect = [{{ mill = {} }}]'
HAT, COAT = item("Hat", raises("ap = 1")), item("Coat", raises("dp = 2"))
BAG = 'kind = "passive"\neffect = [{ permit = "equip", whom = "self", over_limit = true }]'
PORTER = character("Porter", BAG)
TEXT = PORTER + HAT + COAT


def laden(text: str = TEXT, *more: str) -> Position:
    """A porter with a hat, and a coat in the hand."""
    position = Position(text).on("0AC", "Porter").item("0AC", "Hat")
    return position.hand(0, "Coat", *more)


def test_a_second_item_is_put_on_where_a_text_permits_it() -> None:
    # R9.12
    game = laden().begin()
    game.do("Coat", "0AC", "resolve")
    assert game.values("0AC") == (2, 4, 1)
    assert len(game.state.cell_items(4 - 3)) == 2


def test_without_permission_there_is_one_item() -> None:
    # R9.2
    game = Position(TEXT).on("0AC", "Ash").item("0AC", "Hat").on("0DC", "Birch").hand(0, "Coat")
    played = game.begin().do("Coat")
    assert played.rule("0AC") == "R9.2"


def test_an_item_may_be_what_is_permitted() -> None:
    # R9.12: it goes beside any other.
    rule = 'kind = "passive"\neffect = [{ permit = "equip", whom = { name = "Coat" }, %s }]'
    text = HAT + COAT + character("Fitter", rule % "over_limit = true")
    game = Position(text).on("0DC", "Fitter").on("0AC", "Ash").item("0AC", "Hat").hand(0, "Coat")
    played = game.begin().do("Coat", "0AC", "resolve")
    assert len(played.state.cell_items(1)) == 2


def test_an_effect_puts_an_item_on_beside_another() -> None:
    # R9.12
    effect = '{ equip = { zone = "dust", side = "own", type = "item" }, over_limit = true }'
    text = HAT + COAT + event_card(effect)
    game = Position(text).on("0AC", "Ash").item("0AC", "Hat").dust(0, "Coat").hand(0, "Test")
    played = game.begin().do("Test", "resolve")
    assert len(played.state.cell_items(1)) == 2
    plain = HAT + COAT + event_card(effect.replace(", over_limit = true", ""))
    game = Position(plain).on("0AC", "Ash").item("0AC", "Hat").dust(0, "Coat").hand(0, "Test")
    assert len(game.begin().do("Test", "resolve").state.cell_items(1)) == 1


def test_all_items_leave_with_their_bearer() -> None:
    # R9.5, R2.22: in the order of their tokens.
    text = TEXT + event_card('{ discard = { side = "own", name = "Porter" } }')
    game = laden(text, "Test").begin().do("Coat", "0AC", "resolve", "Test", "resolve")
    assert game.dust(0) == ["Porter", "Hat", "Coat", "Test"]


@pytest.mark.parametrize(("gone", "left"), [("Hat", "Coat"), ("Coat", "Hat")])
def test_one_item_leaves_and_the_other_stays(gone: str, left: str) -> None:
    # R9.6
    text = TEXT + event_card(f'{{ discard = {{ type = "item", name = "{gone}" }} }}')
    game = laden(text, "Test").begin().do("Coat", "0AC", "resolve", "Test", "resolve")
    assert game.item("0AC") == left
    assert len(game.state.cell_items(1)) == 1
    assert game.values("0AC") == {"Coat": (1, 4, 1), "Hat": (2, 2, 1)}[left]


def test_all_items_follow_their_bearer() -> None:
    # R9.5: also where two with several items change places.
    swap = event_card('{ swap = [{ side = "own", row = "AF" }, { side = "own", row = "DF" }] }')
    text = TEXT + swap
    position = Position(text).on("0AC", "Porter").item("0AC", "Hat").hand(0, "Coat", "Test")
    game = position.on("0DC", "Ash").item("0DC", "Hat").begin()
    game.do("Coat", "0AC", "resolve", "Test", "resolve")
    assert game.at("0DC") == "Porter"
    assert len(game.state.cell_items(4)) == 2
    assert len(game.state.cell_items(1)) == 1
    assert game.values("0DC") == (2, 4, 1)


def worn(first: int, second: int, *more: str) -> Game:
    """A porter with two items that are used."""
    text = PORTER + item("Drum", MILL.format(first)) + item("Horn", MILL.format(second))
    for n, lines in enumerate(more):
        text += lines if lines else str(n)
    game = Position(text).on("0AC", "Porter").item("0AC", "Drum").hand(0, "Horn").begin()
    return game.do("Horn", "0AC", "resolve")


def test_the_abilities_of_further_items_follow() -> None:
    # R9.12
    game = worn(1, 5)
    game.do("item 0AC 0", "resolve")
    assert game.deck(0) == 29
    game.do("item 0AC 1", "resolve")
    assert game.deck(0) == 24
    assert game.rule("item 0AC 2") == "R7.8"


def test_an_item_is_one_of_several_by_its_name_and_is_counted() -> None:
    # R9.12
    look = event_card(
        '{ draw = { value = "items", of = "$one" } }',
        more='target.one = { side = "own", type = "character", equipped = { name = "Coat" } }',
    )
    game = laden(TEXT + look, "Test").begin()
    assert game.rule("Test") == "R7.19"
    game.do("Coat", "0AC", "resolve", "Test", "0AC", "resolve")
    assert len(game.hand(0)) == 2


def test_a_further_item_is_named_by_its_card_in_a_line() -> None:
    # R9.12
    text = TEXT + event_card(
        '{ discard = "$one" }', more='target.one = { type = "item", side = "own" }'
    )
    game = laden(text, "Test").begin().do("Coat", "0AC", "resolve", "Test")
    coat = game.token("Coat", defs.ZONE_ITEM)
    assert game.legal(coat)
    game.do(coat, "resolve")
    assert game.item("0AC") == "Hat"
