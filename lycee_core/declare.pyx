"""Making a declaration: the windows, and the questions that complete what was declared.

Theory of operation. A declaration is a link on the chain from the moment its card is named; the frame FR_DECLARE above it asks for
the place, the targets and (through FR_PAY) the payment, in the order of R7.14. Nothing is offered that cannot be completed.
Whether a window may be skipped is judged by public facts only: an empty hand, and field abilities that cost no points.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from lycee_core.defs cimport *
from lycee_core.costs cimport cost_rule
from lycee_core.house cimport *
from lycee_core.legality cimport *
from lycee_core.points cimport *
from lycee_core.program cimport Ability, Card, Cost, Selector
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.triggers cimport emit, use_counter
from lycee_core.values cimport fresh, has_basic, touch_if


cdef enum:
    DS_PLACE = 0
    DS_TARGETS = 1
    DS_PAY = 2
    DS_STANDS = 3


# ---- windows ------------------------------------------------------------------------------------

cdef int window_check(Game *g, int code) noexcept nogil:
    """Judges one code in the pending window: 0, -1 or the rule."""
    if code == CODE_PASS:
        return 0                                    # R7.35
    if code < N_TOKENS:
        return hand_rule(g, g.s.pend_seat, g.s.pend_kind, code, NULL)
    if code >= CODE_FIELD and code < CODE_OUTSIDE:
        return field_rule(g, g.s.pend_seat, g.s.pend_kind, code)
    return 112                                      # R1.12


cdef int cell_options(Game *g, int seat, int kind, int cell, uint16_t *out, int n) noexcept nogil:
    cdef Character *ch = &g.s.chars[cell]
    cdef int base = CODE_FIELD + cell * 32
    cdef int action, i
    cdef uint32_t basics
    if ch.token != NO_TOKEN and cell // 6 == seat:
        basics = g.x.basics[cell]
        if kind == P_MAIN and cell % 6 < 3 and field_rule(g, seat, kind, base) == 0:
            out[n] = base
            n += 1
        if kind == P_BATTLE:
            for action in range(ACT_SUPPORT, ACT_SUPPORTER + 1):
                if field_rule(g, seat, kind, base + action) == 0:
                    out[n] = base + action
                    n += 1
        elif basics & ((15 << B_STEP) | (1 << B_ESCAPE) | (1 << B_TOUCH)):
            for action in range(ACT_STEP, ACT_ESCAPE + 1):
                if (basics >> basic_of_action(action)) & 1 \
                        and field_rule(g, seat, kind, base + action) == 0:
                    out[n] = base + action
                    n += 1
    if ch.token != NO_TOKEN and card_of(g, ch.token).flags & CF_ACTIVATED:
        for i in range(card_of(g, ch.token).n_abilities):
            if field_rule(g, seat, kind, base + ACT_ABILITY + i) == 0:
                out[n] = base + ACT_ABILITY + i
                n += 1
    if ch.item != NO_TOKEN and card_of(g, ch.item).flags & CF_ACTIVATED:
        for i in range(card_of(g, ch.item).n_abilities):
            if field_rule(g, seat, kind, base + ACT_ITEM + i) == 0:
                out[n] = base + ACT_ITEM + i
                n += 1
    if ch.area != NO_TOKEN and card_of(g, ch.area).flags & CF_ACTIVATED:
        for i in range(card_of(g, ch.area).n_abilities):
            if field_rule(g, seat, kind, base + ACT_AREA + i) == 0:
                out[n] = base + ACT_AREA + i
                n += 1
    return n


cdef int window_options(Game *g, uint16_t *out) noexcept nogil:
    """Everything that may be declared in the pending window, PASS first; at most 120 codes by construction of hand and field."""
    cdef int seat = g.s.pend_seat
    cdef int kind = g.s.pend_kind
    cdef uint64_t m = g.s.hand[seat]
    cdef Pool pool
    cdef int n = 1, t, cell
    out[0] = CODE_PASS
    if m and g.s.n_links < CHAIN_LIMIT:
        pool_of_hand(g, &pool, m, seat)
        while m:
            t = seat * SEAT_TOKENS + ctz64(m)
            m &= m - 1
            if hand_rule(g, seat, kind, t, &pool) == 0:
                out[n] = t
                n += 1
    for cell in range(12):
        n = cell_options(g, seat, kind, cell, out, n)
    return n


cdef bint publicly_dead(Game *g, int seat, int kind) noexcept nogil:
    """R7.35: an empty hand and nothing on the field that could be declared. With an empty hand every cost is public."""
    cdef uint16_t out[512]
    cdef int cell
    if g.s.hand[seat]:
        return False
    for cell in range(12):
        if cell_options(g, seat, kind, cell, out, 0):
            return False
    return True


# ---- starting -----------------------------------------------------------------------------------

cdef void fill_from_hand(Game *g, Link *l, int token) noexcept nogil:
    cdef const Card *card
    cdef int i
    take_out(g, token)
    g.s.place[token] = ZONE_CHAIN                   # R7.13
    g.s.next[token] = NO_TOKEN
    make_public(g, token)
    touch_if(g, DEP_ZONES | DEP_CHAIN)
    card = card_of(g, token)
    l.card = g.s.face[token]
    l.token = token
    l.cell = NO_CELL
    for i in range(6):
        l.owed[i] = card.cost[i]
    if card.type == TYPE_CHARACTER:
        l.kind = LK_ENTRY
    elif card.type == TYPE_ITEM:
        l.kind = LK_ITEM
    elif card.type == TYPE_AREA:
        l.kind = LK_AREA
    else:
        l.kind = LK_EVENT_CARD
        l.ability = event_ability(g, card)


cdef void owe_basic(Game *g, Link *l, int cell, int basic) noexcept nogil:
    cdef int entry = basic_entry(g, card_of(g, g.s.chars[cell].token), basic)
    cdef int i
    if entry < 0:
        return
    l.ability = 0x8000 | entry
    for i in range(6):
        l.owed[i] = g.book.basics[entry].cost.points[i]


cdef void fill_from_field(Game *g, Link *l, int code) noexcept nogil:
    cdef int cell = (code - CODE_FIELD) // 32
    cdef int action = (code - CODE_FIELD) % 32
    cdef int index = 0, i
    cdef const Ability *a
    l.cell = cell
    l.action = action
    l.token = g.s.chars[cell].token
    if action == ACT_ATTACK:
        l.kind = LK_ATTACK
        l.target = 2 - cell % 3                     # R8.6, as the attacked seat sees it
    elif action == ACT_SUPPORT:
        l.kind = LK_SUPPORT
    elif action <= ACT_ESCAPE:
        l.kind = LK_SUPPORT if action == ACT_SUPPORTER else LK_BASIC
        if action == ACT_SUPPORTER:
            l.flags |= LF_TAPLESS
        owe_basic(g, l, cell, basic_of_action(action))
    else:
        l.kind = LK_SPECIAL
        l.token = host_token(g, cell, action, &index)
        l.ability = card_of(g, l.token).first_ability + index
        a = &g.book.abilities[l.ability]
        for i in range(6):
            l.owed[i] = a.cost.points[i]
    l.card = g.s.face[l.token]


cdef void declare_start(Game *g, int code) noexcept nogil:
    """Puts a link on the chain for a code that a window accepted, and starts asking for the rest."""
    cdef Link *l = &g.s.links[g.s.n_links]
    cdef int seat = g.s.pend_seat
    cdef Frame *f
    memset(l, 0, sizeof(Link))
    l.seat = seat
    l.ability = 0xFFFF
    l.target = NO_CELL
    l.pay_head = NO_TOKEN
    if code < N_TOKENS:
        fill_from_hand(g, l, code)
    else:
        fill_from_field(g, l, code)
    g.s.n_links += 1
    f = push_frame(g, FR_DECLARE, seat)
    f.a = g.s.n_links - 1


# ---- the questions ------------------------------------------------------------------------------

cdef const Ability *ability_of(Game *g, const Link *l) noexcept nogil:
    if l.ability & 0x8000:
        return NULL
    return &g.book.abilities[l.ability]


cdef void link_ctx(Game *g, Ctx *c, int link) noexcept nogil:
    cdef Link *l = &g.s.links[link]
    ability_ctx(c, l.seat, l.token, l.cell, link)


cdef int place_question(Game *g, const Link *l) noexcept nogil:
    """The pending kind that asks for the place of a link, or P_NONE."""
    if l.kind == LK_ENTRY or l.kind == LK_AREA:
        return P_CELL
    if l.kind == LK_ITEM:
        return P_BEARER
    if l.kind == LK_BASIC and l.action >= ACT_STEP and l.action <= ACT_JUMP:
        return P_CELL
    if l.kind == LK_ATTACK and has_basic(g, l.cell, B_SIDE_ATTACK):
        return P_COLUMN                             # R10.11
    return P_NONE


cdef int target_most(Game *g, const Ctx *c, const Selector *sel, int found, int used) noexcept nogil:
    """How many a target word may name at most, within PICK_LIMIT picks of one declaration."""
    cdef int most = found
    if sel.n_kind == N_EXACT or sel.n_kind == N_UP_TO:
        most = expr(g, c, sel.amount) if sel.amount else sel.n
    if most > found:
        most = found
    if most > PICK_LIMIT - used:
        most = PICK_LIMIT - used
    return most


cdef int target_least(Game *g, const Ctx *c, const Ability *a, int i) noexcept nogil:
    cdef const Selector *sel = &g.book.selectors[a.target[i]]
    if a.target_optional[i] or sel.n_kind != N_EXACT:
        return 0
    return expr(g, c, sel.amount) if sel.amount else sel.n


cdef bint ask_target(Game *g, Frame *f, Link *l) noexcept nogil:
    """Asks for the next pick of the next target word; False when all are named."""
    cdef const Ability *a = ability_of(g, l)
    cdef Entities found
    cdef Ctx c
    cdef int n
    if a == NULL:
        return False
    link_ctx(g, &c, f.a)
    while f.b < a.n_targets:
        n = select(g, &c, a.target[f.b], &found)
        if f.c == 0:
            reg_clear(g, f.b, found.kind)
        if f.c < target_most(g, &c, &g.book.selectors[a.target[f.b]], n, l.n_picks - f.c) \
                and f.step == DS_TARGETS:
            ask(g, P_TARGET, f.seat)
            return True
        f.b += 1
        f.c = 0
    return False


cdef bint declare_run(Game *g) noexcept nogil:
    """Advances FR_DECLARE; True when it now stands and FR_PAY is to be pushed for it (the engine does that)."""
    cdef Frame *f = top_frame(g)
    cdef Link *l = &g.s.links[f.a]
    cdef int kind
    if f.step == DS_PLACE:
        kind = place_question(g, l)
        if kind != P_NONE:
            ask(g, kind, f.seat)
            return False
        f.step = DS_TARGETS
    if f.step == DS_TARGETS:
        if ask_target(g, f, l):
            return False
        f.step = DS_PAY
    if f.step == DS_PAY:
        f.step = DS_STANDS
        return True
    stand(g, f, l)
    return False


cdef int target_check(Game *g, Frame *f, Link *l, int code) noexcept nogil:
    cdef const Ability *a = ability_of(g, l)
    cdef Ctx c
    cdef Entities found
    cdef bint member, later
    link_ctx(g, &c, f.a)
    if code == CODE_PASS:
        return 719 if f.c < target_least(g, &c, a, f.b) else 0      # R7.19
    select(g, &c, a.target[f.b], &found)
    if found.kind == REG_CELLS:
        member = code >= 128 and code < 140 and (found.lo >> (code - 128)) & 1
    elif found.kind == REG_LINKS:
        member = code >= 144 and code < 160 and (found.lo >> (code - 144)) & 1
    else:
        member = code < N_TOKENS and \
            ((found.lo if code < SEAT_TOKENS else found.hi) & bit_of(code)) != 0
    if not member:
        return 719                                  # R7.19
    if reg_has(g, f.b, code):
        return 720                                  # R7.20
    if f.b + 1 >= a.n_targets or f.c > 0:
        return 0
    reg_add(g, f.b, code)
    later = targets_possible(g, &c, a, f.b + 1)
    reg_clear(g, f.b, found.kind)
    return 0 if later else 719                      # R7.19


cdef int column_check(Game *g, Link *l, int code) noexcept nogil:
    """R10.11: the own column or a neighbouring one, as the attacker sees them; R10.12: only another column costs."""
    cdef int column = code - CODE_NUMBER
    cdef int own = l.cell % 3
    cdef int entry
    if column < 0 or column > 2 or column - own > 1 or own - column > 1:
        return 1011                                 # R10.11
    if column == own:
        return 0
    entry = basic_entry(g, card_of(g, l.token), B_SIDE_ATTACK)
    if entry < 0:
        return 0
    return side_attack_cost(g, l.seat, entry, l.cell)


cdef int side_attack_cost(Game *g, int seat, int entry, int cell) noexcept nogil:
    cdef const Cost *cost = &g.book.basics[entry].cost
    return cost_rule(g, seat, cost, cost.points, cell, NO_TOKEN)


cdef int declare_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *l = &g.s.links[f.a]
    if g.s.pend_kind == P_TARGET:
        return target_check(g, f, l, code)
    if g.s.pend_kind == P_COLUMN:
        return column_check(g, l, code)
    if code < CODE_CELL or code >= CODE_CELL + 12:
        return 112                                  # R1.12
    if l.kind == LK_ENTRY:
        return entry_cell_rule(g, l.seat, l.token, code - CODE_CELL)
    if l.kind == LK_AREA:
        return area_rule(g, l.seat, l.token, code - CODE_CELL)
    if l.kind == LK_ITEM:
        return bearer_rule(g, l.seat, l.token, code - CODE_CELL)
    return move_rule(g, l.cell, l.action, code - CODE_CELL)


cdef int declare_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *l = &g.s.links[f.a]
    cdef Entities found
    cdef Ctx c
    cdef uint8_t some[120]
    cdef int n = 0, i, code, k
    if g.s.pend_kind == P_COLUMN:
        for i in range(3):
            if column_check(g, l, CODE_NUMBER + i) == 0:
                out[n] = CODE_NUMBER + i
                n += 1
        return n
    if g.s.pend_kind == P_TARGET:
        link_ctx(g, &c, f.a)
        select(g, &c, ability_of(g, l).target[f.b], &found)
        if target_check(g, f, l, CODE_PASS) == 0:
            out[n] = CODE_PASS
            n += 1
        # A spare register turns the set into a list; target words use registers 0 to 3 only.
        reg_clear(g, 7, found.kind)
        g.s.reg_lo[7] = found.lo
        g.s.reg_hi[7] = found.hi
        k = reg_list(g, 7, some)
        reg_clear(g, 7, REG_TOKENS)
        for i in range(k):
            if target_check(g, f, l, some[i]) == 0:
                out[n] = some[i]
                n += 1
        return n
    for i in range(12):
        code = CODE_CELL + i
        if declare_check(g, code) == 0:
            out[n] = code
            n += 1
    return n


cdef void pick_target(Game *g, Frame *f, Link *l, int code) noexcept nogil:
    if code == CODE_PASS:
        f.b += 1
        f.c = 0
        return
    reg_add(g, f.b, code)
    l.picks[l.n_picks] = code
    l.pick_of[l.n_picks // 2] |= f.b << (4 * (l.n_picks % 2))
    l.n_picks += 1
    f.c += 1


cdef void declare_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *l = &g.s.links[f.a]
    cdef int entry, i
    if g.s.pend_kind == P_TARGET:
        pick_target(g, f, l, code)
        return
    f.step = DS_TARGETS
    if g.s.pend_kind == P_COLUMN:
        if code - CODE_NUMBER != l.cell % 3:
            entry = basic_entry(g, card_of(g, l.token), B_SIDE_ATTACK)
            if entry >= 0:
                l.ability = 0x8000 | entry
                for i in range(6):
                    l.owed[i] = g.book.basics[entry].cost.points[i]
        l.target = 2 - (code - CODE_NUMBER)
        return
    if l.kind == LK_ENTRY:
        l.cell = code - CODE_CELL
    else:
        l.target = code - CODE_CELL
    if l.kind == LK_ITEM:
        l.picks[0] = g.s.chars[l.target].token      # R9.4: the very character, wherever it moves
        l.n_picks = 1


# ---- it stands ----------------------------------------------------------------------------------

cdef void reserve(Game *g, Link *l) noexcept nogil:
    """R5.16: the tap of the source is spoken for until the link resolves."""
    cdef const Ability *a = ability_of(g, l)
    cdef bint tap = l.kind == LK_ATTACK or (l.kind == LK_SUPPORT and not l.flags & LF_TAPLESS)
    if a != NULL and a.cost.tap:
        tap = True
    if l.ability != 0xFFFF and l.ability & 0x8000 and g.book.basics[l.ability & 0x7FFF].cost.tap:
        tap = True
    if tap and l.cell != NO_CELL and l.kind != LK_ENTRY:
        l.flags |= LF_TAP
        g.s.chars[l.cell].flags |= CH_RESERVED


cdef void count_use(Game *g, Link *l) noexcept nogil:
    # R7.31, R10.2: used up when declared.
    if l.kind == LK_SPECIAL:
        use_counter(g, l.token, l.ability - g.book.cards[l.card].first_ability, 0, PER_TURN)
    elif l.kind == LK_BASIC or l.flags & LF_TAPLESS:
        g.s.chars[l.cell].used |= 1 << l.action


cdef void stand(Game *g, Frame *f, Link *l) noexcept nogil:
    """The declaration is complete: it may be answered now."""
    cdef int i, seat = f.seat, whom
    cdef bint silent = l.ability != 0xFFFF and not l.ability & 0x8000 \
        and g.book.abilities[l.ability].flags & AF_UNANSWERABLE
    reserve(g, l)
    count_use(g, l)
    g.s.declared += 1
    for i in range(4):
        reg_clear(g, i, REG_TOKENS)
    pop_frame(g)
    if g.s.n_frames == 0 or top_frame(g).kind != FR_CHAIN:
        push_frame(g, FR_CHAIN, 1 - seat)
    top_frame(g).step = 1 if silent else 0
    top_frame(g).seat = 1 - seat
    emit(g, EV_DECLARED, seat, l.token, 255, l.kind)
    if l.kind == LK_ATTACK:
        emit(g, EV_ATTACK_DECLARED, seat, l.token, 255, l.target)
    elif l.kind == LK_SUPPORT:
        whom = g.s.attacker if cell_of(g, g.s.attacker) // 6 == seat else g.s.defender
        g.s.supporter = l.token
        g.s.supported = whom
        emit(g, EV_SUPPORT_DECLARED, seat, l.token, whom, 0)
