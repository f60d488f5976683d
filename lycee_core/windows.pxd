# What may be declared in a window. Above: legality. Siblings (never imported): declare and the
# other phases.

from libc.stdint cimport uint16_t

from lycee_core.points cimport Pool
from lycee_core.state cimport Game

cdef int window_check(Game *g, int code) noexcept nogil
cdef int judge(Game *g, int seat, int kind, int code, const Pool *pool) noexcept nogil
cdef void pool_for(Game *g, Pool *pool, int seat, int n) noexcept nogil
cdef int window_candidates(Game *g, uint16_t *out) noexcept nogil
cdef int window_options(Game *g, uint16_t *out) noexcept nogil
cdef bint publicly_dead(Game *g, int seat, int kind) noexcept nogil
