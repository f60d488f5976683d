# Items hooked on characters: R9.12, in the order of their tokens.

from lycee_core.state cimport *


cdef int item_behind(Game *g, int cell, int item) noexcept nogil:
    """The first item of the character in a cell with a higher token, or NO_TOKEN."""
    cdef int t
    for t in range(item + 1, N_TOKENS):
        if g.s.place[t] == ZONE_ITEM and g.s.next[t] == cell:
            return t
    return NO_TOKEN


cdef void count_items(Game *g, int cell) noexcept nogil:
    """R9.12: the items of a character are in the order of their tokens; the first is named."""
    cdef int first = item_behind(g, cell, -1)
    g.s.chars[cell].item = first
    g.s.chars[cell].flags &= ~CH_MORE_ITEMS
    if first != NO_TOKEN and item_behind(g, cell, first) != NO_TOKEN:
        g.s.chars[cell].flags |= CH_MORE_ITEMS


cdef void hook_item(Game *g, int token, int cell) noexcept nogil:
    """A card lies on the character in a cell from now on."""
    g.s.place[token] = ZONE_ITEM
    g.s.next[token] = cell
    if g.s.chars[cell].item == NO_TOKEN:
        g.s.chars[cell].item = token
    else:
        count_items(g, cell)


cdef void unhook_item(Game *g, int token) noexcept nogil:
    """An item is taken off its character; the caller says where it lies then."""
    cdef int cell = g.s.next[token]
    g.s.next[token] = NO_TOKEN
    if g.s.chars[cell].flags & CH_MORE_ITEMS:
        count_items(g, cell)
    else:
        g.s.chars[cell].item = NO_TOKEN
