# Continuous effects.
#
# Theory of operation. R14.7: printed values, then abilities gained and lost, then changes; passive
# abilities of everything in play are run as small programs over the cache in Scratch. Nothing here
# is part of the compared state: a clone recomputes. Passive programs use the registers of the
# state, which are saved around them because an effect may be half done.

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.program cimport Ability, Card, Ins
from lycee_core.selectors cimport *
from lycee_core.state cimport *


cdef inline int16_t clamp(int v) noexcept nogil:
    # R14.4
    if v > VALUE_LIMIT:
        return VALUE_LIMIT
    if v < -VALUE_LIMIT:
        return -VALUE_LIMIT
    return v


cdef void base_values(Game *g, int cell) noexcept nogil:
    cdef Character *ch = &g.s.chars[cell]
    cdef const Card *card = card_of(g, ch.token)
    g.x.values[cell][VAL_AP] = clamp(card.ap + ch.turn_change[0] + ch.battle_change[0])
    g.x.values[cell][VAL_DP] = clamp(card.dp + ch.turn_change[1] + ch.battle_change[1])
    g.x.values[cell][VAL_SP] = clamp(card.sp + ch.turn_change[2] + ch.battle_change[2])
    # R14.7: losing wins over gaining.
    g.x.basics[cell] = (card.basics | ch.gained) & ~ch.lost


cdef void passive_operation(Game *g, Ctx *c, const Ins *ins) noexcept nogil:
    cdef uint8_t found[120]
    cdef int n = reg_list(g, ins.a, found)
    cdef int i, cell, amount = 0
    if ins.op == O_CHANGE:
        amount = expr(g, c, ins.x)
    for i in range(n):
        cell = cell_of(g, found[i])
        if cell == NO_CELL or found[i] >= N_TOKENS or g.s.place[found[i]] != ZONE_FIELD:
            continue
        if ins.op == O_CHANGE:
            g.x.values[cell][ins.b] = clamp(g.x.values[cell][ins.b] + amount)
        elif ins.op == O_GAIN_BASIC:
            g.x.basics[cell] |= (<uint32_t>1) << ins.b
        elif ins.op == O_LOSE_BASIC:
            if ins.b == 255:
                g.x.basics[cell] = 0
            else:
                g.x.basics[cell] &= ~((<uint32_t>1) << ins.b)
        elif ins.op == O_SKIP_WAKE_UP:
            g.x.no_wake_up[cell] = 1


cdef void run_passive(Game *g, Ctx *c, int pc) noexcept nogil:
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
            reg_clear(g, ins.a, REG_TOKENS)
            reg_add(g, ins.a, resolve_ref(g, c, ins.b))
        elif ins.op == O_COPY:
            g.s.reg_lo[ins.a] = g.s.reg_lo[ins.b]
            g.s.reg_hi[ins.a] = g.s.reg_hi[ins.b]
            g.s.reg_kind[ins.a] = g.s.reg_kind[ins.b]
        elif ins.op == O_JOIN:
            g.s.reg_lo[ins.a] |= g.s.reg_lo[ins.b]
            g.s.reg_hi[ins.a] |= g.s.reg_hi[ins.b]
        elif ins.op == O_UNLESS:
            if not holds(g, c, ins.x):
                pc = ins.y
        elif ins.op == O_JUMP:
            pc = ins.x
        else:
            passive_operation(g, c, ins)


cdef void passives_of(Game *g, int token, int cell, int seat) noexcept nogil:
    cdef const Card *card = card_of(g, token)
    cdef const Ability *a
    cdef Ctx c
    cdef int i
    if not card.flags & CF_PASSIVE:
        return
    for i in range(card.n_abilities):
        a = &g.book.abilities[card.first_ability + i]
        if a.kind != AK_PASSIVE or a.works_in != ZONE_FIELD:
            continue
        ability_ctx(&c, seat, token, cell, 255)
        if holds(g, &c, a.cond):
            run_passive(g, &c, a.effect)


cdef void listen(Game *g) noexcept nogil:
    """Recomputes which events anything in play listens to."""
    cdef int cell
    cdef uint64_t listens = 0
    cdef uint32_t basics
    cdef Character *ch
    for cell in range(12):
        ch = &g.s.chars[cell]
        if ch.token != NO_TOKEN:
            basics = card_of(g, ch.token).basics | ch.gained
            listens |= card_of(g, ch.token).listens
            if basics & ((1 << B_BONUS) | (1 << B_DECK_BONUS) | (1 << B_PENALTY)):
                listens |= (1u << EV_DOWNS) | (1u << EV_DECK_DAMAGE) | (1u << EV_LEFT)
            if ch.item != NO_TOKEN:
                listens |= card_of(g, ch.item).listens
        if ch.area != NO_TOKEN:
            listens |= card_of(g, ch.area).listens
    g.x.listens = listens
    g.x.heard = 1


cdef inline int item_flags(Game *g, int token, int cell, int *active_on) noexcept nogil:
    """Flags of an item or area; notes the cell where it has an activated ability."""
    cdef int flags = card_of(g, token).flags
    if flags & CF_ACTIVATED:
        active_on[0] |= 1 << cell
    return flags


cdef void refresh(Game *g) noexcept nogil:
    cdef int cell, flags, passive = 0, depends = 0, reads
    cdef int occupied = 0, active = 0, foreign = 0, active_on = 0
    cdef Character *ch
    cdef uint64_t lo[N_REGISTERS]
    cdef uint64_t hi[N_REGISTERS]
    cdef uint8_t kind[N_REGISTERS]
    g.x.fresh = 1
    for cell in range(12):
        ch = &g.s.chars[cell]
        if ch.token != NO_TOKEN:
            g.x.no_wake_up[cell] = 0
            base_values(g, cell)
            flags = card_of(g, ch.token).flags
            reads = g.book.depends[g.s.face[ch.token]]
            occupied |= 1 << cell
            if flags & CF_ACTIVATED:
                active |= 1 << cell
                if reads & DEP_FOREIGN:
                    foreign |= 1 << cell
            if ch.item != NO_TOKEN:
                flags |= item_flags(g, ch.item, cell, &active_on)
                reads |= g.book.depends[g.s.face[ch.item]]
            passive |= flags
            depends |= reads
        else:
            g.x.basics[cell] = 0
        if ch.area != NO_TOKEN:
            passive |= item_flags(g, ch.area, cell, &active_on)
            depends |= g.book.depends[g.s.face[ch.area]]
    g.x.occupied = occupied
    g.x.active = active
    g.x.foreign = foreign
    g.x.active_on = active_on
    g.x.depends = depends
    if not passive & CF_PASSIVE:
        return
    memcpy(lo, g.s.reg_lo, sizeof(lo))
    memcpy(hi, g.s.reg_hi, sizeof(hi))
    memcpy(kind, g.s.reg_kind, sizeof(kind))
    for cell in range(12):
        ch = &g.s.chars[cell]
        if ch.token != NO_TOKEN:
            passives_of(g, ch.token, cell, cell // 6)
            if ch.item != NO_TOKEN:
                passives_of(g, ch.item, cell, seat_of(ch.item))
        if ch.area != NO_TOKEN:
            passives_of(g, ch.area, cell, seat_of(ch.area))
    memcpy(g.s.reg_lo, lo, sizeof(lo))
    memcpy(g.s.reg_hi, hi, sizeof(hi))
    memcpy(g.s.reg_kind, kind, sizeof(kind))
