"""Compiles `name`: what a seat chooses in an effect beside cards.

Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.amounts import N_CHOICES
from lycee_core.effects_base import EffectsBase
from lycee_core.grammar import ATTRIBUTES
from lycee_core.opcodes import D

if TYPE_CHECKING:
    from lycee_core.parsed import Operation, Value

WORDS: dict[str, tuple[str, ...]] = {
    "attribute": (*ATTRIBUTES, "colourless"),
    "type": ("character", "event_card", "item", "area"),
    "row": ("AF", "DF"),
    "column": ("left", "centre", "right"),
    "sex": ("none", "f", "m"),
}
MOST = 51  # the highest number where no range is given


class NamingVerbs(EffectsBase):
    """The verb `name`."""

    def op_name(self, operation: Operation) -> None:
        """`name`: a number, a word or the name of a card, kept as `chosen`."""
        word = str(operation.value)
        slot = self.choice_slot()
        low, high = self.nameable(word, operation)
        whose = self.seat_of_name(operation)
        self.emit(D.O_NAME, slot, D.named("NAME_", word), whose, low, high)
        self.chosen[str(operation.get("named", word))] = slot

    def choice_slot(self) -> int:
        """Return the next free place for a choice."""
        taken = len(self.chosen)
        if taken >= N_CHOICES:
            raise self.unbuilt(f"more than {N_CHOICES} choices, as `name")
        # What runs inside a payment counts from the other end: an effect below may hold choices.
        return N_CHOICES - 1 - taken if self.bank[0] else taken

    def seat_of_name(self, operation: Operation) -> int:
        """Compile who names it: `by`, or `you`."""
        seats = {"you": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY, "turn_player": D.WHOSE_TURN_PLAYER}
        by = str(operation.get("by", "you"))
        if by not in seats:
            raise self.unbuilt(f"name` by `{by}")
        return seats[by]

    def nameable(self, word: str, operation: Operation) -> tuple[int, int]:
        """Compile what may be named: two amounts, or a set of words."""
        if word == "number":
            ends: Value = operation.get("range", (0, MOST))
            assert isinstance(ends, tuple), ends
            low, high = (self.place(self.amount(end)) for end in ends)
            return low, high
        if word == "card_name":
            return 0, 0
        only = operation.get("of", WORDS[word])
        allowed = only if isinstance(only, tuple) else (only,)
        mask = sum(1 << place for place, name in enumerate(WORDS[word]) if name in allowed)
        return mask, 0
