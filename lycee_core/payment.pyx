"""Costs in two steps: designated at declaration, paid at resolution (R5.14).

Theory of operation. Designated hand cards leave the hand face up into the payment zone, linked in
order behind their declaration: first the hand cards that are a cost of their own, then the cards
that give points. Every offered card leaves the payment completable, so a player can never
designate into a dead end.
"""

from libc.stdint cimport uint16_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.costs cimport completable, cost_of_link, one_point_pool
from lycee_core.points cimport *
from lycee_core.program cimport Cost
from lycee_core.selectors cimport Ctx, ability_ctx, matches
from lycee_core.state cimport *
from lycee_core.values cimport touch_if


# ---- the frame ----------------------------------------------------------------------------------

cdef void payment_start(Game *g, int link) noexcept nogil:
    cdef Frame *f = push_frame(g, FR_PAY, g.s.links[link].seat)
    f.a = link


cdef int cards_owed(Game *g, const Link *decl) noexcept nogil:
    cdef const Cost *cost = cost_of_link(g, decl)
    if cost == NULL:
        return 0
    return cost.hand_n - decl.n_cost_cards


cdef void payment_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef Pool full, single
    cdef int total = need_total(decl.owed)
    if cards_owed(g, decl) > 0:
        ask(g, P_COST_CARD, f.seat)
        return
    if total == 0 or decl.n_pay - decl.n_cost_cards >= total:
        pop_frame(g)
        return
    one_point_pool(g, decl, &full, &single)
    if f.step == 1:                                 # the player said: complete
        pop_frame(g)
        return
    ask(g, P_PAY, f.seat)


cdef int payment_check(Game *g, int code) noexcept nogil:
    """0 legal, else the rule."""
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef const Cost *cost
    cdef Pool full, single
    cdef Ctx c
    cdef uint64_t hand
    if code == CODE_PASS:
        if g.s.pend_kind == P_COST_CARD:
            return 519                              # R5.19
        one_point_pool(g, decl, &full, &single)
        return 0 if covers(&full, decl.owed) else 512  # R5.12
    if code >= N_TOKENS or g.s.place[code] != ZONE_HAND or seat_of(code) != f.seat:
        return 511                                  # R5.11
    if g.s.pend_kind == P_COST_CARD:
        cost = cost_of_link(g, decl)
        ability_ctx(&c, f.seat, NO_TOKEN, NO_CELL, 255)
        if not matches(g, &c, cost.hand, code):
            return 519                              # R5.19
        hand = g.s.hand[f.seat] & ~bit_of(code)
        if not completable(g, f.seat, hand, hand, cards_owed(g, decl) - 1, cost.hand, decl.owed):
            return 503                              # R5.3
        return 0
    if not known(g, code):
        return -1
    if card_of(g, code).ex == 0:
        return 510                                  # R5.10
    one_point_pool(g, decl, &full, &single)
    pool_add(&single, card_of(g, code), 1)
    if coverage(&single, decl.owed) < single.total:
        return 510                                  # R5.10
    return 0


cdef int payment_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef Pool full, single, with_card
    cdef uint64_t m = g.s.hand[f.seat]
    cdef int n = 0, t
    if g.s.pend_kind == P_COST_CARD:
        while m:
            t = f.seat * SEAT_TOKENS + ctz64(m)
            m &= m - 1
            if payment_check(g, t) == 0:
                out[n] = t
                n += 1
        return n
    one_point_pool(g, decl, &full, &single)
    if covers(&full, decl.owed):
        out[n] = CODE_PASS
        n += 1
    while m:
        t = f.seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        if card_of(g, t).ex == 0:
            continue
        with_card = single
        pool_add(&with_card, card_of(g, t), 1)
        if coverage(&with_card, decl.owed) == with_card.total:
            out[n] = t
            n += 1
    return n


cdef void payment_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef int t
    if code == CODE_PASS:
        f.step = 1
        return
    take_out(g, code)
    g.s.place[code] = ZONE_PAYMENT
    g.s.next[code] = NO_TOKEN
    make_public(g, code)
    touch_if(g, DEP_ZONES)
    if decl.n_pay == 0:
        decl.pay_head = code
    else:
        t = decl.pay_head
        while g.s.next[t] != NO_TOKEN:
            t = g.s.next[t]
        g.s.next[t] = code
    decl.n_pay += 1
    if g.s.pend_kind == P_COST_CARD:
        decl.n_cost_cards += 1
    report(g, EV_PAID, f.seat, code, NO_CELL, f.a)
