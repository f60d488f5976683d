"""The link that a code becomes: its card, what it does, what it owes."""

from libc.string cimport memset

from lycee_core.agenda cimport push_frame
from lycee_core.defs cimport *
from lycee_core.from_field cimport ability_number, basic_of_action, host_token, outside_ability
from lycee_core.from_hand cimport event_ability
from lycee_core.gifts cimport link_of_card
from lycee_core.holding cimport entry_number
from lycee_core.paying cimport new_link
from lycee_core.permission cimport plays_by_rules, use_permission
from lycee_core.program cimport Ability, Card
from lycee_core.reading cimport ability_ctx
from lycee_core.state cimport *
from lycee_core.tokens cimport take_out
from lycee_core.values cimport touch_if


cdef void fill_from_hand(Game *g, Link *decl, int token) noexcept nogil:
    cdef const Card *card
    cdef int i
    take_out(g, token)
    decl.lost = 0
    g.s.place[token] = ZONE_CHAIN                   # R7.13
    g.s.next[token] = NO_TOKEN
    make_public(g, token)
    touch_if(g, DEP_ZONES | DEP_CHAIN)
    card = card_of(g, token)
    decl.card = g.s.face[token]
    decl.token = token
    decl.cell = NO_CELL
    for i in range(6):
        decl.owed[i] = card.cost[i]
    decl.kind = link_of_card(card)
    if decl.kind == LK_EVENT_CARD:
        decl.ability = event_ability(g, card)


cdef void owe_basic(Game *g, Link *decl, int cell, int basic) noexcept nogil:
    cdef int entry = entry_number(g, cell, basic)
    cdef int i
    if entry < 0:
        return
    decl.ability = 0x8000 | entry
    for i in range(6):
        decl.owed[i] = g.book.basics[entry].cost.points[i]      # amounts: see `fix_owed`


cdef void fill_from_field(Game *g, Link *decl, int code) noexcept nogil:
    cdef int cell = (code - CODE_FIELD) // 32
    cdef int action = (code - CODE_FIELD) % 32
    cdef int i
    cdef const Ability *a
    decl.cell = cell
    decl.action = action
    decl.token = g.s.chars[cell].token
    if action == ACT_ATTACK:
        decl.kind = LK_ATTACK
        decl.target = 2 - cell % 3                     # R8.6, as the attacked seat sees it
    elif action == ACT_SUPPORT:
        decl.kind = LK_SUPPORT
    elif action <= ACT_ESCAPE:
        decl.kind = LK_SUPPORT if action == ACT_SUPPORTER else LK_BASIC
        if action == ACT_SUPPORTER:
            decl.flags |= LF_TAPLESS
        owe_basic(g, decl, cell, basic_of_action(action))
    else:
        decl.kind = LK_SPECIAL
        decl.token = host_token(g, cell, action)
        decl.ability = ability_number(g, cell, action)
        a = &g.book.abilities[decl.ability]
        for i in range(6):
            decl.owed[i] = a.cost.points[i]
    decl.card = g.s.face[decl.token]


cdef void fill_from_outside(Game *g, Link *decl, int token) noexcept nogil:
    """An ability of a card outside play; a hand card lies on the chain until it is done."""
    cdef const Ability *a
    cdef int i
    if g.s.place[token] == ZONE_HAND:
        take_out(g, token)
        decl.lost = 0
        g.s.place[token] = ZONE_CHAIN
        g.s.next[token] = NO_TOKEN
        decl.goes = 1 + ZONE_HAND
        make_public(g, token)
        touch_if(g, DEP_ZONES | DEP_CHAIN)
        decl.ability = first_activated(g, token, decl.seat)
    else:
        decl.ability = outside_ability(g, decl.seat, token)
    decl.kind = LK_SPECIAL
    decl.token = token
    decl.cell = NO_CELL
    decl.card = g.s.face[token]
    a = &g.book.abilities[decl.ability]
    for i in range(6):
        decl.owed[i] = a.cost.points[i]


cdef int first_activated(Game *g, int token, int seat) noexcept nogil:
    """The ability for which a hand card was just taken up."""
    cdef int number
    g.s.place[token] = ZONE_HAND
    number = outside_ability(g, seat, token)
    g.s.place[token] = ZONE_CHAIN
    return number


cdef void declare_start(Game *g, int code) noexcept nogil:
    """Puts a link on the chain for a code that a window accepted; the rest is asked for."""
    cdef int seat = g.s.pend_seat
    cdef Link *decl = new_link(g, seat)
    cdef Frame *f
    cdef int how
    if code < N_TOKENS:
        how = use_permission(g, seat, code) if plays_by_rules(g) else 0
        fill_from_hand(g, decl, code)
        decl.action = how
        if how & PLAYED_FREE:
            memset(decl.owed, 0, sizeof(decl.owed))
    elif code < CODE_OUTSIDE:
        fill_from_field(g, decl, code)
    else:
        fill_from_outside(g, decl, code - CODE_OUTSIDE)
    f = push_frame(g, FR_DECLARE, seat)
    f.a = g.s.n_links - 1


cdef void link_ctx(Game *g, Ctx *c, int link) noexcept nogil:
    cdef Link *decl = &g.s.links[link]
    ability_ctx(c, decl.seat, decl.token, decl.cell, link)
