"""Cards between zones by an effect: discards, returns, piles, cards kept on others or set aside.

Theory of operation. A verb acts on a register. What becomes public without a decision that names it
is asked for as a show to both first, and what a seat is to hold as a show to that seat, so a
replica never needs a face it was not given. Cards that lose what they lay on, and those that an
effect left aside, are adrift: a frame of its own takes them to the dust box before anything else
happens, since they may have to be shown for it.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from lycee_core.agenda cimport ask_chance, pop_frame
from lycee_core.defs cimport *
from lycee_core.in_force cimport barred, effect_doer, effect_kind, rule_for
from lycee_core.gathering cimport pile_slot
from lycee_core.moves cimport *
from lycee_core.program cimport Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.replacing cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.tokens cimport is_adrift, pile_size, take_out
from lycee_core.values cimport fresh, touch_if


# ---- what must be seen first --------------------------------------------------------------------

cdef bint needs_show(Game *g, int r) noexcept nogil:
    """Asks for a show to both of what lies in a register and is not public.

    The turn player's cards first.
    """
    cdef uint8_t found[120]
    cdef int n = reg_list(g, r, found)
    cdef int i, k, seat
    for k in range(2):
        seat = g.s.turn_player if k == 0 else 1 - g.s.turn_player
        for i in range(n):
            if found[i] < N_TOKENS and seat_of(found[i]) == seat \
                    and g.s.know[found[i]] != PUBLIC_KNOWN:
                ask_chance(g, P_SHOW, seat, SRC_REG, r, AUDIENCE_BOTH)
                return True
    return False


cdef bint needs_own_sight(Game *g, int r) noexcept nogil:
    """Asks for a show to the owner of what lies in a register and its owner does not know."""
    cdef uint8_t found[120]
    cdef int i
    for i in range(reg_list(g, r, found)):
        if found[i] < N_TOKENS and not g.s.know[found[i]] & (1 << seat_of(found[i])):
            ask_chance(g, P_SHOW, seat_of(found[i]), SRC_REG, r, AUDIENCE_OWNER)
            return True
    return False


# ---- moving -------------------------------------------------------------------------------------

cdef int field_order(Game *g, int r, uint8_t *out) noexcept nogil:
    """Register r in the order of R2.22.

    By cell, the turn player's first, a character before its item; then the rest, rising.
    """
    cdef uint8_t found[120]
    cdef int n = reg_list(g, r, found)
    cdef int i, k, cell, m = 0
    for k in range(12):
        cell = (k + 6 * g.s.turn_player) % 12
        for i in range(n):
            if found[i] < N_TOKENS and g.s.place[found[i]] == ZONE_FIELD \
                    and g.s.next[found[i]] == cell:
                out[m] = found[i]
                m += 1
        for i in range(n):
            if found[i] < N_TOKENS and (g.s.place[found[i]] == ZONE_ITEM or
                                        g.s.place[found[i]] == ZONE_AREA) \
                    and g.s.next[found[i]] == cell:
                out[m] = found[i]
                m += 1
    for k in range(g.s.n_picked):
        if g.s.picked[k] < N_TOKENS and reg_has(g, r, g.s.picked[k]) \
                and cell_of(g, g.s.picked[k]) == NO_CELL:
            out[m] = g.s.picked[k]
            m += 1
    for i in range(n):
        if found[i] < N_TOKENS and cell_of(g, found[i]) == NO_CELL \
                and not is_in(g.s.picked, g.s.n_picked, found[i]):
            out[m] = found[i]
            m += 1
    return m


cdef bint is_in(const uint8_t *list_, int n, int token) noexcept nogil:
    cdef int i
    for i in range(n):
        if list_[i] == token:
            return True
    return False


cdef bint may_not_leave(Game *g, const Frame *f, int token) noexcept nogil:
    """R14.14: whether a rule of a card keeps a card in play from leaving by this effect."""
    cdef int kind = effect_kind(g, f)
    cdef int cause = CAUSE_SPECIAL
    cdef Rule *r
    if not g.x.n_rules:
        return False
    if barred(g, f, WHAT_LEAVE_BY_EFFECT, token):
        return True
    if kind == LK_EVENT_CARD:
        cause = CAUSE_EVENT_CARD
    elif kind == LK_BASIC:
        cause = CAUSE_BASIC
    r = rule_for(g, O_KEEP, -1, token, effect_doer(f), kind, cause)
    # A plain `keep` is about being downed; one that names its cause is about leaving too.
    return r != NULL and g.book.code[r.pc + 1].op == O_OF and g.book.code[r.pc + 1].c != 0


cdef int relocate(Game *g, int r, int zone, int source) noexcept nogil:
    """Moves every card of a register to a zone of its owner, or to no place of its own yet.

    What is declared stays on the chain. Returns how many moved.
    """
    cdef uint8_t cards[120]
    cdef uint8_t leaving[120]
    cdef int n = field_order(g, r, cards)
    cdef int i, n_leaving = 0, moved = 0
    cdef uint64_t lo = g.s.reg_lo[r], hi = g.s.reg_hi[r]
    for i in range(n):
        if cell_of(g, cards[i]) != NO_CELL and not may_not_leave(g, top_frame(g), cards[i]):
            leaving[n_leaving] = cards[i]
            n_leaving += 1
    if n_leaving:
        leave_play(g, leaving, n_leaving, zone, source)
    for i in range(n):
        if g.s.place[cards[i]] == ZONE_CHAIN or cell_of(g, cards[i]) != NO_CELL:
            continue
        moved += 1
        if is_in(leaving, n_leaving, cards[i]):
            continue
        take_out(g, cards[i])
        put_zone(g, cards[i], zone)
    g.s.reg_lo[r] = lo                              # the operation names them anew
    g.s.reg_hi[r] = hi
    return moved


cdef int zone_meant(const Ins *ins) noexcept nogil:
    """Where O_DISCARD, O_RETURN, O_REMOVE and O_SEND put cards."""
    if ins.op == O_RETURN or (ins.op == O_SEND and ins.b == SEND_HAND):
        return ZONE_HAND
    if ins.op == O_REMOVE:
        return ZONE_REMOVED
    if ins.op == O_DISCARD or ins.b == SEND_DUST:
        return ZONE_DUST
    return TO_DECK_BOTTOM if ins.b == SEND_DECK_BOTTOM else ZONE_DECK


cdef bint event_waits(Game *g, const Frame *f, int event, int r, int token) noexcept nogil:
    """Whether a replacement of one event is to be carried out first; a card whose event is gone is
    taken out of the register."""
    cdef int became = about_to(g, event, token, f.a, 0)
    if became == EVENT_WAITS:
        return True
    if became == EVENT_GONE:
        reg_drop(g, r, token)
    return False


cdef bint leaving_waits(Game *g, const Frame *f, int r, int zone) noexcept nogil:
    """R15.16: leaving play, being discarded from a hand, reaching the dust box can be replaced."""
    cdef uint8_t cards[120]
    cdef int n, i, t
    fresh(g)
    if not (is_watched(g, EV_LEFT) or is_watched(g, EV_DISCARDED)
            or is_watched(g, EV_REACHED_DUST)):
        return False
    n = field_order(g, r, cards)
    for i in range(n):
        t = cards[i]
        if cell_of(g, t) != NO_CELL and event_waits(g, f, EV_LEFT, r, t):
            return True
        if g.s.place[t] == ZONE_HAND and zone == ZONE_DUST and reg_has(g, r, t) \
                and event_waits(g, f, EV_DISCARDED, r, t):
            return True
        if zone == ZONE_DUST and reg_has(g, r, t) and event_waits(g, f, EV_REACHED_DUST, r, t):
            return True
    for i in range(n):
        forget_event(g, EV_LEFT, cards[i])
        forget_event(g, EV_DISCARDED, cards[i])
        forget_event(g, EV_REACHED_DUST, cards[i])
    return False


cdef int undeclare(Game *g, const Frame *f, int r, int zone) noexcept nogil:
    """A card that is being declared goes somewhere: its declaration does nothing (R7.30)."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, r, found), i, done = 0
    cdef Link *decl
    for i in range(n):
        if found[i] - 144 >= g.s.n_links or found[i] - 144 == f.c:
            continue
        decl = &g.s.links[found[i] - 144]
        decl.flags |= LF_CANCELLED
        if decl.token < N_TOKENS and g.s.place[decl.token] == ZONE_CHAIN:
            decl.goes = 1 + zone
        done += 1
    return done


cdef void op_cards(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_DISCARD, O_RETURN, O_REMOVE, O_SEND, O_REVEAL.

    Cards of a register to a zone of their owners.
    """
    cdef int n = reg_count(g, ins.a)
    cdef int zone = zone_meant(ins), done
    if ins.op == O_REVEAL:
        if not needs_show(g, ins.a):
            finish(g, f, revealed(g, ins.a), n > 0)
        return
    if g.s.reg_kind[ins.a] == REG_LINKS:
        done = undeclare(g, f, ins.a, zone)
        finish(g, f, done, n > 0 and done == n)
        return
    if (zone == ZONE_DUST or zone == ZONE_REMOVED) and needs_show(g, ins.a):
        return
    if zone == ZONE_HAND and needs_own_sight(g, ins.a):
        return
    if leaving_waits(g, f, ins.a, zone):
        return
    done = relocate(g, ins.a, zone, f.a)
    finish(g, f, done, n > 0 and done == n)


cdef int revealed(Game *g, int r) noexcept nogil:
    """Cards shown without leaving a hand make it dirty (R2.23)."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, r, found)
    cdef int i
    for i in range(n):
        if found[i] < N_TOKENS and g.s.place[found[i]] == ZONE_HAND:
            g.s.dirty |= 1 << seat_of(found[i])
    return n


# ---- piles, cards kept on others, cards set aside -----------------------------------------------

cdef bint faces_wait(Game *g, int r, int face) noexcept nogil:
    """Asks for the shows that a card needs to lie face up, or for its owner to see."""
    if face == FACE_UP:
        return needs_show(g, r)
    return face == FACE_OWNER and needs_own_sight(g, r)


cdef int keep_first(Game *g, int r, int most) noexcept nogil:
    """Leaves at most so many cards in a register, the first ones; returns how many there were."""
    cdef uint8_t cards[120]
    cdef int n = field_order(g, r, cards), i
    reg_clear(g, r, REG_TOKENS)
    for i in range(n if n < most else most):
        reg_add(g, r, cards[i])
    return n


cdef int settle_cards(Game *g, int r, int zone, int where) noexcept nogil:
    """Gives cards that came to a pile, or to lie on a card, their place; returns how many."""
    cdef uint8_t cards[120]
    cdef int n = reg_list(g, r, cards), i, done = 0
    for i in range(n):
        if cards[i] < N_TOKENS and g.s.place[cards[i]] == zone:
            g.s.next[cards[i]] = where
            done += 1
    touch_if(g, DEP_ZONES)
    return done


cdef void op_pile(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_PILE: cards of a register to a named pile of a seat."""
    cdef int seat = whose_seat(g, c, ins.y)
    cdef int meant = reg_count(g, ins.a), slot, room = 120, done
    if faces_wait(g, ins.a, ins.c & FACE_MASK):
        return
    slot = pile_slot(g, ins.b, seat)
    if ins.x:
        room = expr(g, c, ins.x) - (0 if slot < 0 else pile_size(g, slot))
        keep_first(g, ins.a, room if room > 0 else 0)
    if reg_count(g, ins.a) == 0:
        finish(g, f, 0, False)
        return
    slot = open_pile(g, ins.b, seat, f.a, ins.c)
    if slot < 0:
        finish(g, f, 0, False)
        return
    drop_own_place(g, ins.a, ZONE_PILE, slot)
    relocate(g, ins.a, ZONE_PILE, f.a)
    done = settle_cards(g, ins.a, ZONE_PILE, slot)
    if pile_size(g, slot) == 0:
        memset(&g.s.piles[slot], 0, sizeof(Pile))
    finish(g, f, done, done == meant)


cdef void drop_own_place(Game *g, int r, int zone, int where) noexcept nogil:
    """What lies there already is left alone, or taking it out could end the pile."""
    cdef uint8_t cards[120]
    cdef int i
    for i in range(reg_list(g, r, cards)):
        if cards[i] < N_TOKENS and g.s.place[cards[i]] == zone and g.s.next[cards[i]] == where:
            reg_drop(g, r, cards[i])


cdef void op_hold(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_HOLD: cards of a register onto or under a card in play, where they are kept."""
    cdef int host = reg_first(g, ins.b)
    cdef int meant = reg_count(g, ins.a), done
    if host >= N_TOKENS or cell_of(g, host) == NO_CELL:
        finish(g, f, 0, False)
        return
    reg_drop(g, ins.a, host)
    if g.s.place[host] == ZONE_ITEM and reg_has(g, ins.a, g.s.chars[cell_of(g, host)].token):
        finish(g, f, 0, False)                      # its bearer would take it along
        return
    if faces_wait(g, ins.a, ins.c & FACE_MASK):
        return
    drop_own_place(g, ins.a, ZONE_HELD, host)
    relocate(g, ins.a, ZONE_HELD, f.a)
    done = settle_cards(g, ins.a, ZONE_HELD, host)
    finish(g, f, done, meant > 0 and done == meant)


cdef void op_aside(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_ASIDE: cards of a register out of every zone."""
    cdef int n = reg_count(g, ins.a), done
    if faces_wait(g, ins.a, ins.b):
        return
    done = relocate(g, ins.a, ZONE_ASIDE, f.a)
    finish(g, f, done, n > 0 and done == n)


# ---- what is adrift -----------------------------------------------------------------------------

cdef void tidy_run(Game *g) noexcept nogil:
    """FR_TIDY: what is adrift goes to its owner's dust box (R13.5), shown to both first."""
    cdef int k, i, t, seat
    for k in range(2):
        seat = g.s.turn_player if k == 0 else 1 - g.s.turn_player
        for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
            if g.s.know[t] != PUBLIC_KNOWN and is_adrift(g, t):
                ask_chance(g, P_SHOW, seat, SRC_ADRIFT, 0, AUDIENCE_BOTH)
                return
    for k in range(2):
        seat = g.s.turn_player if k == 0 else 1 - g.s.turn_player
        for i in range(SEAT_TOKENS):
            t = seat * SEAT_TOKENS + i
            if is_adrift(g, t):
                take_out(g, t)
                put_zone(g, t, ZONE_DUST)
    pop_frame(g)
