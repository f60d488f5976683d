"""What is heard: every event and every filter of events (R15, spec/cards.md section 9)."""

from __future__ import annotations

import pytest

from tests.core.builder import Game, Position, character, event_card

MILL = "{ mill = 1 }"


def ear(event: str, effect: str = MILL, more: str = "", name: str = "Ear") -> str:
    """A character with one triggered ability and no values that matter."""
    lines = f'kind = "triggered"\non = {{ event = {event} }}\n{more}\neffect = [{effect}]'
    return character(name, lines, values="0/9/0")


def heard(game: Game) -> int:
    """How often Ear of seat 1 heard something: it milled a card each time."""
    while game.asks.startswith("ORDER"):
        game.do("order 0")
    return 30 - game.deck(1)


def table(event: str, *more: str) -> Position:
    """Ear of seat 1 in its left DF; Ash, Elm and Hazel (Dash) of seat 0 attack from the AF."""
    position = Position(ear(event) + "".join(more)).on("1DL", "Ear").on("1DR", "Gorse")
    return position.on("0AL", "Ash").on("0AC", "Elm").on("0AR", "Hazel")


SEND = event_card(
    '{ discard = "$one" }', more='target.one = { type = "character" }', name="Sinkhole"
)
RETURN = event_card(
    '{ return = "$one" }', more='target.one = { type = "character" }', name="Homing"
)
LOSE = event_card('{ lose = { name = "Hazel" }, basic = "all" }', name="Fatigue")
RAISE = event_card(
    '{ take = { zone = "dust", side = "own", n = 1 } }', name="Raise"
)  # from the dust box
UNDER = event_card('{ send = { zone = "dust", side = "own", n = 1 }, to = "deck_bottom" }',
                   name="Under")  # fmt: skip
FIGHT = ["attack 0AL", "resolve", "1DR", "fight"]
NO_FIGHT = ["attack 0AL", "resolve", "pass", "fight"]


@pytest.mark.parametrize(
    ("event", "words", "times"),
    [
        # who takes part in a battle, and how it ends
        ('"defender_named", against = { name = "Ash" }', FIGHT, 1),
        ('"defender_named", against = { name = "Elm" }', FIGHT, 0),
        ('"downed", against = { name = "Hazel" }', ["attack 0AR", "resolve", "pass"], 0),
        ('"battles"', FIGHT, 1),
        ('"battles", what = { side = "enemy" }', FIGHT, 1),
        ('"battles", what = { side = "own" }', FIGHT, 1),
        ('"battles", what = { side = "own" }, against = { name = "Ash" }', FIGHT, 1),
        ('"battles", what = { side = "own" }, against = { name = "Elm" }', FIGHT, 0),
        ('"battles"', NO_FIGHT[:3], 1),
        ('"battle_ended"', FIGHT, 1),
        ('"battle_ended", what = { name = "Gorse" }', FIGHT, 1),
        ('"battle_ended", what = { name = "Ash" }', FIGHT, 1),
        ('"battle_ended", what = { name = "Elm" }', FIGHT, 0),
        ('"battle_ended", what = { name = "Ash" }, survived = true', FIGHT, 0),
        ('"battle_ended", what = { name = "Ash" }, survived = false', FIGHT, 1),
        ('"battle_ended", halted = true', FIGHT, 0),
        ('"supports_closed"', FIGHT, 1),
        ('"supports_closed"', ["attack 0AL", "resolve", "1DR"], 0),
        ('"battle_started", against = { name = "Gorse" }', FIGHT, 1),
        ('"attack_declared", against = { name = "Gorse" }', FIGHT, 1),
        ('"battle_started", column = "same"', FIGHT, 1),
        ('"battle_started", column = "other"', FIGHT, 0),
        ('"supported", supported = { name = "Ash" }',
         ["attack 0AL", "resolve", "1DR", "support 0AC", "resolve"], 1),
        ('"support_declared", supported = { name = "Hazel" }',
         ["attack 0AL", "resolve", "1DR", "support 0AC", "resolve"], 0),
        ('"supported", cause = { card = { name = "Elm" } }',
         ["attack 0AL", "resolve", "1DR", "support 0AC", "resolve"], 1),
        # who did it
        ('"downed", cause = { kind = "battle" }', FIGHT, 2),
        ('"downed", cause = { kind = "battle", side = "own" }', FIGHT, 1),
        ('"downed", cause = { side = "enemy" }', FIGHT, 1),
        ('"downed", cause = { card = { name = "Gorse" } }', FIGHT, 1),
        ('"left", cause = { kind = "event_card" }', ["Sinkhole", "0AC", "resolve"], 1),
        ('"left", cause = { side = "own" }', ["Sinkhole", "0AC", "resolve"], 0),
        ('"left", cause = { kind = ["battle", "rule"] }', ["Sinkhole", "0AC", "resolve"], 0),
        ('"left", cause = { card = { type = "event_card" } }', ["Sinkhole", "0AC", "resolve"], 1),
        ('"tapped", cause = { kind = "cost" }', ["attack 0AL", "resolve"], 1),
        ('"tapped", what = { side = "own" }, cause = { kind = "battle" }', FIGHT, 1),
        ('"moved", cause = { kind = "basic" }', ["step 0DL", "0DC", "resolve"], 1),
        # where from and where to
        ('"left", to = "dust"', ["Sinkhole", "0AC", "resolve"], 1),
        ('"left", to = ["hand", "removed"]', ["Sinkhole", "0AC", "resolve"], 0),
        ('"left", to = "hand"', ["Homing", "0AC", "resolve"], 1),
        ('"left", from_cell = { side = "enemy", row = "AF" }', ["Homing", "0AC", "resolve"], 1),
        ('"left", from_cell = { side = "enemy", row = "DF" }', ["Homing", "0AC", "resolve"], 0),
        ('"moved", into = { column = "centre" }', ["step 0DL", "0DC", "resolve"], 1),
        ('"moved", from_cell = { column = "left" }, into = { column = "centre" }',
         ["step 0DL", "0DC", "resolve"], 1),
        ('"moved", into = { column = "left" }', ["step 0DL", "0DC", "resolve"], 0),
        ('"entered", from = "hand"', ["Fir", "0DR", "resolve"], 1),
        ('"entered", from = ["dust", "conversion"]', ["Fir", "0DR", "resolve"], 0),
        ('"entered", into = { row = "DF" }', ["Fir", "0DR", "resolve"], 1),
        ('"entered", into = { row = "AF" }', ["Fir", "0DR", "resolve"], 0),
        ('"reached_dust", from = "field"', ["Sinkhole", "0AC", "resolve"], 1),
        ('"reached_dust", from = "chain"', ["Sinkhole", "0AC", "resolve"], 1),
        ('"reached_dust", from = "hand"', ["Sinkhole", "0AC", "resolve"], 0),
        # cards
        ('"milled", whose = "own"', NO_FIGHT[:3], 0),
        ('"taken", whose = "enemy"', ["Raise", "resolve"], 1),
        ('"taken", from = "dust", what = { name = "Birch" }', ["Raise", "resolve"], 1),
        ('"taken", from = "removed"', ["Raise", "resolve"], 0),
        ('"returned_to_deck", from = "dust"', ["Under", "resolve"], 1),
        ('"returned_to_deck", whose = "own"', ["Under", "resolve"], 0),
        ('"equipped", item = { name = "Shield" }', ["Shield", "0AL", "pay Escort", "resolve"], 1),
        ('"equipped", item = { name = "Flag" }', ["Shield", "0AL", "pay Escort", "resolve"], 0),
        ('"area_placed", into = { side = "enemy", column = "left" }',
         ["Ridge", "@0AL", "pay Escort", "resolve"], 1),
        ('"paid_with", card = { name = "Shield" }', ["Shield", "0AL", "pay Escort", "resolve"], 1),
        ('"paid_with", what = { name = "Escort" }, kind = "item"',
         ["Shield", "0AL", "pay Escort", "resolve"], 1),
        ('"paid_with", kind = "area"', ["Shield", "0AL", "pay Escort", "resolve"], 0),
        # the chain
        ('"declared", kind = "event_card", side = "enemy"', ["Sinkhole", "0AC"], 1),
        ('"declared", kind = "event_card", side = "own"', ["Sinkhole", "0AC"], 0),
        ('"declared", card = { name = "Sinkhole" }', ["Sinkhole", "0AC"], 1),
        ('"declared", kind = ["attack", "support"]', ["Sinkhole", "0AC"], 0),
        ('"resolved", kind = "event_card"', ["Sinkhole", "0AC"], 0),
        ('"resolved", kind = "event_card"', ["Sinkhole", "0AC", "resolve"], 1),
        ('"cancelled"', ["Sinkhole", "0AC", "resolve"], 0),
        ('"event_used", side = "enemy"', ["Sinkhole", "0AC", "resolve"], 1),
        ('"targeted", what = { name = "Elm" }', ["Sinkhole", "0AC"], 1),
        ('"targeted", what = { side = "own" }', ["Sinkhole", "0AC"], 0),
        ('"targeted", card = { name = "Sinkhole" }, side = "enemy"', ["Sinkhole", "0AC"], 1),
        ('"basic_used", basic = "Step"', ["step 0DL", "0DC", "resolve"], 1),
        ('"basic_used", basic = ["Jump", "Touch"]', ["step 0DL", "0DC", "resolve"], 0),
        ('"special_used", ability = "Reach"', ["ability 0DL", "resolve"], 1),
        ('"special_used", ability = "Grip"', ["ability 0DL", "resolve"], 0),
        ('"ability_lost", basic = "Dash"', ["Fatigue", "resolve"], 1),
        ('"ability_lost", basic = "Step"', ["Fatigue", "resolve"], 0),
    ],
)  # fmt: skip
def test_events_and_their_filters(event: str, words: list[str], times: int) -> None:
    # R15.1, R15.3, R8.36
    agent = character(
        "Agent", 'kind = "activated"\nname = "Reach"\ncost = {}\neffect = [{ tap = "self" }]',
        basic='{ name = "Step", cost = {} }',
    )  # fmt: skip
    position = table(event, SEND, RETURN, LOSE, RAISE, UNDER, agent).on("0DL", "Agent")
    position.hand(0, "Sinkhole", "Homing", "Fatigue", "Raise", "Under", "Fir", "Shield", "Ridge")
    game = position.hand(0, "Escort").dust(0, "Birch").begin()
    assert heard(game.do(*words)) == times


def test_the_damage_to_a_deck_is_heard_with_its_amount() -> None:
    # R8.32: Ash deals 3.
    for more, times in (
        ('taken = "you", amount = 3', 4),
        ('taken = "enemy"', 3),
        ("amount = { le = 2 }", 3),
        ('dealt = { name = "Ash" }', 4),
    ):
        game = table(f'"deck_damage", {more}').begin().do(*NO_FIGHT)
        assert heard(game) == times, more


def test_cards_drawn_are_heard_one_by_one_and_stay_hidden() -> None:
    # R1.14
    game = table('"drawn", whose = "enemy"', event_card("{ draw = 3 }")).hand(0, "Test").begin()
    assert heard(game.do("Test", "resolve")) == 3


def test_a_face_that_is_not_public_triggers_nothing() -> None:
    # R1.14: both replicas must agree, so a drawn card is never asked what it is.
    more = event_card("{ draw = 3 }")
    game = table('"drawn", what = { type = "event_card" }', more).hand(0, "Test").begin()
    assert heard(game.do("Test", "resolve")) == 0


def test_wake_up_and_warm_up_are_heard_once_a_turn() -> None:
    # R4.2
    for event in ("wake_up", "warm_up"):
        game = table(f'"{event}", whose = "own"').begin().do("pass", "pass")
        assert game.asks == "MAIN 1"
        assert heard(game) == 1 + 2, event  # a card milled, two drawn


def test_a_halted_battle_is_heard_only_where_the_text_says_so() -> None:
    # R8.26, N-33
    halt = event_card("{ halt_battle = true }", name="Halt")
    for more, times in ((", halted = true", 1), ("", 0)):
        game = table(f'"battle_ended"{more}', halt).hand(0, "Halt").begin()
        game.do("attack 0AL", "resolve", "pass", "Halt", "resolve")
        assert heard(game) == times


def test_a_card_that_was_cancelled_was_not_used() -> None:
    # R7.25
    used = '"event_used", card = { name = "Sinkhole" }'
    for event, times in ((used, 0), ('"cancelled", kind = "event_card"', 1)):
        stop = event_card('{ cancel = "declaration" }', name="Stop")
        game = table(event, SEND, stop).hand(0, "Sinkhole").hand(1, "Stop").begin()
        game.do("Sinkhole", "0AC", "Stop")
        assert heard(game.do("resolve")) == times


def test_the_cause_can_be_acted_on() -> None:
    # R15.8: the card of the declaration that targets.
    text = ear('"targeted", what = "self"', '{ tap = "cause" }')
    agent = character(
        "Agent",
        'kind = "activated"\ncost = {}\ntarget.foe = { side = "enemy", type = "character" }\n'
        "effect = [{ mill = 1 }]",
    )
    game = Position(text + agent).on("1DL", "Ear").on("0AL", "Agent").begin()
    game.do("ability 0AL", "1DL")
    assert game.tapped("0AL")


def test_what_a_card_was_stays_readable_to_who_saw_it_leave() -> None:
    # R15.8: cell, values and flags of the moment it left.
    effects = (
        '{ mill = { value = "ap", of = "subject" } },'
        '{ if = [{ is = ["subject", { row = "AF", tapped = true, column = "same" }] }],'
        "then = [{ mill = 5 }] }"
    )
    text = ear('"left", what = { side = "enemy" }', effects)
    boost = event_card('{ change = { name = "Ash" }, ap = 4 }, { tap = { name = "Ash" } }')
    position = Position(text + boost + RETURN).on("1DR", "Ear").on("0AL", "Ash")
    game = position.hand(0, "Test", "Homing").begin()
    game.do("Test", "resolve", "Homing", "0AL", "resolve")
    assert heard(game) == 7 + 5


def test_a_card_that_left_is_again_what_it_is_where_it_lies() -> None:
    # R15.8: a selector of a zone looks at the card, not at what it was.
    text = ear('"left"', '{ mill = { highest = "ap", over = { zone = "dust", side = "enemy" } } }')
    boost = event_card('{ change = { name = "Ash" }, ap = 4 }')
    position = Position(text + boost + SEND).on("1DR", "Ear").on("0AL", "Ash")
    game = position.hand(0, "Test", "Sinkhole").begin()
    game.do("Test", "resolve", "Sinkhole", "0AL", "resolve")
    assert heard(game) == 3
