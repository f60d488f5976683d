# Facts that abilities listen to: noting them, and queueing what they trigger.
# Above: values, counters. Below: coming_true, moves (which cause most facts) and effects (which
# carry the queue out).

from lycee_core.program cimport Ability
from lycee_core.reading cimport Ctx
from lycee_core.state cimport Game, Rule
from lycee_core.values cimport fresh

cdef bint hears(Game *g, const Ability *a, Ctx *c, int clock_seat) noexcept nogil
cdef void emit(Game *g, int event, int seat, int subject, int cause, int amount) noexcept nogil
cdef void count_event(Game *g, int event, int seat, int subject, int cause,
                      int amount) noexcept nogil
cdef void tell_listeners(Game *g, int event, int seat, int subject, int cause,
                         int amount) noexcept nogil

cdef inline void hear(Game *g, int event, int seat, int subject, int cause,
                      int amount) noexcept nogil:
    # Queues what listens to a fact that another report tells already.
    if (g.book.counted >> event) & 1:
        count_event(g, event, seat, subject, cause, amount)
    fresh(g)
    if (g.x.listens >> event) & 1:
        tell_listeners(g, event, seat, subject, cause, amount)
    g.x.detail.on = 0

cdef void queue_basic(Game *g, int basic, int cell, int subject, int amount) noexcept nogil
cdef bint tells_leaving(int event) noexcept nogil
cdef void remember_deed(Game *g, int token, int deed, int partner) noexcept nogil
cdef void offer_ability(Game *g, int ability, int token, int cell, int seat, int clock_seat,
                        int subject, int cause, int amount) noexcept nogil
