"""Compiles what seats get to see, and the order of decks and piles.

Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.codes import Ins
from lycee_core.effects_base import EffectsBase
from lycee_core.opcodes import D
from lycee_core.parsed import Operation, Selector, Value


class KnowingVerbs(EffectsBase):
    """The verbs about what is seen."""

    def op_look(self, operation: Operation) -> int:
        """`look`: one seat sees cards."""
        register = self.object(operation)
        self.emit(D.O_LOOK, register, self.whose(operation.get("seat")))
        return register

    def op_reveal(self, operation: Operation) -> int:
        """`reveal`: both seats see cards; `hand` is a whole hand."""
        if operation.value == "hand":
            register = self.picked(Selector("", None, (("zone", ("hand",)), ("side", "own"))))
        else:
            register = self.object(operation)
        self.emit(D.O_REVEAL, register)
        return register

    def op_arrange(self, operation: Operation) -> int:
        """`arrange`: cards just looked at go back in any order, some to the top or the bottom."""
        register = self.object(operation)
        for key, flag in (("to_bottom", D.ARRANGE_BOTTOM), ("to_top", D.ARRANGE_TOP)):
            if operation.has(key):
                self.emit_arrange(register, flag, operation.get(key))
                return register
        self.emit(D.O_ARRANGE, register)
        return register

    def emit_arrange(self, register: int, flag: int, number: Value) -> None:
        """Compile how many of the arranged cards go to one end."""
        kind, n, amount = self.number(number, one=False)
        if n and not amount:
            amount = self.place((Ins(D.X_LIT, x=n),))
        self.emit(D.O_ARRANGE, register, kind, flag, amount)

    def op_shuffle(self, operation: Operation) -> None:
        """`shuffle`: a deck or a pile."""
        what, whose = str(operation.value), self.whose(operation.get("seat"))
        if what == "deck":
            self.emit(D.O_SHUFFLE, b=whose)
            return
        for seat in range(2):
            self.emit(D.O_SHUFFLE_PILE, self.pile(what), whose, y=seat)
