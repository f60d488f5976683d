# Filters of plain tests as masks, by which most characters are passed over at once.

from lycee_core.defs cimport *
from lycee_core.program cimport Book, Ins, Sieve, is_test


cdef bint sift_one(Sieve *sieve, const Ins *test, bint negated) noexcept:
    """Adds one test to a sieve; False when it is none of those a sieve can hold."""
    if test.op == X_ROW and not negated:
        sieve.cells &= 0x38 if test.a else 0x07
    elif test.op == X_COLUMN and not negated:
        sieve.cells &= test.a * 9
    elif test.op == X_ADJACENT and test.b == REF_SELF and not negated:
        sieve.near |= 1
    elif test.op == X_SAME_COLUMN and test.b == REF_SELF and not negated:
        sieve.near |= 2
    elif test.op == X_OTHER_THAN and test.b == REF_SELF and not negated:
        sieve.near |= 4
    elif test.op == X_TAPPED and negated:
        sieve.no_flags |= CH_TAPPED
    elif test.op == X_TAPPED:
        sieve.flags |= CH_TAPPED
    elif test.op == X_NEW and not negated:
        sieve.flags |= CH_NEW
    elif test.op == X_ATTRIBUTE and not negated and sieve.attributes == 0:
        sieve.attributes = test.a
    else:
        return False
    return True


cdef void unsift(const Book *book, Sieve *sieve, int selector) noexcept:
    sieve.cells = 0x3F
    sieve.near = 0
    sieve.flags = 0
    sieve.no_flags = 0
    sieve.attributes = 0
    sieve.rest = book.selectors[selector].filter


cdef void sift_filter(const Book *book, Sieve *sieve, int selector) noexcept:
    """Splits a filter of plain tests joined by `and` into masks; else all of it is rest."""
    cdef const Ins *ins = &book.code[book.selectors[selector].filter]
    cdef const Ins *test
    cdef bint negated
    sieve.cells = 0x3F
    if book.selectors[selector].filter == 0:
        return
    while ins.op != X_END:
        test = ins
        ins += 1
        negated = ins.op == X_NOT
        if negated:
            ins += 1
        if not sift_one(sieve, test, negated):
            unsift(book, sieve, selector)
            return
        if ins.op == X_AND:
            ins += 1
        elif ins.op != X_END and not is_test(ins.op):
            unsift(book, sieve, selector)
            return
