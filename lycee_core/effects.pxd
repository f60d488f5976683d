# Carrying out programs (FR_EFFECT), draws and mills (FR_DRAW, FR_MILL) and waiting triggers
# (FR_TRIGGERS). Above: moves. Siblings (never imported): declare, payment, chain, battle, turn.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef void effect_run(Game *g) noexcept nogil
cdef int effect_check(Game *g, int code) noexcept nogil
cdef int effect_options(Game *g, uint16_t *out) noexcept nogil
cdef void effect_decide(Game *g, int code) noexcept nogil
cdef void effect_answered(Game *g, const uint16_t *values, int n) noexcept nogil
cdef void draw_run(Game *g) noexcept nogil
cdef void draw_answered(Game *g) noexcept nogil
cdef void mill_run(Game *g) noexcept nogil
cdef void mill_answered(Game *g) noexcept nogil
cdef void triggers_run(Game *g) noexcept nogil
cdef int triggers_check(Game *g, int code) noexcept nogil
cdef int triggers_options(Game *g, uint16_t *out) noexcept nogil
cdef void triggers_decide(Game *g, int code) noexcept nogil
