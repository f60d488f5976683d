# The immutable catalogue as the engine reads it. Above: program, dependence, sieves.
# Below: state.

from lycee_core.program cimport Book

cdef class Catalogue:
    cdef Book book
    cdef readonly bytes blob
    cdef bytearray _depends
    cdef bytearray _steps
    cdef bytearray _card_steps
    cdef bytearray _windows
    cdef bytearray _card_windows
    cdef bytearray _card_opens
    cdef bytearray _sieves
    cdef object _numbers
    cdef object _places
    cdef object _display
    cdef bint _is_checked
    cdef int _point(self) except -1
    cdef void _count_abilities(self, int n_abilities)
    cdef void _make_tables(self, int n_abilities, int n_selectors)
    cdef bytes _section(self, int which)
    cdef int _windows_of(self, int ability)
    cdef int _card_windows_of(self, int card)
