"""Loops, several modes, several references, and who sees an effect as its own."""

from __future__ import annotations

from tests.core.builder import Game, Position, character, event_card


def setting(effect: str, more: str = "", cards: str = "") -> Position:
    """A hand with the free event card `Test` of this effect."""
    return Position(event_card(effect, more=more) + cards).hand(0, "Test")


def play(position: Position, *words: str) -> Game:
    """Play `Test` unanswered; `words` are the choices at its resolution."""
    return position.begin().do("Test", "resolve", *words)


def test_repeat_does_a_block_so_many_times() -> None:
    # R7.21: each round chooses anew.
    text = "{ repeat = 2, do = [{ one_of = [[{ draw = 1 }], [{ mill = 1 }]] }] }"
    game = play(setting(text), "mode 0", "mode 1")
    assert game.hand(0) == ["Filler"]
    assert game.dust(0) == ["Filler", "Test"]


def test_repeat_counts_an_amount_once() -> None:
    # the hand grows meanwhile
    text = '{ repeat = { size = "hand" }, do = [{ draw = 1 }] }'
    game = play(setting(text).hand(0, "Ash", "Elm").bare(0))
    assert len(game.hand(0)) == 4


def test_repeat_does_nothing_for_0_and_stops_at_60() -> None:
    # R15.14, REPEAT_LIMIT
    text = "{ repeat = 0, do = [{ draw = 1 }] }"
    assert play(setting(text)).hand(0) == []
    grow = '{ repeat = 999, do = [{ change = { side = "own" }, ap = 1 }] }'
    assert play(setting(grow).on("0AL", "Ash")).values("0AL")[0] == 63


def test_each_seat_does_a_block_from_its_own_view_the_user_first() -> None:
    # R15.11
    text = (
        '{ each_seat = [{ discard = { zone = "hand", side = "own", n = 1 } }, '
        "{ when_done = [{ draw = 2 }] }] }, { draw = 1 }"
    )
    position = setting(text).hand(0, "Ash", "Elm").hand(1, "Birch", "Ivy").deck(0, 9, "Oak")
    game = position.begin().do("Test", "resolve")
    assert game.asks == "CHOOSE 0"
    game.do("Ash")
    assert game.asks == "CHOOSE 1"
    game.do("Ivy")
    assert sorted(map(str, game.hand(0))) == ["Elm", "Filler", "Filler", "Oak"]
    assert sorted(map(str, game.hand(1))) == ["Birch", "Filler", "Filler"]


def test_two_of_three_modes_are_picked_first_and_done_in_printed_order() -> None:
    text = "{ one_of = [[{ draw = 1 }], [{ mill = 1 }], [{ mill = 2 }]], n = 2 }"
    game = play(setting(text).deck(0, 9, "Ash", "Elm", "Ivy"))
    assert game.asks == "MODE 0"
    assert game.rule("pass") == "R1.12"
    game.do("mode 2")
    assert game.rule("mode 2") == "R1.12"
    game.do("mode 0")
    assert game.hand(0) == ["Ash"]
    assert game.dust(0) == ["Elm", "Ivy", "Test"]


def test_up_to_two_modes_may_be_fewer() -> None:
    text = "{ one_of = [[{ draw = 1 }], [{ mill = 1 }], [{ mill = 2 }]], n = { up_to = 2 } }"
    game = play(setting(text), "mode 1", "pass")
    assert game.dust(0) == ["Filler", "Test"]
    assert play(setting(text), "pass").dust(0) == ["Test"]


def test_modes_that_work_once_a_game_are_gone_for_their_seat() -> None:
    # R7.31: counted for the seat, not for the copy.
    user = character(
        "User",
        'kind = "activated"\ncost = {}\n'
        'effect = [{ one_of = [[{ draw = 1 }], [{ mill = 1 }]], once_per = "game" }]',
    )
    other = user.replace("CH-", "CH-9").replace('"User"', '"User Two"')
    assert other != user
    game = Position(user).on("0AL", "User").begin()
    game.do("ability 0AL", "resolve", "mode 0")
    assert game.hand(0) == ["Filler"]
    game.do("ability 0AL", "resolve")
    assert game.asks == "MODE 0"
    assert game.rule("mode 0") == "R1.12"
    game.do("mode 1")
    assert game.dust(0) == ["Filler"]
    game.do("ability 0AL", "resolve")
    assert game.asks == "MAIN 0"
    game.do("pass", "resolve", "pass", "resolve")
    while game.asks != "MAIN 0":
        game.do("pass")
    game.do("ability 0AL", "resolve")
    assert game.asks == "MAIN 0"


def test_several_references_are_one_object() -> None:
    text = (
        '{ choose = "mine", from = { side = "any", type = "character" } }, '
        '{ choose = "theirs", from = { side = "any", type = "character" }, by = "enemy" }, '
        '{ tap = ["$mine", "$theirs"] }, { when_done = [{ draw = { done = "cards" } }] }'
    )
    position = setting(text).on("0AL", "Ash").on("1AL", "Elm").on("1AC", "Ivy")
    game = position.begin().do("Test", "resolve", "1AL")
    assert game.asks == "CHOOSE 1"
    game.do("0AL")
    assert [game.tapped(cell) for cell in ("0AL", "1AL", "1AC")] == [True, True, False]
    assert game.hand(0) == ["Filler", "Filler"]


def test_several_references_in_a_passive() -> None:
    banner = """
[[card]]
number = "IT-9000"
name = { en = "Banner" }
type = "item"
attributes = []
cost = "0"
ex = 0
[[card.ability]]
kind = "passive"
effect = [{ change = ["bearer", "attacker"], sp = 3 }]
"""
    game = Position(banner).on("0AL", "Ash").on("0AC", "Elm").item("0AL", "Banner").begin()
    assert game.values("0AL")[2] == 4
    game.do("attack 0AC", "resolve")
    assert game.values("0AC")[2] == 4
    assert game.values("0AL")[2] == 4


def test_a_choice_among_what_names_hold() -> None:
    text = (
        '{ choose = "two", from = { side = "any", type = "character", n = 2 } }, '
        '{ choose = "one", from = "$two", by = "enemy" }, { tap = "$one" }'
    )
    position = setting(text).on("0AL", "Ash").on("1AL", "Elm").on("1AC", "Ivy")
    game = position.begin().do("Test", "resolve", "0AL", "1AC")
    assert game.asks == "CHOOSE 1"
    assert game.rule("1AL") == "R1.12"
    assert game.do("1AC").tapped("1AC")


def test_seat_lets_another_seat_do_it() -> None:
    # R15.11: "own" is what that seat has.
    text = '{ discard = { zone = "hand", side = "own", n = 1 }, seat = "enemy" }, { draw = 1 }'
    game = play(setting(text).hand(1, "Ash", "Elm"))
    assert game.asks == "CHOOSE 1"
    game.do("Elm")
    assert game.dust(1) == ["Elm"]
    assert game.hand(0) == ["Filler"]


def test_milled_cards_are_what_was_acted_on() -> None:
    text = '{ mill = 3 }, { take = { zone = "dust", among = "it", type = "character" } }'
    game = play(setting(text).deck(0, 9, "Ash", "Gust", "Elm").dust(0, "Ivy"))
    assert sorted(map(str, game.hand(0))) == ["Ash", "Elm"]


def test_drawn_cards_are_what_was_acted_on() -> None:
    text = '{ draw = 2, named = "new" }, { discard = "$new" }'
    game = play(setting(text).hand(0, "Ivy").deck(0, 9, "Ash", "Elm"))
    assert sorted(map(str, game.dust(0))) == ["Ash", "Elm", "Test"]
    assert game.hand(0) == ["Ivy"]


def test_mill_from_the_bottom_goes_upwards() -> None:
    # R2.22
    text = '{ mill = 2, seat = "enemy", from = "bottom" }'
    game = play(setting(text).deck(1, 2 + 1, "Ash", "Birch", "Elm"))
    assert game.dust(1) == ["Elm", "Birch"]
    assert game.deck(1) == 1


def test_it_stays_what_it_was_after_a_block() -> None:
    text = (
        '{ tap = { side = "own", row = "AF" } }, '
        '{ may = [{ untap = { side = "own", row = "DF" } }, { draw = 1 }, { mill = 1 }, '
        "{ draw = 1 }, { mill = 1 }, { draw = 1 }, { mill = 1 }, { draw = 1 }] }, "
        '{ change = "it", ap = 2 }'
    )
    game = play(setting(text).on("0AL", "Ash").on("0DL", "Elm", "tapped"), "yes")
    assert game.values("0AL")[0] == 5
    assert game.values("0DL")[0] == 2
