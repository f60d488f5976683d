# Headless games wholly in C: the seeded table and random decisions. Above: engine, game.

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from lycee_core.state cimport Game

cdef struct Random:
    uint64_t s[4]

cdef void random_seed(Random *r, uint64_t seed, uint64_t stream) noexcept nogil
cdef uint32_t random_below(Random *r, uint32_t n) noexcept nogil
cdef void table_answer(Game *g, Random *r) noexcept nogil
cdef int play_out(Game *g, Random *r, int limit) noexcept nogil
