"""Compiles what moves cards between zones and what looks at hidden ones.

Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.effects_base import EffectsBase
from lycee_core.opcodes import D
from lycee_core.parsed import Number, Operation, Selector, Value

MOST_NUMBERS = 51  # that a seat can be asked for
SENDS = {
    "deck_top": D.SEND_DECK_TOP, "deck_bottom": D.SEND_DECK_BOTTOM, "deck": D.SEND_DECK,
    "dust": D.SEND_DUST, "hand": D.SEND_HAND,
}  # fmt: skip


class ZoneVerbs(EffectsBase):
    """The verbs about zones and hidden cards."""

    # ---- cards between zones

    def op_draw(self, operation: Operation) -> int:
        """`draw`: an amount of cards."""
        return self.from_deck(D.O_DRAW, operation)

    def op_mill(self, operation: Operation) -> int:
        """`mill`: an amount of cards from the top, or the bottom, of a deck."""
        return self.from_deck(D.O_MILL, operation, int(operation.get("from") == "bottom"))

    def from_deck(self, op: int, operation: Operation, flag: int = 0) -> int:
        """Compile cards that a deck gives; they are what was acted on."""
        amount = self.place(self.amount(operation.value))
        whose = self.whose(operation.get("seat"))
        register = self.free()
        self.forget(register)
        self.emit(op, register, whose, flag, amount)
        return register

    def op_send(self, operation: Operation) -> int:
        """`send`: to a place of the owner's; into the deck means it is shuffled."""
        register = self.object(operation)
        to = str(operation.get("to"))
        self.emit(D.O_SEND, register, SENDS[to])
        if to == "deck":
            self.shuffle_decks(operation.value)
        return register

    def shuffle_decks(self, value: Value) -> None:
        """Shuffle the decks into which cards of a selector may have gone."""
        side = "any"
        if isinstance(value, Selector):
            is_shared = self.zone_of(value) in ("field", "chain", "payment")
            side = str(value.get("side", "any" if is_shared else "own"))
        for word, whose in (("own", D.WHOSE_YOU), ("enemy", D.WHOSE_ENEMY)):
            if side in (word, "any"):
                self.emit(D.O_SHUFFLE, b=whose)

    # ---- knowing

    def op_look(self, operation: Operation) -> int:
        """`look`: one seat sees cards."""
        register = self.object(operation)
        self.emit(D.O_LOOK, register, self.whose(operation.get("seat")))
        return register

    def op_reveal(self, operation: Operation) -> int:
        """`reveal`: both seats see cards; `hand` is a whole hand."""
        if operation.value == "hand":
            side = {D.WHOSE_YOU: "own", D.WHOSE_ENEMY: "enemy"}.get(
                self.whose(operation.get("seat")), "own"
            )
            register = self.picked(Selector("", None, (("zone", ("hand",)), ("side", side))))
        else:
            register = self.object(operation)
        self.emit(D.O_REVEAL, register)
        return register

    def op_search(self, operation: Operation) -> int:
        """`search`: look through a deck, pick or find nothing, show, put away, shuffle."""
        selector = operation.value
        assert isinstance(selector, Selector), selector
        if self.zone_of(selector) != "deck":
            raise self.unbuilt(f"search` in `{self.zone_of(selector)}")
        side = str(selector.get("side", "own"))
        whose = {"own": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY}.get(side)
        if whose is None:
            raise self.unbuilt("search` in both decks with `any")
        whole = self.picked(Selector("", None, (("zone", ("deck",)), ("side", side))))
        self.emit(D.O_LOOK, whole, D.WHOSE_YOU)
        number = self.selector(self.with_common(operation, selector), one=True)
        row = self.selectors[number]
        if row.n_kind == D.N_EXACT:  # R1.15: a search may always find nothing
            number = self.select(row._replace(n_kind=D.N_UP_TO))
        found = self.free()
        self.emit(D.O_CHOOSE, found, x=number)
        if operation.get("shown") is True:
            self.emit(D.O_REVEAL, found)
        to = str(operation.get("to"))
        acts = {"hand": D.O_RETURN, "dust": D.O_DISCARD, "removed": D.O_REMOVE}
        if to not in acts:
            raise self.unbuilt(f"search` to `{to}")
        self.emit(acts[to], found)
        self.emit(D.O_SHUFFLE, b=whose)
        return found

    def op_arrange(self, operation: Operation) -> int:
        """`arrange`: cards just looked at go back in a secret order, some to the bottom."""
        register = self.object(operation)
        bottom = operation.get("to_bottom")
        if bottom is None:
            self.emit(D.O_ARRANGE, register)
            return register
        assert isinstance(bottom, Number), bottom
        most = bottom.value
        if bottom.word != "up_to" or not isinstance(most, int) or not 0 < most < MOST_NUMBERS:
            raise self.unbuilt("to_bottom` other than `{ up_to = ... }")
        self.emit(D.O_ARRANGE, register, 1, most)
        return register

    def op_shuffle(self, operation: Operation) -> None:
        """`shuffle`: a deck."""
        self.emit(D.O_SHUFFLE, b=self.whose(operation.get("seat")))
