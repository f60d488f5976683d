# A card leaves its zone: registers, declarations and what waits lose it. Above: state. Below:
# tokens, moves.

from lycee_core.state cimport Game

cdef void part_ways(Game *g, int token) noexcept nogil
