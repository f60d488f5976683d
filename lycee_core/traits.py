"""What a whole card or ability is, told from its texts or rows: the flags and masks of a row.

Below: `parsed`, `rows`; above: `ability_compiler`, `program`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.opcodes import HOUSE, D
from lycee_core.parsed import Ability, Amount, Condition, Declaration, Node, Operation, Ref, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lycee_core.parsed import Card
    from lycee_core.rows import AbilityRow

REDIRECTS = {"remove": D.REDIRECT_REMOVED, "return": D.REDIRECT_HAND, "take": D.REDIRECT_HAND}
SENDS_TO = {"hand": D.REDIRECT_HAND, "deck_bottom": D.REDIRECT_DECK_BOTTOM,
            "deck_top": D.REDIRECT_DECK_TOP}  # fmt: skip
PAYS_FOR = {
    "entry": 1 << D.LK_ENTRY | 1 << D.LK_CONVERSION, "event_card": 1 << D.LK_EVENT_CARD,
    "special": 1 << D.LK_SPECIAL, "basic": 1 << D.LK_BASIC | 1 << D.IS_TAX,
    "item": 1 << D.LK_ITEM, "area": 1 << D.LK_AREA, "this_card": 1 << D.IS_THIS_CARD,
}  # fmt: skip


def copies_of(card: Card) -> int:
    """Return how many copies a deck may hold."""
    if card.copies is None:
        return HOUSE.COPIES
    return HOUSE.DECK_SIZE if card.copies[0] < 0 else card.copies[0]


def card_flags(abilities: Iterable[AbilityRow]) -> int:
    """Return which kinds of abilities a card has."""
    flags = 0
    for ability in abilities:
        flags |= {
            D.AK_PASSIVE: D.CF_PASSIVE,
            D.AK_ACTIVATED: D.CF_ACTIVATED,
            D.AK_TRIGGERED: D.CF_TRIGGERED,
            D.AK_REPLACEMENT: D.CF_REPLACEMENT,
            D.AK_AS_COST: D.CF_AS_COST,
        }.get(ability.kind, 0)
        flags |= D.CF_OUTSIDE if ability.works_in != D.ZONE_FIELD else 0
    return flags


def listens(abilities: Iterable[AbilityRow]) -> int:
    """Return the set of events that triggered abilities wait for."""
    mask = 0
    for ability in abilities:
        if ability.kind == D.AK_TRIGGERED:
            mask |= 1 << ability.event
    return mask


def replaces(abilities: Iterable[AbilityRow]) -> int:
    """Return the set of events that replacement abilities wait for."""
    mask = 0
    for ability in abilities:
        if ability.kind == D.AK_REPLACEMENT:
            mask |= 1 << ability.event
    return mask


def ability_flags(ability: Ability) -> int:
    """Return the flags of an ability, and where it sends a card on its way to a dust box."""
    flags = 0 if ability.is_answerable else D.AF_UNANSWERABLE
    flags |= D.AF_MAY if ability.is_optional else 0
    flags |= D.AF_AND_THEN if ability.and_then else 0
    simple = ability.kind == "replacement" and not ability.is_optional and not ability.and_then
    if not simple or ability.limit is not None or len(ability.effect) != 1:
        return flags
    (operation,) = ability.effect
    on = ability.on
    if on is None or on.word != "reached_dust" or operation.value != (Ref("subject"),):
        return flags
    to = REDIRECTS.get(operation.word, 0)
    if operation.word == "send":
        to = SENDS_TO.get(str(operation.get("to")), 0)
    return flags | to << 4


def works_unseen(ability: Ability) -> bool:
    """Whether an ability may be alive in the hand: when it is used, or while its card is declared.

    The latter is a passive one about what the card itself costs (R5.46).
    """
    if ability.kind != "passive":
        return ability.kind == "activated"
    return ability.limit is None and all(one.word == "cost_change" for one in ability.effect)


def answers_downed(value: Value) -> bool:
    """Tell whether conditions of use speak of the moment when somebody is downed (R8.30)."""
    if isinstance(value, tuple):
        return any(answers_downed(item) for item in value)
    if isinstance(value, Declaration):
        kinds = value.get("kind", ())
        return isinstance(kinds, tuple) and "downed" in kinds
    return isinstance(value, Condition) and answers_downed(value.value)


def only_for(operations: Iterable[Value]) -> int:
    """Return what the points of an effect pay for, as a mask; 0 for anything."""
    mask = 0
    for one in points_in(operations):
        if not one.has("only_for"):
            return 0
        words = one.get("only_for")
        for word in words if isinstance(words, tuple) else (words,):
            mask |= PAYS_FOR[str(word)]
    return mask


def points_in(value: object) -> Iterator[Operation]:
    """Find the operations that give points, also inside blocks."""
    if isinstance(value, list | tuple):
        for item in value:
            yield from points_in(item)
    elif isinstance(value, Node):
        if isinstance(value, Operation) and value.word == "points":
            yield value
        yield from points_in((value.value, *(item for _, item in value.args)))


def asks_battle(value: object) -> bool:
    """Tell whether an ability asks how often it was used in the battle."""
    if isinstance(value, list | tuple):
        return any(asks_battle(item) for item in value)
    if isinstance(value, Ability):
        return asks_battle((value.when, value.conditions, value.targets, value.effect, value.cost))
    if not isinstance(value, Node):
        return False
    if isinstance(value, Amount) and value.word == "uses" and value.value == "battle":
        return True
    return asks_battle(value.value) or any(asks_battle(item) for _, item in value.args)
