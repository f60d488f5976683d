"""The table both sit at: everything a Step changes, and the checks on every part.

It holds the observer replica, fed with the chain alone, the replica `mine` with the faces one seat
may know, and the public side of both decks. A Step is applied to a clone, part by part, and the
clone takes the place of the table only when all of it held: all or nothing. The observer is the
authority; its digest cannot depend on a hidden face. Compiled, because it is most of the work of a
Step. Below: `deck`, `states`, `game`.
"""

cimport cython

from lycee_net.bindings cimport N_HANDLES, PublicDeck

from dataclasses import replace

from .commit import dice, roll_leaf, roll_secret
from .errors import AuditError, CommitmentMismatchError, IllegalPlyError, PartError
from .game import UNKNOWN as _UNKNOWN
from .game import (
    Arrange,
    Decision,
    IllegalLineError,
    MissingFaceError,
    Over,
    Roll,
    Show,
    Shuffle,
)
from .messages import PART_CODES as _PART_CODES
from .messages import Decide, PartCode
from .messages import Show as ShowPart
from .states import DUE as _DUE
from .states import Debtor, Need, Owed, RollProgress, case_of

# What every Step reads, as C variables: a look-up in a module, or of a member, costs a call.
cdef object UNKNOWN = _UNKNOWN
cdef object _DECISION = Decision, _ROLL = Roll, _OVER = Over, _SHOW = Show
cdef object _DECIDE = PartCode.DECIDE, _SHOWN = PartCode.SHOW, _PICK = PartCode.PICK
cdef object _SEAL = PartCode.SEAL
cdef object _ANYTHING = Need.ANYTHING, _STRAYS_BOUND = Need.STRAYS_BOUND, _NEW_BAG = Need.NEW_BAG
cdef object _NEW_SEAL = Need.NEW_SEAL, _BINDING = Need.BINDING, _OPENING = Need.OPENING
cdef object _OWNER = Debtor.OWNER
cdef dict PART_CODES = _PART_CODES
cdef dict DUE = _DUE
cdef tuple SEALED = (Shuffle, Arrange)
cdef tuple ABOUT_CARDS = (Shuffle, Arrange, Show)
cdef tuple DECISIONS_OWED = (Owed(0, PartCode.DECIDE), Owed(1, PartCode.DECIDE))    # made once
cdef int FIRST_SENDER = 0   # the host sends the first Step

cdef enum:
    HANDLES_OF_ONE = N_HANDLES // 2


cdef bint are_rising(tuple cards) except -1:
    """Whether cards are shown by rising handle, each once, and at least one."""
    cdef int handle, last = -1
    for shown in cards:
        handle = shown.handle
        if handle <= last:
            return False
        last = handle
    return last >= 0


@cython.final
cdef class Table:
    """Both replicas, both decks, and what is due.

    Args:
        rules: the game.
        sid: the session id, 32 bytes.
        own: the cards of the seat whose replica is kept too; None: a spectator's table.
        has_open_looks: both agreed that a look into a deck is shown to both.
        keeps_facts: the owner of `mine` will ask what happened.
        is_audit: all of it was accepted once and is looked at again by one replica, the observer,
            which knows the faces of `own`; there is no `mine`.
    """

    def __init__(self, rules, bytes sid not None, own, *, bint has_open_looks=False,
                 bint keeps_facts=False, bint is_audit=False):
        self._rules = rules
        self._has_open_looks = has_open_looks
        self._sid = sid
        self.own = own
        self.observer = rules.new_game()
        self.mine = None if own is None or is_audit else rules.new_game(keeps_facts=keeps_facts)
        self._deck0, self._deck1 = PublicDeck(0, sid), PublicDeck(1, sid)
        self.roll = None
        self._n_rolls = 0
        self._opened = {}       # shown with the request or decision in progress
        self._settle(FIRST_SENDER)

    @cython.binding(False)
    def clone(self):
        """Return an independent copy."""
        cdef Table copy = Table.__new__(Table)
        # What is not cloned here is never changed, but replaced.
        copy._rules = self._rules
        copy._has_open_looks = self._has_open_looks
        copy._sid = self._sid
        copy.own = self.own     # replaced, when a seal is added
        copy.observer = self.observer.clone()
        copy.mine = None if self.mine is None else self.mine.clone()
        copy._deck0, copy._deck1 = self._deck0, self._deck1
        self._is_shared[0] = self._is_shared[1] = True
        copy._is_shared[0] = copy._is_shared[1] = True
        copy.roll = self.roll
        copy._n_rolls = self._n_rolls
        copy._opened = self._opened
        copy.owed = self.owed
        copy.request = self.request
        return copy

    @property
    def decks(self):
        """The public side of both decks, by seat."""
        return self._deck0, self._deck1

    @cython.binding(False)
    def decide_own(self, bytes line not None):
        """Carry out a line of our own; return the parts that stand for it in a Step.

        Raises `IllegalLineError`, and nothing has changed.
        """
        own = self.own
        assert own is not None, "only a player decides"
        assert self.mine is not None, "mine and own cards come together"
        cdef int seat = own.seat
        assert self.owed is DECISIONS_OWED[seat], f"{self.owed} is due"
        cdef list parts = []
        revealed = self.mine.play(line, {})
        if revealed:
            deck = self._deck_of(seat)
            shown = ShowPart(tuple([own.opening(handle, deck) for handle in revealed]))
            self._open_cards(seat, shown.cards)
            parts.append(shown)
        self._decide_on_observer(line)
        self._opened = {}
        self._settle(seat)
        parts.append(Decide(line))
        return parts

    @cython.binding(False)
    def apply_part(self, int seat, part):
        """Check one part of `seat` and carry it out; raises `RemoteProtocolError`.

        After an error the table is of no more use: apply parts to a clone.
        """
        code = PART_CODES[type(part)]
        if self.owed is None or self.owed.seat != seat:
            raise PartError(f"{code.name.lower()} of seat {seat} is not due", rule="P6.4")
        due = self.owed.part
        if code is not due:
            if code is _SHOWN and due is _DECIDE and not self._opened:
                self._open_cards(seat, part.cards)
                return
            raise PartError(f"{code.name.lower()} came, {due.name.lower()} is due", rule="P6.4")
        self._carry_out(seat, code, part)
        self._settle(seat)

    cdef int _carry_out(self, int seat, code, part) except -1:
        if code is _DECIDE:
            return self._decide(seat, part.line)
        if code is _SHOWN:
            return self._show(seat, part.cards)
        if code is _PICK:
            return self._deck_to_change(1 - seat).name_slots(self.owed.handles, part.slots)
        if code is _SEAL:
            return self._seal(seat, part.leaves)
        if code is PartCode.ROLL_COMMIT:
            return self._commit_roll(seat, part.leaf)
        if code is PartCode.ROLL_VALUE:
            self.roll = replace(self.roll, answered=part.value)
            return 0
        assert code is PartCode.ROLL_OPEN, f"{code} is no part"
        return self._open_roll(part.salt, part.value)

    cdef PublicDeck _deck_of(self, int seat):
        return self._deck1 if seat else self._deck0

    cdef PublicDeck _deck_to_change(self, int seat):
        """The deck of a seat; one that another table has too is copied first."""
        if self._is_shared[seat]:
            if seat:
                self._deck1 = self._deck1.clone()
            else:
                self._deck0 = self._deck0.clone()
            self._is_shared[seat] = False
        return self._deck_of(seat)

    # ---- what is due

    cdef int _settle(self, int sender) except -1:
        """Answer what needs nothing more, up to the next part that somebody owes."""  # P6.1
        while True:
            request = self.observer.due()
            self.request = request
            if self.mine is not None:
                due = self.mine.due()
                assert due is request or due == request, f"{due} here, {request} there"
            kind = type(request)
            if kind is _DECISION:
                self.owed = DECISIONS_OWED[request.seat]
                return 0
            if kind is _ROLL and self.roll is None:
                self.roll = RollProgress(self._n_rolls, sender)
                self._n_rolls += 1
            self.owed = self._next_owed()
            if self.owed is not None or kind is _OVER:
                return 0
            self._answer()

    cdef object _next_owed(self):
        for need, part, by in <tuple>DUE[case_of(self.request)]:
            handles = self._missing(need)
            if handles is not None:
                return Owed(self._debtor(by), part, handles)
        return None

    cdef tuple _missing(self, need):
        """The cards that a need is about, or None when it is not open."""
        cdef PublicDeck deck
        request = self.request
        if need is _ANYTHING:
            return ()
        if type(request) is _ROLL:
            return self._missing_of_roll(need)
        handles = request.handles
        deck = self._deck_of(request.seat)
        if need is _NEW_SEAL:
            return handles or None
        if need is _BINDING:
            return deck.unbound(handles) or None
        if need is _OPENING:
            return tuple(sorted([h for h in handles if not self._is_public(h)])) or None
        if not deck.needs_bag(handles):
            return None
        if need is _STRAYS_BOUND:
            return deck.strays(handles) or None
        assert need is _NEW_BAG, f"{need} is no need"
        return handles

    cdef tuple _missing_of_roll(self, need):
        if need is Need.COMMITMENT:
            return () if self.roll.leaf is None else None
        if need is Need.VALUE:
            return () if self.roll.answered is None else None
        assert need is Need.ROLL_OPENING, f"{need} is no need"
        return ()   # the last of a roll

    cdef bint _is_audit(self) noexcept:
        """Whether the observer knows the faces of one seat."""
        return self.own is not None and self.mine is None

    cdef bint _is_public(self, int handle) except -1:
        return handle in self._opened or self.observer.is_public(handle)

    cdef int _debtor(self, by) except -1:
        request = self.request
        cdef int seat
        if type(request) is _ROLL:
            seat = self.roll.first
            return seat if by is Debtor.FIRST else 1 - seat
        assert type(request) is not _OVER, f"{by} of {request}"
        seat = request.seat
        return seat if by is _OWNER else 1 - seat

    cdef int _answer(self) except -1:
        """Answer the request on both replicas, each with the faces it may know."""
        request = self.request
        assert isinstance(request, ABOUT_CARDS), f"{request} has no faces"
        handles = request.handles
        self.observer.answer(self._faces_for(self.observer, handles))
        if self.mine is not None:
            self.mine.answer(self._faces_for(self.mine, handles))
        self._opened = {}
        return 0

    cdef list _faces_for(self, replica, handles):
        """The faces of the request that a replica may know."""
        if (replica is self.mine or self._is_audit()) and self.own.seat == self.request.seat:
            return self._deck_of(self.request.seat).faces(handles, self.own.vectors)
        if type(self.request) is not _SHOW:
            return [UNKNOWN] * len(handles)
        return [self._opened[h] if h in self._opened else replica.face(h) for h in handles]

    # ---- the parts

    cdef int _seal(self, int seat, bytes leaves) except -1:
        cdef PublicDeck deck = self._deck_to_change(seat)
        request = self.request
        assert isinstance(request, SEALED), f"a seal is owed for {request}"
        if self.own is not None and self.own.seat == seat:
            if self.own.finds_vectors:
                self.own = self.own.clone()     # it may learn one
            self.own.check_seal(request.handles, leaves, deck)
        if isinstance(request, Shuffle) and request.hidden:
            deck.seal_bag(request.handles, leaves)
        else:
            deck.seal_bound(request.handles, leaves)
        return self._answer()

    cdef int _show(self, int seat, tuple cards) except -1:
        if tuple([shown.handle for shown in cards]) != self.owed.handles:
            raise PartError("not exactly the cards that are due are shown", rule="P6.3")
        return self._open_cards(seat, cards)

    cdef int _open_cards(self, int seat, tuple cards) except -1:
        """Check openings of `seat` against its seals and against what a deck may hold."""
        cdef PublicDeck deck = self._deck_of(seat)
        cdef int handle
        if not are_rising(cards):
            raise PartError("cards are shown by rising handle, each once", rule="P5.3")
        cdef dict opened = self._opened.copy()
        if self._is_audit():    # they were checked when they came
            for shown in cards:
                opened[shown.handle] = shown.card
            self._opened = opened
            return 0
        cdef dict faces = self.observer.public_faces(seat)
        for shown in cards:
            handle = shown.handle
            if handle // HANDLES_OF_ONE != seat:
                raise PartError(f"card {handle} belongs to the other side", rule="P6.3")
            if self._is_public(handle):
                raise PartError(f"card {handle} was known", rule="P6.3")
            deck.check_opening(shown)
            card = shown.card
            if card >= self._rules.n_cards:
                raise CommitmentMismatchError(f"there is no card {card}", rule="P6.3")
            faces[handle] = opened[handle] = card
        fault = self._rules.copies_fault(tuple(faces.values()))
        if fault is not None:
            raise CommitmentMismatchError(fault, rule="P6.6")
        if not self._has_open_looks:
            fault = self._rules.open_look_fault([shown.card for shown in cards])
            if fault is not None:
                raise CommitmentMismatchError(fault, rule="P6.8")
        self._opened = opened
        return 0

    cdef int _decide(self, int seat, bytes line) except -1:
        self._decide_on_observer(line)
        if self.mine is not None:
            self._decide_on_mine(seat, line)
        self._opened = {}
        return 0

    cdef int _decide_on_observer(self, bytes line) except -1:
        try:
            revealed = self.observer.play(line, self._opened)
        except IllegalLineError as error:
            known = "with every face known: " if self._is_audit() else ""
            raise IllegalPlyError(known + str(error), rule=error.rule or "P6.3") from None
        except MissingFaceError as error:
            raise PartError(f"a show is missing: {error}", rule="P6.3") from None
        if (revealed or self._opened) and revealed != tuple(sorted(self._opened)):
            raise PartError("other cards are shown than the decision makes public", rule="P6.3")
        return 0

    cdef int _decide_on_mine(self, int seat, bytes line) except -1:
        try:
            self.mine.play(line, self._opened)
        except (IllegalLineError, MissingFaceError) as error:
            if seat != self.own.seat:
                raise   # our own faces cannot make a peer's decision illegal: our fault
            rule = getattr(error, "rule", "")
            raise IllegalPlyError(f"with every face known: {error}", rule=rule) from None
        return 0

    cdef int _commit_roll(self, int seat, bytes leaf) except -1:
        roll, own = self.roll, self.own
        assert roll is not None, "a commitment is owed to a roll"
        if own is not None and own.seat == seat:
            salt, value = roll_secret(own.deck_secret, self._sid, roll.number)
            if leaf != roll_leaf(self._sid, seat, roll.number, salt, value):
                raise AuditError(f"roll {roll.number} is not from the deck secret", rule="P8.2")
        self.roll = replace(roll, leaf=leaf)
        return 0

    cdef int _open_roll(self, bytes salt, bytes value) except -1:
        roll, request = self.roll, self.request
        assert roll is not None, "an opening is owed to a roll"
        assert roll.answered is not None, "the value came before"
        assert type(request) is _ROLL, f"a roll is open, but {request} is due"
        if roll_leaf(self._sid, roll.first, roll.number, salt, value) != roll.leaf:
            raise CommitmentMismatchError(f"roll {roll.number} is opened wrong", rule="P6.5")
        numbers = dice(self._sid, roll.number, value, roll.answered, request.n, request.k)
        self.roll = None
        self.observer.answer(numbers)
        if self.mine is not None:
            self.mine.answer(numbers)
        return 0
