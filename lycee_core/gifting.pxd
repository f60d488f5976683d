# What is declared as a cost, inside a payment (R5.20, R5.40). Above: targeting, paying. Below:
# payment, declare, payment_verbs.

from libc.stdint cimport uint16_t

from lycee_core.program cimport Ability
from lycee_core.state cimport Frame, Game, Link

cdef int gift_rule(Game *g, int code) noexcept nogil
cdef int gift_options(Game *g, uint16_t *out, int n) noexcept nogil
cdef void gift_start(Game *g, int code) noexcept nogil
cdef void gift_run(Game *g, Frame *f, Link *decl) noexcept nogil
cdef int give_points(Game *g, int link, int attributes, int n) noexcept nogil
