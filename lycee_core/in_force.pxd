# The rules that cards bring: what is forbidden, permitted, required now, for whom, about whom.
# Above: values (which lists them). Below: legality and everything that asks.

from lycee_core.defs cimport LK_SPECIAL, O_FORBID
from lycee_core.state cimport Frame, Game, Rule

cdef Rule *rule_for(Game *g, int op, int what, int entity, int other, int kind,
                    int cause) noexcept nogil
cdef bint fits(Game *g, const Rule *r, int entity) noexcept nogil
cdef bint about(Game *g, const Rule *r, int other, int kind, int cause) noexcept nogil

cdef Rule *rule_permitting(Game *g, int what, int entity, int other, int flags) noexcept nogil

cdef inline bint any_rule(Game *g, int op) noexcept nogil:
    # Whether there may be a rule of this kind at all; without one nobody needs to look.
    return (g.x.rule_ops >> (op & 63)) & 1

cdef inline bint any_ban(Game *g, int what) noexcept nogil:
    # Whether anybody is forbidden this.
    return (g.x.forbids >> what) & 1

cdef inline bint any_permission(Game *g, int what) noexcept nogil:
    # Whether anybody is permitted this.
    return (g.x.permits >> what) & 1

cdef inline bint forbidden(Game *g, int what, int entity, int other, int kind) noexcept nogil:
    # R14.14: the entity may not; `other`: the opponent or the declaration it is about.
    return any_ban(g, what) and rule_for(g, O_FORBID, what, entity, other, kind, -1) != NULL

cdef inline bint permitted(Game *g, int what, int entity, int other, int flags) noexcept nogil:
    # Whether a rule permits it even if all of these flags (RULE_*) stand against it.
    return any_permission(g, what) and rule_permitting(g, what, entity, other, flags) != NULL

cdef inline int effect_doer(const Frame *f) noexcept nogil:
    # Whose doing the effect in progress is: its declaration, or the card that was triggered.
    return f.a if f.c == 255 else 144 + f.c

cdef inline int effect_kind(Game *g, const Frame *f) noexcept nogil:
    return LK_SPECIAL if f.c == 255 else g.s.links[f.c].kind

cdef bint barred(Game *g, const Frame *f, int what, int entity) noexcept nogil
cdef int seat_number(Game *g, int op, int seat, int n) noexcept nogil
