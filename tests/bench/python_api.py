"""Goals 3, 4, 5 and 7: what a caller in Python gets. Below: `positions`, `peers`, `table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import GameState

from .positions import cost_of, loop_for
from .table import Effort, Row, interleave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .peers import Peers


def rows(effort: Effort, peers: Peers | None) -> Iterator[Row]:
    """The rows of this subject."""
    yield from (
        rate_row(3, "hearts python", loop_for, effort, peers),
        rate_row(4, "essence-wars mask", loop_for, effort, peers),
        cost_row(5, "essence-wars fork", GameState.clone, effort, peers),
        cost_row(7, "essence-wars action_mask", GameState.legal_decisions, effort, peers),
    )


def rate_row(
    number: int,
    reference: str,
    ours: Callable[[float], float],
    effort: Effort,
    peers: Peers | None,
) -> Row:
    """A row of two rates in decisions a second, ours and a peer's, taken in turn."""
    seconds = effort.seconds
    if peers is None or not peers.has(reference):
        (rate,) = interleave(effort.rounds, lambda: ours(seconds), best=max)
        return Row(number, f"{rate:,.0f}/s", "no peers given", None)
    rate, theirs = interleave(
        effort.rounds,
        lambda: ours(seconds),
        lambda: peers.measure(reference, seconds),
        best=max,
    )
    return Row(number, f"{rate:,.0f}/s", f"{reference} {theirs:,.0f}/s", rate / theirs)


def cost_row(
    number: int,
    reference: str,
    call: Callable[[GameState], object],
    effort: Effort,
    peers: Peers | None,
) -> Row:
    """A row of two costs in nanoseconds a call; each calls a method of its class."""
    n = effort.operations
    if peers is None or not peers.has(reference):
        (cost,) = interleave(effort.rounds, lambda: cost_of(call, n), best=min)
        return Row(number, f"{cost:,.0f} ns", "no peers given", None)
    cost, theirs = interleave(
        effort.rounds,
        lambda: cost_of(call, n),
        lambda: peers.measure(reference, effort.seconds / 4),
        best=min,
    )
    return Row(number, f"{cost:,.0f} ns", f"{reference} {theirs:,.0f} ns", cost / theirs)
