"""Characters that change cells by an effect: several at once, across the table, in lines."""

from __future__ import annotations

import pytest

from tests.core.builder import Game, Position, character, event_card


def setting(effect: str, more: str = "", cards: str = "") -> Position:
    """A hand with the free event card `Test` of this effect."""
    return Position(event_card(effect, more=more) + cards).hand(0, "Test")


def play(position: Position, *words: str) -> Game:
    """Play `Test` unanswered; `words` are the choices before and at its resolution."""
    return position.begin().do("Test", "resolve", *words)


def field(game: Game, seat: int) -> list[str | None]:
    """The characters of one field, cell by cell."""
    return [game.at(f"{seat}{row}{column}") for row in "AD" for column in "LCR"]


# ---- moving


def test_several_characters_are_moved_one_after_the_other() -> None:
    # R7.21: a cell is named for each, first the turn player's front row.
    text = (
        '{ move = { side = "own", type = "character" }, to = { empty = true, row = "DF" } }, '
        '{ when_done = [{ draw = { done = "cards" } }] }'
    )
    game = play(setting(text).on("0AL", "Ash").on("0AC", "Elm"))
    assert game.asks == "CHOOSE 0"
    assert game.rule("0AR") is not None
    game.do("0DR")
    assert game.rule("0DR") is not None
    game.do("0DL")
    assert field(game, 0) == [None, None, None, "Elm", None, "Ash"]
    assert game.hand(0) == ["Filler", "Filler"]


def test_who_has_no_cell_stays_and_the_move_is_not_done_in_full() -> None:
    # R7.28, R13.11
    text = (
        '{ move = { side = "own", row = "AF" }, to = { empty = true, row = "DF" } }, '
        '{ when_done = [{ draw = 1 }], else = [{ mill = { count = "it" } }] }'
    )
    position = setting(text).on("0AL", "Ash").on("0AC", "Elm").on("0DL", "Ivy").on("0DC", "Oak")
    game = play(position)
    assert sum(place is None for place in field(game, 0)[:3]) == 2
    assert game.dust(0) == ["Filler", "Test"]


def test_move_asks_for_a_cell_of_the_side_of_the_moved_character() -> None:
    # R6.13: without a side the own field of the character is meant.
    text = '{ move = "$one", to = { empty = true } }'
    position = setting(text, 'target.one = { type = "character", side = "any" }').on("1AL", "Ash")
    game = position.begin().do("Test", "1AL", "resolve")
    assert game.legal("1DC")
    assert game.rule("0DC") is not None


def test_the_enemy_picks_the_cell_where_the_text_says_so() -> None:
    # R7.21
    text = '{ move = "$one", to = { side = "enemy", empty = true }, by = "enemy" }'
    position = setting(text, 'target.one = { side = "enemy" }').on("1AL", "Ash")
    game = position.begin().do("Test", "1AL", "resolve")
    assert game.asks == "CHOOSE 1"
    assert game.do("1DR").at("1DR") == "Ash"


COLUMNS = (
    '{ choose = "from", from = { type = "cell", side = "enemy", column = "left", n = "all" } }, '
    '{ choose = "goal", from = { type = "cell", side = "enemy", column = "right", n = "all" } }, '
)


def test_a_column_is_moved_in_its_order() -> None:
    # the front row stays in front
    text = COLUMNS + '{ move = "$from", to = "$goal" }'
    game = play(setting(text).on("1AL", "Ash").on("1DL", "Elm"))
    assert field(game, 1) == [None, None, "Ash", None, None, "Elm"]


def test_a_column_is_moved_into_an_empty_one() -> None:
    # EV-0001
    text = (
        '{ move = { type = "column", side = "enemy", n = 1 }, '
        'to = { type = "column", side = "enemy", empty = true } }'
    )
    game = play(setting(text).on("1AL", "Ash").on("1DL", "Elm").on("1AC", "Ivy"))
    game.do("@1AL")
    assert field(game, 1) == [None, "Ivy", "Ash", None, None, "Elm"]


def test_the_rows_of_two_fields_change_places() -> None:
    # facing cells stay together: my left is the enemy's right (R2.14)
    text = (
        '{ swap = [{ type = "row", side = "own", row = "AF" }, '
        '{ type = "row", side = "enemy", row = "AF" }] }'
    )
    game = play(setting(text).on("0AL", "Ash").on("1AL", "Ivy"))
    assert game.at("1AR") == "Ash"
    assert game.at("0AR") == "Ivy"


def test_a_column_moves_as_far_as_there_is_room() -> None:
    # R13.11
    text = COLUMNS + '{ move = "$from", to = "$goal" }, { when_done = [{ draw = 1 }] }'
    game = play(setting(text).on("1AL", "Ash").on("1DL", "Elm").on("1AR", "Ivy"))
    assert field(game, 1) == ["Ash", None, "Ivy", None, None, "Elm"]
    assert game.hand(0) == []


def test_the_area_of_a_cell_goes_along_where_the_text_says_so() -> None:
    # R9.10 gives way to the text
    text = '{ move = "$one", to = { row = "DF", column = "same", empty = true }, with = "area" }'
    text = text.replace('column = "same"', 'column = { same_as = "$one" }')
    position = setting(text, 'target.one = { side = "own" }').on("0AL", "Ash")
    game = position.area("0AL", "Ridge").begin().do("Test", "0AL", "resolve")
    assert game.at("0DL") == "Ash"
    assert game.area("0DL") == "Ridge"
    assert game.area("0AL") is None


def test_a_character_moved_across_the_table_changes_its_controller() -> None:
    # R13.2, R13.3: tapped state and item go along, field limits do not matter; R6.14: no entry.
    text = '{ move = "$one", to = { side = "own", empty = true } }'
    heard = character(
        "Watcher",
        'kind = "triggered"\non = { event = "entered" }\neffect = [{ draw = 1 }]',
    )
    position = setting(text, 'target.one = { side = "enemy" }', heard).on("0AL", "Watcher")
    game = position.on("1AL", "Cedar", "tapped").item("1AL", "Shield", 1).begin()
    game.do("Test", "1AL", "resolve", "0DR")
    assert game.at("0DR") == "Cedar"
    assert game.tapped("0DR")
    assert game.item("0DR") == "Shield"
    assert game.hand(0) == []
    assert "control_changed" in game.events


def test_no_second_character_of_a_name_comes_to_a_field() -> None:
    # R12.5, R13.2
    text = '{ move = "$one", to = { side = "own", empty = true } }, { when_done = [{ draw = 1 }] }'
    position = setting(text, 'target.one = { side = "enemy" }').on("1AL", "Ash").on("0AL", "Ash")
    game = position.begin().do("Test", "1AL", "resolve", "0DR")
    assert game.at("1AL") == "Ash"
    assert game.at("0DR") is None
    assert game.hand(0) == []


def test_a_participant_that_changes_its_controller_interrupts_the_battle() -> None:
    # R8.24
    text = '{ move = "attacker", to = { side = "enemy", empty = true, row = "DF" } }'
    position = setting(text, 'when = [{ battle = "any" }]').on("0AL", "Ash").on("1DR", "Elm")
    game = position.begin().do("attack 0AL", "resolve", "1DR", "Test", "resolve", "1DL")
    assert game.asks == "MAIN 0"
    assert game.at("1DL") == "Ash"
    assert game.at("1DR") == "Elm"


def test_a_character_that_cannot_be_moved_stays() -> None:
    # R14.14
    text = (
        '{ forbid = "be_moved", whom = { side = "enemy", row = "AF" } }, '
        '{ move = { side = "enemy", type = "character" }, to = { column = "right", empty = true } }'
    )
    game = play(setting(text).on("1AL", "Ash").on("1DL", "Elm"))
    while game.asks == "CHOOSE 0":
        game.do(game.state.legal_decisions()[0])
    assert game.at("1AL") == "Ash"
    assert game.at("1DL") is None


# ---- changing places


def test_a_swap_across_the_table_exchanges_control() -> None:
    # R13.2
    text = '{ swap = ["$mine", "$foe"] }'
    more = 'target.mine = { side = "own" }\ntarget.foe = { side = "enemy" }'
    position = setting(text, more).on("0AL", "Ash").on("1DC", "Elm")
    game = position.begin().do("Test", "0AL", "1DC", "resolve")
    assert game.at("0AL") == "Elm"
    assert game.at("1DC") == "Ash"


def test_a_swap_across_the_table_minds_names() -> None:
    # R12.5: the one that comes back for it does not count, others do.
    text = '{ swap = ["$mine", "$foe"] }'
    more = 'target.mine = { side = "own" }\ntarget.foe = { side = "enemy" }'
    position = setting(text, more).on("0AL", "Ash").on("1DC", "Elm").on("0DR", "Elm")
    game = position.begin().do("Test", "0AL", "1DC", "resolve")
    assert game.at("0AL") == "Ash"
    position = setting(text, more).on("0AL", "Elm").on("1DC", "Elm", owner=1)
    game = position.begin().do("Test", "0AL", "1DC", "resolve")
    assert "moved" in game.events


ROWS = (
    '{ choose = "front", from = { type = "cell", side = "own", row = "AF", n = "all" } }, '
    '{ choose = "back", from = { type = "cell", side = "own", row = "DF", n = "all" } }, '
)


def test_two_rows_change_places() -> None:
    # empty cells go along
    text = ROWS + '{ swap = ["$front", "$back"] }'
    game = play(setting(text).on("0AL", "Ash").on("0DL", "Elm").on("0DC", "Ivy"))
    assert field(game, 0) == ["Elm", "Ivy", None, "Ash", None, None]


def test_two_items_change_bearers() -> None:
    # R9.5 gives way to the text
    text = '{ swap = ["$one", "$two"] }'
    more = 'target.one = { type = "item", side = "own" }\n'
    more += 'target.two = { type = "item", side = "enemy" }'
    position = setting(text, more).on("0AL", "Ash").on("1AL", "Elm").item("0AL", "Shield")
    game = position.item("1AL", "Flag", 1).begin()
    items = [game.token(name, 7) for name in ("Shield", "Flag")]
    game.do("Test", *items, "resolve")
    assert game.item("0AL") == "Flag"
    assert game.item("1AL") == "Shield"
    assert game.values("1AL") == (2, 5, 1)  # Elm with Shield


# ---- shifting, rearranging


@pytest.mark.parametrize(
    ("what", "way", "expected"),
    [
        ('row = "AF"', "left", ["Elm", None, "Ash", "Ivy", None, None]),
        ('row = "AF"', "right", [None, "Ash", "Elm", "Ivy", None, None]),
        ('row = "AF"', "rotate", [None, "Ash", "Elm", "Ivy", None, None]),
        ('column = "left"', "rotate", ["Ivy", "Elm", None, "Ash", None, None]),
        ('column = "left"', "left", ["Ivy", "Elm", None, "Ash", None, None]),
        ('row = ["AF", "DF"]', "rotate", ["Ivy", "Ash", "Elm", None, None, None]),
        ('row = ["AF", "DF"]', "left", ["Elm", None, "Ash", None, None, "Ivy"]),
    ],
)
def test_shift_goes_on_by_one_cell(what: str, way: str, expected: list[str | None]) -> None:
    # what goes out at one end comes in at the other
    text = f'{{ shift = {{ type = "cell", side = "own", {what} }}, by = "{way}" }}'
    game = play(setting(text).on("0AL", "Ash").on("0AC", "Elm").on("0DL", "Ivy"))
    assert field(game, 0) == expected


def test_rearrange_names_a_cell_for_each_and_moves_them_at_once() -> None:
    # R15.3
    mover = 'kind = "triggered"\non = { event = "moved", what = "self" }\neffect = [{ draw = 1 }]'
    cards = character("Mover", mover)
    text = '{ rearrange = { side = "own", type = "character" } }'
    position = setting(text, cards=cards).on("0AL", "Ash").on("0AC", "Mover").on("0AR", "Elm")
    game = position.begin().do("Test", "resolve")
    assert game.asks == "CHOOSE 0"
    game.do("@0AC", "@0AL")
    assert game.rule("@0AC") is not None
    game.do("0DR")
    assert field(game, 0) == ["Mover", "Ash", None, None, None, "Elm"]
    assert game.hand(0) == ["Filler"]


def test_rearrange_leaves_the_cells_of_others_alone() -> None:
    text = '{ rearrange = { side = "enemy", row = "AF" }, by = "enemy" }'
    position = setting(text).on("1AL", "Ash").on("1AC", "Elm").on("1DL", "Ivy")
    game = position.begin().do("Test", "resolve")
    assert game.asks == "CHOOSE 1"
    assert game.rule("@1DL") is not None
    assert game.rule("@0DL") is not None
    game.do("@1AC", "@1DR")
    assert field(game, 1) == [None, "Ash", None, "Ivy", None, "Elm"]
