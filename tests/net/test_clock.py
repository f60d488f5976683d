"""Clocks: who burns time, what is given back, who is warned, how a time-out ends a match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from lycee_net.clock import GRACE, Clock
from lycee_net.errors import CloseCode
from lycee_net.events import (
    Concede,
    LinkLost,
    MatchClaimed,
    MatchEnded,
    PeerBroke,
    PeerClosed,
    PeerGone,
    PeerOverTime,
    SayAlive,
    TimeWarning,
)
from lycee_net.game import Over
from lycee_net.journal import Journal
from lycee_net.messages import Options, Reason
from lycee_net.protocol import Protocol
from lycee_net.records import RecordKind, decode_note_untrusted, read_records_untrusted
from lycee_net.states import State
from lycee_net.verify import VerdictKind
from lycee_net.watch import END_SECONDS, MAX_PINGS

from .away import come_back
from .pair import Pair, Player, Thinking, decide_all
from .test_verify import transcript_of, verify

if TYPE_CHECKING:
    from lycee_net.events import Event

OPTIONS = Options(bank=100, per_decision=20, away=50)


class TestClock:
    def test_the_time_of_a_message_is_used_before_the_bank(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 0)
        clock.run(15, 5, 0)
        assert (clock.left(0), clock.banks[0]) == (105, 100)
        clock.run(50, 5, 0)
        assert (clock.left(0), clock.banks[0]) == (70, 70)

    def test_the_time_of_a_message_is_there_anew_for_the_next(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 0)
        clock.run(50, 5, 0)
        clock.run(50, 6, 1)
        clock.run(60, 6, 1)
        clock.run(60, 7, 0)
        assert (clock.banks, clock.left(0)) == ([70, 100], 90)

    def test_nobody_pays_while_nobody_owes(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 0)
        clock.run(1000, 5, None)
        assert clock.left(0) == 120

    def test_what_passed_since_the_last_sign_of_life_is_given_back(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 1)
        clock.run(40, 5, 1)
        clock.show_life()
        clock.run(70, 5, 1)
        assert clock.banks[1] == 50
        clock.give_back(peer=0)
        assert (clock.banks[1], clock.absence) == (80, 0)

    def test_a_peer_that_cuts_the_line_again_and_again_thinks_no_longer_than_it_may_be_away(
        self,
    ) -> None:
        # P13.3: 20 s for this message, 100 s in the bank, 50 s away.
        clock = Clock(OPTIONS)
        clock.run(0, 5, 1)
        left = []
        for now in (29, 58, 87, 116):
            clock.run(now, 5, 1)
            clock.give_back(peer=1)
            clock.run_away(now, 5, 1)
            left.append(clock.left(1))
        assert left == [120, 112, 83, 54]
        assert (clock.absence, clock.is_gone) == (116, True)
        assert clock.banks[1] == 54

    def test_both_are_warned_once_at_each_mark(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 1)
        warned = [clock.run(now, 5, 1) for now in (59, 60, 61, 110, 111)]
        assert warned == [None, 60, None, 10, None]

    def test_a_mark_that_was_passed_is_not_told_again_with_the_next_message(self) -> None:
        clock = Clock(Options(bank=100))
        clock.run(0, 5, 1)
        assert clock.run(45, 5, 1) == 60
        assert [clock.run(46, n, 1) for n in (6, 8)] == [None, None]
        assert clock.run(92, 8, 1) == 10

    def test_nobody_is_told_of_more_time_than_there_is(self) -> None:
        clock = Clock(Options(bank=12))
        clock.run(0, 5, 1)
        assert [clock.run(now, 5, 1) for now in (1, 2, 3)] == [None, 10, None]

    def test_absence_burns_the_time_of_a_peer_beyond_what_was_agreed(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 1)
        clock.run_away(50, 5, 1)
        assert (clock.is_gone, clock.left(1)) == (False, 120)
        clock.run_away(80, 5, 1)
        assert (clock.is_gone, clock.left(1)) == (True, 90)

    def test_an_absence_without_a_limit_burns_nothing(self) -> None:
        clock = Clock(replace(OPTIONS, away=0))  # P13.3
        clock.run(0, 5, 0)
        clock.run_away(100_000, 5, 0)
        assert not clock.is_gone
        assert clock.left(0) == 120

    def test_without_a_clock_nothing_runs(self) -> None:
        clock = Clock(Options())
        clock.run(0, 5, 1)
        assert clock.run(1e6, 5, 1) is None
        assert clock.seconds_to_event(1) is None

    def test_the_next_event_is_told(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 1)
        assert clock.seconds_to_event(1) == 60
        clock.run(115, 5, 1)
        assert clock.seconds_to_event(1) == 5
        clock.run(121, 5, 1)
        assert clock.seconds_to_event(1) == GRACE - 1
        clock.run(200, 5, 1)
        assert clock.seconds_to_event(1) is None

    def test_banks_survive_a_note(self) -> None:
        clock = Clock(OPTIONS)
        clock.run(0, 5, 0)
        clock.run(30.5, 5, 0)
        other = Clock(OPTIONS)
        other.restore(clock.milliseconds())
        assert other.banks == [89.5, 100]


def timed(seed: int = 1, n: int = 8) -> Thinking:
    """A match with a clock that plays up to message n by itself."""
    pair = Thinking(seed, n)
    seat = pair.host.protocol._seat
    pair.host.protocol._seat = replace(seat, terms=replace(seat.terms, options=OPTIONS))
    return pair


def tick(player: Player, now: float) -> list[Event]:
    player.protocol.tick(now)
    return player.take_events()


def test_my_program_declares_my_own_time_out_and_the_match_is_signed() -> None:
    pair = timed()
    asked, other = pair.settle()
    for player in pair.players:
        tick(player, 0)
    warned = tick(asked, 60), tick(other, 60)
    seat = asked.protocol.seat
    assert warned == ([TimeWarning(seat, 60)], [TimeWarning(seat, 60)])
    tick(asked, 121)
    pair.play()
    for player in pair.players:
        ended = player.last(MatchEnded)
        assert isinstance(ended, MatchEnded)
        assert (ended.result.winner, ended.result.reason) == (1 - seat, Reason.TIME)
        verdict, loser = verify(transcript_of(player)), ("host", "guest")[seat]
        assert verdict.kind is VerdictKind.FINISHED
        assert verdict.text.endswith(f"won: the clock of the {loser} ran out")


def test_a_peer_over_its_time_is_told_after_some_grace() -> None:
    pair = timed()
    asked, other = pair.settle()
    tick(other, 0)
    assert not [e for e in tick(other, 124) if isinstance(e, PeerOverTime)]
    assert [e for e in tick(other, 126) if isinstance(e, PeerOverTime)] == [PeerOverTime()]
    assert not [e for e in tick(other, 127) if isinstance(e, PeerOverTime)]
    assert asked.protocol.state is State.STEP_ME


def test_banks_stand_in_notes_and_are_there_after_a_resume() -> None:
    pair = timed(n=9)
    asked, _ = pair.settle()
    tick(asked, 0)
    tick(asked, 50)
    decide_all(asked)
    records = read_records_untrusted(asked.storage.read()).records
    notes = [decode_note_untrusted(r.payload) for r in records if r.kind is RecordKind.NOTE]
    banks = [note for note in notes if note[0] == "banks"][-1]
    assert banks[1 + asked.protocol.seat] == 70_000
    again = Protocol.revive(
        Journal(asked.storage), asked.identity, asked.protocol._seat.terms.rules
    )
    assert again.watch.clock.banks[asked.protocol.seat] == 70


def test_a_peer_that_keeps_back_the_end_of_its_repeats_burns_no_time_but_its_own() -> None:
    # P13.3: before its Ping we may sign nothing, so the time is not ours.
    pair = timed()
    asked, waits = pair.settle()
    for player in pair.players:
        tick(player, 0)
        player.protocol.data_to_send()
        player.protocol.receive_end()
    resume, *rest = come_back(pair, asked)
    asked.receive(resume)
    assert asked.protocol.state is State.STEP_ME
    assert tick(asked, 49) == []
    assert tick(asked, 500) == [PeerGone()]
    assert asked.protocol.watch.clock.left(asked.protocol.seat) == 120
    for frame in rest:
        asked.receive(frame)
    tick(asked, 510)
    assert asked.protocol.watch.clock.left(asked.protocol.seat) == 110
    tick(
        waits, 40
    )  # the other way round: who owes and keeps it back is absent, beyond 50 s it pays
    tick(waits, 170)
    assert waits.protocol.is_returning
    assert waits.protocol.watch.clock.left(asked.protocol.seat) == -10


def test_a_line_that_only_seemed_alive_costs_the_peer_absence_and_not_its_time() -> None:
    # P13.2: what was charged since the last byte is given back also where another line replaces it.
    pair = timed()
    asked, waits = pair.settle()
    for player in pair.players:
        tick(player, 0)
    tick(waits, 30)
    clock = waits.protocol.watch.clock
    assert (clock.left(asked.protocol.seat), clock.absence) == (90, 0)
    come_back(pair, asked)
    assert (clock.left(asked.protocol.seat), clock.absence) == (120, 30)


def test_each_byte_of_the_peer_says_that_the_time_before_it_was_thought() -> None:  # P13.2
    pair = timed()
    asked, waits = pair.settle()
    for player in pair.players:
        tick(player, 0)
    tick(waits, 15)
    waits.receive(asked.protocol.send(SayAlive()))
    tick(waits, 40)
    clock = waits.protocol.watch.clock
    assert clock.left(asked.protocol.seat) == 80
    waits.protocol.receive_end()
    assert (clock.left(asked.protocol.seat), clock.absence) == (105, 25)


def test_an_absence_that_is_too_long_is_told_once() -> None:
    pair = timed()
    _, other = pair.settle()
    tick(other, 0)
    other.protocol.receive_end()
    other.take_events()
    assert tick(other, 40) == []
    assert tick(other, 60) == [PeerGone()]
    assert tick(other, 70) == []


def test_pings_are_counted_by_the_minute() -> None:
    pair = timed()
    asked, other = pair.settle()
    for minute in (0, 61):
        tick(other, minute)
        for _ in range(MAX_PINGS):
            assert other.receive(asked.protocol.send(SayAlive())) == []
    events = other.receive(asked.protocol.send(SayAlive()))
    assert [event.code for event in events if isinstance(event, PeerBroke)] == [CloseCode.FLOOD]


def won_but_unsigned(seed: int) -> tuple[Player, Player] | None:
    """A match whose loser leaves before it signs; the winner first. None if it ended otherwise."""
    pair = Pair(seed)
    pair.play(lambda pair: any(p.protocol.state is State.END_YOU for p in pair.players))
    for player in pair.players:
        if player.protocol.state is State.END_YOU:
            return player, pair.other(player)
    return None


@pytest.mark.parametrize("seed", range(4))
def test_a_winner_whose_loser_does_not_sign_keeps_a_claim(seed: int) -> None:
    found = won_but_unsigned(seed)
    if found is None:
        return
    winner, _ = found
    assert isinstance(winner.protocol.chain.table.request, Over)
    tick(winner, 0)
    assert winner.protocol.seconds_to_tick() == END_SECONDS
    assert tick(winner, END_SECONDS - 1) == []
    assert winner.protocol.seconds_to_tick() == 1
    events = tick(winner, END_SECONDS)
    assert [type(event) for event in events] == [MatchClaimed, LinkLost]
    verdict = verify(transcript_of(winner))
    assert verdict.kind is VerdictKind.UNFINISHED
    assert verdict.text.endswith("won by deck-out, not countersigned")
    assert verdict.result is not None
    assert verdict.result.winner == winner.protocol.seat
    winner.protocol.claim()
    assert winner.take_events() == []  # once


def test_an_end_is_awaited_anew_after_a_lost_line() -> None:  # P8.5
    winner, loser = next(f for f in map(won_but_unsigned, range(20)) if f is not None)
    tick(winner, 0)
    tick(winner, END_SECONDS - 1)
    winner.protocol.receive_end()
    tick(winner, END_SECONDS + 10)
    loser.protocol.receive_end()
    loser.protocol._send_end = lambda *_: None  # type: ignore[method-assign]  # it never signs
    loser.protocol._send_mark = lambda: None  # type: ignore[method-assign]
    pair = Pair(1)
    pair.host, pair.guest = (winner, loser) if winner.protocol.seat == 0 else (loser, winner)
    come_back(pair, loser)
    winner.take_events()
    assert winner.protocol.state is State.END_YOU
    assert tick(winner, END_SECONDS + 11) == []
    assert tick(winner, 2 * END_SECONDS + 10) == []
    events = tick(winner, 2 * END_SECONDS + 11)
    assert [type(event) for event in events] == [MatchClaimed, LinkLost]


def test_a_confirmation_that_stays_out_is_given_up_and_may_come_later() -> None:  # P11
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    other.receive(asked.protocol.send(Concede()))  # and what it answers is never carried
    assert asked.protocol.state is State.LAST_YOU
    tick(asked, 0)
    assert tick(asked, END_SECONDS - 1) == []
    assert [type(event) for event in tick(asked, END_SECONDS)] == [LinkLost]
    other.receive(asked.protocol.data_to_send())
    assert other.last(PeerClosed) == PeerClosed(CloseCode.LATER)
    assert asked.protocol.can_resume


def test_time_runs_on_for_the_side_that_owes_a_step_while_a_concession_may_cross_it() -> None:
    pair = timed()  # P13.2
    _, other = pair.settle()
    tick(other, 0)
    other.protocol.send(Concede())
    assert other.protocol.state is State.CROSS
    assert [e for e in tick(other, 126) if isinstance(e, PeerOverTime)] == [PeerOverTime()]


def test_a_claim_cannot_be_made_by_a_loser() -> None:
    found = next(f for f in map(won_but_unsigned, range(20)) if f is not None)
    winner, loser = found
    loser.protocol.claim()
    assert loser.take_events() == []
    assert winner.protocol.seat != loser.protocol.seat
