# In which windows the conditions of an ability can hold at all, as far as they speak of whose turn
# it is, of a battle and of responding. A mask of the eight kinds of window is worked out once for
# each ability, so that a list of legal decisions need not run conditions that are false anyway.

from lycee_core.defs cimport *
from lycee_core.program cimport Ins

cdef enum:
    # windows by number: bit 0 the own turn, bit 1 a battle, bit 2 a response
    OWN_TURN = 0xAA
    IN_BATTLE = 0xCC
    RESPONSE = 0xF0
    EVERY_WINDOW = 0xFF
    MAIN_WINDOW = 1 << 1    # the own turn, no battle, no response

cdef inline int window_number(bint own_turn, bint battle, bint response) noexcept nogil:
    return own_turn | battle << 1 | response << 2

cdef inline int windows_of(const Ins *code, int pc) noexcept nogil:
    # Conditions that are joined by more than `and` are left to be run.
    cdef const Ins *ins = &code[pc]
    cdef int mask = EVERY_WINDOW, only
    if pc == 0:
        return mask
    while ins.op != X_END:
        only = EVERY_WINDOW
        if ins.op == X_OR or (ins.op == X_AND and ins[1].op == X_NOT):
            return EVERY_WINDOW
        if ins.op == X_TURN and ins.a != SIDE_ANY:
            only = OWN_TURN if ins.a == SIDE_OWN else ~OWN_TURN
        elif ins.op == X_BATTLE:
            only = IN_BATTLE if ins.a else ~IN_BATTLE
        elif ins.op == X_RESPONDING:
            only = RESPONSE if ins.a else ~RESPONSE
            if ins.a and (ins.y >> IS_DOWNED) & 1:
                only |= IN_BATTLE                   # R8.30: before anything is declared
        if ins[1].op != X_NOT:
            mask &= only
        ins += 1
    return mask & EVERY_WINDOW
