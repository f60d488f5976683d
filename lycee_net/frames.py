"""Frames: where one ciphertext ends and the next begins.

A frame is its length in two bytes and that many bytes of ciphertext. The two handshake frames have
exactly 48, later ones 16 to 16,384. Incremental: any chunking of the stream gives the same frames,
and a wrong length is refused before a byte of the body is read. Below: `errors`.
"""

from __future__ import annotations

from .errors import FrameError, LocalProtocolError

LENGTH_SIZE = 2
MAX_FRAME = 16_384  # P11: bounds what a stranger can make us hold
MIN_FRAME = 16  # the tag of an empty plaintext
HANDSHAKE_FRAME = 48  # an ephemeral key and the tag of an empty payload
N_HANDSHAKE_FRAMES = 1  # each side receives one


def format_frame(ciphertext: bytes) -> bytes:
    """The bytes on the wire of one ciphertext."""
    if not MIN_FRAME <= len(ciphertext) <= MAX_FRAME:
        raise LocalProtocolError(f"a frame of {len(ciphertext)} bytes cannot be sent")
    return len(ciphertext).to_bytes(LENGTH_SIZE, "big") + ciphertext


class FrameReader:
    """Collects received bytes and gives whole frames back."""

    def __init__(self) -> None:
        self.buffer = bytearray()  # received, and not yet part of a frame given out
        self._n_frames = 0

    def receive_data(self, data: bytes) -> None:
        """Take bytes as the network delivered them."""
        self.buffer += data

    def next_frame(self) -> bytes | None:
        """The next ciphertext, or None while it is incomplete; `FrameError` for a bad length."""
        buffer = self.buffer
        n_buffered = len(buffer)
        if n_buffered < LENGTH_SIZE:
            return None
        length = buffer[0] << 8 | buffer[1]
        if self._n_frames < N_HANDSHAKE_FRAMES:
            if length != HANDSHAKE_FRAME:
                raise FrameError(f"handshake frame of {length} bytes, not {HANDSHAKE_FRAME}")
        elif not MIN_FRAME <= length <= MAX_FRAME:
            raise FrameError(f"frame of {length} bytes")
        end = LENGTH_SIZE + length
        if n_buffered < end:
            return None
        frame = bytes(buffer[LENGTH_SIZE:end])
        del buffer[:end]
        self._n_frames += 1
        return frame
