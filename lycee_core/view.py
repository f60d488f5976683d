"""The one authority for visibility: what a seat, or a spectator, may see of a state.

`view` reads a state and returns plain values without any way back to it. Invariant: a face is in a
view only if its knowledge bit for that seat is set, and the legal options only if that seat is
asked; so a view of the all-knowing state shows no more than one of the seat's own replica. Bots and
the client get views. Below: the state; above: the client.
"""

from __future__ import annotations

from lycee_core import defs

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from lycee_core.facts import Outcome
    from lycee_core.game import GameState

BOTH_KNOW = 3  # bits of `GameState.knowledge`


class Frozen:
    """The base of the values below: named fields, set once, compared by value."""

    __slots__: tuple[str, ...] = ()

    def __init__(self, **values: object) -> None:
        for name in self.__slots__:
            object.__setattr__(self, name, values.pop(name))
        assert not values, values

    def fields(self) -> tuple[object, ...]:
        """Return the values in the order of their names."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view does not change: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frozen) or type(other) is not type(self):
            return NotImplemented
        return self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.fields())

    def __repr__(self) -> str:
        pairs = (f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({', '.join(pairs)})"


class CardView(Frozen):
    """A card in some zone.

    Attributes:
        token: its public name, 0 to 119.
        card: its face as an index of the catalogue, UNKNOWN where the viewer may not know it.
    """

    __slots__ = ("card", "token")
    token: int
    card: int


class CellView(Frozen):
    """One cell.

    Attributes:
        cell: 0 to 11.
        character, item, area: what lies there, or None.
        ap, dp, sp: the values of the character as they are now, 0 without one.
        basics: its basic abilities as a mask, bits in the order of `defs.BASICS`.
        tapped, new: what the character is.
    """

    __slots__ = (
        "ap", "area", "basics", "cell", "character", "dp", "item", "new", "sp", "tapped",
    )  # fmt: skip
    cell: int
    character: CardView | None
    item: CardView | None
    area: CardView | None
    ap: int
    dp: int
    sp: int
    basics: int
    tapped: bool
    new: bool


class SideView(Frozen):
    """The cards of one seat.

    Attributes:
        seat: 0 or 1.
        hand, removed, payment: cards by rising token.
        aside, piles, held: cards set aside, in piles, kept on characters, by rising token.
        deck: top first.
        dust: oldest first.
        cells: AF left, centre, right, then DF, as that seat sees them.
        hand_limit: how many hand cards it may keep at the end of its turn.
    """

    __slots__ = (
        "aside", "cells", "deck", "dust", "hand", "hand_limit", "held", "payment", "piles",
        "removed", "seat",
    )  # fmt: skip
    seat: int
    hand: tuple[CardView, ...]
    deck: tuple[CardView, ...]
    dust: tuple[CardView, ...]
    removed: tuple[CardView, ...]
    payment: tuple[CardView, ...]
    aside: tuple[CardView, ...]
    piles: tuple[CardView, ...]
    held: tuple[CardView, ...]
    cells: tuple[CellView, ...]
    hand_limit: int


class LinkView(Frozen):
    """A declaration on the chain; all of it is public.

    Attributes:
        kind: a word of `defs.LINK_NAMES`.
        seat: who declared it.
        source: the card, or the character whose ability it is.
        cell, target: where it comes from or goes to, -1 for nowhere.
        picks: what it names, as codes of the notation.
        payment: tokens designated for it, in order.
    """

    __slots__ = ("cell", "kind", "payment", "picks", "seat", "source", "target")
    kind: str
    seat: int
    source: CardView
    cell: int
    target: int
    picks: tuple[int, ...]
    payment: tuple[int, ...]


class View(Frozen):
    """What one viewer sees.

    Attributes:
        seat: the viewer, 0 or 1, or None for a spectator.
        turn, turn_player, phase: as of the state.
        pending_seat, pending_kind: who is asked and what, numbers of `defs`.
        options: legal decision codes, empty unless the viewer is asked.
        owed: points the declaration being built owes, (S, M, F, L, N, colourless).
        given: points that abilities gave to its payment, pairs (mask of attributes, how many).
        sides: the cards of both seats, by seat.
        chain: declarations, oldest first.
        battle: (attacker cell, defender cell, attacked column as its seat sees it), -1 for none,
            or None outside battle.
        outcome: how the game ended, or None.
    """

    __slots__ = (
        "battle", "chain", "given", "options", "outcome", "owed", "pending_kind", "pending_seat",
        "phase", "seat", "sides", "turn", "turn_player",
    )  # fmt: skip
    seat: int | None
    turn: int
    turn_player: int
    phase: str
    pending_seat: int
    pending_kind: int
    options: tuple[int, ...]
    owed: tuple[int, ...]
    given: tuple[tuple[int, int], ...]
    sides: tuple[SideView, SideView]
    chain: tuple[LinkView, ...]
    battle: tuple[int, int, int] | None
    outcome: Outcome | None


def view(state: GameState, seat: int | None) -> View:
    """Show a state to a seat.

    Args:
        state: any replica; it stays as it is.
        seat: 0, 1, or None for a spectator, who sees what is public.

    Returns:
        Everything that seat may see, and nothing else.

    Raises:
        ValueError: another seat.
    """
    if seat not in (0, 1, None):
        raise ValueError(f"found seat {seat}, expected 0, 1 or None")
    pending = state.pending()
    asked = seat is not None and pending.seat == seat
    return View(
        seat=seat,
        turn=state.turn,
        turn_player=state.turn_player,
        phase=state.phase,
        pending_seat=pending.seat,
        pending_kind=pending.kind,
        options=tuple(state.legal_decisions()) if asked else (),
        owed=state.owed(),
        given=state.given(),
        sides=(_side(state, 0, seat), _side(state, 1, seat)),
        chain=tuple(_link(link) for link in state.chain()),
        battle=state.battle(),
        outcome=state.outcome(),
    )


def visible_face(state: GameState, token: int, seat: int | None) -> int:
    """Return the face of a token if the viewer may know it and this replica does, else UNKNOWN."""
    knowledge = state.knowledge(token)
    if knowledge == BOTH_KNOW or (seat is not None and knowledge >> seat & 1):
        return state.face(token)
    return defs.UNKNOWN


def _cards(state: GameState, tokens: tuple[int, ...], seat: int | None) -> tuple[CardView, ...]:
    return tuple(CardView(token=token, card=visible_face(state, token, seat)) for token in tokens)


def _card(state: GameState, token: int, seat: int | None) -> CardView | None:
    return None if token < 0 else CardView(token=token, card=visible_face(state, token, seat))


def _cell(state: GameState, cell: int, seat: int | None) -> CellView:
    character = state.cell_character(cell)
    ap, dp, sp = state.values(cell) if character >= 0 else (0, 0, 0)
    return CellView(
        cell=cell,
        character=_card(state, character, seat),
        item=_card(state, state.cell_item(cell), seat),
        area=_card(state, state.cell_area(cell), seat),
        ap=ap,
        dp=dp,
        sp=sp,
        basics=state.basics(cell),
        tapped=character >= 0 and state.is_tapped(cell),
        new=character >= 0 and state.is_new(cell),
    )


def _side(state: GameState, owner: int, seat: int | None) -> SideView:
    def cards(zone: int) -> tuple[CardView, ...]:
        return _cards(state, state.zone(owner, zone), seat)

    return SideView(
        seat=owner,
        hand=cards(defs.ZONE_HAND),
        deck=cards(defs.ZONE_DECK),
        dust=cards(defs.ZONE_DUST),
        removed=cards(defs.ZONE_REMOVED),
        payment=cards(defs.ZONE_PAYMENT),
        aside=cards(defs.ZONE_ASIDE),
        piles=cards(defs.ZONE_PILE),
        held=cards(defs.ZONE_HELD),
        cells=tuple(_cell(state, owner * 6 + i, seat) for i in range(6)),
        hand_limit=state.hand_limit(owner),
    )


def _link(
    link: tuple[str, int, int, int, int, int, int, tuple[int, ...], tuple[int, ...]],
) -> LinkView:
    kind, seat, token, card, _action, cell, target, picks, payment = link
    # The link keeps the face that its card had when it was declared, in public.
    source = CardView(token=token, card=card)
    return LinkView(
        kind=kind,
        seat=seat,
        source=source,
        cell=cell,
        target=target,
        picks=picks,
        payment=payment,
    )
