"""What is not carried on: broken matches, foreign journals, strangers at the door."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycee_net.channel import Link, Role, invite_psk, resume_psk
from lycee_net.errors import CloseCode, LinkLostError, LocalProtocolError
from lycee_net.events import MatchEnded, PeerBroke
from lycee_net.identity import Identity
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.messages import End, Ping, Reason, Resume, Step, head, sign_message
from lycee_net.protocol import Protocol
from lycee_net.records import (
    FIRST_CHECK,
    JournalError,
    RecordKind,
    decode_made_untrusted,
    format_record,
    read_records_untrusted,
)
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .away import RULES, come_back, lose_link, restart
from .pair import SECRET, Pair, Player, Thinking, seeded_entropy
from .test_verify import transcript_of, verify
from .toy import ToyRules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_net.chain import Chain


def test_two_chains_under_one_number_stop_the_match_and_the_file_says_who() -> None:
    pair = Thinking(1, 10)
    asked, other = pair.settle()
    lose_link(pair)
    # The side that sent the last message signs another one under its number.
    chain, forker = other.protocol.chain, other
    number = chain.n - 1
    assert number % 2 == forker.protocol.seat
    chain._heads[-1] = head(b"another message")
    reconnect_events = fork(pair, asked, forker)
    assert [e.code for e in reconnect_events if isinstance(e, PeerBroke)] == [CloseCode.FORK]
    assert asked.protocol.state is State.ERROR
    verdict = verify(transcript_of(asked))
    assert verdict.broken_by == forker.protocol.seat
    assert f"signed two messages {number}" in verdict.text
    restart(asked)
    assert not asked.protocol.can_resume


def fork(pair: Pair, victim: Player, forker: Player) -> Sequence[object]:
    visitor = victim.protocol.new_visitor()
    visitor.receive_data(forker.protocol.dial())
    forker.protocol.receive_data(visitor.data_to_send())
    visitor.receive_data(forker.protocol.data_to_send())
    data = victim.protocol.admit(visitor)
    forker.receive(data)
    return victim.take_events()


def test_a_stranger_with_the_invite_is_not_answered() -> None:
    pair = Thinking(1, 8)
    asked, _ = pair.settle()
    stranger = Link(Role.GUEST, invite_psk(SECRET), seeded_entropy("stranger"))
    visitor = asked.protocol.new_visitor()
    with pytest.raises(LinkLostError):
        visitor.receive_data(stranger.data_to_send())
    assert visitor.data_to_send() == b""


@pytest.mark.parametrize("what", ["another key", "another connection", "a ping", "nothing"])
def test_a_visitor_that_proves_nothing_changes_nothing(what: str) -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain = other.protocol.chain
    psk = resume_psk(SECRET, chain.sid)
    link = Link(Role.GUEST, psk, seeded_entropy("stranger"))
    visitor = asked.protocol.new_visitor()
    visitor.receive_data(link.data_to_send())
    link.receive_data(visitor.data_to_send())
    link.next_message()
    h = bytes(32) if what == "another connection" else link.hash
    identity = Identity(b"x" * 32) if what == "another key" else other.identity
    message = Resume(chain.n, chain.last_head, h, (0, 0))
    if what == "a ping":
        link.send_message(sign_message(Ping(chain.n, chain.last_head), identity, chain.sid).raw)
    elif what == "nothing":
        link.send_message(b"nothing")
    else:
        link.send_message(sign_message(message, identity, chain.sid).raw)
    with pytest.raises(LinkLostError):
        visitor.receive_data(link.data_to_send())
    assert visitor.data_to_send() == b""
    with pytest.raises(LocalProtocolError):
        asked.protocol.admit(visitor)
    assert asked.protocol.state is State.STEP_ME  # the old connection lives


def without_parts(liar: Player, chain: Chain) -> bytes:
    step = Step(chain.n, chain.last_head, (), bytes(32), False)
    return sign_message(step, liar.identity, chain.sid).raw


def under_another_key(_: Player, chain: Chain) -> bytes:
    ping = Ping(chain.n, chain.last_head)
    return sign_message(ping, Identity(b"x" * 32), chain.sid).raw


def pings(liar: Player, chain: Chain) -> bytes:
    return sign_message(Ping(chain.n, chain.last_head), liar.identity, chain.sid).raw


@pytest.mark.parametrize(
    ("lie", "times", "code"),
    [
        (without_parts, 1, CloseCode.PART),
        (lambda *_: bytes(10), 1, CloseCode.ENCODING),
        (under_another_key, 1, CloseCode.SIGNATURE),
        (pings, 61, CloseCode.FLOOD),
    ],
)
def test_a_match_that_a_peer_broke_is_not_resumed(
    lie: Callable[[Player, Chain], bytes], times: int, code: CloseCode
) -> None:
    """P7.6: ERROR is for good, whether or not there is something to keep as evidence."""
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    for _ in range(times):
        asked.protocol._link.send_message(lie(asked, asked.protocol.chain))
    events = other.receive(asked.protocol.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [code]
    assert other.protocol.state is State.ERROR
    restart(other)
    assert other.protocol.state is State.ERROR
    with pytest.raises(LocalProtocolError):
        other.protocol.dial()


@pytest.mark.parametrize("what", ["identity", "transcript", "nothing"])
def test_a_journal_that_is_not_ours_is_refused(what: str) -> None:
    pair = Thinking(1, 8)
    player, _ = pair.settle()
    identity, storage = player.identity, player.storage
    if what == "identity":
        identity = Identity(b"x" * 32)
    elif what == "transcript":
        storage = MemoryStorage(transcript_of(player))
    else:
        storage = MemoryStorage()
    with pytest.raises(JournalError):
        Protocol.revive(Journal(storage), identity, RULES)


def test_another_catalogue_cannot_resume() -> None:
    pair = Thinking(1, 8)
    player, _ = pair.settle()
    rules = ToyRules(n_deck=13)
    rules.catalogue_hash = bytes(32)
    with pytest.raises(Exception, match="catalogue"):
        Protocol.revive(Journal(player.storage), player.identity, rules)


def test_a_journal_of_two_starts_is_refused() -> None:
    pair = Thinking(1, 8)
    player, _ = pair.settle()
    first = read_records_untrusted(player.storage.read()).records[0]
    one = format_record(FIRST_CHECK, RecordKind.START, first.payload)
    two = format_record(one[-8:], RecordKind.START, first.payload)
    with pytest.raises(JournalError, match="second match"):
        Protocol.revive(Journal(MemoryStorage(one + two)), player.identity, RULES)


def test_no_result_comes_after_the_last_message_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lycee_net.chain.MAX_CHAIN", 12)
    pair = Pair(1)
    pair.play()
    assert [player.protocol.state for player in pair.players] == [State.ERROR] * 2
    assert [player.protocol.chain.n for player in pair.players] == [12, 12]
    assert not any(player.count(MatchEnded) or player.count(PeerBroke) for player in pair.players)
    for player in pair.players:  # nor after a restart
        restart(player)
        assert player.protocol.state is State.ERROR


def test_a_claim_that_the_loser_repeats_to_its_maker_changes_nothing() -> None:
    # P8.5: a claim stands in a file that is shown around, so the loser may have it.
    pair = Pair(1)
    pair.play(lambda pair: any(p.protocol.state is State.END_YOU for p in pair.players))
    (winner,) = (p for p in pair.players if p.protocol.state is State.END_YOU)
    loser = pair.other(winner)
    winner.protocol.receive_end()
    winner.protocol.claim()
    shown = transcript_of(winner)
    claim = decode_made_untrusted(read_records_untrusted(shown).records[-1].payload).message
    loser.protocol.receive_end()
    loser.protocol._send_end = lambda *_: None  # type: ignore[method-assign]  # it never signs
    loser.protocol._send_mark = lambda: None  # type: ignore[method-assign]
    for frame in come_back(pair, loser):
        loser.receive(frame)
    loser.protocol._link.send_message(claim)
    events = winner.receive(loser.protocol.data_to_send())
    assert not any(isinstance(event, PeerBroke) for event in events)
    assert winner.protocol.state is State.END_YOU
    assert verify(transcript_of(winner)) == verify(shown)
    assert "not countersigned" in verify(shown).text


def test_what_we_signed_ourselves_is_no_evidence_against_the_peer() -> None:
    # P10.5: a REFUSED message is the other side's; another would pass for a forged one.
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain = asked.protocol.chain
    false = End(chain.n, chain.last_head, asked.protocol.seat, Reason.RULES, False, None)
    raw = sign_message(false, asked.identity, chain.sid).raw
    before = verify(transcript_of(asked))
    lose_link(pair)
    other.protocol._send_mark = lambda: None  # type: ignore[method-assign]
    for frame in come_back(pair, other):
        other.receive(frame)
    other.protocol._link.send_message(raw)
    events = asked.receive(other.protocol.data_to_send())
    assert any(isinstance(event, PeerBroke) for event in events)
    assert verify(transcript_of(asked)) == before
    assert before.kind is VerdictKind.UNFINISHED
