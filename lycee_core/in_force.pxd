# The rules that cards bring: what is forbidden, permitted, required now, for whom, about whom.
# Above: values (which lists them). Below: legality and everything that asks.

from lycee_core.defs cimport LK_SPECIAL, O_FORBID
from lycee_core.state cimport Frame, Game, Rule

cdef Rule *rule_for(Game *g, int op, int what, int entity, int other, int kind,
                    int cause) noexcept nogil
cdef bint fits(Game *g, const Rule *r, int entity) noexcept nogil
cdef bint about(Game *g, const Rule *r, int other, int kind, int cause) noexcept nogil

cdef inline bint forbidden(Game *g, int what, int entity, int other, int kind) noexcept nogil:
    # R14.14: the entity may not; `other`: the opponent or the declaration it is about.
    return g.x.n_rules and rule_for(g, O_FORBID, what, entity, other, kind, -1) != NULL

cdef inline int effect_doer(const Frame *f) noexcept nogil:
    # Whose doing the effect in progress is: its declaration, or the card that was triggered.
    return f.a if f.c == 255 else 144 + f.c

cdef inline int effect_kind(Game *g, const Frame *f) noexcept nogil:
    return LK_SPECIAL if f.c == 255 else g.s.links[f.c].kind

cdef bint barred(Game *g, const Frame *f, int what, int entity) noexcept nogil
cdef int seat_number(Game *g, int op, int seat, int n) noexcept nogil
cdef bint permitted(Game *g, int what, int entity, int other, int flags) noexcept nogil
