# Continuous effects.
#
# Theory of operation. R14.7: printed values, then abilities gained and lost, then changes; passive
# abilities of everything in play are run as small programs over the cache in Scratch. Nothing here
# is part of the compared state: a clone recomputes. Passive programs use the registers of the
# state, which are saved around them because an effect may be half done.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from lycee_core.defs cimport *
from lycee_core.holding cimport add_rule, amount_for, clamp, entry_number, hold_for
from lycee_core.hooks cimport next_item
from lycee_core.program cimport Ability, Card, Ins, works_in_play
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.steps cimport step_of


cdef struct Source:         # a card in play that has passive abilities
    uint8_t token
    uint8_t cell
    uint8_t seat
    uint8_t steps

cdef enum:
    MOST_SOURCES = 120      # every card at most once

cdef struct Sources:        # all of them, in the order of cells
    Source of[MOST_SOURCES]
    int n
    int steps               # of all, of what lasts, of what is granted


cdef inline bint is_changed(const Character *ch) noexcept nogil:
    # Most are not: six sums of two bytes, asked at once.
    cdef uint64_t first
    cdef uint32_t last
    memcpy(&first, &ch.turn_change[0], sizeof(first))
    memcpy(&last, &ch.battle_change[1], sizeof(last))
    return (first | last) != 0


cdef void base_values(Game *g, int cell, bint summed) noexcept nogil:
    """Printed values and abilities, and the plain sums that last a turn or a battle."""
    cdef Character *ch = &g.s.chars[cell]
    cdef const Card *card = card_of(g, ch.token)
    g.x.values[cell][VAL_AP] = card.ap
    g.x.values[cell][VAL_DP] = card.dp
    g.x.values[cell][VAL_SP] = card.sp
    if summed and is_changed(ch):
        add_sums(g, cell)
    # R14.7: losing wins over gaining.
    g.x.basics[cell] = (card.basics | ch.gained) & ~ch.lost
    g.x.lost[cell] = 0


cdef void add_sums(Game *g, int cell) noexcept nogil:
    cdef Character *ch = &g.s.chars[cell]
    cdef int i
    for i in range(3):
        g.x.values[cell][i] = clamp(g.x.values[cell][i] + ch.turn_change[i] + ch.battle_change[i])


# ---- passive abilities --------------------------------------------------------------------------

cdef void copy_now(Game *g, Ctx *c, int pc, int entity, int source) noexcept nogil:
    """A passive `copy_basics`: every basic ability of another character, with its price."""
    cdef int cell = cell_of(g, source), b
    cdef uint32_t m
    if cell == NO_CELL or source >= N_TOKENS or g.s.place[source] != ZONE_FIELD:
        return
    m = g.x.basics[cell]
    for b in range(17):
        if (m >> b) & 1:
            hold_for(g, c, pc, entity, entry_number(g, cell, b) + 1, 0, b)


cdef void passive_operation(Game *g, Ctx *c, int pc) noexcept nogil:
    cdef const Ins *ins = &g.book.code[pc]
    cdef uint8_t found[120]
    cdef int n, i
    if ins.a == 255:
        add_rule(g, c, pc, 255, amount_for(g, c, ins, 255), 0, 0)
        return
    n = reg_list(g, ins.a, found)
    for i in range(n):
        if ins.op == O_COPY_BASICS:
            copy_now(g, c, pc, found[i], reg_first(g, ins.b))
        else:
            hold_for(g, c, pc, found[i], amount_for(g, c, ins, found[i]), 0, against_now(g, pc))


cdef int against_now(Game *g, int pc) noexcept nogil:
    """The one opponent that the instruction behind an operation names by a register."""
    cdef const Ins *ins = &g.book.code[pc + 1]
    if ins.op != O_OF or ins.b == 0:
        return 255
    return reg_first(g, ins.b - 1)


cdef void join_registers(Game *g, int into, int other) noexcept nogil:
    """Adds the members of a register to another.

    A set is of one kind: the first members decide it, others of another kind are left out.
    """
    if g.s.reg_lo[into] == 0 and g.s.reg_hi[into] == 0:
        g.s.reg_kind[into] = g.s.reg_kind[other]
    if g.s.reg_kind[into] == g.s.reg_kind[other]:
        g.s.reg_lo[into] |= g.s.reg_lo[other]
        g.s.reg_hi[into] |= g.s.reg_hi[other]


cdef void run_passive(Game *g, Ctx *c, int pc, int step) noexcept nogil:
    cdef const Ins *ins
    cdef Entities found
    while True:
        ins = &g.book.code[pc]
        pc += 1
        if ins.op == O_END:
            return
        if ins.op == O_SELECT:
            select(g, c, ins.x, &found)
            g.s.reg_lo[ins.a] = found.lo
            g.s.reg_hi[ins.a] = found.hi
            g.s.reg_kind[ins.a] = found.kind
        elif ins.op == O_REF:
            fill_register(g, ins.a, resolve_ref(g, c, ins.b))
        elif ins.op == O_COPY:
            g.s.reg_lo[ins.a] = g.s.reg_lo[ins.b]
            g.s.reg_hi[ins.a] = g.s.reg_hi[ins.b]
            g.s.reg_kind[ins.a] = g.s.reg_kind[ins.b]
        elif ins.op == O_CLEAR:
            reg_clear(g, ins.a, REG_TOKENS)
        elif ins.op == O_JOIN:
            join_registers(g, ins.a, ins.b)
        elif ins.op == O_UNLESS:
            if not holds(g, c, ins.x):
                pc = ins.y
        elif ins.op == O_JUMP:
            pc = ins.x
        elif step_of(ins.op) == step:
            passive_operation(g, c, pc - 1)


cdef void run_one(Game *g, const Ability *a, int token, int cell, int seat,
                  int step) noexcept nogil:
    cdef Ctx c
    cdef int number = a - g.book.abilities
    if a.limit_n and (limit_reached(g, a, number, token, seat, a.limit_per)
                      or not has_counter(g, limit_key(a, token, seat), number)):
        return                                      # R7.31: applied as often as it may be
    ability_ctx(&c, seat, token, cell, 255)
    if holds(g, &c, a.cond):
        g.x.speaking = number + 1 if a.limit_n else 0
        run_passive(g, &c, a.effect, step)
        g.x.speaking = 0


cdef void passives_of(Game *g, const Source *of, int step) noexcept nogil:
    cdef const Card *card = card_of(g, of.token)
    cdef const Ability *a
    cdef int i, seat
    for i in range(card.n_abilities):
        if not g.book.steps[card.first_ability + i] & step:
            continue
        a = &g.book.abilities[card.first_ability + i]
        if a.kind != AK_PASSIVE:                    # R7.31: gone once it has been used up
            if card.type == TYPE_CHARACTER and of.cell != NO_CELL and limit_reached(
                    g, a, card.first_ability + i, of.token, of.seat, PER_TURN):
                g.x.lost[of.cell] |= 1 << i
            continue
        if of.cell == NO_CELL:
            if not works_here(g, a, of.token):
                continue
        elif not works_in_play(a) or (card.type == TYPE_CHARACTER and (g.x.lost[of.cell] >> i) & 1
                                      and step > STEP_LOSE):
            continue
        seat = of.seat
        if a.host:
            seat = user_of(g, a, of.token, of.cell, seat)
            if seat > 1:
                continue
        run_one(g, a, of.token, of.cell, seat, step)


cdef void modifiers_hold(Game *g, int step) noexcept nogil:
    """Lasting changes, in the order of arrival (R14.7)."""
    cdef Modifier *m
    cdef Ctx c
    cdef int i
    for i in range(g.s.n_modifiers):
        m = &g.s.modifiers[i]
        if step_of(g.book.code[m.pc].op) != step:
            continue
        ability_ctx(&c, m.seat, m.source, m.cell, 255)
        if m.until == UNTIL_WHILE and not holds(g, &c, g.book.code[m.pc - 1].x):
            continue
        hold_for(g, &c, m.pc, m.subject, m.amount, i + 1, m.aux)


cdef void drop_spent(Game *g) noexcept nogil:
    """R7.31: abilities that were given and are gone once they have been used up."""
    cdef int i, kept = 0
    cdef Granted *given
    for i in range(g.x.n_granted):
        given = &g.granted[i]
        if not g.book.abilities[given.ability].limit_after or not limit_reached(
                g, &g.book.abilities[given.ability], given.ability, given.token, given.cell // 6,
                PER_TURN):
            g.granted[kept] = given[0]
            kept += 1
    g.x.n_granted = kept


cdef void run_step(Game *g, const Sources *sources, int step) noexcept nogil:
    cdef int cell, i, n
    for i in range(sources.n):
        if sources.of[i].steps & step:
            passives_of(g, &sources.of[i], step)
    if step > STEP_GRANT:
        n = g.x.n_granted
        for i in range(n):
            if i < g.x.n_granted and g.book.steps[g.granted[i].ability] & step \
                    and g.book.abilities[g.granted[i].ability].kind == AK_PASSIVE:
                cell = g.granted[i].cell
                run_one(g, &g.book.abilities[g.granted[i].ability], g.granted[i].token, cell,
                        cell // 6, step)
    if step == STEP_LOSE:
        drop_spent(g)
    modifiers_hold(g, step)


# ---- working out everything anew ----------------------------------------------------------------

cdef inline void look_at(Game *g, Sources *sources, int token, int cell, int seat) noexcept nogil:
    """Notes what a card in play brings: events it listens to, passive abilities."""
    cdef int face = g.s.face[token]
    cdef const Card *card = &g.book.cards[face]
    g.x.listens |= card.listens
    g.x.replaces |= card.replaces
    g.x.depends |= g.book.depends[face]
    if g.book.card_steps[face]:
        sources.of[sources.n].token = token
        sources.of[sources.n].cell = cell
        sources.of[sources.n].seat = seat
        sources.of[sources.n].steps = g.book.card_steps[face]
        sources.n += 1
        sources.steps |= g.book.card_steps[face]


cdef void look_at_items(Game *g, Sources *sources, int cell) noexcept nogil:
    """The items of the character in a cell; apart, since most have none."""
    cdef int item = g.s.chars[cell].item
    while item != NO_TOKEN:
        look_at(g, sources, item, cell, seat_of(item))
        if card_of(g, item).flags & CF_ACTIVATED:
            g.x.active_on |= 1 << cell
        item = next_item(g, cell, item)


cdef void look_at_cell(Game *g, Sources *sources, int cell) noexcept nogil:
    """The character of a cell with its item, and the area."""
    cdef Character *ch = &g.s.chars[cell]
    cdef int bit = 1 << cell
    if ch.token != NO_TOKEN:
        g.x.no_wake_up[cell] = 0
        base_values(g, cell, True)
        look_at(g, sources, ch.token, cell, cell // 6)
        g.x.occupied |= bit
        if card_of(g, ch.token).flags & CF_ACTIVATED:
            g.x.active |= bit
            if g.book.depends[g.s.face[ch.token]] & DEP_FOREIGN:
                g.x.foreign |= bit
        if ch.item != NO_TOKEN:
            look_at_items(g, sources, cell)
    if ch.area != NO_TOKEN:
        look_at(g, sources, ch.area, cell, seat_of(ch.area))
        if card_of(g, ch.area).flags & CF_ACTIVATED:
            g.x.active_on |= bit


cdef void look_outside(Game *g, Sources *sources) noexcept nogil:
    """Public cards outside play whose abilities are alive there; whatever moves may be one."""
    cdef uint8_t tokens[N_TOKENS]
    cdef int i, n = outsiders(g, tokens)
    for i in range(n):
        look_at(g, sources, tokens[i], NO_CELL, seat_of(tokens[i]))
    g.x.depends |= DEP_ZONES


cdef void refresh(Game *g) noexcept nogil:
    cdef Sources sources
    cdef int cell, i
    cdef uint32_t basics = 0
    g.x.fresh = 1
    g.x.listens = 0
    g.x.replaces = 0
    g.x.occupied = 0
    g.x.active = 0
    g.x.foreign = 0
    g.x.active_on = 0
    g.x.depends = 0
    g.x.became = 0
    g.x.retyped = 0
    g.x.original_set = 0
    g.x.n_rules = 0
    g.x.rule_ops = 0
    g.x.forbids = 0
    g.x.permits = 0
    g.x.n_granted = 0
    g.x.n_basic_entries = 0
    memset(g.x.basics, 0, sizeof(g.x.basics))
    sources.n = 0
    sources.steps = 0
    for cell in range(12):
        if g.s.chars[cell].token != NO_TOKEN or g.s.chars[cell].area != NO_TOKEN:
            look_at_cell(g, &sources, cell)
    if g.book.outside & 1:
        look_outside(g, &sources)
    for i in range(g.s.n_modifiers):
        sources.steps |= step_of(g.book.code[g.s.modifiers[i].pc].op)
    if sources.steps:
        apply_steps(g, &sources)
    for cell in range(12):
        basics |= g.x.basics[cell]
    if basics & ((1 << B_BONUS) | (1 << B_DECK_BONUS) | (1 << B_PENALTY)):
        g.x.listens |= (1u << EV_DOWNS) | (1u << EV_DECK_DAMAGE) | (1u << EV_LEFT)
    for i in range(g.s.n_watchers):
        g.x.listens |= (<uint64_t>1) << g.book.abilities[g.s.watchers[i].ability].event


cdef void keep_registers(Game *g, Registers *out) noexcept nogil:
    """What reads passive abilities works in the registers of the effect in progress."""
    memcpy(out.lo, g.s.reg_lo, sizeof(out.lo))
    memcpy(out.hi, g.s.reg_hi, sizeof(out.hi))
    memcpy(out.kind, g.s.reg_kind, sizeof(out.kind))
    memcpy(out.was, g.s.reg_was, sizeof(out.was))
    out.follows = g.s.follows
    memset(g.s.reg_was, 0, sizeof(out.was))


cdef void give_back_registers(Game *g, const Registers *kept) noexcept nogil:
    memcpy(g.s.reg_lo, kept.lo, sizeof(kept.lo))
    memcpy(g.s.reg_hi, kept.hi, sizeof(kept.hi))
    memcpy(g.s.reg_kind, kept.kind, sizeof(kept.kind))
    memcpy(g.s.reg_was, kept.was, sizeof(kept.was))
    g.s.follows = kept.follows


cdef void apply_steps(Game *g, Sources *sources) noexcept nogil:
    """R14.7: what something is, abilities gained, then lost, values set, then changed, rules."""
    cdef Registers kept
    cdef int cell, i, step = STEP_BECOME
    keep_registers(g, &kept)
    if sources.steps & STEP_SET:
        for cell in range(12):
            if g.s.chars[cell].token != NO_TOKEN:
                base_values(g, cell, False)         # sums come after what is set
    while step <= STEP_RULE:
        if sources.steps & step:
            run_step(g, sources, step)
        if step == STEP_GRANT and sources.steps & STEP_GRANT:
            for i in range(g.x.n_granted):
                sources.steps |= g.book.steps[g.granted[i].ability]
        if step == STEP_SET and sources.steps & STEP_SET:
            for cell in range(12):
                if g.s.chars[cell].token != NO_TOKEN:
                    add_sums(g, cell)
        step <<= 1
    for i in range(g.s.n_modifiers):
        if g.s.modifiers[i].until == UNTIL_WHILE:
            g.x.depends |= DEP_EVERYTHING
    for i in range(g.x.n_granted):
        look_at_granted(g, &g.granted[i])
    give_back_registers(g, &kept)


cdef void look_at_granted(Game *g, const Granted *given) noexcept nogil:
    """Notes what an ability brings that a character was given."""
    cdef const Ability *a = &g.book.abilities[given.ability]
    if a.kind == AK_PASSIVE:
        g.x.depends |= DEP_EVERYTHING
    elif a.kind == AK_TRIGGERED:
        g.x.listens |= (<uint64_t>1) << a.event
    elif a.kind == AK_REPLACEMENT:
        g.x.replaces |= (<uint64_t>1) << a.event
    elif a.kind == AK_ACTIVATED:
        g.x.active |= 1 << given.cell
        if a.by != USER_CONTROLLER:
            g.x.foreign |= 1 << given.cell
