# A state as objects for Python callers. Above: values, facts. Below: positions, game.

from lycee_core.defs cimport N_TOKENS
from lycee_core.facts cimport Outcome, Pending
from lycee_core.state cimport Game

cdef inline int a_token(int token) except -1:
    if token < 0 or token >= N_TOKENS:
        raise ValueError(f"token {token}, expected 0 to 119")
    return token

cdef inline int a_cell(int cell) except -1:
    if cell < 0 or cell >= 12:
        raise ValueError(f"cell {cell}, expected 0 to 11")
    return cell

cdef Pending read_pending(Game *g)
cdef Outcome read_outcome(Game *g)
cdef list read_events(Game *g)
cdef dict read_public_faces(Game *g, int seat)
cdef tuple read_zone(Game *g, int seat, int zone)
cdef tuple read_items(Game *g, int cell)
cdef int read_hand_limit(Game *g, int seat) except -1
cdef tuple read_battle(Game *g)
cdef list read_chain(Game *g)
cdef tuple read_owed(Game *g)
cdef tuple read_given(Game *g)
