"""Cards from the top of a deck: into the hand, or face up into the dust box."""

from libc.stdint cimport uint8_t

from lycee_core.agenda cimport ask_chance, pop_frame
from lycee_core.defs cimport *
from lycee_core.in_force cimport forbidden
from lycee_core.moves cimport put_zone
from lycee_core.registers cimport *
from lycee_core.replacing cimport *
from lycee_core.state cimport *
from lycee_core.tokens cimport put_hand, take_out
from lycee_core.triggers cimport hear
from lycee_core.values cimport fresh, touch_if


cdef void done_count(Game *g, int n, int asked) noexcept nogil:
    g.s.done_n = n
    g.s.done_full = n == asked
    pop_frame(g)
    touch_if(g, DEP_ZONES)
    check_decks(g)


cdef void draw_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = f.x if f.x < g.s.deck_n[f.seat] else g.s.deck_n[f.seat]
    cdef int became
    fresh(g)
    fresh(g)
    if n == 0 or forbidden(g, WHAT_DRAW, 160 + f.seat, 255, -1):
        done_count(g, f.b, f.x + f.b)
        return
    if is_watched(g, EV_DRAWN):
        became = about_to(g, EV_DRAWN, 160 + f.seat, 255, f.x)
        if became == EVENT_WAITS:
            return
        forget_event(g, EV_DRAWN, 160 + f.seat)
        if became == EVENT_GONE:
            f.x -= 1                                # this card is not drawn
            return
        n = 1                                       # card by card
    ask_chance(g, P_SHOW, f.seat, SRC_DECK_TOP, n, AUDIENCE_OWNER)


cdef void draw_answered(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = g.s.pend_n, t, _
    for _ in range(n):
        t = g.s.deck_head[f.seat]
        take_out(g, t)
        put_hand(g, t)
        if f.a:
            reg_add(g, f.a - 1, t)
        report(g, EV_DRAWN, f.seat, t, NO_CELL, 0)
        hear(g, EV_DRAWN, f.seat, t, 255, 0)
    f.b += n
    f.x -= n
    if n == 1 and f.x > 0 and g.s.deck_n[f.seat] and is_watched(g, EV_DRAWN):
        return                                      # the next card may be replaced too
    done_count(g, f.b, f.x + f.b)


cdef int to_mill(Game *g, const Frame *f, uint8_t *out) noexcept nogil:
    """The cards that are milled, in their order: from the top, or from the bottom up."""
    cdef uint8_t deck[SEAT_TOKENS]
    cdef int n = 0, i, t = g.s.deck_head[f.seat]
    while t != NO_TOKEN and n < SEAT_TOKENS:
        deck[n] = t
        n += 1
        t = g.s.next[t]
    for i in range(f.x if f.x < n else n):
        out[i] = deck[n - 1 - i] if f.e & MILL_BOTTOM else deck[i]
    return f.x if f.x < n else n


cdef void mill_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef uint8_t cards[SEAT_TOKENS]
    cdef int n = to_mill(g, f, cards), i, became
    cdef int event = EV_DECK_DAMAGE if f.e & MILL_DAMAGE else EV_MILLED
    cdef bint open_ = True
    fresh(g)
    if is_watched(g, event):
        became = about_to(g, event, 160 + f.seat, g.s.attacker if f.e & MILL_DAMAGE else 255, f.x)
        if became == EVENT_WAITS:
            return
        forget_event(g, event, 160 + f.seat)
        if became == EVENT_GONE:
            done_count(g, 0, f.x)
            return
    for i in range(n):
        open_ = open_ and g.s.know[cards[i]] == PUBLIC_KNOWN
    if open_:
        mill_answered(g)
        return
    ask_chance(g, P_SHOW, f.seat, SRC_DECK_BOTTOM if f.e & MILL_BOTTOM else SRC_DECK_TOP, n,
               AUDIENCE_BOTH)


cdef void mill_answered(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef uint8_t cards[SEAT_TOKENS]
    cdef int n = to_mill(g, f, cards), i
    for i in range(n):
        take_out(g, cards[i])
        report(g, EV_MILLED, f.seat, cards[i], NO_CELL, f.e & MILL_DAMAGE)
        put_zone(g, cards[i], ZONE_DUST)
        hear(g, EV_MILLED, f.seat, cards[i], 255, 0)
        if f.a:
            reg_add(g, f.a - 1, cards[i])
    done_count(g, n, f.x)
