"""The encoding: a subset of deterministic CBOR, and a decoder for hostile bytes.

Only unsigned integers, byte strings, text, arrays, true and false, each in its one shortest form,
at most six levels deep. What `decode_untrusted` accepts, `encode` gives back byte for byte, so
received bytes can be signed and hashed as they are. A general decoder is no substitute: decoding
and encoding again lets floats, null, maps, tags and `true` for 1 through. Below: `errors`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .errors import MessageError

if TYPE_CHECKING:
    from collections.abc import Sequence

Value: TypeAlias = "int | bool | bytes | str | Sequence[Value]"

MAX_DEPTH = 6  # a message, its parts, a part, its cards, a card: five, and one to spare
UNSIGNED, BYTES, TEXT, ARRAY, SIMPLE = 0, 2, 3, 4, 7
FALSE, TRUE = 0xF4, 0xF5
WIDTHS = {24: 1, 25: 2, 26: 4, 27: 8}  # additional information -> bytes of the argument
N_SHORT = 24  # an argument below it stands in the first byte itself
N_HEADS = 256  # with at most one byte more: made once
HEADS = [
    [bytes([major << 5 | n] if n < N_SHORT else [major << 5 | N_SHORT, n]) for n in range(N_HEADS)]
    for major in range(SIMPLE + 1)
]
SHORT_BYTES = BYTES << 5 | N_SHORT  # a byte string with one byte of length: most of what we send


def encode(value: Value) -> bytes:
    """The one encoding of a value; `TypeError` or `ValueError` for what has none."""
    parts: list[bytes] = []
    _encode_into(parts, value)
    return b"".join(parts)


def _encode_into(parts: list[bytes], value: Value) -> None:
    kind = type(value)
    if kind is bytes:
        parts += (format_head(BYTES, len(value)), value)  # type: ignore[arg-type]
    elif kind is int:
        parts.append(format_head(UNSIGNED, value))  # type: ignore[arg-type]
    elif kind is list or kind is tuple:
        parts.append(format_head(ARRAY, len(value)))  # type: ignore[arg-type]
        for item in value:  # type: ignore[union-attr]
            _encode_into(parts, item)
    elif kind is bool:
        parts.append(b"\xf5" if value else b"\xf4")
    elif kind is str:
        text = value.encode()  # type: ignore[union-attr]
        parts += (format_head(TEXT, len(text)), text)
    else:
        raise TypeError(f"{kind.__name__} has no encoding")


def format_head(major: int, argument: int) -> bytes:
    """The first bytes of an item: its major type, and its value, length or count."""
    if 0 <= argument < N_HEADS:
        return HEADS[major][argument]
    if not 0 <= argument < 1 << 64:
        raise ValueError(f"{argument} does not fit 64 bits")
    for information, width in WIDTHS.items():
        if argument < 1 << 8 * width:
            return bytes([major << 5 | information]) + argument.to_bytes(width, "big")
    raise AssertionError(f"no width for {argument}")


def decode_untrusted(data: bytes) -> Value:
    """The value that `data`, whole, encodes; arrays come as tuples.

    Raises `MessageError` for anything that `encode` would not have written.
    """
    value, end = _decode_item(data, 0, MAX_DEPTH)
    if end != len(data):
        raise MessageError(f"{len(data) - end} bytes follow the value", rule="P3.2")
    return value


def _decode_item(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    if at >= len(data):
        raise MessageError("the value is cut off", rule="P3.2")
    first = data[at]
    if first in {FALSE, TRUE}:
        return first == TRUE, at + 1
    major = first >> 5
    if major not in {UNSIGNED, BYTES, TEXT, ARRAY}:
        raise MessageError(f"item type 0x{first:02x} does not exist here", rule="P3.2")
    argument, at = _decode_argument(data, at)
    if major == UNSIGNED:
        return argument, at
    # Every item takes a byte or more, so this bounds memory before anything is allocated.
    if argument > len(data) - at:
        raise MessageError(f"{argument} items announced, {len(data) - at} bytes left", rule="P3.2")
    if major == ARRAY:
        return _decode_array(data, at, argument, depth)
    content = data[at : at + argument]
    if major == BYTES:
        return content, at + argument
    try:
        return content.decode(), at + argument
    except UnicodeDecodeError:
        raise MessageError("text is not UTF-8", rule="P3.2") from None


def _decode_array(data: bytes, at: int, count: int, depth: int) -> tuple[Value, int]:
    if depth == 0:
        raise MessageError(f"nested deeper than {MAX_DEPTH}", rule="P3.2")
    items: list[Value] = []
    last = len(data) - 1
    for _ in range(count):
        # The two kinds of item that nearly all traffic consists of; the rest goes the long way.
        first = data[at] if at < last else SIMPLE << 5
        if first < N_SHORT:
            items.append(first)
            at += 1
        elif first == SHORT_BYTES and N_SHORT <= data[at + 1] < last - at:
            end = at + 2 + data[at + 1]
            items.append(data[at + 2 : end])
            at = end
        else:
            item, at = _decode_item(data, at, depth - 1)
            items.append(item)
    return tuple(items), at


def _decode_argument(data: bytes, at: int) -> tuple[int, int]:
    information = data[at] & 31
    if information < 24:
        return information, at + 1
    width = WIDTHS.get(information)  # 28 to 31 are reserved or indefinite
    if width is None or at + 1 + width > len(data):
        raise MessageError("length is indefinite or cut off", rule="P3.2")
    argument = int.from_bytes(data[at + 1 : at + 1 + width], "big")
    if argument < (24 if width == 1 else 1 << 4 * width):
        raise MessageError(f"{argument} is not in its shortest form", rule="P3.2")
    return argument, at + 1 + width
