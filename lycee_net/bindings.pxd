# What both sides know of one owner's hidden cards. Above: commit, messages. Below: deck, table.

cdef enum:
    N_HANDLES = 120
    N_SLOTS = 256

cdef class PublicDeck:
    cdef readonly int seat
    cdef readonly int bag_epoch
    cdef bytes _sid
    cdef list _seals
    cdef int _epoch[N_HANDLES]
    cdef unsigned char _slot[N_HANDLES]
    cdef unsigned char _in_bag[N_HANDLES]
    cdef unsigned char _is_free[N_SLOTS]
    cpdef PublicDeck clone(self)
    cpdef tuple unbound(self, handles)
    cpdef bint needs_bag(self, handles) except -1
    cpdef tuple strays(self, handles)
    cpdef int seal_bag(self, handles, bytes leaves) except -1
    cpdef int seal_bound(self, handles, bytes leaves) except -1
    cpdef int name_slots(self, handles, bytes slots) except -1
    cpdef int check_opening(self, shown) except -1
    cpdef list faces(self, handles, list vectors)
    cpdef bytes leaf(self, int epoch, int slot)
    cdef int _add_seal(self, handles, bytes leaves) except -1
