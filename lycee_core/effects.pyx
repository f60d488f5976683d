"""Effects: programs of operations, run one instruction at a time on the agenda.

Theory of operation. FR_EFFECT holds a program counter; an instruction that needs a decision or
chance sets what is pending and is run again afterwards, with `step` saying how far it got.
Registers hold sets of tokens, cells or declarations. What becomes public without a decision that
names it is asked for as a show to both, so a replica never needs a face it was not given.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memmove, memset

from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.moves cimport *
from lycee_core.program cimport Ins, Selector
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.values cimport fresh, touch, touch_if


cdef enum:              # steps of O_CHOOSE and of instructions that wait for chance
    ES_START = 0
    ES_PICKING = 1
    ES_SHUFFLED = 2     # the hand was shuffled for a random or blind pick
    ES_ANSWERED = 3

cdef enum:              # flags of FR_EFFECT (frame.e)
    EF_SHORT = 1        # the pick just made found fewer than its operation asks for


cdef void frame_ctx(const Frame *f, Ctx *c) noexcept nogil:
    c.seat = f.seat
    c.source = f.a
    c.cell = f.b
    c.subject = f.d
    c.cause = 255
    c.cand = 255
    c.link = f.c
    c.amount = f.x


cdef void finish(Game *g, Frame *f, int done, bint full) noexcept nogil:
    """Ends one operation.

    What `it`, X_DONE and `when_done` will see (R7.28); a deck at 0 ends the game (R16.2).
    """
    cdef const Ins *ins = current(g, f)
    cdef bint short = f.e & EF_SHORT
    f.e &= ~EF_SHORT
    if ins.op == O_CHOOSE:
        # A pick that belongs to the operation behind it hands its shortfall on.
        if ins.c and not full:
            f.e |= EF_SHORT
    elif short:
        full = False
    g.s.done_n = done
    g.s.done_full = full
    f.step = ES_START
    f.pc += 1
    check_decks(g)


# ---- choosing -----------------------------------------------------------------------------------

cdef bint hidden_zone(int zone) noexcept nogil:
    return zone == SZ_HAND or zone == SZ_DECK or zone == SZ_DECK_TOP or zone == SZ_DECK_BOTTOM


cdef int hidden_count(Game *g, const Frame *f, const Selector *sel, const Ctx *c) noexcept nogil:
    """R1.14.

    How many cards lie in the zone, not how many of them fit: that only its owner knows.
    """
    cdef int n = 0, seat, size, depth
    for seat in range(2):
        if sel.side != SIDE_ANY and (seat == f.seat) != (sel.side == SIDE_OWN):
            continue
        if sel.zone == SZ_HAND:
            n += popcount64(g.s.hand[seat])
            continue
        size = g.s.deck_n[seat]
        depth = size
        if sel.zone != SZ_DECK:
            depth = expr(g, c, sel.depth) if sel.depth else 1
        n += size if size < depth else depth
    return n


cdef bint knows_hand(Game *g, int who, int seat) noexcept nogil:
    """Whether a seat has seen every card of a hand; the knowledge bits are public."""
    cdef uint64_t m = g.s.hand[seat]
    while m:
        if not g.s.know[seat * SEAT_TOKENS + ctz64(m)] & (1 << who):
            return False
        m &= m - 1
    return True


cdef int chooser(Game *g, const Frame *f, const Selector *sel) noexcept nogil:
    if sel.by == BY_ENEMY:
        return 1 - f.seat
    if sel.by == BY_TURN_PLAYER:
        return g.s.turn_player
    if sel.by == BY_OWNER or sel.by == BY_CONTROLLER:
        return 1 - f.seat if sel.side == SIDE_ENEMY else f.seat
    return f.seat


cdef int wanted(Game *g, const Ctx *c, const Selector *sel) noexcept nogil:
    cdef int n
    if sel.n_kind == N_ANY or sel.n_kind == N_ALL:
        return 120
    n = expr(g, c, sel.amount) if sel.amount else sel.n
    return n if n > 0 else 0


cdef bint may_stop(Game *g, const Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """R1.15, R13.10.

    None is always an answer to a filtered pick from a hidden zone; else the number must be met.
    """
    cdef const Selector *sel = &g.book.selectors[ins.x]
    if sel.n_kind == N_UP_TO or sel.n_kind == N_ANY:
        return True
    if hidden_zone(sel.zone) and (sel.filter or sel.types):
        return True
    return reg_count(g, ins.a) >= wanted(g, c, sel)


cdef void choose_run(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    cdef const Selector *sel = &g.book.selectors[ins.x]
    cdef Entities found
    cdef Ctx c
    cdef int n, want, seat, hand_seat
    frame_ctx(f, &c)
    n = select(g, &c, ins.x, &found)
    if hidden_zone(sel.zone):
        n = hidden_count(g, f, sel, &c)
    want = wanted(g, &c, sel)
    if f.step == ES_START:
        reg_clear(g, ins.a, found.kind)
        g.s.n_picked = 0
        hand_seat = 1 - f.seat if sel.side == SIDE_ENEMY else f.seat
        f.step = ES_PICKING
        if n == 0 or want == 0:
            finish(g, f, 0, want == 0)
            return
        if not hidden_zone(sel.zone) and sel.by != BY_RANDOM and sel.n_kind == N_EXACT \
                and n <= want:
            # Everything there is must be taken, and everybody can see it: nobody is asked.
            g.s.reg_lo[ins.a] = found.lo
            g.s.reg_hi[ins.a] = found.hi
            finish(g, f, n, n == want)
            return
        if sel.zone == SZ_HAND and (sel.by == BY_RANDOM or (
                chooser(g, f, sel) != hand_seat and not knows_hand(g, 1 - hand_seat, hand_seat))):
            # A pick from a hand that its owner does not make is preceded by a shuffle of it.
            f.step = ES_SHUFFLED
            ask_chance(g, P_SHUFFLE, hand_seat, SRC_HAND, 0, 0)
            return
    if sel.by == BY_RANDOM:
        roll_pick(g, f, ins, n, want)
        return
    if reg_count(g, ins.a) >= want or reg_count(g, ins.a) >= n:
        finish(g, f, reg_count(g, ins.a), reg_count(g, ins.a) >= want)
        return
    seat = chooser(g, f, sel)
    ask(g, P_CHOOSE, seat)


cdef void roll_pick(Game *g, Frame *f, const Ins *ins, int n, int want) noexcept nogil:
    if want > n:
        want = n
    if f.step == ES_ANSWERED:
        finish(g, f, reg_count(g, ins.a), reg_count(g, ins.a) >= want)
        return
    g.s.pend_owner = f.seat
    ask_chance(g, P_ROLL, f.seat, SRC_NONE, n, want)


cdef int choose_check(Game *g, const Frame *f, const Ins *ins, int code) noexcept nogil:
    cdef Entities found
    cdef Ctx c
    frame_ctx(f, &c)
    if code == CODE_PASS:
        return 0 if may_stop(g, f, ins, &c) else 112            # R1.12
    select(g, &c, ins.x, &found)
    if not in_set(&found, code) or reg_has(g, ins.a, code):
        return 112                                              # R1.12
    if code < N_TOKENS and not known(g, code) and found.unsure:
        return -1
    return 0


# ---- what is pending inside an effect -----------------------------------------------------------

cdef const Ins *current(Game *g, const Frame *f) noexcept nogil:
    return &g.book.code[f.pc]


cdef int effect_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Ins *ins = current(g, f)
    if g.s.pend_kind == P_MAY:
        return 0 if code == CODE_YES or code == CODE_NO else 112        # R1.12
    if g.s.pend_kind == P_MODE:
        return 0 if code >= CODE_NUMBER and code < CODE_NUMBER + ins.a else 112
    if g.s.pend_kind == P_NUMBER:
        return 0 if code >= CODE_NUMBER and code <= CODE_NUMBER + ins.c \
            and code <= CODE_NUMBER + g.s.done_n else 112
    return choose_check(g, f, ins, code)


cdef int effect_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Ins *ins = current(g, f)
    cdef Entities found
    cdef Ctx c
    cdef int n = 0, i, e, total
    if g.s.pend_kind == P_MAY:
        out[0] = CODE_YES
        out[1] = CODE_NO
        return 2
    if g.s.pend_kind == P_MODE or g.s.pend_kind == P_NUMBER:
        for i in range(52):
            if effect_check(g, CODE_NUMBER + i) == 0:
                out[n] = CODE_NUMBER + i
                n += 1
        return n
    if choose_check(g, f, ins, CODE_PASS) == 0:
        out[n] = CODE_PASS
        n += 1
    frame_ctx(f, &c)
    total = select(g, &c, ins.x, &found)
    for i in range(total):
        e = member(&found, i)
        if not reg_has(g, ins.a, e):
            out[n] = e
            n += 1
    return n


cdef void effect_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Ins *ins = current(g, f)
    if g.s.pend_kind == P_MAY:
        if code == CODE_YES:
            finish(g, f, g.s.done_n, True)
        else:
            g.s.done_n = 0
            g.s.done_full = 0
            f.pc = ins.x
    elif g.s.pend_kind == P_MODE:
        f.pc += 1 + code - CODE_NUMBER
    elif g.s.pend_kind == P_NUMBER:
        to_bottom(g, f, g.s.done_n, code - CODE_NUMBER)
    elif code == CODE_PASS:
        finish(g, f, reg_count(g, ins.a), choose_full(g, f, ins))
    else:
        reg_add(g, ins.a, code)
        if g.s.n_picked < PICK_ORDER:
            g.s.picked[g.s.n_picked] = code
            g.s.n_picked += 1


cdef bint choose_full(Game *g, const Frame *f, const Ins *ins) noexcept nogil:
    cdef const Selector *sel = &g.book.selectors[ins.x]
    cdef Ctx c
    frame_ctx(f, &c)
    if sel.n_kind == N_EXACT:
        return reg_count(g, ins.a) >= wanted(g, &c, sel)
    return reg_count(g, ins.a) > 0


cdef void effect_answered(Game *g, const uint16_t *values, int n) noexcept nogil:
    """After the engine wrote a chance answer into the state: rolls are turned into picks here."""
    cdef Frame *f = top_frame(g)
    cdef const Ins *ins = current(g, f)
    cdef Entities found
    cdef Ctx c
    cdef int i
    if g.s.pend_kind == P_ROLL:
        frame_ctx(f, &c)
        select(g, &c, ins.x, &found)
        for i in range(n):
            reg_add(g, ins.a, member(&found, values[i]))
        f.step = ES_ANSWERED
    elif f.step != ES_SHUFFLED:
        f.step = ES_ANSWERED


# ---- operations ---------------------------------------------------------------------------------

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


cdef bint is_in(const uint8_t *list_, int n, int token) noexcept nogil:
    cdef int i
    for i in range(n):
        if list_[i] == token:
            return True
    return False


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


cdef inline int limited(int v) noexcept nogil:
    # R14.4
    if v > VALUE_LIMIT:
        return VALUE_LIMIT
    return v if v > -VALUE_LIMIT else -VALUE_LIMIT


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
        if g.s.place[found[i]] == ZONE_HAND:
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


cdef void op_move(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_MOVE.

    One character to one empty cell of its own side; O_SWAP: two characters of one side change
    places.
    """
    cdef int a = cell_of(g, reg_first(g, ins.a))
    cdef int b = cell_of(g, reg_first(g, ins.b))
    cdef bint ok = a != NO_CELL and b != NO_CELL and a // 6 == b // 6 and a != b \
        and g.s.chars[a].token != NO_TOKEN
    if ok and ins.op == O_MOVE:
        ok = g.s.chars[b].token == NO_TOKEN
    if ok:
        swap_characters(g, a, b)
    finish(g, f, 1 if ok else 0, ok)


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
            decl.flags |= LF_TO_REMOVED
        elif ins.b == 2:
            decl.flags |= LF_TO_HAND
        done += 1
    finish(g, f, done, n > 0 and done == n)


cdef void op_each(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """Takes the next member of register a into register b; an empty a leaves the loop."""
    cdef int e = reg_first(g, ins.a)
    if e == 255:
        f.pc = ins.x
        return
    reg_clear(g, ins.b, g.s.reg_kind[ins.a])
    reg_add(g, ins.b, e)
    if e < SEAT_TOKENS:
        g.s.reg_lo[ins.a] &= ~bit_of(e)
    elif e < N_TOKENS:
        g.s.reg_hi[ins.a] &= ~bit_of(e)
    else:
        g.s.reg_lo[ins.a] &= ~((<uint64_t>1) << (e - (144 if e >= 144 else 128)))
    f.pc += 1


cdef void op_flow(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """Selecting, jumping and everything else that acts on nothing."""
    cdef Entities found
    if ins.op == O_SELECT:
        select(g, c, ins.x, &found)
        g.s.reg_lo[ins.a] = found.lo
        g.s.reg_hi[ins.a] = found.hi
        g.s.reg_kind[ins.a] = found.kind
    elif ins.op == O_REF:
        set_register(g, ins.a, living(g, resolve_ref(g, c, ins.b)))
    elif ins.op == O_COPY:
        g.s.reg_lo[ins.a] = g.s.reg_lo[ins.b]
        g.s.reg_hi[ins.a] = g.s.reg_hi[ins.b]
        g.s.reg_kind[ins.a] = g.s.reg_kind[ins.b]
    elif ins.op == O_CLEAR:
        reg_clear(g, ins.a, REG_TOKENS)
    elif ins.op == O_JUMP:
        f.pc = ins.x
        return
    elif ins.op == O_UNLESS:
        if not holds(g, c, ins.x):
            f.pc = ins.y
            return
    elif ins.op == O_HALT_BATTLE:
        g.s.battle = 2 if g.s.battle else 0
        g.s.done_full = 1
    elif ins.op == O_DAMAGE:
        g.s.damage_change = limited(g.s.damage_change + limited(expr(g, c, ins.x)))
    elif ins.op == O_LOSE_GAME:
        game_over(g, 1 - whose_seat(g, c, ins.b), END_CARD)
    f.pc += 1


cdef int living(Game *g, int entity) noexcept nogil:
    """R15.8, R10.19: a card that went to a hand or a deck is out of reach of who saw it leave."""
    if entity < N_TOKENS and (g.s.place[entity] == ZONE_HAND or g.s.place[entity] == ZONE_DECK):
        return 255
    return entity


cdef void set_register(Game *g, int r, int entity) noexcept nogil:
    reg_clear(g, r, REG_TOKENS)
    if entity == 255:
        return
    if entity >= 144:
        g.s.reg_kind[r] = REG_LINKS
    elif entity >= 128:
        g.s.reg_kind[r] = REG_CELLS
    reg_add(g, r, entity)


cdef void end_effect(Game *g, Frame *f) noexcept nogil:
    """Leaves nothing behind.

    Registers and counts mean something inside one effect only (R15.8).
    """
    if f.c == 255:
        reg_clear_all(g)
        g.s.n_picked = 0
        g.s.done_n = 0
        g.s.done_full = 0
    pop_frame(g)


cdef void effect_run(Game *g) noexcept nogil:
    """Runs one instruction of the effect on top of the agenda."""
    cdef Frame *f = top_frame(g)
    cdef const Ins *ins = current(g, f)
    cdef int op = ins.op
    cdef Ctx c
    fresh(g)
    frame_ctx(f, &c)
    if op == O_END:
        end_effect(g, f)
    elif op == O_CHOOSE:
        choose_run(g, f, ins)
    elif op == O_CHANGE or op == O_TAP or op == O_UNTAP or op == O_GAIN_BASIC \
            or op == O_LOSE_BASIC or op == O_SKIP_WAKE_UP or op == O_KEEP:
        op_values(g, f, ins, &c)
    elif op == O_DRAW or op == O_MILL:
        op_amount(g, f, ins, &c)
    elif op == O_DISCARD or op == O_RETURN or op == O_REMOVE or op == O_SEND or op == O_REVEAL:
        op_cards(g, f, ins)
    elif op == O_MOVE or op == O_SWAP:
        op_move(g, f, ins)
    elif op == O_CANCEL:
        op_cancel(g, f, ins)
    elif op == O_LOOK:
        op_look(g, f, ins, &c)
    elif op == O_ARRANGE:
        op_arrange(g, f, ins)
    elif op == O_SHUFFLE:
        if f.step == ES_START:
            ask_chance(g, P_SHUFFLE, whose_seat(g, &c, ins.b), SRC_DECK, 0, 0)
        else:
            finish(g, f, 0, True)
    elif op == O_MAY:
        ask(g, P_MAY, whose_seat(g, &c, ins.b))
    elif op == O_MODE:
        ask(g, P_MODE, whose_seat(g, &c, ins.b))
    elif op == O_EACH:
        op_each(g, f, ins)
    else:
        op_flow(g, f, ins, &c)


# ---- draws and mills ----------------------------------------------------------------------------

cdef void done_count(Game *g, int n, int asked) noexcept nogil:
    g.s.done_n = n
    g.s.done_full = n == asked
    pop_frame(g)
    touch_if(g, DEP_ZONES)
    check_decks(g)


cdef void draw_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = f.x if f.x < g.s.deck_n[f.seat] else g.s.deck_n[f.seat]
    if n == 0:
        done_count(g, 0, f.x)
        return
    ask_chance(g, P_SHOW, f.seat, SRC_DECK_TOP, n, AUDIENCE_OWNER)


cdef void draw_answered(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = g.s.pend_n, t, _
    for _ in range(n):
        t = g.s.deck_head[f.seat]
        take_out(g, t)
        put_hand(g, t)
        report(g, EV_DRAWN, f.seat, t, NO_CELL, 0)
    done_count(g, n, f.x)


cdef void mill_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = f.x if f.x < g.s.deck_n[f.seat] else g.s.deck_n[f.seat]
    cdef int t = g.s.deck_head[f.seat], _
    cdef bint open_ = True
    for _ in range(n):
        open_ = open_ and g.s.know[t] == PUBLIC_KNOWN
        t = g.s.next[t]
    if open_:
        g.s.pend_n = n
        mill_answered(g)
        return
    ask_chance(g, P_SHOW, f.seat, SRC_DECK_TOP, n, AUDIENCE_BOTH)


cdef void mill_answered(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = g.s.pend_n, t, _
    for _ in range(n):
        t = g.s.deck_head[f.seat]
        take_out(g, t)
        report(g, EV_MILLED, f.seat, t, NO_CELL, f.e)
        put_zone(g, t, ZONE_DUST)
    done_count(g, n, f.x)


# ---- waiting triggers ---------------------------------------------------------------------------

cdef inline bint is_tax(int basic) noexcept nogil:
    return basic == B_TAX_TRASH or basic == B_TAX_WAKEUP


cdef void start_trigger(Game *g, Frame *f, int index) noexcept nogil:
    cdef Trigger t = g.s.triggers[index]
    cdef Ctx c
    cdef int cond = 0, pc
    cdef Frame *e
    g.s.n_triggers -= 1
    memmove(&g.s.triggers[index], &g.s.triggers[index + 1],
            (g.s.n_triggers - index) * sizeof(Trigger))
    memset(&g.s.triggers[g.s.n_triggers], 0, sizeof(Trigger))
    f.a -= 1
    g.s.trigger_ply += 1
    if g.s.trigger_ply > TRIGGER_PLY_LIMIT:
        game_over(g, 2, END_LIMIT)                  # R15.6
        return
    if t.ability & 0x8000 and is_tax(g.book.basics[t.ability & 0x7FFF].basic):
        e = push_frame(g, FR_TAX, t.seat)
        e.a = t.token
        e.pc = t.ability & 0x7FFF
        return
    if t.ability & 0x8000:
        pc = g.book.basics[t.ability & 0x7FFF].effect
    else:
        pc = g.book.abilities[t.ability].effect
        cond = g.book.abilities[t.ability].cond
    reg_clear_all(g)
    e = push_frame(g, FR_EFFECT, t.seat)
    e.pc = pc
    e.a = t.token
    e.b = t.cell
    e.c = 255
    e.d = t.subject
    e.x = t.amount
    report(g, EV_TRIGGERED, t.seat, t.token, t.cell, 0)
    frame_ctx(e, &c)
    fresh(g)
    if pc == 0 or not holds(g, &c, cond):
        end_effect(g, e)


cdef void triggers_run(Game *g) noexcept nogil:
    """FR_TRIGGERS: the turn player orders what waits together (R15.4)."""
    cdef Frame *f = top_frame(g)
    if f.a == 0:
        pop_frame(g)
        return
    if f.a == 1:
        start_trigger(g, f, 0)
        return
    ask(g, P_ORDER, g.s.turn_player)


cdef int triggers_check(Game *g, int code) noexcept nogil:
    return 0 if code >= CODE_NUMBER and code < CODE_NUMBER + top_frame(g).a else 112    # R1.12


cdef int triggers_options(Game *g, uint16_t *out) noexcept nogil:
    cdef int i
    for i in range(top_frame(g).a):
        out[i] = CODE_NUMBER + i
    return top_frame(g).a


cdef void triggers_decide(Game *g, int code) noexcept nogil:
    start_trigger(g, top_frame(g), code - CODE_NUMBER)
