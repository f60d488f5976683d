# Operations that hold. Above: selectors. Below: values, lasting_verbs.

from libc.stdint cimport int16_t

from lycee_core.house cimport VALUE_LIMIT
from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Game

cdef int amount_for(Game *g, Ctx *c, const Ins *ins, int entity) noexcept nogil
cdef int entry_number(Game *g, int cell, int basic) noexcept nogil
cdef void add_rule(Game *g, const Ctx *c, int pc, int subject, int amount, int modifier,
                   int aux) noexcept nogil
cdef void hold_for(Game *g, Ctx *c, int pc, int entity, int amount, int modifier,
                   int aux) noexcept nogil

cdef inline int16_t clamp(int v) noexcept nogil:
    # R14.4
    if v > VALUE_LIMIT:
        return VALUE_LIMIT
    if v < -VALUE_LIMIT:
        return -VALUE_LIMIT
    return v
