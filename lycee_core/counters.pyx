# Uses of abilities are counted, and forgotten (R7.31).

from libc.string cimport memset

from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.lasting cimport use_up
from lycee_core.program cimport Ability
from lycee_core.reading cimport has_counter, limit_key
from lycee_core.state cimport *
from lycee_core.values cimport touch


cdef int counter_key(const Ability *a, int token, int seat) noexcept nogil:
    return limit_key(a, token, seat)


cdef Counter *find_counter(Game *g, int token, int ability) noexcept nogil:
    cdef int i
    for i in range(g.s.n_counters):
        if g.s.counters[i].token == token and g.s.counters[i].ability == ability:
            return &g.s.counters[i]
    return NULL


cdef int uses(Game *g, int token, int ability, int per) noexcept nogil:
    cdef Counter *k = find_counter(g, token, ability)
    if k == NULL:
        return 0
    if per == PER_BATTLE or per == PER_DECLARATION:
        return k.battle
    return k.game if per == PER_GAME or per == PER_ENTRY else k.turn


cdef bint counter_free(Game *g, int token, int ability) noexcept nogil:
    """Whether a use can be counted at all.

    The table is a public limit (R7.37), never an overflow.
    """
    return has_counter(g, token, ability)


cdef bint use_counter(Game *g, int token, int ability, int limit, int per) noexcept nogil:
    """Counts one use; False when the limit (0: none) was reached already or the table is full."""
    cdef Counter *k = find_counter(g, token, ability)
    if limit and uses(g, token, ability, per) >= limit:
        return False
    if k == NULL:
        if g.s.n_counters >= COUNTER_LIMIT:
            return False
        k = &g.s.counters[g.s.n_counters]
        g.s.n_counters += 1
        memset(k, 0, sizeof(Counter))
        k.token = token
        k.ability = ability
    k.turn += 1
    k.battle += 1
    k.game += k.game < 255
    if matters_to_values(g, ability):
        touch(g)                                    # it may be gone, or its rule used up
    return True


cdef void take_back(Game *g, int ability, int token, int seat) noexcept nogil:
    """R7.31: an ability that was triggered and is not carried out has not been used."""
    cdef Counter *k = find_counter(g, counter_key(&g.book.abilities[ability], token, seat), ability)
    if k != NULL:
        k.turn -= k.turn > 0
        k.battle -= k.battle > 0
        k.game -= k.game > 0
        if matters_to_values(g, ability):
            touch(g)


cdef void forget_declaration(Game *g) noexcept nogil:
    """R7.31: uses for each declaration are counted anew, in the place of those in a battle."""
    cdef int i, number
    for i in range(g.s.n_counters):
        number = g.s.counters[i].ability & 0x7FFF
        if number < 0x4000 and g.s.counters[i].battle and g.book.abilities[number].limit_n \
                and g.book.abilities[number].limit_per == PER_DECLARATION:
            g.s.counters[i].battle = 0
            touch(g)


cdef bint matters_to_values(Game *g, int ability) noexcept nogil:
    """Whether an ability is there, or holds, only as long as it is not used up."""
    return ability < 0x4000 and (g.book.abilities[ability].limit_after
                                 or g.book.abilities[ability].kind == AK_PASSIVE)


cdef void use_rule(Game *g, const Rule *r) noexcept nogil:
    """A rule of a card has been applied: what lasts a number of uses, or has a limit, counts it."""
    cdef Rule rule = r[0]
    if rule.modifier:
        use_up(g, rule.modifier)
    elif rule.ability:
        use_counter(g, counter_key(&g.book.abilities[rule.ability - 1], rule.source, rule.seat),
                    rule.ability - 1, 0, PER_TURN)


cdef void forget_counters(Game *g, int token) noexcept nogil:
    # R7.31: a character that leaves and enters again starts anew.
    cdef int i = 0
    while i < g.s.n_counters:
        if g.s.counters[i].token == token:
            g.s.n_counters -= 1
            g.s.counters[i] = g.s.counters[g.s.n_counters]
            memset(&g.s.counters[g.s.n_counters], 0, sizeof(Counter))
        else:
            i += 1


cdef bint is_state_mark(Game *g, const Counter *k) noexcept nogil:
    """A counter that keeps that the conditions of a `state` held at the last look."""
    return k.ability & 0x8000 and g.book.abilities[k.ability & 0x7FFF].event == EV_STATE \
        and g.book.abilities[k.ability & 0x7FFF].kind == AK_TRIGGERED


cdef void forget_turn(Game *g) noexcept nogil:
    """Counts start anew with every turn; uses in the whole game stay (R7.31)."""
    cdef int i, per, kept = 0
    for i in range(g.s.n_counters):
        if matters_to_values(g, g.s.counters[i].ability):
            touch(g)                                # what was used up is there again
        per = PER_GAME
        if g.s.counters[i].token < N_TOKENS:            # else of a seat
            per = g.book.abilities[g.s.counters[i].ability & 0x7FFF].limit_per
        if per == PER_GAME or per == PER_ENTRY or is_state_mark(g, &g.s.counters[i]):
            g.s.counters[kept] = g.s.counters[i]
            g.s.counters[kept].turn = 0
            g.s.counters[kept].battle = 0
            kept += 1
    memset(&g.s.counters[kept], 0, (N_COUNTERS - kept) * sizeof(Counter))
    g.s.n_counters = kept
