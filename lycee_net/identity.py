"""Identity keys: who signs, and which keys and signatures are no good.

Ed25519 with what a library leaves out: the common one accepts keys of small order, under which one
signature fits every message. Keys and R values that are one of the 14 encodings of points of small
order, or whose y is not below p, are refused. The key never derives from anything of a match,
because an audit opens a match's secret. Below: `ed25519`.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from .ed25519 import Signer, fits
from .errors import LocalProtocolError, SignatureError

if TYPE_CHECKING:
    from pathlib import Path

KEY_SIZE = 32
SIGN_TAG = b"lycee/1/sign\0"
FIELD_PRIME = 2**255 - 19
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
SIGN_BIT = 1 << 255
# The y of the eight points of small order; two of them also as y + p. With both signs: 14. # P3.4
SMALL_ORDER_Y = frozenset(
    {
        0,
        1,
        FIELD_PRIME - 1,
        FIELD_PRIME,
        FIELD_PRIME + 1,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
    }
)


class Identity:
    """A private key; it does not print."""

    def __init__(self, seed: bytes) -> None:
        self._signer = Signer(seed)
        self.key = self._signer.key

    def __repr__(self) -> str:
        return f"Identity({self.key.hex()[:16]})"

    def sign(self, context: bytes, body: bytes) -> bytes:
        """The signature of `body` in `context`: a handshake hash or a session id."""  # P3.4
        return self._signer.sign(SIGN_TAG + context + body)


def check_point_untrusted(encoding: bytes, what: str) -> None:
    """Refuse a point that is not canonical or has small order; raises `SignatureError`."""
    y = int.from_bytes(encoding, "little") & ~SIGN_BIT
    if y in SMALL_ORDER_Y or y >= FIELD_PRIME:
        raise SignatureError(f"{what} is a weak point", rule="P3.4")


def verify_untrusted(key: bytes, context: bytes, body: bytes, signature: bytes) -> None:
    """Check a signature of the peer, cofactorless; raises `SignatureError`."""
    _check_key_untrusted(key)
    check_point_untrusted(signature[:32], "R")
    if int.from_bytes(signature[32:], "little") >= GROUP_ORDER:
        raise SignatureError("S is not reduced", rule="P3.4")
    if not fits(key, SIGN_TAG + context + body, signature):
        raise SignatureError("the signature does not fit", rule="P3.4")


@lru_cache(maxsize=16)  # both keys of a match, and of the strangers that wait
def _check_key_untrusted(key: bytes) -> None:
    """Whether a key is none of the weak ones; raises `SignatureError`."""
    check_point_untrusted(key, "the key")


def load_identity(path: Path) -> Identity:
    """The identity kept in a file; it is made, readable by its owner alone, if there is none.

    Raises `LocalProtocolError` when the file is no key or others can read it.
    """
    try:
        return _read_identity(path)
    except FileNotFoundError:
        _write_identity(path)
        return _read_identity(path)


def _write_identity(path: Path) -> None:
    """Put a new key there, whole or not at all; another that came first stays."""
    new = path.with_name(f"{path.name}.{os.urandom(4).hex()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(KEY_SIZE))
            file.flush()
            os.fsync(file.fileno())
        _put_in_place(new, path)
    finally:
        new.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # without it the matches of this key are lost
    finally:
        os.close(folder)


def _put_in_place(new: Path, path: Path) -> None:
    try:
        os.link(new, path)
    except FileExistsError:
        return  # another program was faster
    except OSError:
        new.rename(path)  # here a file has one name only


def _read_identity(path: Path) -> Identity:
    if path.stat().st_mode & 0o077:
        raise LocalProtocolError(f"{path} can be read by others: chmod 600 it")
    seed = path.read_bytes()
    if len(seed) != KEY_SIZE:
        raise LocalProtocolError(f"{path} holds {len(seed)} bytes, an identity has {KEY_SIZE}")
    return Identity(seed)
