"""Effects: programs of operations, run one instruction at a time on the agenda.

Theory of operation. FR_EFFECT holds a program counter; an instruction that needs a decision or
chance sets what is pending and is run again afterwards, with `step` saying how far it got.
Registers hold sets of tokens, cells or declarations, and mean something inside one effect only.
"""

from libc.stdint cimport uint16_t

from lycee_core.agenda cimport ask, ask_chance
from lycee_core.battle_verbs cimport *
from lycee_core.choices cimport *
from lycee_core.defs cimport *
from lycee_core.gathering cimport all_public
from lycee_core.field_moves cimport op_move, op_swap
from lycee_core.in_force cimport barred
from lycee_core.lasting_verbs cimport *
from lycee_core.picking cimport follow, widen
from lycee_core.payment_verbs cimport is_payment_verb, payment_verb_run
from lycee_core.program cimport Ins, Selector
from lycee_core.selectors cimport *
from lycee_core.knowing cimport op_look
from lycee_core.registers cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.values cimport fresh, touch_if
from lycee_core.verbs cimport *
from lycee_core.zone_verbs cimport *
from lycee_core.zones cimport needs_show, op_cards


# ---- what is pending inside an effect -----------------------------------------------------------

cdef int effect_check(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n
    cdef const Ins *ins = current(g, f)
    if is_zone_verb(ins.op):
        return zone_verb_check(g, f, ins, code)
    if g.s.pend_kind == P_MAY:
        return 0 if code == CODE_YES or code == CODE_NO else 112        # R1.12
    if g.s.pend_kind == P_MODE:
        n = special_count(g, reg_first(g, ins.a)) if ins.op == O_LOSE_ONE else ins.a
        return 0 if code >= CODE_NUMBER and code < CODE_NUMBER + n else 112     # R1.12
    return choose_check(g, f, ins, code)


cdef int effect_options(Game *g, uint16_t *out) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef int n = 0, i
    if is_zone_verb(current(g, f).op):
        return zone_verb_options(g, f, current(g, f), out)
    if g.s.pend_kind == P_MAY:
        out[0] = CODE_YES
        out[1] = CODE_NO
        return 2
    if g.s.pend_kind == P_CHOOSE:
        return choose_options(g, f, current(g, f), out)
    for i in range(52):                             # P_MODE
        if effect_check(g, CODE_NUMBER + i) == 0:
            out[n] = CODE_NUMBER + i
            n += 1
    return n


cdef void effect_decide(Game *g, int code) noexcept nogil:
    cdef Frame *f = top_frame(g)
    cdef const Ins *ins = current(g, f)
    if is_zone_verb(ins.op):
        zone_verb_decide(g, f, ins, code)
    elif g.s.pend_kind == P_MAY:
        if code == CODE_YES:
            finish(g, f, g.s.done_n, True)
        else:
            g.s.done_n = 0
            g.s.done_full = 0
            f.pc = ins.x
    elif g.s.pend_kind == P_MODE and ins.op == O_LOSE_ONE:
        lose_chosen(g, f, code - CODE_NUMBER)
    elif g.s.pend_kind == P_MODE:
        f.pc += 1 + code - CODE_NUMBER
    else:
        choose_decide(g, f, ins, code)


cdef void effect_answered(Game *g, const uint16_t *values, int n) noexcept nogil:
    """After the engine wrote a chance answer into the state."""
    cdef Frame *f = top_frame(g)
    if g.s.pend_kind == P_ROLL:
        roll_answered(g, f, current(g, f), values, n)
    elif f.step != ES_SHUFFLED:
        f.step = ES_ANSWERED


# ---- flow ---------------------------------------------------------------------------------------

cdef bint needs_sight(Game *g, const Ins *ins, const Ctx *c) noexcept nogil:
    """R1.14: all that match among cards of which some are not public; they are shown to both first.

    Those cards then lie in the register of the selection.
    """
    cdef const Selector *sel = &g.book.selectors[ins.x]
    cdef Entities raw
    if (sel.filter == 0 and sel.types == 0) or (sel.zone < SZ_PILE and sel.zones == 0):
        return False
    gather_raw(g, c, sel, &raw)
    if all_public(g, &raw):
        return False
    g.s.reg_lo[ins.a] = raw.lo
    g.s.reg_hi[ins.a] = raw.hi
    g.s.reg_kind[ins.a] = raw.kind
    return True


cdef void op_each(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """Takes the next member of register a into register b; an empty a leaves the loop."""
    cdef int e = reg_first(g, ins.a)
    if e == 255:
        f.pc = ins.x
        return
    reg_clear(g, ins.b, g.s.reg_kind[ins.a])
    reg_add(g, ins.b, e)
    reg_drop(g, ins.a, e)
    f.pc += 1


cdef void op_flow(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """Selecting, jumping and everything else that acts on nothing."""
    cdef Entities found
    if ins.op == O_SELECT:
        select(g, c, ins.x, &found)
        reg_clear(g, ins.a, found.kind)
        g.s.reg_lo[ins.a] = found.lo
        g.s.reg_hi[ins.a] = found.hi
        widen(g, &g.book.selectors[ins.x], ins.a)
        follow(g, &g.book.selectors[ins.x], ins.a)
    elif ins.op == O_REF:
        fill_register(g, ins.a, reached(g, f, c, ins.b))
    elif ins.op == O_COPY:
        reg_clear(g, ins.a, g.s.reg_kind[ins.b])
        g.s.reg_lo[ins.a] = g.s.reg_lo[ins.b]
        g.s.reg_hi[ins.a] = g.s.reg_hi[ins.b]
        if ins.a < N_WAS and ins.b < N_WAS and (g.s.follows >> ins.b) & 1:
            g.s.follows |= 1 << ins.a
    elif ins.op == O_CLEAR:
        reg_clear(g, ins.a, REG_TOKENS)
    elif ins.op == O_JUMP:
        f.pc = ins.x
        return
    elif ins.op == O_UNLESS:
        if not holds(g, c, ins.x):
            f.pc = ins.y
            return
    elif ins.op == O_HALT_BATTLE:
        g.s.battle = 2 if g.s.battle else 0
        touch_if(g, DEP_BATTLE)
        g.s.done_full = 1
    elif ins.op == O_DAMAGE:
        g.s.damage_change = limited(g.s.damage_change + limited(expr(g, c, ins.x)))
        report(g, EV_RULED, f.seat, NO_TOKEN, RULED_DAMAGE, 0)
        touch_if(g, DEP_BATTLE)
    elif ins.op == O_LOSE_GAME:
        if not barred(g, f, WHAT_WIN_BY, 161 - whose_seat(g, c, ins.b)):
            game_over(g, 1 - whose_seat(g, c, ins.b), END_CARD)
    f.step = ES_START
    f.pc += 1


cdef bint is_lasting(const Ins *ins) noexcept nogil:
    """Whether an operation goes on holding as a record of its own; plain sums lie in the
    character."""
    cdef int op = ins.op
    if op == O_CHANGE:
        return ins.c != UNTIL_TURN_END and ins.c != UNTIL_BATTLE_END
    if op == O_GAIN_BASIC or op == O_LOSE_BASIC:
        return ins.c != UNTIL_TURN_END or (op == O_GAIN_BASIC and ins.x != 0)
    if op == O_KEEP or op == O_SKIP_WAKE_UP:
        return ins.c != UNTIL_TURN_END
    if op == O_DAMAGE:
        return ins.a != 255 or ins.c != UNTIL_BATTLE_END
    return op == O_SET or (op >= O_EXCHANGE and op <= O_DOWN and op != O_RESET and op != O_OF) \
        or (op >= O_HAND_LIMIT and op <= O_ADJACENT) or op == O_COST_CHANGE \
        or op == O_EX_CHANGE


cdef void effect_run(Game *g) noexcept nogil:
    """Runs one instruction of the effect on top of the agenda."""
    cdef Frame *f = top_frame(g)
    cdef const Ins *ins = current(g, f)
    cdef int op = ins.op
    cdef Ctx c
    fresh(g)
    frame_ctx(f, &c)
    if op == O_END:
        end_effect(g, f)
    elif op == O_CHOOSE:
        choose_run(g, f, ins)
    elif op == O_SELECT and needs_sight(g, ins, &c):
        needs_show(g, ins.a)
    elif is_lasting(ins):
        op_lasting(g, f, ins, &c)
    elif op == O_RESET:
        op_reset(g, f, ins)
    elif op == O_LATER:
        op_later(g, f, ins, &c)
    elif op == O_REMEMBER:
        op_remember(g, f, ins, &c)
    elif op == O_LOSE_ONE:
        op_lose_one(g, f, ins)
    elif op == O_BECOME_NEW:
        op_become_new(g, f, ins)
    elif op == O_DOWN_NOW:
        op_down(g, f, ins)
    elif op == O_PARTICIPANT:
        op_participant(g, f, ins)
    elif op == O_SUPPORT:
        op_support(g, f, ins)
    elif op == O_START_BATTLE:
        op_start_battle(g, f, ins)
    elif op == O_CHANGE or op == O_TAP or op == O_UNTAP or op == O_GAIN_BASIC \
            or op == O_LOSE_BASIC or op == O_SKIP_WAKE_UP or op == O_KEEP:
        op_values(g, f, ins, &c)
    elif op == O_DRAW or op == O_MILL:
        op_amount(g, f, ins, &c)
    elif op == O_DISCARD or op == O_RETURN or op == O_REMOVE or op == O_SEND or op == O_REVEAL:
        op_cards(g, f, ins)
    elif is_payment_verb(op):
        payment_verb_run(g, f, ins, &c)
    elif is_zone_verb(op):
        zone_verb_run(g, f, ins, &c)
    elif op == O_MOVE:
        op_move(g, f, ins)
    elif op == O_SWAP:
        op_swap(g, f, ins)
    elif op == O_CANCEL:
        op_cancel(g, f, ins)
    elif op == O_LOOK:
        op_look(g, f, ins, &c)
    elif op == O_SHUFFLE:
        if f.step == ES_START:
            ask_chance(g, P_SHUFFLE, whose_seat(g, &c, ins.b), SRC_DECK, 0, 0)
        elif ins.a:
            f.step = ES_START
            f.pc += 1
        else:
            finish(g, f, 0, True)
    elif op == O_MAY:
        ask(g, P_MAY, whose_seat(g, &c, ins.b))
    elif op == O_MODE:
        ask(g, P_MODE, whose_seat(g, &c, ins.b))
    elif op == O_EACH:
        op_each(g, f, ins)
    else:
        op_flow(g, f, ins, &c)
