"""Attacks on results and audits (group 8 of `conform`).

A winner that does not open, or opens what does not fit, has not won; a loser cannot talk itself out
of its loss; a result stands whatever comes after it. Below: `lies`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lycee_core import defs
from lycee_net.channel import Role
from lycee_net.errors import CloseCode
from lycee_net.messages import Decide, End, Opened, Reason, Seal, Step
from lycee_net.states import State

from .cases import DONE, FINISHED, Case, Ending, broken, misplaced, unproved
from .faults import OK
from .lies import has, told, with_leaves

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.game import Arrange, Decision, Game
    from lycee_net.hostile import Hostile

    from .duel import Attack, Duel

    Lie = Callable[[End, Hostile], End]
    Reopen = Callable[[Opened, Hostile], Opened]

STEP_YOU, CROSS, END_YOU, LAST_YOU, OVER = "STEP_YOU", "CROSS", "END_YOU", "LAST_YOU", "DONE"
C, G = CloseCode, Role.GUEST
LONG = 60  # seconds for a whole match on a busy machine


# ---- the other side gives up, and we have to open ----------------------------------------------


def win_with(lie: Lie) -> Attack:
    """Let the other side concede, and answer with another End than the honest one."""

    async def attack(duel: Duel) -> None:
        await let_concede(duel)
        await duel.say(lie(duel.peer.make_end(), duel.peer))

    return attack


async def let_concede(duel: Duel, after: int = 4) -> None:
    """Play some messages, then have the other side give up."""
    await duel.greet()
    prepared = await duel.play(lambda step: step.n >= after)
    await duel.opposite.wish("concede")
    await duel.send_step(prepared)
    await duel.play_to(State.LAST_ME)


def reopen(how: Reopen) -> Attack:
    """The same with an audit that opens something else."""

    def lie(end: End, peer: Hostile) -> End:
        assert end.opened is not None, "a winner opens"
        return replace(end, opened=how(end.opened, peer))

    return win_with(lie)


def other_first(opened: Opened, cards: tuple[int, ...]) -> Opened:
    """An audit with another first list."""
    return replace(opened, vectors=(cards, *opened.vectors[1:]))


def swapped_cards(opened: Opened, _: Hostile) -> Opened:
    """Two cards of the deck, each in the slot of the other."""
    first = opened.vectors[0]
    at = next(i for i, card in enumerate(first) if card != first[0])
    return other_first(opened, (first[at], *first[1:at], first[0], *first[at + 1 :]))


def other_card(opened: Opened, _: Hostile) -> Opened:
    """One card of the deck is another."""
    return other_first(opened, (opened.vectors[0][0] ^ 1, *opened.vectors[0][1:]))


async def swapped_hand(duel: Duel) -> None:
    """Seal a hand with a card that was never in it, and keep it hidden up to the audit."""
    await duel.greet()
    peer = duel.peer
    peer.choose = keep_and_pass(peer)
    prepared = await duel.play(has(Seal))
    own = prepared.table.own
    assert own is not None, "a player has cards"
    epoch = len(own.vectors) - 1
    cards = own.vectors[epoch]
    better = next(card for card in range(4) if card not in cards)

    def swap(seal: Seal, peer: Hostile) -> Seal:
        peer.chain.table.own = own
        return with_leaves(seal, peer, epoch, {0: better})

    await duel.send_step(prepared, told(prepared.step, peer, swap))
    await duel.opposite.wish("concede")
    await duel.play_to(State.LAST_ME)
    end = peer.make_end()
    assert end.opened is not None, "a winner opens"
    vectors = list(end.opened.vectors)
    vectors[epoch] = (better, *cards[1:])
    await duel.say(replace(end, opened=replace(end.opened, vectors=tuple(vectors))))


def keep_and_pass(peer: Hostile) -> Callable[[Game, Decision | Arrange], bytes | tuple[int, ...]]:
    """A player that does as little as it can."""

    def choose(game: Game, request: Decision | Arrange) -> bytes | tuple[int, ...]:
        state = game.state  # type: ignore[attr-defined]
        if not isinstance_decision(request):
            return tuple(state.face(token) for token in request.handles)  # type: ignore[union-attr]
        state, line = state.clone(), b""
        while not line or state.mid_line():
            legal = state.legal_decisions()
            code = next((c for c in (defs.CODE_PASS, defs.CODE_YES) if c in legal), legal[0])
            line += code.to_bytes(2, "big")
            state.apply(code)
        return line

    del peer
    return choose


def isinstance_decision(request: Decision | Arrange) -> bool:
    """Whether a line is asked, and not an order."""
    return not hasattr(request, "handles")


async def other_dice(duel: Duel) -> None:
    """Roll with a secret that is not the one of the deck."""
    await duel.greet()
    peer = duel.peer
    prepared = await duel.play(lambda step: step.n == 5)
    own = peer.chain.table.own
    assert own is not None, "a player has cards"
    right, own.deck_secret = own.deck_secret, bytes(32)
    prepared = peer.make_step()
    await duel.send_step(prepared)
    prepared = await duel.play(lambda step: step.n == 7)
    await duel.opposite.wish("concede")
    await duel.send_step(prepared)
    await duel.play_to(State.LAST_ME)
    end = peer.make_end()
    assert end.opened is not None, "a winner opens"
    await duel.say(replace(end, opened=replace(end.opened, deck_secret=right)))


async def illegal_deck(duel: Duel) -> None:
    """Win with whatever list the case brings, and open it."""
    await let_concede(duel)
    await duel.say(duel.peer.make_end())


async def late_step(duel: Duel) -> None:
    """A further Step in the same segment as the End that closes the match."""
    await let_concede(duel)
    peer = duel.peer
    peer.say(peer.make_end())
    chain = peer.chain
    peer.say(Step(chain.n, chain.last_head, (Decide(b"\x00\x78"),), bytes(32), False))
    await duel.flush()


async def honest_win(duel: Duel) -> None:
    """Win and open, and nothing else."""
    await let_concede(duel)
    await duel.say(duel.peer.make_end())


async def concede_late(duel: Duel) -> None:
    """A concession that crossed the other side's is void; the side that owed the Step lost."""
    await let_concede(duel)
    peer = duel.peer
    end = peer.make_end()
    peer.say(replace(end, winner=1 - peer.seat, opened=None))
    await duel.say(end)


async def concede_late_twice(duel: Duel) -> None:
    """Two concessions that crossed the other side's: nobody makes a second one."""
    await let_concede(duel)
    peer = duel.peer
    void = replace(peer.make_end(), winner=1 - peer.seat, opened=None)
    peer.say(void)
    await duel.say(void)


# ---- we lose, and have to say so ---------------------------------------------------------------


def lose_with(lie: Lie) -> Attack:
    """Let the game end, lost by us, and say another End than the honest one."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        duel.peer.choose = keep_and_pass(duel.peer)
        await duel.play_to(State.END_ME)
        await duel.say(lie(duel.peer.make_end(), duel.peer))

    return attack


def step_for_end(end: End, _: Hostile) -> Step:
    """Play on where an End is due."""
    return Step(end.n, end.prev, (Decide(b"\x00\x78"),), bytes(32), False)


async def concede_twice(duel: Duel) -> None:
    """A second concession behind the first: the first is answered, the match is done."""
    await duel.greet()
    await duel.play(lambda step: step.n > 3)
    peer = duel.peer
    end = peer.make_concession()
    peer.send_end(end)
    peer.say(end)
    await duel.flush()
    await duel.hear()
    await duel.say_done()


async def concede_and_go_on(duel: Duel) -> None:
    """Concede, and play on as if nothing had been said."""
    await duel.greet()
    prepared = await duel.play(lambda step: step.n > 3)
    peer = duel.peer
    peer.say(peer.make_concession())
    peer.say(prepared.step)
    await duel.flush()
    await duel.hear_end()
    await duel.say_done()


async def old_offer(duel: Duel) -> None:
    """Agree to a draw that was offered, and then no more."""
    await duel.greet()
    await duel.play(lambda step: step.n > 5)
    await duel.opposite.wish("draw")
    peer = duel.peer
    while True:
        prepared = await duel.play(lambda _: True)
        if was_offered(peer):
            break
        await duel.send_step(prepared)
    await duel.send_step(prepared)
    while was_offered(peer):
        prepared = await duel.play(lambda _: True)
        if was_offered(peer):
            await duel.send_step(prepared)
    chain = peer.chain
    await duel.say(End(chain.n, chain.last_head, 2, Reason.AGREED, False, peer.opened()))


def was_offered(peer: Hostile) -> bool:
    """Whether the other side's last Step offers a draw."""
    last = peer.heard[-1].message
    return isinstance(last, Step) and last.offer


def agree_with(lie: Lie) -> Attack:
    """Take a draw that was offered, with another End than the honest one."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        await duel.play(lambda step: step.n > 5)
        await duel.opposite.wish("draw")
        peer = duel.peer
        while not was_offered(peer):
            await duel.send_step(await duel.play(lambda _: True))
            await duel.play(lambda _: True)
        chain = peer.chain
        end = End(chain.n, chain.last_head, 2, Reason.AGREED, False, peer.opened())
        await duel.say(lie(end, peer))

    return attack


STANDS = Ending(C.ORDER, OK, (FINISHED,))  # a result does, whatever follows it
AUDIT, RESULT = broken(C.AUDIT), broken(C.RESULT)
EVENTS = ("EV-9001",) * 60
CASES = [
    Case(801, "wins and does not open", "P8.3", (12,), LAST_YOU,
         win_with(lambda end, _: replace(end, opened=None)), unproved(C.AUDIT), is_typed=True),
    Case(802, "opens another secret", "P8.2", (8, 22), LAST_YOU,
         reopen(lambda opened, _: replace(opened, deck_secret=bytes(32))), AUDIT, is_typed=True),
    Case(803, "opens no seal", "P8.2", (8,), LAST_YOU,
         reopen(lambda opened, _: replace(opened, vectors=())), AUDIT, is_typed=True),
    Case(804, "opens a seal that it never made", "P8.2", (8,), LAST_YOU,
         reopen(lambda opened, _: replace(opened, vectors=(*opened.vectors, (0,)))), AUDIT,
         is_typed=True),
    Case(805, "opens two cards in each other's slots", "P8.2", (8, 25), LAST_YOU,
         reopen(swapped_cards), AUDIT, is_typed=True),
    Case(806, "opens another card than it sealed", "P8.2", (7, 8), LAST_YOU, reopen(other_card),
         AUDIT, is_typed=True),
    Case(807, "opens 59 cards", "P8.2", (7,), LAST_YOU,
         reopen(lambda opened, _: other_first(opened, opened.vectors[0][1:])), AUDIT,
         is_typed=True),
    Case(808, "opens 61 cards", "P8.2", (7,), LAST_YOU,
         reopen(lambda opened, _: other_first(opened, (*opened.vectors[0], 0))), AUDIT,
         is_typed=True),
    Case(809, "opens a card that is not in the catalogue", "P8.2", (7, 40), LAST_YOU,
         reopen(lambda opened, _: other_first(opened, (0xFFFF, *opened.vectors[0][1:]))), AUDIT,
         is_typed=True),
    Case(810, "plays a deck with too many copies of a card", "P8.2", (7,), LAST_YOU,
         illegal_deck, AUDIT, is_typed=True, deck=EVENTS),
    Case(811, "seals a card into its hand that it had not", "P8.2", (8, 23), LAST_YOU,
         swapped_hand, AUDIT, is_typed=True),
    Case(812, "rolls with another secret than it opens", "P8.2", (4, 13), LAST_YOU, other_dice,
         AUDIT, is_typed=True),
    Case(813, "confirms a win on time", "P8.1", (36,), LAST_YOU,
         win_with(lambda end, _: replace(end, reason=Reason.TIME)), unproved(C.RESULT),
         is_typed=True),
    Case(814, "confirms a draw", "P8.1", (36,), LAST_YOU,
         win_with(lambda end, _: replace(end, winner=2, reason=Reason.AGREED)), RESULT,
         is_typed=True),
    Case(815, "confirms another reason", "P8.1", (36,), LAST_YOU,
         win_with(lambda end, _: replace(end, reason=Reason.RULES)), RESULT, is_typed=True),
    Case(816, "confirms on another chain", "P7.2", (15,), LAST_YOU,
         win_with(lambda end, _: replace(end, prev=bytes(32))), misplaced(C.CHAIN), is_typed=True),
    Case(817, "confirms under another number", "P7.2", (15,), LAST_YOU,
         win_with(lambda end, _: replace(end, n=end.n + 1)), misplaced(C.ORDER), is_typed=True),
    Case(818, "waives an audit that is its own to give", "P8.3", (12,), LAST_YOU,
         win_with(lambda end, _: replace(end, waive=True, opened=None)), RESULT, is_typed=True),
    Case(819, "sends a Step behind the last End", "P7.1", (36,), OVER, late_step, DONE,
         is_typed=True),
    Case(820, "wins and opens, as it should", "P8.2", (12,), LAST_YOU, honest_win, DONE,
         is_typed=True),
    Case(821, "wins and does not open, as host", "P8.3", (12,), LAST_YOU,
         win_with(lambda end, _: replace(end, opened=None)), unproved(C.AUDIT), is_typed=True,
         victim=G),
    Case(822, "opens another card than it sealed, as host", "P8.2", (7, 8), LAST_YOU,
         reopen(other_card), AUDIT, is_typed=True, victim=G),
    Case(823, "concedes to a concession, then confirms", "P7.3", (36,), LAST_YOU, concede_late,
         DONE, is_typed=True),

    Case(841, "has lost and names itself the winner", "P8.1", (12, 36), END_YOU,
         lose_with(lambda end, _: replace(end, winner=1 - end.winner)), RESULT, seconds=LONG),
    Case(842, "has lost and declares a draw", "P8.1", (12, 36), END_YOU,
         lose_with(lambda end, _: replace(end, winner=2)), RESULT, seconds=LONG),
    Case(843, "has lost and opens its cards unasked", "P8.3", (12, 22), END_YOU,
         lose_with(lambda end, peer: replace(end, opened=peer.opened())), RESULT, seconds=LONG),
    Case(844, "has lost and plays on", "P7.1", (36,), END_YOU,
         lose_with(step_for_end), broken(C.ORDER), seconds=LONG),  # type: ignore[arg-type]
    Case(845, "concedes twice", "P7.3", (36,), STEP_YOU, concede_twice, STANDS),
    Case(846, "concedes and plays on", "P7.1", (36,), STEP_YOU, concede_and_go_on, STANDS),
    Case(847, "agrees to a draw that is no more offered", "P8.1", (36,), STEP_YOU, old_offer,
         broken(C.RESULT), is_typed=True),
    Case(848, "agrees to a draw and does not open", "P8.3", (12,), STEP_YOU,
         agree_with(lambda end, _: replace(end, opened=None)), AUDIT, is_typed=True),
    Case(849, "agrees to a draw and waives the audit of both", "P8.3", (12,), STEP_YOU,
         agree_with(lambda end, _: replace(end, waive=True)), RESULT, is_typed=True),
    Case(850, "takes a draw that was offered as a win of its own", "P8.1", (36,), STEP_YOU,
         agree_with(lambda end, peer: replace(end, winner=peer.seat, opened=None)), RESULT,
         is_typed=True),
    Case(851, "concedes twice to a concession", "P7.5", (36, 47), LAST_YOU, concede_late_twice,
         misplaced(C.ORDER), is_typed=True),
]  # fmt: skip
