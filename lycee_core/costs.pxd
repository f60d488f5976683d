# Whether a cost could be designated now. Above: points. Below: legality, payment.

from libc.stdint cimport uint8_t, uint64_t

from lycee_core.program cimport Cost
from lycee_core.selectors cimport Ctx
from lycee_core.points cimport Pool
from lycee_core.state cimport Game, Link

cdef int tap_rule(Game *g, int cell) noexcept nogil
cdef bint completable(Game *g, int seat, uint64_t hand, uint64_t among, int cards, int selector,
                      const uint8_t *owed) noexcept nogil
cdef int cost_rule(Game *g, int seat, const Cost *cost, const uint8_t *owed, int cell,
                   int declared, const Pool *pool) noexcept nogil
cdef const Cost *cost_of_link(Game *g, const Link *decl) noexcept nogil
cdef void one_point_pool(Game *g, const Link *decl, Pool *full, Pool *single) noexcept nogil
cdef bint points_paid(Game *g, Link *decl) noexcept nogil
cdef void take_payment(Game *g, Link *decl, bint points, bint cards) noexcept nogil
