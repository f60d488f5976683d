"""Cards that are put into play as another: a form of a card, or a copy of one (R6.16)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from lycee_core.deck import Deck
from lycee_core.errors import CardDataError
from tests.core.builder import Position, catalogue, character, event_card, indices
from tests.core.test_items import item

DUST = '{ zone = "dust", side = "own", n = 1 }'
WOLF = (
    '{ name = "Wolf", ap = 5, dp = 4, sp = 0, cells = "L--/---", sex = "m", attributes = ["sun"] }'
)
HOWL = (
    '{ name = "Wolf", ap = 5, dp = 4, sp = 0, cells = "LCR/LCR", ability = [{ kind = "triggered", '
    'on = { event = "left", what = "self" }, effect = [{ mill = 3 }] }] }'
)
BACK = event_card('{ return = { side = "own", type = "character" } }', name="Back")


def shaper(effect: str, *forms: str) -> str:
    """An event card with forms and one effect."""
    text = event_card(effect)
    return text.replace("[[card.ability]]", f"forms = [{', '.join(forms)}]\n[[card.ability]]", 1)


def test_a_card_enters_as_a_form() -> None:
    # R6.16: values, cells, sex and attribute are those of the form.
    text = shaper(f'{{ enter = {DUST}, as = "Wolf" }}', WOLF)
    game = Position(text).dust(0, "Ash").hand(0, "Test").begin().do("Test", "resolve")
    assert game.at("0AL") == "Wolf"
    assert game.values("0AL") == (5, 4, 0)


def test_any_card_may_become_a_form_and_is_itself_again_when_it_leaves() -> None:
    # R6.16: an event card stands in the field meanwhile.
    text = shaper(f'{{ enter = {DUST}, as = "Wolf", to = {{ row = "AF" }} }}', HOWL) + BACK
    game = Position(text).dust(0, "Back").hand(0, "Test", "Back").begin()
    game.do("Test", "resolve", "0AC")
    assert game.at("0AC") == "Wolf"
    game.do("Back", "resolve")
    assert game.at("0AC") is None
    assert game.hand(0) == ["Back"]
    assert game.deck(0) == 27  # what left was the wolf


def test_a_form_is_no_card_of_a_deck() -> None:
    # R1.5, R6.16
    text = shaper(f'{{ enter = {DUST}, as = "Wolf" }}', WOLF)
    cards = catalogue(text)
    wolf, filler = indices(cards)["Wolf"], indices(cards)["Filler"]
    assert not any("Wolf" in fault for fault in Deck.faults([filler] * 60, cards))
    assert any(
        "expected at most 0 (R1.5)" in fault for fault in Deck.faults([wolf] + [filler] * 59, cards)
    )


def test_the_price_is_that_of_the_form() -> None:
    # R6.16
    wolf = WOLF.replace('"Wolf"', '"Wolf", cost = "SS"')
    text = shaper(f'{{ enter = {DUST}, as = "Wolf", pay = true }}', wolf)
    game = Position(text).dust(0, "Filler").hand(0, "Test", "Ash", "Ash").begin()
    game.do("Test", "resolve", "yes", "pay Ash, Ash")
    assert game.at("0AL") == "Wolf"
    assert game.hand(0) == []


def test_a_form_keeps_what_it_does_not_say_from_its_card() -> None:
    # R6.16: a card of the same type.
    lines = (
        'kind = "activated"\nworks_in = "dust"\ncost = {}\n'
        'effect = [{ enter = "self", as = "Wolf" }]'
    )
    text = character("Reed", lines, values="1/2/3", fields='forms = [{ name = "Wolf", ap = 6 }]')
    game = Position(text).dust(0, "Reed").begin()
    game.do(defs.CODE_OUTSIDE + game.token("Reed", defs.ZONE_DUST), "resolve", "@0DC")
    assert game.at("0DC") == "Wolf"
    assert game.values("0DC") == (6, 2, 3)


COPY = '{ enter = { zone = "dust", side = "own", n = 1 }, as = { copy = "$one" } }'


def copier(side: str) -> str:
    """An event card that lets a card of the dust box enter as a copy of a character."""
    more = f'target.one = {{ side = "{side}", type = "character" }}'
    return event_card(COPY, more=more)


def test_a_copy_has_values_and_abilities_of_the_other() -> None:
    # R6.16
    twin = character(
        "Twin", 'kind = "activated"\ncost = {}\neffect = [{ mill = 2 }]', values="3/3/3"
    )
    text = copier("enemy") + twin
    game = Position(text).on("1AC", "Twin").dust(0, "Filler").hand(0, "Test").begin()
    game.do("Test", "1AC", "resolve", "@0AC")
    assert game.at("0AC") == "Twin"
    assert game.values("0AC") == (3, 3, 3)
    game.do("ability 0AC", "resolve")
    assert game.deck(0) == 28


def test_a_copy_of_an_own_character_is_a_second_one_of_its_name() -> None:
    # R6.5, R6.16: so it enters nowhere.
    game = Position(copier("own")).on("0AC", "Ash").dust(0, "Filler").hand(0, "Test").begin()
    game.do("Test", "0AC", "resolve")
    assert game.dust(0) == ["Filler", "Test"]
    assert [game.at(word) for word in ("0AL", "0AR", "0DC")] == [None] * 3


def test_a_copy_that_is_downed_lies_as_itself_in_the_dust_box() -> None:
    # R6.16
    down = event_card('{ down = { side = "own", type = "character" } }', name="Down")
    text = copier("enemy") + down
    game = Position(text).on("1AC", "Ivy").dust(0, "Ash").hand(0, "Test", "Down").begin()
    game.do("Test", "1AC", "resolve", "@0AC")
    assert game.at("0AC") == "Ivy"
    game.do("Down", "resolve")
    assert game.dust(0) == ["Test", "Ash", "Down"]


def test_a_copy_of_a_copy_is_the_same() -> None:
    # R6.16, R12.5
    game = Position(copier("enemy")).on("1AC", "Ivy").dust(0, "Ash").dust(1, "Ash")
    played = game.hand(0, "Test").begin()
    played.do("Test", "1AC", "resolve", "@0AC")
    assert played.at("0AC") == "Ivy"
    assert played.state.illegal_rule(defs.CODE_PASS) is None


def test_a_card_is_put_on_as_an_item() -> None:
    # R6.16, R9.5
    tail = (
        '{ name = "Tail", type = "item", ability = '
        '[{ kind = "passive", effect = [{ change = "bearer", sp = 2 }] }] }'
    )
    text = shaper(f'{{ equip = {DUST}, as = "Tail", to = {{ side = "own" }} }}', tail) + BACK
    game = Position(text).on("0AC", "Ash").dust(0, "Birch").hand(0, "Test", "Back").begin()
    game.do("Test", "resolve")
    sp = game.values("0AC")[2]
    assert game.item("0AC") == "Tail"
    game.do("Back", "resolve")
    assert "Birch" in game.dust(0)
    assert sp == game.state.catalogue.card(game.names["Ash"]).sp + 2


def test_nobody_is_copied_by_a_reference_to_nobody() -> None:
    # R6.16: nothing happens.
    text = event_card(
        '{ enter = { zone = "dust", side = "own", n = 1 }, as = { copy = "attacker" } }'
    )
    game = Position(text).dust(0, "Ash").hand(0, "Test").begin().do("Test", "resolve")
    assert game.dust(0) == ["Ash", "Test"]


def test_without_room_for_a_lasting_change_nothing_enters_as_another() -> None:
    # R6.16, R14.13
    stay = '{ repeat = 25, do = [{ forbid = "draw", whom = "enemy", until = "game_end" }] }, '
    text = shaper(f'{stay}{{ enter = {DUST}, as = "Wolf" }}', WOLF)
    game = Position(text).dust(0, "Ash").hand(0, "Test").begin().do("Test", "resolve")
    assert game.dust(0) == ["Ash", "Test"]


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(CardDataError, match='found "Bear", expected a name of `forms`'):
        catalogue(shaper(f'{{ enter = {DUST}, as = "Bear" }}', WOLF))


def test_a_form_that_is_a_character_needs_cells() -> None:
    with pytest.raises(CardDataError, match="a character without `cells`"):
        catalogue(shaper(f'{{ enter = {DUST}, as = "Bear" }}', '{ name = "Bear", ap = 1 }'))


def test_what_an_item_counts_as_goes_with_it() -> None:
    # R6.16: from bearer to bearer it does not leave play.
    tail = '{ name = "Tail", type = "item" }'
    text = shaper(f'{{ equip = {DUST}, as = "Tail", to = {{ side = "own", row = "AF" }} }}', tail)
    move = event_card(
        '{ equip = { type = "item", name = "Tail" }, to = { row = "DF" } }', name="Go"
    )
    game = Position(text + move + item("Hat")).on("0AC", "Ash").on("0DC", "Birch").dust(0, "Cedar")
    played = game.hand(0, "Test", "Go").begin().do("Test", "resolve", "Go", "resolve")
    assert played.item("0AC") is None
    assert played.item("0DC") == "Tail"


def test_no_character_is_put_on_itself() -> None:
    # R6.16, R9.1: Ash alone stays; beside Birch it goes there.
    tail = '{ name = "Tail", type = "item" }'
    ash = '{ type = "character", side = "own", name = "Ash", n = 1 }'
    text = shaper(f'{{ equip = {ash}, as = "Tail", to = {{ side = "own" }} }}', tail)
    game = Position(text).on("0AC", "Ash").hand(0, "Test").begin().do("Test", "resolve")
    assert game.at("0AC") == "Ash"
    assert game.item("0AC") is None
    game = Position(text).on("0AC", "Ash").on("0DC", "Birch").hand(0, "Test").begin()
    game.do("Test", "resolve")
    assert game.at("0AC") is None
    assert game.item("0DC") == "Tail"
