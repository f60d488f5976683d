"""A declaration is complete: taps are reserved, uses counted, and it may be answered (R7.14)."""

from lycee_core.agenda cimport pop_frame, push_frame
from lycee_core.changes cimport use_cost_changes
from lycee_core.costs cimport *
from lycee_core.counters cimport counter_key, forget_declaration, use_counter, use_rule, uses
from lycee_core.defs cimport *
from lycee_core.from_field cimport attacker_rule
from lycee_core.in_force cimport rule_for, rule_permitting
from lycee_core.program cimport Ability, Cost
from lycee_core.reading cimport cell_of
from lycee_core.registers cimport *
from lycee_core.state cimport *
from lycee_core.support cimport is_tapless, own_participant
from lycee_core.triggers cimport emit, hear, remember_deed
from lycee_core.values cimport touch_if


cdef void reserve(Game *g, Link *decl) noexcept nogil:
    """R5.16: the tap of the source is spoken for until the link resolves."""
    cdef const Cost *cost = cost_of_link(g, decl)
    # R8.7: an attacker that may attack though it is tapped has no tap to pay.
    cdef bint tap = decl.kind == LK_ATTACK and not g.s.chars[decl.cell].flags & CH_TAPPED
    if decl.kind == LK_SUPPORT and not decl.flags & LF_TAPLESS:
        tap = not g.s.chars[decl.cell].flags & CH_TAPPED and not is_tapless(g, decl.token)
        decl.flags |= 0 if tap else LF_TAPLESS
    if cost != NULL and cost.tap:
        tap = True
    if tap and decl.cell != NO_CELL and decl.flags & LF_GIFTED \
            and (g.s.chars[decl.cell].token == NO_TOKEN
                 or g.s.chars[decl.cell].flags & (CH_TAPPED | CH_RESERVED)):
        decl.flags |= LF_SHORT                      # R5.40: gone or tapped inside the payment
    elif tap and decl.cell != NO_CELL and decl.kind != LK_ENTRY:
        decl.flags |= LF_TAP
        decl.tapping = g.s.chars[decl.cell].token
        g.s.chars[decl.cell].flags |= CH_RESERVED


cdef void count_use(Game *g, Link *decl) noexcept nogil:
    # R7.31, R10.2: used up when declared.
    cdef const Ability *a
    cdef int i
    if decl.kind == LK_SPECIAL:
        remember_deed(g, decl.token, DID_USED, NO_TOKEN)
        a = &g.book.abilities[decl.ability]
        use_beyond(g, a, decl)
        use_counter(g, counter_key(a, decl.token, decl.seat), decl.ability, 0, PER_TURN)
        if a.limit_each == EACH_TARGET:
            for i in range(decl.n_picks):
                use_counter(g, decl.picks[i], decl.ability | 0x8000, 0, PER_TURN)
    elif (decl.kind == LK_BASIC or decl.flags & LF_TAPLESS) \
            and g.s.chars[decl.cell].token == decl.token:
        g.s.chars[decl.cell].used |= 1 << (decl.action - 1)


cdef void use_beyond(Game *g, const Ability *a, const Link *decl) noexcept nogil:
    """R7.41: an ability is used once more than its limit says, by permission."""
    cdef Rule *r
    if a.limit_n == 0 or a.limit_each == EACH_TARGET or uses(
            g, counter_key(a, decl.token, decl.seat), decl.ability, a.limit_per) < a.limit_n:
        return
    r = rule_permitting(g, WHAT_USE, decl.token, decl.token, RULE_OVER_LIMIT)
    if r != NULL:
        use_rule(g, r)


cdef void tell_declared(Game *g, int seat, const Link *decl) noexcept nogil:
    """A declaration stands: it, and each of its targets."""
    cdef int link = 144 + g.s.n_links - 1
    cdef int i
    cdef Detail *d
    telling(g).link = link
    emit(g, EV_DECLARED, seat, decl.token, 255, decl.kind)
    for i in range(decl.n_picks):
        d = telling(g)
        d.link = link
        d.other = decl.token
        hear(g, EV_TARGETED, seat, decl.picks[i], decl.token, decl.kind)


cdef void stand(Game *g, Frame *f, Link *decl) noexcept nogil:
    """The declaration is complete: it may be answered now."""
    cdef int seat = f.seat, whom
    # R11.3: nobody responds to a conversion.
    cdef bint silent = decl.kind == LK_CONVERSION
    cdef Rule *r
    if decl.flags & LF_GIFTED and cell_of(g, decl.token) != NO_CELL and decl.kind != LK_ATTACK:
        decl.cell = cell_of(g, decl.token)          # moved inside the payment
    if decl.kind == LK_ATTACK and g.x.n_rules and attacker_rule(g, decl.cell):
        r = rule_for(g, O_PERMIT, WHAT_ATTACK, decl.token, 255, -1, -1)
        if r != NULL:
            use_rule(g, r)
    if decl.ability != 0xFFFF and not decl.ability & 0x8000:
        silent = (g.book.abilities[decl.ability].flags & AF_UNANSWERABLE) != 0
    if g.x.n_rules:
        use_cost_changes(g, f.a)
    reserve(g, decl)
    count_use(g, decl)
    if g.book.outside & 4:
        forget_declaration(g)
    g.s.declared += 1
    reg_clear_all(g)
    pop_frame(g)
    if decl.flags & LF_NESTED:                      # R15.10: nobody responds
        push_frame(g, FR_RESOLVE, seat).a = g.s.n_links - 1
    else:
        if g.s.n_frames == 0 or top_frame(g).kind != FR_CHAIN:
            push_frame(g, FR_CHAIN, 1 - seat)
        top_frame(g).step = 1 if silent else 0
        top_frame(g).seat = 1 - seat
    tell_declared(g, seat, decl)
    if decl.kind == LK_ATTACK:
        telling(g).other = g.s.chars[(1 - seat) * 6 + 3 + decl.target].token
        emit(g, EV_ATTACK_DECLARED, seat, decl.token, 255, decl.target)
    elif decl.kind == LK_SUPPORT:
        whom = own_participant(g, seat)
        touch_if(g, DEP_BATTLE)
        g.s.supporter = decl.token
        g.s.supported = whom
        telling(g).other = whom
        emit(g, EV_SUPPORT_DECLARED, seat, decl.token, whom, 0)
