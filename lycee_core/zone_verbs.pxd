# The operations 70 to 99: zones, cells, entries, loops. Above: choices, field_moves.
# Below: effects.

from libc.stdint cimport uint16_t

from lycee_core.defs cimport O_ARRANGE
from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef enum:
    FIRST_ZONE_VERB = 70
    LAST_ZONE_VERB = 99

cdef inline bint is_zone_verb(int op) noexcept nogil:
    return (op >= FIRST_ZONE_VERB and op <= LAST_ZONE_VERB) or op == O_ARRANGE

cdef void zone_verb_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef int zone_verb_options(Game *g, Frame *f, const Ins *ins, uint16_t *out) noexcept nogil
cdef int zone_verb_check(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil
cdef void zone_verb_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil
