"""Compiles what moves cards between zones: draws, discards, searches, piles, cards set aside.

Below: `effects_base`; above: `effects_compiler`.
"""

from __future__ import annotations

from lycee_core.effects_base import EffectsBase
from lycee_core.errors import CardDataError
from lycee_core.opcodes import D
from lycee_core.parsed import Operation, Ref, Selector, Value

SENDS = {
    "deck_top": D.SEND_DECK_TOP, "deck_bottom": D.SEND_DECK_BOTTOM, "deck": D.SEND_DECK,
    "dust": D.SEND_DUST, "hand": D.SEND_HAND,
}  # fmt: skip
ENDS = ("deck_top", "deck_bottom")
ORDERS = {"random": D.ORDER_RANDOM, "chosen": D.ORDER_CHOSEN}
FACES = {"up": D.FACE_UP, "owner": D.FACE_OWNER, "down": D.FACE_DOWN}
WHOLE_SIDES = {"own": D.WHOSE_YOU, "enemy": D.WHOSE_ENEMY}


class ZoneVerbs(EffectsBase):
    """The verbs about cards that go from one zone to another."""

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

    def op_take(self, operation: Operation) -> int:
        """`take`: cards of any zone to their owners' hands."""
        register = self.object(operation)
        if operation.get("shown") is True:
            self.emit(D.O_REVEAL, register)
        self.emit(D.O_RETURN, register)
        return register

    # -------------------------------------------------------------- to a place of the owner's

    def op_send(self, operation: Operation) -> int:
        """`send`: to a place of the owner's; into the deck means it is shuffled."""
        to = str(operation.get("to"))
        order = operation.get("order")
        register = self.object(operation)
        if to == "payment":
            if not self.bank[0]:
                raise self.unbuilt("payment` outside an ability of kind `as_cost")
            self.emit(D.O_TO_PAYMENT, register)
            return register
        if order == "public" and to in ENDS:
            by = D.named("BY_", str(operation.get("by", "you")))
            self.emit(D.O_PICK_ORDER, register, by)
        self.emit(D.O_SEND, register, SENDS[to])
        if to in ENDS and order in ORDERS:
            for seat in range(2):
                self.emit(D.O_ORDER, register, ORDERS[str(order)], SENDS[to], y=seat)
        if to == "deck":
            self.shuffle_decks(operation.value)
        return register

    def shuffle_decks(self, value: Value) -> None:
        """Shuffle the decks into which cards of a selector may have gone."""
        side = "any"
        if isinstance(value, Selector):
            is_shared = self.zone_of(value) in ("field", "chain", "payment", "held", "aside")
            side = str(value.get("side", "any" if is_shared else "own"))
        for word, whose in WHOLE_SIDES.items():
            if side in (word, "any"):
                self.emit(D.O_SHUFFLE, D.SHUFFLE_AFTER, whose)

    # -------------------------------------------------------------- piles, held, aside

    def op_aside(self, operation: Operation) -> int:
        """`aside`: out of every zone, for this effect."""
        register = self.object(operation)
        self.emit(D.O_ASIDE, register, FACES[str(operation.get("face", "up"))])
        return register

    def op_pile(self, operation: Operation) -> int:
        """`pile`: to a named pile, or onto or under a card in play."""
        places = [key for key in ("to", "on", "under") if operation.has(key)]
        if len(places) != 1:
            raise CardDataError(
                f"{self.where}: `pile` with {' and '.join(places) or 'no place'}, expected one of"
                " `to`, `on`, `under`"
            )
        register = self.apart(self.object(operation), operation)
        face = FACES[str(operation.get("face", "up"))]
        if places == ["to"]:
            most = self.place(self.amount(operation.get("max"))) if operation.has("max") else 0
            flags = face | (D.PILE_STAYS if operation.get("stays") is True else 0)
            self.to_pile(register, str(operation.get("to")), flags, most, operation.get("seat"))
            return register
        with self.holding(register):
            self.emit(D.O_HOLD, register, self.referred(operation.get(places[0])), face)
        return register

    def to_pile(
        self, register: int, name: str, flags: int, most: int = 0, seat: Value = None
    ) -> None:
        """Compile cards that go to a named pile of a seat."""
        number = self.pile(name if name.startswith("pile:") else f"pile:{name}")
        self.emit(D.O_PILE, register, number, flags, most, self.whose(seat))

    def apart(self, register: int, operation: Operation) -> int:
        """Take a copy of what a name holds: the operation may leave some of it out."""
        if register not in self.held:
            return register
        with self.holding(register):
            copy = self.free()
        self.emit(D.O_COPY, copy, register)
        self.forget(copy)
        return copy

    # -------------------------------------------------------------- searching

    def op_search(self, operation: Operation) -> int:
        """`search`: look through decks and other zones, pick or find nothing, put away, shuffle."""
        selector = operation.value
        assert isinstance(selector, Selector), selector
        side = str(selector.get("side", "own"))
        sides = ("own", "enemy") if side == "any" else (side,)
        is_whole = "deck" in self.zones_of(selector)
        for one in sides if is_whole else ():
            whole = self.picked(Selector("", None, (("zone", ("deck",)), ("side", one))))
            self.emit(D.O_LOOK, whole, D.WHOSE_YOU)
        number = self.selector(self.with_common(operation, selector), one=True)
        row = self.selectors[number]
        if row.n_kind == D.N_EXACT:  # R1.15: a search may always find nothing
            number = self.select(row._replace(n_kind=D.N_UP_TO))
        found = self.free()
        self.learn(found, selector, one=True)
        self.emit(D.O_CHOOSE, found, x=number)
        shown = operation.get("shown") is True
        if shown:
            self.emit(D.O_REVEAL, found)
        shuffles = [WHOLE_SIDES[one] for one in sides] if is_whole else []
        with self.holding(found):
            self.put_found(found, operation.get("to"), shuffles, is_shown=shown)
        return found

    def put_found(self, found: int, to: Value, shuffles: list[int], *, is_shown: bool) -> None:
        """Compile where what was found goes, and the shuffles of what was looked through."""
        face = D.FACE_UP if is_shown else D.FACE_OWNER
        acts = {"hand": D.O_RETURN, "dust": D.O_DISCARD, "removed": D.O_REMOVE}
        if isinstance(to, Ref):
            self.emit(D.O_HOLD, found, self.referred(to), face)
        elif str(to) in ENDS:  # it is put there after the shuffle
            self.emit(D.O_ASIDE, found, face)
        elif str(to).startswith("pile:"):
            self.to_pile(found, str(to), face)
        elif to == "aside":
            self.emit(D.O_ASIDE, found, face)
        elif str(to) in acts:
            self.emit(acts[str(to)], found)
        elif to != "deck":
            raise CardDataError(
                f'{self.where}: found to = "{to}" of `search`, expected a zone of cards, or'
                " `aside` and then what is done with them"
            )
        for whose in shuffles:
            self.emit(D.O_SHUFFLE, D.SHUFFLE_AFTER, whose)
        if str(to) in ENDS:
            self.emit(D.O_SEND, found, SENDS[str(to)])
