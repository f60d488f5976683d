"""Ed25519 by whichever library is there: libsodium, or the common one, which takes twice as long.

Both keep the equation of P3.9 (cofactorless, R compared as bytes): with the points that `identity`
refuses beforehand they take the same signatures, and every vector is put to both. Nothing of our
own is computed with a secret here. Above: `identity`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

try:
    from nacl import bindings as sodium
    from nacl.exceptions import BadSignatureError
except ImportError:  # no wheel for this machine, perhaps
    HAS_SODIUM = False
else:
    HAS_SODIUM = True

SIGNATURE_SIZE = 64


class Signer(Protocol):
    """A private key."""

    key: bytes  # the public one

    def sign(self, text: bytes) -> bytes:
        """The signature of a text."""


class CommonSigner:
    """A private key of the common library; it does not print."""

    def __init__(self, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.key = self._private.public_key().public_bytes_raw()

    def sign(self, text: bytes) -> bytes:
        """The signature of a text."""
        return self._private.sign(text)


class SodiumSigner:
    """A private key of libsodium; it does not print."""

    def __init__(self, seed: bytes) -> None:
        self.key, self._secret = sodium.crypto_sign_seed_keypair(seed)

    def sign(self, text: bytes) -> bytes:
        """The signature of a text."""
        return sodium.crypto_sign(text, self._secret)[:SIGNATURE_SIZE]


def fits_common(key: bytes, text: bytes, signature: bytes) -> bool:
    """Whether the common library takes a signature; the key is no weak point."""
    public = _load_common(key)
    if public is None:
        return False
    try:
        public.verify(signature, text)
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=16)  # both keys of a match, and of the strangers that wait
def _load_common(key: bytes) -> Ed25519PublicKey | None:
    try:
        return Ed25519PublicKey.from_public_bytes(key)
    except ValueError:
        return None


def fits_sodium(key: bytes, text: bytes, signature: bytes) -> bool:
    """Whether libsodium takes a signature; the key is no weak point."""
    try:
        sodium.crypto_sign_open(signature + text, key)
    except BadSignatureError:
        return False
    return True


new_signer: type[CommonSigner | SodiumSigner] = SodiumSigner if HAS_SODIUM else CommonSigner
fits = fits_sodium if HAS_SODIUM else fits_common
