"""Headless games: the seeded table that answers chance, and random decisions, without leaving C.

Theory of operation. The engine has no randomness; here a generator (xoshiro256++, seeded by
splitmix64) stands for chance and for the random player. Numbers below n come from multiply-shift
with rejection, so they are exactly uniform and the same on every machine. Game i of a series has
its own stream, so a series may be cut among workers and still gives the same games.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from lycee_core.agenda cimport request_tokens
from lycee_core.cards cimport Catalogue
from lycee_core.defs cimport *
from lycee_core.engine cimport *
from lycee_core.game cimport GameState
from lycee_core.points cimport Pool
from lycee_core.state cimport *
from lycee_core.values cimport fresh
from lycee_core.windows cimport judge, pool_for, window_candidates

cdef enum:
    # a defence against our own faults: the rules end every game far earlier
    DECISION_LIMIT = 100000


cdef inline uint64_t rotl(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef uint64_t splitmix(uint64_t *state) noexcept nogil:
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15u
    z = state[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu
    return z ^ (z >> 31)


cdef void random_seed(Random *r, uint64_t seed, uint64_t stream) noexcept nogil:
    cdef uint64_t x = seed
    cdef int i
    x = splitmix(&x) ^ stream
    for i in range(4):
        r.s[i] = splitmix(&x)


cdef uint64_t random_next(Random *r) noexcept nogil:
    cdef uint64_t result = rotl(r.s[0] + r.s[3], 23) + r.s[0]
    cdef uint64_t t = r.s[1] << 17
    r.s[2] ^= r.s[0]
    r.s[3] ^= r.s[1]
    r.s[1] ^= r.s[2]
    r.s[0] ^= r.s[3]
    r.s[2] ^= t
    r.s[3] = rotl(r.s[3], 45)
    return result


cdef uint32_t random_below(Random *r, uint32_t n) noexcept nogil:
    """A uniform number below n (n >= 1), from the upper 32 bits of each word."""
    cdef uint64_t m = (random_next(r) >> 32) * n
    cdef uint32_t low = <uint32_t>m
    cdef uint32_t threshold
    if low < n:
        threshold = (<uint32_t>-n) % n
        while low < threshold:
            m = (random_next(r) >> 32) * n
            low = <uint32_t>m
    return <uint32_t>(m >> 32)


cdef void shuffle(uint16_t *values, int n, Random *r) noexcept nogil:
    cdef int i, j
    cdef uint16_t keep
    for i in range(n - 1, 0, -1):
        j = random_below(r, i + 1)
        keep = values[i]
        values[i] = values[j]
        values[j] = keep


cdef void table_answer(Game *g, Random *r) noexcept nogil:
    """Answers the pending chance request of a state that knows every face."""
    cdef uint16_t values[120]
    cdef uint8_t tokens[120]
    cdef int n, i, j, m
    if g.s.pend_kind == P_ROLL:
        # k different numbers below n: the first k of a shuffled list.
        n = g.s.pend_n
        for i in range(n):
            values[i] = i
        m = g.s.pend_k
        for i in range(m):
            j = i + random_below(r, n - i)
            values[i], values[j] = values[j], values[i]
        answer_chance(g, tokens, values, m)
        return
    n = request_tokens(g, tokens)
    for i in range(n):
        values[i] = g.s.face[tokens[i]]
    # A hand is shuffled for the network's sake only: here nobody can link its tokens.
    if g.s.pend_kind == P_ARRANGE or (g.s.pend_kind == P_SHUFFLE and g.s.pend_src != SRC_HAND):
        shuffle(values, n, r)
    answer_chance(g, tokens, values, n)


cdef int random_option(Game *g, Random *r) noexcept nogil:
    """One of the legal codes, each as likely as any other; -1: there is none.

    In a window the first legal one of the candidates in a random order, so that few are judged.
    """
    cdef uint16_t out[512]
    cdef Pool pool
    cdef int kind = g.s.pend_kind, seat = g.s.pend_seat
    cdef int i, k, n
    cdef uint16_t code
    if kind != P_MAIN and kind != P_RESPOND and kind != P_BATTLE:
        n = list_options(g, out)
        return out[random_below(r, n)] if n > 0 else -1
    fresh(g)
    n = window_candidates(g, out)
    pool_for(g, &pool, seat, n)
    for i in range(n):
        k = i + random_below(r, n - i)
        code = out[k]
        out[k] = out[i]
        if judge(g, seat, kind, code, &pool) == 0:
            return code
    return -1


cdef int play_out(Game *g, Random *r, int limit) noexcept nogil:
    """Plays uniformly random decisions to the end.

    Returns how many, or -1 when the limit was reached or nothing was legal.
    """
    cdef int code, decisions = 0
    while g.s.pend_kind != P_OVER:
        if g.x.status != ST_OK:
            return -1
        if g.s.pend_seat == CHANCE_SEAT:
            table_answer(g, r)
            continue
        if decisions >= limit:
            return -1
        code = random_option(g, r)
        if code < 0:
            return -1
        decide(g, code)
        decisions += 1
    return decisions


@cython.final
cdef class Results:
    """What a series of headless games gave.

    Attributes:
        games: how many.
        wins: (seat 0, seat 1, draws).
        decisions, turns: totals over all games.
        starter_wins: games that the seat which started won.
        lengths: turns of each game, in order.
        checksum: a number that depends on every game's decisions, turns and winner, in order.
    """

    cdef readonly int games
    cdef readonly tuple wins
    cdef readonly int64_t decisions, turns, starter_wins
    cdef readonly list lengths
    cdef readonly uint64_t checksum


def play_games(Catalogue catalogue not None, decks not None, int games, uint64_t seed,
               int first=0):
    """Play random games with two decks, wholly in C and without the interpreter's lock.

    Args:
        decks: (deck of seat 0, deck of seat 1).
        games: how many, at least 1.
        seed: of the whole series.
        first: number of the first game in the series; game i depends on (seed, i) only.

    Returns:
        `Results`.

    Raises:
        ValueError: fewer than one game.
    """
    cdef GameState fresh_state = GameState(catalogue, decks)
    cdef GameState state = fresh_state.clone()
    cdef Random r
    cdef int i, n = 0
    cdef int64_t wins[4]
    cdef int64_t decisions = 0, turns = 0, starters = 0
    cdef uint64_t checksum = 0
    if games < 1:
        raise ValueError(f"found {games} games, expected at least 1")
    lengths = bytearray(games)
    cdef unsigned char[::1] length_view = lengths
    state.g.x.quiet = 1
    wins[0] = wins[1] = wins[2] = wins[3] = 0
    with nogil:
        for i in range(games):
            memcpy(&state.g.s, &fresh_state.g.s, sizeof(State))
            state.g.x.fresh = 0
            random_seed(&r, seed, first + i)
            n = play_out(state.g, &r, DECISION_LIMIT)
            if n < 0:
                break
            wins[state.g.s.winner] += 1
            decisions += n
            turns += state.g.s.turn
            starters += state.g.s.winner == state.g.s.first_player
            length_view[i] = state.g.s.turn if state.g.s.turn < 255 else 255
            checksum = checksum * 0x100000001B3u + n * 1024 + state.g.s.turn * 4 \
                + state.g.s.winner
    if n < 0:
        raise AssertionError(f"game {first + i} of seed {seed} did not end")
    found = Results.__new__(Results)
    (<Results>found).games = games
    (<Results>found).wins = (wins[0], wins[1], wins[2])
    (<Results>found).decisions = decisions
    (<Results>found).turns = turns
    (<Results>found).starter_wins = starters
    (<Results>found).lengths = list(lengths)
    (<Results>found).checksum = checksum
    return found


cdef int check_all_known(GameState state) except -1:
    if not state.g.x.knows_all:
        raise ValueError("the table needs a state that knows every face")
    return 0


cdef void answer_all(Game *g, Random *r) noexcept nogil:
    while g.s.pend_seat == CHANCE_SEAT:
        table_answer(g, r)


@cython.final
cdef class Driver:
    """The seeded table beside one all-knowing state: answers chance and makes random decisions.

    Args:
        seed: 0 .. 2^64 - 1.
    """

    cdef Random r

    def __cinit__(self, uint64_t seed):
        random_seed(&self.r, seed, 0)

    def below(self, uint32_t n):
        """Return a uniform number below n.

        Raises:
            ValueError: n is 0.
        """
        if n == 0:
            raise ValueError("found 0, expected a number above it")
        return random_below(&self.r, n)

    @cython.binding(False)
    def answer(self, GameState state not None):
        """Answer every chance request that is pending, until a decision is."""
        check_all_known(state)
        answer_all(state.g, &self.r)

    @cython.binding(False)
    def apply(self, GameState state not None, int code):
        """Apply one decision, and answer what it asks of chance, until the next is pending.

        Raises what `GameState.apply` raises; nothing has changed then.
        """
        check_all_known(state)
        state._apply_code(code, True)
        answer_all(state.g, &self.r)

    @cython.binding(False)
    def random_decision(self, GameState state not None):
        """Return a uniformly random legal decision code of the pending seat, without a list.

        Raises:
            ValueError: no decision is pending.
        """
        cdef int code = random_option(state.g, &self.r)
        if code < 0:
            raise ValueError("no decision is pending")
        return code

    def play_out(self, GameState state not None):
        """Play the state to its end with random decisions; return how many."""
        cdef int n
        check_all_known(state)
        with nogil:
            n = play_out(state.g, &self.r, DECISION_LIMIT)
        if n < 0:
            raise AssertionError("the game did not end")
        return n
