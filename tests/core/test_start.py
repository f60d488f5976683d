"""Before the first turn: shuffles, opening hands, redraws and the roll (R3)."""

from __future__ import annotations

from lycee_core import defs
from lycee_core.cards import Catalogue
from lycee_core.deck import Deck
from lycee_core.game import GameState
from tests.core.builder import Cards, Game, catalogue, indices


def opened(first: list[str], second: list[str]) -> Game:
    """A new game in which the named cards lie on top; every other card is a filler."""
    cards = catalogue()
    names = indices(cards)
    decks = [
        Cards(tuple([names[name] for name in top] + [names["Filler"]] * (60 - len(top))))
        for top in (first, second)
    ]
    return Game(GameState(cards, (decks[0], decks[1])))


def asked(game: Game) -> list[tuple[str, int, int]]:
    """Answer chance until a decision is pending; name, owner and number of tokens of each."""
    found = []
    while (pending := game.state.pending()).seat == defs.CHANCE:
        found.append((pending.name, pending.owner, len(pending.tokens)))
        faces = [game.state.face(token) for token in pending.tokens]
        game.state.answer(faces if pending.kind != defs.ROLL else [0])
    return found


def test_the_opening_asks_in_the_fixed_order() -> None:
    # R3.1, R3.2, R3.3, R3.6, S-53, S-55, D-17
    game = opened([], [])
    assert asked(game) == [("SHUFFLE", 0, 60), ("SHUFFLE", 1, 60), ("SHOW", 0, 7), ("SHOW", 1, 7)]
    assert game.asks == "KEEP 0"
    game.state.apply(defs.CODE_YES)
    assert game.asks == "KEEP 1"
    game.state.apply(defs.CODE_YES)
    pending = game.state.pending()
    assert (pending.name, pending.n, pending.k) == ("ROLL", 2, 1)


def test_opening_hands_are_seen_by_their_owners_only() -> None:
    # R2.18
    game = opened([], [])
    game.state.answer([0] * 60)
    game.state.answer([0] * 60)
    assert game.state.pending().audience == defs.OWNER
    asked(game)
    for seat in range(2):
        hand = game.state.zone(seat, defs.ZONE_HAND)
        assert len(hand) == 7
        assert {game.state.knowledge(token) for token in hand} == {1 << seat}
        assert game.deck(seat) == 53


def test_a_hand_with_a_character_is_not_redrawn() -> None:
    # R3.4
    game = opened(["Gust"] * 6 + ["Ash"], [])
    asked(game)
    assert game.rule("no") == "R3.4"
    assert game.legal("yes")


def test_a_hand_without_characters_may_be_kept() -> None:
    # R3.5, N-17
    game = opened([], [])
    asked(game)
    assert game.legal("yes")
    assert game.legal("no")


def test_a_redraw_shows_the_hand_shuffles_and_deals_again() -> None:
    # R3.5, D-16, S-54
    game = opened(["Gust"] * 7, [])
    asked(game)
    hand = game.state.zone(0, defs.ZONE_HAND)
    game.state.apply(defs.CODE_NO)
    assert [event.token for event in game.state.events() if event.name == "shown"] == list(hand)
    assert {game.state.knowledge(token) for token in hand} == {3}
    assert asked(game) == [("SHUFFLE", 0, 60), ("SHOW", 0, 7)]
    assert game.asks == "KEEP 0"
    assert game.deck(0) == 53


def test_after_the_shuffle_of_a_redraw_nothing_is_known() -> None:
    # R2.20
    game = opened(["Gust"] * 7, [])
    asked(game)
    game.state.apply(defs.CODE_NO)
    game.state.answer([game.state.face(token) for token in game.state.pending().tokens])
    deck = game.state.zone(0, defs.ZONE_DECK)
    assert {game.state.knowledge(token) for token in deck} == {0}


def test_a_redraw_may_be_repeated() -> None:
    # R3.5
    game = opened([], [])
    asked(game)
    for _ in range(3):
        game.state.apply(defs.CODE_NO)
        asked(game)
        assert game.asks == "KEEP 0"
    game.state.apply(defs.CODE_YES)
    assert game.asks == "KEEP 1"


def test_the_second_seat_redraws_on_its_own() -> None:
    # R3.3: independent, no penalty.
    game = opened(["Ash"] * 7, [])
    asked(game)
    game.state.apply(defs.CODE_YES)
    assert game.legal("no")
    game.state.apply(defs.CODE_NO)
    assert asked(game) == [("SHUFFLE", 1, 60), ("SHOW", 1, 7)]
    assert game.asks == "KEEP 1"


def test_the_roll_names_the_seat_that_starts_and_its_first_warm_up_draws_one() -> None:
    # R3.6, R3.7, R4.10, S-62
    for starter in (0, 1):
        game = opened([], [])
        asked(game)
        game.state.apply(defs.CODE_YES)
        game.state.apply(defs.CODE_YES)
        game.state.answer([starter])
        game.run()
        assert game.state.turn_player == starter
        assert game.state.turn == 1
        assert game.deck(starter) == 52
        game.do("pass", "resolve", "Filler")
        assert game.state.turn_player == 1 - starter
        assert game.deck(1 - starter) == 51  # R4.9
        game.do("pass", "resolve", "Filler", "Filler")
        assert game.deck(starter) == 50


def test_only_the_answers_that_are_asked_for_are_taken() -> None:
    # R1.10, R1.11, R1.12
    game = opened([], [])
    assert game.state.illegal_rule(defs.CODE_YES) == "R1.10"
    asked(game)
    assert game.rule("pass") in ("R1.11", "R1.12")
    assert game.rule(0) in ("R1.11", "R1.12")


def test_nothing_is_barred_in_the_very_first_turn() -> None:
    # R4.20, N-22: an Aggressive character attacks at once.
    game = opened(["Gorse", "Oak", *["Ash"] * 5], [])
    asked(game)
    game.state.apply(defs.CODE_YES)
    game.state.apply(defs.CODE_YES)
    game.run()
    game.do("Gorse", "0AL", "pay Oak", "resolve", "attack 0AL", "fight")
    assert game.deck(1) == 53 - 4


def test_a_starter_game_begins_with_what_its_decks_hold() -> None:
    # R1.2
    cards = Catalogue.starter()
    deck = Deck.starter("harbour", cards)
    state = GameState(cards, (deck, deck))
    assert sorted(state.face(token) for token in range(60)) == sorted(deck.cards)
