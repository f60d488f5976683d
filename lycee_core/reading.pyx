# What a reference stands for, and what is read of it: values, names, faces, sizes of zones.

from lycee_core.defs cimport *
from lycee_core.state cimport *
from lycee_core.program cimport Card


cdef int battling(Game *g, int seat) noexcept nogil:
    if g.s.battle == 0:
        return 255
    if g.s.attacker != NO_TOKEN and side_of(g, g.s.attacker) == seat:
        return g.s.attacker
    if g.s.defender != NO_TOKEN and side_of(g, g.s.defender) == seat:
        return g.s.defender
    return 255


cdef int resolve_ref(Game *g, const Ctx *c, int ref) noexcept nogil:
    cdef int cell
    if ref == REF_SELF:
        return c.source
    if ref == REF_CAND:
        return c.cand
    if ref == REF_SUBJECT:
        return c.subject
    if ref == REF_CAUSE:
        return c.cause
    if ref == REF_BEARER or ref == REF_HERE:
        cell = c.cell
        if cell == NO_CELL:
            return 255
        return g.s.chars[cell].token
    if ref == REF_ATTACKER:
        return g.s.attacker if g.s.battle else 255
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
        if c.link != 255 and c.link > 0:
            return 144 + c.link - 1
        if c.link == 255 and g.s.n_links > 0:
            return 144 + g.s.n_links - 1
        return 255
    if ref >= REF_REG:
        return reg_first(g, ref - REF_REG)
    return 255


cdef int whose_seat(Game *g, const Ctx *c, int whose) noexcept nogil:
    if whose == WHOSE_YOU:
        return c.seat
    if whose == WHOSE_ENEMY:
        return 1 - c.seat
    if whose == WHOSE_OWNER_OF_SUBJECT:
        return seat_of(c.subject) if c.subject < N_TOKENS else c.seat
    return g.s.turn_player


cdef int link_cost(Game *g, int link) noexcept nogil:
    cdef int i, n = 0
    for i in range(6):
        n += g.s.links[link].owed[i]
    return n


cdef int value_of(Game *g, int entity, int value) noexcept nogil:
    cdef const Card *card
    cdef int cell
    if entity >= 144 and entity < 160:
        if value == VAL_COST:
            return link_cost(g, entity - 144)
        card = &g.book.cards[g.s.links[entity - 144].card]
    elif entity < N_TOKENS and known(g, entity):
        card = card_of(g, entity)
    else:
        return 0
    if value <= VAL_SP:
        cell = cell_of(g, entity)
        if entity < N_TOKENS and g.s.place[entity] == ZONE_FIELD:
            return g.x.values[cell][value]
        value += VAL_ORIGINAL_AP
    if value == VAL_ORIGINAL_AP:
        return card.ap
    if value == VAL_ORIGINAL_DP:
        return card.dp
    if value == VAL_ORIGINAL_SP:
        return card.sp
    if value == VAL_EX:
        return card.ex
    if value == VAL_COST:
        return card.cost_total
    if value == VAL_ATTRIBUTES:
        return popcount64(card.attributes)
    if value == VAL_BASICS:
        cell = cell_of(g, entity)
        if cell != NO_CELL:
            return popcount64(g.x.basics[cell])
        return popcount64(card.basics)
    return 0


cdef bint equipped(Game *g, int entity) noexcept nogil:
    cdef int cell = cell_of(g, entity)
    return cell != NO_CELL and entity < N_TOKENS and g.s.place[entity] == ZONE_FIELD \
        and g.s.chars[cell].item != NO_TOKEN


cdef const Card *face_of(Game *g, int entity) noexcept nogil:
    if entity < N_TOKENS and known(g, entity):
        return card_of(g, entity)
    if entity >= 144 and entity < 160:
        return &g.book.cards[g.s.links[entity - 144].card]
    return NULL


cdef bint names_meet(const Card *a, const Card *b, int n) noexcept nogil:
    """R12.3: whether any name of one equals any name of the other.

    `n`: 3 for the name and what the card counts as, 5 for the names of its components too.
    """
    cdef uint16_t x[5]
    cdef uint16_t y[5]
    cdef int i, j
    if a.name == b.name:
        return True
    if a.also[0] & a.component[0] & b.also[0] & b.component[0] == 0xFFFF:
        return False                        # neither has a second name
    x[0] = a.name
    x[1] = a.also[0]
    x[2] = a.also[1]
    x[3] = a.component[0]
    x[4] = a.component[1]
    y[0] = b.name
    y[1] = b.also[0]
    y[2] = b.also[1]
    y[3] = b.component[0]
    y[4] = b.component[1]
    for i in range(n):
        if x[i] == 0xFFFF:
            continue
        for j in range(n):
            if x[i] == y[j]:
                return True
    return False


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


cdef bint is_told(Game *g, const Ctx *c, int entity) noexcept nogil:
    """R1.14: a reference is read only where its face is public, or replicas would part ways.

    A hand card that is about to be declared may read itself: its face comes with the declaration.
    """
    if entity >= N_TOKENS or g.s.know[entity] == PUBLIC_KNOWN:
        return True
    return entity == c.source and top_frame(g).kind != FR_EFFECT


cdef int member(const Entities *found, int index) noexcept nogil:
    """The index-th entity of a set in rising order, or 255."""
    cdef uint64_t m = found.lo
    cdef int base = 0
    if found.kind == REG_CELLS:
        base = 128
    elif found.kind == REG_LINKS:
        base = 144
    elif found.kind == REG_SEATS:
        base = 160
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
