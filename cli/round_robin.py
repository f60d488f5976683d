"""`lycee sim --round-robin`: every deck against every other, and how the decks compare.

In each pairing both decks sit in seat 0 equally often, up to one game. Invariant: what is printed
depends on the decks, the bot, the number of games and the seed. Below: `sim`; above: `actions`.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from .sim import series_of

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TextIO

    from lycee_core import Catalogue
    from lycee_core.deck import Deck

HEAD = ("deck", "against", "games", "won", "draws", "share", "first won", "turns")


class Pairing(NamedTuple):
    """Games of two decks.

    Attributes:
        wins: of the first deck, of the second, and draws.
        starter_wins: games that the seat which started won.
        turns: of all games together.
    """

    decks: tuple[str, str]
    wins: tuple[int, int, int]
    starter_wins: int
    turns: int

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(self.wins)


def pairings(
    catalogue: Catalogue, decks: Mapping[str, Deck], *, games: int, seed: int, bot: str
) -> Iterator[Pairing]:
    """Play the games of every two decks, each pairing when it is asked for.

    Args:
        catalogue: the cards.
        decks: at least two, by name.
        games: of a pairing, at least 1.
        seed: of all series.
        bot: who plays both seats.
    """
    play = series_of(bot)
    for one, other in combinations(decks, 2):
        wins = [0, 0, 0]
        starters = turns = 0
        for seats, n, first in (
            ((one, other), (games + 1) // 2, 0),
            ((other, one), games // 2, (games + 1) // 2),
        ):
            if n == 0:
                continue
            series = play(catalogue, (decks[seats[0]], decks[seats[1]]), n, seed, first)
            for name, won in zip(seats, series.wins, strict=False):
                wins[(one, other).index(name)] += won
            wins[2] += series.wins[2]
            starters += series.starter_wins
            turns += sum(series.lengths)
        yield Pairing((one, other), (wins[0], wins[1], wins[2]), starters, turns)


def rows(played: Sequence[Pairing]) -> Iterator[dict[str, object]]:
    """Return a row for each pairing, for each deck against all others, and for everything."""
    for one in played:
        yield _row(one.decks[0], one.decks[1], [one], one.wins[0])
    for deck in dict.fromkeys(name for one in played for name in one.decks):
        own = [one for one in played if deck in one.decks]
        yield _row(deck, "all", own, sum(one.wins[one.decks.index(deck)] for one in own))
    yield _row("all", "all", played, None)


def _row(deck: str, against: str, played: Sequence[Pairing], won: int | None) -> dict[str, object]:
    games = sum(one.games for one in played)
    return {
        "deck": deck,
        "against": against,
        "games": games,
        "won": won,
        "draws": sum(one.wins[2] for one in played),
        "share": None if won is None else round(won / games, 3),
        "first_won": round(sum(one.starter_wins for one in played) / games, 3),
        "turns": round(sum(one.turns for one in played) / games, 1),
    }


def print_rows(found: Sequence[Mapping[str, object]], out: TextIO, *, format_: str) -> None:
    """Print the rows, as JSON objects or as a table."""
    if format_ == "jsonl":
        import json

        out.writelines(json.dumps({"type": "round_robin", **row}) + "\n" for row in found)
        return
    lines = [HEAD, *(tuple(_shown(name, value) for name, value in row.items()) for row in found)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    for line in lines:
        words = [word.ljust(width) for word, width in zip(line[:2], widths[:2], strict=True)]
        words += [word.rjust(width) for word, width in zip(line[2:], widths[2:], strict=True)]
        out.write("  ".join(words) + "\n")


def _shown(name: str, value: object) -> str:
    if value is None:
        return "-"
    if name in ("share", "first_won") and isinstance(value, float):
        return f"{100 * value:.0f} %"
    return str(value)
