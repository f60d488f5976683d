"""Attacks on cards and dice (group 6 of `conform`): seals, picks, shows, rolls.

Each is one part too few, one too many, or one that lies. Some lies are quiet: a seal over cards
that nobody has is found when they are shown. Below: `lies`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lycee_core import defs
from lycee_net.channel import Role
from lycee_net.errors import CloseCode
from lycee_net.messages import (
    Decide,
    Pick,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
    Show,
    ShownCard,
    Step,
)

from .cases import Case, broken
from .lies import (
    append,
    change,
    drop,
    flip,
    has,
    has_hidden_hand,
    is_first,
    only_decides,
    picks_some,
    prepend,
    shows_for_decision,
    shows_two,
    tell,
    told,
    with_leaves,
)

if TYPE_CHECKING:
    from lycee_net.hostile import Hostile

    from .duel import Attack, Duel, Wants
    from .lies import Change, Lie

STEP_YOU = "STEP_YOU"
NO_CARD = 0xFFFE
C, G = CloseCode, Role.GUEST


def free_slot(peer: Hostile) -> int:
    """A slot of the other side's bag that nobody has named."""
    return peer.chain.table.decks[1 - peer.seat].bag_slots[-1]


def named_slot(pick: Pick, peer: Hostile) -> Pick:
    """A slot that was named before."""
    free = peer.chain.table.decks[1 - peer.seat].bag_slots
    gone = next(slot for slot in range(60) if slot not in free)
    return Pick(bytes([gone]) + pick.slots[1:])


def first_card(**changes: object) -> Change:
    """Change the first card of a show."""

    def how(show: Show, _: Hostile) -> Show:
        return Show((replace(show.cards[0], **changes), *show.cards[1:]))  # type: ignore[arg-type]

    return how


def other_face(show: Show, _: Hostile) -> Show:
    """The first card of a show is another."""
    first = show.cards[0]
    return Show((replace(first, card=first.card ^ 1), *show.cards[1:]))


def flipped_salt(show: Show, _: Hostile) -> Show:
    """One bit of the first salt is another."""
    first = show.cards[0]
    return Show((replace(first, salt=flip(first.salt)), *show.cards[1:]))


def swapped_salts(show: Show, _: Hostile) -> Show:
    """Two cards under the salts of each other."""
    one, two, *rest = show.cards
    return Show((replace(one, salt=two.salt), replace(two, salt=one.salt), *rest))


def surplus_show(step: Step, peer: Hostile) -> Step:
    """Flash a card of the hand that nobody asked for."""
    own, table = peer.chain.table.own, peer.chain.table
    assert own is not None, "a player has cards"
    state = table.observer.state  # type: ignore[attr-defined]
    hidden = [
        token for token in state.zone(peer.seat, defs.ZONE_HAND)
        if state.knowledge(token) != 3 and table.decks[peer.seat].binding(token)
    ]  # fmt: skip
    card = own.opening(hidden[0], table.decks[peer.seat])
    at = next(i for i, part in enumerate(step.parts) if isinstance(part, Decide))
    return replace(step, parts=(*step.parts[:at], Show((card,)), *step.parts[at:]))


def seal_over(card: int, opened: int | None = None) -> Attack:
    """Seal one card for all slots, play honestly, and open as what was sealed when asked."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        peer = duel.peer
        prepared = await duel.play(is_first)

        def swap(seal: Seal, peer: Hostile) -> Seal:
            return with_leaves(seal, peer, 0, dict.fromkeys(range(60), card))

        await duel.send_step(prepared, told(prepared.step, peer, swap))
        prepared = await duel.play(shows_sealed_once)
        shown = card if opened is None else opened

        def reopen(show: Show, _: Hostile) -> Show:
            return Show(tuple(replace(one, card=shown) for one in show.cards))

        await duel.say(change(Show, reopen)(prepared.step, peer))

    return attack


async def redraw_of_one_card(duel: Duel) -> None:
    """Show seven of one card for a redraw; a hand without a character may be redrawn."""
    await duel.greet()
    duel.peer.choose = lambda *_: defs.CODE_NO.to_bytes(2, "big")
    await duel.say((await duel.play(has(Show))).step)


def shows_sealed_once(step: Step) -> bool:
    """Wants a show of cards that lie under the seal of the deck: before the hand is sealed."""
    return step.n > 3 and any(isinstance(part, Show) for part in step.parts)


def copied_roll(step: Step, peer: Hostile) -> Step:
    """Commit to a roll with the leaf of a seal of the other side."""
    leaf = peer.chain.table.decks[1 - peer.seat].leaf(0, 0)
    return replace(
        step,
        parts=tuple(RollCommit(leaf) if isinstance(p, RollCommit) else p for p in step.parts),
    )


async def mirrored_roll(duel: Duel) -> None:
    """Commit with somebody else's leaf, then open the own value under it."""
    await duel.greet()
    prepared = await duel.play(has(RollCommit))
    lie = copied_roll(prepared.step, duel.peer)
    await duel.send_step(prepared, lie)
    prepared = await duel.play(has(RollOpen))
    await duel.say(prepared.step)


def redraws(lie: Lie, *, wants: Wants) -> Attack:
    """Ask for a new opening hand, and lie in the Step that does so."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        duel.peer.choose = lambda *_: defs.CODE_NO.to_bytes(2, "big")
        await duel.say(lie((await duel.play(wants)).step, duel.peer))

    return attack


def only_seven(step: Step, _: Hostile) -> Step:
    """Seal the seven cards that went back, and not the whole deck."""
    *before, seal = step.parts
    assert isinstance(seal, Seal), "a redraw ends with it"
    return replace(step, parts=(*before, Seal(seal.leaves[: 32 * 7])))


def redraw_at_once(step: Step, _: Hostile) -> Step:
    """A redraw without a look at the hand, in place of keeping it."""
    keeps = Decide(defs.CODE_YES.to_bytes(2, "big"))
    redraw = Decide(defs.CODE_NO.to_bytes(2, "big"))
    return replace(step, parts=tuple(redraw if part == keeps else part for part in step.parts))


S = STEP_YOU
NO_CHARACTERS = tuple(f"EV-90{i:02}" for i in range(1, 16)) * 4  # it may always redraw
PART, PICK, COMMITMENT = broken(C.PART), broken(C.PICK), broken(C.COMMITMENT)
CASES = [
    Case(601, "seals 59 cards", "P5.3", (7, 8), S,
         tell(change(Seal, lambda part, _: Seal(part.leaves[:-32])), is_first), PART),
    Case(602, "seals 61 cards", "P5.3", (7, 8), S,
         tell(change(Seal, lambda part, _: Seal(part.leaves + bytes(32))), is_first), PART),
    Case(603, "seals no cards", "P5.3", (7,), S,
         tell(change(Seal, lambda *_: Seal(b"")), is_first), PART),
    Case(604, "seals its hand one leaf short", "P6.2", (8, 10), S,
         tell(change(Seal, lambda part, _: Seal(part.leaves[:-32])), has(Seal)), PART),
    Case(605, "leaves the seal of its hand out", "P6.7", (10,), S, tell(drop(Seal), has(Seal)),
         PART),
    Case(606, "seals although nothing is due", "P6.4", (9, 27), S,
         tell(prepend(Seal(bytes(32 * 7))), only_decides), PART),
    Case(607, "seals 59 cards, as host", "P5.3", (7, 8), S,
         tell(change(Seal, lambda part, _: Seal(part.leaves[:-32])), is_first), PART, victim=G),
    Case(608, "leaves its first pick out", "P6.4", (5, 27), S, tell(drop(Pick), is_first), PART),

    Case(621, "names a slot that was named", "P6.3", (5, 6), S,
         tell(change(Pick, named_slot), has(Pick)), PICK),
    Case(622, "names one slot twice", "P6.3", (6,), S,
         tell(change(Pick, lambda part, _: Pick(part.slots[:1] * len(part.slots))), picks_some),
         PICK),
    Case(623, "names slot 60 of 60", "P6.3", (6,), S,
         tell(change(Pick, lambda part, _: Pick(b"\x3c" + part.slots[1:])), picks_some), PICK),
    Case(624, "names slot 255", "P6.3", (6,), S,
         tell(change(Pick, lambda part, _: Pick(b"\xff" + part.slots[1:])), has(Pick)), PICK),
    Case(625, "names a slot too few", "P5.3", (5, 6), S,
         tell(change(Pick, lambda part, _: Pick(part.slots[1:])), picks_some), PART),
    Case(626, "names a slot too many", "P5.3", (5, 6, 48), S,
         tell(change(Pick, lambda part, peer: Pick(part.slots + bytes([free_slot(peer)]))),
              has(Pick)), PART),
    Case(627, "names a slot before it is asked", "P6.4", (5, 48), S,
         tell(append(Pick(b"\x00")), only_decides), PART),
    Case(628, "names its picks before its seal", "P6.4", (5, 48), S,
         tell(lambda step, _: replace(step, parts=step.parts[::-1]), is_first), PART),
    Case(629, "names one slot twice, as host", "P6.3", (6,), S,
         tell(change(Pick, lambda part, _: Pick(part.slots[:1] * len(part.slots))), picks_some),
         PICK, victim=G),

    Case(641, "shows with a salt of which one bit differs", "P6.3", (3,), S,
         tell(change(Show, flipped_salt), shows_for_decision), COMMITMENT),
    Case(642, "shows another card than it sealed", "P6.3", (8, 23), S,
         tell(change(Show, other_face), shows_for_decision), COMMITMENT),
    Case(643, "swaps the salts of two cards", "P3.3", (2, 25), S,
         tell(change(Show, swapped_salts), shows_two), COMMITMENT),
    Case(644, "shows a card of the other side", "P6.3", (1, 25), S,
         tell(change(Show, first_card(handle=0)), shows_for_decision), PART),
    Case(645, "shows a handle that nobody has", "P6.3", (25,), S,
         tell(change(Show, first_card(handle=200)), shows_for_decision), PART),
    Case(646, "leaves out a show", "P6.3", (26,), S, tell(drop(Show), shows_for_decision), PART),
    Case(647, "shows one card of a payment less", "P6.3", (26,), S,
         tell(change(Show, lambda part, _: Show(part.cards[1:])), shows_two), PART),
    Case(648, "shows a card twice", "P5.3", (26,), S,
         tell(change(Show, lambda part, _: Show((part.cards[0], *part.cards))),
              shows_for_decision), PART),
    Case(649, "shows cards in falling order", "P5.3", (26, 30), S,
         tell(change(Show, lambda part, _: Show(part.cards[::-1])), shows_two), PART),
    Case(650, "shows no card", "P5.3", (26,), S, tell(prepend(Show(())), only_decides), PART),
    Case(651, "flashes a card of its hand", "P6.3", (26,), S,
         tell(surplus_show, has_hidden_hand), PART),
    Case(652, "shows a card still in its deck", "P6.3", (25, 26), S,
         tell(prepend(Show((ShownCard(119, 0, bytes(32)),))), only_decides), PART),
    Case(653, "seals and shows a card that is not in the catalogue", "P6.3", (40, 7), S,
         seal_over(NO_CARD), COMMITMENT),
    Case(654, "shows more copies of a card than a deck may hold", "P6.6", (8, 23), S,
         redraw_of_one_card, COMMITMENT, deck=("EV-9001",) * 60),
    Case(655, "seals one card and shows another", "P6.3", (8,), S, seal_over(0, 1), COMMITMENT),
    Case(656, "shows six of the seven cards of a redraw", "P6.3", (26,), S,
         redraws(change(Show, lambda part, _: Show(part.cards[1:])), wants=has(Show)), PART,
         deck=NO_CHARACTERS),
    Case(657, "seals only the seven cards of a redraw", "P6.2", (9,), S,
         redraws(only_seven, wants=has(Show)), PART, deck=NO_CHARACTERS),
    Case(658, "redraws without a show of its hand", "P6.3", (26, 44), S,
         tell(redraw_at_once, has_hidden_hand), PART),

    Case(661, "opens a roll with another value", "P6.5", (4, 11), S,
         tell(change(RollOpen, lambda part, _: replace(part, value=flip(part.value))),
              has(RollOpen)), COMMITMENT),
    Case(662, "opens a roll with another salt", "P6.5", (11,), S,
         tell(change(RollOpen, lambda part, _: replace(part, salt=flip(part.salt))),
              has(RollOpen)), COMMITMENT),
    Case(663, "opens a roll before the other value", "P6.1", (11,), S,
         tell(append(RollOpen(bytes(32), bytes(32))), has(RollCommit)), PART),
    Case(664, "gives both values of a roll", "P6.1", (11,), S,
         tell(append(RollValue(bytes(32))), has(RollCommit)), PART),
    Case(665, "leaves out the commitment of a roll", "P6.4", (11, 27), S,
         tell(drop(RollCommit), has(RollCommit)), PART),
    Case(666, "commits to a roll with a leaf of the other side", "P3.3", (1, 11), S,
         mirrored_roll, COMMITMENT),
    Case(667, "commits instead of giving its value", "P6.4", (11, 44), S,
         tell(change(RollValue, lambda *_: RollCommit(bytes(32))), has(RollValue)), PART,
         victim=G),
]  # fmt: skip
