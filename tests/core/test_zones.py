"""Piles, cards kept on others or set aside, and orders of cards that go into a deck."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Game, Position, character, event_card


def setting(effect: str, more: str = "", cards: str = "") -> Position:
    """A hand with the free event card `Test` of this effect."""
    return Position(event_card(effect, more=more) + cards).hand(0, "Test")


def play(position: Position, *words: str) -> Game:
    """Play `Test` unanswered; `words` are the choices at its resolution."""
    return position.begin().do("Test", "resolve", *words)


def user(name: str, *effects: str) -> str:
    """A free character with one free activated ability for each effect."""
    lines = [f'kind = "activated"\ncost = {{}}\neffect = [{effect}]' for effect in effects]
    return character(name, "---".join(lines))


# ---- piles


def test_cards_go_to_a_named_pile_and_come_back() -> None:
    # R13.5
    keeper = user(
        "Keeper",
        '{ pile = { zone = "dust", side = "own", n = 2 }, to = "Pool" }',
        '{ take = { zone = "pile:Pool", side = "own", n = 1 } }',
        '{ draw = { count = { zone = "pile:Pool" } } }',
    )
    game = Position(keeper).on("0AL", "Keeper").dust(0, "Ash", "Elm", "Ivy").begin()
    game.do("ability 0AL", "resolve", "dust Ash", "dust Ivy")
    assert sorted(map(str, game.zone(0, defs.ZONE_PILE))) == ["Ash", "Ivy"]
    game.do("ability 0AL 2", "resolve")
    assert len(game.hand(0)) == 2
    game.do("ability 0AL 1", "resolve", game.token("Ivy", defs.ZONE_PILE))
    assert game.zone(0, defs.ZONE_PILE) == ["Ash"]
    assert "Ivy" in game.hand(0)


def test_a_pile_goes_with_its_maker() -> None:
    # R13.5
    effect = '{ pile = { zone = "dust", side = "own" }, to = "Pool" }'
    keeper = user("Keeper", effect, '{ discard = "self" }')
    game = Position(keeper).on("0AL", "Keeper").dust(0, "Ash", "Elm").begin()
    game.do("ability 0AL", "resolve")
    assert game.dust(0) == []
    game.do("ability 0AL 1", "resolve")
    assert game.dust(0) == ["Keeper", "Ash", "Elm"]
    assert game.zone(0, defs.ZONE_PILE) == []


def test_a_pile_that_stays_outlives_its_maker() -> None:
    # R13.5
    effect = '{ pile = { zone = "dust", side = "own" }, to = "Pool", stays = true }'
    keeper = user("Keeper", effect, '{ discard = "self" }')
    game = Position(keeper).on("0AL", "Keeper").dust(0, "Ash", "Elm").begin()
    game.do("ability 0AL", "resolve", "ability 0AL 1", "resolve")
    assert game.dust(0) == ["Keeper"]
    assert sorted(map(str, game.zone(0, defs.ZONE_PILE))) == ["Ash", "Elm"]


def test_a_pile_holds_no_more_than_its_text_says() -> None:
    # R7.28
    effect = (
        '{ pile = { zone = "dust", side = "own" }, to = "Pool", max = 2 }, '
        "{ when_done = [{ draw = 1 }], else = [{ mill = 1 }] }"
    )
    game = play(setting(effect).dust(0, "Ash", "Elm", "Ivy"))
    assert sorted(map(str, game.zone(0, defs.ZONE_PILE))) == ["Ash", "Elm"]
    assert game.dust(0) == ["Ivy", "Filler", "Test"]


def test_a_face_down_pile_is_known_to_nobody_and_may_be_shuffled() -> None:
    # R2.20: two cards of the deck that nobody has seen; a pick among them is blind.
    effect = (
        '{ pile = { zone = "deck_top", side = "own", n = 3 }, to = "Pool", face = "down" }, '
        '{ shuffle = "pile:Pool" }, { take = { zone = "pile:Pool", n = 1, by = "random" } }'
    )
    game = play(setting(effect).deck(0, 9, "Ash", "Elm", "Ivy"))
    pile = game.state.zone(0, defs.ZONE_PILE)
    assert len(pile) == 2
    assert {game.state.knowledge(token) for token in pile} == {0}
    assert len(game.hand(0)) == 1


def test_a_pile_of_the_enemy_is_its_own() -> None:
    effect = (
        '{ pile = { zone = "hand", side = "enemy", n = 1, by = "enemy" }, to = "Jail", '
        'seat = "enemy" }, { draw = { count = { zone = "pile:Jail", side = "enemy" } } }, '
        '{ mill = { count = { zone = "pile:Jail", side = "own" } } }'
    )
    game = play(setting(effect).hand(1, "Ash"))
    game.do("Ash")
    assert game.zone(1, defs.ZONE_PILE) == ["Ash"]
    assert game.state.knowledge(game.token("Ash", defs.ZONE_PILE)) == 3
    assert game.hand(0) == ["Filler"]


# ---- kept on a character


def test_a_card_kept_on_a_character_goes_to_the_dust_box_when_it_leaves() -> None:
    # R13.5, CH-0212
    keeper = user(
        "Keeper",
        '{ pile = { zone = "dust", side = "enemy", n = 1 }, on = "self" }',
        '{ draw = { count = { zone = "held", of = "self" } } }',
        '{ discard = "self" }',
    )
    game = Position(keeper).on("0AL", "Keeper").dust(1, "Ash", "Elm").begin()
    game.do("ability 0AL", "resolve", "dust Elm")
    assert game.dust(1) == ["Ash"]
    assert game.zone(1, defs.ZONE_HELD) == ["Elm"]
    game.do("ability 0AL 1", "resolve")
    assert game.hand(0) == ["Filler"]
    game.do("ability 0AL 2", "resolve")
    assert game.dust(1) == ["Ash", "Elm"]
    assert game.zone(1, defs.ZONE_HELD) == []


def test_a_card_that_nobody_knew_is_shown_when_it_is_let_go() -> None:
    # R13.5, R2.19
    effect = '{ pile = { zone = "deck_top", side = "own", n = 1 }, under = "self", face = "down" }'
    keeper = user("Keeper", effect, '{ return = "self" }')
    game = Position(keeper).on("0AL", "Keeper").deck(0, 9, "Ash").begin()
    game.do("ability 0AL", "resolve")
    assert game.state.knowledge(game.token("Ash", defs.ZONE_HELD)) == 0
    game.do("ability 0AL 1", "resolve")
    assert game.dust(0) == ["Ash"]
    assert game.state.knowledge(game.token("Ash", defs.ZONE_DUST)) == 3


def test_a_card_is_discarded_from_under_a_character() -> None:
    keeper = user(
        "Keeper",
        '{ pile = { zone = "hand", side = "own", n = 2 }, under = "self", face = "owner" }',
        '{ discard = { zone = "held", of = "self", type = "item", n = 1 } }',
    )
    game = Position(keeper).on("0AL", "Keeper").hand(0, "Ash", "Shield", "Elm").begin()
    game.do("ability 0AL", "resolve", "Ash", "Shield", "ability 0AL 1", "resolve")
    assert game.asks == "CHOOSE 0"
    assert game.rule(game.token("Ash", defs.ZONE_HELD)) == "R1.12"
    game.do(game.token("Shield", defs.ZONE_HELD))
    assert game.dust(0) == ["Shield"]


# ---- set aside


def test_what_is_set_aside_is_discarded_when_the_effect_ends() -> None:
    effect = (
        '{ aside = { zone = "deck_top", side = "own", n = 3 }, named = "seen" }, '
        '{ take = { zone = "aside", among = "$seen", type = "character", n = 1 } }'
    )
    game = play(setting(effect).deck(0, 9, "Ash", "Shield", "Elm"))
    assert game.asks == "CHOOSE 0"
    game.do(game.token("Elm", defs.ZONE_ASIDE))
    assert game.hand(0) == ["Elm"]
    assert sorted(map(str, game.dust(0))) == ["Ash", "Shield", "Test"]


def test_a_character_set_aside_leaves_play() -> None:
    # R15.3
    heard = 'kind = "triggered"\non = { event = "left", what = "self" }\neffect = [{ draw = 1 }]'
    leaver = character("Leaver", heard)
    effect = '{ aside = { side = "own", name = "Leaver" } }, { send = "it", to = "deck_bottom" }'
    game = play(setting(effect, cards=leaver).on("0AL", "Leaver"))
    assert game.zone(0, defs.ZONE_DECK)[-1] == "Leaver"
    assert game.hand(0) == ["Filler"]


# ---- orders


def test_cards_sent_under_the_deck_lie_in_the_order_of_the_picks() -> None:
    # R2.22
    effect = '{ send = { zone = "dust", side = "own", n = 2 }, to = "deck_bottom" }'
    game = play(setting(effect).dust(0, "Ash", "Elm", "Ivy"), "dust Ivy", "dust Ash")
    assert game.zone(0, defs.ZONE_DECK)[-2:] == ["Ivy", "Ash"]


def test_a_public_order_is_asked_for() -> None:
    effect = '{ send = { zone = "dust", side = "own" }, to = "deck_top", order = "public" }'
    game = play(setting(effect).dust(0, "Ash", "Elm", "Ivy"), "dust Elm", "dust Ivy")
    # put on top one by one: the last one put is the uppermost
    assert game.zone(0, defs.ZONE_DECK)[:3] == ["Ash", "Ivy", "Elm"]


@pytest.mark.parametrize(("order", "known"), [("chosen", 1), ("random", 0)])
def test_a_secret_order_is_known_to_the_owner_at_most(order: str, known: int) -> None:
    # R2.20, R1.13
    what = '{ zone = "dust", side = "own" }'
    effect = f'{{ send = {what}, to = "deck_bottom", order = "{order}" }}'
    game = play(setting(effect).dust(0, "Ash", "Elm", "Ivy"))
    deck = game.state.zone(0, defs.ZONE_DECK)
    assert {game.state.knowledge(token) for token in deck[-3:]} == {known}
    assert game.state.knowledge(deck[0]) == 0


# ---- taking and searching


def test_take_from_the_top_of_the_deck_lets_its_owner_see_it() -> None:
    # R2.18
    game = play(setting('{ take = { zone = "deck_top", n = 2 } }').deck(0, 9, "Ash", "Elm"))
    assert sorted(map(str, game.hand(0))) == ["Ash", "Elm"]
    assert game.state.knowledge(game.token("Ash", defs.ZONE_HAND)) == 1


def test_take_from_the_removed_cards() -> None:
    # R13.7
    effect = (
        '{ remove = { zone = "dust", side = "own" } }, '
        '{ take = { zone = "removed", name = "Ash", n = 1 } }'
    )
    game = play(setting(effect).dust(0, "Ash", "Elm"))
    assert game.hand(0) == ["Ash"]


def test_search_in_deck_and_dust_box() -> None:
    # R13.10
    what = '{ zone = ["deck", "dust"], type = "item", n = 2 }'
    effect = f'{{ search = {what}, shown = true, to = "hand" }}'
    game = play(setting(effect).deck(0, 9, "Ash", "Shield").dust(0, "Flag", "Elm"))
    assert game.rule("dust Elm") is not None
    game.do("dust Flag", "deck Shield")
    assert sorted(map(str, game.hand(0))) == ["Flag", "Shield"]


@pytest.mark.parametrize(("to", "place"), [("deck_top", 0), ("deck_bottom", -1)])
def test_search_to_an_end_of_the_deck_comes_after_the_shuffle(to: str, place: int) -> None:
    # R15.12
    effect = f'{{ search = {{ zone = "deck", type = "item" }}, shown = true, to = "{to}" }}'
    game = play(setting(effect).deck(0, 9, "Ash", "Shield"), "deck Shield")
    deck = game.state.zone(0, defs.ZONE_DECK)
    assert game.name(deck[place]) == "Shield"
    assert [game.state.knowledge(token) for token in deck].count(3) == 1


def test_search_to_a_pile() -> None:
    effect = '{ search = { zone = "deck", type = "item", n = 2 }, to = "pile:Pool" }'
    game = play(setting(effect).deck(0, 9, "Flag", "Shield"), "deck Shield", "deck Flag")
    pile = game.state.zone(0, defs.ZONE_PILE)
    assert {game.state.knowledge(token) for token in pile} == {1}
    assert len(pile) == 2


# ---- arranging


LOOK = '{ look = { zone = "deck_top", side = "own", n = 3 }, named = "seen" }, '


def test_after_a_pick_the_rest_is_arranged_under_the_deck() -> None:
    effect = (
        LOOK + '{ take = { zone = "deck_top", n = 3 } }'.replace("n = 3", "n = 1") + ", "
        '{ arrange = "$seen", to_bottom = "all" }'
    )
    game = play(setting(effect).deck(0, 9, "Ash", "Elm", "Ivy"))
    assert game.hand(0) == ["Ash"]
    assert game.zone(0, defs.ZONE_DECK)[-2:] == ["Elm", "Ivy"]


def test_some_stay_on_top_and_the_rest_goes_under() -> None:
    effect = LOOK + '{ arrange = "it", to_top = 1 }'
    game = play(setting(effect).deck(0, 9, "Ash", "Elm", "Ivy"))
    deck = game.zone(0, defs.ZONE_DECK)
    assert deck[0] == "Ash"
    assert deck[-2:] == ["Elm", "Ivy"]


def test_cards_of_the_enemy_s_deck_are_arranged_openly() -> None:
    # R2.20: seen by both, so ordered before both.
    effect = '{ look = { zone = "deck_top", side = "enemy", n = 3 } }, { arrange = "it" }'
    game = play(setting(effect).deck(1, 9, "Ash", "Elm", "Ivy"))
    assert game.asks == "CHOOSE 0"
    game.do("deck Ivy", "deck Ash")
    assert game.zone(1, defs.ZONE_DECK)[:3] == ["Ivy", "Ash", "Elm"]


def test_cards_from_the_bottom_go_back_to_the_bottom() -> None:
    effect = '{ look = { zone = "deck_bottom", side = "own", n = 2 } }, { arrange = "it" }'
    position = setting(effect).deck(0, 2 + 1, "Ash", "Elm", "Ivy")
    game = play(position)
    assert game.zone(0, defs.ZONE_DECK)[0] == "Ash"
    assert sorted(map(str, game.zone(0, defs.ZONE_DECK)[1:])) == ["Elm", "Ivy"]


def test_a_card_taken_out_of_a_payment_does_not_count() -> None:
    # R5.22
    effect = '{ send = { zone = "payment", side = "enemy" }, to = "deck_bottom", order = "random" }'
    position = Position(event_card(effect)).hand(1, "Test").hand(0, "Birch", "Ivy", "Elm")
    game = position.begin().do("Elm", "0AC", "pay Birch, Ivy", "Test", "resolve")
    assert game.at("0AC") is None
    assert sorted(map(str, game.zone(0, defs.ZONE_DECK)[-2:])) == ["Birch", "Ivy"]
