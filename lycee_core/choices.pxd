# Picks inside an effect: who picks what, one by one or by chance. Above: stepping. Below: effects.

from libc.stdint cimport uint16_t

from lycee_core.program cimport Ins
from lycee_core.state cimport Frame, Game

cdef void choose_run(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef int choose_check(Game *g, const Frame *f, const Ins *ins, int code) noexcept nogil
cdef int choose_options(Game *g, const Frame *f, const Ins *ins, uint16_t *out) noexcept nogil
cdef void choose_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil
cdef void roll_answered(Game *g, Frame *f, const Ins *ins, const uint16_t *values,
                        int n) noexcept nogil
