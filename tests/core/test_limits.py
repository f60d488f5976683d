"""How often an ability works: per turn, battle, game, entry, for each, once used up (R7.31)."""

from __future__ import annotations

import pytest

from lycee_core import defs
from lycee_core.errors import CardDataError
from tests.core.builder import Game, Position, catalogue, character, event_card


def mill(limit: str, more: str = "") -> str:
    """A character that mills one card of its own deck, so often."""
    return character(
        "Reed",
        f'kind = "activated"\ncost = {{}}\nlimit = {{ {limit} }}\n{more}effect = [{{ mill = 1 }}]',
    )


def next_own_turn(game: Game) -> Game:
    """Pass to the next turn of seat 0."""
    turn = game.state.turn + 2
    while game.state.turn < turn or game.asks != "MAIN 0":
        game.do(defs.CODE_MASK if game.asks.startswith("WAKE_UP") else "pass")
    return game


def test_a_limit_of_a_turn_starts_anew_with_the_turn() -> None:
    game = Position(mill('n = 1, per = "turn"')).on("0AC", "Reed").begin()
    game.do("ability 0AC", "resolve")
    assert game.rule("ability 0AC") == "R7.31"
    assert next_own_turn(game).legal("ability 0AC")


def test_a_limit_of_a_game_is_counted_for_the_seat_and_never_ends() -> None:
    game = Position(mill('n = 1, per = "game"')).on("0AC", "Reed").on("0AL", "Reed").begin()
    game.do("ability 0AC", "resolve")
    assert game.rule("ability 0AL") == "R7.31"
    assert next_own_turn(game).rule("ability 0AC") == "R7.31"


def test_a_limit_of_an_entry_ends_when_the_card_enters_anew() -> None:
    again = event_card(
        '{ return = { side = "own", name = "Reed", n = 1 }, named = "one" }, '
        '{ enter = "$one", to = { column = "left", row = "DF" } }'
    )
    position = Position(mill('n = 1, per = "entry"') + again).on("0AC", "Reed").hand(0, "Test")
    game = position.begin().do("ability 0AC", "resolve")
    assert next_own_turn(game).rule("ability 0AC") == "R7.31"
    game.do("Test", "resolve")
    assert game.at("0DL") == "Reed"
    assert game.legal("ability 0DL")


def test_a_limit_of_a_battle_starts_anew_with_the_battle() -> None:
    position = Position(mill('n = 1, per = "battle"')).on("0DC", "Reed").on("0AL", "Ash")
    game = position.on("0AR", "Fir").on("1DL", "Elm").on("1DR", "Ivy").begin()
    game.do("attack 0AL", "resolve", "1DR", "ability 0DC", "resolve")
    assert game.rule("ability 0DC") == "R7.31"
    game.do("fight", "attack 0AR", "resolve", "1DL")
    assert game.legal("ability 0DC")


@pytest.mark.parametrize(("each", "other"), [("name", "R7.31"), ("", None)])
def test_copies_are_counted_together_where_the_limit_is_for_each_name(
    each: str, other: str | None
) -> None:
    limit = 'n = 1, per = "turn"' + (f', each = "{each}"' if each else "")
    game = Position(mill(limit)).on("0AC", "Reed").on("0AL", "Reed").begin()
    game.do("ability 0AC", "resolve")
    assert game.rule("ability 0AL") == other


def test_each_target_is_counted_for_itself() -> None:
    text = mill('n = 1, per = "turn", each = "target"', 'target.one = { side = "own" }\n')
    game = Position(text).on("0AC", "Reed").on("0AL", "Ash").begin()
    game.do("ability 0AC", "0AL", "resolve", "ability 0AC")
    assert not game.legal("0AL")
    game.do("0AC", "resolve")
    assert game.rule("ability 0AC") is not None


SPENT = 'n = 1, per = "battle", after = "lost_until_turn_end"'


def test_an_ability_that_is_used_up_is_gone_until_the_end_of_the_turn() -> None:
    # R7.31: though its limit is that of a battle.
    count = event_card('{ mill = { count = { side = "own", special = "activated" } } }')
    position = Position(mill(SPENT) + count).on("0AC", "Reed").on("0AL", "Ash").on("1DR", "Elm")
    game = position.hand(0, "Test", "Test").begin().do("attack 0AL", "resolve", "1DR")
    game.do("ability 0AC", "resolve", "fight")
    assert game.rule("ability 0AC") == "R7.8"
    before = game.deck(0)
    assert game.do("Test", "resolve").deck(0) == before
    assert next_own_turn(game).legal("ability 0AC")
    before = game.deck(0)
    assert game.do("Test", "resolve").deck(0) == before - 1


def test_a_given_ability_that_is_used_up_is_gone_too() -> None:
    # R7.31
    given = (
        '{ kind = "activated", cost = {}, limit = { n = 1, per = "battle", '
        'after = "lost_until_turn_end" }, effect = [{ mill = 1 }] }'
    )
    text = event_card(f'{{ grant = {{ side = "own" }}, ability = {given}, until = "game_end" }}')
    game = Position(text).on("0AC", "Ash").hand(0, "Test").begin().do("Test", "resolve")
    game.do("ability 0AC", "resolve")
    assert game.rule("ability 0AC") == "R7.8"


def test_a_trigger_that_is_used_up_does_not_hear_until_the_end_of_the_turn() -> None:
    # R7.31
    text = character(
        "Ear",
        'kind = "triggered"\non = { event = "tapped" }\n'
        f"limit = {{ {SPENT} }}\neffect = [{{ mill = 1 }}]",
    )
    game = Position(text).on("0AC", "Ear").on("0AL", "Ash").on("0AR", "Fir").begin()
    game.do("attack 0AL", "resolve")
    assert game.deck(0) == 29
    game.do("fight", "attack 0AR", "resolve")
    assert game.deck(0) == 29


# ---- passive rules ------------------------------------------------------------------------------


def test_a_passive_rule_works_as_often_as_its_limit_says() -> None:
    # R7.31: the first deck damage of the turn is 2 less, the second is not.
    text = character(
        "Wall",
        'kind = "passive"\nlimit = { n = 1, per = "turn" }\n'
        "effect = [{ damage_to_deck = { add = -1 } }]",
    )
    position = Position(text).on("1AC", "Wall").on("0AL", "Ash").on("0AR", "Ash")
    game = position.begin()
    ap = game.values("0AL")[0]
    game.do("attack 0AL", "resolve", "fight")
    assert game.deck(1) == 30 - ap + 1
    game.do("attack 0AR", "resolve", "fight")
    assert game.deck(1) == 30 - 2 * ap + 1


def test_a_cheaper_entry_once_a_turn() -> None:
    # R5.28, R7.31: a colourless point less, for one entry.
    text = character(
        "Clerk",
        'kind = "passive"\nlimit = { n = 1, per = "turn" }\n'
        'effect = [{ cost_change = { kind = "event_card", side = "own" }, less = "*" }]',
    ) + event_card("{ draw = 0 }", cost="*")
    game = Position(text).on("0AC", "Clerk").hand(0, "Test", "Test").bare(0).begin()
    game.do("Test", "resolve")
    assert game.rule("Test") == "R5.3"


def test_a_character_is_kept_once_a_turn() -> None:
    # R7.31, R8.30
    text = character(
        "Reed",
        'kind = "passive"\nlimit = { n = 1, per = "turn" }\neffect = [{ keep = "self" }]',
        values="1/1/1",
    ) + character("Stone", "", values="5/5/1")
    position = Position(text).on("0AC", "Reed").on("1DC", "Stone")
    wake = event_card('{ untap = { type = "character" } }')
    position = Position(text + wake).on("0AC", "Reed").on("1DC", "Stone").hand(0, "Test")
    game = position.begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.at("0AC") == "Reed"
    game.do("Test", "resolve", "attack 0AC", "resolve", "1DC", "fight")
    assert game.at("0AC") is None


@pytest.mark.parametrize(
    ("limit", "effect"),
    [
        ('n = 1, per = "turn"', '{ change = "self", ap = 1 }'),
        ('n = 1, per = "turn", each = "target"', '{ keep = "self" }'),
        ('n = 1, per = "turn"', '{ forbid = "attack", whom = "self" }'),
    ],
)
def test_what_is_no_counted_rule_takes_no_limit(limit: str, effect: str) -> None:
    text = character("Reed", f'kind = "passive"\nlimit = {{ {limit} }}\neffect = [{effect}]')
    with pytest.raises(CardDataError, match="limit"):
        catalogue(text)


# ---- for each declaration


GIFT = (
    'kind = "as_cost"\ncost = { mill = 1 }\nlimit = { n = 1, per = "declaration" }\n'
    'effect = [{ points = 1, attributes = ["snow"] }]'
)


def test_a_cost_ability_is_declared_once_for_each_declaration() -> None:
    # R7.31
    text = character("Well", GIFT) + event_card("{ draw = 1 }", cost="S", name="Small")
    text += event_card("{ draw = 1 }", cost="SS", name="Pair")
    game = Position(text).on("0AC", "Well").hand(0, "Small", "Small", "Pair").begin()
    assert game.rule("Pair") == "R5.3"
    for left in (28, 26):  # each mills one and draws one
        game.do("Small", "ability 0AC", "pass", "resolve")
        assert game.deck(0) == left


def test_a_trigger_is_heard_once_for_each_declaration() -> None:
    # R7.31: three cards of one effect, then of another one.
    ear = character(
        "Ear",
        'kind = "triggered"\non = { event = "milled" }\nlimit = { n = 1, per = "declaration" }\n'
        "effect = [{ draw = 1 }]",
    )
    text = ear + event_card("{ mill = 1 }, { mill = 1 }, { mill = 1 }")
    game = Position(text).on("0AC", "Ear").hand(0, "Test", "Test").begin()
    game.do("Test", "resolve")
    assert len(game.hand(0)) == 2
    game.do("Test", "resolve")
    assert len(game.hand(0)) == 2


def test_a_change_of_costs_applies_to_each_declaration() -> None:
    # R5.28, R7.31
    less = character(
        "Clerk",
        'kind = "passive"\nlimit = { n = 1, per = "declaration" }\n'
        'effect = [{ cost_change = { kind = "event_card" }, less = "S" }]',
    )
    text = less + event_card("{ mill = 1 }", cost="S")
    game = Position(text).on("0AC", "Clerk").hand(0, "Test", "Test").begin()
    game.do("Test", "resolve", "Test", "resolve")
    assert game.deck(0) == 28


def test_uses_of_a_battle_and_for_each_declaration_have_one_place() -> None:
    text = mill('n = 1, per = "declaration"').replace(
        "{ mill = 1 }", '{ mill = { uses = "battle" } }'
    )
    with pytest.raises(CardDataError, match="`declaration` is part of the language"):
        catalogue(text)
