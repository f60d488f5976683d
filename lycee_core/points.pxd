# What a set of cards can pay: a matching of points to cost symbols, without search.
# Above: state. Below: payment, declare, chain.

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from lycee_core.program cimport Card
from lycee_core.state cimport Game

cdef struct Pool:
    int16_t by[6]       # points of single-attribute cards; [5] colourless
    int16_t total
    int16_t unknown     # cards whose face this replica does not hold
    uint32_t masks      # which sets of attributes multi-attribute cards have, bit = mask
    int16_t multi[32]   # points of multi-attribute cards by their mask; only where `masks` says so

cdef void pool_clear(Pool *p) noexcept nogil
cdef void pool_add_points(Pool *p, int mask, int points) noexcept nogil
cdef void pool_add(Pool *p, const Card *card, int points) noexcept nogil
cdef int coverage(const Pool *p, const uint8_t *need) noexcept nogil
cdef void pool_of_hand(Game *g, Pool *p, uint64_t tokens, int seat) noexcept nogil
cdef bint covers(const Pool *p, const uint8_t *need) noexcept nogil
cdef bint covers_without(const Pool *p, const Card *card, const uint8_t *need) noexcept nogil
cdef int need_total(const uint8_t *need) noexcept nogil
