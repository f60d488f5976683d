"""What is said of a payment: riders, changed EX, who may pay, where paid cards go."""

from __future__ import annotations

import pytest

from lycee_core import blob, defs, loader, program
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, character, event_card
from tests.core.test_as_cost import WELL, giver, offers

SMALL = event_card("{ draw = 1 }", cost="S", name="Small")
PAIR = event_card("{ draw = 1 }", cost="SS", name="Pair")


def passive(name: str, effect: str) -> str:
    return character(name, f'kind = "passive"\neffect = [{effect}]')


def zone(game: Game, seat: int, name: str) -> int:
    """Where the first card of that name of a seat lies."""
    for token in range(60 * seat, 60 * seat + 60):
        if game.name(token) == name:
            return game.state.place(token)
    raise LookupError(name)


# ---- riders


def test_something_follows_the_declaration_that_was_paid_for() -> None:
    # R5.44
    text = giver("Herald", "tap = true", 'points = 1 }, { rider = "paid", after = [{ mill = 2 }]')
    game = Position(SMALL + text).on("0AL", "Herald").hand(0, "Small").begin()
    game.do("Small", "ability 0AL", "pass")
    assert game.deck(0) == 30
    game.do("resolve")
    assert game.deck(0) == 27
    assert game.hand(0) == ["Filler"]


def test_nothing_follows_a_declaration_that_does_nothing() -> None:
    # R5.44: cancelled; and no later declaration is meant by it (R15.8).
    stop = event_card("{ cancel = \"declaration\" }", name="Stop",
                      more='when = [{ responding = { side = "enemy" } }]')  # fmt: skip
    text = giver("Herald", "tap = true", 'points = 1 }, { rider = "paid", after = [{ mill = 2 }]')
    game = Position(SMALL + stop + text).on("0AL", "Herald")
    play = game.hand(0, "Small", "Gust", "Small").hand(1, "Stop").begin()
    play.do("Small", "ability 0AL", "pass", "Stop", "resolve")
    assert play.deck(0) == 30


def test_a_rider_speaks_of_the_character_that_entered() -> None:
    # R5.44: `subject` is the card of the declaration.
    text = giver(
        "Tutor",
        "tap = true",
        'points = 1, only_for = ["entry"] },'
        ' { rider = "paid", after = [{ grant = "subject", basic = "Aggressive" }]',
    )
    game = Position(text).on("0AL", "Tutor").hand(0, "Ash").begin()
    game.do("Ash", "0AC", "ability 0AL", "pass", "resolve")
    assert game.at("0AC") == "Ash"
    assert game.legal("attack 0AC")


def test_paid_cards_go_elsewhere() -> None:
    # R5.37
    text = giver("Vault", "tap = true", 'points = 1 }, { rider = "paid", paid_cards_to = "removed"')
    game = Position(PAIR + text).on("0AL", "Vault").hand(0, "Pair", "Ash (cook)").begin()
    game.do("Pair", "Ash (cook)", "ability 0AL", "pass", "resolve")
    assert zone(game, 0, "Ash (cook)") == defs.ZONE_REMOVED
    assert game.dust(0) == ["Pair"]


def test_paid_cards_go_to_a_pile() -> None:
    # R13.12
    text = giver("Vault", "tap = true",
                 'points = 1 }, { rider = "paid", paid_cards_to = "pile:Vault"')  # fmt: skip
    game = Position(PAIR + text).on("0AL", "Vault").hand(0, "Pair", "Ash (cook)").begin()
    game.do("Pair", "Ash (cook)", "ability 0AL", "pass", "resolve")
    assert zone(game, 0, "Ash (cook)") == defs.ZONE_PILE


def test_a_response_lets_paid_cards_of_the_enemy_go_elsewhere() -> None:
    # R5.37, R5.44
    text = event_card('{ rider = "declaration", paid_cards_to = "deck_bottom" }', name="Seal",
                      more='when = [{ responding = { side = "enemy" } }]')  # fmt: skip
    game = Position(SMALL + text).hand(0, "Small", "Ash").hand(1, "Seal").begin()
    game.do("Small", "pay Ash", "Seal", "resolve")
    assert zone(game, 0, "Ash") == defs.ZONE_DECK
    assert game.deck(0) == 30


def test_designated_cards_count_as_something_else() -> None:
    # R5.42, R5.44: one snow point of EX 1 becomes two of any attribute.
    counts = 'rider = "paid", paid_as = { ex = 2, attributes = "any" }'
    text = giver("Gilder", "tap = true", counts + " }, { points = 0")
    moon = event_card("{ draw = 1 }", cost="MM")
    game = Position(moon + text).on("0AL", "Gilder").hand(0, "Test", "Ash (cook)").begin()
    assert offers(game, "Test")
    game.do("Test", "ability 0AL", "Ash (cook)", "pass", "resolve")
    assert game.dust(0) == ["Ash (cook)", "Test"]
    assert game.deck(0) == 29


def test_a_response_makes_a_payment_worth_less() -> None:
    # R5.22, R5.23: what cards are worth is read when the declaration resolves.
    text = event_card('{ rider = "declaration", paid_as = { ex = 1 } }', name="Slump",
                      more='when = [{ responding = { side = "enemy" } }]')  # fmt: skip
    game = Position(PAIR + text).hand(0, "Pair", "Ash").hand(1, "Slump").begin()
    game.do("Pair", "pay Ash", "Slump", "resolve")
    assert game.deck(0) == 30
    assert game.hand(0) == ["Ash"]
    assert game.dust(0) == ["Pair"]


# ---- EX


def test_a_passive_makes_cards_worth_more() -> None:
    # R5.42
    text = passive("Banker", '{ ex_change = { side = "own", attribute = "snow" }, add = 1 }')
    game = Position(PAIR + text).on("0AL", "Banker").hand(0, "Pair", "Ash (cook)").begin()
    assert offers(game, "Pair")
    game.do("Pair", "pay Ash (cook)", "resolve")
    assert game.deck(0) == 29
    enemy = Position(PAIR + text).on("1AL", "Banker").hand(0, "Pair", "Ash (cook)").begin()
    assert not offers(enemy, "Pair")


def test_an_event_card_makes_cards_worth_nothing() -> None:
    # R5.42, R5.10
    text = event_card('{ ex_change = { side = "any", type = "character" }, set = 0 }', name="Crash")
    game = Position(SMALL + text).hand(0, "Crash", "Small", "Ash").begin()
    assert offers(game, "Small")
    game.do("Crash", "resolve")
    assert not offers(game, "Small")


def test_a_payment_shrinks_when_the_banker_leaves() -> None:
    # R5.22
    text = passive("Banker", '{ ex_change = { side = "own", attribute = "snow" }, add = 1 }')
    text += event_card(
        '{ discard = "$who" }', more='target.who = { type = "character" }', name="Axe"
    )
    game = Position(PAIR + text).on("0AL", "Banker").hand(0, "Pair", "Ash (cook)").hand(1, "Axe")
    play = game.begin().do("Pair", "pay Ash (cook)", "Axe", "0AL", "resolve")
    assert play.deck(0) == 30
    assert play.hand(0) == ["Ash (cook)"]


# ---- who may pay


def test_cards_that_may_not_pay() -> None:
    # R5.43, R14.14
    text = passive("Warden", '{ forbid = "pay", whom = { side = "enemy", type = "character" } }')
    game = Position(SMALL + text).on("1AL", "Warden").hand(0, "Small", "Ash").begin()
    assert not offers(game, "Small")
    own = Position(SMALL + text).on("0AL", "Warden").hand(0, "Small", "Ash").begin()
    assert offers(own, "Small")


def test_a_card_that_may_not_pay_is_refused_beside_one_that_may() -> None:
    text = passive("Warden", '{ forbid = "pay", whom = { side = "enemy", name = "Birch" } }')
    game = Position(SMALL + text).on("1AL", "Warden").hand(0, "Small", "Ash", "Birch").begin()
    game.do("Small")
    assert game.rule("Birch") == "R14.14"
    game.do("Ash", "resolve")
    assert game.deck(0) == 29


def test_cards_of_the_dust_box_pay_and_leave_the_game() -> None:
    # R5.43, R5.37
    permit = '{ permit = "pay", whom = { zone = "dust", side = "own", name = "Ash" } }'
    text = passive("Digger", permit)
    game = Position(PAIR + text).on("0AL", "Digger").hand(0, "Pair").dust(0, "Ash", "Elm").begin()
    assert offers(game, "Pair")
    game.do("Pair")
    assert game.rule("dust Elm") == "R5.11"
    game.do("dust Ash", "pass", "resolve")
    assert zone(game, 0, "Ash") == defs.ZONE_REMOVED
    assert game.deck(0) == 29
    enemy = Position(PAIR + text).on("1AL", "Digger").hand(0, "Pair").dust(0, "Ash").begin()
    assert not offers(enemy, "Pair")


def test_a_card_of_the_dust_box_that_is_not_paid_goes_back_there() -> None:
    # R5.43, R5.25
    permit = '{ permit = "pay", whom = { zone = "dust", side = "own" } }'
    slump = event_card('{ rider = "declaration", paid_as = { ex = 0 } }', name="Slump",
                       more='when = [{ responding = { side = "enemy" } }]')  # fmt: skip
    game = Position(PAIR + slump + passive("Digger", permit)).on("0AL", "Digger")
    play = game.hand(0, "Pair").dust(0, "Ash").hand(1, "Slump").begin()
    play.do("Pair", "dust Ash", "pass", "Slump", "resolve")
    assert play.dust(0) == ["Ash", "Pair"]
    assert play.deck(0) == 30


# ---- where cards go, what pays


def test_a_cost_puts_cards_onto_a_pile_and_takes_them_from_there() -> None:
    # R5.37
    text = character(
        "Miser",
        'kind = "activated"\ncost = { hand = { n = 1 }, to = "pile:Purse" }'
        "\neffect = [{ draw = 1 }]"
        '\n---kind = "as_cost"\ncost = { pile = { zone = "pile:Purse" } }'
        '\neffect = [{ points = 2, attributes = "any" }]',
    )
    game = Position(PAIR + text).on("0AL", "Miser").hand(0, "Pair", "Shield").begin()
    assert not offers(game, "Pair")
    game.do("ability 0AL", "Shield", "resolve")
    assert zone(game, 0, "Shield") == defs.ZONE_PILE
    assert offers(game, "Pair")
    game.do("Pair", "ability 0AL 1", game.token("Shield", defs.ZONE_PILE), "pass", "resolve")
    assert game.dust(0) == ["Shield", "Pair"]


def test_an_event_card_puts_itself_onto_a_pile() -> None:
    # R7.25
    text = event_card('{ draw = 1 }, { itself = "pile:Shelf" }')
    game = Position(text).hand(0, "Test").begin().do("Test", "resolve")
    assert zone(game, 0, "Test") == defs.ZONE_PILE


def test_the_top_card_of_the_deck_pays() -> None:
    # R5.45: shown to both, and worth what is printed on it.
    text = character(
        "Gambler",
        'kind = "as_cost"\ncost = { tap = true }\n'
        'effect = [{ send = { zone = "deck_top", side = "own" }, to = "payment" }]',
    )
    position = Position(PAIR + text).on("0AL", "Gambler").hand(0, "Pair", "Ash (cook)")
    game = position.begin()
    assert offers(game, "Pair")
    game.do("Pair", "ability 0AL")
    assert game.deck(0) == 29
    assert game.zone(0, defs.ZONE_PAYMENT) == ["Filler"]
    game.do("Ash (cook)", "pass", "resolve")
    # A filler pays nothing: the two points are not there.
    assert game.hand(0) == ["Ash (cook)"]
    assert game.dust(0) == ["Filler", "Pair"]


def test_who_paid_this_turn_is_known() -> None:
    # R5.40
    text = event_card('{ untap = { side = "own", did = "paid" } }', name="Rest")
    game = Position(SMALL + WELL + text).on("0AL", "Well").on("0AR", "Elm", "tapped")
    play = game.hand(0, "Small", "Rest").begin()
    play.do("Small", "ability 0AL", "pass", "resolve", "Rest", "resolve")
    assert not play.tapped("0AL")
    assert play.tapped("0AR")


# ---- what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (event_card('{ rider = "paid", paid_cards_to = "hand" }'), "found `paid`"),
        (event_card('{ send = { zone = "dust", side = "own" }, to = "payment" }'), "not built"),
        (event_card('{ permit = "pay", whom = { zone = "removed", side = "own" } }'), "not built"),
        (giver("Late", "", 'later = { event = "turn_end" }, do = [{ points = 1 }]'), "not built"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(CardDataError, match=message):
        blob.pack(program.compile_cards(loader.load_text(text)))


# ---- who pays for what


def dust_pays(of: str) -> str:
    """A character that lets the own dust box pay for some declarations."""
    pays = 'permit = "pay", whom = { zone = "dust", side = "own" }'
    return passive("Cellar", f"{{ {pays}, of = {{ {of} }} }}")


@pytest.mark.parametrize(
    ("of", "legal"),
    [('kind = "event_card"', True), ('kind = "entry"', False), ('side = "enemy"', False),
     ('kind = ["special", "event_card"], side = "own"', True),
     ('original_cost = { ge = 2 }', False), ('name = "Small"', True)],
)  # fmt: skip
def test_cards_of_the_dust_box_pay_for_some_declarations_only(of: str, *, legal: bool) -> None:
    # R5.43
    game = Position(dust_pays(of) + SMALL).on("0AC", "Cellar").dust(0, "Ash").hand(0, "Small")
    played = game.begin()
    assert played.legal("Small") == legal
    if legal:
        played.do("Small", "dust Ash", "resolve")
        assert "Ash" in played.zone(0, defs.ZONE_REMOVED)


def test_a_payment_is_offered_only_what_may_pay_for_it() -> None:
    # R5.11, R5.43: the hand pays for the ability, the dust box does not.
    mill = 'kind = "activated"\ncost = { points = "S" }\neffect = [{ mill = 1 }]'
    text = dust_pays('kind = "event_card"') + SMALL + character("Reed", mill)
    game = Position(text).on("0AC", "Cellar").on("0AL", "Reed").dust(0, "Ash").hand(0, "Ash")
    played = game.begin().do("ability 0AL")
    assert played.rule("dust Ash") in ("R5.11", None)
    assert not played.legal(played.token("Ash", defs.ZONE_DUST))
    played.do("pay Ash", "resolve")
    assert played.deck(0) == 29


def test_what_may_pay_by_something_that_changes_is_refused() -> None:
    with pytest.raises(CardDataError, match="`of` is part of the language but not built yet"):
        Position(dust_pays("tapped = true"))
