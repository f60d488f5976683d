# Which cost a declaration pays. Above: links, changes, affording. Below: declare.

from libc.stdint cimport uint8_t

from lycee_core.state cimport Frame, Game, Link

cdef int which_cost_check(Game *g, Link *decl, int link, int code) noexcept nogil
cdef bint has_alt_cost(Game *g, const Link *decl) noexcept nogil
cdef int dearer_there(Game *g, Link *decl, int link, uint8_t *where, int cell) noexcept nogil
cdef bint leaves_number_open(Game *g, const Link *decl) noexcept nogil
cdef void decide_cost(Game *g, Frame *f, Link *decl, int code) noexcept nogil
cdef int column_check(Game *g, Link *decl, int code) noexcept nogil
cdef void fix_owed(Game *g, int link) noexcept nogil
