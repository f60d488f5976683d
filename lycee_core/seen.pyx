# What is read of a card: where it stands, its flags, its face, its numbers; or what they were.
#
# Theory of operation. A card that leaves play is remembered as it was: who saw it leave may still
# ask (R15.8). Only references look back; a card that a selector finds in a zone is what it is
# there. A memory ends when its token moves on out of a hand or a deck, where it may have become
# another card, or comes into play again.

from libc.string cimport memmove

from lycee_core.defs cimport *
from lycee_core.faces cimport *
from lycee_core.hooks cimport next_item
from lycee_core.program cimport Card
from lycee_core.reading cimport *
from lycee_core.state cimport *
from lycee_core.tokens cimport forget_known


cdef const LastKnown *remembered(Game *g, int token) noexcept nogil:
    """What a card was when it last left play; NULL when nobody remembers (R15.8)."""
    cdef int i
    for i in range(N_LAST_KNOWN):
        if g.s.last_known[i].token == token:
            return &g.s.last_known[i]
    return NULL


cdef void remember_leaving(Game *g, int token) noexcept nogil:
    """Keeps what a card in play is, because it is about to leave; the newest lies first."""
    cdef int cell = cell_of(g, token)
    cdef LastKnown *was
    forget_known(g, token)
    memmove(&g.s.last_known[1], &g.s.last_known[0], (N_LAST_KNOWN - 1) * sizeof(LastKnown))
    was = &g.s.last_known[0]
    was.card = g.s.face[token]
    was.token = token
    was.cell = cell
    was.item = NO_TOKEN
    was.flags = 0
    was.ap = 0
    was.dp = 0
    was.sp = 0
    if g.s.place[token] == ZONE_FIELD:
        was.item = g.s.chars[cell].item
        was.flags = g.s.chars[cell].flags
        was.ap = g.x.values[cell][VAL_AP]
        was.dp = g.x.values[cell][VAL_DP]
        was.sp = g.x.values[cell][VAL_SP]


cdef int ref_cell(Game *g, const Ctx *c, int ref) noexcept nogil:
    """The cell of a reference; what left is still where it was, for who saw it leave."""
    cdef int entity = resolve_ref(g, c, ref)
    cdef const LastKnown *was
    cdef int cell
    if entity == c.source:
        return c.cell
    cell = cell_of(g, entity)
    if cell == NO_CELL and entity < N_TOKENS:
        was = remembered(g, entity)
        if was != NULL:
            return was.cell
    return cell


cdef int seen_cell(Game *g, const Ctx *c, int entity) noexcept nogil:
    """The cell of a candidate, or the one it had where the candidate is itself a reference."""
    cdef int cell = cell_of(g, entity)
    cdef const LastKnown *was
    if cell == NO_CELL and c.past and entity < N_TOKENS:
        was = remembered(g, entity)
        if was != NULL:
            return was.cell
    return cell


cdef int seen_flags(Game *g, const Ctx *c, int entity) noexcept nogil:
    """The flags of a character, or those it had."""
    cdef int cell = cell_of(g, entity)
    cdef const LastKnown *was
    if cell != NO_CELL:
        return g.s.chars[cell].flags
    if c.past and entity < N_TOKENS:
        was = remembered(g, entity)
        if was != NULL:
            return was.flags
    return 0


cdef const Card *ref_face(Game *g, const Ctx *c, int entity) noexcept nogil:
    """The face of a reference as all may know it (R1.14), or the one it had; else NULL."""
    cdef const LastKnown *was
    if is_public(g, c, entity):
        return face_of(g, entity)
    was = remembered(g, entity)
    return NULL if was == NULL else &g.book.cards[was.card]


cdef const Card *seen_face(Game *g, const Ctx *c, int entity) noexcept nogil:
    """The face of a candidate; of a reference only what all may know."""
    return ref_face(g, c, entity) if c.past else face_of(g, entity)


cdef bint is_public(Game *g, const Ctx *c, int entity) noexcept nogil:
    # A hand card that is about to be declared may read itself: its face comes with the declaration.
    if entity >= N_TOKENS or g.s.know[entity] == PUBLIC_KNOWN:
        return True
    return entity == c.source and top_frame(g).kind != FR_EFFECT


cdef bint is_told(Game *g, const Ctx *c, int entity) noexcept nogil:
    """R1.14: a reference is read only where its face is public, or replicas would part ways."""
    return is_public(g, c, entity) or remembered(g, entity) != NULL


# ---- numbers ------------------------------------------------------------------------------------

cdef int printed_value(const Card *card, int value) noexcept nogil:
    if value == VAL_ORIGINAL_AP:
        return card.ap
    if value == VAL_ORIGINAL_DP:
        return card.dp
    if value == VAL_ORIGINAL_SP:
        return card.sp
    if value == VAL_EX or value == VAL_ORIGINAL_EX:
        return card.ex
    if value == VAL_COST or value == VAL_ORIGINAL_COST:
        return card.cost_total
    if value == VAL_ATTRIBUTE_MASK:
        return card.attributes
    if value == VAL_SEX:
        return card.sex
    return card.name if value == VAL_NAME else 0


cdef int value_of(Game *g, int entity, int value) noexcept nogil:
    """A number about what is where it is; printed values where nothing changes them."""
    cdef const Card *card = face_of(g, entity)
    cdef int cell = cell_of(g, entity)
    cdef bint in_play = entity < N_TOKENS and g.s.place[entity] == ZONE_FIELD
    if value == VAL_COST and entity >= 144 and entity < 160:
        return link_cost(g, entity - 144)
    if card == NULL:
        return 0
    if value <= VAL_SP:
        if in_play:
            return g.x.values[cell][value]
        value += VAL_ORIGINAL_AP
    if value >= VAL_ORIGINAL_AP and value <= VAL_ORIGINAL_SP and in_play \
            and (g.x.original_set >> cell) & 1:
        return g.x.original[cell][value - VAL_ORIGINAL_AP]
    if value == VAL_ATTRIBUTES:
        return popcount64(attributes_of(g, entity, card))
    if value == VAL_ATTRIBUTE_MASK:
        return attributes_of(g, entity, card)
    if value == VAL_SEX:
        return sex_of(g, entity, card)
    if value == VAL_NAME:
        return card.name if new_name(g, entity, card) == 0xFFFF else new_name(g, entity, card)
    if value == VAL_BASICS:
        return popcount64(g.x.basics[cell] if in_play else card.basics)
    if value == VAL_ITEMS:
        return item_count(g, cell) if in_play else 0
    return printed_value(card, value)


cdef int item_count(Game *g, int cell) noexcept nogil:
    cdef int item = g.s.chars[cell].item, n = 0
    while item != NO_TOKEN:
        n += 1
        item = next_item(g, cell, item)
    return n


cdef int ref_value(Game *g, const Ctx *c, int entity, int value) noexcept nogil:
    """A number about a reference, or the one it had when it left."""
    cdef const LastKnown *was = NULL
    if entity < N_TOKENS and cell_of(g, entity) == NO_CELL:
        was = remembered(g, entity)
    if was == NULL:
        return value_of(g, entity, value) if is_public(g, c, entity) else 0
    if value == VAL_AP:
        return was.ap
    if value == VAL_DP:
        return was.dp
    if value == VAL_SP:
        return was.sp
    if value == VAL_ITEMS:
        return was.item != NO_TOKEN
    if value == VAL_ATTRIBUTES:
        return popcount64(g.book.cards[was.card].attributes)
    if value == VAL_BASICS:
        return popcount64(g.book.cards[was.card].basics)
    return printed_value(&g.book.cards[was.card], value)


cdef bint equipped(Game *g, const Ctx *c, int entity) noexcept nogil:
    cdef int cell = cell_of(g, entity)
    cdef const LastKnown *was
    if cell != NO_CELL:
        return entity < N_TOKENS and g.s.place[entity] == ZONE_FIELD \
            and g.s.chars[cell].item != NO_TOKEN
    was = remembered(g, entity) if c.past and entity < N_TOKENS else NULL
    return was != NULL and was.item != NO_TOKEN


# ---- seats ---------------------------------------------------------------------------------------

cdef int most_seat(Game *g, int zone, bint most) noexcept nogil:
    """The seat with the most, or least, cards of a zone; with equally many the turn player."""
    cdef int a = zone_size(g, 0, zone)
    cdef int b = zone_size(g, 1, zone)
    if a == b:
        return g.s.turn_player
    return 0 if (a > b) == most else 1


cdef int whose_seat(Game *g, const Ctx *c, int whose) noexcept nogil:
    cdef int entity, cell
    if whose >= WHOSE_CONTROLLER:
        entity = resolve_ref(g, c, whose - (WHOSE_OWNER if whose >= WHOSE_OWNER
                                            else WHOSE_CONTROLLER))
        if whose >= WHOSE_OWNER and entity < N_TOKENS:
            return seat_of(entity)
        cell = ref_cell(g, c, whose - WHOSE_CONTROLLER) if whose < WHOSE_OWNER else NO_CELL
        if entity < N_TOKENS and cell != NO_CELL and cell_of(g, entity) == NO_CELL:
            return cell // 6
        entity = side_of(g, entity)
        return entity if entity < 2 else c.seat
    if whose >= WHOSE_MOST:
        return most_seat(g, whose & 15, whose < WHOSE_LEAST)
    if whose == WHOSE_YOU:
        return c.seat
    if whose == WHOSE_ENEMY:
        return 1 - c.seat
    if whose == WHOSE_OWNER_OF_SUBJECT:
        return seat_of(c.subject) if c.subject < N_TOKENS else c.seat
    return g.s.turn_player
