"""The table both sit at: everything a Step changes, and the checks on every part.

It holds the observer replica, fed with the chain alone, the replica `mine` with the faces one seat
may know, and the public side of both decks. A Step is applied to a clone, part by part, and the
clone takes the place of the table only when all of it held: all or nothing. The observer is the
authority; its digest cannot depend on a hidden face. Below: `deck`, `states`, `game`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

from .commit import dice, roll_leaf, roll_secret
from .deck import PublicDeck
from .errors import (
    AuditError,
    CommitmentMismatchError,
    IllegalPlyError,
    PartError,
)
from .game import (
    UNKNOWN,
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
from .messages import (
    Decide,
    PartCode,
    Pick,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
)
from .messages import (
    Show as ShowPart,
)
from .states import DUE, Case, Debtor, Need

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .deck import OwnCards
    from .game import Game, Request, Rules
    from .messages import Part, ShownCard

CASES = {Decision: Case.DECISION, Arrange: Case.ARRANGE, Roll: Case.ROLL, Over: Case.OVER}
ABOUT_CARDS = (Shuffle, Arrange, Show)
SEALED = (Shuffle, Arrange)
FIRST_SENDER = 0  # the host sends the first Step


class Owed(NamedTuple):
    """The part that is due now, of whom, and about which cards."""

    seat: int
    part: PartCode
    handles: tuple[int, ...] = ()


DECISIONS_OWED = (Owed(0, PartCode.DECIDE), Owed(1, PartCode.DECIDE))  # the first row, made once


@dataclass(frozen=True, slots=True)
class RollProgress:
    """How far a roll is: who commits, and what has been sent."""

    number: int
    first: int
    leaf: bytes | None = None
    answered: bytes | None = None


def case_of(request: Request) -> Case:
    """The group of rows of the due table for a request."""
    if type(request) is Show:
        return Case.SHOW_OWNER if request.audience is Audience.OWNER else Case.SHOW_OTHER
    if type(request) is Shuffle:
        return Case.SHUFFLE_HIDDEN if request.hidden else Case.SHUFFLE_SEEN
    return CASES[type(request)]


class Table:
    """Both replicas, both decks, and what is due."""

    def __init__(
        self,
        rules: Rules,
        sid: bytes,
        own: OwnCards | None,
        *,
        has_open_looks: bool = False,
        keeps_facts: bool = False,
    ) -> None:
        self._rules = rules
        self._has_open_looks = has_open_looks
        self._sid = sid
        self.own = own
        self.observer: Game = rules.new_game()
        self.mine: Game | None = None if own is None else rules.new_game(keeps_facts=keeps_facts)
        self.decks = [PublicDeck(0, sid), PublicDeck(1, sid)]
        self._is_shared = [False, False]  # with another table: a deck is copied when it changes
        self.roll: RollProgress | None = None
        self._n_rolls = 0
        self._opened: dict[int, int] = {}  # shown with the request or decision in progress
        self.owed: Owed | None = None
        self.request: Request = self.observer.due()
        self._settle(FIRST_SENDER)

    def clone(self) -> Table:
        """An independent copy."""
        copy = object.__new__(Table)
        fields = copy.__dict__
        fields.update(self.__dict__)  # what is not named below is never changed, but replaced
        if self.own is not None:
            fields["own"] = self.own.clone()
        fields["observer"] = self.observer.clone()
        if self.mine is not None:
            fields["mine"] = self.mine.clone()
        fields["decks"] = self.decks.copy()
        self._is_shared, fields["_is_shared"] = [True, True], [True, True]
        return copy

    def decide_own(self, line: bytes) -> list[Part]:
        """Carry out a line of our own; returns the parts that stand for it in a Step.

        Raises `IllegalLineError`, and nothing has changed.
        """
        own, mine, owed = self.own, self.mine, self.owed
        assert own is not None, "only a player decides"
        assert mine is not None, "mine and own cards come together"
        assert owed == Owed(own.seat, PartCode.DECIDE), f"{owed} is due"
        revealed = mine.play(line, {})
        parts: list[Part] = []
        if revealed:
            deck = self.decks[own.seat]
            shown = ShowPart(tuple([own.opening(handle, deck) for handle in revealed]))
            self._open_cards(own.seat, shown.cards)
            parts.append(shown)
        self._decide_on_observer(line)
        self._opened = {}
        self._settle(own.seat)
        parts.append(Decide(line))
        return parts

    def apply_part(self, seat: int, part: Part) -> None:
        """Check one part of `seat` and carry it out; raises `RemoteProtocolError`.

        After an error the table is of no more use: apply parts to a clone.
        """
        owed, (code, carry_out) = self.owed, ACTS[type(part)]
        if owed is None or owed.seat != seat:
            raise PartError(f"{code.name.lower()} of seat {seat} is not due", rule="P6.4")
        if code is not owed.part:
            if code is PartCode.SHOW and owed.part is PartCode.DECIDE and not self._opened:
                self._open_cards(seat, cast("ShowPart", part).cards)
                return
            raise PartError(
                f"{code.name.lower()} came, {owed.part.name.lower()} is due", rule="P6.4"
            )
        carry_out(self, seat, part, owed.handles)
        self._settle(seat)

    def _deck_to_change(self, seat: int) -> PublicDeck:
        if self._is_shared[seat]:
            self.decks[seat] = self.decks[seat].clone()
            self._is_shared[seat] = False
        return self.decks[seat]

    # What is due

    def _settle(self, sender: int) -> None:
        """Answer what needs nothing more, up to the next part that somebody owes."""  # P6.1
        observer, mine = self.observer, self.mine
        while True:
            self.request = request = observer.due()
            if mine is not None:
                due = mine.due()
                assert due is request or due == request, f"{due} here, {request} there"
            if type(request) is Decision:
                self.owed = DECISIONS_OWED[request.seat]
                return
            if type(request) is Roll and self.roll is None:
                self.roll = RollProgress(self._n_rolls, sender)
                self._n_rolls += 1
            self.owed = self._next_owed()
            if self.owed is not None or type(request) is Over:
                return
            self._answer()

    def _next_owed(self) -> Owed | None:
        for need, part, by in DUE[case_of(self.request)]:
            handles = NEEDS[need](self)
            if handles is not None:
                return Owed(self._debtor(by), part, handles)
        return None

    # The cards that a need is about, or None when it is not open

    def _need_anything(self) -> tuple[int, ...] | None:
        return ()

    def _need_commitment(self) -> tuple[int, ...] | None:
        return () if self._rolling.leaf is None else None

    def _need_value(self) -> tuple[int, ...] | None:
        return () if self._rolling.answered is None else None

    def _need_strays(self) -> tuple[int, ...] | None:
        deck, handles = self._asked_zone
        return (deck.strays(handles) or None) if deck.needs_bag(handles) else None

    def _need_bag(self) -> tuple[int, ...] | None:
        deck, handles = self._asked_zone
        return handles if deck.needs_bag(handles) else None

    def _need_seal(self) -> tuple[int, ...] | None:
        return self._asked_zone[1] or None

    def _need_binding(self) -> tuple[int, ...] | None:
        deck, handles = self._asked_zone
        return deck.unbound(handles) or None

    def _need_opening(self) -> tuple[int, ...] | None:
        _, handles = self._asked_zone
        return tuple(sorted([h for h in handles if not self._is_public(h)])) or None

    @property
    def _asked_zone(self) -> tuple[PublicDeck, tuple[int, ...]]:
        request = self.request
        assert isinstance(request, ABOUT_CARDS), f"{request} is about no cards"
        return self.decks[request.seat], request.handles

    @property
    def _rolling(self) -> RollProgress:
        assert self.roll is not None, "a roll is in progress"
        return self.roll

    def _is_public(self, handle: int) -> bool:
        return handle in self._opened or self.observer.face(handle) != UNKNOWN

    def _debtor(self, by: Debtor) -> int:
        request = self.request
        if isinstance(request, Roll):
            first = self._rolling.first
            return first if by is Debtor.FIRST else 1 - first
        assert not isinstance(request, Over), f"{by} of {request}"
        return request.seat if by is Debtor.OWNER else 1 - request.seat

    def _answer(self) -> None:
        """Answer the request on both replicas, each with the faces it may know."""
        self.observer.answer(self._answered_faces(self.observer, None))
        if self.mine is not None:
            self.mine.answer(self._answered_faces(self.mine, self.own))
        self._opened = {}

    def _answered_faces(self, replica: Game, own: OwnCards | None) -> list[int]:
        request = self.request
        assert isinstance(request, ABOUT_CARDS), f"{request} has no faces"
        if own is not None and own.seat == request.seat:
            return [own.face(handle, self.decks[own.seat]) for handle in request.handles]
        if isinstance(request, Show):
            return [self._opened.get(h, replica.face(h)) for h in request.handles]
        return [UNKNOWN] * len(request.handles)

    # The parts

    def _seal(self, seat: int, part: Seal, due: tuple[int, ...]) -> None:
        del due  # the whole zone of the request
        leaves, request, deck = part.leaves, self.request, self._deck_to_change(seat)
        assert isinstance(request, SEALED), f"a seal is owed for {request}"
        if self.own is not None and self.own.seat == seat:
            self.own.check_seal(request.handles, leaves, deck)
        if isinstance(request, Shuffle) and request.hidden:
            deck.seal_bag(request.handles, leaves)
        else:
            deck.seal_bound(request.handles, leaves)
        self._answer()

    def _pick(self, seat: int, part: Pick, due: tuple[int, ...]) -> None:
        self._deck_to_change(1 - seat).name_slots(due, part.slots)

    def _show(self, seat: int, part: ShowPart, due: tuple[int, ...]) -> None:
        if tuple([shown.handle for shown in part.cards]) != due:
            raise PartError("not exactly the cards that are due are shown", rule="P6.3")
        self._open_cards(seat, part.cards)

    def _open_cards(self, seat: int, cards: Sequence[ShownCard]) -> None:
        """Check openings of `seat` against its seals and against what a deck may hold."""
        handles = [shown.handle for shown in cards]
        if not handles or any(one >= two for one, two in pairwise(handles)):
            raise PartError("cards are shown by rising handle, each once", rule="P5.3")
        deck, faces = self.decks[seat], self.observer.public_faces(seat)
        for shown in cards:
            if shown.handle // 60 != seat:
                raise PartError(f"card {shown.handle} belongs to the other side", rule="P6.3")
            if self._is_public(shown.handle):
                raise PartError(f"card {shown.handle} was known", rule="P6.3")
            deck.check_opening(shown)
            if shown.card >= self._rules.n_cards:
                raise CommitmentMismatchError(f"there is no card {shown.card}", rule="P6.3")
            faces[shown.handle] = shown.card
        fault = self._rules.copies_fault(tuple(faces.values()))
        if fault is not None:
            raise CommitmentMismatchError(fault, rule="P6.6")
        if not self._has_open_looks:
            fault = self._rules.open_look_fault([shown.card for shown in cards])
            if fault is not None:
                raise CommitmentMismatchError(fault, rule="P6.8")
        self._opened = self._opened | {shown.handle: shown.card for shown in cards}

    def _decide(self, seat: int, part: Decide, due: tuple[int, ...]) -> None:
        del due
        self._decide_on_observer(part.line)
        if self.mine is not None:
            self._decide_on_mine(seat, part.line)
        self._opened = {}

    def _decide_on_observer(self, line: bytes) -> None:
        try:
            revealed = self.observer.play(line, self._opened)
        except IllegalLineError as error:
            raise IllegalPlyError(str(error), rule=error.rule or "P6.3") from None
        except MissingFaceError as error:
            raise PartError(f"a show is missing: {error}", rule="P6.3") from None
        if (revealed or self._opened) and revealed != tuple(sorted(self._opened)):
            raise PartError("other cards are shown than the decision makes public", rule="P6.3")

    def _decide_on_mine(self, seat: int, line: bytes) -> None:
        assert self.mine is not None, "the caller looked"
        assert self.own is not None, "mine and own cards come together"
        try:
            self.mine.play(line, self._opened)
        except (IllegalLineError, MissingFaceError) as error:
            if seat != self.own.seat:
                raise  # our own faces cannot make a peer's decision illegal: our fault
            rule = getattr(error, "rule", "")
            raise IllegalPlyError(f"with every face known: {error}", rule=rule) from None

    def _commit_roll(self, seat: int, part: RollCommit, due: tuple[int, ...]) -> None:
        del due
        leaf, roll, own = part.leaf, self.roll, self.own
        assert roll is not None, "a commitment is owed to a roll"
        if own is not None and own.seat == seat:
            salt, value = roll_secret(own.deck_secret, self._sid, roll.number)
            if leaf != roll_leaf(self._sid, seat, roll.number, salt, value):
                raise AuditError(f"roll {roll.number} is not from the deck secret", rule="P8.2")
        self.roll = replace(roll, leaf=leaf)

    def _answer_roll(self, seat: int, part: RollValue, due: tuple[int, ...]) -> None:
        del seat, due
        self.roll = replace(self._rolling, answered=part.value)

    def _open_roll(self, seat: int, part: RollOpen, due: tuple[int, ...]) -> None:
        del seat, due
        salt, value = part.salt, part.value
        roll, request = self.roll, self.request
        assert roll is not None, "an opening is owed to a roll"
        assert roll.answered is not None, "the value came before"
        assert isinstance(request, Roll), f"a roll is open, but {request} is due"
        if roll_leaf(self._sid, roll.first, roll.number, salt, value) != roll.leaf:
            raise CommitmentMismatchError(f"roll {roll.number} is opened wrong", rule="P6.5")
        numbers = dice(self._sid, roll.number, value, roll.answered, request.n, request.k)
        self.roll = None
        self.observer.answer(numbers)
        if self.mine is not None:
            self.mine.answer(numbers)


# How each need of the due table is looked up.
NEEDS: dict[Need, Callable[[Table], tuple[int, ...] | None]] = {
    Need.ANYTHING: Table._need_anything,
    Need.STRAYS_BOUND: Table._need_strays,
    Need.NEW_BAG: Table._need_bag,
    Need.NEW_SEAL: Table._need_seal,
    Need.BINDING: Table._need_binding,
    Need.OPENING: Table._need_opening,
    Need.COMMITMENT: Table._need_commitment,
    Need.VALUE: Table._need_value,
    Need.ROLL_OPENING: Table._need_anything,  # the last of a roll
}

# What each part is called, and how it is carried out.
ACTS: dict[type[Part], tuple[PartCode, Callable[..., None]]] = {
    Seal: (PartCode.SEAL, Table._seal),
    Pick: (PartCode.PICK, Table._pick),
    ShowPart: (PartCode.SHOW, Table._show),
    RollCommit: (PartCode.ROLL_COMMIT, Table._commit_roll),
    RollValue: (PartCode.ROLL_VALUE, Table._answer_roll),
    RollOpen: (PartCode.ROLL_OPEN, Table._open_roll),
    Decide: (PartCode.DECIDE, Table._decide),
}
