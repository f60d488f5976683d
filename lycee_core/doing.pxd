# Who is doing what happens now, and what else is told about it.
# Above: reading. Below: selectors, hearing.

from lycee_core.reading cimport Ctx
from lycee_core.state cimport Game

cdef struct Doer:
    int kind                # CAUSE_*
    int seat
    int token

cdef void find_doer(Game *g, Doer *d) noexcept nogil
cdef int cause_of(Game *g, const Ctx *c) noexcept nogil
cdef bint is_caused(Game *g, const Ctx *c, int side, int kinds) noexcept nogil
cdef bint told_zone(Game *g, int goal, int zones) noexcept nogil
cdef int told_entity(Game *g, const Ctx *c, int which) noexcept nogil
