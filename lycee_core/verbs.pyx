"""The verbs of the card language that act on something: values, taps, cards between zones, cells.

Theory of operation. A verb acts on a register. What becomes public without a decision that names it
is asked for as a show to both first, so a replica never needs a face it was not given.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t

from lycee_core.agenda cimport push_frame
from lycee_core.defs cimport *
from lycee_core.house cimport VALUE_LIMIT
from lycee_core.in_force cimport barred
from lycee_core.moves cimport *
from lycee_core.program cimport Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.replacing cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.triggers cimport hear
from lycee_core.values cimport fresh, touch


cdef void tell_lost(Game *g, int seat, int token, int cell, int basic) noexcept nogil:
    """A character is about to lose a basic ability, or all (255) that it has."""
    cdef int b
    fresh(g)
    for b in range(B_PENALTY + 1):
        if (basic == b or basic == 255) and (g.x.basics[cell] >> b) & 1:
            hear(g, EV_ABILITY_LOST, seat, token, 255, b)


cdef bint tap_waits(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """R15.16: becoming tapped or untapped by an effect can be replaced, character by character."""
    cdef uint8_t found[120]
    cdef int event = EV_TAPPED if ins.op == O_TAP else EV_UNTAPPED
    cdef int n = reg_list(g, ins.a, found), i, became
    fresh(g)
    if not is_watched(g, event):
        return False
    for i in range(n):
        became = about_to(g, event, found[i], f.a, 0)
        if became == EVENT_WAITS:
            return True
        if became == EVENT_GONE:
            reg_drop(g, ins.a, found[i])
    for i in range(n):
        forget_event(g, event, found[i])
    return False


cdef void op_values(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_CHANGE, O_GAIN_BASIC, O_LOSE_BASIC, O_SKIP_WAKE_UP, O_KEEP, O_TAP, O_UNTAP on the
    characters of a register."""
    cdef uint8_t found[120]
    cdef int n, i, cell, done = 0, amount = 0, what = -1
    cdef Character *ch
    cdef bint did
    if ins.op == O_CHANGE:
        amount = limited(expr(g, c, ins.x))
    if (ins.op == O_TAP or ins.op == O_UNTAP) and tap_waits(g, f, ins):
        return
    n = reg_list(g, ins.a, found)
    if ins.op == O_UNTAP:
        what = WHAT_UNTAP
    elif ins.op == O_CHANGE or ins.op == O_GAIN_BASIC or ins.op == O_LOSE_BASIC:
        what = WHAT_BE_CHANGED
    for i in range(n):
        cell = cell_of(g, found[i])
        if found[i] >= N_TOKENS or cell == NO_CELL or g.s.place[found[i]] != ZONE_FIELD:
            continue
        ch = &g.s.chars[cell]
        did = True
        if what >= 0 and barred(g, f, what, found[i]):
            continue                                # R14.14
        if ins.op == O_CHANGE:
            add_change(ch, ins.b, ins.c, amount)
            report(g, EV_VALUE_CHANGED, f.seat, found[i], ins.b, amount)
        elif ins.op == O_GAIN_BASIC:
            ch.gained |= (<uint32_t>1) << ins.b
            ch.lost &= ~((<uint32_t>1) << ins.b)
            report(g, EV_BASIC_CHANGED, f.seat, found[i], cell, ins.b)
        elif ins.op == O_LOSE_BASIC:
            tell_lost(g, f.seat, found[i], cell, ins.b)
            ch.lost |= 0x1FFFF if ins.b == 255 else (<uint32_t>1) << ins.b
            report(g, EV_BASIC_CHANGED, f.seat, found[i], cell, -1 - ins.b)
        elif ins.op == O_SKIP_WAKE_UP:
            ch.flags |= CH_SKIP_WAKE_UP
            report(g, EV_RULED, f.seat, found[i], RULED_NO_WAKE_UP, 0)
        elif ins.op == O_KEEP:
            did = g.s.battle != 0               # "by this battle": outside there is none
            if did:
                ch.flags |= CH_KEEP
                report(g, EV_RULED, f.seat, found[i], RULED_KEPT, 0)
        elif ins.op == O_TAP:
            did = tap_cell(g, cell)
        else:
            did = untap_cell(g, cell)
        done += did
    if ins.op != O_TAP and ins.op != O_UNTAP:
        touch(g)
    finish(g, f, done, n > 0 and done == n)


cdef void add_change(Character *ch, int value, int until, int amount) noexcept nogil:
    # R14.4: nothing runs away, however often a free ability is used.
    cdef int16_t *where = &ch.battle_change[value] if until == UNTIL_BATTLE_END \
        else &ch.turn_change[value]
    cdef int sum_ = where[0] + amount
    if sum_ > 2 * VALUE_LIMIT:
        sum_ = 2 * VALUE_LIMIT
    elif sum_ < -2 * VALUE_LIMIT:
        sum_ = -2 * VALUE_LIMIT
    where[0] = sum_


cdef void op_amount(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_DRAW and O_MILL: a frame above does it and leaves its count in done_n."""
    cdef int n = limited(expr(g, c, ins.x))
    cdef int seat = whose_seat(g, c, ins.b)
    cdef int kind = FR_DRAW if ins.op == O_DRAW else FR_MILL
    cdef Frame *m
    f.pc += 1
    m = push_frame(g, kind, seat)
    m.x = n if n > 0 else 0
    reg_clear(g, ins.a, REG_TOKENS)
    m.a = 1 + ins.a
    m.e = MILL_BOTTOM if ins.c else 0


cdef void op_cancel(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    cdef uint8_t found[120]
    cdef int n = reg_list(g, ins.a, found)
    cdef int i, done = 0
    cdef Link *decl
    for i in range(n):
        if about_to(g, EV_CANCELLED, found[i], f.a, 0) == EVENT_WAITS:
            return
    for i in range(n):
        if found[i] < 144 or found[i] - 144 >= g.s.n_links or found[i] - 144 == f.c:
            continue
        if about_to(g, EV_CANCELLED, found[i], f.a, 0) == EVENT_GONE:
            forget_event(g, EV_CANCELLED, found[i])
            continue
        forget_event(g, EV_CANCELLED, found[i])
        decl = &g.s.links[found[i] - 144]
        decl.flags |= LF_CANCELLED
        if ins.b == 1:
            decl.goes = 1 + ZONE_REMOVED
        elif ins.b == 2:
            decl.goes = 1 + ZONE_HAND
        done += 1
    finish(g, f, done, n > 0 and done == n)
