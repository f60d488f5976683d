"""Making a declaration: the questions that complete what was declared.

Theory of operation. A declaration is a link on the chain from the moment its card is named; the
frame FR_DECLARE above it asks for the place, the targets and (through FR_PAY) the payment, in the
order of R7.14. Nothing is offered that cannot be completed. What may be declared: `windows`.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from lycee_core.affording cimport *
from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.defs cimport *
from lycee_core.changes cimport change_owed, cost_may_change, use_cost_changes
from lycee_core.costs cimport *
from lycee_core.gifting cimport gift_run
from lycee_core.gifts cimport link_of_card
from lycee_core.house cimport *
from lycee_core.in_force cimport rule_for, rule_permitting
from lycee_core.legality cimport *
from lycee_core.paying cimport new_link
from lycee_core.permission cimport plays_by_rules, use_permission
from lycee_core.picking cimport *
from lycee_core.places cimport area_rule, bearer_rule, entry_cell_rule, move_rule
from lycee_core.points cimport *
from lycee_core.program cimport Ability, Card, Cost, Selector
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.support cimport is_tapless, own_participant
from lycee_core.targeting cimport aim, drop_used_up, targets_possible
from lycee_core.tokens cimport take_out
from lycee_core.triggers cimport (counter_key, emit, forget_declaration, hear, remember_deed,
                                  use_counter, use_rule, uses)
from lycee_core.values cimport entry_number, has_basic, touch_if


cdef enum:
    DS_PLACE = 0
    DS_TARGETS = 1
    DS_COST = 2
    DS_NUMBER = 3
    DS_PAY = 4
    DS_STANDS = 5


# ---- starting -----------------------------------------------------------------------------------

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


# ---- the questions ------------------------------------------------------------------------------

cdef const Ability *ability_of(Game *g, const Link *decl) noexcept nogil:
    if decl.ability & 0x8000:
        return NULL
    return &g.book.abilities[decl.ability]


cdef void link_ctx(Game *g, Ctx *c, int link) noexcept nogil:
    cdef Link *decl = &g.s.links[link]
    ability_ctx(c, decl.seat, decl.token, decl.cell, link)


cdef int place_question(Game *g, const Link *decl) noexcept nogil:
    """The pending kind that asks for the place of a link, or P_NONE."""
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION or decl.kind == LK_AREA:
        return P_CELL
    if decl.kind == LK_ITEM:
        return P_BEARER
    if decl.kind == LK_BASIC and decl.action >= ACT_STEP and decl.action <= ACT_JUMP:
        return P_CELL
    if decl.kind == LK_ATTACK and has_basic(g, decl.cell, B_SIDE_ATTACK):
        return P_COLUMN                             # R10.11
    return P_NONE


cdef inline int register_of(const Ability *a, int word) noexcept nogil:
    # The register of a target; what is declared as a cost has its own.
    return word + 8 if a.kind == AK_AS_COST else word


cdef int target_most(Game *g, const Ctx *c, const Selector *sel, int found,
                     int used) noexcept nogil:
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


cdef bint ask_target(Game *g, Frame *f, Link *decl) noexcept nogil:
    """Asks for the next pick of the next target word; False when all are named."""
    cdef const Ability *a = ability_of(g, decl)
    cdef Entities found
    cdef Ctx c
    cdef int n
    if a == NULL:
        return False
    link_ctx(g, &c, f.a)
    while f.b < a.n_targets:
        n = aim(g, &c, a.target[f.b], &found)
        if f.c == 0:
            reg_clear(g, register_of(a, f.b), found.kind)
        if f.c < target_most(g, &c, &g.book.selectors[a.target[f.b]], n, decl.n_picks - f.c) \
                and f.step == DS_TARGETS:
            ask(g, P_TARGET, f.seat)
            return True
        f.b += 1
        f.c = 0
    if a.kind == AK_AS_COST:
        # The link knows them; whoever lists what else could be declared uses these registers.
        for n in range(a.n_targets):
            reg_clear(g, register_of(a, n), REG_TOKENS)
    return False


cdef bint has_alt_cost(Game *g, const Link *decl) noexcept nogil:
    return decl.token < N_TOKENS and g.s.place[decl.token] == ZONE_CHAIN \
        and not is_unpriced(decl) and alt_cost(g, card_of(g, decl.token)) != NULL


cdef bint leaves_number_open(Game *g, const Link *decl) noexcept nogil:
    cdef const Cost *cost = cost_of_link(g, decl)
    return cost != NULL and cost.flags & CO_X


cdef void fix_owed(Game *g, int link) noexcept nogil:
    """R5.22: what a declaration owes is worked out once its targets are named, and stays."""
    cdef Link *decl = &g.s.links[link]
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef Ctx c
    if cost != NULL and cost.flags & CO_DYNAMIC:
        link_ctx(g, &c, link)
        owed_by(g, &c, cost, decl.owed)
    change_owed(g, link, decl.owed)


cdef bint declare_run(Game *g) noexcept nogil:
    """Advances FR_DECLARE.

    True when it now stands and FR_PAY is to be pushed for it (the engine does that).
    """
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef int kind
    if f.step == DS_PLACE:
        kind = place_question(g, decl)
        if kind != P_NONE:
            ask(g, kind, f.seat)
            return False
        f.step = DS_TARGETS
    if f.step == DS_TARGETS:
        if ask_target(g, f, decl):
            return False
        f.step = DS_COST
    if f.step == DS_COST:
        if has_alt_cost(g, decl):
            ask(g, P_COST, f.seat)
            return False
        f.step = DS_NUMBER
    if f.step == DS_NUMBER:
        if leaves_number_open(g, decl):
            ask(g, P_AMOUNT, f.seat)
            return False
        fix_owed(g, f.a)
        f.step = DS_PAY
    if f.step == DS_PAY:
        f.step = DS_STANDS
        return True
    if decl.flags & LF_TAX:
        gift_run(g, f, decl)                        # R5.20: nobody responds
    else:
        stand(g, f, decl)
    return False


cdef void retarget_run(Game *g) noexcept nogil:
    """Asks for the new targets of link a; their frame is gone when all are named."""
    cdef Frame *f = top_frame(g)
    if not ask_target(g, f, &g.s.links[f.a]):
        pop_frame(g)


cdef int target_rule(Game *g, Frame *f, Ctx *c, const Ability *a, const Entities *found,
                     int code) noexcept nogil:
    """Whether a candidate that matches may be the next pick of the current target word."""
    cdef uint64_t lo, hi
    cdef bint later
    cdef int r = register_of(a, f.b)
    if reg_has(g, r, code):
        return 720                                  # R7.20
    if not pick_fits(g, c, a.target[f.b], r, code, found):
        return 719                                  # R7.19
    if a.limit_each == EACH_TARGET and a.limit_n and uses(
            g, code, g.s.links[f.a].ability | 0x8000, a.limit_per) >= a.limit_n:
        return 731                                  # R7.31
    if f.b + 1 >= a.n_targets or f.c + 1 < target_least(g, c, a, f.b):
        return 0
    lo = g.s.reg_lo[r]
    hi = g.s.reg_hi[r]
    add_pick(g, &g.book.selectors[a.target[f.b]], r, code)
    later = targets_possible(g, c, a, f.b + 1)
    g.s.reg_lo[r] = lo
    g.s.reg_hi[r] = hi
    return 0 if later else 719                      # R7.19


cdef int enough_rule(Game *g, Frame *f, Ctx *c, const Ability *a,
                     const Entities *found) noexcept nogil:
    """Whether the current target word may be left with what was picked for it."""
    cdef Entities left = found[0]
    cdef int r = register_of(a, f.b)
    if a.limit_each == EACH_TARGET and a.limit_n:
        drop_used_up(g, a, &left)                   # R7.31: they could not be picked
    if f.c < target_least(g, c, a, f.b) and (
            not is_choosy(&g.book.selectors[a.target[f.b]])
            or more_fit(g, c, a.target[f.b], r, &left)):
        return 719                                  # R7.19
    if not is_enough(g, c, a.target[f.b], r, &left) \
            or not targets_possible(g, c, a, f.b + 1):
        return 719                                  # R7.19
    return 0


cdef int target_check(Game *g, Frame *f, Link *decl, int code) noexcept nogil:
    cdef const Ability *a = ability_of(g, decl)
    cdef Ctx c
    cdef Entities found
    link_ctx(g, &c, f.a)
    aim(g, &c, a.target[f.b], &found)
    if code == CODE_PASS:
        return enough_rule(g, f, &c, a, &found)
    if not in_set(&found, code):
        return 719                                  # R7.19
    return target_rule(g, f, &c, a, &found, code)


cdef int column_check(Game *g, Link *decl, int code) noexcept nogil:
    """R10.11.

    The own column or a neighbouring one, as the attacker sees them; R10.12: only another column
    costs.
    """
    cdef int column = code - CODE_NUMBER
    cdef int own = decl.cell % 3
    cdef int entry
    if column < 0 or column > 2 or column - own > 1 or own - column > 1:
        return 1011                                 # R10.11
    if column == own:
        return 0
    entry = entry_number(g, decl.cell, B_SIDE_ATTACK)
    if entry < 0:
        return 0
    return side_attack_cost(g, decl.seat, entry, decl.cell)


cdef int side_attack_cost(Game *g, int seat, int entry, int cell) noexcept nogil:
    cdef const Cost *cost = &g.book.basics[entry].cost
    cdef Ctx c
    # From the view of the attack that is being declared: its own [T] is spoken for.
    cdef uint8_t owed[6]
    cdef int i, rule
    ability_ctx(&c, seat, g.s.chars[cell].token, cell, g.s.n_links - 1)
    for i in range(6):
        owed[i] = cost.points[i]
    g.s.links[g.s.n_links - 1].ability = 0x8000 | entry
    change_owed(g, g.s.n_links - 1, owed)
    rule = cost_rule_of(g, &c, cost, owed, NO_TOKEN)
    g.s.links[g.s.n_links - 1].ability = 0xFFFF
    return rule


cdef int which_cost_check(Game *g, Link *decl, int link, int code) noexcept nogil:
    """R5.39: the printed cost (0) or the other one of the card (1), each only if it can be paid."""
    cdef const Cost *other = alt_cost(g, card_of(g, decl.token))
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef Ctx c
    cdef uint8_t owed[6]
    cdef int i
    link_ctx(g, &c, link)
    if code != CODE_NUMBER and (code != CODE_NUMBER + 1 or other == NULL):
        return 112                                  # R1.12
    for i in range(6):
        owed[i] = decl.owed[i] if code == CODE_NUMBER else other.points[i]
    change_owed(g, link, owed)
    if code == CODE_NUMBER:
        if cost != NULL:
            return cost_rule_of(g, &c, cost, owed, NO_TOKEN)
        return cost_rule(g, decl.seat, NULL, owed, decl.token, NO_CELL, NO_TOKEN, NULL)
    return cost_rule_of(g, &c, other, owed, NO_TOKEN)


cdef int declare_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef int rule
    if g.s.pend_kind == P_TARGET:
        return target_check(g, f, decl, code)
    if g.s.pend_kind == P_COLUMN:
        return column_check(g, decl, code)
    if g.s.pend_kind == P_COST:
        rule = which_cost_check(g, decl, f.a, code)
        if rule == 503 and g.book.as_costs and code == CODE_NUMBER \
                and which_cost_check(g, decl, f.a, CODE_NUMBER + 1):
            return 0                                # R5.41: it can be given up
        return rule
    if g.s.pend_kind == P_AMOUNT:
        return amount_rule(g, f.a, code)
    if code < CODE_CELL or code >= CODE_CELL + 12:
        return 112                                  # R1.12
    return place_rule(g, decl, f.a, code - CODE_CELL)


cdef int place_rule(Game *g, Link *decl, int link, int cell) noexcept nogil:
    """Whether a declaration may go to a cell, and could be paid there."""
    cdef int rule = bare_place_rule(g, decl, cell)
    if rule or not cost_may_change(g, decl.card):
        return rule
    # What it costs may depend on where it goes (R5.28).
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        return dearer_there(g, decl, link, &decl.cell, cell)
    return dearer_there(g, decl, link, &decl.target, cell)


cdef int dearer_there(Game *g, Link *decl, int link, uint8_t *where, int cell) noexcept nogil:
    """The rule against paying for a declaration that goes to a cell, by either of its costs."""
    cdef int kept = where[0], rule
    where[0] = cell
    rule = which_cost_check(g, decl, link, CODE_NUMBER)
    if rule and has_alt_cost(g, decl):
        rule = which_cost_check(g, decl, link, CODE_NUMBER + 1)
    where[0] = kept
    return rule


cdef int bare_place_rule(Game *g, const Link *decl, int cell) noexcept nogil:
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        return entry_cell_rule(g, decl.seat, decl.token, cell)
    if decl.kind == LK_AREA:
        return area_rule(g, decl.seat, decl.token, cell)
    if decl.kind == LK_ITEM:
        return bearer_rule(g, decl.seat, decl.token, cell)
    return move_rule(g, decl.cell, decl.action, cell)


cdef int declare_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef Entities found
    cdef Ctx c
    cdef int n = 0, i, code, k
    if g.s.pend_kind == P_AMOUNT:
        return amount_options(g, f.a, out)
    if g.s.pend_kind == P_COLUMN or g.s.pend_kind == P_COST:
        for i in range(3):
            if declare_check(g, CODE_NUMBER + i) == 0:
                out[n] = CODE_NUMBER + i
                n += 1
        return n
    if g.s.pend_kind == P_TARGET:
        link_ctx(g, &c, f.a)
        k = aim(g, &c, ability_of(g, decl).target[f.b], &found)
        if enough_rule(g, f, &c, ability_of(g, decl), &found) == 0:
            out[n] = CODE_PASS
            n += 1
        for i in range(k):
            code = member(&found, i)
            if target_rule(g, f, &c, ability_of(g, decl), &found, code) == 0:
                out[n] = code
                n += 1
        return n
    for i in range(12):
        code = CODE_CELL + i
        if declare_check(g, code) == 0:
            out[n] = code
            n += 1
    return n


cdef void pick_target(Game *g, Frame *f, Link *decl, int code) noexcept nogil:
    if code == CODE_PASS:
        f.b += 1
        f.c = 0
        return
    add_pick(g, &g.book.selectors[ability_of(g, decl).target[f.b]],
             register_of(ability_of(g, decl), f.b), code)
    decl.picks[decl.n_picks] = code
    decl.pick_of[decl.n_picks // 2] |= f.b << (4 * (decl.n_picks % 2))
    decl.n_picks += 1
    f.c += 1


cdef void decide_cost(Game *g, Frame *f, Link *decl, int code) noexcept nogil:
    """The printed cost stands already; the other one takes its place."""
    cdef int i
    f.step = DS_NUMBER
    if code == CODE_NUMBER:
        return
    decl.flags |= LF_ALT_COST
    for i in range(6):
        decl.owed[i] = cost_of_link(g, decl).points[i]


cdef void declare_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    cdef int entry, i
    if g.s.pend_kind == P_TARGET:
        pick_target(g, f, decl, code)
        return
    if g.s.pend_kind == P_COST:
        decide_cost(g, f, decl, code)
        return
    if g.s.pend_kind == P_AMOUNT:
        amount_decide(g, f.a, code)
        f.step = DS_PAY
        return
    f.step = DS_TARGETS
    if g.s.pend_kind == P_COLUMN:
        if code - CODE_NUMBER != decl.cell % 3:
            entry = entry_number(g, decl.cell, B_SIDE_ATTACK)
            if entry >= 0:
                decl.ability = 0x8000 | entry
                for i in range(6):
                    decl.owed[i] = g.book.basics[entry].cost.points[i]
        decl.target = 2 - (code - CODE_NUMBER)
        return
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        decl.cell = code - CODE_CELL
    else:
        decl.target = code - CODE_CELL
    if decl.kind == LK_ITEM:
        # R9.4: the very character, wherever it moves.
        decl.picks[0] = g.s.chars[decl.target].token
        decl.n_picks = 1


# ---- it stands ----------------------------------------------------------------------------------

cdef void reserve(Game *g, Link *decl) noexcept nogil:
    """R5.16: the tap of the source is spoken for until the link resolves."""
    cdef const Cost *cost = cost_of_link(g, decl)
    # R8.7: an attacker that may attack though it is tapped has no tap to pay.
    cdef bint tap = decl.kind == LK_ATTACK and not g.s.chars[decl.cell].flags & CH_TAPPED
    if decl.kind == LK_SUPPORT and not decl.flags & LF_TAPLESS:
        tap = not g.s.chars[decl.cell].flags & CH_TAPPED and not is_tapless(g, decl.token)
        decl.flags |= 0 if tap else LF_TAPLESS
    if cost != NULL and cost.tap:
        tap = True
    if tap and decl.cell != NO_CELL and decl.flags & LF_GIFTED \
            and (g.s.chars[decl.cell].token == NO_TOKEN
                 or g.s.chars[decl.cell].flags & (CH_TAPPED | CH_RESERVED)):
        decl.flags |= LF_SHORT                      # R5.40: gone or tapped inside the payment
    elif tap and decl.cell != NO_CELL and decl.kind != LK_ENTRY:
        decl.flags |= LF_TAP
        decl.tapping = g.s.chars[decl.cell].token
        g.s.chars[decl.cell].flags |= CH_RESERVED


cdef void count_use(Game *g, Link *decl) noexcept nogil:
    # R7.31, R10.2: used up when declared.
    cdef const Ability *a
    cdef int i
    if decl.kind == LK_SPECIAL:
        remember_deed(g, decl.token, DID_USED, NO_TOKEN)
        a = &g.book.abilities[decl.ability]
        use_beyond(g, a, decl)
        use_counter(g, counter_key(a, decl.token, decl.seat), decl.ability, 0, PER_TURN)
        if a.limit_each == EACH_TARGET:
            for i in range(decl.n_picks):
                use_counter(g, decl.picks[i], decl.ability | 0x8000, 0, PER_TURN)
    elif (decl.kind == LK_BASIC or decl.flags & LF_TAPLESS) \
            and g.s.chars[decl.cell].token == decl.token:
        g.s.chars[decl.cell].used |= 1 << (decl.action - 1)


cdef void use_beyond(Game *g, const Ability *a, const Link *decl) noexcept nogil:
    """R7.41: an ability is used once more than its limit says, by permission."""
    cdef Rule *r
    if a.limit_n == 0 or a.limit_each == EACH_TARGET or uses(
            g, counter_key(a, decl.token, decl.seat), decl.ability, a.limit_per) < a.limit_n:
        return
    r = rule_permitting(g, WHAT_USE, decl.token, decl.token, RULE_OVER_LIMIT)
    if r != NULL:
        use_rule(g, r)


cdef void tell_declared(Game *g, int seat, const Link *decl) noexcept nogil:
    """A declaration stands: it, and each of its targets."""
    cdef int link = 144 + g.s.n_links - 1
    cdef int i
    cdef Detail *d
    telling(g).link = link
    emit(g, EV_DECLARED, seat, decl.token, 255, decl.kind)
    for i in range(decl.n_picks):
        d = telling(g)
        d.link = link
        d.other = decl.token
        hear(g, EV_TARGETED, seat, decl.picks[i], decl.token, decl.kind)


cdef void stand(Game *g, Frame *f, Link *decl) noexcept nogil:
    """The declaration is complete: it may be answered now."""
    cdef int seat = f.seat, whom
    # R11.3: nobody responds to a conversion.
    cdef bint silent = decl.kind == LK_CONVERSION
    cdef Rule *r
    if decl.flags & LF_GIFTED and cell_of(g, decl.token) != NO_CELL and decl.kind != LK_ATTACK:
        decl.cell = cell_of(g, decl.token)          # moved inside the payment
    if decl.kind == LK_ATTACK and g.x.n_rules and attacker_rule(g, decl.cell):
        r = rule_for(g, O_PERMIT, WHAT_ATTACK, decl.token, 255, -1, -1)
        if r != NULL:
            use_rule(g, r)
    if decl.ability != 0xFFFF and not decl.ability & 0x8000:
        silent = (g.book.abilities[decl.ability].flags & AF_UNANSWERABLE) != 0
    if g.x.n_rules:
        use_cost_changes(g, f.a)
    reserve(g, decl)
    count_use(g, decl)
    if g.book.outside & 4:
        forget_declaration(g)
    g.s.declared += 1
    reg_clear_all(g)
    pop_frame(g)
    if decl.flags & LF_NESTED:                      # R15.10: nobody responds
        push_frame(g, FR_RESOLVE, seat).a = g.s.n_links - 1
    else:
        if g.s.n_frames == 0 or top_frame(g).kind != FR_CHAIN:
            push_frame(g, FR_CHAIN, 1 - seat)
        top_frame(g).step = 1 if silent else 0
        top_frame(g).seat = 1 - seat
    tell_declared(g, seat, decl)
    if decl.kind == LK_ATTACK:
        telling(g).other = g.s.chars[(1 - seat) * 6 + 3 + decl.target].token
        emit(g, EV_ATTACK_DECLARED, seat, decl.token, 255, decl.target)
    elif decl.kind == LK_SUPPORT:
        whom = own_participant(g, seat)
        touch_if(g, DEP_BATTLE)
        g.s.supporter = decl.token
        g.s.supported = whom
        telling(g).other = whom
        emit(g, EV_SUPPORT_DECLARED, seat, decl.token, whom, 0)
