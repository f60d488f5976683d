# The empty game. Above: agenda, tokens. Below: engine.

from lycee_core.state cimport Game

cdef void state_init(Game *g) noexcept nogil
