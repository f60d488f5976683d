"""Loops that only the core can run, for tests/bench to time: clones of a state beside plain copies.

The core has no clock; whoever calls takes the time. Every loop reads what it copied, so that no
compiler leaves it out. How much is copied is a variable, as in `pool`: for a constant the compiler
takes the slower string instruction. Below: `game`, `pool`; above: nothing.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from lycee_core.game cimport GameState
from lycee_core.pool cimport copy_game
from lycee_core.state cimport Game, State

cdef size_t whole = sizeof(State)


def clone_in_core(GameState state not None, int n):
    """Copy a state n times as `clone` does; return a number that depends on every copy."""
    cdef Game target[2]
    cdef uint64_t sink = 0
    cdef int i
    with nogil:
        for i in range(n):
            copy_game(&target[i & 1], state.g)
            sink += target[i & 1].s.place[i % 120]
    return sink


def copy_whole(GameState state not None, int n):
    """Copy as many bytes n times with one memcpy."""
    cdef State target[2]
    cdef uint64_t sink = 0
    cdef int i
    with nogil:
        for i in range(n):
            memcpy(&target[i & 1], &state.g.s, whole)
            sink += target[i & 1].place[i % 120]
    return sink


def copy_halves(GameState state not None, int n):
    """Copy as many bytes n times with two memcpy of half of them."""
    cdef State target[2]
    cdef size_t half = whole // 2
    cdef uint64_t sink = 0
    cdef int i
    with nogil:
        for i in range(n):
            memcpy(&target[i & 1], &state.g.s, half)
            memcpy(<char *>&target[i & 1] + half, <char *>&state.g.s + half, whole - half)
            sink += target[i & 1].place[i % 120]
    return sink
