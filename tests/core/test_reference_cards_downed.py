"""Reference cards that hear who goes down or is named, and what becomes of the fallen."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import event_card
from tests.core.stage import Play, Stage

REMOVED = defs.ZONE_REMOVED


def fought(stage: Stage, *, attacker: str = "0AL", defender: str = "1DR") -> Play:
    """A battle without anything declared in it."""
    return stage.begin().do(f"attack {attacker}", "resolve", defender, "fight")


def test_ch_0045_mills_when_a_defender_is_named_against_it() -> None:
    # R15.1
    stage = Stage("CH-0045").on("0AL", "CH-0045").on("0AC", "Man").on("1DR", "Rock")
    game = stage.on("1DC", "Ash").begin().do("attack 0AL", "resolve", "1DR")
    assert game.deck(1) == 29
    game.do("fight", "attack 0AC", "resolve", "1DC")
    assert game.deck(1) == 29


def test_ch_0045_does_not_mill_when_nobody_defends() -> None:
    game = Stage("CH-0045").on("0AL", "CH-0045").on("1DR", "Rock").begin()
    assert game.do("attack 0AL", "resolve", "pass").deck(1) == 30


def test_ch_0117_removes_what_its_neighbour_downs() -> None:
    # R15.3
    game = fought(Stage("CH-0117").on("0AL", "Ash").on("0AC", "CH-0117").on("1DR", "Fir"))
    assert game.dust(1) == []
    assert "Fir" in game.zone(1, REMOVED)


def test_ch_0117_does_not_mind_its_own_battle_or_other_columns() -> None:
    game = fought(Stage("CH-0117").on("0AL", "Ash").on("0AR", "CH-0117").on("1DR", "Fir"))
    assert game.dust(1) == ["Fir"]
    game = Stage("CH-0117").on("0AL", "CH-0117").on("1DR", "Fir").begin()
    game.do("attack 0AL", "column 0", "resolve", "1DR", "fight")
    assert game.dust(1) == ["Fir"]


def test_ch_0117_does_not_remove_what_an_effect_discards() -> None:
    stage = Stage("CH-0117").on("0AL", "Ash").on("0AC", "CH-0117").on("1DR", "Fir")
    assert stage.hand(0, "Strike").begin().do("Strike", "1DR", "resolve").dust(1) == ["Fir"]


def glass(basic: str = "") -> str:
    """A character that strikes hard and breaks at once."""
    keep = f"basic = [{basic}]" if basic else ""
    return f"""
[[card]]
number = "CH-9790"
name = {{ en = "Glass" }}
type = "character"
attributes = ["snow"]
cost = "0"
ex = 1
ap = 9
dp = 1
sp = 1
sex = "m"
cells = "LCR/LCR"
{keep}
"""


def test_ch_0142_removes_the_enemy_that_its_battle_downs() -> None:
    # R15.1: for the rest of the battle.
    stage = Stage("CH-0142").on("0AL", "CH-0142").on("1DR", "Man").begin()
    stage.do("attack 0AL", "resolve", "1DR")
    before = stage.values("0AL")[0]
    stage.do("ability 0AL", "0AL", "resolve")
    assert stage.values("0AL")[0] == before + 2
    assert not stage.legal("ability 0AL")
    stage.do("fight")
    assert stage.dust(1) == []
    assert "Man" in stage.zone(1, REMOVED)


def test_ch_0142_forgets_it_when_the_battle_is_over() -> None:
    # D-51
    stage = Stage("CH-0142").on("0AL", "CH-0142").on("0AC", "Ash").on("1DR", "Rock")
    game = (
        stage.on("1DC", "Fir")
        .begin()
        .do("attack 0AL", "resolve", "1DR", "ability 0AL", "0AL", "fight")
    )
    game.do("attack 0AC", "resolve", "1DC", "fight")
    assert game.dust(1) == ["Fir"]


def test_ch_0163_untaps_when_an_own_character_is_downed_in_battle() -> None:
    # R15.1
    stage = Stage("CH-0163").on("0AL", "Fir").on("0DR", "CH-0163", "tapped").on("1DR", "Giant")
    assert not fought(stage).tapped("0DR")


def test_ch_0163_does_not_untap_for_a_discard() -> None:
    stage = Stage("CH-0163").on("0AL", "Fir").on("0DR", "CH-0163", "tapped").hand(0, "Strike")
    assert stage.begin().do("Strike", "0AL", "resolve").tapped("0DR")


def test_ch_0415_returns_to_the_hand_when_downed_in_battle() -> None:
    # D-88: it goes to the dust box, then from there to the hand.
    stage = Stage("CH-0415").on("0AL", "CH-0415").on("1DR", "Giant")
    assert fought(stage).seen(0) == ["CH-0415"]


def test_ch_0415_does_not_return_from_a_discard() -> None:
    stage = Stage("CH-0415").on("0AL", "CH-0415").hand(0, "Strike")
    assert stage.begin().do("Strike", "0AL", "resolve").dust(0) == ["CH-0415", "Strike"]


@pytest.mark.parametrize("owner", [0, 1])
def test_it_0026_returns_its_bearer_to_its_owner(owner: int) -> None:
    # D-63: the bearer's owner, whoever the item belongs to.
    stage = Stage("IT-0026").on("0AL", "Man").on("1DR", "Giant").item("0AL", "IT-0026", owner)
    game = fought(stage)
    assert game.seen(0) == ["Man"]
    assert game.dust(owner) == ["IT-0026"]


def test_it_0026_does_nothing_when_its_bearer_is_discarded() -> None:
    stage = Stage("IT-0026").on("0AL", "Man").item("0AL", "IT-0026").hand(0, "Strike")
    assert stage.begin().do("Strike", "0AL", "resolve").seen(0) == []


def test_it_0031_removes_bearer_and_itself_from_the_game() -> None:
    # R13.6
    stage = Stage("IT-0031").on("0AL", "Man").on("1DR", "Giant").item("0AL", "IT-0031")
    game = fought(stage)
    assert game.dust(0) == []
    assert {"Man", "IT-0031"} <= set(game.zone(0, REMOVED))


def test_it_0031_lets_its_bearer_jump_for_a_point() -> None:
    # R10.8
    stage = Stage("IT-0031").on("0AL", "Man").item("0AL", "IT-0031").coins(0, 1).begin()
    assert stage.do("jump 0AL", "0DR", "pay Coin", "resolve").at("0DR") == "Man"


def test_it_0042_raises_ap_and_removes_what_its_bearer_downs() -> None:
    # R15.3
    stage = Stage("IT-0042").on("0AL", "Man").on("1DR", "Woman").item("0AL", "IT-0042")
    game = fought(stage)
    assert game.values("0AL") == (3, 2, 1)
    assert "Woman" in game.zone(1, REMOVED)
    assert game.dust(1) == []


def test_it_0042_does_not_mind_others() -> None:
    stage = Stage("IT-0042").on("0AL", "Ash").on("0AC", "Man").on("1DR", "Fir")
    assert fought(stage.item("0AC", "IT-0042")).dust(1) == ["Fir"]


def test_ar_0022_lets_the_owner_of_the_fallen_draw() -> None:
    # R9.9: whoever placed the area.
    stage = Stage("AR-0022").on("0AL", "Giant").on("1DR", "Man").area("1DR", "AR-0022", owner=0)
    game = fought(stage)
    assert (game.deck(0), game.deck(1)) == (30, 29)


def test_ar_0022_is_for_battles_only() -> None:
    text = event_card('{ discard = { side = "enemy" } }')
    stage = Stage("AR-0022", more=text).on("1DR", "Man").area("1DR", "AR-0022").hand(0, "Test")
    assert stage.begin().do("Test", "resolve").deck(1) == 30


def test_ch_0124_is_not_downed_alone() -> None:
    # R8.29: the enemy stands, so she stands.
    game = fought(Stage("CH-0124").on("0AL", "CH-0124").on("1DR", "Giant"))
    assert (game.at("0AL"), game.at("1DR")) == ("CH-0124", "Giant")
