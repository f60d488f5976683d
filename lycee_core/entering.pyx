"""Entries, items and areas that an effect puts into play, out of any zone.

Theory of operation. The card is shown to both before anybody is asked where it goes, so the cells
that it fits are public. It is put there at once, after its price if it has one, and nobody can
respond (R15.10). While a price is paid the step of the frame remembers where the card lies: it
must still be there afterwards.
"""

from libc.stdint cimport uint8_t

from lycee_core.agenda cimport push_frame
from lycee_core.defs cimport *
from lycee_core.hooks cimport unhook_item
from lycee_core.house cimport MODIFIER_LIMIT
from lycee_core.in_force cimport forbidden, permitted
from lycee_core.lasting cimport add_modifier
from lycee_core.moves cimport *
from lycee_core.paying cimport pay_start
from lycee_core.places cimport area_rule, entry_cell_rule, item_rule
from lycee_core.program cimport Card, Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.tokens cimport put_hand, take_out
from lycee_core.values cimport touch
from lycee_core.zones cimport needs_show

cdef enum:              # steps beside ES_*
    PAYING = 32         # + the zone in which the card lies


# ---- where --------------------------------------------------------------------------------------

cdef bint may_enter(Game *g, int token, int cell, int flags) noexcept nogil:
    """R6.15: whether a card may enter a cell by an effect."""
    cdef const Card *card = card_of(g, token)
    if card.type != TYPE_CHARACTER or g.s.place[token] == ZONE_FIELD \
            or name_in_play(g, token, cell // 6, NO_CELL):
        return False
    if g.x.n_rules and (forbidden(g, WHAT_ENTER, token, token, -1)
                        or forbidden(g, WHAT_ENTER, token, 128 + cell, -1)):
        return False                                # R14.14
    if card.component[0] != 0xFFFF and not flags & PUT_PLAIN:
        return entry_cell_rule(g, cell // 6, token, cell) == 0
    if g.s.chars[cell].token != NO_TOKEN:
        return False                                # R6.4
    return flags & PUT_ANYWHERE or (card.cells >> (cell % 6)) & 1 \
        or permitted(g, WHAT_ENTER, token, token, RULE_FREE_CELLS)     # R6.3


cdef bint may_put(Game *g, int token, int cell, int op, int flags) noexcept nogil:
    """Whether a card may be put into a cell, or onto the character in it."""
    if token >= N_TOKENS or cell == NO_CELL or not known(g, token):
        return False
    if op == O_ENTER:
        return may_enter(g, token, cell, flags)
    if op == O_EQUIP:
        return card_of(g, token).type == TYPE_ITEM and g.s.chars[cell].token != token \
            and item_rule(g, seat_of(token), token, cell, flags & PUT_OVER) == 0
    return card_of(g, token).type == TYPE_AREA and area_rule(g, seat_of(token), token, cell) == 0


cdef int counts_as(Game *g, const Ins *ins, int token) noexcept nogil:
    """R6.16: the card as which a card is put into play; UNKNOWN_CARD: nothing is to be copied."""
    cdef int other
    if not ins.c & PUT_AS:
        return g.s.face[token]
    if ins[1].x:
        return ins[1].x - 1
    other = reg_first(g, ins[1].b - 1)
    if other >= N_TOKENS or g.s.know[other] != PUBLIC_KNOWN:
        return UNKNOWN_CARD
    return g.s.face[other]


cdef bint may_put_as(Game *g, int token, int cell, const Ins *ins, int op) noexcept nogil:
    """`may_put`, for a card that counts as another there."""
    cdef int face, other
    cdef bint ok
    if token >= N_TOKENS or not known(g, token):
        return False
    face = g.s.face[token]
    other = counts_as(g, ins, token)
    if other == UNKNOWN_CARD or (other != face and g.s.n_modifiers >= MODIFIER_LIMIT):
        return False                                # R14.13
    g.s.face[token] = other
    ok = may_put(g, token, cell, op, ins.c)
    g.s.face[token] = face
    return ok


cdef void op_room(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_ROOM: the cells into which a card may be put, or the characters it may be put on."""
    cdef int token = reg_first(g, ins.b), cell
    reg_clear(g, ins.a, REG_TOKENS if ins.x == O_EQUIP else REG_CELLS)
    for cell in range(12):
        if may_put_as(g, token, cell, ins, ins.x):
            reg_add(g, ins.a, g.s.chars[cell].token if ins.x == O_EQUIP else 128 + cell)
    f.pc += 1


# ---- putting it there ---------------------------------------------------------------------------

cdef void take_up(Game *g, int token, int source) noexcept nogil:
    """Takes a card from wherever it is, to be put into play."""
    cdef int cell = cell_of(g, token), zone = g.s.place[token]
    if zone == ZONE_ITEM and card_of(g, token).type == TYPE_ITEM:
        unhook_item(g, token)                       # it changes its bearer and does not leave
        touch(g)
    elif zone == ZONE_AREA and card_of(g, token).type == TYPE_AREA:
        g.s.chars[cell].area = NO_TOKEN
        touch(g)
    elif cell != NO_CELL:
        leave_one(g, token, ZONE_ASIDE, source)
    else:
        take_out(g, token)


cdef void release_components(Game *g, int token, int seat) noexcept nogil:
    """R11.7: the components of a conversion return to their owners' hands."""
    cdef uint8_t leaving[6]
    cdef int n = 0, cell
    for cell in range(seat * 6, seat * 6 + 6):
        if g.s.chars[cell].token != NO_TOKEN \
                and is_component(g, card_of(g, token), g.s.chars[cell].token):
            leaving[n] = g.s.chars[cell].token
            n += 1
    leave_play(g, leaving, n, ZONE_HAND, token)


cdef bint put_there(Game *g, Frame *f, const Ins *ins, int token, int cell) noexcept nogil:
    """Puts a card into play, if it fits; the bearer of an item may have gone meanwhile."""
    cdef int held, other
    if not may_put_as(g, token, cell, ins, ins.op):
        return False
    other = counts_as(g, ins, token)
    if ins.op == O_ENTER and g.s.chars[cell].token != NO_TOKEN:
        release_components(g, token, cell // 6)
        if g.s.chars[cell].token != NO_TOKEN:
            return False
    held = holders(g, token)
    take_up(g, token, f.a)
    if f.e & EF_LIFTED:
        g.s.place[token] = ZONE_HAND                # where it came from, as the entry tells
    if other != g.s.face[token]:
        become_other(g, f, token, other)
    if ins.op == O_ENTER:
        enter_field(g, token, cell)
        if ins.c & PUT_TAPPED:
            g.s.chars[cell].flags |= CH_TAPPED
            touch(g)
    elif ins.op == O_EQUIP:
        put_item(g, token, cell)
    else:
        put_area(g, token, cell)
    name_anew(g, token, held)
    return True


cdef void become_other(Game *g, const Frame *f, int token, int other) noexcept nogil:
    """R6.16: a card is another until it leaves play; a lasting change keeps which it was."""
    cdef Ctx c
    cdef Modifier *m
    ability_ctx(&c, f.seat, f.a, f.b, f.c)
    m = add_modifier(g, f.pc + 1, token, &c, UNTIL_LEAVES, 0)
    if m != NULL:
        m.amount = g.s.face[token]
        g.s.face[token] = other


cdef void price_of(Game *g, const Ins *ins, const Ctx *c, int token, uint8_t *owed) noexcept nogil:
    """What a card costs here: its own points, or so many of any attribute."""
    cdef int i, n
    for i in range(6):
        owed[i] = g.book.cards[counts_as(g, ins, token)].cost[i] if ins.c & PUT_PAID else 0
    if not ins.c & PUT_PAID:
        n = expr(g, c, ins.x)
        owed[5] = 0 if n < 0 else n if n < 60 else 60


cdef void op_lift(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_LIFT: shows a card that is to be put into play; one of the hand lies aside from now on.

    Else the hand, which has shown a card, would be shuffled before anybody is asked (R2.23), and a
    card could pay for itself.
    """
    cdef int token = reg_first(g, ins.a), held
    if needs_show(g, ins.a):
        return
    f.step = ES_START
    f.pc += 1
    if token < N_TOKENS and g.s.place[token] == ZONE_HAND:
        held = holders(g, token)
        take_out(g, token)
        name_anew(g, token, held)
        g.s.place[token] = ZONE_ASIDE
        f.e |= EF_LIFTED


cdef void put_down(Game *g, Frame *f, int token, bint ok) noexcept nogil:
    """Ends the operation; a card of the hand that was not put into play goes back to it."""
    if f.e & EF_LIFTED and not ok and token < N_TOKENS and g.s.place[token] == ZONE_ASIDE:
        put_hand(g, token)
    f.e &= ~EF_LIFTED
    finish(g, f, ok, ok)


cdef void put_into_play(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_ENTER, O_EQUIP, O_PLACE_AREA: one card to one place, after its price."""
    cdef int token = reg_first(g, ins.a)
    cdef int cell = cell_of(g, reg_first(g, ins.b)) if reg_count(g, ins.b) else NO_CELL
    cdef uint8_t owed[6]
    cdef bint ok
    if f.step < PAYING:
        if not may_put_as(g, token, cell, ins, ins.op):
            put_down(g, f, token, False)
            return
        if ins.c & (PUT_PAID | PUT_PRICED):
            price_of(g, ins, c, token, owed)
            f.step = PAYING + g.s.place[token]
            pay_start(g, f.seat, token, owed)
            return
        ok = True
    else:
        ok = g.s.done_full and g.s.place[token] == f.step - PAYING
    put_down(g, f, token, ok and put_there(g, f, ins, token, cell))


# ---- using a card -------------------------------------------------------------------------------

cdef void op_use(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_USE: a card that is not in play is used now; a frame above does it."""
    cdef int token = reg_first(g, ins.a)
    cdef Frame *u
    if f.step == PAYING:
        finish(g, f, g.s.done_n, g.s.done_full)
        return
    if token >= N_TOKENS or cell_of(g, token) != NO_CELL or g.s.place[token] == ZONE_CHAIN \
            or g.s.place[token] == ZONE_PAYMENT:
        finish(g, f, 0, False)
        return
    if needs_show(g, ins.a):
        return
    f.step = PAYING
    u = push_frame(g, FR_USE, f.seat)
    u.a = token
    u.b = ins.c
    u.c = ins.b
    u.x = limited(expr(g, c, ins.x)) if ins.c & PUT_PRICED else 0
