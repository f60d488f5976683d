# New links on the chain. Above: paying, permission, from_hand, from_field. Below: target_picks,
# which_cost, declare, using.

from lycee_core.program cimport Ability
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Game, Link

cdef enum:  # steps of FR_DECLARE
    DS_PLACE = 0
    DS_TARGETS = 1
    DS_COST = 2
    DS_NUMBER = 3
    DS_PAY = 4
    DS_STANDS = 5

cdef void fill_from_hand(Game *g, Link *decl, int token) noexcept nogil
cdef void declare_start(Game *g, int code) noexcept nogil
cdef void link_ctx(Game *g, Ctx *c, int link) noexcept nogil

cdef inline const Ability *ability_of(Game *g, const Link *decl) noexcept nogil:
    if decl.ability & 0x8000:
        return NULL
    return &g.book.abilities[decl.ability]
