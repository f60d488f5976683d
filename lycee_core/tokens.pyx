# The zones of a game and the primitive facts about tokens.
#
# Theory of operation. A token is a place: token -> owner is fixed, token -> card is not (a shuffle
# changes it). Deck, dust box and payments are singly linked lists through `next`, hands and
# removed cards are bit sets, cards in play carry their cell in `next`. No function here decides a
# rule: it moves tokens and keeps the knowledge bits true.

from libc.string cimport memmove, memset

from lycee_core.parting cimport part_ways
from lycee_core.state cimport *


# ---- zones --------------------------------------------------------------------------------------

cdef inline void list_append(Game *g, uint8_t *head, uint8_t *tail, int token) noexcept nogil:
    g.s.next[token] = NO_TOKEN
    if head[0] == NO_TOKEN:
        head[0] = token
    else:
        g.s.next[tail[0]] = token
    tail[0] = token


cdef void list_remove(Game *g, uint8_t *head, uint8_t *tail, int token) noexcept nogil:
    cdef int t = head[0], before = NO_TOKEN
    while t != token and t != NO_TOKEN:
        before = t
        t = g.s.next[t]
    if t == NO_TOKEN:
        g.x.status = ST_OVERFLOW
        return
    if before == NO_TOKEN:
        head[0] = g.s.next[token]
    else:
        g.s.next[before] = g.s.next[token]
    if tail[0] == token:
        tail[0] = before
    g.s.next[token] = NO_TOKEN


cdef void forget_known(Game *g, int token) noexcept nogil:
    """Nobody remembers any more what a card was when it left play: its token is another card."""
    cdef int i
    for i in range(N_LAST_KNOWN):
        if g.s.last_known[i].token == token:
            memmove(&g.s.last_known[i], &g.s.last_known[i + 1],
                    (N_LAST_KNOWN - 1 - i) * sizeof(LastKnown))
            memset(&g.s.last_known[N_LAST_KNOWN - 1], 0, sizeof(LastKnown))
            g.s.last_known[N_LAST_KNOWN - 1].token = NO_TOKEN
            return


cdef bint is_new_dust(Game *g, int token) noexcept nogil:
    """Whether a card of a dust box came there this turn; the oldest lie first."""
    cdef int seat = seat_of(token)
    cdef int t = g.s.dust_head[seat], _
    for _ in range(g.s.dust_old[seat]):
        if t == token:
            return False
        t = g.s.next[t]
    return True


cdef void take_out(Game *g, int token) noexcept nogil:
    """Takes a token out of the zone it lies in, for good.

    What lies in play or on the chain is unhooked by its own module.
    """
    part_ways(g, token)
    lift_out(g, token)


cdef void lift_out(Game *g, int token) noexcept nogil:
    """Takes a token out of where it lies; its zone may stay the same."""
    cdef int seat = seat_of(token)
    cdef int zone = g.s.place[token]
    if zone == ZONE_HAND or zone == ZONE_DECK:
        forget_known(g, token)
    if zone == ZONE_HAND:
        g.s.hand[seat] &= ~bit_of(token)
    elif zone == ZONE_DECK:
        list_remove(g, &g.s.deck_head[seat], &g.s.deck_tail[seat], token)
        g.s.deck_n[seat] -= 1
    elif zone == ZONE_DUST:
        if not is_new_dust(g, token):
            g.s.dust_old[seat] -= 1
        list_remove(g, &g.s.dust_head[seat], &g.s.dust_tail[seat], token)
        g.s.dust_n[seat] -= 1
    elif zone == ZONE_REMOVED:
        g.s.removed[seat] &= ~bit_of(token)
    elif zone == ZONE_PAYMENT:
        take_unpaid(g, token)
    elif zone == ZONE_PILE and pile_size(g, g.s.next[token]) == 1:
        memset(&g.s.piles[g.s.next[token]], 0, sizeof(Pile))    # the last one: the pile is gone


cdef void take_unpaid(Game *g, int token) noexcept nogil:
    """Takes a designated card out of the payment of its declaration (R5.34)."""
    cdef int i, k, t, before
    cdef Link *decl
    for i in range(g.s.n_links):
        decl = &g.s.links[i]
        t = decl.pay_head
        before = NO_TOKEN
        for k in range(decl.n_pay):
            if t == token:
                if before == NO_TOKEN:
                    decl.pay_head = g.s.next[t]
                else:
                    g.s.next[before] = g.s.next[t]
                if k < 8:
                    decl.foreign = (decl.foreign & ((1 << 2 * k) - 1)) \
                        | (decl.foreign >> (2 * k + 2) << 2 * k)
                if k < decl.n_cost_cards:
                    decl.n_cost_cards -= 1
                    decl.flags |= LF_SHORT
                decl.n_pay -= 1
                g.s.next[t] = NO_TOKEN
                return
            before = t
            t = g.s.next[t]


# ---- piles and cards adrift ---------------------------------------------------------------------

cdef int pile_size(Game *g, int slot) noexcept nogil:
    cdef int t, n = 0
    for t in range(N_TOKENS):
        n += g.s.place[t] == ZONE_PILE and g.s.next[t] == slot
    return n


cdef bint is_adrift(Game *g, int token) noexcept nogil:
    """Whether a card lies on nothing any more: the next thing that happens is that it is discarded.

    Cards set aside wait for the end of the outermost effect, or for a delayed one that knows them.
    """
    cdef int zone = g.s.place[token], i, k
    if zone == ZONE_HELD:
        return g.s.next[token] == NO_TOKEN
    if zone == ZONE_PILE:
        return g.s.piles[g.s.next[token]].flags & PILE_DOOMED
    if zone != ZONE_ASIDE:
        return False
    for i in range(g.s.n_frames):
        if g.s.frames[i].kind == FR_EFFECT:
            return False
    for i in range(N_WATCHERS):
        for k in range(3):
            if g.s.watchers[i].until != UNTIL_NEVER and g.s.watchers[i].names[k] == token:
                return False
    return True


cdef void put_hand(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_HAND
    g.s.next[token] = NO_TOKEN
    g.s.hand[seat] |= bit_of(token)
    g.s.know[token] |= 1 << seat
    g.s.dirty |= 1 << seat


cdef void put_dust(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_DUST
    make_public(g, token)
    list_append(g, &g.s.dust_head[seat], &g.s.dust_tail[seat], token)
    g.s.dust_n[seat] += 1


cdef void put_removed(Game *g, int token) noexcept nogil:
    g.s.place[token] = ZONE_REMOVED
    g.s.next[token] = NO_TOKEN
    make_public(g, token)
    g.s.removed[seat_of(token)] |= bit_of(token)


cdef void put_deck_top(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_DECK
    g.s.next[token] = g.s.deck_head[seat]
    g.s.deck_head[seat] = token
    if g.s.deck_n[seat] == 0:
        g.s.deck_tail[seat] = token
    g.s.deck_n[seat] += 1


cdef void put_deck_bottom(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_DECK
    list_append(g, &g.s.deck_head[seat], &g.s.deck_tail[seat], token)
    g.s.deck_n[seat] += 1
