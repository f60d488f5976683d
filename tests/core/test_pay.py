"""Prices inside effects, attacks on designated payment, new targets, where an event card goes."""

from __future__ import annotations

from lycee_core import defs
from tests.core.builder import Position, character, event_card

PRICE = '{ pay = { points = "SS" } }, { when_done = [{ draw = 2 }], else = [{ mill = 1 }] }'


def activated(name: str, cost: str, effect: str, more: str = "") -> str:
    return character(name, f'kind = "activated"\ncost = {{ {cost} }}\n{more}\neffect = [{effect}]')


def test_a_price_inside_an_effect_is_paid_at_once() -> None:
    # R5.30, R5.35
    game = Position(event_card(PRICE)).hand(0, "Test", "Birch").begin().do("Test", "resolve")
    assert game.asks == "MAY 0"
    game.do("yes")
    assert game.asks == "PAY 0"
    game.do("pay Birch")
    assert game.dust(0) == ["Birch", "Test"]
    assert game.deck(0) == 28
    assert game.links == []


def test_a_price_may_be_refused() -> None:
    # R5.35
    game = Position(event_card(PRICE)).hand(0, "Test", "Birch").begin().do("Test", "resolve", "no")
    assert game.deck(0) == 29
    assert game.hand(0) == ["Birch"]


def test_a_price_that_cannot_be_paid_is_refused() -> None:
    # R5.35, R1.14: with cards in the hand it is asked all the same, without it is not.
    game = Position(event_card(PRICE)).hand(0, "Test", "Recall").begin().do("Test", "resolve")
    assert game.rule("yes") == "R5.3"
    game.do("no")
    assert game.deck(0) == 29
    bare = Position(event_card(PRICE)).hand(0, "Test").bare(0).begin().do("Test", "resolve")
    assert bare.asks == "MAIN 0"
    assert bare.deck(0) == 29


def test_the_enemy_pays() -> None:
    # R5.35
    text = event_card('{ pay = { points = "S" }, seat = "enemy" }, { when_done = [{ draw = 1 }] }')
    game = Position(text).hand(0, "Test").hand(1, "Birch").begin().do("Test", "resolve")
    assert game.asks == "MAY 1"
    game.do("yes", "pay Birch")
    assert game.dust(1) == ["Birch"]
    assert game.deck(0) == 29


def test_a_price_takes_the_whole_table_of_a_cost() -> None:
    # R5.30, R5.33: a tap, a hand card, the own deck.
    price = '{ pay = { tap = true, hand = { n = 1, type = "character" }, mill = 1 } }'
    text = activated("Host", "", price + ", { when_done = [{ draw = 1 }] }")
    game = Position(text).on("0AL", "Host").hand(0, "Birch", "Gust").begin()
    game.do("ability 0AL", "resolve", "yes")
    assert game.rule("Gust") == "R5.19"
    game.do("Birch")
    assert game.tapped("0AL")
    assert game.dust(0) == ["Birch", "Filler"]
    assert game.deck(0) == 28
    # Tapped now: everybody sees that it cannot be paid, so nobody is asked.
    game.do("ability 0AL", "resolve")
    assert game.asks == "MAIN 0"


def test_a_price_behind_may_is_one_question() -> None:
    # R5.35
    text = event_card(
        '{ may = [{ pay = { points = "SS" } }, { when_done = [{ draw = 2 }] }],'
        " else = [{ mill = 1 }] }"
    )
    game = Position(text).hand(0, "Test", "Birch").begin().do("Test", "resolve", "yes")
    assert game.do("pay Birch").deck(0) == 28
    game = Position(text).hand(0, "Test", "Birch").begin().do("Test", "resolve", "no")
    assert game.deck(0) == 29


def test_the_cost_of_a_card_is_paid() -> None:
    # R5.30, R5.29
    text = event_card(
        '{ choose = "c", from = { zone = "dust", side = "own", type = "character" } },'
        ' { pay = { cost_of = "$c" } }, { when_done = [{ take = "$c" }] }'
    )
    game = Position(text).hand(0, "Test", "Birch").dust(0, "Ash").begin().do("Test", "resolve")
    if game.asks.startswith("CHOOSE"):
        game.do("dust Ash")
    game.do("yes")
    assert sum(game.state.owed()) == len(game.state.catalogue.card(game.names["Ash"]).cost)
    game.do("pay Birch")
    assert game.hand(0) == ["Ash"]


def test_a_number_in_a_price() -> None:
    # R5.35, R5.38
    text = event_card('{ pay = { points = { S = { chosen = "x" } }, x = { min = 1 } } }')
    game = Position(text).hand(0, "Test", "Birch").begin().do("Test", "resolve", "yes")
    assert game.asks == "AMOUNT 0"
    game.do("x 2", "pay Birch")
    assert game.dust(0) == ["Birch", "Test"]


def test_an_event_card_goes_where_it_says() -> None:
    # R7.25
    for word, zone in (("removed", defs.ZONE_REMOVED), ("hand", defs.ZONE_HAND)):
        text = event_card(f'{{ draw = 1 }}, {{ itself = "{word}" }}')
        game = Position(text).hand(0, "Test").begin().do("Test", "resolve")
        assert "Test" in game.zone(0, zone)
        assert game.dust(0) == []
    text = event_card('{ itself = "deck_bottom" }')
    game = Position(text).hand(0, "Test").begin().do("Test", "resolve")
    assert game.zone(0, defs.ZONE_DECK)[-1] == "Test"


VOID = """kind = "activated"
cost = {}
when = [{ responding = { kind = "payment", side = "enemy" } }]
target.card = { zone = "payment", side = "enemy" }
effect = [{ void_payment = "$card" }]"""


def test_a_designated_card_is_discarded() -> None:
    # R5.34, R5.22, CH-0022: the entry of Ash is not paid.
    position = Position(character("Thief", VOID)).on("1AL", "Thief").hand(0, "Ash", "Birch")
    game = position.begin().do("Ash", "0AL", "pay Birch")
    game.do("ability 1AL", game.state.zone(0, defs.ZONE_PAYMENT)[0])
    game.do("resolve")
    assert game.at("0AL") is None
    assert game.dust(0) == ["Birch", "Ash"]


def test_the_points_that_remain_may_suffice() -> None:
    # R5.22, N-06: Birch gives two of the two points that are owed; one of two cards is lost.
    text = character("Thief", VOID) + event_card("{ draw = 1 }", cost="SS")
    position = Position(text).on("1AL", "Thief").hand(0, "Test", "Birch", "Birch")
    game = position.begin().do("Test", "Birch", "Birch")
    game.do("ability 1AL", game.state.zone(0, defs.ZONE_PAYMENT)[0], "resolve")
    assert game.deck(0) == 29
    assert game.dust(0) == ["Birch", "Birch", "Test"]


def test_a_payment_can_only_be_attacked_where_there_is_one() -> None:
    # R7.23: "payment" is no kind of declaration, but any for which cards are designated.
    position = Position(character("Thief", VOID)).on("1AL", "Thief").hand(0, "Harvest", "Ash")
    game = position.begin().do("Harvest")
    assert game.rule("ability 1AL") == "R7.23"


def test_a_hand_card_of_the_cost_that_is_taken_away() -> None:
    # R5.34, R5.23: the part is not paid; the other parts are (R5.24).
    text = character("Thief", VOID) + activated(
        "Host", "hand = { n = 1 }, mill = 1", "{ draw = 1 }"
    )
    position = Position(text).on("1AL", "Thief").on("0AL", "Host").hand(0, "Birch")
    game = position.begin().do("ability 0AL", "Birch")
    game.do("ability 1AL", game.state.zone(0, defs.ZONE_PAYMENT)[0], "resolve")
    assert game.deck(0) == 29
    assert game.dust(0) == ["Birch", "Filler"]


def test_new_targets_for_a_declaration() -> None:
    # R7.39: the enemy's Frost taps another character of its own view.
    text = activated(
        "Jester",
        "",
        '{ retarget = "declaration" }',
        'when = [{ responding = { kind = "event_card", side = "enemy" } }]',
    )
    position = Position(text).on("0AL", "Jester").on("0AC", "Ash").on("1AL", "Elm")
    game = position.hand(1, "Frost", "Ivy").begin().do("pass")
    game.do("Frost", "0AC", "pay Ivy", "ability 0AL", "pass")
    assert game.asks == "TARGET 0"
    game.do("0AL")
    game.do("resolve")
    assert not game.tapped("0AC")
    assert game.tapped("0AL")


def test_a_declaration_without_targets_stays_as_it_is() -> None:
    # R7.39
    text = activated(
        "Jester",
        "",
        '{ retarget = "declaration" }, { when_done = [{ draw = 1 }] }',
        'when = [{ responding = "any" }]',
    )
    position = Position(text).on("0AL", "Jester").hand(1, "Harvest")
    game = position.begin().do("pass", "Harvest", "ability 0AL", "resolve")
    assert game.deck(0) == 30
