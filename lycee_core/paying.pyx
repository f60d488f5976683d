"""Paying what was designated, and prices inside an effect.

Theory of operation. `pay_link` takes every part of a cost whole or not at all (R5.24), in the order
of R5.21. A price inside an effect stands behind a link that is on no chain (LF_TAX): FR_PAYING asks
whether it is paid, lets FR_PAY designate it, pays at once and leaves in `done_full` whether it was
(R5.30).
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from lycee_core.affording cimport *
from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.costs cimport *
from lycee_core.defs cimport *
from lycee_core.moves cimport *
from lycee_core.points cimport *
from lycee_core.program cimport Cost, CostPart
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.tokens cimport take_out
from lycee_core.triggers cimport hear, remember_deed
from lycee_core.values cimport touch_if


cdef enum:              # steps of FR_PAYING
    PY_ASK = 0
    PY_NUMBER = 1
    PY_DESIGNATE = 2
    PY_SETTLE = 3
    PY_PAID = 4
    PY_REFUSED = 5


# ---- links --------------------------------------------------------------------------------------

cdef Link *new_link(Game *g, int seat) noexcept nogil:
    """An empty link on top of the others; the caller made sure that there is room."""
    cdef Link *decl = &g.s.links[g.s.n_links]
    memset(decl, 0, sizeof(Link))
    decl.seat = seat
    decl.ability = 0xFFFF
    decl.cell = NO_CELL
    decl.target = NO_CELL
    decl.pay_head = NO_TOKEN
    g.s.n_links += 1
    return decl


cdef void drop_link(Game *g) noexcept nogil:
    """The last link is gone, and what belonged to its payment."""
    cdef Extra *e = extra_of(g, g.s.n_links - 1)
    cdef int i, k
    if e != NULL:
        memset(e, 0, sizeof(Extra))
    g.s.n_links -= 1
    memset(&g.s.links[g.s.n_links], 0, sizeof(Link))
    for i in range(g.s.n_watchers):
        for k in range(3):
            if g.s.watchers[i].names[k] == 144 + g.s.n_links:
                g.s.watchers[i].names[k] = 255      # R15.8: no other declaration is meant by it


cdef void designate(Game *g, Link *decl, int code) noexcept nogil:
    """R5.15: a card goes face up into the payment zone, behind those that lie there."""
    cdef int t, place = g.s.place[code]
    take_out(g, code)
    g.s.place[code] = ZONE_PAYMENT
    g.s.next[code] = NO_TOKEN
    make_public(g, code)
    touch_if(g, DEP_ZONES)
    if place != ZONE_HAND and decl.n_pay < 8:
        decl.foreign |= (FROM_DUST if place == ZONE_DUST else FROM_ELSEWHERE) << 2 * decl.n_pay
    if decl.n_pay == 0:
        decl.pay_head = code
    else:
        t = decl.pay_head
        while g.s.next[t] != NO_TOKEN:
            t = g.s.next[t]
        g.s.next[t] = code
    decl.n_pay += 1


# ---- the parts of a payment ---------------------------------------------------------------------

cdef bint points_paid(Game *g, Link *decl) noexcept nogil:
    """R5.22: the points of the designated cards that still lie there are assigned anew."""
    cdef Pool full, single
    one_point_pool(g, decl, &full, &single)
    return covers(&full, decl.owed)


cdef int hand_goes_to(const Cost *cost) noexcept nogil:
    cdef int i
    if cost != NULL:
        for i in range(cost.n_parts):
            if cost.parts[i].kind == CP_HAND:
                return cost.parts[i].to
    return ZONE_DUST


cdef void tell_paid(Game *g, const Link *decl, int token) noexcept nogil:
    """A card has paid for a declaration."""
    cdef Detail *d = telling(g)
    d.other = decl.token
    d.link = 144 + <int>(decl - &g.s.links[0])
    hear(g, EV_PAID, decl.seat, token, decl.token, decl.kind)


cdef void take_payment(Game *g, Link *decl, bint points, bint cards, const Cost *cost,
                       const Extra *e) noexcept nogil:
    """Empties the payment of a link.

    What is paid leaves in order, what is not returns to the hand (R5.25).
    """
    cdef int i = 0, t = decl.pay_head, after, zone
    while i < decl.n_pay:
        after = g.s.next[t]
        if origin_of(decl, i) != FROM_HAND:
            # R5.43: out of the dust box means out of the game.
            zone = ZONE_REMOVED if points and origin_of(decl, i) == FROM_DUST else ZONE_DUST
        elif i < decl.n_cost_cards:
            zone = hand_goes_to(cost) if cards else ZONE_HAND
        else:
            zone = ZONE_DUST if points else ZONE_HAND
        if zone == ZONE_DUST and e != NULL and e.pay_to:
            zone = e.pay_to - 1                     # R5.37
        g.s.next[t] = NO_TOKEN
        put_zone(g, t, zone)
        if zone != ZONE_HAND:
            tell_paid(g, decl, t)
        t = after
        i += 1
    decl.n_pay = 0
    decl.n_cost_cards = 0
    decl.foreign = 0
    decl.pay_head = NO_TOKEN


cdef bint pay_tap(Game *g, const Link *decl) noexcept nogil:
    """Taps the very character whose [T] was reserved, wherever it stands now."""
    cdef int cell = cell_of(g, decl.tapping)
    if cell == NO_CELL or g.s.place[decl.tapping] != ZONE_FIELD:
        return False
    g.s.chars[cell].flags &= ~CH_RESERVED
    if cell_of(g, decl.token) == NO_CELL:
        return False                                # an item or area that is gone: nothing to pay
    if decl.kind == LK_ATTACK and cell != decl.cell:
        # R8.9: moved in response; the attack fails and the attacker becomes tapped where it stands.
        tap_cell(g, cell)
        return False
    remember_deed(g, decl.tapping, DID_PAID, NO_TOKEN)
    return tap_cell(g, cell)


cdef bint still_there(Game *g, const CostPart *part, int token) noexcept nogil:
    """Whether a named card lies where its part of the cost found it (R5.32, R5.36)."""
    cdef int place = g.s.place[token]
    if part.kind == CP_TAP:
        return place == ZONE_FIELD and not g.s.chars[g.s.next[token]].flags & CH_TAPPED
    if part.kind == CP_DUST:
        return place == ZONE_DUST
    if part.kind == CP_PILE:
        return place == ZONE_PILE or place == ZONE_HELD
    return place == ZONE_FIELD or place == ZONE_ITEM or place == ZONE_AREA


cdef bint pay_part(Game *g, const CostPart *part, const uint8_t *named, int n,
                   int source) noexcept nogil:
    """Taps or moves the cards named for one part: all of them, or none (R5.24)."""
    cdef int i
    cdef bint whole = True
    cdef uint8_t leaving[N_NAMED]
    for i in range(n):
        whole = whole and still_there(g, part, named[i])
        if part.kind == CP_TAP and g.s.place[named[i]] == ZONE_FIELD:
            g.s.chars[g.s.next[named[i]]].flags &= ~CH_RESERVED
    if not whole:
        return False
    if part.kind == CP_TAP:
        for i in range(n):
            remember_deed(g, named[i], DID_PAID, NO_TOKEN)
            tap_cell(g, g.s.next[named[i]])
    elif part.kind == CP_DUST or part.kind == CP_PILE:
        for i in range(n):
            take_out(g, named[i])
            put_zone(g, named[i], part.to)
    else:
        for i in range(n):
            leaving[i] = named[i]
        leave_play(g, leaving, n, part.to, source)
    return True


cdef bint pay_parts(Game *g, const Link *decl, const Cost *cost, const Extra *e) noexcept nogil:
    """The cards outside the hand that were named for a cost."""
    cdef int i, n, first = 0
    cdef bint ok = True
    for i in range(cost.n_parts):
        n = named_for(e, i) if e != NULL else 0
        if cost.parts[i].kind != CP_HAND and n:
            ok = pay_part(g, &cost.parts[i], &e.named[first], n, decl.token) and ok
        first += n
    return ok


cdef bint pay_mill(Game *g, const Link *decl, const Cost *cost, int link) noexcept nogil:
    cdef Ctx c
    cdef Frame *m
    cdef int n, seat = 1 - decl.seat if cost.flags & CO_MILL_ENEMY else decl.seat
    ability_ctx(&c, decl.seat, decl.token, decl.cell, link)
    n = mill_owed(g, &c, cost)
    if n > g.s.deck_n[seat]:
        return False
    if n:
        m = push_frame(g, FR_MILL, seat)
        m.x = n
    return True


cdef bint pay_link(Game *g, int link) noexcept nogil:
    """R5.21, R5.24: pays what can be paid; whether that was all of it.

    Cards from a deck, and a shuffle, are carried out by frames that lie on top afterwards.
    """
    cdef Link *decl = &g.s.links[link]
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef Extra *e = extra_of(g, link)
    cdef bint points = points_paid(g, decl)
    cdef bint cards = not decl.flags & LF_SHORT
    cdef bint ok = points and cards
    cdef uint8_t one[1]
    cdef Frame *m
    take_payment(g, decl, points, cards, cost, e)
    if decl.flags & LF_TAP:
        ok = pay_tap(g, decl) and ok
    if cost == NULL:
        return ok
    if cost.leave:
        if g.s.place[decl.token] == ZONE_CHAIN \
                and (decl.kind == LK_SPECIAL or decl.flags & LF_TAX):
            put_zone(g, decl.token, cost.leave - 1)     # a hand card whose ability is used
        elif decl.cell == NO_CELL and decl.kind == LK_SPECIAL and not decl.lost & LOST_SELF \
                and cell_of(g, decl.token) == NO_CELL:
            take_out(g, decl.token)                     # R15.17: out of a dust box or a pile
            put_zone(g, decl.token, cost.leave - 1)
        elif cell_of(g, decl.token) == NO_CELL:
            ok = False
        else:
            one[0] = decl.token
            leave_play(g, one, 1, cost.leave - 1, 255)
    if cost.n_parts:
        ok = pay_parts(g, decl, cost, e) and ok
    if cost.after:
        m = push_frame(g, FR_EFFECT, decl.seat)
        m.pc = cost.after
        m.a = decl.token
        m.b = decl.cell
        m.c = link
        m.d = 255
    if cost.mill or cost.mill_amount:
        ok = pay_mill(g, decl, cost, link) and ok
    return ok


# ---- a price inside an effect -------------------------------------------------------------------

cdef Frame *paying_frame(Game *g, int seat, int token, int cell, int entry) noexcept nogil:
    """FR_PAYING behind a link of its own; NULL where there is no room for a link."""
    cdef Frame *f
    cdef Link *decl
    g.s.done_full = 0
    g.s.done_n = 0
    if g.s.n_links >= N_LINKS:
        return NULL                                 # R5.35
    decl = new_link(g, seat)
    decl.kind = LK_SPECIAL
    decl.flags = LF_TAX
    decl.token = token
    decl.cell = cell
    # The source may be hidden by now: a Penalty speaks of a card that went back to a hand.
    decl.card = UNKNOWN_CARD
    if token < N_TOKENS and g.s.know[token] == PUBLIC_KNOWN:
        decl.card = g.s.face[token]
    f = push_frame(g, FR_PAYING, seat)
    f.a = token
    f.b = g.s.n_links - 1
    f.c = cell
    f.pc = entry
    return f


cdef void pay_start(Game *g, int seat, int token, const uint8_t *owed) noexcept nogil:
    """A seat may pay these points for a card; once the frame is gone `done_full` says whether."""
    cdef Frame *f = paying_frame(g, seat, token, cell_of(g, token), 0xFFFF)
    cdef int i
    if f != NULL:
        for i in range(6):
            g.s.links[f.b].owed[i] = owed[i]


cdef void pay_table_start(Game *g, int seat, int token, int cell, int entry) noexcept nogil:
    """The same for a cost table: the row `entry` of the basic abilities."""
    cdef Frame *f = paying_frame(g, seat, token, cell, entry)
    cdef Link *decl
    cdef Ctx c
    if f == NULL:
        return
    decl = &g.s.links[f.b]
    decl.ability = 0x8000 | entry
    ability_ctx(&c, seat, token, cell, f.b)
    owed_by(g, &c, &g.book.basics[entry].cost, decl.owed)


cdef int paying_rule(Game *g, const Frame *f) noexcept nogil:
    """Whether the price can be designated."""
    cdef Link *decl = &g.s.links[f.b]
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef Ctx c
    if cost == NULL:
        return cost_rule(g, f.seat, NULL, decl.owed, f.a, f.c, NO_TOKEN, NULL)
    ability_ctx(&c, f.seat, f.a, f.c, f.b)
    return cost_rule_of(g, &c, cost, decl.owed, NO_TOKEN)


cdef bint out_of_question(Game *g, const Frame *f) noexcept nogil:
    """Whether everybody can see that it cannot be paid: then nobody is asked (R1.14)."""
    cdef int rule
    if leaves_number_open(g, f):
        return False
    rule = paying_rule(g, f)
    return rule != 0 and (rule != 503 or g.s.hand[f.seat] == 0)


cdef bint leaves_number_open(Game *g, const Frame *f) noexcept nogil:
    cdef const Cost *cost = cost_of_link(g, &g.s.links[f.b])
    return cost != NULL and cost.flags & CO_X


cdef bint paying_run(Game *g) noexcept nogil:
    """Advances FR_PAYING; True when the payment of link b is to be designated."""
    cdef Frame *f = top_frame(g)
    cdef bint ok
    if f.step == PY_ASK and out_of_question(g, f):
        f.step = PY_REFUSED
    elif f.step == PY_ASK:
        ask(g, P_MAY, f.seat)
    elif f.step == PY_NUMBER and leaves_number_open(g, f):
        ask(g, P_AMOUNT, f.seat)
    elif f.step <= PY_DESIGNATE:
        f.step = PY_SETTLE
        return True
    elif f.step == PY_SETTLE:
        f.step = PY_PAID
        reserve_tap(g, &g.s.links[f.b])
        f.e = pay_link(g, f.b)
    else:
        ok = f.step == PY_PAID and f.e
        drop_link(g)
        pop_frame(g)
        g.s.done_full = ok
        g.s.done_n = ok
        check_decks(g)
    return False


cdef void reserve_tap(Game *g, Link *decl) noexcept nogil:
    cdef const Cost *cost = cost_of_link(g, decl)
    if cost != NULL and cost.tap and decl.cell != NO_CELL:
        decl.flags |= LF_TAP
        decl.tapping = g.s.chars[decl.cell].token


cdef int paying_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    if g.s.pend_kind == P_AMOUNT:
        return amount_rule(g, f.b, code)
    if code == CODE_NO:
        return 0
    return paying_rule(g, f) if code == CODE_YES else 112       # R1.12


cdef int paying_options(Game *g, uint16_t *out) noexcept nogil:
    if g.s.pend_kind == P_AMOUNT:
        return amount_options(g, top_frame(g).b, out)
    out[0] = CODE_NO
    out[1] = CODE_YES
    return 2 if paying_check(g, CODE_YES) == 0 else 1


cdef void paying_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    if g.s.pend_kind == P_AMOUNT:
        amount_decide(g, f.b, code)
        f.step = PY_DESIGNATE
    else:
        f.step = PY_NUMBER if code == CODE_YES else PY_REFUSED
