# What cards are worth as payment, and which may pay, after what cards say of it. Above: points,
# in_force. Below: costs, gifts, affording, payment.

from libc.stdint cimport uint64_t

from lycee_core.defs cimport *
from lycee_core.in_force cimport any_ban, any_permission, any_rule
from lycee_core.points cimport Pool
from lycee_core.state cimport Game

cdef inline bint as_printed(Game *g) noexcept nogil:
    # Whether every hand card pays, with its printed EX, and nothing else does.
    return not (g.x.n_rules and (any_rule(g, O_EX_CHANGE) or any_ban(g, WHAT_PAY)
                                 or any_permission(g, WHAT_PAY)))

cdef int worth(Game *g, int link, int token, int *attributes) noexcept nogil
cdef void pool_add_card(Game *g, Pool *p, int link, int token) noexcept nogil
cdef int link_paid(Game *g) noexcept nogil
cdef uint64_t payers_by_rules(Game *g, int seat) noexcept nogil

cdef inline uint64_t payers(Game *g, int seat) noexcept nogil:
    # The cards of a seat that may pay, as bits of its own tokens.
    return g.s.hand[seat] if as_printed(g) else payers_by_rules(g, seat)

cdef void pool_of(Game *g, Pool *p, uint64_t tokens, int seat, int link) noexcept nogil
