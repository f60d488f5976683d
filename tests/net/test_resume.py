"""Carrying a match on: both were away, one restarted, and it ends as if nothing had been."""

from __future__ import annotations

import pytest

from lycee_net.errors import CloseCode
from lycee_net.events import (
    Asked,
    Concede,
    Decide,
    Leave,
    MatchEnded,
    PeerBroke,
    PeerClosed,
    Resumed,
    StepMade,
)
from lycee_net.messages import Close, End, Reason, sign_message
from lycee_net.records import read_records_untrusted
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .away import cut_records, lose_link, made_and_got, message_in, reconnect, restart
from .pair import Pair, Thinking, decide_all
from .test_verify import transcript_of, verify


@pytest.mark.parametrize("dials", [0, 1])
@pytest.mark.parametrize("n", [3, 5, 8, 20])
def test_a_match_goes_on_after_both_were_away(n: int, dials: int) -> None:
    pair = Thinking(1, n)
    pair.settle()
    lose_link(pair)
    for player in pair.players:
        restart(player)
        assert player.protocol.state is State.AWAY
    pair.n = 10_000
    reconnect(pair, pair.players[dials])
    for player in pair.players:
        assert player.protocol.state is State.DONE
        assert verify(transcript_of(player)).kind is VerdictKind.FINISHED


def test_the_same_prompt_comes_again_and_nothing_new_was_signed() -> None:
    pair = Thinking(2, 9)
    asked, _ = pair.settle()
    request, n = asked.protocol.asked, asked.protocol.chain.n
    lose_link(pair)
    restart(asked)
    reconnect(pair, asked)
    assert asked.protocol.asked == request
    assert asked.protocol.chain.n == n
    assert asked.count(Asked) >= 1


def test_a_lost_message_is_repeated_byte_for_byte() -> None:
    pair = Thinking(3, 10)
    asked, other = pair.settle()
    decide_all(asked)
    sent = asked.protocol._archive.messages_from(asked.protocol.chain.n - 1)
    lose_link(pair)
    restart(asked)
    reconnect(pair, other)
    got = [r.payload for r in read_records_untrusted(other.storage.read()).records]
    assert sent[0] in got


def test_what_the_player_said_while_the_line_was_lost_is_sent_when_it_is_back() -> None:
    pair = Thinking(3, 10)
    asked, other = pair.settle()
    n = asked.protocol.chain.n
    lose_link(pair)
    line = asked.choose_line()
    assert asked.protocol.send(Decide(line)) == b""
    assert asked.protocol.chain.n == n
    reconnect(pair, asked)
    steps = [e for e in other.events if isinstance(e, StepMade) and e.step.n == n]
    assert len(steps) == 1 or asked.protocol.asked is not None


@pytest.mark.parametrize("who", [0, 1])
def test_a_concession_while_the_line_is_lost_ends_the_match_when_it_is_back(who: int) -> None:
    pair = Thinking(3, 10)
    player = pair.settle()[who]
    lose_link(pair)
    player.protocol.send(Concede())
    assert player.protocol.state is State.AWAY
    reconnect(pair, pair.host)
    for one in pair.players:
        ended = one.last(MatchEnded)
        assert isinstance(ended, MatchEnded)
        assert (ended.result.winner, ended.result.reason) == (
            1 - player.protocol.seat,
            Reason.CONCEDE,
        )


def test_a_place_that_changed_is_there_after_a_restart() -> None:
    asked, _ = Thinking(1, 8).settle()
    asked.protocol.move(("2001:db8::7", 4041))
    restart(asked)
    assert asked.protocol.place == ("2001:db8::7", 4041)


def test_a_match_that_was_done_before_a_restart_waits_for_whoever_does_not_know() -> None:
    """P10.6: a match that is DONE still answers a Resume."""
    pair = Pair(1)
    pair.play()
    for player in pair.players:
        restart(player)
        assert player.protocol.state is State.DONE
        assert player.protocol.awaits_return


def test_a_dialler_takes_a_last_word_in_place_of_a_resume() -> None:
    """P10.6: a listener that cannot go on says so; a listener takes none."""
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    lose_link(pair)
    visitor = other.protocol.new_visitor()
    visitor.receive_data(asked.protocol.dial())
    asked.receive(visitor.data_to_send())
    chain = other.protocol.chain
    word = Close(chain.n, chain.last_head, CloseCode.FORK)
    visitor.link.send_message(sign_message(word, other.identity, chain.sid).raw)
    assert asked.receive(visitor.link.data_to_send()) == [PeerClosed(CloseCode.FORK)]
    assert asked.protocol.state is State.ERROR
    restart(asked)
    assert asked.protocol.state is State.ERROR


def test_a_finished_match_still_answers() -> None:
    pair = Pair(1)
    pair.play()
    result = pair.host.protocol.chain.result
    assert result is not None
    loser = pair.players[1 - result.winner]
    cut_records(loser, 3)  # done, closed, the winner's End
    for player in pair.players:
        restart(player)
    assert loser.protocol.state is State.AWAY
    reconnect(pair, loser)
    assert [player.protocol.state for player in pair.players] == [State.DONE] * 2
    assert pair.other(loser).count(PeerClosed) >= 1


def test_a_visitor_replaces_a_connection_that_only_seems_alive() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    other.protocol.receive_end()
    other.take_events()
    assert asked.protocol.state is State.STEP_ME
    reconnect(pair, other)
    assert asked.count(Resumed) == 1
    assert asked.protocol.state is State.STEP_ME
    assert other.protocol.state is State.STEP_YOU


def test_leaving_for_later_can_be_resumed_and_another_last_word_cannot() -> None:
    for code, can in ((CloseCode.LATER, True), (CloseCode.INTERNAL, True), (CloseCode.TIME, False)):
        pair = Thinking(1, 8)
        asked, other = pair.settle()
        other.receive(asked.protocol.send(Leave(code)))
        assert other.protocol.can_resume is can
        assert asked.protocol.can_resume is can
        for player in pair.players:
            restart(player)
            assert player.protocol.can_resume is can


def test_a_winner_that_claimed_and_restarted_is_signed_by_a_loser_who_comes_back() -> None:
    """P8.5: a claim counts for nothing on the wire, and stands in the way of nothing."""
    pair = Pair(1)
    pair.play(lambda pair: any(p.protocol.state is State.END_YOU for p in pair.players))
    (winner,) = (p for p in pair.players if p.protocol.state is State.END_YOU)
    loser = pair.other(winner)
    lose_link(pair)
    winner.protocol.claim()
    claim = made_and_got(winner)[-1]
    assert isinstance(message_in(claim), End)
    restart(winner)
    reconnect(pair, loser)
    for player in pair.players:
        assert player.protocol.state is State.DONE
        assert player.count(PeerBroke) == 0
        assert verify(transcript_of(player)).kind is VerdictKind.FINISHED
