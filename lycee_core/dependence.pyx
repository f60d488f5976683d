# What passive abilities read, so that a change of anything else leaves the values alone.

from lycee_core.defs cimport *
from lycee_core.program cimport Ability, Book, Card, Ins, Selector


cdef int instruction_reads(const Ins *ins) noexcept:
    """Mask of DEP_*: what one instruction of an expression reads itself."""
    cdef int op = ins.op
    if op == X_SIZE or op == X_DONE or op == X_ABOVE:
        return DEP_ZONES | DEP_BATTLE | DEP_CHAIN | DEP_TURN    # the seat may be the turn player
    if op == X_DEPTH or op == X_NEW_DUST:
        return DEP_ZONES | DEP_TURN
    if op == X_TAPPED or op == X_NEW:
        return DEP_TAP
    if op == X_ENTERED:
        return DEP_TAP | DEP_TURN | DEP_BATTLE | DEP_CHAIN
    if op == X_HAPPENED or op == X_USES:
        return DEP_HISTORY | DEP_TURN | DEP_BATTLE
    if op == X_DID:
        return DEP_HISTORY | DEP_TURN | DEP_BATTLE
    if op == X_BATTLE or op == X_DAMAGE or op == X_IS:
        return DEP_BATTLE
    if op == X_TURN or op == X_CLOCK:
        return DEP_TURN
    if op == X_RESPONDING or op == X_IS_PAID or (op >= X_LINK_FROM and op <= X_LINK_BASIC):
        return DEP_CHAIN
    if op != X_LIT and ins.b >= REF_ATTACKER and ins.b <= REF_DECLARATION:
        return DEP_BATTLE | DEP_CHAIN
    return 0


cdef bint has_amount(const Ins *ins) noexcept:
    """Whether an operation that goes on holding works out an expression, at x."""
    cdef int op = ins.op
    return op == O_CHANGE or op == O_SET or op == O_DAMAGE or op == O_HAND_LIMIT \
        or op == O_WARM_UP or op == O_DAMAGE_TO_DECK or (op == O_BECOME and ins.y)


cdef int expression_reads(const Book *book, int pc) noexcept:
    cdef const Ins *ins = &book.code[pc]
    cdef int found = 0
    if pc == 0:
        return 0
    while ins.op != X_END:
        if ins.op == X_COUNT or ins.op == X_NESTED or ins.op == X_FOLD \
                or ins.op == X_LINK_INTO or ins.op == X_LINK_TARGETS:
            found |= selector_reads(book, ins.x)
        elif ins.op == X_IS or ins.op == X_DEPTH or ins.op == X_ANY_REG:
            found |= expression_reads(book, ins.x)
        elif ins.op == X_BATTLE:
            found |= expression_reads(book, ins.x) | expression_reads(book, ins.y)
        found |= instruction_reads(ins)
        ins += 1
    return found


cdef int selector_reads(const Book *book, int selector) noexcept:
    cdef const Selector *sel = &book.selectors[selector]
    cdef int found = expression_reads(book, sel.filter) | expression_reads(book, sel.amount)
    found |= expression_reads(book, sel.depth)
    if sel.zone != SZ_FIELD:
        found |= DEP_ZONES | DEP_CHAIN
    return found


cdef int program_reads(const Book *book, int pc) noexcept:
    cdef const Ins *ins = &book.code[pc]
    cdef int found = 0
    while ins.op != O_END:
        if ins.op == O_SELECT:
            found |= selector_reads(book, ins.x)
        elif ins.op == O_UNLESS or has_amount(ins):
            found |= expression_reads(book, ins.x)
        elif ins.op == O_EX_CHANGE:
            found |= expression_reads(book, ins.y)
        elif ins.op == O_REF and ins.b == REF_TURN_PLAYER:
            found |= DEP_TURN
        elif ins.op == O_REF and ins.b >= REF_ATTACKER and ins.b <= REF_DECLARATION:
            found |= DEP_BATTLE | DEP_CHAIN
        ins += 1
    return found


cdef int passives_read(const Book *book, int card) noexcept:
    cdef const Card *c = &book.cards[card]
    cdef const Ability *a
    cdef int i, found = 0
    for i in range(c.n_abilities):
        a = &book.abilities[c.first_ability + i]
        if a.kind == AK_PASSIVE:
            found |= expression_reads(book, a.cond) | program_reads(book, a.effect)
        elif a.kind == AK_ACTIVATED and a.by != USER_CONTROLLER:
            found |= DEP_FOREIGN
    return found
