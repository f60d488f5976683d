# A declaration that stands. Above: counters, triggers, changes, support. Below: declare.

from lycee_core.state cimport Frame, Game, Link

cdef void stand(Game *g, Frame *f, Link *decl) noexcept nogil
