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


@cache
def saying(words: str) -> tuple[str, str]:
    """Name and text of the one card that says this."""
    (found,) = ((name, text) for name, text in texts().items() if f"# {words}" in text)
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
    name, position = with_card("Effect: as many times as the number of cards in your deck")
    game = position.hand(0, name).deck(0, 30, "Gust", "Fog", "Ash", "Birch").begin()
    game.do(name, "resolve")
    assert (game.hand(0), game.deck(0)) == (["Ash"], 27)
    assert sorted(map(str, game.dust(0))) == sorted(["Gust", "Fog", name])


def test_all_cards_of_a_name_are_discarded_from_a_shown_hand() -> None:
    name, position = with_card("Effect: name a card name")
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
    name, text = saying("Passive (works in the hand): an entry of this card costs less")
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
