# The table both sit at. Above: bindings, deck, states.

from lycee_net.bindings cimport PublicDeck

cdef class Table:
    cdef object _rules
    cdef bint _has_open_looks
    cdef bytes _sid
    cdef public object own
    cdef readonly object observer
    cdef readonly object mine
    cdef PublicDeck _deck0
    cdef PublicDeck _deck1
    cdef bint _is_shared[2]     # with another table: a deck is copied when it changes
    cdef readonly object roll
    cdef int _n_rolls
    cdef dict _opened
    cdef readonly object owed
    cdef readonly object request
    cdef PublicDeck _deck_of(self, int seat)
    cdef PublicDeck _deck_to_change(self, int seat)
    cdef int _settle(self, int sender) except -1
    cdef object _next_owed(self)
    cdef tuple _missing(self, need)
    cdef tuple _missing_of_roll(self, need)
    cdef bint _is_audit(self) noexcept
    cdef bint _is_public(self, int handle) except -1
    cdef int _debtor(self, by) except -1
    cdef int _answer(self) except -1
    cdef list _faces_for(self, replica, handles)
    cdef int _carry_out(self, int seat, code, part) except -1
    cdef int _seal(self, int seat, bytes leaves) except -1
    cdef int _show(self, int seat, tuple cards) except -1
    cdef int _open_cards(self, int seat, tuple cards) except -1
    cdef int _decide(self, int seat, bytes line) except -1
    cdef int _decide_on_observer(self, bytes line) except -1
    cdef int _decide_on_mine(self, int seat, bytes line) except -1
    cdef int _commit_roll(self, int seat, bytes leaf) except -1
    cdef int _open_roll(self, bytes salt, bytes value) except -1
