# Memory for games. Above: state. Below: game, measure.

from lycee_core.state cimport Game, State

# What an object holds that was made without its cards: a game that is over, on an empty table.
# Every verb refuses it, so it is never written to.
cdef Game *no_game() noexcept nogil
# A game with anything in it, but for links behind the last one: those are empty.
cdef Game *take_game() except NULL
cdef void drop_game(Game *g) noexcept
cdef void copy_game(Game *to, const Game *source) noexcept nogil
# Whether two states are equal, but for links and triggers that are not in use.
cdef bint is_same(const State *one, const State *other) noexcept nogil
