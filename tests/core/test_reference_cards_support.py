"""Reference cards that change how support works, or that hear it; each with its awkward case."""

from __future__ import annotations

import pytest

from tests.core.stage import Play, Stage


def battle(stage: Stage, *, row: str = "A") -> Play:
    """Seat 0 attacks from AF left, or defends in DF left, against a Rock; its window is open."""
    if row == "A":
        return stage.on("1DR", "Rock").begin().do("attack 0AL", "resolve", "1DR")
    return stage.on("1AR", "Rock").begin(1).do("attack 1AR", "resolve", "0DL", "pass")


def supported(number: str, *, row: str, name: str = "Man") -> tuple[int, int]:
    """AP and DP that a participant gains by the support of a card next to it."""
    cell, helper = ("0AL", "0AC") if row == "A" else ("0DL", "0DC")
    game = battle(Stage(number).on(cell, name).on(helper, number), row=row)
    before = game.values(cell)
    game.do(f"support {helper}", "resolve")
    if game.asks == "MODE 0":
        game.do("mode 0")
    after = game.values(cell)
    return after[0] - before[0], after[1] - before[1]


@pytest.mark.parametrize(
    ("number", "row", "expected"),
    [
        ("CH-0024", "A", (2, 2)), ("CH-0024", "D", (2, 2)),
        ("CH-0170", "A", (0, 2)), ("CH-0170", "D", (0, 2)),
        ("CH-0171", "A", (2, 0)), ("CH-0171", "D", (2, 0)),
        ("CH-0172", "A", (0, 2)), ("CH-0172", "D", (2, 0)),
    ],
)  # fmt: skip
def test_a_supporter_says_what_its_support_raises(
    number: str, row: str, expected: tuple[int, int]
) -> None:
    # R8.20: its own SP of 2, in either row.
    assert supported(number, row=row) == expected


def test_a_supporter_that_left_in_response_raises_nothing() -> None:
    # R8.21
    stage = Stage("CH-0024").on("0AL", "Man").on("0AC", "CH-0024").hand(1, "Strike")
    game = battle(stage).do("support 0AC", "Strike", "0AC", "resolve")
    assert game.values("0AL") == (2, 2, 1)


def test_ch_0030_supports_from_any_cell() -> None:
    # R8.18: not adjacent, and an own participant only.
    stage = Stage("CH-0030").on("0AL", "Man").on("0DR", "CH-0030").on("0AR", "Woman")
    game = battle(stage)
    assert not game.legal("support 0AR")
    before = game.values("0AL")[0]
    sp = game.values("0DR")[2]
    assert game.do("support 0DR", "resolve").values("0AL")[0] == before + sp


@pytest.mark.parametrize(("mode", "expected"), [(0, (2, 0)), (1, (0, 2))])
def test_ch_0035_chooses_ap_or_dp(mode: int, expected: tuple[int, int]) -> None:
    # R8.20: chosen when the support is carried out.
    game = battle(Stage("CH-0035").on("0AL", "Man").on("0AC", "CH-0035"))
    game.do("support 0AC", "resolve")
    assert game.asks == "MODE 0"
    game.do(f"mode {mode}")
    assert game.values("0AL")[:2] == (2 + expected[0], 2 + expected[1])


@pytest.mark.parametrize("row", ["A", "D"])
def test_ch_0037_receives_support_for_both(row: str) -> None:
    # R8.20: Ash gives its SP of 1.
    cell, helper = ("0AL", "0AC") if row == "A" else ("0DL", "0DC")
    game = battle(Stage("CH-0037").on(cell, "CH-0037").on(helper, "Ash"), row=row)
    before = game.values(cell)
    after = game.do(f"support {helper}", "resolve").values(cell)
    assert (after[0] - before[0], after[1] - before[1]) == (1, 1)


@pytest.mark.parametrize(("name", "expected"), [("Man", (2, 2)), ("Woman", (2, 0))])
def test_ch_0597_gives_both_to_a_man_only(name: str, expected: tuple[int, int]) -> None:
    # R8.20
    assert supported("CH-0597", row="A", name=name) == expected


@pytest.mark.parametrize(("name", "deck"), [("Man", 29), ("Woman", 30)])
def test_ch_0598_mills_its_own_deck_for_a_man(name: str, deck: int) -> None:
    # R15.1
    game = battle(Stage("CH-0598").on("0AL", name).on("0AC", "CH-0598"))
    assert game.do("support 0AC", "resolve").deck(0) == deck


def test_ch_0402_gives_dash_to_whom_it_supports() -> None:
    # R15.1: Man with AP 2 + 2 downs Ash before it strikes back.
    stage = Stage("CH-0402").on("0AL", "Man").on("0AC", "CH-0402").on("1DR", "Ash")
    game = stage.begin().do("attack 0AL", "resolve", "1DR", "support 0AC", "fight")
    assert (game.at("0AL"), game.at("1DR")) == ("Man", None)


def test_ch_0404_adds_to_both_beside_its_support() -> None:
    # D-67: what the trigger adds ends with the turn, the support with the battle.
    game = battle(Stage("CH-0404").on("0AL", "Man").on("0AC", "CH-0404"))
    sp = game.values("0AC")[2]
    assert game.do("support 0AC", "resolve").values("0AL")[:2] == (2 + sp + 1, 3)
    assert game.do("fight").values("0AL")[:2] == (3, 3)


def test_ch_0404_hears_only_its_own_support() -> None:
    game = battle(Stage("CH-0404").on("0AL", "Man").on("0AC", "Ash").on("0DL", "CH-0404"))
    assert game.do("support 0AC", "resolve").values("0AL") == (3, 2, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_it_0043_lets_nobody_support_while_its_bearer_battles(seat: int) -> None:
    # R14.7
    stage = Stage("IT-0043").on("0AL", "Man").on("0AC", "Ash").on("1DR", "Rock").on("1DC", "Ash")
    game = stage.item("0AL", "IT-0043", owner=1).begin().do("attack 0AL", "resolve", "1DR")
    assert not game.legal("support 0AC")
    game.do("pass")
    assert not game.legal("support 1DC")


def test_it_0043_does_not_mind_another_battle() -> None:
    stage = Stage("IT-0043").on("0AL", "Man").on("0AC", "Ash").on("0AR", "Rock").on("1DR", "Rock")
    game = stage.item("0AR", "IT-0043").begin().do("attack 0AL", "resolve", "1DR")
    assert game.legal("support 0AC")


def test_ch_0601_supports_itself_while_tapped() -> None:
    # R8.17: once a turn, without any tap; it stands in AF, so AP grows.
    game = battle(Stage("CH-0601").on("0AL", "CH-0601"))
    ap, dp, sp = game.values("0AL")
    assert game.tapped("0AL")
    game.do("ability 0AL", "resolve")
    assert game.values("0AL") == (ap + sp, dp, sp)
    assert not game.legal("ability 0AL")


def test_ch_0601_takes_a_card_back_when_it_leaves() -> None:
    # R10.20: Penalty, also for a conversion.
    stage = Stage("CH-0601").on("0AL", "CH-0601").dust(0, "Man").hand(0, "Strike").begin()
    game = stage.do("Strike", "0AL", "resolve")
    assert game.asks == "CHOOSE 0"
    game.do("dust Man")
    assert game.seen(0) == ["Man"]


def test_ch_0903_makes_the_abilities_of_participants_free() -> None:
    # R8.14, D-43: once both sides have passed, before the result.
    stage = Stage("CH-0903", "CH-0059").on("0AL", "CH-0059").on("1DR", "CH-0903")
    game = stage.begin().do("attack 0AL", "resolve", "1DR")
    assert not game.legal("ability 0AL")
    game.do("pass", "pass")
    assert game.asks == "BATTLE 0"
    game.do("ability 0AL", "1DR", "resolve")
    assert game.at("1DR") is None
