"""What cards change of costs: more, less, nothing (R5.28).

Theory of operation. A change of costs is a rule in force about declarations. What a declaration
owes is worked out when it is made; to know whether it could be made, the link that would be built
is imagined behind the last one.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from lycee_core.counters cimport use_rule
from lycee_core.defs cimport *
from lycee_core.in_force cimport fits
from lycee_core.program cimport Ability, Card, Ins
from lycee_core.reading cimport Ctx, ability_ctx
from lycee_core.selectors cimport expr
from lycee_core.state cimport *
from lycee_core.values cimport Registers, fresh, give_back_registers, keep_registers, run_one


cdef enum:
    MOST_CHANGED = 60           # points of one symbol


cdef Link *imagined(Game *g, int seat, int kind, int token, int cell, int ability) noexcept nogil:
    """The link that a declaration would be; the caller clears it and knows that there is room."""
    cdef Link *decl = &g.s.links[g.s.n_links]
    memset(decl, 0, sizeof(Link))
    decl.seat = seat
    decl.kind = kind
    decl.token = token
    decl.card = g.s.face[token]
    decl.cell = cell
    decl.target = NO_CELL
    decl.ability = ability
    decl.pay_head = NO_TOKEN
    return decl


cdef int kinds_of(Game *g, const Link *decl) noexcept nogil:
    """What a declaration is, as a mask; a price inside an effect is nothing of the kind."""
    if decl.flags & LF_TAX and decl.kind == LK_BASIC:
        return 1 << IS_TAX
    if decl.flags & LF_TAX and (decl.ability & 0x8000
                                or g.book.abilities[decl.ability].kind != AK_AS_COST):
        return 0
    if decl.ability != 0xFFFF and decl.ability & 0x8000:
        return 1 << LK_BASIC | 1 << decl.kind
    return 1 << decl.kind


# ---- what a card says of its own cost -----------------------------------------------------------

cdef struct InForce:    # the rules that were in force before
    Registers registers
    uint64_t ops
    uint32_t forbids
    uint32_t permits
    int n


cdef bint speaks_in_hand(Game *g, int number) noexcept nogil:
    """Whether an ability is a passive that is alive while its card is being declared."""
    cdef const Ability *a = &g.book.abilities[number]
    return a.kind == AK_PASSIVE and g.book.steps[number] & STEP_RULE \
        and (a.works_in == ZONE_HAND or a.works_in == WORKS_ANYWHERE)


cdef bint any_speaks_in_hand(Game *g, int card) noexcept nogil:
    cdef const Card *of = &g.book.cards[card]
    cdef int i
    for i in range(of.n_abilities):
        if speaks_in_hand(g, of.first_ability + i):
            return True
    return False


cdef bint is_of_its_card(Game *g, const Link *decl) noexcept nogil:
    """Whether a declaration is of a card itself, and of one with a text about that (R5.46)."""
    return (decl.kind <= LK_AREA or decl.kind == LK_CONVERSION) and decl.card != UNKNOWN_CARD \
        and changes_itself(g, decl.card)


cdef void let_speak(Game *g, const Link *decl, InForce *before) noexcept nogil:
    """Brings a declared card's texts about its own cost into force, behind all others."""
    cdef const Card *card = &g.book.cards[decl.card]
    cdef int i
    keep_registers(g, &before.registers)
    before.n = g.x.n_rules
    before.ops = g.x.rule_ops
    before.forbids = g.x.forbids
    before.permits = g.x.permits
    for i in range(card.n_abilities):
        if speaks_in_hand(g, card.first_ability + i):
            run_one(g, &g.book.abilities[card.first_ability + i], decl.token, NO_CELL, decl.seat,
                    STEP_RULE)


cdef void silence(Game *g, const InForce *before) noexcept nogil:
    g.x.n_rules = before.n
    g.x.rule_ops = before.ops
    g.x.forbids = before.forbids
    g.x.permits = before.permits
    give_back_registers(g, &before.registers)


# ---- what a declaration owes --------------------------------------------------------------------

cdef void changed_by(Game *g, const Rule *r, const Ins *by, uint8_t *out) noexcept nogil:
    """How many of each symbol a rule adds or takes away: plain numbers of four bits, or amounts."""
    cdef int i, pair, n, pc
    cdef Ctx c
    if by[1].op != O_CHANGE_AMOUNTS:
        for i in range(6):
            pair = by.a if i < 2 else by.b if i < 4 else by.c
            out[i] = (pair >> (4 * (i % 2))) & 15
        return
    pc = by[1].x
    ability_ctx(&c, r.seat, r.source, r.cell, 255)
    for i in range(6):
        n = expr(g, &c, pc)
        out[i] = 0 if n < 0 else n if n < MOST_CHANGED else MOST_CHANGED
        while g.book.code[pc].op != X_END:
            pc += 1
        pc += 1


cdef int owed_total(const uint8_t *owed) noexcept nogil:
    return owed[0] + owed[1] + owed[2] + owed[3] + owed[4] + owed[5]


cdef void take_off(const uint8_t *by, int floor, uint8_t *owed) noexcept nogil:
    """Fewer points, one by one: a colourless one stands for any, but for colourless ones first."""
    cdef int i, k, _
    for i in range(6):
        for _ in range(by[i]):
            if owed_total(owed) <= floor:
                return
            if owed[i]:
                owed[i] -= 1
            elif i == 5:
                for k in range(5):
                    if owed[k]:
                        owed[k] -= 1
                        break


cdef bint is_waived(Game *g, const Rule *r, const Link *decl) noexcept nogil:
    """Whether a permission lets a special ability be used without its points."""
    cdef const Ins *ins = &g.book.code[r.pc]
    return ins.op == O_PERMIT and ins.b == WHAT_USE and ins.y & RULE_FREE \
        and not ins.y & RULE_FROM and decl.kind == LK_SPECIAL and fits(g, r, decl.token)


cdef void use_cost_changes(Game *g, int link) noexcept nogil:
    """A declaration stands whose cost was changed: what lasts so many uses, or has a limit, counts
    it."""
    cdef const Ins *ins
    cdef int i, kinds = kinds_of(g, &g.s.links[link])
    if kinds == 0 or not costs_change(g):
        return
    for i in range(g.x.n_rules - 1, -1, -1):
        ins = &g.book.code[g.rules[i].pc]
        if is_waived(g, &g.rules[i], &g.s.links[link]) or (
                ins.op == O_COST_CHANGE and (g.rules[i].ability or g.rules[i].modifier)
                and (ins[1].y == 0 or ins[1].y & kinds) and fits(g, &g.rules[i], 144 + link)):
            use_rule(g, &g.rules[i])


cdef void change_points(Game *g, int link, uint8_t *owed) noexcept nogil:
    """Applies what is in force to the points of a declaration, and what its card says itself."""
    cdef Link *decl = &g.s.links[link]
    cdef InForce before
    cdef int kinds = kinds_of(g, decl)
    cdef bint speaks = kinds != 0 and is_of_its_card(g, decl)
    if speaks:
        fresh(g)
        let_speak(g, decl, &before)
    if kinds and costs_change(g):
        apply_changes(g, link, kinds, owed)
    if speaks:
        silence(g, &before)


cdef void apply_changes(Game *g, int link, int kinds, uint8_t *owed) noexcept nogil:
    """First more, then less, then free (R5.28)."""
    cdef Link *decl = &g.s.links[link]
    cdef const Ins *ins
    cdef const Ins *by
    cdef uint8_t more[6]
    cdef int i, k, step, floor, before
    before = owed_total(owed)
    for step in range(1, 4):
        for i in range(g.x.n_rules):
            ins = &g.book.code[g.rules[i].pc]
            by = ins + 1
            if step == CHANGE_FREE and is_waived(g, &g.rules[i], decl):
                memset(owed, 0, 6)                  # R7.41
            if ins.op != O_COST_CHANGE or ins.b != step or (by.y and not by.y & kinds) \
                    or not fits(g, &g.rules[i], 144 + link):
                continue
            if step != CHANGE_FREE:
                changed_by(g, &g.rules[i], by, more)
            if step == CHANGE_MORE:
                for k in range(6):
                    owed[k] += more[k] if owed[k] < MOST_CHANGED else 0
            elif step == CHANGE_LESS:
                floor = by.x - 1 if by.x else decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION
                take_off(more, floor if floor < before or by.x else before, owed)
            else:
                for k in range(6):
                    owed[k] = 0
    if plays_card(decl) and decl.action & PLAYED_FREE:
        memset(owed, 0, 6)                          # R7.40
