# The Python face of a game state. Above: engine, digest, pool, readout, positions. Below: view,
# notation, playout.

from lycee_core.state cimport Game, State

cdef class GameState:
    cdef Game *g
    cdef readonly object catalogue
    cdef bint _face_missing(self, int code) noexcept
    cdef bint _holds_hand(self) noexcept
    cdef bint _was_listed(self, int code) noexcept
    cdef int _apply_code(self, int code, bint restores) except -1
    cdef int _run_line(self, bytes line, list facts) except -1
    cdef tuple _revealed(self, const State *before)
    cdef void _restore(self, const State *before) noexcept
    cpdef tuple play_line(self, bytes line, shown=*, list facts=*)
    cdef GameState copy(self)
    cpdef bytes public_bytes(self)
    cpdef int face(self, int token) except -1
    cpdef dict public_faces(self, int seat)
    cpdef list events(self)
