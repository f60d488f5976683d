# The immutable catalogue as the engine reads it. Above: program. Below: state.

from lycee_core.program cimport Book, Sieve

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
    cdef bytes _section(self, int which)
    cdef int _expression_reads(self, int pc)
    cdef int _selector_reads(self, int selector)
    cdef int _program_reads(self, int pc)
    cdef int _passives_read(self, int card)
    cdef int _steps_of(self, int pc)
    cdef int _windows_of(self, int ability)
    cdef int _card_windows_of(self, int card)
    cdef int _sift(self, int selector) except -1
    cdef int _unsift(self, Sieve *sieve, int selector)
