"""Goals 3, 4, 5 and 7: what a caller in Python gets. Below: `positions`, `peers`, `table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import GameState

from .peers import measure_beside
from .positions import cost_of, loop_for
from .table import Effort, Row

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


def rate_beside(
    reference: str, ours: Callable[[float], float], effort: Effort, peers: Peers | None
) -> tuple[float, float | None]:
    """Our rate in decisions a second, and a peer's."""
    seconds = effort.seconds
    return measure_beside(
        peers,
        reference,
        lambda: ours(seconds),
        rounds=effort.rounds,
        seconds=seconds,
        best=max,
    )


def rate_row(
    number: int,
    reference: str,
    ours: Callable[[float], float],
    effort: Effort,
    peers: Peers | None,
) -> Row:
    """A row of two rates in decisions a second, ours and a peer's, taken in turn."""
    rate, theirs = rate_beside(reference, ours, effort, peers)
    if theirs is None:
        return Row(number, f"{rate:,.0f}/s", "no peers given", None)
    return Row(number, f"{rate:,.0f}/s", f"{reference} {theirs:,.0f}/s", rate / theirs)


def cost_row(
    number: int,
    reference: str,
    call: Callable[[GameState], object],
    effort: Effort,
    peers: Peers | None,
) -> Row:
    """A row of two costs in nanoseconds a call; each calls a method of its class."""
    cost, theirs = measure_beside(
        peers,
        reference,
        lambda: cost_of(call, effort.operations),
        rounds=effort.rounds,
        seconds=effort.seconds / 4,
        best=min,
    )
    if theirs is None:
        return Row(number, f"{cost:,.0f} ns", "no peers given", None)
    return Row(number, f"{cost:,.0f} ns", f"{reference} {theirs:,.0f} ns", cost / theirs)
