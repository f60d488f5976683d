"""Declarations from the hand and the field: what may be declared, where to, and every refusal."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import Position, character, event_card

# ---- entry, R6


def test_a_character_enters_untapped_and_new() -> None:
    # R6.8, R6.9, S-68, S-69
    game = Position().hand(0, "Ash", "Birch").begin().do("Ash", "0AC", "pay Birch", "resolve")
    assert game.at("0AC") == "Ash"
    assert not game.tapped("0AC")
    assert game.new("0AC")
    assert game.dust(0) == ["Birch"]


def test_the_field_limit_binds_an_entry() -> None:
    # R6.3, S-48, S-67: Cedar may enter in the centre of the DF only.
    game = Position().hand(0, "Cedar", "Stheno").begin().do("Cedar")
    assert game.rule("0AC") == "R6.3"
    assert game.rule("0DL") == "R6.3"
    assert game.rule("0DC") is None


def test_an_occupied_cell_is_refused() -> None:
    # R6.4, S-65
    game = Position().on("0AL", "Elm").hand(0, "Birch", "Ash").begin().do("Birch")
    assert game.rule("0AL") == "R6.4"


def test_a_cell_of_the_enemy_is_refused() -> None:
    # R6.2
    game = Position().hand(0, "Birch", "Ash").begin().do("Birch")
    assert game.rule("1AL") == "R6.2"


def test_a_character_without_a_free_cell_in_its_limit_cannot_be_declared() -> None:
    # R7.14: a declaration that cannot be completed is not made.
    game = Position().on("0DC", "Elm").hand(0, "Cedar", "Stheno").begin()
    assert game.rule("Cedar") in ("R6.3", "R6.4")


@pytest.mark.parametrize("second", ["Ash", "Ash ※festival"])
def test_a_second_character_of_a_name_is_refused(second: str) -> None:
    # R6.5, R12.2, S-66, D-61: what follows the variant mark does not matter.
    game = Position().on("0AL", "Ash").hand(0, second, "Birch").begin()
    assert game.rule(second) == "R6.5"


def test_a_bracketed_name_is_another_name() -> None:
    # R12.1, N-36
    assert Position().on("0AL", "Ash").hand(0, "Ash (cook)", "Birch").begin().legal("Ash (cook)")


def test_a_character_of_the_name_on_the_enemy_field_does_not_matter() -> None:
    # R6.5
    assert Position().on("1AL", "Ash").hand(0, "Ash", "Birch").begin().legal("Ash")


def test_a_card_that_counts_as_another_name_blocks_it() -> None:
    # R12.3, S-27
    twin = character("Twin", "", fields='also = ["Ash"]')
    assert Position(twin).on("0AL", "Twin").hand(0, "Ash", "Birch").begin().rule("Ash") == "R6.5"


def test_an_entry_needs_an_empty_chain() -> None:
    # R7.4: Gust of seat 1 answers the offer of the end; seat 0 may not answer with an entry.
    game = Position().on("1AL", "Ash").hand(0, "Dogwood", "Recall").hand(1, "Gust", "Birch")
    played = game.begin().do("pass", "Gust", "1AL", "pay Birch")
    assert played.asks == "RESPOND 0"
    assert played.rule("Dogwood") == "R7.4"


def test_the_other_player_enters_nothing_in_answer_to_the_offer_of_the_end() -> None:
    # R7.4, R4.14
    game = Position().hand(1, "Ash", "Birch").begin().do("pass")
    assert game.asks == "RESPOND 1"
    assert game.rule("Ash") == "R7.4"


def test_cards_of_the_enemy_and_outside_the_hand_are_not_declared() -> None:
    # R7.9
    game = Position().hand(0, "Gust", "Birch").hand(1, "Gust").dust(0, "Gust").on("0AL", "Ash")
    played = game.begin()
    assert played.rule(played.token("Gust", defs.ZONE_HAND, 1)) == "R7.9"
    assert played.rule(played.token("Gust", defs.ZONE_DUST)) == "R7.9"
    assert played.rule(played.state.cell_character(0)) == "R7.9"


@pytest.mark.parametrize("code", [121, 122, 123, 127, 128, 139, 140, 203, 204, 255, 640, 700, 759])
def test_what_a_window_does_not_offer_is_refused(code: int) -> None:
    # R1.11, R1.12
    game = Position().hand(0, "Gust", "Birch").begin()
    assert game.rule(code) in ("R1.11", "R1.12")


# ---- new characters


def test_a_new_character_does_not_attack() -> None:
    # R8.5, R6.10, D-25
    game = Position().hand(0, "Ash", "Birch").begin().do("Ash", "0AL", "pay Birch", "resolve")
    assert game.rule("attack 0AL") == "R8.5"


def test_a_new_character_pays_no_tap() -> None:
    # R6.10
    assert Position().on("0AC", "Ursin", "new").begin().rule("ability 0AC") == "R6.10"


def test_a_new_character_uses_abilities_without_tap() -> None:
    # R6.11
    game = Position().on("0AC", "Violet", "new").begin().do("ability 0AC", "resolve")
    assert game.values("0AC") == (2, 2, 1)


def test_aggressive_lifts_the_bar_of_the_new() -> None:
    # R10.4, D-74, S-116
    assert Position().on("0AL", "Gorse", "new").begin().legal("attack 0AL")


def test_a_new_character_moves_by_step() -> None:
    # R6.11, R10.2
    assert Position().on("0AL", "Ivy", "new").begin().legal("step 0AL")


# ---- items, R9.1 to R9.6


def test_an_item_goes_on_a_character_of_either_side() -> None:
    # R9.1, S-77
    game = Position().on("1AL", "Ash").hand(0, "Shield", "Stheno").begin()
    game.do("Shield", "1AL", "pay Stheno", "resolve")
    assert game.item("1AL") == "Shield"
    assert game.values("1AL") == (3, 5, 1)


def test_an_item_needs_a_character() -> None:
    # R9.1
    game = Position().on("0AL", "Ash").hand(0, "Shield", "Stheno").begin().do("Shield")
    assert game.rule("0AC") == "R9.1"
    assert Position().hand(0, "Shield", "Stheno").begin().rule("Shield") == "R9.1"


def test_a_second_item_on_a_character_is_refused() -> None:
    # R9.2, S-79, D-52
    game = Position().on("0AL", "Ash").on("0AC", "Birch").item("0AL", "Shield")
    assert game.hand(0, "Shield", "Stheno").begin().do("Shield").rule("0AL") == "R9.2"


def test_an_item_refuses_a_bearer_that_its_text_does_not_fit() -> None:
    # R9.3, N-40: own characters in the AF only.
    game = Position().on("0AL", "Ash").on("0DL", "Birch").on("1AL", "Elm")
    played = game.hand(0, "Flag", "Stheno").begin().do("Flag")
    assert played.rule("0DL") == "R9.3"
    assert played.rule("1AL") == "R9.3"
    assert played.legal("0AL")


def test_an_item_fails_when_its_bearer_leaves_in_response() -> None:
    # R9.4, N-04: the cost is paid, the item goes to its owner's dust box.
    game = Position().on("1AL", "Ash").hand(0, "Shield", "Stheno").hand(1, "Recall", "Escort")
    played = game.begin().do("Shield", "1AL", "pay Stheno", "Recall", "1AL", "pay Escort")
    played.do("resolve")
    assert played.dust(0) == ["Stheno", "Shield"]
    assert "Ash" in played.hand(1)


# ---- areas, R9.7 to R9.10


@pytest.mark.parametrize("place", ["0AL", "1DC"])
def test_an_area_goes_on_any_cell_without_one(place: str) -> None:
    # R9.7, S-80, D-54
    game = Position().on("0AL", "Ash").hand(0, "Ridge", "Stheno").begin()
    assert game.do("Ridge", f"@{place}", "pay Stheno", "resolve").area(place) == "Ridge"


def test_an_area_without_a_free_cell_is_not_declared() -> None:
    # R9.7, R7.14
    position = Position().hand(0, "Ridge", "Stheno")
    for place in range(12):
        word = f"{place // 6}{'AD'[place % 6 // 3]}{'LCR'[place % 3]}"
        position.area(word, "Ridge")
    assert position.begin().rule("Ridge") in ("R9.7", "R9.8")


def test_a_second_area_on_a_cell_is_refused() -> None:
    # R9.8, S-82
    game = Position().area("1DC", "Ridge").hand(0, "Ridge", "Stheno").begin().do("Ridge")
    assert game.rule("@1DC") == "R9.8"


def test_an_area_works_on_whoever_comes_at_once() -> None:
    # R9.10, N-43
    game = Position().area("0AL", "Ridge").hand(0, "Ash", "Birch").begin()
    assert game.do("Ash", "0AL", "pay Birch", "resolve").values("0AL") == (4, 3, 1)


def test_items_and_areas_are_declared_in_the_own_main_phase_only() -> None:
    # R7.4, D-55
    game = Position().on("1AL", "Ash").hand(1, "Shield", "Ridge", "Stheno").begin().do("pass")
    assert game.rule("Shield") == "R7.4"
    assert game.rule("Ridge") == "R7.4"


# ---- event cards and abilities


def test_an_event_card_needs_its_target() -> None:
    # R7.19, R7.12, D-31: no untapped enemy character.
    game = Position().on("1AL", "Ash", "tapped").on("0AL", "Elm").hand(0, "Frost", "Ivy").begin()
    assert game.rule("Frost") == "R7.19"


def test_a_target_that_does_not_fit_the_text_is_refused() -> None:
    # R7.19
    game = Position().on("1AL", "Ash", "tapped").on("1AC", "Birch").on("0AL", "Elm")
    played = game.hand(0, "Frost", "Ivy").begin().do("Frost")
    assert played.rule("1AL") == "R7.19"
    assert played.rule("0AL") == "R7.19"
    assert played.rule("pass") == "R7.19"
    assert played.legal("1AC")


def test_one_thing_is_not_named_twice_for_one_target_word() -> None:
    # R7.20
    text = event_card('{ tap = "$two" }', more='target.two = { type = "character", n = 2 }')
    game = Position(text).on("1AL", "Ash").on("1AC", "Birch").hand(0, "Test").begin()
    game.do("Test", "1AL")
    assert game.rule("1AL") == "R7.20"
    game.do("1AC", "resolve")
    assert game.tapped("1AL")
    assert game.tapped("1AC")


def test_an_optional_target_may_be_left_out() -> None:
    # R7.20
    text = event_card(
        '{ tap = "$foe" }, { draw = 1 }',
        more='target.foe = { side = "enemy", type = "character", optional = true }',
    )
    game = Position(text).on("1AL", "Ash").hand(0, "Test").begin().do("Test", "pass", "resolve")
    assert not game.tapped("1AL")
    assert game.hand(0) == ["Filler"]


def test_a_choice_needs_nothing_to_choose_from() -> None:
    # R7.12, R7.21: Hush with no enemy character may be declared and does nothing.
    game = Position().hand(0, "Hush").begin().do("Hush", "resolve")
    assert game.dust(0) == ["Hush"]
    assert game.asks == "MAIN 0"


def test_a_condition_of_use_is_checked_at_the_declaration() -> None:
    # R7.23: Fog is for the battle only.
    assert Position().hand(0, "Fog", "Stheno").begin().rule("Fog") == "R7.23"


def test_an_ability_that_is_not_there_is_refused() -> None:
    # R7.8
    game = Position().on("0AL", "Ash").on("1AL", "Violet").begin()
    assert game.rule("ability 0AL") == "R7.8"
    assert game.rule("ability 0AC") == "R7.8"
    assert game.rule("ability 1AL") == "R7.8"  # the enemy's to use
    assert game.rule("item 0AL") == "R7.8"
    assert game.rule("area 0AL") == "R7.8"


def test_a_tapped_character_uses_abilities_without_tap() -> None:
    # R7.10, D-26
    game = Position().on("0AL", "Violet", "tapped").begin().do("ability 0AL", "resolve")
    assert game.values("0AL") == (2, 2, 1)


def test_a_tapped_character_pays_no_tap() -> None:
    # R5.17
    assert Position().on("0AL", "Ursin", "tapped").begin().rule("ability 0AL") == "R5.17"


def test_a_reserved_tap_is_not_designated_again() -> None:
    # R5.16: Ursin's [T] is designated; after a response it is no second link.
    game = Position().on("0AL", "Ursin").on("1AL", "Violet").begin()
    game.do("ability 0AL", "ability 1AL")
    assert not game.tapped("0AL")
    assert game.rule("ability 0AL") == "R5.16"


def test_a_deck_cost_needs_enough_cards() -> None:
    # R5.18, D-14, N-08
    assert Position().on("0AL", "Yew").deck(0, 1).begin().rule("ability 0AL") == "R5.18"
    assert Position().on("0AL", "Yew").deck(0, 2).begin().legal("ability 0AL")


def test_a_hand_card_as_a_cost_must_fit() -> None:
    # R5.19
    text = character(
        "Porter",
        'kind = "activated"\ncost = { hand = { n = 1, type = "item" } }\neffect = [{ draw = 1 }]',
    )
    assert Position(text).on("0AL", "Porter").bare(0).begin().rule("ability 0AL") == "R5.19"
    game = Position(text).on("0AL", "Porter").hand(0, "Shield", "Ash").begin().do("ability 0AL")
    assert game.asks == "COST_CARD 0"
    assert game.rule("Ash") == "R5.19"
    assert game.rule("pass") == "R5.19"
    game.do("Shield", "resolve")
    assert game.dust(0) == ["Shield"]
    assert game.hand(0) == ["Ash", "Filler"]


def test_cards_given_as_a_cost_cannot_also_give_points() -> None:
    # R5.15, R5.19: one hand card in all is not enough for both.
    text = character(
        "Porter",
        'kind = "activated"\ncost = { points = "S", hand = { n = 1 } }\neffect = [{ draw = 1 }]',
    )
    position = Position(text).on("0AL", "Porter").hand(0, "Ash").bare(0)
    assert position.begin().rule("ability 0AL") == "R5.3"
    game = position.hand(0, "Shield").begin().do("ability 0AL")
    assert game.rule("Ash") == "R5.3"  # the item alone would not give the point
    game.do("Shield", "pay Ash", "resolve")
    assert game.dust(0) == ["Shield", "Ash"]  # R5.21, R2.22: in the order of designation


def test_an_ability_is_declared_20_times_in_a_turn() -> None:
    # R7.11, R7.33, N-13
    game = Position().on("0AL", "Violet").begin()
    for _ in range(20):
        game.do("ability 0AL", "resolve")
    assert game.values("0AL") == (21, 2, 1)
    assert game.rule("ability 0AL") == "R7.33"


def test_once_per_turn_is_used_up_by_the_declaration() -> None:
    # R7.31, N-10, D-89
    game = Position().on("0AL", "Agave").on("1AL", "Ash").on("1AC", "Birch")
    played = game.hand(1, "Recall", "Escort").begin()
    played.do("ability 0AL", "1AL", "Recall", "1AL", "pay Escort", "resolve")
    assert not played.tapped("1AC")
    assert played.rule("ability 0AL") == "R7.31"


def test_once_per_turn_is_counted_anew_in_every_turn() -> None:
    # R7.31: the turn of the other player counts on its own.
    game = Position().on("0AL", "Agave").on("1AL", "Violet").on("1AC", "Birch")
    played = game.begin().do("ability 0AL", "1AL", "resolve")
    assert played.rule("ability 0AL") == "R7.31"
    played.do("pass", "resolve")
    assert played.asks in ("WAKE_UP 1", "MAIN 1")
    if played.asks == "WAKE_UP 1":
        played.do(140)
    played.do("ability 1AL")
    assert played.asks == "RESPOND 0"
    assert played.legal("ability 0AL")


def test_a_character_that_comes_again_has_its_uses_back() -> None:
    # R7.31, R13.4, N-42: Agave is recalled by its owner and enters again.
    game = Position().on("0AL", "Agave").on("1AL", "Ash").on("1AC", "Birch")
    played = game.hand(0, "Recall", "Escort", "Violet").begin()
    played.do("ability 0AL", "1AL", "resolve", "Recall", "0AL", "pay Escort", "resolve")
    played.do("Agave", "0AL", "pay Violet", "resolve")
    assert played.new("0AL")
    assert played.legal("ability 0AL")


FREE = 'kind = "activated"\ncost = {}\neffect = [{ change = "self", ap = 1 }]'
CELLS = ("0AL", "0AC", "0AR", "0DL", "0DC", "0DR")


def crowd(abilities: int) -> Position:
    """Six characters with so many free abilities each."""
    names = [f"Walker {i}" for i in range(6)]
    texts = (character(name, "---".join([FREE] * abilities)) for name in names)
    more = "".join(text.replace("CH-", f"CH-{i}-") for i, text in enumerate(texts))
    position = Position(more)
    for word, name in zip(CELLS, names, strict=True):
        position.on(word, name)
    return position


def test_a_turn_has_at_most_200_declarations() -> None:
    # R7.34, N-61: ten abilities, 20 uses each.
    game = crowd(2).hand(0, "Fir").begin()
    for word in CELLS[:5]:
        for ability in range(2):
            for _ in range(20):
                game.do(f"ability {word} {ability}", "resolve")
    assert game.rule("ability 0DR") == "R7.34"
    assert game.rule("attack 0AL") == "R7.34"
    assert game.rule("Fir") == "R7.34"
    assert game.legal("pass")


def test_at_most_32_different_abilities_are_counted_in_a_turn() -> None:
    # R7.37
    game = crowd(8).begin()
    for word in CELLS[:4]:
        for ability in range(8):
            game.do(f"ability {word} {ability}", "resolve")
    assert game.rule("ability 0DC 0") == "R7.37"
    assert game.legal("ability 0AL 7")


def tool(host: str, number: str = "IT-9997", kind: str = "item") -> str:
    """An item or area `Tool` with [T]: draw a card."""
    return f"""
[[card]]
number = "{number}"
name = {{ en = "Tool" }}
type = "{kind}"
attributes = []
cost = "0"
ex = 0
[[card.ability]]
kind = "activated"
host = "{host}"
cost = {{ tap = true }}
effect = [{{ draw = 1 }}]
"""


def test_an_ability_that_an_item_gives_is_used_by_the_controller_of_the_bearer() -> None:
    # R9.11, N-39, D-53: the item of seat 0 on a character of seat 1, which pays the [T].
    game = Position(tool("bearer")).on("1AL", "Ash").item("1AL", "Tool", owner=0).begin()
    assert game.rule("item 1AL") == "R7.8"
    game.do("pass", "item 1AL", "resolve")
    assert game.tapped("1AL")
    assert game.hand(1) == ["Filler"]


def test_an_ability_of_the_item_itself_is_used_by_who_played_it() -> None:
    # R9.11
    game = Position(tool("self")).on("1AL", "Ash").item("1AL", "Tool", owner=0).begin()
    assert game.do("item 1AL", "resolve").hand(0) == ["Filler"]


def test_an_ability_that_an_area_gives_is_used_by_who_stands_there() -> None:
    # R9.10, R9.11, R7.8
    text = tool("cell", "AR-9997", "area")
    game = Position(text).area("1AL", "Tool", owner=0).on("1AL", "Ash").begin()
    assert game.rule("area 1AL") == "R7.8"
    game.do("pass", "area 1AL", "resolve")
    assert game.tapped("1AL")
    assert game.hand(1) == ["Filler"]
    assert Position(text).area("0AL", "Tool").begin().rule("area 0AL") == "R7.8"


def test_a_card_may_say_when_it_can_be_played_at_all() -> None:
    # R7.23, R1.9
    text = event_card("{ draw = 1 }").replace(
        "ex = 0", 'ex = 0\nplay_if = [{ exists = { side = "own", name = "Ash" } }]'
    )
    assert Position(text).hand(0, "Test").begin().rule("Test") == "R7.23"
    assert Position(text).hand(0, "Test").on("0AL", "Ash").begin().legal("Test")


def test_an_optional_target_that_is_used_up_can_be_passed() -> None:
    # R7.19, R7.31: else the question would have no answer.
    text = character(
        "Spring",
        'kind = "activated"\ncost = {}\nlimit = { n = 1, per = "turn", each = "target" }\n'
        'target.t = { side = "own", type = "character", other_than = "self", '
        "total = { ex = { ge = 1 } }, optional = true }\n"
        'effect = [{ change = "$t", ap = 1 }]',
    )
    game = Position(text).on("0AL", "Spring").on("0AC", "Ash").begin()
    game.do("ability 0AL", "0AC", "resolve", "ability 0AL")
    assert game.rule("0AC") == "R7.31"
    assert game.legal("pass")
