"""Support: who may give it to whom, and what it adds (R8.16 to R8.22).

Theory of operation. Cards change three things by rules in force: who stands near enough, whether
the supporter becomes tapped, and which values the support raises. Where its giver may choose, the
frame FR_SUPPORT asks.
"""

from libc.stdint cimport uint16_t

from lycee_core.defs cimport *
from lycee_core.faces cimport names_meet
from lycee_core.in_force cimport about, fits, forbidden, permitted
from lycee_core.lasting cimport use_up
from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx, ability_ctx, adjacent, cell_of, matches
from lycee_core.state cimport *
from lycee_core.triggers cimport emit
from lycee_core.values cimport fresh, has_basic, touch, touch_if


cdef int own_participant(Game *g, int seat) noexcept nogil:
    if g.s.attacker != NO_TOKEN and cell_of(g, g.s.attacker) // 6 == seat:
        return g.s.attacker
    if g.s.defender != NO_TOKEN and cell_of(g, g.s.defender) // 6 == seat:
        return g.s.defender
    return NO_TOKEN


# ---- reach --------------------------------------------------------------------------------------

cdef bint same_item(Game *g, int cell, int to) noexcept nogil:
    if g.s.chars[cell].item == NO_TOKEN or g.s.chars[to].item == NO_TOKEN:
        return False
    return names_meet(g, card_of(g, g.s.chars[cell].item), card_of(g, g.s.chars[to].item), 3)


cdef bint near(Game *g, int cell, int to, int flags) noexcept nogil:
    """Whether a support rule lets support go from one cell to another."""
    cdef int d
    if flags & SR_ANY:
        return True
    if flags & SR_NEIGHBOURS:
        d = cell % 3 - to % 3
        if d >= -1 and d <= 1:
            return True
    return flags & SR_SAME_ITEM and same_item(g, cell, to)


cdef bint reaches(Game *g, int cell, int to) noexcept nogil:
    """R8.19: next to each other, or a rule of a card says it is near enough."""
    cdef int giver = g.s.chars[cell].token, taker = g.s.chars[to].token, i
    cdef const Ins *ins
    cdef Rule *r
    if adjacent(cell, to):
        return True
    if cell // 6 != to // 6:
        return False
    for i in range(g.x.n_rules):
        r = &g.rules[i]
        ins = &g.book.code[r.pc]
        if ins.op == O_SUPPORT_RULE and near(g, cell, to, ins.y) \
                and fits(g, r, taker if ins.y & SR_RECEIVED else giver) \
                and about(g, r, giver if ins.y & SR_RECEIVED else taker, -1, -1):
            return True
        if ins.op == O_ADJACENT and ((r.subject == giver and counts_near(g, r, taker)) or
                                     (r.subject == taker and counts_near(g, r, giver))):
            return True
    return permitted(g, WHAT_SUPPORT, giver, taker, RULE_NOT_ADJACENT)


cdef bint counts_near(Game *g, const Rule *r, int token) noexcept nogil:
    """Whether a character is among those that `adjacent` names."""
    cdef Ctx c
    ability_ctx(&c, r.seat, r.source, r.cell, 255)
    return g.book.code[r.pc].x == 0 or matches(g, &c, g.book.code[r.pc].x, token) == 1


# ---- who may ------------------------------------------------------------------------------------

cdef bint is_tapless(Game *g, int token) noexcept nogil:
    """Whether a character supports without becoming tapped."""
    cdef int i
    cdef const Ins *ins
    for i in range(g.x.n_rules):
        ins = &g.book.code[g.rules[i].pc]
        if ins.op == O_SUPPORT_RULE and ins.y & SR_FREE and not ins.y & SR_RECEIVED \
                and fits(g, &g.rules[i], token):
            return True
    return False


cdef int support_rule(Game *g, int seat, int cell, int action, int even_if) noexcept nogil:
    """R8.16 to R8.19, R10.13: who may support whom, without the window and the cost.

    `even_if`: RULE_* flags of what does not matter.
    """
    cdef int whom, token
    cdef Character *ch = &g.s.chars[cell]
    whom = own_participant(g, seat) if g.s.battle else NO_TOKEN
    token = ch.token
    if whom == NO_TOKEN or cell // 6 != seat or token == NO_TOKEN:
        return 816                                  # R8.16
    if ch.flags & (CH_TAPPED | CH_RESERVED) and not even_if & RULE_TAPPED \
            and not permitted(g, WHAT_SUPPORT, token, whom, RULE_TAPPED):
        return 817                                  # R8.17
    if (token == g.s.attacker or token == g.s.defender) and not even_if & RULE_ITSELF:
        return 818                                  # R8.18
    if not even_if & RULE_NOT_ADJACENT and not (even_if & RULE_ITSELF and token == whom) \
            and not reaches(g, cell, cell_of(g, whom)):
        return 819                                  # R8.19
    if forbidden(g, WHAT_SUPPORT, token, whom, -1) \
            or forbidden(g, WHAT_BE_SUPPORTED, whom, token, -1):
        return 1414                                 # R14.14
    if action == ACT_SUPPORTER:
        if not has_basic(g, cell, B_SUPPORTER):
            return 1013                             # R10.13
        if (ch.used >> (ACT_SUPPORTER - 1)) & 1:
            return 731                              # R7.31
    return 0


# ---- what it adds -------------------------------------------------------------------------------

cdef bint is_about_support(Game *g, const Rule *r, int giver, int taker) noexcept nogil:
    """Whether a rule says how this support works."""
    cdef const Ins *ins = &g.book.code[r.pc]
    return ins.op == O_SUPPORT_RULE and fits(g, r, taker if ins.y & SR_RECEIVED else giver) \
        and about(g, r, giver if ins.y & SR_RECEIVED else taker, -1, -1)


cdef void use_support_rules(Game *g, int giver, int taker) noexcept nogil:
    """Rules that last a number of uses; the last first, as a record that ends moves the later."""
    cdef int i
    for i in range(g.x.n_rules - 1, -1, -1):
        if is_about_support(g, &g.rules[i], giver, taker):
            use_up(g, g.rules[i].modifier)


cdef int kind_of(Game *g, int giver, int taker) noexcept nogil:
    """SUPPORT_* of a support; 255: it is void."""
    cdef int i, kind = SUPPORT_AS_EVER
    cdef const Ins *ins
    for i in range(g.x.n_rules):
        ins = &g.book.code[g.rules[i].pc]
        if not is_about_support(g, &g.rules[i], giver, taker):
            continue
        if ins.y & SR_VOID:
            return 255
        if ins.b:
            kind = ins.b
    return kind


cdef void add_support(Game *g, int cell, int sp, int kind) noexcept nogil:
    """R8.22, R10.15: to AP in the AF, to DP in the DF; Attacker and Defender override the row, a
    rule of a card overrides them."""
    cdef bint ap = cell % 6 < 3
    cdef bint dp = not ap
    if has_basic(g, cell, B_ATTACKER) or has_basic(g, cell, B_DEFENDER):
        ap = has_basic(g, cell, B_ATTACKER)
        dp = has_basic(g, cell, B_DEFENDER)
    if kind == SUPPORT_REVERSED:
        ap = cell % 6 >= 3
        dp = not ap
    elif kind != SUPPORT_AS_EVER:
        ap = kind != SUPPORT_DP
        dp = kind != SUPPORT_AP
    if ap:
        g.s.chars[cell].battle_change[VAL_AP] += sp
    if dp:
        g.s.chars[cell].battle_change[VAL_DP] += sp
    touch(g)


cdef void give_support(Game *g, int seat, int token, int whom) noexcept nogil:
    """A character supports another now; both stand on the field."""
    cdef int kind
    cdef Frame *f
    fresh(g)
    kind = kind_of(g, token, whom)
    use_support_rules(g, token, whom)
    g.s.supporter = token
    g.s.supported = whom
    touch_if(g, DEP_BATTLE)
    f = push_frame(g, FR_SUPPORT, seat)
    f.a = token
    f.b = whom
    f.c = kind
    f.x = g.x.values[cell_of(g, token)][VAL_SP]


cdef void support_run(Game *g) noexcept nogil:
    """FR_SUPPORT: a choice between AP and DP, then the sum and its triggers."""
    cdef Frame f = top_frame(g)[0]
    cdef int cell = cell_of(g, f.b)
    if f.c == SUPPORT_CHOOSE:
        ask(g, P_MODE, f.seat)
        return
    pop_frame(g)
    if f.c == 255 or cell == NO_CELL:
        return
    add_support(g, cell, f.x, f.c)
    telling(g).other = f.b
    emit(g, EV_SUPPORTED, f.seat, f.b, f.a, f.x)


cdef int support_check(Game *g, int code) noexcept nogil:
    return 0 if code == CODE_NUMBER or code == CODE_NUMBER + 1 else 112     # R1.12


cdef int support_options(Game *g, uint16_t *out) noexcept nogil:
    out[0] = CODE_NUMBER
    out[1] = CODE_NUMBER + 1
    return 2


cdef void support_decide(Game *g, int code) noexcept nogil:
    top_frame(g).c = SUPPORT_AP if code == CODE_NUMBER else SUPPORT_DP
