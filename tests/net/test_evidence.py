"""Two files of one match, and copies to show around."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.evidence import Fork, find_fork_untrusted, strip_audits_untrusted
from lycee_net.messages import Step, sign_message
from lycee_net.records import JournalError, RecordKind
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


def test_two_bodies_under_one_number_convict_their_key_in_one_file() -> None:
    # P10.9: a Step that came twice, with another body, was refused and kept.
    pair = Pair(1)
    pair.play()
    whole = transcript_of(pair.host)
    records = records_of(whole)[:8]
    sid = pair.host.protocol.chain.sid
    second = sign_message(Step(5, bytes(32), (), bytes(32), False), GUEST_KEY, sid)
    for kind in (RecordKind.REFUSED, RecordKind.GOT):
        forked = rewrite([*records, (kind, second.raw)])
        verdict = verify(forked)
        assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, 1)
        assert "signed two messages 5" in verdict.text
        assert find_fork_untrusted(whole, forked) == Fork(1, GUEST_KEY.key, 5)
        assert find_fork_untrusted(forked, forked) == Fork(1, GUEST_KEY.key, 5)


def test_a_step_of_the_wrong_side_that_was_refused_hides_no_fork() -> None:
    pair = Pair(1)
    pair.play()
    whole = transcript_of(pair.host)
    records = records_of(whole)[:8]
    sid = pair.host.protocol.chain.sid
    wrong = sign_message(Step(4, bytes(32), (), bytes(32), False), GUEST_KEY, sid)
    kept = rewrite([*records, (RecordKind.REFUSED, wrong.raw)])
    assert find_fork_untrusted(whole, kept) is None
    assert verify(kept).broken_by is None


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
