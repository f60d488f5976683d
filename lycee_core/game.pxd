# The Python face of a game state. Above: engine, digest. Below: view, notation, playout.

from libc.stdint cimport uint16_t

from lycee_core.state cimport Game, State

cdef class GameState:
    cdef Game g
    cdef uint16_t listed[160]   # what legal_decisions returned for this very state
    cdef int n_listed
    cdef readonly object catalogue
    cdef bint _face_missing(self, int code)
    cdef bint _holds_hand(self)
    cdef bint _was_listed(self, int code)
    cdef void _restore(self, const State *before) noexcept
    cdef int _token(self, int token) except -1
    cdef int _cell(self, int cell) except -1
