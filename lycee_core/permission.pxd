# Which cards a rule lets a seat play from elsewhere than the hand, or for nothing (R7.40).
# Above: triggers, selectors, in_force. Below: legality, declare, windows.

from libc.stdint cimport uint64_t

from lycee_core.defs cimport *
from lycee_core.state cimport Game

cdef inline bint plays_by_rules(Game *g) noexcept nogil:
    # Whether some rule may let a card be played that could not, or for nothing.
    return g.x.permits & (1u << WHAT_PLAY | 1u << WHAT_ENTER | 1u << WHAT_EQUIP
                          | 1u << WHAT_USE) != 0

cdef uint64_t playable_by_rules(Game *g, int seat) noexcept nogil
cdef bint played_from(Game *g, int seat, int token) noexcept nogil
cdef bint free_by_rules(Game *g, int seat, int token) noexcept nogil
cdef int use_permission(Game *g, int seat, int token) noexcept nogil

cdef inline uint64_t playable(Game *g, int seat) noexcept nogil:
    # Cards of a seat that may be played from outside its hand, as bits of its own tokens.
    return playable_by_rules(g, seat) if plays_by_rules(g) else 0

cdef inline bint may_play_from(Game *g, int seat, int token) noexcept nogil:
    # Whether a seat may play a card of its own from where it lies outside its hand.
    return plays_by_rules(g) and played_from(g, seat, token)

cdef inline bint is_free(Game *g, int seat, int token) noexcept nogil:
    # Whether a seat may play a card for nothing from where it lies.
    return plays_by_rules(g) and free_by_rules(g, seat, token)
