"""A `GameState` as a replica of the port, and the limits of copies at a glance.

Compiled, because every part of a Step asks two replicas several times. Above: `match`.
Below: `game`, `facts`, `lycee_core`.
"""

cimport cython

from cpython.object cimport PyObject_GenericSetAttr

from lycee_core.defs cimport P_ARRANGE, P_OVER, P_ROLL, P_SHOW, P_SHUFFLE, PUBLIC_KNOWN
from lycee_core.facts cimport Pending
from lycee_core.game cimport GameState
from lycee_core.readout cimport a_token, read_pending

from hashlib import sha256

from lycee_core.errors import IllegalDecisionError, LineError
from lycee_core.errors import MissingFaceError as CoreMissingFaceError

from .facts import Happened, Played
from .game import (
    Arrange,
    Audience,
    Decision,
    IllegalLineError,
    MissingFaceError,
    Over,
    Roll,
    Show,
    Shuffle,
)

cdef tuple DECISIONS = (Decision(0), Decision(1))
cdef dict AUDIENCES = {audience.value: audience for audience in Audience}
cdef object _SHUFFLE = Shuffle, _SHOW = Show


cdef object about_cards(kind, int seat, tuple handles, str name, what):
    """Return a Shuffle or Show, as the class itself makes it, in fewer calls."""
    request = kind.__new__(kind)
    PyObject_GenericSetAttr(request, "seat", seat)
    PyObject_GenericSetAttr(request, "handles", handles)
    PyObject_GenericSetAttr(request, name, what)
    return request


@cython.final
cdef class Log:
    """A fact and the one before it: a list that clones can share.

    Attributes:
        fact: None at the root alone.
        before: what happened earlier.
        is_told: it and all before it need not be told again.
    """

    def __init__(self, fact, Log before):
        self.fact = fact
        self.before = before
        self.is_told = fact is None

    @cython.binding(False)
    def take(self):
        """Return what happened and was not told, in order; it need not be told again."""
        cdef list facts = []
        cdef Log log = self
        while log is not None and not log.is_told:
            facts.append(log.fact)
            log.is_told = True  # also for a clone that stands further back
            log.before, log = None, log.before
        facts.reverse()
        return facts


cdef class LyceeGame:
    """One replica of a game of Lycee; its state changes through `play` and `answer` alone.

    Args:
        state: what it holds.
        log: the facts so far; None: nobody will ask what happened.
    """

    def __init__(self, GameState state not None, Log log=None):
        self.state = state
        self.log = log

    @cython.binding(False)
    def clone(self):
        """Return an independent copy."""
        cdef LyceeGame copy = LyceeGame.__new__(type(self))
        copy.state = self.state.copy()
        copy.log = self.log
        copy._due = self._due
        copy._digest = self._digest
        return copy

    @cython.binding(False)
    def digest(self):
        """Return the hash of the public state."""
        if self._digest is None:
            self._digest = sha256(self.state.public_bytes()).digest()
        return self._digest

    @cython.binding(False)
    def face(self, int handle):
        """Return the card behind a token, as far as this replica knows."""
        return self.state.face(handle)

    @cython.binding(False)
    def is_public(self, int handle):
        """Return whether both seats know the face behind a token."""
        return self.state.g.s.know[a_token(handle)] == PUBLIC_KNOWN

    @cython.binding(False)
    def public_faces(self, int seat):
        """Return token and card of every card of a seat that both know."""
        return self.state.public_faces(seat)

    @cython.binding(False)
    def due(self):
        """Return what the engine waits for."""
        return self._ask()

    cdef object _ask(self):
        if self._due is None:
            if self.state.g.s.pend_kind < P_SHUFFLE:
                self._due = DECISIONS[self.state.g.s.pend_seat]
            else:
                self._due = self._ask_chance()
        return self._due

    cdef object _ask_chance(self):
        cdef Pending pending = read_pending(self.state.g)
        cdef int kind = pending.kind
        if kind == P_SHUFFLE:
            return about_cards(_SHUFFLE, pending.owner, pending.tokens, "hidden", pending.hidden)
        if kind == P_SHOW:
            audience = AUDIENCES[pending.audience]
            return about_cards(_SHOW, pending.owner, pending.tokens, "audience", audience)
        if kind == P_ARRANGE:
            return Arrange(pending.owner, pending.tokens)
        if kind == P_ROLL:
            return Roll(pending.n, pending.k)
        assert kind == P_OVER, f"{kind} is no request"
        outcome = self.state.outcome()
        return Over(outcome.winner, f"{outcome.termination} in turn {self.state.turn}")

    cdef int _note(self, fact) except -1:
        """Remember what happened; what was due and the digest are of the past."""
        if fact is not None:
            self.log = Log(fact, self.log)
        self._due = self._digest = None
        return 0

    @cython.binding(False)
    def answer(self, values):
        """Answer the chance request that is pending."""
        request = self._ask()
        fact = None if self.log is None else Happened(request, self.state.copy(), values)
        self.state.answer(values)
        self._note(fact)

    @cython.binding(False)
    def play(self, bytes line not None, shown):
        """Apply a line of the pending seat; return the tokens that it made public."""
        try:
            return self._play(line, shown)
        except CoreMissingFaceError as error:
            raise MissingFaceError(str(error)) from None
        except (IllegalDecisionError, LineError) as error:
            raise IllegalLineError(str(error), getattr(error, "rule", "")) from None

    cdef tuple _play(self, bytes line, shown):
        fact = None
        if self.log is not None:
            request = self._ask()
            assert type(request) is Decision, f"a line is played while {request} is due"
            fact = Played(request.seat, line, self.state.copy(), shown)
        cdef tuple revealed = self.state.play_line(line, shown)
        self._note(fact)
        return revealed


@cython.final
cdef class CopyLimits:
    """Whether cards can lie in one deck, by the number of their copies, at a glance.

    Cards that count together (R1.4, R1.5) are one group, and its least limit binds (R1.9).

    Args:
        groups: the group of each card of the catalogue, from 0.
        least: the least limit of each group.
    """

    def __init__(self, list groups not None, list least not None):
        self._groups = groups
        self._least = least

    @cython.binding(False)
    def allow(self, tuple cards not None):
        """Whether no limit is passed; False also where there are too many cards to tell."""
        cdef int groups[120]
        cdef int n = len(cards), i, j, count, limit
        if n > 120:
            return False
        for i in range(n):
            groups[i] = self._groups[cards[i]]
            count = 1
            for j in range(i):
                count += groups[j] == groups[i]
            limit = self._least[groups[i]]
            if count > limit:
                return False
        return True
