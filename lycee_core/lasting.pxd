# Changes that last beyond the operation that made them: the table, and the moments they end.
# Above: selectors. Below: values (which applies them), moves and the phases of a turn.

from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Game, Modifier

cdef Modifier *add_modifier(Game *g, int pc, int subject, const Ctx *c, int until,
                            int count) noexcept nogil
cdef void drop_modifier(Game *g, int i) noexcept nogil
cdef void drop_watcher(Game *g, int i) noexcept nogil
cdef bint is_heard(Game *g, int watcher) noexcept nogil
cdef void use_up(Game *g, int modifier) noexcept nogil
cdef bint end_lasting(Game *g, int until, int seat) noexcept nogil
cdef void end_wake_up(Game *g, int until, int seat) noexcept nogil
cdef void forget_memories(Game *g) noexcept nogil
cdef void forget_card(Game *g, int token) noexcept nogil
cdef void card_moved(Game *g, int token) noexcept nogil
cdef int skip_of(Game *g, int until, int seat, int count) noexcept nogil
