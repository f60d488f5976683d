"""The strict decoder against an independent one, and against hostile forms."""

from __future__ import annotations

import cbor2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lycee_net.codec import decode_untrusted, encode
from lycee_net.errors import MessageError

SCALARS = st.one_of(
    st.booleans(),
    st.integers(0, (1 << 64) - 1),
    st.binary(max_size=300),
    st.text(max_size=40),
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=30), max_leaves=20)


def as_lists(value: object) -> object:
    return [as_lists(item) for item in value] if isinstance(value, tuple) else value


def depth(value: object) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(VALUES)
@example([True, 1, 0, False])
@example([24, 255, 256, 65_535, 65_536, (1 << 32) - 1, 1 << 32])
def test_an_independent_codec_writes_and_reads_the_same_bytes(value: object) -> None:
    data = encode(value)  # type: ignore[arg-type]
    assert data == cbor2.dumps(value, canonical=True)
    assert cbor2.loads(data) == value
    if depth(value) <= 6:
        decoded = as_lists(decode_untrusted(data))
        assert decoded == value
        assert cbor2.dumps(decoded) == data  # true stays true, not 1


@given(st.binary(max_size=60))
def test_whatever_is_accepted_is_encoded_back_byte_for_byte(data: bytes) -> None:
    try:
        value = decode_untrusted(data)
    except MessageError:
        return
    assert encode(value) == data


HOSTILE = {
    "nothing": b"",
    "half float": bytes.fromhex("f93c00"),
    "single float": bytes.fromhex("fa3f800000"),
    "double float": bytes.fromhex("fb3ff0000000000000"),
    "not a number": bytes.fromhex("f97e00"),
    "null": b"\xf6",
    "undefined": b"\xf7",
    "simple value 0": b"\xe0",
    "simple value 255": b"\xf8\xff",
    "true in two bytes": b"\xf8\x15",
    "break alone": b"\xff",
    "empty map": b"\xa0",
    "map": bytes.fromhex("a10102"),
    "minus one": b"\x20",
    "minus 2^64": bytes.fromhex("3bffffffffffffffff"),
    "bignum": bytes.fromhex("c249010000000000000000"),
    "small bignum": bytes.fromhex("c24101"),
    "negative bignum": bytes.fromhex("c34101"),
    "decimal fraction": bytes.fromhex("c48221196ab3"),
    "bigfloat": bytes.fromhex("c5822003"),
    "rational": bytes.fromhex("d81e820102"),
    "set": bytes.fromhex("d9010280"),
    "regular expression": bytes.fromhex("d82363612a62"),
    "date text": bytes.fromhex("c074323031332d30332d32315432303a30343a30305a"),
    "epoch date": bytes.fromhex("c11a514b67b0"),
    "uuid": bytes.fromhex("d82550") + bytes(16),
    "unknown tag": bytes.fromhex("d9ffff00"),
    "self described": bytes.fromhex("d9d9f700"),
    "shared value": bytes.fromhex("d81c00"),
    "indefinite bytes": bytes.fromhex("5f4100ff"),
    "indefinite text": bytes.fromhex("7f6161ff"),
    "indefinite array": bytes.fromhex("9f00ff"),
    "indefinite map": bytes.fromhex("bf0000ff"),
    "reserved length": b"\x1c",
    "7 in two bytes": bytes.fromhex("1807"),
    "255 in three bytes": bytes.fromhex("1900ff"),
    "65535 in five bytes": bytes.fromhex("1a0000ffff"),
    "2^32-1 in nine bytes": bytes.fromhex("1b00000000ffffffff"),
    "length of bytes not shortest": bytes.fromhex("580100"),
    "length of array not shortest": bytes.fromhex("980100"),
    "length of bytes in an array not shortest": bytes.fromhex("815817") + bytes(23),
    "bytes in an array, one short": bytes.fromhex("815820") + bytes(31),
    "array of 2^32": bytes.fromhex("9b0000000100000000"),
    "array of 2^64-1": bytes.fromhex("9bffffffffffffffff"),
    "bytes of 2^32": bytes.fromhex("5b0000000100000000") + bytes(10),
    "text of 2^32-1": bytes.fromhex("7affffffff"),
    "5000 nested arrays": b"\x81" * 5000 + b"\x00",
    "seven nested arrays": b"\x81" * 7 + b"\x00",
    "text that is not UTF-8": b"\x62\xc3\x28",
    "lone surrogate": b"\x63\xed\xa0\x80",
    "overlong text": b"\x62\xc0\x80",
    "cut integer": b"\x19\x01",
    "cut bytes": b"\x43ab",
    "cut array": b"\x82\x00",
    "one byte more": b"\x00\x00",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_form_is_refused(data: bytes) -> None:
    with pytest.raises(MessageError):
        decode_untrusted(data)


@pytest.mark.parametrize("value", [1.0, None, {}, -1, 1 << 64, {1}, bytearray(b"x")])
def test_a_value_outside_the_subset_is_not_encoded(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode(value)  # type: ignore[arg-type]


def test_six_levels_are_accepted() -> None:
    assert decode_untrusted(b"\x81" * 6 + b"\x00") == ((((((0,),),),),),)
