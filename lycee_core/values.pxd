# Effective AP, DP, SP and basic abilities of every character, recomputed from nothing when
# something changed. Above: holding. Below: triggers, moves and the phases of a declaration.

from libc.stdint cimport uint8_t, uint64_t

from lycee_core.state cimport Character, Game, N_REGISTERS, N_WAS
from lycee_core.program cimport Ability, Ins
from lycee_core.selectors cimport Ctx

cdef struct Registers:      # of the effect in progress, kept while passive abilities are read
    uint64_t lo[N_REGISTERS]
    uint64_t hi[N_REGISTERS]
    uint8_t kind[N_REGISTERS]
    uint8_t was[N_WAS]
    uint8_t follows

cdef void keep_registers(Game *g, Registers *out) noexcept nogil
cdef void give_back_registers(Game *g, const Registers *kept) noexcept nogil
cdef void refresh(Game *g) noexcept nogil
cdef void join_registers(Game *g, int into, int other) noexcept nogil
cdef void run_one(Game *g, const Ability *a, int token, int cell, int seat,
                  int step) noexcept nogil

cdef inline void fresh(Game *g) noexcept nogil:
    if not g.x.fresh:
        refresh(g)

cdef inline void touch(Game *g) noexcept nogil:
    # Who stands where, with what, or a value has changed.
    g.x.fresh = 0

cdef inline void touch_if(Game *g, int what) noexcept nogil:
    # Something of this kind (DEP_*) has changed; it matters only where a passive ability in play
    # reads it.
    if not g.x.fresh or g.x.depends & what:
        g.x.fresh = 0

cdef inline bint has_basic(Game *g, int cell, int basic) noexcept nogil:
    return (g.x.basics[cell] >> basic) & 1
