# The verbs of payment and of the chain: pay, itself, void_payment, retarget. Above: paying,
# stepping. Below: effects.

from lycee_core.defs cimport O_TO_PAYMENT
from lycee_core.program cimport Ins
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Frame, Game

cdef inline bint is_payment_verb(int op) noexcept nogil:
    return (op >= 100 and op < 120) or op == O_TO_PAYMENT

cdef void payment_verb_run(Game *g, Frame *f, const Ins *ins, const Ctx *c) noexcept nogil
