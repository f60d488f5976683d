"""What could be declared as a cost for a payment, and whether it would help (R5.20, R5.41).

Theory of operation. `find_helpers` lists the abilities that could be declared while a payment is
designated. `helped` looks for a way to pay with them: each in turn is paid for by some of the hand
and gives its points, until the rest of the hand covers what is owed. What only an effect will tell
counts as enough, and so does a search that grows too wide: a payment can be given up (R5.41).
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from lycee_core.changes cimport kinds_of
from lycee_core.costs cimport *
from lycee_core.counters cimport counter_free, counter_key, uses
from lycee_core.defs cimport *
from lycee_core.hooks cimport next_item
from lycee_core.house cimport ABILITY_TURN_LIMIT
from lycee_core.in_force cimport forbidden
from lycee_core.points cimport *
from lycee_core.program cimport Ability, Card, Cost, Ins, works_in_play
from lycee_core.reading cimport works_here
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.worth cimport pool_add_card


cdef enum:
    WIDEST = 300                # ways of paying that are looked at
    DEEPEST = 4                 # payments inside one another
    DEEP = 10                   # frames above which nothing is declared as a cost any more


# ---- one ability --------------------------------------------------------------------------------

cdef bint in_progress(Game *g, int number, int token, int link) noexcept nogil:
    """Whether an ability is being paid for itself, up to a link: it cannot help there."""
    cdef int i
    for i in range(link + 1):
        if g.s.links[i].flags & LF_TAX and g.s.links[i].token == token \
                and g.s.links[i].ability == number:
            return True
    return False


cdef bint pays_for(Game *g, const Ability *a, int token, int link, bint declared) noexcept nogil:
    """Whether the text lets an ability give points to a declaration.

    `declared`: it is the text of the very card that is declared.
    """
    cdef const Link *decl = &g.s.links[link]
    if declared:
        return (a.what >> IS_THIS_CARD) & 1
    if a.what == 0 or a.what & kinds_of(g, decl):
        return True
    return (a.what >> IS_THIS_CARD) & 1 and token == decl.token


cdef bint in_effect(Game *g) noexcept nogil:
    """Whether an effect that runs inside a payment is in progress: its registers are in use."""
    cdef int i
    for i in range(g.s.n_frames):
        if g.s.frames[i].kind == FR_EFFECT and g.s.frames[i].e & EF_AS_COST:
            return True
    return False


cdef bint used_up(Game *g, const Ability *a, int number, int token, int seat) noexcept nogil:
    """R7.31, R7.33, R7.37: whether the limits of an ability are reached."""
    cdef int key = counter_key(a, token, seat)
    if a.limit_n and a.limit_each != EACH_TARGET and uses(g, key, number,
                                                          a.limit_per) >= a.limit_n:
        return True
    return uses(g, key, number, PER_TURN) >= ABILITY_TURN_LIMIT or not counter_free(g, key, number)


cdef bint parts_fit(Game *g, const Ctx *c, const Cost *cost, uint64_t hand, int records,
                    int tapped) noexcept nogil:
    """Whether everything but the points of its own cost could be designated now."""
    cdef uint8_t need[4]
    cdef int i, n = 0, from_hand = 0
    if cost.tap and (c.cell == NO_CELL or c.cell == tapped or tap_rule(g, c.cell)):
        return False                                # R5.16, R5.17
    if cost.leave and c.cell == NO_CELL and g.s.place[c.source] == ZONE_CHAIN:
        return False                                # R5.32: it is being declared itself
    if mill_owed(g, c, cost) > g.s.deck_n[1 - c.seat if cost.flags & CO_MILL_ENEMY else c.seat]:
        return False                                # R5.18
    for i in range(cost.n_parts):
        need[i] = part_least(g, c, &cost.parts[i])
        n += need[i]
        if cost.parts[i].kind == CP_HAND:
            from_hand = need[i]
    if n > N_NAMED or (cost.n_parts and records < 2) or popcount64(hand) < from_hand:
        return False                                # R5.33
    return public_parts_fit(g, c, cost, need, NO_TOKEN)


cdef int records_free(Game *g, int link) noexcept nogil:
    """Records for payments that are left, the one of the payment itself included."""
    cdef int i, n = 0
    for i in range(N_EXTRAS):
        n += g.s.extras[i].link == 0 or g.s.extras[i].link == link + 1
    return n


cdef bint has_room(Game *g, int link) noexcept nogil:
    """Whether a payment can still take points that an ability gives."""
    cdef const Extra *e = extra_of(g, link)
    cdef int i
    if e == NULL:
        return True
    for i in range(4):
        if e.gifts[i] == 0:
            return True
    return False


cdef void foresee(Game *g, const Ability *a, int token, Helper *h) noexcept nogil:
    """What points an ability gives for certain; MOST_POINTS where only its effect will tell."""
    cdef const Ins *ins = &g.book.code[a.effect]
    cdef const Ins *amount
    cdef bint known_ = True
    h.points = 0
    h.attributes = 0
    h.of_one = 0
    while ins.op != O_END:
        if ins.op == O_POINTS:
            amount = &g.book.code[ins.x]
            known_ = known_ and h.points == 0 and ins.b != POINTS_OF and amount.op == X_LIT \
                and amount[1].op == X_END and amount.x > 0
            h.points = amount.x if amount.x < MOST_POINTS else MOST_POINTS
            h.attributes = ins.c if ins.b == POINTS_FIXED else card_of(g, token).attributes
            h.of_one = ins.b == POINTS_CHOSEN
        elif ins.op == O_UNLESS or ins.op == O_MAY or ins.op == O_MODE or ins.op == O_MODES \
                or ins.op == O_EACH or ins.op == O_REPEAT or (ins.op == O_RIDER and ins.c) \
                or ins.op == O_TO_PAYMENT:
            known_ = False
        ins += 1
    if not known_:
        h.points = MOST_POINTS
        h.attributes = ANY_ATTRIBUTE
        h.of_one = 0


cdef bint targets_there(Game *g, const Ctx *c, const Ability *a) noexcept nogil:
    """Whether each target word has something to name, one by one."""
    cdef const Selector *sel
    cdef int i
    for i in range(a.n_targets):
        sel = &g.book.selectors[a.target[i]]
        if not a.target_optional[i] and sel.n_kind == N_EXACT and sel.amount == 0 \
                and not at_least(g, c, a.target[i], sel.n):
            return False
    return True


cdef void consider(Game *g, const Ctx *payer, int number, int token, int cell, int code, int tapped,
                   uint64_t hand, Helpers *out) noexcept nogil:
    """Adds an ability that can be declared as a cost to the list."""
    cdef const Ability *a = &g.book.abilities[number]
    cdef Helper *h = &out.list[out.n]
    cdef Ctx c
    cdef bint lifted = cell == NO_CELL and g.s.place[token] != ZONE_CHAIN \
        and token != payer.source
    if a.kind != AK_AS_COST or out.n >= MOST_HELPERS \
            or not pays_for(g, a, token, out.link, cell == NO_CELL and token == payer.source) \
            or in_progress(g, number, token, out.link):
        return
    if g.x.n_rules and forbidden(g, WHAT_USE, token, token, LK_SPECIAL):
        return                                      # R14.14
    if used_up(g, a, number, token, out.seat):
        return
    ability_ctx(&c, out.seat, token, cell, out.link + 1)
    if not holds(g, &c, a.when) or not targets_there(g, &c, a):
        return
    if not parts_fit(g, &c, &a.cost, hand, records_free(g, out.link), tapped):
        return
    h.ability = number
    h.code = code
    h.token = token
    h.cell = cell
    owed_by(g, &c, &a.cost, h.owed)
    foresee(g, a, token, h)
    h.again = not (lifted or a.limit_n or a.cost.tap or a.cost.leave or a.cost.n_parts) \
        and need_total(h.owed) > 0
    out.n += 1


# ---- all of them --------------------------------------------------------------------------------

cdef void of_card(Game *g, const Ctx *payer, int token, int cell, int base, int tapped,
                  uint64_t hand, Helpers *out) noexcept nogil:
    """The abilities of one card in play; `base`: the code of its first."""
    cdef const Card *card
    cdef const Ability *a
    cdef int i
    if token == NO_TOKEN or not card_of(g, token).flags & CF_AS_COST:
        return
    card = card_of(g, token)
    for i in range(card.n_abilities):
        a = &g.book.abilities[card.first_ability + i]
        if a.kind != AK_AS_COST or not works_in_play(a) or (
                g.s.place[token] == ZONE_ITEM and (base + i - CODE_FIELD) % 32 >= ACT_AREA) \
                or not may_use(g, a, out.seat, token, cell) \
                or (token == g.s.chars[cell].token and (g.x.lost[cell] >> i) & 1) \
                or (a.host != HOST_SELF and g.s.chars[cell].token == NO_TOKEN):
            continue
        consider(g, payer, card.first_ability + i, token, cell, base + i, tapped, hand, out)


cdef void outside(Game *g, const Ctx *payer, int token, bint declared, int tapped, uint64_t hand,
                  Helpers *out) noexcept nogil:
    """The first ability of a card that is not in play which can be declared."""
    cdef const Card *card = card_of(g, token)
    cdef const Ability *a
    cdef int i, before = out.n
    for i in range(card.n_abilities):
        a = &g.book.abilities[card.first_ability + i]
        if a.kind == AK_AS_COST and out.n == before \
                and (works_here(g, a, token) or (declared and a.works_in == ZONE_HAND)):
            consider(g, payer, card.first_ability + i, token, NO_CELL, CODE_OUTSIDE + token, tapped,
                     hand, out)


cdef void in_play(Game *g, const Ctx *payer, int tapped, uint64_t hand,
                  Helpers *out) noexcept nogil:
    cdef int cell, base, i, item
    cdef Character *ch
    for cell in range(12):
        ch = &g.s.chars[cell]
        base = CODE_FIELD + cell * 32
        of_card(g, payer, ch.token, cell, base + ACT_ABILITY, tapped, hand, out)
        item = ch.item
        i = ACT_ITEM
        while item != NO_TOKEN and i < ACT_AREA:
            of_card(g, payer, item, cell, base + i, tapped, hand, out)
            i += card_of(g, item).n_abilities
            item = next_item(g, cell, item)
        of_card(g, payer, ch.area, cell, base + ACT_AREA, tapped, hand, out)
        if ch.token == NO_TOKEN or not g.x.n_granted:
            continue
        base += ACT_ABILITY + card_of(g, ch.token).n_abilities
        for i in range(g.x.n_granted):
            if g.granted[i].cell != cell:
                continue
            if base < CODE_FIELD + cell * 32 + ACT_ITEM \
                    and may_use(g, &g.book.abilities[g.granted[i].ability], out.seat, ch.token,
                                cell):
                consider(g, payer, g.granted[i].ability, ch.token, cell, base, tapped, hand, out)
            base += 1


cdef bint lies_open(int place) noexcept nogil:
    """Whether it is a zone outside play, hands and decks in which an ability may be alive."""
    return place == ZONE_DUST or place == ZONE_REMOVED or place >= ZONE_ASIDE


cdef void find_helpers(Game *g, const Ctx *c, int link, int tapped, uint64_t hand,
                       Helpers *out) noexcept nogil:
    """What could be declared as a cost for the payment of a link, from the view of who pays.

    `tapped`: the cell whose [T] the declaration itself takes. `hand`: the cards that are left. The
    state knows the link, or holds one that is imagined.
    """
    cdef uint64_t m = hand
    cdef int t
    out.n = 0
    out.seat = c.seat
    out.link = link
    out.declared = NO_TOKEN
    if c.source < N_TOKENS and cell_of(g, c.source) == NO_CELL:
        out.declared = c.source
    if link + 1 >= N_LINKS or g.s.n_frames > DEEP or not records_free(g, link) \
            or not has_room(g, link) or in_effect(g):
        return
    in_play(g, c, tapped, hand, out)
    while m:
        t = c.seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        # Others that pay by permission lie open: they come below.
        if g.s.place[t] == ZONE_HAND and known(g, t) and card_of(g, t).flags & CF_AS_COST:
            outside(g, c, t, False, tapped, hand & ~bit_of(t), out)
    for t in range(c.seat * SEAT_TOKENS, (c.seat + 1) * SEAT_TOKENS):
        if g.s.know[t] == PUBLIC_KNOWN and lies_open(g.s.place[t]) \
                and card_of(g, t).flags & CF_AS_COST and card_of(g, t).flags & CF_OUTSIDE:
            outside(g, c, t, False, tapped, hand, out)
    if out.declared != NO_TOKEN and known(g, c.source) \
            and card_of(g, c.source).flags & CF_AS_COST:
        outside(g, c, c.source, True, tapped, hand, out)


# ---- whether it would do ------------------------------------------------------------------------

cdef struct Step:               # a payment in progress
    uint8_t owed[6]
    Pool got
    int helper                  # the ability it is for; -1: the declaration


cdef struct Search:
    Helpers *helpers
    Step steps[4]


cdef uint64_t without(const Helper *h, uint64_t hand) noexcept nogil:
    return hand & ~bit_of(h.token) if h.cell == NO_CELL else hand


cdef bint give(Game *g, Search *s, uint64_t hand, uint32_t used, int depth) noexcept nogil:
    """An ability is paid for: its points go to the payment below."""
    cdef Helper *h = &s.helpers.list[s.steps[depth].helper]
    cdef Pool kept = s.steps[depth - 1].got
    cdef int i
    for i in range(5 if h.of_one else 1):
        pool_add_points(&s.steps[depth - 1].got, 1 << i if h.of_one else h.attributes, h.points)
        if search(g, s, hand, used, depth - 1):
            return True
        s.steps[depth - 1].got = kept
    return False


cdef bint pay_some(Game *g, Search *s, uint64_t hand, uint64_t among, uint32_t used,
                   int depth) noexcept nogil:
    """Pays for an ability by hand cards, in every way in which no card is idle."""
    cdef Step *step = &s.steps[depth]
    cdef Pool kept = step.got
    cdef int t, before = coverage(&kept, step.owed)
    s.helpers.tries -= 1
    if s.helpers.tries < 0:
        return True
    if before >= need_total(step.owed):
        return give(g, s, hand, used, depth)
    while among:
        t = s.helpers.seat * SEAT_TOKENS + ctz64(among)
        among &= among - 1
        pool_add_card(g, &step.got, 255, t)
        if coverage(&step.got, step.owed) > before \
                and pay_some(g, s, hand & ~bit_of(t), among, used, depth):
            return True
        step.got = kept
    return False


cdef bint search(Game *g, Search *s, uint64_t hand, uint32_t used, int depth) noexcept nogil:
    """Whether the payments in progress can all be covered."""
    cdef Step *step = &s.steps[depth]
    cdef Helper *h
    cdef Pool all_ = step.got
    cdef uint64_t m = hand
    cdef int i, t
    s.helpers.tries -= 1
    if s.helpers.tries < 0:
        return True
    while m:
        t = s.helpers.seat * SEAT_TOKENS + ctz64(m)
        m &= m - 1
        pool_add_card(g, &all_, s.helpers.link if depth == 0 else 255, t)
    if covers(&all_, step.owed):
        if depth == 0 or pay_some(g, s, hand, hand, used, depth):
            return True
    for i in range(s.helpers.n if depth + 1 < DEEPEST else 0):
        h = &s.helpers.list[i]
        if (used >> i) & 1 or (h.cell == NO_CELL and not hand & bit_of(h.token)
                               and g.s.place[h.token] == ZONE_HAND
                               and s.helpers.declared != h.token):
            continue
        s.steps[depth + 1].helper = i
        pool_clear(&s.steps[depth + 1].got)
        for t in range(6):
            s.steps[depth + 1].owed[t] = h.owed[t]
        if search(g, s, without(h, hand), used | (0 if h.again else 1 << i), depth + 1):
            return True
    return False


cdef bint helped(Game *g, Helpers *h, uint64_t hand, const uint8_t *owed) noexcept nogil:
    """Whether a hand, all of which is known, and what can be declared as a cost pay the points."""
    cdef Search s
    cdef int i
    if h.n == 0:
        return False
    h.tries = WIDEST
    s.helpers = h
    s.steps[0].helper = -1
    pool_clear(&s.steps[0].got)
    for i in range(6):
        s.steps[0].owed[i] = owed[i]
    return search(g, &s, hand, 0, 0)
