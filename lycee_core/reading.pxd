# From whose view an effect is read, what a reference stands for and what is read of it.
# Above: state. Below: filters and selectors.

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.program cimport Ability
from lycee_core.registers cimport *
from lycee_core.state cimport Frame, Game, Modifier, N_CHOSEN, ctz64, seat_of

cdef struct Ctx:            # from whose view an expression is read
    uint8_t seat            # "you"
    uint8_t source          # REF_SELF, a token
    uint8_t cell            # cell of the source, or the cell it had
    uint8_t subject         # entity the event is about
    uint8_t cause
    uint8_t cand            # entity a filter looks at
    uint8_t link            # the declaration this belongs to, or 255
    uint8_t outer           # the candidate of the filter around this one
    uint8_t past            # the candidate is a reference: what it was counts when it has left
    uint8_t picking         # the register that a pick fills, or 255
    int16_t amount          # of the event; of a rule what was chosen when it was made

cdef struct Entities:       # a set of tokens, cells or links
    uint64_t lo
    uint64_t hi
    uint8_t kind            # REG_*
    uint8_t unsure          # some members have faces this replica does not hold

cdef inline int take_first(Entities *found) noexcept nogil:
    # Takes the lowest entity out of a set that is not empty: the way to walk through all of it.
    cdef int e
    if found.lo == 0:
        e = SEAT_TOKENS + ctz64(found.hi)
        found.hi &= found.hi - 1
        return e
    e = kind_base(found.kind) + ctz64(found.lo)
    found.lo &= found.lo - 1
    return e

cdef inline void ability_ctx(Ctx *c, int seat, int token, int cell, int link) noexcept nogil:
    # The view of an ability that no event is about.
    c.seat = seat
    c.source = token
    c.cell = cell
    c.subject = 255
    c.cause = 255
    c.cand = 255
    c.outer = 255
    c.past = 0
    c.picking = 255
    c.link = link
    c.amount = 0

cdef inline int choice(Game *g, const Ctx *c, int place) noexcept nogil:
    # What a seat chose: at a place of the effect in progress, or behind them the one a rule keeps.
    return g.s.chosen[place] if place < N_CHOSEN else c.amount

cdef inline int facing(int cell) noexcept nogil:
    # The cell of the same row that lies in the facing column of the other field.
    return (1 - cell // 6) * 6 + (cell % 6 // 3) * 3 + 2 - cell % 3

cdef inline bint adjacent(int a, int b) noexcept nogil:
    # R2.16: neighbours in a row or a column of one field, never diagonal, never across the table.
    cdef int d = a - b if a > b else b - a
    if a // 6 != b // 6:
        return False
    return d == 3 or (d == 1 and a // 3 == b // 3)

cdef inline bint same_column(int a, int b) noexcept nogil:
    # R2.14: columns of the two fields face each other mirrored.
    return a % 3 == (b % 3 if a // 6 == b // 6 else 2 - b % 3)

cdef inline int cell_of(Game *g, int entity) noexcept nogil:
    if entity < N_TOKENS:
        if g.s.place[entity] == ZONE_FIELD or g.s.place[entity] == ZONE_ITEM \
                or g.s.place[entity] == ZONE_AREA:
            return g.s.next[entity]
        return NO_CELL
    if entity >= 128 and entity < 140:
        return entity - 128
    if entity >= 144 and entity < 160:
        return g.s.links[entity - 144].cell
    return NO_CELL

cdef inline int side_of(Game *g, int entity) noexcept nogil:
    """Who controls it: a character its side of the field, everything else its owner (R9.11)."""
    if entity < N_TOKENS:
        if g.s.place[entity] == ZONE_FIELD:
            return g.s.next[entity] // 6
        return seat_of(entity)
    if entity >= 128 and entity < 140:
        return (entity - 128) // 6
    if entity >= 144 and entity < 160:
        return g.s.links[entity - 144].seat
    if entity >= 160 and entity < 162:
        return entity - 160
    return NOBODY_SEAT

cdef int link_cost(Game *g, int link) noexcept nogil
cdef int counted(Game *g, int token, int ability, int per) noexcept nogil
cdef bint limit_reached(Game *g, const Ability *a, int number, int token, int seat,
                        int per) noexcept nogil
cdef bint has_counter(Game *g, int token, int ability) noexcept nogil
cdef Frame *downed_window(Game *g) noexcept nogil
cdef bint works_here(Game *g, const Ability *a, int token) noexcept nogil
cdef int outsiders(Game *g, uint8_t *out) noexcept nogil

cdef inline int zone_before(Game *g, int token) noexcept nogil:
    # 1 + the zone a card comes from; declared cards come from the hand.
    cdef int zone = g.s.place[token]
    return 1 + (ZONE_FIELD if zone == ZONE_ITEM or zone == ZONE_AREA else zone)

cdef int zone_size(Game *g, int seat, int zone) noexcept nogil
cdef inline int limit_key(const Ability *a, int token, int seat) noexcept nogil:
    # R7.31: whose uses are counted: of this card, or of a seat with all its copies.
    if a.limit_per == PER_GAME or a.limit_each == EACH_NAME or a.limit_each == EACH_SEAT:
        return N_TOKENS + seat
    return token

cdef Modifier *memory_of(Game *g, int source, int name) noexcept nogil
cdef int resolve_ref(Game *g, const Ctx *c, int ref) noexcept nogil
cdef bint reaches(Game *g, int above, int below) noexcept nogil
cdef bint is_of_kind(Game *g, int link, int mask) noexcept nogil
cdef bint is_paid(Game *g, const Ctx *c, int entity) noexcept nogil
cdef int member(const Entities *found, int index) noexcept nogil
cdef bint in_set(const Entities *found, int e) noexcept nogil
cdef int user_of(Game *g, const Ability *a, int token, int cell, int seat) noexcept nogil
