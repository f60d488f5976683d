# Carrying out programs (frame FR_EFFECT). Above: choices, verbs.
# Siblings (never imported): declare, payment, chain, battle, draws, waiting, turn.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef void effect_run(Game *g) noexcept nogil
cdef int effect_check(Game *g, int code) noexcept nogil
cdef int effect_options(Game *g, uint16_t *out) noexcept nogil
cdef void effect_decide(Game *g, int code) noexcept nogil
cdef void effect_answered(Game *g, const uint16_t *values, int n) noexcept nogil
