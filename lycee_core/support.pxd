# Support: who may give it to whom, what it adds. Above: in_force. Below: legality, chain, effects.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Frame, Game, Link

cdef int own_participant(Game *g, int seat) noexcept nogil
cdef bint reaches(Game *g, int cell, int to) noexcept nogil
cdef bint may_take_part(Game *g, int token, int role) noexcept nogil
cdef int gives_rule(Game *g, int seat, int cell, int whom, int action, int even_if) noexcept nogil
cdef int support_rule(Game *g, int seat, int cell, int action, int even_if) noexcept nogil
cdef bint is_tapless(Game *g, int token) noexcept nogil
cdef void give_support(Game *g, int seat, int token, int whom) noexcept nogil
cdef void support_run(Game *g) noexcept nogil
cdef int support_check(Game *g, int code) noexcept nogil
cdef int support_options(Game *g, uint16_t *out) noexcept nogil
cdef void support_decide(Game *g, int code) noexcept nogil
