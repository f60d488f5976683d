# Tokens go from zone to zone. Above: state, parting. Below: agenda, moves and whatever moves cards.

from lycee_core.state cimport Game

cdef void forget_known(Game *g, int token) noexcept nogil
cdef bint is_new_dust(Game *g, int token) noexcept nogil
cdef void lift_out(Game *g, int token) noexcept nogil
cdef void take_out(Game *g, int token) noexcept nogil
cdef void put_hand(Game *g, int token) noexcept nogil
cdef void put_dust(Game *g, int token) noexcept nogil
cdef void put_removed(Game *g, int token) noexcept nogil
cdef void put_deck_top(Game *g, int token) noexcept nogil
cdef void put_deck_bottom(Game *g, int token) noexcept nogil
cdef bint is_adrift(Game *g, int token) noexcept nogil
cdef int pile_size(Game *g, int slot) noexcept nogil
