# What a card is, read from the catalogue and the effects on it.
# Above: state. Below: reading.

from lycee_core.program cimport Card
from lycee_core.state cimport Game

cdef enum:
    NO_NAME = 0xFFFF    # in a row of names

cdef const Card *face_of(Game *g, int entity) noexcept nogil
cdef bint second_names_meet(Game *g, const Card *a, const Card *b, int n) noexcept nogil
cdef bint bears(Game *g, const Card *card, int name) noexcept nogil
cdef bint bears_any(Game *g, const Card *card, int pc) noexcept nogil
cdef bint named(Game *g, int entity, const Card *card, int name) noexcept nogil
cdef bint named_any(Game *g, int entity, const Card *card, int pc) noexcept nogil
cdef bint alike_as_changed(Game *g, int a, const Card *x, int b, const Card *y,
                           int n) noexcept nogil
cdef int new_name(Game *g, int entity, const Card *card) noexcept nogil
cdef bint titled(Game *g, int entity, const Card *card, int title) noexcept nogil
cdef int type_of(Game *g, int entity, const Card *card) noexcept nogil
cdef int attributes_of(Game *g, int entity, const Card *card) noexcept nogil
cdef int sex_of(Game *g, int entity, const Card *card) noexcept nogil
cdef int special_kinds(Game *g, int entity, const Card *card) noexcept nogil


cdef inline bint has_names_beyond(const Card *card) noexcept nogil:
    """Whether a card counts as more names than its row holds: they stand first in its tags."""
    return card.also[1] != NO_NAME and card.tags


cdef inline bint names_meet(Game *g, const Card *a, const Card *b, int n) noexcept nogil:
    """R12.3: whether any name of one equals any name of the other.

    `n`: 3 for the name and what the card counts as, 5 for the names of its components too.
    """
    if a.name == b.name:
        return True
    if a.also[0] & a.component[0] & b.also[0] & b.component[0] == NO_NAME:
        return False    # neither has a second name
    return second_names_meet(g, a, b, n)


cdef inline bint alike(Game *g, int a, const Card *x, int b, const Card *y, int n) noexcept nogil:
    """R12.3: whether two things share a name now; `n` as in `names_meet`."""
    if g.x.became == 0:
        return names_meet(g, x, y, n)
    return alike_as_changed(g, a, x, b, y, n)
