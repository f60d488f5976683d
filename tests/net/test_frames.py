"""Frames: any chunking gives the same, a wrong length is refused at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.errors import FrameError, LinkLostError, LocalProtocolError
from lycee_net.frames import FrameReader, format_frame

HANDSHAKE = bytes(range(48))


def read_all(reader: FrameReader) -> list[bytes]:
    frames = []
    while (frame := reader.next_frame()) is not None:
        frames.append(frame)
    return frames


@given(st.lists(st.binary(min_size=16, max_size=200), max_size=8), st.data())
def test_any_chunking_gives_the_same_frames(frames: list[bytes], data: st.DataObject) -> None:
    frames = [HANDSHAKE, *frames]
    stream = b"".join(map(format_frame, frames))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    reader, got = FrameReader(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        reader.receive_data(stream[start:end])
        got += read_all(reader)
    assert got == frames
    assert not reader.buffer


@pytest.mark.parametrize("length", [0, 47, 49, 65_535])
def test_a_handshake_frame_has_exactly_48_bytes(length: int) -> None:
    reader = FrameReader()
    reader.receive_data(length.to_bytes(2, "big"))
    with pytest.raises(FrameError, match=str(length)):
        reader.next_frame()


@pytest.mark.parametrize("length", [0, 15, 16_385, 65_535])
def test_a_later_frame_has_16_to_16384_bytes(length: int) -> None:
    reader = FrameReader()
    reader.receive_data(format_frame(HANDSHAKE) + length.to_bytes(2, "big"))
    assert reader.next_frame() == HANDSHAKE
    with pytest.raises(LinkLostError):
        reader.next_frame()


def test_the_largest_frame_passes() -> None:
    reader = FrameReader()
    reader.receive_data(format_frame(HANDSHAKE) + format_frame(bytes(16_384)))
    assert [len(frame) for frame in read_all(reader)] == [48, 16_384]


def test_we_do_not_send_a_frame_over_the_limit() -> None:
    with pytest.raises(LocalProtocolError):
        format_frame(bytes(16_385))
