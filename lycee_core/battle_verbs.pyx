"""The verbs that act on a battle: `down`, `participant`, `support`, `start_battle`."""

from libc.stdint cimport uint8_t

from lycee_core.defs cimport *
from lycee_core.in_force cimport forbidden
from lycee_core.lasting cimport add_modifier
from lycee_core.moves cimport leave_play, tap_cell
from lycee_core.program cimport Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport Ctx, cell_of
from lycee_core.state cimport *
from lycee_core.stepping cimport finish, frame_ctx
from lycee_core.support cimport *
from lycee_core.triggers cimport emit
from lycee_core.values cimport touch_if


cdef void op_down(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_DOWN_NOW: characters go down whatever the values; all of them leave at once."""
    cdef uint8_t found[120]
    cdef int n = reg_list(g, ins.a, found)
    cdef int i, k = 0, cell
    for i in range(n):
        cell = cell_of(g, found[i])
        if found[i] < N_TOKENS and cell != NO_CELL and g.s.place[found[i]] == ZONE_FIELD:
            emit(g, EV_DOWNED, cell // 6, found[i], f.a, 0)
            found[k] = found[i]
            k += 1
    if k:
        leave_play(g, found, k, ZONE_DUST, f.a)
        for i in range(k):
            reg_add(g, ins.a, found[i])
    finish(g, f, k, n > 0 and k == n)


cdef void op_participant(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_PARTICIPANT: a character takes the place of the attacker or the defender."""
    cdef int token = reg_first(g, ins.a)
    cdef int cell = cell_of(g, token)
    cdef int other = g.s.defender if ins.b == 1 else g.s.attacker
    cdef bint ok
    cdef Ctx c
    if ins.y:                                       # R8.40: of the next battle
        frame_ctx(f, &c)
        ok = token < N_TOKENS and g.s.place[token] == ZONE_FIELD \
            and add_modifier(g, f.pc, token, &c, UNTIL_GAME_END, 0) != NULL
        if ok:
            report(g, EV_RULED, f.seat, token, RULED_NEXT_BATTLE, ins.b)
        finish(g, f, ok, ok)
        return
    ok = g.s.battle == 1 and may_take_part(g, token, ins.b)
    if ok:
        if ins.b == 1:
            g.s.attacker = token
        else:
            g.s.defender = token
            take_part(g)
        touch_if(g, DEP_BATTLE)
        emit(g, EV_BATTLES, cell // 6, token, other, 0)
    finish(g, f, ok, ok)


cdef void take_part(Game *g) noexcept nogil:
    """The battle in progress has a defender from now on."""
    cdef int i
    for i in range(g.s.n_frames):
        if g.s.frames[i].kind == FR_BATTLE:
            g.s.frames[i].b = 1
            if g.s.frames[i].step == 0:
                g.s.frames[i].step = 1


cdef void op_support(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_SUPPORT: a character supports now, without a declaration."""
    cdef int token = reg_first(g, ins.a)
    cdef int cell = cell_of(g, token)
    cdef int whom = NO_TOKEN
    cdef bint ok = token < N_TOKENS and cell != NO_CELL and g.s.place[token] == ZONE_FIELD
    if ok:
        whom = reg_first(g, ins.b - 1) if ins.b else own_participant(g, cell // 6)
        ok = gives_rule(g, cell // 6, cell, whom, ACT_SUPPORT, ins.y) == 0
    finish(g, f, ok, ok)
    if ok and not g.s.chars[cell].flags & CH_TAPPED and not is_tapless(g, token):
        tap_cell(g, cell)                           # R8.42
    if ok:
        give_support(g, cell // 6, token, whom)


cdef void op_start_battle(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_START_BATTLE: it begins when the chain is empty (R8.37)."""
    cdef int a = reg_first(g, ins.a), d = reg_first(g, ins.b)
    cdef bint ok = a < N_TOKENS and d < N_TOKENS and g.s.battle == 0 and a != d \
        and g.s.place[a] == ZONE_FIELD and g.s.place[d] == ZONE_FIELD \
        and cell_of(g, a) // 6 != cell_of(g, d) // 6 \
        and not forbidden(g, WHAT_BATTLE, a, d, -1) and not forbidden(g, WHAT_BATTLE, d, a, -1)
    if ok:
        g.s.battle = 1
        g.s.attacker = a
        g.s.defender = d
        g.s.column = cell_of(g, d) % 3
        g.s.damage_change = 0
        tap_cell(g, cell_of(g, a))                  # R8.37
        tap_cell(g, cell_of(g, d))
        touch_if(g, DEP_BATTLE)
        emit(g, EV_BATTLE_STARTED, cell_of(g, a) // 6, a, 255, g.s.column)
        emit(g, EV_BATTLES, cell_of(g, a) // 6, a, d, 0)
        emit(g, EV_BATTLES, cell_of(g, d) // 6, d, a, 0)
    finish(g, f, ok, ok)
