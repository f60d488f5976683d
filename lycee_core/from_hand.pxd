# Which hand cards may be declared, each refusal with its one rule number. Above: legality, places,
# targeting. Below: windows, links, using.

from lycee_core.points cimport Pool
from lycee_core.program cimport Card
from lycee_core.state cimport Game

cdef int event_ability(Game *g, const Card *card) noexcept nogil
cdef int hand_rule(Game *g, int seat, int kind, int token, const Pool *pool) noexcept nogil
