# The Python face of a game state. Above: engine, digest. Below: view, notation, playout.

from lycee_core.state cimport Game

cdef class GameState:
    cdef Game g
    cdef readonly object catalogue
    cdef bint _face_missing(self, int code)
    cdef int _token(self, int token) except -1
    cdef int _cell(self, int cell) except -1
