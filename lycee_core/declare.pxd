# Making a declaration: the frame FR_DECLARE that asks for cell, column and targets. Above: points,
# payment's cost check through `points` only. Siblings (never imported): payment, chain, battle,
# effects, turn, windows.

from libc.stdint cimport uint16_t

from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Game, Link

cdef void fill_from_hand(Game *g, Link *decl, int token) noexcept nogil
cdef void declare_start(Game *g, int code) noexcept nogil
cdef bint declare_run(Game *g) noexcept nogil
cdef void retarget_run(Game *g) noexcept nogil
cdef int declare_check(Game *g, int code) noexcept nogil
cdef int declare_options(Game *g, uint16_t *out) noexcept nogil
cdef void declare_decide(Game *g, int code) noexcept nogil
