# Replacement abilities: what is done instead of an event that is about to happen (chapter 11 of
# spec/cards.md). Above: triggers, stepping. Below: zones, verbs, draws, battle, chain.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef enum:
    EVENT_HAPPENS = 0
    EVENT_WAITS = 1         # a frame was pushed: ask again when it has gone
    EVENT_GONE = 2          # something else was done instead

cdef int about_to(Game *g, int event, int entity, int cause, int amount) noexcept nogil
cdef void forget_event(Game *g, int event, int entity) noexcept nogil
cdef void replace_run(Game *g) noexcept nogil
cdef int replace_check(Game *g, int code) noexcept nogil
cdef int replace_options(Game *g, uint16_t *out) noexcept nogil
cdef void replace_decide(Game *g, int code) noexcept nogil

cdef inline bint is_watched(Game *g, int event) noexcept nogil:
    # Whether anything in play could replace an event of this kind, or has done so and is gone.
    return (g.x.replaces >> event) & 1 or g.s.n_replaced != 0
