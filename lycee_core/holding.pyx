# One operation that goes on holding: what it makes of a character, or the rule that it is.
#
# Everything is written into the cache in Scratch; when, and in which order, `values` says.

from libc.stdint cimport uint32_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.program cimport Card, Ins
from lycee_core.seen cimport is_told
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.steps cimport step_of


# ---- one operation that goes on holding ---------------------------------------------------------

cdef void add_rule(Game *g, const Ctx *c, int pc, int subject, int amount, int modifier,
                   int aux) noexcept nogil:
    cdef Rule *r
    if g.x.n_rules >= N_RULES:
        return                                      # R14.13
    r = &g.rules[g.x.n_rules]
    g.x.n_rules += 1
    g.x.rule_ops |= (<uint64_t>1) << (g.book.code[pc].op & 63)
    if g.book.code[pc].op == O_FORBID:
        g.x.forbids |= 1u << g.book.code[pc].b
    elif g.book.code[pc].op == O_PERMIT:
        g.x.permits |= 1u << g.book.code[pc].b
    r.pc = pc
    r.amount = amount
    r.subject = subject
    r.seat = c.seat
    r.source = c.source
    r.cell = c.cell
    r.modifier = modifier
    r.aux = aux
    r.ability = 0 if modifier else g.x.speaking


cdef void become(Game *g, const Ctx *c, const Ins *ins, int cell, int amount) noexcept nogil:
    cdef const Card *card = card_of(g, g.s.chars[cell].token)
    if amount < 0:
        return
    if not (g.x.became >> cell) & 1:
        g.x.became |= 1 << cell
        g.x.attributes[cell] = card.attributes
        g.x.sex[cell] = card.sex
        g.x.name[cell] = card.name
        g.x.title[cell] = 0
        g.x.type[cell] = 0
    if ins.b == BECOME_ATTRIBUTE:
        g.x.attributes[cell] = amount
    elif ins.b == BECOME_SEX:
        g.x.sex[cell] = amount
    elif ins.b == BECOME_NAME:
        g.x.name[cell] = amount
    elif ins.b == BECOME_TITLE:
        g.x.title[cell] = amount
    elif ins.b == BECOME_TYPE:
        g.x.type[cell] = amount
        g.x.retyped &= ~(1 << cell)
        g.x.retyped |= (amount != TYPE_CHARACTER) << cell


cdef void set_value(Game *g, const Ins *ins, int cell, int amount) noexcept nogil:
    cdef const Card *card
    cdef int keep
    if ins.op == O_EXCHANGE:
        keep = g.x.values[cell][ins.b]
        g.x.values[cell][ins.b] = g.x.values[cell][ins.y]
        g.x.values[cell][ins.y] = keep
        return
    if ins.b < VAL_EX:
        g.x.values[cell][ins.b] = clamp(amount)
        return
    card = card_of(g, g.s.chars[cell].token)
    if not (g.x.original_set >> cell) & 1:
        g.x.original_set |= 1 << cell
        g.x.original[cell][0] = card.ap
        g.x.original[cell][1] = card.dp
        g.x.original[cell][2] = card.sp
    # R14.9: the value starts from its original.
    keep = ins.b - VAL_ORIGINAL_AP
    g.x.values[cell][keep] = clamp(g.x.values[cell][keep] - g.x.original[cell][keep] + amount)
    g.x.original[cell][keep] = clamp(amount)


cdef void add_entry(Game *g, int cell, int entry) noexcept nogil:
    if entry and g.x.n_basic_entries < N_GRANTED:
        g.x.basic_entry[g.x.n_basic_entries] = entry - 1
        g.x.basic_cell[g.x.n_basic_entries] = cell
        g.x.n_basic_entries += 1


cdef void grant(Game *g, const Ctx *c, const Ins *ins, int token, int cell,
                int modifier) noexcept nogil:
    cdef Granted *given
    if g.x.n_granted >= N_GRANTED:
        return                                      # R14.13
    given = &g.granted[g.x.n_granted]
    g.x.n_granted += 1
    given.ability = ins.x
    given.cell = cell
    given.token = token
    given.source = c.source
    given.modifier = modifier
    given.label = ins.y


cdef void lose(Game *g, const Ins *ins, int cell, int ability) noexcept nogil:
    """Special abilities of a character that are gone: printed ones as bits, granted ones out of
    the list."""
    cdef const Card *card = card_of(g, g.s.chars[cell].token)
    cdef int i = 0, kept = 0, number
    cdef bint gone
    for i in range(card.n_abilities):
        number = card.first_ability + i
        if ins.b == LOSE_ALL or (ins.b == LOSE_PASSIVE
                                 and g.book.abilities[number].kind == AK_PASSIVE) \
                or (ins.b == LOSE_ABILITY and number == ability) \
                or (ins.b == LOSE_ONE and number == ability):
            g.x.lost[cell] |= 1 << i
    for i in range(g.x.n_granted):
        gone = g.granted[i].cell == cell and (
            ins.b == LOSE_ALL
            or (ins.b == LOSE_PASSIVE
                and g.book.abilities[g.granted[i].ability].kind == AK_PASSIVE)
            or ((ins.b == LOSE_ABILITY or ins.b == LOSE_ONE)
                and g.granted[i].ability == ability)
            or (ins.b == LOSE_LABEL and g.granted[i].label == ins.y))
        if not gone:
            g.granted[kept] = g.granted[i]
            kept += 1
    g.x.n_granted = kept


cdef void hold_for(Game *g, Ctx *c, int pc, int entity, int amount, int modifier,
                   int aux) noexcept nogil:
    """Applies one operation to one entity."""
    cdef const Ins *ins = &g.book.code[pc]
    cdef int cell = cell_of(g, entity)
    if step_of(ins.op) == STEP_RULE and ins.op != O_SKIP_WAKE_UP:
        add_rule(g, c, pc, entity, amount, modifier, aux)
        return
    if cell == NO_CELL or entity >= N_TOKENS or g.s.place[entity] != ZONE_FIELD:
        return
    if ins.op == O_CHANGE:
        g.x.values[cell][ins.b] = clamp(g.x.values[cell][ins.b] + amount)
    elif ins.op == O_GAIN_BASIC:
        g.x.basics[cell] |= (<uint32_t>1) << ins.b
        add_entry(g, cell, ins.x)
    elif ins.op == O_COPY_BASICS:
        g.x.basics[cell] |= (<uint32_t>1) << aux
        add_entry(g, cell, amount)
    elif ins.op == O_LOSE_BASIC:
        g.x.basics[cell] &= 0 if ins.b == 255 else ~((<uint32_t>1) << ins.b)
    elif ins.op == O_SKIP_WAKE_UP:
        g.x.no_wake_up[cell] = 1
    elif ins.op == O_GRANT:
        grant(g, c, ins, entity, cell, modifier)
    elif ins.op == O_LOSE_SPECIAL:
        lose(g, ins, cell, amount if ins.b == LOSE_ONE else ins.x)
    elif ins.op == O_BECOME:
        become(g, c, ins, cell, amount)
    else:
        set_value(g, ins, cell, amount)


cdef bint is_nobody(Game *g, const Ctx *c, const Ins *value) noexcept nogil:
    """Whether a value is that of a reference to nobody, or to a card that is not public."""
    cdef int entity
    if value.op != X_VALUE:
        return False
    entity = resolve_ref(g, c, value.b)
    return entity >= N_TOKENS or not is_told(g, c, entity)


cdef inline bint is_one_of(int op, uint64_t ops) noexcept nogil:
    """Whether an operation below 64 is in a set of them."""
    return op < 64 and (ops >> op) & 1


cdef int amount_for(Game *g, Ctx *c, const Ins *ins, int entity) noexcept nogil:
    """The amount of an operation, worked out for one entity."""
    cdef int op = ins.op
    c.cand = entity
    if is_one_of(op, (1u << O_CHANGE) | (1u << O_SET) | (<uint64_t>1 << O_DAMAGE)
                 | (<uint64_t>1 << O_HAND_LIMIT) | (<uint64_t>1 << O_WARM_UP)
                 | (<uint64_t>1 << O_DAMAGE_TO_DECK)):
        return clamp(expr(g, c, ins.x))
    if is_one_of(op, (<uint64_t>1 << O_FORBID) | (<uint64_t>1 << O_PERMIT)
                 | (<uint64_t>1 << O_REQUIRE)):
        return g.s.chosen[ins.y >> RULE_PLACE] if ins.y & RULE_CHOSEN else 0
    if op == O_EX_CHANGE:
        return clamp(expr(g, c, ins.y))
    if op == O_BECOME and ins.y == 1 and is_nobody(g, c, &g.book.code[ins.x]):
        return -1                                   # like nobody: it stays what it is
    if op == O_BECOME:
        if ins.y == 2:                              # an attribute by its place
            op = expr(g, c, ins.x)
            return 1 << op if op >= 0 and op < 5 else 0
        return expr(g, c, ins.x) if ins.y else ins.x
    return 0


# ---- passive abilities --------------------------------------------------------------------------

cdef int entry_number(Game *g, int cell, int basic) noexcept nogil:
    """Number of the price or effect of a basic ability of the character in a cell; -1: it is
    free."""
    cdef const Card *card = card_of(g, g.s.chars[cell].token)
    cdef int i
    for i in range(g.x.n_basic_entries):
        if g.x.basic_cell[i] == cell and g.book.basics[g.x.basic_entry[i]].basic == basic:
            return g.x.basic_entry[i]
    if (g.s.chars[cell].gained >> basic) & 1 or not (card.basics >> basic) & 1:
        return -1
    for i in range(card.n_basics):
        if g.book.basics[card.first_basic + i].basic == basic:
            return card.first_basic + i
    return -1
