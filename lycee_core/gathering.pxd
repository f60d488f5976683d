# The cards of the zones that a selector names. Above: reading. Below: selectors, choices.

from lycee_core.program cimport Selector
from lycee_core.reading cimport Ctx, Entities
from lycee_core.state cimport Game

cdef void gather_zones(Game *g, const Ctx *c, const Selector *sel, int depth,
                       Entities *out) noexcept nogil
cdef int pile_slot(Game *g, int name, int seat) noexcept nogil
cdef bint all_public(Game *g, const Entities *found) noexcept nogil
