# What may be picked together.
# Above: selectors. Below: targeting, choices, declarations and costs.

from lycee_core.program cimport Selector
from lycee_core.reading cimport Ctx, Entities
from lycee_core.state cimport Game

cdef bint is_choosy(const Selector *sel) noexcept nogil
cdef bint pick_fits(Game *g, const Ctx *c, int selector, int register, int entity,
                    const Entities *found) noexcept nogil
cdef bint more_fit(Game *g, const Ctx *c, int selector, int register,
                   const Entities *found) noexcept nogil
cdef bint is_enough(Game *g, const Ctx *c, int selector, int register,
                    const Entities *found) noexcept nogil
cdef int line_size(const Selector *sel) noexcept nogil
cdef void add_pick(Game *g, const Selector *sel, int register, int entity) noexcept nogil
cdef void follow(Game *g, const Selector *sel, int register) noexcept nogil
cdef void widen(Game *g, const Selector *sel, int register) noexcept nogil
cdef bint sums_hold(Game *g, const Ctx *c, const Selector *sel, int register) noexcept nogil
