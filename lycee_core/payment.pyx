"""Costs in two steps: designated at declaration, paid at resolution (R5.14).

Theory of operation. First the cards that a cost takes are named, part by part; those of the hand
leave it face up into the payment zone, others stay where they are, marked in the record of the
link. Then hand cards are designated for points, linked in order behind the first. Every card that
is offered leaves the payment completable, so a player can never designate into a dead end.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from lycee_core.affording cimport affordable
from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.costs cimport *
from lycee_core.defs cimport *
from lycee_core.gifting cimport gift_options, gift_rule, gift_start
from lycee_core.paying cimport designate
from lycee_core.points cimport *
from lycee_core.program cimport Cost, CostPart
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.worth cimport payers, pool_add_card, worth


cdef enum:              # steps of FR_PAY: a link, b part, c named of it, d most, e least
    PS_PART = 0
    PS_NAMING = 1
    PS_POINTS = 2
    PS_DONE = 3


# ---- the frame ----------------------------------------------------------------------------------

cdef void payment_start(Game *g, int link) noexcept nogil:
    cdef Frame *f = push_frame(g, FR_PAY, g.s.links[link].seat)
    f.a = link


cdef void payer(Game *g, const Frame *f, Ctx *c) noexcept nogil:
    cdef Link *decl = &g.s.links[f.a]
    ability_ctx(c, decl.seat, decl.token, decl.cell, f.a)


cdef bint has_room(Game *g, const Frame *f, const Ctx *c, const Cost *cost) noexcept nogil:
    """R5.33: whether a card more may be named for the part; later ones keep what they must have."""
    cdef const Extra *e = extra_of(g, f.a)
    cdef int i, n = named_count(e) if e != NULL else 0
    if f.c < f.e:
        return n < N_NAMED                          # it was counted when the part began
    for i in range(f.b + 1, cost.n_parts):
        n += part_least(g, c, &cost.parts[i])
    return n < N_NAMED


cdef bint could_name(Game *g, const Frame *f, const Ctx *c, const Cost *cost) noexcept nogil:
    """Whether anything is left to be named for the part, by what everybody can see."""
    cdef Entities found
    if not has_room(g, f, c, cost):
        return False
    if cost.parts[f.b].kind == CP_HAND:
        return g.s.hand[f.seat] != 0
    candidates(g, c, cost, f.b, &found)
    return (found.lo | found.hi) != 0


cdef bint ask_part(Game *g, Frame *f, const Cost *cost) noexcept nogil:
    """Asks for the next card of a part; False when all parts have theirs."""
    cdef Ctx c
    payer(g, f, &c)
    while f.b < cost.n_parts:
        if f.step == PS_PART:
            f.step = PS_NAMING
            f.c = 0
            f.e = part_least(g, &c, &cost.parts[f.b])
            f.d = f.e if cost.parts[f.b].n_kind == N_ALL else part_most(g, &c, &cost.parts[f.b])
        if f.c < f.d and could_name(g, f, &c, cost):
            ask(g, P_COST_CARD, f.seat)
            return True
        if f.c < f.e:
            g.s.links[f.a].flags |= LF_SHORT        # unreachable: what is offered can be completed
        f.b += 1
        f.step = PS_PART
    return False


cdef bint is_full(Game *g, const Link *decl) noexcept nogil:
    """Whether no card more could have a point in use (R5.10)."""
    cdef Pool full, single
    cdef int total = need_total(decl.owed)
    if total == 0 or not decl.flags & LF_GIFTED:
        return decl.n_pay - decl.n_cost_cards >= total
    one_point_pool(g, decl, &full, &single)
    return coverage(&single, decl.owed) >= total


cdef void payment_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef const Cost *cost = cost_of_link(g, decl)
    if f.step < PS_POINTS:
        if cost != NULL and ask_part(g, f, cost):
            return
        f.step = PS_POINTS
    if f.step == PS_DONE or is_full(g, decl):
        pop_frame(g)
        return
    ask(g, P_PAY, f.seat)


# ---- naming cards for a part --------------------------------------------------------------------

cdef bint any_affordable(Game *g, const Frame *f, const Ctx *c, const Cost *cost,
                         int more) noexcept nogil:
    """Whether some hand card can be named next and leave the points payable.

    It can without abilities declared as a cost; with them the payment may come to nothing.
    """
    cdef const CostPart *part = &cost.parts[f.b]
    cdef uint64_t all_ = payers(g, f.seat), m = all_ & g.s.hand[f.seat]
    cdef int t
    if not g.book.as_costs:
        return True
    while m:
        t = f.seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        if matches(g, c, part.selector, t) and affordable(
                g, c, cost, all_ & ~bit_of(t), more, part.selector, g.s.links[f.a].owed):
            return True
    return False


cdef int naming_rule(Game *g, const Frame *f, int code) noexcept nogil:
    """R5.19: whether a card may be named next for the part of the cost that is asked for."""
    cdef Link *decl = &g.s.links[f.a]
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef const CostPart *part = &cost.parts[f.b]
    cdef uint8_t need[4]
    cdef Entities found
    cdef Ctx c
    cdef uint64_t hand
    cdef int i, more = f.e - f.c - 1 if f.e > f.c else 0
    payer(g, f, &c)
    if not has_room(g, f, &c, cost):
        return 533                                  # R5.33
    if part.kind == CP_HAND:
        if g.s.place[code] != ZONE_HAND or seat_of(code) != f.seat:
            return 511                              # R5.11
        if not matches(g, &c, part.selector, code):
            return 519                              # R5.19
        hand = payers(g, f.seat)
        if not hand & bit_of(code):
            return 1414                             # R14.14
        hand &= ~bit_of(code)
        if affordable(g, &c, cost, hand, more, part.selector, decl.owed):
            return 0
        return 503 if any_affordable(g, f, &c, cost, more) else 0       # R5.3, R5.41
    candidates(g, &c, cost, f.b, &found)
    if not in_set(&found, code):
        return 519                                  # R5.19
    for i in range(cost.n_parts):
        need[i] = part_least(g, &c, &cost.parts[i]) if i > f.b else 0
    need[f.b] = more
    return 0 if public_parts_fit(g, &c, cost, need, code) else 519      # R5.19


cdef void name_card(Game *g, Frame *f, int code) noexcept nogil:
    """A card is named for a part: one of the hand leaves it, another is marked."""
    cdef Link *decl = &g.s.links[f.a]
    cdef const CostPart *part = &cost_of_link(g, decl).parts[f.b]
    cdef Extra *e = extra_of(g, f.a)
    f.c += 1
    if e == NULL:
        e = free_extra(g)
        e.link = f.a + 1
    e.named[named_count(e)] = code
    e.n_of[f.b // 2] += 1 << (4 * (f.b % 2))
    if part.kind == CP_HAND:
        designate(g, decl, code)
        decl.n_cost_cards += 1
    elif part.kind == CP_TAP:
        g.s.chars[g.s.next[code]].flags |= CH_RESERVED          # R5.16
    report(g, EV_PAID, f.seat, code, cell_of(g, code), f.a)


# ---- designating for points ---------------------------------------------------------------------

cdef bint has_place(const Link *decl, int place) noexcept nogil:
    """R5.43: where a card comes from is known of the first eight designated ones only."""
    return place == ZONE_HAND or decl.n_pay < 8


cdef int points_rule(Game *g, const Frame *f, int code) noexcept nogil:
    """Whether a hand card may be designated for points (R5.10, R5.11)."""
    cdef Link *decl = &g.s.links[f.a]
    cdef Pool full, single
    cdef int attributes = 0, before
    if seat_of(code) != f.seat or not payers(g, f.seat) & bit_of(code):
        return 1414 if g.s.place[code] == ZONE_HAND and seat_of(code) == f.seat else 511    # R5.11
    if not known(g, code):
        return -1
    if worth(g, f.a, code, &attributes) == 0:
        return 510                                  # R5.10
    if not has_place(decl, g.s.place[code]):
        return 543                                  # R5.43
    one_point_pool(g, decl, &full, &single)
    before = coverage(&single, decl.owed)
    pool_add_points(&single, attributes, 1)
    return 0 if coverage(&single, decl.owed) > before else 510      # R5.10


# ---- decisions ----------------------------------------------------------------------------------

cdef int end_rule(Game *g, const Frame *f, const Pool *full) noexcept nogil:
    """Whether the designation may end: it covers the points, or the hand cannot help (R5.41)."""
    cdef Pool all_
    cdef uint64_t m = payers(g, f.seat)
    cdef int t
    if covers(full, g.s.links[f.a].owed):
        return 0
    if not g.book.as_costs:
        return 512                                  # R5.12
    all_ = full[0]
    while m:
        t = f.seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        if known(g, t):
            pool_add_card(g, &all_, f.a, t)
        else:
            all_.unknown += 1
    if covers(&all_, g.s.links[f.a].owed):
        return 512                                  # R5.12
    return -1 if all_.unknown else 0


cdef int payment_check(Game *g, int code) noexcept nogil:
    """0 legal, -1 unsure, else the rule."""
    cdef Frame *f = top_frame(g)
    cdef Pool full, single
    if code == CODE_PASS:
        if g.s.pend_kind == P_COST_CARD:
            return 0 if f.c >= f.e else 519         # R5.19
        one_point_pool(g, &g.s.links[f.a], &full, &single)
        return end_rule(g, f, &full)
    if code >= CODE_FIELD and g.s.pend_kind == P_PAY:
        return gift_rule(g, code)
    if code >= N_TOKENS:
        return 511                                  # R5.11
    if g.s.pend_kind == P_COST_CARD:
        return naming_rule(g, f, code)
    return points_rule(g, f, code)


cdef int point_options(Game *g, const Frame *f, uint16_t *out) noexcept nogil:
    """The answers to PAY; what is designated is added up once for all of them."""
    cdef Link *decl = &g.s.links[f.a]
    cdef Pool full, single, with_card
    cdef uint64_t m = payers(g, f.seat)
    cdef uint32_t tried = 0, fit = 0                # sets of attributes, bit = mask
    cdef int n = 0, t, mask = 0, before
    one_point_pool(g, decl, &full, &single)
    before = coverage(&single, decl.owed)
    if end_rule(g, f, &full) == 0:
        out[n] = CODE_PASS
        n += 1
    while m:
        t = f.seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        if worth(g, f.a, t, &mask) == 0:
            continue
        # One point each: cards of the same attributes fit alike.
        if not (tried >> mask) & 1:
            tried |= (<uint32_t>1) << mask
            with_card = single
            pool_add_points(&with_card, mask, 1)
            if coverage(&with_card, decl.owed) > before:
                fit |= (<uint32_t>1) << mask
        if (fit >> mask) & 1 and has_place(decl, g.s.place[t]):
            out[n] = t
            n += 1
    return gift_options(g, out, n) if g.book.as_costs else n


cdef int payment_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Cost *cost = cost_of_link(g, &g.s.links[f.a])
    cdef uint64_t m = g.s.hand[f.seat]
    cdef Entities found
    cdef Ctx c
    cdef int n = 0, i
    if g.s.pend_kind == P_PAY:
        return point_options(g, f, out)
    if cost.parts[f.b].kind == CP_HAND:
        found.lo = 0 if f.seat else m
        found.hi = m if f.seat else 0
        found.kind = REG_TOKENS
    else:
        payer(g, f, &c)
        candidates(g, &c, cost, f.b, &found)
    if payment_check(g, CODE_PASS) == 0:
        out[n] = CODE_PASS
        n += 1
    for i in range(popcount64(found.lo) + popcount64(found.hi)):
        if payment_check(g, member(&found, i)) == 0:
            out[n] = member(&found, i)
            n += 1
    return n


cdef void payment_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    if code == CODE_PASS:
        if g.s.pend_kind == P_PAY:
            f.step = PS_DONE
        else:
            f.b += 1
            f.step = PS_PART
    elif g.s.pend_kind == P_COST_CARD:
        name_card(g, f, code)
    elif code >= CODE_FIELD:
        gift_start(g, code)
    else:
        designate(g, &g.s.links[f.a], code)
        report(g, EV_PAID, f.seat, code, NO_CELL, f.a)
