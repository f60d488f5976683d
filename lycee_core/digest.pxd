# The public state as bytes. Above: state. Below: game.

from libc.stdint cimport uint8_t

from lycee_core.state cimport Game

cdef int write_public(Game *g, uint8_t *out) noexcept nogil
