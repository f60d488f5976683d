# What cards change of costs (R5.28). Above: in_force. Below: costs, legality, declare, tax.

from libc.stdint cimport uint8_t

from lycee_core.defs cimport CF_OUTSIDE, CF_PASSIVE, O_COST_CHANGE, UNKNOWN_CARD, WHAT_PAY, WHAT_USE
from lycee_core.in_force cimport any_rule
from lycee_core.state cimport Game, Link

cdef inline bint costs_change(Game *g) noexcept nogil:
    # Whether any card in play may change costs, or who pays them, at all.
    return any_rule(g, O_COST_CHANGE) or g.x.permits & (1u << WHAT_USE | 1u << WHAT_PAY)

cdef bint any_speaks_in_hand(Game *g, int card) noexcept nogil

cdef inline bint changes_itself(Game *g, int card) noexcept nogil:
    # Whether a card has a text about what its own declaration costs (R5.46).
    cdef int flags = g.book.cards[card].flags
    return flags & CF_PASSIVE and flags & CF_OUTSIDE and any_speaks_in_hand(g, card)

cdef inline bint cost_may_change(Game *g, int card) noexcept nogil:
    # Whether the cost of a card may be another than the printed one.
    return costs_change(g) or changes_itself(g, card)

cdef int kinds_of(Game *g, const Link *decl) noexcept nogil
cdef void use_cost_changes(Game *g, int link) noexcept nogil
cdef void change_points(Game *g, int link, uint8_t *owed) noexcept nogil

cdef inline void change_owed(Game *g, int link, uint8_t *owed) noexcept nogil:
    # What a declaration owes after all that changes it (R5.28, R5.46): mostly nothing does.
    cdef int card = g.s.links[link].card
    if costs_change(g) or (card != UNKNOWN_CARD and changes_itself(g, card)):
        change_points(g, link, owed)

cdef Link *imagined(Game *g, int seat, int kind, int token, int cell, int ability) noexcept nogil
