"""Our own next Step while it is being made: parts that need nobody, and those of the player.

A Step runs until something of the other side is needed, never shorter, never longer. Every part
is applied to a clone of the table with the receiver's checks, so what we send is what we would
accept. A draft holds nothing that its owner did not know before: whatever is learned from the
other side comes with a message of theirs. Below: `table`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .commit import drawn, roll_leaf, roll_secret, shuffled
from .errors import LocalProtocolError
from .game import Arrange, Decision
from .messages import (
    PartCode,
    Pick,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
    Show,
    format_vector,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .commit import Entropy
    from .deck import OwnCards
    from .messages import Part
    from .states import Owed
    from .table import Table

ASKS_PLAYER = (Decision, Arrange)


class Draft:
    """The parts of a Step so far, on a table of their own."""

    def __init__(self, table: Table, entropy: Entropy) -> None:
        assert table.own is not None, "only a player drafts"
        self.table = table.clone()
        self.parts: list[Part] = []
        self.vectors: list[bytes] = []  # the cards of each seal in it, for the journal
        self._seat = table.own.seat
        self._entropy = entropy
        self.is_complete = False  # the other side is needed now, or the game is over
        self.asked: Decision | Arrange | None = None  # of the player, before the Step can go on
        self._run()

    def decide(self, line: bytes) -> None:
        """Take a line of the player, with the shows it makes necessary.

        Raises `IllegalLineError` (the draft is as before) or `LocalProtocolError`.
        """
        if type(self.asked) is not Decision:
            raise LocalProtocolError(f"{self.table.request} asks for no line")
        self.parts += self.table.decide_own(line)
        self._run()

    def arrange(self, cards: Sequence[int]) -> None:
        """Take the secret order of the player: the card behind each handle asked for, afterwards.

        Raises `LocalProtocolError` if these are not the cards that lie there.
        """
        asked, own, deck = self.asked, self._own, self.table.decks[self._seat]
        if not isinstance(asked, Arrange):
            raise LocalProtocolError(f"{self.table.request} asks for no order")
        if Counter(cards) != Counter(own.face(handle, deck) for handle in asked.handles):
            raise LocalProtocolError(f"{list(cards)} is no order of the cards asked for")
        self._seal(tuple(cards))
        self._run()

    @property
    def _own(self) -> OwnCards:
        assert self.table.own is not None, "only a player drafts"
        return self.table.own

    def _run(self) -> None:
        """Make all parts that need nobody, up to the next question or the end of the Step."""
        table, self.asked = self.table, None
        while (owed := table.owed) is not None and owed.seat == self._seat:
            request = table.request
            if isinstance(request, ASKS_PLAYER):
                self.asked = request
                return
            self._add_owed(owed)
        self.is_complete = True

    def _add_owed(self, owed: Owed) -> None:
        """Make the part that is due and needs no person."""
        match owed.part:
            case PartCode.SEAL:
                cards = self._own.zone_cards(owed.handles, self.table.decks[self._seat])
                self._seal(shuffled(self._entropy, cards))
            case PartCode.PICK:
                slots = self.table.decks[1 - self._seat].bag_slots
                self._add(Pick(bytes(drawn(self._entropy, slots, len(owed.handles)))))
            case PartCode.SHOW:
                self._add(self._make_show(owed.handles))
            case PartCode.ROLL_COMMIT | PartCode.ROLL_VALUE | PartCode.ROLL_OPEN:
                self._add(self._make_roll_part(owed.part))
            case PartCode.DECIDE:
                raise AssertionError("a decision needs a person")

    def _seal(self, vector: tuple[int, ...]) -> None:
        own = self.table.own = self._own.clone()  # other tables keep theirs
        own.vectors.append(vector)
        self.vectors.append(format_vector(vector))
        self._add(Seal(own.make_leaves(len(own.vectors) - 1)))

    def _make_show(self, handles: Sequence[int]) -> Show:
        deck = self.table.decks[self._seat]
        return Show(tuple(self._own.opening(handle, deck) for handle in handles))

    def _make_roll_part(self, code: PartCode) -> Part:
        own, roll = self._own, self.table.roll
        assert roll is not None, f"{code.name} is owed to a roll"
        salt, value = roll_secret(own.deck_secret, own.sid, roll.number)
        if code is PartCode.ROLL_COMMIT:
            return RollCommit(roll_leaf(own.sid, own.seat, roll.number, salt, value))
        if code is PartCode.ROLL_VALUE:
            return RollValue(value)
        return RollOpen(salt, value)

    def _add(self, part: Part) -> None:
        self.table.apply_part(self._seat, part)
        self.parts.append(part)
