"""The channel: `Noise_NNpsk0_25519_ChaChaPoly_SHA256`, and the link of frames above it.

What it gives: nobody without the invite's secret can read, change or speak. What it does not give:
the first handshake message can be replayed by anyone who saw it, so it proves nothing; who the
peer is, only a signed Hello says. Whatever fails here is a lost link and convicts nobody. The
guest initiates. Below: `frames`.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from enum import IntEnum
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .errors import FrameError, LinkLostError, LocalProtocolError
from .frames import FrameReader, format_frame

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = b"Noise_NNpsk0_25519_ChaChaPoly_SHA256"
PROLOGUE = b"lycee/1"
PSK_TAG = b"lycee/1/psk\0"
RESUME_TAG = b"lycee/1/resume\0"
KEY_SIZE = 32
MAX_NONCE = (1 << 64) - 1
NONCE = struct.Struct("<4xQ")


class Role(IntEnum):
    """Who listens and who connects; the host has seat 0. Says nothing about who starts."""

    HOST = 0
    GUEST = 1


def invite_psk(secret: bytes) -> bytes:
    """The channel key of a first connection."""  # P4.2
    return hashlib.sha256(PSK_TAG + secret).digest()


def resume_psk(secret: bytes, sid: bytes) -> bytes:
    """The channel key of every later connection of one match."""  # P4.4
    return hashlib.sha256(RESUME_TAG + secret + sid).digest()


class Cipher:
    """One direction of the channel."""

    def __init__(self, key: bytes) -> None:
        self._aead = ChaCha20Poly1305(key)
        self._nonce = 0

    def encrypt(self, plaintext: bytes, associated: bytes = b"") -> bytes:
        """The next ciphertext."""
        return self._aead.encrypt(self._next_nonce(), plaintext, associated)

    def decrypt(self, ciphertext: bytes, associated: bytes = b"") -> bytes:
        """The next plaintext; raises `FrameError`."""
        try:
            return self._aead.decrypt(self._next_nonce(), ciphertext, associated)
        except InvalidTag:
            raise FrameError("a frame does not decrypt") from None

    def _next_nonce(self) -> bytes:
        if self._nonce == MAX_NONCE:
            raise LinkLostError("this connection has sent all it can")
        nonce = NONCE.pack(self._nonce)
        self._nonce += 1
        return nonce


class Handshake:
    """The two messages of the Noise pattern, either side."""

    def __init__(self, psk: bytes, entropy: Callable[[int], bytes]) -> None:
        # A protocol name longer than a hash is hashed; this one is 36 bytes.
        self._hash = hashlib.sha256(NAME).digest()
        self._chain = self._hash
        self._cipher: Cipher | None = None
        self._mix_hash(PROLOGUE)
        self._mix_psk(psk)
        self._ephemeral = X25519PrivateKey.from_private_bytes(entropy(KEY_SIZE))

    @property
    def hash(self) -> bytes:
        """The handshake hash, once both messages have passed."""
        return self._hash

    def write_message(self) -> bytes:
        """Our ephemeral key and the tag of an empty payload."""
        key = self._ephemeral.public_key().public_bytes_raw()
        self._mix_hash(key)
        self._mix_key(key)
        return key

    def read_message(self, message: bytes) -> bytes:
        """The peer's ephemeral key."""
        key = message[:KEY_SIZE]
        self._mix_hash(key)
        self._mix_key(key)
        return key

    def mix_secret(self, peer_key: bytes) -> None:
        """The shared secret of both ephemeral keys; raises `LinkLostError` for a weak one."""
        try:
            secret = self._ephemeral.exchange(X25519PublicKey.from_public_bytes(peer_key))
        except ValueError:  # all zero: the key has low order
            raise LinkLostError("the peer's ephemeral key is weak") from None
        self._mix_key(secret)

    def seal_payload(self) -> bytes:
        """The tag of the empty payload."""
        assert self._cipher is not None, "a key is mixed before a payload"
        tag = self._cipher.encrypt(b"", self._hash)
        self._mix_hash(tag)
        return tag

    def open_payload(self, tag: bytes) -> None:
        """Check the peer's tag; raises `FrameError`."""
        assert self._cipher is not None, "a key is mixed before a payload"
        self._cipher.decrypt(tag, self._hash)
        self._mix_hash(tag)

    def split(self) -> tuple[Cipher, Cipher]:
        """The ciphers of guest to host and host to guest."""
        first, second = _noise_hkdf(self._chain, b"", 2)
        return Cipher(first), Cipher(second)

    def _mix_hash(self, data: bytes) -> None:
        self._hash = hashlib.sha256(self._hash + data).digest()

    def _mix_key(self, material: bytes) -> None:
        self._chain, key = _noise_hkdf(self._chain, material, 2)
        self._cipher = Cipher(key)

    def _mix_psk(self, psk: bytes) -> None:
        self._chain, hashed, key = _noise_hkdf(self._chain, psk, 3)
        self._mix_hash(hashed)
        self._cipher = Cipher(key)


def _noise_hkdf(chain: bytes, material: bytes, n_outputs: int) -> list[bytes]:
    secret = hmac.digest(chain, material, "sha256")
    outputs = [hmac.digest(secret, b"\x01", "sha256")]
    while len(outputs) < n_outputs:
        counter = bytes([len(outputs) + 1])
        outputs.append(hmac.digest(secret, outputs[-1] + counter, "sha256"))
    return outputs


class Link:
    """Plain messages in and out of one connection: handshake, frames, ciphers; no sockets."""

    def __init__(self, role: Role, psk: bytes, entropy: Callable[[int], bytes]) -> None:
        self.role = role
        self.is_resumed = False  # we have said a Resume on it
        self._handshake = Handshake(psk, entropy)
        self._frames = FrameReader()
        self.received = self._frames.buffer  # and not yet given out
        self._sending: Cipher | None = None
        self._receiving: Cipher | None = None
        self.outgoing = bytearray()  # `data_to_send` gives it out
        if role is Role.GUEST:
            self.outgoing += format_frame(self._first_message())

    @property
    def is_open(self) -> bool:
        """Whether the handshake is over."""
        return self._sending is not None

    @property
    def hash(self) -> bytes:
        """The handshake hash of an open link."""
        assert self.is_open, "the hash is not final yet"
        return self._handshake.hash

    def receive_data(self, data: bytes) -> None:
        """Take bytes as the network delivered them."""
        self._frames.receive_data(data)

    def next_message(self) -> bytes | None:
        """The next plaintext, or None; the handshake is answered on the way.

        Raises `LinkLostError` for whatever does not fit; the link is then of no more use.
        """
        frame = self._frames.next_frame()
        if frame is None:
            return None
        if self._receiving is None:
            self._finish_handshake(frame)
            return None
        return self._receiving.decrypt(frame)

    def send_message(self, plaintext: bytes) -> None:
        """Encrypt one message into the outgoing bytes."""
        if self._sending is None:
            raise LocalProtocolError("the handshake is not over")
        self.outgoing += format_frame(self._sending.encrypt(plaintext))

    def data_to_send(self) -> bytes:
        """What must go to the network now; it is given out once."""
        data = bytes(self.outgoing)
        self.outgoing.clear()
        return data

    def _first_message(self) -> bytes:
        return self._handshake.write_message() + self._handshake.seal_payload()

    def _finish_handshake(self, frame: bytes) -> None:
        handshake = self._handshake
        peer_key = handshake.read_message(frame)
        if self.role is Role.HOST:
            # -> psk, e: nothing is answered to a stranger without the secret. # P4.4
            handshake.open_payload(frame[KEY_SIZE:])
            answer = handshake.write_message()
            handshake.mix_secret(peer_key)
            self.outgoing += format_frame(answer + handshake.seal_payload())
            self._receiving, self._sending = handshake.split()
        else:
            handshake.mix_secret(peer_key)
            handshake.open_payload(frame[KEY_SIZE:])
            self._sending, self._receiving = handshake.split()
