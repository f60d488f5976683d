# The agenda, a stack of frames, and what is pending: the question that a seat or chance answers.

from libc.string cimport memset

from lycee_core.registers cimport *
from lycee_core.state cimport *
from lycee_core.tokens cimport is_adrift


# ---- agenda -------------------------------------------------------------------------------------

cdef Frame *push_frame(Game *g, int kind, int seat) noexcept nogil:
    cdef Frame *f
    if g.s.n_frames >= N_FRAMES:
        # Depth is bounded by construction (turn, battle, chain, resolve, effect, draw, triggers
        # ...).
        g.x.status = ST_OVERFLOW
        return &g.s.frames[N_FRAMES - 1]
    f = &g.s.frames[g.s.n_frames]
    memset(f, 0, sizeof(Frame))
    f.kind = kind
    f.seat = seat
    g.s.n_frames += 1
    return f


cdef void pop_frame(Game *g) noexcept nogil:
    g.s.n_frames -= 1
    memset(&g.s.frames[g.s.n_frames], 0, sizeof(Frame))


# ---- what is pending ----------------------------------------------------------------------------

cdef void ask(Game *g, int kind, int seat) noexcept nogil:
    # R13: a hand that gained a card is shuffled before its owner decides, or a token would link
    # the draw to the play.
    if g.s.dirty & (1 << seat):
        if g.s.hand[seat]:
            ask_chance(g, P_SHUFFLE, seat, SRC_HAND, 0, 0)
            return
        g.s.dirty &= ~(1 << seat)
    g.s.pend_kind = kind
    g.s.pend_seat = seat
    g.s.pend_src = SRC_NONE
    g.s.pend_n = 0
    g.s.pend_k = 0
    g.s.pend_owner = 0


cdef void ask_chance(Game *g, int kind, int owner, int src, int n, int k) noexcept nogil:
    g.s.pend_kind = kind
    g.s.pend_seat = CHANCE_SEAT
    g.s.pend_src = src
    g.s.pend_n = n
    g.s.pend_k = k
    g.s.pend_owner = owner


cdef int request_tokens(Game *g, uint8_t *out) noexcept nogil:
    """Writes the tokens that the pending chance request is about, top of the deck first.

    Returns how many.
    """
    cdef int n = 0, t, limit = 0, _
    cdef int seat = g.s.pend_owner
    cdef uint64_t m
    if g.s.pend_src == SRC_DECK_TOP or g.s.pend_src == SRC_DECK \
            or g.s.pend_src == SRC_DECK_BOTTOM:
        limit = g.s.pend_n if g.s.pend_src == SRC_DECK_TOP else SEAT_TOKENS
        t = g.s.deck_head[seat]
        if g.s.pend_src == SRC_DECK_BOTTOM:
            for _ in range(g.s.deck_n[seat] - g.s.pend_n):
                t = g.s.next[t]
        while t != NO_TOKEN and n < limit:
            out[n] = t
            n += 1
            t = g.s.next[t]
    elif g.s.pend_src == SRC_HAND:
        m = g.s.hand[seat]
        while m:
            out[n] = seat * SEAT_TOKENS + ctz64(m)
            n += 1
            m &= m - 1
    elif g.s.pend_src == SRC_REG:
        n = request_register(g, seat, out)
    else:
        for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
            if (g.s.pend_src == SRC_PILE and g.s.place[t] == ZONE_PILE
                    and g.s.next[t] == g.s.pend_n) \
                    or (g.s.pend_src == SRC_ADRIFT and is_adrift(g, t)
                        and g.s.know[t] != PUBLIC_KNOWN):
                out[n] = t
                n += 1
    return n


cdef int request_register(Game *g, int seat, uint8_t *out) noexcept nogil:
    """The cards of one owner in a register; a show to both leaves out what is public already."""
    cdef uint8_t found[120]
    cdef int n = 0, i
    for i in range(reg_list(g, g.s.pend_n, found)):
        if found[i] >= N_TOKENS or seat_of(found[i]) != seat:
            continue
        if g.s.pend_k == AUDIENCE_BOTH and g.s.know[found[i]] == PUBLIC_KNOWN:
            continue
        out[n] = found[i]
        n += 1
    return n
