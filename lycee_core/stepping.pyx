"""How an effect steps from one operation to the next, and what it leaves behind when it ends."""

from libc.string cimport memchr

from lycee_core.defs cimport *
from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx, ability_ctx
from lycee_core.state cimport *


cdef void frame_ctx(const Frame *f, Ctx *c) noexcept nogil:
    ability_ctx(c, f.seat, f.a, f.b, f.c)
    c.subject = f.d
    c.amount = f.x


cdef void finish(Game *g, Frame *f, int done, bint full) noexcept nogil:
    """Ends one operation.

    What `it`, X_DONE and `when_done` will see (R7.28); a deck at 0 ends the game (R16.2).
    """
    cdef const Ins *ins = current(g, f)
    cdef bint short = f.e & EF_SHORT
    f.e &= ~EF_SHORT
    if ins.op == O_CHOOSE:
        # A pick that belongs to the operation behind it hands its shortfall on.
        if ins.c and not full:
            f.e |= EF_SHORT
    elif short:
        full = False
    g.s.done_n = done
    g.s.done_full = full
    f.step = ES_START
    f.pc += 1
    check_decks(g)


cdef void set_register(Game *g, int r, int entity) noexcept nogil:
    reg_clear(g, r, REG_TOKENS)
    if entity == 255:
        return
    if entity >= 160:
        g.s.reg_kind[r] = REG_SEATS
    elif entity >= 144:
        g.s.reg_kind[r] = REG_LINKS
    elif entity >= 128:
        g.s.reg_kind[r] = REG_CELLS
    reg_add(g, r, entity)


cdef void end_effect(Game *g, Frame *f) noexcept nogil:
    """Leaves nothing behind.

    Registers and counts mean something inside one effect only (R15.8).
    """
    if memchr(g.s.place, ZONE_ASIDE, N_TOKENS) != NULL:
        g.x.untidy = 1
    if f.c == 255:
        reg_clear_all(g)
        g.s.n_picked = 0
        g.s.done_n = 0
        g.s.done_full = 0
    pop_frame(g)
