"""What cards forbid and permit beyond battle, and what comes later (R14.14, R14.13, R15.3)."""

from __future__ import annotations

import pytest

from lycee_core.errors import CardDataError
from lycee_core.view import view
from tests.core.builder import Game, Position, character, event_card


def rule(effect: str) -> str:
    """A character `Spring` with one passive ability."""
    return character("Spring", f'kind = "passive"\neffect = [{effect}]')


AIM = event_card(
    '{ tap = "$t" }', more='target.t = { side = "any", type = "character" }', name="Aim"
)


# ---- what was chosen

HUSH = (
    '{ name = "card_name", named = "word" }, { forbid = "play", whom = "enemy", '
    'of = { name = { chosen = "word" } }, until = "enemy_turn_end" }'
)


def digits(game: Game, card: str) -> list[str]:
    """The words by which a card is named: the digits of its index to the base of 52."""
    index = game.names[card]
    return [f"number {index // 52}", f"number {index % 52}"]


def test_a_rule_keeps_the_name_that_was_chosen() -> None:
    # R14.14: each of two rules keeps its own.
    cards = (
        AIM
        + event_card(HUSH)
        + event_card(HUSH, name="Other")
        + event_card("{ draw = 1 }", name="Gift")
    )
    for names, barred in (
        (("Aim", "Fir"), {"Aim"}),
        (("Fir", "Gift"), {"Gift"}),
        (("Gift", "Aim"), {"Aim", "Gift"}),
    ):
        position = Position(cards).on("0DL", "Ivy").hand(0, "Test", "Other")
        game = position.hand(1, "Fir", "Aim", "Gift").begin()
        for event, name in zip(("Test", "Other"), names, strict=True):
            game.do(event, "resolve", *digits(game, name))
        game.do("step 0DL", "0AL")
        rules = {card: game.rule(card) for card in ("Aim", "Gift")}
        assert rules == {card: "R14.14" if card in barred else None for card in rules}


def test_a_rule_keeps_the_number_that_was_chosen() -> None:
    # R14.14: Aim costs 0.
    text = AIM + event_card(
        '{ name = "number", range = [0, 3] }, { forbid = "play", whom = "enemy", '
        'of = { cost = { ge = { chosen = "number" } } } }'
    )
    for number, rule_ in (("number 0", "R14.14"), ("number 1", None)):
        game = Position(text).on("0DL", "Ivy").hand(0, "Test").hand(1, "Aim").begin()
        game.do("Test", "resolve", number, "step 0DL", "0AL")
        assert game.rule("Aim") == rule_


@pytest.mark.parametrize(
    ("effect", "found"),
    [
        (
            '{ name = "card_name" }, { name = "number" }, { forbid = "play", whom = "enemy", of = '
            '{ name = { chosen = "card_name" }, cost = { chosen = "number" } } }',
            "`chosen` of two choices in one rule",
        ),
        (
            '{ permit = "pay", whom = { zone = "dust", side = "own" }, until = { used = 1 } }',
            "`used` of paying",
        ),
    ],
)
def test_what_a_rule_cannot_keep_is_refused_by_name(effect: str, found: str) -> None:
    with pytest.raises(CardDataError, match=found):
        Position(event_card(effect))


# ---- targets, moves, entries


@pytest.mark.parametrize(
    ("of", "enemy", "own"),
    [
        ("", False, False),
        (', of = { side = "enemy" }', False, True),
        (', of = { side = "enemy", kind = "special" }', True, True),
        (', of = { kind = "event_card", side = "enemy" }', False, True),
    ],
)
def test_a_card_that_may_not_be_a_target(of: str, *, enemy: bool, own: bool) -> None:
    # R14.14, R7.19
    text = rule(f'{{ forbid = "be_target", whom = {{ name = "Ash" }}{of} }}') + AIM
    for seat, legal in ((0, own), (1, enemy)):
        game = Position(text).on("0AL", "Ash").on("0DC", "Spring").on("1DC", "Ivy")
        played = game.hand(seat, "Aim").begin(seat)
        played.do("Aim")
        assert played.legal("0AL") == legal
        assert played.legal("1DC")


def test_a_declaration_without_another_target_is_illegal() -> None:
    # R7.19
    text = rule('{ forbid = "be_target", whom = { type = "character" } }') + AIM
    game = Position(text).on("0AL", "Ash").on("0DC", "Spring").hand(0, "Aim").begin()
    assert game.rule("Aim") == "R7.19"


def test_a_target_that_may_no_longer_be_one_is_lost() -> None:
    # R7.26: the rule comes in response.
    cover = event_card(
        '{ forbid = "be_target", whom = { name = "Ash", type = "character" } }', name="Cover"
    )
    game = Position(AIM + cover).on("0AL", "Ash").on("1AL", "Ivy").hand(1, "Cover")
    played = game.hand(0, "Aim").begin()
    assert not played.do("Aim", "0AL", "Cover", "resolve").tapped("0AL")


def test_a_character_that_may_not_be_moved() -> None:
    # R14.14: moves of its own are no moves by an effect.
    text = rule('{ forbid = "be_moved", whom = { name = "Ivy", type = "character" } }')
    move = event_card(
        '{ move = { name = "Ivy", type = "character" }, to = { row = "AF", column = "centre" } }'
    )
    game = Position(text + move).on("0DL", "Ivy").on("0DC", "Spring").hand(0, "Test").begin()
    game.do("Test", "resolve")
    assert game.at("0DL") == "Ivy"
    assert game.do("step 0DL", "0AL", "resolve").at("0AL") == "Ivy"


def test_a_character_that_may_not_enter_enters_by_no_effect_either() -> None:
    # R14.14, R6.15
    text = rule('{ forbid = "enter", whom = { name = "Fir" } }')
    raise_ = event_card('{ enter = { zone = "dust", side = "own", n = 1 } }')
    game = Position(text + raise_).on("0DC", "Spring").hand(0, "Test", "Fir").dust(0, "Fir")
    played = game.begin()
    assert played.rule("Fir") == "R14.14"
    assert played.do("Test", "resolve").dust(0) == ["Fir", "Test"]


def test_nobody_wins_by_an_effect_that_is_forbidden() -> None:
    # R14.14: losing the deck is no effect.
    text = rule('{ forbid = "win_by", whom = "you" }') + event_card('{ win_game = "you" }')
    game = Position(text).on("0DC", "Spring").hand(0, "Test").begin()
    assert game.do("Test", "resolve").end is None
    game = Position(text).hand(0, "Test").begin()
    assert game.do("Test", "resolve").end == (0, "card")


def test_words_that_no_rule_can_carry_out_are_refused_by_name() -> None:
    with pytest.raises(CardDataError, match="draw"):
        Position(rule('{ permit = "draw", whom = "you" }'))


# ---- what somebody must do


def test_a_duty_to_attack_ends_where_no_attack_is_legal_any_more() -> None:
    # R14.15, R7.34: else the turn could neither go on nor end.
    text = character(
        "Spring",
        'kind = "passive"\n'
        'effect = [{ require = "attack", whom = "self" }, '
        '{ permit = "attack", whom = "self", even_if = "tapped" }]',
        values="0/2/1",
    )
    game = Position(text).on("0AL", "Spring").begin()
    for _ in range(200):
        assert game.rule("pass") == "R14.15"
        game.do("attack 0AL", "resolve", "fight")
    assert game.rule("attack 0AL") == "R7.34"
    assert game.legal("pass")


# ---- later


def later(text: str, *more: str) -> Game:
    """`Fir` in 0AL; `Test` has been carried out; then the event cards of `more` are in hand."""
    names = [f"More{i}" for i in range(len(more))]
    cards = "".join(event_card(e, name=n) for e, n in zip(more, names, strict=True))
    game = Position(event_card(text) + cards).on("0AL", "Fir").on("0DC", "Ivy")
    return game.hand(0, "Test", *names).begin().do("Test", "resolve")


def test_later_happens_once_and_watch_every_time() -> None:
    # R15.3
    for verb, milled in (("later", 1), ("watch", 2)):
        tap = '{ tap = { name = "NAME", type = "character" } }'
        text = f'{{ {verb} = {{ event = "tapped" }}, do = [{{ mill = 1 }}] }}'
        game = later(text, tap.replace("NAME", "Fir"), tap.replace("NAME", "Ivy"))
        game.do("More0", "resolve", "More1", "resolve")
        assert game.deck(0) == 30 - milled


def test_later_a_number_of_times() -> None:
    text = '{ later = { event = "turn_start" }, do = [{ mill = 3 }], n = 2 }'
    game = later(text)
    for _ in range(3):
        game.do("pass", "resolve")
    assert game.deck(0) == 30 - 6 - 2  # and one warm-up


def test_later_knows_what_the_effect_had_named_until_it_is_gone() -> None:
    # R15.8: the leaving of the card itself is still heard with its name.
    text = (
        '{ choose = "x", from = { name = "Fir", type = "character" } },'
        ' { later = { event = "left", what = "$x" }, do = [{ take = "$x" }], until = "leaves" }'
    )
    game = later(text, '{ discard = { name = "Fir", type = "character" } }')
    assert "Fir" in game.do("More0", "resolve").hand(0)


def test_what_waits_until_the_battle_ends_hears_its_end() -> None:
    # R8.35, R15.3
    text = (
        '{ choose = "x", from = { name = "Fir", type = "character" } },'
        ' { later = { event = "battle_ended" }, do = [{ remove = "$x" }], until = "battle_end" }'
    )
    game = later(text)
    assert game.do("attack 0AL", "resolve", "fight").at("0AL") is None


def test_a_passive_may_name_several_things() -> None:
    # R14.7, R14.14: both of a battle, both seats, and nobody else; the view tells it.
    lines = (
        'kind = "passive"\nif = [{ battle = "any" }]\n'
        'effect = [{ change = ["battling_own", "battling_enemy"], dp = -1 }]\n---\n'
        'kind = "passive"\nif = [{ battle = "any" }]\n'
        'effect = [{ forbid = "play", whom = ["you", "enemy"], of = { kind = "event_card" } }]'
    )
    text = character("Judge", lines) + event_card("{ draw = 1 }")
    position = Position(text).on("0DL", "Judge").on("0AC", "Ash").on("0AL", "Ash (cook)")
    position.on("1DC", "Elm").hand(0, "Test").hand(1, "Test")
    game = position.begin()
    assert game.legal("Test")
    game.do("attack 0AC", "resolve", "1DC")
    assert [game.values(where)[1] for where in ("0AC", "1DC", "0AL", "0DL")] == [2, 2, 1, 2]
    assert game.rule("Test") == "R14.14"
    assert game.do("pass").rule("Test") == "R14.14"
    assert {effect.kind for effect in view(game.state, 0).effects} == {"forbid"}
