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


def encode(value: Value) -> bytes:
    """The one encoding of a value; `TypeError` or `ValueError` for what has none."""
    if value is True:
        return bytes([TRUE])
    if value is False:
        return bytes([FALSE])
    if type(value) is int:
        return _head(UNSIGNED, value)
    if type(value) is bytes:
        return _head(BYTES, len(value)) + value
    if type(value) is str:
        text = value.encode()
        return _head(TEXT, len(text)) + text
    if type(value) in {list, tuple}:
        items = [encode(item) for item in value]  # type: ignore[union-attr]
        return _head(ARRAY, len(items)) + b"".join(items)
    raise TypeError(f"{type(value).__name__} has no encoding")


def _head(major: int, argument: int) -> bytes:
    if not 0 <= argument < 1 << 64:
        raise ValueError(f"{argument} does not fit 64 bits")
    if argument < 24:
        return bytes([major << 5 | argument])
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
    items = []
    for _ in range(count):
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
