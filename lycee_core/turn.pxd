# The course of a game: set-up and the phases of a turn (frame FR_TURN).
# Above: moves. Siblings (never imported): declare, payment, chain, battle, effects.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef enum:              # steps of FR_TURN
    TS_SHUFFLE = 0      # seat 0, then seat 1 (frame.a)
    TS_DEAL = 1
    TS_KEEP = 2
    TS_ROLL = 3
    TS_START = 4
    TS_WAKE_UP = 5
    TS_WARM_UP = 6
    TS_MAIN_START = 7
    TS_MAIN = 8
    TS_OFFER = 9        # the end is offered to the other player
    TS_HAND_LIMIT = 10
    TS_TURN_END = 11
    TS_EXPIRE = 12

cdef void turn_run(Game *g, bint dead) noexcept nogil
cdef int turn_check(Game *g, int code) noexcept nogil
cdef int turn_options(Game *g, uint16_t *out) noexcept nogil
cdef void turn_decide(Game *g, int code) noexcept nogil
cdef void turn_answered(Game *g, const uint16_t *values) noexcept nogil
