# Abilities that wait for something to become true (R15.16): looked at after every operation.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from lycee_core.counters cimport find_counter, use_counter
from lycee_core.defs cimport *
from lycee_core.hooks cimport next_item
from lycee_core.program cimport Ability, Card, works_in_play
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.triggers cimport offer_ability
from lycee_core.values cimport fresh


cdef void state_of(Game *g, int token, int cell, int seat) noexcept nogil:
    """Queues the abilities of a card whose conditions hold now and did not at the last look."""
    cdef const Card *card = card_of(g, token)
    cdef int i, number
    if not (card.listens >> EV_STATE) & 1:
        return
    for i in range(card.n_abilities):
        number = card.first_ability + i
        if works_in_play(&g.book.abilities[number]):
            look_at_state(g, number, token, cell, seat,
                          card.type == TYPE_CHARACTER and (g.x.lost[cell] >> i) & 1)


cdef void look_at_state(Game *g, int number, int token, int cell, int seat,
                        bint is_lost) noexcept nogil:
    """One ability that waits for something to become true."""
    cdef const Ability *a = &g.book.abilities[number]
    cdef int user
    cdef Counter *mark
    cdef Ctx c
    if a.kind != AK_TRIGGERED or a.event != EV_STATE:
        return
    user = user_of(g, a, token, cell, seat)
    ability_ctx(&c, user, token, cell, 255)
    mark = find_counter(g, token, number | 0x8000)
    if user > 1 or not holds(g, &c, a.when):
        if mark != NULL:
            g.s.n_counters -= 1
            mark[0] = g.s.counters[g.s.n_counters]
            memset(&g.s.counters[g.s.n_counters], 0, sizeof(Counter))
    elif mark == NULL and use_counter(g, token, number | 0x8000, 0, PER_TURN) and not is_lost:
        offer_ability(g, number, token, cell, user, 2, token, NO_TOKEN, 0)


cdef void look_at_states(Game *g) noexcept nogil:
    """R15.15: what waits for something to become true is looked at after every operation."""
    cdef uint8_t tokens[N_TOKENS]
    cdef const Card *card
    cdef int cell, i, n, item
    cdef Granted given
    cdef Character *ch
    fresh(g)
    if not (g.x.listens >> EV_STATE) & 1:
        return
    for cell in range(12):
        ch = &g.s.chars[cell]
        if ch.token != NO_TOKEN:
            state_of(g, ch.token, cell, cell // 6)
        item = ch.item
        while item != NO_TOKEN:
            state_of(g, item, cell, seat_of(item))
            item = next_item(g, cell, item)
        if ch.area != NO_TOKEN:
            state_of(g, ch.area, cell, seat_of(ch.area))
    n = outsiders(g, tokens) if g.book.outside & 1 else 0
    for cell in range(n):
        card = card_of(g, tokens[cell])
        for i in range(card.n_abilities):
            if works_here(g, &g.book.abilities[card.first_ability + i], tokens[cell]):
                look_at_state(g, card.first_ability + i, tokens[cell], NO_CELL,
                              seat_of(tokens[cell]), False)
    for cell in range(g.x.n_granted):
        given = g.granted[cell]
        look_at_state(g, given.ability, given.token, given.cell, given.cell // 6, False)
