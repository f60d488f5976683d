"""The window "when downed" between the comparisons and the leaving (R8.30, N-14)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, catalogue, character, event_card

WHEN = 'kind = "activated"\ncost = {}\nwhen = [{ responding = { kind = "downed"MORE } }]\n'
STONE = character("Stone", "", values="5/5/1")


def reed(effect: str, more: str = "", abilities: str = "") -> str:
    """A weak character with an ability for the moment when somebody is downed."""
    text = WHEN.replace("MORE", more) + f"effect = [{effect}]" + abilities
    return character("Reed", text, values="1/1/1")


def fight(text: str) -> Game:
    """Reed of seat 0 attacks Stone and is going to be downed."""
    game = Position(text + STONE).on("0AC", "Reed").on("1DC", "Stone").on("0DL", "Ash").begin()
    return game.do("attack 0AC", "resolve", "1DC", "pass", "pass")


def test_the_window_opens_when_a_character_is_about_to_leave() -> None:
    # R8.30
    game = fight(reed("{ mill = 1 }", ', among = "self"'))
    assert game.asks == "BATTLE 0"
    assert game.at("0AC") == "Reed"
    game.do("ability 0AC", "resolve")
    assert game.deck(0) == 29
    game.do("pass", "pass")
    assert game.at("0AC") is None


def test_without_such_an_ability_in_play_there_is_no_window() -> None:
    # R8.30
    text = reed("{ mill = 1 }") + character("Plain", "", values="1/1/1")
    game = Position(text + STONE).on("0AC", "Plain").on("1DC", "Stone").begin()
    game.do("attack 0AC", "resolve", "1DC", "pass", "pass")
    assert game.asks == "MAIN 0"
    assert game.at("0AC") is None


def test_without_anybody_downed_there_is_no_window() -> None:
    # R8.30: AP 1 against DP 2 and AP 1 against DP 2.
    text = character("Reed", WHEN.replace("MORE", "") + "effect = [{ mill = 1 }]")
    game = Position(text).on("0AC", "Reed").on("1DC", "Reed").begin()
    game.do("attack 0AC", "resolve", "1DC", "pass", "pass")
    assert game.asks == "MAIN 0"
    assert game.rule("ability 0AC") == "R7.23"


def test_nothing_else_is_declared_in_the_window() -> None:
    # R7.5, R8.30
    other = '\n---\nkind = "activated"\ncost = {}\neffect = [{ mill = 1 }]'
    text = reed("{ mill = 1 }", "", other) + event_card("{ draw = 1 }")
    position = Position(text + STONE).on("0AC", "Reed").on("1DC", "Stone").hand(0, "Test")
    game = position.begin().do("attack 0AC", "resolve", "1DC", "pass", "pass")
    assert game.legal("ability 0AC")
    assert game.rule("ability 0AC 1") == "R7.5"
    assert game.rule("Test") == "R7.5"


def test_such_an_ability_is_not_used_before_the_result() -> None:
    # R7.23
    game = Position(reed("{ mill = 1 }") + STONE).on("0AC", "Reed").on("1DC", "Stone").begin()
    assert game.rule("ability 0AC") == "R7.23"
    game.do("attack 0AC", "resolve", "1DC")
    assert game.rule("ability 0AC") == "R7.23"


def test_it_may_ask_who_is_downed() -> None:
    # R8.30: an ability for enemies that are downed is not for Reed.
    game = fight(reed("{ mill = 1 }", ', side = "enemy"'))
    assert game.rule("ability 0AC") == "R7.23"


@pytest.mark.parametrize("effect", ['{ return = "self" }', '{ keep = "self" }'])
def test_who_is_sent_elsewhere_or_kept_was_downed_all_the_same(effect: str) -> None:
    # R8.31: the one that downed it has its Bonus.
    stone = character(
        "Stone",
        'kind = "triggered"\non = { event = "downs", what = "self" }\neffect = [{ mill = 3 }]',
        values="5/5/1",
    )
    position = Position(reed(effect) + stone).on("0AC", "Reed").on("1DC", "Stone")
    game = position.begin().do("attack 0AC", "resolve", "1DC", "pass", "pass")
    game.do("ability 0AC", "resolve", "pass", "pass")
    assert game.at("0AC") == (None if "return" in effect else "Reed")
    assert "Reed" not in game.dust(0)
    assert game.deck(1) == 27


def test_the_enemy_uses_the_window_too() -> None:
    # R8.14: two passes in succession close it.
    text = reed("{ mill = 1 }") + STONE
    game = Position(text).on("0AC", "Stone").on("1DC", "Reed").begin()
    game.do("attack 0AC", "resolve", "1DC", "pass", "pass")
    assert game.asks == "BATTLE 0"
    game.do("pass")
    assert game.asks == "BATTLE 1"
    game.do("ability 1DC", "resolve", "pass", "pass")
    assert (game.at("1DC"), game.deck(1)) == (None, 29)


def test_only_activated_abilities_have_that_timing() -> None:
    # R7.24
    text = event_card("{ draw = 1 }", more='when = [{ responding = { kind = "downed" } }]')
    with pytest.raises(CardDataError, match="activated"):
        catalogue(text)


def test_an_ability_that_was_given_hears_what_becomes_true() -> None:
    # R15.15
    given = (
        '{ kind = "triggered", on = { event = "state", is = [{ self = { tapped = true } }] }, '
        "effect = [{ mill = 1 }] }"
    )
    text = event_card(f'{{ grant = {{ name = "Ash", n = 1 }}, ability = {given} }}')
    game = Position(text).on("0AL", "Ash").on("0AC", "Fir").hand(0, "Test").begin()
    game.do("Test", "resolve")
    assert game.deck(0) == 30
    game.do("attack 0AC", "resolve", "fight")
    assert game.deck(0) == 30
    game.do("attack 0AL", "resolve", "fight")
    assert game.deck(0) == 29
    assert game.state.phase == defs.PHASES[4]
