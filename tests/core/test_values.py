"""Values in force: passive abilities, the order of changes, durations (R14)."""

from __future__ import annotations

import pytest

from tests.core.builder import Position, character, event_card


def passive(effect: str, condition: str = "") -> str:
    """A character `Spring` with one passive ability."""
    return character("Spring", f'kind = "passive"\n{condition}\neffect = [{effect}]')


def test_a_passive_works_while_its_source_is_in_play() -> None:
    # R14.12
    text = passive(
        '{ change = { side = "own", type = "character", adjacent_to = "self" }, dp = 1 }'
    )
    game = Position(text).on("0AC", "Spring").on("0AL", "Ash").on("0DR", "Elm")
    played = game.hand(0, "Recall", "Escort").begin()
    assert played.values("0AL") == (3, 4, 1)
    assert played.values("0DR") == (2, 3, 1)
    assert played.values("0AC") == (1, 2, 1)
    played.do("Recall", "0AC", "pay Escort", "resolve")
    assert played.values("0AL") == (3, 3, 1)


def test_a_passive_follows_the_board_at_once() -> None:
    # R14.12, R15.9: whoever comes later is meant too.
    text = passive(
        '{ change = { side = "own", type = "character", adjacent_to = "self" }, dp = 1 }'
    )
    game = Position(text).on("0AC", "Spring").on("0DL", "Ivy").begin()
    assert game.values("0DL")[1] == 2
    assert game.do("step 0DL", "0AL", "resolve").values("0AL")[1] == 3


@pytest.mark.parametrize(
    ("condition", "tapped", "expected"),
    [
        ("if = [{ self = { tapped = true } }]", "tapped", 3),
        ("if = [{ self = { tapped = true } }]", "", 1),
        ('if = [{ turn = "own" }]', "", 3),
        ('if = [{ turn = "enemy" }]', "", 1),
        ('if = [{ exists = { side = "enemy", type = "character", n = 2 } }]', "", 3),
        ('if = [{ exists = { side = "enemy", type = "character", n = 3 } }]', "", 1),
        ('if = [{ none = { side = "enemy", name = "Ash" } }]', "", 3),
        ('if = [{ none = { side = "enemy", name = "Elm" } }]', "", 1),
        ('if = [{ compare = [{ size = "dust" }, "==", 0] }]', "", 3),
        ('if = [{ battle = "none" }]', "", 3),
        ('if = [{ not = { battle = "none" } }]', "", 1),
        ('if = [{ any = [{ turn = "enemy" }, { self = { row = "AF" } }] }]', "", 3),
    ],
)
def test_a_passive_works_while_its_condition_holds(
    condition: str, tapped: str, expected: int
) -> None:
    # R14.12
    text = passive('{ change = "self", ap = 2 }', condition)
    game = Position(text).on("0AL", "Spring", tapped).on("1AL", "Elm").on("1AC", "Ivy").begin()
    assert game.values("0AL")[0] == expected


def test_a_passive_that_reads_taps_follows_them() -> None:
    # R14.12
    text = passive('{ change = "self", ap = { count = { side = "own", tapped = true } } }')
    game = Position(text).on("0AL", "Spring").on("0AC", "Ash").on("0AR", "Ursin").begin()
    assert game.values("0AL")[0] == 1
    assert game.do("attack 0AC", "fight").values("0AL")[0] == 2
    assert game.do("ability 0AR", "resolve").values("0AL")[0] == 3


def test_a_passive_that_reads_zones_follows_them() -> None:
    # R14.12
    text = passive('{ change = "self", ap = { size = "hand" } }')
    game = Position(text).bare(0).on("0AL", "Spring").hand(0, "Harvest", "Fir").begin()
    assert game.values("0AL")[0] == 3
    game.do("Harvest")
    assert game.values("0AL")[0] == 2  # R7.13
    assert game.do("resolve").values("0AL")[0] == 4
    assert game.do("Fir", "0AC", "resolve").values("0AL")[0] == 3


def test_a_passive_that_reads_the_battle_follows_it() -> None:
    # R14.12
    text = passive('{ change = "self", ap = 2 }', 'if = [{ battle = "self", role = "attacker" }]')
    game = Position(text).on("0AL", "Spring").on("1DR", "Birch").begin()
    assert game.values("0AL")[0] == 1
    game.do("attack 0AL", "resolve")
    assert game.values("0AL")[0] == 3
    game.do("1DR", "fight")
    assert game.at("1DR") is None  # 3 > 2
    assert game.values("0AL")[0] == 1


def test_a_passive_that_reads_the_turn_follows_it() -> None:
    # R14.12
    text = passive('{ change = "self", ap = 2 }', 'if = [{ turn = "enemy" }]')
    game = Position(text).on("0AL", "Spring").begin()
    assert game.values("0AL")[0] == 1
    assert game.do("pass", "resolve").values("0AL")[0] == 3


def test_a_passive_grants_and_takes_basic_abilities() -> None:
    # R14.2, R14.7: losing wins over gaining.
    grant = passive('{ grant = { side = "own", type = "character" }, basic = "Aggressive" }')
    game = Position(grant).on("0AC", "Spring").on("0AL", "Ash", "new").begin()
    assert game.legal("attack 0AL")
    lose = passive('{ lose = { side = "any", type = "character" }, basic = "Aggressive" }')
    game = Position(lose).on("0AC", "Spring").on("0AL", "Gorse", "new").begin()
    assert game.rule("attack 0AL") == "R8.5"


def test_losing_wins_over_gaining_whichever_comes_last() -> None:
    # R14.7: gained, then lost; a grant of this turn does not undo a passive that takes away.
    lose = passive('{ lose = { side = "any", type = "character" }, basic = "Aggressive" }')
    grant = event_card(
        '{ grant = { side = "own", type = "character" }, basic = "Aggressive" }', name="Gift"
    )
    game = Position(lose + grant).on("0AC", "Spring").on("0AL", "Ash", "new").hand(0, "Gift")
    assert game.begin().do("Gift", "resolve").rule("attack 0AL") == "R8.5"


def test_a_passive_keeps_characters_from_waking_up() -> None:
    # R4.6, R14.12
    text = passive('{ skip_wake_up = { side = "enemy", type = "character" } }')
    game = Position(text).on("0AC", "Spring").on("1AL", "Ash", "tapped").begin()
    game.do("pass", "resolve")
    assert game.asks == "MAIN 1"
    assert game.tapped("1AL")


def test_changes_until_the_end_of_the_battle_end_with_it() -> None:
    # R8.36, R14.1, D-67
    text = event_card(
        '{ change = { side = "own", type = "character" }, dp = 2, until = "battle_end" }',
        more='when = [{ battle = "any" }]',
    )
    game = Position(text).on("0AL", "Ash").on("0DC", "Elm").hand(0, "Test").begin()
    game.do("attack 0AL", "resolve", "Test", "resolve")
    assert game.values("0AL")[1] == 5
    assert game.values("0DC")[1] == 5
    game.do("fight")
    assert game.values("0AL")[1] == 3
    assert game.values("0DC")[1] == 3


def test_changes_until_the_end_of_the_turn_outlast_the_battle() -> None:
    # R14.1, S-87
    game = Position().on("0AL", "Ash").hand(0, "Gust", "Birch").begin()
    game.do("attack 0AL", "resolve", "Gust", "0AL", "pay Birch", "fight")
    assert game.values("0AL")[0] == 5
    assert game.do("pass", "resolve").values("0AL")[0] == 3


def test_items_areas_changes_and_passives_add_up() -> None:
    # R14.7, R14.8, D-69
    text = passive(
        '{ change = { side = "own", type = "character", adjacent_to = "self" }, ap = 1 }'
    )
    game = Position(text).on("0AL", "Ash").on("0AC", "Spring").item("0AL", "Flag")
    played = game.area("0AL", "Ridge").hand(0, "Gust", "Birch").begin()
    assert played.values("0AL")[0] == 3 + 1 + 1 + 1
    assert played.do("Gust", "0AL", "pay Birch", "resolve").values("0AL")[0] == 8


def test_the_original_value_is_the_printed_one() -> None:
    # R14.9: the amount reads 3 although Ash has 4.
    text = passive('{ change = "self", ap = { value = "original_ap", of = "self" } }')
    game = Position(text).on("0AL", "Spring").area("0AL", "Ridge").begin()
    assert game.values("0AL")[0] == 1 + 1 + 1


def test_in_an_item_you_is_who_played_it() -> None:
    # R9.11, N-39: the hand counted is that of the owner of the item.
    item = """
[[card]]
number = "IT-9999"
name = { en = "Ledger" }
type = "item"
attributes = []
cost = "0"
ex = 0
[[card.ability]]
kind = "passive"
effect = [{ change = "bearer", ap = { size = "hand" } }]
"""
    game = Position(item).bare(0, 1).on("1AL", "Ash").item("1AL", "Ledger", owner=0)
    assert game.hand(0, "Fir", "Elm").hand(1, "Fir").begin().values("1AL")[0] == 5


def test_what_an_item_grants_ends_with_the_item() -> None:
    # R9.6, R14.2
    text = event_card('{ discard = { type = "item", n = 1 } }')
    game = Position(text).on("0AL", "Ash").item("0AL", "Shield").hand(0, "Test").begin()
    assert game.values("0AL")[1] == 5
    game.do("Test", "resolve")
    assert game.item("0AL") is None
    assert game.values("0AL")[1] == 3
