"""Battle: the defender, the battle window, the comparisons, the damage.

Theory of operation. The battle exists (State.battle = 1) from the moment the attack resolved;
FR_BATTLE then walks its steps. The window is closed by two passes in succession. A participant
that leaves takes its name out of State.attacker or State.defender, and the next step sees the
interruption (R8.24). Everything that lasts until the end of the battle is cleared in one place.
"""

from libc.stdint cimport uint8_t, uint16_t

from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.counters cimport use_rule
from lycee_core.defs cimport *
from lycee_core.from_field cimport waits_for_downed
from lycee_core.in_force cimport any_permission, any_rule, forbidden, permitted, rule_for
from lycee_core.house cimport DOWNED_WINDOW
from lycee_core.lasting cimport drop_modifier, end_lasting
from lycee_core.moves cimport *
from lycee_core.program cimport Ins
from lycee_core.replacing cimport *
from lycee_core.seen cimport value_of
from lycee_core.selectors cimport (Ctx, ability_ctx, about_damage, cell_of, damage_after_rules,
                                   side_of, whose_seat)
from lycee_core.state cimport *
from lycee_core.support cimport may_take_part
from lycee_core.triggers cimport emit, hear, queue_basic
from lycee_core.values cimport fresh, has_basic, touch, touch_if


# ---- the defender -------------------------------------------------------------------------------

cdef bint in_way(Game *g, int cell, int token) noexcept nogil:
    """R8.11: in the DF of the attacked column, or a rule of a card lets it defend from there."""
    if cell % 6 >= 3 and cell % 3 == g.s.column:
        return True
    if permitted(g, WHAT_DEFEND, token, g.s.attacker, RULE_ANY_COLUMN):
        return True
    return cell % 6 >= 3 and permitted(g, WHAT_DEFEND, token, g.s.attacker, RULE_OTHER_COLUMN)


cdef int defend_check(Game *g, int code) noexcept nogil:
    cdef int seat = 1 - top_frame(g).c
    cdef int cell = code - CODE_CELL, token
    if code == CODE_PASS:
        return 1415 if any_rule(g, O_REQUIRE) and owes_defence(g, seat) else 0     # R8.10, R14.15
    if cell < 0 or cell >= 12 or cell // 6 != seat or g.s.chars[cell].token == NO_TOKEN:
        return 811                                  # R8.11
    token = g.s.chars[cell].token
    if not in_way(g, cell, token):
        return 811                                  # R8.11
    if g.s.chars[cell].flags & CH_TAPPED \
            and not permitted(g, WHAT_DEFEND, token, g.s.attacker, RULE_TAPPED):
        return 812                                  # R8.12
    if forbidden(g, WHAT_DEFEND, token, g.s.attacker, -1) \
            or forbidden(g, WHAT_BATTLE, token, g.s.attacker, -1):
        return 1414                                 # R14.14
    return 0


cdef bint owes_defence(Game *g, int seat) noexcept nogil:
    """R14.15: whether a character that must defend could."""
    cdef int cell
    for cell in range(seat * 6, seat * 6 + 6):
        if g.s.chars[cell].token != NO_TOKEN and rule_for(
                g, O_REQUIRE, WHAT_DEFEND, g.s.chars[cell].token, g.s.attacker, -1, -1) != NULL \
                and defend_check(g, CODE_CELL + cell) == 0:
            return True
    return False


cdef int defend_options(Game *g, uint16_t *out) noexcept nogil:
    cdef int cell, n = 0, seat = 1 - top_frame(g).c
    if defend_check(g, CODE_PASS) == 0:
        out[0] = CODE_PASS
        n = 1
    for cell in range(seat * 6, seat * 6 + 6):
        # Without a permission none but the cell ahead can defend (R8.11).
        if (cell == cell_ahead(g, seat) or any_permission(g, WHAT_DEFEND)) \
                and defend_check(g, CODE_CELL + cell) == 0:
            out[n] = CODE_CELL + cell
            n += 1
    return n


cdef void use_permission(Game *g, int cell) noexcept nogil:
    """A permission that lasts a number of uses is used by defending where it was needed."""
    cdef Rule *r
    if not g.x.n_rules or (cell % 6 >= 3 and cell % 3 == g.s.column):
        return
    r = rule_for(g, O_PERMIT, WHAT_DEFEND, g.s.chars[cell].token, g.s.attacker, -1, -1)
    if r != NULL:
        use_rule(g, r)


cdef int cell_ahead(Game *g, int seat) noexcept nogil:
    """The cell from which a seat may name a defender."""
    return seat * 6 + 3 + g.s.column


cdef void emit_battles(Game *g, int who, int against, int flags) noexcept nogil:
    """A character takes part in the battle, against another or against the deck."""
    cdef Detail *d = telling(g)
    d.other = against
    d.flags = flags
    hear(g, EV_BATTLES, side_of(g, who), who, against, 0)


cdef void defend_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int cell = code - CODE_CELL
    f.step = BS_WINDOW
    f.seat = g.s.turn_player
    if code == CODE_PASS:
        telling(g).other = g.s.chars[cell_ahead(g, 1 - f.c)].token
        emit(g, EV_NO_DEFENDER, 1 - f.c, g.s.attacker, 255, 0)
        emit_battles(g, g.s.attacker, NO_TOKEN, 0)
        return
    f.b = 1
    g.s.defender = g.s.chars[cell].token
    use_permission(g, cell)
    touch_if(g, DEP_BATTLE)
    tap_cell(g, cell)                               # R8.13
    telling(g).other = g.s.attacker
    emit(g, EV_DEFENDER_NAMED, 1 - f.c, g.s.defender, g.s.attacker, 0)
    emit_battles(g, g.s.attacker, g.s.defender, 0)
    emit_battles(g, g.s.defender, g.s.attacker, DETAIL_SECOND)


cdef bint take_called(Game *g, Frame *f) noexcept nogil:
    """R8.40: who was to take part in the next battle does; True if the defender is named by it."""
    cdef const Ins *ins
    cdef int i = 0, token, cell, role
    while i < g.s.n_modifiers:
        ins = &g.book.code[g.s.modifiers[i].pc]
        if ins.op != O_PARTICIPANT:
            i += 1
            continue
        token = g.s.modifiers[i].subject
        role = ins.b
        drop_modifier(g, i)
        if not may_take_part(g, token, role):
            continue
        cell = cell_of(g, token)
        if role == 2:
            defend_decide(g, CODE_CELL + cell)
            return True
        g.s.attacker = token
        touch_if(g, DEP_BATTLE)
        emit_battles(g, token, NO_TOKEN, 0)
    return False


cdef void ask_defender(Game *g, Frame *f) noexcept nogil:
    cdef uint16_t out[8]
    fresh(g)
    if defend_options(g, out) > 1 or out[0] != CODE_PASS:
        ask(g, P_DEFEND, 1 - f.c)
    else:
        # Nobody could defend: that is public, so nobody is asked.
        defend_decide(g, CODE_PASS)


# ---- the window ---------------------------------------------------------------------------------

cdef void battle_pass(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    f.a += 1
    f.seat = 1 - f.seat


# ---- the result ---------------------------------------------------------------------------------

cdef bint downs(Game *g, int by, int whom) noexcept nogil:
    # R8.27: strictly greater.
    cdef int token = g.s.chars[whom].token, other = g.s.chars[by].token
    cdef bint down = g.x.values[by][VAL_AP] > g.x.values[whom][VAL_DP]
    if g.s.chars[whom].flags & CH_KEEP:
        return False
    if not g.x.n_rules:
        return down
    if not down and applies(g, O_DOWN, token, other):
        down = True
    return down and not applies(g, O_KEEP, token, other)


cdef bint applies(Game *g, int op, int token, int other) noexcept nogil:
    """Whether a card keeps a participant from being downed, or downs it; used up by that."""
    cdef Rule *r
    fresh(g)
    r = rule_for(g, op, -1, token, other, -1, CAUSE_BATTLE)
    if r != NULL:
        use_rule(g, r)
    return r != NULL


cdef void announce_downed(Game *g, int token, int by) noexcept nogil:
    cdef int by_cell = cell_of(g, by)
    telling(g).other = by
    emit(g, EV_DOWNED, side_of(g, token), token, by, 0)
    if by_cell == NO_CELL or g.s.place[by] != ZONE_FIELD:
        return
    telling(g).other = token
    emit(g, EV_DOWNS, by_cell // 6, by, token, 0)
    queue_basic(g, B_BONUS, by_cell, token, 0)      # R10.16


cdef enum:              # frame.d of the comparison
    DOWN_ATTACKER = 1
    DOWN_DEFENDER = 2
    COMPARED = 4

cdef enum:              # of frame.e beside those: what is settled
    CLOSED_ONCE = 8     # the window was closed once


cdef void judge(Game *g, Frame *f) noexcept nogil:
    """R8.27 to R8.29: both comparisons, Dash first; who goes down is fixed from here on."""
    cdef int a = cell_of(g, g.s.attacker)
    cdef int d = cell_of(g, g.s.defender)
    cdef bint attacker_down, defender_down
    fresh(g)
    attacker_down = downs(g, d, a)
    defender_down = downs(g, a, d)
    # R10.3: the Dash side strikes first; both with Dash strike at once.
    if has_basic(g, a, B_DASH) and not has_basic(g, d, B_DASH) and defender_down:
        attacker_down = False
    elif has_basic(g, d, B_DASH) and not has_basic(g, a, B_DASH) and attacker_down:
        defender_down = False
    f.a = g.s.attacker
    f.x = g.s.defender
    f.d = COMPARED | (DOWN_ATTACKER if attacker_down else 0) \
        | (DOWN_DEFENDER if defender_down else 0)


cdef int fate(Game *g, int token, int by) noexcept nogil:
    """What becomes of a character that is about to go down: EVENT_* (R15.16)."""
    cdef int became = about_to(g, EV_DOWNED, token, by, 0)
    if became == EVENT_HAPPENS:
        became = about_to(g, EV_LEFT, token, by, 0)
    if became == EVENT_HAPPENS:
        became = about_to(g, EV_REACHED_DUST, token, by, 0)
    if became != EVENT_WAITS:
        forget_event(g, EV_DOWNED, token)
        forget_event(g, EV_LEFT, token)
        forget_event(g, EV_REACHED_DUST, token)
    return became


cdef bint falls(Game *g, Frame *f, int bit, int token, int by) noexcept nogil:
    """Asks what is done instead; True when it waits for that."""
    cdef int became
    if not f.d & bit or f.e & bit:
        return False
    became = fate(g, token, by)
    if became == EVENT_WAITS:
        return True
    f.e |= bit                                      # settled
    if became == EVENT_GONE or g.s.place[token] != ZONE_FIELD:
        f.d &= ~bit
    return False


cdef void compare(Game *g, Frame *f) noexcept nogil:
    """R8.27 to R8.31: all downed leave at once, when what is done instead of it is done."""
    cdef uint8_t leaving[2]
    cdef int n = 0, a, d
    if not f.d & COMPARED:
        judge(g, f)
        if f.d & (DOWN_ATTACKER | DOWN_DEFENDER) and DOWNED_WINDOW \
                and waits_for_downed(g):
            f.step = BS_DOWNED                      # R8.30
            f.a = 0
            f.seat = g.s.turn_player
            return
    a = f.a
    d = f.x
    if falls(g, f, DOWN_ATTACKER, a, d) or falls(g, f, DOWN_DEFENDER, d, a):
        return
    f.step = BS_END
    if f.d & DOWN_ATTACKER:
        announce_downed(g, a, d)
        leaving[n] = a
        n += 1
    if f.d & DOWN_DEFENDER:
        announce_downed(g, d, a)
        leaving[n] = d
        n += 1
    if n:
        leave_play(g, leaving, n, ZONE_DUST, 255)


cdef void use_damage_rules(Game *g, int seat) noexcept nogil:
    """Rules that last a number of uses; the last first, as a record that ends moves the later."""
    cdef int i
    for i in range(g.x.n_rules - 1, -1, -1):
        if about_damage(g, &g.rules[i], seat):
            use_rule(g, &g.rules[i])


cdef int damage_elsewhere(Game *g, int seat) noexcept nogil:
    """The other seat whose deck takes the same damage, or 2."""
    cdef int i
    cdef const Ins *ins
    cdef Ctx c
    for i in range(g.x.n_rules):
        ins = &g.book.code[g.rules[i].pc]
        if ins.op == O_DAMAGE and ins.y and about_damage(g, &g.rules[i], seat):
            ability_ctx(&c, g.rules[i].seat, g.rules[i].source, g.rules[i].cell, 255)
            if whose_seat(g, &c, ins.y - 1) != seat:
                return whose_seat(g, &c, ins.y - 1)
    return 2


cdef void damage(Game *g, Frame *f) noexcept nogil:
    """R8.32: as many cards as the original AP of the attacker, from the top of the enemy deck."""
    cdef Frame *m
    cdef int n, other = 2
    fresh(g)
    n = value_of(g, g.s.attacker, VAL_ORIGINAL_AP) + g.s.damage_change
    if g.x.n_rules:
        n = damage_after_rules(g, n, 1 - f.c)
        other = damage_elsewhere(g, 1 - f.c)
        use_damage_rules(g, 1 - f.c)
    if n <= 0:
        f.step = BS_END                             # R8.33
        return
    f.d = n if n < 255 else 255
    if other < 2:
        m = push_frame(g, FR_MILL, other)
        m.x = n
    m = push_frame(g, FR_MILL, 1 - f.c)
    m.x = n
    m.e = 1                                         # this one is damage


cdef void damaged(Game *g, Frame *f) noexcept nogil:
    cdef int cell = cell_of(g, g.s.attacker)
    telling(g).other = 161 - f.c
    emit(g, EV_DECK_DAMAGE, f.c, g.s.attacker, 255, g.s.done_n)
    if cell != NO_CELL and g.s.done_n > 0:
        queue_basic(g, B_DECK_BONUS, cell, 255, g.s.done_n)     # R10.17


cdef void expire(Game *g) noexcept nogil:
    """Support and everything else that lasts until the end of the battle (R8.26, R8.36)."""
    cdef int cell, i
    cdef bint changed = False
    for cell in range(12):
        for i in range(3):
            changed = changed or g.s.chars[cell].battle_change[i] != 0
            g.s.chars[cell].battle_change[i] = 0
        g.s.chars[cell].flags &= ~CH_KEEP
    for i in range(g.s.n_counters):
        changed = changed or g.s.counters[i].battle != 0
        g.s.counters[i].battle = 0
    changed = end_lasting(g, UNTIL_BATTLE_END, 2) or changed
    g.s.battle = 0
    g.s.attacker = NO_TOKEN
    g.s.defender = NO_TOKEN
    g.s.supporter = NO_TOKEN
    g.s.supported = NO_TOKEN
    g.s.column = 0
    g.s.damage_change = 0
    if changed:
        touch(g)
    else:
        touch_if(g, DEP_BATTLE)


cdef int both(Game *g) noexcept nogil:
    """Who takes part, in one number: 1 + the attacker, then 1 + the defender; 0 for nobody."""
    cdef int a = 0 if g.s.attacker == NO_TOKEN else 1 + g.s.attacker
    cdef int d = 0 if g.s.defender == NO_TOKEN else 1 + g.s.defender
    return a | d << 8


cdef void emit_end(Game *g, const Frame *f, int flags) noexcept nogil:
    """The end of a battle, told of both that took part; they lie in the frame (R8.36)."""
    cdef int part[2]
    cdef int i
    cdef Detail *d
    part[0] = (f.pc & 255) - 1
    part[1] = (f.pc >> 8) - 1
    for i in range(2):
        if part[i] < 0:
            continue
        d = telling(g)
        d.other = part[1 - i] if part[1 - i] >= 0 else 255
        d.flags = flags | (DETAIL_SECOND if i else 0)
        if part[i] < N_TOKENS and cell_of(g, part[i]) != NO_CELL:
            d.flags |= DETAIL_SURVIVED
        hear(g, EV_BATTLE_ENDED, f.c, part[i] if part[i] < N_TOKENS else NO_TOKEN, d.other, 0)


cdef bint interrupted(Game *g, const Frame *f) noexcept nogil:
    # R8.24: a participant left; R8.25: halted by an effect.
    return g.s.battle != 1 or g.s.attacker == NO_TOKEN or (f.b and g.s.defender == NO_TOKEN)


cdef void close_downed(Game *g, Frame *f) noexcept nogil:
    """The window "when downed" closes: who left or is kept was downed all the same (R8.31)."""
    cdef int i, token, by, cell
    f.step = BS_RESULT
    f.a = (f.pc & 255) - 1
    for i in range(2):
        token = f.a if i == 0 else f.x
        by = f.x if i == 0 else f.a
        if not (f.d >> i) & 1:
            continue
        cell = cell_of(g, token)
        if g.s.place[token] == ZONE_FIELD and not g.s.chars[cell].flags & CH_KEEP \
                and not applies(g, O_KEEP, token, by):
            continue
        f.d &= ~(1 << i)
        announce_downed(g, token, by)


cdef void close_window(Game *g, Frame *f) noexcept nogil:
    """Both have passed: who waits for that is heard, and then the window is open once more."""
    cdef int waiting = g.s.n_triggers
    if not f.e & CLOSED_ONCE:
        f.e |= CLOSED_ONCE
        hear(g, EV_SUPPORTS_CLOSED, f.c, g.s.attacker, 255, 0)
        if g.s.n_triggers > waiting:
            f.a = 0                                 # R8.14
            f.seat = g.s.turn_player
            return
    f.step = BS_RESULT
    f.pc = both(g)


cdef void battle_run(Game *g, bint dead) noexcept nogil:
    """Advances FR_BATTLE; `dead`: the seat with priority in the window publicly cannot declare."""
    cdef Frame *f = top_frame(g)
    if f.step < BS_END and not f.d & COMPARED and interrupted(g, f):
        report(g, EV_BATTLE_HALTED, f.c, NO_TOKEN, NO_CELL, 0)
        f.pc = both(g)
        emit_end(g, f, DETAIL_HALTED)
        expire(g)
        pop_frame(g)
        return
    if f.step == BS_DEFEND:
        if g.s.n_modifiers and take_called(g, f):
            return
        ask_defender(g, f)
        return
    if f.step == BS_WINDOW:
        if f.a >= 2:
            close_window(g, f)
            return
        if dead:
            battle_pass(g)
            return
        ask(g, P_BATTLE, f.seat)
        return
    if f.step == BS_DOWNED:
        if f.a >= 2:
            close_downed(g, f)
        elif dead:
            battle_pass(g)
        else:
            ask(g, P_BATTLE, f.seat)
        return
    if f.step == BS_RESULT:
        if f.b:
            compare(g, f)
        else:
            f.step = BS_DAMAGED
            damage(g, f)
        return
    if f.step == BS_DAMAGED:
        f.step = BS_END
        damaged(g, f)
        return
    report(g, EV_BATTLE_ENDED, f.c, g.s.attacker, cell_of(g, g.s.attacker), 0)
    emit_end(g, f, 0)
    expire(g)
    pop_frame(g)
