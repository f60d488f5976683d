"""Making a declaration: the questions that complete what was declared.

Theory of operation. A declaration is a link on the chain from the moment its card is named; the
frame FR_DECLARE above it asks for the place, the targets and (through FR_PAY) the payment, in the
order of R7.14. Nothing is offered that cannot be completed. What may be declared: `windows`.
"""

from libc.stdint cimport uint16_t

from lycee_core.affording cimport *
from lycee_core.agenda cimport ask
from lycee_core.changes cimport cost_may_change
from lycee_core.declared cimport stand
from lycee_core.defs cimport *
from lycee_core.gifting cimport gift_run
from lycee_core.holding cimport entry_number
from lycee_core.links cimport *
from lycee_core.places cimport area_rule, bearer_rule, entry_cell_rule, move_rule
from lycee_core.reading cimport Entities, member
from lycee_core.state cimport *
from lycee_core.target_picks cimport ask_target, enough_rule, pick_target, target_check, target_rule
from lycee_core.targeting cimport aim
from lycee_core.values cimport has_basic
from lycee_core.which_cost cimport (column_check, dearer_there, decide_cost, fix_owed,
                                    has_alt_cost, leaves_number_open, which_cost_check)


cdef int place_question(Game *g, const Link *decl) noexcept nogil:
    """The pending kind that asks for the place of a link, or P_NONE."""
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION or decl.kind == LK_AREA:
        return P_CELL
    if decl.kind == LK_ITEM:
        return P_BEARER
    if decl.kind == LK_BASIC and decl.action >= ACT_STEP and decl.action <= ACT_JUMP:
        return P_CELL
    if decl.kind == LK_ATTACK and has_basic(g, decl.cell, B_SIDE_ATTACK):
        return P_COLUMN                             # R10.11
    return P_NONE


cdef bint declare_run(Game *g) noexcept nogil:
    """Advances FR_DECLARE.

    True when it now stands and FR_PAY is to be pushed for it (the engine does that).
    """
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef int kind
    if f.step == DS_PLACE:
        kind = place_question(g, decl)
        if kind != P_NONE:
            ask(g, kind, f.seat)
            return False
        f.step = DS_TARGETS
    if f.step == DS_TARGETS:
        if ask_target(g, f, decl):
            return False
        f.step = DS_COST
    if f.step == DS_COST:
        if has_alt_cost(g, decl):
            ask(g, P_COST, f.seat)
            return False
        f.step = DS_NUMBER
    if f.step == DS_NUMBER:
        if leaves_number_open(g, decl):
            ask(g, P_AMOUNT, f.seat)
            return False
        fix_owed(g, f.a)
        f.step = DS_PAY
    if f.step == DS_PAY:
        f.step = DS_STANDS
        return True
    if decl.flags & LF_TAX:
        gift_run(g, f, decl)                        # R5.20: nobody responds
    else:
        stand(g, f, decl)
    return False


cdef int declare_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef int rule
    if g.s.pend_kind == P_TARGET:
        return target_check(g, f, decl, code)
    if g.s.pend_kind == P_COLUMN:
        return column_check(g, decl, code)
    if g.s.pend_kind == P_COST:
        rule = which_cost_check(g, decl, f.a, code)
        if rule == 503 and g.book.as_costs and code == CODE_NUMBER \
                and which_cost_check(g, decl, f.a, CODE_NUMBER + 1):
            return 0                                # R5.41: it can be given up
        return rule
    if g.s.pend_kind == P_AMOUNT:
        return amount_rule(g, f.a, code)
    if code < CODE_CELL or code >= CODE_CELL + 12:
        return 112                                  # R1.12
    return place_rule(g, decl, f.a, code - CODE_CELL)


cdef int place_rule(Game *g, Link *decl, int link, int cell) noexcept nogil:
    """Whether a declaration may go to a cell, and could be paid there."""
    cdef int rule = bare_place_rule(g, decl, cell)
    if rule or not cost_may_change(g, decl.card):
        return rule
    # What it costs may depend on where it goes (R5.28).
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        return dearer_there(g, decl, link, &decl.cell, cell)
    return dearer_there(g, decl, link, &decl.target, cell)


cdef int bare_place_rule(Game *g, const Link *decl, int cell) noexcept nogil:
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        return entry_cell_rule(g, decl.seat, decl.token, cell)
    if decl.kind == LK_AREA:
        return area_rule(g, decl.seat, decl.token, cell)
    if decl.kind == LK_ITEM:
        return bearer_rule(g, decl.seat, decl.token, cell)
    return move_rule(g, decl.cell, decl.action, cell)


cdef int declare_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef Entities found
    cdef Ctx c
    cdef int n = 0, i, code, k
    if g.s.pend_kind == P_AMOUNT:
        return amount_options(g, f.a, out)
    if g.s.pend_kind == P_COLUMN or g.s.pend_kind == P_COST:
        for i in range(3):
            if declare_check(g, CODE_NUMBER + i) == 0:
                out[n] = CODE_NUMBER + i
                n += 1
        return n
    if g.s.pend_kind == P_TARGET:
        link_ctx(g, &c, f.a)
        k = aim(g, &c, ability_of(g, decl).target[f.b], &found)
        if enough_rule(g, f, &c, ability_of(g, decl), &found) == 0:
            out[n] = CODE_PASS
            n += 1
        for i in range(k):
            code = member(&found, i)
            if target_rule(g, f, &c, ability_of(g, decl), &found, code) == 0:
                out[n] = code
                n += 1
        return n
    for i in range(12):
        code = CODE_CELL + i
        if declare_check(g, code) == 0:
            out[n] = code
            n += 1
    return n


cdef void declare_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef int entry, i
    if g.s.pend_kind == P_TARGET:
        pick_target(g, f, decl, code)
        return
    if g.s.pend_kind == P_COST:
        decide_cost(g, f, decl, code)
        return
    if g.s.pend_kind == P_AMOUNT:
        amount_decide(g, f.a, code)
        f.step = DS_PAY
        return
    f.step = DS_TARGETS
    if g.s.pend_kind == P_COLUMN:
        if code - CODE_NUMBER != decl.cell % 3:
            entry = entry_number(g, decl.cell, B_SIDE_ATTACK)
            if entry >= 0:
                decl.ability = 0x8000 | entry
                for i in range(6):
                    decl.owed[i] = g.book.basics[entry].cost.points[i]
        decl.target = 2 - (code - CODE_NUMBER)
        return
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        decl.cell = code - CODE_CELL
    else:
        decl.target = code - CODE_CELL
    if decl.kind == LK_ITEM:
        # R9.4: the very character, wherever it moves.
        decl.picks[0] = g.s.chars[decl.target].token
        decl.n_picks = 1
