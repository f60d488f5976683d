"""What a declaration owes, where that is open: two costs, another column, a dearer place."""

from libc.stdint cimport uint8_t

from lycee_core.affording cimport *
from lycee_core.changes cimport change_owed
from lycee_core.costs cimport *
from lycee_core.defs cimport *
from lycee_core.holding cimport entry_number
from lycee_core.links cimport *
from lycee_core.program cimport Cost
from lycee_core.reading cimport ability_ctx
from lycee_core.state cimport *


cdef bint has_alt_cost(Game *g, const Link *decl) noexcept nogil:
    return decl.token < N_TOKENS and g.s.place[decl.token] == ZONE_CHAIN \
        and not is_unpriced(decl) and alt_cost(g, card_of(g, decl.token)) != NULL


cdef bint leaves_number_open(Game *g, const Link *decl) noexcept nogil:
    cdef const Cost *cost = cost_of_link(g, decl)
    return cost != NULL and cost.flags & CO_X


cdef void fix_owed(Game *g, int link) noexcept nogil:
    """R5.22: what a declaration owes is worked out once its targets are named, and stays."""
    cdef Link *decl = &g.s.links[link]
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef Ctx c
    if cost != NULL and cost.flags & CO_DYNAMIC:
        link_ctx(g, &c, link)
        owed_by(g, &c, cost, decl.owed)
    change_owed(g, link, decl.owed)


cdef int column_check(Game *g, Link *decl, int code) noexcept nogil:
    """R10.11.

    The own column or a neighbouring one, as the attacker sees them; R10.12: only another column
    costs.
    """
    cdef int column = code - CODE_NUMBER
    cdef int own = decl.cell % 3
    cdef int entry
    if column < 0 or column > 2 or column - own > 1 or own - column > 1:
        return 1011                                 # R10.11
    if column == own:
        return 0
    entry = entry_number(g, decl.cell, B_SIDE_ATTACK)
    if entry < 0:
        return 0
    return side_attack_cost(g, decl.seat, entry, decl.cell)


cdef int side_attack_cost(Game *g, int seat, int entry, int cell) noexcept nogil:
    cdef const Cost *cost = &g.book.basics[entry].cost
    cdef Ctx c
    # From the view of the attack that is being declared: its own [T] is spoken for.
    cdef uint8_t owed[6]
    cdef int i, rule
    ability_ctx(&c, seat, g.s.chars[cell].token, cell, g.s.n_links - 1)
    for i in range(6):
        owed[i] = cost.points[i]
    g.s.links[g.s.n_links - 1].ability = 0x8000 | entry
    change_owed(g, g.s.n_links - 1, owed)
    rule = cost_rule_of(g, &c, cost, owed, NO_TOKEN)
    g.s.links[g.s.n_links - 1].ability = 0xFFFF
    return rule


cdef int which_cost_check(Game *g, Link *decl, int link, int code) noexcept nogil:
    """R5.39: the printed cost (0) or the other one of the card (1), each only if it can be paid."""
    cdef const Cost *other = alt_cost(g, card_of(g, decl.token))
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef Ctx c
    cdef uint8_t owed[6]
    cdef int i
    link_ctx(g, &c, link)
    if code != CODE_NUMBER and (code != CODE_NUMBER + 1 or other == NULL):
        return 112                                  # R1.12
    for i in range(6):
        owed[i] = decl.owed[i] if code == CODE_NUMBER else other.points[i]
    change_owed(g, link, owed)
    if code == CODE_NUMBER:
        if cost != NULL:
            return cost_rule_of(g, &c, cost, owed, NO_TOKEN)
        return cost_rule(g, decl.seat, NULL, owed, decl.token, NO_CELL, NO_TOKEN, NULL)
    return cost_rule_of(g, &c, other, owed, NO_TOKEN)


cdef int dearer_there(Game *g, Link *decl, int link, uint8_t *where, int cell) noexcept nogil:
    """The rule against paying for a declaration that goes to a cell, by either of its costs."""
    cdef int kept = where[0], rule
    where[0] = cell
    rule = which_cost_check(g, decl, link, CODE_NUMBER)
    if rule and has_alt_cost(g, decl):
        rule = which_cost_check(g, decl, link, CODE_NUMBER + 1)
    where[0] = kept
    return rule


cdef void decide_cost(Game *g, Frame *f, Link *decl, int code) noexcept nogil:
    """The printed cost stands already; the other one takes its place."""
    cdef int i
    f.step = DS_NUMBER
    if code == CODE_NUMBER:
        return
    decl.flags |= LF_ALT_COST
    for i in range(6):
        decl.owed[i] = cost_of_link(g, decl).points[i]
