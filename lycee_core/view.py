"""The one authority for visibility: what a seat, or a spectator, may see of a state.

`view` reads a state and returns plain values without any way back to it. Invariant: a face is in a
view only if its knowledge bit for that seat is set, and the legal options only if that seat is
asked; so a view of the all-knowing state shows no more than one of the seat's own replica. Bots and
the client get views. Below: the state; above: the client.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.glimpse import CardView, Frozen, card_of, cards_of
from lycee_core.present import links
from lycee_core.standing import (
    EffectView,
    PileView,
    TraitsView,
    UseView,
    WatcherView,
    effects_of,
    kept_on,
    piles_of,
    traits_of,
    uses_of,
    watchers_of,
)

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from typing import TypeAlias

    from lycee_core.facts import Outcome
    from lycee_core.game import GameState

    Kept: TypeAlias = dict[int, tuple[CardView, ...]]


class CellView(Frozen):
    """One cell.

    Attributes:
        cell: 0 to 11.
        character, item, area: what lies there, or None.
        more_items: the items of the character behind the first (R9.12), each with what is kept on
            it.
        ap, dp, sp: the values of the character as they are now, 0 without one.
        basics: its basic abilities as a mask, bits in the order of `defs.BASICS`.
        tapped, new: what the character is.
        traits: what else it is now, or None without one.
        kept, kept_on_item, kept_on_area: cards kept on or under what lies there.
    """

    __slots__ = (
        "ap", "area", "basics", "cell", "character", "dp", "item", "kept", "kept_on_area",
        "kept_on_item", "more_items", "new", "sp", "tapped", "traits",
    )  # fmt: skip
    cell: int
    character: CardView | None
    item: CardView | None
    area: CardView | None
    more_items: tuple[tuple[CardView, tuple[CardView, ...]], ...]
    ap: int
    dp: int
    sp: int
    basics: int
    tapped: bool
    new: bool
    traits: TraitsView | None
    kept: tuple[CardView, ...]
    kept_on_item: tuple[CardView, ...]
    kept_on_area: tuple[CardView, ...]


class SideView(Frozen):
    """The cards of one seat.

    Attributes:
        seat: 0 or 1.
        hand, removed, payment: cards by rising token.
        aside: cards set aside, by rising token.
        piles, held: its cards in piles and kept on others, by rising token; `View.piles` and the
            cells say in which and on which.
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
        number: what was chosen for it where a cost leaves a number open, else 0.
        cancelled: whether it will do nothing.
    """

    __slots__ = (
        "cancelled", "cell", "kind", "number", "payment", "picks", "seat", "source", "target",
    )  # fmt: skip
    kind: str
    seat: int
    source: CardView
    cell: int
    target: int
    picks: tuple[int, ...]
    payment: tuple[int, ...]
    number: int
    cancelled: bool


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
        piles: all of them.
        effects: lasting changes and the rules of cards that are in force.
        watchers: what waits for an event.
        uses: abilities with a limit, of cards in play.
    """

    __slots__ = (
        "battle", "chain", "effects", "given", "options", "outcome", "owed", "pending_kind",
        "pending_seat", "phase", "piles", "seat", "sides", "turn", "turn_player", "uses",
        "watchers",
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
    piles: tuple[PileView, ...]
    effects: tuple[EffectView, ...]
    watchers: tuple[WatcherView, ...]
    uses: tuple[UseView, ...]


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
    kept = kept_on(state, seat)
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
        sides=(_side(state, 0, seat, kept), _side(state, 1, seat, kept)),
        chain=tuple(
            _link(link, *more) for link, more in zip(state.chain(), links(state), strict=True)
        ),
        battle=state.battle(),
        outcome=state.outcome(),
        piles=piles_of(state, seat),
        effects=effects_of(state, seat),
        watchers=watchers_of(state, seat),
        uses=uses_of(state, seat),
    )


def _cell(state: GameState, cell: int, seat: int | None, kept: Kept) -> CellView:
    character, item, area = state.cell_character(cell), state.cell_item(cell), state.cell_area(cell)
    items = state.cell_items(cell)  # all of them
    ap, dp, sp = state.values(cell) if character >= 0 else (0, 0, 0)
    return CellView(
        cell=cell,
        character=card_of(state, character, seat),
        item=card_of(state, item, seat),
        area=card_of(state, area, seat),
        more_items=tuple(
            (card, kept.get(card.token, ())) for card in cards_of(state, items[1:], seat)
        ),
        ap=ap,
        dp=dp,
        sp=sp,
        basics=state.basics(cell),
        tapped=character >= 0 and state.is_tapped(cell),
        new=character >= 0 and state.is_new(cell),
        traits=traits_of(state, cell, seat) if character >= 0 else None,
        kept=kept.get(character, ()),
        kept_on_item=kept.get(item, ()),
        kept_on_area=kept.get(area, ()),
    )


def _side(state: GameState, owner: int, seat: int | None, kept: Kept) -> SideView:
    def cards(zone: int) -> tuple[CardView, ...]:
        return cards_of(state, state.zone(owner, zone), seat)

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
        cells=tuple(_cell(state, owner * 6 + i, seat, kept) for i in range(6)),
        hand_limit=state.hand_limit(owner),
    )


def _link(
    link: tuple[str, int, int, int, int, int, int, tuple[int, ...], tuple[int, ...]],
    number: int,
    cancelled: bool,
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
        number=number,
        cancelled=cancelled,
    )
