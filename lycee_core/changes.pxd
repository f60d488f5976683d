# What cards change of costs (R5.28). Above: in_force. Below: costs, legality, declare, tax.

from libc.stdint cimport uint8_t

from lycee_core.defs cimport O_COST_CHANGE, WHAT_PAY, WHAT_USE
from lycee_core.in_force cimport any_rule
from lycee_core.state cimport Game, Link

cdef inline bint costs_change(Game *g) noexcept nogil:
    # Whether any card in play may change costs, or who pays them, at all.
    return any_rule(g, O_COST_CHANGE) or g.x.permits & (1u << WHAT_USE | 1u << WHAT_PAY)

cdef bint changes_itself(Game *g, int card) noexcept nogil

cdef inline bint cost_may_change(Game *g, int card) noexcept nogil:
    # Whether the cost of a card may be another than the printed one.
    return costs_change(g) or changes_itself(g, card)

cdef int kinds_of(Game *g, const Link *decl) noexcept nogil
cdef void use_cost_changes(Game *g, int link) noexcept nogil
cdef void change_owed(Game *g, int link, uint8_t *owed) noexcept nogil
cdef Link *imagined(Game *g, int seat, int kind, int token, int cell, int ability) noexcept nogil
