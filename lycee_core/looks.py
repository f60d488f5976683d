"""Which cards let a player look at part of the other's deck.

Two peers can only do that openly: whoever looks, both see. So both must agree to such cards before
a match (spec/protocol.md P6.8). A search through a whole deck is none of these, since the deck is
shuffled behind it, nor is a blind pick from its top. Below: `parsed`; above: `program`.
"""

from __future__ import annotations

from lycee_core.parsed import Card, Node, Operation, Ref, Selector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycee_core.parsed import Value

DECKS = frozenset({"deck", "deck_top", "deck_bottom"})
LOOKER = {"you": "own", "enemy": "enemy"}  # whose deck a seat may look at in private


def needs_open_look(card: Card) -> bool:
    """Tell whether an effect of the card lets a seat look into the deck of the other."""
    effects = [ability.effect for ability in card.abilities]
    effects += [basic.effect for basic in card.basics]
    return any(_looks_across(effect) for effect in effects)


def _looks_across(effect: tuple[Operation, ...]) -> bool:
    named: dict[str, Selector] = {}
    for operation in _operations(effect):
        source = operation.get("from") if operation.word == "choose" else operation.value
        name = operation.value if operation.word == "choose" else operation.get("named")
        if isinstance(source, Selector) and isinstance(name, str):
            named[name] = source
        if operation.word == "look" and _is_across(operation, named):
            return True
    return False


def _operations(value: Value) -> Iterator[Operation]:
    """Every operation in an effect, those in blocks included, in the order of the text."""
    if isinstance(value, tuple):
        for one in value:
            yield from _operations(one)
    elif isinstance(value, Node):
        if isinstance(value, Operation):
            yield value
        yield from _operations(value.value)
        for _, argument in value.args:
            yield from _operations(argument)


def _is_across(look: Operation, named: dict[str, Selector]) -> bool:
    own = LOOKER.get(_word(look.get("seat", "you")), "")
    looked = look.value if isinstance(look.value, tuple) else (look.value,)
    for one in looked:
        found = named.get(one.word.lstrip("$")) if isinstance(one, Ref) else one
        if isinstance(found, Selector) and _is_hidden_from(found, own):
            return True
    return False


def _is_hidden_from(cards: Selector, own: str) -> bool:
    zones = cards.get("zone", ())
    words = set(zones) if isinstance(zones, tuple) else {zones}
    return not DECKS.isdisjoint(words) and str(cards.get("side", "own")) != own


def _word(value: Value) -> str:
    return value.word if isinstance(value, Node) else str(value)
