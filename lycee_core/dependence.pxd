# What passive abilities read. Above: program. Below: cards.

from lycee_core.program cimport Book

cdef int passives_read(const Book *book, int card) noexcept
