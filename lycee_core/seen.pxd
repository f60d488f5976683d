# What is read of a card, or was when it left play.
# Above: reading, faces. Below: filters and selectors.

from lycee_core.program cimport Card
from lycee_core.reading cimport Ctx
from lycee_core.state cimport Game

cdef void remember_leaving(Game *g, int token) noexcept nogil
cdef int ref_cell(Game *g, const Ctx *c, int ref) noexcept nogil
cdef int seen_cell(Game *g, const Ctx *c, int entity) noexcept nogil
cdef int seen_flags(Game *g, const Ctx *c, int entity) noexcept nogil
cdef const Card *ref_face(Game *g, const Ctx *c, int entity) noexcept nogil
cdef const Card *seen_face(Game *g, const Ctx *c, int entity) noexcept nogil
cdef bint is_told(Game *g, const Ctx *c, int entity) noexcept nogil
cdef bint equipped(Game *g, const Ctx *c, int entity) noexcept nogil
cdef int value_of(Game *g, int entity, int value) noexcept nogil
cdef int ref_value(Game *g, const Ctx *c, int entity, int value) noexcept nogil
cdef int whose_seat(Game *g, const Ctx *c, int whose) noexcept nogil
