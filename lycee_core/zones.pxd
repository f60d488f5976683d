# Cards between zones by an effect, piles, cards kept on others or set aside. Above: moves,
# stepping. Below: knowing, zone_verbs.

from libc.stdint cimport uint8_t

from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef bint needs_show(Game *g, int r) noexcept nogil
cdef bint needs_own_sight(Game *g, int r) noexcept nogil
cdef int field_order(Game *g, int r, uint8_t *out) noexcept nogil
cdef int relocate(Game *g, int r, int zone, int source) noexcept nogil
cdef void op_cards(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_pile(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void op_hold(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_aside(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void tidy_run(Game *g) noexcept nogil
