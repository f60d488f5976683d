"""Replacement abilities: something else is done instead of an event about to happen (R15.16).

Theory of operation. Whoever is about to make an event happen asks `about_to`. A replacement that
fits is carried out at once by a frame above, and its caller asks again when it is done; what has
spoken is kept in State.replaced, so that each speaks once about one event. Those that only send a
card elsewhere on its way to a dust box need no frame (`redirecting`).
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memmove, memset

from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.counters cimport counter_key, use_counter, uses
from lycee_core.defs cimport *
from lycee_core.hooks cimport next_item
from lycee_core.program cimport Ability, Card, works_in_play
from lycee_core.reading cimport ability_ctx, outsiders, user_of, works_here, zone_before
from lycee_core.selectors cimport Ctx, cell_of, holds, side_of
from lycee_core.state cimport *
from lycee_core.stepping cimport EF_INNER
from lycee_core.triggers cimport hears
from lycee_core.values cimport fresh


cdef enum:              # of Replaced.event, beside the number of the event
    RP_RUNNING = 0x40
    RP_INSTEAD = 0x80   # the event itself does not happen

cdef enum:              # steps of FR_REPLACE
    RS_ASK = 0
    RS_ACT = 1
    RS_DONE = 2
    RS_PICK = 3             # which of several speaks first
    MOST_OFFERS = 16


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

cdef struct Offer:      # one replacement that fits the event
    uint16_t ability
    uint8_t token
    uint8_t cell
    uint8_t seat

cdef struct Offers:
    int n
    Offer of[MOST_OFFERS]

cdef struct Coming:     # an event that is about to happen
    int event
    int entity
    int cause
    int amount


cdef int subject_of(int event, int entity, int cause) noexcept nogil:
    """What an event is about; damage to a deck is about the attacker."""
    if event == EV_DECK_DAMAGE:
        return cause
    return entity if entity < 160 else 255


cdef void tell_coming(Game *g, const Coming *e) noexcept nogil:
    """What more there is to say about an event before it happens."""
    cdef Detail *d = telling(g)
    if e.entity < N_TOKENS:
        d.origin = zone_before(g, e.entity)
        d.cell = cell_of(g, e.entity)
    if e.event == EV_DECK_DAMAGE or e.event == EV_SUPPORTED:
        d.other = e.entity
    elif e.event == EV_DOWNED and e.cause < N_TOKENS:
        d.other = e.cause


cdef void offer(Game *g, const Coming *e, int ability, int token, int cell, int seat,
                Offers *out) noexcept nogil:
    """Adds a replacement if it fits and has not spoken about this event."""
    cdef const Ability *a = &g.book.abilities[ability]
    cdef Ctx c
    if a.kind != AK_REPLACEMENT or a.event != e.event \
            or a.flags >> 4 and e.event == EV_REACHED_DUST:
        return
    if out.n >= MOST_OFFERS or spoken(g, ability, e.event, e.entity) != NULL:
        return
    seat = user_of(g, a, token, cell, seat)
    if seat > 1:
        return
    ability_ctx(&c, seat, token, cell, 255)
    c.subject = subject_of(e.event, e.entity, e.cause)
    c.cause = e.cause
    c.amount = e.amount
    tell_coming(g, e)
    if not hears(g, a, &c, e.entity - 160 if e.entity >= 160 else 2) or not holds(g, &c, a.cond):
        return
    if a.limit_n and uses(g, counter_key(a, token, seat), ability, a.limit_per) >= a.limit_n:
        return
    out.of[out.n].ability = ability
    out.of[out.n].token = token
    out.of[out.n].cell = cell
    out.of[out.n].seat = seat
    out.n += 1


cdef void card_offers(Game *g, const Coming *e, int token, int cell, int seat,
                      Offers *out) noexcept nogil:
    cdef const Card *card
    cdef int i
    if token == NO_TOKEN or not card_of(g, token).replaces >> e.event & 1:
        return
    card = card_of(g, token)
    for i in range(card.n_abilities):
        if works_in_play(&g.book.abilities[card.first_ability + i]) \
                and not (card.type == TYPE_CHARACTER and (g.x.lost[cell] >> i) & 1):
            offer(g, e, card.first_ability + i, token, cell, seat, out)


cdef void outside_offers(Game *g, const Coming *e, Offers *out) noexcept nogil:
    """Public cards outside play whose replacements are alive there (R15.17)."""
    cdef uint8_t tokens[N_TOKENS]
    cdef const Card *card
    cdef int i, k, n = outsiders(g, tokens)
    for i in range(n):
        card = card_of(g, tokens[i])
        for k in range(card.n_abilities):
            if works_here(g, &g.book.abilities[card.first_ability + k], tokens[i]):
                offer(g, e, card.first_ability + k, tokens[i], NO_CELL, seat_of(tokens[i]), out)


cdef void all_offers(Game *g, const Coming *e, Offers *out) noexcept nogil:
    """Everything that fits, in a steady order: cell by cell, the turn player's first; a character
    before its item, its cell's area and what it was given."""
    cdef int k, cell, i, item
    cdef Character *ch
    out.n = 0
    if g.s.n_replaced >= N_REPLACED:
        return                                      # R15.16
    fresh(g)
    for k in range(12):
        cell = (k + 6 * g.s.turn_player) % 12
        ch = &g.s.chars[cell]
        card_offers(g, e, ch.token, cell, cell // 6, out)
        item = ch.item
        while item != NO_TOKEN:
            card_offers(g, e, item, cell, seat_of(item), out)
            item = next_item(g, cell, item)
        if ch.area != NO_TOKEN:
            card_offers(g, e, ch.area, cell, seat_of(ch.area), out)
        for i in range(g.x.n_granted):
            if g.granted[i].cell == cell:
                offer(g, e, g.granted[i].ability, g.granted[i].token, cell, cell // 6, out)
    if g.book.outside & 1:
        outside_offers(g, e, out)


cdef void speak(Game *g, const Coming *e, const Offer *one) noexcept nogil:
    """Carries one replacement out, above whoever asked."""
    cdef Replaced *r = &g.s.replaced[g.s.n_replaced]
    cdef Frame *f
    g.s.n_replaced += 1
    r.ability = one.ability
    r.token = e.entity
    r.event = e.event | RP_RUNNING
    f = push_frame(g, FR_REPLACE, one.seat)
    f.pc = one.ability
    f.a = one.token
    f.b = one.cell
    f.c = e.entity
    f.d = e.cause
    f.x = e.amount
    f.step = RS_ASK if g.book.abilities[one.ability].flags & AF_MAY else RS_ACT


cdef int about_to(Game *g, int event, int entity, int cause, int amount) noexcept nogil:
    """What becomes of an event that is about to happen: EVENT_*.

    Where several texts fit, who controls what the event is about picks the first (R15.16).
    """
    cdef Coming e
    cdef Offers found
    cdef Frame *f
    cdef int seat
    if not is_watched(g, event):
        return EVENT_HAPPENS
    if is_gone(g, event, entity):
        return EVENT_GONE
    e.event = event
    e.entity = entity
    e.cause = cause
    e.amount = amount
    all_offers(g, &e, &found)
    if found.n == 0:
        return EVENT_HAPPENS
    if found.n == 1:
        speak(g, &e, &found.of[0])
        return EVENT_WAITS
    seat = side_of(g, entity)
    f = push_frame(g, FR_REPLACE, seat if seat < 2 else g.s.turn_player)
    f.pc = event
    f.c = entity
    f.d = cause
    f.x = amount
    f.step = RS_PICK
    return EVENT_WAITS


cdef int offers_now(Game *g, Coming *e, Offers *found) noexcept nogil:
    """What may be picked at RS_PICK."""
    cdef Frame *f = top_frame(g)
    e.event = f.pc
    e.entity = f.c
    e.cause = f.d
    e.amount = f.x
    all_offers(g, e, found)
    return found.n


# ---- the frame ----------------------------------------------------------------------------------

cdef void replace_run(Game *g) noexcept nogil:
    """FR_REPLACE: asks where the text says "may", carries the effect out, notes what became."""
    cdef Frame *f = top_frame(g)
    cdef const Ability *a = &g.book.abilities[f.pc]
    cdef Replaced *r
    cdef Frame *e
    if f.step == RS_PICK:
        ask(g, P_ORDER, f.seat)
        return
    if f.step == RS_ASK:
        ask(g, P_MAY, f.seat)
        return
    if f.step == RS_ACT:
        f.step = RS_DONE
        use_counter(g, counter_key(a, f.a, f.seat), f.pc, 0, PER_TURN)
        report(g, EV_TRIGGERED, f.seat, f.a, f.b, 1)       # 1: instead of an event
        e = push_frame(g, FR_EFFECT, f.seat)
        e.pc = a.effect
        e.a = f.a
        e.b = f.b
        e.c = 255
        e.d = subject_of(event_of(g, f), f.c, f.d)
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
    cdef Coming e
    cdef Offers found
    if top_frame(g).step == RS_PICK:
        return 0 if code >= CODE_NUMBER and code < CODE_NUMBER + offers_now(g, &e, &found) \
            else 112                                # R1.12
    return 0 if code == CODE_YES or code == CODE_NO else 112            # R1.12


cdef int replace_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Coming e
    cdef Offers found
    cdef int i
    if top_frame(g).step == RS_PICK:
        for i in range(offers_now(g, &e, &found)):
            out[i] = CODE_NUMBER + i
        return found.n
    out[0] = CODE_YES
    out[1] = CODE_NO
    return 2


cdef void replace_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Replaced *r
    cdef Coming e
    cdef Offers found
    if f.step == RS_PICK:
        offers_now(g, &e, &found)
        pop_frame(g)
        speak(g, &e, &found.of[code - CODE_NUMBER])
        return
    if code == CODE_YES:
        f.step = RS_ACT
        return
    r = spoken(g, f.pc, event_of(g, f), f.c)
    if r != NULL:
        r.event &= ~RP_RUNNING
    pop_frame(g)
