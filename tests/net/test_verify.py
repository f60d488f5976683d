"""Files of matches: accepted whole, called unfinished when cut, refused when touched."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycee_net.errors import CloseCode
from lycee_net.events import AgreeDraw, Concede, Decide, OfferDraw
from lycee_net.game import DRAW
from lycee_net.messages import Decide as DecidePart
from lycee_net.records import (
    FIRST_CHECK,
    Record,
    RecordKind,
    Start,
    decode_made_untrusted,
    decode_start_untrusted,
    encode_made,
    encode_start,
    format_record,
    read_records_untrusted,
)
from lycee_net.verify import Verdict, VerdictKind, verify_transcript_untrusted

from .liars import lie_once
from .pair import Pair, Player, Thinking
from .test_audit import LyingRules, SwappingCards, cheating_pair, play_until_won
from .test_hostile import LIES, is_lone_decision
from .toy import PASS, ToyRules

RULES = ToyRules()


def verify(data: bytes) -> Verdict:
    return verify_transcript_untrusted(data, RULES)


def transcript_of(player: Player) -> bytes:
    assert player.protocol._archive.is_open
    return player.protocol._archive.journal.transcript()


def played(seed: int = 1) -> Pair:
    pair = Pair(seed)
    pair.play()
    return pair


def rewrite(records: list[tuple[RecordKind, bytes]]) -> bytes:
    """A file with good checks, whatever stands in it: what a forger would write."""
    data, check = b"", FIRST_CHECK
    for kind, payload in records:
        record = format_record(check, kind, payload)
        check = record[-8:]
        data += record
    return data


def records_of(data: bytes) -> list[tuple[RecordKind, bytes]]:
    return [(record.kind, record.payload) for record in read_records_untrusted(data).records]


def loser_of(pair: Pair) -> Player:
    """Whose own End comes first: in its file no End can pass for a claim (P8.5)."""
    result = pair.host.protocol.chain.result
    assert result is not None
    assert result.winner != DRAW
    return pair.players[1 - result.winner]


EXAMPLE = transcript_of(loser_of(played()))


@given(st.integers(0, 1 << 32))
@settings(max_examples=15)
def test_both_files_of_a_match_verify_alone_and_agree(seed: int) -> None:
    pair = played(seed)
    verdicts = [verify(transcript_of(player)) for player in pair.players]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].kind is VerdictKind.FINISHED
    assert verdicts[0].text in {
        "consistent, host won by deck-out",
        "consistent, guest won by deck-out",
    }
    assert verdicts[0].result == pair.host.protocol.chain.result


def test_a_journal_with_its_secrets_verifies_too() -> None:
    pair = played()
    assert verify(pair.host.storage.read()) == verify(EXAMPLE)


@pytest.mark.parametrize("waiting", [False, True])
def test_a_conceded_match_is_finished(waiting: bool) -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    (other if waiting else asked).protocol.send(Concede())
    loser = other if waiting else asked
    loser.protocol._outgoing += loser.protocol.data_to_send()
    assert not verify(transcript_of(loser)).text.endswith("conceded")


@pytest.mark.parametrize("is_crossing", [False, True])
def test_concessions_and_their_crossings_verify_on_both_sides(is_crossing: bool) -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    data = other.protocol.send(Concede())
    if is_crossing:
        other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    asked.receive(data)
    pair.play()
    names = ("host", "guest")
    winner, loser = names[asked.protocol.seat], names[other.protocol.seat]
    for player in pair.players:
        text = verify(transcript_of(player)).text
        assert text == f"consistent, {winner} won: the {loser} conceded"


def test_an_agreed_draw_verifies() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    asked.receive(other.protocol.send(AgreeDraw()))
    pair.play()
    for player in pair.players:
        assert verify(transcript_of(player)).text == "consistent, drawn by agreement"


def test_a_waived_audit_is_said() -> None:
    pair = Pair(1, wants_audit=False)
    pair.play()
    verdict = verify(transcript_of(pair.host))
    assert verdict.kind is VerdictKind.FINISHED
    assert verdict.text.endswith("audit waived")


@given(st.integers(0, len(EXAMPLE) - 1))
def test_a_cut_tail_is_unfinished_and_never_a_crash(size: int) -> None:
    verdict = verify(EXAMPLE[:size])
    assert verdict.kind in {VerdictKind.UNFINISHED, VerdictKind.FOREIGN}
    offsets = [record.offset for record in read_records_untrusted(EXAMPLE).records]
    assert (verdict.kind is VerdictKind.FOREIGN) == (size < offsets[1])


def test_a_match_without_its_last_end_is_not_countersigned() -> None:
    last = read_records_untrusted(EXAMPLE).records[-1]
    verdict = verify(EXAMPLE[: last.offset])
    assert verdict.kind is VerdictKind.UNFINISHED
    assert "not countersigned" in verdict.text


def test_any_single_flipped_byte_is_detected() -> None:
    for at in range(0, len(EXAMPLE), 7):  # every place, over the runs of the next test
        spoiled = bytearray(EXAMPLE)
        spoiled[at] ^= 1 << at % 8
        assert verify(bytes(spoiled)).kind is VerdictKind.DAMAGED


@given(st.integers(0, len(EXAMPLE) - 1), st.integers(1, 255))
@settings(max_examples=200)
def test_a_flipped_byte_anywhere_is_detected(at: int, flip: int) -> None:
    spoiled = bytearray(EXAMPLE)
    spoiled[at] ^= flip
    assert verify(bytes(spoiled)).kind is VerdictKind.DAMAGED


@given(st.integers(0), st.integers(0), st.integers(1, 255))
@settings(max_examples=100)
def test_a_flipped_byte_under_good_checks_is_found_by_the_signatures(
    which: int, at: int, flip: int
) -> None:
    records = records_of(EXAMPLE)
    kind, payload = records[which % len(records)]
    spoiled = bytearray(payload)
    spoiled[at % len(spoiled)] ^= flip
    records[which % len(records)] = kind, bytes(spoiled)
    assert verify(rewrite(records)).kind not in {VerdictKind.FINISHED, VerdictKind.UNFINISHED}


@given(st.data())
@settings(max_examples=40)
def test_two_swapped_messages_are_found_and_blamed_on_nobody(data: st.DataObject) -> None:
    # P10.12: whoever has the file can do this; no key is convicted.
    records = records_of(EXAMPLE)
    one = data.draw(st.integers(1, len(records) - 2))
    other = data.draw(st.integers(one + 1, len(records) - 1))
    records[one], records[other] = records[other], records[one]
    verdict = verify(rewrite(records))
    assert verdict.kind not in {VerdictKind.FINISHED, VerdictKind.UNFINISHED}
    assert verdict.broken_by is None


@given(st.integers(1, len(records_of(EXAMPLE)) - 2))
def test_a_left_out_message_is_found_and_blamed_on_nobody(which: int) -> None:
    records = records_of(EXAMPLE)
    del records[which]
    verdict = verify(rewrite(records))
    assert verdict.kind not in {VerdictKind.FINISHED, VerdictKind.UNFINISHED}
    assert verdict.broken_by is None


def test_a_repeated_message_is_found() -> None:
    records = records_of(EXAMPLE)
    for again in (records[-1], records[0], records[5]):
        verdict = verify(rewrite([*records, again]))
        assert verdict.kind not in {VerdictKind.FINISHED, VerdictKind.UNFINISHED}
        assert verdict.broken_by is None


@given(st.binary(max_size=300))
def test_random_bytes_give_a_verdict(data: bytes) -> None:
    assert verify(data).kind is not VerdictKind.FINISHED


def test_a_file_of_other_rules_is_foreign_and_names_both() -> None:
    class Other(ToyRules):
        rules_hash = bytes(32)

    verdict = verify_transcript_untrusted(EXAMPLE, Other())
    assert verdict.kind is VerdictKind.FOREIGN
    assert "our rules" in verdict.text


def test_a_start_with_the_other_role_is_broken() -> None:
    records = records_of(EXAMPLE)
    start = decode_start_untrusted(records[0][1])
    other = Start(type(start.role)(1 - start.role), start.handshake_hash, start.hellos, None)
    records[0] = RecordKind.START, encode_start(other)
    assert verify(rewrite(records)).kind is VerdictKind.BROKEN


def test_a_start_with_another_handshake_is_broken() -> None:
    records = records_of(EXAMPLE)
    start = replace(decode_start_untrusted(records[0][1]), handshake_hash=bytes(32))
    records[0] = RecordKind.START, encode_start(start)
    assert verify(rewrite(records)).kind is VerdictKind.BROKEN


def test_an_illegal_line_signed_by_its_owner_convicts_the_key() -> None:
    caught = lie_once(
        lambda step, _: replace(step, parts=(DecidePart(bytes([9, 9])),)), is_lone_decision
    )
    verdict = verify(transcript_of(caught.victim))
    assert verdict.kind is VerdictKind.BROKEN
    assert verdict.broken_by == 1
    assert f"the guest (key {caught.liar.identity.key.hex()[:16]}) broke T" in verdict.text
    assert f"message {caught.broke.n}" in verdict.text


def test_a_card_that_was_not_sealed_convicts_the_key() -> None:
    lie, wants, code = LIES["another card"]
    caught = lie_once(lie, wants)
    assert caught.broke.code is code is CloseCode.COMMITMENT
    verdict = verify(transcript_of(caught.victim))
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, 1)
    assert "not what was sealed" in verdict.text


def test_a_hand_seal_with_a_swapped_card_is_found_by_the_audit_of_the_file() -> None:
    pair, _ = play_until_won(lambda seed: cheating_pair(seed, SwappingCards))
    for player in pair.players:  # the cheat's own file convicts it too
        verdict = verify(transcript_of(player))
        assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, 1)
        assert "seal 2 holds other cards than its zone" in verdict.text


def test_a_false_claim_is_found_by_the_audit_of_the_file() -> None:
    pair, broke = play_until_won(lambda seed: cheating_pair(seed, rules=LyingRules()))
    verdict = verify(transcript_of(pair.host))
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, 1)
    assert broke.error.reason in verdict.text


def test_a_mark_of_refusal_that_breaks_nothing_accuses_nobody() -> None:
    # P10.12: records are signed by nobody, so the mark proves nothing.
    records = records_of(EXAMPLE)
    at = next(i for i, (kind, _) in enumerate(records) if i > 4 and kind is RecordKind.GOT)
    cut = [*records[:at], (RecordKind.REFUSED, records[at][1])]
    verdict = verify(rewrite(cut))
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.UNFINISHED, None)


def test_a_made_record_that_is_none_is_damage() -> None:
    records = records_of(EXAMPLE)
    for payload in (encode_made(b""), b"\x00"):
        records[1] = RecordKind.MADE, payload
        verdict = verify(rewrite(records))
        assert verdict.kind not in {VerdictKind.FINISHED, VerdictKind.UNFINISHED}
        assert verdict.broken_by is None
    made = next(payload for kind, payload in records_of(EXAMPLE) if kind is RecordKind.MADE)
    assert decode_made_untrusted(made).vectors == ()


def test_records_name_their_place() -> None:
    first = read_records_untrusted(EXAMPLE).records[0]
    assert isinstance(first, Record)
    assert first.offset == 0
