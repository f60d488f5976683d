# The rules that refuse.
#
# Theory of operation. Every function returns 0 (legal), -1 (this replica lacks a face and cannot
# say), or the number of the one rule that forbids it: chapter * 100 + number, so R6.5 is 605. The
# same functions list what may be declared and judge what a peer declared, so the two can never
# disagree.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from lycee_core.affording cimport cost_rule
from lycee_core.changes cimport change_owed, imagined
from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.program cimport Cost
from lycee_core.state cimport *


cdef int imagined_cost_rule(Game *g, const Link *decl, const Cost *cost, const uint8_t *points,
                            int declared) noexcept nogil:
    """`cost_rule` for an imagined link, after what cards change of its points (R5.28)."""
    cdef uint8_t owed[6]
    cdef int i
    for i in range(6):
        owed[i] = points[i]
    change_owed(g, g.s.n_links, owed)
    return cost_rule(g, decl.seat, cost, owed, decl.token, decl.cell if declared == NO_TOKEN
                     else NO_CELL, declared, NULL)


cdef int changed_rule(Game *g, int seat, int kind, int token, int cell, int ability,
                      const Cost *cost, int declared) noexcept nogil:
    """`cost_rule` of what a card in play does, where cards change costs; NULL: it is free.

    `declared`: the hand card whose ability it is, or NO_TOKEN.
    """
    cdef uint8_t nothing[6]
    cdef Link *decl
    cdef int rule
    if g.s.n_links >= CHAIN_LIMIT:
        return 732                                  # R7.32
    memset(nothing, 0, sizeof(nothing))
    decl = imagined(g, seat, kind, token, cell, ability)
    if cost == NULL:
        rule = imagined_cost_rule(g, decl, NULL, nothing, declared)
    else:
        rule = imagined_cost_rule(g, decl, cost, cost.points, declared)
    memset(decl, 0, sizeof(Link))
    return rule
