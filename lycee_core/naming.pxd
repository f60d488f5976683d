# What a seat names in an effect: numbers, words, card names. Above: stepping. Below: zone_verbs.

from libc.stdint cimport uint16_t

from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef void name_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
cdef int name_options(Game *g, const Frame *f, const Ins *ins, uint16_t *out) noexcept nogil
cdef void name_decide(Game *g, Frame *f, const Ins *ins, int code) noexcept nogil
