"""Lies in the place of an honest Step: which Step is wanted, and how it is changed.

Functions that the tables of attacks are made of. Below: `duel`; above: the tables of attacks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lycee_net.commit import seal_salts
from lycee_net.leaves import card_leaf
from lycee_net.messages import Decide, Part, Pick, Seal, Show, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.hostile import Hostile
    from lycee_net.messages import Message

    from .duel import Attack, Duel, Wants

    Lie = Callable[[Step, Hostile], Message | bytes]
    Change = Callable[[Any, Hostile], Part]


# ---- which Step is wanted ----------------------------------------------------------------------


def is_early(step: Step) -> bool:
    """Wants a Step whose number is one byte in every form."""
    return 3 < step.n < 24


def is_first(step: Step) -> bool:
    """Wants the first own Step, the seal of the deck."""
    return step.n <= 3


def has(kind: type[Part], n: int = 1) -> Wants:
    """Wants a Step with at least n parts of a kind, after both decks are sealed."""
    return lambda step: step.n > 3 and sum(isinstance(part, kind) for part in step.parts) >= n


def shows_for_decision(step: Step) -> bool:
    """Wants a Step that shows cards because a decision makes them public."""
    pairs = zip(step.parts, step.parts[1:], strict=False)
    return any(isinstance(one, Show) and isinstance(two, Decide) for one, two in pairs)


def shows_two(step: Step) -> bool:
    """The same with two cards or more."""
    return shows_for_decision(step) and any(
        isinstance(part, Show) and len(part.cards) > 1 for part in step.parts
    )


def only_decides(step: Step) -> bool:
    """Wants a Step of one decision that shows nothing, in the middle of the game."""
    return step.n > 8 and len(step.parts) == 1 and isinstance(step.parts[0], Decide)


def picks_some(step: Step) -> bool:
    """Wants a Step that names several slots."""
    return any(isinstance(part, Pick) and len(part.slots) > 1 for part in step.parts)


def has_hidden_hand(step: Step) -> bool:
    """Wants a first decision: the hand is full and sealed or clean."""
    return step.n in {4, 5} and any(isinstance(part, Decide) for part in step.parts)


def tell(lie: Lie, wants: Wants = is_early) -> Attack:
    """Play up to a Step that is wanted, and say something else in its place."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        prepared = await duel.play(wants)
        await duel.say(lie(prepared.step, duel.peer))

    return attack


# ---- how it is changed -------------------------------------------------------------------------


def change(kind: type[Part], how: Change) -> Lie:
    """Change the first part of a kind."""

    def lie(step: Step, peer: Hostile) -> Step:
        at = next(i for i, part in enumerate(step.parts) if isinstance(part, kind))
        return replace(
            step, parts=(*step.parts[:at], how(step.parts[at], peer), *step.parts[at + 1 :])
        )

    return lie


def drop(kind: type[Part]) -> Lie:
    """Leave the first part of a kind out."""

    def lie(step: Step, _: Hostile) -> Step:
        at = next(i for i, part in enumerate(step.parts) if isinstance(part, kind))
        return replace(step, parts=step.parts[:at] + step.parts[at + 1 :])

    return lie


def append(part: Part) -> Lie:
    """Run on with one part more."""
    return lambda step, _: replace(step, parts=(*step.parts, part))


def prepend(part: Part) -> Lie:
    """Begin with one part more."""
    return lambda step, _: replace(step, parts=(part, *step.parts))


def flip(data: bytes) -> bytes:
    """The same bytes but for one bit."""
    return bytes([data[0] ^ 1]) + data[1:]


def with_leaves(seal: Seal, peer: Hostile, epoch: int, cards: dict[int, int]) -> Seal:
    """A seal whose leaves hold other cards in some slots, under the same salts."""
    own = peer.chain.table.own
    assert own is not None, "a player has cards"
    n_slots = len(seal.leaves) // 32
    salts = seal_salts(own.deck_secret, own.sid, epoch, n_slots)
    leaves = [seal.leaves[32 * slot : 32 * slot + 32] for slot in range(n_slots)]
    for slot, card in cards.items():
        leaves[slot] = card_leaf(own.sid, own.seat, epoch, slot, salts[slot], card)
    return Seal(b"".join(leaves))


def told(step: Step, peer: Hostile, swap: Callable[[Seal, Hostile], Seal]) -> Step:
    """The Step with its first seal swapped."""
    changed = change(Seal, swap)(step, peer)
    assert isinstance(changed, Step), "a changed Step is one"
    return changed
