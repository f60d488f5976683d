# Evaluates expressions and selectors of compiled cards.
#
# Theory of operation. An expression is a run of instructions on a small stack; it reads public
# facts, registers, and the face of the candidate that a filter looks at. A candidate whose face
# this replica does not hold cannot be refuted: `matches` answers 2, and a selector keeps it. So
# both peers, holding different faces, never contradict each other about what is possible.

from lycee_core.defs cimport *
from lycee_core.doing cimport *
from lycee_core.faces cimport *
from lycee_core.filters cimport *
from lycee_core.gathering cimport gather_zones, pile_slot
from lycee_core.hooks cimport next_item
from lycee_core.reading cimport *
from lycee_core.seen cimport *
from lycee_core.state cimport *
from lycee_core.program cimport Ins, Selector, Sieve, is_test
from lycee_core.registers cimport *
from lycee_core.tokens cimport pile_size


cdef enum:
    FIELD_TYPES = TYPE_CHARACTER | TYPE_ITEM | TYPE_AREA

# Cells next to each cell (R2.16).
cdef uint16_t[12] ADJACENT = [
    0x00A, 0x015, 0x022, 0x011, 0x02A, 0x014,
    0x280, 0x540, 0x880, 0x440, 0xA80, 0x500,
]


# ---- conditions ---------------------------------------------------------------------------------

cdef bint takes_part(Game *g, const Ctx *c, int kind, int who) noexcept nogil:
    """Whether a participant is whom the condition `battle` means: as X_BATTLE documents it."""
    cdef int cell = cell_of(g, who)
    if kind == 1:
        return True
    if kind == 2:
        return who == c.source
    if kind == 3:
        return side_of(g, who) == c.seat
    if kind == 4:
        return who == resolve_ref(g, c, REF_BEARER)
    if cell == NO_CELL or c.cell == NO_CELL or cell // 6 != c.seat:
        return False
    return adjacent(cell, c.cell) if kind == 5 else same_column(cell, c.cell)


cdef bint in_battle(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Condition `battle`: somebody it means takes part, in that role, against such an opponent."""
    cdef int part[2]
    cdef int i
    if ins.a == 0 or g.s.battle == 0:
        return (g.s.battle == 0) == (ins.a == 0)
    part[0] = g.s.attacker
    part[1] = g.s.defender
    if ins.c & BATTLE_UNDEFENDED and g.s.defender != NO_TOKEN:
        return False
    if ins.c & BATTLE_DEFENDED and g.s.defender == NO_TOKEN:
        return False
    if ins.c & (BATTLE_SAME_COLUMN | BATTLE_OTHER_COLUMN) and g.s.attacker < N_TOKENS \
            and ((cell_of(g, g.s.attacker) % 3 == 2 - g.s.column)
                 != ((ins.c & BATTLE_SAME_COLUMN) != 0)):
        return False
    if ins.a == 1 and ins.x == 0 and ins.y == 0:
        return ins.b == 0 or part[ins.b - 1] < N_TOKENS
    for i in range(2):
        if part[i] >= N_TOKENS or ins.b == 2 - i or not takes_part(g, c, ins.a, part[i]):
            continue
        if fits(g, c, part[i], ins.x) and (ins.y == 0 or fits(g, c, part[1 - i], ins.y)):
            return True
    return False


cdef bint fits(Game *g, const Ctx *c, int entity, int pc) noexcept nogil:
    """Whether something that a reference stands for passes a filter, or did when it left."""
    cdef Ctx inner
    if pc == 0:
        return True
    if entity == 255 or entity == NO_TOKEN or not is_told(g, c, entity):
        return False
    inner = c[0]
    inner.cand = entity
    inner.past = 1
    return holds(g, &inner, pc)


cdef bint downed_matches(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Whether the window "when downed" is open for a character that is meant (R8.30)."""
    cdef const Frame *f = downed_window(g)
    cdef int i, token
    if f == NULL:
        return False
    for i in range(2):
        token = (f.pc & 255 if i == 0 else f.pc >> 8) - 1
        if not (f.d >> i) & 1 or token < 0 or g.s.place[token] != ZONE_FIELD:
            continue
        if ins.b != SIDE_ANY and (side_of(g, token) == c.seat) != (ins.b == SIDE_OWN):
            continue
        if ins.x == 0 or filter_fits(g, c, ins.x, token):
            return True
    return False


cdef bint filter_fits(Game *g, const Ctx *c, int selector, int token) noexcept nogil:
    """Whether a card in play passes the filter of a selector of declarations."""
    return fits(g, c, token, g.book.selectors[selector].filter)


cdef bint responding(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Condition `responding`.

    The declaration right below is of one of the kinds, of that side, and matches.
    """
    cdef int below = resolve_ref(g, c, REF_DECLARATION)
    cdef int link
    if ins.a == 0:
        return below == 255
    if below == 255:
        return (ins.y >> IS_DOWNED) & 1 and downed_matches(g, c, ins)
    link = below - 144
    if ins.y and not is_of_kind(g, link, ins.y):
        return False
    if ins.b == SIDE_OWN and g.s.links[link].seat != c.seat:
        return False
    if ins.b == SIDE_ENEMY and g.s.links[link].seat == c.seat:
        return False
    if ins.x:
        return matches(g, c, ins.x, below) != 0
    return True


# ---- amounts ------------------------------------------------------------------------------------

cdef int fold(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """X_FOLD, X_FOLD_REG: the sum, highest or lowest value of several; 0 of none."""
    cdef Entities found
    cdef uint8_t members[120]
    cdef int n, i, value, total = 0
    cdef bint first = True
    if ins.op == X_FOLD_REG:
        n = reg_list(g, ins.c, members)
    else:
        n = select(g, c, ins.x, &found)
        for i in range(n):
            members[i] = member(&found, i)
    for i in range(n):
        if ins.op == X_FOLD_REG:
            value = ref_value(g, c, members[i], ins.a)
        elif members[i] < N_TOKENS and g.s.know[members[i]] != PUBLIC_KNOWN:
            continue                                # R1.14
        else:
            value = value_of(g, members[i], ins.a)
        if ins.b == FOLD_SUM:
            total += value
        elif first or (value > total) == (ins.b == FOLD_HIGHEST):
            total = value
        first = False
    return total


cdef int picked_total(Game *g, const Ctx *c, int value) noexcept nogil:
    """A value summed over what a pick has filled its register with, and the candidate."""
    cdef uint8_t members[120]
    cdef int n = reg_list(g, c.picking, members) if c.picking < N_REGISTERS else 0
    cdef int i, total = value_of(g, c.cand, value) if c.cand != 255 else 0
    for i in range(n):
        total += value_of(g, members[i], value)
    return total


cdef bint any_fits(Game *g, const Ctx *c, int register, int pc) noexcept nogil:
    cdef uint8_t members[120]
    cdef int n = reg_list(g, register, members)
    cdef int i
    for i in range(n):
        if fits(g, c, members[i], pc):
            return True
    return False


cdef int battle_damage(Game *g) noexcept nogil:
    """R8.32: what the deck loses when nobody defends."""
    cdef int n
    if not g.s.battle or g.s.attacker >= N_TOKENS:
        return 0
    n = value_of(g, g.s.attacker, VAL_ORIGINAL_AP) + g.s.damage_change
    if g.x.n_rules:
        n = damage_after_rules(g, n, 1 - side_of(g, g.s.attacker))
    return n if n > 0 else 0


cdef bint about_damage(Game *g, const Rule *r, int seat) noexcept nogil:
    """Whether a rule is about the damage of this battle, which the deck of `seat` takes."""
    cdef const Ins *ins = &g.book.code[r.pc]
    cdef Ctx c
    if ins.op == O_DAMAGE:
        return r.subject == 255 or r.subject == g.s.attacker
    if ins.op != O_DAMAGE_TO_DECK or r.subject != 160 + seat:
        return False
    ability_ctx(&c, r.seat, r.source, r.cell, 255)
    return ins.y == 0 or matches(g, &c, ins.y, g.s.attacker) == 1


cdef int damage_after_rules(Game *g, int n, int seat) noexcept nogil:
    """R8.32: first what sets the damage, then what changes it."""
    cdef int i, step
    cdef const Ins *ins
    if g.x.weighing:
        return n                                    # such a rule asks for the damage itself
    g.x.weighing = 1
    for step in range(2):
        for i in range(g.x.n_rules):
            ins = &g.book.code[g.rules[i].pc]
            if ins.b != step and about_damage(g, &g.rules[i], seat):
                n = g.rules[i].amount if ins.b else n + g.rules[i].amount
    g.x.weighing = 0
    return n


cdef bint listed(Game *g, int pc, int number) noexcept nogil:
    cdef const Ins *ins = &g.book.code[pc]
    while ins.op != X_END:
        if ins.x == number:
            return True
        ins += 1
    return False


cdef bint event_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """What is asked of the event that is being told."""
    cdef int entity
    if ins.op == X_EVENT_ZONE:
        return told_zone(g, ins.a, ins.x)
    if ins.op == X_CAUSE_IS:
        return is_caused(g, c, ins.a, ins.x)
    if ins.op == X_EVENT_FLAG:
        return g.x.detail.on and (g.x.detail.flags & ins.a) != 0
    if ins.op == X_EVENT_BASIC:
        return listed(g, ins.x, c.amount)
    entity = told_entity(g, c, EVENT_LINK if ins.op == X_EVENT_KIND else
                         EVENT_OTHER if ins.op == X_EVENT_SEAT else ins.a)
    if ins.op == X_EVENT_SEAT:
        return entity == 160 + whose_seat(g, c, ins.b)
    if entity == 255 or entity == NO_TOKEN:
        return False
    if ins.op == X_EVENT_KIND:
        return (ins.x >> g.s.links[entity - 144].kind) & 1
    return told_matches(g, c, ins.x, entity)


cdef bint told_matches(Game *g, const Ctx *c, int selector, int entity) noexcept nogil:
    """Whether something an event is about fits, as everybody can see it (R1.14)."""
    cdef Ctx inner = c[0]
    if selector == 0:
        return True
    inner.past = 1
    if entity < N_TOKENS and g.s.know[entity] != PUBLIC_KNOWN:
        return without_face(g, &inner, &g.book.selectors[selector], entity) == 1 \
            and (g.book.selectors[selector].side == SIDE_ANY
                 or (side_of(g, entity) == c.seat)
                 == (g.book.selectors[selector].side == SIDE_OWN))
    return matches(g, &inner, selector, entity) == 1


cdef int read_amount(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Codes 128 to 200: numbers that need more than one look."""
    cdef int op = ins.op, i
    cdef Modifier *m
    if op == X_FOLD or op == X_FOLD_REG:
        return fold(g, c, ins)
    if op == X_IS_REF:
        return resolve_ref(g, c, ins.b) < NO_TOKEN
    if op == X_DAMAGE:
        return battle_damage(g)
    if op == X_TOTAL:
        return picked_total(g, c, ins.a)
    if op >= X_EVENT_ZONE and op <= X_EVENT_KIND:
        return event_test(g, c, ins)
    if op == X_USES:
        i = counted(g, c.source, ins.x, ins.a)
        return i if i else counted(g, N_TOKENS + c.seat, ins.x, ins.a)
    if op == X_HAPPENED:
        i = c.source if ins.b else N_TOKENS + c.seat
        return counted(g, i, g.book.first_count + ins.x, ins.a)
    if op == X_CHOSE:
        return (g.s.reg_lo[ins.a] >> ins.b) & 1
    if op == X_MEMORY:
        m = memory_of(g, c.source, ins.a)
        if m == NULL:
            return 0
        return m.amount if g.book.code[m.pc].a == 255 else m.aux != 255
    if op == X_CHOSEN:
        return choice(g, c, ins.a)
    if op == X_ANY_REG:
        return any_fits(g, c, ins.a, ins.x)
    return 0


cdef int leaf_value(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Instructions that push one value."""
    cdef int op = ins.op
    if op == X_LIT:
        return ins.x
    if op == X_VALUE:
        if ins.b == REF_CAND and not c.past:
            return value_of(g, c.cand, ins.a)
        return ref_value(g, c, resolve_ref(g, c, ins.b), ins.a)
    if op == X_COUNT:
        return selector_count(g, c, ins.x)
    if op == X_COUNT_REG:
        return reg_count(g, ins.a)
    if op == X_SIZE and ins.a == ZONE_PILE:
        op = pile_slot(g, ins.c, whose_seat(g, c, ins.b))
        return 0 if op < 0 else pile_size(g, op)
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
    if op == X_LINK_X:
        return g.s.links[c.link].x if c.link < N_LINKS else 0
    if op == X_TURN:
        return ins.a == SIDE_ANY or (g.s.turn_player == c.seat) == (ins.a == SIDE_OWN)
    if op == X_BATTLE:
        return in_battle(g, c, ins)
    if op == X_RESPONDING:
        return responding(g, c, ins)
    if op == X_IS:
        return fits(g, c, resolve_ref(g, c, ins.b), ins.x)
    return one_test(g, c, ins) if is_test(op) else read_amount(g, c, ins)


cdef int one_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """One test of the candidate, also those that look for others around it."""
    cdef Ctx inner
    cdef Link *decl
    cdef int i
    if ins.op < X_DEPTH or (ins.op != X_DEPTH and ins.op != X_NESTED
                            and ins.op != X_LINK_INTO and ins.op != X_LINK_TARGETS):
        return candidate_test(g, c, ins)
    if ins.op == X_DEPTH:
        return at_depth(g, c.cand, ins.a, expr(g, c, ins.x))
    inner = c[0]
    if ins.op == X_NESTED:
        inner.outer = c.cand
        inner.cand = 255
        inner.past = 0
        return selector_count(g, &inner, ins.x)
    if c.cand < 144 or c.cand >= 160:
        return 0
    decl = &g.s.links[c.cand - 144]
    if ins.op == X_LINK_INTO:
        i = decl.target if decl.target != NO_CELL else decl.cell
        return i < 12 and matches(g, c, ins.x, 128 + i) == 1
    for i in range(decl.n_picks):
        if matches(g, c, ins.x, decl.picks[i]) == 1:
            return 1
    return 0


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
        if sel.types and not type_of(g, entity, card_of(g, entity)) & sel.types:
            return 0
    elif entity >= 144 and entity < 160 and sel.zone == SZ_CHAIN and sel.types:
        if not g.book.cards[g.s.links[entity - 144].card].type & sel.types:
            return 0
    if sel.filter == 0:
        return 1
    inner = c[0]
    inner.cand = entity
    return filter_holds(g, &inner, sel.filter)


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
        if is_test(ins.op) and reads_face(ins.op):
            unsure = True
        elif is_test(ins.op):
            one = one_test(g, &inner, ins) != 0
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
    while is_test(ins.op):
        one = ok and one_test(g, c, ins) != 0
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
    cdef int mask = (sieve.cells | sieve.cells << 6) & g.x.occupied & ~g.x.retyped
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
        if sieve.attributes \
                and not attributes_of(g, token, card_of(g, token)) & sieve.attributes:
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
    cdef int cell, item
    if types & TYPE_CELL:
        out.kind = REG_CELLS
        for cell in range(12):
            consider(g, c, selector, 128 + cell, out)
        return
    if types & ~TYPE_CHARACTER == 0:
        sift(g, c, selector, 12, out)
        return
    for cell in range(12):
        if (types == 0 or types & TYPE_CHARACTER or (g.x.retyped >> cell) & 1) \
                and g.s.chars[cell].token != NO_TOKEN:
            consider(g, c, selector, g.s.chars[cell].token, out)
        item = g.s.chars[cell].item if types & TYPE_ITEM else NO_TOKEN
        while item != NO_TOKEN:
            consider(g, c, selector, item, out)
            item = next_item(g, cell, item)
        if types & TYPE_AREA and g.s.chars[cell].area != NO_TOKEN:
            consider(g, c, selector, g.s.chars[cell].area, out)


cdef void gather_raw(Game *g, const Ctx *c, const Selector *sel, Entities *out) noexcept nogil:
    """Every card of the zones of a selector, whatever it is; not for the field and the chain."""
    gather_zones(g, c, sel, expr(g, c, sel.depth) if sel.depth else 1, out)


cdef void select_zones(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil:
    """What matches in zones beside the field and the chain; the field may be one of several."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef Entities raw
    gather_raw(g, c, sel, &raw)
    if sel.zones & 1:
        select_field(g, c, selector, sel.types if sel.types else FIELD_TYPES, out)
    if sel.zone == SZ_REGISTER or (sel.filter == 0 and sel.types == 0):
        out.lo |= raw.lo
        out.hi |= raw.hi
        out.kind = raw.kind
        return
    while raw.lo | raw.hi:
        consider(g, c, selector, take_first(&raw), out)


cdef void select_lines(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil:
    """Rows, columns and seats: each is one entity."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef int side, i
    out.kind = REG_SEATS if sel.zone == SZ_SEATS else REG_CELLS
    for side in range(2):
        if sel.zone == SZ_SEATS:
            consider(g, c, selector, 160 + side, out)
        elif sel.zone == SZ_ROWS:
            consider(g, c, selector, 128 + 6 * side, out)
            consider(g, c, selector, 131 + 6 * side, out)
        elif sel.side != SIDE_ANY or side == c.seat:
            for i in range(3):
                consider(g, c, selector, 128 + 6 * side + i, out)


cdef void doubt(Game *g, Entities *out) noexcept nogil:
    """Members that are compared must have faces this replica holds; else nobody can tell."""
    cdef int i
    if out.kind != REG_TOKENS:
        return
    for i in range(popcount64(out.lo) + popcount64(out.hi)):
        if not known(g, member(out, i)):
            out.unsure = 1
            return


cdef void narrow(Game *g, const Ctx *c, const Selector *sel, Entities *out) noexcept nogil:
    """Keeps the members with the best value: as many as are wanted, and whoever equals them."""
    cdef uint8_t members[120]
    cdef int n = popcount64(out.lo) + popcount64(out.hi)
    cdef int want = 1, i, j, better
    if sel.n_kind == N_EXACT or sel.n_kind == N_UP_TO:
        want = expr(g, c, sel.amount) if sel.amount else sel.n
    if out.unsure or out.kind != REG_TOKENS:
        return
    for i in range(n):
        members[i] = member(out, i)
    for i in range(n):
        better = 0
        for j in range(n):
            better += is_better(g, sel, members[j], members[i])
        if better < want:
            continue
        if members[i] < SEAT_TOKENS:
            out.lo &= ~bit_of(members[i])
        else:
            out.hi &= ~bit_of(members[i])


cdef bint is_better(Game *g, const Selector *sel, int a, int b) noexcept nogil:
    """Whether a comes before b where only the highest or lowest may be picked."""
    cdef int value = (sel.best - 1) & 63
    cdef int x = value_of(g, a, value)
    cdef int y = value_of(g, b, value)
    return x < y if sel.best > 64 else x > y


cdef void match_all(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil:
    """Fills `out` with everything that matches now, as far as this replica can tell."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef int i
    out.lo = 0
    out.hi = 0
    out.kind = REG_TOKENS
    out.unsure = 0
    if sel.zone == SZ_FIELD and sel.zones == 0:
        select_field(g, c, selector, sel.types, out)
    elif sel.zone >= SZ_ROWS:
        select_lines(g, c, selector, out)
    elif sel.zone == SZ_CHAIN:
        out.kind = REG_LINKS
        for i in range(g.s.n_links):
            # A type of card means a card of that type that is being declared.
            if i != c.link and (not sel.types or (
                    g.s.links[i].token < N_TOKENS
                    and g.s.place[g.s.links[i].token] == ZONE_CHAIN)):
                consider(g, c, selector, 144 + i, out)
    else:
        select_zones(g, c, selector, out)
    if sel.best or sel.distinct or sel.total:
        doubt(g, out)


cdef void drop_unseen(Game *g, Entities *out) noexcept nogil:
    """R1.14: a card that lies in a pile or the like and is not public meets no filter."""
    cdef Entities all_ = out[0]
    cdef int token, place
    while all_.lo | all_.hi:
        token = take_first(&all_)
        place = g.s.place[token]
        if g.s.know[token] == PUBLIC_KNOWN or place < ZONE_ASIDE:
            continue
        if token < SEAT_TOKENS:
            out.lo &= ~bit_of(token)
        else:
            out.hi &= ~bit_of(token)


cdef int select(Game *g, const Ctx *c, int selector, Entities *out) noexcept nogil:
    """Fills `out` with everything that matches now, the same on every replica where nobody picks
    it from a hand or a deck; returns how many."""
    cdef const Selector *sel = &g.book.selectors[selector]
    match_all(g, c, selector, out)
    if (sel.zone >= SZ_PILE or sel.zones) and (sel.filter or sel.types) \
            and out.kind == REG_TOKENS:
        drop_unseen(g, out)
    if sel.best:
        narrow(g, c, sel, out)
    return popcount64(out.lo) + popcount64(out.hi)


cdef bint at_least(Game *g, const Ctx *c, int selector, int need) noexcept nogil:
    """Whether `need` things match: stops as soon as it knows."""
    cdef const Selector *sel = &g.book.selectors[selector]
    cdef Entities found
    cdef int cell, n = 0
    if sel.zone == SZ_FIELD and sel.zones == 0 and sel.best == 0 \
            and sel.types & ~TYPE_CHARACTER == 0:
        found.lo = 0
        found.hi = 0
        sift(g, c, selector, need, &found)
        return popcount64(found.lo) + popcount64(found.hi) >= need
    if sel.zone != SZ_FIELD or sel.best or not sel.types & TYPE_CELL:
        return selector_count(g, c, selector) >= need
    for cell in range(12):
        if n >= need:
            return True
        n += matches(g, c, selector, 128 + cell) != 0
    return n >= need


cdef int selector_count(Game *g, const Ctx *c, int selector) noexcept nogil:
    cdef Entities found
    return select(g, c, selector, &found)
