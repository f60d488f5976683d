"""The base of what views are made of: plain values, and whether a viewer may know a face.

Below: the state; above: `standing`, `view`.
"""

from __future__ import annotations

from lycee_core import defs

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
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


def visible_face(state: GameState, token: int, seat: int | None) -> int:
    """Return the face of a token if the viewer may know it and this replica does, else UNKNOWN."""
    knowledge = state.knowledge(token)
    if knowledge == BOTH_KNOW or (seat is not None and knowledge >> seat & 1):
        return state.face(token)
    return defs.UNKNOWN


def cards_of(state: GameState, tokens: tuple[int, ...], seat: int | None) -> tuple[CardView, ...]:
    """Show cards in their order."""
    return tuple(CardView(token=token, card=visible_face(state, token, seat)) for token in tokens)


def card_of(state: GameState, token: int | None, seat: int | None) -> CardView | None:
    """Show a card; None stands for none, and so does a negative token."""
    return (
        None
        if token is None or token < 0
        else CardView(token=token, card=visible_face(state, token, seat))
    )
