# Whether a cost could be designated now, and by which rule it could not.
#
# Theory of operation. The part of a cost that takes hand cards is tried card by card against the
# points that the rest of the hand must still give. Where hand cards alone do not pay, what could be
# declared as a cost is looked at (`gifts`).

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from lycee_core.changes cimport change_owed, imagined
from lycee_core.costs cimport *
from lycee_core.defs cimport *
from lycee_core.gifts cimport *
from lycee_core.points cimport *
from lycee_core.program cimport Ability, Cost
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.worth cimport as_printed, link_paid, payers, pool_of


# ---- the whole cost -----------------------------------------------------------------------------

cdef bint completable(Game *g, const Ctx *c, uint64_t hand, uint64_t among, int cards,
                      int selector, const uint8_t *owed, Helpers *helpers) noexcept nogil:
    """Whether `cards` matching cards of `among` can be given and the rest of `hand` still pays.

    `helpers`: what may be declared as a cost; NULL: by hand cards alone.
    """
    cdef Pool pool
    cdef int t
    if cards == 0:
        pool_of(g, &pool, hand, c.seat, c.link)
        return covers(&pool, owed) or pool.unknown > 0 \
            or (helpers != NULL and helped(g, helpers, hand, owed))
    while among:
        t = c.seat * SEAT_TOKENS + ctz64(among)
        among &= among - 1                          # combinations, not orders
        if g.s.hand[c.seat] & bit_of(t) and matches(g, c, selector, t) \
                and completable(g, c, hand & ~bit_of(t), among, cards - 1, selector, owed,
                                helpers):
            return True
    return False


cdef int settled_rule(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed,
                      uint64_t hand, Helpers *helpers) noexcept nogil:
    """`cost_rule` for a cost with parts, once points and number are known."""
    cdef uint8_t need[4]
    cdef int i, hand_part = -1, n = 0
    cdef int from_hand = 0
    for i in range(cost.n_parts):
        need[i] = part_least(g, c, &cost.parts[i])
        if cost.parts[i].kind == CP_HAND:
            hand_part = i
            from_hand = need[i]
        n += need[i]
    if cost.n_parts and (n > N_NAMED or free_extra(g) == NULL):
        return 533                                  # R5.33
    if mill_owed(g, c, cost) > g.s.deck_n[1 - c.seat if cost.flags & CO_MILL_ENEMY else c.seat]:
        return 518                                  # R5.18
    if not public_parts_fit(g, c, cost, need, NO_TOKEN):
        return 519                                  # R5.19
    if popcount64(hand & g.s.hand[c.seat]) < from_hand:
        return 519                                  # R5.19
    if completable(g, c, hand, hand, from_hand,
                   cost.parts[hand_part].selector if hand_part >= 0 else 0, owed, helpers):
        return 0
    return 503                                      # R5.3


cdef int open_rule(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed, uint64_t hand,
                   Helpers *helpers) noexcept nogil:
    """`cost_rule` for a cost with parts or amounts; with a number to choose, any will do."""
    cdef uint8_t points[6]
    cdef int x, least, most, rule = 503
    if not cost.flags & CO_X:
        if not cost.flags & CO_DYNAMIC:
            return settled_rule(g, c, cost, owed, hand, helpers)
        owed_by(g, c, cost, points)
        change_owed(g, c.link, points)
        return settled_rule(g, c, cost, points, hand, helpers)
    least = x_bound(g, c, cost, False)
    most = x_bound(g, c, cost, True)
    for x in range(least, most + 1):
        g.s.links[c.link].x = x
        owed_by(g, c, cost, points)
        change_owed(g, c.link, points)
        rule = settled_rule(g, c, cost, points, hand, helpers)
        if rule == 0:
            break
    g.s.links[c.link].x = 0
    return rule


cdef int tapped_by(Game *g, const Ctx *c, const Cost *cost, int link) noexcept nogil:
    """The cell whose [T] a declaration takes itself, or NO_CELL."""
    cdef const Link *decl = &g.s.links[link]
    if cost != NULL and cost.tap:
        return c.cell
    if decl.kind == LK_ATTACK or (decl.kind == LK_SUPPORT and not decl.flags & LF_TAPLESS):
        return c.cell
    return NO_CELL


cdef int helped_rule(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed, uint64_t hand,
                     int link) noexcept nogil:
    """R5.41: as `open_rule`, where hand cards alone do not pay."""
    cdef Helpers helpers
    cdef Ctx inner = c[0]
    cdef int rule
    cdef Link *decl
    cdef bint blank
    if link >= N_LINKS:
        return 503                                  # R5.3
    decl = &g.s.links[link]
    blank = link == g.s.n_links and decl.pay_head != NO_TOKEN
    if blank:
        # Nobody imagined it for changes of its cost.
        decl = imagined(g, c.seat, link_of_card(card_of(g, c.source)), c.source, c.cell, 0xFFFF)
        if c.cell != NO_CELL or is_activated(g, cost):
            decl.kind = LK_BASIC if is_basic_cost(g, cost) else LK_SPECIAL
    inner.link = link
    find_helpers(g, &inner, link, tapped_by(g, c, cost, link), hand, &helpers)
    rule = 503
    if helpers.n and cost == NULL:
        rule = 0 if completable(g, &inner, hand, 0, 0, 0, owed, &helpers) else 503      # R5.3
    elif helpers.n:
        rule = open_rule(g, &inner, cost, owed, hand, &helpers)
    if blank:
        memset(decl, 0, sizeof(Link))
    return rule


cdef bint is_activated(Game *g, const Cost *cost) noexcept nogil:
    """Whether a cost is that of an activated ability: its card is not declared itself."""
    cdef int number
    if cost == NULL or is_basic_cost(g, cost):
        return False
    number = (<const char *>cost - <const char *>g.book.abilities) // sizeof(Ability)
    return g.book.abilities[number].kind == AK_ACTIVATED


cdef bint is_basic_cost(Game *g, const Cost *cost) noexcept nogil:
    return cost != NULL and <const char *>cost >= <const char *>g.book.basics \
        and <const char *>cost < <const char *>(g.book.basics + g.book.n_basics)


cdef int cost_rule_of(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed,
                      int declared) noexcept nogil:
    """`cost_rule` from the view of a link that is being built already."""
    cdef uint64_t hand = payers(g, c.seat)
    cdef int rule
    if declared != NO_TOKEN:
        hand &= ~bit_of(declared)
    if cost.tap:
        rule = 517 if c.cell == NO_CELL else tap_rule(g, c.cell)        # R5.17
        if rule:
            return rule
    rule = open_rule(g, c, cost, owed, hand, NULL)
    if rule == 503 and g.book.as_costs:
        return helped_rule(g, c, cost, owed, hand, link_paid(g))
    return rule


cdef int cost_rule_at(Game *g, const Ctx *c, const Cost *cost, const uint8_t *owed, uint64_t hand,
                      int link) noexcept nogil:
    """`cost_rule` of a link that stands above the one in question, or is imagined there."""
    cdef int rule = open_rule(g, c, cost, owed, hand, NULL)
    return helped_rule(g, c, cost, owed, hand, link) if rule == 503 else rule


cdef int cost_rule(Game *g, int seat, const Cost *cost, const uint8_t *owed, int source, int cell,
                   int declared, const Pool *pool) noexcept nogil:
    """0 when a seat can designate this cost, else the rule.

    `source`, `cell`: the card that would be declared or speaks, and where it stands (255 for
    none). `declared`: the card itself, where it is in the hand still. `pool`: what the whole hand
    gives, or NULL to find out here.
    """
    cdef Ctx c
    cdef uint64_t hand
    cdef int rule
    if cost != NULL:
        if cost.n_parts or cost.flags:
            if g.s.n_links >= N_LINKS:
                return 732                          # R7.32
            ability_ctx(&c, seat, source, cell, g.s.n_links)
            return cost_rule_of(g, &c, cost, owed, declared)
        if cost.tap:
            if cell == NO_CELL:
                return 517                          # R5.17
            rule = tap_rule(g, cell)
            if rule:
                return rule
        if cost.mill > g.s.deck_n[seat]:
            return 518                              # R5.18
    if pool != NULL and as_printed(g):
        if declared == NO_TOKEN:
            rule = 0 if covers(pool, owed) or pool.unknown else 503         # R5.3
        else:
            rule = 0 if covers_without(pool, card_of(g, declared), owed) else 503   # R5.3
        if rule == 0 or not g.book.as_costs:
            return rule
    ability_ctx(&c, seat, source, cell, 255)
    hand = payers(g, seat) & ~(0 if declared == NO_TOKEN else bit_of(declared))
    if completable(g, &c, hand, 0, 0, 0, owed, NULL):
        return 0
    if not g.book.as_costs:
        return 503                                  # R5.3
    return helped_rule(g, &c, cost, owed, hand, link_paid(g))


cdef bint affordable(Game *g, const Ctx *c, const Cost *cost, uint64_t hand, int cards,
                     int selector, const uint8_t *owed) noexcept nogil:
    """Whether `cards` more cards that match can be named, and the rest still pays the points."""
    cdef Helpers helpers
    if completable(g, c, hand, hand, cards, selector, owed, NULL):
        return True
    if not g.book.as_costs:
        return False
    find_helpers(g, c, c.link, tapped_by(g, c, cost, c.link), hand, &helpers)
    return helpers.n > 0 and completable(g, c, hand, hand, cards, selector, owed, &helpers)


# ---- the number that a cost leaves open ---------------------------------------------------------

cdef int payable_rule(Game *g, int link, int code) noexcept nogil:
    """Whether a number may be chosen for the cost of a link: within its bounds, and payable."""
    cdef Link *decl = &g.s.links[link]
    cdef const Cost *cost = cost_of_link(g, decl)
    cdef uint8_t points[6]
    cdef Helpers helpers
    cdef uint64_t hand
    cdef Ctx c
    cdef int x = code - CODE_NUMBER, rule
    ability_ctx(&c, decl.seat, decl.token, decl.cell, link)
    if x < x_bound(g, &c, cost, False) or x > x_bound(g, &c, cost, True):
        return 538                                  # R5.38
    decl.x = x
    owed_by(g, &c, cost, points)
    change_owed(g, link, points)
    hand = payers(g, decl.seat)
    rule = settled_rule(g, &c, cost, points, hand, NULL)
    if rule == 503 and g.book.as_costs:
        find_helpers(g, &c, link, tapped_by(g, &c, cost, link), hand, &helpers)
        rule = settled_rule(g, &c, cost, points, hand, &helpers)
    decl.x = 0
    return rule


cdef bint any_payable(Game *g, int link) noexcept nogil:
    cdef int x
    for x in range(MOST_NUMBER + 1):
        if payable_rule(g, link, CODE_NUMBER + x) == 0:
            return True
    return False


cdef int amount_rule(Game *g, int link, int code) noexcept nogil:
    """`payable_rule`, but the lowest number is taken, and may fail, where none is sure to do."""
    cdef Link *decl = &g.s.links[link]
    cdef int rule = payable_rule(g, link, code)
    cdef Ctx c
    if rule == 0 or rule == 538:
        return rule
    ability_ctx(&c, decl.seat, decl.token, decl.cell, link)
    if code - CODE_NUMBER != x_bound(g, &c, cost_of_link(g, decl), False):
        return rule
    if rule == 503 and g.book.as_costs:
        return 0                                    # R5.41: their effects may still pay
    return rule if any_payable(g, link) else 0      # R5.38: every question has an answer


cdef int amount_options(Game *g, int link, uint16_t *out) noexcept nogil:
    cdef int x, n = 0
    for x in range(MOST_NUMBER + 1):
        if amount_rule(g, link, CODE_NUMBER + x) == 0:
            out[n] = CODE_NUMBER + x
            n += 1
    return n


cdef void amount_decide(Game *g, int link, int code) noexcept nogil:
    """The number, and what the link owes with it."""
    cdef Link *decl = &g.s.links[link]
    cdef Ctx c
    decl.x = code - CODE_NUMBER
    ability_ctx(&c, decl.seat, decl.token, decl.cell, link)
    owed_by(g, &c, cost_of_link(g, decl), decl.owed)
    change_owed(g, link, decl.owed)
