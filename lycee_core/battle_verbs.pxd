# The verbs that act on a battle. Above: support, stepping. Below: effects.

from lycee_core.program cimport Ins
from lycee_core.state cimport Frame, Game

cdef void op_down(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_participant(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_support(Game *g, Frame *f, const Ins *ins) noexcept nogil
cdef void op_start_battle(Game *g, Frame *f, const Ins *ins) noexcept nogil
