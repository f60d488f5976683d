"""The course of a game: shuffle, deal, redraw, who starts; then turn after turn, phase after phase.

Theory of operation. FR_TURN is the bottom frame and never leaves the agenda. Each call does one
step and returns, so that what a step triggered is carried out before the next. Steps that need
chance come back through `turn_answered`.
"""

from libc.stdint cimport uint16_t, uint64_t

from lycee_core.agenda cimport ask, ask_chance, push_frame
from lycee_core.battle cimport BS_WINDOW
from lycee_core.counters cimport forget_turn, use_rule
from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.in_force cimport forbidden, seat_number
from lycee_core.lasting cimport end_lasting, end_wake_up
from lycee_core.moves cimport put_anyway, untap_cell
from lycee_core.selectors cimport cell_of
from lycee_core.state cimport *
from lycee_core.tokens cimport put_deck_bottom, put_hand, take_out
from lycee_core.triggers cimport emit, hear, queue_basic
from lycee_core.turn cimport *
from lycee_core.values cimport fresh, touch, touch_if


# ---- set-up -------------------------------------------------------------------------------------

cdef void deal(Game *g, int seat) noexcept nogil:
    cdef int t, _
    for _ in range(OPENING_HAND):
        t = g.s.deck_head[seat]
        take_out(g, t)
        put_hand(g, t)
        report(g, EV_DRAWN, seat, t, NO_CELL, 0)
    # R2.23: the opening hand is clean; it was picked from a freshly shuffled deck.
    g.s.dirty &= ~(1 << seat)


cdef int redraw_rule(Game *g, int seat) noexcept nogil:
    """R3.4: no redraw with a character in the hand; -1 where this replica cannot see the hand."""
    cdef uint64_t m = g.s.hand[seat]
    cdef int t
    cdef bint unsure = False
    while m:
        t = seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        if not known(g, t):
            unsure = True
        elif card_of(g, t).type == TYPE_CHARACTER:
            return 304                              # R3.4
    return -1 if unsure else 0


cdef void redraw(Game *g, int seat) noexcept nogil:
    """R3.5: shown, put back, then shuffled and dealt again."""
    cdef uint64_t m = g.s.hand[seat]
    cdef int t
    report(g, EV_REDRAWN, seat, NO_TOKEN, NO_CELL, 0)
    while m:
        t = seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        make_public(g, t)
        report(g, EV_SHOWN, seat, t, NO_CELL, 0)
        take_out(g, t)
        put_deck_bottom(g, t)
    top_frame(g).step = TS_SHUFFLE


cdef void keep_next(Game *g, Frame *f) noexcept nogil:
    if f.a == 0:
        f.a = 1
    else:
        f.step = TS_ROLL


cdef void setup_run(Game *g, Frame *f) noexcept nogil:
    if f.step == TS_SHUFFLE:
        ask_chance(g, P_SHUFFLE, f.a, SRC_DECK, 0, 0)
    elif f.step == TS_DEAL:
        ask_chance(g, P_SHOW, f.a, SRC_DECK_TOP, OPENING_HAND, AUDIENCE_OWNER)
    elif f.step == TS_KEEP:
        ask(g, P_KEEP, f.a)
    else:
        ask_chance(g, P_ROLL, 0, SRC_NONE, 2, 1)


cdef void setup_answered(Game *g, Frame *f, const uint16_t *values) noexcept nogil:
    # Both decks are shuffled, both hands dealt, then both keep; a redraw (frame.b = 1) repeats it
    # for one seat.
    if f.step == TS_SHUFFLE:
        if f.b == 0 and f.a == 0:
            f.a = 1
        else:
            f.step = TS_DEAL
            f.a = f.a if f.b else 0
    elif f.step == TS_DEAL:
        deal(g, f.a)
        if f.b == 0 and f.a == 0:
            f.a = 1
        else:
            f.step = TS_KEEP
            f.a = f.a if f.b else 0
            f.b = 1
    else:
        g.s.turn_player = values[0] & 1             # R3.6
        g.s.first_player = g.s.turn_player
        report(g, EV_STARTS, g.s.turn_player, NO_TOKEN, NO_CELL, 0)
        f.step = TS_START


# ---- the turn -----------------------------------------------------------------------------------

cdef void turn_start(Game *g, Frame *f) noexcept nogil:
    cdef int cell
    g.s.turn += 1
    g.s.phase = PH_START
    g.s.declared = 0
    # R7.31: counted anew every turn of either player
    forget_turn(g)
    g.s.dust_old[0] = g.s.dust_n[0]
    g.s.dust_old[1] = g.s.dust_n[1]
    for cell in range(12):
        g.s.chars[cell].used = 0
        g.s.chars[cell].did = 0
        g.s.chars[cell].partner = 0
        g.s.chars[cell].flags &= ~CH_ENTERED
        if cell // 6 == g.s.turn_player:
            g.s.chars[cell].flags &= ~CH_NEW        # R4.2
    end_lasting(g, UNTIL_OWN_TURN_START, g.s.turn_player)
    end_lasting(g, UNTIL_ENEMY_TURN_START, 1 - g.s.turn_player)
    touch_if(g, DEP_TURN | DEP_TAP | DEP_ZONES)
    f.step = TS_WAKE_UP
    # R4.3: turn start effects and Taxes wait together.
    emit(g, EV_TURN_START, g.s.turn_player, NO_TOKEN, 255, g.s.turn)
    fresh(g)
    for cell in range(g.s.turn_player * 6, g.s.turn_player * 6 + 6):
        if g.x.basics[cell] & ((1 << B_TAX_TRASH) | (1 << B_TAX_WAKEUP)):
            queue_basic(g, B_TAX_TRASH, cell, 255, 0)
            queue_basic(g, B_TAX_WAKEUP, cell, 255, 0)


cdef int sleepers(Game *g) noexcept nogil:
    """Own cells (bits 0..5) with a tapped character that could wake up (R4.6)."""
    cdef int first = g.s.turn_player * 6, mask = 0, i, cell
    cdef uint64_t m
    fresh(g)
    m = (g.x.occupied >> first) & 63
    while m:
        i = ctz64(m)
        m &= m - 1
        cell = first + i
        if g.s.chars[cell].flags & (CH_TAPPED | CH_SKIP_WAKE_UP | CH_NO_WAKE_UP) == CH_TAPPED \
                and not g.x.no_wake_up[cell] \
                and not forbidden(g, WHAT_WAKE_UP, g.s.chars[cell].token, 255, -1) \
                and not forbidden(g, WHAT_UNTAP, g.s.chars[cell].token, 255, -1):
            mask |= 1 << i
    return mask


cdef void wake_up(Game *g, Frame *f, int stay) noexcept nogil:
    cdef int mask = sleepers(g) & ~stay
    cdef int i
    for i in range(6):
        if (mask >> i) & 1:
            untap_cell(g, g.s.turn_player * 6 + i)
        # R4.8: skipping is used up at the next wake-up, also by an untapped character.
        g.s.chars[g.s.turn_player * 6 + i].flags &= ~(CH_SKIP_WAKE_UP | CH_NO_WAKE_UP)
    end_wake_up(g, UNTIL_WAKE_UP, g.s.turn_player)
    g.s.phase = PH_WARM_UP
    f.step = TS_WARM_UP
    hear(g, EV_WAKE_UP, g.s.turn_player, NO_TOKEN, 255, 0)


cdef void warm_up(Game *g, Frame *f) noexcept nogil:
    cdef int n = FIRST_WARM_UP_DRAW if g.s.turn == 1 else WARM_UP_DRAW     # R4.9, R4.10
    cdef int i
    cdef Frame *d
    if f.c == 0:
        hear(g, EV_WARM_UP, g.s.turn_player, NO_TOKEN, 255, 0)
        if g.s.n_triggers:
            f.c = 1                                 # R4.9: they come first
            return
    f.c = 0
    n = seat_number(g, O_WARM_UP, g.s.turn_player, n)
    for i in range(g.x.n_rules - 1, -1, -1):        # what lasts a number of warm-ups
        if g.book.code[g.rules[i].pc].op == O_WARM_UP \
                and g.rules[i].subject == 160 + g.s.turn_player:
            use_rule(g, &g.rules[i])
    n += g.s.warm_up_change[g.s.turn_player]
    g.s.warm_up_change[g.s.turn_player] = 0
    end_wake_up(g, UNTIL_WARM_UP, g.s.turn_player)
    f.step = TS_MAIN_START
    d = push_frame(g, FR_DRAW, g.s.turn_player)
    d.x = n if n > 0 else 0


cdef int limit_of(Game *g, int seat) noexcept nogil:
    cdef int n = seat_number(g, O_HAND_LIMIT, seat, HAND_LIMIT) + g.s.hand_limit_change[seat]
    return n if n > 0 else 0


cdef void end_turn(Game *g) noexcept nogil:
    """What lasts until the end of this turn, or of a battle that never came (R14.1)."""
    end_lasting(g, UNTIL_TURN_END, 2)
    end_lasting(g, UNTIL_USED_THIS_TURN, 2)
    end_lasting(g, UNTIL_BATTLE_END, 2)
    end_lasting(g, UNTIL_OWN_TURN_END, g.s.turn_player)
    end_lasting(g, UNTIL_ENEMY_TURN_END, 1 - g.s.turn_player)


cdef void expire(Game *g, Frame *f) noexcept nogil:
    """R4.19.

    Every change that lasts until the end of the turn ends; then the other player's turn.
    """
    cdef int cell, i
    for cell in range(12):
        for i in range(3):
            g.s.chars[cell].turn_change[i] = 0
            g.s.chars[cell].battle_change[i] = 0    # given outside a battle (R14.1)
        g.s.chars[cell].gained = 0
        g.s.chars[cell].lost = 0
        g.s.chars[cell].flags &= ~CH_KEEP
    end_turn(g)
    touch(g)
    if g.s.turn >= TURN_LIMIT:
        game_over(g, 2, END_LIMIT)
        return
    g.s.turn_player = 1 - g.s.turn_player
    f.step = TS_START


cdef void start_battle(Game *g) noexcept nogil:
    """The frame of a battle: of an attack, or of one that an effect started (R8.37)."""
    cdef int seat = g.s.turn_player
    cdef Frame *f
    if g.s.attacker != NO_TOKEN:
        seat = cell_of(g, g.s.attacker) // 6
    f = push_frame(g, FR_BATTLE, g.s.turn_player)
    f.c = seat
    if g.s.defender != NO_TOKEN:
        f.step = BS_WINDOW
        f.b = 1


cdef void turn_run(Game *g, bint dead) noexcept nogil:
    """One step of the course.

    `dead`: the other player publicly cannot answer the offer of the end.
    """
    cdef Frame *f = top_frame(g)
    cdef int p = g.s.turn_player
    if f.step <= TS_ROLL:
        setup_run(g, f)
    elif f.step == TS_START:
        turn_start(g, f)
    elif f.step == TS_WAKE_UP:
        g.s.phase = PH_WAKE_UP
        if sleepers(g):
            ask(g, P_WAKE_UP, p)
        else:
            wake_up(g, f, 0)
    elif f.step == TS_WARM_UP:
        warm_up(g, f)
    elif f.step == TS_MAIN_START:
        g.s.phase = PH_MAIN
        f.step = TS_MAIN
        emit(g, EV_MAIN_START, p, NO_TOKEN, 255, 0)             # R4.11
    elif f.step == TS_MAIN:
        if g.s.battle:
            start_battle(g)
        else:
            ask(g, P_MAIN, p)
    elif f.step == TS_OFFER:
        if dead:
            f.step = TS_HAND_LIMIT
            g.s.phase = PH_END
        else:
            ask(g, P_RESPOND, 1 - p)
    elif f.step == TS_HAND_LIMIT:
        if popcount64(g.s.hand[p]) > limit_of(g, p):
            ask(g, P_HAND_LIMIT, p)                             # R4.16
        else:
            f.step = TS_TURN_END
    elif f.step == TS_TURN_END:
        f.step = TS_EXPIRE
        emit(g, EV_TURN_END, p, NO_TOKEN, 255, g.s.turn)        # R4.18
    else:
        expire(g, f)


# ---- its decisions ------------------------------------------------------------------------------

cdef int turn_check(Game *g, int code) noexcept nogil:
    if g.s.pend_kind == P_KEEP:
        if code == CODE_NO:
            return redraw_rule(g, g.s.pend_seat)
        return 0 if code == CODE_YES else 112                   # R1.12
    if g.s.pend_kind == P_WAKE_UP:
        if code < CODE_MASK or code >= CODE_MASK + 64:
            return 112                                          # R1.12
        return 406 if (code - CODE_MASK) & ~sleepers(g) else 0  # R4.6
    if code >= N_TOKENS or g.s.place[code] != ZONE_HAND or seat_of(code) != g.s.pend_seat:
        return 417                                              # R4.17
    return 0


cdef int turn_options(Game *g, uint16_t *out) noexcept nogil:
    cdef int n = 0, mask, sub
    cdef uint64_t m
    if g.s.pend_kind == P_KEEP:
        out[0] = CODE_YES
        if redraw_rule(g, g.s.pend_seat) == 0:
            out[1] = CODE_NO
            return 2
        return 1
    if g.s.pend_kind == P_WAKE_UP:
        mask = sleepers(g)
        sub = 0
        while True:                                             # every subset of the sleepers
            out[n] = CODE_MASK + sub
            n += 1
            if sub == mask:
                return n
            sub = (sub - mask) & mask
    m = g.s.hand[g.s.pend_seat]
    while m:
        out[n] = g.s.pend_seat * SEAT_TOKENS + ctz64(m)
        n += 1
        m &= m - 1
    return n


cdef void turn_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    if g.s.pend_kind == P_KEEP:
        if code == CODE_YES:
            report(g, EV_KEPT, f.a, NO_TOKEN, NO_CELL, 0)
            keep_next(g, f)
        else:
            redraw(g, f.a)
    elif g.s.pend_kind == P_WAKE_UP:
        wake_up(g, f, code - CODE_MASK)
    elif g.s.pend_kind == P_MAIN:                               # PASS: the end is offered (R4.14)
        report(g, EV_OFFERED_END, g.s.pend_seat, NO_TOKEN, NO_CELL, 0)
        f.step = TS_OFFER
    elif g.s.pend_kind == P_RESPOND:                            # PASS: accepted
        f.step = TS_HAND_LIMIT
        g.s.phase = PH_END
    else:                                                       # P_HAND_LIMIT
        take_out(g, code)
        put_anyway(g, code)


cdef void turn_answered(Game *g, const uint16_t *values) noexcept nogil:
    cdef Frame *f = top_frame(g)
    if f.step <= TS_ROLL:
        setup_answered(g, f, values)
