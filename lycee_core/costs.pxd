# Whether a cost could be designated now. Above: points, moves. Below: legality, paying, payment.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lycee_core.program cimport Card, Cost, CostPart
from lycee_core.selectors cimport Ctx, Entities
from lycee_core.points cimport Pool
from lycee_core.state cimport Extra, Game, Link

cdef int tap_rule(Game *g, int cell) noexcept nogil
cdef bint completable(Game *g, const Ctx *c, uint64_t hand, uint64_t among, int cards,
                      int selector, const uint8_t *owed) noexcept nogil
cdef int cost_rule(Game *g, int seat, const Cost *cost, const uint8_t *owed, int source, int cell,
                   int declared, const Pool *pool) noexcept nogil
cdef int cost_rule_of(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed,
                      int declared) noexcept nogil
cdef bint public_parts_fit(Game *g, const Ctx *c, const Cost *cost, const uint8_t *need,
                           int without) noexcept nogil
cdef int part_least(Game *g, const Ctx *c, const CostPart *part) noexcept nogil
cdef int part_most(Game *g, const Ctx *c, const CostPart *part) noexcept nogil
cdef void candidates(Game *g, const Ctx *c, const Cost *cost, int part,
                     Entities *out) noexcept nogil
cdef void owed_by(Game *g, const Ctx *c, const Cost *cost, uint8_t *out) noexcept nogil
cdef int mill_owed(Game *g, const Ctx *c, const Cost *cost) noexcept nogil
cdef int x_bound(Game *g, const Ctx *c, const Cost *cost, bint most) noexcept nogil
cdef int amount_rule(Game *g, int link, int code) noexcept nogil
cdef int amount_options(Game *g, int link, uint16_t *out) noexcept nogil
cdef void amount_decide(Game *g, int link, int code) noexcept nogil
cdef Extra *free_extra(Game *g) noexcept nogil
cdef const Cost *alt_cost(Game *g, const Card *card) noexcept nogil
cdef const Cost *cost_of_link(Game *g, const Link *decl) noexcept nogil
cdef void one_point_pool(Game *g, const Link *decl, Pool *full, Pool *single) noexcept nogil
