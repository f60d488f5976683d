"""The six messages: round trips, sizes of the spec, and every wrong shape."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.errors import MessageError
from lycee_net.identity import Identity
from lycee_net.messages import (
    Close,
    Decide,
    End,
    Hello,
    Message,
    Opened,
    Options,
    Pick,
    Ping,
    Reason,
    Resume,
    RollCommit,
    RollOpen,
    RollValue,
    Seal,
    Show,
    ShownCard,
    Step,
    head,
    is_plain,
    parse_message_untrusted,
    sign_message,
)

ME, CONTEXT, HASH = Identity(bytes(32)), bytes(32), bytes(range(32))
HELLO = Hello(
    0, HASH, (1,), (0,), ME.key, "Anna", "lycee-p2p 0.1.0", "lycee/1", HASH, HASH, Options()
)
STEP = Step(
    300,
    HASH,
    (
        Seal(bytes(64)),
        Pick(b"\x00\x07"),
        Show((ShownCard(3, 300, HASH),)),
        RollCommit(HASH),
        RollValue(HASH),
        RollOpen(HASH, HASH),
        Decide(b"\x00\x79"),
    ),
    HASH,
    False,
)
END = End(300, HASH, 1, Reason.RULES, False, Opened(HASH, ((1, 2, 65_535), ())))
MESSAGES: list[Message] = [
    HELLO,
    STEP,
    END,
    replace(END, opened=None),
    Resume(300, HASH, HASH, (0, 5)),
    Ping(300, HASH),
    Close(300, HASH, 17),
]


def raw_of(fields: object) -> bytes:
    """A message as another CBOR library would write it, with 64 bytes for a signature."""
    return cbor2.dumps(fields) + bytes(64)


def fields_of(message: Message) -> list[Any]:
    fields = cbor2.loads(sign_message(message, ME, CONTEXT).body)
    assert isinstance(fields, list)
    return fields


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_is_read_back_as_it_was_signed(message: Message) -> None:
    signed = sign_message(message, ME, CONTEXT)
    assert parse_message_untrusted(signed.raw) == signed


def test_sizes_are_those_of_the_spec() -> None:
    layers = 2 + 16  # frame length and tag
    ping = sign_message(Ping(300, HASH), ME, CONTEXT)
    close = sign_message(Close(300, HASH, 17), ME, CONTEXT)
    alone = sign_message(replace(STEP, parts=(Decide(b"\x00\x78"),)), ME, CONTEXT)
    assert len(ping.raw) + layers == 121
    assert len(close.raw) + layers == 122
    assert len(alone.raw) + layers == 162


def test_the_head_hashes_the_body_and_not_the_signature() -> None:
    signed = sign_message(STEP, ME, CONTEXT)
    again = sign_message(STEP, Identity(bytes([1] * 32)), CONTEXT)
    assert head(signed.body) == head(again.body)
    assert signed.signature != again.signature


WRONG: dict[str, object] = {
    "no array": 1,
    "two fields": [4, 0],
    "type 9": [9, 0, HASH],
    "type true": [True, 0, HASH, [], HASH, False],
    "n negative": [4, -1, HASH],
    "n true": [4, True, HASH],
    "n of 33 bits": [4, 1 << 32, HASH],
    "prev of 31 bytes": [4, 0, HASH[:31]],
    "prev as text": [4, 0, "x" * 32],
    "Ping with a field": [4, 0, HASH, 0],
    "Step with a sixth field": [1, 2, HASH, [], HASH, False, 0],
    "Step without offer": [1, 2, HASH, [], HASH],
    "offer 0": [1, 2, HASH, [], HASH, 0],
    "part 7": [1, 2, HASH, [[7, b""]], HASH, False],
    "part without a code": [1, 2, HASH, [[]], HASH, False],
    "part code true": [1, 2, HASH, [[True, b"\x00"]], HASH, False],
    "part code false": [1, 2, HASH, [[False, bytes(32)]], HASH, False],
    "leaves of 33 bytes": [1, 2, HASH, [[0, bytes(33)]], HASH, False],
    "256 leaves": [1, 2, HASH, [[0, bytes(32 * 256)]], HASH, False],
    "256 slots": [1, 2, HASH, [[1, bytes(256)]], HASH, False],
    "handle 256": [1, 2, HASH, [[2, [[256, 0, HASH]]]], HASH, False],
    "card of 17 bits": [1, 2, HASH, [[2, [[0, 65_536, HASH]]]], HASH, False],
    "salt of 16 bytes": [1, 2, HASH, [[2, [[0, 0, HASH[:16]]]]], HASH, False],
    "roll leaf of 31 bytes": [1, 2, HASH, [[3, HASH[:31]]], HASH, False],
    "roll open without a salt": [1, 2, HASH, [[5, HASH]], HASH, False],
    "line of 257 bytes": [1, 2, HASH, [[6, bytes(257)]], HASH, False],
    "winner 3": [2, 2, HASH, 3, 0, False, []],
    "reason 4": [2, 2, HASH, 0, 4, False, []],
    "waive 1": [2, 2, HASH, 0, 0, 1, []],
    "audit of one field": [2, 2, HASH, 0, 0, False, [HASH]],
    "vector of 3 bytes": [2, 2, HASH, 0, 0, False, [HASH, [b"abc"]]],
    "one bank": [3, 2, HASH, HASH, [0]],
    "code 256": [5, 2, HASH, 256],
}


@pytest.mark.parametrize("fields", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_shape_is_refused(fields: object) -> None:
    with pytest.raises(MessageError):
        parse_message_untrusted(raw_of(fields))


@pytest.mark.parametrize("raw", [b"", bytes(10), bytes(64), bytes(16_001)])
def test_bytes_without_room_for_a_body_or_over_the_limit_are_refused(raw: bytes) -> None:
    with pytest.raises(MessageError):
        parse_message_untrusted(raw)


def test_a_byte_between_body_and_signature_is_refused() -> None:
    signed = sign_message(STEP, ME, CONTEXT)
    with pytest.raises(MessageError):
        parse_message_untrusted(signed.body + b"\x00" + signed.signature)


@pytest.mark.parametrize(
    ("fields", "size"),
    [
        ([0, 0, HASH, [1] * 500, [0], HASH, "a", "b", "c", HASH, HASH, [0, 0, 0, 0]], 512),
        ([2, 2, HASH, 0, 0, False, [HASH, [bytes(510)] * 17]], 8_192),
    ],
)
def test_each_type_has_its_own_limit(fields: list[object], size: int) -> None:
    raw = raw_of(fields)
    assert len(raw) > size
    with pytest.raises(MessageError, match="P11"):
        parse_message_untrusted(raw)


NAMES = {
    "escape": "a\x1b[31m",
    "newline": "a\nb",
    "right-to-left override": "a\u202eb",
    "isolate": "a\u2066b",
    "zero width space": "a\u200bb",
    "combining mark": "a\u0301",
    "delete": "a\x7f",
    "C1 control": "a\x9b",
    "no-break space": "a\xa0b",
    "65 bytes": "a" * 65,
    "22 letters of 3 bytes": "ア" * 22,
    "nothing": "",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_that_could_steer_a_terminal_is_refused(name: str) -> None:
    fields = fields_of(HELLO)
    fields[6] = name
    with pytest.raises(MessageError):
        parse_message_untrusted(raw_of(fields))


@pytest.mark.parametrize("name", ["Anna", "リセ", "Ünal 7", "Ωμέγα", "<script>;'\"", "٣"])
def test_letters_and_digits_of_any_script_are_plain(name: str) -> None:
    assert is_plain(name)


def test_a_surrogate_of_our_own_settings_is_not_plain() -> None:
    assert not is_plain("\ud800")


@given(st.binary(max_size=400))
def test_random_bytes_never_raise_anything_else(raw: bytes) -> None:
    with pytest.raises(MessageError):
        parse_message_untrusted(raw + bytes([0xFF]))


@given(st.sampled_from(MESSAGES), st.integers(0), st.integers(1, 255))
def test_a_flipped_byte_is_refused_or_gives_another_body(
    message: Message, at: int, flip: int
) -> None:
    signed = sign_message(message, ME, CONTEXT)
    spoiled = bytearray(signed.raw)
    spoiled[at % len(spoiled)] ^= flip
    try:
        parsed = parse_message_untrusted(bytes(spoiled))
    except MessageError:
        return
    assert parsed.raw == bytes(spoiled) != signed.raw


def test_the_opened_secrets_do_not_print() -> None:
    assert HASH.hex() not in repr(END)
    assert "Opened(2 seals)" in repr(END)
