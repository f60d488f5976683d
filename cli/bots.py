"""Two players without a person: one plays at random, one by a few rules of thumb.

A bot sees a `View` and nothing else, and answers one decision at a time; `bot_line` lets it build a
whole line on a copy of the state. The same seed and the same views give the same game. Below: the
core; above: `players`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.playout import Driver
from lycee_core.view import view

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_core.cards import CardDef, Catalogue
    from lycee_core.game import GameState
    from lycee_core.glimpse import CardView
    from lycee_core.view import CellView, SideView, View

NAMES = ("random", "greedy")
PASS = defs.CODE_PASS


class RandomBot:
    """Every legal decision is as likely as any other.

    Args:
        seed: of its choices.
    """

    def __init__(self, seed: int) -> None:
        self._driver = Driver(seed)

    def choose(self, seen: View) -> int:
        """Return one of the options of the view."""
        return seen.options[self._driver.below(len(seen.options))]

    def arrange(self, seen: View, tokens: Sequence[int]) -> tuple[int, ...]:
        """Return the tokens in the order in which the cards shall lie, top first."""
        left = list(tokens)
        return tuple(left.pop(self._driver.below(len(left))) for _ in tokens)


class GreedyBot(RandomBot):
    """Develops, attacks when the attack is good, defends when it survives, pays with its worst.

    Args:
        seed: of the choices among equals.
        catalogue: where it reads what a card is worth.
    """

    def __init__(self, seed: int, catalogue: Catalogue) -> None:
        super().__init__(seed)
        self._catalogue = catalogue
        self._worth: dict[int, int] = {}
        self._answers: dict[int, Callable[[View, int], int]] = {
            defs.MAIN: self._in_main,
            defs.RESPOND: self._in_response,
            defs.BATTLE: self._in_battle,
            defs.DEFEND: self._as_defender,
            defs.CELL: self._as_cell,
            defs.PAY: self._as_payment,
            defs.COST_CARD: self._as_payment,
            defs.HAND_LIMIT: self._as_payment,
            defs.COLUMN: self._as_column,
            defs.CHOOSE: self._as_pick,
            defs.TARGET: self._as_pick,
        }
        self._fixed = {
            defs.KEEP: defs.CODE_YES,
            defs.WAKE_UP: defs.CODE_MASK,
            defs.MAY: defs.CODE_YES,
        }

    def choose(self, seen: View) -> int:
        """Return the best option by its rules of thumb; chance decides among equals."""
        kind = seen.pending_kind
        if self._fixed.get(kind) in seen.options:
            return self._fixed[kind]
        score = self._answers.get(kind)
        if score is None:
            return super().choose(seen)
        scores = [score(seen, code) for code in seen.options]
        best = [code for code, one in zip(seen.options, scores, strict=True) if one == max(scores)]
        return best[self._driver.below(len(best))]

    # ---- what things are worth

    def _card(self, card: CardView) -> CardDef:
        return self._catalogue.card(card.card)

    def worth(self, face: int) -> int:
        """What a card is worth in the hand, in tenths of a point of AP."""
        if face == defs.UNKNOWN:
            return 0
        if face not in self._worth:
            card = self._catalogue.card(face)
            value = 10 * card.ap + 7 * card.dp + 4 * card.sp + 5 * len(card.lines)
            self._worth[face] = value if card.type == "character" else 12 + 5 * len(card.lines)
        return self._worth[face]

    def _hand_face(self, seen: View, token: int) -> int:
        return next(c.card for c in _own(seen).hand if c.token == token)

    # ---- declarations

    def _in_main(self, seen: View, code: int) -> int:
        if code == PASS:
            return 0
        if code < defs.N_TOKENS:
            return self._development(seen, self._hand_face(seen, code))
        cell, action = divmod(code - defs.CODE_FIELD, 32)
        if action == defs.ACT_ATTACK:
            return self._attack(seen, cell)
        if action >= defs.ACT_ABILITY:
            # Sometimes, so that an ability that costs nothing is not used until a limit stops it.
            return 20 if self._driver.below(4) == 0 else -1
        return -1

    def _development(self, seen: View, face: int) -> int:
        card = self._catalogue.card(face)
        cost = 0 if card.cost == "0" else len(card.cost)
        spare = len(_own(seen).hand) - 1 - (cost + 1) // 2
        if spare < (1 if card.type == "character" else 3):
            return -1
        return 30 + self.worth(face) if card.type == "character" else 10 + self.worth(face)

    def _attack(self, seen: View, cell: int) -> int:
        attacker = _cell(seen, cell)
        best = self._against(seen, attacker, _facing(cell))
        return 200 + best if best > 0 else -1

    def _against(self, seen: View, attacker: CellView, column: int) -> int:
        """What an attack on a column of the enemy promises; at most 0 when it is not worth it."""
        assert attacker.character is not None
        defender = _enemy(seen).cells[3 + column]
        if defender.character is None or defender.tapped:
            return 10 * self._card(attacker.character).ap
        if attacker.ap > defender.dp:
            return 10 * defender.ap + 7 * defender.dp + 1 if defender.ap <= attacker.dp else 0
        return 0

    def _in_response(self, seen: View, code: int) -> int:
        if code == PASS:
            return 0
        worthwhile = bool(seen.chain) and self._driver.below(5) == 0
        return 1 if worthwhile else -1

    def _in_battle(self, seen: View, code: int) -> int:
        if code == PASS or seen.battle is None:
            return 0
        attacker, defender, _ = seen.battle
        if attacker < 0 or defender < 0 or not defs.CODE_FIELD <= code < defs.CODE_OUTSIDE:
            return -1
        cell, action = divmod(code - defs.CODE_FIELD, 32)
        if action not in (defs.ACT_SUPPORT, defs.ACT_SUPPORTER):
            return -1
        mine, theirs = _cell(seen, attacker), _cell(seen, defender)
        if cell // 6 != attacker // 6:
            mine, theirs = theirs, mine
        help_ = _cell(seen, cell).sp
        saves = mine.dp < theirs.ap <= mine.dp + help_
        downs = mine.ap <= theirs.dp < mine.ap + help_
        return 10 * help_ if help_ > 0 and (saves or downs) else -1

    def _as_defender(self, seen: View, code: int) -> int:
        assert seen.battle is not None
        if code == PASS:
            return 0
        defender, attacker = _cell(seen, code - defs.CODE_CELL), _cell(seen, seen.battle[0])
        if attacker.ap <= defender.dp:
            return 10
        trade = defender.ap > attacker.dp and attacker.ap + attacker.dp >= defender.dp
        desperate = len(_own(seen).deck) <= 8
        return 5 if trade or desperate else -1

    # ---- sub-decisions

    def _as_cell(self, seen: View, code: int) -> int:
        """Entries: attackers in front, walls behind; otherwise any cell."""
        cell = code - defs.CODE_CELL
        source = seen.chain[-1].source if seen.chain else None
        if source is None or source.card == defs.UNKNOWN or cell // 6 != _own(seen).seat:
            return 0
        card = self._card(source)
        in_front = cell % 6 < 3
        return 1 if in_front == (card.ap >= 2 and card.ap + 1 >= card.dp) else 0

    def _as_payment(self, seen: View, code: int) -> int:
        if code == PASS:
            # An ability that pays is offered only while the cost is not covered (R5.40).
            is_short = any(option >= defs.CODE_FIELD for option in seen.options)
            return -1000 if is_short else 1000
        if not any(card.token == code for card in _own(seen).hand):
            return 0  # a card outside the hand, or an ability that pays
        face = self._hand_face(seen, code)
        points = max(1, self._catalogue.card(face).ex)
        return -self.worth(face) // points

    def _as_column(self, seen: View, code: int) -> int:
        attacker = _cell(seen, seen.chain[-1].cell)
        return self._against(seen, attacker, 2 - (code - defs.CODE_NUMBER))

    def _as_pick(self, seen: View, code: int) -> int:
        """Something rather than nothing."""
        return -1 if code == PASS else 0


def _own(seen: View) -> SideView:
    assert seen.seat is not None, "a bot sits in a seat"
    return seen.sides[seen.seat]


def _enemy(seen: View) -> SideView:
    return seen.sides[1 - _own(seen).seat]


def _cell(seen: View, cell: int) -> CellView:
    return seen.sides[cell // 6].cells[cell % 6]


def _facing(cell: int) -> int:
    """The column of the other seat that a cell faces (R2.14)."""
    return 2 - cell % 3


def make_bot(name: str, seed: int, catalogue: Catalogue) -> RandomBot:
    """Return a bot by its name.

    Raises:
        ValueError: there is none of that name.
    """
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(seed, catalogue)
    raise ValueError(f"found bot {name!r}, expected one of: {', '.join(NAMES)}")


def bot_line(bot: RandomBot, state: GameState) -> bytes:
    """Let a bot build a whole line of the pending seat; the state stays as it is."""
    trial = state.clone()
    seat = trial.pending().seat
    line = b""
    while not line or trial.mid_line():
        code = bot.choose(view(trial, seat))
        line += code.to_bytes(2, "big")
        trial.apply(code)
    return line
