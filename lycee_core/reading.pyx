# What a reference stands for, how many cards lie where, and the members of a set.

from lycee_core.defs cimport *
from lycee_core.house cimport COUNTER_LIMIT
from lycee_core.registers cimport *
from lycee_core.state cimport *


cdef int battling(Game *g, int seat) noexcept nogil:
    if g.s.battle == 0:
        return 255
    if g.s.attacker != NO_TOKEN and side_of(g, g.s.attacker) == seat:
        return g.s.attacker
    if g.s.defender != NO_TOKEN and side_of(g, g.s.defender) == seat:
        return g.s.defender
    return 255


cdef int declared_attacker(Game *g) noexcept nogil:
    """The character whose attack is being declared or answered (R8.8)."""
    cdef int i
    for i in range(g.s.n_links - 1, -1, -1):
        if g.s.links[i].kind == LK_ATTACK and not g.s.links[i].flags & LF_CANCELLED:
            return g.s.links[i].token
    return 255


cdef Modifier *memory_of(Game *g, int source, int name) noexcept nogil:
    """What a card remembers under one of its names, or NULL."""
    cdef Modifier *m
    cdef int i
    for i in range(g.s.n_modifiers):
        m = &g.s.modifiers[i]
        if m.subject == source and g.book.code[m.pc].op == O_REMEMBER \
                and g.book.code[m.pc].b == name:
            return m
    return NULL


cdef int resolve_ref(Game *g, const Ctx *c, int ref) noexcept nogil:
    cdef int cell
    cdef Modifier *m
    if ref == REF_SELF:
        return c.source
    if ref == REF_CAND:
        return c.cand
    if ref == REF_SUBJECT:
        return c.subject
    if ref == REF_CAUSE:
        return c.cause if c.cause != 255 else g.s.cause
    if ref == REF_BEARER or ref == REF_HERE:
        cell = c.cell
        if cell == NO_CELL:
            return 255
        return g.s.chars[cell].token
    if ref == REF_ATTACKER:
        if g.s.battle:
            return g.s.attacker
        return declared_attacker(g) if c.link != 255 else 255
    if ref == REF_DEFENDER:
        return g.s.defender if g.s.battle else 255
    if ref == REF_BATTLING_OWN:
        return battling(g, c.seat)
    if ref == REF_BATTLING_ENEMY:
        return battling(g, 1 - c.seat)
    if ref == REF_SUPPORTER:
        return g.s.supporter
    if ref == REF_SUPPORTED:
        return g.s.supported
    if ref == REF_DECLARATION:
        # The link just below the one in question, or the top of the chain while none is being
        # built.
        if c.link < N_LINKS and g.s.links[c.link].flags & LF_NESTED:
            return 255
        if c.link != 255 and c.link > 0:
            return 144 + c.link - 1
        if c.link == 255 and g.s.n_links > 0:
            return 144 + g.s.n_links - 1
        return 255
    if ref == REF_OUTER:
        return c.outer
    if ref == REF_PAID:
        return first_paid(g, c)
    if ref == REF_YOU:
        return 160 + c.seat
    if ref == REF_ENEMY:
        return 161 - c.seat
    if ref == REF_TURN_PLAYER:
        return 160 + g.s.turn_player if g.s.turn_player < 2 else 255
    if ref >= REF_REMEMBERED:
        m = memory_of(g, c.source, ref - REF_REMEMBERED)
        return 255 if m == NULL else m.aux
    if ref >= REF_REG_HIGH:
        return reg_meant(g, ref - REF_REG_HIGH + 8)
    if ref >= REF_REG:
        return reg_meant(g, ref - REF_REG)
    return 255


cdef bint is_of_kind(Game *g, int link, int mask) noexcept nogil:
    """Whether a declaration is of one of the kinds of a mask of 1 << LK_*."""
    cdef int kinds = 1 << g.s.links[link].kind
    if g.s.links[link].n_pay:
        kinds |= 1 << IS_PAYMENT
    if g.s.links[link].flags & LF_TAX and g.s.links[link].kind == LK_BASIC:
        kinds |= 1 << IS_TAX
    return (kinds & mask) != 0


cdef int user_of(Game *g, const Ability *a, int token, int cell, int seat) noexcept nogil:
    """R9.11: whose view an ability has that nobody declares.

    `seat` is who played or controls the card. 2: it is an ability of whoever stands there, and
    nobody does.
    """
    if a.host != HOST_SELF:
        if cell == NO_CELL or g.s.chars[cell].token == NO_TOKEN:
            return 2
        seat = cell // 6
    if a.by == USER_CARD_OWNER:
        return seat_of(token)
    if a.by == USER_TURN_PLAYER:
        return g.s.turn_player
    return 1 - seat if a.by == USER_ENEMY else seat


cdef int first_paid(Game *g, const Ctx *c) noexcept nogil:
    """The first card that was named for the cost of the declaration that speaks, or 255."""
    cdef const Extra *e = extra_of(g, c.link) if c.link < N_LINKS else NULL
    return e.named[0] if e != NULL and named_count(e) else 255


cdef int link_cost(Game *g, int link) noexcept nogil:
    """R5.29: the printed points; increases and reductions do not count."""
    cdef const Link *decl = &g.s.links[link]
    cdef int i, n = 0
    if decl.card != UNKNOWN_CARD and (decl.kind <= LK_AREA or decl.kind == LK_CONVERSION):
        return g.book.cards[decl.card].cost_total
    for i in range(6):
        n += decl.owed[i]
    return n


cdef int counted(Game *g, int token, int ability, int per) noexcept nogil:
    """How often something was used or happened (R7.31); `token`: the card, or 120 + seat."""
    cdef int i
    for i in range(g.s.n_counters):
        if g.s.counters[i].token == token and g.s.counters[i].ability == ability:
            if per == PER_BATTLE or per == PER_DECLARATION:
                return g.s.counters[i].battle
            return g.s.counters[i].turn if per == PER_TURN else g.s.counters[i].game
    return 0


cdef bint limit_reached(Game *g, const Ability *a, int number, int token, int seat,
                        int per) noexcept nogil:
    """Whether an ability was used as often as its limit says, in the turn, the battle or ever."""
    return counted(g, limit_key(a, token, seat), number, per) >= a.limit_n


cdef bint has_counter(Game *g, int token, int ability) noexcept nogil:
    """Whether a use can be counted (R7.37)."""
    cdef int i
    if g.s.n_counters < COUNTER_LIMIT:
        return True
    for i in range(g.s.n_counters):
        if g.s.counters[i].token == token and g.s.counters[i].ability == ability:
            return True
    return False


cdef Frame *downed_window(Game *g) noexcept nogil:
    """The battle whose result is known but not carried out yet (R8.30), or NULL."""
    cdef int i
    for i in range(g.s.n_frames):
        if g.s.frames[i].kind == FR_BATTLE and g.s.frames[i].step == BS_DOWNED:
            return &g.s.frames[i]
    return NULL


cdef bint works_here(Game *g, const Ability *a, int token) noexcept nogil:
    """Whether an ability is alive in the zone outside play where its card lies (R15.17)."""
    cdef int place = g.s.place[token]
    if place == ZONE_FIELD or place == ZONE_ITEM or place == ZONE_AREA or place == ZONE_DECK:
        return False
    if a.works_in == WORKS_ANYWHERE:
        return place != ZONE_CHAIN and place != ZONE_PAYMENT
    if a.works_in >= WORKS_IN_PILE:
        return place == ZONE_PILE \
            and g.s.piles[g.s.next[token]].name == a.works_in - WORKS_IN_PILE
    return a.works_in == place


cdef int outsiders(Game *g, uint8_t *out) noexcept nogil:
    """Public cards outside play, hands and decks with an ability that may be alive there: the turn
    player's first, each in rising order; `out` has room for 120."""
    cdef int k, seat, t, place, n = 0
    for k in range(2):
        seat = (g.s.turn_player + k) % 2 if g.s.turn_player < 2 else k
        for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
            place = g.s.place[t]
            if (place == ZONE_DUST or place == ZONE_REMOVED or place >= ZONE_ASIDE) \
                    and g.s.know[t] == PUBLIC_KNOWN and card_of(g, t).flags & CF_OUTSIDE:
                out[n] = t
                n += 1
    return n


cdef int zone_size(Game *g, int seat, int zone) noexcept nogil:
    if zone == ZONE_HAND:
        return popcount64(g.s.hand[seat])
    if zone == ZONE_DECK:
        return g.s.deck_n[seat]
    if zone == ZONE_DUST:
        return g.s.dust_n[seat]
    if zone == ZONE_REMOVED:
        return popcount64(g.s.removed[seat])
    return 0


cdef bint reaches(Game *g, int above, int below) noexcept nogil:
    """Whether one card comes before another in a linked zone."""
    cdef int t = g.s.next[above]
    while t != NO_TOKEN:
        if t == below:
            return True
        t = g.s.next[t]
    return False


cdef bint is_paid(Game *g, const Ctx *c, int entity) noexcept nogil:
    """Whether a card was named for the cost of the declaration that speaks."""
    cdef const Extra *e = extra_of(g, c.link) if c.link < N_LINKS else NULL
    cdef int i
    if e != NULL:
        for i in range(named_count(e)):
            if e.named[i] == entity:
                return True
    return False


cdef int member(const Entities *found, int index) noexcept nogil:
    """The index-th entity of a set in rising order, or 255."""
    cdef uint64_t m = found.lo
    cdef int base = kind_base(found.kind)
    while m:
        if index == 0:
            return base + ctz64(m)
        index -= 1
        m &= m - 1
    m = found.hi
    while m:
        if index == 0:
            return SEAT_TOKENS + ctz64(m)
        index -= 1
        m &= m - 1
    return 255


cdef bint in_set(const Entities *found, int e) noexcept nogil:
    if found.kind == REG_CELLS:
        return e >= 128 and e < 140 and (found.lo >> (e - 128)) & 1
    if found.kind == REG_SEATS:
        return e >= 160 and e < 162 and (found.lo >> (e - 160)) & 1
    if found.kind == REG_LINKS:
        return e >= 144 and e < 160 and (found.lo >> (e - 144)) & 1
    if e >= N_TOKENS:
        return False
    return ((found.lo if e < SEAT_TOKENS else found.hi) & bit_of(e)) != 0
