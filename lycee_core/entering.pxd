# Entries, items and areas that an effect puts into play. Above: places, paying, stepping.
# Below: zone_verbs.

from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef void op_lift(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_use(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef void op_room(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void put_into_play(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
