"""The operations 70 to 99, each handed to its module; loops and modes stand here.

Theory of operation. A loop counts in a register of the kind REG_NUMBER: its lower mask is the
number. Several modes are picked first, into the bits of such a register, and then done in printed
order.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lycee_core.agenda cimport ask
from lycee_core.counters cimport counter_free, use_counter, uses
from lycee_core.defs cimport *
from lycee_core.entering cimport *
from lycee_core.field_moves cimport *
from lycee_core.house cimport REPEAT_LIMIT
from lycee_core.knowing cimport *
from lycee_core.naming cimport *
from lycee_core.program cimport Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.values cimport join_registers
from lycee_core.zones cimport *

cdef enum:
    MODE_NUMBER = 0x4000    # modes are counted beside abilities, which never are that many

# ---- loops --------------------------------------------------------------------------------------

cdef void op_join(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_JOIN."""
    join_registers(g, ins.a, ins.b)
    f.pc += 1


cdef void set_number(Game *g, int r, int value) noexcept nogil:
    reg_clear(g, r, REG_NUMBER)
    if value > REPEAT_LIMIT:
        value = REPEAT_LIMIT                        # R15.14
    g.s.reg_lo[r] = value if value > 0 else 0


cdef void reg_fields(Game *g, int r, int of) noexcept nogil:
    """All cells of the fields on which the characters of another register stand."""
    cdef uint8_t found[120]
    cdef int i, cell
    cdef uint64_t mask = 0
    for i in range(reg_list(g, of, found)):
        cell = cell_of(g, found[i]) if found[i] < 140 else NO_CELL
        if cell != NO_CELL:
            mask |= <uint64_t>0x3F << (cell // 6 * 6)
    reg_clear(g, r, REG_CELLS)
    g.s.reg_lo[r] = mask


cdef void reg_cells(Game *g, int r, int of) noexcept nogil:
    """The cells in which the characters of another register stand."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, of, found), i
    reg_clear(g, r, REG_CELLS)
    for i in range(n):
        if cell_of(g, found[i]) != NO_CELL and found[i] < 140:
            reg_add(g, r, 128 + cell_of(g, found[i]))


cdef void op_loop(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    if ins.op == O_SET_NUMBER:
        set_number(g, ins.a, expr(g, c, ins.x))
    elif ins.op == O_OTHER_SEAT:
        f.seat = 1 - f.seat
    elif ins.op == O_VIEW:
        set_number(g, ins.a, f.seat)
        f.seat = whose_seat(g, c, ins.b)
    elif ins.op == O_VIEW_BACK:
        f.seat = g.s.reg_lo[ins.a] & 1
    elif ins.op == O_CELL_OF:
        reg_cells(g, ins.a, ins.b)
    elif ins.op == O_FIELDS:
        reg_fields(g, ins.a, ins.b)
    elif ins.op == O_WHEN_MODE:
        if not (g.s.reg_lo[ins.a] >> ins.b) & 1:
            f.pc = ins.x
            return
    elif ins.op == O_REPEAT:
        if g.s.reg_lo[ins.a] == 0:
            f.pc = ins.x
            return
        g.s.reg_lo[ins.a] -= 1
    f.pc += 1


cdef void op_mark(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    if g.s.done_n:
        op_join(g, f, ins)
    else:
        f.pc += 1


cdef void op_tally(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """How many of those that an operation meant it really acted on, one after the other."""
    cdef int n = reg_count(g, ins.b)
    finish(g, f, n, n > 0 and n == reg_count(g, ins.a))


# ---- several modes ------------------------------------------------------------------------------

cdef bint is_spent(Game *g, const Frame *f, const Ins *ins, int mode) noexcept nogil:
    """Whether a mode that works once was done already, or cannot be counted (R7.37)."""
    cdef const Ins *once = ins + 1
    cdef int number
    if not ins.y & 16:
        return False
    number = MODE_NUMBER | (once.x + mode)
    return uses(g, N_TOKENS + f.seat, number, once.a) > 0 \
        or not counter_free(g, N_TOKENS + f.seat, number)


cdef int modes_left(Game *g, const Frame *f, const Ins *ins) noexcept nogil:
    cdef int i, n = 0
    for i in range(ins.a):
        n += not is_spent(g, f, ins, i)
    return n


cdef int modes_wanted(Game *g, const Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    cdef int n = ins.a, left = modes_left(g, f, ins)
    if ins.y & 15 == N_EXACT or ins.y & 15 == N_UP_TO:
        n = expr(g, c, ins.x)
    if n > left:
        return left
    return n if n > 0 else 0


cdef void modes_end(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    cdef int i
    if ins.y & 16:
        for i in range(ins.a):
            if (g.s.reg_lo[ins.c] >> i) & 1:
                use_counter(g, N_TOKENS + f.seat, MODE_NUMBER | (ins[1].x + i), 0, PER_TURN)
    finish(g, f, popcount64(g.s.reg_lo[ins.c]), g.s.reg_lo[ins.c] != 0)


cdef void modes_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    if f.step == ES_START:
        reg_clear(g, ins.c, REG_NUMBER)
        f.step = ES_PICKING
    if popcount64(g.s.reg_lo[ins.c]) >= modes_wanted(g, f, ins, c):
        modes_end(g, f, ins)
        return
    ask(g, P_MODE, whose_seat(g, c, ins.b))


cdef int mode_check(Game *g, const Frame *f, const Ins *ins, int code) noexcept nogil:
    cdef int kind = ins.y & 15
    if code == CODE_PASS:
        return 112 if kind == N_EXACT or kind == N_ALL else 0       # R1.12
    code -= CODE_NUMBER
    if code < 0 or code >= ins.a or (g.s.reg_lo[ins.c] >> code) & 1 or is_spent(g, f, ins, code):
        return 112                                  # R1.12
    return 0


cdef int mode_options(Game *g, const Frame *f, const Ins *ins, uint16_t *out) noexcept nogil:
    cdef int i, n = 0
    if mode_check(g, f, ins, CODE_PASS) == 0:
        out[n] = CODE_PASS
        n += 1
    for i in range(ins.a):
        if mode_check(g, f, ins, CODE_NUMBER + i) == 0:
            out[n] = CODE_NUMBER + i
            n += 1
    return n


cdef void mode_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil:
    if code == CODE_PASS:
        modes_end(g, f, ins)
        return
    g.s.reg_lo[ins.c] |= (<uint64_t>1) << (code - CODE_NUMBER)


# ---- all of them --------------------------------------------------------------------------------

cdef void zone_verb_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """Runs one operation; it may leave a question pending and is then run again."""
    cdef int op = ins.op
    if op == O_JOIN:
        op_join(g, f, ins)
    elif op == O_MARK:
        op_mark(g, f, ins)
    elif op == O_TALLY:
        op_tally(g, f, ins)
    elif op == O_SHIFT:
        op_shift(g, f, ins)
    elif op == O_REARRANGE:
        rearrange_run(g, f, ins)
    elif op == O_MODES:
        modes_run(g, f, ins, c)
    elif op == O_ARRANGE:
        arrange_run(g, f, ins, c)
    elif op == O_PICK_ORDER:
        order_picks_run(g, f, ins)
    elif op == O_ORDER:
        op_order(g, f, ins)
    elif op == O_SHUFFLE_PILE:
        op_shuffle_pile(g, f, ins, c)
    elif op == O_PILE:
        op_pile(g, f, ins, c)
    elif op == O_HOLD:
        op_hold(g, f, ins)
    elif op == O_ASIDE:
        op_aside(g, f, ins)
    elif op == O_ENTER or op == O_EQUIP or op == O_PLACE_AREA:
        put_into_play(g, f, ins, c)
    elif op == O_USE:
        op_use(g, f, ins, c)
    elif op == O_LIFT:
        op_lift(g, f, ins)
    elif op == O_AS:
        f.pc += 1                                   # read by what stands before it
    elif op == O_ROOM:
        op_room(g, f, ins)
    elif op == O_NAME:
        name_run(g, f, ins, c)
    else:
        op_loop(g, f, ins, c)


cdef int zone_verb_options(Game *g, Frame *f, const Ins *ins, uint16_t *out) noexcept nogil:
    """Every legal answer to what such an operation asks."""
    if ins.op == O_REARRANGE:
        return rearrange_options(g, ins, out)
    if ins.op == O_ARRANGE:
        return arrange_options(g, f, ins, out)
    if ins.op == O_PICK_ORDER:
        return order_picks_options(g, ins, out)
    if ins.op == O_NAME:
        return name_options(g, f, ins, out)
    return mode_options(g, f, ins, out)


cdef int zone_verb_check(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil:
    """Whether a code is among the answers, which depend on public facts only."""
    cdef uint16_t out[512]
    cdef int i
    for i in range(zone_verb_options(g, f, ins, out)):
        if out[i] == code:
            return 0
    return 112                                      # R1.12


cdef void zone_verb_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil:
    if ins.op == O_REARRANGE:
        rearrange_decide(g, code)
    elif ins.op == O_ARRANGE:
        arrange_decide(g, f, ins, code)
    elif ins.op == O_PICK_ORDER:
        order_picks_decide(g, code)
    elif ins.op == O_NAME:
        name_decide(g, f, ins, code)
    else:
        mode_decide(g, f, ins, code)
