"""Reference cards that change values or abilities, or that look at decks and hands."""

from __future__ import annotations

import pytest

from lycee_core import defs
from tests.core.builder import event_card
from tests.core.stage import Play, Stage


def gain(game: Play, word: str, *words: str) -> tuple[int, int, int]:
    """Play on and return by how much AP, DP and SP of a character have grown."""
    before = game.values(word)
    after = game.do(*words).values(word)
    return (after[0] - before[0], after[1] - before[1], after[2] - before[2])


def basics(game: Play, word: str) -> list[str]:
    """Return the basic abilities of the character in a cell."""
    cell = int(word[0]) * 6 + "AD".index(word[1]) * 3 + "LCR".index(word[2])
    mask = game.state.basics(cell)
    return [name for bit, name in enumerate(defs.BASICS) if mask >> bit & 1]


# ---- the card itself


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("CH-0028", (0, 0, 1)),
        ("CH-0039", (1, 1, 0)),
        ("CH-0041", (2, 0, 0)),
        ("CH-0047", (2, 2, 0)),
    ],
)
def test_a_character_raises_its_own_values(number: str, expected: tuple[int, int, int]) -> None:
    # R14.1
    game = Stage(number).coins(0, 1).on("0AL", number).begin()
    assert gain(game, "0AL", "ability 0AL", "0AL", "pay Coin", "resolve") == expected
    game.do("pass", "resolve")
    assert game.values("0AL") == Stage(number).on("0AL", number).begin().values("0AL")  # D-67


@pytest.mark.parametrize(
    ("number", "limit"), [("CH-0039", 2), ("CH-0041", 3), ("CH-0047", 1), ("CH-0061", 3)]
)
def test_a_limit_counts_declarations_of_the_turn(number: str, limit: int) -> None:
    # R7.31: used up at declaration.
    game = Stage(number).coins(0, limit + 1).on("0AL", number).begin()
    for _ in range(limit):
        game.do("ability 0AL", "0AL", "pay Coin", "resolve")
        if game.asks == "MODE 0":
            game.do("mode 0")
    assert not game.legal("ability 0AL")


def test_ch_0028_may_be_used_again_and_again() -> None:
    # D-26: no limit.
    game = Stage("CH-0028").coins(0, 3).on("0AL", "CH-0028", "tapped").begin()
    for _ in range(3):
        assert gain(game, "0AL", "ability 0AL", "0AL", "pay Coin", "resolve") == (0, 0, 1)


def test_ch_0041_works_in_af_only() -> None:
    # R7.30: the condition is checked at declaration.
    assert not Stage("CH-0041").coins(0, 1).on("0DL", "CH-0041").begin().legal("ability 0DL")


def test_ch_0044_raises_sp_of_those_that_are_there() -> None:
    # R15.9
    stage = Stage("CH-0044").coins(0, 1).on("0AL", "CH-0044").on("0DC", "Man").on("1AL", "Man")
    game = stage.hand(0, "Woman").begin()
    game.do("ability 0AL", "pay Coin", "resolve", "Woman", "0AC", "resolve")
    assert [game.values(word)[2] for word in ("0DC", "1AL", "0AC")] == [2, 1, 1]


def test_ch_0046_has_dash_in_df_only() -> None:
    # R14.7: recomputed when it moves.
    game = Stage("CH-0046").coins(0, 1).on("0DL", "CH-0046").begin()
    assert "Dash" in basics(game, "0DL")
    game.do("step 0DL", "0AL", "pay Coin", "resolve")
    assert "Dash" not in basics(game, "0AL")


def test_ch_0053_gains_dash_until_the_turn_ends() -> None:
    # R14.2
    game = Stage("CH-0053").coins(0, 1).on("0AL", "CH-0053").begin()
    game.do("ability 0AL", "0AL", "pay Coin", "resolve")
    assert basics(game, "0AL") == ["Dash"]
    assert not game.legal("ability 0AL")
    assert basics(game.do("pass", "resolve"), "0AL") == []


def test_ch_0053_cannot_be_used_in_df() -> None:
    assert not Stage("CH-0053").coins(0, 1).on("0DL", "CH-0053").begin().legal("ability 0DL")


@pytest.mark.parametrize(("mode", "ap", "names"), [(0, 1, ["Side Step"]), (1, 0, None)])
def test_ch_0061_chooses_ap_or_dash(mode: int, ap: int, names: list[str] | None) -> None:
    # R2.9: the mode is chosen when it is carried out.
    game = Stage("CH-0061").coins(0, 1).on("0AL", "CH-0061").begin()
    assert gain(game, "0AL", "ability 0AL", "0AL", "pay Coin", "resolve", f"mode {mode}")[0] == ap
    assert sorted(basics(game, "0AL")) == sorted(names or ["Dash", "Side Step"])


def test_ch_0061_that_has_left_offers_nothing() -> None:
    # R7.26: its target is itself.
    game = Stage("CH-0061").coins(0, 1).on("0AL", "CH-0061").hand(1, "Strike").begin()
    game.do("ability 0AL", "0AL", "pay Coin", "Strike", "0AL", "resolve")
    assert game.asks == "MAIN 0"


def test_ch_0413_gains_two_abilities_for_two_cards_of_its_deck() -> None:
    # R5.20
    game = Stage("CH-0413").coins(0, 1).on("0AL", "CH-0413").begin()
    game.do("ability 0AL", "0AL", "pay Coin", "resolve")
    assert sorted(basics(game, "0AL")) == ["Dash", "Side Attack"]
    assert game.deck(0) == 28
    game.do("attack 0AL")
    assert game.asks == "COLUMN 0"


def test_ch_0413_cannot_pay_with_one_card_in_the_deck() -> None:
    # D-14
    game = Stage("CH-0413").coins(0, 1).on("0AL", "CH-0413").deck(0, 1).begin()
    assert not game.legal("ability 0AL")


def test_ch_0590_grows_by_what_is_missing_to_four() -> None:
    # D-70: until the end of that turn, whoever's it is.
    stage = Stage("CH-0590").on("0AL", "CH-0590").on("0AC", "Man").on("1AL", "Rock")
    game = stage.begin(1)
    plain = game.values("0AL")
    assert gain(game, "0AL", "pass", "resolve") == (2, 2, 0)
    assert game.values("0AL") == (plain[0] + 2, plain[1] + 2, plain[2])


def test_ch_0590_never_shrinks() -> None:
    stage = Stage("CH-0590").on("0AL", "CH-0590")
    for word in ("0AC", "0AR", "0DL", "0DC"):
        stage.on(word, "Ash" if word == "0AC" else "Man" if word == "0AR" else "Rock"
                 if word == "0DL" else "Woman")  # fmt: skip
    assert gain(stage.begin(1), "0AL", "pass", "resolve") == (0, 0, 0)


# ---- others


def test_ch_0062_raises_one_of_its_column_in_af() -> None:
    # R7.19: either side.
    stage = Stage("CH-0062").coins(0, 1).on("0DL", "CH-0062").on("0AL", "Man").on("1AR", "Man")
    game = stage.on("0AC", "Rock").begin().do("ability 0DL")
    assert not game.legal("0AC")
    assert not game.legal("0DL")
    assert game.legal("1AR")
    assert gain(game, "0AL", "0AL", "pay Coin", "resolve") == (4, 4, 0)


def test_ch_0062_misses_a_target_that_left_the_column() -> None:
    # R7.26
    place = '{ side = "enemy", row = "AF", column = "centre" }'
    move = f'{{ move = {{ side = "enemy", name = "Man" }}, to = {place} }}'
    stage = Stage("CH-0062", more=event_card(move)).coins(0, 1).on("0DL", "CH-0062")
    game = stage.on("0AL", "Man").hand(1, "Test").begin().do("ability 0DL", "0AL", "pay Coin")
    game.do("Test", "resolve")
    assert game.values("0AC") == (2, 2, 1)


def test_ch_0166_raises_dp_of_all_own() -> None:
    # R15.9
    stage = Stage("CH-0166").coins(0, 1).on("0AL", "CH-0166").on("0DC", "Man").on("1AL", "Man")
    game = stage.begin()
    assert gain(game, "0DC", "ability 0AL", "pay Coin", "resolve") == (0, 1, 0)
    assert game.values("1AL") == (2, 2, 1)


def test_ch_0195_lowers_all_enemies_once_a_turn() -> None:
    # R14.5: nobody goes down by it.
    stage = Stage("CH-0195").coins(0, 1).on("0AL", "CH-0195").on("1AL", "Fir").on("0AC", "Man")
    game = stage.begin()
    assert gain(game, "1AL", "ability 0AL", "pay Coin", "resolve") == (-1, -1, 0)
    assert game.values("1AL") == (-1, 0, 1)
    assert game.values("0AC") == (2, 2, 1)


def test_ch_0383_weakens_its_column_and_taps_the_weak() -> None:
    # D-68: DP 0 or less downs nobody; it does not spare itself.
    stage = Stage("CH-0383").coins(0, 1).on("0DL", "CH-0383").on("0AL", "Man").on("1AR", "Rock")
    game = stage.on("1DR", "Fir").on("1AL", "Fir").begin()
    game.do("ability 0DL", "pay Coin", "resolve")
    assert [game.values(word)[1] for word in ("0AL", "1AR", "1DR", "1AL")] == [0, 7, -1, 1]
    assert [game.tapped(word) for word in ("0AL", "1AR", "1DR", "1AL")] == [
        True, False, True, False,
    ]  # fmt: skip
    assert game.deck(0) == 28


def test_ch_0607_defends_better_when_it_attacks_and_strikes_first_when_it_defends() -> None:
    # R10.13: Dash only as defender.
    stage = Stage("CH-0607").on("0DL", "CH-0607").on("1AR", "Man")
    game = stage.begin(1).do("attack 1AR", "resolve", "0DL")
    assert "Dash" in basics(game, "0DL")
    assert "Defender" not in basics(game, "0DL")
    game = Stage("CH-0607").on("0AL", "CH-0607").begin().do("attack 0AL", "resolve")
    assert "Defender" in basics(game, "0AL")
    assert "Dash" not in basics(game, "0AL")
    game.do("fight")
    assert "Defender" not in basics(game, "0AL")


# ---- hands and decks


def test_ch_0390_lets_the_enemy_discard_a_card_of_its_choice() -> None:
    # R13.8
    stage = Stage("CH-0390").coins(0, 2).on("0AL", "CH-0390").hand(1, "Man", "Rock")
    game = stage.begin().do("ability 0AL", "pay Coin", "resolve")
    assert game.asks == "CHOOSE 1"
    game.do("Rock")
    assert game.dust(1) == ["Rock"]
    assert not game.legal("ability 0AL")


def test_ch_0390_works_in_the_own_turn_only_and_against_an_empty_hand() -> None:
    # R7.29
    stage = Stage("CH-0390").coins(0, 1).on("0AL", "CH-0390").hand(1, "Blink")
    assert not stage.begin(1).do("Blink").legal("ability 0AL")
    game = Stage("CH-0390").coins(0, 1).on("0AL", "CH-0390").bare(1).begin()
    assert game.do("ability 0AL", "pay Coin", "resolve").asks == "MAIN 0"


@pytest.mark.parametrize(("mode", "seat"), [(0, 0), (1, 1)])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_ch_0058_looks_under_a_deck_and_may_lift_the_card(
    mode: int, seat: int, answer: str
) -> None:
    # R2.21
    game = Stage("CH-0058").on("0AL", "CH-0058").deck(seat, 3, "Man", "Rock", "Ash").begin()
    game.do("ability 0AL", "resolve", f"mode {mode}")
    assert game.asks == "MAY 0"
    game.do(answer)
    cards = ["Ash", "Man", "Rock"] if answer == "yes" else ["Man", "Rock", "Ash"]
    assert game.zone(seat, defs.ZONE_DECK) == cards


def test_ch_0093_may_draw_when_one_of_its_row_is_downed() -> None:
    # R8.30
    stage = Stage("CH-0093").on("0AL", "CH-0093").on("0AC", "Fir").on("1DC", "Giant")
    game = stage.begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.asks == "MAY 0"
    assert game.do("yes").deck(0) == 29


def test_ch_0093_does_not_hear_the_other_row() -> None:
    stage = Stage("CH-0093").on("0DL", "CH-0093").on("0AC", "Fir").on("1DC", "Giant")
    game = stage.begin().do("attack 0AC", "resolve", "1DC", "fight")
    assert game.asks == "MAIN 0"


def test_ch_0093_hears_its_own_end() -> None:
    # R15.3
    stage = Stage("CH-0093").on("0AL", "CH-0093").on("1DR", "Giant")
    game = stage.begin().do("attack 0AL", "resolve", "1DR", "fight")
    assert game.asks == "MAY 0"
    assert game.do("no").deck(0) == 30


def test_ch_0122_is_discarded_at_the_end_of_any_turn_without_an_item() -> None:
    # R4.17
    stage = Stage("CH-0122").on("0AL", "CH-0122").begin(1)
    assert stage.do("pass", "resolve").at("0AL") is None
    game = Stage("CH-0122").on("0AL", "CH-0122").item("0AL", "Blade").begin(1)
    assert game.do("pass", "resolve").at("0AL") == "CH-0122"


def test_ch_1189_pays_with_every_attribute() -> None:
    # D-19: it has no text that a source shows.
    game = Stage("CH-1189", "EV-0041").hand(0, "CH-1189", "EV-0041").coins(0, 1)
    played = game.on("0AL", "Man", "tapped").begin().do("EV-0041", "0AL")
    assert played.legal("CH-1189")
