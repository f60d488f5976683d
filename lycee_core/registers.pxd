# Registers of effects and declarations: sets of entities of one kind. Above: state. Below: tokens,
# agenda, reading, selectors and all operations.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from lycee_core.state cimport Game, N_REGISTERS, N_WAS, REG_CELLS, REG_LINKS, REG_SEATS, REG_TOKENS

cdef inline int kind_base(int kind) noexcept nogil:
    # The lowest entity of a kind of register: a token, a cell, a link or a seat.
    if kind == REG_CELLS:
        return 128
    if kind == REG_LINKS:
        return 144
    return 160 if kind == REG_SEATS else 0

cdef inline int kind_of_entity(int entity) noexcept nogil:
    # The kind of register that can hold an entity.
    if entity >= 160:
        return REG_SEATS
    if entity >= 144:
        return REG_LINKS
    return REG_CELLS if entity >= 128 else REG_TOKENS

cdef inline void reg_clear(Game *g, int r, int kind) noexcept nogil:
    g.s.reg_lo[r] = 0
    g.s.reg_hi[r] = 0
    g.s.reg_kind[r] = kind
    if r < N_WAS:
        g.s.reg_was[r] = 0
        g.s.follows &= ~(1 << r)

cdef inline void reg_clear_all(Game *g) noexcept nogil:
    # Registers mean something inside one effect or declaration only (R15.8). In pieces of 64 bytes:
    # from 128 on compilers take a string instruction, which is slow to start.
    cdef int i
    for i in range(0, N_REGISTERS, 8):
        memset(&g.s.reg_lo[i], 0, 8 * sizeof(uint64_t))
        memset(&g.s.reg_hi[i], 0, 8 * sizeof(uint64_t))
    memset(g.s.reg_kind, 0, sizeof(g.s.reg_kind))
    memset(g.s.reg_was, 0, sizeof(g.s.reg_was))
    g.s.follows = 0

cdef int holders(Game *g, int token) noexcept nogil
cdef void name_anew(Game *g, int token, int registers) noexcept nogil
cdef void fill_register(Game *g, int r, int entity) noexcept nogil
cdef void reg_add(Game *g, int r, int entity) noexcept nogil
cdef int reg_count(Game *g, int r) noexcept nogil
cdef int reg_first(Game *g, int r) noexcept nogil
cdef int reg_meant(Game *g, int r) noexcept nogil
cdef int reg_list(Game *g, int r, uint8_t *out) noexcept nogil
cdef bint reg_has(Game *g, int r, int entity) noexcept nogil
cdef void reg_drop(Game *g, int r, int entity) noexcept nogil
