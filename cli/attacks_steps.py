"""Attacks on what a Step holds (group 6 of `conform`): seals, picks, shows, rolls, decisions.

Each is one part too few, one too many, or one that lies. Some lies are quiet: a seal over cards
that nobody has is found when they are shown, or by the audit. Below: `attacks_bytes`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lycee_core import defs
from lycee_net.channel import Role
from lycee_net.commit import card_leaf, seal_salts
from lycee_net.errors import CloseCode
from lycee_net.game import IllegalLineError, MissingFaceError
from lycee_net.messages import (
    Decide,
    End,
    Part,
    Pick,
    Reason,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
    Show,
    ShownCard,
    Step,
)

from .attacks_bytes import is_first, tell
from .duel import Case, broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.hostile import Hostile

    from .attacks_bytes import Lie
    from .duel import Attack, Duel, Wants

    Change = Callable[[Any, Hostile], Part]

STEP_YOU = "STEP_YOU"
PASS = defs.CODE_PASS.to_bytes(2, "big")
NO_CARD = 0xFFFE
C, G = CloseCode, Role.GUEST


# ---- which Step is wanted ----------------------------------------------------------------------


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


def has_hidden_hand(step: Step) -> bool:
    """Wants a first decision: the hand is full and sealed or clean."""
    return step.n in {4, 5} and any(isinstance(part, Decide) for part in step.parts)


def illegal(step: Step, peer: Hostile) -> Step:
    """A line that the engine refuses, found by trying what stands on the table."""
    observer = peer.chain.table.observer
    for code in (*range(256, 640), *range(640, 760)):
        line = code.to_bytes(2, "big")
        try:
            observer.clone().play(line, {})
        except MissingFaceError:
            continue
        except IllegalLineError:
            return replace(step, parts=(*step.parts[:-1], Decide(line)))
    raise AssertionError("everything is legal")


# ---- quiet lies --------------------------------------------------------------------------------


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


def told(step: Step, peer: Hostile, swap: Callable[[Seal, Hostile], Seal]) -> Step:
    """The Step with its first seal swapped."""
    changed = change(Seal, swap)(step, peer)
    assert isinstance(changed, Step), "a changed Step is one"
    return changed


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


def end(winner_of: Callable[[int], int], reason: Reason, *, waive: bool = False) -> Lie:
    """An End in place of a Step; the winner is told from our seat."""
    return lambda step, peer: End(step.n, step.prev, winner_of(peer.seat), reason, waive, None)


def opened_early(step: Step, peer: Hostile) -> End:
    """A concession with an audit that nobody asked for."""
    return End(step.n, step.prev, 1 - peer.seat, Reason.CONCEDE, False, peer.opened())


def me(seat: int) -> int:
    """Our seat."""
    return seat


def you(seat: int) -> int:
    """The other seat."""
    return 1 - seat


def nobody(seat: int) -> int:
    """A draw."""
    del seat
    return 2


S = STEP_YOU
PART, PICK, COMMITMENT = broken(C.PART), broken(C.PICK), broken(C.COMMITMENT)
ILLEGAL, RESULT = broken(C.ILLEGAL, "(R"), broken(C.RESULT)
PLAIN_ILLEGAL = broken(C.ILLEGAL)
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

    Case(681, "sends an empty Step", "P6.4", (27,), S,
         tell(lambda step, _: replace(step, parts=())), PART),
    Case(682, "cuts a Step short", "P6.4", (27,), S,
         tell(lambda step, _: replace(step, parts=step.parts[:-1]),
              lambda step: step.n > 3 and len(step.parts) > 1), PART),
    Case(683, "decides for the other side", "P6.4", (27,), S,
         tell(append(Decide(PASS)), only_decides), PART),
    Case(684, "decides twice", "P6.4", (27,), S,
         tell(append(Decide(b"\x00\x79")), has_hidden_hand), PART),
    Case(685, "decides before it may", "P6.4", (48,), S,
         tell(append(Decide(PASS)), is_first), PART),
    Case(686, "declares what the rules forbid", "P6.3", (17,), S, tell(illegal, only_decides),
         ILLEGAL),
    Case(687, "decides a code that does not exist", "P6.3", (17,), S,
         tell(change(Decide, lambda *_: Decide(b"\xff\xff")), only_decides), PLAIN_ILLEGAL),
    Case(688, "decides half a code", "P6.3", (30,), S,
         tell(change(Decide, lambda *_: Decide(b"\x00")), only_decides), PLAIN_ILLEGAL),
    Case(689, "decides nothing", "P6.3", (27,), S,
         tell(change(Decide, lambda *_: Decide(b"")), only_decides), PLAIN_ILLEGAL),
    Case(690, "runs on behind its decision", "P6.3", (27,), S,
         tell(change(Decide, lambda part, _: Decide(part.line + PASS)), only_decides),
         PLAIN_ILLEGAL),
    Case(691, "pays with a card that it has not", "P6.3", (17,), S,
         tell(change(Decide, lambda part, _: Decide(part.line[:-2] + b"\x00\x00")), shows_two),
         ILLEGAL),
    Case(692, "pays less than the cost", "P6.3", (17,), S,
         tell(change(Decide, lambda part, _: Decide(part.line[:-2])), shows_two), PLAIN_ILLEGAL),
    Case(693, "declares what the rules forbid, as host", "P6.3", (17,), S,
         tell(illegal, only_decides), ILLEGAL, victim=G),

    Case(701, "claims to have won in the middle of the game", "P8.1", (12, 36), S,
         tell(end(me, Reason.RULES)), RESULT),
    Case(702, "claims to have lost by the rules in the middle", "P8.1", (12, 36), S,
         tell(end(you, Reason.RULES)), RESULT),
    Case(703, "agrees to a draw that nobody offered", "P8.1", (36,), S,
         tell(end(nobody, Reason.AGREED)), broken(C.RESULT)),
    Case(704, "concedes to itself", "P8.1", (36,), S, tell(end(me, Reason.CONCEDE)), RESULT),
    Case(705, "concedes a draw", "P8.1", (36,), S, tell(end(nobody, Reason.CONCEDE)), RESULT),
    Case(706, "declares that the time of the other side is over", "P8.1", (20, 36), S,
         tell(end(me, Reason.TIME)), RESULT),
    Case(707, "agrees to a draw that it wins", "P8.1", (36,), S, tell(end(me, Reason.AGREED)),
         RESULT),
    Case(708, "concedes and opens its cards unasked", "P8.3", (12, 22), S, tell(opened_early),
         RESULT),
    Case(709, "concedes under an older number", "P8.1", (36, 13), S,
         tell(lambda step, peer: End(step.n - 2, step.prev, 1 - peer.seat, Reason.CONCEDE, False,
                                     None)), broken(C.ORDER)),
    Case(710, "concedes on another chain", "P8.1", (15, 36), S,
         tell(lambda step, peer: End(step.n, bytes(32), 1 - peer.seat, Reason.CONCEDE, False,
                                     None)), broken(C.CHAIN)),
]  # fmt: skip
