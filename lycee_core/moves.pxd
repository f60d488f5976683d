# Cards entering, moving on and leaving the field, and the taps.
# Above: triggers. Below: effects, battle, chain, payment, turn: whoever moves a card in play does
# it through these.

from libc.stdint cimport uint8_t

from lycee_core.program cimport Card
from lycee_core.state cimport Game

cdef int next_arrival(Game *g) noexcept nogil
cdef void enter_field(Game *g, int token, int cell) noexcept nogil
cdef void leave_play(Game *g, const uint8_t *tokens, int n, int zone, int cause) noexcept nogil
cdef void leave_one(Game *g, int token, int zone, int cause) noexcept nogil
cdef int open_pile(Game *g, int name, int seat, int maker, int flags) noexcept nogil
cdef void put_anyway(Game *g, int token) noexcept nogil
cdef void put_zone(Game *g, int token, int zone) noexcept nogil
cdef void put_item(Game *g, int token, int cell) noexcept nogil
cdef void put_area(Game *g, int token, int cell) noexcept nogil
cdef void exchange_cells(Game *g, int a, int b) noexcept nogil
cdef void swap_characters(Game *g, int a, int b) noexcept nogil
cdef bint tap_cell(Game *g, int cell) noexcept nogil
cdef bint untap_cell(Game *g, int cell) noexcept nogil
cdef bint is_component(Game *g, const Card *card, int token) noexcept nogil
cdef bint name_in_play(Game *g, int token, int seat, int except_cell) noexcept nogil
