# What may be picked together: different names, sums within bounds, the best first; whole lines.
#
# Theory of operation. A pick fills a register one by one. Each further one must leave the bounds of
# the selector possible, and a pick may stop where they hold, or where nothing fits any more. Only
# public facts decide (R1.14): what is not public is unsure, and then nobody is held to the bounds.

from libc.stdint cimport uint8_t

from lycee_core.defs cimport *
from lycee_core.faces cimport *
from lycee_core.program cimport Card, Selector
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *


cdef bint shares(Game *g, int a, int b, int what) noexcept nogil:
    """Whether two things are alike in what must be different."""
    cdef const Card *x = face_of(g, a)
    cdef const Card *y = face_of(g, b)
    if what == DISTINCT_ROW:
        return cell_of(g, a) % 6 // 3 == cell_of(g, b) % 6 // 3
    if what == DISTINCT_COLUMN:
        return same_column(cell_of(g, a), cell_of(g, b))
    if x == NULL or y == NULL:
        return False
    if what == DISTINCT_NAME:
        return alike(g, a, x, b, y, 3)
    if what == DISTINCT_ATTRIBUTE:
        return (attributes_of(g, a, x) & attributes_of(g, b, y)) != 0
    if what == DISTINCT_NUMBER:
        return x == y
    if what == DISTINCT_TYPE:
        return x.type == y.type
    return value_of(g, a, what - DISTINCT_VALUE) == value_of(g, b, what - DISTINCT_VALUE)


cdef bint bounds_hold(Game *g, const Ctx *c, int pc, int register, int entity) noexcept nogil:
    """Whether bounds on sums hold over what a register holds and one more (255: none)."""
    cdef Ctx inner = c[0]
    inner.picking = register
    inner.cand = entity
    return holds(g, &inner, pc)


cdef bint sums_hold(Game *g, const Ctx *c, const Selector *sel, int register) noexcept nogil:
    """Whether the sums over what was picked are as they must be."""
    return sel.total == 0 or bounds_hold(g, c, sel.total, register, 255)


cdef bint is_choosy(const Selector *sel) noexcept nogil:
    return sel.distinct != 0 or sel.total != 0 or sel.best != 0


cdef bint pick_fits(Game *g, const Ctx *c, int selector, int register, int entity,
                    const Entities *found) noexcept nogil:
    """Whether one more pick goes with those made; `found`: everything that matches."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef uint8_t members[120]
    cdef int n, i, what
    if not is_choosy(sel) or found.unsure:
        return True
    n = reg_list(g, register, members)
    for what in range(DISTINCT_VALUE + VAL_ITEMS + 1):
        if not (sel.distinct >> what) & 1:
            continue
        for i in range(n):
            if shares(g, members[i], entity, what):
                return False
    if sel.most and not bounds_hold(g, c, sel.most, register, entity):
        return False
    if sel.best:
        for i in range(popcount64(found.lo) + popcount64(found.hi)):
            what = member(found, i)
            if not reg_has(g, register, what) and is_better(g, sel, what, entity):
                return False
    return True


cdef bint more_fit(Game *g, const Ctx *c, int selector, int register,
                   const Entities *found) noexcept nogil:
    """Whether anything can still be picked."""
    cdef int i, entity
    for i in range(popcount64(found.lo) + popcount64(found.hi)):
        entity = member(found, i)
        if not reg_has(g, register, entity) \
                and pick_fits(g, c, selector, register, entity, found):
            return True
    return False


cdef bint is_enough(Game *g, const Ctx *c, int selector, int register,
                    const Entities *found) noexcept nogil:
    """Whether the sums over what was picked are as they must be, or cannot become so."""
    cdef const Selector *sel = &g.book.selectors[selector]
    return sel.total == 0 or found.unsure or bounds_hold(g, c, sel.total, register, 255) \
        or not more_fit(g, c, selector, register, found)


# ---- rows and columns: one pick, several cells --------------------------------------------------

cdef int line_size(const Selector *sel) noexcept nogil:
    """How many members of a register one pick stands for."""
    if sel.zone == SZ_ROWS:
        return 3
    if sel.zone == SZ_COLUMNS:
        return 4 if sel.side == SIDE_ANY else 2
    return 1


cdef void add_pick(Game *g, const Selector *sel, int register, int entity) noexcept nogil:
    """Puts one pick into a register: a row or column as all of its cells."""
    cdef int cell = entity - 128
    cdef int i
    if sel.zone == SZ_ROWS:
        for i in range(3):
            reg_add(g, register, entity + i)
    elif sel.zone == SZ_COLUMNS:
        reg_add(g, register, entity)
        reg_add(g, register, entity + 3)
        if sel.side == SIDE_ANY:
            cell = facing(cell)
            reg_add(g, register, 128 + cell)
            reg_add(g, register, 131 + cell)
    else:
        reg_add(g, register, entity)


cdef void follow(Game *g, const Selector *sel, int register) noexcept nogil:
    """Notes whether what a register holds stays named wherever it goes (R15.8)."""
    if sel.follow and register < N_WAS:
        g.s.follows |= 1 << register


cdef void widen(Game *g, const Selector *sel, int register) noexcept nogil:
    """Rows and columns that a register names become all of their cells."""
    cdef uint8_t members[120]
    cdef int n = reg_list(g, register, members), i
    if line_size(sel) > 1:
        for i in range(n):
            add_pick(g, sel, register, members[i])
