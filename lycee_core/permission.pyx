"""Cards that are played from elsewhere than the hand, or for nothing, by permission (R7.40).

Theory of operation. A permission is a rule in force. One with RULE_FROM is for cards that lie open
outside play, one with RULE_FREE for any card; either may be for one card or for all that match. It
is looked at while the card still lies where it is, and counted when the card is declared.
"""

from libc.stdint cimport uint64_t

from lycee_core.counters cimport use_rule
from lycee_core.defs cimport *
from lycee_core.gathering cimport gather_zones
from lycee_core.in_force cimport fits as rule_fits
from lycee_core.program cimport Card, Ins
from lycee_core.selectors cimport *
from lycee_core.state cimport *


cdef bint is_for(const Ins *ins, const Card *card) noexcept nogil:
    """Whether a permission is about playing a card of this type."""
    if ins.b == WHAT_PLAY:
        return True
    if ins.b == WHAT_ENTER:
        return card.type == TYPE_CHARACTER
    if ins.b == WHAT_EQUIP:
        return card.type == TYPE_ITEM
    return ins.b == WHAT_USE and card.type == TYPE_EVENT_CARD


cdef bint lies_where(Game *g, const Rule *r, int token) noexcept nogil:
    """Whether a card lies in a zone of which a permission speaks."""
    cdef const Ins *ins = &g.book.code[r.pc]
    cdef int place = g.s.place[token]
    cdef Entities found
    cdef Ctx c
    if place == ZONE_DECK or (place != ZONE_HAND and g.s.know[token] != PUBLIC_KNOWN):
        return False
    if r.subject != 255:
        return ins.x == 0 or (ins.x >> place) & 1
    ability_ctx(&c, r.seat, r.source, r.cell, 255)
    gather_zones(g, &c, &g.book.selectors[ins.x], 1, &found)
    return in_set(&found, token)


cdef Rule *permission(Game *g, int seat, int token, int flag) noexcept nogil:
    """The first rule by which a seat may play an own card so, or NULL."""
    cdef const Ins *ins
    cdef Rule *r
    cdef int i
    for i in range(g.x.n_rules):
        r = &g.rules[i]
        ins = &g.book.code[r.pc]
        if ins.op == O_PERMIT and ins.y & flag and r.seat == seat \
                and is_for(ins, card_of(g, token)) and rule_fits(g, r, token) \
                and lies_where(g, r, token):
            return r
    return NULL


cdef bint lies_apart(Game *g, int token) noexcept nogil:
    """Whether a card lies open outside play, hands, decks and what is going on."""
    cdef int place = g.s.place[token]
    return (place == ZONE_DUST or place == ZONE_REMOVED or place >= ZONE_ASIDE) \
        and g.s.know[token] == PUBLIC_KNOWN


cdef bint played_from(Game *g, int seat, int token) noexcept nogil:
    """`may_play_from`, where there is such a rule at all."""
    return seat_of(token) == seat and lies_apart(g, token) \
        and permission(g, seat, token, RULE_FROM) != NULL


cdef uint64_t playable_by_rules(Game *g, int seat) noexcept nogil:
    """`playable`, where there is such a rule at all."""
    cdef uint64_t found = 0
    cdef int t
    for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
        if lies_apart(g, t) and permission(g, seat, t, RULE_FROM) != NULL:
            found |= bit_of(t)
    return found


cdef bint free_by_rules(Game *g, int seat, int token) noexcept nogil:
    """`is_free`, where there is such a rule at all."""
    return permission(g, seat, token, RULE_FREE) != NULL


cdef int use_permission(Game *g, int seat, int token) noexcept nogil:
    """A card is about to be declared: how it is played (PLAYED_*), and whose uses that counts."""
    cdef Rule here
    cdef Rule free
    cdef Rule *r
    cdef int how = 0
    here.pc = 0
    free.pc = 0
    if g.s.place[token] != ZONE_HAND:
        how = g.s.place[token] << 4
        r = permission(g, seat, token, RULE_FROM)
        if r != NULL:
            here = r[0]
    r = permission(g, seat, token, RULE_FREE)
    if r != NULL:
        how |= PLAYED_FREE
        free = r[0]
    # The later change first: what is used up moves those behind it.
    if here.pc and free.pc and here.modifier < free.modifier:
        use_rule(g, &free)
        free.pc = 0
    if here.pc:
        use_rule(g, &here)
    if free.pc and not (here.pc == free.pc and here.modifier == free.modifier
                        and here.source == free.source):
        use_rule(g, &free)
    return how
