# What holds at present beside who lies where: piles, changes, rules, what waits, uses.

from typing import TypeAlias

from lycee_core.game import GameState

_Effect: TypeAlias = tuple[
    str, int, int, int, int, int, int | None, int, int, int, int, bool
]
_Triple: TypeAlias = tuple[int, int, int]

def piles(
    state: GameState,
) -> list[tuple[int, int, int | None, int, bool, tuple[int, ...]]]: ...
def kept(state: GameState) -> list[tuple[int, int | None]]: ...
def effects(state: GameState) -> list[_Effect]: ...
def watchers(
    state: GameState,
) -> list[tuple[int, int, int | None, int, int, tuple[int, ...]]]: ...
def uses(state: GameState) -> list[tuple[int, int, int, int, int]]: ...
def traits(
    state: GameState, cell: int
) -> tuple[
    int, int, int, int, int, _Triple, tuple[int, ...], tuple[int | None, ...]
]: ...
def sums(
    state: GameState, cell: int
) -> tuple[_Triple, _Triple, int, int, bool, bool]: ...
def links(state: GameState) -> list[tuple[int, bool]]: ...
