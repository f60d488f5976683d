# Items that hang on characters. Above: state. Below: faces, values, moves and whatever asks for
# the items of a character.

from lycee_core.defs cimport *
from lycee_core.state cimport Game

cdef inline int next_item(Game *g, int cell, int item) noexcept nogil:
    # The item of the character in a cell that follows another, by their tokens, or NO_TOKEN.
    if item == NO_TOKEN or not g.s.chars[cell].flags & CH_MORE_ITEMS:
        return NO_TOKEN
    return item_behind(g, cell, item)

cdef void hook_item(Game *g, int token, int cell) noexcept nogil
cdef void unhook_item(Game *g, int token) noexcept nogil
cdef int item_behind(Game *g, int cell, int item) noexcept nogil
