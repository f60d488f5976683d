"""Replacement abilities: something else is done instead of an event about to happen (R15.16).

Theory of operation. Whoever is about to make an event happen asks `about_to`. A replacement that
fits is carried out at once by a frame above, and its caller asks again when it is done; what has
spoken is kept in State.replaced, so that each speaks once about one event. Those that only send a
card elsewhere on its way to a dust box need no frame (`redirecting`).
"""

from libc.stdint cimport uint16_t
from libc.string cimport memmove, memset

from lycee_core.defs cimport *
from lycee_core.program cimport Ability, Card
from lycee_core.reading cimport ability_ctx
from lycee_core.selectors cimport Ctx, holds
from lycee_core.state cimport *
from lycee_core.stepping cimport EF_INNER
from lycee_core.triggers cimport counter_key, hears, use_counter, uses
from lycee_core.values cimport fresh


cdef enum:              # of Replaced.event, beside the number of the event
    RP_RUNNING = 0x40
    RP_INSTEAD = 0x80   # the event itself does not happen

cdef enum:              # steps of FR_REPLACE
    RS_ASK = 0
    RS_ACT = 1
    RS_DONE = 2


# ---- what has spoken ----------------------------------------------------------------------------

cdef Replaced *spoken(Game *g, int ability, int event, int entity) noexcept nogil:
    cdef Replaced *r
    cdef int i
    for i in range(g.s.n_replaced):
        r = &g.s.replaced[i]
        if r.token == entity and r.event & 0x3F == event and r.ability == ability:
            return r
    return NULL


cdef void forget_event(Game *g, int event, int entity) noexcept nogil:
    """The event has happened, or something else instead: it can be replaced anew another time."""
    cdef int i = 0
    while i < g.s.n_replaced:
        if g.s.replaced[i].token == entity and g.s.replaced[i].event & 0x3F == event \
                and not g.s.replaced[i].event & RP_RUNNING:
            g.s.n_replaced -= 1
            memmove(&g.s.replaced[i], &g.s.replaced[i + 1],
                    (g.s.n_replaced - i) * sizeof(Replaced))
            memset(&g.s.replaced[g.s.n_replaced], 0, sizeof(Replaced))
        else:
            i += 1


cdef bint is_gone(Game *g, int event, int entity) noexcept nogil:
    cdef int i
    for i in range(g.s.n_replaced):
        if g.s.replaced[i].token == entity and g.s.replaced[i].event & 0x3F == event \
                and g.s.replaced[i].event & RP_INSTEAD:
            return True
    return False


# ---- who speaks ---------------------------------------------------------------------------------

cdef bint offers(Game *g, int ability, int token, int cell, int seat, int event, int entity,
                 int cause, int amount) noexcept nogil:
    """Whether a replacement fits the event; then its frame is pushed."""
    cdef const Ability *a = &g.book.abilities[ability]
    cdef Replaced *r
    cdef Frame *f
    cdef Ctx c
    if a.kind != AK_REPLACEMENT or a.event != event or a.flags >> 4 and event == EV_REACHED_DUST:
        return False
    if g.s.n_replaced >= N_REPLACED or spoken(g, ability, event, entity) != NULL:
        return False
    ability_ctx(&c, seat, token, cell, 255)
    c.subject = entity if entity < 160 else 255
    c.cause = cause
    c.amount = amount
    if not hears(g, a, &c, entity - 160 if entity >= 160 else 2) or not holds(g, &c, a.cond):
        return False
    if a.limit_n and uses(g, counter_key(a, token, seat), ability, a.limit_per) >= a.limit_n:
        return False
    r = &g.s.replaced[g.s.n_replaced]
    g.s.n_replaced += 1
    r.ability = ability
    r.token = entity
    r.event = event | RP_RUNNING
    f = push_frame(g, FR_REPLACE, seat)
    f.pc = ability
    f.a = token
    f.b = cell
    f.c = entity
    f.d = cause
    f.x = amount
    f.step = RS_ASK if a.flags & AF_MAY else RS_ACT
    return True


cdef bint card_offers(Game *g, int token, int cell, int seat, int event, int entity, int cause,
                      int amount) noexcept nogil:
    cdef const Card *card
    cdef int i
    if token == NO_TOKEN or not card_of(g, token).replaces >> event & 1:
        return False
    card = card_of(g, token)
    for i in range(card.n_abilities):
        if card.type == TYPE_CHARACTER and (g.x.lost[cell] >> i) & 1:
            continue
        if g.book.abilities[card.first_ability + i].works_in == ZONE_FIELD \
                and offers(g, card.first_ability + i, token, cell, seat, event, entity, cause,
                           amount):
            return True
    return False


cdef int about_to(Game *g, int event, int entity, int cause, int amount) noexcept nogil:
    """What becomes of an event that is about to happen: EVENT_*.

    Cards speak cell by cell, the turn player's first; a character before its item, its cell's area
    and what it was given.
    """
    cdef int k, cell, i
    cdef Character *ch
    fresh(g)
    if not is_watched(g, event):
        return EVENT_HAPPENS
    if is_gone(g, event, entity):
        return EVENT_GONE
    fresh(g)
    for k in range(12):
        cell = (k + 6 * g.s.turn_player) % 12
        ch = &g.s.chars[cell]
        if card_offers(g, ch.token, cell, cell // 6, event, entity, cause, amount):
            return EVENT_WAITS
        if ch.item != NO_TOKEN and card_offers(g, ch.item, cell, seat_of(ch.item), event, entity,
                                               cause, amount):
            return EVENT_WAITS
        if ch.area != NO_TOKEN and card_offers(g, ch.area, cell, seat_of(ch.area), event, entity,
                                               cause, amount):
            return EVENT_WAITS
        for i in range(g.x.n_granted):
            if g.granted[i].cell == cell and offers(g, g.granted[i].ability, g.granted[i].token,
                                                    cell, cell // 6, event, entity, cause, amount):
                return EVENT_WAITS
    return EVENT_HAPPENS


# ---- the frame ----------------------------------------------------------------------------------

cdef void replace_run(Game *g) noexcept nogil:
    """FR_REPLACE: asks where the text says "may", carries the effect out, notes what became."""
    cdef Frame *f = top_frame(g)
    cdef const Ability *a = &g.book.abilities[f.pc]
    cdef Replaced *r
    cdef Frame *e
    if f.step == RS_ASK:
        ask(g, P_MAY, f.seat)
        return
    if f.step == RS_ACT:
        f.step = RS_DONE
        use_counter(g, counter_key(a, f.a, f.seat), f.pc, 0, PER_TURN)
        report(g, EV_TRIGGERED, f.seat, f.a, f.b, 0)
        e = push_frame(g, FR_EFFECT, f.seat)
        e.pc = a.effect
        e.a = f.a
        e.b = f.b
        e.c = 255
        e.d = f.c if f.c < 160 else 255
        e.x = f.x
        e.e = EF_INNER
        return
    r = spoken(g, f.pc, event_of(g, f), f.c)
    if r != NULL:
        r.event &= ~RP_RUNNING
        if not a.flags & AF_AND_THEN:
            r.event |= RP_INSTEAD
    pop_frame(g)


cdef inline int event_of(Game *g, const Frame *f) noexcept nogil:
    return g.book.abilities[f.pc].event


cdef int replace_check(Game *g, int code) noexcept nogil:
    return 0 if code == CODE_YES or code == CODE_NO else 112            # R1.12


cdef int replace_options(Game *g, uint16_t *out) noexcept nogil:
    out[0] = CODE_YES
    out[1] = CODE_NO
    return 2


cdef void replace_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Replaced *r
    if code == CODE_YES:
        f.step = RS_ACT
        return
    r = spoken(g, f.pc, event_of(g, f), f.c)
    if r != NULL:
        r.event &= ~RP_RUNNING
    pop_frame(g)
