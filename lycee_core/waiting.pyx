"""Triggered abilities that wait: the turn player orders each batch (R15.4).

What arises while a batch is carried out waits for the next one. Taxes wait here too.
"""

from libc.stdint cimport uint16_t
from libc.string cimport memmove, memset

from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.counters cimport take_back
from lycee_core.defs cimport *
from lycee_core.house cimport TRIGGER_PLY_LIMIT
from lycee_core.lasting cimport drop_watcher, forget_memories, is_heard
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport EF_SELF_GONE, EF_SUBJECT_GONE, end_effect, frame_ctx, living
from lycee_core.values cimport fresh


cdef inline bint is_tax(int basic) noexcept nogil:
    return basic == B_TAX_TRASH or basic == B_TAX_WAKEUP


cdef void recall(Game *g, const Trigger *t) noexcept nogil:
    """What waited finds again what its effect had named; when it has heard enough it is gone."""
    cdef int number = (t.watcher & TF_WATCHER) - 1
    cdef Watcher *w = &g.s.watchers[number]
    cdef int i
    for i in range(3):
        fill_register(g, i, living(g, w.names[i]))
        if i < N_WAS and w.skip & (WF_FOLLOW << i):
            g.s.follows |= 1 << i
    if w.until == UNTIL_NEVER and not is_heard(g, number):
        drop_watcher(g, number)


cdef void start_trigger(Game *g, Frame *f, int index) noexcept nogil:
    cdef Trigger t = g.s.triggers[index]
    cdef Ctx c
    cdef int cond = 0, pc
    cdef Frame *e
    g.s.n_triggers -= 1
    memmove(&g.s.triggers[index], &g.s.triggers[index + 1],
            (g.s.n_triggers - index) * sizeof(Trigger))
    memset(&g.s.triggers[g.s.n_triggers], 0, sizeof(Trigger))
    f.a -= 1
    g.s.trigger_ply += 1
    if g.s.trigger_ply > TRIGGER_PLY_LIMIT:
        game_over(g, 2, END_LIMIT)                  # R15.6
        return
    if t.ability & 0x8000 and is_tax(g.book.basics[t.ability & 0x7FFF].basic):
        e = push_frame(g, FR_TAX, t.seat)
        e.a = t.token
        e.pc = t.ability & 0x7FFF
        return
    if t.ability & 0x8000:
        pc = g.book.basics[t.ability & 0x7FFF].effect
    else:
        pc = g.book.abilities[t.ability].effect
        cond = g.book.abilities[t.ability].cond
    reg_clear_all(g)
    if t.watcher & TF_WATCHER:
        recall(g, &t)
    e = push_frame(g, FR_EFFECT, t.seat)
    e.pc = pc
    e.a = t.token
    e.b = t.cell
    e.c = 255
    e.d = t.subject
    e.x = t.amount
    e.e = (EF_BASIC if t.ability & 0x8000 else 0) \
        | (EF_SELF_GONE if t.watcher & TF_SELF_GONE else 0) \
        | (EF_SUBJECT_GONE if t.watcher & TF_SUBJECT_GONE else 0)
    g.s.cause = t.cause
    report(g, EV_TRIGGERED, t.seat, t.token, t.cell, 0)
    frame_ctx(e, &c)
    fresh(g)
    if pc == 0 or not holds(g, &c, cond):
        if cond and not t.watcher & TF_WATCHER:
            take_back(g, t.ability, t.token, t.seat)
        end_effect(g, e)


cdef void triggers_run(Game *g) noexcept nogil:
    """FR_TRIGGERS: the turn player orders what waits together (R15.4)."""
    cdef Frame *f = top_frame(g)
    if f.a == 0:
        if g.s.n_modifiers:
            forget_memories(g)
        pop_frame(g)
        return
    if f.a == 1:
        start_trigger(g, f, 0)
        return
    ask(g, P_ORDER, g.s.turn_player)


cdef int triggers_check(Game *g, int code) noexcept nogil:
    return 0 if code >= CODE_NUMBER and code < CODE_NUMBER + top_frame(g).a else 112    # R1.12


cdef int triggers_options(Game *g, uint16_t *out) noexcept nogil:
    cdef int i
    for i in range(top_frame(g).a):
        out[i] = CODE_NUMBER + i
    return top_frame(g).a


cdef void triggers_decide(Game *g, int code) noexcept nogil:
    start_trigger(g, top_frame(g), code - CODE_NUMBER)
