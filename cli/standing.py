"""What lies apart, what lasts, what waits and what was used, in words.

Everything is read from a view, so there is nothing to hide. Below: `cards`, `scene`; above:
`render`, `drawing`, `players`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.wording import CELLS, cell_word

from .cards import SEXES, ability_text, card_lines
from .deeds import EVENTS, TAKEN, WHATS
from .scene import card_name

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lycee_core.cards import Catalogue
    from lycee_core.glimpse import CardView
    from lycee_core.standing import EffectView, PileView, UseView, WatcherView
    from lycee_core.view import CellView, View

LASTS = {
    "turn_end": "until the turn ends", "battle_end": "until the battle ends", "always": "",
    "own_turn_start": "until the next turn of {me} begins",
    "own_turn_end": "until the next turn of {me} ends",
    "enemy_turn_start": "until the next turn of {other} begins",
    "enemy_turn_end": "until the next turn of {other} ends",
    "wake_up": "until the next wake-up", "warm_up": "until the next warm-up",
    "used": "for {times} more use{s}",
    "used_this_turn": "for {times} more use{s} in this turn", "leaves": "until it leaves play",
    "moves": "until it leaves its cell", "source_leaves": "as long as its source is in play",
    "source_moves": "as long as its source stays in its cell",
    "game_end": "for the rest of the game", "while": "while its text says so",
}  # fmt: skip
HOLDS = {
    "change": "{amount:+} {what}", "set": "{what} is {amount}", "gain": "has {what}",
    "lose": "has lost {what}", "give": "has one more ability", "take": "has lost {taken}",
    "forbid": "may not {deed}", "permit": "may {deed}", "require": "must {deed}",
    "keep": "is not downed", "doom": "goes down whatever the values",
    "damage": "deck damage of its battle {number}", "support": "support works otherwise",
    "hand_limit": "hand limit {number}", "warm_up": "cards drawn in the warm-up {number}",
    "deck_damage": "deck damage to that deck {number}", "adjacent": "stands elsewhere too",
    "costs": "costs change", "ex": "EX {number}", "no_wake_up": "does not wake up",
    "next_battle": "is the {what} of the next battle", "as": "stands for the card {what}",
}  # fmt: skip


class Teller:
    """Says what a view holds beside the cells and the zones.

    Args:
        seen: the view.
        catalogue: the cards, for their names.
        who: says a seat as the reader sees it.
    """

    def __init__(self, seen: View, catalogue: Catalogue, who: Callable[[int], str]) -> None:
        self._seen, self._catalogue, self._who = seen, catalogue, who
        self._viewer = seen.seat if seen.seat is not None else 0
        self._cells: dict[int, int] = {}
        for side in seen.sides:
            for cell in side.cells:
                for card, _ in hosts_in(cell):
                    if card is not None:
                        self._cells[card.token] = cell.cell

    # ---- cards

    def name(self, card: CardView | None) -> str:
        """Say a card, and the cell where it is in play."""
        if card is None:
            return "a card"
        name = f"#{card.token}"
        if card.card != defs.UNKNOWN:
            name = card_name(self._catalogue, card.card)
        cell = self._cells.get(card.token)
        return name if cell is None else f"{cell_word(cell, self._viewer)} {name}"

    def names(self, cards: Sequence[CardView]) -> str:
        """Say cards; those whose faces are hidden are counted."""
        known = [card_name(self._catalogue, card.card) for card in cards
                 if card.card != defs.UNKNOWN]  # fmt: skip
        hidden = len(cards) - len(known)
        return ", ".join([*known, *([f"{hidden} face down"] if hidden else [])]) or "empty"

    # ---- what lies apart

    def apart(self) -> list[str]:
        """Say piles, cards set aside and cards kept on others; empty if there are none."""
        lines = [self._pile(pile) for pile in self._seen.piles]
        for side in self._seen.sides:
            if side.aside:
                lines.append(f"{self._who(side.seat)}: set aside: {self.names(side.aside)}")
            for cell in side.cells:
                for host, kept in kept_in(cell):
                    lines.append(f"kept on {self.name(host)}: {self.names(kept)}")
        return lines

    def _pile(self, pile: PileView) -> str:
        face = {"up": "", "owner": ", seen by the owner only", "down": ", face down"}[pile.face]
        stays = "stays" if pile.stays else f"ends with {self.name(pile.maker)}"
        return f"{self._who(pile.seat)}: pile “{pile.name}” ({stays}{face}): " + self.names(
            pile.cards
        )

    # ---- what lasts, what waits, what was used

    def lasting(self) -> list[str]:
        """Say what lasts and what waits; empty if there is nothing."""
        lines = [f"{self.whom(one)}: {self.effect(one)}" for one in self._seen.effects]
        return lines + [self.watcher(one) for one in self._seen.watchers]

    def whom(self, effect: EffectView) -> str:
        """Say for whom something holds."""
        if effect.subject is not None:
            return self.name(effect.subject)
        if effect.subject_seat is not None:
            return self._who(effect.subject_seat)
        if effect.subject_cell is not None:
            return cell_word(effect.subject_cell, self._viewer)
        return "whoever the text means"

    def effect(self, effect: EffectView) -> str:
        """Say what holds, how long and from where."""
        parts = [self._holds(effect), self._until(effect.until, effect.seat, effect.times)]
        if effect.about is not None and effect.kind != "remember":
            parts.insert(1, f"against {self.name(effect.about)}")
        if effect.kept:
            parts.insert(1, f"({effect.kept})")
        if not effect.holds:
            parts.append("(not now)")
        if effect.source is not None:
            parts.append(f"(by {self.name(effect.source)})")
        return " ".join(part for part in parts if part)

    def _holds(self, effect: EffectView) -> str:
        if effect.kind == "become":
            word, _, value = effect.what.partition(": ")
            value = SEXES.get(value, value) if word == "sex" else value.replace("_", " ")
            return f"{word} is {value}" if value else f"{word} stays"
        if effect.kind == "exchange":
            return f"{' and '.join(effect.what.split())} are exchanged"
        if effect.kind == "remember":
            return f"remembers {self._memory(effect)}"
        by = effect.what == "by"
        return HOLDS[effect.kind].format(
            amount=effect.amount,
            what=effect.what,
            deed=WHATS.get(effect.what, effect.what.replace("_", " ")),
            taken=TAKEN.get(effect.what, ""),
            number=f"changes by {effect.amount:+}" if by else f"is {effect.amount}",
        )

    def _memory(self, effect: EffectView) -> str:
        if effect.about is not None:
            return self.name(effect.about)
        if effect.what == "cell":
            return cell_word(effect.amount, self._viewer)
        return str(effect.amount)

    def _until(self, until: str, seat: int, times: int) -> str:
        return LASTS[until].format(
            me=self._who(seat), other=self._who(1 - seat), times=times, s="s" * (times != 1)
        )

    def watcher(self, watcher: WatcherView) -> str:
        """Say what waits for what."""
        times = {0: "every time", 1: "once"}.get(watcher.times, f"{watcher.times} times")
        about = [self.name(card) for card in watcher.cards]
        about += [cell_word(cell, self._viewer) for cell in watcher.cells]
        text = f"{self.name(watcher.source)} waits for: {EVENTS[watcher.event]}, {times}"
        until = self._until(watcher.until, watcher.seat, 0)
        return ", ".join([text, *([until] if until else []),
                          *([f"about {', '.join(about)}"] if about else [])])  # fmt: skip

    def use(self, use: UseView) -> str:
        """Say how often an ability was used."""
        return f"ability {use.ability}: used {use.used} of {use.limit} a {use.per}"

    def used(self) -> list[str]:
        """Say which abilities with a limit have been used; empty if none."""
        return [f"{self.name(one.card)}: {self.use(one)}" for one in self._seen.uses if one.used]

    # ---- one cell

    def cell(self, cell: int) -> list[str]:
        """Say everything about what stands and lies in a cell: as printed, then as it is now."""
        there = self._seen.sides[cell // 6].cells[cell % 6]
        lines = []
        for host, kept in hosts_in(there):
            if host is None:
                continue
            lines += card_lines(self._catalogue.card(host.card))
            if host is there.character:
                lines += [f"  now: {text}" for text in self._now(there)]
            lines += [f"  {self.use(one)}" for one in self._seen.uses
                      if one.card == host]  # fmt: skip
            lines += [f"  {self.effect(one)}" for one in self._seen.effects if one.subject == host]
            if kept:
                lines.append(f"  kept on it: {self.names(kept)}")
        return lines or [f"{cell_word(cell, self._viewer)} is empty"]

    def _now(self, there: CellView) -> Iterable[str]:
        assert there.character is not None
        assert there.traits is not None
        card, traits = self._catalogue.card(there.character.card), there.traits
        marks = ", tapped" * there.tapped + ", new" * there.new
        yield f"AP {there.ap}, DP {there.dp}, SP {there.sp}{marks}"
        basics = [word for bit, word in enumerate(defs.BASICS) if there.basics >> bit & 1]
        if basics:
            yield f"basic abilities {', '.join(basics)}"
        if traits.original != (card.ap, card.dp, card.sp):
            yield "original values {}/{}/{}".format(*traits.original)
        if traits.attributes != card.attributes:
            yield " and ".join(traits.attributes) or "colourless"
        if traits.sex != card.sex:
            yield SEXES[traits.sex]
        if traits.name:
            yield f"called {traits.name}"
        if traits.title:
            yield f"of the title {traits.title}"
        if traits.type != "character":
            yield f"counts as {traits.type.replace('_', ' ')}"
        for number in traits.lost:
            yield f"without: {ability_text(card, number - 1)}"
        for giver in traits.given:
            yield f"with one more ability, by {self.name(giver)}"
        if there.character.token // defs.SEAT_TOKENS != there.cell // 6:
            yield f"its owner is {self._who(1 - there.cell // 6)}"


def hosts_in(cell: CellView) -> tuple[tuple[CardView | None, tuple[CardView, ...]], ...]:
    """The cards in a cell, each with what is kept on it."""
    return (
        (cell.character, cell.kept),
        (cell.item, cell.kept_on_item),
        *cell.more_items,
        (cell.area, cell.kept_on_area),
    )


def kept_in(cell: CellView) -> list[tuple[CardView | None, tuple[CardView, ...]]]:
    """Those cards in a cell on which others are kept."""
    return [(host, kept) for host, kept in hosts_in(cell) if kept]


def cell_number(word: str, seat: int) -> int | None:
    """Read `DFC` or `eDFC` as a seat sees it; None for anything else."""
    is_enemy = word[:1] in ("e", "E")
    bare = word[is_enemy:].upper()
    if bare not in CELLS:
        return None
    return (1 - seat if is_enemy else seat) * 6 + CELLS.index(bare)
