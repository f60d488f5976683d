"""How matches end by a player's word: concessions, time, draws, and ends that cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycee_net.chain import Who
from lycee_net.errors import LocalProtocolError, ResultError
from lycee_net.events import (
    AgreeDraw,
    Asked,
    Concede,
    Decide,
    MatchClaimed,
    OfferDraw,
    PeerBroke,
    PeerConceded,
    StepMade,
    TimeOver,
)
from lycee_net.game import DRAW, Decision, Over
from lycee_net.messages import Decide as DecidePart
from lycee_net.messages import End, Reason, sign_message
from lycee_net.states import State

from .pair import Pair, Player, Thinking, ended
from .toy import PASS, ToyGame, ToyRules

if TYPE_CHECKING:
    from lycee_net.game import Request


def test_the_side_that_owes_can_concede() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    events = other.receive(asked.protocol.send(Concede()))
    assert isinstance(events[0], PeerConceded)
    pair.play()
    for player in pair.players:
        assert ended(player).result.winner == other.protocol.seat
        assert ended(player).result.reason is Reason.CONCEDE


def test_the_side_that_waits_can_concede() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    asked.receive(other.protocol.send(Concede()))
    assert other.protocol.state is State.CROSS
    pair.play()
    assert {ended(player).result.winner for player in pair.players} == {asked.protocol.seat}


def test_running_out_of_time_is_declared_by_the_side_that_owes() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    with pytest.raises(LocalProtocolError):
        other.protocol.send(TimeOver())
    other.receive(asked.protocol.send(TimeOver()))
    pair.play()
    assert {ended(player).result.reason for player in pair.players} == {Reason.TIME}
    assert ended(asked).result.winner == other.protocol.seat


class DrawnGame(ToyGame):
    """The toy game, but nobody wins it."""

    def due(self) -> Request:
        request = super().due()
        return Over(DRAW, "limit") if isinstance(request, Over) else request


class DrawnRules(ToyRules):
    def new_game(self, *, keeps_facts: bool = False) -> ToyGame:
        return DrawnGame(self)


def played_to_a_draw(seed: int) -> Pair:
    pair = Pair(seed, DrawnRules())
    pair.play(lambda pair: pair.guest.protocol.state is State.END_YOU)
    return pair


def test_a_drawn_game_is_ended_by_the_host_first_and_both_open() -> None:
    # P8.1, P8.3: and as nobody lost, the guest that waits for the host has nothing to claim (P8.5)
    waiting = (
        p for p in map(played_to_a_draw, range(9)) if p.guest.protocol.state is State.END_YOU
    )
    pair = next(waiting)  # the guest made the last Step
    pair.guest.protocol.claim()
    assert pair.guest.take_events() == []
    assert pair.guest.count(MatchClaimed) == 0
    pair.play()
    for player in pair.players:
        assert ended(player).result.winner == DRAW
        first, second = player.protocol.chain.ends
        assert (first.n, first.reason) == (second.n, Reason.RULES)
        assert None not in {first.opened, second.opened}
        whos = [who for who, _ in player.protocol._archive.ends]
        assert (whos[0] is Who.ME) == (player is pair.host)


def test_an_offered_draw_can_be_taken_and_both_open() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    assert other.protocol.asked is not None
    asked.receive(other.protocol.send(AgreeDraw()))
    pair.play()
    for player in pair.players:
        assert ended(player).result.winner == DRAW
        assert all(end.opened is not None for end in player.protocol.chain.ends)


def test_whoever_takes_a_draw_cannot_waive_the_audit() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    chain = other.protocol.chain
    end = End(chain.n, chain.last_head, DRAW, Reason.AGREED, True, other.protocol._opened())
    signed = sign_message(end, other.identity, chain.sid)
    with pytest.raises(ResultError, match="only a loser can waive"):
        asked.protocol.chain.take(Who.YOU, signed)


def test_a_draw_that_was_not_offered_cannot_be_taken() -> None:
    asked, _ = Thinking(1, 6).settle()
    with pytest.raises(LocalProtocolError, match="no draw was offered"):
        asked.protocol.send(AgreeDraw())
    assert asked.protocol.state is State.STEP_ME


def test_an_offer_stands_for_one_step_only() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    asked.receive(other.protocol.send(Decide(bytes([PASS]))))
    pair.play()
    again, _ = pair.settle()
    with pytest.raises(LocalProtocolError, match="no draw was offered"):
        again.protocol.send(AgreeDraw())


@pytest.mark.parametrize(("seed", "n"), [(0, 13), (2, 12), (3, 9)])
def test_an_offer_is_repeated_until_a_player_has_decided_something(seed: int, n: int) -> None:
    """P5.9: a program answers picks and seals by itself, and its Step would end the offer."""
    pair = Thinking(seed, n)
    asked, _ = pair.settle()
    asked.protocol.send(OfferDraw())
    pair.n = 10_000
    pair.react(asked, Asked(Decision(asked.protocol.seat)))
    pair.play()
    is_open, offers = True, []
    for event in asked.events:
        if isinstance(event, StepMade) and event.step.n >= n:
            if event.who is Who.ME:
                assert event.step.offer is is_open
                offers.append(event.step.offer)
            elif any(isinstance(part, DecidePart) for part in event.step.parts):
                is_open = False
    assert offers[:2] == [True, True]
    assert not offers[-1]


# Crossings: both sides act before they see what the other did. # P7.3


def crossing(seed: int, n: int) -> tuple[Pair, Player, Player]:
    pair = Thinking(seed, n)
    asked, other = pair.settle()
    return pair, asked, other


def verdicts(pair: Pair) -> set[tuple[int, Reason]]:
    pair.play()
    assert [player.protocol.state for player in pair.players] == [State.DONE] * 2
    assert not any(player.count(PeerBroke) for player in pair.players)
    return {(ended(p).result.winner, ended(p).result.reason) for p in pair.players}


@pytest.mark.parametrize("n", [4, 5, 6, 7, 12])
def test_a_concession_that_crosses_a_step_stands(n: int) -> None:
    pair, asked, other = crossing(1, n)
    step, concession = asked.protocol.send(Decide(bytes([PASS]))), other.protocol.send(Concede())
    other.receive(step)
    assert other.protocol.state is State.LAST_YOU
    asked.receive(concession)
    assert verdicts(pair) == {(asked.protocol.seat, Reason.CONCEDE)}


@pytest.mark.parametrize("n", [4, 5, 6, 7, 12])
def test_when_both_concede_the_side_that_owed_loses(n: int) -> None:
    pair, asked, other = crossing(1, n)
    one, two = asked.protocol.send(Concede()), other.protocol.send(Concede())
    other.receive(one)
    asked.receive(two)
    assert verdicts(pair) == {(other.protocol.seat, Reason.CONCEDE)}


def test_when_both_concede_after_a_step_in_flight_the_first_one_loses() -> None:
    pair, asked, other = crossing(1, 6)
    step = asked.protocol.send(Decide(bytes([PASS])))
    from_other = other.protocol.send(Concede())  # has not seen the Step
    from_asked = asked.protocol.send(Concede())  # has sent it
    other.receive(step)
    other.receive(from_asked)
    asked.receive(from_other)
    assert verdicts(pair) == {(asked.protocol.seat, Reason.CONCEDE)}


def test_time_and_a_concession_cross() -> None:
    pair, asked, other = crossing(1, 6)
    one, two = asked.protocol.send(TimeOver()), other.protocol.send(Concede())
    other.receive(one)
    asked.receive(two)
    assert verdicts(pair) == {(other.protocol.seat, Reason.TIME)}


def test_an_agreed_draw_and_a_concession_cross() -> None:
    pair, asked, other = crossing(1, 6)
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    one, two = other.protocol.send(AgreeDraw()), asked.protocol.send(Concede())
    asked.receive(one)
    other.receive(two)
    assert verdicts(pair) == {(DRAW, Reason.AGREED)}


def test_a_concession_that_crosses_the_last_step_is_void() -> None:
    """A pass makes the other side draw from an empty deck while that side concedes."""
    n_crossed = 0
    for seed in range(12):
        pair = Thinking(seed, 0, ToyRules(n_deck=4, n_opening=3))
        for _ in range(40):
            asked = next((p for p in pair.players if p.protocol.asked is not None), None)
            if asked is None:
                if not pair.flow():
                    break
                continue
            other = pair.other(asked)
            step = asked.protocol.send(Decide(bytes([PASS])))
            if asked.protocol.state not in {State.LAST_YOU, State.END_YOU, State.END_ME}:
                other.receive(step)
                pair.flow()
                continue
            concession = other.protocol.send(Concede())
            for player, data in ((other, step), (asked, concession)):
                player.receive(data)
                result = player.protocol.chain.result
                assert result is None or result.reason is Reason.RULES
            assert {reason for _, reason in verdicts(pair)} == {Reason.RULES}
            n_crossed += 1
            break
    assert n_crossed > 6


def test_nobody_is_asked_any_more_when_the_other_side_has_given_up() -> None:
    asked, other = Thinking(1, 6).settle()
    asked.receive(other.protocol.send(Concede()))
    assert asked.protocol.asked is None
    with pytest.raises(LocalProtocolError, match="nothing is asked"):
        asked.protocol.send(Decide(bytes([PASS])))
