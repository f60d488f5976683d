"""Costs that take more than points: cards of every zone, others' taps, numbers, amounts (R5)."""

from __future__ import annotations

import pytest

from lycee_core import defs, loader, program
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, character, event_card

DRAW = "effect = [{ draw = 1 }]"
CREW = "".join(character(name, "") for name in ("Nyx", "Lux", "Jet", "Kit"))


def user(cost: str, effect: str = DRAW, more: str = "") -> str:
    """A character with an ability of that cost."""
    return character("Host", f'kind = "activated"\ncost = {{ {cost} }}\n{more}\n{effect}')


def test_another_character_is_tapped_as_a_cost() -> None:
    # R5.33, R5.36: named at declaration, reserved like [T], tapped when it resolves.
    text = user('tap_other = { side = "own", type = "character" }')
    game = Position(text).on("0AL", "Host").on("0AC", "Ash", "new").on("0AR", "Elm", "tapped")
    played = game.begin().do("ability 0AL")
    assert played.asks == "COST_CARD 0"
    assert played.rule("0AR") == "R5.19"  # tapped
    assert played.legal("0AL")  # nothing says "another"
    played.do("0AC")  # a new character: R5.17 speaks of [T] alone
    assert not played.tapped("0AC")
    played.do("pass")
    assert played.tapped("0AC")
    assert played.deck(0) == 29


def test_a_reserved_character_is_not_named_again() -> None:
    # R5.16, R5.36
    text = user('tap_other = { side = "own", type = "character", other_than = "self" }')
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").hand(1, "Fog").begin()
    game.do("ability 0AL", "0AC")
    game.do("resolve")
    assert game.rule("ability 0AL") == "R5.19"


def test_the_host_cannot_pay_its_own_tap_twice() -> None:
    # R5.16: [T] and the tap of another are two characters.
    text = user('tap = true, tap_other = { side = "own", type = "character" }')
    assert Position(text).on("0AL", "Host").begin().rule("ability 0AL") == "R5.19"
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").begin().do("ability 0AL")
    assert game.rule("0AL") == "R5.19"
    game.do("0AC", "resolve")
    assert game.tapped("0AL")
    assert game.tapped("0AC")


def test_a_named_character_that_was_tapped_in_response_is_not_paid() -> None:
    # R5.36, R5.23: the ability does nothing.
    text = user('tap_other = { side = "own", type = "character", other_than = "self" }')
    text += event_card('{ tap = { side = "any", type = "character", name = "Ash" } }', name="Nap")
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").hand(1, "Nap").begin()
    game.do("ability 0AL", "0AC", "Nap", "resolve")
    assert game.deck(0) == 30


def test_an_own_character_leaves_as_a_cost() -> None:
    # R5.33, R5.37, CH-0203: next to the source, untapped, of one sex.
    text = user(
        'field = { side = "own", type = "character", tapped = false, adjacent_to = "self" }'
    )
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").on("0AR", "Elm").begin()
    game.do("ability 0AL")
    assert game.rule("0AR") == "R5.19"
    game.do("0AC")
    assert game.at("0AC") == "Ash"  # R5.36: it stays until the cost is paid
    game.do("resolve")
    assert game.at("0AC") is None
    assert game.dust(0) == ["Ash"]
    assert game.deck(0) == 29


def test_a_cost_says_where_its_cards_go() -> None:
    # R5.37
    text = user('field = { side = "own", name = "Ash" }, to = "deck_bottom"')
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").begin()
    game.do("ability 0AL", "0AC", "resolve")
    assert game.zone(0, defs.ZONE_DECK)[-1] == "Ash"
    text = user('hand = { n = 1 }, to = "removed"')
    game = Position(text).on("0AL", "Host").hand(0, "Birch").begin()
    game.do("ability 0AL", "Birch", "resolve")
    assert "Birch" in game.zone(0, defs.ZONE_REMOVED)
    text = user('hand = { n = 1 }, to = "deck"')
    game = Position(text).on("0AL", "Host").hand(0, "Birch").begin()
    game.do("ability 0AL", "Birch", "resolve")
    assert game.hand(0) == ["Birch"]  # shuffled in on top here, and drawn by the effect
    assert "SHUFFLED" in " ".join(game.events).upper()


def test_a_named_character_that_left_is_not_paid() -> None:
    # R5.36, R5.24
    text = user('field = { side = "own", name = "Ash" }, mill = 1')
    text += event_card('{ return = { side = "any", name = "Ash" } }', name="Nap")
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").hand(1, "Nap").begin()
    game.do("ability 0AL", "0AC", "Nap", "resolve")
    assert game.hand(0) == ["Ash"]
    assert game.dust(0) == ["Filler"]  # the deck part is paid all the same
    assert game.deck(0) == 29  # and nothing is drawn


def test_an_item_leaves_as_a_cost() -> None:
    # R5.33, IT-0014
    text = user('item = { side = "own" }')
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").item("0AC", "Flag").begin()
    game.do("ability 0AL", "worn 0AC", "resolve")
    assert game.item("0AC") is None
    assert game.dust(0) == ["Flag"]
    assert Position(text).on("0AL", "Host").begin().rule("ability 0AL") == "R5.19"


def test_cards_of_the_dust_box_are_removed_as_a_cost() -> None:
    # R5.33, R5.37
    text = user('dust = { n = 2, type = "character" }')
    game = Position(text).on("0AL", "Host").dust(0, "Ash", "Flag", "Elm", "Fir").begin()
    game.do("ability 0AL", "dust Elm")
    assert game.rule("dust Flag") == "R5.19"
    assert game.rule("dust Elm") == "R5.19"  # named once already
    game.do("dust Ash", "resolve")
    assert game.dust(0) == ["Flag", "Fir"]
    assert {"Ash", "Elm"} <= set(game.zone(0, defs.ZONE_REMOVED))
    few = Position(text).on("0AL", "Host").dust(0, "Ash", "Flag").begin()
    assert few.rule("ability 0AL") == "R5.19"


def test_up_to_and_any_number_of_cards() -> None:
    # R5.19: PASS once enough are named.
    text = user("dust = { n = { up_to = 2 } }", "effect = [{ draw = 1 }]")
    game = Position(text).on("0AL", "Host").dust(0, "Ash", "Elm", "Fir").begin()
    game.do("ability 0AL", "dust Ash", "pass", "resolve")
    assert game.dust(0) == ["Elm", "Fir"]
    game.do("ability 0AL", "dust Elm", "dust Fir", "resolve")
    assert game.dust(0) == []
    game.do("ability 0AL", "resolve")  # nothing there: nothing is asked
    assert game.deck(0) == 27


def test_two_parts_need_two_cards() -> None:
    # R5.36: a matching; the only untapped one must be tapped, so the other is discarded.
    text = user(
        'tap_other = { side = "own", other_than = "self" },'
        ' field = { side = "own", other_than = "self" }'
    )
    one = Position(text).on("0AL", "Host").on("0AC", "Ash").begin()
    assert one.rule("ability 0AL") == "R5.19"
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").on("0AR", "Elm", "tapped").begin()
    game.do("ability 0AL", "0AC")
    assert game.rule("0AC") == "R5.19"
    game.do("0AR", "resolve")
    assert game.tapped("0AC")
    assert game.dust(0) == ["Elm"]


def test_a_hand_card_as_a_cost_leaves_enough_points() -> None:
    # R5.3: nothing is offered that cannot be completed.
    text = user('points = "SS", hand = { n = 1 }')
    game = Position(text).on("0AL", "Host").hand(0, "Birch", "Recall").begin().do("ability 0AL")
    worth = game.state.catalogue.card(game.names["Birch"]).ex
    assert worth == 2
    assert game.rule("Birch") == "R5.3"
    game.do("Recall", "pay Birch", "resolve")
    assert set(game.dust(0)) == {"Birch", "Recall"}


def test_the_enemy_deck_is_milled_as_a_cost() -> None:
    # R5.18
    text = user('mill = 2, seat = "enemy"')
    game = Position(text).on("0AL", "Host").begin().do("ability 0AL", "resolve")
    assert game.deck(1) == 28
    short = Position(text).on("0AL", "Host").deck(1, 1).begin()
    assert short.rule("ability 0AL") == "R5.18"


def test_amounts_in_a_cost_are_worked_out_at_declaration() -> None:
    # R5.22: one point for each own character, as many cards as the enemy has.
    text = user(
        'points = { "*" = { count = { side = "own", type = "character" } } },'
        ' mill = { count = { side = "enemy", type = "character" } }'
    )
    game = Position(text).on("0AL", "Host").on("0AC", "Ash").on("1AL", "Elm").on("1AC", "Fir")
    played = game.hand(0, "Recall", "Recall", "Birch").begin().do("ability 0AL")
    assert played.state.owed() == (0, 0, 0, 0, 0, 2)
    played.do("pay Birch", "resolve")
    assert played.deck(0) == 27  # two milled, one drawn


def test_a_number_is_chosen_and_paid() -> None:
    # R5.38
    text = user(
        'points = { "S" = { chosen = "x" } }, x = { min = 1, max = 3 }',
        'effect = [{ draw = { chosen = "x" } }]',
    )
    game = Position(text).on("0AL", "Host").hand(0, "Birch").begin().do("ability 0AL")
    assert game.asks == "AMOUNT 0"
    assert game.rule("x 0") == "R5.38"
    assert game.rule("x 4") == "R5.38"
    assert game.rule("x 3") == "R5.3"  # Birch gives two points
    game.do("x 2", "pay Birch", "resolve")
    assert game.deck(0) == 28
    poor = Position(text).on("0AL", "Host").hand(0, "Recall").begin()
    assert poor.rule("ability 0AL") == "R5.3"


def test_a_number_counts_cards_too() -> None:
    # R5.38, R5.33
    text = user(
        'dust = { n = { chosen = "x" } }, x = true', 'effect = [{ draw = { chosen = "x" } }]'
    )
    game = Position(text).on("0AL", "Host").dust(0, "Ash", "Elm", "Fir").begin().do("ability 0AL")
    assert game.rule("x 4") == "R5.19"
    game.do("x 2", "dust Ash", "dust Fir", "resolve")
    assert game.dust(0) == ["Elm"]
    assert game.deck(0) == 28


def test_a_card_with_another_cost() -> None:
    # R5.39
    text = event_card("{ draw = 1 }", cost="FF").replace(
        "[[card.ability]]", "alt_cost = { mill = 3 }\n[[card.ability]]", 1
    )
    game = Position(text).hand(0, "Test").begin().do("Test")
    assert game.asks == "COST 0"
    assert game.rule("cost 0") == "R5.3"
    assert game.rule("cost 2") == "R1.12"
    game.do("cost 1", "resolve")
    assert game.deck(0) == 26
    rich = Position(text).hand(0, "Test", "Stheno").begin().do("Test", "cost 0", "pay Stheno")
    assert rich.do("resolve").deck(0) == 29


def test_a_character_with_another_cost() -> None:
    # R5.39
    text = character("Host", "", fields='alt_cost = { field = { side = "own", name = "Ash" } }')
    text = text.replace('cost = "0"', 'cost = "SSSS"')
    game = Position(text).on("0AL", "Ash").hand(0, "Host").begin()
    game.do("Host", "0AC", "cost 1", "0AL", "resolve")
    assert game.at("0AC") == "Host"
    assert game.at("0AL") is None
    assert Position(text).hand(0, "Host").begin().rule("Host") == "R5.3"


@pytest.mark.parametrize("name", ["Escape", "Touch"])
def test_move_abilities_take_any_cost(name: str) -> None:
    # R10.2, R5.33
    basic = f'{{ name = "{name}", cost = {{ dust = {{ n = 1 }} }} }}'
    text = character("Host", "", basic=basic)
    game = Position(text).on("0AL", "Host").on("0DL", "Ash").dust(0, "Elm").begin()
    word = f"{name.lower()} 0AL"
    game.do(word, "dust Elm", "resolve")
    assert "Elm" in game.zone(0, defs.ZONE_REMOVED)
    assert game.at("0AL") == (None if name == "Escape" else "Ash")
    bare = Position(text).on("0AL", "Host").on("0DL", "Ash").begin()
    assert bare.rule(word) == "R5.19"


def test_a_supporter_takes_any_cost() -> None:
    # R10.13
    basic = '{ name = "Supporter", cost = { tap_other = { side = "own", name = "Elm" } } }'
    text = character("Host", "", basic=basic)
    game = Position(text).on("0AL", "Ash").on("0AC", "Host").on("0DL", "Elm").begin()
    game.do("attack 0AL", "resolve")
    before = game.values("0AL")[0]
    game.do("supporter 0AC", "0DL", "resolve")
    assert game.tapped("0DL")
    assert not game.tapped("0AC")
    assert game.values("0AL")[0] == before + 1


def test_a_tax_takes_any_cost() -> None:
    # R10.20, R10.21
    basic = '{ name = "Tax Trash", cost = { dust = { n = 1 }, tap = true } }'
    text = character("Host", "", basic=basic)
    position = Position(text).on("1AL", "Host").on("1AC", "Ash").dust(1, "Elm")
    game = position.begin().do("pass", "pass")
    assert game.asks == "MAY 1"
    game.do("yes", "dust Elm")
    assert "Elm" in game.zone(1, defs.ZONE_REMOVED)
    assert game.at("1AL") == "Host"
    assert game.tapped("1AL") or game.asks.startswith("WAKE_UP")


def test_side_attack_takes_any_cost() -> None:
    # R10.12
    basic = '{ name = "Side Attack", cost = { tap_other = { side = "own", type = "character" } } }'
    text = character("Host", "", basic=basic)
    game = Position(text).on("0AL", "Host").on("0DL", "Ash").begin().do("attack 0AL", "column 1")
    assert game.rule("0AL") == "R5.19"  # its own [T] is the attack's
    game.do("0DL", "resolve")
    assert game.tapped("0DL")
    assert game.tapped("0AL")


def test_more_cards_than_a_cost_can_name_are_refused() -> None:
    # R5.33
    with pytest.raises(CardDataError, match="more than 7 cards in a cost"):
        program.compile_cards(loader.load_text(user("dust = { n = 8 }"), source="test.toml"))
    with pytest.raises(CardDataError, match="more than 4 cards in a cost"):
        program.compile_cards(loader.load_text(user("hand = { n = 5 }"), source="test.toml"))


def test_two_open_parts_name_seven_cards_together() -> None:
    # R5.33
    text = user('tap_other = { type = "character", n = "any" }, dust = { n = "any" }') + CREW
    position = Position(text).on("0AL", "Host").dust(0, "Elm", "Ash", "Fir", "Ivy", "Oak", "Yew")
    position.on("0AC", "Nyx").on("0AR", "Lux").on("0DL", "Jet").on("0DC", "Kit")
    game = position.begin().do("ability 0AL", "0AC", "0AR", "0DL", "0DC", "pass")
    game.do("dust Elm", "dust Ash")
    assert game.asks == "COST_CARD 0"
    game.do("dust Fir")
    assert game.asks == "RESPOND 1"  # the seventh was the last
    game.do("resolve")
    assert game.tapped("0DC")
    assert game.deck(0) == 29


def test_an_open_part_leaves_room_for_what_a_later_one_must_have() -> None:
    # R5.33
    text = user('tap_other = { type = "character", n = "any" }, dust = { n = 4 }') + CREW
    position = Position(text).on("0AL", "Host").dust(0, "Elm", "Ash", "Fir", "Ivy", "Oak")
    position.on("0AC", "Nyx").on("0AR", "Lux").on("0DL", "Jet").on("0DC", "Kit")
    game = position.begin().do("ability 0AL", "0AC", "0AR", "0DL")
    assert game.rule("0DC") == "R5.19"  # the question is for the dust box by now
    game.do("dust Elm", "dust Ash", "dust Fir", "dust Ivy", "resolve")
    assert not game.tapped("0DC")
    assert game.deck(0) == 29


def test_only_four_declarations_have_cards_named_at_once() -> None:
    # R5.33
    text = user("dust = { n = 1 }") + event_card("{ draw = 1 }", name="Ping")
    named = ("Elm", "Ash", "Fir", "Ivy", "Oak")
    position = Position(text).on("0AL", "Host").dust(0, *named).hand(1, *["Ping"] * 5)
    game: Game = position.begin().do("ability 0AL", "dust Elm")
    for name in named[1:4]:
        game.do("Ping", "ability 0AL", f"dust {name}")
    game.do("Ping")
    assert game.rule("ability 0AL") == "R5.33"
    game.do("resolve")
    assert game.legal("ability 0AL")
