"""Operations that move cards between zones and cells, and those that let a seat know cards."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.acting import play, setting

# ---- cards between zones


def test_draw_takes_the_top_cards() -> None:
    # R13.9
    game = play(setting("{ draw = 2 }").deck(0, 10, "Ash", "Birch", "Elm"))
    assert sorted(map(str, game.hand(0))) == ["Ash", "Birch"]
    assert game.deck(0) == 8


def test_the_enemy_draws_where_the_text_says_so() -> None:
    # R13.9
    game = play(setting('{ draw = 2, seat = "enemy" }').deck(1, 10, "Ash", "Birch"))
    assert sorted(map(str, game.hand(1))) == ["Ash", "Birch"]


def test_a_drawn_card_is_known_to_its_owner_only() -> None:
    # R2.18
    game = play(setting("{ draw = 1 }").deck(0, 10, "Ash"))
    assert game.state.knowledge(game.token("Ash", defs.ZONE_HAND)) == 1


def test_mill_takes_the_top_cards_to_the_dust_box_in_order() -> None:
    # R13.8, R2.22
    game = play(setting('{ mill = 3, seat = "enemy" }').deck(1, 10, "Ash", "Birch", "Elm"))
    assert game.dust(1) == ["Ash", "Birch", "Elm"]


def test_a_discard_from_the_hand_is_chosen_by_its_owner() -> None:
    # R13.8, N-45
    text = '{ discard = { zone = "hand", side = "own", n = 1 } }'
    game = setting(text).hand(0, "Ash", "Birch").begin().do("Test", "resolve")
    assert game.asks == "CHOOSE 0"
    assert game.rule("pass") == "R1.12"
    assert game.do("Birch").dust(0) == ["Birch", "Test"]


def test_the_enemy_chooses_what_it_discards() -> None:
    # R13.8
    text = '{ discard = { zone = "hand", side = "enemy", n = 2, by = "owner" } }'
    game = setting(text).hand(1, "Ash", "Birch", "Elm").begin().do("Test", "resolve")
    assert game.asks == "CHOOSE 1"
    game.do("Elm", "Ash")
    # R2.22: chosen in this order; the hidden cards are shown as one operation.
    assert sorted(map(str, game.dust(1))) == ["Ash", "Elm"]
    assert game.hand(1) == ["Birch"]


def test_a_random_discard_is_decided_by_chance() -> None:
    # R1.13, R13.8
    text = '{ discard = { zone = "hand", side = "enemy", n = 1, by = "random" } }'
    game = setting(text).hand(1, "Ash", "Birch", "Elm").bare(1).begin()
    game.chance = [[2]]
    game.do("Test", "resolve")
    assert game.dust(1) == ["Elm"]


def test_return_brings_a_character_to_its_owner_s_hand() -> None:
    # R13.1
    text = '{ return = "$one" }'
    position = setting(text, 'target.one = { type = "character" }')
    game = position.on("1AL", "Ash").begin().do("Test", "1AL", "resolve")
    assert game.hand(1) == ["Ash"]


def test_take_brings_a_card_from_the_dust_box_to_the_hand() -> None:
    # R2.19
    text = '{ take = { zone = "dust", side = "own", type = "character", n = 1 } }'
    game = play(setting(text).dust(0, "Gust", "Ash", "Elm"))
    assert game.asks == "CHOOSE 0"
    assert game.rule("dust Gust") is not None
    game.do("dust Elm")
    assert game.hand(0) == ["Elm"]
    assert game.dust(0) == ["Gust", "Ash", "Test"]


def test_remove_takes_a_card_out_of_the_game() -> None:
    # R13.7
    text = '{ remove = { zone = "dust", side = "enemy", type = "character", n = 1 } }'
    game = play(setting(text).dust(1, "Gust", "Ash"))
    token = game.token("Ash", defs.ZONE_REMOVED)
    assert game.dust(1) == ["Gust"]
    assert game.state.knowledge(token) == 3


@pytest.mark.parametrize(("to", "place"), [("deck_top", 0), ("deck_bottom", 9)])
def test_send_puts_a_card_on_or_under_its_deck(to: str, place: int) -> None:
    # R13.1
    text = f'{{ send = {{ side = "enemy", type = "character" }}, to = "{to}" }}'
    game = play(setting(text).on("1AL", "Ash").deck(1, 9))
    assert game.zone(1, defs.ZONE_DECK)[place] == "Ash"
    assert game.deck(1) == 10


def test_a_card_sent_into_the_deck_is_shuffled_away() -> None:
    # R2.20: what was known of the deck is no longer known.
    text = '{ send = { side = "enemy", type = "character" }, to = "deck" }'
    game = play(setting(text).on("1AL", "Ash").deck(1, 9))
    deck = game.state.zone(1, defs.ZONE_DECK)
    assert len(deck) == 10
    assert all(game.state.knowledge(token) == 0 for token in deck)


# ---- cells


def test_move_goes_to_a_free_cell_of_the_own_side() -> None:
    # R6.12, R6.13: field limits do not matter for Cedar.
    text = '{ move = "$one", to = { side = "own", empty = true, row = "AF" } }'
    position = setting(text, 'target.one = { side = "own", type = "character" }')
    game = position.on("0DC", "Cedar").on("0AC", "Ash").begin().do("Test", "0DC", "resolve")
    assert game.asks == "CHOOSE 0"
    assert game.rule("@0AC") is not None
    assert game.rule("@0DL") is not None
    assert game.do("0AR").at("0AR") == "Cedar"


def test_swap_exchanges_two_characters_and_their_items() -> None:
    # R9.5, R9.10: items follow, areas stay.
    text = '{ swap = ["$one", "$two"] }'
    more = (
        'target.one = { side = "own", type = "character" }\n'
        'target.two = { side = "own", type = "character", other_than = "$one" }'
    )
    position = setting(text, more).on("0AL", "Ash", "tapped").on("0DR", "Elm")
    game = position.item("0AL", "Shield").area("0AL", "Ridge").begin()
    game.do("Test", "0AL", "0DR", "resolve")
    assert (game.at("0AL"), game.at("0DR")) == ("Elm", "Ash")
    assert game.item("0DR") == "Shield"
    assert game.area("0AL") == "Ridge"
    assert game.tapped("0DR")
    assert not game.tapped("0AL")
    assert game.values("0AL") == (3, 3, 1)  # Ridge
    assert game.values("0DR") == (3, 5, 1)  # Shield


# ---- knowing


def test_look_teaches_the_looker_only() -> None:
    # R2.20
    game = play(setting('{ look = { zone = "deck_top", side = "own", n = 2 } }'))
    top = game.state.zone(0, defs.ZONE_DECK)
    assert [game.state.knowledge(token) for token in top[:3]] == [1, 1, 0]


def test_a_look_into_the_enemy_s_hand_teaches_the_looker() -> None:
    # R2.20, R2.23: afterwards the hand is shuffled before its owner's next decision.
    game = play(setting('{ look = { zone = "hand", side = "enemy" } }').hand(1, "Ash"))
    hand = game.state.zone(1, defs.ZONE_HAND)
    assert all(game.state.knowledge(token) == 3 for token in hand)
    game.do("pass")
    assert all(game.state.knowledge(token) == 2 for token in hand)


def test_reveal_shows_to_both() -> None:
    # R2.20
    game = play(
        setting('{ reveal = { zone = "deck_top", side = "own", n = 1 } }').deck(0, 9, "Ash")
    )
    assert game.state.knowledge(game.token("Ash", defs.ZONE_DECK)) == 3


def test_a_revealed_hand_is_shuffled_before_its_owner_decides() -> None:
    # R2.23
    game = play(setting('{ reveal = "hand", seat = "enemy" }').hand(1, "Ash", "Birch"))
    hand = game.state.zone(1, defs.ZONE_HAND)
    assert all(game.state.knowledge(token) == 3 for token in hand)
    game.do("pass")
    assert game.asks == "RESPOND 1"
    assert all(game.state.knowledge(token) == 2 for token in hand)


def test_search_picks_from_the_whole_deck_and_shuffles() -> None:
    # R13.10, R15.12, N-58
    text = '{ search = { zone = "deck", side = "own", type = "item" }, shown = true, to = "hand" }'
    game = play(setting(text).deck(0, 9, "Ash", "Shield", "Flag"))
    assert game.asks == "CHOOSE 0"
    assert game.rule("deck Ash") is not None
    game.do("deck Flag")
    assert game.hand(0) == ["Flag"]
    deck = game.state.zone(0, defs.ZONE_DECK)
    assert len(deck) == 8
    assert all(game.state.knowledge(token) == 0 for token in deck)


def test_a_search_may_find_nothing() -> None:
    # R13.10, R1.15: also when there is something; the deck is shuffled all the same.
    text = '{ search = { zone = "deck", side = "own", type = "item" }, shown = true, to = "hand" }'
    game = play(setting(text).deck(0, 9, "Shield"), "pass")
    assert game.hand(0) == []
    assert game.state.knowledge(game.token("Shield", defs.ZONE_DECK)) == 0


def test_arrange_puts_looked_at_cards_back_in_a_secret_order() -> None:
    # R2.20: chance stands for the order that its owner names unseen.
    text = '{ look = { zone = "deck_top", side = "own", n = 3 } }, { arrange = "it" }'
    game = play(setting(text).deck(0, 9, "Ash", "Birch", "Elm"))
    top = game.state.zone(0, defs.ZONE_DECK)[:3]
    assert [game.state.knowledge(token) for token in top] == [1, 1, 1]
    assert game.asks == "MAIN 0"


def test_arranged_cards_may_go_to_the_bottom() -> None:
    # the last of them, as many as the text allows
    text = (
        '{ look = { zone = "deck_top", side = "own", n = 3 } }, '
        '{ arrange = "it", to_bottom = { up_to = 1 } }'
    )
    game = play(setting(text).deck(0, 9, "Ash", "Birch", "Elm"))
    assert game.asks == "NUMBER 0"
    assert game.rule("number 2") == "R1.12"
    game.do("number 1")
    deck = game.zone(0, defs.ZONE_DECK)
    assert deck[:2] == ["Ash", "Birch"]
    assert deck[-1] == "Elm"


def test_shuffle_ends_what_was_known_of_a_deck() -> None:
    # R2.20
    text = '{ reveal = { zone = "deck_top", side = "own", n = 2 } }, { shuffle = "deck" }'
    game = play(setting(text))
    assert all(game.state.knowledge(t) == 0 for t in game.state.zone(0, defs.ZONE_DECK))
