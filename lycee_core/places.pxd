# Where cards may go: 0, or the number of the rule that forbids it. Above: selectors, in_force,
# moves. Below: legality, declare, windows, chain, entering, using.

from lycee_core.state cimport Game

cdef int entry_cell_rule(Game *g, int seat, int token, int cell) noexcept nogil
cdef int bearer_rule(Game *g, int seat, int token, int cell) noexcept nogil
cdef int item_rule(Game *g, int seat, int token, int cell, bint over) noexcept nogil
cdef int area_rule(Game *g, int seat, int token, int cell) noexcept nogil
cdef int goes_there(Game *g, int seat, int token, int kind, int cell) noexcept nogil
cdef bint any_place(Game *g, int seat, int token, int type_) noexcept nogil
cdef int place_of_type_rule(int type_) noexcept nogil
cdef int touch_partner(int cell) noexcept nogil
cdef int move_rule(Game *g, int cell, int action, int to) noexcept nogil
cdef bint any_way(Game *g, int cell, int action) noexcept nogil
