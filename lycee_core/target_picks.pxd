# Picks of targets. Above: links, targeting, picking. Below: declare.

from lycee_core.program cimport Ability
from lycee_core.reading cimport Entities
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game, Link

cdef void retarget_run(Game *g) noexcept nogil
cdef int target_rule(Game *g, Frame *f, Ctx *c, const Ability *a, const Entities *found,
                     int code) noexcept nogil
cdef int enough_rule(Game *g, Frame *f, Ctx *c, const Ability *a,
                     const Entities *found) noexcept nogil
cdef void pick_target(Game *g, Frame *f, Link *decl, int code) noexcept nogil
cdef bint ask_target(Game *g, Frame *f, Link *decl) noexcept nogil
cdef int target_check(Game *g, Frame *f, Link *decl, int code) noexcept nogil
