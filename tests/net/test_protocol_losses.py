"""Lost links, full disks and faults of our own: nothing is lost, signed twice or convicted."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import (
    NEED_DATA,
    Concede,
    Decide,
    Greeted,
    Leave,
    LinkLost,
    PeerClosed,
    SayAlive,
)
from lycee_net.messages import Reason, Step, parse_message_untrusted
from lycee_net.records import RecordKind as K
from lycee_net.records import decode_made_untrusted, decode_note_untrusted, read_records_untrusted
from lycee_net.states import State

from .pair import Pair, Player, Thinking, ended
from .toy import PASS

if TYPE_CHECKING:
    from lycee_net.chain import Who
    from lycee_net.events import Event
    from lycee_net.messages import SignedMessage


def test_garbage_on_the_line_is_a_lost_link_and_convicts_nobody() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    data = bytearray(asked.protocol.send(Decide(bytes([PASS]))))
    data[-1] ^= 1
    events = other.receive(bytes(data))
    assert [type(event) for event in events] == [LinkLost]
    assert other.protocol.state is State.AWAY
    assert other.protocol.data_to_send() == b""
    assert other.protocol.is_closed


def test_an_ended_stream_is_a_lost_link() -> None:
    asked, _other = Thinking(1, 6).settle()
    asked.protocol.receive_end()
    assert [type(event) for event in asked.take_events()] == [LinkLost]
    with pytest.raises(LocalProtocolError, match="closed"):
        asked.protocol.send(SayAlive())


def test_leaving_for_later_leaves_both_away() -> None:
    asked, other = Thinking(1, 6).settle()
    events = other.receive(asked.protocol.send(Leave(CloseCode.LATER)))
    assert events == [PeerClosed(CloseCode.LATER)]
    assert {asked.protocol.state, other.protocol.state} == {State.AWAY}


def test_an_ended_stream_after_the_end_is_nothing() -> None:
    pair = Pair(1)
    pair.play()
    for player in pair.players:
        player.protocol.receive_end()
        assert player.protocol.next_event() is NEED_DATA
        assert player.protocol.state is State.DONE


def test_own_messages_are_on_disk_before_their_bytes_are_out() -> None:
    asked, _ = Thinking(1, 6).settle()
    data = asked.protocol.send(Decide(bytes([PASS])))
    assert data != b""
    assert asked.storage.n_synced == len(asked.storage.read())


def test_a_fault_of_our_own_is_said_and_the_match_can_go_on_later() -> None:  # P7.7
    asked, other = Thinking(1, 6).settle()
    n = other.protocol.chain.n

    def fail(who: Who, signed: SignedMessage) -> None:
        raise ZeroDivisionError

    other.protocol.chain.take = fail  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    asked.receive(other.protocol.data_to_send())
    assert asked.events[-1] == PeerClosed(CloseCode.INTERNAL)
    assert (asked.protocol.can_resume, other.protocol.can_resume) == (True, True)
    assert other.protocol.chain.n == n


def test_a_match_that_is_done_is_noted_with_what_became_of_the_audit() -> None:  # P10.8
    pair = Pair(1)
    pair.play()
    for player in pair.players:
        records = read_records_untrusted(player.storage.read()).records
        notes = [decode_note_untrusted(r.payload) for r in records if r.kind is K.NOTE]
        winner = ended(player).result.winner
        became = "opened" if player.protocol.seat == winner else "passed"
        assert ("done", winner, Reason.RULES.value, became) in notes


class SilentHost(Pair):
    """The host does not answer what it hears."""

    def react(self, player: Player, event: Event) -> None:
        if player is self.guest:
            super().react(player, event)


def test_a_match_that_was_never_accepted_is_void_when_the_line_is_lost() -> None:  # P8.4
    pair = SilentHost(1)
    pair.play()
    assert isinstance(pair.host.events[-1], Greeted)
    pair.host.protocol.receive_end()
    assert pair.host.protocol.state is State.ERROR
    assert not pair.host.protocol.can_resume


def test_a_winner_that_opened_waits_for_the_last_word_and_no_longer() -> None:
    pair = Pair(1)
    is_done = State.DONE
    pair.play(lambda pair: any(p.protocol.state is is_done for p in pair.players))
    (winner,) = (p for p in pair.players if p.protocol.state is is_done)
    winner.protocol.receive_end()
    assert winner.protocol.awaits_return  # who knows whether its End arrived

    pair = Pair(1)
    pair.play()
    assert not any(player.protocol.awaits_return for player in pair.players)


def full_disk() -> None:
    raise OSError(errno.ENOSPC, "no space left on device")


@pytest.mark.parametrize("intent", [Decide(bytes([PASS])), Concede()], ids=["a Step", "an End"])
def test_no_message_leaves_that_the_disk_could_not_keep(intent: Decide | Concede) -> None:
    asked, other = Thinking(1, 6).settle()  # P10.2
    asked.storage.sync = full_disk  # type: ignore[method-assign]
    n = other.protocol.chain.n
    with pytest.raises(OSError, match="no space"):
        asked.protocol.send(intent)
    assert other.receive(asked.protocol.data_to_send()) == []
    assert (other.protocol.chain.n, other.protocol.state) == (n, State.STEP_YOU)


def test_a_guest_whose_disk_is_full_does_not_answer_the_hello() -> None:
    pair = Pair(1)  # P10.2
    pair.guest.storage.sync = full_disk  # type: ignore[method-assign]
    with pytest.raises(OSError, match="no space"):
        pair.play()
    assert pair.host.receive(pair.guest.protocol.data_to_send()) == []
    assert pair.host.protocol.state is State.GREET_YOU


def test_we_never_sign_two_messages_under_one_number() -> None:
    """Two signed bodies with one number and session would be the proof of a fraud."""
    pair = Pair(4)
    pair.play()
    for player in pair.players:
        records = read_records_untrusted(player.storage.read()).records
        made = [decode_made_untrusted(r.payload).message for r in records if r.kind is K.MADE]
        steps = [parse_message_untrusted(raw).message for raw in made]
        numbers = [step.n for step in steps if isinstance(step, Step)]
        assert numbers == sorted(set(numbers))
        assert {n % 2 for n in numbers} == {player.protocol.seat}
