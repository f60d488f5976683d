"""Ed25519 by libsodium, which signs and judges in half the time of the library the rest uses.

It keeps the equation of P3.9 (cofactorless, R compared as bytes): with the points that `identity`
refuses beforehand it takes the same signatures as the other library, which the tests ask about
every vector. Nothing of our own is computed with a secret here. Above: `identity`.
"""

from __future__ import annotations

from nacl import bindings as sodium
from nacl.exceptions import BadSignatureError

SIGNATURE_SIZE = 64


class Signer:
    """A private key; it does not print.

    Args:
        seed: 32 bytes.

    Attributes:
        key: the public one, 32 bytes.
    """

    def __init__(self, seed: bytes) -> None:
        self.key, self._secret = sodium.crypto_sign_seed_keypair(seed)

    def sign(self, text: bytes) -> bytes:
        """The signature of a text."""
        signed: bytes = sodium.crypto_sign(text, self._secret)
        return signed[:SIGNATURE_SIZE]


def fits(key: bytes, text: bytes, signature: bytes) -> bool:
    """Whether a signature is that of a text; the key is no weak point."""
    try:
        sodium.crypto_sign_open(signature + text, key)
    except BadSignatureError:
        return False
    return True
