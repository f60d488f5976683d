# What operations do to cards, values, cells and declarations. Above: stepping, moves.
# Below: effects.

from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef void op_values(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void op_amount(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void op_cancel(Game *g, Frame *f, const Ins *ins) noexcept nogil
