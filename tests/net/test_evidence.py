"""Two files of one match, and copies to show around."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.evidence import Fork, find_fork_untrusted, strip_audits_untrusted
from lycee_net.identity import Identity
from lycee_net.messages import Hello, Step, sign_message
from lycee_net.records import JournalError, RecordKind, decode_start_untrusted, encode_start
from lycee_net.verify import VerdictKind

from .pair import GUEST_KEY, HOST_KEY, Pair
from .test_verify import EXAMPLE, played, records_of, rewrite, transcript_of, verify


def test_two_files_of_one_match_agree() -> None:
    pair = played(3)
    files = [transcript_of(player) for player in pair.players]
    assert find_fork_untrusted(*files) is None


@pytest.mark.parametrize(("n", "identity"), [(4, HOST_KEY), (5, GUEST_KEY)])
def test_two_bodies_under_one_number_convict_their_key(n: int, identity: object) -> None:
    pair = Pair(1)
    pair.play()
    records = records_of(transcript_of(pair.host))
    sid = pair.host.protocol.chain.sid
    assert identity in (HOST_KEY, GUEST_KEY)
    key = HOST_KEY if identity is HOST_KEY else GUEST_KEY
    second = sign_message(Step(n, bytes(32), (), bytes(32), False), key, sid)
    forged = [*records[:1], (RecordKind.GOT, second.raw)]
    fork = find_fork_untrusted(transcript_of(pair.host), rewrite(forged))
    assert fork == Fork(n % 2, key.key, n)


@pytest.mark.parametrize(
    ("n", "forked"),
    [(5, Fork(1, GUEST_KEY.key, 5)), (4, None)],
    ids=["another body", "a number of the other side"],
)
def test_a_step_of_the_guest_that_was_refused_is_a_fork_under_its_own_number_alone(
    n: int, forked: Fork | None
) -> None:
    # P10.9: a Step that came twice, with another body, was refused and kept.
    pair = Pair(1)
    pair.play()
    whole = transcript_of(pair.host)
    records = records_of(whole)[:8]
    sid = pair.host.protocol.chain.sid
    second = sign_message(Step(n, bytes(32), (), bytes(32), False), GUEST_KEY, sid)
    kept = rewrite([*records, (RecordKind.REFUSED, second.raw)])
    assert find_fork_untrusted(whole, kept) == find_fork_untrusted(kept, kept) == forked
    verdict = verify(kept)
    assert verdict.broken_by == (forked.seat if forked else None)
    assert ("signed two messages 5" in verdict.text) == (forked is not None)
    if forked:
        got = rewrite([*records, (RecordKind.GOT, second.raw)])
        assert (verify(got).text, find_fork_untrusted(whole, got)) == (verdict.text, forked)


def test_a_file_with_another_greeting_of_the_same_session_convicts_nobody() -> None:
    # P10.9: the session covers both keys only if each Hello builds on what was before it.
    pair = Pair(1)
    pair.play()
    whole, chain = transcript_of(pair.host), pair.host.protocol.chain
    start = decode_start_untrusted(records_of(whole)[0][1])
    offer = chain.hellos[0].message
    assert isinstance(offer, Hello)
    stranger = Identity(b"x" * 32)
    hello = sign_message(replace(offer, key=stranger.key), stranger, chain.handshake_hash)
    hellos = (hello.raw, start.hellos[1])
    step = sign_message(Step(4, bytes(32), (), bytes(32), False), stranger, chain.sid)
    forged = [
        (RecordKind.START, encode_start(replace(start, hellos=hellos))),
        (RecordKind.GOT, step.raw),
    ]
    with pytest.raises(JournalError, match="no greeting"):
        find_fork_untrusted(whole, rewrite(forged))


def test_a_signature_of_somebody_else_convicts_nobody() -> None:
    pair = Pair(1)
    pair.play()
    records = records_of(transcript_of(pair.host))
    second = sign_message(
        Step(4, bytes(32), (), bytes(32), False), GUEST_KEY, pair.host.protocol.chain.sid
    )
    with pytest.raises(JournalError):
        find_fork_untrusted(EXAMPLE, rewrite([*records[:1], (RecordKind.GOT, second.raw)]))


def test_files_of_different_matches_are_not_compared() -> None:
    with pytest.raises(JournalError, match="different matches"):
        find_fork_untrusted(EXAMPLE, transcript_of(played(2).host))


def test_a_copy_without_audits_opens_nothing_and_is_not_countersigned() -> None:
    pair = played(1)
    for player in pair.players:
        stripped = strip_audits_untrusted(transcript_of(player))
        verdict = verify(stripped)
        assert verdict.kind is VerdictKind.UNFINISHED
        assert "not countersigned" in verdict.text
        winner = pair.players[pair.host.protocol.chain.result.winner]  # type: ignore[union-attr]
        own = winner.protocol.chain.table.own
        assert own is not None
        assert own.deck_secret in transcript_of(player)
        assert own.deck_secret not in stripped


def test_a_journal_is_not_shown_around() -> None:
    with pytest.raises(JournalError, match="journal"):
        strip_audits_untrusted(played(1).host.storage.read())


@given(st.integers(0, len(EXAMPLE) - 1), st.integers(1, 255))
def test_a_spoiled_file_raises_nothing_but_a_journal_error(at: int, flip: int) -> None:
    data = bytearray(EXAMPLE)
    data[at] ^= flip
    for act in (strip_audits_untrusted, lambda one: find_fork_untrusted(one, EXAMPLE)):
        with pytest.raises(JournalError):
            act(bytes(data))


def test_a_record_that_holds_no_message_is_no_crash() -> None:
    records = records_of(EXAMPLE)
    forged = rewrite([*records[:1], (RecordKind.GOT, b"nothing")])
    for act in (strip_audits_untrusted, lambda one: find_fork_untrusted(one, EXAMPLE)):
        with pytest.raises(JournalError):
            act(forged)
