# Which declarations the rules allow right now, each refusal with its one rule number.
# Above: moves, points, costs. Below: declare (asks for the details), chain (checks again at
# resolution).

from libc.stdint cimport uint8_t, uint16_t

from lycee_core.points cimport Pool
from lycee_core.program cimport Ability, Card, Cost
from lycee_core.state cimport Game, Link

cdef int event_ability(Game *g, const Card *card) noexcept nogil
cdef int basic_of_action(int action) noexcept nogil
cdef int hand_rule(Game *g, int seat, int kind, int token, const Pool *pool) noexcept nogil
cdef int attacker_rule(Game *g, int cell) noexcept nogil
cdef bint waits_for_downed(Game *g) noexcept nogil
cdef int outside_ability(Game *g, int seat, int token) noexcept nogil
cdef int outside_rule(Game *g, int seat, int kind, int token, const Pool *pool) noexcept nogil
cdef int field_rule(Game *g, int seat, int kind, int code, const Pool *pool) noexcept nogil
cdef int ability_number(Game *g, int cell, int action) noexcept nogil
cdef int host_token(Game *g, int cell, int action) noexcept nogil
cdef int owed_attack_rule(Game *g, int seat) noexcept nogil
cdef bint may_not_respond(Game *g, int seat, int kind) noexcept nogil
