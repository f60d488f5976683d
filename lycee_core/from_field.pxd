# What may be declared from the field, and abilities of cards outside play. Above: legality,
# support, targeting. Below: windows, links, chain, battle.

from lycee_core.points cimport Pool
from lycee_core.state cimport Game

cdef int basic_of_action(int action) noexcept nogil
cdef int attacker_rule(Game *g, int cell) noexcept nogil
cdef bint waits_for_downed(Game *g) noexcept nogil
cdef int outside_ability(Game *g, int seat, int token) noexcept nogil
cdef int outside_rule(Game *g, int seat, int kind, int token, const Pool *pool) noexcept nogil
cdef int field_rule(Game *g, int seat, int kind, int code, const Pool *pool) noexcept nogil
cdef int ability_number(Game *g, int cell, int action) noexcept nogil
cdef int host_token(Game *g, int cell, int action) noexcept nogil
cdef int owed_attack_rule(Game *g, int seat) noexcept nogil
