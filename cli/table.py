"""A table without a network: the whole game, and beside it what everybody knows of it.

Four replicas advance together: one that knows every face, one for each seat, as the peers of a
match would hold them, and one for a spectator. Whoever looks is given a replica and sees no more.
Chance is a seeded generator, the same on every machine. Below: the core; above: `session`,
`replay`.
"""

from __future__ import annotations

from lycee_core import Catalogue, GameState, defs
from lycee_core.playout import Driver

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycee_core.deck import Deck
    from lycee_core.facts import Event, Pending


class Table:
    """One game and the two seats' knowledge of it.

    Args:
        catalogue: the cards.
        decks: of seat 0 and seat 1.
        seed: of chance.

    Attributes:
        all: the replica that knows every face.
        tops: cards that the next shuffle of a seat's deck puts on top, for scripts.
        starter: the seat that the roll for the first turn picks, or None for chance.
    """

    def __init__(self, catalogue: Catalogue, decks: tuple[Deck, Deck], seed: int) -> None:
        self.all = GameState(catalogue, decks)
        self._seats = (GameState(catalogue), GameState(catalogue))
        self._spectator = GameState(catalogue)
        self.tops: dict[int, list[int]] = {}
        self.starter: int | None = None
        self._driver = Driver(seed)

    def replica(self, seat: int | None) -> GameState:
        """Return the state as a seat knows it, or as a spectator does."""
        return self._spectator if seat is None else self._seats[seat]

    def play(self, line: bytes) -> tuple[list[Event], dict[int, int]]:
        """Apply a line of the pending seat and teach everybody what it shows.

        Returns:
            What happened, and the cards that became public: token to card.

        Raises:
            LineError, IllegalDecisionError: nothing has changed.
        """
        before = [self.all.knowledge(token) for token in range(defs.N_TOKENS)]
        events = self.all.apply_line(line)
        shown = {
            token: self.all.face(token)
            for token in range(defs.N_TOKENS)
            if before[token] != defs.BOTH and self.all.knowledge(token) == defs.BOTH
        }
        for replica in (*self._seats, self._spectator):
            for token, card in shown.items():
                replica.learn(token, card)
            replica.apply_line(line)
        return events, shown

    def concede(self, seat: int) -> list[Event]:
        """Give up for a seat."""
        for replica in (self.all, *self._seats, self._spectator):
            replica.concede(seat)
        return self.all.events()

    def answer(self, values: Sequence[int] | None = None) -> list[Event]:
        """Answer the pending chance request, by the given values or by the generator."""
        pending = self.all.pending()
        answer = self._drawn(pending) if values is None else list(values)
        hidden = [defs.UNKNOWN] * len(answer)
        for seat, replica in enumerate((*self._seats, self._spectator)):
            replica.answer(answer if _sees(pending, seat) else hidden)
        self.all.answer(answer)
        return self.all.events()

    def _drawn(self, pending: Pending) -> list[int]:
        if pending.kind == defs.ROLL:
            return self._rolled(pending.n, pending.k)
        faces = [self.all.face(token) for token in pending.tokens]
        if pending.kind == defs.ARRANGE:
            return self._shuffled(faces)
        if pending.kind != defs.SHUFFLE or not pending.hidden:
            return faces  # nobody can link the tokens of a hand here, so its order may stay
        top = self.tops.pop(pending.owner, [])
        for card in top:
            faces.remove(card)
        return top + self._shuffled(faces)

    def _rolled(self, n: int, k: int) -> list[int]:
        if self.starter is not None and self.all.turn == 0:
            return [self.starter]
        return self._shuffled(list(range(n)))[:k]

    def _shuffled(self, values: list[int]) -> list[int]:
        for i in range(len(values) - 1, 0, -1):
            j = self._driver.below(i + 1)
            values[i], values[j] = values[j], values[i]
        return values


def _sees(pending: Pending, seat: int) -> bool:
    """Whether a seat, or the spectator (2), learns the answer to a chance request."""
    if pending.kind == defs.ROLL:
        return True
    own = seat == pending.owner
    if pending.kind == defs.SHUFFLE:
        return own and not pending.hidden
    if pending.kind == defs.ARRANGE:
        return own
    if pending.audience == defs.BOTH:
        return True
    return seat < 2 and pending.audience == (defs.OWNER if own else defs.OPPONENT)
