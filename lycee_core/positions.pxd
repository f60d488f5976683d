# Positions that are set up. Above: engine, readout, pool. Below: game.

from lycee_core.state cimport Game

# Moves a token; nothing is reported or triggered. Raises ValueError: another zone, an occupied
# cell, a token in play or a missing face.
cdef int put_token(Game *g, int token, int zone, int cell, bint tapped, bint new) except -1
# Starts the main phase of a seat. Raises ValueError: the seat is neither 0 nor 1.
cdef int begin_main(Game *g, int seat, int turn) except -1
