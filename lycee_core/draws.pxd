# Draws and mills (frames FR_DRAW and FR_MILL). Above: moves.
# Siblings (never imported): declare, payment, chain, battle, effects, turn.

from lycee_core.state cimport Game

cdef void draw_run(Game *g) noexcept nogil
cdef void draw_answered(Game *g) noexcept nogil
cdef void mill_run(Game *g) noexcept nogil
cdef void mill_answered(Game *g) noexcept nogil
