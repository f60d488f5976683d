# Who is doing what happens now: read from the agenda, so that nobody has to say it.
#
# Theory of operation. The topmost frame that acts names the doer: an effect its card, a payment or
# a move its declaration, the battle itself; below all of these only the rules are left.

from lycee_core.defs cimport *
from lycee_core.reading cimport *
from lycee_core.state cimport *


cdef int kind_of_effect(Game *g, const Frame *f) noexcept nogil:
    if f.e & EF_BASIC:
        return CAUSE_BASIC
    if f.c < N_LINKS and g.s.links[f.c].kind == LK_EVENT_CARD:
        return CAUSE_EVENT_CARD
    return CAUSE_SPECIAL


cdef void find_doer(Game *g, Doer *d) noexcept nogil:
    """Who makes happen what happens now."""
    cdef int i = g.s.n_frames - 1
    cdef Frame *f
    d.kind = CAUSE_RULE
    d.seat = g.s.turn_player
    d.token = NO_TOKEN
    while i >= 0:
        f = &g.s.frames[i]
        i -= 1
        if f.kind == FR_EFFECT:
            d.kind = kind_of_effect(g, f)
            d.seat = f.seat
            d.token = f.a
            return
        if f.kind == FR_RESOLVE or f.kind == FR_DECLARE or f.kind == FR_PAY:
            d.seat = f.seat
            if f.a < N_LINKS:
                d.token = g.s.links[f.a].token
                if f.kind == FR_RESOLVE and f.step == 2:    # paid: it acts
                    d.kind = CAUSE_BASIC if g.s.links[f.a].kind == LK_BASIC else CAUSE_RULE
                    return
            d.kind = CAUSE_COST
            return
        if f.kind == FR_TAX:
            d.kind = CAUSE_COST
            d.seat = f.seat
            d.token = f.a
            return
        if f.kind == FR_BATTLE:
            d.kind = CAUSE_BATTLE
            return
        if f.kind == FR_MILL and f.e & MILL_DAMAGE:     # R8.32: the attacker's doing
            d.kind = CAUSE_BATTLE
            d.token = g.s.attacker
        if f.kind == FR_CHAIN or f.kind == FR_TURN:
            return


cdef int cause_of(Game *g, const Ctx *c) noexcept nogil:
    """The card that did it: who the event names, else who acts."""
    cdef Doer d
    if c.cause != 255:
        return c.cause
    find_doer(g, &d)
    return d.token


cdef bint is_caused(Game *g, const Ctx *c, int side, int kinds) noexcept nogil:
    """Whether it is the doing of a side, by one of some kinds."""
    cdef Doer d
    find_doer(g, &d)
    if kinds and not (kinds >> d.kind) & 1:
        return False
    if side == SIDE_ANY:
        return True
    if d.kind == CAUSE_BATTLE and c.cause < N_TOKENS:
        return (side_of(g, c.cause) == c.seat) == (side == SIDE_OWN)
    return (d.seat == c.seat) == (side == SIDE_OWN)


cdef bint told_zone(Game *g, int goal, int zones) noexcept nogil:
    """Whether the card of an event comes from, or goes to, one of some zones."""
    cdef int zone = g.x.detail.goal if goal else g.x.detail.origin
    return g.x.detail.on and zone > 0 and (zones >> (zone - 1)) & 1


cdef int told_entity(Game *g, const Ctx *c, int which) noexcept nogil:
    """What an event is about beside its subject; 255 where there is no such thing."""
    if which == EVENT_CAUSE:
        return cause_of(g, c)
    if which == EVENT_SUBJECT:
        return c.subject
    if which == EVENT_PLACE:
        return 255 if cell_of(g, c.subject) == NO_CELL else 128 + cell_of(g, c.subject)
    if not g.x.detail.on:
        return 255
    if which == EVENT_CELL:
        return 255 if g.x.detail.cell == NO_CELL else 128 + g.x.detail.cell
    return g.x.detail.link if which == EVENT_LINK else g.x.detail.other
