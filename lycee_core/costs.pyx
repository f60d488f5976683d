# The parts of a cost: what they ask for now, and what could be named for them.
#
# Theory of operation. A cost has points, which hand cards give (`points`), and parts: cards that
# are named for the cost itself. Parts in public zones are a matching of named cards to parts. What
# a text leaves open (amounts, a chosen number) is worked out first.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from lycee_core.defs cimport *
from lycee_core.in_force cimport forbidden, permitted
from lycee_core.points cimport *
from lycee_core.program cimport Card, Cost, CostPart
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.values cimport has_basic
from lycee_core.worth cimport as_printed, worth


# ---- [T] and amounts ----------------------------------------------------------------------------

cdef int tap_rule(Game *g, int cell) noexcept nogil:
    """0, or the rule that keeps the character in a cell from paying [T]."""
    cdef int flags = g.s.chars[cell].flags
    if forbidden(g, WHAT_PAY_TAP, g.s.chars[cell].token, 255, -1):
        return 1414                                 # R14.14
    if flags & CH_TAPPED:
        return 517                                  # R5.17
    if flags & CH_RESERVED:
        return 516                                  # R5.16
    if flags & CH_NEW and not has_basic(g, cell, B_AGGRESSIVE) \
            and not permitted(g, WHAT_PAY_TAP, g.s.chars[cell].token, 255, RULE_NEW):
        return 610                                  # R6.10
    return 0


cdef int bounded(int n, int most) noexcept nogil:
    if n < 0:
        return 0
    return n if n < most else most


cdef void owed_by(Game *g, const Ctx *c, const Cost *cost, uint8_t *out) noexcept nogil:
    """The points of a cost table, with amounts as they are now."""
    cdef int i, pc = cost.amounts
    for i in range(6):
        out[i] = cost.points[i]
        if cost.amounts:
            out[i] = bounded(expr(g, c, pc), MOST_NUMBER)
            while g.book.code[pc].op != X_END:
                pc += 1
            pc += 1


cdef int mill_owed(Game *g, const Ctx *c, const Cost *cost) noexcept nogil:
    return bounded(expr(g, c, cost.mill_amount), 255) if cost.mill_amount else cost.mill


cdef int x_bound(Game *g, const Ctx *c, const Cost *cost, bint most) noexcept nogil:
    """The lowest or the highest number that a cost with `x` lets a player choose."""
    if most:
        return bounded(expr(g, c, cost.x_most), MOST_NUMBER) if cost.x_most else MOST_NUMBER
    return bounded(expr(g, c, cost.x_least), MOST_NUMBER) if cost.x_least else 0


# ---- cards in public zones ----------------------------------------------------------------------

cdef bint attacks(Game *g, const Ctx *c) noexcept nogil:
    return c.link < g.s.n_links and g.s.links[c.link].kind == LK_ATTACK


cdef bint may_be_named(Game *g, const Ctx *c, const Cost *cost, const CostPart *part,
                       int token) noexcept nogil:
    """Whether a card that matches is free to be named; it serves one part of one cost at a time."""
    cdef int i, k, cell
    cdef Extra *e
    if part.kind == CP_TAP:
        cell = cell_of(g, token)
        if g.s.place[token] != ZONE_FIELD or g.s.chars[cell].flags & (CH_TAPPED | CH_RESERVED) \
                or (cell == c.cell and (cost.tap or attacks(g, c))):
            return False                            # R5.16, R5.17
    elif cost.leave and token == c.source:
        return False
    elif g.s.know[token] != PUBLIC_KNOWN:
        return False                                # a pile whose cards lie face down
    for i in range(N_EXTRAS):
        e = &g.s.extras[i]
        if e.link == 0:
            continue
        for k in range(named_count(e)):
            if e.named[k] == token:
                return False
    return True


cdef void drop(Entities *found, int token) noexcept nogil:
    if token < SEAT_TOKENS:
        found.lo &= ~bit_of(token)
    else:
        found.hi &= ~bit_of(token)


cdef void candidates(Game *g, const Ctx *c, const Cost *cost, int part,
                     Entities *out) noexcept nogil:
    """What could be named next for a part of a cost that takes no hand cards."""
    cdef int i, token, n = select(g, c, cost.parts[part].selector, out)
    cdef Entities found = out[0]
    for i in range(n):
        token = member(&found, i)
        if token >= N_TOKENS or not may_be_named(g, c, cost, &cost.parts[part], token):
            drop(out, token)


cdef int part_most(Game *g, const Ctx *c, const CostPart *part) noexcept nogil:
    if part.n_kind == N_ANY or part.n_kind == N_ALL:
        return N_NAMED
    return bounded(expr(g, c, part.amount), N_NAMED) if part.amount else part.n


cdef int part_least(Game *g, const Ctx *c, const CostPart *part) noexcept nogil:
    cdef Entities found
    if part.n_kind == N_UP_TO or part.n_kind == N_ANY:
        return 0
    if part.n_kind == N_ALL:
        return select(g, c, part.selector, &found)
    # More than can be named cannot be paid (R5.33): never cut down to what can.
    return bounded(expr(g, c, part.amount), 255) if part.amount else part.n


cdef bint augment(const Entities *sets, const uint8_t *part_of, int slot, uint8_t *owner,
                  uint64_t *seen) noexcept nogil:
    """One step of a matching of slots to cards: finds a card for a slot, moving others."""
    cdef int token, k
    cdef uint64_t m
    for k in range(2):
        m = sets[part_of[slot]].hi if k else sets[part_of[slot]].lo
        while m:
            token = ctz64(m) + k * SEAT_TOKENS
            m &= m - 1
            if seen[k] & bit_of(token):
                continue
            seen[k] |= bit_of(token)
            if owner[token] == 0 or augment(sets, part_of, owner[token] - 1, owner, seen):
                owner[token] = slot + 1
                return True
    return False


cdef bint public_parts_fit(Game *g, const Ctx *c, const Cost *cost, const uint8_t *need,
                           int without) noexcept nogil:
    """Whether so many different cards can still be named for each part outside the hand.

    `without`: one card that is about to be named for something else.
    """
    cdef Entities sets[4]
    cdef uint8_t part_of[N_NAMED]
    cdef uint8_t owner[N_TOKENS]
    cdef uint64_t seen[2]
    cdef int i, n = 0, _
    memset(owner, 0, sizeof(owner))
    for i in range(cost.n_parts):
        if cost.parts[i].kind == CP_HAND or need[i] == 0:
            continue
        if n + need[i] > N_NAMED:
            return False
        candidates(g, c, cost, i, &sets[i])
        if without != NO_TOKEN:
            drop(&sets[i], without)
        for _ in range(need[i]):
            part_of[n] = i
            seen[0] = 0
            seen[1] = 0
            if not augment(sets, part_of, n, owner, seen):
                return False
            n += 1
    return True


cdef Extra *free_extra(Game *g) noexcept nogil:
    cdef int i
    for i in range(N_EXTRAS):
        if g.s.extras[i].link == 0:
            return &g.s.extras[i]
    return NULL


# ---- of a declaration ---------------------------------------------------------------------------

cdef const Cost *alt_cost(Game *g, const Card *card) noexcept nogil:
    """The cost that may be paid instead of the printed one (R5.39); NULL where there is none."""
    cdef int i
    if not card.flags & CF_ALT_COST:
        return NULL
    for i in range(card.n_basics):
        if g.book.basics[card.first_basic + i].basic == BASIC_ALT_COST:
            return &g.book.basics[card.first_basic + i].cost
    return NULL


cdef const Cost *cost_of_link(Game *g, const Link *decl) noexcept nogil:
    """The cost table of an ability, event card or basic ability with more than points.

    NULL where there is none.
    """
    if is_unpriced(decl):
        return NULL                                 # R7.40, R15.10
    if decl.flags & LF_ALT_COST:
        return alt_cost(g, &g.book.cards[decl.card])
    if decl.ability == 0xFFFF:
        return NULL
    if decl.ability & 0x8000:
        return &g.book.basics[decl.ability & 0x7FFF].cost
    return &g.book.abilities[decl.ability].cost


cdef void add_gifts(const Extra *e, Pool *full) noexcept nogil:
    """The points that abilities declared as a cost gave to a payment."""
    cdef int i
    for i in range(4):
        if e != NULL and e.gifts[i]:
            pool_add_points(full, e.gifts[i] & 31, e.gifts[i] >> 5)


cdef void one_point_pool(Game *g, const Link *decl, Pool *full, Pool *single) noexcept nogil:
    """What the designated cards give: all their points, and one point each.

    Points that abilities gave (R5.40) count beside them.
    """
    cdef int t = decl.pay_head
    cdef int i = 0, link = 255, attributes = 0, ex
    cdef bint plain = as_printed(g)
    pool_clear(full)
    pool_clear(single)
    if decl.flags & LF_GIFTED:
        link = <int>(decl - &g.s.links[0])
        plain = False
        add_gifts(extra_of(g, link), full)
    while t != NO_TOKEN and i < decl.n_pay:
        if i >= decl.n_cost_cards and plain:
            pool_add(full, card_of(g, t), card_of(g, t).ex)
            if card_of(g, t).ex:
                pool_add(single, card_of(g, t), 1)
        elif i >= decl.n_cost_cards:
            ex = worth(g, link, t, &attributes)
            pool_add_points(full, attributes, ex)
            if ex:
                pool_add_points(single, attributes, 1)
        i += 1
        t = g.s.next[t]
