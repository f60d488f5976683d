"""The quick writer and reader of Steps agree with the general ones on good and spoiled bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.errors import LocalProtocolError, MessageError
from lycee_net.identity import Identity
from lycee_net.messages import (
    Decide,
    Message,
    Part,
    Pick,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
    Show,
    ShownCard,
    SignedMessage,
    Step,
    parse_message_untrusted,
    sign_message,
)
from lycee_net.quick import (
    encode_step,
    read_message_untrusted,
    read_step_untrusted,
    sign_step,
)

IDENTITY, CONTEXT = Identity(bytes(32)), bytes(32)
SIGNATURE = bytes(64)

hashes = st.binary(min_size=32, max_size=32)
cards = st.builds(ShownCard, st.integers(0, 255), st.integers(0, 0xFFFF), hashes)
parts = st.one_of(
    st.builds(Decide, st.binary(max_size=256)),
    st.builds(Pick, st.binary(max_size=255)),
    st.builds(Seal, st.integers(0, 60).map(lambda n: bytes(32 * n))),
    st.builds(Show, st.lists(cards, max_size=30).map(tuple)),
    st.builds(RollCommit, hashes),
    st.builds(RollValue, hashes),
    st.builds(RollOpen, hashes, hashes),
)
steps = st.builds(
    Step,
    st.integers(0, 70_000),
    hashes,
    st.lists(parts, max_size=26).map(tuple),
    hashes,
    st.booleans(),
)


def read(raw: bytes) -> Message | str:
    """What the quick reader makes of the bytes; the rule of a refusal."""
    return _outcome(read_message_untrusted, raw)


def read_generally(raw: bytes) -> Message | str:
    return _outcome(parse_message_untrusted, raw)


def _outcome(reader: object, raw: bytes) -> Message | str:
    assert callable(reader)
    try:
        signed: SignedMessage = reader(raw)
    except MessageError as error:
        return f"refused by {error.rule}"
    assert signed.raw == raw
    return signed.message


@given(steps)
def test_a_step_is_written_as_every_message_is(step: Step) -> None:
    assert encode_step(step) == sign_message(step, IDENTITY, CONTEXT).body


@given(steps)
def test_a_step_is_read_as_every_message_is(step: Step) -> None:
    raw = encode_step(step) + SIGNATURE
    assert read(raw) == read_generally(raw)


@given(steps, st.data())
def test_spoiled_bytes_are_judged_by_the_quick_reader_as_by_the_general_one(
    step: Step, data: st.DataObject
) -> None:
    raw = bytearray(encode_step(step) + SIGNATURE)
    for _ in range(data.draw(st.integers(1, 3))):
        # The heads stand in front; what is behind them is mostly hashes.
        at = data.draw(st.integers(0, min(len(raw), 200) - 1) | st.integers(0, len(raw) - 1))
        match data.draw(st.sampled_from(["change", "insert", "remove", "cut"])):
            case "change":
                raw[at] = data.draw(st.integers(0, 255))
            case "insert":
                raw.insert(at, data.draw(st.integers(0, 255)))
            case "remove":
                del raw[at]
            case "cut":
                del raw[max(at, 66) :]
        if len(raw) < 2:
            return
    assert read(bytes(raw)) == read_generally(bytes(raw))


@pytest.mark.parametrize(
    "part",
    [Decide(b"ab"), Decide(bytes(200)), Decide(bytes(256)), Pick(b"\1\2"), Seal(bytes(1920))]
    + [Show((ShownCard(h, c, bytes(32)),)) for h, c in ((1, 2), (24, 24), (119, 256))],
)
def test_the_usual_step_is_read_quickly(part: Part) -> None:
    for n in (4, 24, 256):
        step = Step(n, bytes(32), (part, Decide(b"\0\1")), bytes(32), False)
        assert read_step_untrusted(encode_step(step)) == step


@pytest.mark.parametrize("parts", [(Decide(bytes(257)),), (Seal(bytes(8160)), Seal(bytes(8160)))])
def test_what_a_peer_would_refuse_is_not_signed(parts: tuple[Part, ...]) -> None:
    with pytest.raises(LocalProtocolError):
        sign_step(Step(4, bytes(32), parts, bytes(32), False), IDENTITY, CONTEXT)
