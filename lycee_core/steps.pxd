# In which step of working out continuous values an operation takes part (R14.7).

from lycee_core.defs cimport *

cdef inline int step_of(int op) noexcept nogil:
    # 0: it only steers.
    if op == O_CHANGE:
        return STEP_CHANGE
    if op == O_GAIN_BASIC or op == O_GRANT or op == O_COPY_BASICS:
        return STEP_GRANT
    if op == O_LOSE_BASIC or op == O_LOSE_SPECIAL:
        return STEP_LOSE
    if op == O_SET or op == O_EXCHANGE:
        return STEP_SET
    if op == O_BECOME:
        return STEP_BECOME
    if op == O_END or op == O_SELECT or op == O_REF or op == O_UNLESS or op == O_JUMP \
            or op == O_UNTIL or op == O_OF or op == O_CHANGE_BY or op == O_CHANGE_AMOUNTS \
            or op == O_REMEMBER or op == O_COPY or op == O_CLEAR or op == O_JOIN or op == O_AS:
        return 0
    return STEP_RULE
