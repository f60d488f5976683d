# What becomes true. Above: triggers, counters. Below: engine.

from lycee_core.state cimport Game

cdef void look_at_states(Game *g) noexcept nogil
