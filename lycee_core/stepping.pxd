# The frame of an effect in progress: its counter, its view, how an operation ends.
# Above: moves. Below: choices, verbs, effects.

from lycee_core.house cimport VALUE_LIMIT
from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef enum:              # steps of O_CHOOSE and of instructions that wait for chance
    ES_START = 0
    ES_PICKING = 1
    ES_SHUFFLED = 2     # the hand was shuffled for a random or blind pick
    ES_ANSWERED = 3

cdef enum:              # flags of FR_EFFECT (frame.e)
    EF_SHORT = 1        # the pick just made found fewer than its operation asks for
    EF_INNER = 2        # a replacement in the middle of another effect: its registers are 12 to 15
    EF_LIFTED = 4       # the card that is being put into play came from the hand
    EF_SELF_GONE = 8    # `self` left its zone before the effect began
    EF_SUBJECT_GONE = 16

cdef inline const Ins *current(Game *g, const Frame *f) noexcept nogil:
    return &g.book.code[f.pc]

cdef inline int limited(int v) noexcept nogil:
    # R14.4
    if v > VALUE_LIMIT:
        return VALUE_LIMIT
    return v if v > -VALUE_LIMIT else -VALUE_LIMIT

cdef void frame_ctx(const Frame *f, Ctx *c) noexcept nogil
cdef void finish(Game *g, Frame *f, int done, bint full) noexcept nogil
cdef int living(Game *g, int entity) noexcept nogil
cdef int reached(Game *g, const Frame *f, const Ctx *c, int ref) noexcept nogil
cdef void end_effect(Game *g, Frame *f) noexcept nogil
