"""The seeded table: its numbers, its shuffles, series of headless games without an allocation."""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import TYPE_CHECKING

import pytest

from lycee_core import defs
from lycee_core.cards import Catalogue
from lycee_core.errors import IllegalDecisionError
from lycee_core.game import GameState
from lycee_core.playout import Driver, play_games
from tests.core.table import starter_decks

if TYPE_CHECKING:
    from collections.abc import Iterator

MASK = (1 << 64) - 1
DECKS = starter_decks("harbour", "gale")
STARTER = Catalogue.starter()


# ---- an independent xoshiro256++ with splitmix64, from their published descriptions


def splitmix64(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def rotated(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


def xoshiro256pp(s: list[int]) -> Iterator[int]:
    while True:
        yield (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)


def words(seed: int, stream: int = 0) -> Iterator[int]:
    """The words of one stream: seed -> splitmix64, crossed with the number of the stream."""
    seeds = splitmix64((next(splitmix64(seed)) ^ stream) & MASK)
    return xoshiro256pp([next(seeds) for _ in range(4)])


def below(source: Iterator[int], n: int) -> int:
    """A uniform number below n: multiply-shift of the upper 32 bits, with rejection."""
    while True:
        product = (next(source) >> 32) * n
        if (product & 0xFFFFFFFF) >= (1 << 32) % n:
            return product >> 32


def test_the_reference_agrees_with_published_values() -> None:
    # splitmix64 of 1234567, as its author's test values are widely quoted.
    numbers = splitmix64(1234567)
    assert [next(numbers) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    # xoshiro256++ from the state (1, 2, 3, 4): rotl(1 + 4, 23) + 1 by hand.
    assert next(xoshiro256pp([1, 2, 3, 4])) == 5 * 2**23 + 1


@pytest.mark.parametrize("seed", [0, 1, 42, 2**64 - 1])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 60, 1000, 2**31 + 1, 2**32 - 1])
def test_numbers_are_those_of_xoshiro256pp(seed: int, n: int) -> None:
    driver, source = Driver(seed), words(seed)
    assert [driver.below(n) for _ in range(200)] == [below(source, n) for _ in range(200)]


def test_no_number_below_0_exists() -> None:
    with pytest.raises(ValueError, match="0"):
        Driver(1).below(0)


def test_numbers_below_n_come_equally_often() -> None:
    # 6000 numbers below 6: each 1000 +- 5 standard deviations (29).
    driver = Driver(7)
    counts = [0] * 6
    for _ in range(6000):
        counts[driver.below(6)] += 1
    assert all(abs(count - 1000) < 145 for count in counts)


# ---- chance


def test_a_shuffle_deals_the_same_cards() -> None:
    state = GameState(STARTER, DECKS)
    before = sorted(state.face(token) for token in range(60))
    Driver(3).answer(state)
    assert sorted(state.face(token) for token in range(60)) == before
    assert state.pending().kind == defs.KEEP


def test_the_first_shuffle_is_fisher_and_yates_from_the_end() -> None:
    state = GameState(STARTER, DECKS)
    faces = [state.face(token) for token in range(60)]
    source = words(11)
    for i in range(59, 0, -1):
        j = below(source, i + 1)
        faces[i], faces[j] = faces[j], faces[i]
    Driver(11).answer(state)
    assert [state.face(token) for token in range(60)] == faces


def test_every_card_comes_to_the_top_of_a_shuffle_equally_often() -> None:
    # 1200 shuffles of one deck with 60 places: token 0 of each card position, 20 +- 5 deviations.
    counts: dict[int, int] = {}
    driver = Driver(5)
    fresh = GameState(STARTER, DECKS)
    for _ in range(1200):
        state = fresh.clone()
        driver.answer(state)
        counts[state.face(0)] = counts.get(state.face(0), 0) + 1
    copies = {card: DECKS[0].cards.count(card) for card in set(DECKS[0].cards)}
    for card, n in copies.items():
        expected = 1200 * n / 60
        assert abs(counts.get(card, 0) - expected) < 5 * expected**0.5


def test_a_replica_has_no_table() -> None:
    with pytest.raises(ValueError, match="knows every face"):
        Driver(1).answer(GameState(STARTER))
    with pytest.raises(ValueError, match="knows every face"):
        Driver(1).play_out(GameState(STARTER))
    replica = GameState(STARTER)
    with pytest.raises(ValueError, match="knows every face"):
        Driver(1).apply(replica, 0)
    assert replica == GameState(STARTER)


def test_a_random_decision_is_a_legal_one() -> None:
    state, driver = GameState(STARTER, DECKS), Driver(9)
    while state.outcome() is None:
        driver.answer(state)
        if state.outcome() is None:
            code = driver.random_decision(state)
            assert code in state.legal_decisions()
            state.apply(code)
    with pytest.raises(ValueError, match="no decision"):
        driver.random_decision(state)


def test_a_game_stepped_in_python_is_the_game_played_in_c() -> None:
    whole, stepped = GameState(STARTER, DECKS), GameState(STARTER, DECKS)
    n = Driver(21).play_out(whole)
    driver, m = Driver(21), 0
    driver.answer(stepped)
    while stepped.outcome() is None:
        driver.apply(stepped, driver.random_decision(stepped))
        m += 1
    assert n == m
    assert whole.digest() == stepped.digest()


def test_a_decision_and_its_chance_are_applied_as_one_after_the_other() -> None:
    one, other = GameState(STARTER, DECKS), GameState(STARTER, DECKS)
    first, second = Driver(4), Driver(4)
    first.answer(one)
    second.answer(other)
    while one.outcome() is None:
        code = one.legal_decisions()[-1]
        first.apply(one, code)
        other.apply(code)
        second.answer(other)
        assert one == other


def test_an_illegal_decision_changes_nothing_and_asks_no_chance() -> None:
    state, driver = GameState(STARTER, DECKS), Driver(4)
    driver.answer(state)
    before, legal = state.clone(), set(state.legal_decisions())
    with pytest.raises(IllegalDecisionError):
        driver.apply(state, next(code for code in range(256) if code not in legal))
    assert state == before


# ---- series


def test_the_same_seed_gives_the_same_games() -> None:
    one = play_games(STARTER, DECKS, 200, 1)
    two = play_games(STARTER, DECKS, 200, 1)
    assert one.checksum == two.checksum
    assert one.lengths == two.lengths
    assert play_games(STARTER, DECKS, 200, 2).checksum != one.checksum


def test_a_series_that_is_cut_in_parts_gives_the_same_games() -> None:
    whole = play_games(STARTER, DECKS, 100, 5)
    parts = [play_games(STARTER, DECKS, 25, 5, first) for first in (0, 25, 50, 75)]
    assert [length for part in parts for length in part.lengths] == whole.lengths
    for total in ("decisions", "turns", "starter_wins"):
        assert sum(getattr(part, total) for part in parts) == getattr(whole, total)
    wins = [sum(part.wins[i] for part in parts) for i in range(3)]
    assert tuple(wins) == whole.wins
    assert sum(whole.wins) == 100


def test_a_series_has_at_least_one_game() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        play_games(STARTER, DECKS, 0, 1)


@pytest.mark.parametrize(
    "names", [("harbour", "gale"), ("market", "clockworks"), ("gale", "market")]
)
def test_a_thousand_games_of_the_starter_decks_end(names: tuple[str, str]) -> None:
    # R16.7: every one with a winner or a draw.
    results = play_games(STARTER, starter_decks(*names), 1000, 1)
    assert sum(results.wins) == results.games == 1000
    assert max(results.lengths) <= 250


def test_headless_games_allocate_nothing() -> None:
    def blocks(games: int) -> int:
        gc.collect()
        before = sys.getallocatedblocks()
        play_games(STARTER, DECKS, games, 3)
        return sys.getallocatedblocks() - before

    blocks(10)
    assert abs(blocks(2000) - blocks(10)) < 50  # not one block for each game


def test_headless_games_take_no_memory_from_the_system() -> None:
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):
        pytest.skip("no mallinfo2 in this C library")

    class Info(ctypes.Structure):
        _fields_ = tuple((f"field{i}", ctypes.c_size_t) for i in range(10))

    libc.mallinfo2.restype = Info
    in_use = "field7"  # uordblks: bytes in use
    play_games(STARTER, DECKS, 10, 3)
    before = getattr(libc.mallinfo2(), in_use)
    play_games(STARTER, DECKS, 3000, 3)
    assert getattr(libc.mallinfo2(), in_use) - before < 64 * 1024
