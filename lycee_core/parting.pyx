# What pointed at a card in the zone where it found it points there no longer (R15.8).
#
# `part_ways` is called by whatever takes a card out of a zone; an operation that moves the cards of
# a register puts them back into it, since it names them anew.

from libc.string cimport memmove, memset

from lycee_core.state cimport *


# A reference points at a card in the zone where it found it (R15.8). `part_ways` is called by
# whatever takes a card out of a zone; an operation that moves the cards of a register puts them
# back into it, since it names them anew.

cdef void drop_from_registers(Game *g, int token, const uint64_t *half) noexcept nogil:
    cdef uint64_t *mine = &g.s.reg_lo[0] if token < SEAT_TOKENS else &g.s.reg_hi[0]
    cdef int r
    for r in range(N_REGISTERS):
        if half[r] & bit_of(token) == 0 or g.s.reg_kind[r] != REG_TOKENS:
            continue
        if r < N_WAS and (g.s.follows >> r) & 1:
            continue
        mine[r] &= ~bit_of(token)
        if r < N_WAS and g.s.reg_lo[r] | g.s.reg_hi[r] == 0:
            g.s.reg_was[r] = token + 1


cdef bint is_resolving(Game *g, int link) noexcept nogil:
    cdef int i
    for i in range(g.s.n_frames):
        if g.s.frames[i].kind == FR_RESOLVE and g.s.frames[i].a == link:
            return True
    return False


cdef void part_from_links(Game *g, int token) noexcept nogil:
    """A declaration whose card or target leaves; what its own payment moves is still its own."""
    cdef Link *decl
    cdef int i, k, word
    for i in range(g.s.n_links):
        decl = &g.s.links[i]
        if decl.token == token and not decl.lost & LOST_SELF and not is_resolving(g, i):
            decl.lost |= LOST_SELF
        for k in range(decl.n_picks):
            if decl.picks[k] != token:
                continue
            word = (decl.pick_of[k // 2] >> (4 * (k % 2))) & 15
            if decl.ability & 0x8000 or not g.book.selectors[
                    g.book.abilities[decl.ability].target[word]].follow:
                decl.lost |= 2 << k


cdef bint sees_leaving(Game *g, int watcher, int token) noexcept nogil:
    """Whether what a watcher heard is that this card leaves."""
    cdef int i
    for i in range(g.s.n_triggers):
        if g.s.triggers[i].watcher & TF_WATCHER == watcher + 1 \
                and g.s.triggers[i].subject == token and g.s.triggers[i].watcher & TF_LEAVES:
            return True
    return False


cdef void part_from_waiting(Game *g, int token) noexcept nogil:
    """What waits: the names of watchers first, since they ask what their triggers saw."""
    cdef Watcher *w
    cdef Trigger *t
    cdef int i, k
    for i in range(g.s.n_watchers):
        w = &g.s.watchers[i]
        if w.source == token:
            w.skip |= WF_SELF_GONE
        for k in range(3):
            if w.names[k] == token and not w.skip & (WF_FOLLOW << k) \
                    and not sees_leaving(g, i, token):
                w.names[k] = 255
    for i in range(g.s.n_triggers):
        t = &g.s.triggers[i]
        if t.subject == token:
            t.watcher = t.watcher & ~TF_LEAVES if t.watcher & TF_LEAVES \
                else t.watcher | TF_SUBJECT_GONE
        if t.token == token:
            t.watcher = t.watcher & ~TF_SELF_LEAVES if t.watcher & TF_SELF_LEAVES \
                else t.watcher | TF_SELF_GONE


cdef void part_ways(Game *g, int token) noexcept nogil:
    """A card leaves its zone: whoever pointed at it there does so no longer (R15.8)."""
    cdef const uint64_t *half = &g.s.reg_lo[0] if token < SEAT_TOKENS else &g.s.reg_hi[0]
    cdef uint64_t held = 0
    cdef int i
    for i in range(N_REGISTERS):
        held |= half[i]
    if held & bit_of(token):
        drop_from_registers(g, token, half)
    if g.s.n_links:
        part_from_links(g, token)
    if g.s.n_watchers | g.s.n_triggers:
        part_from_waiting(g, token)
    if g.s.n_modifiers:
        part_from_lasting(g, token)


cdef void part_from_lasting(Game *g, int token) noexcept nogil:
    """What cards remember of it, and what lets it be played from where it lay (R7.40)."""
    cdef const Ins *ins
    cdef Modifier *m
    cdef int i = 0
    while i < g.s.n_modifiers:
        m = &g.s.modifiers[i]
        ins = &g.book.code[m.pc]
        if ins.op == O_REMEMBER and m.aux == token and not m.aux2:      # aux2: it follows
            m.aux = 255
            g.x.fresh = 0
        if ins.op == O_PERMIT and ins.y & RULE_FROM and m.subject == token:
            g.s.n_modifiers -= 1
            memmove(m, m + 1, (g.s.n_modifiers - i) * sizeof(Modifier))
            memset(&g.s.modifiers[g.s.n_modifiers], 0, sizeof(Modifier))
            g.x.fresh = 0
        else:
            i += 1
