# The field: who stands where, and what happens when that changes.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memchr, memset

from lycee_core.counters cimport forget_counters
from lycee_core.defs cimport *
from lycee_core.faces cimport alike, new_name
from lycee_core.gathering cimport pile_slot
from lycee_core.hooks cimport hook_item, next_item, unhook_item
from lycee_core.house cimport PILE_LIMIT
from lycee_core.in_force cimport permitted
from lycee_core.lasting cimport card_moved, forget_card
from lycee_core.parting cimport part_ways
from lycee_core.program cimport Card
from lycee_core.reading cimport zone_before
from lycee_core.redirecting cimport redirected
from lycee_core.selectors cimport cell_of
from lycee_core.seen cimport remember_leaving
from lycee_core.state cimport *
from lycee_core.tokens cimport (forget_known, put_deck_bottom, put_deck_top, put_dust, put_hand,
                                put_removed)
from lycee_core.triggers cimport emit, hear, queue_basic, tells_leaving
from lycee_core.values cimport fresh, touch, touch_if


cdef bint name_in_play(Game *g, int token, int seat, int except_cell) noexcept nogil:
    """R6.5: whether a character of the same full name stands on that side.

    The components of a conversion leave in the same step, so they do not count (R11.7).
    """
    cdef int cell
    cdef const Card *card = card_of(g, token)
    cdef const Card *other
    for cell in range(seat * 6, seat * 6 + 6):
        if cell == except_cell or g.s.chars[cell].token == NO_TOKEN:
            continue
        other = card_of(g, g.s.chars[cell].token)
        # R11.9: on the field a conversion character also has the names of its components.
        if alike(g, token, card, g.s.chars[cell].token, other, 5) \
                and not is_component(g, card, g.s.chars[cell].token):
            return not permitted(g, WHAT_COPY_IN_PLAY, token, g.s.chars[cell].token, 0)
    return False


cdef bint is_component(Game *g, const Card *card, int token) noexcept nogil:
    """R11.4, R11.5: whether a character bears the plain name of a component of `card`."""
    cdef const Card *who = card_of(g, token)
    cdef int name = new_name(g, token, who)
    if card.component[0] == 0xFFFF or who.component[0] != 0xFFFF:
        return False
    if name == 0xFFFF:
        name = who.name
    return name == card.component[0] or name == card.component[1]


cdef int next_arrival(Game *g) noexcept nogil:
    """One more than any character in play has; the order is kept when the numbers run out."""
    cdef int cell, other, last = 0, rank
    cdef uint8_t ranks[12]
    for cell in range(12):
        if g.s.chars[cell].token != NO_TOKEN and g.s.chars[cell].arrival > last:
            last = g.s.chars[cell].arrival
    if last < 255:
        return last + 1
    last = 0
    for cell in range(12):
        rank = 0
        for other in range(12):
            rank += g.s.chars[other].arrival <= g.s.chars[cell].arrival \
                and g.s.chars[other].arrival > 0
        ranks[cell] = rank if g.s.chars[cell].arrival else 0
        last = rank if rank > last else last
    for cell in range(12):
        g.s.chars[cell].arrival = ranks[cell]
    return last + 1


cdef void tell_entering(Game *g, int token, int cell, int origin) noexcept nogil:
    cdef Detail *d = telling(g)
    d.origin = origin
    if origin == 1 + ZONE_CHAIN:
        d.origin = 1 + (declared_from(&g.s.links[g.s.n_links - 1]) if g.s.n_links else ZONE_HAND)
    if origin == 1 + ZONE_CHAIN and g.s.n_links \
            and g.s.links[g.s.n_links - 1].kind == LK_CONVERSION:
        d.origin = 0
        d.flags = DETAIL_CONVERSION
    emit(g, EV_ENTERED, cell // 6, token, 255, origin - 1)


cdef inline void leave_chain(Game *g, int token) noexcept nogil:
    # A card on the chain or in a payment goes on from there; others are taken out of their zone.
    if g.s.place[token] == ZONE_CHAIN or g.s.place[token] == ZONE_PAYMENT:
        part_ways(g, token)


cdef void enter_field(Game *g, int token, int cell) noexcept nogil:
    cdef Character *ch = &g.s.chars[cell]
    cdef uint8_t area = ch.area
    cdef int origin = zone_before(g, token)
    memset(ch, 0, sizeof(Character))
    ch.area = area
    ch.item = NO_TOKEN
    ch.token = token
    ch.flags = CH_NEW | CH_ENTERED      # R6.8 untapped, R6.9 new
    ch.arrival = next_arrival(g)
    forget_known(g, token)
    leave_chain(g, token)
    g.s.place[token] = ZONE_FIELD
    g.s.next[token] = cell
    make_public(g, token)
    touch(g)
    tell_entering(g, token, cell, origin)


cdef void put_zone(Game *g, int token, int zone) noexcept nogil:
    """Puts a token that lies nowhere into a zone of its owner and says so."""
    move_on(g, token, redirected(g, token, zone))


cdef void put_anyway(Game *g, int token) noexcept nogil:
    """Into the dust box, unless a text sends it elsewhere than back into the hand (R15.16)."""
    cdef int zone = redirected(g, token, ZONE_DUST)
    move_on(g, token, ZONE_DUST if zone == ZONE_HAND else zone)


cdef void move_on(Game *g, int token, int zone) noexcept nogil:
    cdef int seat = seat_of(token)
    cdef int origin = zone_before(g, token)
    cdef int slot = 0
    if zone >= TO_PILE:
        slot = open_pile(g, zone - TO_PILE, seat, NO_TOKEN, FACE_UP | PILE_STAYS)
        if slot < 0:
            zone = ZONE_DUST                        # R13.12
    leave_chain(g, token)
    touch_if(g, DEP_ZONES)              # conditions may read the size of any zone
    if zone == ZONE_DUST:
        put_dust(g, token)
        report(g, EV_DISCARDED, seat, token, NO_CELL, 0)
        telling(g).origin = origin
        hear(g, EV_REACHED_DUST, seat, token, 255, 0)
        if origin == 1 + ZONE_HAND:
            telling(g).origin = origin
            hear(g, EV_DISCARDED, seat, token, 255, 0)
    elif zone == ZONE_HAND:
        report(g, EV_RETURNED, seat, token, NO_CELL, 0)
        put_hand(g, token)
        if origin != 1 + ZONE_FIELD and origin != 1 + ZONE_PAYMENT:
            telling(g).origin = origin
            hear(g, EV_TAKEN, seat, token, 255, 0)
    elif zone == ZONE_REMOVED:
        put_removed(g, token)
        report(g, EV_REMOVED, seat, token, NO_CELL, 0)
    elif zone == ZONE_DECK:
        report(g, EV_SENT, seat, token, NO_CELL, 0)
        put_deck_top(g, token)
        telling(g).origin = origin
        hear(g, EV_RETURNED_TO_DECK, seat, token, 255, 0)
    elif zone == TO_DECK_BOTTOM:
        report(g, EV_SENT, seat, token, NO_CELL, 1)
        put_deck_bottom(g, token)
        telling(g).origin = origin
        hear(g, EV_RETURNED_TO_DECK, seat, token, 255, 1)
    elif zone >= TO_PILE:               # what paid, or an event card that is done
        g.s.place[token] = ZONE_PILE
        g.s.next[token] = slot
        make_public(g, token)
        report(g, EV_SENT, seat, token, NO_CELL, ZONE_PILE)
    else:                               # set aside, into a pile, onto a card: the caller says where
        g.s.place[token] = zone
        g.s.next[token] = NO_TOKEN
        report(g, EV_SENT, seat, token, NO_CELL, zone)


cdef int open_pile(Game *g, int name, int seat, int maker, int flags) noexcept nogil:
    """A pile of that name and seat, an existing one first; -1 where there is no room (R13.12)."""
    cdef int slot = pile_slot(g, name, seat)
    if slot >= 0:
        return slot
    for slot in range(PILE_LIMIT):
        if g.s.piles[slot].name == 0:
            g.s.piles[slot].name = name
            g.s.piles[slot].seat = seat
            g.s.piles[slot].maker = maker
            g.s.piles[slot].flags = flags
            return slot
    return -1


cdef void cast_off(Game *g, int token) noexcept nogil:
    """R13.5: what was kept on a card that leaves, and its piles that do not stay, go adrift."""
    cdef int t
    for t in range(N_PILES):
        if g.s.piles[t].name and g.s.piles[t].maker == token \
                and not g.s.piles[t].flags & PILE_STAYS:
            g.s.piles[t].flags |= PILE_DOOMED
            g.x.untidy = 1
    if memchr(g.s.place, ZONE_HELD, N_TOKENS) == NULL:
        return
    for t in range(N_TOKENS):
        if g.s.place[t] == ZONE_HELD and g.s.next[t] == token:
            g.s.next[t] = NO_TOKEN
            g.x.untidy = 1


cdef void unhook(Game *g, int token, int cell) noexcept nogil:
    """Takes a card in play off its cell; a character loses everything given to it (R13.4)."""
    cdef Character *ch = &g.s.chars[cell]
    cdef uint8_t area = ch.area
    if g.s.place[token] == ZONE_FIELD:
        memset(ch, 0, sizeof(Character))
        ch.token = NO_TOKEN
        ch.item = NO_TOKEN
        ch.area = area
        forget_counters(g, token)
        forget_card(g, token)
        if g.s.attacker == token:
            g.s.attacker = NO_TOKEN
        if g.s.defender == token:
            g.s.defender = NO_TOKEN
    elif g.s.place[token] == ZONE_ITEM:
        unhook_item(g, token)
        forget_counters(g, token)
        forget_card(g, token)
    else:
        ch.area = NO_TOKEN
        forget_counters(g, token)
        forget_card(g, token)
    g.s.next[token] = NO_TOKEN
    part_ways(g, token)
    cast_off(g, token)
    touch(g)


cdef void tell_leaving(Game *g, int event, int token, int seat, int cause,
                       int zone) noexcept nogil:
    cdef Detail *d = telling(g)
    d.goal = 1 + (ZONE_DECK if zone == TO_DECK_BOTTOM else ZONE_PILE if zone >= TO_PILE else zone)
    d.cell = cell_of(g, token)
    d.other = token if event == EV_ITEM_LEFT else 255
    emit(g, event, seat, token, cause, zone)


cdef void announce_leaving(Game *g, int token, int cause, int zone) noexcept nogil:
    cdef int cell = cell_of(g, token)
    fresh(g)
    remember_leaving(g, token)
    if g.s.place[token] == ZONE_FIELD:
        tell_leaving(g, EV_LEFT, token, cell // 6, cause, zone)
        if g.x.basics[cell] & (1 << B_PENALTY):
            queue_basic(g, B_PENALTY, cell, token, 0)
    elif g.s.place[token] == ZONE_ITEM:
        tell_leaving(g, EV_ITEM_LEFT, token, seat_of(token), cause, zone)
    else:
        tell_leaving(g, EV_AREA_LEFT, token, seat_of(token), cause, zone)


cdef void leave_play(Game *g, const uint8_t *tokens, int n, int zone, int cause) noexcept nogil:
    """Cards in play leave together, in the given order, to a zone of their owners.

    R2.22, R13.1, R15.3.

    All leavings are announced before the first card moves, so abilities alive just before see all
    of them.
    """
    cdef int i, k, cell, item, m
    cdef uint8_t zones[120]
    cdef uint8_t items[120]
    for i in range(n):
        announce_leaving(g, tokens[i], cause, zone)
    for i in range(n):
        zones[i] = redirected(g, tokens[i], zone)   # while all of them are still there
    for i in range(n):
        cell = cell_of(g, tokens[i])
        if cell == NO_CELL:
            continue                    # an item that left with its character
        m = 0
        item = g.s.chars[cell].item if g.s.place[tokens[i]] == ZONE_FIELD else NO_TOKEN
        while item != NO_TOKEN:
            # R9.5: its items go to their owners' dust boxes in any case.
            remember_leaving(g, item)
            tell_leaving(g, EV_ITEM_LEFT, item, seat_of(item), cause, ZONE_DUST)
            items[m] = item
            m += 1
            item = next_item(g, cell, item)
        unhook(g, tokens[i], cell)
        put_zone(g, tokens[i], zones[i])
        for k in range(m):
            forget_counters(g, items[k])
            forget_card(g, items[k])
            part_ways(g, items[k])
            put_zone(g, items[k], ZONE_DUST)
    if g.s.n_triggers:
        end_leaving(g)
    touch(g)


cdef void end_leaving(Game *g) noexcept nogil:
    """Who heard that cards leave has seen them leave; any further move is another matter."""
    cdef int i, number
    for i in range(g.s.n_triggers):
        number = g.s.triggers[i].ability
        if number & 0x8000 or tells_leaving(g.book.abilities[number].event):
            g.s.triggers[i].watcher &= ~(TF_LEAVES | TF_SELF_LEAVES)


cdef void leave_one(Game *g, int token, int zone, int cause) noexcept nogil:
    cdef uint8_t one[1]
    one[0] = token
    leave_play(g, one, 1, zone, cause)


cdef void put_item(Game *g, int token, int cell) noexcept nogil:
    leave_chain(g, token)
    hook_item(g, token, cell)
    make_public(g, token)
    touch(g)
    telling(g).other = token
    emit(g, EV_EQUIPPED, seat_of(token), g.s.chars[cell].token, token, 0)


cdef void put_area(Game *g, int token, int cell) noexcept nogil:
    leave_chain(g, token)
    g.s.chars[cell].area = token
    g.s.place[token] = ZONE_AREA
    g.s.next[token] = cell
    make_public(g, token)
    touch(g)
    emit(g, EV_AREA_PLACED, seat_of(token), token, 255, cell)


cdef void settle(Game *g, int cell, uint64_t lo, uint64_t hi) noexcept nogil:
    """The tokens of the character and the items in a cell point back at it; `lo` and `hi`: all of
    the items where there are several."""
    if g.s.chars[cell].token != NO_TOKEN:
        g.s.next[g.s.chars[cell].token] = cell
    if g.s.chars[cell].item != NO_TOKEN:
        g.s.next[g.s.chars[cell].item] = cell
    while lo:
        g.s.next[ctz64(lo)] = cell
        lo &= lo - 1
    while hi:
        g.s.next[SEAT_TOKENS + ctz64(hi)] = cell
        hi &= hi - 1


cdef void all_items(Game *g, int cell, uint64_t *lo, uint64_t *hi) noexcept nogil:
    """The items of the character in a cell where it has several, as bits of either seat."""
    cdef int item = g.s.chars[cell].item
    lo[0] = 0
    hi[0] = 0
    if not g.s.chars[cell].flags & CH_MORE_ITEMS:
        return
    while item != NO_TOKEN:
        if item < SEAT_TOKENS:
            lo[0] |= bit_of(item)
        else:
            hi[0] |= bit_of(item)
        item = next_item(g, cell, item)


cdef void exchange_cells(Game *g, int a, int b) noexcept nogil:
    """What stands in two cells (either may be empty) changes places, unannounced.

    Areas stay (R9.10), items follow (R9.5).
    """
    cdef Character keep = g.s.chars[a]
    cdef uint8_t area_a = keep.area
    cdef uint8_t area_b = g.s.chars[b].area
    cdef uint64_t lo_a, hi_a, lo_b, hi_b
    all_items(g, a, &lo_a, &hi_a)
    all_items(g, b, &lo_b, &hi_b)
    g.s.chars[a] = g.s.chars[b]
    g.s.chars[b] = keep
    g.s.chars[a].area = area_a
    g.s.chars[b].area = area_b
    settle(g, a, lo_b, hi_b)
    settle(g, b, lo_a, hi_a)
    touch(g)


cdef void swap_characters(Game *g, int a, int b) noexcept nogil:
    """Characters of two cells of one field (either may be empty) change places."""
    exchange_cells(g, a, b)
    if g.s.n_modifiers or g.s.n_watchers:
        card_moved(g, g.s.chars[a].token)
        card_moved(g, g.s.chars[b].token)
    if g.s.chars[a].token != NO_TOKEN:
        telling(g).cell = b
        emit(g, EV_MOVED, a // 6, g.s.chars[a].token, 255, b)
    if g.s.chars[b].token != NO_TOKEN:
        telling(g).cell = a
        emit(g, EV_MOVED, b // 6, g.s.chars[b].token, 255, a)


cdef bint tap_cell(Game *g, int cell) noexcept nogil:
    """Taps the character in a cell; False when it was tapped already."""
    g.s.chars[cell].flags &= ~CH_RESERVED
    if g.s.chars[cell].flags & CH_TAPPED:
        return False
    g.s.chars[cell].flags |= CH_TAPPED
    touch_if(g, DEP_TAP)
    emit(g, EV_TAPPED, cell // 6, g.s.chars[cell].token, 255, 0)
    return True


cdef bint untap_cell(Game *g, int cell) noexcept nogil:
    if not g.s.chars[cell].flags & CH_TAPPED:
        return False
    g.s.chars[cell].flags &= ~CH_TAPPED
    touch_if(g, DEP_TAP)
    emit(g, EV_UNTAPPED, cell // 6, g.s.chars[cell].token, 255, 0)
    return True
