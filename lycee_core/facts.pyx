"""What a caller is told about a game: what is pending, what happened, how it ended."""

cimport cython


@cython.final
cdef class Pending:
    """What the engine waits for.

    Attributes:
        seat: 0 or 1 for a decision, CHANCE (2) for chance, NOBODY (3) when the game is over.
        kind: a pending kind of `lycee_core.defs`; `name` is its name.
        tokens: of SHUFFLE, ARRANGE and SHOW, top of the deck first or rising; else empty.
        owner: whose cards a chance request is about.
        zone: ZONE_DECK or ZONE_HAND of a SHUFFLE or ARRANGE.
        hidden: a SHUFFLE of a zone that its owner does not see either.
        audience: of a SHOW: OWNER, OPPONENT or BOTH.
        n, k: of a ROLL: k different numbers below n.
    """

    def __repr__(self):
        return f"<Pending {self.name} seat {self.seat}>"


@cython.final
cdef class Event:
    """A public fact: what happened, to whom.

    Attributes:
        kind: its number; `name` its word.
        seat, token, cell: whom it is about; 255 where it does not apply.
        card: the face of the token if it is public, else UNKNOWN.
        amount: a number that belongs to it.
    """

    def __repr__(self):
        return f"<Event {self.name} seat {self.seat} token {self.token} amount {self.amount}>"

    def __eq__(self, other):
        cdef Event o
        if not isinstance(other, Event):
            return NotImplemented
        o = other
        return (self.kind, self.seat, self.token, self.card, self.cell, self.amount) == \
            (o.kind, o.seat, o.token, o.card, o.cell, o.amount)

    def __hash__(self):
        return hash((self.kind, self.seat, self.token, self.card, self.cell, self.amount))


@cython.final
cdef class Outcome:
    """How a game ended.

    Attributes:
        winner: 0, 1, or 2 for a draw.
        termination: `deck-out`, `concede`, `limit` or `card`.
    """

    def __repr__(self):
        return f"<Outcome winner {self.winner} by {self.termination}>"

    def __eq__(self, other):
        if not isinstance(other, Outcome):
            return NotImplemented
        return self.winner == (<Outcome>other).winner and \
            self.termination == (<Outcome>other).termination

    def __hash__(self):
        return hash((self.winner, self.termination))
