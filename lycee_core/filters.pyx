# The instructions that need no selector: arithmetic, and the tests of one candidate.

from lycee_core.defs cimport *
from lycee_core.reading cimport *
from lycee_core.state cimport *
from lycee_core.program cimport Card, Ins, is_test


cdef int candidate_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """One test of a filter about the candidate: the X_ROW .. X_SAME_CELL family."""
    cdef int e = c.cand
    cdef int op = ins.op
    cdef int cell, other
    cdef const Card *card
    cdef const Card *card2
    if op == X_OTHER_THAN:
        return e != resolve_ref(g, c, ins.b)
    if op == X_IN_REG:
        return reg_has(g, ins.a, e)
    if op == X_SIDE:
        other = side_of(g, e)
        return ins.a == SIDE_ANY or (other == c.seat) == (ins.a == SIDE_OWN)
    if op == X_LINK_KIND:
        return e >= 144 and e < 160 and (ins.x >> g.s.links[e - 144].kind) & 1
    cell = cell_of(g, e)
    if op == X_ROW:
        return cell != NO_CELL and cell % 6 // 3 == ins.a
    if op == X_COLUMN:
        return cell != NO_CELL and (ins.a >> (cell % 3)) & 1
    if op == X_SAME_COLUMN or op == X_SAME_ROW or op == X_ADJACENT or op == X_SAME_CELL \
            or op == X_IN_FRONT:
        other = resolve_ref(g, c, ins.b)
        other = c.cell if other == c.source else cell_of(g, other)
        if cell == NO_CELL or other == NO_CELL:
            return 0
        if op == X_SAME_COLUMN:
            return same_column(cell, other)
        if op == X_SAME_ROW:
            return cell % 6 // 3 == other % 6 // 3
        if op == X_ADJACENT:
            return adjacent(cell, other)
        if op == X_SAME_CELL:
            return cell == other
        return cell // 6 != other // 6 and same_column(cell, other)
    if op == X_TAPPED:
        return cell != NO_CELL and (g.s.chars[cell].flags & CH_TAPPED) != 0
    if op == X_NEW:
        return cell != NO_CELL and (g.s.chars[cell].flags & CH_NEW) != 0
    if op == X_EQUIPPED:
        return equipped(g, e)
    if op == X_BASIC:
        return cell != NO_CELL and (g.x.basics[cell] >> ins.a) & 1
    if op == X_EMPTY:
        return cell != NO_CELL and g.s.chars[cell].token == NO_TOKEN
    if op == X_HAS_AREA:
        return cell != NO_CELL and g.s.chars[cell].area != NO_TOKEN
    card = face_of(g, e)
    if card == NULL:
        return 0
    if op == X_ATTRIBUTE:
        return (card.attributes & ins.a) != 0
    if op == X_PURE:
        return card.attributes == ins.a
    if op == X_MULTI:
        return popcount64(card.attributes) > 1
    if op == X_NAME:
        return card.name == ins.x or card.also[0] == ins.x or card.also[1] == ins.x
    if op == X_SEX:
        return card.sex == ins.a
    if op == X_TYPE:
        return (card.type & ins.a) != 0
    if op == X_CONVERSION:
        return card.component[0] != 0xFFFF
    other = resolve_ref(g, c, ins.b)
    card2 = face_of(g, other)
    if card2 == NULL or not is_told(g, c, other):
        return 0
    if op == X_SAME_NAME:
        return names_meet(card, card2, 3)
    if op == X_SAME_ATTRIBUTE:
        return (card.attributes & card2.attributes) != 0
    return 0


cdef bint reads_face(int op) noexcept nogil:
    """Whether a test of a filter looks at the face of the candidate."""
    return (op >= X_ATTRIBUTE and op <= X_SEX) or op == X_TYPE or op == X_SAME_ATTRIBUTE \
        or op == X_CONVERSION or op == X_TITLE


cdef bint is_conjunction(const Ins *ins) noexcept nogil:
    """Whether a filter is nothing but tests, each perhaps negated, that must all hold."""
    cdef bint after_test = False
    while ins.op != X_END:
        if ins.op == X_NOT and not after_test:
            return False
        if not is_test(ins.op) and ins.op != X_AND and ins.op != X_NOT:
            return False
        after_test = is_test(ins.op)
        ins += 1
    return True


cdef inline int floor_div(int a, int b) noexcept nogil:
    # C rounds toward zero; amounts round toward minus infinity.
    cdef int q
    if b == 0:
        return 0
    q = a // b
    if a % b != 0 and (a < 0) != (b < 0):
        q -= 1
    return q


cdef int combine(int op, int a, int b) noexcept nogil:
    """Instructions that take two values and push one."""
    if op == X_ADD:
        return a + b
    if op == X_SUB:
        return a - b
    if op == X_MUL:
        return a * b
    if op == X_DIV:
        return floor_div(a, b)
    if op == X_MIN:
        return a if a < b else b
    if op == X_MAX:
        return a if a > b else b
    if op == X_LT:
        return a < b
    if op == X_LE:
        return a <= b
    if op == X_EQ:
        return a == b
    if op == X_NE:
        return a != b
    if op == X_GE:
        return a >= b
    if op == X_GT:
        return a > b
    if op == X_AND:
        return a != 0 and b != 0
    return a != 0 or b != 0
