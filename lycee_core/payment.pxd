# Designating what a declaration costs: the frame FR_PAY, its questions, and what happens to the
# cards. Above: points, moves. Siblings (never imported): chain, declare, battle, effects, turn.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lycee_core.program cimport Cost
from lycee_core.state cimport Game, Link

cdef void payment_start(Game *g, int link) noexcept nogil
cdef void payment_run(Game *g) noexcept nogil
cdef int payment_check(Game *g, int code) noexcept nogil
cdef int payment_options(Game *g, uint16_t *out) noexcept nogil
cdef void payment_decide(Game *g, int code) noexcept nogil
