"""What holds effects together: parts, choices, conditions and amounts; the end of battle and game.

Operations on values stand in `test_effects_values`, those on cards in `test_effects_zones`.
"""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.acting import play, setting

# ---- battle, chain, end


def test_keep_saves_a_character_from_being_downed() -> None:
    # R8.31, N-31: not downed, and the other is judged as usual.
    position = setting('{ keep = "battling_own" }', 'when = [{ battle = "own" }]')
    game = position.on("0AL", "Birch").on("1DR", "Ash").begin()
    game.do("attack 0AL", "resolve", "1DR", "Test", "resolve", "fight")
    assert game.at("0AL") == "Birch"
    assert game.at("1DR") == "Ash"


def test_the_damage_of_a_battle_grows_and_shrinks() -> None:
    # R8.32, R8.33
    for add, deck in ((2, 25), (-1, 28), (-9, 30)):
        position = setting(f'{{ damage = "battle", add = {add} }}', 'when = [{ battle = "any" }]')
        game = position.on("0AL", "Ash").begin().do("attack 0AL", "resolve", "Test", "resolve")
        assert game.do("fight").deck(1) == deck


def test_a_card_makes_a_player_win_or_lose() -> None:
    # R16.4, R16.7, D-15
    assert play(setting('{ win_game = "you" }')).end == (0, "card")
    assert play(setting('{ lose_game = "you" }')).end == (1, "card")


# ---- flow


def test_may_is_done_or_left() -> None:
    # R15.5
    text = "{ may = [{ draw = 1 }], else = [{ mill = 1 }] }"
    assert play(setting(text), "yes").hand(0) == ["Filler"]
    game = play(setting(text), "no")
    assert game.hand(0) == []
    assert game.dust(0) == ["Filler", "Test"]


def test_when_done_asks_whether_the_part_before_was_done_in_full() -> None:
    # R7.28
    text = (
        '{ tap = { side = "enemy", type = "character", n = 1 } }, '
        "{ when_done = [{ draw = 1 }], else = [{ mill = 1 }] }"
    )
    assert play(setting(text).on("1AL", "Ash")).hand(0) == ["Filler"]
    assert play(setting(text).on("1AL", "Ash", "tapped")).dust(0) == ["Filler", "Test"]
    assert play(setting(text)).dust(0) == ["Filler", "Test"]


def test_a_mill_of_less_than_asked_is_not_done_in_full() -> None:
    # R7.28, R13.11: but the game ends first when the deck is empty (R16.2).
    text = '{ mill = 3, seat = "enemy" }, { when_done = [{ draw = 1 }] }'
    game = play(setting(text).deck(1, 2))
    assert game.end == (0, "deck-out")


def test_choose_names_what_later_parts_act_on() -> None:
    # R7.21
    text = (
        '{ choose = "crew", from = { side = "own", type = "character", n = "any" } }, '
        '{ tap = "$crew" }, { draw = { count = "$crew" } }'
    )
    game = play(setting(text).on("0AL", "Ash").on("0AC", "Elm").on("0AR", "Ivy"), "0AL", "0AR")
    game.do("pass")
    assert game.tapped("0AL")
    assert game.tapped("0AR")
    assert not game.tapped("0AC")
    assert game.hand(0) == ["Filler", "Filler"]


def test_up_to_may_stop_early() -> None:
    # R1.12
    text = '{ tap = { side = "enemy", type = "character", n = { up_to = 2 } } }'
    game = play(setting(text).on("1AL", "Ash").on("1AC", "Elm").on("1AR", "Ivy"), "1AC", "pass")
    assert [game.tapped(place) for place in ("1AL", "1AC", "1AR")] == [False, True, False]


def test_a_pick_is_made_by_whom_the_text_names() -> None:
    # R7.21
    text = '{ tap = { side = "enemy", type = "character", n = 1, by = "enemy" } }'
    game = play(setting(text).on("1AL", "Ash").on("1AC", "Elm"))
    assert game.asks == "CHOOSE 1"
    assert game.do("1AC").tapped("1AC")


def test_one_of_does_the_chosen_part() -> None:
    # R7.21
    text = "{ one_of = [[{ draw = 1 }], [{ mill = 2 }]] }"
    game = play(setting(text))
    assert game.asks == "MODE 0"
    assert game.rule("mode 2") == "R1.12"
    assert game.do("mode 1").dust(0) == ["Filler", "Filler", "Test"]
    assert play(setting(text), "mode 0").hand(0) == ["Filler"]


def test_each_acts_on_one_after_the_other() -> None:
    # DP by the SP of each
    text = (
        '{ each = { side = "own", type = "character" }, as = "one", '
        'do = [{ change = "$one", dp = { value = "sp", of = "$one" } }] }'
    )
    game = play(setting(text).on("0AL", "Ash").on("0AC", "Birch"))
    assert game.values("0AL") == (3, 4, 1)
    assert game.values("0AC") == (1, 4, 2)


def test_if_looks_at_the_moment_of_its_part() -> None:
    # R7.28: after the first mill the enemy has one card in the dust box.
    text = (
        '{ mill = 1, seat = "enemy" }, '
        '{ if = [{ compare = [{ size = "dust", seat = "enemy" }, ">=", 1] }], '
        "then = [{ draw = 1 }], else = [{ mill = 1 }] }"
    )
    assert play(setting(text)).hand(0) == ["Filler"]


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ('{ count = { side = "any", type = "character" } }', 3),
        ('{ value = "dp", of = "$one" }', 3),
        ('{ value = "original_ap", of = "$one" }', 3),
        ('{ value = "cost", of = "$one" }', 1),
        ('{ value = "attributes", of = "$two" }', 2),
        ('{ value = "basics", of = "$one" }', 0),
        ('{ size = "deck", seat = "enemy" }', 30),
        ('{ clock = "turn" }', 3),
        ("{ add = [2, 3] }", 5),
        ("{ sub = [2, 3] }", -1),
        ("{ times = [2, 3] }", 6),
        ("{ div = [7, 2] }", 3),
        ("{ div = [-7, 2] }", -4),
        ("{ div = [7, 0] }", 0),
        ("{ min = [2, 3] }", 2),
        ("{ max = [2, 3, 9] }", 9),
    ],
)
def test_amounts(amount: str, expected: int) -> None:
    # the SP of Birch (2) grows by the amount
    text = f'{{ change = "$birch", sp = {amount} }}'
    more = (
        'target.birch = { side = "own", name = "Birch" }\n'
        'target.one = { side = "own", name = "Ash" }\n'
        'target.two = { side = "enemy", type = "character" }'
    )
    position = setting(text, more).on("0AL", "Ash").on("0AC", "Birch").on("1AL", "Elm")
    game = position.begin().do("Test", "0AC", "0AL", "1AL", "resolve")
    assert game.values("0AC")[2] == 2 + expected


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ('row = "AF"', "0AL 0AC 1AL"),
        ('side = "own"', "0AL 0AC 0DL"),
        ('side = "enemy"', "1AL 1DR"),
        ('column = "left"', "0AL 0DL 1AL"),
        ("tapped = true", "0AC"),
        ("new = true", "1DR"),
        ('attribute = "moon"', "0AC 1DR"),
        ('attribute = ["sun", "moon"]', "0AC 1AL 1DR"),
        ('attribute = "colourless"', "0DL"),
        ('pure = "moon"', "1DR"),
        ("multi = true", "0AC"),
        ("ap = 3", "0AL"),
        ("dp = { ge = 3 }", "0AL 0AC"),
        ("cost = { le = 1 }", "0AL 0DL 1AL 1DR"),
        ("ex = { lt = 2 }", "1AL"),
        ('name = ["Ash", "Ivy"]', "0AL 1DR"),
        ("equipped = true", "0AL"),
        ('basic = "Step"', "1DR"),
        ("basic = true", "1AL 1DR"),
        ('not = { row = "AF" }', "0DL 1DR"),
        ('any = [{ name = "Ash" }, { name = "Ivy" }]', "0AL 1DR"),
        ('adjacent_to = "$one"', "0AC 0DL"),
        ('column = { same_as = "$one" }', "0AL 0DL 1DR"),
        ('row = { same_as = "$one" }', "0AL 0AC 1AL"),
        ('other_than = "$one"', "0AC 0DL 1AL 1DR"),
        ('attribute = { same_as = "$one" }', "0AL 0AC"),
        ('same_name_as = "$one"', "0AL"),
    ],
)
def test_selectors(selector: str, expected: str) -> None:
    # 0AL Ash (S), 0AC Elm (SM, tapped), 0DL Dogwood, 1AL Oak (N), 1DR Ivy (M, new); $one is Ash.
    text = f'{{ change = {{ type = "character", {selector} }}, sp = 5 }}'
    position = setting(text, 'target.one = { side = "own", name = "Ash" }')
    position.on("0AL", "Ash").on("0AC", "Elm", "tapped").on("0DL", "Dogwood")
    position.on("1AL", "Oak").on("1DR", "Ivy", "new").item("0AL", "Flag")
    expected_cells = expected.split()
    if selector == "ap = 3":
        expected_cells = []  # Flag makes 4
    game = position.begin().do("Test", "0AL", "resolve")
    before = {"0AL": 1, "0AC": 1, "0DL": 2, "1AL": 1, "1DR": 1}
    changed = [word for word, sp in before.items() if game.values(word)[2] == sp + 5]
    assert changed == expected_cells


# ---- picks from hidden zones


def test_none_is_always_an_answer_to_a_filtered_pick_from_the_own_hand() -> None:
    # R1.15: a claim that nothing fits, checked by the audit; the part was not done.
    text = (
        '{ discard = { zone = "hand", side = "own", type = "character", n = 1 } }, '
        "{ when_done = [{ draw = 1 }] }"
    )
    game = play(setting(text).hand(0, "Ash"))
    assert game.asks == "CHOOSE 0"
    assert game.legal("pass")
    assert game.rule("Idle") == "R1.12"
    assert game.do("pass").hand(0) == ["Ash"]


def test_a_blind_pick_from_the_enemy_s_hand_comes_after_a_shuffle() -> None:
    # R1.13, R2.20: any of them may be named, and nobody knows which is which but their owner.
    text = '{ discard = { zone = "hand", side = "enemy", n = 1 } }'
    game = play(setting(text).hand(1, "Ash", "Elm").bare(1))
    hand = game.state.zone(1, defs.ZONE_HAND)
    assert game.asks == "CHOOSE 0"
    assert sorted(game.state.legal_decisions()) == sorted(hand)
    assert {game.state.knowledge(token) for token in hand} == {2}
    assert len(game.do(hand[0]).dust(1)) == 1
