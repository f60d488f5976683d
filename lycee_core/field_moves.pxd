# Characters that change cells by an effect. Above: moves, stepping. Below: zone_verbs.

from libc.stdint cimport uint16_t

from lycee_core.program cimport Ins
from lycee_core.state cimport Frame, Game

cdef void op_move(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_swap(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_shift(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void rearrange_run(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef int rearrange_options(Game *g, const Ins *ins, uint16_t *out) noexcept nogil
cdef void rearrange_decide(Game *g, int code) noexcept nogil
cdef bint may_cross(Game *g, int token, int start, int end, int leaving) noexcept nogil
