# Targets: what may be named for them, and whether all of a text can be named at all.

from libc.stdint cimport uint8_t, uint64_t

from lycee_core.counters cimport uses
from lycee_core.defs cimport *
from lycee_core.in_force cimport any_ban, forbidden
from lycee_core.program cimport Ability, Selector
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *


cdef int target_need(Game *g, const Ctx *c, const Selector *sel) noexcept nogil:
    """How many a target word must at least name."""
    if sel.n_kind == N_EXACT:
        return expr(g, c, sel.amount) if sel.amount else sel.n
    return 0


cdef int aim(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil:
    """What may be named for a target word; never a card that lies face down (R1.14)."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef Entities found
    cdef int i, e, n = select(g, c, selector, out)
    cdef bint in_pile = sel.zone >= SZ_PILE or sel.zones != 0
    if not in_pile and not any_ban(g, WHAT_BE_TARGET):
        return n
    found = out[0]
    for i in range(n):
        e = member(&found, i)
        if e >= N_TOKENS or not ((in_pile and g.s.know[e] != PUBLIC_KNOWN)
                                 or (any_ban(g, WHAT_BE_TARGET) and may_not_be_target(g, c, e))):
            continue
        if e < SEAT_TOKENS:
            out.lo &= ~bit_of(e)
        else:
            out.hi &= ~bit_of(e)
    return popcount64(out.lo) + popcount64(out.hi)


cdef bint may_not_be_target(Game *g, const Ctx *c, int entity) noexcept nogil:
    """R14.14: whether a rule of a card keeps this declaration from naming a card."""
    cdef int kind = LK_SPECIAL
    if c.link < g.s.n_links:
        kind = g.s.links[c.link].kind
    elif c.source < N_TOKENS and g.s.place[c.source] == ZONE_HAND:
        kind = LK_EVENT_CARD                        # about to be declared
    return forbidden(g, WHAT_BE_TARGET, entity, c.source, kind)


cdef int drop_used_up(Game *g, const Ability *a, Entities *out) noexcept nogil:
    """R7.31: targets for which an ability has been used as often as it may be."""
    cdef int number = a - g.book.abilities
    cdef Entities left = out[0]
    cdef int i, e, n = popcount64(left.lo) + popcount64(left.hi)
    for i in range(n):
        e = member(&left, i)
        if uses(g, e, number | 0x8000, a.limit_per) < a.limit_n:
            continue
        if e >= SEAT_TOKENS and e < N_TOKENS:
            out.hi &= ~bit_of(e)
        elif e < SEAT_TOKENS:
            out.lo &= ~bit_of(e)
        else:
            out.lo &= ~((<uint64_t>1) << (e - (160 if e >= 160 else 144 if e >= 144 else 128)))
    return popcount64(out.lo) + popcount64(out.hi)


cdef bint targets_possible(Game *g, Ctx *c, const Ability *a, int i) noexcept nogil:
    """R7.12.

    Whether target i and all that follow can be named; later ones may depend on earlier ones.
    """
    cdef Entities found
    cdef uint8_t one[120]
    # What runs inside a payment has registers of its own.
    cdef int r = i + 8 if a.kind == AK_AS_COST else i
    cdef int n, need, k
    cdef bint ok = False
    if i >= a.n_targets:
        return True
    if a.target_optional[i]:
        reg_clear(g, r, REG_TOKENS)
        return targets_possible(g, c, a, i + 1)
    need = target_need(g, c, &g.book.selectors[a.target[i]])
    if i == a.n_targets - 1 and not any_ban(g, WHAT_BE_TARGET) and a.limit_each != EACH_TARGET \
            and g.book.selectors[a.target[i]].zone < SZ_PILE \
            and g.book.selectors[a.target[i]].zones == 0:
        return at_least(g, c, a.target[i], need)
    if need == 0:
        reg_clear(g, r, REG_TOKENS)
        if targets_possible(g, c, a, i + 1):
            return True
    n = aim(g, c, a.target[i], &found)
    if a.limit_each == EACH_TARGET and a.limit_n:
        n = drop_used_up(g, a, &found)
    if n < need:
        return False
    g.s.reg_lo[r] = found.lo
    g.s.reg_hi[r] = found.hi
    g.s.reg_kind[r] = found.kind
    if need > 1:
        ok = targets_possible(g, c, a, i + 1)
        reg_clear(g, r, REG_TOKENS)
        return ok
    n = reg_list(g, r, one)
    for k in range(n):
        reg_clear(g, r, found.kind)
        reg_add(g, r, one[k])
        if targets_possible(g, c, a, i + 1):
            ok = True
            break
    reg_clear(g, r, REG_TOKENS)
    return ok
