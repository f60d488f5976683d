"""What a seat names in an effect: a number, a word of the language, the name of a card.

Theory of operation. What may be named is a list; its members are asked for by their places. A list
that is longer than the numbers a decision can hold is asked for digit by digit, the highest first.
Meanwhile the choice holds the digits so far, and the step of the frame how many are to come.
"""

from libc.stdint cimport uint16_t

from lycee_core.agenda cimport ask
from lycee_core.defs cimport *
from lycee_core.program cimport Ins
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.stepping cimport *

cdef enum:              # the step of the frame: FIRST_DIGIT + digits that are still to come
    FIRST_DIGIT = 8


cdef void bounds(Game *g, const Ins *ins, const Ctx *c, int *low, int *high) noexcept nogil:
    """The lowest and the highest number, or the places of the first and the last word."""
    low[0] = 0
    if ins.b == NAME_NUMBER:
        low[0] = limited(expr(g, c, ins.x))
        high[0] = limited(expr(g, c, ins.y))
        if high[0] < low[0]:
            high[0] = low[0]
    elif ins.b == NAME_CARD_NAME:
        high[0] = g.book.n_cards - 1
    else:
        high[0] = 15


cdef bint may_name(const Ins *ins, int place) noexcept nogil:
    if ins.b == NAME_NUMBER or ins.b == NAME_CARD_NAME:
        return True
    return (ins.x >> place) & 1


cdef int scale(int digits) noexcept nogil:
    cdef int n = 1, _
    for _ in range(digits):
        n *= MOST_NUMBERS
    return n


cdef int meaning(Game *g, const Ins *ins, int low, int place) noexcept nogil:
    """What a place of the list stands for."""
    if ins.b == NAME_NUMBER:
        return low + place
    if ins.b == NAME_TYPE:
        return 1 << place
    if ins.b == NAME_CARD_NAME:
        return g.book.cards[place].name
    return place


cdef void name_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil:
    """O_NAME: asks for the next digit, or ends with the choice."""
    cdef int low = 0, high = 0, digits = 1
    bounds(g, ins, c, &low, &high)
    if f.step < FIRST_DIGIT:
        while high - low >= scale(digits):
            digits += 1
        g.s.chosen[ins.a] = 0
        f.step = FIRST_DIGIT + digits
    if f.step > FIRST_DIGIT and high > low:
        ask(g, P_NUMBER, whose_seat(g, c, ins.c))
        return
    g.s.chosen[ins.a] = meaning(g, ins, low, g.s.chosen[ins.a])
    finish(g, f, 1, True)


cdef int name_options(Game *g, const Frame *f, const Ins *ins, uint16_t *out) noexcept nogil:
    cdef int low = 0, high = 0, i, n = 0, rest, place
    cdef Ctx c
    frame_ctx(f, &c)
    bounds(g, ins, &c, &low, &high)
    rest = scale(f.step - FIRST_DIGIT - 1)
    for i in range(MOST_NUMBERS):
        place = (g.s.chosen[ins.a] * MOST_NUMBERS + i) * rest
        if place <= high - low and may_name(ins, place):
            out[n] = CODE_NUMBER + i
            n += 1
    return n


cdef void name_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil:
    g.s.chosen[ins.a] = g.s.chosen[ins.a] * MOST_NUMBERS + code - CODE_NUMBER
    f.step -= 1
