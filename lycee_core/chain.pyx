"""The chain: responses alternate, one pass closes it, the last link resolves first.

Theory of operation. FR_CHAIN waits for a response of one seat (step 0) or carries links out (step
1), one FR_RESOLVE at a time. A resolving link checks conditions and targets again, pays, then acts
(R7.25). What it acts with is a program (FR_EFFECT above it) or one of the few things that are
rules and no program: an entry, an item, an area, a move, a support, the start of a battle.
"""

from libc.stdint cimport uint8_t
from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.counters cimport forget_declaration
from lycee_core.defs cimport *
from lycee_core.from_field cimport basic_of_action
from lycee_core.house cimport *
from lycee_core.in_force cimport forbidden, permitted
from lycee_core.moves cimport *
from lycee_core.paying cimport drop_link, pay_link
from lycee_core.picking cimport add_pick, follow
from lycee_core.places cimport area_rule, bearer_rule, entry_cell_rule, move_rule, touch_partner
from lycee_core.program cimport Ability, Card
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.replacing cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport EF_SELF_GONE
from lycee_core.support cimport give_support, own_participant, reaches
from lycee_core.targeting cimport aim
from lycee_core.triggers cimport emit, hear
from lycee_core.values cimport touch_if


cdef enum:              # steps of FR_RESOLVE
    RV_PAY = 0
    RV_ACT = 1
    RV_END = 2

cdef enum:              # what is known about a resolving link (frame.e)
    RF_FIZZLED = 1      # a condition or target fails: paid, skipped (R7.26, R7.27)
    RF_DONE = 4         # it was carried out
    RF_UNPAID = 2       # a part could not be paid: does nothing (R5.23)


cdef void chain_run(Game *g, bint dead) noexcept nogil:
    """Advances FR_CHAIN; `dead`: the seat that may respond publicly cannot."""
    cdef Frame *f = top_frame(g)
    cdef Frame *r
    if f.step == 0:
        if not dead and g.s.n_links < CHAIN_LIMIT:
            ask(g, P_RESPOND, f.seat)
            return
        f.step = 1
    if g.s.n_links == 0:
        pop_frame(g)
        return
    r = push_frame(g, FR_RESOLVE, g.s.links[g.s.n_links - 1].seat)
    r.a = g.s.n_links - 1


# ---- checking again -----------------------------------------------------------------------------

cdef void load_picks(Game *g, int link) noexcept nogil:
    """Puts the targets named at declaration into registers 0 to 3."""
    cdef Link *decl = &g.s.links[link]
    cdef int i, word
    reg_clear_all(g)
    if decl.ability == 0xFFFF or decl.ability & 0x8000:
        return
    for i in range(decl.n_picks):
        word = (decl.pick_of[i // 2] >> (4 * (i % 2))) & 15
        if decl.lost & (2 << i):
            continue                                # R15.8: it left its zone
        g.s.reg_kind[word] = kind_of_entity(decl.picks[i])
        add_pick(g, &g.book.selectors[g.book.abilities[decl.ability].target[word]], word,
                 decl.picks[i])
        follow(g, &g.book.selectors[g.book.abilities[decl.ability].target[word]], word)


cdef bint pick_proper(Game *g, const Ctx *c, int selector, int entity) noexcept nogil:
    """R7.26: still in its zone and still what the text asks for."""
    cdef Entities found
    aim(g, c, selector, &found)
    return in_set(&found, entity)


cdef bint targets_proper(Game *g, const Ctx *c, const Ability *a, const Link *decl) noexcept nogil:
    cdef int i, word
    for i in range(a.n_targets):
        # A required word that could not be named at all fizzles (R7.26).
        if not a.target_optional[i] and g.s.reg_lo[i] | g.s.reg_hi[i] == 0 \
                and g.book.selectors[a.target[i]].n_kind == N_EXACT:
            return False
    for i in range(decl.n_picks):
        word = (decl.pick_of[i // 2] >> (4 * (i % 2))) & 15
        if not decl.lost & (2 << i) and pick_proper(g, c, a.target[word], decl.picks[i]):
            continue
        if not a.target_optional[word]:
            return False
        # R7.26: an optional target that is lost skips its own part only.
        reg_clear(g, word, g.s.reg_kind[word])
    return True


cdef bint still_holds(Game *g, int link) noexcept nogil:
    cdef Link *decl = &g.s.links[link]
    cdef const Ability *a
    cdef Ctx c
    cdef int cell
    if decl.ability == 0xFFFF or decl.ability & 0x8000:
        return True
    a = &g.book.abilities[decl.ability]
    cell = cell_of(g, decl.token)
    ability_ctx(&c, decl.seat, decl.token, cell if cell != NO_CELL else decl.cell, link)
    return holds(g, &c, a.when) and targets_proper(g, &c, a, decl)


# ---- acting -------------------------------------------------------------------------------------

cdef void act_entry(Game *g, Link *decl) noexcept nogil:
    # R6.7: the limits are checked again.
    if entry_cell_rule(g, decl.seat, decl.token, decl.cell) \
            or name_in_play(g, decl.token, decl.seat, NO_CELL):
        report(g, EV_FIZZLED, decl.seat, decl.token, decl.cell, 0)
        return
    if decl.kind == LK_CONVERSION:
        exchange(g, decl)
    enter_field(g, decl.token, decl.cell)


cdef void exchange(Game *g, Link *decl) noexcept nogil:
    """R11.7, R11.10: the component, or both, return to their owners' hands in the same step."""
    cdef const Card *card = card_of(g, decl.token)
    cdef uint8_t leaving[6]
    cdef int n = 0, cell
    for cell in range(decl.seat * 6, decl.seat * 6 + 6):
        if g.s.chars[cell].token != NO_TOKEN \
                and is_component(g, card, g.s.chars[cell].token):
            leaving[n] = g.s.chars[cell].token
            n += 1
    leave_play(g, leaving, n, ZONE_HAND, decl.token)


cdef void act_item(Game *g, Link *decl) noexcept nogil:
    # R9.4: the very character that was named, still without an item, still fitting.
    cdef int cell = cell_of(g, decl.picks[0])
    if decl.lost & 2 or g.s.place[decl.picks[0]] != ZONE_FIELD \
            or bearer_rule(g, decl.seat, decl.token, cell):
        report(g, EV_FIZZLED, decl.seat, decl.token, decl.target, 0)
        return
    put_item(g, decl.token, cell)


cdef void act_area(Game *g, Link *decl) noexcept nogil:
    if area_rule(g, decl.seat, decl.token, decl.target):
        report(g, EV_FIZZLED, decl.seat, decl.token, decl.target, 0)     # R9.9
        return
    put_area(g, decl.token, decl.target)


cdef void act_move(Game *g, Link *decl) noexcept nogil:
    """R10.7 to R10.10: checked again, then done."""
    cdef int cell = cell_of(g, decl.token)
    cdef int to
    cdef bint ok = g.s.place[decl.token] == ZONE_FIELD
    if ok and not decl.flags & LF_TAP:
        ok = not g.s.chars[cell].flags & CH_TAPPED \
            or permitted(g, WHAT_MOVE, decl.token, 255, RULE_TAPPED)
    if ok and decl.action == ACT_ESCAPE:
        leave_one(g, decl.token, ZONE_DUST, decl.token)
        return
    if ok and decl.action == ACT_TOUCH:
        to = touch_partner(cell)
        ok = g.s.chars[to].token != NO_TOKEN and not g.s.chars[to].flags & CH_TAPPED
    else:
        to = decl.target
        ok = ok and move_rule(g, cell, decl.action, to) == 0
    if not ok:
        report(g, EV_FIZZLED, decl.seat, decl.token, NO_CELL, 0)
        return
    swap_characters(g, cell, to)


cdef void act_support(Game *g, Link *decl) noexcept nogil:
    cdef int cell = cell_of(g, decl.token)
    cdef int whom = own_participant(g, decl.seat)
    cdef int to = cell_of(g, whom)
    # R8.21: the supporter stands there (its tap was just paid, or it is Supporter and untapped),
    # near enough to the participant.
    if g.s.place[decl.token] != ZONE_FIELD or to == NO_CELL or to // 6 != decl.seat \
            or not reaches(g, cell, to) \
            or (decl.flags & LF_TAPLESS and g.s.chars[cell].flags & CH_TAPPED
                and not permitted(g, WHAT_SUPPORT, decl.token, whom, RULE_TAPPED)) \
            or forbidden(g, WHAT_SUPPORT, decl.token, whom, -1) \
            or forbidden(g, WHAT_BE_SUPPORTED, whom, decl.token, -1):
        report(g, EV_FIZZLED, decl.seat, decl.token, NO_CELL, 0)
        return
    give_support(g, decl.seat, decl.token, whom)


cdef void act_attack(Game *g, Link *decl) noexcept nogil:
    if g.s.place[decl.token] != ZONE_FIELD \
            or forbidden(g, WHAT_ATTACK, decl.token, 255, LK_ATTACK) \
            or forbidden(g, WHAT_BATTLE, decl.token, 255, LK_ATTACK):
        report(g, EV_FIZZLED, decl.seat, decl.token, NO_CELL, decl.kind)    # R8.9
        return
    # R8.8: its tap is paid; the battle frame itself is pushed when the chain is empty.
    g.s.battle = 1
    g.s.attacker = decl.token
    g.s.defender = NO_TOKEN
    g.s.column = decl.target
    g.s.damage_change = 0
    touch_if(g, DEP_BATTLE)
    telling(g).other = g.s.chars[(1 - decl.seat) * 6 + 3 + decl.target].token
    emit(g, EV_BATTLE_STARTED, decl.seat, decl.token, 255, decl.target)


cdef void act_program(Game *g, int link) noexcept nogil:
    cdef Link *decl = &g.s.links[link]
    cdef const Ability *a = &g.book.abilities[decl.ability]
    cdef int cell = cell_of(g, decl.token)
    cdef Frame *e
    cdef Ctx c
    ability_ctx(&c, decl.seat, decl.token, cell if cell != NO_CELL else decl.cell, link)
    if not holds(g, &c, a.cond):
        report(g, EV_FIZZLED, decl.seat, decl.token, NO_CELL, decl.kind)
        return
    e = push_frame(g, FR_EFFECT, decl.seat)
    e.pc = a.effect
    e.a = decl.token
    e.b = cell_of(g, decl.token) if cell_of(g, decl.token) != NO_CELL else decl.cell
    e.c = link
    e.d = 255
    if decl.lost & LOST_SELF:
        e.e = EF_SELF_GONE


cdef int act_fate(Game *g, const Link *decl) noexcept nogil:
    """R15.16: what becomes of an entry or a support that is about to happen: EVENT_*."""
    cdef int event, entity, became
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        event = EV_ENTERED
        entity = decl.token
    elif decl.kind == LK_SUPPORT:
        event = EV_SUPPORTED
        entity = own_participant(g, decl.seat)
    else:
        return EVENT_HAPPENS
    became = about_to(g, event, entity, decl.token, 0)
    if became != EVENT_WAITS:
        forget_event(g, event, entity)
    return became


cdef void act_unless_replaced(Game *g, Frame *f, const Link *decl) noexcept nogil:
    """Carries a link out, when every replacement has spoken and none did something else."""
    cdef int link = f.a, became = act_fate(g, decl)
    if became == EVENT_WAITS:
        f.step = RV_ACT                             # asked again
    elif became == EVENT_HAPPENS:
        f.e |= RF_DONE
        tell_use(g, link)
        act(g, link)


cdef void act(Game *g, int link) noexcept nogil:
    cdef Link *decl = &g.s.links[link]
    if decl.kind == LK_ENTRY or decl.kind == LK_CONVERSION:
        act_entry(g, decl)
    elif decl.kind == LK_ITEM:
        act_item(g, decl)
    elif decl.kind == LK_AREA:
        act_area(g, decl)
    elif decl.kind == LK_BASIC:
        act_move(g, decl)
    elif decl.kind == LK_SUPPORT:
        act_support(g, decl)
    elif decl.kind == LK_ATTACK:
        act_attack(g, decl)
    elif decl.ability != 0xFFFF:
        act_program(g, link)


cdef void tell_of(Game *g, int event, int link) noexcept nogil:
    """An event about a declaration; its subject is its card."""
    cdef Link *decl = &g.s.links[link]
    telling(g).link = 144 + link
    hear(g, event, decl.seat, decl.token, 255, decl.kind)


cdef void tell_use(Game *g, int link) noexcept nogil:
    """An event card, a special or a basic ability is about to be carried out, and is paid."""
    cdef Link *decl = &g.s.links[link]
    if decl.kind == LK_EVENT_CARD:
        tell_of(g, EV_EVENT_USED, link)
    elif decl.kind == LK_SPECIAL:
        tell_of(g, EV_SPECIAL_USED, link)
    elif decl.kind == LK_BASIC or decl.flags & LF_TAPLESS:
        telling(g).link = 144 + link
        hear(g, EV_BASIC_USED, decl.seat, decl.token, 255, basic_of_action(decl.action))
    elif decl.kind == LK_ATTACK and decl.ability != 0xFFFF:
        telling(g).link = 144 + link
        hear(g, EV_BASIC_USED, decl.seat, decl.token, 255, B_SIDE_ATTACK)


cdef void end_link(Game *g, Frame *f, Link *decl) noexcept nogil:
    """The card of a link that is still on the chain goes to the dust box (R7.25).

    The link is gone.
    """
    cdef int seat = decl.seat, kind = decl.kind, token = decl.token
    if token < N_TOKENS and g.s.place[token] == ZONE_CHAIN:
        put_zone(g, token, decl.goes - 1 if decl.goes else ZONE_DUST)
    report(g, EV_RESOLVED, seat, token, NO_CELL, kind)
    if f.e & RF_DONE:
        tell_of(g, EV_RESOLVED, f.a)
    if g.book.outside & 4:
        forget_declaration(g)
    drop_link(g)
    reg_clear_all(g)
    g.s.n_picked = 0
    g.s.done_n = 0
    g.s.done_full = 0
    pop_frame(g)
    check_decks(g)


cdef void resolve_run(Game *g) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef Link *decl = &g.s.links[f.a]
    if f.step == RV_PAY:
        load_picks(g, f.a)
        if not still_holds(g, f.a):
            f.e |= RF_FIZZLED
        f.step = RV_ACT
        if not pay_link(g, f.a):
            f.e |= RF_UNPAID                        # R5.23
        return
    if f.step == RV_ACT:
        f.step = RV_END
        if decl.flags & LF_CANCELLED:
            report(g, EV_CANCELLED, decl.seat, decl.token, NO_CELL, decl.kind)
            tell_of(g, EV_CANCELLED, f.a)
        elif f.e & RF_UNPAID:
            report(g, EV_PAYMENT_FAILED, decl.seat, decl.token, NO_CELL, decl.kind)
        elif f.e & RF_FIZZLED:
            report(g, EV_FIZZLED, decl.seat, decl.token, NO_CELL, decl.kind)
        else:
            act_unless_replaced(g, f, decl)
        return
    end_link(g, f, decl)
