"""Carrying a match on: what is repeated, adopted, refused; who is let in and who is not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from lycee_net.channel import Link, Role, invite_psk, resume_psk
from lycee_net.deck import OwnCards
from lycee_net.errors import CloseCode, LinkLostError, LocalProtocolError
from lycee_net.events import (
    AgreeDraw,
    Asked,
    AuditState,
    Concede,
    Decide,
    Leave,
    MatchEnded,
    OfferDraw,
    PeerBroke,
    PeerClosed,
    Resumed,
    SayAlive,
    StepMade,
    TimeOver,
)
from lycee_net.game import DRAW
from lycee_net.identity import Identity
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.messages import (
    Close,
    End,
    Ping,
    Reason,
    Resume,
    Step,
    head,
    needs_short_form,
    parse_message_untrusted,
    sign_message,
)
from lycee_net.protocol import Protocol
from lycee_net.records import (
    FIRST_CHECK,
    JournalError,
    Record,
    RecordKind,
    decode_made_untrusted,
    format_record,
    read_journal,
    read_records_untrusted,
)
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .pair import SECRET, Pair, Player, Thinking, decide_all, seeded_entropy
from .test_verify import transcript_of, verify
from .toy import PASS, ToyRules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_net.chain import Chain
    from lycee_net.messages import Message

RULES = ToyRules()


def lose_link(pair: Pair) -> None:
    for player in pair.players:
        player.protocol.data_to_send()
        player.protocol.receive_end()
        player.take_events()


def restart(player: Player) -> None:
    """A new process on the same disk."""
    reading = read_journal(player.storage.read())
    storage = MemoryStorage(player.storage.read()[: reading.end])
    player.storage = storage
    player.protocol = Protocol.revive(
        Journal(storage, reading.check),
        player.identity,
        RULES,
        entropy=seeded_entropy(f"{player.identity.key!r}/again"),
        channel_entropy=seeded_entropy(f"{len(storage.read())}/channel"),
    )


def cut_records(player: Player, n: int) -> None:
    """An old backup: the last n records never were."""
    records = read_records_untrusted(player.storage.read()).records
    kept = player.storage.read()[: records[-n].offset]
    player.storage = MemoryStorage(kept)


def reconnect(pair: Pair, dialler: Player) -> None:
    """Dial, prove, admit; then everything flows."""
    other = pair.other(dialler)
    visitor = other.protocol.new_visitor()
    visitor.receive_data(dialler.protocol.dial())
    dialler.protocol.receive_data(visitor.data_to_send())
    visitor.receive_data(dialler.protocol.data_to_send())
    other.protocol._outgoing += other.protocol.admit(visitor)
    for player in pair.players:
        for event in player.take_events():
            pair.react(player, event)
    pair.play()


def come_back(pair: Pair, dialler: Player) -> list[bytes]:
    """Dial and be admitted; the frames of the other side, its Resume first."""
    other = pair.other(dialler)
    visitor = other.protocol.new_visitor()
    visitor.receive_data(dialler.protocol.dial())
    dialler.protocol.receive_data(visitor.data_to_send())
    visitor.receive_data(dialler.protocol.data_to_send())
    data, frames = other.protocol.admit(visitor), []
    while data:
        end = 2 + int.from_bytes(data[:2], "big")
        frames.append(data[:end])
        data = data[end:]
    return frames


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


@pytest.mark.parametrize(
    ("n", "n_lost", "n_seals"), [(12, 1, 0), (12, 2, 0), (13, 2, 1), (15, 2, 2)]
)
def test_own_messages_that_the_disk_lost_are_adopted_with_their_cards(
    n: int, n_lost: int, n_seals: int
) -> None:
    pair = Thinking(1, n)
    asked, other = pair.settle()
    before = asked.protocol.chain._heads.copy()
    own = asked.protocol.chain.table.own
    assert own is not None
    vectors = own.vectors.copy()
    lose_link(pair)
    cut_records(asked, n_lost)
    restart(asked)
    assert asked.protocol.chain.n < len(before)
    assert cards_of_seals(asked) == vectors[: len(vectors) - n_seals]
    pair.n = 0  # nobody decides
    reconnect(pair, other)
    assert asked.protocol.chain._heads == before
    assert cards_of_seals(asked) == vectors
    restart(asked)  # and they are on the disk
    assert asked.protocol.chain._heads == before
    assert cards_of_seals(asked) == vectors


def cards_of_seals(player: Player) -> list[tuple[int, ...]]:
    own = player.protocol.chain.table.own
    assert own is not None
    return own.vectors


def test_a_message_of_ours_that_we_never_signed_is_not_adopted() -> None:
    """P10.6: the signature of what is adopted is checked with our own key."""
    pair = Thinking(1, 13)
    asked, other = pair.settle()
    lose_link(pair)
    cut_records(asked, 2)
    restart(asked)
    n = asked.protocol.chain.n
    chain, raw = other.protocol.chain, other.protocol._archive.messages_from(n)[0]
    before = asked.storage.read()
    meet(pair, asked, other, Resume(chain.n, chain.last_head, bytes(32), (0, 0)))
    step = parse_message_untrusted(raw).message
    forged = sign_message(step, other.identity, chain.sid).raw
    assert forged[:-64] == raw[:-64]
    other.protocol._link.send_message(forged)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.SIGNATURE]
    assert asked.protocol.chain.n == n
    assert forged[:-64] not in asked.storage.read()[len(before) :]


@pytest.mark.parametrize("intent", [Concede(), TimeOver(), AgreeDraw()])
def test_an_own_end_that_a_concession_crossed_stands_when_it_is_adopted_behind_it(
    intent: Concede | TimeOver | AgreeDraw,
) -> None:  # P7.3, P10.6
    pair = Thinking(1, 6)
    other, _ = pair.settle()
    other.protocol.send(OfferDraw())
    pair.n = other.protocol.chain.n + 1
    pair.react(other, other.last(Asked))
    asked, other = pair.settle()
    assert asked.protocol.chain._offered_by == other.protocol.seat
    crossing = other.protocol.send(Concede())
    other.receive(asked.protocol.send(intent))
    asked.receive(crossing)
    before = len(read_records_untrusted(asked.storage.read()).records)
    pair.play()
    result = other.protocol.chain.result
    assert result is not None
    assert (result.winner, result.reason) == {
        Concede: (other.protocol.seat, Reason.CONCEDE),
        TimeOver: (other.protocol.seat, Reason.TIME),
        AgreeDraw: (DRAW, Reason.AGREED),
    }[type(intent)]
    after = len(read_records_untrusted(asked.storage.read()).records)
    cut_records(asked, after - before + 2)  # what came since, the concession and the own End
    restart(asked)
    assert asked.protocol.chain.result is None
    lose_link(pair)
    reconnect(pair, other)
    assert asked.protocol.chain.result == result
    assert verify(transcript_of(asked)).kind is VerdictKind.FINISHED
    restart(asked)
    assert asked.protocol.chain.result == result


def test_a_lost_concession_of_the_side_that_waited_stays_void() -> None:  # P7.3, P10.6
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    crossing = other.protocol.send(Concede())
    other.receive(asked.protocol.send(Concede()))
    asked.receive(crossing)
    ends = [r for r in made_and_got(other) if isinstance(message_in(r), End)]
    assert [(r.kind, message_in(r).reason) for r in ends] == [  # type: ignore[union-attr]
        (RecordKind.MADE, Reason.CONCEDE),
        (RecordKind.GOT, Reason.CONCEDE),
        (RecordKind.MADE, Reason.CONCEDE),  # the confirmation
    ]
    other.storage = MemoryStorage(other.storage.read()[: ends[0].offset])
    restart(other)
    lose_link(pair)
    reconnect(pair, asked)
    for player in pair.players:
        assert player.count(PeerBroke) == 0
        result = player.protocol.chain.result
        assert result is not None
        assert result.winner == other.protocol.seat
        assert verify(transcript_of(player)).kind is VerdictKind.FINISHED


def made_and_got(player: Player) -> list[Record]:
    records = read_records_untrusted(player.storage.read()).records
    return [record for record in records if record.kind in {RecordKind.MADE, RecordKind.GOT}]


def message_in(record: Record) -> Message:
    is_made = record.kind is RecordKind.MADE
    raw = decode_made_untrusted(record.payload).message if is_made else record.payload
    return parse_message_untrusted(raw).message


def test_a_winner_that_lost_its_own_last_end_adopts_it_and_knows_that_it_won() -> None:
    pair = Pair(1)
    pair.play()
    result = pair.host.protocol.chain.result
    assert result is not None
    winner = pair.players[result.winner]
    end = made_and_got(winner)[-1]
    assert (end.kind, type(message_in(end))) == (RecordKind.MADE, End)
    winner.storage = MemoryStorage(winner.storage.read()[: end.offset])
    for player in pair.players:
        restart(player)
    winner.events.clear()
    reconnect(pair, winner)
    assert winner.protocol.state is State.DONE
    assert winner.last(MatchEnded) == MatchEnded(result, AuditState.OPENED)
    restart(winner)
    assert winner.protocol.state is State.DONE
    assert verify(transcript_of(winner)).kind is VerdictKind.FINISHED


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


def test_after_a_resume_and_before_the_closing_ping_nothing_new_is_signed() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    lose_link(pair)
    line = asked.choose_line()
    n = asked.protocol.chain.n
    asked.protocol.send(Decide(line))
    visitor = asked.protocol.new_visitor()
    visitor.receive_data(other.protocol.dial())
    other.protocol.receive_data(visitor.data_to_send())
    visitor.receive_data(other.protocol.data_to_send())
    asked.protocol.admit(visitor)
    assert asked.protocol.chain.n == n


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


def meet(pair: Pair, victim: Player, liar: Player, announced: Resume) -> None:
    """A connection on which the peer announces something, signed with its key."""
    link = Link(Role.GUEST, resume_psk(SECRET, liar.protocol.chain.sid), seeded_entropy("liar"))
    visitor = victim.protocol.new_visitor()
    visitor.receive_data(link.data_to_send())
    link.receive_data(visitor.data_to_send())
    link.next_message()
    resume = replace(announced, handshake_hash=link.hash)
    link.send_message(sign_message(resume, liar.identity, liar.protocol.chain.sid).raw)
    visitor.receive_data(link.data_to_send())
    victim.protocol.admit(visitor)
    liar.protocol._link = link


def test_a_ping_before_all_that_was_announced_has_come_is_out_of_order() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain = other.protocol.chain
    meet(pair, asked, other, Resume(chain.n + 3, bytes(32), bytes(32), (0, 0)))
    ping = Ping(chain.n, chain.last_head)
    other.protocol._link.send_message(sign_message(ping, other.identity, chain.sid).raw)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.ORDER]
    assert verify(transcript_of(asked)).kind is VerdictKind.UNFINISHED  # and nobody is blamed


def test_what_comes_must_be_what_was_announced() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain, raw = other.protocol.chain, other.protocol._archive.messages_from(0)[-1]
    number = chain.n - 1
    lose_link(pair)
    cut_records(asked, 1)
    restart(asked)
    assert asked.protocol.chain.n == number
    meet(pair, asked, other, Resume(chain.n, bytes(32), bytes(32), (0, 0)))
    other.protocol._link.send_message(raw)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.FORK]
    verdict = verify(transcript_of(asked))
    assert verdict.broken_by == other.protocol.seat
    assert f"signed two messages {number}" in verdict.text


def test_what_is_repeated_must_build_on_what_is_held() -> None:  # P10.6
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain = other.protocol.chain
    lose_link(pair)
    cut_records(asked, 1)
    restart(asked)
    n = asked.protocol.chain.n
    meet(pair, asked, other, Resume(chain.n, chain.last_head, bytes(32), (0, 0)))
    step = Step(n, bytes(32), (), bytes(32), False)
    other.protocol._link.send_message(sign_message(step, other.identity, chain.sid).raw)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.FORK]
    assert verify(transcript_of(asked)).broken_by is None  # whoever made the file may have done it
    restart(asked)
    assert asked.protocol.state is State.ERROR


# The size of an audit


def test_the_full_form_is_used_up_to_its_limit() -> None:
    assert not needs_short_form([60] * 65)
    assert needs_short_form([60] * 66)
    assert not needs_short_form([8] * 460)


def test_a_long_match_is_audited_in_the_short_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lycee_net.messages.MAX_LISTS", 60)
    pair = Pair(1)
    pair.play()
    winner = pair.players[pair.host.protocol.chain.result.winner]  # type: ignore[union-attr]
    opened = [end.opened for end in winner.protocol.chain.ends if end.opened is not None]
    assert len(opened[0].vectors) == 1
    for player in pair.players:
        assert verify(transcript_of(player)).kind is VerdictKind.FINISHED
    monkeypatch.undo()
    verdict = verify(transcript_of(winner))  # where the full form fits, the short one is an error
    assert verdict.kind is VerdictKind.BROKEN
    assert verdict.broken_by == winner.protocol.seat


def test_the_cards_of_a_seal_are_found_by_trying() -> None:
    pair = Pair(1)
    pair.play()
    own = pair.host.protocol.chain.table.own
    assert own is not None
    again = OwnCards(0, own.sid, own.deck_secret, own.cards)
    deck = pair.host.protocol.chain.table.decks[0]
    from lycee_net.deck import PublicDeck

    fresh = PublicDeck(0, own.sid)
    again.finds_vectors = True
    again.check_seal(tuple(range(14)), deck.leaves(0), fresh)
    assert again.vectors == own.vectors[:1]


def test_whoever_lacks_messages_says_nothing_that_could_pass_for_the_end_of_its_repeats() -> None:
    # P10.6: on a slow line the silence may last longer than the ten seconds of a Ping.
    pair = Thinking(3, 20)
    _, behind = pair.settle()
    lose_link(pair)
    cut_records(behind, 5)
    restart(behind)
    frames = come_back(pair, behind)
    behind.receive(frames[0])
    assert behind.protocol.is_catching_up
    assert behind.protocol.send(SayAlive()) == b""
    said = behind.protocol.data_to_send()
    for frame in frames[1:]:
        behind.receive(frame)
    said += behind.protocol.data_to_send()
    assert not behind.protocol.is_catching_up
    assert not [e for e in pair.other(behind).receive(said) if isinstance(e, PeerBroke)]
    assert [p.protocol.is_returning for p in pair.players] == [False, False]


@pytest.mark.parametrize("intent", [AgreeDraw(), TimeOver()])
def test_nothing_is_signed_before_the_other_side_has_repeated_all(
    intent: AgreeDraw | TimeOver,
) -> None:
    # P10.6: our own Step may be among what it still has to repeat.
    pair = Thinking(1, 8)
    offers, asked = pair.settle()
    offers.protocol.send(OfferDraw())
    asked.receive(offers.protocol.send(Decide(bytes([PASS]))))
    lose_link(pair)
    restart(asked)
    resume, *rest = come_back(pair, asked)
    asked.receive(resume)
    assert asked.protocol.state is State.STEP_ME
    with pytest.raises(LocalProtocolError, match="repeated"):
        asked.protocol.send(intent)
    for frame in rest:
        asked.receive(frame)
    offers.receive(asked.protocol.data_to_send())
    assert asked.protocol.asked is not None
    offers.receive(asked.protocol.send(intent))
    assert offers.protocol.state is State.DONE


def test_a_concession_waits_until_the_other_side_has_repeated_all() -> None:  # P10.6
    pair = Thinking(1, 8)
    offers, asked = pair.settle()
    asked.receive(offers.protocol.send(Decide(bytes([PASS]))))
    lose_link(pair)
    restart(asked)
    resume, *rest = come_back(pair, asked)
    asked.receive(resume)
    asked.protocol.data_to_send()
    assert asked.protocol.send(Concede()) == b""
    assert not any(isinstance(message_in(record), End) for record in made_and_got(asked))
    for frame in rest:
        asked.receive(frame)
    assert asked.protocol.state is State.LAST_YOU


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
