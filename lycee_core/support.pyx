"""Support: who may give it to whom, and what it adds (R8.16 to R8.22).

Theory of operation. Cards change three things by rules in force: who stands near enough, whether
the supporter becomes tapped, and which values the support raises. Where its giver may choose, the
frame FR_SUPPORT asks.
"""

from libc.stdint cimport uint16_t

from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.counters cimport use_rule
from lycee_core.defs cimport *
from lycee_core.faces cimport names_meet
from lycee_core.hooks cimport next_item
from lycee_core.in_force cimport about, fits, forbidden, permitted
from lycee_core.program cimport Ins
from lycee_core.selectors cimport (Ctx, Entities, ability_ctx, adjacent, cell_of, in_set, matches,
                                   member, take_first)
from lycee_core.state cimport *
from lycee_core.triggers cimport emit
from lycee_core.values cimport fresh, has_basic, touch, touch_if


cdef enum:              # steps of FR_SUPPORT
    FS_INSTEAD = 0      # whether it goes to another
    FS_PICK = 1         # to which of several
    FS_VALUE = 2


cdef int own_participant(Game *g, int seat) noexcept nogil:
    if g.s.attacker != NO_TOKEN and cell_of(g, g.s.attacker) // 6 == seat:
        return g.s.attacker
    if g.s.defender != NO_TOKEN and cell_of(g, g.s.defender) // 6 == seat:
        return g.s.defender
    return NO_TOKEN


cdef bint may_take_part(Game *g, int token, int role) noexcept nogil:
    """R8.40: whether an effect can let a character be the attacker (1) or the defender (2)."""
    cdef int other = g.s.defender if role == 1 else g.s.attacker
    if token >= N_TOKENS or g.s.place[token] != ZONE_FIELD or token == other \
            or forbidden(g, WHAT_BATTLE, token, other, -1):
        return False
    return other == NO_TOKEN or cell_of(g, other) // 6 != cell_of(g, token) // 6


# ---- reach --------------------------------------------------------------------------------------

cdef bint same_item(Game *g, int cell, int to) noexcept nogil:
    cdef int one = g.s.chars[cell].item, other
    while one != NO_TOKEN:
        other = g.s.chars[to].item
        while other != NO_TOKEN:
            if names_meet(g, card_of(g, one), card_of(g, other), 3):
                return True
            other = next_item(g, to, other)
        one = next_item(g, cell, one)
    return False


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
    """`gives_rule` for the participant of a side."""
    return gives_rule(g, seat, cell, own_participant(g, seat), action, even_if)


cdef int gives_rule(Game *g, int seat, int cell, int whom, int action, int even_if) noexcept nogil:
    """R8.16 to R8.19, R10.13: who may support whom, without the window and the cost.

    `even_if`: RULE_* flags of what does not matter.
    """
    cdef Character *ch = &g.s.chars[cell]
    cdef int token = ch.token
    if g.s.battle == 0 or whom >= N_TOKENS or cell // 6 != seat or token == NO_TOKEN \
            or g.s.place[whom] != ZONE_FIELD or cell_of(g, whom) // 6 != seat:
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
            use_rule(g, &g.rules[i])


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
    """FR_SUPPORT: to whom it goes instead, AP or DP, then the sum and its triggers."""
    cdef Frame *f = top_frame(g)
    cdef Frame done
    cdef Entities to
    fresh(g)
    if f.step == FS_INSTEAD:
        f.step = FS_VALUE
        to = others_of(g, f, SR_INSTEAD)
        if popcount64(to.lo) + popcount64(to.hi) > 1:
            f.step = FS_PICK
            ask(g, P_CHOOSE, f.seat)
            return
        if to.lo | to.hi:
            go_instead(g, f, member(&to, 0))
    if f.c == SUPPORT_CHOOSE:
        ask(g, P_MODE, f.seat)
        return
    done = f[0]
    to = others_of(g, f, SR_ALSO)
    pop_frame(g)
    if done.c == 255:
        return
    arrive(g, &done, done.b)
    while to.lo | to.hi:
        arrive(g, &done, take_first(&to))


cdef void go_instead(Game *g, Frame *f, int token) noexcept nogil:
    f.b = token
    g.s.supported = token
    touch_if(g, DEP_BATTLE)


cdef void arrive(Game *g, const Frame *f, int token) noexcept nogil:
    """The support raises the values of one character."""
    cdef int cell = cell_of(g, token)
    if token >= N_TOKENS or cell == NO_CELL or g.s.place[token] != ZONE_FIELD:
        return
    add_support(g, cell, f.x, f.c)
    telling(g).other = token
    emit(g, EV_SUPPORTED, f.seat, token, f.a, f.x)


cdef Entities others_of(Game *g, const Frame *f, int flag) noexcept nogil:
    """The characters that rules of cards name beside (SR_ALSO) or instead (SR_INSTEAD) of the one
    that is supported."""
    cdef Entities found
    cdef const Ins *ins
    cdef Ctx c
    cdef int i, cell, token
    found.lo = 0
    found.hi = 0
    found.kind = REG_TOKENS
    found.unsure = 0
    for i in range(g.x.n_rules):
        ins = &g.book.code[g.rules[i].pc]
        if not is_about_support(g, &g.rules[i], f.a, f.b) or not ins.y & flag:
            continue
        ability_ctx(&c, g.rules[i].seat, g.rules[i].source, g.rules[i].cell, 255)
        for cell in range(12):
            token = g.s.chars[cell].token
            if token == NO_TOKEN or token == f.b or matches(g, &c, ins.x, token) != 1:
                continue
            if token < SEAT_TOKENS:
                found.lo |= bit_of(token)
            else:
                found.hi |= bit_of(token)
    return found


cdef int support_check(Game *g, int code) noexcept nogil:
    cdef Entities to
    if top_frame(g).step == FS_PICK:
        to = others_of(g, top_frame(g), SR_INSTEAD)
        return 0 if code < N_TOKENS and in_set(&to, code) else 112          # R1.12
    return 0 if code == CODE_NUMBER or code == CODE_NUMBER + 1 else 112     # R1.12


cdef int support_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Entities to
    cdef int n = 0
    if top_frame(g).step == FS_PICK:
        to = others_of(g, top_frame(g), SR_INSTEAD)
        while to.lo | to.hi:
            out[n] = take_first(&to)
            n += 1
        return n
    out[0] = CODE_NUMBER
    out[1] = CODE_NUMBER + 1
    return 2


cdef void support_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    if f.step == FS_PICK:
        f.step = FS_VALUE
        go_instead(g, f, code)
    else:
        f.c = SUPPORT_AP if code == CODE_NUMBER else SUPPORT_DP
