"""Which cards lie in the zones that a selector names, before any filter looks at them.

Everything here is public: how many cards there are and where, never what they are.
"""

from libc.stdint cimport uint64_t

from lycee_core.defs cimport *
from lycee_core.program cimport Selector
from lycee_core.reading cimport *
from lycee_core.state cimport *


cdef inline void gather(int token, Entities *out) noexcept nogil:
    if token < SEAT_TOKENS:
        out.lo |= (<uint64_t>1) << token
    else:
        out.hi |= (<uint64_t>1) << (token - SEAT_TOKENS)


cdef void gather_list(Game *g, int zone, int depth, int seat, Entities *out) noexcept nogil:
    """The cards of a dust box, or of a deck, its top or its bottom."""
    cdef int t = g.s.dust_head[seat] if zone == SZ_DUST else g.s.deck_head[seat]
    cdef int n = 0
    while t != NO_TOKEN:
        if zone == SZ_DECK_TOP and n >= depth:
            break
        if zone != SZ_DECK_BOTTOM or n >= g.s.deck_n[seat] - depth:
            gather(t, out)
        n += 1
        t = g.s.next[t]


cdef bint lies_in(Game *g, const Ctx *c, const Selector *sel, int zone, int token,
                  int seat) noexcept nogil:
    """Whether a card is paid, in a pile, kept on a card or set aside, and as a selector asks."""
    cdef int place = g.s.place[token], of
    if zone == SZ_PILE:
        return place == ZONE_PILE and g.s.piles[g.s.next[token]].name == sel.pile \
            and g.s.piles[g.s.next[token]].seat == seat
    if zone == SZ_ASIDE:
        return place == ZONE_ASIDE and seat_of(token) == seat
    if zone == SZ_PAYMENT and (place != ZONE_PAYMENT or seat_of(token) != seat):
        return False
    if zone == SZ_HELD and (place != ZONE_HELD or side_of(g, g.s.next[token]) != seat):
        return False
    if sel.of == 0:
        return True
    of = resolve_ref(g, c, sel.of - 1)
    if zone == SZ_HELD:
        return of == g.s.next[token]
    return of >= 144 and of < 160 and is_paid_for(g, of - 144, token)


cdef bint is_paid_for(Game *g, int link, int token) noexcept nogil:
    cdef int t = g.s.links[link].pay_head, _
    for _ in range(g.s.links[link].n_pay):
        if t == token:
            return True
        t = g.s.next[t]
    return False


cdef void gather_zone(Game *g, const Ctx *c, const Selector *sel, int zone, int depth, int seat,
                      Entities *out) noexcept nogil:
    """Every card of one zone of a seat, whatever it is."""
    cdef int t
    if zone == SZ_HAND or zone == SZ_REMOVED:
        if seat == 0:
            out.lo |= g.s.hand[0] if zone == SZ_HAND else g.s.removed[0]
        else:
            out.hi |= g.s.hand[1] if zone == SZ_HAND else g.s.removed[1]
    elif zone == SZ_DECK or zone == SZ_DECK_TOP or zone == SZ_DECK_BOTTOM or zone == SZ_DUST:
        gather_list(g, zone, depth, seat, out)
    elif zone >= SZ_PAYMENT and zone != SZ_CHAIN:
        for t in range(N_TOKENS):
            if lies_in(g, c, sel, zone, t, seat):
                gather(t, out)


cdef void gather_zones(Game *g, const Ctx *c, const Selector *sel, int depth,
                       Entities *out) noexcept nogil:
    """Every card of the zones of a selector, whatever it is; not for the field and the chain.

    `depth`: how many cards of the top or the bottom of a deck.
    """
    cdef int seat, zone
    out.lo = 0
    out.hi = 0
    out.kind = REG_TOKENS
    out.unsure = 0
    if sel.zone == SZ_REGISTER:
        out.lo = g.s.reg_lo[sel.pile]
        out.hi = g.s.reg_hi[sel.pile]
        out.kind = g.s.reg_kind[sel.pile]
        return
    for seat in range(2):
        if sel.side != SIDE_ANY and (seat == c.seat) != (sel.side == SIDE_OWN):
            continue
        for zone in range(SZ_HAND, SZ_REGISTER):
            if (sel.zones >> zone) & 1 or (sel.zones == 0 and sel.zone == zone):
                gather_zone(g, c, sel, zone, depth, seat, out)


cdef int pile_slot(Game *g, int name, int seat) noexcept nogil:
    """The place of the pile of a name and a seat, or -1."""
    cdef int slot
    for slot in range(N_PILES):
        if g.s.piles[slot].name == name and g.s.piles[slot].seat == seat:
            return slot
    return -1


cdef bint all_public(Game *g, const Entities *found) noexcept nogil:
    cdef int i
    if found.kind != REG_TOKENS:
        return True
    for i in range(popcount64(found.lo) + popcount64(found.hi)):
        if g.s.know[member(found, i)] != PUBLIC_KNOWN:
            return False
    return True
