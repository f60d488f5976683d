# Counters of uses and of what happened. Above: lasting, values. Below: triggers and whoever has a
# limit.

from lycee_core.program cimport Ability
from lycee_core.state cimport Counter, Game, Rule

cdef bint use_counter(Game *g, int token, int ability, int limit, int per) noexcept nogil
cdef int uses(Game *g, int token, int ability, int per) noexcept nogil
cdef bint counter_free(Game *g, int token, int ability) noexcept nogil
cdef void forget_counters(Game *g, int token) noexcept nogil
cdef int counter_key(const Ability *a, int token, int seat) noexcept nogil
cdef void take_back(Game *g, int ability, int token, int seat) noexcept nogil
cdef void forget_declaration(Game *g) noexcept nogil
cdef void use_rule(Game *g, const Rule *r) noexcept nogil
cdef void forget_turn(Game *g) noexcept nogil
cdef Counter *find_counter(Game *g, int token, int ability) noexcept nogil
