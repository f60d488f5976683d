# Whether a cost could be designated now, and by which rule it could not.

from libc.stdint cimport uint8_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.moves cimport put_zone
from lycee_core.points cimport *
from lycee_core.program cimport Cost
from lycee_core.selectors cimport Ctx, ability_ctx, matches
from lycee_core.state cimport *
from lycee_core.values cimport has_basic


cdef int tap_rule(Game *g, int cell) noexcept nogil:
    """0, or the rule that keeps the character in a cell from paying [T]."""
    cdef int flags = g.s.chars[cell].flags
    if flags & CH_TAPPED:
        return 517                                  # R5.17
    if flags & CH_RESERVED:
        return 516                                  # R5.16
    if flags & CH_NEW and not has_basic(g, cell, B_AGGRESSIVE):
        return 610                                  # R6.10
    return 0


cdef bint completable(Game *g, int seat, uint64_t hand, uint64_t among, int cards, int selector,
                      const uint8_t *owed) noexcept nogil:
    """Whether `cards` matching cards of `among` can be given and the rest of `hand` still pays."""
    cdef Pool pool
    cdef Ctx c
    cdef int t
    if cards == 0:
        pool_of_hand(g, &pool, hand, seat)
        return covers(&pool, owed) or pool.unknown > 0
    ability_ctx(&c, seat, NO_TOKEN, NO_CELL, 255)
    while among:
        t = seat * SEAT_TOKENS + ctz64(among)
        among &= among - 1                          # combinations, not orders
        if matches(g, &c, selector, t) and completable(g, seat, hand & ~bit_of(t), among,
                                                       cards - 1, selector, owed):
            return True
    return False


cdef int cost_rule(Game *g, int seat, const Cost *cost, const uint8_t *owed, int cell,
                   int declared, const Pool *pool) noexcept nogil:
    """0 when a seat can designate this cost, else the rule.

    `cell`: where the source stands, 255 for none. `declared`: the card itself, no longer in the
    hand. `pool`: what the whole hand gives, or NULL to find out here.
    """
    cdef uint64_t hand = g.s.hand[seat]
    cdef int rule
    if declared != NO_TOKEN:
        hand &= ~bit_of(declared)
    if cost != NULL:
        if cost.tap:
            if cell == NO_CELL:
                return 517                          # R5.17
            rule = tap_rule(g, cell)
            if rule:
                return rule
        if cost.mill > g.s.deck_n[seat]:
            return 518                              # R5.18
        if cost.hand_n:
            if popcount64(hand) < cost.hand_n:
                return 519                          # R5.19
            return 0 if completable(g, seat, hand, hand, cost.hand_n, cost.hand, owed) else 503
    if pool == NULL:
        return 0 if completable(g, seat, hand, 0, 0, 0, owed) else 503      # R5.3
    if declared == NO_TOKEN:
        return 0 if covers(pool, owed) or pool.unknown else 503             # R5.3
    return 0 if covers_without(pool, card_of(g, declared), owed) else 503   # R5.3


# ---- of a declaration ---------------------------------------------------------------------------

cdef const Cost *cost_of_link(Game *g, const Link *decl) noexcept nogil:
    """The cost table of an ability, event card or basic ability with more than points.

    NULL where there is none.
    """
    if decl.ability == 0xFFFF:
        return NULL
    if decl.ability & 0x8000:
        return &g.book.basics[decl.ability & 0x7FFF].cost
    return &g.book.abilities[decl.ability].cost


cdef void one_point_pool(Game *g, const Link *decl, Pool *full, Pool *single) noexcept nogil:
    """What the designated cards give: all their points, and one point each."""
    cdef int t = decl.pay_head
    cdef int i = 0
    pool_clear(full)
    pool_clear(single)
    while t != NO_TOKEN and i < decl.n_pay:
        if i >= decl.n_cost_cards:
            pool_add(full, card_of(g, t), card_of(g, t).ex)
            if card_of(g, t).ex:
                pool_add(single, card_of(g, t), 1)
        i += 1
        t = g.s.next[t]


cdef bint points_paid(Game *g, Link *decl) noexcept nogil:
    """R5.22: the points of the designated cards that still lie there are assigned anew."""
    cdef Pool full, single
    one_point_pool(g, decl, &full, &single)
    return covers(&full, decl.owed)


cdef void take_payment(Game *g, Link *decl, bint points, bint cards) noexcept nogil:
    """Empties the payment of a link.

    What is paid goes to the dust box in order, what is not returns to the hand (R5.25).
    """
    cdef int i = 0, t = decl.pay_head, after
    cdef bint paid
    while i < decl.n_pay:
        after = g.s.next[t]
        paid = cards if i < decl.n_cost_cards else points
        g.s.next[t] = NO_TOKEN
        put_zone(g, t, ZONE_DUST if paid else ZONE_HAND)
        t = after
        i += 1
    decl.n_pay = 0
    decl.n_cost_cards = 0
    decl.pay_head = NO_TOKEN
