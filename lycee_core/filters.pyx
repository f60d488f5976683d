# The instructions that need no selector: arithmetic, and the tests of one candidate.

from lycee_core.defs cimport *
from lycee_core.faces cimport *
from lycee_core.reading cimport *
from lycee_core.seen cimport *
from lycee_core.state cimport *
from lycee_core.program cimport Card, Ins, is_test
from lycee_core.registers cimport *
from lycee_core.tokens cimport is_new_dust


cdef int ahead(int cell, int other, int direction) noexcept nogil:
    """R2.25: whether a cell lies in front of another one, on the other field."""
    cdef int lane = 2 - cell % 3 - other % 3        # columns to the right of the facing one
    if cell // 6 == other // 6:
        return 0
    if direction == AHEAD_LEFT or direction == AHEAD_RIGHT:
        return cell % 6 < 3 and lane == (-1 if direction == AHEAD_LEFT else 1)
    return lane == 0 and (direction == AHEAD_COLUMN or cell % 6 < 3)


cdef int place_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Tests of where the candidate stands, seen from a reference."""
    cdef int cell = seen_cell(g, c, c.cand)
    cdef int other
    cdef int op = ins.op
    if cell == NO_CELL:
        return 0
    if op == X_ROW:
        return cell % 6 // 3 == ins.a
    if op == X_COLUMN:
        return (ins.a >> (cell % 3)) & 1
    if op == X_EMPTY:
        return g.s.chars[cell].token == NO_TOKEN
    if op == X_HAS_AREA:
        return g.s.chars[cell].area != NO_TOKEN
    other = ref_cell(g, c, ins.b)
    if other == NO_CELL:
        return 0
    if op == X_SAME_COLUMN:
        return same_column(cell, other)
    if op == X_SAME_ROW:
        return cell % 6 // 3 == other % 6 // 3
    if op == X_ADJACENT:
        return adjacent(cell, other)
    if op == X_SAME_CELL:
        return cell == other
    if op == X_SAME_SIDE:
        return cell // 6 == other // 6
    if op == X_BEHIND:
        return cell == other + 3 and other % 6 < 3
    return ahead(cell, other, ins.a)


cdef int entered_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Since when the candidate is in play."""
    cdef int cell = cell_of(g, c.cand)
    cdef int other
    if cell == NO_CELL:
        return ins.a == 0 and (seen_flags(g, c, c.cand) & CH_ENTERED) != 0
    if ins.a == 0:
        return (g.s.chars[cell].flags & CH_ENTERED) != 0
    other = cell_of(g, resolve_ref(g, c, ins.b))
    if other == NO_CELL or g.s.chars[other].token == NO_TOKEN:
        return 0
    if ins.a == 1:
        return g.s.chars[cell].arrival < g.s.chars[other].arrival
    return g.s.chars[cell].arrival > g.s.chars[other].arrival


cdef int did_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """What the candidate did this turn."""
    cdef int cell = cell_of(g, c.cand)
    if cell == NO_CELL or c.cand >= N_TOKENS or g.s.place[c.cand] != ZONE_FIELD \
            or not g.s.chars[cell].did & ins.a:
        return 0
    if ins.b == 255:
        return 1
    if ins.a & DID_SUPPORTED:
        return g.s.supporter == c.cand and g.s.supported == resolve_ref(g, c, ins.b)
    return g.s.chars[cell].partner == resolve_ref(g, c, ins.b) + 1


cdef int state_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Tests of what a character is like at the moment, and of its side."""
    cdef int e = c.cand
    cdef int op = ins.op
    cdef int cell, other
    if op == X_TAPPED:
        return (seen_flags(g, c, e) & CH_TAPPED) != 0
    if op == X_NEW:
        return (seen_flags(g, c, e) & CH_NEW) != 0
    if op == X_EQUIPPED:
        return equipped(g, c, e)
    if op == X_ENTERED:
        return entered_test(g, c, ins)
    if op == X_DID:
        return did_test(g, c, ins)
    if op == X_BASIC:
        cell = cell_of(g, e)
        return cell != NO_CELL and (g.x.basics[cell] >> ins.a) & 1
    if op == X_SIDE:
        cell = seen_cell(g, c, e) if e < N_TOKENS and side_of(g, e) == seat_of(e) else NO_CELL
        other = side_of(g, e)
        if c.past and cell != NO_CELL and cell_of(g, e) == NO_CELL:
            other = cell // 6
        return ins.a == SIDE_ANY or (other == c.seat) == (ins.a == SIDE_OWN)
    # X_OWNER
    return e < N_TOKENS and (seat_of(e) == c.seat) == (ins.a == SIDE_OWN)


cdef int printed_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Tests of the face of the candidate alone."""
    cdef const Card *card = seen_face(g, c, c.cand)
    cdef int op = ins.op
    cdef int attributes, i
    if card == NULL:
        return 0
    if op == X_ATTRIBUTE or op == X_PURE or op == X_MULTI:
        attributes = card.attributes if ins.c else attributes_of(g, c.cand, card)
        if op == X_ATTRIBUTE:
            return (attributes & ins.a) != 0
        return attributes == ins.a if op == X_PURE else popcount64(attributes) > 1
    if op == X_NAME:
        return named(g, c.cand, card, ins.x)
    if op == X_NAME_IN:
        return named_any(g, c.cand, card, ins.x)
    if op == X_TITLE:
        return titled(g, c.cand, card, ins.x)
    if op == X_NUMBER:
        return card == &g.book.cards[ins.x]
    if op == X_SEX:
        return sex_of(g, c.cand, card) == ins.a
    if op == X_TYPE:
        return (type_of(g, c.cand, card) & ins.a) != 0
    if op == X_CONVERSION:
        return card.component[0] != 0xFFFF
    if op == X_COST_HAS:
        for i in range(5):
            if (ins.a >> i) & 1 and card.cost[i]:
                return 1
        return 0
    if op == X_SPECIAL:
        return (special_kinds(g, c.cand, card) & ins.a) != 0
    return 0


cdef int likeness_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Tests of the face of the candidate beside that of a reference."""
    cdef const Card *card = seen_face(g, c, c.cand)
    cdef int other = resolve_ref(g, c, ins.b)
    cdef const Card *card2 = ref_face(g, c, other)
    cdef int mine, its
    if card == NULL or card2 == NULL:
        return 0
    if ins.op == X_SAME_NAME:
        return alike(g, c.cand, card, other, card2, 3)
    if ins.op == X_COMPONENT:
        return card.component[0] != 0xFFFF and (
            named(g, other, card2, card.component[0])
            or (card.component[1] != 0xFFFF and named(g, other, card2, card.component[1])))
    if ins.op == X_SAME_SEX:
        mine = sex_of(g, c.cand, card)
        its = sex_of(g, other, card2)
        return mine + its == 3 if ins.a else mine == its
    mine = card.attributes if ins.c else attributes_of(g, c.cand, card)
    its = attributes_of(g, other, card2)
    if ins.a:
        return mine == its and popcount64(mine) == 1
    return (mine & its) != 0


cdef int above(Game *g, int entity, int other) noexcept nogil:
    """Whether a card lies above another in the same deck, dust box or pile."""
    if entity >= N_TOKENS or other >= N_TOKENS or g.s.place[entity] != g.s.place[other] \
            or seat_of(entity) != seat_of(other) or entity == other:
        return 0
    if g.s.place[entity] == ZONE_DUST:              # the last that came lies on top
        return reaches(g, other, entity)
    return g.s.place[entity] == ZONE_DECK and reaches(g, entity, other)


cdef bint at_depth(Game *g, int entity, int from_bottom, int depth) noexcept nogil:
    """Whether a card is one of the first so many of its deck or dust box, from one end."""
    cdef int seat, t, size, place = 0
    cdef bint dust
    if entity >= N_TOKENS or depth <= 0:
        return False
    seat = seat_of(entity)
    dust = g.s.place[entity] == ZONE_DUST
    if not dust and g.s.place[entity] != ZONE_DECK:
        return False
    t = g.s.dust_head[seat] if dust else g.s.deck_head[seat]
    size = g.s.dust_n[seat] if dust else g.s.deck_n[seat]
    while t != NO_TOKEN and t != entity:
        place += 1
        t = g.s.next[t]
    if dust != (from_bottom != 0):                  # the last card of the list lies on top there
        place = size - 1 - place
    return place < depth


cdef int granted_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Whether the candidate has an ability that a card gave it, or that bears a label."""
    cdef int who, i
    cdef const Ins *by
    if c.cand >= N_TOKENS or g.s.place[c.cand] != ZONE_FIELD:
        return 0
    who = resolve_ref(g, c, ins.b) if ins.op == X_GRANTED_BY else 255
    for i in range(g.x.n_granted):
        if g.granted[i].cell == g.s.next[c.cand] and (
                g.granted[i].label == ins.x if ins.op == X_GRANTED_LABEL
                else g.granted[i].source == who):
            return 1
    for i in range(g.s.n_modifiers if ins.op == X_GRANTED_BY else 0):
        by = &g.book.code[g.s.modifiers[i].pc]
        if g.s.modifiers[i].subject == c.cand and g.s.modifiers[i].source == who \
                and (by.op == O_GAIN_BASIC or by.op == O_COPY_BASICS):
            return 1
    return 0


cdef int part_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Whether a name of the candidate contains the name that was chosen."""
    cdef const Card *card = seen_face(g, c, c.cand)
    cdef const Ins *pair = &g.book.code[ins.x]
    if card == NULL:
        return 0
    while pair.op != X_END:
        if pair.x == choice(g, c, ins.b) and named(g, c.cand, card, pair.y):
            return 1
        pair += 1
    return 0


cdef int chosen_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Whether the candidate is what a seat chose by name."""
    cdef const Card *card = seen_face(g, c, c.cand)
    cdef int chosen = choice(g, c, ins.b)
    cdef int cell
    if ins.a == CHOSEN_ROW or ins.a == CHOSEN_COLUMN:
        cell = seen_cell(g, c, c.cand)
        if cell == NO_CELL:
            return 0
        if ins.a == CHOSEN_ROW:
            return cell % 6 // 3 == chosen
        return cell % 3 == (chosen if cell // 6 == c.seat else 2 - chosen)
    if card == NULL:
        return 0
    if ins.a == CHOSEN_NAME:
        return named(g, c.cand, card, chosen)
    if ins.a == CHOSEN_TITLE:
        return titled(g, c.cand, card, chosen)
    if ins.a == CHOSEN_TYPE:
        return (type_of(g, c.cand, card) & chosen) != 0
    if ins.a == CHOSEN_SEX:
        return sex_of(g, c.cand, card) == chosen
    if chosen == 5:                                 # colourless
        return attributes_of(g, c.cand, card) == 0
    return (attributes_of(g, c.cand, card) >> chosen) & 1


cdef int origin_of_link(Game *g, const Link *decl) noexcept nogil:
    """The zone from which something was declared; a card that is imagined lies there still."""
    cdef int place
    if decl.token >= N_TOKENS:
        return ZONE_FIELD
    if not plays_card(decl):                        # an ability of a hand card lies on the chain
        return ZONE_HAND if not decl.action and (g.s.place[decl.token] == ZONE_CHAIN or
                                                 g.s.place[decl.token] == ZONE_HAND) else ZONE_FIELD
    place = g.s.place[decl.token]
    if place == ZONE_DUST or place == ZONE_REMOVED or place >= ZONE_ASIDE:
        return place
    return declared_from(decl) if place == ZONE_CHAIN or place == ZONE_HAND else ZONE_FIELD


cdef int link_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """Tests of a declaration."""
    cdef Link *decl
    if c.cand < 144 or c.cand >= 160:
        return 0
    decl = &g.s.links[c.cand - 144]
    if ins.op == X_LINK_KIND:
        return is_of_kind(g, c.cand - 144, ins.x)
    if ins.op == X_TO_RESPONSE:
        return c.cand > 144
    if ins.op == X_LINK_FROM:
        return (ins.x >> origin_of_link(g, decl)) & 1
    if ins.op == X_LINK_ABILITY:
        return decl.kind == LK_SPECIAL and g.book.abilities[decl.ability].name == ins.x
    if decl.flags & LF_TAPLESS:
        return ins.a == B_SUPPORTER
    if decl.ability & 0x8000 and decl.ability != 0xFFFF:
        return g.book.basics[decl.ability & 0x7FFF].basic == ins.a
    return decl.kind == LK_BASIC and decl.action - ACT_STEP + B_STEP == ins.a


cdef bint stands_for(Game *g, int entity, int other) noexcept nogil:
    """Whether something is what a reference means; of a declaration its card is meant too."""
    if entity == other:
        return True
    if other < N_TOKENS:
        return entity >= 144 and entity < 160 and g.s.links[entity - 144].token == other
    return other >= 144 and other < 160 and entity == g.s.links[other - 144].token


cdef bint declares(Game *g, int r, int entity) noexcept nogil:
    """Whether a card made one of the declarations of a register."""
    cdef int i
    for i in range(g.s.n_links):
        if reg_has(g, r, 144 + i) and g.s.links[i].token == entity:
            return True
    return False


cdef int candidate_test(Game *g, const Ctx *c, const Ins *ins) noexcept nogil:
    """One test of a filter about the candidate: codes 32 to 127 that need no selector."""
    cdef int op = ins.op
    if op == X_TAPPED or op == X_NEW or op == X_EQUIPPED or op == X_BASIC or op == X_SIDE \
            or (op >= X_ENTERED and op <= X_OWNER):
        return state_test(g, c, ins)
    if op <= X_ADJACENT or op == X_EMPTY or op == X_HAS_AREA or op == X_IN_FRONT \
            or op == X_SAME_CELL or op == X_BEHIND or op == X_SAME_SIDE:
        return place_test(g, c, ins)
    if op == X_OTHER_THAN:
        return not stands_for(g, c.cand, resolve_ref(g, c, ins.b))
    if op == X_IN_REG:
        return reg_has(g, ins.a, c.cand) or (
            c.cand >= 144 and c.cand < 160 and g.s.reg_kind[ins.a] == REG_TOKENS
            and reg_has(g, ins.a, g.s.links[c.cand - 144].token)) \
            or (g.s.reg_kind[ins.a] == REG_LINKS and c.cand < N_TOKENS
                and declares(g, ins.a, c.cand))
    if op == X_SAME_NAME or op == X_SAME_ATTRIBUTE or op == X_SAME_SEX or op == X_COMPONENT:
        return likeness_test(g, c, ins)
    if op == X_LINK_KIND or op == X_LINK_FROM or (op >= X_TO_RESPONSE and op <= X_LINK_BASIC):
        return link_test(g, c, ins)
    if op == X_ABOVE:
        return above(g, c.cand, resolve_ref(g, c, ins.b))
    if op == X_CHOSEN_IS:
        return chosen_test(g, c, ins)
    if op == X_NAME_PART:
        return part_test(g, c, ins)
    if op == X_GRANTED_BY or op == X_GRANTED_LABEL:
        return granted_test(g, c, ins)
    if op == X_IS_PAID:
        return is_paid(g, c, c.cand)
    if op == X_NEW_DUST:
        return c.cand < N_TOKENS and g.s.place[c.cand] == ZONE_DUST and is_new_dust(g, c.cand)
    return printed_test(g, c, ins)


cdef bint reads_face(int op) noexcept nogil:
    """Whether a test of a filter looks at the face of the candidate."""
    return (op >= X_ATTRIBUTE and op <= X_SEX) or op == X_TYPE or op == X_SAME_ATTRIBUTE \
        or (op >= X_CONVERSION and op <= X_COMPONENT and op != X_SAME_CELL) \
        or op == X_CHOSEN_IS or op == X_NAME_PART


cdef bint is_conjunction(const Ins *ins) noexcept nogil:
    """Whether a filter is nothing but tests, each perhaps negated, that must all hold."""
    cdef bint after_test = False
    while ins.op != X_END:
        if ins.op == X_NOT and not after_test:
            return False
        if not is_test(ins.op) and ins.op != X_AND and ins.op != X_NOT:
            return False
        after_test = is_test(ins.op)
        ins += 1
    return True


cdef inline int floor_div(int a, int b) noexcept nogil:
    # C rounds toward zero; amounts round toward minus infinity.
    cdef int q
    if b == 0:
        return 0
    q = a // b
    if a % b != 0 and (a < 0) != (b < 0):
        q -= 1
    return q


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
