"""Series of games that a bot plays with itself, without a client.

Invariant: a game depends on the cards, the decks, the bot, the seed and its number in the series,
so a series that is cut in parts is the same series. Below: `bots`; above: `sim`.
"""

from __future__ import annotations

from typing import NamedTuple

from lycee_core import GameState
from lycee_core.playout import Driver
from lycee_core.view import view

from .bots import make_bot

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from typing import TypeAlias

    from lycee_core import Catalogue
    from lycee_core.deck import Deck

    Decks: TypeAlias = tuple[Deck, Deck]

PRIME = 0x100000001B3


class Series(NamedTuple):
    """What a series of games came to, as `lycee_core.playout.Results` says it.

    Attributes:
        wins: of seat 0, of seat 1, and draws.
        starter_wins: games that the seat which started won.
        decisions: of both seats in all games.
        lengths: turns of each game, in order.
        checksum: a number that depends on every game, in order.
    """

    wins: tuple[int, int, int]
    starter_wins: int
    decisions: int
    lengths: list[int]
    checksum: int


def play_bots(
    catalogue: Catalogue, decks: Decks, games: int, seed: int, first: int = 0, *, bot: str
) -> Series:
    """Play games `first` to `first + games - 1` of a series, the same bot in both seats."""
    wins, lengths = [0, 0, 0], []
    starters = decisions = checksum = 0
    for number in range(first, first + games):
        state, starter, n = _bot_game(catalogue, decks, (seed * PRIME + number) % 2**63, bot)
        outcome = state.outcome()
        assert outcome is not None
        wins[outcome.winner] += 1
        lengths.append(state.turn)
        starters += outcome.winner == starter
        decisions += n
        checksum = (checksum * PRIME + n * 1024 + state.turn * 4 + outcome.winner) % 2**64
    return Series((wins[0], wins[1], wins[2]), starters, decisions, lengths, checksum)


def _bot_game(
    catalogue: Catalogue, decks: Decks, seed: int, bot: str
) -> tuple[GameState, int, int]:
    """Play one game; returns its end, the seat that started, the number of decisions."""
    state, driver = GameState(catalogue, decks), Driver(seed)
    bots = [make_bot(bot, seed + seat, catalogue) for seat in range(2)]
    starter = n = 0
    driver.answer(state)
    while state.outcome() is None:
        seat = state.pending().seat
        if state.turn <= 1:
            starter = state.turn_player
        driver.apply(state, bots[seat].choose(view(state, seat)))
        n += 1
    return state, starter, n
