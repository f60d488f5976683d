"""The targets of a declaration are asked for, one pick after the other (R7.19)."""

from libc.stdint cimport uint64_t

from lycee_core.agenda cimport ask, pop_frame
from lycee_core.counters cimport uses
from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.links cimport *
from lycee_core.picking cimport *
from lycee_core.program cimport Ability, Selector
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.targeting cimport aim, drop_used_up, targets_possible


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
