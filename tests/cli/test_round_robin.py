"""The table of every deck against every other: who sits where, and what is added up."""

from __future__ import annotations

import pytest
from lycee_cli.round_robin import Pairing, pairings, rows
from lycee_cli.series import play_bots

from lycee_core import Catalogue
from lycee_core.deck import Deck
from lycee_core.playout import play_games

STARTER = Catalogue.starter()
GALE, TIDE = (Deck.starter(name, STARTER) for name in ("gale", "tide"))


def test_the_rows_add_up_pairings_decks_and_everything() -> None:
    played = [
        Pairing(("a", "b"), (3, 1, 0), 2, 40),
        Pairing(("a", "c"), (1, 2, 1), 4, 60),
        Pairing(("b", "c"), (4, 0, 0), 0, 20),
    ]
    found = {(row["deck"], row["against"]): row for row in rows(played)}
    assert list(found) == [
        ("a", "b"), ("a", "c"), ("b", "c"), ("a", "all"), ("b", "all"), ("c", "all"), ("all", "all")
    ]  # fmt: skip
    keys = ("games", "won", "draws", "share", "first_won", "turns")
    assert [found["a", "c"][key] for key in keys] == [4, 1, 1, 0.25, 1.0, 15.0]
    assert [found["a", "all"][key] for key in keys] == [8, 4, 1, 0.5, 0.75, 12.5]
    assert [found["b", "all"][key] for key in keys] == [8, 5, 0, 0.625, 0.25, 7.5]
    assert [found["c", "all"][key] for key in keys] == [8, 2, 1, 0.25, 0.5, 10.0]
    assert [found["all", "all"][key] for key in keys] == [12, None, 1, None, 0.5, 10.0]


@pytest.mark.parametrize("games", [1, 2, 5])
def test_both_decks_sit_in_seat_0_equally_often(games: int) -> None:
    decks = {"gale": GALE, "tide": TIDE}
    (pairing,) = pairings(STARTER, decks, games=games, seed=6, bot="random")
    half = (games + 1) // 2
    parts = [play_games(STARTER, (GALE, TIDE), half, 6)]
    won, turns = parts[0].wins[0], parts[0].turns
    if games > half:
        parts.append(play_games(STARTER, (TIDE, GALE), games - half, 6, half))
        won, turns = won + parts[1].wins[1], turns + parts[1].turns
    assert pairing.games == games
    assert (pairing.wins[0], pairing.turns) == (won, turns)
    assert pairing.starter_wins == sum(part.starter_wins for part in parts)


def test_a_series_of_bots_that_is_cut_in_parts_is_the_same_series() -> None:
    whole = play_bots(STARTER, (GALE, TIDE), 4, 3, bot="greedy")
    parts = [play_bots(STARTER, (GALE, TIDE), 2, 3, first, bot="greedy") for first in (0, 2)]
    assert whole.lengths == [turns for part in parts for turns in part.lengths]
    assert whole.decisions == sum(part.decisions for part in parts)
    assert whole.starter_wins == sum(part.starter_wins for part in parts)
    assert sum(whole.wins) == 4
    assert whole.checksum != play_bots(STARTER, (GALE, TIDE), 4, 4, bot="greedy").checksum
