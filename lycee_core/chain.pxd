# The chain: who may respond, and how each link is carried out (frames FR_CHAIN and FR_RESOLVE).
# Above: legality, places, targeting. Siblings (never imported): declare, payment, battle,
# effects, turn.

from lycee_core.state cimport Game

cdef void chain_run(Game *g, bint dead) noexcept nogil
cdef void resolve_run(Game *g) noexcept nogil
