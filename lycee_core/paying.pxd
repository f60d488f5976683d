# Paying what was designated, and prices inside an effect (frame FR_PAYING). Above: costs, moves.
# Below: chain, declare, tax, effects: whatever has a price.

from libc.stdint cimport uint8_t, uint16_t

from lycee_core.state cimport Game, Link

cdef Link *new_link(Game *g, int seat) noexcept nogil
cdef void drop_link(Game *g) noexcept nogil
cdef bint points_paid(Game *g, Link *decl) noexcept nogil
cdef bint pay_link(Game *g, int link) noexcept nogil
cdef void designate(Game *g, Link *decl, int code) noexcept nogil
cdef void reserve_tap(Game *g, Link *decl) noexcept nogil
cdef void pay_start(Game *g, int seat, int token, const uint8_t *owed) noexcept nogil
cdef void pay_table_start(Game *g, int seat, int token, int cell, int entry) noexcept nogil
cdef bint paying_run(Game *g) noexcept nogil
cdef int paying_check(Game *g, int code) noexcept nogil
cdef int paying_options(Game *g, uint16_t *out) noexcept nogil
cdef void paying_decide(Game *g, int code) noexcept nogil
