"""The verbs whose work goes on holding: what they touch is fixed as they are carried out (R14.17).

Theory of operation. Each becomes a lasting change for every entity of its register, with the amount
of this moment; a rule for whatever matches becomes one change for nobody in particular.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from lycee_core.agenda cimport ask
from lycee_core.defs cimport *
from lycee_core.holding cimport amount_for, entry_number
from lycee_core.house cimport WATCHER_LIMIT
from lycee_core.in_force cimport barred
from lycee_core.lasting cimport add_modifier, drop_modifier, skip_of
from lycee_core.program cimport Card, Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.values cimport touch


cdef int how_long(Game *g, const Frame *f, int *count) noexcept nogil:
    """The duration that the instruction before gives, and how often it holds."""
    cdef const Ins *before = &g.book.code[f.pc - 1]
    count[0] = 0
    if f.pc == 0 or before.op != O_UNTIL:
        return UNTIL_TURN_END
    count[0] = skip_of(g, before.b, f.seat, before.c)
    return before.b


cdef int opponent_of(Game *g, const Frame *f) noexcept nogil:
    cdef const Ins *behind = &g.book.code[f.pc + 1]
    if behind.op != O_OF or behind.b == 0:
        return 255
    return reg_first(g, behind.b - 1)


cdef int ruled(int op) noexcept nogil:
    """RULED_*: what an operation that is no change of a value brings; -1 none."""
    if op == O_GRANT:
        return RULED_GIVEN
    if op == O_LOSE_SPECIAL:
        return RULED_TAKEN
    if op >= O_FORBID and op <= O_REQUIRE:
        return RULED_FORBIDDEN + op - O_FORBID
    if op == O_KEEP:
        return RULED_KEPT
    if op == O_DOWN:
        return RULED_DOOMED
    if op == O_DAMAGE:
        return RULED_DAMAGE
    if op == O_SUPPORT_RULE:
        return RULED_SUPPORT
    if op >= O_HAND_LIMIT and op <= O_ADJACENT:
        return RULED_HAND_LIMIT + op - O_HAND_LIMIT
    if op == O_COST_CHANGE:
        return RULED_COSTS
    if op == O_EXCHANGE:
        return RULED_EXCHANGED
    return RULED_NO_WAKE_UP if op == O_SKIP_WAKE_UP else -1


cdef void tell_lasting(Game *g, const Frame *f, const Ins *ins, int entity,
                       int amount) noexcept nogil:
    """A lasting change holds from now on for somebody, or (255) for whatever it matches."""
    cdef int token = entity if entity < N_TOKENS else NO_TOKEN
    cdef int seat = entity - 160 if entity >= 160 and entity < 162 else f.seat
    if entity == 255:
        seat = NOBODY_SEAT
    if ins.op == O_CHANGE:
        report(g, EV_VALUE_CHANGED, seat, token, ins.b, amount)
    elif ins.op == O_SET:
        report(g, EV_VALUE_SET, seat, token, ins.b, amount)
    elif ins.op == O_GAIN_BASIC:
        report(g, EV_BASIC_CHANGED, seat, token, cell_of(g, token), ins.b)
    elif ins.op == O_LOSE_BASIC:
        report(g, EV_BASIC_CHANGED, seat, token, cell_of(g, token), -1 - ins.b)
    elif ins.op == O_BECOME:
        report(g, EV_BECAME, seat, token, ins.b, amount)
    elif ruled(ins.op) >= 0:
        report(g, EV_RULED, seat, token, ruled(ins.op), ins.b)


cdef bint hold_one(Game *g, const Frame *f, const Ins *ins, Ctx *c, int entity, int until,
                   int count) noexcept nogil:
    cdef Modifier *m
    if entity < N_TOKENS and ins.op != O_FORBID and ins.op != O_PERMIT and ins.op != O_REQUIRE \
            and g.s.place[entity] != ZONE_FIELD:
        return False
    if entity < N_TOKENS and ins.op < O_FORBID and ins.op != O_KEEP \
            and ins.op != O_SKIP_WAKE_UP and barred(g, f, WHAT_BE_CHANGED, entity):
        return False                                # R14.14
    m = add_modifier(g, f.pc, entity, c, until, count)
    if m == NULL:
        return False
    m.amount = amount_for(g, c, ins, entity)
    m.aux = opponent_of(g, f)
    if ins.op == O_LOSE_SPECIAL and ins.b == LOSE_ONE:
        m.amount = g.s.chosen[N_CHOSEN - 1]
    tell_lasting(g, f, ins, entity, m.amount)
    return True


cdef int copy_all(Game *g, const Frame *f, const Ins *ins, Ctx *c, int entity, int until,
                  int count) noexcept nogil:
    """`copy_basics`: one change for each basic ability that the other has now."""
    cdef int source = reg_first(g, ins.b)
    cdef int cell = cell_of(g, source), own = cell_of(g, entity), b, n = 0
    cdef Modifier *m
    cdef uint32_t basics
    if source >= N_TOKENS or entity >= N_TOKENS or cell == NO_CELL or own == NO_CELL \
            or g.s.place[source] != ZONE_FIELD or g.s.place[entity] != ZONE_FIELD:
        return 0
    basics = g.x.basics[cell]
    if ins.x:
        basics &= ~g.x.basics[own]
    for b in range(17):
        if not (basics >> b) & 1:
            continue
        m = add_modifier(g, f.pc, entity, c, until, count)
        if m == NULL:
            return n
        m.amount = entry_number(g, cell, b) + 1
        m.aux = b
        n += 1
        report(g, EV_BASIC_CHANGED, f.seat, entity, own, b)
    return n


cdef void op_lasting(Game *g, Frame *f, const Ins *ins, Ctx *c) noexcept nogil:
    """O_SET, O_BECOME, O_GRANT, O_FORBID and everything else that goes on holding."""
    cdef uint8_t found[120]
    cdef int n, i, count = 0, done = 0
    cdef int until = how_long(g, f, &count)
    if ins.a == 255:
        done = add_modifier(g, f.pc, 255, c, until, count) != NULL
        if done:
            g.s.modifiers[g.s.n_modifiers - 1].amount = amount_for(g, c, ins, 255)
            g.s.modifiers[g.s.n_modifiers - 1].aux = opponent_of(g, f)
            tell_lasting(g, f, ins, 255, g.s.modifiers[g.s.n_modifiers - 1].amount)
        finish(g, f, done, done)
        return
    n = reg_list(g, ins.a, found)
    for i in range(n):
        if ins.op == O_COPY_BASICS:
            done += copy_all(g, f, ins, c, found[i], until, count) > 0
        else:
            done += hold_one(g, f, ins, c, found[i], until, count)
    touch(g)
    finish(g, f, done, n > 0 and done == n)


cdef bint resets(const Ins *ins, const Ins *change) noexcept nogil:
    """Whether a lasting change is one of the values that are reset."""
    if change.op == O_EXCHANGE:
        return (ins.b >> change.b) & 1 or (ins.b >> change.y) & 1
    if change.op == O_SET and change.b >= VAL_ORIGINAL_AP:
        return (ins.b >> (change.b - VAL_ORIGINAL_AP)) & 1
    return (change.op == O_SET or change.op == O_CHANGE) and (ins.b >> change.b) & 1


cdef void op_reset(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_RESET: drops what effects did to values; what passive abilities do is worked out anew."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, ins.a, found)
    cdef int i, k, cell, v, done = 0
    for i in range(n):
        cell = cell_of(g, found[i])
        if found[i] >= N_TOKENS or cell == NO_CELL or g.s.place[found[i]] != ZONE_FIELD:
            continue
        done += 1
        for v in range(3):
            if (ins.b >> v) & 1:
                g.s.chars[cell].turn_change[v] = 0
                g.s.chars[cell].battle_change[v] = 0
        k = 0
        while k < g.s.n_modifiers:
            if g.s.modifiers[k].subject == found[i] \
                    and resets(ins, &g.book.code[g.s.modifiers[k].pc]):
                drop_modifier(g, k)
            else:
                k += 1
    touch(g)
    finish(g, f, done, n > 0 and done == n)


# ---- one ability of a character -----------------------------------------------------------------

cdef int special_at(Game *g, int token, int which) noexcept nogil:
    """The which-th special ability that a character has now, printed ones first; -1: none."""
    cdef int cell = cell_of(g, token), i
    cdef const Card *card
    if token >= N_TOKENS or cell == NO_CELL or g.s.place[token] != ZONE_FIELD:
        return -1
    card = card_of(g, token)
    for i in range(card.n_abilities):
        if not (g.x.lost[cell] >> i) & 1:
            if which == 0:
                return card.first_ability + i
            which -= 1
    for i in range(g.x.n_granted):
        if g.granted[i].cell == cell:
            if which == 0:
                return g.granted[i].ability
            which -= 1
    return -1


cdef int special_count(Game *g, int token) noexcept nogil:
    cdef int n = 0
    while n < 16 and special_at(g, token, n) >= 0:
        n += 1
    return n


cdef void op_lose_one(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_LOSE_ONE: which ability the next instruction takes away."""
    cdef int n = special_count(g, reg_first(g, ins.a))
    if n > 1:
        ask(g, P_MODE, f.seat)
    else:
        lose_chosen(g, f, 0)


cdef void lose_chosen(Game *g, Frame *f, int which) noexcept nogil:
    g.s.chosen[N_CHOSEN - 1] = special_at(g, reg_first(g, current(g, f).a), which)
    f.pc += 1


cdef void op_become_new(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_BECOME_NEW: as if it had just entered, or as if a turn had passed (R6.9)."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, ins.a, found)
    cdef int i, cell, done = 0
    for i in range(n):
        cell = cell_of(g, found[i])
        if found[i] < N_TOKENS and cell != NO_CELL and g.s.place[found[i]] == ZONE_FIELD:
            done += 1
            g.s.chars[cell].flags &= ~CH_NEW
            g.s.chars[cell].flags |= CH_NEW if ins.b else 0
            report(g, EV_BECAME, f.seat, found[i], BECOME_NEW, ins.b)
    touch(g)
    finish(g, f, done, n > 0 and done == n)


# ---- later --------------------------------------------------------------------------------------

cdef bint watch_one(Game *g, Frame *f, const Ins *ins, const Ctx *c, int until, int count,
                    const uint8_t *names, int follows) noexcept nogil:
    cdef Watcher *w
    cdef int i
    if g.s.n_watchers >= WATCHER_LIMIT:
        return False                                # R14.13
    w = &g.s.watchers[g.s.n_watchers]
    g.s.n_watchers += 1
    memset(w, 0, sizeof(Watcher))
    w.ability = ins.x
    w.seat = c.seat
    w.source = c.source
    w.cell = c.cell
    w.until = until
    w.count = 0 if ins.b else (ins.y if ins.y else 1)
    w.subject = names[0]
    w.skip = follows
    if until == UNTIL_OWN_TURN_END and count:
        w.skip |= WF_SKIP
    for i in range(3):
        w.names[i] = names[i]
    return True


cdef int follow_flags(Game *g, const Ins *regs) noexcept nogil:
    """WF_FOLLOW for each of the three names that may leave their zones."""
    cdef int found = 0
    if regs.a and (g.s.follows >> (regs.a - 1)) & 1:
        found |= WF_FOLLOW
    if regs.b and (g.s.follows >> (regs.b - 1)) & 1:
        found |= WF_FOLLOW << 1
    if regs.c and (g.s.follows >> (regs.c - 1)) & 1:
        found |= WF_FOLLOW << 2
    return found


cdef void op_later(Game *g, Frame *f, const Ins *ins, Ctx *c) noexcept nogil:
    """O_LATER: an ability of no card that waits for its event, with what the effect has named.

    The first register may hold several: then one waits for each of them.
    """
    cdef uint8_t found[120]
    cdef uint8_t names[3]
    cdef const Ins *regs = &g.book.code[f.pc + 1]
    cdef int count = 0, i, n = 1, done = 0, follows = 0
    cdef int until = how_long(g, f, &count)
    found[0] = 255
    if regs.op == O_OF:
        follows = follow_flags(g, regs)
    if regs.op == O_OF and regs.a:
        n = reg_list(g, regs.a - 1, found)
    for i in range(n):
        names[0] = found[i]
        names[1] = reg_first(g, regs.b - 1) if regs.op == O_OF and regs.b else 255
        names[2] = reg_first(g, regs.c - 1) if regs.op == O_OF and regs.c else 255
        done += watch_one(g, f, ins, c, until, count, names, follows)
    touch(g)
    finish(g, f, done, n > 0 and done == n)


cdef void op_remember(Game *g, Frame *f, const Ins *ins, Ctx *c) noexcept nogil:
    """O_REMEMBER: a card, cell or number, for a later ability of the same card."""
    cdef int i = 0, entity = 255
    cdef Modifier *m
    cdef const Ins *old
    if ins.a != 255:
        entity = reg_first(g, ins.a)
    while i < g.s.n_modifiers:
        old = &g.book.code[g.s.modifiers[i].pc]
        if old.op == O_REMEMBER and old.b == ins.b and g.s.modifiers[i].subject == c.source:
            drop_modifier(g, i)
        else:
            i += 1
    m = add_modifier(g, f.pc, c.source, c, UNTIL_GAME_END, 0)
    if m != NULL:
        m.aux = entity
        if ins.a < N_WAS:
            m.aux2 = (g.s.follows >> ins.a) & 1     # 1: it may leave its zone
        if ins.a == 255:
            m.amount = limited(expr(g, c, ins.x))
    finish(g, f, m != NULL, m != NULL)
