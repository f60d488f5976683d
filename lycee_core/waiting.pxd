# Waiting triggers, batch by batch (frame FR_TRIGGERS). Above: stepping.
# Siblings (never imported): declare, payment, chain, battle, effects, turn.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef void triggers_run(Game *g) noexcept nogil
cdef int triggers_check(Game *g, int code) noexcept nogil
cdef int triggers_options(Game *g, uint16_t *out) noexcept nogil
cdef void triggers_decide(Game *g, int code) noexcept nogil
