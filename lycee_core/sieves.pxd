# Sieves of selectors. Above: program. Below: cards.

from lycee_core.program cimport Book, Sieve

cdef void sift_filter(const Book *book, Sieve *sieve, int selector) noexcept
