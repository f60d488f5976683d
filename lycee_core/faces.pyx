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
        or (has_names_beyond(card) and tagged(g, card, TAG_NAME, name))


cdef bint bears_any(Game *g, const Card *card, int pc) noexcept nogil:
    """Whether a card has any name of a list."""
    cdef const Ins *ins = &g.book.code[pc]
    while ins.op != X_END:
        if bears(g, card, ins.x):
            return True
        ins += 1
    return False


cdef int changed_cell(Game *g, int entity) noexcept nogil:
    """The cell of a character whose attribute, sex or name an effect has changed, or NO_CELL."""
    if g.x.became == 0 or entity >= N_TOKENS or g.s.place[entity] != ZONE_FIELD \
            or not (g.x.became >> g.s.next[entity]) & 1:
        return NO_CELL
    return g.s.next[entity]


cdef int new_name(Game *g, int entity, const Card *card) noexcept nogil:
    """R14.7: the one name of a character that has become another, or NO_NAME."""
    cdef int cell = changed_cell(g, entity)
    if cell == NO_CELL or g.x.name[cell] == card.name:
        return NO_NAME
    return g.x.name[cell]


cdef bint named(Game *g, int entity, const Card *card, int name) noexcept nogil:
    """Whether something has a name now."""
    cdef int other = new_name(g, entity, card)
    return bears(g, card, name) if other == NO_NAME else other == name


cdef bint named_any(Game *g, int entity, const Card *card, int pc) noexcept nogil:
    """Whether something has any name of a list now."""
    cdef const Ins *ins = &g.book.code[pc]
    cdef int other = new_name(g, entity, card)
    if other == NO_NAME:
        return bears_any(g, card, pc)
    while ins.op != X_END:
        if ins.x == other:
            return True
        ins += 1
    return False


cdef bint alike_as_changed(Game *g, int a, const Card *x, int b, const Card *y,
                           int n) noexcept nogil:
    """`alike` while an effect has changed what something is."""
    cdef int one = new_name(g, a, x), other = new_name(g, b, y)
    if one == NO_NAME and other == NO_NAME:
        return names_meet(g, x, y, n)
    if one == NO_NAME:
        return bears(g, x, other)
    return named(g, b, y, one)


cdef bint titled(Game *g, int entity, const Card *card, int title) noexcept nogil:
    """Whether something has a title now; one that it became is its only one (R14.7)."""
    cdef int cell = changed_cell(g, entity)
    if cell != NO_CELL and g.x.title[cell]:
        return g.x.title[cell] == title
    return tagged(g, card, TAG_TITLE, title)


cdef int type_of(Game *g, int entity, const Card *card) noexcept nogil:
    """The type of a card as it is now; a character keeps its cell whatever it becomes (R14.18)."""
    cdef int cell = changed_cell(g, entity)
    return g.x.type[cell] if cell != NO_CELL and g.x.type[cell] else card.type


cdef bint names_beyond_meet(Game *g, const Card *a, const Card *b) noexcept nogil:
    """Whether a name beyond the row of `a` is any name of `b`."""
    cdef const Ins *ins = &g.book.code[a.tags]
    if not has_names_beyond(a):
        return False
    while ins.op != X_END and ins.a == TAG_NAME:
        if bears(g, b, ins.x):
            return True
        ins += 1
    return False


cdef bint second_names_meet(Game *g, const Card *a, const Card *b, int n) noexcept nogil:
    """`names_meet` for two cards of which one has more than its own name."""
    cdef uint16_t x[5]
    cdef uint16_t y[5]
    cdef int i, j
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
        if x[i] == NO_NAME:
            continue
        for j in range(n):
            if x[i] == y[j]:
                return True
    return names_beyond_meet(g, a, b) or names_beyond_meet(g, b, a)


cdef int attributes_of(Game *g, int entity, const Card *card) noexcept nogil:
    """The attributes of a card as they are now: a mask."""
    cdef int cell = changed_cell(g, entity)
    return card.attributes if cell == NO_CELL else g.x.attributes[cell]


cdef int sex_of(Game *g, int entity, const Card *card) noexcept nogil:
    cdef int cell = changed_cell(g, entity)
    return card.sex if cell == NO_CELL else g.x.sex[cell]


cdef int special_kinds(Game *g, int entity, const Card *card) noexcept nogil:
    """The kinds of special abilities that a card has now: mask of 1 << AK_*."""
    cdef bint in_play = entity < N_TOKENS and g.s.place[entity] == ZONE_FIELD
    cdef int lost = g.x.lost[g.s.next[entity]] if in_play else 0
    cdef int i, mask = 0
    for i in range(card.n_abilities):
        if not (lost >> i) & 1:
            mask |= 1 << g.book.abilities[card.first_ability + i].kind
    for i in range(g.x.n_granted if in_play else 0):
        if g.granted[i].cell == g.s.next[entity]:
            mask |= 1 << g.book.abilities[g.granted[i].ability].kind
    return mask
