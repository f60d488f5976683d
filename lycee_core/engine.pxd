# The five verbs over the agenda. Above: the five phases of a declaration, turn and effects. Below:
# view, notation, playout.

from libc.stdint cimport uint8_t, uint16_t

from lycee_core.state cimport Game

cdef int check_code(Game *g, int code) noexcept nogil
cdef int list_options(Game *g, uint16_t *out) noexcept nogil
cdef void decide(Game *g, int code) noexcept nogil
cdef void answer_chance(Game *g, const uint8_t *tokens, const uint16_t *values,
                        int n) noexcept nogil
cdef void advance(Game *g) noexcept nogil
cdef void start(Game *g) noexcept nogil
