"""Typical effects, one a card, as an author writes them: what they say and do in play."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from lycee_core import blob, defs, loader, program
from lycee_core.cards import Catalogue
from lycee_core.game import GameState
from lycee_core.plain import describe
from tests.core.builder import DATA, Position, character, event_card
from tests.core.table import Lockstep, random_deck
from tests.core.test_lockstep import facts

if TYPE_CHECKING:
    from lycee_core.parsed import Card

FILE = DATA / "corpus_texts.toml"
TEXT = FILE.read_text(encoding="utf-8")
CARDS = loader.load_text(TEXT, source=FILE.name)
GAMES = 16


@cache
def texts() -> dict[str, str]:
    """The text of every card by its name, with the lines above it."""
    found = {}
    for text in re.split(r"\n\n(?=# )", TEXT)[1:]:
        name = re.search(r'^name = \{ en = "([^"]+)" \}', text, re.M)
        assert name is not None, text
        found[name[1]] = text
    return found


def said_in(words: str, text: str) -> bool:
    """Whether one of the lines above a card has these words in it."""
    return words in text.partition("[[card]]")[0]


@cache
def saying(words: str) -> tuple[str, str]:
    """Name and text of the one card that says this."""
    (found,) = ((name, text) for name, text in texts().items() if said_in(words, text))
    return found


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.number)
def test_a_card_says_what_stands_above_it(card: Card) -> None:
    above = texts()[dict(card.names)["en"]].partition("[[card]]")[0]
    assert tuple(line[2:] for line in above.splitlines() if line) == (
        describe(card) or ("(nothing)",)
    )


# ---- in random games ----------------------------------------------------------------------------


@cache
def catalogue() -> Catalogue:
    """All of them, with characters that only fight."""
    more = loader.load_files(DATA / "scenario_cards.toml")
    return Catalogue(blob.pack(program.compile_cards((*CARDS, *more))))


@pytest.mark.parametrize("seed", range(GAMES))
def test_both_peers_see_the_same_game(seed: int) -> None:
    # R1.14: a replica that knows one hand only goes the same way.
    rng = random.Random(seed)
    decks = (random_deck(rng, catalogue()), random_deck(rng, catalogue()))
    game = Lockstep(seed, GameState(catalogue(), decks))
    while game.all.outcome() is None:
        game.step()
        for replica in game.partial:
            assert facts(replica.pending()) == facts(game.all.pending())
            assert replica.events() == game.all.events()
    assert all(replica.digest() == game.all.digest() for replica in game.partial)


# ---- in play ------------------------------------------------------------------------------------


def with_card(words: str, *more: str) -> tuple[str, Position]:
    """The name of the card that says this, and a position that knows it; it costs nothing."""
    name, text = saying(words)
    return name, Position(re.sub(r'^cost = ".*"', 'cost = "0"', text, flags=re.M) + "".join(more))


def test_one_of_five_cards_is_taken_and_the_rest_goes_under_the_deck() -> None:
    name, position = with_card("Effect: look at 5 cards from the top of your deck")
    tops = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Gorse")
    game = position.hand(0, name).deck(0, 30, *tops).begin().do(name, "resolve", "deck Cedar")
    assert game.hand(0) == ["Cedar"]
    deck = game.zone(0, defs.ZONE_DECK)
    assert deck[0] == "Gorse"
    assert sorted(map(str, deck[-4:])) == ["Ash", "Birch", "Elm", "Fir"]


def test_the_deck_is_turned_over_until_a_character_lies_there() -> None:
    name, position = with_card("there is no character in your cards set aside, (set 1 card")
    game = position.hand(0, name).deck(0, 30, "Gust", "Fog", "Ash", "Birch").begin()
    game.do(name, "resolve")
    assert (game.hand(0), game.deck(0)) == (["Ash"], 27)
    assert sorted(map(str, game.dust(0))) == sorted(["Gust", "Fog", name])


def test_all_cards_of_a_name_are_discarded_from_a_shown_hand() -> None:
    name, position = with_card("Effect: name a card name as “card_name”")
    game = position.hand(0, name).hand(1, "Gust", "Ash", "Gust").begin().do(name, "resolve")
    game.do(f"number {game.names['Gust']}")
    assert (game.hand(1), game.dust(1)) == (["Ash"], ["Gust", "Gust"])


@pytest.mark.parametrize(("answer", "deck"), [("yes", 29), ("no", 30)])
def test_an_event_card_is_cancelled_unless_its_user_pays(answer: str, deck: int) -> None:
    # R5.35
    gift = event_card("{ draw = 1 }")
    name, position = with_card("Effect (only if it answers an enemy event card): the enemy", gift)
    game = position.hand(0, "Test", "Ash").hand(1, name).begin()
    game.do("Test", name, "resolve", answer)
    if answer == "yes":
        game.do("pay Ash")
    assert game.deck(0) == deck


@pytest.mark.parametrize(
    ("words", "deck", "dust"),
    [
        ("Passive: the deck damage by this card: = the AP of this card.", 27, 3),
        ("Instead, when a card reaches a dust box through this card", 28, 0),
    ],
)
def test_damage_by_a_card_that_changes_it(words: str, deck: int, dust: int) -> None:
    # R8.32: printed AP 2, and 1 more by an item, which does not count by itself.
    name, text = saying(words)
    position = Position(re.sub(r"^ap = .*", "ap = 2", text, flags=re.M))
    game = position.on("0AL", name).item("0AL", "Flag").begin()
    game.do("attack 0AL", "resolve", "fight")
    assert (game.deck(1), len(game.dust(1))) == (deck, dust)


@pytest.mark.parametrize(
    "words",
    [
        "Passive: While the deck damage of this battle is at least 3",
        "Passive: the damage to your deck: = (the deck damage of this battle / 2)",
    ],
)
def test_damage_of_four_is_cut_to_two(words: str) -> None:
    # R8.32: Gorse has AP 4.
    name, position = with_card(words)
    game = position.on("0AL", "Gorse").on("1DC", name).begin()
    assert game.do("attack 0AL", "resolve", "fight").deck(1) == 28


def test_what_a_card_costs_depends_on_who_stands_there() -> None:
    # R5.46
    name, text = saying("costs less by as many * as the number of own characters")
    text = re.sub(r'^cost = ".*"', 'cost = "SSS"', text, flags=re.M)
    game = Position(text).on("0AL", "Ash").on("0AC", "Birch").hand(0, name, "Elm").begin()
    assert sum(game.do(name, "0DC").state.owed()) == 1


@pytest.mark.parametrize(("mine", "theirs"), [("0AC", "1DL"), ("0DR", "1AC")])
def test_two_characters_change_their_controllers(mine: str, theirs: str) -> None:
    # R13.2
    name, text = saying("Activated [MMM and tap this card]: Targets: “mine”")
    text = text.replace('points = "MMM"', 'points = "S"')
    position = Position(text).on("0AL", name).on(mine, "Ash").on(theirs, "Birch")
    game = position.hand(0, "Elm").begin()
    game.do("ability 0AL", mine, theirs, "pay Elm", "resolve")
    assert (game.at(mine), game.at(theirs)) == ("Birch", "Ash")


@pytest.mark.parametrize("odd", [0, 1])
def test_whoever_names_odd_or_even_rightly_takes_the_card(odd: int) -> None:
    name, position = with_card("Activated [0] (once a turn): name a number from 0 to 1")
    game = position.on("0AL", name).deck(0, 30, "Ash").begin()  # it costs 1
    game.do("ability 0AL", "resolve", f"number {odd}")
    assert game.hand(0) == (["Ash"] if odd else [])


def test_what_was_removed_for_a_while_is_remembered() -> None:
    # R13.4, R15.8: a character that comes back when this one leaves.
    lines = (
        'kind = "triggered"\non = { event = "entered", what = "self" }\n'
        'effect = [{ remove = { side = "enemy", type = "character", n = 1 }, named = "x" }, '
        '{ remember = "$x", as = "guest" }]\n---\n'
        'kind = "triggered"\non = { event = "left", what = "self" }\n'
        'effect = [{ enter = "remembered:guest", to = { side = "enemy", empty = true } }]'
    )
    text = character("Warden", lines) + event_card('{ discard = { side = "own" } }')
    game = Position(text).on("1DL", "Birch").hand(0, "Warden", "Test").begin()
    assert game.do("Warden", "0AL", "resolve").at("1DL") is None
    assert game.do("Test", "resolve", "@1AL").at("1AL") == "Birch"


# ---- several steps, both players, answers -------------------------------------------------------


@pytest.mark.parametrize(("state", "drawn", "asks"), [("tapped", 0, "CHOOSE 1"), ("", 1, "MAIN 0")])
def test_what_a_card_was_when_it_left_decides(state: str, drawn: int, asks: str) -> None:
    # R15.8
    name, text = saying("When this card leaves play: if this card is tapped")
    position = Position(text + event_card('{ discard = { side = "own" } }')).on("0AL", name, state)
    game = position.hand(0, "Test").hand(1, "Ash").begin().do("Test", "resolve")
    assert (game.asks, len(game.hand(0))) == (asks, drawn)


def test_each_player_returns_one_and_draws_for_a_dear_one() -> None:
    # R15.11: Elm costs 2; only what cost 3 or more brings a card.
    big = character("Big", "").replace('cost = "0"', 'cost = "SSS"')
    name, position = with_card("Effect: each player: (choose 1 own character as “one”", big)
    game = position.hand(0, name).on("0AL", "Ash").on("0AC", "Big").on("1AL", "Elm").begin()
    game.do(name, "resolve", "0AC")
    assert (game.hand(0), game.hand(1)) == (["Big", "Filler"], ["Elm"])


def test_the_enemy_picks_the_card_that_is_lost() -> None:
    name, position = with_card(
        "Effect: reveal 3 cards from the top of your deck as “seen”; then choose"
    )
    game = position.hand(0, name).deck(0, 30, "Ash", "Birch", "Cedar").begin().do(name, "resolve")
    assert game.asks == "CHOOSE 1"
    game.do("deck Birch")
    assert (sorted(map(str, game.hand(0))), game.dust(0)) == (["Ash", "Cedar"], ["Birch", name])


def test_columns_change_places_and_areas_stay() -> None:
    # R2.15
    name, text = saying("swap the own left column and the own right column")
    game = Position(text).on("0AL", name).on("0DL", "Ash").on("0DR", "Birch").area("0AL", "Ridge")
    played = game.begin().do("ability 0AL", "resolve")
    assert [played.at(word) for word in ("0AL", "0AR", "0DL", "0DR")] == [
        None,
        name,
        "Birch",
        "Ash",
    ]
    assert played.area("0AL") == "Ridge"


def test_each_hand_is_cut_down_to_three() -> None:
    # R13.8: a hand of one keeps it.
    name, position = with_card("as many as (the number of cards in your hand - 3) under your deck")
    position.hand(0, name, "Ash").hand(1, "Ash", "Birch", "Elm", "Fir", "Ivy").bare(0, 1)
    game = position.begin().do(name, "resolve", "Ash", "Fir")
    assert (game.hand(0), game.hand(1), game.deck(1)) == (["Ash"], ["Birch", "Elm", "Ivy"], 32)


def test_one_is_tapped_in_the_place_of_another_once() -> None:
    # R15.16: it is tapped then, and cannot stand in for the second.
    name, text = saying("Instead, when an own character other than this card is tapped")
    text += event_card('{ tap = { side = "enemy" } }')
    game = Position(text).on("1AL", name).on("1AC", "Ash").on("1AR", "Birch").hand(0, "Test")
    played = game.begin().do("Test", "resolve", "yes")
    assert [played.tapped(word) for word in ("1AL", "1AC", "1AR")] == [True, False, True]


def test_damage_goes_to_the_other_deck_once_a_game() -> None:
    # R15.16, R7.31
    name, text = saying("Instead, when a character damages a deck (yours) (once a game)")
    game = Position(text).on("1AL", name).on("0AL", "Ash").on("0AC", "Hazel").begin()
    game.do("attack 0AL", "resolve", "fight", "yes", "attack 0AC", "resolve", "fight")
    assert (game.deck(0), game.deck(1)) == (27, 27)


def test_an_attacker_untaps_after_its_first_battle_only() -> None:
    # R7.31
    name, text = saying("When a battle of this card ends (once a turn): If this card attacked")
    game = Position(re.sub(r"^ap = .*", "ap = 2", text, flags=re.M)).on("0AL", name).begin()
    game.do(*["attack 0AL", "resolve", "fight"] * 2)
    assert (game.deck(1), game.tapped("0AL")) == (26, True)


@pytest.mark.parametrize(("modes", "decks"), [((0, 2), (29, 28)), ((0, 1), (27, 30))])
def test_what_was_not_picked_has_its_price(modes: tuple[int, int], decks: tuple[int, int]) -> None:
    # R7.29
    name, position = with_card("Effect: do 2 of (draw 1 card), (untap up to 1 own character) or")
    game = position.hand(0, name).on("0AL", "Ash").begin()
    game.do(name, "resolve", *(f"mode {mode}" for mode in modes))
    if 1 in modes:
        game.do("pass")
    assert (game.deck(0), game.deck(1)) == decks


@pytest.mark.parametrize(("cards", "drawn"), [(5, 2), (4, 0)])
def test_ten_cards_removed_bring_two(cards: int, drawn: int) -> None:
    # R7.28
    name, position = with_card("Effect: remove all cards in any dust box from the game; then if")
    position.hand(0, name).dust(0, *["Ash"] * 5).dust(1, *["Elm"] * cards)
    game = position.begin().do(name, "resolve")
    assert (len(game.hand(0)), game.dust(1)) == (drawn, [])
    assert game.dust(0) == ([] if drawn else [name])


def test_each_player_names_its_own_number() -> None:
    # R15.11
    name, position = with_card("Effect: each player: (name a number from 0 to 3 as “k”")
    game = position.hand(0, name).begin().do(name, "resolve", "number 2", "number 0")
    assert (game.deck(0), len(game.hand(0)), game.deck(1)) == (24, 2, 30)


@pytest.mark.parametrize(("answer", "deck"), [("yes", 28), ("no", 30)])
def test_an_attack_goes_on_when_it_is_paid_for(answer: str, deck: int) -> None:
    # R8.6: cancelled by what waits for it, before anybody answers.
    name, position = with_card(
        "Effect: whenever an enemy character is declared as attacker (until the enemy's"
    )
    game = position.hand(0, name).on("1AL", "Ash").begin().do(name, "resolve", "pass", "pass")
    game.do("attack 1AL", answer, "resolve", "fight")
    assert game.deck(0) == (27 if answer == "yes" else 30)
    assert game.deck(1) == deck - 2
    assert game.tapped("1AL")


def test_each_mode_works_once_a_game_for_all_copies() -> None:
    # R7.31
    name, text = saying("(this card: AP +1 for the rest of the game) (each once a game)")
    position = Position(text)
    for word in ("0AL", "0AC", "0AR", "0DL"):
        position.on(word, name)
    game = position.begin()
    for word, mode in (("0AL", 0), ("0AC", 1)):
        game.do(f"ability {word}", "resolve", f"mode {mode}")
    game.do("ability 0AR", "resolve", "mode 2", "ability 0DL", "resolve")
    assert game.asks == "MAIN 0"
    assert (len(game.hand(0)), game.deck(1)) == (1, 29)


def test_the_first_dear_character_enters_and_the_rest_goes_back() -> None:
    # R6.12
    big = character("Big", "").replace('cost = "0"', 'cost = "SSS"')
    name, position = with_card("no character in your cards set aside with cost 3 or more", big)
    game = position.hand(0, name).deck(0, 30, "Gust", "Ash", "Big").begin()
    game.do(name, "resolve", "@0AL")
    assert (game.at("0AL"), game.deck(0), game.dust(0)) == ("Big", 29, [name])


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_support_is_cancelled_for_a_price(answer: str) -> None:
    # R5.35, R8.20
    name, text = saying("When an enemy character is declared as supporter (once a battle)")
    position = Position(text).on("1AL", name).on("0AL", "Ash").on("0AC", "Birch").on("1DR", "Cedar")
    game = position.hand(1, "Elm").begin()
    game.do("attack 0AL", "resolve", "1DR", "support 0AC", answer)
    if answer == "yes":
        game.do("pay Elm")
    assert game.do("resolve").values("0AL")[0] == (3 if answer == "yes" else 5)
    assert game.tapped("0AC")


def test_an_area_serves_whoever_ends_a_turn() -> None:
    # R9.11, R15.4: seat 1 played it, seat 0 mills its own card and untaps.
    _, text = saying("When a turn ends (carried out by the turn player)")
    name = saying("When a turn ends (carried out by the turn player)")[0]
    game = Position(text).area("0AL", name, owner=1).on("0AL", "Ash", "tapped").begin()
    game.do("pass", "pass")
    assert (game.deck(0), game.dust(1), game.tapped("0AL")) == (29, [], False)


@pytest.mark.parametrize(("answer", "there"), [("yes", None), ("no", "it")])
def test_whoever_takes_aim_pays_or_has_aimed_in_vain(answer: str, there: str | None) -> None:
    # R5.35
    name, text = saying(
        "When this card becomes a target of the enemy (once a turn): the enemy pays"
    )
    text += event_card('{ discard = "$x" }', more='target.x = { side = "enemy" }')
    game = Position(text).on("1AL", name).hand(0, "Test", "Ash").begin().do("Test", "1AL", answer)
    if answer == "yes":
        game.do("pay Ash")
    assert game.do("resolve").at("1AL") == (name if there else None)


def test_one_of_each_row_is_left() -> None:
    # R7.29: both choose before anything is discarded; a single one is no choice.
    name, position = with_card("then discard all characters other than “a”, “b”, “c” or “d”")
    position.hand(0, name).on("0AL", "Ash").on("0AC", "Elm")
    game = position.on("1AL", "Fir").on("1AC", "Ivy").on("1DL", "Kale").begin()
    game.do(name, "resolve", "0AL", "1AC")
    left = [game.at(word) for word in ("0AL", "0AC", "1AL", "1AC", "1DL")]
    assert left == ["Ash", None, None, "Ivy", "Kale"]
