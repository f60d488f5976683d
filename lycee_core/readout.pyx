# Reads a state out: what a Python caller is told of it, as objects.

from libc.stdint cimport uint8_t

from lycee_core.defs cimport *
from lycee_core.facts cimport Event, Outcome, Pending
from lycee_core.house cimport *
from lycee_core.in_force cimport seat_number
from lycee_core.selectors cimport cell_of
from lycee_core.state cimport *
from lycee_core.values cimport fresh

from lycee_core import defs as _names
from lycee_core.agenda cimport request_tokens
from lycee_core.hooks cimport next_item


# ---- the game -----------------------------------------------------------------------------------

cdef Pending read_pending(Game *g):
    cdef Pending p = Pending.__new__(Pending)
    cdef uint8_t tokens[120]
    cdef int n
    cdef State *s = &g.s
    p.seat = s.pend_seat
    p.kind = s.pend_kind
    p.name = _names.PENDING_NAMES[p.kind]
    p.tokens = ()
    p.owner = NOBODY_SEAT
    if s.pend_kind < P_SHUFFLE or s.pend_kind == P_OVER:
        return p
    if s.pend_kind == P_ROLL:
        p.n = s.pend_n
        p.k = s.pend_k
        return p
    n = request_tokens(g, tokens)
    p.tokens = tuple([tokens[i] for i in range(n)])
    p.owner = s.pend_owner
    p.zone = ZONE_HAND if s.pend_src == SRC_HAND else ZONE_DECK
    p.hidden = s.pend_kind == P_SHUFFLE and s.pend_src != SRC_HAND
    p.audience = s.pend_k if s.pend_kind == P_SHOW else 0
    return p


cdef Outcome read_outcome(Game *g):
    cdef Outcome o
    if g.s.winner == NOBODY_SEAT:
        return None
    o = Outcome.__new__(Outcome)
    o.winner = g.s.winner
    o.termination = _names.TERMINATIONS[g.s.termination]
    return o


cdef list read_events(Game *g):
    cdef int i
    cdef Event e
    cdef list found = []
    for i in range(g.latest.n_events):
        e = Event.__new__(Event)
        e.kind = g.latest.events[i].kind
        e.name = _names.EVENT_NAMES[e.kind]
        e.seat = g.latest.events[i].seat
        e.token = g.latest.events[i].token
        e.card = g.latest.events[i].card
        e.cell = g.latest.events[i].cell
        e.amount = g.latest.events[i].amount
        found.append(e)
    return found


# ---- cards --------------------------------------------------------------------------------------

cdef dict read_public_faces(Game *g, int seat):
    cdef int token
    cdef dict found = {}
    if seat not in (0, 1):
        raise ValueError(f"seat {seat}")
    for token in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
        if g.s.know[token] == PUBLIC_KNOWN:
            found[token] = g.s.face[token]
    return found


cdef tuple read_zone(Game *g, int seat, int zone):
    cdef int t
    cdef list found = []
    if seat not in (0, 1):
        raise ValueError(f"seat {seat}")
    if zone == ZONE_DECK or zone == ZONE_DUST:
        t = g.s.deck_head[seat] if zone == ZONE_DECK else g.s.dust_head[seat]
        while t != NO_TOKEN:
            found.append(t)
            t = g.s.next[t]
        return tuple(found)
    for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
        if g.s.place[t] == zone:
            found.append(t)
    return tuple(found)


cdef tuple read_items(Game *g, int cell):
    cdef int item = g.s.chars[a_cell(cell)].item
    found = []
    while item != NO_TOKEN:
        found.append(item)
        item = next_item(g, cell, item)
    return tuple(found)


cdef int read_hand_limit(Game *g, int seat) except -1:
    if seat not in (0, 1):
        raise ValueError(f"seat {seat}")
    fresh(g)
    return max(0, seat_number(g, O_HAND_LIMIT, seat, HAND_LIMIT)
               + g.s.hand_limit_change[seat])


# ---- battle, chain, payment ---------------------------------------------------------------------

cdef tuple read_battle(Game *g):
    if not g.s.battle:
        return None
    a = cell_of(g, g.s.attacker) if g.s.attacker != NO_TOKEN else NO_CELL
    d = cell_of(g, g.s.defender) if g.s.defender != NO_TOKEN else NO_CELL
    return (-1 if a == NO_CELL else a, -1 if d == NO_CELL else d, g.s.column)


cdef list read_chain(Game *g):
    cdef Link *decl
    cdef int i, t
    found = []
    for i in range(g.s.n_links):
        decl = &g.s.links[i]
        if decl.card == UNKNOWN_CARD:
            continue                        # a price whose source is hidden by now
        paid = []
        t = decl.pay_head
        while t != NO_TOKEN and len(paid) < decl.n_pay:
            paid.append(t)
            t = g.s.next[t]
        found.append((_names.LINK_NAMES[decl.kind], decl.seat, decl.token, decl.card,
                      decl.action,
                      -1 if decl.cell == NO_CELL else decl.cell,
                      -1 if decl.target == NO_CELL else decl.target,
                      tuple([decl.picks[j] for j in range(decl.n_picks)]), tuple(paid)))
    return found


cdef tuple read_owed(Game *g):
    cdef Link *decl
    if g.s.n_links == 0:
        return (0, 0, 0, 0, 0, 0)
    decl = &g.s.links[g.s.n_links - 1]
    return tuple([decl.owed[i] for i in range(6)])


cdef tuple read_given(Game *g):
    cdef const Extra *e = extra_of(g, g.s.n_links - 1) if g.s.n_links else NULL
    if e == NULL:
        return ()
    return tuple([(e.gifts[i] & 31, e.gifts[i] >> 5) for i in range(4) if e.gifts[i]])
