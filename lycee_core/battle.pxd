# A battle from its start to its result (frame FR_BATTLE). Above: legality. Siblings (never
# imported): declare, payment, chain, effects, turn.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef enum:              # steps of FR_BATTLE
    BS_DEFEND = 0
    # a = passes in succession, seat = who has priority, b = 1: a defender was named
    BS_WINDOW = 1
    BS_RESULT = 2
    BS_DAMAGED = 3
    BS_END = 4

cdef void battle_run(Game *g, bint dead) noexcept nogil
cdef int defend_check(Game *g, int code) noexcept nogil
cdef int defend_options(Game *g, uint16_t *out) noexcept nogil
cdef void defend_decide(Game *g, int code) noexcept nogil
cdef void battle_pass(Game *g) noexcept nogil
