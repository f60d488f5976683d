"""Looking at cards, and the order of cards that go back into a deck.

Theory of operation. The owner alone learns its own cards. What the other seat looks at is shown to
both: the opening travels in the open anyway, and a face that both know is public (R2.20). Only the
owner of a deck can put it in a secret order; the other seat names its order openly, card by card.
"""

from libc.stdint cimport uint8_t, uint16_t

from lycee_core.agenda cimport ask, ask_chance
from lycee_core.defs cimport *
from lycee_core.gathering cimport pile_slot
from lycee_core.program cimport Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.tokens cimport lift_out, put_deck_bottom, put_deck_top


# ---- looking ------------------------------------------------------------------------------------

cdef bint asks_owner(Game *g, int r, int seat) noexcept nogil:
    """Asks for a show to a seat of its own cards in a register, if there are any."""
    cdef uint8_t found[120]
    cdef int i
    for i in range(reg_list(g, r, found)):
        if found[i] < N_TOKENS and seat_of(found[i]) == seat:
            ask_chance(g, P_SHOW, seat, SRC_REG, r, AUDIENCE_OWNER)
            return True
    return False


cdef bint asks_other(Game *g, int r, int seat) noexcept nogil:
    """Asks for a show to both of what a seat has in a register that is not public."""
    cdef uint8_t found[120]
    cdef int i
    for i in range(reg_list(g, r, found)):
        if found[i] < N_TOKENS and seat_of(found[i]) == seat and g.s.know[found[i]] != PUBLIC_KNOWN:
            ask_chance(g, P_SHOW, seat, SRC_REG, r, AUDIENCE_BOTH)
            return True
    return False


cdef void op_look(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_LOOK: a seat looks at the cards of a register."""
    cdef uint8_t found[120]
    cdef int looker = whose_seat(g, c, ins.b)
    cdef int n = reg_list(g, ins.a, found), i
    if n == 0 or found[0] >= N_TOKENS:
        finish(g, f, 0, False)
        return
    if f.step == ES_START and asks_owner(g, ins.a, looker):
        return
    if asks_other(g, ins.a, 1 - looker):
        return
    for i in range(n):
        if seat_of(found[i]) != looker and g.s.place[found[i]] == ZONE_HAND:
            g.s.dirty |= 1 << seat_of(found[i])
    finish(g, f, n, True)


# ---- an order openly named ----------------------------------------------------------------------

cdef int to_order(Game *g, int r) noexcept nogil:
    cdef int n = reg_count(g, r)
    return n if n < PICK_ORDER else PICK_ORDER


cdef bint was_picked(Game *g, int token) noexcept nogil:
    cdef int i
    for i in range(g.s.n_picked):
        if g.s.picked[i] == token:
            return True
    return False


cdef void order_picks_run(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_PICK_ORDER: a seat names the cards of a register one by one; nothing is done to them."""
    cdef int n = to_order(g, ins.a)
    if f.step == ES_START:
        g.s.n_picked = 0
        f.step = ES_PICKING
    if n > 1 and g.s.n_picked < n - 1:
        ask(g, P_CHOOSE, g.s.turn_player if ins.b == BY_TURN_PLAYER
            else 1 - f.seat if ins.b == BY_ENEMY else f.seat)
        return
    f.step = ES_START
    f.pc += 1


cdef int order_picks_options(Game *g, const Ins *ins, uint16_t *out) noexcept nogil:
    cdef uint8_t found[120]
    cdef int i, n = 0
    for i in range(reg_list(g, ins.a, found)):
        if not was_picked(g, found[i]):
            out[n] = found[i]
            n += 1
    return n


cdef void order_picks_decide(Game *g, int code) noexcept nogil:
    g.s.picked[g.s.n_picked] = code
    g.s.n_picked += 1


# ---- arranging ----------------------------------------------------------------------------------

cdef int in_deck(Game *g, int r, uint8_t *out) noexcept nogil:
    """The cards of a register that lie in the deck of its first one, from the top down."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, r, found), m = 0, i, t = NO_TOKEN
    for i in range(n):
        if found[i] < N_TOKENS and g.s.place[found[i]] == ZONE_DECK and t == NO_TOKEN:
            t = g.s.deck_head[seat_of(found[i])]
    while t != NO_TOKEN:
        if reg_has(g, r, t):
            out[m] = t
            m += 1
        t = g.s.next[t]
    return m


cdef bint at_bottom(Game *g, const uint8_t *cards, int n) noexcept nogil:
    """Whether cards lie at the bottom of their deck, and not at the top as well."""
    cdef int seat = seat_of(cards[0]), t = g.s.deck_head[seat], _
    if t == cards[0]:
        return False
    for _ in range(g.s.deck_n[seat] - n):
        t = g.s.next[t]
    return t == cards[0]


cdef void stack(Game *g, const uint8_t *cards, int n) noexcept nogil:
    """Puts cards on top of their deck, the first one uppermost."""
    cdef int i
    for i in range(n):
        lift_out(g, cards[n - 1 - i])
        put_deck_top(g, cards[n - 1 - i])


cdef void split(Game *g, const uint8_t *cards, int n, int below) noexcept nogil:
    """Of the top n cards of a deck the last ones go to the bottom, keeping their order."""
    cdef int i
    for i in range(n - below, n):
        lift_out(g, cards[i])
        put_deck_bottom(g, cards[i])


cdef int bound(int v, int n) noexcept nogil:
    if v > n:
        return n
    return v if v > 0 else 0


cdef void range_of(Game *g, const Ins *ins, const Ctx *c, int n, int *low,
                   int *high) noexcept nogil:
    """How many of n cards may go where the text says."""
    cdef int kind = ins.b
    high[0] = n
    low[0] = 0 if kind == N_ANY or kind == N_UP_TO else n
    if kind == N_EXACT or kind == N_UP_TO:
        high[0] = bound(expr(g, c, ins.x), n)
        low[0] = high[0] if kind == N_EXACT else 0


cdef void arrange_end(Game *g, Frame *f, const Ins *ins, int number) noexcept nogil:
    """The cards lie on top in their new order; some go to the bottom."""
    cdef uint8_t cards[120]
    cdef int n = in_deck(g, ins.a, cards)
    if ins.c & ARRANGE_BOTTOM:
        split(g, cards, n, number)
    elif ins.c & ARRANGE_TOP:
        split(g, cards, n, n - number)
    elif g.s.done_full:                             # they came from the bottom
        split(g, cards, n, n)
    finish(g, f, n, True)


cdef void named_order(Game *g, const Ins *ins) noexcept nogil:
    """Puts the cards on top in the order that was named, the rest behind as they lay."""
    cdef uint8_t cards[120]
    cdef uint8_t order[120]
    cdef int n = in_deck(g, ins.a, cards), i, m = 0
    for i in range(g.s.n_picked):
        order[m] = g.s.picked[i]
        m += 1
    for i in range(n):
        if not was_picked(g, cards[i]):
            order[m] = cards[i]
            m += 1
    stack(g, order, m)
    g.s.n_picked = 0


cdef void arrange_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_ARRANGE: cards just looked at go back onto or under their deck in any order."""
    cdef uint8_t cards[120]
    cdef int n = in_deck(g, ins.a, cards), low = 0, high = 0
    if n == 0:
        finish(g, f, 0, False)
        return
    if f.step == ES_START:
        g.s.done_full = at_bottom(g, cards, n)      # until it is known how this operation went
        stack(g, cards, n)
        g.s.n_picked = 0
        f.step = ES_PICKING
        if seat_of(cards[0]) == f.seat and n > 1:
            ask_chance(g, P_ARRANGE, f.seat, SRC_DECK_TOP, n, 0)
            return
    if f.step == ES_PICKING and seat_of(cards[0]) != f.seat:
        if g.s.n_picked < to_order(g, ins.a) - 1 and g.s.n_picked < n - 1:
            ask(g, P_CHOOSE, f.seat)
            return
        named_order(g, ins)
    f.step = ES_ANSWERED
    if ins.c & (ARRANGE_BOTTOM | ARRANGE_TOP):
        range_of(g, ins, c, n, &low, &high)
        if low < high:
            g.s.done_n = n
            ask(g, P_NUMBER, f.seat)
            return
    arrange_end(g, f, ins, high)


cdef int arrange_options(Game *g, const Frame *f, const Ins *ins, uint16_t *out) noexcept nogil:
    cdef uint8_t cards[120]
    cdef int n = in_deck(g, ins.a, cards), i, m = 0, low = 0, high = 0
    cdef Ctx c
    if g.s.pend_kind == P_CHOOSE:
        for i in range(n):
            if not was_picked(g, cards[i]):
                out[m] = cards[i]
                m += 1
        return m
    frame_ctx(f, &c)
    range_of(g, ins, &c, n, &low, &high)
    for i in range(low, high + 1 if high < MOST_NUMBERS else MOST_NUMBERS):
        out[m] = CODE_NUMBER + i
        m += 1
    return m


cdef void arrange_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil:
    if g.s.pend_kind == P_CHOOSE:
        order_picks_decide(g, code)
    else:
        arrange_end(g, f, ins, code - CODE_NUMBER)


# ---- what was just put into a deck, piles -------------------------------------------------------

cdef void op_order(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_ORDER: the cards of one owner that were just put onto or under its deck.

    They are shuffled among themselves, or put into an order that only the owner knows.
    """
    cdef uint8_t found[120]
    cdef int seat = g.s.turn_player if ins.y == 0 else 1 - g.s.turn_player
    cdef int i, n = 0
    for i in range(reg_list(g, ins.a, found)):
        n += found[i] < N_TOKENS and seat_of(found[i]) == seat and g.s.place[found[i]] == ZONE_DECK
    if f.step == ES_START and n > 1:
        ask_chance(g, P_SHUFFLE if ins.b == ORDER_RANDOM else P_ARRANGE, seat,
                   SRC_DECK_BOTTOM if ins.c == SEND_DECK_BOTTOM else SRC_DECK_TOP, n, 0)
        return
    f.step = ES_START
    f.pc += 1


cdef void op_shuffle_pile(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_SHUFFLE_PILE: the cards of one owner in a pile that does not lie face up."""
    cdef int slot = pile_slot(g, ins.a, whose_seat(g, c, ins.b))
    cdef int seat = g.s.turn_player if ins.y == 0 else 1 - g.s.turn_player
    cdef int t, n = 0
    if slot >= 0 and g.s.piles[slot].flags & FACE_MASK != FACE_UP:
        for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
            n += g.s.place[t] == ZONE_PILE and g.s.next[t] == slot
    if f.step == ES_START and n > 1:
        ask_chance(g, P_SHUFFLE, seat, SRC_PILE, slot, 0)
        return
    finish(g, f, n, True)
