# One replica of a game of Lycee. Above: the core's game state.

from lycee_core.game cimport GameState

cdef class Log:
    cdef readonly object fact
    cdef readonly Log before
    cdef readonly bint is_told

cdef class LyceeGame:
    cdef readonly GameState state
    cdef readonly Log log   # None: nobody will ask what happened
    cdef object _due        # computed once between two changes, like the digest
    cdef bytes _digest
    cdef object _ask(self)
    cdef object _ask_chance(self)
    cdef int _note(self, fact) except -1
    cdef tuple _play(self, bytes line, shown)

cdef class CopyLimits:
    cdef list _groups
    cdef list _least
