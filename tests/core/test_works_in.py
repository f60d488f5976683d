"""Abilities that are alive outside play: in the hand, a dust box, a pile, anywhere (R15.17)."""

from __future__ import annotations

import pytest

from lycee_core import defs, notation
from lycee_core.errors import CardDataError
from lycee_core.wording import format_line
from tests.core.builder import Game, Position, catalogue, character, event_card


def used_in(zone: str, effect: str, cost: str = "{}") -> str:
    """A character with an ability that is used in a zone."""
    return character(
        "Reed", f'kind = "activated"\nworks_in = "{zone}"\ncost = {cost}\neffect = [{effect}]'
    )


def outside(game: Game, name: str, zone: int, seat: int = 0) -> int:
    """The code of the ability of a card outside the field."""
    return defs.CODE_OUTSIDE + game.token(name, zone, seat)


def test_an_ability_is_used_out_of_the_hand_and_its_card_goes_back() -> None:
    # R15.17
    game = Position(used_in("hand", "{ mill = 2 }")).hand(0, "Reed").begin()
    code = outside(game, "Reed", defs.ZONE_HAND)
    assert game.legal(code)
    game.do(code)
    assert game.links == ["special"]
    game.do("resolve")
    assert game.deck(0) == 28
    assert game.hand(0) == ["Reed"]


def test_a_hand_card_is_discarded_as_the_price_of_its_own_ability() -> None:
    # R15.17
    text = used_in("hand", "{ mill = 2 }", '{ leave = "dust" }')
    game = Position(text).hand(0, "Reed").begin()
    game.do(outside(game, "Reed", defs.ZONE_HAND), "resolve")
    assert game.hand(0) == []
    assert "Reed" in game.dust(0)


def test_a_hand_card_does_not_pay_for_its_own_ability() -> None:
    # R5.8, R15.17
    text = used_in("hand", "{ mill = 2 }", '{ points = "S" }')
    game = Position(text).hand(0, "Reed").begin()
    assert game.rule(outside(game, "Reed", defs.ZONE_HAND)) == "R5.3"


@pytest.mark.parametrize(("zone", "legal"), [("hand", False), ("dust", True), ("any", True)])
def test_an_ability_is_used_where_it_works(zone: str, *, legal: bool) -> None:
    # R7.8, R15.17
    game = Position(used_in(zone, "{ mill = 1 }")).dust(0, "Reed").begin()
    assert game.legal(outside(game, "Reed", defs.ZONE_DUST)) == legal


def test_what_works_anywhere_works_on_the_field_too() -> None:
    # R15.17
    game = Position(used_in("any", "{ mill = 1 }")).on("0AC", "Reed").begin()
    assert game.do("ability 0AC", "resolve").deck(0) == 29


def test_what_works_in_the_dust_box_does_not_work_on_the_field() -> None:
    # R7.8, R15.17
    game = Position(used_in("dust", "{ mill = 1 }")).on("0AC", "Reed").begin()
    assert game.rule("ability 0AC") == "R7.8"


def test_a_card_leaves_its_dust_box_as_the_price_and_is_used_once_a_turn() -> None:
    # R7.31, R15.17
    text = used_in("dust", "{ draw = 1 }", '{ leave = "removed" }')
    game = Position(text).dust(0, "Reed").begin()
    game.do(outside(game, "Reed", defs.ZONE_DUST), "resolve")
    assert game.dust(0) == []
    assert "Reed" in game.zone(0, defs.ZONE_REMOVED)
    assert game.hand(0) == ["Filler"]


def test_the_enemy_does_not_use_it() -> None:
    # R7.8
    game = Position(used_in("dust", "{ draw = 1 }")).dust(1, "Reed").begin()
    assert game.rule(outside(game, "Reed", defs.ZONE_DUST, 1)) == "R7.8"


def test_a_card_in_a_pile_uses_its_ability_there() -> None:
    # R15.17: in that pile only.
    text = used_in("pile:Pond", "{ mill = 3 }") + event_card(
        '{ pile = { zone = "dust", side = "own", n = 1 }, to = "Pond", stays = true }'
    )
    game = Position(text).dust(0, "Reed").hand(0, "Test").begin()
    code = outside(game, "Reed", defs.ZONE_DUST)
    assert game.rule(code) == "R7.8"
    game.do("Test", "resolve")
    assert game.do(code, "resolve").deck(0) == 27


def test_a_card_hears_what_happens_out_of_its_dust_box() -> None:
    # R15.17
    text = character(
        "Reed",
        'kind = "triggered"\nworks_in = "dust"\n'
        'on = { event = "entered", what = { side = "own" } }\neffect = [{ take = "self" }]',
    ) + character("Weed", "")
    game = Position(text).dust(0, "Reed").dust(1, "Reed").hand(0, "Weed").begin()
    game.do("Weed", "0AL", "resolve")
    assert game.hand(0) == ["Reed"]
    assert "Reed" in game.dust(1)


def test_a_card_that_reaches_its_dust_box_hears_it_there() -> None:
    # R15.17
    text = character(
        "Reed",
        'kind = "triggered"\nworks_in = "dust"\non = { event = "reached_dust", what = "self" }\n'
        "effect = [{ draw = 1 }]",
    ) + event_card('{ discard = { side = "own", name = "Reed" } }')
    game = Position(text).on("0AC", "Reed").hand(0, "Test").begin().do("Test", "resolve")
    assert game.hand(0) == ["Filler"]


def test_a_passive_works_out_of_the_dust_box_while_its_card_lies_there() -> None:
    # R14.12, R15.17
    text = character(
        "Reed",
        'kind = "passive"\nworks_in = "dust"\n'
        'effect = [{ change = { side = "own", name = "Ash" }, ap = 3 }]',
    ) + event_card('{ remove = { zone = "dust", side = "own", name = "Reed", n = 1 } }')
    game = Position(text).on("0AL", "Ash").on("1AL", "Ash").dust(0, "Reed").hand(0, "Test").begin()
    ap = game.values("1AL")[0]
    assert game.values("0AL")[0] == ap + 3
    assert game.do("Test", "resolve").values("0AL")[0] == ap


def test_a_replacement_works_out_of_the_dust_box() -> None:
    # R15.16, R15.17: Reed goes instead of Weed.
    text = (
        character(
            "Reed",
            'kind = "replacement"\nworks_in = "dust"\n'
            'on = { event = "downed", what = { side = "own" } }\nmay = true\n'
            'effect = [{ remove = "self" }]',
        )
        + character("Weed", "", values="1/1/1")
        + character("Stone", "", values="5/5/1")
    )
    position = Position(text).on("0AC", "Weed").on("1DC", "Stone").dust(0, "Reed")
    game = position.begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.asks == "MAY 0"
    game.do("yes")
    assert game.at("0AC") == "Weed"
    assert "Reed" in game.zone(0, defs.ZONE_REMOVED)


def test_a_line_says_the_card_whose_ability_is_used() -> None:
    # N6.9
    game = Position(used_in("dust", "{ mill = 1 }")).dust(0, "Reed").begin()
    code = outside(game, "Reed", defs.ZONE_DUST)
    line = code.to_bytes(2, "big")
    text = format_line(game.state, line)
    assert text.startswith("ability ")
    assert notation.parse_line(game.state, text) == line


@pytest.mark.parametrize(
    "lines",
    [
        'kind = "triggered"\nworks_in = "hand"\non = { event = "tapped" }\neffect = [{ draw = 1 }]',
        'kind = "passive"\nworks_in = "hand"\neffect = [{ change = "self", ap = 1 }]',
        'kind = "activated"\nworks_in = "dust"\ncost = { tap = true }\neffect = [{ draw = 1 }]',
    ],
)
def test_what_nobody_could_see_or_pay_outside_play_is_refused(lines: str) -> None:
    # R1.14, R15.17
    with pytest.raises(CardDataError, match="outside play"):
        catalogue(character("Reed", lines))
