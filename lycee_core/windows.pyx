"""What may be declared in a window: the main phase, a response, the battle window (R7.2 to R7.8).

Theory of operation. Cheap masks give the candidates, in the order of the list; the rules of
`legality` judge each. A random player needs no list: the first legal one of the candidates in a
random order is as likely as any other. Whether a window may be skipped is judged by public facts
only: an empty hand, and field abilities that cost no points.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.from_field cimport basic_of_action, field_rule, outside_rule, owed_attack_rule
from lycee_core.from_hand cimport hand_rule
from lycee_core.hooks cimport next_item
from lycee_core.house cimport SKIP_DEAD_WINDOWS
from lycee_core.in_force cimport any_permission, any_rule
from lycee_core.legality cimport *
from lycee_core.permission cimport playable
from lycee_core.points cimport Pool, pool_clear
from lycee_core.program cimport Card
from lycee_core.reading cimport outsiders
from lycee_core.state cimport *
from lycee_core.timing cimport window_number
from lycee_core.worth cimport payers, pool_of


cdef int window_check(Game *g, int code) noexcept nogil:
    """Judges one code in the pending window: 0, -1 or the rule."""
    return judge(g, g.s.pend_seat, g.s.pend_kind, code, NULL)


cdef int judge(Game *g, int seat, int kind, int code, const Pool *pool) noexcept nogil:
    """Judges one code of a window; `pool`: what the whole hand gives, or NULL to find out."""
    if code == CODE_PASS:
        # R14.15: the end is not offered while somebody must attack.
        if kind == P_MAIN and any_rule(g, O_REQUIRE):
            return owed_attack_rule(g, seat)
        return 0                                    # R7.35
    if code < N_TOKENS:
        return hand_rule(g, seat, kind, code, pool)
    if code >= CODE_FIELD and code < CODE_OUTSIDE:
        return field_rule(g, seat, kind, code, pool)
    if code >= CODE_OUTSIDE and g.book.outside & 2:
        return outside_rule(g, seat, kind, code - CODE_OUTSIDE, pool)
    return 112                                      # R1.12


# ---- candidates ---------------------------------------------------------------------------------

cdef inline int window_for(Game *g, int seat) noexcept nogil:
    return window_number(seat == g.s.turn_player, g.s.battle != 0, g.s.n_links != 0)


cdef int hand_candidates(Game *g, int seat, int kind, int window, uint16_t *out,
                         int n) noexcept nogil:
    cdef uint64_t m = g.s.hand[seat] | playable(g, seat)
    cdef int t
    while m:
        t = seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        if known(g, t) and g.book.card_windows[g.s.face[t]] >> window & 1 \
                and (kind == P_MAIN or card_of(g, t).type == TYPE_EVENT_CARD):
            out[n] = t                              # R7.4, R7.23
            n += 1
    return n


cdef int ability_candidates(Game *g, int window, int token, int cell, int action, uint16_t *out,
                            int n) noexcept nogil:
    """Activated abilities of one card in play; `action`: that of its first."""
    cdef const Card *card = card_of(g, token)
    cdef int i, base = CODE_FIELD + cell * 32 + action, given
    for i in range(card.n_abilities):
        if g.book.windows[card.first_ability + i] >> window & 1 \
                and (action < ACT_ITEM or action >= ACT_AREA or action + i < ACT_AREA):
            out[n] = base + i                       # R7.8, R7.23
            n += 1
    if action != ACT_ABILITY or not g.x.n_granted:
        return n
    given = card.n_abilities
    for i in range(g.x.n_granted):
        if g.granted[i].cell == cell and given < 8:
            if g.book.windows[g.granted[i].ability] >> window & 1:
                out[n] = base + given
                n += 1
            given += 1
    return n


cdef int own_cell_candidates(Game *g, int seat, int kind, int cell, uint16_t *out,
                             int n) noexcept nogil:
    """Attack, support and basic abilities of an own character."""
    cdef int base = CODE_FIELD + cell * 32
    cdef int action
    cdef uint32_t basics = g.x.basics[cell]
    if g.s.chars[cell].flags & CH_TAPPED and not any_permission(g, WHAT_ATTACK) \
            and not any_permission(g, WHAT_SUPPORT) and not any_permission(g, WHAT_MOVE):
        return n                                    # R8.4, R8.17, R10.7, R10.10
    if kind == P_BATTLE:
        out[n] = base + ACT_SUPPORT
        n += 1
        if (basics >> B_SUPPORTER) & 1:
            out[n] = base + ACT_SUPPORTER
            n += 1
        return n
    if kind == P_MAIN and cell % 6 < 3:
        out[n] = base + ACT_ATTACK                  # R8.3
        n += 1
    if seat != g.s.turn_player or g.s.battle \
            or not basics & ((15 << B_STEP) | (1 << B_ESCAPE) | (1 << B_TOUCH)):
        return n                                    # R7.6, R8.15
    for action in range(ACT_STEP, ACT_ESCAPE + 1):
        if (basics >> basic_of_action(action)) & 1:
            out[n] = base + action
            n += 1
    return n


cdef inline bint opens(Game *g, int token, int window) noexcept nogil:
    # Whether an activated ability of a card can be for a window of this kind.
    return token != NO_TOKEN and g.book.card_opens[g.s.face[token]] >> window & 1


cdef int item_candidates(Game *g, int window, int cell, uint16_t *out, int n) noexcept nogil:
    """Activated abilities of the items in a cell: those of further ones follow (R9.12)."""
    cdef int item = g.s.chars[cell].item, action = ACT_ITEM
    while item != NO_TOKEN and action < ACT_AREA:
        if opens(g, item, window):
            n = ability_candidates(g, window, item, cell, action, out, n)
        action += card_of(g, item).n_abilities
        item = next_item(g, cell, item)
    return n


cdef int field_candidates(Game *g, int seat, int kind, int window, uint16_t *out,
                          int n) noexcept nogil:
    cdef int own = 0x3F << (6 * seat)
    cdef int cell
    cdef Character *ch
    cdef uint64_t m
    if kind != P_RESPOND or (seat == g.s.turn_player and not g.s.battle):
        m = g.x.occupied & own
        while m:
            n = own_cell_candidates(g, seat, kind, ctz64(m), out, n)
            m &= m - 1
    m = (g.x.active & (own | g.x.foreign)) | g.x.active_on
    while m:
        cell = ctz64(m)
        ch = &g.s.chars[cell]
        m &= m - 1
        if (g.x.active >> cell) & 1 and (g.x.n_granted or opens(g, ch.token, window)):
            n = ability_candidates(g, window, ch.token, cell, ACT_ABILITY, out, n)
        if (g.x.active_on >> cell) & 1 and ch.item != NO_TOKEN:
            n = item_candidates(g, window, cell, out, n)
        if (g.x.active_on >> cell) & 1 and opens(g, ch.area, window):
            n = ability_candidates(g, window, ch.area, cell, ACT_AREA, out, n)
    return n


cdef int outside_candidates(Game *g, int seat, uint16_t *out, int n) noexcept nogil:
    """Abilities of own hand cards and of public cards outside play (R15.17)."""
    cdef uint8_t tokens[N_TOKENS]
    cdef uint64_t hand = g.s.hand[seat]
    cdef int i, t
    if not g.book.outside & 2:
        return n
    for i in range(outsiders(g, tokens)):
        out[n] = CODE_OUTSIDE + tokens[i]
        n += 1
    while hand:
        t = seat * SEAT_TOKENS + ctz64(hand)
        hand &= hand - 1
        if known(g, t) and card_of(g, t).flags & CF_OUTSIDE:
            out[n] = CODE_OUTSIDE + t
            n += 1
    return n


cdef int window_candidates(Game *g, uint16_t *out) noexcept nogil:
    """Whatever may be legal in the pending window, PASS first; the values must be fresh."""
    cdef int n, seat = g.s.pend_seat, kind = g.s.pend_kind
    cdef int window = window_for(g, seat)
    out[0] = CODE_PASS
    n = hand_candidates(g, seat, kind, window, out, 1)
    n = field_candidates(g, seat, kind, window, out, n)
    return outside_candidates(g, seat, out, n)


# ---- what is legal of them ----------------------------------------------------------------------

cdef int legal_ones(Game *g, int seat, int kind, const Pool *pool, uint16_t *codes,
                    int n) noexcept nogil:
    """Keeps the legal codes, in their order; returns how many."""
    cdef int i, kept = 0
    for i in range(n):
        if judge(g, seat, kind, codes[i], pool) == 0:
            codes[kept] = codes[i]
            kept += 1
    return kept


cdef void pool_for(Game *g, Pool *pool, int seat, int n) noexcept nogil:
    """What a seat can pay with, for judging n candidates; a pass alone needs nothing."""
    if n > 1:
        pool_of(g, pool, payers(g, seat), seat, 255)
    else:
        pool_clear(pool)


cdef int window_options(Game *g, uint16_t *out) noexcept nogil:
    """Everything that may be declared in the pending window, PASS first."""
    cdef int seat = g.s.pend_seat
    cdef Pool pool
    cdef int n = window_candidates(g, out)
    pool_for(g, &pool, seat, n)
    return legal_ones(g, seat, g.s.pend_kind, &pool, out, n)


cdef bint publicly_dead(Game *g, int seat, int kind) noexcept nogil:
    """R7.35: an empty hand and nothing on the field that could be declared.

    With an empty hand every cost is public.
    """
    cdef uint16_t out[512]
    cdef Pool pool
    cdef int n
    if not SKIP_DEAD_WINDOWS:
        return False
    if may_not_respond(g, seat, kind):
        return True                                 # R14.14: the rule is public
    if g.s.hand[seat]:
        return False
    pool_clear(&pool)
    n = hand_candidates(g, seat, kind, window_for(g, seat), out, 0)
    n = field_candidates(g, seat, kind, window_for(g, seat), out, n)
    n = outside_candidates(g, seat, out, n)
    return legal_ones(g, seat, kind, &pool, out, n) == 0
