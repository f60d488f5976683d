# What cards change of costs (R5.28). Above: in_force. Below: costs, legality, declare, tax.

from libc.stdint cimport uint8_t

from lycee_core.state cimport Game, Link

cdef bint costs_change(Game *g) noexcept nogil
cdef void change_owed(Game *g, int link, uint8_t *owed) noexcept nogil
cdef Link *imagined(Game *g, int seat, int kind, int token, int cell, int ability) noexcept nogil
