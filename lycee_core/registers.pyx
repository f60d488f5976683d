# Registers: what an effect has named, and what follows it when cards move.
#
# An entity is a token 0..119, a cell 128 + c, a link 144 + decl, or a seat 160 + s.

from lycee_core.state cimport *


# ---- zones --------------------------------------------------------------------------------------

cdef int holders(Game *g, int token) noexcept nogil:
    """The registers that hold a card, as a set."""
    cdef int r, found = 0
    for r in range(N_REGISTERS):
        if g.s.reg_kind[r] == REG_TOKENS and reg_has(g, r, token):
            found |= 1 << r
    return found


cdef void name_anew(Game *g, int token, int registers) noexcept nogil:
    """An operation put a card elsewhere: whatever named it for this means it there."""
    cdef int r
    for r in range(N_REGISTERS):
        if (registers >> r) & 1:
            reg_add(g, r, token)


# ---- registers ----------------------------------------------------------------------------------

# An entity is a token 0..119, a cell 128 + c, a link 144 + decl, or a seat 160 + s.

cdef void fill_register(Game *g, int r, int entity) noexcept nogil:
    """Makes a register hold one entity, or none."""
    reg_clear(g, r, REG_TOKENS)
    if entity == 255:
        return
    g.s.reg_kind[r] = kind_of_entity(entity)
    reg_add(g, r, entity)


cdef void reg_add(Game *g, int r, int entity) noexcept nogil:
    if entity < SEAT_TOKENS:
        g.s.reg_lo[r] |= (<uint64_t>1) << entity
    elif entity < N_TOKENS:
        g.s.reg_hi[r] |= (<uint64_t>1) << (entity - SEAT_TOKENS)
    elif entity >= 160 and entity < 162:
        g.s.reg_lo[r] |= (<uint64_t>1) << (entity - 160)
    elif entity >= 144 and entity < 160:
        g.s.reg_lo[r] |= (<uint64_t>1) << (entity - 144)
    elif entity >= 128 and entity < 140:
        g.s.reg_lo[r] |= (<uint64_t>1) << (entity - 128)


cdef int reg_count(Game *g, int r) noexcept nogil:
    return popcount64(g.s.reg_lo[r]) + popcount64(g.s.reg_hi[r])


cdef int reg_list(Game *g, int r, uint8_t *out) noexcept nogil:
    """Entities of a register in rising order; `out` has room for 120."""
    cdef int n = 0, base = kind_base(g.s.reg_kind[r])
    cdef uint64_t m = g.s.reg_lo[r]
    while m:
        out[n] = base + ctz64(m)
        n += 1
        m &= m - 1
    m = g.s.reg_hi[r]
    while m:
        out[n] = SEAT_TOKENS + ctz64(m)
        n += 1
        m &= m - 1
    return n


cdef int reg_first(Game *g, int r) noexcept nogil:
    cdef uint8_t out[120]
    if reg_list(g, r, out) == 0:
        return 255
    return out[0]


cdef int reg_meant(Game *g, int r) noexcept nogil:
    """The first entity of a register, to be read; or the card that it was, which left its zone."""
    cdef int entity = reg_first(g, r)
    if entity == 255 and r < N_WAS and g.s.reg_was[r]:
        return g.s.reg_was[r] - 1
    return entity


cdef bint reg_has(Game *g, int r, int entity) noexcept nogil:
    if entity < SEAT_TOKENS:
        return (g.s.reg_lo[r] >> entity) & 1
    if entity < N_TOKENS:
        return (g.s.reg_hi[r] >> (entity - SEAT_TOKENS)) & 1
    if entity >= 160:
        return g.s.reg_kind[r] == REG_SEATS and (g.s.reg_lo[r] >> (entity - 160)) & 1
    if entity >= 144:
        return g.s.reg_kind[r] == REG_LINKS and (g.s.reg_lo[r] >> (entity - 144)) & 1
    return g.s.reg_kind[r] == REG_CELLS and (g.s.reg_lo[r] >> (entity - 128)) & 1


cdef void reg_drop(Game *g, int r, int entity) noexcept nogil:
    """Takes one entity out of a register."""
    if entity < SEAT_TOKENS:
        g.s.reg_lo[r] &= ~bit_of(entity)
    elif entity < N_TOKENS:
        g.s.reg_hi[r] &= ~bit_of(entity)
    elif entity < 162:
        g.s.reg_lo[r] &= ~((<uint64_t>1) << (entity - kind_base(kind_of_entity(entity))))
