# Taxes at the turn start (frame FR_TAX). Above: costs, moves.
# Siblings (never imported): declare, payment, chain, battle, effects, turn.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef bint tax_run(Game *g) noexcept nogil
cdef int tax_check(Game *g, int code) noexcept nogil
cdef int tax_options(Game *g, uint16_t *out) noexcept nogil
cdef void tax_decide(Game *g, int code) noexcept nogil
