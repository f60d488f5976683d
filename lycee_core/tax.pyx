"""Tax Trash and Tax Wakeup: paid at the turn start, or the price of not paying (R10.20, R10.21).

Theory of operation. A Tax waits in the queue of triggers, so the turn player orders it among the
other turn start effects (R4.3). Its frame asks whether to pay; the payment is designated like any
other, behind a link that never stands on the chain, and paid at once.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from lycee_core.affording cimport *
from lycee_core.agenda cimport ask, pop_frame
from lycee_core.changes cimport change_owed, imagined
from lycee_core.costs cimport *
from lycee_core.defs cimport *
from lycee_core.moves cimport leave_one
from lycee_core.paying cimport drop_link, new_link, pay_link
from lycee_core.program cimport Cost
from lycee_core.selectors cimport Ctx, ability_ctx, cell_of
from lycee_core.state cimport *
from lycee_core.values cimport touch


cdef enum:              # steps of FR_TAX: a token, pc number of the Basic, b link, e 1: it has one
    TX_ASK = 0
    TX_NUMBER = 1
    TX_PAID = 2
    TX_SETTLE = 3
    TX_REFUSED = 4
    TX_END = 5


cdef void settle(Game *g, Frame *f) noexcept nogil:
    """Pays what was designated."""
    cdef Link *decl = &g.s.links[f.b]
    if g.book.basics[f.pc].cost.tap:
        decl.flags |= LF_TAP
        decl.tapping = decl.token
    f.step = TX_END if pay_link(g, f.b) else TX_REFUSED


cdef void finish_tax(Game *g, Frame *f) noexcept nogil:
    """Once paid, its link is gone; a character thrown out by one Tax owes no other."""
    if f.e:
        drop_link(g)
    pop_frame(g)


cdef void refuse(Game *g, Frame *f) noexcept nogil:
    f.step = TX_END
    if g.s.place[f.a] != ZONE_FIELD:
        return
    if g.book.basics[f.pc].basic == B_TAX_TRASH:
        leave_one(g, f.a, ZONE_DUST, f.a)
    else:
        g.s.chars[cell_of(g, f.a)].flags |= CH_NO_WAKE_UP
        touch(g)


cdef bint tax_run(Game *g) noexcept nogil:
    """Advances FR_TAX; True when the payment of link b is to be designated."""
    cdef Frame *f = top_frame(g)
    # R10.21
    if f.step == TX_END or (g.s.place[f.a] != ZONE_FIELD and not f.e):
        finish_tax(g, f)
    elif f.step == TX_ASK:
        ask(g, P_MAY, f.seat)
    elif f.step == TX_NUMBER:
        ask(g, P_AMOUNT, f.seat)
    elif f.step == TX_REFUSED:
        refuse(g, f)
    elif f.step == TX_SETTLE:
        settle(g, f)
    else:
        f.step = TX_SETTLE
        return True
    return False


cdef int tax_cost_rule(Game *g, const Frame *f, const Cost *cost) noexcept nogil:
    """Whether the Tax can be paid, after what cards change of it (R5.28)."""
    cdef Link *decl = imagined(g, f.seat, LK_BASIC, f.a, cell_of(g, f.a), 0x8000 | f.pc)
    cdef uint8_t owed[6]
    cdef int i, rule
    for i in range(6):
        owed[i] = cost.points[i]
    decl.flags = LF_TAX
    change_owed(g, g.s.n_links, owed)
    rule = cost_rule(g, f.seat, cost, owed, f.a, decl.cell, NO_TOKEN, NULL)
    memset(decl, 0, sizeof(Link))
    return rule


cdef int tax_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Cost *cost = &g.book.basics[f.pc].cost
    if g.s.pend_kind == P_AMOUNT:
        return amount_rule(g, f.b, code)
    if code == CODE_NO:
        return 0
    if code != CODE_YES:
        return 112                                  # R1.12
    return tax_cost_rule(g, f, cost)


cdef int tax_options(Game *g, uint16_t *out) noexcept nogil:
    if g.s.pend_kind == P_AMOUNT:
        return amount_options(g, top_frame(g).b, out)
    out[0] = CODE_NO
    out[1] = CODE_YES
    return 2 if tax_check(g, CODE_YES) == 0 else 1


cdef void tax_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Cost *cost = &g.book.basics[f.pc].cost
    cdef Link *decl
    cdef Ctx c
    if g.s.pend_kind == P_AMOUNT:
        amount_decide(g, f.b, code)
        f.step = TX_PAID
        return
    if code == CODE_NO:
        f.step = TX_REFUSED
        return
    f.step = TX_NUMBER if cost.flags & CO_X else TX_PAID
    f.e = 1
    f.b = g.s.n_links
    decl = new_link(g, f.seat)
    decl.kind = LK_BASIC
    decl.flags = LF_TAX
    decl.card = g.s.face[f.a]
    decl.ability = 0x8000 | f.pc
    decl.token = f.a
    decl.cell = cell_of(g, f.a)
    ability_ctx(&c, f.seat, f.a, decl.cell, f.b)
    owed_by(g, &c, cost, decl.owed)
    change_owed(g, f.b, decl.owed)
