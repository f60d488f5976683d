"""Words about a battle: who attacks, its damage, who takes part, where support goes (R8)."""

from __future__ import annotations

import pytest

from tests.core.builder import Game, Position, cell, character, event_card


def fight(position: Position) -> Game:
    """Ash of seat 0 attacks, Elm of seat 1 defends; then the window is open."""
    return position.on("0AL", "Ash").on("1DR", "Elm").begin().do("attack 0AL", "resolve", "1DR")


def test_the_attacker_is_known_while_its_attack_is_answered() -> None:
    # R8.8: the response stands in the column that the attacker faces.
    text = event_card(
        '{ change = "attacker", ap = -1 }, '
        '{ tap = { side = "own", column = { same_as = "attacker" } } }',
        more='when = [{ responding = { kind = "attack" } }]',
    )
    position = Position(text).on("0AL", "Ash").on("1AR", "Fir").on("1AL", "Ivy").hand(1, "Test")
    game = position.begin()
    ap = game.values("0AL")[0]
    game.do("attack 0AL", "Test", "pass", "pass")
    assert game.values("0AL")[0] == ap - 1
    assert (game.tapped("1AR"), game.tapped("1AL")) == (True, False)


@pytest.mark.parametrize(
    ("rule", "n"),
    [('damage = "battle", add = 2', 2), ('damage_to_deck = { add = 3 }, seat = "enemy"', 3)],
)
def test_the_damage_of_a_battle_counts_what_rules_make_of_it(rule: str, n: int) -> None:
    # R8.32
    text = character("Reed", f'kind = "passive"\neffect = [{{ {rule} }}]') + event_card(
        '{ mill = { damage = "battle" } }'
    )
    game = Position(text).on("0AC", "Reed").on("0AL", "Ash").hand(0, "Test").begin()
    ap = game.values("0AL")[0]
    game.do("attack 0AL", "resolve", "Test", "resolve")
    assert game.deck(0) == 30 - ap - n


@pytest.mark.parametrize(("word", "n"), [("ge", 3), ("gt", 0)])
def test_a_rule_about_the_damage_sees_the_damage_without_such_rules(word: str, n: int) -> None:
    # R8.32: it asks how much the damage is that it changes.
    by = f'{{ side = "own", original_ap = {{ {word} = {{ damage = "battle" }} }} }}'
    rule = f'{{ damage_to_deck = {{ add = 3 }}, seat = "enemy", what = {by} }}'
    text = character("Reed", f'kind = "passive"\neffect = [{rule}]')
    game = Position(text).on("0AC", "Reed").on("0AL", "Ash").begin()
    ap = game.values("0AL")[0]
    game.do("attack 0AL", "resolve", "fight")
    assert game.deck(1) == 30 - ap - n


@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_a_character_takes_part_in_the_next_battle(role: str) -> None:
    # R8.40
    side = "own" if role == "attacker" else "enemy"
    text = character("Reed", "") + event_card(
        f'{{ participant = {{ side = "{side}", name = "Reed", n = 1 }}, role = "{role}", '
        'battle = "next" }'
    )
    seat = "0" if role == "attacker" else "1"
    position = Position(text).on(f"{seat}DC", "Reed").on("0AL", "Ash").on("1DR", "Elm")
    game = position.hand(0, "Test").begin().do("Test", "resolve")
    game.do("attack 0AL", "resolve")
    if role == "attacker":
        game.do("1DR")
    battle = game.state.battle()
    assert battle is not None
    assert battle[:2] == (
        (cell("0DC"), cell("1DR")) if role == "attacker" else (cell("0AL"), cell("1DC"))
    )


def test_a_character_that_left_takes_no_part_in_the_next_battle() -> None:
    # R8.40, R15.8
    text = character("Reed", "") + event_card(
        '{ participant = { side = "own", name = "Reed", n = 1 }, role = "attacker", '
        'battle = "next" }, { discard = { side = "own", name = "Reed" } }'
    )
    position = Position(text).on("0DC", "Reed").on("0AL", "Ash").on("1DR", "Elm").hand(0, "Test")
    game = position.begin().do("Test", "resolve", "attack 0AL", "resolve", "1DR")
    battle = game.state.battle()
    assert battle is not None
    assert battle[0] == cell("0AL")


def test_a_character_lets_one_of_its_side_be_supported_that_does_not_battle() -> None:
    # R8.17: Reed stands far away and gets the SP of Fir.
    text = character("Reed", "", values="1/1/1") + event_card(
        '{ support = { name = "Fir", n = 1 }, supported = { name = "Reed", n = 1 }, '
        'even_if = ["tapped", "not_adjacent"] }'
    )
    position = Position(text).on("0DR", "Reed").on("0AC", "Fir", "tapped").hand(0, "Test")
    game = fight(position)
    sp = game.values("0AC")[2]
    game.do("Test", "resolve")
    assert game.values("0DR") == (1, 1 + sp, 1)


SUPPORT = 'kind = "passive"\neffect = [{ support_rule = "self", RULE }]'


def test_support_may_go_to_others_too() -> None:
    # R8.22: to the participant, and to Reed as well.
    rule = SUPPORT.replace("RULE", 'also = { side = "own", name = "Reed" }')
    text = character("Giver", rule, values="1/1/2") + character("Reed", "", values="1/1/1")
    game = fight(Position(text).on("0AC", "Giver").on("0DR", "Reed").on("0DC", "Fir"))
    ap, dp, fir = game.values("0AL")[0], game.values("0DR")[1], game.values("0DC")
    game.do("support 0AC", "resolve")
    assert game.values("0AL")[0] == ap + 2
    assert game.values("0DR")[1] == dp + 2
    assert game.values("0DC") == fir


def test_support_may_go_to_another_instead() -> None:
    # R8.22: nobody else in the way, so nobody is asked.
    rule = SUPPORT.replace("RULE", 'give_to = { side = "own", name = "Reed" }')
    text = character("Giver", rule, values="1/1/2") + character("Reed", "", values="1/1/1")
    game = fight(Position(text).on("0AC", "Giver").on("0DR", "Reed"))
    ap, dp = game.values("0AL")[0], game.values("0DR")[1]
    game.do("support 0AC", "resolve")
    assert game.values("0AL")[0] == ap
    assert game.values("0DR")[1] == dp + 2


def test_who_gives_support_elsewhere_picks_one_of_several() -> None:
    # R8.22
    rule = SUPPORT.replace("RULE", 'give_to = { side = "own", row = "DF" }')
    text = character("Giver", rule, values="1/1/2") + character("Reed", "", values="1/1/1")
    game = fight(Position(text).on("0AC", "Giver").on("0DR", "Reed").on("0DC", "Fir"))
    game.do("support 0AC", "resolve")
    assert game.asks == "CHOOSE 0"
    assert not game.legal("0AL")
    dp = game.values("0DC")[1]
    game.do("0DC")
    assert game.values("0DC")[1] == dp + 2
