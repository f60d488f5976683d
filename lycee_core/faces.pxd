# What a card is, read from the catalogue and the effects on it.
# Above: state. Below: reading.

from lycee_core.program cimport Card
from lycee_core.state cimport Game

cdef const Card *face_of(Game *g, int entity) noexcept nogil
cdef bint names_meet(Game *g, const Card *a, const Card *b, int n) noexcept nogil
cdef bint bears(Game *g, const Card *card, int name) noexcept nogil
cdef bint bears_any(Game *g, const Card *card, int pc) noexcept nogil
cdef bint named(Game *g, int entity, const Card *card, int name) noexcept nogil
cdef bint named_any(Game *g, int entity, const Card *card, int pc) noexcept nogil
cdef bint alike(Game *g, int a, const Card *x, int b, const Card *y, int n) noexcept nogil
cdef int new_name(Game *g, int entity, const Card *card) noexcept nogil
cdef bint titled(Game *g, int entity, const Card *card, int title) noexcept nogil
cdef int type_of(Game *g, int entity, const Card *card) noexcept nogil
cdef int attributes_of(Game *g, int entity, const Card *card) noexcept nogil
cdef int sex_of(Game *g, int entity, const Card *card) noexcept nogil
cdef int special_kinds(Game *g, int entity, const Card *card) noexcept nogil
