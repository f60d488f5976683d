"""The engine: `pending`, `legal_decisions`, `apply`, `clone`, `digest`.

Theory of operation. What is half done lies on the agenda as data. `advance` runs the top frame
until a decision or a chance request is pending; a decision or an answer changes the top frame and
calls `advance` again. This module alone knows which frame belongs to which phase; the phases never
call one another. No Python object is touched here.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lycee_core.agenda cimport push_frame
from lycee_core.battle cimport *
from lycee_core.chain cimport *
from lycee_core.coming_true cimport look_at_states
from lycee_core.declare cimport *
from lycee_core.defs cimport *
from lycee_core.draws cimport *
from lycee_core.effects cimport *
from lycee_core.links cimport declare_start
from lycee_core.paying cimport paying_check, paying_decide, paying_options, paying_run
from lycee_core.payment cimport *
from lycee_core.replacing cimport *
from lycee_core.start cimport state_init
from lycee_core.state cimport *
from lycee_core.support cimport *
from lycee_core.target_picks cimport retarget_run
from lycee_core.tax cimport *
from lycee_core.turn cimport *
from lycee_core.using cimport *
from lycee_core.values cimport fresh
from lycee_core.waiting cimport *
from lycee_core.windows cimport *
from lycee_core.zones cimport tidy_run


# ---- the agenda ---------------------------------------------------------------------------------

cdef void run_top(Game *g) noexcept nogil:
    """One step of whatever lies on top."""
    cdef Frame *f = top_frame(g)
    cdef int kind = f.kind
    if kind != FR_DRAW and kind != FR_MILL and kind != FR_PAY:
        fresh(g)
    if kind == FR_TURN:
        turn_run(g, f.step == TS_OFFER and publicly_dead(g, 1 - g.s.turn_player, P_RESPOND))
    elif kind == FR_CHAIN:
        chain_run(g, f.step == 0 and publicly_dead(g, f.seat, P_RESPOND))
    elif kind == FR_DECLARE:
        if declare_run(g):
            payment_start(g, top_frame(g).a)
    elif kind == FR_PAY:
        payment_run(g)
    elif kind == FR_TAX:
        if tax_run(g):
            payment_start(g, top_frame(g).b)
    elif kind == FR_RETARGET:
        retarget_run(g)
    elif kind == FR_PAYING:
        if paying_run(g):
            payment_start(g, top_frame(g).b)
    elif kind == FR_RESOLVE:
        resolve_run(g)
    elif kind == FR_BATTLE:
        battle_run(g, (f.step == BS_WINDOW or f.step == BS_DOWNED)
                   and publicly_dead(g, f.seat, P_BATTLE))
    elif kind == FR_EFFECT:
        effect_run(g)
    elif kind == FR_SUPPORT:
        support_run(g)
    elif kind == FR_REPLACE:
        replace_run(g)
    elif kind == FR_DRAW:
        draw_run(g)
    elif kind == FR_MILL:
        mill_run(g)
    elif kind == FR_TIDY:
        tidy_run(g)
    elif kind == FR_USE:
        use_run(g)
    else:
        triggers_run(g)


cdef void advance(Game *g) noexcept nogil:
    cdef int kind
    while g.s.pend_kind == P_NONE:
        if g.x.status != ST_OK:
            return
        if g.s.winner != NOBODY_SEAT:
            g.s.phase = PH_OVER
            g.s.pend_kind = P_OVER
            g.s.pend_seat = NOBODY_SEAT
            return
        if g.x.untidy:
            g.x.untidy = 0
            push_frame(g, FR_TIDY, g.s.turn_player)
        kind = top_frame(g).kind
        if (g.book.counted >> EV_STATE) & 1:
            look_at_states(g)
        # R15.1: waiting triggers come before the next link, window or step.
        if g.s.n_triggers and (kind == FR_TURN or kind == FR_CHAIN or kind == FR_BATTLE):
            push_frame(g, FR_TRIGGERS, g.s.turn_player).a = g.s.n_triggers
            continue
        run_top(g)


cdef void start(Game *g) noexcept nogil:
    state_init(g)
    advance(g)


cdef int check_code(Game *g, int code) noexcept nogil:
    """Judges one decision code.

    0 legal, -1 this replica cannot tell, else chapter * 100 + number of the rule.
    """
    cdef int kind = g.s.pend_kind
    if kind >= P_SHUFFLE:
        return 110                                  # R1.10
    if code < 0 or code >= CODE_END:
        return 112                                  # R1.12
    fresh(g)
    if kind == P_MAIN or kind == P_RESPOND or kind == P_BATTLE:
        return window_check(g, code)
    if kind == P_PAY or kind == P_COST_CARD:
        return payment_check(g, code)
    if kind >= P_CELL and kind <= P_TARGET:
        return declare_check(g, code)
    if kind == P_DEFEND:
        return defend_check(g, code)
    if kind == P_ORDER and top_frame(g).kind == FR_TRIGGERS:
        return triggers_check(g, code)
    if top_frame(g).kind == FR_TAX:
        return tax_check(g, code)
    if top_frame(g).kind == FR_SUPPORT:
        return support_check(g, code)
    if top_frame(g).kind == FR_REPLACE:
        return replace_check(g, code)
    if top_frame(g).kind == FR_PAYING:
        return paying_check(g, code)
    if top_frame(g).kind == FR_USE:
        return use_check(g, code)
    if kind == P_AMOUNT or kind == P_COST:
        return declare_check(g, code)
    if kind == P_CHOOSE or kind == P_MAY or kind == P_MODE or kind == P_NUMBER:
        return effect_check(g, code)
    return turn_check(g, code)


cdef int list_options(Game *g, uint16_t *out) noexcept nogil:
    """Writes every legal code; `out` has room for 512."""
    cdef int kind = g.s.pend_kind
    if kind >= P_SHUFFLE:
        return 0
    fresh(g)
    if kind == P_MAIN or kind == P_RESPOND or kind == P_BATTLE:
        return window_options(g, out)
    if kind == P_PAY or kind == P_COST_CARD:
        return payment_options(g, out)
    if kind >= P_CELL and kind <= P_TARGET:
        return declare_options(g, out)
    if kind == P_DEFEND:
        return defend_options(g, out)
    if kind == P_ORDER and top_frame(g).kind == FR_TRIGGERS:
        return triggers_options(g, out)
    if top_frame(g).kind == FR_TAX:
        return tax_options(g, out)
    if top_frame(g).kind == FR_SUPPORT:
        return support_options(g, out)
    if top_frame(g).kind == FR_REPLACE:
        return replace_options(g, out)
    if top_frame(g).kind == FR_PAYING:
        return paying_options(g, out)
    if top_frame(g).kind == FR_USE:
        return use_options(g, out)
    if kind == P_AMOUNT or kind == P_COST:
        return declare_options(g, out)
    if kind == P_CHOOSE or kind == P_MAY or kind == P_MODE or kind == P_NUMBER:
        return effect_options(g, out)
    return turn_options(g, out)


cdef void decide_window(Game *g, int code) noexcept nogil:
    """A pass, or a declaration, in the main phase, as a response, or in the battle window."""
    cdef Frame *f = top_frame(g)
    if code == CODE_PASS:
        report(g, EV_PASSED, g.s.pend_seat, NO_TOKEN, NO_CELL, 0)
        if f.kind == FR_BATTLE:
            battle_pass(g)
        elif f.kind == FR_CHAIN:
            f.step = 1                              # R7.16
        else:
            turn_decide(g, code)
        return
    if f.kind == FR_BATTLE:
        f.a = 0
        f.seat = g.s.turn_player                    # R8.14
    elif f.kind == FR_TURN:
        # R4.14: a declaration voids the offer of the end
        f.step = TS_MAIN
    declare_start(g, code)


cdef void decide(Game *g, int code) noexcept nogil:
    """Applies a code that was found legal, and runs on to the next question."""
    cdef int kind = g.s.pend_kind
    cdef int seat = g.s.pend_seat
    forget_latest(g)
    if kind <= P_BATTLE or kind == P_DEFEND:
        g.s.trigger_ply = 0                         # R15.6
    if kind == P_MAIN or kind == P_RESPOND or kind == P_BATTLE:
        decide_window(g, code)
    elif kind == P_PAY or kind == P_COST_CARD:
        payment_decide(g, code)
    elif kind >= P_CELL and kind <= P_TARGET:
        declare_decide(g, code)
    elif kind == P_DEFEND:
        defend_decide(g, code)
    elif kind == P_ORDER and top_frame(g).kind == FR_TRIGGERS:
        triggers_decide(g, code)
    elif top_frame(g).kind == FR_TAX:
        tax_decide(g, code)
    elif top_frame(g).kind == FR_SUPPORT:
        support_decide(g, code)
    elif top_frame(g).kind == FR_USE:
        use_decide(g, code)
    elif top_frame(g).kind == FR_REPLACE:
        replace_decide(g, code)
    elif top_frame(g).kind == FR_PAYING:
        paying_decide(g, code)
    elif kind == P_AMOUNT or kind == P_COST:
        declare_decide(g, code)
    elif kind == P_CHOOSE or kind == P_MAY or kind == P_MODE or kind == P_NUMBER:
        effect_decide(g, code)
    else:
        turn_decide(g, code)
    g.s.pend_kind = P_NONE
    advance(g)
    # A line is one declaration with its place, targets and payment.
    kind = g.s.pend_kind
    g.s.mid_line = g.s.pend_seat == seat and (
        (kind >= P_CELL and kind <= P_COST_CARD) or kind == P_AMOUNT or kind == P_COST)


cdef void forget_references(Game *g, const uint8_t *tokens, int n) noexcept nogil:
    """R15.8: what was shuffled is not the card any more that a register meant."""
    cdef uint64_t lo = 0, hi = 0
    cdef int i
    for i in range(n):
        if tokens[i] < SEAT_TOKENS:
            lo |= bit_of(tokens[i])
        else:
            hi |= bit_of(tokens[i])
    for i in range(N_REGISTERS):
        if g.s.reg_kind[i] == REG_TOKENS:
            g.s.reg_lo[i] &= ~lo
            g.s.reg_hi[i] &= ~hi


cdef void write_shown(Game *g, const uint8_t *tokens, const uint16_t *values,
                      int n) noexcept nogil:
    """The answer to a show becomes faces and knowledge."""
    cdef int owner = g.s.pend_owner, audience = g.s.pend_k
    cdef int seen_by = 1 << (owner if audience == AUDIENCE_OWNER else 1 - owner)
    cdef int i, t
    for i in range(n):
        t = tokens[i]
        if values[i] != UNKNOWN_CARD:
            g.s.face[t] = values[i]
        if audience == AUDIENCE_BOTH:
            make_public(g, t)
        else:
            g.s.know[t] |= seen_by
        report(g, EV_SHOWN, owner, t, NO_CELL, audience)


cdef void write_order(Game *g, const uint8_t *tokens, const uint16_t *values,
                      int n) noexcept nogil:
    """The answer to a shuffle or an arrangement becomes faces and knowledge."""
    cdef int owner = g.s.pend_owner
    cdef bint of_hand = g.s.pend_src == SRC_HAND
    # R2.20: a shuffle ends what was known; an owner's own order stays known to the owner.
    cdef int seen_by = 1 << owner if of_hand or g.s.pend_kind == P_ARRANGE else 0
    cdef int i
    for i in range(n):
        g.s.face[tokens[i]] = values[i]
        g.s.know[tokens[i]] = seen_by
    if g.s.pend_kind == P_ARRANGE:
        report(g, EV_ARRANGED, owner, NO_TOKEN, NO_CELL, n)
        return
    forget_references(g, tokens, n)
    report(g, EV_SHUFFLED, owner, NO_TOKEN, NO_CELL, of_hand)
    if of_hand:
        g.s.dirty &= ~(1 << owner)


cdef void answer_chance(Game *g, const uint8_t *tokens, const uint16_t *values,
                        int n) noexcept nogil:
    """Takes the answer of chance; `tokens`: what `request_tokens` gave, nothing for a roll."""
    cdef int kind = g.s.pend_kind
    cdef Frame *f = top_frame(g)
    cdef bint hand_shuffle = kind == P_SHUFFLE and g.s.pend_src == SRC_HAND
    forget_latest(g)
    if kind == P_SHOW:
        write_shown(g, tokens, values, n)
    elif kind != P_ROLL:
        write_order(g, tokens, values, n)
    elif f.kind != FR_TURN:
        report(g, EV_ROLLED, NOBODY_SEAT, NO_TOKEN, NO_CELL, values[0])
    if hand_shuffle:
        pass                                        # whoever asked asks again
    elif f.kind == FR_TURN:
        turn_answered(g, values)
    elif f.kind == FR_EFFECT:
        effect_answered(g, values, n)
    elif f.kind == FR_DRAW:
        draw_answered(g)
    elif f.kind == FR_MILL:
        mill_answered(g)
    g.s.pend_kind = P_NONE
    g.s.mid_line = 0
    advance(g)
