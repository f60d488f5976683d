# The agenda and what is pending. Above: tokens, registers. Below: start and whatever asks.

from libc.stdint cimport uint8_t

from lycee_core.state cimport Frame, Game

cdef Frame *push_frame(Game *g, int kind, int seat) noexcept nogil
cdef void pop_frame(Game *g) noexcept nogil
cdef void ask(Game *g, int kind, int seat) noexcept nogil
cdef void ask_chance(Game *g, int kind, int owner, int src, int n, int k) noexcept nogil
cdef int request_tokens(Game *g, uint8_t *out) noexcept nogil
