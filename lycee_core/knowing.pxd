# Looking at cards, putting decks in order. Above: zones. Below: zone_verbs, effects.

from libc.stdint cimport uint16_t

from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef void op_look(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void arrange_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef int arrange_options(Game *g, const Frame *f, const Ins *ins, uint16_t *out) noexcept nogil
cdef void arrange_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil
cdef void order_picks_run(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef int order_picks_options(Game *g, const Ins *ins, uint16_t *out) noexcept nogil
cdef void order_picks_decide(Game *g, int code) noexcept nogil
cdef void op_order(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_shuffle_pile(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
