"""Cards that are played from elsewhere than the hand, or for nothing, by permission (R7.40)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, catalogue, character, event_card

DUST = '{ zone = "dust", side = "own" }'
MILL = event_card("{ mill = 2 }", cost="S", name="Spell")


def rule(effect: str, more: str = "") -> str:
    """A character `Spring` with one passive ability."""
    return character("Spring", f'kind = "passive"\n{more}effect = [{effect}]')


def from_dust(more: str = "") -> str:
    """What lets the own dust box be played."""
    return rule(f'{{ permit = "play", whom = {DUST}{more} }}')


# ---- from elsewhere


def test_a_character_is_played_from_the_dust_box() -> None:
    # R7.40
    game = Position(from_dust()).on("0DC", "Spring").dust(0, "Ash").hand(0, "Ash").begin()
    game.do(game.token("Ash", defs.ZONE_DUST), "0AL", "pay Ash", "resolve")
    assert game.at("0AL") == "Ash"
    assert game.dust(0) == ["Ash"]


def test_without_a_permission_it_stays_there() -> None:
    # R7.9
    game = Position(from_dust()).dust(0, "Ash").hand(0, "Ash").begin()
    assert game.rule(game.token("Ash", defs.ZONE_DUST)) == "R7.9"


def test_its_price_is_owed_and_it_does_not_pay_for_itself() -> None:
    # R5.3, R7.40
    game = Position(from_dust()).on("0DC", "Spring").dust(0, "Ash").begin()
    assert game.rule(game.token("Ash", defs.ZONE_DUST)) == "R5.3"


def test_it_is_offered_and_the_window_is_not_skipped_with_an_empty_hand() -> None:
    # R7.35, R7.40: an event card in the dust box answers, though the hand is empty.
    spell = event_card("{ mill = 2 }", name="Spell")
    text = from_dust() + spell + event_card("{ draw = 1 }")
    game = Position(text).on("1DC", "Spring").dust(1, "Spell").hand(0, "Test").bare(1).begin()
    game.do("Test")
    assert game.asks == "RESPOND 1"
    code = game.token("Spell", defs.ZONE_DUST, 1)
    assert game.legal(code)
    game.do(code, "resolve")
    assert game.deck(1) == 28
    assert "Spell" in game.dust(1)


def test_the_other_seat_may_not_play_it() -> None:
    # R7.40: each its own cards.
    text = rule('{ permit = "play", whom = { zone = "dust", side = "any" } }')
    game = Position(text).on("0DC", "Spring").dust(1, "Ash").hand(0, "Ash").begin()
    assert game.rule(game.token("Ash", defs.ZONE_DUST, 1)) == "R7.9"


@pytest.mark.parametrize(
    ("word", "name", "legal"),
    [("enter", "Ash", True), ("enter", "Spell", False), ("use", "Spell", True),
     ("use", "Ash", False), ("equip", "Spell", False)],
)  # fmt: skip
def test_a_permission_is_for_cards_of_its_type(word: str, name: str, *, legal: bool) -> None:
    # R7.40
    text = rule(f'{{ permit = "{word}", whom = {DUST} }}') + MILL
    game = Position(text).on("0DC", "Spring").dust(0, name).hand(0, "Ash").begin()
    assert game.legal(game.token(name, defs.ZONE_DUST)) == legal


def test_a_card_lets_itself_be_played_from_the_dust_box() -> None:
    # R7.40, R15.17
    text = character(
        "Reed",
        'kind = "passive"\nworks_in = "dust"\n'
        'effect = [{ permit = "enter", whom = "self", free = true }]',
    )
    game = Position(text).dust(0, "Reed").begin()
    game.do(game.token("Reed", defs.ZONE_DUST), "0AC", "resolve")
    assert game.at("0AC") == "Reed"


def test_what_enters_from_the_dust_box_tells_it() -> None:
    # R7.40
    hear = character(
        "Ear",
        'kind = "triggered"\non = { event = "entered", what = { side = "own" }, from = "dust" }\n'
        "effect = [{ draw = 1 }]",
    )
    text = from_dust(", free = true") + hear + character("Reed", "")
    game = Position(text).on("0DC", "Spring").on("0AC", "Ear").dust(0, "Reed").hand(0, "Reed")
    played = game.begin()
    played.do(played.token("Reed", defs.ZONE_DUST), "0AL", "resolve")
    assert len(played.hand(0)) == 2


@pytest.mark.parametrize(("zone", "legal"), [("dust", True), ("hand", False)])
def test_a_declaration_knows_where_its_card_lay(zone: str, *, legal: bool) -> None:
    # R7.40
    veto = event_card(
        '{ cancel = "$d" }', name="Veto",
        more='target.d = { type = "declaration", side = "enemy" }\n'
        'when = [{ responding = { from = "dust" } }]',
    )  # fmt: skip
    spell = event_card("{ mill = 2 }", name="Spell")
    position = Position(from_dust() + spell + veto).on("0DC", "Spring").hand(1, "Veto")
    place = position.dust(0, "Spell") if zone == "dust" else position.hand(0, "Spell")
    game = place.begin()
    game.do("dust Spell" if zone == "dust" else "Spell")
    assert game.legal("Veto") == legal


# ---- for nothing


HAND_FREE = (
    '{ permit = "play", whom = { side = "own", type = "event_card" }, free = true, '
    'until = { used = 1 } }'
)  # fmt: skip


def test_one_card_of_the_hand_is_played_for_nothing() -> None:
    # R7.40, R14.16
    text = event_card(HAND_FREE) + MILL
    game = Position(text).hand(0, "Test", "Spell", "Spell").begin()
    assert game.rule("Spell") == "R5.3"
    game.do("Test", "resolve")
    game.do("Spell", "resolve")
    assert game.deck(0) == 28
    assert game.rule("Spell") == "R5.3"


def test_what_is_free_leaves_no_choice_between_two_costs() -> None:
    # R5.39, R7.40
    spell = event_card("{ mill = 2 }", cost="S", name="Spell").replace(
        "[[card.ability]]", "alt_cost = { mill = 3 }\n[[card.ability]]"
    )
    game = Position(event_card(HAND_FREE) + spell).hand(0, "Test", "Spell").begin()
    game.do("Test", "resolve", "Spell", "resolve")
    assert game.deck(0) == 28


def test_what_cards_make_dearer_stays_free() -> None:
    # R5.28, R7.40
    tax = rule('{ cost_change = { kind = "event_card" }, add = "**" }')
    game = Position(event_card(HAND_FREE) + MILL + tax).hand(0, "Test", "Spell", "Filler", "Filler")
    played = game.on("1DC", "Spring").hand(0, "Ash", "Ash").begin()
    played.do("Test", "pay Ash, Ash", "resolve", "Spell", "resolve")
    assert played.deck(0) == 28


# ---- one card


PICK = (
    '{ choose = "x", from = { zone = "dust", side = "own", type = "character" } }, '
    '{ permit = "play", whom = "$x", free = true, if_unused = [{ remove = "$x" }] }'
)  # fmt: skip


def pick_game() -> Game:
    """Reed of the dust box may be played this turn; another one lies below it."""
    text = event_card(PICK) + character("Reed", "") + character("Weed", "")
    game = Position(text).dust(0, "Reed", "Weed").hand(0, "Test").begin()
    return game.do("Test", "resolve", "dust Reed")


def test_the_card_that_was_picked_is_played() -> None:
    # R7.40
    game = pick_game()
    assert game.rule("dust Weed") == "R7.9"
    game.do("dust Reed", "0AC", "resolve")
    assert game.at("0AC") == "Reed"


def test_what_was_not_played_is_dealt_with_at_the_end() -> None:
    # R7.40
    game = pick_game()
    game.do("pass", "pass")
    assert "Reed" in game.zone(0, defs.ZONE_REMOVED)


def test_what_was_played_is_not() -> None:
    # R7.40, R15.8
    game = pick_game().do("dust Reed", "0AC", "resolve", "pass", "pass")
    assert game.at("0AC") == "Reed"


def test_a_card_that_left_and_came_back_is_another_one() -> None:
    # R15.8
    back = event_card('{ take = { zone = "dust", side = "own", name = "Reed" } }', name="Back")
    drop = event_card('{ discard = { zone = "hand", side = "own", name = "Reed", n = 1 } }')
    drop = drop.replace("Test", "Drop").replace("EV-1416", "EV-1999")
    text = event_card(PICK) + character("Reed", "") + back + drop
    game = Position(text).dust(0, "Reed").hand(0, "Test", "Back", "Drop").bare(0).begin()
    game.do("Test", "resolve")
    assert game.legal("dust Reed")
    game.do("Back", "resolve", "Drop", "resolve", "Reed")
    assert "Reed" in game.dust(0)
    assert game.rule("dust Reed") == "R7.9"


# ---- abilities


def test_an_ability_is_used_beyond_its_limit() -> None:
    # R7.31, R7.41
    mill = 'kind = "activated"\ncost = {}\nlimit = { n = 1, per = "turn" }\neffect = [{ mill = 1 }]'
    again = event_card(
        '{ permit = "use", whom = { side = "own", type = "character" }, over_limit = true, '
        "until = { used = 1 } }"
    )
    game = Position(character("Reed", mill) + again).on("0AC", "Reed").hand(0, "Test").begin()
    game.do("Test", "resolve", "ability 0AC", "resolve", "ability 0AC", "resolve")
    assert game.deck(0) == 28
    assert game.rule("ability 0AC") == "R7.31"


def test_abilities_are_used_without_their_points() -> None:
    # R7.41: the other parts of the price stay.
    mill = 'kind = "activated"\ncost = { points = "SS", tap = true }\neffect = [{ mill = 1 }]'
    text = character("Reed", mill) + rule(
        '{ permit = "use", whom = { side = "own", name = "Reed" }, free = true }'
    )
    game = Position(text).on("0AC", "Reed").on("0AL", "Spring").begin()
    game.do("ability 0AC", "resolve")
    assert game.deck(0) == 29
    assert game.tapped("0AC")


def test_a_new_character_taps_and_a_tapped_one_moves() -> None:
    # R6.10, R10.7, R14.14
    tap = 'kind = "activated"\ncost = { tap = true }\neffect = [{ mill = 1 }]'
    text = character("Reed", tap, basic='{ name = "Jump", cost = {} }') + rule(
        '{ permit = "pay_tap", whom = { side = "own" }, even_if = "new" }, '
        '{ permit = "move", whom = { side = "own" }, even_if = "tapped" }'
    )
    plain = Position(text).on("0AC", "Reed", "new").begin()
    assert plain.rule("ability 0AC") == "R6.10"
    game = Position(text).on("0AC", "Reed", "new").on("0AL", "Spring").begin()
    game.do("ability 0AC", "resolve")
    assert game.tapped("0AC")
    game.do("jump 0AC", "0DC", "resolve")
    assert game.at("0DC") == "Reed"


# ---- what is refused


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('{ permit = "play", whom = { zone = "hand" } }', "permit"),
        ('{ permit = "play", whom = { zone = "aside" } }', "aside"),
        ('{ permit = "play", from = "dust", into = { row = "AF" } }', "into"),
        ('{ permit = "play", from = "dust", if_unused = [{ draw = 1 }] }', "if_unused"),
        ('{ permit = "attack", even_if = "new", if_unused = [{ draw = 1 }] }', "if_unused"),
        ('{ permit = "attack", free = true }', "free"),
        ('{ permit = "attack", over_limit = true }', "over_limit"),
    ],
)
def test_what_cannot_be_permitted_is_refused(text: str, word: str) -> None:
    with pytest.raises(CardDataError, match=f"`{word}`.* is part of the language but not built"):
        catalogue(event_card(text))
