"""Which rule of a card applies to whom (R14.14).

Theory of operation. `values` lists the rules in force: instructions with their view. A rule holds
for one entity, for all that belongs to a seat, or for whatever its selector matches at the moment
somebody asks. What it is about (the opponent, the declaration, the cause) stands in the instruction
behind it. Forbidding wins over permitting.
"""

from lycee_core.defs cimport *
from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx, ability_ctx, matches, side_of
from lycee_core.state cimport *


cdef bint fits(Game *g, const Rule *r, int entity) noexcept nogil:
    """Whether a rule holds for an entity."""
    cdef const Ins *ins = &g.book.code[r.pc]
    cdef Ctx c
    if r.subject == 255:
        if ins.x == 0 or ins.a != 255:
            return True
        ability_ctx(&c, r.seat, r.source, r.cell, 255)
        c.amount = r.amount
        return matches(g, &c, ins.x, entity) == 1
    if r.subject == entity:
        return True
    if r.subject < 160:
        return False
    return entity != 255 and entity < 160 and side_of(g, entity) == r.subject - 160


cdef bint about(Game *g, const Rule *r, int other, int kind, int cause) noexcept nogil:
    """Whether a rule is about this opponent or declaration, of this link kind, by this cause."""
    cdef const Ins *ins = &g.book.code[r.pc + 1]
    cdef Ctx c
    if ins.op != O_OF:
        return other < 128 or other >= 140          # nothing about a cell
    if (ins.c & ABOUT_CELLS != 0) != (other >= 128 and other < 140):
        return False
    if ins.y and (kind < 0 or not (ins.y >> kind) & 1):
        return False
    if ins.c & ~ABOUT_CELLS and (cause < 0 or not (ins.c >> cause) & 1):
        return False
    if ins.b and r.aux != other:
        return False
    if ins.a != SIDE_ANY:
        if other == 255 or (side_of(g, other) == r.seat) != (ins.a == SIDE_OWN):
            return False
    if ins.x == 0:
        return True
    if other == 255:
        return False
    ability_ctx(&c, r.seat, r.source, r.cell, 255)
    c.amount = r.amount
    return matches(g, &c, ins.x, other) == 1


cdef Rule *rule_for(Game *g, int op, int what, int entity, int other, int kind,
                    int cause) noexcept nogil:
    """The first rule of a kind that applies, or NULL."""
    cdef const Ins *ins
    cdef Rule *r
    cdef int i
    if not any_rule(g, op):
        return NULL
    for i in range(g.x.n_rules):
        r = &g.rules[i]
        ins = &g.book.code[r.pc]
        if ins.op == op and (what < 0 or ins.b == what) and fits(g, r, entity) \
                and about(g, r, other, kind, cause):
            return r
    return NULL


cdef bint barred(Game *g, const Frame *f, int what, int entity) noexcept nogil:
    """Whether a rule keeps the effect in progress from doing this to somebody."""
    return forbidden(g, what, entity, effect_doer(f), effect_kind(g, f))


cdef int seat_number(Game *g, int op, int seat, int n) noexcept nogil:
    """A number of a seat (O_HAND_LIMIT, O_WARM_UP) after what cards set and change."""
    cdef const Ins *ins
    cdef int i, step
    for step in range(2):                           # first what sets, then what changes
        for i in range(g.x.n_rules):
            ins = &g.book.code[g.rules[i].pc]
            if ins.op != op or g.rules[i].subject != 160 + seat or ins.b == step:
                continue
            n = g.rules[i].amount if ins.b else n + g.rules[i].amount
    return n


cdef Rule *rule_permitting(Game *g, int what, int entity, int other, int flags) noexcept nogil:
    """The first rule by which it is `permitted`, or NULL."""
    cdef const Ins *ins
    cdef int i
    for i in range(g.x.n_rules):
        ins = &g.book.code[g.rules[i].pc]
        if ins.op == O_PERMIT and ins.b == what and ins.y & flags == flags \
                and fits(g, &g.rules[i], entity) and about(g, &g.rules[i], other, -1, -1):
            return &g.rules[i]
    return NULL
