"""The audit: do the opened secrets of one seat fit everything it did?

Recomputes every leaf of every seal, checks the first list as a deck, each later seal against the
cards its zone had, the roll commitments, and replays the whole game with every face of that seat
known: a decision that was only unrefuted then is legal or not. Below: `table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .deck import OwnCards
from .errors import AuditError, RemoteProtocolError
from .leaves import LEAF_SIZE
from .messages import Seal, needs_short_form
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game import Rules
    from .messages import Opened, Part


def check_opened_untrusted(
    rules: Rules,
    sid: bytes,
    seat: int,
    opened: Opened,
    steps: Sequence[tuple[int, tuple[Part, ...]]],
    *,
    has_open_looks: bool = False,
) -> None:
    """Audit a seat over the accepted Steps, each with its sender; raises `AuditError`."""  # P8.2
    deck: tuple[int, ...] = ()
    if opened.vectors:
        deck = opened.vectors[0]
        fault = rules.deck_fault(deck)
        if fault is not None:
            raise AuditError(f"the deck is not legal: {fault}", rule="P8.2")
        fault = None if has_open_looks else rules.open_look_fault(deck)
        if fault is not None:
            raise AuditError(f"the deck was not agreed on: {fault}", rule="P6.8")
    own = OwnCards(seat, sid, opened.deck_secret, deck, opened.vectors)
    own.finds_vectors = len(opened.vectors) == 1 and needs_short_form(_seal_sizes(seat, steps))
    table = Table(rules, sid, own, has_open_looks=has_open_looks, is_audit=True)
    _replay(table, steps)
    assert table.own is not None, "the cards that are audited"
    n_opened, n_seals = len(table.own.vectors), table.decks[seat].n_seals
    if n_opened != n_seals:
        raise AuditError(f"{n_opened} seals opened, {n_seals} made", rule="P8.2")


def _seal_sizes(seat: int, steps: Sequence[tuple[int, tuple[Part, ...]]]) -> list[int]:
    return [
        len(part.leaves) // LEAF_SIZE
        for sender, parts in steps
        for part in parts
        if sender == seat and isinstance(part, Seal)
    ]


def _replay(table: Table, steps: Sequence[tuple[int, tuple[Part, ...]]]) -> None:
    n = 1  # the Hellos are messages 0 and 1
    try:
        for sender, parts in steps:
            n += 1
            for part in parts:
                table.apply_part(sender, part)
    except RemoteProtocolError as error:
        raise AuditError(f"message {n}: {error.reason}", rule=error.rule) from None
