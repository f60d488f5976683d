"""What cards are worth as payment, and which may pay (R5.5, R5.42, R5.43).

Theory of operation. A card pays with its printed EX unless a rule in force changes it, or what was
said of one payment lets its cards count as something else. Hand cards pay unless that is forbidden;
other cards only where it is permitted.
"""

from libc.stdint cimport uint64_t

from lycee_core.defs cimport *
from lycee_core.in_force cimport about, forbidden
from lycee_core.in_force cimport fits as rule_fits
from lycee_core.points cimport *
from lycee_core.program cimport Ins
from lycee_core.selectors cimport *
from lycee_core.state cimport *


cdef enum:
    MOST_EX = 9


cdef int changed_ex(Game *g, int token, int ex) noexcept nogil:
    """The EX of a card as payment: first what sets it, then what changes it."""
    cdef const Ins *ins
    cdef int i, step
    for step in range(2):
        for i in range(g.x.n_rules):
            ins = &g.book.code[g.rules[i].pc]
            if ins.op == O_EX_CHANGE and ins.b != step and rule_fits(g, &g.rules[i], token):
                ex = g.rules[i].amount if ins.b else ex + g.rules[i].amount
    if ex < 0:
        return 0
    return ex if ex < MOST_EX else MOST_EX


cdef int worth(Game *g, int link, int token, int *attributes) noexcept nogil:
    """How many points a card gives to the payment of a link (255: to any), and of which attributes.

    The face must be known.
    """
    cdef int ex = card_of(g, token).ex
    cdef const Extra *e = extra_of(g, link) if link < N_LINKS else NULL
    attributes[0] = card_of(g, token).attributes
    if g.x.n_rules and any_rule(g, O_EX_CHANGE):
        ex = changed_ex(g, token, ex)
    if e != NULL and e.paid_as & 31:
        attributes[0] = e.paid_as & 31
    if e != NULL and e.paid_as >> 5:
        ex = (e.paid_as >> 5) - 1
    return ex


cdef void pool_add_card(Game *g, Pool *p, int link, int token) noexcept nogil:
    cdef int attributes = 0
    cdef int ex = worth(g, link, token, &attributes)
    pool_add_points(p, attributes, ex)


cdef int link_paid(Game *g) noexcept nogil:
    """The declaration that is being paid for: one that stands above the others, or would."""
    cdef Frame *f = top_frame(g)
    if f.kind == FR_DECLARE or f.kind == FR_PAY:
        return f.a
    if f.kind == FR_PAYING or (f.kind == FR_TAX and f.e):
        return f.b
    return g.s.n_links - 1 if f.kind == FR_USE else g.s.n_links


cdef bint pays_there(Game *g, const Rule *r) noexcept nogil:
    """Whether a permission to pay is about the declaration that is being paid for (R5.43)."""
    cdef int link
    if g.book.code[r.pc + 1].op != O_OF:
        return True
    link = link_paid(g)
    if link >= N_LINKS or (link == g.s.n_links and g.s.links[link].pay_head != NO_TOKEN):
        return False                                # nobody imagined it
    return about(g, r, 144 + link, g.s.links[link].kind, -1)


cdef uint64_t payers_by_rules(Game *g, int seat) noexcept nogil:
    """`payers`, where a rule of a card says who pays."""
    cdef uint64_t found = g.s.hand[seat], m = found
    cdef Entities all_
    cdef Ctx c
    cdef int i, t
    while m:
        t = seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        if forbidden(g, WHAT_PAY, t, 160 + seat, -1):
            found &= ~bit_of(t)                     # R14.14
    for i in range(g.x.n_rules if any_permission(g, WHAT_PAY) else 0):
        if g.book.code[g.rules[i].pc].op != O_PERMIT or g.book.code[g.rules[i].pc].b != WHAT_PAY \
                or g.rules[i].seat != seat or not pays_there(g, &g.rules[i]):
            continue
        ability_ctx(&c, seat, g.rules[i].source, g.rules[i].cell, 255)
        select(g, &c, g.book.code[g.rules[i].pc].x, &all_)
        m = all_.hi if seat else all_.lo
        while m and all_.kind == REG_TOKENS:
            t = seat * SEAT_TOKENS + ctz64(m)
            m &= m - 1
            if g.s.know[t] == PUBLIC_KNOWN and cell_of(g, t) == NO_CELL:
                found |= bit_of(t)
    return found


cdef void pool_of(Game *g, Pool *p, uint64_t tokens, int seat, int link) noexcept nogil:
    """What cards of a seat give to the payment of a link."""
    cdef int t
    if as_printed(g) and (link >= N_LINKS or not g.s.links[link].flags & LF_GIFTED):
        pool_of_hand(g, p, tokens, seat)
        return
    pool_clear(p)
    while tokens:
        t = seat * SEAT_TOKENS + ctz64(tokens)
        tokens &= tokens - 1
        if known(g, t):
            pool_add_card(g, p, link, t)
        else:
            p.unknown += 1
