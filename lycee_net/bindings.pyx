"""Which handle is bound to which slot of which seal: what both sides know of one owner's cards.

Invariant: a handle is bound once and a slot is named once; nothing is ever learned about a slot
that was not named, so unnamed slots stay exchangeable and no permutation need be committed (P2.2).
Compiled, because every Step clones and asks it. Above: `deck`, `table`. Below: `leaves`.
"""

cimport cython
from libc.string cimport memcpy, memset

from lycee_net.leaves cimport card_leaf

from .errors import CommitmentMismatchError, PartError, PickError
from .game import UNKNOWN as _UNKNOWN
from .leaves import LEAF_SIZE as _LEAF_SIZE

cdef object UNKNOWN = _UNKNOWN
cdef int LEAF_SIZE = _LEAF_SIZE

cdef enum:
    UNBOUND = -1    # instead of an epoch


cdef int checked(handle) except -1:
    """A handle of our own making, which has a place in the arrays."""
    cdef int at = handle
    if at < 0 or at >= N_HANDLES:
        raise ValueError(f"handle {at}, expected 0 to {N_HANDLES - 1}")
    return at


@cython.final
cdef class PublicDeck:
    """What both sides know of one owner's hidden cards.

    Args:
        seat: the owner.
        sid: the session id, 32 bytes.
    """

    def __init__(self, int seat, bytes sid not None):
        self.seat = seat
        self._sid = sid
        self._seals = []            # the leaves of each seal, joined; the index is the epoch
        self.bag_epoch = UNBOUND    # the seal whose unnamed slots are the bag
        memset(self._epoch, 0xff, sizeof(self._epoch))

    cpdef PublicDeck clone(self):
        """Return an independent copy."""
        cdef PublicDeck copy = PublicDeck.__new__(PublicDeck)
        copy.seat = self.seat
        copy.bag_epoch = self.bag_epoch
        copy._sid = self._sid
        copy._seals = self._seals[:]
        memcpy(copy._epoch, self._epoch, sizeof(self._epoch))
        memcpy(copy._slot, self._slot, sizeof(self._slot))
        memcpy(copy._in_bag, self._in_bag, sizeof(self._in_bag))
        memcpy(copy._is_free, self._is_free, sizeof(self._is_free))
        return copy

    @property
    def n_seals(self):
        """Seals so far: the epoch of the next one."""
        return len(self._seals)

    @property
    def bag_slots(self):
        """The slots that nobody has named, rising."""
        cdef int slot
        return tuple([slot for slot in range(N_SLOTS) if self._is_free[slot]])

    def binding(self, int handle):
        """Return epoch and slot of a bound handle, None for another."""
        if handle < 0 or handle >= N_HANDLES or self._epoch[handle] == UNBOUND:
            return None
        return self._epoch[handle], self._slot[handle]

    cpdef list faces(self, handles, list vectors):
        """Return the card behind each handle, UNKNOWN while it is unbound.

        Args:
            vectors: the cards of each seal, slot by slot.
        """
        cdef list found = []
        cdef int handle
        for handle in handles:
            handle = checked(handle)
            if self._epoch[handle] == UNBOUND:
                found.append(UNKNOWN)
            else:
                found.append(vectors[self._epoch[handle]][self._slot[handle]])
        return found

    cpdef tuple unbound(self, handles):
        """Return those of the handles that no slot is named for, in the same order."""
        return tuple([handle for handle in handles if self._epoch[checked(handle)] == UNBOUND])

    cpdef bint needs_bag(self, handles) except -1:
        """Whether a hidden zone must be sealed anew to be shuffled."""  # P6.1
        for handle in handles:
            if not self._in_bag[checked(handle)]:
                return True
        return False

    cpdef tuple strays(self, handles):
        """Return unbound handles outside a zone to be sealed, rising.

        Their owner could not say what is left.
        """
        cdef unsigned char outside[N_HANDLES]
        cdef int handle
        memcpy(outside, self._in_bag, sizeof(outside))
        for handle in handles:
            outside[checked(handle)] = 0
        return tuple([handle for handle in range(N_HANDLES) if outside[handle]])

    cpdef int seal_bag(self, handles, bytes leaves) except -1:
        """A hidden zone gets new slots and nobody knows whose is which."""  # P6.2
        cdef int handle, slot = 0
        self._add_seal(handles, leaves)
        memset(self._in_bag, 0, sizeof(self._in_bag))
        memset(self._is_free, 0, sizeof(self._is_free))
        for handle in handles:
            handle = checked(handle)
            self._epoch[handle] = UNBOUND
            self._in_bag[handle] = 1
            self._is_free[slot] = 1
            slot += 1
        self.bag_epoch = len(self._seals) - 1
        return 0

    cpdef int seal_bound(self, handles, bytes leaves) except -1:
        """The i-th handle gets slot i."""  # P6.2
        cdef int handle, slot = 0
        self._add_seal(handles, leaves)
        for handle in handles:
            handle = checked(handle)
            self._epoch[handle] = len(self._seals) - 1
            self._slot[handle] = slot
            slot += 1
        return 0

    cdef int _add_seal(self, handles, bytes leaves) except -1:
        if len(leaves) != LEAF_SIZE * len(handles):
            n_leaves = len(leaves) // LEAF_SIZE
            raise PartError(f"{n_leaves} leaves for {len(handles)} cards", rule="P5.3")
        self._seals.append(leaves)
        return 0

    cpdef int name_slots(self, handles, bytes slots) except -1:
        """Bind unbound handles, in this order, to slots of the bag; raises on a bad choice."""
        cdef unsigned char named[N_SLOTS]
        cdef int handle, i
        cdef unsigned char slot
        if len(slots) != len(handles):
            raise PartError(f"{len(slots)} slots for {len(handles)} cards", rule="P5.3")
        memset(named, 0, sizeof(named))
        for slot in slots:
            if named[slot]:
                raise PickError("one slot is named twice", rule="P6.3")
            named[slot] = 1
        for slot in slots:
            if not self._is_free[slot]:
                raise PickError(f"slot {slot} is not in the bag", rule="P6.3")
        for i in range(len(slots)):
            handle = checked(handles[i])
            slot = slots[i]
            self._epoch[handle] = self.bag_epoch
            self._slot[handle] = slot
            self._in_bag[handle] = 0
            self._is_free[slot] = 0
        return 0

    cpdef int check_opening(self, shown) except -1:
        """Whether an opening fits the latest seal of its card; raises if it does not."""
        cdef int handle = shown.handle
        bound = self.binding(handle)
        if bound is None:
            raise PartError(f"card {handle} is bound to no slot", rule="P6.3")
        epoch, slot = bound
        if card_leaf(self._sid, self.seat, epoch, slot, shown.salt, shown.card) \
                != self.leaf(epoch, slot):
            raise CommitmentMismatchError(
                f"card {handle} is not what was sealed in seal {epoch}", rule="P6.3"
            )
        return 0

    cpdef bytes leaf(self, int epoch, int slot):
        """Return one leaf of a seal."""
        cdef bytes leaves = self._seals[epoch]
        return leaves[LEAF_SIZE * slot:LEAF_SIZE * (slot + 1)]

    def leaves(self, int epoch):
        """Return all leaves of a seal."""
        return self._seals[epoch]
