"""Words of the card language, a scenario each: numbers of a seat, reach, battles by effect."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Game, Position, character, event_card


def use(effect: str, position: Position) -> Game:
    """Seat 0 plays an event card with an effect."""
    return position.hand(0, "Test").begin().do("Test", "resolve")


def test_an_effect_in_another_s_place_sees_the_other_side_as_its_own() -> None:
    # R15.11, D-37: "own" is seat 1 there, and it picks.
    effect = '{ tap = { side = "own", type = "character", n = 1 }, seat = "enemy" }'
    position = Position(event_card(effect)).on("0AL", "Ash").on("1AL", "Fir").on("1AR", "Ivy")
    game = use(effect, position)
    assert game.asks == "CHOOSE 1"
    assert not game.legal("0AL")
    game.do("1AR")
    assert (game.tapped("0AL"), game.tapped("1AR")) == (False, True)


START = (
    '{ start_battle = { attacker = { side = "own", name = "Stone", n = 1 }, '
    'defender = { side = "enemy", name = "Reed", n = 1 } } }'
)
PAIR = character("Stone", "", values="5/5/1") + character("Reed", "", values="1/1/1")


def test_a_battle_by_an_effect_has_its_window_and_its_result() -> None:
    # R8.37, N-34: both become tapped, nobody names a defender.
    position = Position(event_card(START) + PAIR).on("0DC", "Stone").on("1AL", "Reed")
    game = use(START, position.on("1DC", "Ash"))
    assert (game.tapped("0DC"), game.tapped("1AL")) == (True, True)
    assert game.asks == "BATTLE 0"
    game.do("fight")
    assert (game.at("0DC"), game.at("1AL"), game.at("1DC")) == ("Stone", None, "Ash")


def test_a_battle_by_an_effect_waits_for_the_chain() -> None:
    # R8.37, N-57: the card below is carried out first.
    text = event_card(START) + PAIR + event_card("{ mill = 3 }", name="Low")
    mirrored = START.replace('"own"', '"x"').replace('"enemy"', '"own"').replace('"x"', '"enemy"')
    text += event_card(mirrored, name="Answer")
    position = Position(text).on("0DC", "Stone").on("1AL", "Reed").hand(0, "Low").hand(1, "Answer")
    game = position.begin().do("Low", "Answer", "resolve")
    assert game.asks == "BATTLE 0"
    assert game.deck(0) == 27
    assert game.links == []


@pytest.mark.parametrize(("limit", "n"), [("3", 3), ("{ add = -4 }", 3), ("{ add = 1 }", 8)])
def test_the_hand_limit_becomes_or_changes(limit: str, n: int) -> None:
    # R4.16: 7 as a rule; Idle is one of the nine cards.
    effect = f'{{ hand_limit = {limit}, seat = "you" }}'
    position = Position(event_card(effect)).hand(0, *["Ash"] * 8)
    game = use(effect, position).do("pass", "pass")
    assert game.asks == "HAND_LIMIT 0"
    while game.asks == "HAND_LIMIT 0":
        game.do("Ash")
    assert len(game.state.zone(0, defs.ZONE_HAND)) == n


@pytest.mark.parametrize(("amount", "n"), [("{ add = -1 }", 1), ("5", 5), ("{ add = 2 }", 4)])
def test_the_next_warm_up_becomes_or_changes(amount: str, n: int) -> None:
    # R4.9: 2 as a rule; the one after it is as ever.
    effect = f'{{ warm_up = {amount}, seat = "enemy" }}'
    game = use(effect, Position(event_card(effect)))
    game.do("pass", "pass")
    assert (game.asks, game.deck(1)) == ("MAIN 1", 30 - n)
    game.do("pass", "pass", "pass", "pass")
    assert (game.asks, game.deck(1)) == ("MAIN 1", 28 - n)


def test_who_counts_as_adjacent_supports() -> None:
    # R8.19
    text = character(
        "Reed", 'kind = "passive"\neffect = [{ adjacent = "self", to = { name = "Ash" } }]'
    )
    position = Position(text).on("0AL", "Ash").on("0DR", "Reed").on("0DC", "Fir").on("1DR", "Elm")
    game = position.begin().do("attack 0AL", "resolve", "1DR")
    assert game.legal("support 0DR")
    assert game.rule("support 0DC") == "R8.19"


def test_a_character_takes_the_place_of_the_defender() -> None:
    # R8.40: Stone defends instead of Reed, who goes on standing there.
    effect = '{ participant = { side = "enemy", name = "Stone", n = 1 }, role = "defender" }'
    position = Position(event_card(effect) + PAIR).on("0AL", "Ash").on("1DR", "Reed")
    game = position.on("1AR", "Stone").hand(0, "Test").begin()
    game.do("attack 0AL", "resolve", "1DR", "Test", "resolve", "fight")
    assert (game.at("0AL"), game.at("1DR"), game.at("1AR")) == (None, "Reed", "Stone")


def test_a_character_supports_by_an_effect_and_becomes_tapped() -> None:
    # R8.21, R8.42
    effect = '{ support = { side = "own", name = "Fir", n = 1 } }'
    position = Position(event_card(effect)).on("0AL", "Ash").on("0AC", "Fir").on("1DR", "Elm")
    game = position.hand(0, "Test").begin().do("attack 0AL", "resolve", "1DR")
    ap, sp = game.values("0AL")[0], game.values("0AC")[2]
    game.do("Test", "resolve")
    assert game.values("0AL")[0] == ap + sp
    assert game.tapped("0AC")


def test_what_is_out_of_reach_supports_only_where_the_effect_says_so() -> None:
    # R8.19
    for even_if, n in (("", 0), (', even_if = "not_adjacent"', 1)):
        effect = f'{{ support = {{ side = "own", name = "Fir", n = 1 }}{even_if} }}'
        position = Position(event_card(effect)).on("0AL", "Ash").on("0DR", "Fir").on("1DR", "Elm")
        game = position.hand(0, "Test").begin().do("attack 0AL", "resolve", "1DR")
        ap, sp = game.values("0AL")[0], game.values("0DR")[2]
        game.do("Test", "resolve")
        assert game.values("0AL")[0] == ap + n * sp


@pytest.mark.parametrize(("until", "battles"), [("used", 1), ("{ used = 2 }", 2)])
def test_what_lasts_a_number_of_uses_is_used_up(until: str, battles: int) -> None:
    # R14.1: Reed is kept so often.
    until = until if until.startswith("{") else f'"{until}"'
    keep = f'{{ keep = {{ name = "Reed", n = 1 }}, until = {until} }}'
    wake = event_card('{ untap = { type = "character" } }', name="Wake")
    position = Position(event_card(keep) + PAIR + wake).on("0AC", "Reed").on("1DC", "Stone")
    game = position.hand(0, "Test", "Wake", "Wake", "Wake").begin().do("Test", "resolve")
    for _ in range(battles):
        game.do("attack 0AC", "resolve", "1DC", "fight")
        assert game.at("0AC") == "Reed"
        game.do("Wake", "resolve")
    game.do("attack 0AC", "resolve", "1DC", "fight")
    assert game.at("0AC") is None


def test_a_tapped_character_must_attack_where_the_text_says_even_if_tapped() -> None:
    # R14.14, R14.15: the duty brings the permission with it.
    for even_if, rule in (("", None), (', even_if = "tapped"', "R14.15")):
        effect = (
            f'{{ require = "attack", whom = {{ side = "own", name = "Ash", n = 1 }}{even_if} }}'
        )
        position = Position(event_card(effect)).on("0AL", "Ash", "tapped").hand(0, "Test")
        game = position.begin().do("Test", "resolve")
        assert game.rule("pass") == rule
        assert game.legal("attack 0AL") == (rule is not None)


def test_several_things_are_forbidden_to_one_character_that_is_picked_once() -> None:
    # R7.21
    effect = '{ forbid = ["attack", "support"], whom = { side = "own", n = 1 } }'
    position = Position(event_card(effect)).on("0AL", "Ash").on("0AC", "Fir").hand(0, "Test")
    game = position.begin().do("Test", "resolve", "0AC")
    assert game.asks == "MAIN 0"
    assert game.rule("attack 0AC") == "R14.14"
    assert game.legal("attack 0AL")
