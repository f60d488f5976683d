# A card used inside an effect (frame FR_USE). Above: declare. Below: engine.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game

cdef void use_run(Game *g) noexcept nogil
cdef int use_check(Game *g, int code) noexcept nogil
cdef int use_options(Game *g, uint16_t *out) noexcept nogil
cdef void use_decide(Game *g, int code) noexcept nogil
