# What may be named as a target. Above: selectors, in_force, triggers. Below: legality, gifting,
# declare, payment_verbs.

from lycee_core.program cimport Ability
from lycee_core.selectors cimport Ctx, Entities
from lycee_core.state cimport Game

cdef int aim(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil
cdef int drop_used_up(Game *g, const Ability *a, Entities *out) noexcept nogil
cdef bint targets_possible(Game *g, Ctx *c, const Ability *a, int i) noexcept nogil
