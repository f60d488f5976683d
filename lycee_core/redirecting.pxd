# Where a card that would reach a dust box really goes. Above: triggers. Below: moves.

from lycee_core.state cimport Game

cdef int redirected(Game *g, int token, int zone) noexcept nogil
