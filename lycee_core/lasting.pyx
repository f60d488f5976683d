"""Changes that last: kept in the order of arrival (R14.7), until the moment that ends them (R14.1).

Theory of operation. A lasting change is an instruction that goes on holding for one entity, with
the amount it had when it was carried out; `values` applies it like the effect of a passive ability.
The table is bounded by a public limit (R14.13): what finds no room does nothing, on every replica.
"""

from libc.string cimport memmove, memset

from lycee_core.defs cimport *
from lycee_core.house cimport MODIFIER_LIMIT
from lycee_core.selectors cimport Ctx, cell_of, side_of
from lycee_core.state cimport *
from lycee_core.values cimport touch


cdef Modifier *add_modifier(Game *g, int pc, int subject, const Ctx *c, int until,
                            int count) noexcept nogil:
    """Makes an instruction hold from now on; NULL when the table is full."""
    cdef Modifier *m
    if g.s.n_modifiers >= MODIFIER_LIMIT:
        return NULL                                 # R14.13
    m = &g.s.modifiers[g.s.n_modifiers]
    g.s.n_modifiers += 1
    memset(m, 0, sizeof(Modifier))
    m.pc = pc
    m.subject = subject
    m.source = c.source
    m.seat = c.seat
    m.cell = c.cell
    m.until = until
    m.count = count
    touch(g)
    return m


cdef void drop_modifier(Game *g, int i) noexcept nogil:
    g.s.n_modifiers -= 1
    memmove(&g.s.modifiers[i], &g.s.modifiers[i + 1],
            (g.s.n_modifiers - i) * sizeof(Modifier))
    memset(&g.s.modifiers[g.s.n_modifiers], 0, sizeof(Modifier))
    touch(g)


cdef void drop_watcher(Game *g, int i) noexcept nogil:
    cdef int k
    g.s.n_watchers -= 1
    memmove(&g.s.watchers[i], &g.s.watchers[i + 1], (g.s.n_watchers - i) * sizeof(Watcher))
    memset(&g.s.watchers[g.s.n_watchers], 0, sizeof(Watcher))
    for k in range(g.s.n_triggers):
        # What the watcher heard still waits, but it finds no record any more.
        if g.s.triggers[k].watcher & TF_WATCHER == i + 1:
            g.s.triggers[k].watcher &= ~TF_WATCHER
        elif g.s.triggers[k].watcher & TF_WATCHER > i + 1:
            g.s.triggers[k].watcher -= 1
    touch(g)


cdef bint is_heard(Game *g, int watcher) noexcept nogil:
    """Whether something that a record heard still waits to be carried out."""
    cdef int i
    for i in range(g.s.n_triggers):
        if g.s.triggers[i].watcher & TF_WATCHER == watcher + 1:
            return True
    return False


cdef int end_watcher(Game *g, int i) noexcept nogil:
    """Ends what waits; what it heard already still finds its names. Returns the next place."""
    if is_heard(g, i):
        g.s.watchers[i].until = UNTIL_NEVER
        return i + 1
    drop_watcher(g, i)
    return i


cdef inline bint is_for_uses(int until) noexcept nogil:
    """Whether a duration is so many uses; some end with the turn, used or not."""
    return until == UNTIL_USED or until == UNTIL_USED_THIS_TURN


cdef void use_up(Game *g, int modifier) noexcept nogil:
    """One use of a change that lasts a number of uses; `modifier` is 1 + its place."""
    cdef Modifier *m
    if modifier == 0:
        return
    m = &g.s.modifiers[modifier - 1]
    if not is_for_uses(m.until):
        return
    if m.count > 1:
        m.count -= 1
    else:
        drop_modifier(g, modifier - 1)


cdef int skip_of(Game *g, int until, int seat, int count) noexcept nogil:
    """R14.16: "your next turn" is never the one that is going on, so its end is passed over."""
    if is_for_uses(until):
        return count if count else 1
    if until == UNTIL_OWN_TURN_END:
        return 1 if g.s.turn_player == seat else 0
    return count


cdef bint end_lasting(Game *g, int until, int seat) noexcept nogil:
    """Ends what lasts until this moment; `seat`: of whom it must be, 2 for everybody's.

    Returns whether anything ended.
    """
    cdef int i = 0
    cdef bint changed = False
    while i < g.s.n_modifiers:
        if g.s.modifiers[i].until != until or (seat != 2 and g.s.modifiers[i].seat != seat):
            i += 1
        elif g.s.modifiers[i].count and not is_for_uses(until):
            g.s.modifiers[i].count -= 1
            i += 1
        else:
            drop_modifier(g, i)
            changed = True
    i = 0
    while i < g.s.n_watchers:
        if g.s.watchers[i].until != until or (seat != 2 and g.s.watchers[i].seat != seat):
            i += 1
        elif g.s.watchers[i].skip & WF_SKIP:
            g.s.watchers[i].skip &= ~WF_SKIP
            i += 1
        else:
            i = end_watcher(g, i)
    return changed


cdef void end_wake_up(Game *g, int until, int seat) noexcept nogil:
    """Ends what lasts until the next wake-up or warm-up of whoever it is about (R14.1)."""
    cdef int i = 0, owner
    while i < g.s.n_modifiers:
        owner = g.s.modifiers[i].subject
        owner = owner - 160 if owner >= 160 and owner < 162 else side_of(g, owner)
        if g.s.modifiers[i].subject == 255:
            owner = g.s.modifiers[i].seat               # a rule for nobody in particular
        if g.s.modifiers[i].until == until and owner == seat:
            drop_modifier(g, i)
        else:
            i += 1
    i = 0
    while i < g.s.n_watchers:
        if g.s.watchers[i].until == until and g.s.watchers[i].seat == seat:
            i = end_watcher(g, i)
        else:
            i += 1


cdef bint waits(Game *g, int token) noexcept nogil:
    """Whether a triggered ability of a card waits to be carried out."""
    cdef int i
    for i in range(g.s.n_triggers):
        if g.s.triggers[i].token == token:
            return True
    return False


cdef void forget_memories(Game *g) noexcept nogil:
    """What cards remember that have left play, when nothing that saw them leave waits any more."""
    cdef int i = 0, token
    while i < g.s.n_modifiers:
        token = g.s.modifiers[i].subject
        if g.book.code[g.s.modifiers[i].pc].op == O_REMEMBER and token < N_TOKENS \
                and cell_of(g, token) == NO_CELL and not waits(g, token):
            drop_modifier(g, i)
        else:
            i += 1


cdef void forget_card(Game *g, int token) noexcept nogil:
    """R15.8: a card that leaves play takes with it what held for it."""
    cdef int i = 0
    cdef Modifier *m
    while i < g.s.n_modifiers:
        m = &g.s.modifiers[i]
        if g.book.code[m.pc].op == O_REMEMBER and m.subject == token and waits(g, token):
            i += 1                                  # what saw it leave may still ask
        elif m.subject == token or (m.source == token and (
                m.until == UNTIL_SOURCE_LEAVES or m.until == UNTIL_SOURCE_MOVES)):
            if g.book.code[m.pc].op == O_AS:
                g.s.face[token] = m.amount          # R6.16: it is itself again
            drop_modifier(g, i)
        else:
            i += 1
    i = 0
    while i < g.s.n_watchers:
        if g.s.watchers[i].source == token and (g.s.watchers[i].until == UNTIL_SOURCE_LEAVES or
                                                g.s.watchers[i].until == UNTIL_SOURCE_MOVES):
            i = end_watcher(g, i)
        elif g.s.watchers[i].subject == token and (g.s.watchers[i].until == UNTIL_LEAVES or
                                                   g.s.watchers[i].until == UNTIL_MOVES):
            i = end_watcher(g, i)
        else:
            i += 1


cdef void card_moved(Game *g, int token) noexcept nogil:
    """Ends what lasts until a character leaves its cell."""
    cdef int i = 0
    cdef Modifier *m
    while i < g.s.n_modifiers:
        m = &g.s.modifiers[i]
        if (m.until == UNTIL_MOVES and m.subject == token) \
                or (m.until == UNTIL_SOURCE_MOVES and m.source == token):
            drop_modifier(g, i)
        else:
            i += 1
    i = 0
    while i < g.s.n_watchers:
        if (g.s.watchers[i].until == UNTIL_MOVES and g.s.watchers[i].subject == token) \
                or (g.s.watchers[i].until == UNTIL_SOURCE_MOVES
                    and g.s.watchers[i].source == token):
            i = end_watcher(g, i)
        else:
            i += 1
