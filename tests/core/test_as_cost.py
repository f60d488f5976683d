"""What is declared as a cost: points from abilities, inside a payment (R5.20, R5.40, R5.41)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Game, Position, character, event_card

BIG = event_card("{ draw = 2 }", cost="MMMM", name="Big")
SMALL = event_card("{ draw = 1 }", cost="S", name="Small")
PAIR = event_card("{ draw = 1 }", cost="M*", name="Pair")
BONUS = event_card("{ draw = 0 }", cost="SS", name="Bonus").replace(
    'kind = "event_card"\n\neffect = [{ draw = 0 }]',
    'kind = "as_cost"\ncost = {}\neffect = [{ points = 4, attributes = "one" }]',
)


def giver(name: str, cost: str, points: str, more: str = "") -> str:
    """A free character whose ability, declared as a cost, gives points."""
    return character(
        name, f'kind = "as_cost"\ncost = {{ {cost} }}\n{more}\neffect = [{{ {points} }}]'
    )


def offers(game: Game, word: str) -> bool:
    return game.code(word) in game.state.legal_decisions()


WELL = giver("Well", "tap = true", 'points = 2, attributes = "any"')


# ---- cards of the hand


def test_an_event_card_that_gives_points_is_never_declared_by_itself() -> None:
    # R5.20, D-23
    game = Position(BONUS).hand(0, "Bonus", "Birch").begin()
    assert game.rule("Bonus") == "R5.20"


def test_an_event_card_gives_its_points_inside_a_payment() -> None:
    # R5.20: paid with its own cost, in the attribute that is chosen; it goes to the dust box.
    game = Position(BIG + BONUS).hand(0, "Big", "Bonus", "Birch").begin()
    game.do("Big", "give Bonus")
    assert game.asks == "PAY 0"
    assert game.state.owed() == (2, 0, 0, 0, 0, 0)
    game.do("pay Birch")
    assert game.asks == "NUMBER 0"
    game.do("number 1")
    assert game.dust(0) == ["Birch", "Bonus"]
    assert game.state.owed() == (0, 4, 0, 0, 0, 0)
    game.do("pass", "resolve")
    assert game.dust(0) == ["Birch", "Bonus", "Big"]
    assert game.deck(0) == 28


def test_what_cannot_be_paid_by_hand_is_offered_when_a_helper_suffices_and_only_then() -> None:
    # R5.41: two snow points pay for four of one attribute; one does not.
    assert offers(Position(BIG + BONUS).hand(0, "Big", "Bonus", "Birch").begin(), "Big")
    assert not offers(Position(BIG + BONUS).hand(0, "Big", "Bonus", "Ash (cook)").begin(), "Big")
    mixed = BIG.replace('cost = "MMMM"', 'cost = "MMMF"')
    assert not offers(Position(mixed + BONUS).hand(0, "Big", "Bonus", "Birch").begin(), "Big")


def test_another_attribute_leaves_the_cost_uncovered_and_the_declaration_does_nothing() -> None:
    # R5.41, R5.23: the hand cannot complete it, so it may be given up.
    game = Position(BIG + BONUS).hand(0, "Big", "Bonus", "Birch").begin()
    game.do("Big", "give Bonus", "pay Birch", "number 0")
    assert game.legal("pass")
    game.do("pass", "resolve")
    assert game.deck(0) == 30
    assert game.dust(0) == ["Birch", "Bonus", "Big"]
    assert game.asks == "MAIN 0"


def test_a_payment_that_the_hand_can_complete_is_not_given_up() -> None:
    # R5.12, R5.41
    game = Position(SMALL + BONUS).hand(0, "Small", "Bonus", "Birch", "Ash").begin().do("Small")
    assert game.rule("pass") == "R5.12"
    game.do("give Bonus")
    assert game.rule("pass") == "R5.12"


def test_nothing_is_declared_as_a_cost_when_the_points_are_covered() -> None:
    # R5.40
    game = Position(PAIR + BONUS + WELL).on("0AL", "Well").hand(0, "Pair", "Bonus", "Birch").begin()
    game.do("Pair", "ability 0AL")
    assert game.legal("pass")
    assert game.rule("give Bonus") == "R5.40"


def test_surplus_points_vanish() -> None:
    # R5.8: four points for a cost of one; the next payment begins anew.
    hand = ("Small", "Bonus", "Birch", "Test")
    game = Position(SMALL + BONUS + event_card("{ draw = 1 }", cost="S")).hand(0, *hand).begin()
    game.do("Small", "give Bonus", "pay Birch", "number 0", "pass", "resolve")
    assert game.hand(0) == ["Test", "Filler"]
    assert not game.legal("Test")


def test_an_event_card_of_the_enemy_does_not_help() -> None:
    # R5.40
    game = Position(PAIR + BONUS).hand(0, "Pair", "Hazel", "Elm").hand(1, "Bonus", "Birch").begin()
    game.do("Pair")
    token = game.token("Bonus", defs.ZONE_HAND, 1)
    assert game.rule(defs.CODE_OUTSIDE + token) == "R5.40"


def test_a_hand_card_shows_itself_and_stays() -> None:
    # works_in = "hand": no event card; it comes back (R5.40), and the hand is shuffled (R2.23).
    text = giver("Page", "mill = 1", 'points = 1, attributes = "own"', 'works_in = "hand"')
    game = Position(SMALL + text).hand(0, "Small", "Page").begin()
    game.do("Small", "give Page")
    assert game.deck(0) == 29
    assert game.hand(0) == ["Page"]
    assert game.state.knowledge(game.token("Page", defs.ZONE_HAND, 0)) == 1
    game.do("pass", "resolve")
    assert game.hand(0) == ["Page", "Filler"]


def test_a_hand_card_leaves_as_its_own_cost() -> None:
    # R5.37
    text = giver("Page", 'leave = "removed"', "points = 2", 'works_in = "hand"')
    game = Position(event_card("{ draw = 1 }", cost="SS") + text).hand(0, "Test", "Page").begin()
    game.do("Test", "give Page", "pass", "resolve")
    assert "Page" in game.zone(0, defs.ZONE_REMOVED)
    assert game.dust(0) == ["Test"]


# ---- cards in play


def test_a_character_taps_for_points_at_once() -> None:
    # R5.20: carried out on the spot, while the declaration is still being made.
    game = Position(PAIR + WELL).on("0AL", "Well").hand(0, "Pair").begin()
    assert offers(game, "Pair")
    game.do("Pair", "ability 0AL")
    assert game.tapped("0AL")
    game.do("pass", "resolve")
    assert game.dust(0) == ["Pair"]
    assert game.deck(0) == 29


@pytest.mark.parametrize("state", ["tapped", "new"])
def test_a_character_that_cannot_pay_a_tap_gives_nothing(state: str) -> None:
    # R5.17, R6.10
    game = Position(PAIR + WELL).on("0AL", "Well", state).hand(0, "Pair").begin()
    assert not offers(game, "Pair")


def test_a_card_and_points_pay_together() -> None:
    # R5.8, R5.40
    text = event_card("{ draw = 1 }", cost="SSM")
    game = Position(text + WELL).on("0AL", "Well").hand(0, "Test", "Ash").begin()
    game.do("Test", "Ash", "ability 0AL", "pass", "resolve")
    assert game.dust(0) == ["Ash", "Test"]


def test_several_helpers_are_combined() -> None:
    # R5.20
    two = WELL.replace('"Well"', '"Spring"').replace("CH-1", "CH-3")
    text = event_card("{ draw = 1 }", cost="SMFL")
    game = Position(text + WELL + two).on("0AL", "Well").on("0AR", "Spring").hand(0, "Test").begin()
    game.do("Test", "ability 0AL", "ability 0AR", "pass", "resolve")
    assert game.deck(0) == 29
    alone = Position(text + WELL).on("0AL", "Well").hand(0, "Test").begin()
    assert not offers(alone, "Test")


def test_a_helper_pays_for_another() -> None:
    # R5.40: nested; two snow points become four moon points.
    game = Position(BIG + BONUS + WELL).on("0AL", "Well").hand(0, "Big", "Bonus").begin()
    assert offers(game, "Big")
    game.do("Big", "give Bonus", "ability 0AL", "pass")
    assert game.asks == "NUMBER 0"
    game.do("number 1", "pass", "resolve")
    assert game.deck(0) == 28


def test_the_tap_of_the_declaration_itself_is_spoken_for() -> None:
    # R5.16
    text = character(
        "Both",
        'kind = "as_cost"\ncost = { tap = true }\neffect = [{ points = 2, attributes = "any" }]'
        '\n---kind = "activated"\ncost = { tap = true, points = "S" }\neffect = [{ draw = 1 }]',
    )
    game = Position(text).on("0AL", "Both").hand(0, "Idle").begin()
    assert not offers(game, "ability 0AL 1")
    paid = Position(text).on("0AL", "Both").hand(0, "Ash").begin().do("ability 0AL 1")
    assert paid.rule("ability 0AL") == "R5.40"


def test_limits_count_and_the_source_may_speak_again_without() -> None:
    # R7.31
    text = event_card("{ draw = 1 }", cost="MM")
    once = giver("Mint", 'points = "S"', 'points = 1, attributes = ["moon"]',
                 'limit = { n = 1, per = "turn" }')  # fmt: skip
    hand = ("Test", "Ash", "Birch")
    game = Position(text + once).on("0AL", "Mint").hand(0, *hand).begin()
    assert not offers(game, "Test")
    free = once.replace('limit = { n = 1, per = "turn" }', "")
    game = Position(text + free).on("0AL", "Mint").hand(0, *hand).begin()
    assert offers(game, "Test")
    game.do("Test", "ability 0AL", "Ash", "ability 0AL", "Birch", "pass", "resolve")
    assert game.dust(0) == ["Ash", "Birch", "Test"]


@pytest.mark.parametrize(
    ("uses", "fits"), [("entry", True), ("event_card", False), ("special", False), ("item", False)]
)
def test_points_only_for_some_declarations(uses: str, fits: bool) -> None:
    # R5.40
    text = giver("Gate", "tap = true", f'points = 1, attributes = "any", only_for = ["{uses}"]')
    game = Position(text).on("0AL", "Gate").hand(0, "Ash", "Idle").begin()
    assert offers(game, "Ash") == fits
    assert offers(Position(text + SMALL).on("0AL", "Gate").hand(0, "Small").begin(), "Small") == (
        uses == "event_card"
    )


def test_points_only_for_the_card_itself() -> None:
    # R5.40: what is being declared pays for itself, and for nothing else.
    text = giver("Debt", "mill = 2", 'points = 2, only_for = ["this_card"]', 'works_in = "hand"')
    text = text.replace('cost = "0"', 'cost = "SS"')
    game = Position(text + PAIR).hand(0, "Debt", "Pair").begin()
    assert not offers(game, "Pair")
    game.do("Debt", "0AL", defs.CODE_OUTSIDE + game.token("Debt", defs.ZONE_HAND, 0))
    assert game.deck(0) == 28
    game.do("pass", "resolve")
    assert game.at("0AL") == "Debt"


def test_a_target_is_named_and_tapped_inside_the_payment() -> None:
    # R7.19, R7.26
    text = BONUS.replace("cost = {}", 'cost = {}\ntarget.friend = { side = "own", tapped = false }')
    text = text.replace("effect = [{", 'effect = [{ tap = "$friend" }, {')
    position = Position(BIG + text).on("0AL", "Ash").on("0AR", "Elm", "tapped")
    game = position.hand(0, "Big", "Bonus", "Birch").begin().do("Big", "give Bonus")
    assert game.asks == "TARGET 0"
    assert game.rule("0AR") == "R7.19"
    game.do("0AL", "pay Birch")
    assert game.tapped("0AL")
    game.do("number 1", "pass", "resolve")
    assert game.deck(0) == 28
    nobody = Position(BIG + text).on("0AR", "Elm", "tapped").hand(0, "Big", "Bonus", "Birch")
    assert not offers(nobody.begin(), "Big")


def test_what_is_discarded_gives_its_own_points() -> None:
    # The worked example of a pawnbroker: an item is given, its EX becomes points.
    text = giver(
        "Pawn",
        'hand = { type = "item", n = 1 }',
        'points = { value = "ex", of = "paid" }, attributes = { of = "paid" }',
    )
    position = Position(text + event_card("{ draw = 1 }", cost="F"))
    game = position.on("0AL", "Pawn").hand(0, "Test", "Shield").begin()
    game.do("Test", "ability 0AL")
    assert game.asks == "COST_CARD 0"
    game.do("Shield")
    assert game.dust(0) == ["Shield"]
    game.do("pass", "resolve")
    assert game.deck(0) == 29


# ---- effects inside a payment


def test_it_may_look_and_search_inside_a_payment() -> None:
    # R5.20: chance is asked in the middle of the declaration; then the payment goes on.
    text = character(
        "Clerk",
        'kind = "as_cost"\ncost = { tap = true }\neffect = [{ look = { zone = "deck_top",'
        ' side = "own", n = 2 } }, { search = { zone = "deck", side = "own" }, shown = true,'
        ' to = "hand" }, { points = 1, attributes = "any" }]',
    )
    game = Position(SMALL + text).on("0AL", "Clerk").hand(0, "Small").begin()
    game.do("Small", "ability 0AL")
    assert game.asks == "CHOOSE 0"
    game.do(game.state.legal_decisions()[-1])
    assert game.asks == "PAY 0"
    assert game.hand(0) == ["Filler"]
    game.do("pass", "resolve")
    assert game.hand(0) == ["Filler", "Filler"]


def test_points_may_be_left_to_what_is_found() -> None:
    # R5.41: nothing is certain, so it is offered, and may come to nothing.
    text = character(
        "Diver",
        'kind = "as_cost"\ncost = { mill = 1 }\nlimit = { n = 1, per = "turn" }\neffect = ['
        '{ if = [{ exists = { zone = "dust", side = "own", type = "item" } }],'
        ' then = [{ points = 3, attributes = "any" }] }]',
    )
    game = Position(SMALL + text).on("0AL", "Diver").hand(0, "Small").begin()
    assert offers(game, "Small")
    game.do("Small", "ability 0AL")
    assert game.state.legal_decisions() == [defs.CODE_PASS]
    game.do("pass", "resolve")
    assert game.hand(0) == []
    assert game.dust(0) == ["Filler", "Small"]


def test_triggers_wait_until_the_declaration_stands() -> None:
    # R15.1
    text = character(
        "Watch",
        'kind = "triggered"\non = { event = "tapped", what = { side = "own" } }'
        "\neffect = [{ mill = 1 }]",
    )
    game = Position(PAIR + WELL + text).on("0AL", "Well").on("0AR", "Watch").hand(0, "Pair").begin()
    game.do("Pair", "ability 0AL")
    assert game.deck(0) == 30
    game.do("pass")
    assert game.deck(0) == 29
    assert game.asks == "RESPOND 1"


def test_a_source_that_leaves_inside_the_payment_pays_no_tap() -> None:
    # R5.31, R5.40
    text = character(
        "Torn",
        'kind = "as_cost"\ncost = { leave = "dust" }\neffect = [{ points = 1 }]'
        '\n---kind = "activated"\ncost = { tap = true, points = "S" }\neffect = [{ draw = 1 }]',
    )
    game = Position(text).on("0AL", "Torn").hand(0, "Idle").begin()
    game.do("ability 0AL 1", "ability 0AL", "pass", "resolve")
    assert game.at("0AL") is None
    assert game.deck(0) == 30
    assert game.asks == "MAIN 0"
    assert not game.state.is_tapped(0)


def test_the_last_card_of_the_deck_loses_inside_a_payment() -> None:
    # R16.2
    text = giver("Pit", "mill = 1", 'points = 1, attributes = "any"')
    position = Position(SMALL + text).on("0AL", "Pit").hand(0, "Small")
    position.decks = [1, 30]
    game = position.begin().do("Small", "ability 0AL")
    assert game.end == (1, "deck-out")


# ---- other payments


def test_a_price_inside_an_effect_takes_points_too() -> None:
    # R5.30
    text = event_card('{ pay = { points = "SS" } }, { when_done = [{ draw = 2 }] }')
    game = Position(text + WELL).on("0AL", "Well").hand(0, "Test").begin()
    game.do("Test", "resolve", "yes", "ability 0AL", "pass")
    assert game.deck(0) == 28


def test_a_response_is_paid_with_points() -> None:
    # R5.20
    position = (
        Position(PAIR + WELL + SMALL).on("1AL", "Well").hand(0, "Small", "Ash").hand(1, "Pair")
    )
    game = position.begin().do("Small", "pay Ash")
    assert offers(game, "Pair")
    game.do("Pair", "ability 1AL", "pass", "resolve")
    assert game.deck(1) == 29


def test_a_move_is_paid_with_points() -> None:
    # R10.2
    text = WELL + character("Strider", "", basic='{ name = "Step", cost = { points = "F" } }')
    game = Position(text).on("0AL", "Well").on("0AR", "Strider").hand(0, "Idle").begin()
    game.do("step 0AR", "@0AC", "ability 0AL", "pass", "resolve")
    assert game.at("0AC") == "Strider"


def test_a_granted_ability_gives_points() -> None:
    # R14.7
    text = event_card(
        '{ grant = { side = "own", type = "character" }, ability = { kind = "as_cost",'
        ' cost = { tap = true }, effect = [{ points = 1, attributes = "own" }] } }',
        name="Gift",
    )
    game = Position(text + SMALL).on("0AL", "Ash").hand(0, "Gift", "Small").begin()
    assert not offers(game, "Small")
    game.do("Gift", "resolve")
    assert offers(game, "Small")
    game.do("Small", "ability 0AL", "pass", "resolve")
    assert game.tapped("0AL")


def test_a_designated_point_stays_when_a_card_is_taken_out() -> None:
    # R5.22, R5.34: what is left suffices.
    thief = event_card('{ void_payment = { zone = "payment", side = "enemy", n = 1 } }',
                       name="Thief")  # fmt: skip
    text = event_card("{ draw = 1 }", cost="SS")
    position = (
        Position(text + WELL + thief).on("0AL", "Well").hand(0, "Test", "Ash").hand(1, "Thief")
    )
    game = position.begin().do("Test", "ability 0AL", "Ash", "pass", "Thief", "resolve")
    assert game.deck(0) == 29


# ---- cards of the dust box


def test_a_card_of_the_dust_box_leaves_the_game_for_points() -> None:
    # R5.40: its text lets it work there.
    text = giver("Ghost", 'leave = "removed"', "points = 1", 'works_in = "dust"')
    game = Position(SMALL + text).hand(0, "Small").dust(0, "Ghost").begin()
    assert offers(game, "Small")
    token = game.token("Ghost", defs.ZONE_DUST)
    game.do("Small", defs.CODE_OUTSIDE + token, "pass", "resolve")
    assert game.state.place(token) == defs.ZONE_REMOVED
    assert game.deck(0) == 29


def test_a_card_of_the_dust_box_stays_there_where_its_cost_says_nothing_else() -> None:
    text = giver("Ghost", "mill = 1", "points = 1", 'works_in = "dust"')
    game = Position(SMALL + text).hand(0, "Small").dust(0, "Ghost").begin()
    token = game.token("Ghost", defs.ZONE_DUST)
    game.do("Small", defs.CODE_OUTSIDE + token, "pass", "resolve")
    assert game.state.place(token) == defs.ZONE_DUST
    assert game.deck(0) == 28


def test_a_card_of_the_hand_gives_nothing_from_the_dust_box() -> None:
    text = giver("Page", "mill = 1", "points = 1", 'works_in = "hand"')
    assert not offers(Position(SMALL + text).hand(0, "Small").dust(0, "Page").begin(), "Small")


def test_a_card_of_a_pile_gives_points_there() -> None:
    # R15.17
    text = giver("Hoard", 'leave = "dust"', "points = 1", 'works_in = "pile:Den"')
    keep = event_card('{ pile = { zone = "hand", side = "own", n = 1 }, to = "Den" }',
                      name="Keep")  # fmt: skip
    game = Position(SMALL + text + keep).hand(0, "Keep", "Hoard", "Small").begin()
    game.do("Keep", "resolve")
    while game.asks == "CHOOSE 0":
        game.do("Hoard")
    token = game.token("Hoard", defs.ZONE_PILE)
    game.do("Small", defs.CODE_OUTSIDE + token, "pass", "resolve")
    assert game.state.place(token) == defs.ZONE_DUST
    assert game.deck(0) == 29


def test_an_event_card_leaves_the_game_as_its_own_cost() -> None:
    # R5.37, R5.40
    text = BONUS.replace("cost = {}", 'cost = { leave = "removed" }')
    game = Position(BIG + text).hand(0, "Big", "Bonus", "Birch").begin()
    token = game.token("Bonus", defs.ZONE_HAND)
    game.do("Big", "give Bonus", "pay Birch", "number 1", "pass", "resolve")
    assert game.state.place(token) == defs.ZONE_REMOVED
    assert game.deck(0) == 28
