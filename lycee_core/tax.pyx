"""Tax Trash and Tax Wakeup: paid at the turn start, or the price of not paying (R10.20, R10.21).

Theory of operation. A Tax waits in the queue of triggers, so the turn player orders it among the
other turn start effects (R4.3). Its frame asks whether to pay; the payment is designated like any
other, behind a link that never stands on the chain, and paid at once.
"""

from libc.stdint cimport uint16_t
from libc.string cimport memset

from lycee_core.costs cimport cost_rule, points_paid, take_payment
from lycee_core.defs cimport *
from lycee_core.moves cimport leave_one, tap_cell
from lycee_core.program cimport Basic
from lycee_core.selectors cimport cell_of
from lycee_core.state cimport *
from lycee_core.values cimport touch


cdef enum:              # steps of FR_TAX: a = token, pc = number of the Basic, b = link
    TX_ASK = 0
    TX_PAID = 1
    TX_REFUSED = 2
    TX_END = 3


cdef void settle(Game *g, Frame *f) noexcept nogil:
    """Pays what was designated."""
    cdef Link *decl = &g.s.links[f.b]
    cdef const Basic *tax = &g.book.basics[f.pc]
    cdef int cell = cell_of(g, f.a)
    cdef Frame *m
    take_payment(g, decl, points_paid(g, decl), True)
    memset(decl, 0, sizeof(Link))
    g.s.n_links -= 1
    f.step = TX_END
    if tax.cost.tap:
        tap_cell(g, cell)
    if tax.cost.leave:
        leave_one(g, f.a, ZONE_ASIDE if tax.cost.leave - 1 == ZONE_DECK else tax.cost.leave - 1,
                  f.a)
    if tax.cost.mill:
        m = push_frame(g, FR_MILL, f.seat)
        m.x = tax.cost.mill


cdef void refuse(Game *g, Frame *f) noexcept nogil:
    f.step = TX_END
    if g.book.basics[f.pc].basic == B_TAX_TRASH:
        leave_one(g, f.a, ZONE_DUST, f.a)
    else:
        g.s.chars[cell_of(g, f.a)].flags |= CH_NO_WAKE_UP
        touch(g)


cdef bint tax_run(Game *g) noexcept nogil:
    """Advances FR_TAX; True when the payment of link b is to be designated."""
    cdef Frame *f = top_frame(g)
    # R10.21: a character thrown out by one Tax owes no other.
    if f.step == TX_END or g.s.place[f.a] != ZONE_FIELD:
        pop_frame(g)
    elif f.step == TX_ASK:
        ask(g, P_MAY, f.seat)
    elif f.step == TX_REFUSED:
        refuse(g, f)
    elif f.e:
        settle(g, f)
    else:
        f.e = 1
        return True
    return False


cdef int tax_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Basic *tax = &g.book.basics[f.pc]
    if code == CODE_NO:
        return 0
    if code != CODE_YES:
        return 112                                  # R1.12
    return cost_rule(g, f.seat, &tax.cost, tax.cost.points, cell_of(g, f.a), NO_TOKEN, NULL)


cdef int tax_options(Game *g, uint16_t *out) noexcept nogil:
    out[0] = CODE_NO
    out[1] = CODE_YES
    return 2 if tax_check(g, CODE_YES) == 0 else 1


cdef void tax_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[g.s.n_links]
    cdef int i
    if code == CODE_NO:
        f.step = TX_REFUSED
        return
    f.step = TX_PAID
    f.b = g.s.n_links
    memset(decl, 0, sizeof(Link))
    decl.kind = LK_BASIC
    decl.flags = LF_TAX
    decl.seat = f.seat
    decl.card = g.s.face[f.a]
    decl.ability = 0x8000 | f.pc
    decl.token = f.a
    decl.cell = cell_of(g, f.a)
    decl.target = NO_CELL
    decl.pay_head = NO_TOKEN
    for i in range(6):
        decl.owed[i] = g.book.basics[f.pc].cost.points[i]
    g.s.n_links += 1
