"""Hidden cards, the secret side: the cards of the own seals, and what opens them.

The public side, which handle is bound to which slot, is `bindings`.
Below: `bindings`, `commit`, `leaves`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .bindings import PublicDeck
from .commit import seal_salts
from .errors import AuditError
from .game import UNKNOWN
from .leaves import LEAF_SIZE, card_leaf, seal_leaves
from .messages import ShownCard

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["OwnCards", "PublicDeck"]


class OwnCards:
    """The secret side of one owner: the cards of each seal, and what opens them.

    Ours while we play; the peer's, rebuilt, while we audit.
    """

    def __init__(
        self,
        seat: int,
        sid: bytes,
        deck_secret: bytes,
        cards: Sequence[int],
        vectors: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.seat = seat
        self.sid = sid
        self.deck_secret = deck_secret
        self.cards = tuple(cards)
        self.vectors = list(vectors)
        self.finds_vectors = False  # of seals whose cards were lost or left out
        self._salts: dict[tuple[int, int], list[bytes]] = {}  # by epoch and number of slots
        self._leaves: dict[tuple[int, tuple[int, ...]], bytes] = {}  # by epoch and its cards

    def __repr__(self) -> str:
        return f"OwnCards(seat {self.seat}, {len(self.vectors)} seals)"

    def clone(self) -> OwnCards:
        """An independent copy, to add a vector to."""
        copy = object.__new__(OwnCards)
        # Salts and leaves follow from the secret: one store serves all copies.
        copy.__dict__.update(self.__dict__)
        copy.vectors = self.vectors.copy()
        return copy

    def face(self, handle: int, deck: PublicDeck) -> int:
        """The card behind a handle, UNKNOWN while it is unbound."""
        bound = deck.binding(handle)
        return UNKNOWN if bound is None else self.vectors[bound[0]][bound[1]]

    def zone_cards(self, handles: Sequence[int], deck: PublicDeck) -> list[int]:
        """The cards of a zone, before a seal of it; its unbound handles are the whole bag."""
        if deck.n_seals == 0:
            return list(self.cards)
        cards = deck.faces(handles, self.vectors)
        known = [card for card in cards if card != UNKNOWN]
        if len(known) == len(cards):
            return known
        assert not deck.strays(handles), "the unbound cards of a zone are the whole bag"
        return known + [self.vectors[deck.bag_epoch][slot] for slot in deck.bag_slots]

    def make_leaves(self, epoch: int) -> bytes:
        """The leaves of a seal whose cards are known."""
        vector = self.vectors[epoch]
        made = self._leaves.get((epoch, vector))
        if made is None:
            made = seal_leaves(self.sid, self.seat, epoch, self._seal_salts(epoch), vector)
            self._leaves[epoch, vector] = made
        return made

    def check_seal(self, handles: Sequence[int], leaves: bytes, deck: PublicDeck) -> None:
        """Whether a seal holds the cards that its zone had; raises `AuditError`."""  # P8.2
        epoch = deck.n_seals
        if epoch == len(self.vectors) and self.finds_vectors:
            self.vectors.append(self._find_vector(handles, leaves, deck))
        if epoch >= len(self.vectors) or len(self.vectors[epoch]) != len(handles):
            raise AuditError(f"the audit does not open seal {epoch}", rule="P8.2")
        if self.make_leaves(epoch) != leaves:
            raise AuditError(f"the audit does not fit the leaves of seal {epoch}", rule="P8.2")
        had, has = self.zone_cards(handles, deck), self.vectors[epoch]
        if sorted(had) != sorted(has):
            swapped = sorted((Counter(has) - Counter(had)) + (Counter(had) - Counter(has)))
            raise AuditError(
                f"seal {epoch} holds other cards than its zone: {swapped}", rule="P8.2"
            )

    def _find_vector(
        self, handles: Sequence[int], leaves: bytes, deck: PublicDeck
    ) -> tuple[int, ...]:
        """The cards of a seal, by trying those of its zone with the salts of its slots."""  # P8.2
        epoch, left = deck.n_seals, Counter(self.zone_cards(handles, deck))
        salts = seal_salts(self.deck_secret, self.sid, epoch, len(leaves) // LEAF_SIZE)
        vector = []
        for slot, salt in enumerate(salts):
            leaf = leaves[LEAF_SIZE * slot : LEAF_SIZE * (slot + 1)]
            tried = (
                c for c in left if card_leaf(self.sid, self.seat, epoch, slot, salt, c) == leaf
            )
            card = next(tried, None)
            if card is None:
                raise AuditError(f"seal {epoch} holds other cards than its zone", rule="P8.2")
            left -= Counter([card])
            vector.append(card)
        return tuple(vector)

    def opening(self, handle: int, deck: PublicDeck) -> ShownCard:
        """What shows the card behind a bound handle to the other side."""
        bound = deck.binding(handle)
        assert bound is not None, f"card {handle} is bound before it is shown"
        epoch, slot = bound
        return ShownCard(handle, self.vectors[epoch][slot], self._seal_salts(epoch)[slot])

    def _seal_salts(self, epoch: int) -> list[bytes]:
        n_slots = len(self.vectors[epoch])
        salts = self._salts.get((epoch, n_slots))
        if salts is None:
            salts = seal_salts(self.deck_secret, self.sid, epoch, n_slots)
            self._salts[epoch, n_slots] = salts
        return salts
