"""A lying peer with good keys: every lie is refused with its code, and nothing has changed.

The numbers are those of the holes in the spec's security considerations.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from lycee_net.codec import encode
from lycee_net.errors import CloseCode
from lycee_net.events import Concede, MatchEnded, OfferDraw, PeerBroke
from lycee_net.events import Decide as DecideIntent
from lycee_net.identity import GROUP_ORDER, Identity
from lycee_net.messages import (
    Decide,
    End,
    Part,
    Pick,
    Ping,
    Reason,
    Resume,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
    Show,
    Step,
    head,
    sign_message,
)
from lycee_net.records import RecordKind, read_records_untrusted
from lycee_net.states import State

from .liars import LyingProtocol, has, lie_once, shows_for_decision
from .pair import Pair, Player, Thinking
from .toy import PASS

if TYPE_CHECKING:
    from collections.abc import Callable

    from .liars import EndLie, Lie, Wants
    from .toy import ToyGame

C = CloseCode


def with_part(
    kind: type[Part], change: Callable[[Any, LyingProtocol], Part]
) -> Callable[[Step, LyingProtocol], Step]:
    """A lie that changes the first part of a kind."""

    def lie(step: Step, protocol: LyingProtocol) -> Step:
        at = next(i for i, part in enumerate(step.parts) if isinstance(part, kind))
        changed = change(step.parts[at], protocol)
        return replace(step, parts=(*step.parts[:at], changed, *step.parts[at + 1 :]))

    return lie


def flip(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def change_card(show: Part, _: LyingProtocol, **changes: Any) -> Show:  # noqa: ANN401
    assert isinstance(show, Show)
    first = replace(show.cards[0], **changes)
    return Show((first, *show.cards[1:]))


def first_seal(step: Step) -> bool:
    return step.n <= 3


def drop(kind: type[Part]) -> Callable[[Step, LyingProtocol], Step]:
    def lie(step: Step, _: LyingProtocol) -> Step:
        at = next(i for i, part in enumerate(step.parts) if isinstance(part, kind))
        return replace(step, parts=step.parts[:at] + step.parts[at + 1 :])

    return lie


def append(part: Part) -> Callable[[Step, LyingProtocol], Step]:
    return lambda step, _: replace(step, parts=(*step.parts, part))


def surplus_show(step: Step, protocol: LyingProtocol) -> Step:
    """Flash a card of the hand that nobody asked for, before a decision that shows nothing."""
    own, table = protocol.chain.table.own, protocol.chain.table
    assert own is not None
    deck = table.decks[own.seat]
    hand = [h for h in cast("ToyGame", protocol.observer).hand[own.seat] if deck.binding(h)]
    hidden = [h for h in hand if h not in protocol.observer.public_faces(own.seat)]
    at = next(i for i, part in enumerate(step.parts) if isinstance(part, Decide))
    extra = Show((own.opening(hidden[0], deck),))
    return replace(step, parts=(*step.parts[:at], extra, *step.parts[at:]))


def is_lone_decision(step: Step) -> bool:
    return step.n > 8 and len(step.parts) == 1 and isinstance(step.parts[0], Decide)


def named_slot(pick: Part, protocol: LyingProtocol) -> Pick:
    assert isinstance(pick, Pick)
    gone = next(slot for slot in range(60) if slot not in protocol.victims_bag)
    return Pick(bytes([gone]) + pick.slots[1:])


def doubled_card(show: Part, _: LyingProtocol) -> Show:
    assert isinstance(show, Show)
    return Show((show.cards[0], *show.cards))


def is_late_seal_with_pick_open(step: Step) -> bool:
    return has(Seal)(step) and len(step.parts) > 1


LIES: dict[str, tuple[Any, Any, CloseCode]] = {
    # 28, 34: a seal has a leaf a card
    "one leaf less": (
        with_part(Seal, lambda part, _: Seal(part.leaves[:-32])), first_seal, C.PART,
    ),
    "one leaf more": (
        with_part(Seal, lambda part, _: Seal(part.leaves + bytes(32))), first_seal, C.PART,
    ),
    "one leaf less, later": (
        with_part(Seal, lambda part, _: Seal(part.leaves[:-32])), has(Seal), C.PART,
    ),
    # 5, 6: picks
    "a slot named before": (with_part(Pick, named_slot), has(Pick), C.PICK),
    "a slot twice": (
        with_part(Pick, lambda part, _: Pick(part.slots[:1] * len(part.slots))),
        lambda step: any(isinstance(p, Pick) and len(p.slots) > 1 for p in step.parts),
        C.PICK,
    ),
    "slot 255": (
        with_part(Pick, lambda part, _: Pick(b"\xff" + part.slots[1:])), has(Pick), C.PICK,
    ),
    "a slot too few": (
        with_part(Pick, lambda part, _: Pick(part.slots[1:])), has(Pick), C.PART,
    ),
    "a slot too many": (
        with_part(Pick, lambda part, p: Pick(part.slots + bytes([p.victims_bag[-1]]))),
        has(Pick),
        C.PART,
    ),
    "a pick that is not due": (append(Pick(b"\x00")), is_lone_decision, C.PART),
    # openings
    "a flipped salt": (
        with_part(Show, lambda part, p: change_card(part, p, salt=flip(part.cards[0].salt))),
        has(Show),
        C.COMMITMENT,
    ),
    "another card": (
        with_part(Show, lambda part, p: change_card(part, p, card=part.cards[0].card ^ 1)),
        has(Show),
        C.COMMITMENT,
    ),
    "a card of the other side": (
        with_part(Show, lambda part, p: change_card(part, p, handle=1)), shows_for_decision, C.PART,
    ),
    "a handle that nobody has": (
        with_part(Show, lambda part, p: change_card(part, p, handle=200)),
        shows_for_decision,
        C.PART,
    ),
    # 26: exactly what becomes public
    "a missing show": (drop(Show), shows_for_decision, C.PART),
    "a card shown twice": (with_part(Show, doubled_card), shows_for_decision, C.PART),
    "a surplus show": (surplus_show, is_lone_decision, C.PART),
    "an empty show": (
        lambda step, _: replace(step, parts=(Show(()), *step.parts)), is_lone_decision, C.PART,
    ),
    # 27: never shorter, never longer
    "an empty Step": (lambda step, _: replace(step, parts=()), None, C.PART),
    "a Step cut short": (
        lambda step, _: replace(step, parts=step.parts[:-1]),
        lambda step: len(step.parts) > 1,
        C.PART,
    ),
    "a decision for the other side": (append(Decide(bytes([PASS]))), is_lone_decision, C.PART),
    "a seal that is not due": (append(Seal(bytes(96))), is_lone_decision, C.PART),
    # 11: rolls
    "a roll opened with another value": (
        with_part(RollOpen, lambda part, _: replace(part, value=flip(part.value))),
        has(RollOpen),
        C.COMMITMENT,
    ),
    "a roll opened with another salt": (
        with_part(RollOpen, lambda part, _: replace(part, salt=flip(part.salt))),
        has(RollOpen),
        C.COMMITMENT,
    ),
    "a roll opened before the other value": (
        append(RollOpen(bytes(32), bytes(32))), has(RollCommit), C.PART,
    ),
    "both values by one side": (append(RollValue(bytes(32))), has(RollCommit), C.PART),
    # 15, 17
    "a number too high": (lambda step, _: replace(step, n=step.n + 2), is_lone_decision, C.ORDER),
    "another prev": (lambda step, p: replace(step, prev=p.chain._heads[-2]), None, C.CHAIN),
    "another digest": (lambda step, _: replace(step, digest=flip(step.digest)), None, C.DIGEST),
    # decisions
    "an illegal decision": (
        with_part(Decide, lambda *_: Decide(bytes([9, 9]))), is_lone_decision, C.ILLEGAL,
    ),
    "an empty decision": (with_part(Decide, lambda *_: Decide(b"")), is_lone_decision, C.ILLEGAL),
    # messages that are not Steps
    "a result while the game goes on": (
        lambda step, _: End(step.n, step.prev, 1, Reason.RULES, False, None), None, C.RESULT,
    ),
    "a draw that nobody offered": (
        lambda step, _: End(step.n, step.prev, 2, Reason.AGREED, False, None),
        is_lone_decision,
        C.RESULT,
    ),
    "a concession to oneself": (
        lambda step, _: End(step.n, step.prev, 1, Reason.CONCEDE, False, None),
        is_lone_decision,
        C.RESULT,
    ),
    "a conceded draw": (
        lambda step, _: End(step.n, step.prev, 2, Reason.CONCEDE, False, None),
        is_lone_decision,
        C.RESULT,
    ),
    "a ping from the future": (lambda step, _: Ping(step.n + 1, step.prev), None, C.ORDER),
    "a ping on another chain": (lambda step, _: Ping(step.n, bytes(32)), None, C.CHAIN),
    "a Resume": (lambda step, _: Resume(step.n, step.prev, bytes(32), (0, 0)), None, C.ORDER),
    "the last Step again": (lambda step, p: p.last_raw, is_lone_decision, C.ORDER),
}  # fmt: skip


@pytest.mark.parametrize(("lie", "wants", "code"), LIES.values(), ids=LIES.keys())
def test_a_lie_is_refused_with_its_code(lie: Lie, wants: Wants | None, code: CloseCode) -> None:
    caught = lie_once(lie, wants)
    assert caught.broke.code is code, caught.broke.error
    assert caught.broke.error.rule


def test_the_evidence_is_the_last_record_of_the_journal() -> None:
    caught = lie_once(lambda step, _: replace(step, parts=()))
    records = read_records_untrusted(caught.victim.storage.read()).records
    refused = [record for record in records if record.kind is RecordKind.REFUSED]
    assert [record.payload for record in refused] == [caught.forged]


def test_an_illegal_decision_names_the_rule_of_the_game() -> None:
    lie, wants, _ = LIES["an illegal decision"]
    caught = lie_once(lie, wants)
    assert caught.broke.error.rule in {"T2", "T3"}


# Encoding and signatures, at the layer of messages


def resigned(step: Step, protocol: LyingProtocol, body: bytes) -> bytes:
    return body + protocol._seat.identity.sign(protocol.chain.sid, body)


def honest_body(step: Step, protocol: LyingProtocol) -> bytes:
    return sign_message(step, protocol._seat.identity, protocol.chain.sid).body


def long_number(step: Step, protocol: LyingProtocol) -> bytes:
    body = honest_body(step, protocol)
    assert body[2] == step.n < 24
    return resigned(step, protocol, body[:2] + bytes([0x18, step.n]) + body[3:])


def trailing_byte(step: Step, protocol: LyingProtocol) -> bytes:
    return resigned(step, protocol, honest_body(step, protocol) + b"\x00")


def other_key(step: Step, protocol: LyingProtocol) -> bytes:
    return sign_message(step, Identity(b"x" * 32), protocol.chain.sid).raw


def large_s(step: Step, protocol: LyingProtocol) -> bytes:
    raw = sign_message(step, protocol._seat.identity, protocol.chain.sid).raw
    s = int.from_bytes(raw[-32:], "little") + GROUP_ORDER
    return raw[:-32] + s.to_bytes(32, "little")


def other_match(step: Step, protocol: LyingProtocol) -> bytes:
    return sign_message(step, protocol._seat.identity, bytes(32)).raw


def as_hello_context(step: Step, protocol: LyingProtocol) -> bytes:
    return sign_message(step, protocol._seat.identity, protocol.chain.handshake_hash).raw


@pytest.mark.parametrize(
    ("lie", "code"),
    [
        (lambda *_: bytes(10), C.ENCODING),
        (lambda *_: bytes(64), C.ENCODING),
        (long_number, C.ENCODING),
        (trailing_byte, C.ENCODING),
        (lambda s, p: resigned(s, p, b"\x9f" + honest_body(s, p)[1:] + b"\xff"), C.ENCODING),
        (lambda s, p: resigned(s, p, b"\x81" * 5_000 + b"\x00"), C.ENCODING),
        (lambda s, p: resigned(s, p, b"\x9b\x00\x00\x00\x01\x00\x00\x00\x00"), C.ENCODING),
        (lambda s, p: resigned(s, p, encode([9, s.n, s.prev])), C.ENCODING),
        (lambda s, p: resigned(s, p, encode([1, s.n, s.prev, [], s.digest, False, 0])), C.ENCODING),
        (lambda s, p: resigned(s, p, b"\x84\xf5" + honest_body(s, p)[2:]), C.ENCODING),
        (other_key, C.SIGNATURE),
        (large_s, C.SIGNATURE),
        (other_match, C.SIGNATURE),
        (as_hello_context, C.SIGNATURE),
    ],
)
def test_bytes_that_prove_nothing_are_refused_and_convict_nobody(lie: Lie, code: CloseCode) -> None:
    caught = lie_once(lie, lambda step: 3 < step.n < 24)
    assert caught.broke.code is code
    assert not code.is_provable


# Order


def test_a_step_while_we_owe_is_refused() -> None:
    victim, liar = Thinking(1, 8).settle()
    chain = liar.protocol.chain
    step = Step(chain.n, chain.last_head, (Decide(bytes([PASS])),), bytes(32), False)
    raw = sign_message(step, liar.identity, chain.sid).raw
    liar.protocol._link.send_message(raw)
    events = victim.receive(liar.protocol.data_to_send())
    assert [event.code for event in events if isinstance(event, PeerBroke)] == [C.ORDER]


def test_of_two_messages_in_one_segment_the_second_cannot_build_on_an_answer_not_yet_sent() -> None:
    liar, victim = Thinking(1, 8).settle()
    first = liar.protocol.send(_decide(PASS))
    chain = liar.protocol.chain
    guessed = Step(chain.n, chain.last_head, (Decide(bytes([PASS])),), bytes(32), False)
    raw = sign_message(guessed, liar.identity, chain.sid)
    second = Step(chain.n + 1, head(raw.body), (Decide(bytes([PASS])),), bytes(32), False)
    liar.protocol._link.send_message(sign_message(second, liar.identity, chain.sid).raw)
    n = victim.protocol.chain.n
    events = victim.receive(first + liar.protocol.data_to_send())
    assert victim.protocol.chain.n == n + 1  # the first was taken
    assert [event.code for event in events if isinstance(event, PeerBroke)] == [C.ORDER]


def test_after_the_end_nothing_is_taken_and_the_result_stands() -> None:
    pair = Pair(1)
    pair.play()
    (winner,) = [p for p in pair.players if p.protocol.state is State.DONE and not _is_loser(p)]
    result = winner.protocol.chain.result
    winner.protocol._is_closed = False  # its Close has come; a peer may also say nothing
    chain = winner.protocol.chain
    step = Step(chain.n, chain.last_head, (), bytes(32), False)
    loser = pair.other(winner)
    loser.protocol._link.send_message(sign_message(step, loser.identity, chain.sid).raw)
    events = winner.receive(loser.protocol.data_to_send())
    assert [event.code for event in events if isinstance(event, PeerBroke)] == [C.ORDER]
    assert winner.protocol.state is State.DONE
    assert winner.protocol.chain.result == result


def _is_loser(player: Player) -> bool:
    result = player.protocol.chain.result
    return result is not None and result.winner != player.protocol.seat


def _decide(*line: int):  # type: ignore[no-untyped-def]  # noqa: ANN202

    return DecideIntent(bytes(line))


# Ends


def test_a_draw_that_was_offered_cannot_be_taken_as_a_win() -> None:  # P8.1
    victim, liar = Thinking(1, 6).settle()
    victim.protocol.send(OfferDraw())
    liar.receive(victim.protocol.send(DecideIntent(bytes([PASS]))))
    chain = liar.protocol.chain
    assert chain.is_draw_offered
    won = End(chain.n, chain.last_head, liar.protocol.seat, Reason.AGREED, False, None)
    liar.protocol._link.send_message(sign_message(won, liar.identity, chain.sid).raw)
    events = victim.receive(liar.protocol.data_to_send())
    assert [event.code for event in events if isinstance(event, PeerBroke)] == [C.RESULT]
    assert victim.count(MatchEnded) == 0


def test_a_second_concession_that_changes_nothing_is_refused() -> None:  # P7.5
    victim, liar = Thinking(1, 8).settle()
    victim.protocol.send(Concede())
    chain = liar.protocol.chain
    void = End(chain.n, chain.last_head, victim.protocol.seat, Reason.CONCEDE, False, None)
    raw = sign_message(void, liar.identity, chain.sid).raw
    liar.protocol._link.send_message(raw)
    assert victim.receive(liar.protocol.data_to_send()) == []
    assert victim.protocol.state is State.LAST_YOU
    liar.protocol._link.send_message(raw)
    events = victim.receive(liar.protocol.data_to_send())
    assert [event.code for event in events if isinstance(event, PeerBroke)] == [C.ORDER]


@pytest.mark.parametrize(
    ("end_lie", "code"),
    [
        (lambda end, _: replace(end, winner=1 - end.winner), C.RESULT),
        (lambda end, _: replace(end, winner=2), C.RESULT),
        (lambda end, _: replace(end, n=end.n - 1), C.ORDER),
        (lambda end, _: replace(end, prev=bytes(32)), C.CHAIN),
        (lambda end, _: replace(end, reason=Reason.AGREED, winner=2), C.RESULT),
    ],
    ids=["the wrong winner", "a draw", "an old number", "another chain", "an agreement"],
)
@pytest.mark.parametrize("liar_seat", [0, 1])
def test_a_false_end_is_refused(end_lie: EndLie, code: CloseCode, liar_seat: int) -> None:
    caught = lie_once(None, end_lie=end_lie, liar_seat=liar_seat)
    assert caught.broke.code is code
    assert caught.victim.count(MatchEnded) == 0


def test_a_winner_that_refuses_the_audit_has_not_won() -> None:
    for seed in range(1, 20):
        caught = lie_once(
            None,
            end_lie=lambda end, _: replace(end, opened=None) if end.opened else None,
            seed=seed,
        )
        chain = caught.victim.protocol.chain
        if chain.result is not None and chain.result.winner == 1:
            assert caught.broke.code is C.AUDIT
            assert caught.victim.count(MatchEnded) == 0
            return
    raise AssertionError("the liar never won")
