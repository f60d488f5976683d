"""Cards from the top of a deck: into the hand, or face up into the dust box."""

from lycee_core.defs cimport *
from lycee_core.moves cimport put_zone
from lycee_core.state cimport *
from lycee_core.values cimport touch_if


cdef void done_count(Game *g, int n, int asked) noexcept nogil:
    g.s.done_n = n
    g.s.done_full = n == asked
    pop_frame(g)
    touch_if(g, DEP_ZONES)
    check_decks(g)


cdef void draw_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = f.x if f.x < g.s.deck_n[f.seat] else g.s.deck_n[f.seat]
    if n == 0:
        done_count(g, 0, f.x)
        return
    ask_chance(g, P_SHOW, f.seat, SRC_DECK_TOP, n, AUDIENCE_OWNER)


cdef void draw_answered(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = g.s.pend_n, t, _
    for _ in range(n):
        t = g.s.deck_head[f.seat]
        take_out(g, t)
        put_hand(g, t)
        report(g, EV_DRAWN, f.seat, t, NO_CELL, 0)
    done_count(g, n, f.x)


cdef void mill_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = f.x if f.x < g.s.deck_n[f.seat] else g.s.deck_n[f.seat]
    cdef int t = g.s.deck_head[f.seat], _
    cdef bint open_ = True
    for _ in range(n):
        open_ = open_ and g.s.know[t] == PUBLIC_KNOWN
        t = g.s.next[t]
    if open_:
        g.s.pend_n = n
        mill_answered(g)
        return
    ask_chance(g, P_SHOW, f.seat, SRC_DECK_TOP, n, AUDIENCE_BOTH)


cdef void mill_answered(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = g.s.pend_n, t, _
    for _ in range(n):
        t = g.s.deck_head[f.seat]
        take_out(g, t)
        report(g, EV_MILLED, f.seat, t, NO_CELL, f.e)
        put_zone(g, t, ZONE_DUST)
    done_count(g, n, f.x)
