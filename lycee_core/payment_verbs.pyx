"""The verbs of payment and of the chain, operations 100 to 119.

Theory of operation. `pay` hands over to FR_PAYING and reads afterwards whether it was paid.
`retarget` saves the registers that hold the targets of its own effect, since the questions for the
new targets use the same four.
"""

from libc.stdint cimport uint8_t

from lycee_core.agenda cimport push_frame
from lycee_core.costs cimport free_extra
from lycee_core.defs cimport *
from lycee_core.faces cimport attributes_of
from lycee_core.gifting cimport give_points
from lycee_core.moves cimport put_zone
from lycee_core.paying cimport *
from lycee_core.program cimport Ability, Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.targeting cimport targets_possible
from lycee_core.tokens cimport take_out
from lycee_core.zones cimport field_order, needs_show


cdef enum:
    VS_BUSY = 9             # another frame was at work and is gone now
    SPARE = 8               # first of the registers that keep the targets of an effect


# ---- a price ------------------------------------------------------------------------------------

cdef void op_pay(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """R5.30, R5.35: x is the row of the cost; with c set, register a holds what costs as much."""
    cdef int seat = whose_seat(g, c, ins.b), card
    cdef uint8_t owed[6]
    cdef int i
    if f.step == VS_BUSY:
        finish(g, f, g.s.done_n, g.s.done_full)
        return
    if ins.c == 0:
        f.step = VS_BUSY
        pay_table_start(g, seat, f.a, f.b, ins.x)
        return
    card = reg_first(g, ins.a)
    if card == 255 or (card >= N_TOKENS and card < 144):
        finish(g, f, 0, False)
        return
    if card < N_TOKENS and needs_show(g, ins.a):
        return
    for i in range(6):
        owed[i] = card_of(g, card).cost[i] if card < N_TOKENS else g.s.links[card - 144].owed[i]
    f.step = VS_BUSY
    pay_start(g, seat, f.a, owed)


cdef void op_points(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """R5.40: points for the declaration whose payment the ability belongs to."""
    cdef uint8_t found[120]
    cdef int i, n = expr(g, c, ins.x), given, attributes = ins.c
    if ins.b == POINTS_OF:
        if needs_show(g, ins.a):
            return
        for i in range(reg_list(g, ins.a, found)):
            if found[i] < N_TOKENS:
                attributes |= attributes_of(g, found[i], card_of(g, found[i]))
    elif ins.b == POINTS_OWN:
        attributes = attributes_of(g, f.a, &g.book.cards[g.s.links[f.c].card])
    elif ins.b == POINTS_CHOSEN:
        attributes = 1 << g.s.chosen[ins.a]
    given = give_points(g, f.c - 1, attributes, n) if n > 0 and f.c > 0 else 0
    report(g, EV_PAID, f.seat, f.a, cell_of(g, f.a), f.c - 1)
    finish(g, f, given, given == n)


cdef void op_to_payment(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """R5.45: cards of the payer that are not in play are designated for what is being paid."""
    cdef uint8_t found[120]
    cdef Link *decl = &g.s.links[f.c - 1]
    cdef int i, n, done = 0
    if needs_show(g, ins.a):
        return
    n = field_order(g, ins.a, found)
    for i in range(n):
        if found[i] >= N_TOKENS or seat_of(found[i]) != decl.seat \
                or cell_of(g, found[i]) != NO_CELL or decl.n_pay >= 8 \
                or g.s.place[found[i]] == ZONE_CHAIN or g.s.place[found[i]] == ZONE_PAYMENT:
            continue
        designate(g, decl, found[i])
        report(g, EV_PAID, f.seat, found[i], NO_CELL, f.c - 1)
        done += 1
    finish(g, f, done, n > 0 and done == n)


cdef void op_rider(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """R5.44: where the paid cards of a declaration go, and what its designated cards count as."""
    cdef int link = reg_first(g, ins.a) - 144
    cdef Extra *e = NULL
    if link >= 0 and link < g.s.n_links:
        e = extra_of(g, link)
        if e == NULL:
            e = free_extra(g)
    if e == NULL:
        finish(g, f, 0, False)                      # R5.33
        return
    e.link = link + 1
    if ins.b:
        e.pay_to = ins.b
    if ins.c:
        e.paid_as = ins.c
    g.s.links[link].flags |= LF_GIFTED
    finish(g, f, 1, True)


# ---- the chain ----------------------------------------------------------------------------------

cdef void op_itself(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """Where the event card goes that is being carried out (R7.25)."""
    cdef bint here = f.c < g.s.n_links and g.s.place[g.s.links[f.c].token] == ZONE_CHAIN
    if here:
        g.s.links[f.c].goes = 1 + ins.b
    finish(g, f, here, here)


cdef void op_void_payment(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """R5.34: designated cards leave their payments."""
    cdef uint8_t found[120]
    cdef int n = field_order(g, ins.a, found)
    cdef int i, done = 0
    for i in range(n):
        if found[i] >= N_TOKENS or g.s.place[found[i]] != ZONE_PAYMENT:
            continue
        take_out(g, found[i])
        reg_add(g, ins.a, found[i])
        put_zone(g, found[i], ins.b)
        done += 1
    finish(g, f, done, n > 0 and done == n)


cdef void spare_targets(Game *g, int source, int to) noexcept nogil:
    cdef int i
    for i in range(4):
        g.s.reg_lo[to + i] = g.s.reg_lo[source + i]
        g.s.reg_hi[to + i] = g.s.reg_hi[source + i]
        g.s.reg_kind[to + i] = g.s.reg_kind[source + i]
        reg_clear(g, source + i, REG_TOKENS)


cdef bint may_aim_anew(Game *g, const Frame *f, int link) noexcept nogil:
    """Whether a declaration has targets, and new ones could be named (R7.39)."""
    cdef Link *decl
    cdef const Ability *a
    cdef Ctx c
    if link >= g.s.n_links or link == f.c:
        return False
    decl = &g.s.links[link]
    if decl.ability & 0x8000:
        return False
    a = &g.book.abilities[decl.ability]
    ability_ctx(&c, decl.seat, decl.token, decl.cell, link)
    return a.n_targets > 0 and targets_possible(g, &c, a, 0)


cdef void op_retarget(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """R7.39: the user names new targets for a declaration, from the view of who declared it."""
    cdef int link = reg_first(g, ins.a) - 144
    cdef Link *decl
    cdef Frame *r
    cdef int i
    if f.step == VS_BUSY:
        spare_targets(g, SPARE, 0)
        finish(g, f, 1, True)
        return
    spare_targets(g, 0, SPARE)
    if link < 0 or not may_aim_anew(g, f, link):
        spare_targets(g, SPARE, 0)
        finish(g, f, 0, False)
        return
    f.step = VS_BUSY
    decl = &g.s.links[link]
    for i in range(6):
        decl.picks[i] = 0
        decl.pick_of[i // 2] = 0
    decl.n_picks = 0
    decl.lost &= LOST_SELF
    r = push_frame(g, FR_RETARGET, f.seat)
    r.a = link
    r.step = 1                                      # DS_TARGETS


cdef void payment_verb_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """Runs one instruction of this module."""
    if ins.op == O_PAY:
        op_pay(g, f, ins, c)
    elif ins.op == O_ITSELF:
        op_itself(g, f, ins)
    elif ins.op == O_POINTS:
        op_points(g, f, ins, c)
    elif ins.op == O_TO_PAYMENT:
        op_to_payment(g, f, ins)
    elif ins.op == O_RIDER:
        op_rider(g, f, ins)
    elif ins.op == O_VOID_PAYMENT:
        op_void_payment(g, f, ins)
    elif ins.op == O_RETARGET:
        op_retarget(g, f, ins)
    else:
        f.pc += 1                                   # O_CHANGE_BY belongs to the one before
