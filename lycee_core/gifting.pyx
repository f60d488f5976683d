"""What is declared as a cost: carried out on the spot, inside the payment (R5.20, R5.40).

Theory of operation. Such an ability is a link of its own above the one that is paid for (LF_TAX: on
no chain). FR_DECLARE asks for its targets and lets its own cost be designated; then it is paid at
once, its effect runs in the registers 8 to 11, and FR_PAY below goes on. Points that it gives are
kept in the record of the payment.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from lycee_core.affording cimport cost_rule_at, tapped_by
from lycee_core.agenda cimport pop_frame, push_frame
from lycee_core.changes cimport change_owed, imagined
from lycee_core.costs cimport cost_of_link, free_extra, one_point_pool, owed_by
from lycee_core.counters cimport counter_key, use_counter
from lycee_core.defs cimport *
from lycee_core.gifts cimport *
from lycee_core.moves cimport put_zone
from lycee_core.paying cimport drop_link, new_link, pay_link, reserve_tap
from lycee_core.picking cimport add_pick
from lycee_core.points cimport *
from lycee_core.program cimport Ability
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.targeting cimport aim, targets_possible
from lycee_core.tokens cimport take_out
from lycee_core.triggers cimport hear, remember_deed
from lycee_core.values cimport touch_if
from lycee_core.worth cimport payers


cdef enum:              # steps of FR_DECLARE behind the payment of such a link; e: it was paid
    GS_PAY = 5          # as DS_STANDS
    GS_ACT = 6
    GS_END = 7
    FIRST_REGISTER = 8


# ---- what may be declared -----------------------------------------------------------------------

cdef void list_helpers(Game *g, const Frame *f, Helpers *out) noexcept nogil:
    """What could be declared for the payment that is being designated."""
    cdef Link *decl = &g.s.links[f.a]
    cdef Ctx c
    ability_ctx(&c, decl.seat, decl.token, decl.cell, f.a)
    find_helpers(g, &c, f.a, tapped_by(g, &c, cost_of_link(g, decl), f.a), payers(g, f.seat), out)


cdef int helper_rule(Game *g, const Frame *f, const Helper *h) noexcept nogil:
    """Whether the targets and the own cost of one of them can be given."""
    cdef const Ability *a = &g.book.abilities[h.ability]
    cdef uint64_t hand = payers(g, f.seat)
    cdef Link *decl = imagined(g, f.seat, kind_of(g, h), h.token, h.cell, h.ability)
    cdef uint8_t owed[6]
    cdef Ctx c
    cdef int i, rule = 719                          # R7.19
    decl.flags = LF_TAX
    ability_ctx(&c, f.seat, h.token, h.cell, g.s.n_links)
    for i in range(6):
        owed[i] = h.owed[i]
    change_owed(g, g.s.n_links, owed)
    if g.s.place[h.token] == ZONE_HAND:
        hand &= ~bit_of(h.token)
    if targets_possible(g, &c, a, 0):
        rule = cost_rule_at(g, &c, &a.cost, owed, hand, g.s.n_links)
    memset(decl, 0, sizeof(Link))
    return rule


cdef int kind_of(Game *g, const Helper *h) noexcept nogil:
    if g.s.place[h.token] == ZONE_HAND and card_of(g, h.token).type == TYPE_EVENT_CARD:
        return LK_EVENT_CARD
    return LK_SPECIAL


cdef bint is_covered(Game *g, const Frame *f) noexcept nogil:
    cdef Pool full, single
    one_point_pool(g, &g.s.links[f.a], &full, &single)
    return covers(&full, g.s.links[f.a].owed)


cdef int gift_rule(Game *g, int code) noexcept nogil:
    """R5.40: whether an ability may be declared as a cost in the payment on top of the agenda."""
    cdef const Frame *f = top_frame(g)
    cdef Helpers found
    cdef int i, token = code - CODE_OUTSIDE
    if is_covered(g, f):
        return 540                                  # R5.40
    if token >= 0 and g.s.place[token] == ZONE_HAND:
        if seat_of(token) != f.seat:
            return 540                              # R5.40
        if not known(g, token):
            return -1
    list_helpers(g, f, &found)
    for i in range(found.n):
        if found.list[i].code == code:
            return helper_rule(g, f, &found.list[i])
    return 540                                      # R5.40


cdef int gift_options(Game *g, uint16_t *out, int n) noexcept nogil:
    """Adds what may be declared as a cost to the answers to PAY."""
    cdef const Frame *f = top_frame(g)
    cdef Helpers found
    cdef int i
    if is_covered(g, f):
        return n
    list_helpers(g, f, &found)
    for i in range(found.n):
        if helper_rule(g, f, &found.list[i]) == 0:
            out[n] = found.list[i].code
            n += 1
    return n


# ---- declaring it -------------------------------------------------------------------------------

cdef void lift(Game *g, Link *decl) noexcept nogil:
    """A hand card lies on the chain meanwhile; one that is no event card goes back afterwards."""
    take_out(g, decl.token)
    g.s.place[decl.token] = ZONE_CHAIN
    g.s.next[decl.token] = NO_TOKEN
    make_public(g, decl.token)
    touch_if(g, DEP_ZONES | DEP_CHAIN)
    decl.lost = 0
    if card_of(g, decl.token).type != TYPE_EVENT_CARD:
        decl.goes = 1 + ZONE_HAND


cdef void gift_start(Game *g, int code) noexcept nogil:
    """Puts a link for an ability that may be declared above the one that is paid for."""
    cdef Frame *f = top_frame(g)
    cdef Helpers found
    cdef Helper *h
    cdef Extra *e
    cdef Link *decl
    cdef const Ability *a
    cdef int i = 0, seat = f.seat
    cdef Ctx c
    if code >= CODE_OUTSIDE and not known(g, code - CODE_OUTSIDE):
        make_public(g, code - CODE_OUTSIDE)         # a face is missing: nothing of this will stand
        return
    list_helpers(g, f, &found)
    while i < found.n - 1 and found.list[i].code != code:
        i += 1
    h = &found.list[i]
    a = &g.book.abilities[h.ability]
    e = extra_of(g, f.a)
    if e == NULL:
        e = free_extra(g)
        e.link = f.a + 1
    g.s.links[f.a].flags |= LF_GIFTED
    decl = new_link(g, seat)
    decl.kind = kind_of(g, h)
    decl.flags = LF_TAX
    decl.ability = h.ability
    decl.token = h.token
    decl.cell = h.cell
    if h.cell != NO_CELL:
        remember_deed(g, h.token, DID_USED | DID_PAID, NO_TOKEN)
    elif g.s.place[h.token] == ZONE_HAND:
        lift(g, decl)
    decl.card = g.s.face[h.token]
    use_counter(g, counter_key(a, h.token, seat), h.ability, 0, PER_TURN)      # R7.31
    ability_ctx(&c, seat, decl.token, decl.cell, g.s.n_links - 1)
    owed_by(g, &c, &a.cost, decl.owed)
    report(g, EV_DECLARED, seat, decl.token, decl.cell, decl.kind)
    push_frame(g, FR_DECLARE, seat).a = g.s.n_links - 1


# ---- carrying it out ----------------------------------------------------------------------------

cdef bint aims_hold(Game *g, Link *decl, const Ability *a, const Ctx *c) noexcept nogil:
    """Puts the targets back into the registers; False when a required one is lost (R7.26)."""
    cdef Entities found
    cdef int i, word
    cdef bint hold = True
    for i in range(4):
        reg_clear(g, FIRST_REGISTER + i, REG_TOKENS)
    for i in range(decl.n_picks):
        word = (decl.pick_of[i // 2] >> (4 * (i % 2))) & 15
        aim(g, c, a.target[word], &found)
        if not decl.lost & (2 << i) and in_set(&found, decl.picks[i]):
            if reg_count(g, FIRST_REGISTER + word) == 0:
                g.s.reg_kind[FIRST_REGISTER + word] = found.kind
            add_pick(g, &g.book.selectors[a.target[word]], FIRST_REGISTER + word, decl.picks[i])
        elif not a.target_optional[word]:
            hold = False
    return hold


cdef void act(Game *g, Frame *f, Link *decl) noexcept nogil:
    """Its effect, once it is paid; nothing where a condition or a target fails by now."""
    cdef const Ability *a = &g.book.abilities[decl.ability]
    cdef int cell = cell_of(g, decl.token), link = f.a
    cdef Frame *e
    cdef Ctx c
    if cell == NO_CELL:
        cell = decl.cell
    ability_ctx(&c, decl.seat, decl.token, cell, link)
    if not aims_hold(g, decl, a, &c) or not holds(g, &c, a.cond):
        report(g, EV_FIZZLED, decl.seat, decl.token, NO_CELL, decl.kind)
        return
    telling(g).link = 144 + link
    hear(g, EV_EVENT_USED if decl.kind == LK_EVENT_CARD else EV_SPECIAL_USED, decl.seat, decl.token,
         255, decl.kind)
    e = push_frame(g, FR_EFFECT, decl.seat)
    e.pc = a.effect
    e.a = decl.token
    e.b = cell
    e.c = link
    e.d = 255
    e.e = EF_AS_COST


cdef void end(Game *g, const Frame *f, Link *decl) noexcept nogil:
    """Its card goes where it belongs, its link is gone, and the payment below goes on."""
    cdef int i
    if g.s.place[decl.token] == ZONE_CHAIN and decl.token != g.s.links[f.a - 1].token:
        put_zone(g, decl.token, decl.goes - 1 if decl.goes else ZONE_DUST)
    drop_link(g)
    for i in range(4):
        reg_clear(g, FIRST_REGISTER + i, REG_TOKENS)
    pop_frame(g)
    check_decks(g)


cdef void gift_run(Game *g, Frame *f, Link *decl) noexcept nogil:
    """Goes on behind the payment of an ability that is declared as a cost."""
    cdef int i
    if f.step == GS_PAY:
        f.step = GS_ACT
        if g.book.abilities[decl.ability].limit_each == EACH_TARGET:
            for i in range(decl.n_picks):
                use_counter(g, decl.picks[i], decl.ability | 0x8000, 0, PER_TURN)
        reserve_tap(g, decl)
        f.e = pay_link(g, f.a)
        if not f.e:
            report(g, EV_PAYMENT_FAILED, decl.seat, decl.token, NO_CELL, decl.kind)
    elif f.step == GS_ACT:
        f.step = GS_END
        if f.e:
            act(g, f, decl)
    else:
        end(g, f, decl)


cdef int give_points(Game *g, int link, int attributes, int n) noexcept nogil:
    """Points for the payment of a link, as many as its record has room for; returns how many."""
    cdef Extra *e = extra_of(g, link)
    cdef int i, more, given = 0
    if e == NULL or not g.s.links[link].flags & LF_GIFTED:
        return 0
    for i in range(4):
        if e.gifts[i] and (e.gifts[i] & 31 != attributes or e.gifts[i] >> 5 == 7):
            continue
        more = 7 - (e.gifts[i] >> 5)
        if more > n - given:
            more = n - given
        if more <= 0:
            break
        e.gifts[i] = attributes | ((e.gifts[i] >> 5) + more) << 5
        given += more
    return given
