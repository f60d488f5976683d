# Making a declaration: the frame FR_DECLARE that asks for what it leaves open. Above: links,
# target_picks, which_cost, declared. Siblings (never imported): payment, chain, battle,
# effects, turn, windows.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef bint declare_run(Game *g) noexcept nogil
cdef int declare_check(Game *g, int code) noexcept nogil
cdef int declare_options(Game *g, uint16_t *out) noexcept nogil
cdef void declare_decide(Game *g, int code) noexcept nogil
