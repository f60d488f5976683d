"""The public state as bytes, field by field, in the order of spec/state.md: what the digest covers.

Never the bytes of the struct: a written, versioned list.
"""

from libc.stdint cimport uint8_t

from lycee_core.defs cimport *
from lycee_core.state cimport *


cdef int put16(uint8_t *out, int n, int v) noexcept nogil:
    out[n] = (v >> 8) & 255
    out[n + 1] = v & 255
    return n + 2


cdef int write_public(Game *g, uint8_t *out) noexcept nogil:
    """Writes the public state field by field in the order of spec/state.md.

    Returns the number of bytes.
    """
    cdef State *s = &g.s
    cdef int n, seat, t
    out[0] = 2                                      # version of the field list
    put16(out, 1, s.turn)
    out[3] = s.turn_player
    out[4] = s.first_player
    out[5] = s.phase
    out[6] = s.winner
    out[7] = s.termination
    out[8] = s.declared
    out[9] = s.dirty
    out[10] = s.battle
    out[11] = s.attacker
    out[12] = s.defender
    out[13] = s.column
    out[14] = s.supporter
    out[15] = s.supported
    out[16] = s.pend_kind
    out[17] = s.pend_seat
    out[18] = s.pend_src
    out[19] = s.pend_n
    out[20] = s.pend_owner
    out[21] = s.pend_k
    out[22] = s.mid_line
    out[23] = s.done_full
    n = 24
    n = put16(out, n, s.done_n)
    n = put16(out, n, s.damage_change)
    n = put16(out, n, s.trigger_ply)
    for seat in range(2):
        out[n] = s.hand_limit_change[seat]
        out[n + 1] = s.warm_up_change[seat]
        n += 2
    for t in range(N_TOKENS):                       # place, knowledge, face if public
        out[n] = s.place[t]
        out[n + 1] = s.know[t]
        n = put16(out, n + 2, s.face[t] if s.know[t] == PUBLIC_KNOWN else UNKNOWN_CARD)
    for seat in range(2):                           # ordered zones in order
        n = write_zone(s, s.deck_n[seat], s.deck_head[seat], out, n)
        n = write_zone(s, s.dust_n[seat], s.dust_head[seat], out, n)
        out[n] = s.dust_old[seat]
        n += 1
    n = write_field(s, out, n)
    n = write_lasting(s, out, n)
    n = write_agenda(s, out, n)
    return n


cdef int write_zone(State *s, int count, int head, uint8_t *out, int n) noexcept nogil:
    """An ordered zone: how many, then its tokens in order."""
    out[n] = count
    n += 1
    while head != NO_TOKEN:
        out[n] = head
        n += 1
        head = s.next[head]
    return n


cdef int write_field(State *s, uint8_t *out, int n) noexcept nogil:
    cdef int i, j
    for i in range(12):
        out[n] = s.chars[i].token
        out[n + 1] = s.chars[i].item
        out[n + 2] = s.chars[i].area
        out[n + 3] = s.chars[i].flags
        out[n + 4] = s.chars[i].used
        out[n + 5] = s.chars[i].arrival
        out[n + 6] = s.chars[i].did
        out[n + 7] = s.chars[i].partner
        n += 8
        n = put16(out, n, s.chars[i].gained >> 16)
        n = put16(out, n, s.chars[i].gained & 0xFFFF)
        n = put16(out, n, s.chars[i].lost >> 16)
        n = put16(out, n, s.chars[i].lost & 0xFFFF)
        for j in range(3):
            n = put16(out, n, s.chars[i].turn_change[j])
            n = put16(out, n, s.chars[i].battle_change[j])
    out[n] = s.n_counters
    n += 1
    for i in range(s.n_counters):
        n = put16(out, n, s.counters[i].ability)
        out[n] = s.counters[i].token
        out[n + 1] = s.counters[i].turn
        out[n + 2] = s.counters[i].battle
        out[n + 3] = s.counters[i].game
        n += 4
    return n


cdef int write_lasting(State *s, uint8_t *out, int n) noexcept nogil:
    """Lasting changes, watchers, what cards were when they left, named piles."""
    cdef int i, j
    cdef Modifier *m
    cdef Watcher *w
    out[n] = s.n_modifiers
    n += 1
    for i in range(s.n_modifiers):
        m = &s.modifiers[i]
        n = put16(out, n, m.pc)
        n = put16(out, n, m.amount)
        out[n] = m.subject
        out[n + 1] = m.source
        out[n + 2] = m.seat
        out[n + 3] = m.cell
        out[n + 4] = m.until
        out[n + 5] = m.count
        out[n + 6] = m.aux
        out[n + 7] = m.aux2
        n += 8
    out[n] = s.n_watchers
    n += 1
    for i in range(s.n_watchers):
        w = &s.watchers[i]
        n = put16(out, n, w.ability)
        out[n] = w.seat
        out[n + 1] = w.source
        out[n + 2] = w.cell
        out[n + 3] = w.until
        out[n + 4] = w.count
        out[n + 5] = w.subject
        n += 6
        for j in range(3):
            out[n] = w.names[j]
            n += 1
        out[n] = w.skip
        n += 1
    return write_memory(s, out, n)


cdef int write_memory(State *s, uint8_t *out, int n) noexcept nogil:
    cdef int i
    for i in range(N_LAST_KNOWN):
        n = put16(out, n, s.last_known[i].card)
        n = put16(out, n, s.last_known[i].ap)
        n = put16(out, n, s.last_known[i].dp)
        n = put16(out, n, s.last_known[i].sp)
        out[n] = s.last_known[i].token
        out[n + 1] = s.last_known[i].cell
        out[n + 2] = s.last_known[i].flags
        out[n + 3] = s.last_known[i].item
        n += 4
    for i in range(N_PILES):
        out[n] = s.piles[i].name
        out[n + 1] = s.piles[i].seat
        out[n + 2] = s.piles[i].maker
        out[n + 3] = s.piles[i].flags
        n += 4
    for i in range(N_TOKENS):               # which pile, kept on which character, on which cell
        if s.place[i] == ZONE_PILE or s.place[i] == ZONE_HELD \
                or (s.place[i] == ZONE_ITEM and s.next[i] < 12 and s.chars[s.next[i]].item != i):
            out[n] = s.next[i]
            n += 1
    out[n] = s.n_replaced
    n += 1
    for i in range(s.n_replaced):
        n = put16(out, n, s.replaced[i].ability)
        out[n] = s.replaced[i].token
        out[n + 1] = s.replaced[i].event
        n += 2
    for i in range(N_CHOSEN):
        n = put16(out, n, s.chosen[i])
    return n


cdef int write_link(State *s, int i, uint8_t *out, int n) noexcept nogil:
    cdef Link *decl = &s.links[i]
    cdef int j, t, _
    n = put16(out, n, decl.card)
    n = put16(out, n, decl.ability)
    out[n] = decl.kind
    out[n + 1] = decl.seat
    out[n + 2] = decl.token
    out[n + 3] = decl.action
    out[n + 4] = decl.cell
    out[n + 5] = decl.target
    out[n + 6] = decl.flags
    out[n + 7] = decl.n_picks
    n += 8
    for j in range(decl.n_picks):
        out[n] = decl.picks[j]
        out[n + 1] = (decl.pick_of[j // 2] >> (4 * (j % 2))) & 15
        n += 2
    for j in range(6):
        out[n] = decl.owed[j]
        n += 1
    out[n] = decl.tapping
    out[n + 1] = decl.lost
    n += 1
    out[n + 1] = decl.n_pay
    out[n + 2] = decl.n_cost_cards
    out[n + 3] = decl.x
    out[n + 4] = decl.goes
    n = put16(out, n + 5, decl.foreign)
    t = decl.pay_head
    for _ in range(decl.n_pay):
        out[n] = t
        n += 1
        t = s.next[t]
    return n


cdef int write_extras(State *s, uint8_t *out, int n) noexcept nogil:
    """What belongs to payments beside hand cards: four records."""
    cdef int i, j
    cdef Extra *e
    for i in range(N_EXTRAS):
        e = &s.extras[i]
        out[n] = e.link
        out[n + 1] = e.n_of[0]
        out[n + 2] = e.n_of[1]
        n += 3
        for j in range(N_NAMED):
            out[n] = e.named[j]
            n += 1
        for j in range(4):
            out[n] = e.gifts[j]
            n += 1
        out[n] = e.pay_to
        out[n + 1] = e.paid_as
        n += 2
    return n


cdef int write_agenda(State *s, uint8_t *out, int n) noexcept nogil:
    cdef int i, j
    cdef Frame *f
    out[n] = s.n_links
    n += 1
    for i in range(s.n_links):
        n = write_link(s, i, out, n)
    n = write_extras(s, out, n)
    out[n] = s.n_frames
    n += 1
    for i in range(s.n_frames):
        f = &s.frames[i]
        n = put16(out, n, f.pc)
        n = put16(out, n, f.x)
        out[n + 0] = f.kind
        out[n + 1] = f.step
        out[n + 2] = f.seat
        out[n + 3] = f.a
        out[n + 4] = f.b
        out[n + 5] = f.c
        out[n + 6] = f.d
        out[n + 7] = f.e
        n += 8
    out[n] = s.cause
    n += 1
    out[n] = s.n_picked
    n += 1
    for i in range(s.n_picked):
        out[n] = s.picked[i]
        n += 1
    out[n] = s.n_triggers
    n += 1
    for i in range(s.n_triggers):
        n = put16(out, n, s.triggers[i].ability)
        out[n] = s.triggers[i].seat
        out[n + 1] = s.triggers[i].token
        out[n + 2] = s.triggers[i].subject
        out[n + 3] = s.triggers[i].cell
        out[n + 4] = s.triggers[i].cause
        out[n + 5] = s.triggers[i].watcher
        n = put16(out, n + 6, s.triggers[i].amount)
    for i in range(N_REGISTERS):
        out[n] = s.reg_kind[i]
        n += 1
        for j in range(8):
            out[n] = (s.reg_lo[i] >> (56 - 8 * j)) & 255
            out[n + 1] = (s.reg_hi[i] >> (56 - 8 * j)) & 255
            n += 2
    for i in range(N_WAS):
        out[n] = s.reg_was[i]
        n += 1
    out[n] = s.follows
    return n + 1
