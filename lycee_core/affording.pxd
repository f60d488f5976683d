# Whether a cost could be designated now. Above: costs, gifts. Below: legality, paying, payment.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lycee_core.points cimport Pool
from lycee_core.program cimport Cost
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Game

cdef bint affordable(Game *g, const Ctx *c, const Cost *cost, uint64_t hand, int cards,
                     int selector, const uint8_t *owed) noexcept nogil
cdef int tapped_by(Game *g, const Ctx *c, const Cost *cost, int link) noexcept nogil
cdef int cost_rule(Game *g, int seat, const Cost *cost, const uint8_t *owed, int source, int cell,
                   int declared, const Pool *pool) noexcept nogil
cdef int cost_rule_at(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed, uint64_t hand,
                      int link) noexcept nogil
cdef int cost_rule_of(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed,
                      int declared) noexcept nogil
cdef int amount_rule(Game *g, int link, int code) noexcept nogil
cdef int amount_options(Game *g, int link, uint16_t *out) noexcept nogil
cdef void amount_decide(Game *g, int link, int code) noexcept nogil
