# What every declaration needs, each refusal with its one rule number. Above: changes, affording.
# Below: from_hand and from_field (all that may be declared).

from libc.stdint cimport uint8_t

from lycee_core.defs cimport P_RESPOND, WHAT_RESPOND
from lycee_core.house cimport CHAIN_LIMIT, DECLARATION_TURN_LIMIT
from lycee_core.in_force cimport any_ban, forbidden
from lycee_core.program cimport Cost
from lycee_core.state cimport Game, Link

cdef int imagined_cost_rule(Game *g, const Link *decl, const Cost *cost, const uint8_t *points,
                            int declared) noexcept nogil
cdef int changed_rule(Game *g, int seat, int kind, int token, int cell, int ability,
                      const Cost *cost, int declared) noexcept nogil

cdef inline int full_rule(Game *g) noexcept nogil:
    # 0, or the rule by which no further declaration is possible now.
    if g.s.n_links >= CHAIN_LIMIT:
        return 732                                  # R7.32
    return 734 if g.s.declared >= DECLARATION_TURN_LIMIT else 0     # R7.34

cdef inline bint may_not_respond(Game *g, int seat, int kind) noexcept nogil:
    # R14.14: whether a seat is forbidden to answer what lies on top of the chain.
    if kind != P_RESPOND or g.s.n_links == 0 or not any_ban(g, WHAT_RESPOND):
        return False
    return forbidden(g, WHAT_RESPOND, 160 + seat, 144 + g.s.n_links - 1,
                     g.s.links[g.s.n_links - 1].kind)
