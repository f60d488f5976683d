"""Hidden cards: what a seal binds, what a pick names, what an opening shows.

Public side: for each owner, which handle is bound to which slot of which seal, and which slots of
the bag nobody has named. Secret side: the cards of the own seals. Invariant: a handle is bound
once and a slot is named once; nothing is ever learned about a slot that was not named, so unnamed
slots stay exchangeable and no permutation need be committed (P2.2). Below: `commit`, `messages`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .commit import LEAF_SIZE, card_leaf, seal_salts
from .errors import AuditError, CommitmentMismatchError, PartError, PickError
from .game import UNKNOWN
from .messages import ShownCard

if TYPE_CHECKING:
    from collections.abc import Sequence


class PublicDeck:
    """What both sides know of one owner's hidden cards."""

    def __init__(self, seat: int, sid: bytes) -> None:
        self.seat = seat
        self._sid = sid
        self._seals: list[bytes] = []  # the leaves of each seal, joined; the index is the epoch
        self._bindings: dict[int, tuple[int, int]] = {}  # handle -> epoch, slot
        self._bag_epoch = -1
        self._bag_handles: set[int] = set()
        self._bag_slots: set[int] = set()  # not yet named; as many as handles

    def clone(self) -> PublicDeck:
        """An independent copy."""
        copy = object.__new__(PublicDeck)
        fields = copy.__dict__
        fields.update(self.__dict__)
        for name in ("_seals", "_bindings", "_bag_handles", "_bag_slots"):
            fields[name] = fields[name].copy()
        return copy

    @property
    def n_seals(self) -> int:
        """Seals so far: the epoch of the next one."""
        return len(self._seals)

    @property
    def bag_epoch(self) -> int:
        """The seal whose unnamed slots are the bag; -1 before the first."""
        return self._bag_epoch

    @property
    def bag_slots(self) -> tuple[int, ...]:
        """The slots that nobody has named, rising."""
        return tuple(sorted(self._bag_slots))

    def binding(self, handle: int) -> tuple[int, int] | None:
        """Epoch and slot of a bound handle."""
        return self._bindings.get(handle)

    def unbound(self, handles: Sequence[int]) -> tuple[int, ...]:
        """Those of the handles that no slot is named for, in the same order."""
        bindings = self._bindings
        return tuple([handle for handle in handles if handle not in bindings])

    def needs_bag(self, handles: Sequence[int]) -> bool:
        """Whether a hidden zone must be sealed anew to be shuffled."""  # P6.1
        return not self._bag_handles.issuperset(handles)

    def strays(self, handles: Sequence[int]) -> tuple[int, ...]:
        """Unbound handles outside a zone to be sealed: their owner could not say what is left."""
        return tuple(sorted(self._bag_handles.difference(handles)))

    def seal_bag(self, handles: Sequence[int], leaves: bytes) -> None:
        """A hidden zone gets new slots and nobody knows whose is which."""  # P6.2
        self._add_seal(handles, leaves)
        for handle in handles:
            self._bindings.pop(handle, None)
        self._bag_epoch = self.n_seals - 1
        self._bag_handles = set(handles)
        self._bag_slots = set(range(len(handles)))

    def seal_bound(self, handles: Sequence[int], leaves: bytes) -> None:
        """The i-th handle gets slot i."""  # P6.2
        self._add_seal(handles, leaves)
        epoch = self.n_seals - 1
        for slot, handle in enumerate(handles):
            self._bindings[handle] = epoch, slot

    def _add_seal(self, handles: Sequence[int], leaves: bytes) -> None:
        if len(leaves) != LEAF_SIZE * len(handles):
            n_leaves = len(leaves) // LEAF_SIZE
            raise PartError(f"{n_leaves} leaves for {len(handles)} cards", rule="P5.3")
        self._seals.append(leaves)

    def name_slots(self, handles: Sequence[int], slots: bytes) -> None:
        """Bind unbound handles, in this order, to slots of the bag; raises on a bad choice."""
        if len(slots) != len(handles):
            raise PartError(f"{len(slots)} slots for {len(handles)} cards", rule="P5.3")
        named = set(slots)
        if len(named) != len(slots):
            raise PickError("one slot is named twice", rule="P6.3")
        if not named <= self._bag_slots:
            unknown = next(slot for slot in slots if slot not in self._bag_slots)
            raise PickError(f"slot {unknown} is not in the bag", rule="P6.3")
        epoch = self._bag_epoch
        self._bindings.update(zip(handles, [(epoch, slot) for slot in slots], strict=True))
        self._bag_handles.difference_update(handles)
        self._bag_slots -= named

    def check_opening(self, shown: ShownCard) -> None:
        """Whether an opening fits the latest seal of its card; raises if it does not."""
        bound = self._bindings.get(shown.handle)
        if bound is None:
            raise PartError(f"card {shown.handle} is bound to no slot", rule="P6.3")
        epoch, slot = bound
        leaf = card_leaf(self._sid, self.seat, epoch, slot, shown.salt, shown.card)
        if leaf != self.leaf(epoch, slot):
            raise CommitmentMismatchError(
                f"card {shown.handle} is not what was sealed in seal {epoch}", rule="P6.3"
            )

    def leaf(self, epoch: int, slot: int) -> bytes:
        """One leaf of a seal."""
        return self._seals[epoch][LEAF_SIZE * slot : LEAF_SIZE * (slot + 1)]

    def leaves(self, epoch: int) -> bytes:
        """All leaves of a seal."""
        return self._seals[epoch]


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
        """An independent copy."""
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
        cards = [self.face(handle, deck) for handle in handles]
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
            salts = self._seal_salts(epoch)
            leaves = [
                card_leaf(self.sid, self.seat, epoch, slot, salts[slot], card)
                for slot, card in enumerate(vector)
            ]
            made = self._leaves[epoch, vector] = b"".join(leaves)
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
        had, has = Counter(self.zone_cards(handles, deck)), Counter(self.vectors[epoch])
        if had != has:
            swapped = sorted((has - had) + (had - has))
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
