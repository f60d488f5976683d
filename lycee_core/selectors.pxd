# Who and which: expressions about the public state, and the sets that selectors name.
# Above: reading, filters. Below: values (continuous effects), triggers, moves and everything that
# carries out programs.

from libc.stdint cimport int32_t

from lycee_core.program cimport Selector
from lycee_core.reading cimport *
from lycee_core.seen cimport *
from lycee_core.state cimport Game, Rule

cdef void sift(Game *g, const Ctx *c, int selector, int need, Entities *out) noexcept nogil
cdef int32_t expr(Game *g, const Ctx *c, int pc) noexcept nogil
cdef bint told_matches(Game *g, const Ctx *c, int selector, int entity) noexcept nogil
cdef bint fits(Game *g, const Ctx *c, int entity, int pc) noexcept nogil
cdef bint holds(Game *g, const Ctx *c, int pc) noexcept nogil
cdef int matches(Game *g, const Ctx *c, int selector, int entity) noexcept nogil
cdef bint about_damage(Game *g, const Rule *r, int seat) noexcept nogil
cdef int damage_after_rules(Game *g, int n, int seat) noexcept nogil
cdef void match_all(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil
cdef int select(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil
cdef bint at_least(Game *g, const Ctx *c, int selector, int need) noexcept nogil
cdef int selector_count(Game *g, const Ctx *c, int selector) noexcept nogil
cdef void gather_raw(Game *g, const Ctx *c, const Selector *sel, Entities *out) noexcept nogil
cdef bint is_better(Game *g, const Selector *sel, int a, int b) noexcept nogil
