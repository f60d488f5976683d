"""Choices made at resolution: picks by a seat, blind picks from a hand, picks by chance (R7.21).

Theory of operation. What is asked, and whether a pick may stop, depends on public facts: in a
hidden zone on the number of cards, never on how many of them fit (R1.14). A hand that another than
its owner picks from is shuffled first, unless the picker has seen all of it.
"""

from libc.stdint cimport uint16_t, uint64_t

from lycee_core.agenda cimport ask, ask_chance
from lycee_core.defs cimport *
from lycee_core.gathering cimport all_public
from lycee_core.picking cimport *
from lycee_core.program cimport Ins, Selector
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *


cdef enum:
    HIDDEN_ZONES = 1 << SZ_HAND | 1 << SZ_DECK | 1 << SZ_DECK_TOP | 1 << SZ_DECK_BOTTOM


cdef bint is_blind(Game *g, const Selector *sel, const Ctx *c) noexcept nogil:
    """R1.14: whether a pick is from cards that not everybody sees; public itself."""
    cdef Entities raw
    if sel.zone < SZ_PILE and sel.zones == 0:
        return (HIDDEN_ZONES >> sel.zone) & 1
    if sel.zones & HIDDEN_ZONES:
        return True
    gather_raw(g, c, sel, &raw)
    return not all_public(g, &raw)


cdef int candidates(Game *g, const Selector *sel, int selector, bint blind, const Ctx *c,
                    Entities *found) noexcept nogil:
    """What may be picked, and how many of it as everybody sees it.

    R1.14: of cards that not everybody sees all count, not only those that fit: that only who knows
    them can tell. A pick by chance among such cards is among all of them.
    """
    cdef Entities raw
    cdef int n = select(g, c, selector, found)
    if not blind:
        return n
    gather_raw(g, c, sel, &raw)
    if sel.zones & 1:                               # the field is one of the zones
        raw.lo |= found.lo
        raw.hi |= found.hi
    if sel.by == BY_RANDOM:
        found[0] = raw
    return popcount64(raw.lo) + popcount64(raw.hi)


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


cdef int pickable(Game *g, const Frame *f, const Ins *ins, const Ctx *c,
                  Entities *found) noexcept nogil:
    """What matches, as far as whoever picks can tell: an unseen card meets no filter (R1.14)."""
    cdef const Selector *sel = &g.book.selectors[ins.x]
    cdef int i, token, seat = chooser(g, f, sel)
    cdef uint64_t lo, hi
    if sel.best or (sel.zone < SZ_PILE and sel.zones == 0):
        return select(g, c, ins.x, found)
    match_all(g, c, ins.x, found)
    lo = found.lo
    hi = found.hi
    if (sel.filter == 0 and sel.types == 0 and not is_choosy(sel)) or found.kind != REG_TOKENS:
        return popcount64(lo) + popcount64(hi)
    for i in range(popcount64(lo) + popcount64(hi)):
        token = member(found, i)
        if g.s.know[token] & (1 << seat):
            continue
        if token < SEAT_TOKENS:
            lo &= ~bit_of(token)
        else:
            hi &= ~bit_of(token)
    found.lo = lo
    found.hi = hi
    return popcount64(lo) + popcount64(hi)


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
    if (sel.filter or sel.types) and is_blind(g, sel, c):
        return True
    return picked_n(g, sel, ins.a) >= wanted(g, c, sel)


cdef int picked_n(Game *g, const Selector *sel, int register) noexcept nogil:
    return reg_count(g, register) // line_size(sel)


cdef void choose_run(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    cdef const Selector *sel = &g.book.selectors[ins.x]
    cdef Entities found
    cdef Ctx c
    cdef int n, want, seat, hand_seat
    cdef bint blind
    frame_ctx(f, &c)
    blind = is_blind(g, sel, &c)
    n = candidates(g, sel, ins.x, blind, &c, &found)
    want = wanted(g, &c, sel)
    if f.step == ES_START:
        reg_clear(g, ins.a, found.kind)
        follow(g, sel, ins.a)
        g.s.n_picked = 0
        hand_seat = 1 - f.seat if sel.side == SIDE_ENEMY else f.seat
        f.step = ES_PICKING
        if n == 0 or want == 0:
            finish(g, f, 0, want == 0)
            return
        if not blind and sel.by != BY_RANDOM and sel.n_kind == N_EXACT \
                and n <= want and not is_choosy(sel):
            # Everything there is must be taken, and everybody can see it: nobody is asked.
            g.s.reg_lo[ins.a] = found.lo
            g.s.reg_hi[ins.a] = found.hi
            widen(g, sel, ins.a)
            finish(g, f, n, n == want)
            return
        if sel.zone == SZ_HAND and sel.zones == 0 and (sel.by == BY_RANDOM or (
                chooser(g, f, sel) != hand_seat and not knows_hand(g, 1 - hand_seat, hand_seat))):
            # A pick from a hand that its owner does not make is preceded by a shuffle of it.
            f.step = ES_SHUFFLED
            ask_chance(g, P_SHUFFLE, hand_seat, SRC_HAND, 0, 0)
            return
    if sel.by == BY_RANDOM:
        roll_pick(g, f, ins, n, want)
        return
    if picked_n(g, sel, ins.a) >= want or picked_n(g, sel, ins.a) >= n \
            or (is_choosy(sel) and not blind and not more_fit(g, &c, ins.x, ins.a, &found)):
        finish(g, f, picked_n(g, sel, ins.a), choose_full(g, f, ins))
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
        if not may_stop(g, f, ins, &c):
            return 112                                          # R1.12
        if g.book.selectors[ins.x].total == 0:
            return 0
        pickable(g, f, ins, &c, &found)
        return 0 if is_enough(g, &c, ins.x, ins.a, &found) else 112     # R1.12
    pickable(g, f, ins, &c, &found)
    if not in_set(&found, code) or reg_has(g, ins.a, code) \
            or not pick_fits(g, &c, ins.x, ins.a, code, &found):
        return 112                                              # R1.12
    if code < N_TOKENS and not known(g, code) and found.unsure:
        return -1
    return 0


cdef int choose_options(Game *g, const Frame *f, const Ins *ins, uint16_t *out) noexcept nogil:
    """Everything that may be picked next, and none where the pick may stop."""
    cdef Entities found
    cdef Ctx c
    cdef int n = 0, i, e, total
    if choose_check(g, f, ins, CODE_PASS) == 0:
        out[n] = CODE_PASS
        n += 1
    frame_ctx(f, &c)
    total = pickable(g, f, ins, &c, &found)
    for i in range(total):
        e = member(&found, i)
        if not reg_has(g, ins.a, e) and pick_fits(g, &c, ins.x, ins.a, e, &found):
            out[n] = e
            n += 1
    return n


cdef void choose_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil:
    """One more pick, or none."""
    cdef const Selector *sel = &g.book.selectors[ins.x]
    if code == CODE_PASS:
        finish(g, f, picked_n(g, sel, ins.a), choose_full(g, f, ins))
        return
    add_pick(g, sel, ins.a, code)
    if g.s.n_picked < PICK_ORDER:                   # R2.22
        g.s.picked[g.s.n_picked] = code
        g.s.n_picked += 1


cdef bint choose_full(Game *g, const Frame *f, const Ins *ins) noexcept nogil:
    cdef const Selector *sel = &g.book.selectors[ins.x]
    cdef Ctx c
    frame_ctx(f, &c)
    if sel.total and not is_blind(g, sel, &c) and not sums_hold(g, &c, sel, ins.a):
        return False
    if sel.n_kind == N_EXACT:
        return picked_n(g, sel, ins.a) >= wanted(g, &c, sel)
    return reg_count(g, ins.a) > 0


cdef void roll_answered(Game *g, Frame *f, const Ins *ins, const uint16_t *values,
                        int n) noexcept nogil:
    """A roll becomes picks: the members with these numbers, in rising order."""
    cdef const Selector *sel = &g.book.selectors[ins.x]
    cdef Entities found
    cdef Ctx c
    cdef int i
    frame_ctx(f, &c)
    candidates(g, sel, ins.x, is_blind(g, sel, &c), &c, &found)
    for i in range(n):
        add_pick(g, sel, ins.a, member(&found, values[i]))
    f.step = ES_ANSWERED
