"""The rows of a compiled catalogue: `program.pxd` as tuples of Python.

Rows of costs, selectors and instructions stand where they are compiled (`effects_costs`, `codes`).
Below: `codes`, `effects_costs`; above: `traits`, `ability_compiler`, `program`, `blob`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lycee_core.codes import Ins, SelectorRow
    from lycee_core.effects_costs import BasicRow, CostRow
    from lycee_core.parsed import Card


class AbilityRow(NamedTuple):
    """One special ability."""

    kind: int
    host: int
    by: int
    works_in: int
    limit_n: int
    limit_per: int
    flags: int
    event: int
    whose: int
    when: int
    cond: int
    effect: int
    what: int
    name: int
    targets: tuple[int, ...]
    optional: tuple[int, ...]
    cost: CostRow
    limit_each: int
    limit_after: int


class CardRow(NamedTuple):
    """One card."""

    listens: int
    replaces: int
    ap: int
    dp: int
    sp: int
    name: int
    also: tuple[int, ...]
    component: tuple[int, ...]
    first_ability: int
    first_basic: int
    put_on: int
    play_if: int
    basics: int
    type: int
    attributes: int
    ex: int
    cells: int
    sex: int
    n_abilities: int
    n_basics: int
    cost_total: int
    cost: tuple[int, ...]
    flags: int
    copies: int
    copies_per: int
    tags: int


class Tables(NamedTuple):
    """Everything an engine knows about cards, and the cards it came from."""

    cards: tuple[CardRow, ...]
    abilities: tuple[AbilityRow, ...]
    basics: tuple[BasicRow, ...]
    selectors: tuple[SelectorRow, ...]
    code: tuple[Ins, ...]
    strings: tuple[str, ...]
    numbers: tuple[str, ...]
    source: tuple[Card, ...]
    piles: tuple[str, ...]
