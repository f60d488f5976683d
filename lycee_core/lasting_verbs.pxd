# The verbs whose work goes on holding. Above: lasting, stepping. Below: effects.

from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef void op_lasting(Game *g, Frame *f, const Ins *ins, Ctx *c) noexcept nogil
cdef void op_reset(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_become_new(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef int special_count(Game *g, int token) noexcept nogil
cdef void op_lose_one(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void lose_chosen(Game *g, Frame *f, int which) noexcept nogil
cdef void op_later(Game *g, Frame *f, const Ins *ins, Ctx *c) noexcept nogil
cdef void op_remember(Game *g, Frame *f, const Ins *ins, Ctx *c) noexcept nogil
