# What a card is: its names and titles, its attributes, its sex, the kinds of its abilities.
#
# Theory of operation. A card has one name and room for two more in its row; whatever exceeds that,
# and its titles, stands in a list of code behind `Card.tags`, one instruction a word.

from libc.stdint cimport uint16_t

from lycee_core.defs cimport *
from lycee_core.program cimport Card, Ins
from lycee_core.state cimport *


cdef const Card *face_of(Game *g, int entity) noexcept nogil:
    if entity < N_TOKENS and known(g, entity):
        return card_of(g, entity)
    if entity >= 144 and entity < 160:
        if g.s.links[entity - 144].card == UNKNOWN_CARD:
            return NULL                         # a price whose source is hidden by now
        return &g.book.cards[g.s.links[entity - 144].card]
    return NULL


cdef bint tagged(Game *g, const Card *card, int kind, int word) noexcept nogil:
    """Whether a word stands in the list of a card."""
    cdef const Ins *ins = &g.book.code[card.tags]
    if card.tags == 0:
        return False
    while ins.op != X_END:
        if ins.a == kind and ins.x == word:
            return True
        ins += 1
    return False


cdef bint bears(Game *g, const Card *card, int name) noexcept nogil:
    """Whether a card has a name, or counts as it (R12.2)."""
    return card.name == name or card.also[0] == name or card.also[1] == name \
        or (card.tags and tagged(g, card, TAG_NAME, name))


cdef bint bears_any(Game *g, const Card *card, int pc) noexcept nogil:
    """Whether a card has any name of a list."""
    cdef const Ins *ins = &g.book.code[pc]
    while ins.op != X_END:
        if bears(g, card, ins.x):
            return True
        ins += 1
    return False


cdef bint titled(Game *g, const Card *card, int title) noexcept nogil:
    return tagged(g, card, TAG_TITLE, title)


cdef bint tags_meet(Game *g, const Card *a, const Card *b) noexcept nogil:
    """Whether a name beyond the row of one card is any name of the other."""
    cdef const Ins *ins = &g.book.code[a.tags]
    while a.tags and ins.op != X_END:
        if ins.a == TAG_NAME and bears(g, b, ins.x):
            return True
        ins += 1
    ins = &g.book.code[b.tags]
    while b.tags and ins.op != X_END:
        if ins.a == TAG_NAME and bears(g, a, ins.x):
            return True
        ins += 1
    return False


cdef bint names_meet(Game *g, const Card *a, const Card *b, int n) noexcept nogil:
    """R12.3: whether any name of one equals any name of the other.

    `n`: 3 for the name and what the card counts as, 5 for the names of its components too.
    """
    cdef uint16_t x[5]
    cdef uint16_t y[5]
    cdef int i, j
    if a.name == b.name:
        return True
    if a.also[0] & a.component[0] & b.also[0] & b.component[0] == 0xFFFF:
        return a.tags | b.tags and tags_meet(g, a, b)    # neither has a second name in its row
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
    return a.tags | b.tags and tags_meet(g, a, b)


cdef int attributes_of(Game *g, int entity, const Card *card) noexcept nogil:
    """The attributes of a card as they are now: the mask of its printed ones."""
    return card.attributes


cdef int sex_of(Game *g, int entity, const Card *card) noexcept nogil:
    return card.sex


cdef int special_kinds(Game *g, int entity, const Card *card) noexcept nogil:
    """The kinds of special abilities of a card: mask of 1 << AK_*."""
    cdef int i, mask = 0
    for i in range(card.n_abilities):
        mask |= 1 << g.book.abilities[card.first_ability + i].kind
    return mask
