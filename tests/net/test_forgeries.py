"""Files that somebody made to convict an honest side: all signatures are good, the order is not.

Whoever has a file owns a key of the match and can leave out, repeat, move, sign anew and mark what
it likes. What an honest side signed must not convict it there (P10.12).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from lycee_net.audit import check_opened_untrusted
from lycee_net.channel import Role
from lycee_net.events import AgreeDraw, Decide, OfferDraw
from lycee_net.game import DRAW
from lycee_net.identity import Identity
from lycee_net.messages import (
    Close,
    End,
    Hello,
    Ping,
    Reason,
    Resume,
    SignedMessage,
    head,
    parse_message_untrusted,
    sign_message,
)
from lycee_net.records import (
    RecordKind,
    Start,
    decode_made_untrusted,
    decode_start_untrusted,
    encode_made,
    encode_start,
)
from lycee_net.verify import VerdictKind

from .pair import GUEST_KEY, Pair, Player, Thinking
from .test_verify import loser_of, records_of, rewrite, transcript_of, verify
from .toy import PASS

if TYPE_CHECKING:
    from lycee_net.messages import Message

    Records = list[tuple[RecordKind, bytes]]

GOT, MADE, REFUSED = RecordKind.GOT, RecordKind.MADE, RecordKind.REFUSED
FINISHED = VerdictKind.FINISHED
PLAYED = Pair(1)
PLAYED.play()
SID, HANDSHAKE = PLAYED.host.protocol.chain.sid, PLAYED.host.protocol.chain.handshake_hash


def signed_in(record: tuple[RecordKind, bytes]) -> SignedMessage:
    """The message of a record."""
    kind, payload = record
    return parse_message_untrusted(
        decode_made_untrusted(payload).message if kind is MADE else payload
    )


def made(signed: SignedMessage) -> tuple[RecordKind, bytes]:
    """A message as the owner of a file writes it."""
    return MADE, encode_made(signed.raw)


def from_the_other_side(records: Records) -> Records:
    """The same file with its owner on the other side: nobody signs who owns a file."""
    start = decode_start_untrusted(records[0][1])
    turned = replace(start, role=Role(1 - start.role))
    out: Records = [(RecordKind.START, encode_start(turned))]
    for record in records[1:]:
        signed = signed_in(record)
        out.append(made(signed) if record[0] is GOT else (GOT, signed.raw))
    return out


def cut_before(player: Player, n: int) -> tuple[Records, bytes]:
    """The file of a player up to chain message n, and the head of the last one."""
    records = records_of(transcript_of(player))[: n - 1]
    return records, head(signed_in(records[-1]).body)


def convicts_nobody(records: Records) -> bool:
    """Whether neither the file nor its mirror image blames a side, or passes for a whole match."""
    verdicts = [verify(rewrite(one)) for one in (records, from_the_other_side(records))]
    return all(v.broken_by is None and v.kind is not FINISHED for v in verdicts)


def ends_of(records: Records) -> list[int]:
    """Where the Ends of a file stand."""
    return [i for i, r in enumerate(records) if i and isinstance(signed_in(r).message, End)]


@pytest.mark.parametrize("kind", [GOT, REFUSED])
def test_a_second_hello_under_another_key_convicts_nobody(kind: RecordKind) -> None:
    # P3.4: anybody can sign a Hello with a key of its own.
    records, prev = cut_before(PLAYED.host, 6)
    hello = PLAYED.host.protocol.chain.hellos[1].message
    assert isinstance(hello, Hello)
    stranger = Identity(b"x" * 32)
    forged = sign_message(replace(hello, n=6, prev=prev, key=stranger.key), stranger, HANDSHAKE)
    verdict = verify(rewrite([*records, (kind, forged.raw)]))
    assert verdict.broken_by is None
    assert "spoiled" in verdict.text


def test_a_second_hello_of_its_own_key_convicts_its_signer() -> None:
    records, prev = cut_before(PLAYED.host, 6)
    hello = PLAYED.host.protocol.chain.hellos[1].message
    assert isinstance(hello, Hello)
    second = sign_message(replace(hello, n=6, prev=prev), GUEST_KEY, HANDSHAKE)
    verdict = verify(rewrite([*records, (GOT, second.raw)]))
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, Role.GUEST)


def test_a_resume_that_was_put_among_the_messages_convicts_nobody() -> None:
    records, prev = cut_before(PLAYED.host, 6)
    resume = sign_message(Resume(6, prev, bytes(32), (0, 0)), GUEST_KEY, SID)
    assert convicts_nobody([*records, (GOT, resume.raw)])


@pytest.mark.parametrize("n", [0, 1])
def test_a_resume_that_holds_less_than_both_hellos_convicts_its_signer(n: int) -> None:
    # P10.6: it names the session, so its signer holds message 1.
    records, _ = cut_before(PLAYED.host, 6)
    resume = sign_message(Resume(n, HANDSHAKE, bytes(32), (0, 0)), GUEST_KEY, SID)
    verdict = verify(rewrite([*records, (REFUSED, resume.raw)]))
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, Role.GUEST)
    assert "less than both Hellos" in verdict.text


def test_an_end_that_stands_twice_convicts_nobody() -> None:
    winner = PLAYED.other(loser_of(PLAYED))
    records = records_of(transcript_of(winner))
    first, _ = ends_of(records)
    assert convicts_nobody([*records[: first + 1], *records[first:]])
    repeated = [*records[: first + 1], (REFUSED, records[first][1])]
    verdict = verify(rewrite(repeated))
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.UNFINISHED, None)


@pytest.mark.parametrize("wants_audit", [True, False])
def test_a_waiver_that_its_signer_changes_afterwards_does_not_convict_the_winner(
    wants_audit: bool,
) -> None:
    # P10.12: the winner confirmed another End; it opened, or not, as that one asked it to.
    pair = Pair(1, wants_audit=wants_audit)
    pair.play()
    loser = loser_of(pair)
    records = records_of(transcript_of(loser))
    first, _ = ends_of(records)
    end = signed_in(records[first]).message
    assert isinstance(end, End)
    changed = sign_message(
        replace(end, waive=wants_audit), loser.identity, pair.host.protocol.chain.sid
    )
    assert convicts_nobody([*records[:first], made(changed), *records[first + 1 :]])
    if not wants_audit:
        assert convicts_nobody([*records[:first], *records[first + 1 :]])


def agreed_draw() -> tuple[Pair, Player, Player]:
    """A match that was drawn: who offered, and who took it."""
    pair = Thinking(1, 8)
    offers, takes = pair.settle()
    offers.protocol.send(OfferDraw())
    takes.receive(offers.protocol.send(Decide(bytes([PASS]))))
    offers.receive(takes.protocol.send(AgreeDraw()))
    pair.play()
    return pair, offers, takes


def test_a_first_end_that_its_signer_replaces_does_not_convict_who_confirmed() -> None:
    pair, offers, takes = agreed_draw()
    records = records_of(transcript_of(takes))
    first, _ = ends_of(records)
    end = signed_in(records[first]).message
    assert isinstance(end, End)
    conceded = End(end.n, end.prev, offers.protocol.seat, Reason.CONCEDE, False, None)
    other = sign_message(conceded, takes.identity, pair.host.protocol.chain.sid)
    assert convicts_nobody([*records[:first], made(other), *records[first + 1 :]])


def test_a_step_put_before_a_confirmation_does_not_convict_who_confirmed() -> None:
    _, _, takes = agreed_draw()
    drawn = records_of(transcript_of(takes))
    first, _ = ends_of(drawn)
    again = Thinking(1, 8)  # the same match up to there
    offers, plays_on = again.settle()
    offers.protocol.send(OfferDraw())
    plays_on.receive(offers.protocol.send(Decide(bytes([PASS]))))
    plays_on.protocol.send(Decide(bytes([PASS])))
    records = records_of(transcript_of(plays_on))
    assert records[:first] == drawn[:first]
    assert convicts_nobody([*records[: first + 1], drawn[first + 1]])


def test_a_ping_of_a_winner_whose_loser_has_not_signed_is_no_claim() -> None:
    winner = PLAYED.other(loser_of(PLAYED))
    records = records_of(transcript_of(winner))
    first, _ = ends_of(records)
    chain = PLAYED.host.protocol.chain
    ping = sign_message(Ping(chain.n, chain.last_head), winner.identity, SID)
    assert convicts_nobody([*records[:first], made(ping)])


@pytest.mark.parametrize("change", [
    {"winner": DRAW},
    {"reason": Reason.AGREED, "winner": DRAW},
    {"reason": Reason.CONCEDE},
    {"reason": Reason.TIME},
], ids=["a draw", "an agreed draw", "a concession", "a time-out"])  # fmt: skip
def test_an_end_that_is_false_on_the_chain_alone_convicts_its_signer(
    change: dict[str, object],
) -> None:
    loser = loser_of(PLAYED)
    records = records_of(transcript_of(PLAYED.other(loser)))
    first, _ = ends_of(records)
    end = signed_in(records[first]).message
    assert isinstance(end, End)
    lie = sign_message(replace(end, **change), loser.identity, SID)  # type: ignore[arg-type]
    for kind in (GOT, REFUSED):
        verdict = verify(rewrite([*records[:first], (kind, lie.raw)]))
        assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, loser.protocol.seat)


@pytest.mark.parametrize("at", [0, 1])
def test_a_file_that_begins_with_a_close_gets_a_verdict(at: int) -> None:
    # P10.5: a Close before the Hellos needs no key to be looked at.
    records = records_of(transcript_of(PLAYED.host))
    start = decode_start_untrusted(records[0][1])
    close: Message = Close(0, bytes(32), 0)
    hellos = list(start.hellos)
    hellos[at] = sign_message(close, GUEST_KEY, HANDSHAKE).raw
    both = (hellos[0], hellos[1])
    spoiled = Start(start.role, start.handshake_hash, both, None)
    verdict = verify(rewrite([(RecordKind.START, encode_start(spoiled)), *records[1:]]))
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, None)


def test_a_claim_that_stands_many_times_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # P8.5, P10.5: a restart may claim again, and a file of claims must not hold a verifier up.
    winner = PLAYED.other(loser_of(PLAYED))
    records = records_of(transcript_of(winner))
    first, second = ends_of(records)
    n_replays = 0

    def count(*arguments: object, **options: object) -> None:
        nonlocal n_replays
        n_replays += 1
        check_opened_untrusted(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("lycee_net.chain.check_opened_untrusted", count)
    claims = [records[second]] * 50
    verdict = verify(rewrite([*records[:first], *claims]))
    assert verdict.kind is VerdictKind.UNFINISHED
    assert verdict.text.endswith("won by deck-out, not countersigned")
    assert n_replays == 1
    verdict = verify(rewrite([*records[:first], *claims, *records[first:]]))
    assert (verdict.kind, n_replays) == (FINISHED, 3)
