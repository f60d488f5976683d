"""Replacements that only send a card elsewhere on its way to a dust box (R15.16).

They ask nobody and do nothing else, so they are answered while the card moves, whatever moves it.
"""

from lycee_core.defs cimport *
from lycee_core.hooks cimport next_item
from lycee_core.program cimport Ability, Card
from lycee_core.reading cimport ability_ctx, zone_before
from lycee_core.selectors cimport Ctx, holds
from lycee_core.state cimport *
from lycee_core.triggers cimport hears


cdef int redirect_of(Game *g, int source, int cell, int seat, int token,
                     int origin) noexcept nogil:
    """Where a card's replacements send a card that would reach its dust box; 0: there.

    `origin`: 1 + the zone it comes from.
    """
    cdef const Card *card = card_of(g, source)
    cdef const Ability *a
    cdef Ctx c
    cdef int i
    if not card.replaces >> EV_REACHED_DUST & 1:
        return 0
    for i in range(card.n_abilities):
        a = &g.book.abilities[card.first_ability + i]
        if a.kind != AK_REPLACEMENT or a.event != EV_REACHED_DUST or not a.flags >> 4:
            continue
        ability_ctx(&c, seat, source, cell, 255)
        c.subject = token
        telling(g).origin = origin
        if hears(g, a, &c, seat_of(token)) and holds(g, &c, a.cond):
            return a.flags >> 4
    return 0


cdef int redirect(Game *g, int token, int origin) noexcept nogil:
    """Where the first text that speaks sends a card that would reach its dust box; 0: there."""
    cdef int cell, item, to = 0
    cdef Character *ch
    if known(g, token):
        to = redirect_of(g, token, NO_CELL, seat_of(token), token, origin)
    for cell in range(12):
        ch = &g.s.chars[cell]
        if to == 0 and ch.token != NO_TOKEN:
            to = redirect_of(g, ch.token, cell, cell // 6, token, origin)
        item = ch.item if ch.token != NO_TOKEN else NO_TOKEN
        while to == 0 and item != NO_TOKEN:
            to = redirect_of(g, item, cell, seat_of(item), token, origin)
            item = next_item(g, cell, item)
        if to == 0 and ch.area != NO_TOKEN:
            to = redirect_of(g, ch.area, cell, seat_of(ch.area), token, origin)
    return to


cdef int redirected(Game *g, int token, int zone) noexcept nogil:
    """The zone that a card really goes to."""
    cdef int to, was = g.s.place[token], origin = zone_before(g, token)
    if zone != ZONE_DUST or not (g.x.replaces >> EV_REACHED_DUST) & 1:
        return zone
    # Seen as a card of its owner that is on its way; what it was in play the event tells.
    if was == ZONE_FIELD and g.s.next[token] == NO_TOKEN:
        g.s.place[token] = ZONE_DUST
    to = redirect(g, token, origin)
    g.s.place[token] = was
    if to == REDIRECT_REMOVED:
        return ZONE_REMOVED
    if to == REDIRECT_HAND:
        return ZONE_HAND
    if to == REDIRECT_DECK_BOTTOM:
        return TO_DECK_BOTTOM
    return ZONE_DECK if to == REDIRECT_DECK_TOP else zone
