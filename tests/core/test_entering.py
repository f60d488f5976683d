"""Entries, items and areas put into play by an effect, changes of control, and what is named."""

from __future__ import annotations

from lycee_core import defs
from tests.core.builder import Game, Position, character, event_card


def setting(effect: str, more: str = "", cards: str = "") -> Position:
    """A hand with the free event card `Test` of this effect."""
    return Position(event_card(effect, more=more) + cards).hand(0, "Test")


def play(position: Position, *words: str) -> Game:
    """Play `Test` unanswered; `words` are the choices at its resolution."""
    return position.begin().do("Test", "resolve", *words)


BODY = 'target.body = { zone = "dust", side = "own", type = "character" }'


# ---- entries


def test_a_character_enters_from_the_dust_box() -> None:
    # R6.15, R6.9: it is new however it entered; nobody responds (R15.10).
    heard = 'kind = "triggered"\non = { event = "entered" }\neffect = [{ draw = 1 }]'
    effect = '{ enter = "$body", to = { side = "own", empty = true } }'
    position = setting(effect, BODY, character("Watcher", heard)).on("0DL", "Watcher")
    game = position.dust(0, "Ash").begin().do("Test", "dust Ash", "resolve")
    assert game.asks == "CHOOSE 0"
    game.do("0AC")
    assert game.at("0AC") == "Ash"
    assert game.new("0AC")
    assert game.hand(0) == ["Filler"]


def test_only_cells_within_the_field_limit_are_offered() -> None:
    # R6.15, R6.3: Cedar is for the centre of the back row.
    effect = '{ enter = "$body", to = { empty = true } }'
    game = setting(effect, BODY).dust(0, "Cedar").begin().do("Test", "dust Cedar", "resolve")
    assert game.asks == "MAIN 0"  # there is one
    assert game.at("0DC") == "Cedar"


def test_an_entry_where_it_cannot_be_does_nothing() -> None:
    # R6.15
    effect = '{ enter = "$body", to = "$place" }, { when_done = [{ draw = 1 }] }'
    more = f'{BODY}\ntarget.place = {{ side = "own", type = "cell", empty = true }}'
    position = setting(effect, more).dust(0, "Cedar").begin()
    game = position.do("Test", "dust Cedar", "0AL", "resolve")
    assert game.at("0AL") is None
    assert "Cedar" in game.dust(0)
    assert game.hand(0) == []


def test_free_cells_lift_the_field_limit() -> None:
    effect = '{ enter = "$body", to = "$place", free_cells = true }'
    more = f'{BODY}\ntarget.place = {{ side = "own", type = "cell", empty = true }}'
    game = setting(effect, more).dust(0, "Cedar").begin()
    assert game.do("Test", "dust Cedar", "0AL", "resolve").at("0AL") == "Cedar"


def test_a_name_enters_once() -> None:
    # R6.5, R6.15
    effect = '{ enter = "$body", free_cells = true }, { when_done = [{ draw = 1 }] }'
    position = setting(effect, BODY).on("0AL", "Ash").dust(0, "Ash").begin()
    game = position.do("Test", "dust Ash", "resolve")
    assert game.dust(0) == ["Ash", "Test"]
    assert game.hand(0) == []


def test_a_character_enters_tapped_on_the_side_of_the_enemy() -> None:
    # R13.1, R13.2: it is controlled by who has its cell, and goes to its owner's zones.
    effect = (
        '{ enter = "$body", controller = "enemy", tapped = true, free_cells = true, '
        'named = "it_is" }, { return = "$it_is" }'
    )
    game = setting(effect, BODY).dust(0, "Ash").begin().do("Test", "dust Ash", "resolve")
    assert game.rule("0AL") is not None
    game.do("1AR")
    assert game.hand(0) == ["Ash"]
    effect = effect.partition(", { return")[0]
    game = setting(effect, BODY).dust(0, "Ash").begin().do("Test", "dust Ash", "resolve", "1AR")
    assert game.at("1AR") == "Ash"
    assert game.tapped("1AR")


def test_several_enter_one_after_the_other() -> None:
    effect = '{ enter = { zone = "dust", side = "own", type = "character" }, free_cells = true }'
    game = play(setting(effect).dust(0, "Ash", "Gust", "Elm"), "0AL", "0AC")
    assert [game.at("0AL"), game.at("0AC")] == ["Ash", "Elm"]


def test_a_card_of_the_hand_is_shown_before_its_cell_is_named() -> None:
    # R1.14
    effect = '{ enter = { zone = "hand", side = "own", type = "character", n = 1 } }'
    game = setting(effect).hand(0, "Ash", "Elm").begin().do("Test", "resolve", "Ash")
    assert game.asks == "CHOOSE 0"
    game.do("0DR")
    assert game.at("0DR") == "Ash"
    assert game.hand(0) == ["Elm"]


def test_an_entry_is_paid_at_once() -> None:
    # R15.10, R5.30: Elm costs SM.
    effect = '{ enter = "$body", to = { side = "own" }, pay = true }'
    position = setting(effect, BODY).dust(0, "Elm").hand(0, "Birch", "Ivy").begin()
    game = position.do("Test", "dust Elm", "resolve", "0AL")
    assert game.asks == "MAY 0"
    game.do("yes", "pay Birch, Ivy")
    assert game.at("0AL") == "Elm"
    assert sorted(map(str, game.dust(0))) == ["Birch", "Ivy", "Test"]


def test_an_entry_that_is_not_paid_does_not_happen() -> None:
    # R7.28
    effect = '{ enter = "$body", to = { side = "own" }, pay = 1 }, { when_done = [{ draw = 1 }] }'
    position = setting(effect, BODY).dust(0, "Elm").hand(0, "Birch").begin()
    game = position.do("Test", "dust Elm", "resolve", "0AL", "no")
    assert game.at("0AL") is None
    assert game.hand(0) == ["Birch"]
    assert "Elm" in game.dust(0)


def test_a_card_does_not_pay_for_itself() -> None:
    # R5.11
    what = '{ zone = "hand", side = "own", type = "character", n = 1 }'
    effect = f'{{ enter = {what}, to = {{ side = "own" }}, pay = 1 }}'
    game = setting(effect).hand(0, "Ash").begin().do("Test", "resolve", "Ash", "0AL")
    assert game.rule("yes") == "R5.3"
    game.do("no")
    assert game.hand(0) == ["Ash"]


def test_a_conversion_enters_for_its_component_or_plainly() -> None:
    # R11.7
    name = "Dark Birch"
    effect = '{ enter = { zone = "dust", side = "own", type = "character", n = 1 } }'
    position = setting(effect).dust(0, name).on("0AL", "Birch")
    game = play(position)
    assert game.at("0AL") == name
    assert game.hand(0) == ["Birch"]
    plain = effect.replace("n = 1 }", "n = 1 }, without_conversion = true")
    game = play(setting(plain).dust(0, name))
    assert "CHOOSE" in game.asks


# ---- items and areas


def test_an_item_changes_its_bearer_without_leaving() -> None:
    # CH-0486
    heard = 'kind = "triggered"\non = { event = "item_left" }\neffect = [{ draw = 1 }]'
    more = (
        'target.item = { type = "item", side = "enemy" }\n'
        'target.friend = { side = "own", type = "character", equipped = false }'
    )
    effect = '{ equip = "$item", to = "$friend" }'
    position = setting(effect, more, character("Watcher", heard)).on("0AL", "Ash")
    game = position.on("0DL", "Watcher").on("1AL", "Elm").item("1AL", "Shield", 1).begin()
    game.do("Test", game.token("Shield", defs.ZONE_ITEM), "0AL", "resolve")
    assert game.item("0AL") == "Shield"
    assert game.item("1AL") is None
    assert game.values("0AL") == (3, 5, 1)
    assert game.hand(0) == []


def test_an_item_is_put_on_from_the_dust_box() -> None:
    effect = (
        '{ equip = { zone = "dust", side = "own", type = "item", n = 1 }, to = { side = "own" } }'
    )
    position = setting(effect).on("0AL", "Ash").on("0AC", "Elm").item("0AC", "Flag")
    game = play(position.dust(0, "Shield"))
    assert game.item("0AL") == "Shield"  # Elm has one already (R9.2)


def test_an_area_is_placed_from_the_hand_and_moved() -> None:
    # R9.8
    effect = '{ place_area = { zone = "hand", side = "own", type = "area", n = 1 } }'
    game = setting(effect).hand(0, "Ridge").begin().do("Test", "resolve", "Ridge", "1DC")
    assert game.area("1DC") == "Ridge"
    effect = '{ place_area = { type = "area", side = "own" }, to = { side = "own", row = "AF" } }'
    game = play(setting(effect).area("1DC", "Ridge"), "0AR")
    assert game.area("0AR") == "Ridge"
    assert game.area("1DC") is None


# ---- control


def test_control_is_taken_of_a_character() -> None:
    # R13.2, CH-0612
    effect = '{ take_control = "$foe", to = { column = "left", empty = true } }'
    position = setting(effect, 'target.foe = { side = "enemy" }').on("1AL", "Cedar", "tapped")
    game = position.on("0AL", "Ash").begin().do("Test", "1AL", "resolve")
    assert game.at("0DL") == "Cedar"
    assert game.tapped("0DL")


def test_a_character_under_foreign_control_leaves_to_its_owner() -> None:
    # R13.1, D-63
    effect = '{ take_control = "$foe" }, { discard = "$foe" }'
    position = setting(effect, 'target.foe = { side = "enemy" }').on("1AL", "Elm")
    game = position.begin().do("Test", "1AL", "resolve", "0AC")
    assert game.dust(1) == ["Elm"]


def test_a_new_controller_waits_no_longer_than_its_own_turn() -> None:
    # R6.9, R6.14: it entered before this turn, so it is not new for the turn player.
    effect = '{ take_control = "$foe", to = { row = "AF", empty = true } }'
    position = setting(effect, 'target.foe = { side = "enemy" }').on("1AL", "Elm", "new")
    game = position.begin().do("Test", "1AL", "resolve", "0AC")
    assert not game.new("0AC")
    assert game.legal("attack 0AC")


CAPTURE = '{ take_control = "$foe", to = { row = "AF", empty = true }, until = "turn_end"'


def test_control_that_ends_lets_the_character_go_home() -> None:
    # R13.2, example 8 of the language
    position = setting(f"{CAPTURE} }}", 'target.foe = { side = "enemy" }').on("1DL", "Elm")
    game = position.begin().do("Test", "1DL", "resolve", "0AC")
    assert game.at("0AC") == "Elm"
    game.do("pass", "resolve")
    assert game.at("0AC") is None
    assert game.at("1DL") == "Elm"


def test_who_cannot_go_home_meets_what_the_text_says() -> None:
    # its cell is taken by a captive who went the other way
    effect = (
        f'{CAPTURE}, else = [{{ discard = "it" }}] }}'.replace('"it"', '"$foe"')
        + ', { move = { side = "enemy", name = "Ash" }, to = { row = "DF", column = "left" } }'
    )
    position = setting(effect, 'target.foe = { side = "enemy", name = "Elm" }')
    game = position.on("1DL", "Elm").on("1AL", "Ash").begin()
    game.do("Test", "1DL", "resolve", "0AC")
    assert game.at("1DL") == "Ash"
    game.do("pass", "resolve")
    assert game.at("0AC") is None
    assert game.dust(1) == ["Elm"]


def test_a_captive_that_left_meanwhile_does_not_come_back() -> None:
    effect = f'{CAPTURE}, else = [{{ draw = 3 }}] }}, {{ return = "$foe" }}'
    position = setting(effect, 'target.foe = { side = "enemy" }').on("1DL", "Elm")
    game = position.begin().do("Test", "1DL", "resolve", "0AC", "pass", "resolve")
    assert game.at("1DL") is None
    assert "Elm" in game.hand(1)
    assert game.hand(0) == []


# ---- naming


def test_a_number_is_named() -> None:
    effect = '{ name = "number", range = [1, 3] }, { draw = 1 }'
    game = play(setting(effect))
    assert game.asks == "NUMBER 0"
    assert [game.legal(f"number {n}") for n in range(4)] == [True, True, True, False]
    game.do("number 2")
    assert game.hand(0) == ["Filler"]


def test_the_enemy_names_a_word_of_some() -> None:
    effect = '{ name = "attribute", of = ["moon", "sun"], by = "enemy" }'
    game = play(setting(effect))
    assert game.asks == "NUMBER 1"
    assert [n for n in range(6) if game.legal(f"number {n}")] == [1, 4]
    assert game.do("number 4").asks == "MAIN 0"


def test_a_card_name_is_named_digit_by_digit() -> None:
    effect = '{ name = "card_name" }'
    game = play(setting(effect, cards=character("One More", "")))
    count = len(game.state.catalogue)
    assert count > 52
    game.do(f"number {(count - 1) // 52}")
    assert game.legal(f"number {(count - 1) % 52}")
    assert not game.legal(f"number {(count - 1) % 52 + 1}")
    assert game.do(f"number {(count - 1) % 52}").asks == "MAIN 0"
