# Evaluates expressions and selectors of compiled cards.
#
# Theory of operation. An expression is a run of instructions on a small stack; it reads public
# facts, registers, and the face of the candidate that a filter looks at. A candidate whose face
# this replica does not hold cannot be refuted: `matches` answers 2, and a selector keeps it. So
# both peers, holding different faces, never contradict each other about what is possible.

from lycee_core.defs cimport *
from lycee_core.state cimport *
from lycee_core.program cimport Card, Ins, Sieve


# Cells next to each cell (R2.16).
cdef uint16_t[12] ADJACENT = [
    0x00A, 0x015, 0x022, 0x011, 0x02A, 0x014,
    0x280, 0x540, 0x880, 0x440, 0xA80, 0x500,
]


cdef inline int floor_div(int a, int b) noexcept nogil:
    # C rounds toward zero; amounts round toward minus infinity.
    cdef int q
    if b == 0:
        return 0
    q = a // b
    if a % b != 0 and (a < 0) != (b < 0):
        q -= 1
    return q


cdef int battling(Game *g, int seat) noexcept nogil:
    if g.s.battle == 0:
        return 255
    if g.s.attacker != NO_TOKEN and side_of(g, g.s.attacker) == seat:
        return g.s.attacker
    if g.s.defender != NO_TOKEN and side_of(g, g.s.defender) == seat:
        return g.s.defender
    return 255


cdef int resolve_ref(Game *g, const Ctx *c, int ref) noexcept nogil:
    cdef int cell
    if ref == REF_SELF:
        return c.source
    if ref == REF_CAND:
        return c.cand
    if ref == REF_SUBJECT:
        return c.subject
    if ref == REF_CAUSE:
        return c.cause
    if ref == REF_BEARER or ref == REF_HERE:
        cell = c.cell
        if cell == NO_CELL:
            return 255
        return g.s.chars[cell].token
    if ref == REF_ATTACKER:
        return g.s.attacker if g.s.battle else 255
    if ref == REF_DEFENDER:
        return g.s.defender if g.s.battle else 255
    if ref == REF_BATTLING_OWN:
        return battling(g, c.seat)
    if ref == REF_BATTLING_ENEMY:
        return battling(g, 1 - c.seat)
    if ref == REF_SUPPORTER:
        return g.s.supporter
    if ref == REF_SUPPORTED:
        return g.s.supported
    if ref == REF_DECLARATION:
        # The link just below the one in question, or the top of the chain while none is being
        # built.
        if c.link != 255 and c.link > 0:
            return 144 + c.link - 1
        if c.link == 255 and g.s.n_links > 0:
            return 144 + g.s.n_links - 1
        return 255
    if ref >= REF_REG:
        return reg_first(g, ref - REF_REG)
    return 255


cdef int whose_seat(Game *g, const Ctx *c, int whose) noexcept nogil:
    if whose == WHOSE_YOU:
        return c.seat
    if whose == WHOSE_ENEMY:
        return 1 - c.seat
    if whose == WHOSE_OWNER_OF_SUBJECT:
        return seat_of(c.subject) if c.subject < N_TOKENS else c.seat
    return g.s.turn_player


cdef int link_cost(Game *g, int link) noexcept nogil:
    cdef int i, n = 0
    for i in range(6):
        n += g.s.links[link].owed[i]
    return n


cdef int value_of(Game *g, int entity, int value) noexcept nogil:
    cdef const Card *card
    cdef int cell
    if entity >= 144 and entity < 160:
        if value == VAL_COST:
            return link_cost(g, entity - 144)
        card = &g.book.cards[g.s.links[entity - 144].card]
    elif entity < N_TOKENS and known(g, entity):
        card = card_of(g, entity)
    else:
        return 0
    if value <= VAL_SP:
        cell = cell_of(g, entity)
        if entity < N_TOKENS and g.s.place[entity] == ZONE_FIELD:
            return g.x.values[cell][value]
        value += VAL_ORIGINAL_AP
    if value == VAL_ORIGINAL_AP:
        return card.ap
    if value == VAL_ORIGINAL_DP:
        return card.dp
    if value == VAL_ORIGINAL_SP:
        return card.sp
    if value == VAL_EX:
        return card.ex
    if value == VAL_COST:
        return card.cost_total
    if value == VAL_ATTRIBUTES:
        return popcount64(card.attributes)
    if value == VAL_BASICS:
        cell = cell_of(g, entity)
        if cell != NO_CELL:
            return popcount64(g.x.basics[cell])
        return popcount64(card.basics)
    return 0


cdef bint in_battle(Game *g, const Ctx *c, int kind, int role) noexcept nogil:
    """Condition `battle`: kind as X_BATTLE documents it."""
    cdef int who, cell, i
    cdef int part[2]
    if kind == 0:
        return g.s.battle == 0
    if g.s.battle == 0:
        return False
    part[0] = g.s.attacker if role != 2 else 255
    part[1] = g.s.defender if role != 1 else 255
    if kind == 1:
        return True
    for i in range(2):
        if part[i] >= N_TOKENS:
            continue
        if kind == 2 and part[i] == c.source:
            return True
        if kind == 3 and side_of(g, part[i]) == c.seat:
            return True
        who = resolve_ref(g, c, REF_BEARER) if kind == 4 else 255
        if kind == 4 and part[i] == who:
            return True
        cell = cell_of(g, part[i])
        if cell == NO_CELL or c.cell == NO_CELL or cell // 6 != c.seat:
            continue
        if kind == 5 and adjacent(cell, c.cell):
            return True
        if kind == 6 and same_column(cell, c.cell):
            return True
    return False


cdef bint responding(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Condition `responding`.

    The declaration right below is of one of the kinds, of that side, and matches.
    """
    cdef int below = resolve_ref(g, c, REF_DECLARATION)
    cdef int link
    if ins.a == 0:
        return below == 255
    if below == 255:
        return False
    link = below - 144
    if ins.y and not (ins.y >> g.s.links[link].kind) & 1:
        return False
    if ins.b == SIDE_OWN and g.s.links[link].seat != c.seat:
        return False
    if ins.b == SIDE_ENEMY and g.s.links[link].seat == c.seat:
        return False
    if ins.x:
        return matches(g, c, ins.x, below) != 0
    return True


cdef bint equipped(Game *g, int entity) noexcept nogil:
    cdef int cell = cell_of(g, entity)
    return cell != NO_CELL and entity < N_TOKENS and g.s.place[entity] == ZONE_FIELD \
        and g.s.chars[cell].item != NO_TOKEN


cdef const Card *face_of(Game *g, int entity) noexcept nogil:
    if entity < N_TOKENS and known(g, entity):
        return card_of(g, entity)
    if entity >= 144 and entity < 160:
        return &g.book.cards[g.s.links[entity - 144].card]
    return NULL


cdef bint names_meet(const Card *a, const Card *b, int n) noexcept nogil:
    """R12.3: whether any name of one equals any name of the other.

    `n`: 3 for the name and what the card counts as, 5 for the names of its components too.
    """
    cdef uint16_t x[5]
    cdef uint16_t y[5]
    cdef int i, j
    if a.name == b.name:
        return True
    if a.also[0] & a.component[0] & b.also[0] & b.component[0] == 0xFFFF:
        return False                        # neither has a second name
    x[0] = a.name
    x[1] = a.also[0]
    x[2] = a.also[1]
    x[3] = a.component[0]
    x[4] = a.component[1]
    y[0] = b.name
    y[1] = b.also[0]
    y[2] = b.also[1]
    y[3] = b.component[0]
    y[4] = b.component[1]
    for i in range(n):
        if x[i] == 0xFFFF:
            continue
        for j in range(n):
            if x[i] == y[j]:
                return True
    return False


cdef int candidate_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """One test of a filter about the candidate: the X_ROW .. X_SAME_CELL family."""
    cdef int e = c.cand
    cdef int op = ins.op
    cdef int cell, other
    cdef const Card *card
    cdef const Card *card2
    if op == X_OTHER_THAN:
        return e != resolve_ref(g, c, ins.b)
    if op == X_IN_REG:
        return reg_has(g, ins.a, e)
    if op == X_SIDE:
        other = side_of(g, e)
        return ins.a == SIDE_ANY or (other == c.seat) == (ins.a == SIDE_OWN)
    if op == X_LINK_KIND:
        return e >= 144 and e < 160 and (ins.x >> g.s.links[e - 144].kind) & 1
    cell = cell_of(g, e)
    if op == X_ROW:
        return cell != NO_CELL and cell % 6 // 3 == ins.a
    if op == X_COLUMN:
        return cell != NO_CELL and (ins.a >> (cell % 3)) & 1
    if op == X_SAME_COLUMN or op == X_SAME_ROW or op == X_ADJACENT or op == X_SAME_CELL \
            or op == X_IN_FRONT:
        other = resolve_ref(g, c, ins.b)
        other = c.cell if other == c.source else cell_of(g, other)
        if cell == NO_CELL or other == NO_CELL:
            return 0
        if op == X_SAME_COLUMN:
            return same_column(cell, other)
        if op == X_SAME_ROW:
            return cell % 6 // 3 == other % 6 // 3
        if op == X_ADJACENT:
            return adjacent(cell, other)
        if op == X_SAME_CELL:
            return cell == other
        return cell // 6 != other // 6 and same_column(cell, other)
    if op == X_TAPPED:
        return cell != NO_CELL and (g.s.chars[cell].flags & CH_TAPPED) != 0
    if op == X_NEW:
        return cell != NO_CELL and (g.s.chars[cell].flags & CH_NEW) != 0
    if op == X_EQUIPPED:
        return equipped(g, e)
    if op == X_BASIC:
        return cell != NO_CELL and (g.x.basics[cell] >> ins.a) & 1
    if op == X_EMPTY:
        return cell != NO_CELL and g.s.chars[cell].token == NO_TOKEN
    if op == X_HAS_AREA:
        return cell != NO_CELL and g.s.chars[cell].area != NO_TOKEN
    card = face_of(g, e)
    if card == NULL:
        return 0
    if op == X_ATTRIBUTE:
        return (card.attributes & ins.a) != 0
    if op == X_PURE:
        return card.attributes == ins.a
    if op == X_MULTI:
        return popcount64(card.attributes) > 1
    if op == X_NAME:
        return card.name == ins.x or card.also[0] == ins.x or card.also[1] == ins.x
    if op == X_SEX:
        return card.sex == ins.a
    if op == X_TYPE:
        return (card.type & ins.a) != 0
    if op == X_CONVERSION:
        return card.component[0] != 0xFFFF
    other = resolve_ref(g, c, ins.b)
    card2 = face_of(g, other)
    if card2 == NULL or not is_told(g, c, other):
        return 0
    if op == X_SAME_NAME:
        return names_meet(card, card2, 3)
    if op == X_SAME_ATTRIBUTE:
        return (card.attributes & card2.attributes) != 0
    return 0


cdef int zone_size(Game *g, int seat, int zone) noexcept nogil:
    if zone == ZONE_HAND:
        return popcount64(g.s.hand[seat])
    if zone == ZONE_DECK:
        return g.s.deck_n[seat]
    if zone == ZONE_DUST:
        return g.s.dust_n[seat]
    if zone == ZONE_REMOVED:
        return popcount64(g.s.removed[seat])
    return 0


cdef bint is_told(Game *g, const Ctx *c, int entity) noexcept nogil:
    """R1.14: a reference is read only where its face is public, or replicas would part ways.

    A hand card that is about to be declared may read itself: its face comes with the declaration.
    """
    if entity >= N_TOKENS or g.s.know[entity] == PUBLIC_KNOWN:
        return True
    return entity == c.source and top_frame(g).kind != FR_EFFECT


cdef int leaf_value(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Instructions that push one value."""
    cdef Ctx inner
    cdef int op = ins.op, below
    if op == X_LIT:
        return ins.x
    if op == X_VALUE:
        below = resolve_ref(g, c, ins.b)
        return value_of(g, below, ins.a) if ins.b == REF_CAND or is_told(g, c, below) else 0
    if op == X_COUNT:
        return selector_count(g, c, ins.x)
    if op == X_COUNT_REG:
        return reg_count(g, ins.a)
    if op == X_SIZE:
        return zone_size(g, whose_seat(g, c, ins.b), ins.a)
    if op == X_DONE:
        return g.s.done_n
    if op == X_DONE_FULL:
        return g.s.done_full
    if op == X_EVENT_AMOUNT:
        return c.amount
    if op == X_CLOCK:
        return g.s.turn
    if op == X_TURN:
        return ins.a == SIDE_ANY or (g.s.turn_player == c.seat) == (ins.a == SIDE_OWN)
    if op == X_BATTLE:
        return in_battle(g, c, ins.a, ins.b)
    if op == X_RESPONDING:
        return responding(g, c, ins)
    if op == X_IS:
        inner = c[0]
        inner.cand = resolve_ref(g, c, ins.b)
        if inner.cand == 255 or not is_told(g, c, inner.cand):
            return 0
        return holds(g, &inner, ins.x)
    return candidate_test(g, c, ins)


cdef int combine(int op, int a, int b) noexcept nogil:
    """Instructions that take two values and push one."""
    if op == X_ADD:
        return a + b
    if op == X_SUB:
        return a - b
    if op == X_MUL:
        return a * b
    if op == X_DIV:
        return floor_div(a, b)
    if op == X_MIN:
        return a if a < b else b
    if op == X_MAX:
        return a if a > b else b
    if op == X_LT:
        return a < b
    if op == X_LE:
        return a <= b
    if op == X_EQ:
        return a == b
    if op == X_NE:
        return a != b
    if op == X_GE:
        return a >= b
    if op == X_GT:
        return a > b
    if op == X_AND:
        return a != 0 and b != 0
    return a != 0 or b != 0


cdef int32_t expr(Game *g, const Ctx *c, int pc) noexcept nogil:
    """Runs the expression at pc.

    Values stay within what 32 bits hold because literals have 16 and depth is 16.
    """
    cdef int32_t stack[18]
    cdef int n = 0
    cdef const Ins *ins = &g.book.code[pc]
    if ins.op == X_LIT and ins[1].op == X_END:
        return ins.x                        # most amounts are plain numbers
    stack[0] = 0
    while ins.op != X_END:
        if ins.op >= X_ADD and ins.op <= X_OR:
            if n >= 2:
                n -= 1
                stack[n - 1] = combine(ins.op, stack[n - 1], stack[n])
                # R14.4 bounds every value, so products cannot run away.
                if stack[n - 1] > 999999:
                    stack[n - 1] = 999999
                elif stack[n - 1] < -999999:
                    stack[n - 1] = -999999
        elif ins.op == X_NOT:
            if n >= 1:
                stack[n - 1] = stack[n - 1] == 0
        elif n < 16:
            stack[n] = leaf_value(g, c, ins)
            n += 1
        ins += 1
    return stack[n - 1] if n > 0 else 0


cdef bint holds(Game *g, const Ctx *c, int pc) noexcept nogil:
    return pc == 0 or expr(g, c, pc) != 0


cdef int matches(Game *g, const Ctx *c, int selector, int entity) noexcept nogil:
    """Whether an entity fits side, types and filter of a selector, its zone aside.

    0 no, 1 yes, 2 its face is not held here.
    """
    cdef const Selector *sel
    cdef Ctx inner
    if selector == 0:
        return 1
    sel = &g.book.selectors[selector]
    if sel.side != SIDE_ANY and (side_of(g, entity) == c.seat) != (sel.side == SIDE_OWN):
        return 0
    if entity < N_TOKENS:
        if not known(g, entity):
            return without_face(g, c, sel, entity)
        if sel.types and not card_of(g, entity).type & sel.types:
            return 0
    if sel.filter == 0:
        return 1
    inner = c[0]
    inner.cand = entity
    return filter_holds(g, &inner, sel.filter)


cdef bint reads_face(int op) noexcept nogil:
    """Whether a test of a filter looks at the face of the candidate."""
    return (op >= X_ATTRIBUTE and op <= X_SEX) or op == X_TYPE or op == X_SAME_ATTRIBUTE \
        or op == X_CONVERSION or op == X_TITLE


cdef bint is_conjunction(const Ins *ins) noexcept nogil:
    """Whether a filter is nothing but tests, each perhaps negated, that must all hold."""
    cdef bint after_test = False
    while ins.op != X_END:
        if ins.op == X_NOT and not after_test:
            return False
        if ins.op < X_ROW and ins.op != X_AND and ins.op != X_NOT:
            return False
        after_test = ins.op >= X_ROW
        ins += 1
    return True


cdef int without_face(Game *g, const Ctx *c, const Selector *sel, int entity) noexcept nogil:
    """`matches` for a card whose face is not held: tests that need no face may refute it."""
    cdef const Ins *ins = &g.book.code[sel.filter]
    cdef Ctx inner = c[0]
    cdef bint unsure = sel.types != 0
    cdef bint one
    inner.cand = entity
    if sel.filter == 0:
        return 2 if unsure else 1
    if not is_conjunction(ins):
        return 2                                    # values, alternatives: nobody can tell
    while ins.op != X_END:
        if ins.op >= X_ROW and reads_face(ins.op):
            unsure = True
        elif ins.op >= X_ROW:
            one = candidate_test(g, &inner, ins) != 0
            if one == (ins[1].op == X_NOT):
                return 0
        ins += 1
        if ins.op == X_NOT:
            ins += 1
    return 2 if unsure else 1


cdef bint filter_holds(Game *g, const Ctx *c, int pc) noexcept nogil:
    """A filter about the candidate; most are a few tests joined by `and`, which need no stack."""
    cdef const Ins *ins = &g.book.code[pc]
    cdef bint ok = True, first = True, one
    while ins.op >= X_ROW:
        one = ok and candidate_test(g, c, ins) != 0
        ins += 1
        if ins.op == X_NOT:
            one = not one
            ins += 1
        if not first:
            if ins.op != X_AND:
                return expr(g, c, pc) != 0
            ins += 1
        ok = ok and one
        first = False
    if ins.op == X_END:
        return ok
    return expr(g, c, pc) != 0


cdef void consider(Game *g, const Ctx *c, int selector, int entity, Entities *out) noexcept nogil:
    cdef int m = matches(g, c, selector, entity)
    if m == 0:
        return
    if m == 2:
        out.unsure = 1
    if entity < SEAT_TOKENS:
        out.lo |= (<uint64_t>1) << entity
    elif entity < N_TOKENS:
        out.hi |= (<uint64_t>1) << (entity - SEAT_TOKENS)
    elif entity >= 160:
        out.lo |= (<uint64_t>1) << (entity - 160)
    elif entity >= 144:
        out.lo |= (<uint64_t>1) << (entity - 144)
    else:
        out.lo |= (<uint64_t>1) << (entity - 128)


cdef inline int near_mask(int cell, int near) noexcept nogil:
    """Cells (bits 0 to 11) that are adjacent to a cell, in its column, or both."""
    cdef int mask = 0xFFF
    cdef int own = 6 if cell >= 6 else 0
    if near & 1:
        mask &= ADJACENT[cell]
    if near & 2:
        mask &= (0x9 << (cell % 3)) << own | (0x9 << (2 - cell % 3)) << (6 - own)
    return mask


cdef void sift(Game *g, const Ctx *c, int selector, int need, Entities *out) noexcept nogil:
    """The commonest selection: characters, by masks of cells first; stops after `need` of them."""
    cdef const Sieve *sieve = &g.book.sieves[selector]
    cdef int side = g.book.selectors[selector].side
    cdef int mask = (sieve.cells | sieve.cells << 6) & g.x.occupied
    cdef int cell, token, flags, n = 0
    cdef Ctx inner = c[0]
    if side != SIDE_ANY:
        mask &= 0x3F << (6 * (c.seat if side == SIDE_OWN else 1 - c.seat))
    if sieve.near & 3:
        mask &= near_mask(c.cell, sieve.near) if c.cell < 12 else 0
    while mask and n < need:
        cell = ctz64(mask)
        mask &= mask - 1
        token = g.s.chars[cell].token
        flags = g.s.chars[cell].flags
        if flags & sieve.flags != sieve.flags or flags & sieve.no_flags \
                or (sieve.near & 4 and token == c.source):
            continue
        if sieve.attributes and not card_of(g, token).attributes & sieve.attributes:
            continue
        inner.cand = token
        if sieve.rest and not filter_holds(g, &inner, sieve.rest):
            continue
        n += 1
        if token < SEAT_TOKENS:
            out.lo |= (<uint64_t>1) << token
        else:
            out.hi |= (<uint64_t>1) << (token - SEAT_TOKENS)


cdef void select_field(Game *g, const Ctx *c, int selector, int types,
                       Entities *out) noexcept nogil:
    cdef int cell
    if types & TYPE_CELL:
        out.kind = REG_CELLS
        for cell in range(12):
            consider(g, c, selector, 128 + cell, out)
        return
    if types & ~TYPE_CHARACTER == 0:
        sift(g, c, selector, 12, out)
        return
    for cell in range(12):
        if (types == 0 or types & TYPE_CHARACTER) and g.s.chars[cell].token != NO_TOKEN:
            consider(g, c, selector, g.s.chars[cell].token, out)
        if types & TYPE_ITEM and g.s.chars[cell].item != NO_TOKEN:
            consider(g, c, selector, g.s.chars[cell].item, out)
        if types & TYPE_AREA and g.s.chars[cell].area != NO_TOKEN:
            consider(g, c, selector, g.s.chars[cell].area, out)


cdef void select_pile(Game *g, const Ctx *c, int selector, int zone, int depth, int seat,
                      Entities *out) noexcept nogil:
    """Candidates of one seat's deck, dust box, hand, removed cards or payments."""
    cdef int t, n = 0
    cdef uint64_t m
    if zone == SZ_HAND or zone == SZ_REMOVED:
        m = g.s.hand[seat] if zone == SZ_HAND else g.s.removed[seat]
        while m:
            consider(g, c, selector, seat * SEAT_TOKENS + ctz64(m), out)
            m &= m - 1
        return
    if zone == SZ_PAYMENT:
        for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
            if g.s.place[t] == ZONE_PAYMENT:
                consider(g, c, selector, t, out)
        return
    t = g.s.dust_head[seat] if zone == SZ_DUST else g.s.deck_head[seat]
    while t != NO_TOKEN:
        if zone == SZ_DECK_TOP and n >= depth:
            break
        if zone != SZ_DECK_BOTTOM or n >= g.s.deck_n[seat] - depth:
            consider(g, c, selector, t, out)
        n += 1
        t = g.s.next[t]


cdef int select(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil:
    """Fills `out` with everything that matches now; returns how many."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef int seat, depth, i
    out.lo = 0
    out.hi = 0
    out.kind = REG_TOKENS
    out.unsure = 0
    if sel.zone == SZ_FIELD:
        select_field(g, c, selector, sel.types, out)
    elif sel.zone == SZ_CHAIN:
        out.kind = REG_LINKS
        for i in range(g.s.n_links):
            if i != c.link:
                consider(g, c, selector, 144 + i, out)
    else:
        depth = 1
        if sel.depth:
            depth = expr(g, c, sel.depth)
        for seat in range(2):
            if sel.side == SIDE_ANY or (seat == c.seat) == (sel.side == SIDE_OWN):
                select_pile(g, c, selector, sel.zone, depth, seat, out)
    return popcount64(out.lo) + popcount64(out.hi)


cdef int member(const Entities *found, int index) noexcept nogil:
    """The index-th entity of a set in rising order, or 255."""
    cdef uint64_t m = found.lo
    cdef int base = 0
    if found.kind == REG_CELLS:
        base = 128
    elif found.kind == REG_LINKS:
        base = 144
    elif found.kind == REG_SEATS:
        base = 160
    while m:
        if index == 0:
            return base + ctz64(m)
        index -= 1
        m &= m - 1
    m = found.hi
    while m:
        if index == 0:
            return SEAT_TOKENS + ctz64(m)
        index -= 1
        m &= m - 1
    return 255


cdef bint in_set(const Entities *found, int e) noexcept nogil:
    if found.kind == REG_CELLS:
        return e >= 128 and e < 140 and (found.lo >> (e - 128)) & 1
    if found.kind == REG_SEATS:
        return e >= 160 and e < 162 and (found.lo >> (e - 160)) & 1
    if found.kind == REG_LINKS:
        return e >= 144 and e < 160 and (found.lo >> (e - 144)) & 1
    if e >= N_TOKENS:
        return False
    return ((found.lo if e < SEAT_TOKENS else found.hi) & bit_of(e)) != 0


cdef bint at_least(Game *g, const Ctx *c, int selector, int need) noexcept nogil:
    """Whether `need` things match: stops as soon as it knows."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef Entities found
    cdef int cell, n = 0
    if sel.zone == SZ_FIELD and sel.types & ~TYPE_CHARACTER == 0:
        found.lo = 0
        found.hi = 0
        sift(g, c, selector, need, &found)
        return popcount64(found.lo) + popcount64(found.hi) >= need
    if sel.zone != SZ_FIELD or not sel.types & TYPE_CELL:
        return select(g, c, selector, &found) >= need
    for cell in range(12):
        if n >= need:
            return True
        n += matches(g, c, selector, 128 + cell) != 0
    return n >= need


cdef int selector_count(Game *g, const Ctx *c, int selector) noexcept nogil:
    cdef Entities found
    return select(g, c, selector, &found)
