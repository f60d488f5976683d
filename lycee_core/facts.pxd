# What a caller is told about a game. Above: nothing. Below: game.

cdef class Pending:
    cdef readonly int seat, kind, owner, zone, audience, n, k
    cdef readonly str name
    cdef readonly bint hidden
    cdef readonly tuple tokens

cdef class Event:
    cdef readonly int kind, seat, token, card, cell, amount
    cdef readonly str name

cdef class Outcome:
    cdef readonly int winner
    cdef readonly str termination
