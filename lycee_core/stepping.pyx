"""How an effect steps from one operation to the next, and what it leaves behind when it ends."""

from libc.string cimport memchr

from lycee_core.agenda cimport pop_frame
from lycee_core.defs cimport *
from lycee_core.program cimport Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport Ctx, ability_ctx, resolve_ref
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


cdef int living(Game *g, int entity) noexcept nogil:
    """R15.8, R10.19: a card that went to a hand or a deck is out of reach of who saw it leave."""
    if entity < N_TOKENS and (g.s.place[entity] == ZONE_HAND or g.s.place[entity] == ZONE_DECK):
        return 255
    return entity


cdef int reached(Game *g, const Frame *f, const Ctx *c, int ref) noexcept nogil:
    """What a reference lets an operation act on; what left its zone meanwhile is out of reach."""
    if (ref == REF_SELF and f.e & EF_SELF_GONE) or (ref == REF_SUBJECT and f.e & EF_SUBJECT_GONE):
        return 255
    return living(g, resolve_ref(g, c, ref))


cdef void end_effect(Game *g, Frame *f) noexcept nogil:
    """Leaves nothing behind.

    Registers and counts mean something inside one effect only (R15.8).
    """
    cdef int r
    if memchr(g.s.place, ZONE_ASIDE, N_TOKENS) != NULL:
        g.x.untidy = 1
    if f.e & EF_INNER:
        for r in range(12, N_REGISTERS):
            reg_clear(g, r, REG_TOKENS)
    elif f.e & EF_AS_COST:
        for r in range(8, 12):
            reg_clear(g, r, REG_TOKENS)
    elif f.c == 255:
        reg_clear_all(g)
        g.s.n_picked = 0
        g.s.done_n = 0
        g.s.done_full = 0
    pop_frame(g)
