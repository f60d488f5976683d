# Can these cards pay that cost?
#
# Theory of operation. A point of a card pays one symbol of any of the card's attributes (R5.6), a
# colourless symbol is paid by any point (R5.7). The largest number of symbols that can be paid is
# a matching; by the deficiency form of Hall's theorem it is the minimum over all sets T of
# attributes of (symbols outside T) + (points that meet T). Single-attribute cards need only a sum.
# A set of designated cards is acceptable (R5.10) when giving each card one point can still be
# matched whole: then some complete payment uses every card.

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from lycee_core.defs cimport *
from lycee_core.state cimport *


cdef void pool_clear(Pool *p) noexcept nogil:
    memset(p, 0, sizeof(Pool) - sizeof(p.multi))


cdef void pool_add_points(Pool *p, int mask, int points) noexcept nogil:
    """Points of which each is of any attribute of a set."""
    p.total += points
    if mask == 0:
        p.by[5] += points
    elif mask & (mask - 1) == 0:
        p.by[ctz64(mask)] += points
    elif (p.masks >> mask) & 1:
        p.multi[mask] += points
    else:
        p.masks |= (<uint32_t>1) << mask
        p.multi[mask] = points


cdef void pool_add(Pool *p, const Card *card, int points) noexcept nogil:
    pool_add_points(p, card.attributes, points)


cdef int coloured(const Pool *p, const uint8_t *need) noexcept nogil:
    """How many coloured symbols can be paid at once."""
    cdef int a, t, sum_, best = 0, asked = 0
    cdef uint32_t m
    for a in range(5):
        best += need[a] if need[a] < p.by[a] else p.by[a]
        asked |= (need[a] != 0) << a
    if not p.masks or not asked:
        return best
    # An attribute that no symbol asks for never lowers the sum, so only subsets of those asked
    # count.
    best = 9999
    t = asked
    while True:
        sum_ = 0
        for a in range(5):
            if (asked >> a) & 1:
                sum_ += p.by[a] if (t >> a) & 1 else need[a]
        m = p.masks
        while m:
            if ctz64(m) & t:
                sum_ += p.multi[ctz64(m)]
            m &= m - 1
        if sum_ < best:
            best = sum_
        if t == 0:
            return best
        t = (t - 1) & asked


cdef int coverage(const Pool *p, const uint8_t *need) noexcept nogil:
    """How many symbols of a cost the pool can pay at once."""
    cdef int n = need[5]
    if need[0] | need[1] | need[2] | need[3] | need[4]:
        n += coloured(p, need)
    return n if n < p.total else p.total


cdef int need_total(const uint8_t *need) noexcept nogil:
    return need[0] + need[1] + need[2] + need[3] + need[4] + need[5]


cdef void pool_of_hand(Game *g, Pool *p, uint64_t tokens, int seat) noexcept nogil:
    cdef int t
    pool_clear(p)
    while tokens:
        t = seat * SEAT_TOKENS + ctz64(tokens)
        tokens &= tokens - 1
        if known(g, t):
            pool_add(p, card_of(g, t), card_of(g, t).ex)
        else:
            p.unknown += 1


cdef bint covers(const Pool *p, const uint8_t *need) noexcept nogil:
    cdef int total = need_total(need)
    return total == 0 or coverage(p, need) >= total


cdef bint covers_without(const Pool *p, const Card *card, const uint8_t *need) noexcept nogil:
    """As `covers`, with one card of the pool taken out."""
    cdef Pool less
    cdef int16_t by[6]
    cdef int total = need_total(need)
    cdef int mask = card.attributes
    if total == 0:
        return True
    if p.total - card.ex < total:
        return False
    memcpy(by, p.by, sizeof(by))
    if mask and mask & (mask - 1) == 0:
        by[ctz64(mask)] -= card.ex
    # Without a branch: which attribute falls short, if any, nobody can predict.
    if (by[0] >= need[0]) & (by[1] >= need[1]) & (by[2] >= need[2]) & (by[3] >= need[3]) \
            & (by[4] >= need[4]):
        return True
    if not p.masks:
        return False
    less = p[0]
    pool_add(&less, card, -card.ex)
    return coverage(&less, need) >= total
