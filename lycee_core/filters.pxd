# Arithmetic, and the tests of a candidate: one instruction each.
# Above: reading. Below: selectors.

from lycee_core.program cimport Ins
from lycee_core.reading cimport Ctx
from lycee_core.state cimport Game

cdef int candidate_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil
cdef bint reads_face(int op) noexcept nogil
cdef bint is_conjunction(const Ins *ins) noexcept nogil
cdef int combine(int op, int a, int b) noexcept nogil
cdef bint at_depth(Game *g, int entity, int from_bottom, int depth) noexcept nogil
