# What operations do to cards, values, cells and declarations. Above: stepping, moves.
# Below: effects.

from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef bint needs_show(Game *g, int r) noexcept nogil
cdef void op_values(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void op_cards(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_amount(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void op_look(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void op_arrange(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_cancel(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void to_bottom(Game *g, Frame *f, int n, int k) noexcept nogil
