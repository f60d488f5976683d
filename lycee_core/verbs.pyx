"""The verbs of the card language that act on something: values, taps, cards between zones, cells.

Theory of operation. A verb acts on a register. What becomes public without a decision that names it
is asked for as a show to both first, so a replica never needs a face it was not given.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t

from lycee_core.defs cimport *
from lycee_core.house cimport VALUE_LIMIT
from lycee_core.moves cimport *
from lycee_core.program cimport Ins
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.values cimport touch


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


cdef int relocate(Game *g, int r, int zone, int source) noexcept nogil:
    """Moves every card of a register to a zone of its owner.

    ZONE_ASIDE stands for the bottom of the deck. Returns how many.
    """
    cdef uint8_t cards[120]
    cdef uint8_t leaving[120]
    cdef int n = field_order(g, r, cards)
    cdef int i, n_leaving = 0, moved = 0, place
    for i in range(n):
        if cell_of(g, cards[i]) != NO_CELL:
            leaving[n_leaving] = cards[i]
            n_leaving += 1
    if n_leaving:
        leave_play(g, leaving, n_leaving, zone, source)
    for i in range(n):
        place = g.s.place[cards[i]]
        if place == ZONE_CHAIN or place == ZONE_PAYMENT:
            continue
        moved += 1
        if is_in(leaving, n_leaving, cards[i]):
            continue
        take_out(g, cards[i])
        put_zone(g, cards[i], zone)
    return moved


cdef void op_values(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_CHANGE, O_GAIN_BASIC, O_LOSE_BASIC, O_SKIP_WAKE_UP, O_KEEP, O_TAP, O_UNTAP on the
    characters of a register."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, ins.a, found)
    cdef int i, cell, done = 0, amount = 0
    cdef Character *ch
    cdef bint did
    if ins.op == O_CHANGE:
        amount = limited(expr(g, c, ins.x))
    for i in range(n):
        cell = cell_of(g, found[i])
        if found[i] >= N_TOKENS or cell == NO_CELL or g.s.place[found[i]] != ZONE_FIELD:
            continue
        ch = &g.s.chars[cell]
        did = True
        if ins.op == O_CHANGE:
            add_change(ch, ins.b, ins.c, amount)
            report(g, EV_VALUE_CHANGED, f.seat, found[i], ins.b, amount)
        elif ins.op == O_GAIN_BASIC:
            ch.gained |= (<uint32_t>1) << ins.b
            ch.lost &= ~((<uint32_t>1) << ins.b)
            report(g, EV_BASIC_CHANGED, f.seat, found[i], cell, ins.b)
        elif ins.op == O_LOSE_BASIC:
            ch.lost |= 0x1FFFF if ins.b == 255 else (<uint32_t>1) << ins.b
            report(g, EV_BASIC_CHANGED, f.seat, found[i], cell, -1 - ins.b)
        elif ins.op == O_SKIP_WAKE_UP:
            ch.flags |= CH_SKIP_WAKE_UP
        elif ins.op == O_KEEP:
            did = g.s.battle != 0               # "by this battle": outside there is none
            if did:
                ch.flags |= CH_KEEP
        elif ins.op == O_TAP:
            did = tap_cell(g, cell)
        else:
            did = untap_cell(g, cell)
        done += did
    if ins.op != O_TAP and ins.op != O_UNTAP:
        touch(g)
    finish(g, f, done, n > 0 and done == n)


cdef void add_change(Character *ch, int value, int until, int amount) noexcept nogil:
    # R14.4: nothing runs away, however often a free ability is used.
    cdef int16_t *where = &ch.battle_change[value] if until == UNTIL_BATTLE_END \
        else &ch.turn_change[value]
    cdef int sum_ = where[0] + amount
    if sum_ > 2 * VALUE_LIMIT:
        sum_ = 2 * VALUE_LIMIT
    elif sum_ < -2 * VALUE_LIMIT:
        sum_ = -2 * VALUE_LIMIT
    where[0] = sum_


cdef void op_cards(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_DISCARD, O_RETURN, O_REMOVE, O_SEND, O_REVEAL.

    Cards of a register to a zone of their owners.
    """
    cdef int n = reg_count(g, ins.a)
    cdef int done = 0
    if (ins.op == O_DISCARD or ins.op == O_REMOVE or ins.op == O_REVEAL
            or (ins.op == O_SEND and ins.b == SEND_DUST)) and needs_show(g, ins.a):
        return
    if ins.op == O_DISCARD:
        done = relocate(g, ins.a, ZONE_DUST, f.a)
    elif ins.op == O_RETURN:
        done = relocate(g, ins.a, ZONE_HAND, f.a)
    elif ins.op == O_REMOVE:
        done = relocate(g, ins.a, ZONE_REMOVED, f.a)
    elif ins.op == O_REVEAL:
        done = revealed(g, ins.a)
    elif ins.b == SEND_DUST:
        done = relocate(g, ins.a, ZONE_DUST, f.a)
    elif ins.b == SEND_HAND:
        done = relocate(g, ins.a, ZONE_HAND, f.a)
    elif ins.b == SEND_DECK_BOTTOM:
        done = relocate(g, ins.a, ZONE_ASIDE, f.a)
    else:
        done = relocate(g, ins.a, ZONE_DECK, f.a)
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


cdef void op_amount(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_DRAW and O_MILL: a frame above does it and leaves its count in done_n."""
    cdef int n = limited(expr(g, c, ins.x))
    cdef int seat = whose_seat(g, c, ins.b)
    cdef int kind = FR_DRAW if ins.op == O_DRAW else FR_MILL
    cdef Frame *m
    f.pc += 1
    m = push_frame(g, kind, seat)
    m.x = n if n > 0 else 0
    reg_clear(g, ins.a, REG_TOKENS)
    m.a = 1 + ins.a
    m.e = MILL_BOTTOM if ins.c else 0


cdef void op_look(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """A look at deck cards or a hand.

    The owner alone learns its own cards. What the other seat looks at is shown to both: the opening
    travels in the open anyway, and a face that both know is public (R2.20).
    """
    cdef int looker = whose_seat(g, c, ins.b)
    cdef int first = reg_first(g, ins.a)
    cdef int owner
    if first >= N_TOKENS:
        finish(g, f, 0, False)
        return
    owner = seat_of(first)
    if looker != owner:
        if needs_show(g, ins.a):
            return
    elif f.step == ES_START:
        ask_chance(g, P_SHOW, owner, SRC_REG, ins.a, AUDIENCE_OWNER)
        return
    if g.s.place[first] == ZONE_HAND and looker != owner:
        g.s.dirty |= 1 << owner
    finish(g, f, reg_count(g, ins.a), True)


cdef bint on_top(Game *g, int r, int seat, int n) noexcept nogil:
    """Whether a register holds just the top n cards of a seat's deck."""
    cdef int t = g.s.deck_head[seat], _
    for _ in range(n):
        if t == NO_TOKEN or not reg_has(g, r, t):
            return False
        t = g.s.next[t]
    return True


cdef void op_arrange(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """The cards just looked at, on top of a deck, in an order that only its owner knows."""
    cdef int n = reg_count(g, ins.a)
    cdef int first = reg_first(g, ins.a)
    if n == 0 or first >= N_TOKENS or not on_top(g, ins.a, seat_of(first), n):
        finish(g, f, 0, False)
        return
    if f.step == ES_START:
        ask_chance(g, P_ARRANGE, seat_of(first), SRC_DECK_TOP, n, 0)
        return
    g.s.done_n = n
    if ins.c:
        ask(g, P_NUMBER, f.seat)
        return
    finish(g, f, n, True)


cdef void to_bottom(Game *g, Frame *f, int n, int k) noexcept nogil:
    """The last k of the top n cards of the deck go to the bottom, keeping their order."""
    cdef uint8_t top[60]
    cdef int i = 0, t = g.s.deck_head[seat_of(reg_first(g, current(g, f).a))]
    while t != NO_TOKEN and i < n:
        top[i] = t
        i += 1
        t = g.s.next[t]
    for i in range(n - k, n):
        if i >= 0:
            take_out(g, top[i])
            put_deck_bottom(g, top[i])
    finish(g, f, n, True)


cdef void op_cancel(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    cdef uint8_t found[120]
    cdef int n = reg_list(g, ins.a, found)
    cdef int i, done = 0
    cdef Link *decl
    for i in range(n):
        if found[i] < 144 or found[i] - 144 >= g.s.n_links or found[i] - 144 == f.c:
            continue
        decl = &g.s.links[found[i] - 144]
        decl.flags |= LF_CANCELLED
        if ins.b == 1:
            decl.goes = 1 + ZONE_REMOVED
        elif ins.b == 2:
            decl.goes = 1 + ZONE_HAND
        done += 1
    finish(g, f, done, n > 0 and done == n)
