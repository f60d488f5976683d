"""A reference points at a card in the zone where it was found, and ends with it (R15.8)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Position, character, event_card

AGAIN = (
    '{ enter = { zone = "dust", side = "own", name = "Reed", n = 1 }, '
    'to = { column = "left", row = "DF" } }'
)


def reed(lines: str = "") -> str:
    return character("Reed", lines, values="1/1/1")


def test_a_delayed_effect_of_a_card_that_left_play_does_not_reach_it() -> None:
    # R15.8: discarded in the meantime, it stays where it is.
    text = reed(
        'kind = "activated"\ncost = {}\n'
        'effect = [{ later = { event = "turn_end" }, do = [{ remove = "self" }] }]'
    ) + event_card('{ discard = { name = "Reed", n = 1 } }')
    game = Position(text).on("0AC", "Reed").hand(0, "Test").begin()
    game.do("ability 0AC", "resolve", "Test", "resolve", "pass", "pass")
    assert game.state.turn == 4
    assert "Reed" in game.dust(0)
    assert "Reed" not in game.zone(0, defs.ZONE_REMOVED)


def test_a_delayed_effect_reaches_its_card_while_it_stays() -> None:
    # R15.8
    text = reed(
        'kind = "activated"\ncost = {}\n'
        'effect = [{ later = { event = "turn_end" }, do = [{ remove = "self" }] }]'
    )
    game = Position(text).on("0AC", "Reed").begin()
    game.do("ability 0AC", "resolve", "pass", "pass")
    assert "Reed" in game.zone(0, defs.ZONE_REMOVED)


@pytest.mark.parametrize("follow", [False, True])
def test_a_name_dies_with_its_card_even_if_the_same_card_returns(follow: bool) -> None:
    # R15.8: it left for the dust box and entered again; only `follow` still means it.
    more = ", follow = true" if follow else ""
    text = (
        reed()
        + event_card(
            f'{{ choose = "one", from = {{ name = "Reed"{more} }} }}, '
            '{ later = { event = "turn_end" }, do = [{ tap = "$one" }] }'
        )
        + event_card('{ discard = { name = "Reed", n = 1 } }, ' + AGAIN, name="Twice")
    )
    game = Position(text).on("0AC", "Reed").hand(0, "Test", "Twice").begin()
    game.do("Test", "resolve", "Twice", "resolve")
    assert game.at("0DL") == "Reed"
    game.do("pass", "pass")
    assert game.tapped("0DL") == follow


@pytest.mark.parametrize("follow", [False, True])
def test_a_card_that_another_operation_moved_has_lost_its_name(follow: bool) -> None:
    # R15.8: the selector, not the name, sent it to the dust box.
    more = ", follow = true" if follow else ""
    text = reed() + event_card(
        f'{{ choose = "one", from = {{ name = "Reed"{more} }} }}, '
        '{ discard = { side = "own", row = "AF" } }, { take = "$one" }'
    )
    game = Position(text).on("0AC", "Reed").hand(0, "Test").begin().do("Test", "resolve")
    assert ("Reed" in game.hand(0)) == follow


def test_an_operation_names_anew_what_it_moves() -> None:
    # R15.8
    text = reed() + event_card(
        '{ choose = "one", from = { name = "Reed" } }, { discard = "$one" }, { take = "it" }'
    )
    game = Position(text).on("0AC", "Reed").hand(0, "Test").begin().do("Test", "resolve")
    assert game.hand(0) == ["Reed"]


def test_what_a_card_was_can_be_read_when_its_name_is_dead() -> None:
    # R15.8: AP 3 when it left.
    text = character("Reed", "", values="3/1/1") + event_card(
        '{ choose = "one", from = { name = "Reed" } }, '
        '{ discard = { side = "own", row = "AF" } }, { mill = { value = "ap", of = "$one" } }'
    )
    game = Position(text).on("0AC", "Reed").hand(0, "Test").begin().do("Test", "resolve")
    assert game.deck(0) == 27


def test_a_trigger_that_saw_a_card_leave_still_reaches_it() -> None:
    # R15.8
    text = reed(
        'kind = "triggered"\non = { event = "left", what = "self" }\neffect = [{ take = "self" }]'
    ) + event_card('{ discard = { name = "Reed", n = 1 } }')
    game = Position(text).on("0AC", "Reed").hand(0, "Test").begin().do("Test", "resolve")
    assert game.hand(0) == ["Reed"]


def test_a_trigger_does_not_reach_a_card_that_left_after_its_event() -> None:
    # R15.8: it entered, then left by the same effect, before the trigger was carried out.
    text = (
        reed()
        + character(
            "Ear",
            'kind = "triggered"\non = { event = "entered", what = { name = "Reed" } }\n'
            'effect = [{ take = "subject" }, { mill = 1 }]',
        )
        + event_card(AGAIN + ', { discard = { row = "DF", n = 1 } }')
    )
    game = Position(text).on("0AC", "Ear").dust(0, "Reed").hand(0, "Test").begin()
    game.do("Test", "resolve")
    assert "Reed" in game.dust(0)
    assert game.deck(0) == 29


def test_an_ability_whose_card_left_in_response_does_not_reach_it() -> None:
    # R7.24, R15.8: the rest of its effect is done.
    text = reed(
        'kind = "activated"\ncost = {}\neffect = [{ remove = "self" }, { mill = 1 }]'
    ) + event_card('{ discard = { side = "enemy", n = 1 } }')
    game = Position(text).on("0AC", "Reed").hand(1, "Test").begin()
    game.do("ability 0AC", "Test", "resolve")
    assert "Reed" in game.dust(0)
    assert game.deck(0) == 29


def test_an_ability_reaches_its_card_that_left_as_its_own_price() -> None:
    # R15.8: the payment belongs to it.
    text = reed('kind = "activated"\ncost = { leave = "dust" }\neffect = [{ remove = "self" }]')
    game = Position(text).on("0AC", "Reed").begin().do("ability 0AC", "resolve")
    assert "Reed" in game.zone(0, defs.ZONE_REMOVED)


def test_a_target_that_left_and_came_back_is_another_card() -> None:
    # R7.26, R15.8
    text = (
        reed()
        + event_card('{ tap = "$foe" }', more='target.foe = { side = "enemy" }')
        + event_card('{ discard = { name = "Reed", n = 1 } }, ' + AGAIN, name="Twice")
    )
    position = Position(text).on("1AC", "Reed").hand(0, "Test").hand(1, "Twice")
    game = position.begin().do("Test", "1AC", "Twice", "resolve")
    assert game.at("1DL") == "Reed"
    assert not game.tapped("1DL")
