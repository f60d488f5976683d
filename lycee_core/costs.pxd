# The parts of a cost, and what could be named for them. Above: points, changes. Below: gifts,
# affording, payment.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lycee_core.program cimport Card, Cost, CostPart
from lycee_core.selectors cimport Ctx, Entities
from lycee_core.points cimport Pool
from lycee_core.state cimport Extra, Game, Link

cdef enum:
    MOST_NUMBER = 51            # codes 204 to 255

cdef int tap_rule(Game *g, int cell) noexcept nogil
cdef bint public_parts_fit(Game *g, const Ctx *c, const Cost *cost, const uint8_t *need,
                           int without) noexcept nogil
cdef int part_least(Game *g, const Ctx *c, const CostPart *part) noexcept nogil
cdef int part_most(Game *g, const Ctx *c, const CostPart *part) noexcept nogil
cdef void candidates(Game *g, const Ctx *c, const Cost *cost, int part,
                     Entities *out) noexcept nogil
cdef void owed_by(Game *g, const Ctx *c, const Cost *cost, uint8_t *out) noexcept nogil
cdef int mill_owed(Game *g, const Ctx *c, const Cost *cost) noexcept nogil
cdef int x_bound(Game *g, const Ctx *c, const Cost *cost, bint most) noexcept nogil
cdef Extra *free_extra(Game *g) noexcept nogil
cdef const Cost *alt_cost(Game *g, const Card *card) noexcept nogil
cdef const Cost *cost_of_link(Game *g, const Link *decl) noexcept nogil
cdef void one_point_pool(Game *g, const Link *decl, Pool *full, Pool *single) noexcept nogil
