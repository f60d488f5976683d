# Memory for games: taken, given back, copied and compared.
#
# A search makes and drops states by the thousand, so neither malloc nor zeros are paid for what is
# copied over at once, and only what is in use is copied.

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcmp, memcpy, memset

from lycee_core.defs cimport *
from lycee_core.state cimport *


cdef enum:
    SPARE = 64

cdef Game nothing
# The games of states that are gone, for states to come.
cdef Game *spare[SPARE]
cdef int n_spare = 0


cdef void empty_table(Game *g) noexcept nogil:
    cdef int i
    memset(g, 0, sizeof(Game))
    memset(g.s.know, PUBLIC_KNOWN, sizeof(g.s.know))    # nothing can be forgotten
    for i in range(12):
        g.s.chars[i].token = NO_TOKEN
        g.s.chars[i].item = NO_TOKEN
        g.s.chars[i].area = NO_TOKEN
    for i in range(2):
        g.s.deck_head[i] = NO_TOKEN
        g.s.dust_head[i] = NO_TOKEN
    g.s.pend_kind = P_OVER
    g.s.pend_seat = NOBODY_SEAT
    g.s.winner = 2


empty_table(&nothing)


cdef Game *no_game() noexcept nogil:
    return &nothing


cdef Game *take_game() except NULL:
    """A game with anything in it, but for links behind the last one: those are empty."""
    global n_spare
    cdef Game *g
    if n_spare:
        n_spare -= 1
        return spare[n_spare]
    g = <Game *>PyMem_Malloc(sizeof(Game))
    if g == NULL:
        raise MemoryError
    g.s.n_links = 0
    memset(g.s.links, 0, sizeof(g.s.links))
    return g


cdef void drop_game(Game *g) noexcept:
    global n_spare
    if g == &nothing:
        return
    if n_spare < SPARE:
        spare[n_spare] = g
        n_spare += 1
    else:
        PyMem_Free(g)


# What a clone copies: all before the lists and `latest`, which stand last, but for the links and
# triggers that are not in use, which lie in one piece. What is about to be declared, or was just
# taken off, stands behind the last link.
cdef size_t copied = <size_t>(<char *>&nothing.rules - <char *>&nothing)
cdef size_t rest = <size_t>(<char *>&nothing.s.extras - <char *>&nothing.s)


cdef inline size_t in_use(const State *s) noexcept nogil:
    """How many bytes of a state, from its first on, lie before what is not in use."""
    if s.n_triggers or s.n_links + 2 >= N_LINKS:
        return rest
    return <size_t>(<const char *>&s.links[s.n_links + 2] - <const char *>s)


cdef void copy_game(Game *to, const Game *source) noexcept nogil:
    cdef int end = to.s.n_links + 2, first = source.s.n_links + 2
    memcpy(to, source, in_use(&source.s))
    if end > first:                                 # what is declared next is judged in its place
        end = end if end < N_LINKS else N_LINKS
        if end > first:
            memset(&to.s.links[first], 0, (end - first) * sizeof(Link))
    memcpy(<char *>to + rest, <const char *>source + rest, copied - rest)
    if to.x.n_rules or to.x.n_granted:
        to.x.fresh = 0
    forget_latest(to)


cdef bint is_same(const State *one, const State *other) noexcept nogil:
    """Whether two states are equal, but for links and triggers that are not in use."""
    cdef size_t front = <size_t>(<const char *>&one.links[one.n_links] - <const char *>one)
    return memcmp(<const char *>one + rest, <const char *>other + rest,
                  sizeof(State) - rest) == 0 and memcmp(one, other, front) == 0 \
        and memcmp(one.triggers, other.triggers, one.n_triggers * sizeof(Trigger)) == 0
