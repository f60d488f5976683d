"""The bytes of the peer protocol, written from spec/protocol.md and nothing else.

A second reading of the spec beside the program: standard library and `cryptography` only, no module
of the project, no clock, no randomness. It prefers the plainest way to the fast one. Above:
`reference_match`, `reference_faults`, `reference`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int]
Extended = tuple[int, int, int, int]


def sha(*parts: bytes) -> bytes:
    """H of P3.1 over the parts, joined."""
    return hashlib.sha256(b"".join(parts)).digest()


def u(value: int, size: int) -> bytes:
    """A number in preimages: big-endian."""
    return value.to_bytes(size, "big")


def pseudo(seed: str, size: int = 32) -> bytes:
    """Bytes that stand for randomness in a vector; a function of their name alone."""
    return hashlib.shake_256(b"vector/" + seed.encode()).digest(size)


# Encoding, P3.2


def encode(value: Any) -> bytes:  # noqa: ANN401
    """The one encoding of a value."""
    if value is True or value is False:
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return cbor_head(0, value)
    if isinstance(value, bytes):
        return cbor_head(2, len(value)) + value
    if isinstance(value, str):
        return cbor_head(3, len(value.encode())) + value.encode()
    return cbor_head(4, len(value)) + b"".join(map(encode, value))


def cbor_head(major: int, argument: int) -> bytes:
    """The shortest head of an item."""
    if argument < 24:
        return bytes([major << 5 | argument])
    for place, size in enumerate((1, 2, 4, 8)):
        if argument < 256**size:
            return bytes([major << 5 | 24 + place]) + u(argument, size)
    raise ValueError(argument)


def decode(data: bytes) -> Any:  # noqa: ANN401
    """The value that the data encodes; ValueError for everything that P3.2 refuses."""
    value, end = _decode_at(data, 0, 6)
    if end != len(data):
        raise ValueError("something follows the value")
    return value


def _decode_at(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    first = data[at : at + 1]
    if first in {b"\xf4", b"\xf5"}:
        return first == b"\xf5", at + 1
    if not first or first[0] >> 5 not in {0, 2, 3, 4} or first[0] & 31 > 27:
        raise ValueError("no such item")
    major, short = first[0] >> 5, first[0] & 31
    size = 0 if short < 24 else 1 << short - 24
    argument = int.from_bytes(data[at + 1 : at + 1 + size], "big") if size else short
    at += 1 + size
    if at > len(data) or cbor_head(major, argument) != data[at - 1 - size : at]:
        raise ValueError("cut off, or not in its shortest form")
    if major == 0:
        return argument, at
    if argument > len(data) - at:
        raise ValueError("longer than what is left")
    if major == 4:
        if not depth:
            raise ValueError("nested too deeply")
        items = []
        for _ in range(argument):
            item, at = _decode_at(data, at, depth - 1)
            items.append(item)
        return items, at
    content = data[at : at + argument]
    return (content if major == 2 else content.decode()), at + argument


# Hashes, salts, dice: P3.3, P3.5, P3.6


def head(body: bytes) -> bytes:
    """What the next message builds on."""
    return sha(b"lycee/1/head\0", body)


def card_leaf(sid: bytes, seat: int, epoch: int, slot: int, salt: bytes, card: int) -> bytes:
    """The commitment to one card."""
    place = u(seat, 1) + u(epoch, 4) + u(slot, 1)
    return sha(b"lycee/1/card\0", sid, place, salt, u(card, 2))


def roll_leaf(sid: bytes, seat: int, roll: int, salt: bytes, value: bytes) -> bytes:
    """The commitment to one value of a roll."""
    return sha(b"lycee/1/roll\0", sid, u(seat, 1), u(roll, 4), salt, value)


def hkdf(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    """HKDF-SHA256 of RFC 5869."""
    key, block, out = hmac.digest(salt, secret, "sha256"), b"", b""
    while len(out) < size:
        block = hmac.digest(key, block + info + u(len(out) // 32 + 1, 1), "sha256")
        out += block
    return out[:size]


def salts(deck_secret: bytes, sid: bytes, epoch: int, n: int) -> list[bytes]:
    """The salts of a seal."""
    joined = hkdf(deck_secret, sid, b"lycee/1/salt\0" + u(epoch, 4), 32 * n)
    return [joined[32 * i : 32 * i + 32] for i in range(n)]


def roll_secret(deck_secret: bytes, sid: bytes, roll: int) -> tuple[bytes, bytes]:
    """Salt and value of a seat for a roll."""
    joined = hkdf(deck_secret, sid, b"lycee/1/dice\0" + u(roll, 4), 64)
    return joined[:32], joined[32:]


def dice(sid: bytes, roll: int, committed: bytes, answered: bytes, n: int, k: int) -> list[int]:
    """The k numbers of a roll."""
    seed = sha(b"lycee/1/dice\0", sid, u(roll, 4), committed, answered)
    drawn: list[int] = []
    left, i = list(range(n)), 0
    while len(drawn) < k:
        word = int.from_bytes(sha(seed, u(i, 4))[:8], "big")
        i += 1
        if word < 2**64 - 2**64 % len(left):
            drawn.append(left.pop(word % len(left)))
    return drawn


# Signatures, P3.4. The curve is here to make keys and signatures that no library would make.


def lift(point: Point) -> Extended:
    """The point with a common denominator, and the product of its coordinates."""
    return point[0], point[1], 1, point[0] * point[1] % P


def drop(point: Extended) -> Point:
    """The point without a denominator."""
    inverse = pow(point[2], -1, P)
    return point[0] * inverse % P, point[1] * inverse % P


def add_extended(one: Extended, other: Extended) -> Extended:
    """The addition law of edwards25519, complete, in extended coordinates (RFC 8032, 5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * D * one[3] * other[3] % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def add(one: Point, other: Point) -> Point:
    """The sum of two points."""
    return drop(add_extended(lift(one), lift(other)))


def times(factor: int, point: Point) -> Point:
    """A multiple of a point."""
    result, base = lift((0, 1)), lift(point)
    for bit in bin(factor)[2:]:
        result = add_extended(result, result)
        if bit == "1":
            result = add_extended(result, base)
    return drop(result)


def point_of(encoding: bytes) -> Point:
    """The point of an encoding; ValueError if there is none."""
    number = int.from_bytes(encoding, "little")
    sign, y = number >> 255, number & ~(1 << 255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        raise ValueError("not on the curve")
    return (x if x & 1 == sign else -x % P), y


def encoding_of(point: Point) -> bytes:
    """The canonical encoding of a point."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def torsion_point() -> Point:
    """A point of order eight."""
    for y in range(2, 100):
        try:
            point = times(L, point_of(u(y, 1) + bytes(31)))
        except ValueError:
            continue
        if times(4, point) != (0, 1):
            return point
    raise AssertionError("there is one")


def small_order_encodings() -> list[bytes]:
    """The 14 encodings of the points of small order, canonical or not."""
    torsion = torsion_point()
    ys = {times(i, torsion)[1] for i in range(8)}
    ys |= {y + P for y in ys if y + P < 2**255}
    return sorted((y | sign << 255).to_bytes(32, "little") for y in ys for sign in (0, 1))


WEAK = frozenset(small_order_encodings())


def signed_text(context: bytes, body: bytes) -> bytes:
    """What is signed."""
    return b"lycee/1/sign\0" + context + body


def challenge(signature: bytes, key: bytes, text: bytes) -> int:
    """The scalar h of the equation."""
    digest = hashlib.sha512(signature[:32] + key + text).digest()
    return int.from_bytes(digest, "little")


def is_good_signature(key: bytes, context: bytes, body: bytes, signature: bytes) -> bool:
    """Whether P3.4 takes a signature: from the equation, cofactorless."""
    for point in (key, signature[:32]):
        y = int.from_bytes(point, "little") & ~(1 << 255)
        if point in WEAK or y >= P:
            return False
    s = int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    try:
        public = point_of(key)
    except ValueError:
        return False
    h = challenge(signature, key, signed_text(context, body)) % L  # reduced before it is used
    minus_key = -public[0] % P, public[1]
    return encoding_of(add(times(s, BASE), times(h, minus_key))) == signature[:32]


@dataclass(frozen=True)
class Signer:
    """An identity."""

    seed: bytes

    @property
    def key(self) -> bytes:
        """The public key."""
        return Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()

    def sign(self, context: bytes, body: bytes) -> bytes:
        """The 64 bytes behind a body."""
        private = Ed25519PrivateKey.from_private_bytes(self.seed)
        return private.sign(signed_text(context, body))

    def message(self, context: bytes, fields: list[Any]) -> bytes:
        """A whole message."""
        body = encode(fields)
        return body + self.sign(context, body)


def sign_with_torsion(seed: bytes, context: bytes, body: bytes) -> tuple[bytes, bytes]:
    """A key with a part of order eight, and a signature of it that a cofactored check takes."""
    digest = bytearray(hashlib.sha512(seed).digest())
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    scalar = int.from_bytes(digest[:32], "little")
    text = signed_text(context, body)
    nonce = int.from_bytes(hashlib.sha512(bytes(digest[32:]) + text).digest(), "little") % L
    key = encoding_of(add(times(scalar, BASE), torsion_point()))
    r = encoding_of(times(nonce, BASE))
    s = (nonce + challenge(r, key, text) * scalar) % L
    return key, r + s.to_bytes(32, "little")


# Channel, frames, invites: P3.7, P4


def frame(ciphertext: bytes) -> bytes:
    """A ciphertext on the wire."""
    return u(len(ciphertext), 2) + ciphertext


def aead(key: bytes, nonce: int, associated: bytes, plaintext: bytes) -> bytes:
    """ChaCha20-Poly1305 with the nonce of Noise."""
    return ChaCha20Poly1305(key).encrypt(
        bytes(4) + nonce.to_bytes(8, "little"), plaintext, associated
    )


def noise_hkdf(chain: bytes, material: bytes, n: int) -> list[bytes]:
    """HKDF of the Noise specification."""
    secret, outputs = hmac.digest(chain, material, "sha256"), [b""]
    for i in range(n):
        outputs.append(hmac.digest(secret, outputs[-1] + u(i + 1, 1), "sha256"))
    return outputs[1:]


@dataclass(frozen=True)
class Channel:
    """What a handshake leads to."""

    messages: tuple[bytes, bytes]  # guest, host
    hash: bytes
    keys: tuple[bytes, bytes]  # guest to host, host to guest

    def stream(self, role: int, plaintexts: list[bytes]) -> bytes:
        """Everything that one side writes to its socket; role 0 is the host."""
        frames = [self.messages[1 - role]]
        key = self.keys[1 - role]
        frames += [aead(key, i, b"", plain) for i, plain in enumerate(plaintexts)]
        return b"".join(map(frame, frames))


def public_of(ephemeral: bytes) -> bytes:
    """The public part of an ephemeral key."""
    return X25519PrivateKey.from_private_bytes(ephemeral).public_key().public_bytes_raw()


def handshake(psk: bytes, guest_ephemeral: bytes, host_ephemeral: bytes) -> Channel:
    """Both messages of Noise_NNpsk0_25519_ChaChaPoly_SHA256, written out."""
    chain = sha(b"Noise_NNpsk0_25519_ChaChaPoly_SHA256")
    h = sha(chain, b"lycee/1")
    chain, hashed, key = noise_hkdf(chain, psk, 3)
    h = sha(h, hashed)
    # -> psk, e
    guest_key = public_of(guest_ephemeral)
    h = sha(h, guest_key)
    chain, key = noise_hkdf(chain, guest_key, 2)
    tag = aead(key, 0, h, b"")
    first, h = guest_key + tag, sha(h, tag)
    # <- e, ee
    host_key = public_of(host_ephemeral)
    h = sha(h, host_key)
    chain, key = noise_hkdf(chain, host_key, 2)
    private = X25519PrivateKey.from_private_bytes(host_ephemeral)
    shared = private.exchange(X25519PublicKey.from_public_bytes(guest_key))
    chain, key = noise_hkdf(chain, shared, 2)
    tag = aead(key, 0, h, b"")
    to_host, to_guest = noise_hkdf(chain, b"", 2)
    return Channel((first, host_key + tag), sha(h, tag), (to_host, to_guest))


def invite_psk(secret: bytes) -> bytes:
    """The channel key of a first connection."""
    return sha(b"lycee/1/psk\0", secret)


def resume_psk(secret: bytes, sid: bytes) -> bytes:
    """The channel key of later connections."""
    return sha(b"lycee/1/resume\0", secret, sid)


def invite(host: str, port: int, secret: bytes, key: bytes) -> str:
    """The line that a guest gets."""
    place = f"[{host}]" if ":" in host else host
    tail = base64.b32encode(secret + sha(key)[:14]).decode().lower()
    return f"lycee1:{place}:{port}:{tail}"


# Records, P10.1


def records(*contents: tuple[int, bytes]) -> bytes:
    """A file of records, kind and payload each."""
    data, check = b"", bytes(8)
    for kind, payload in contents:
        n = len(payload)
        record = u(n, 2) + u(n ^ 0xFFFF, 2) + u(kind, 1) + payload
        check = sha(b"lycee/1/file\0", check, record)[:8]
        data += record + check
    return data


# Vectors

Vector = dict[str, Any]


def accept(name: str, section: str, **facts: Any) -> Vector:  # noqa: ANN401
    """A vector that must pass."""
    return {"name": name, "expect": "accept", "section": section, **facts}


def refuse(name: str, layer: str, section: str, **facts: Any) -> Vector:  # noqa: ANN401
    """A vector with one fault."""
    return {"name": name, "expect": "refuse", "layer": layer, "section": section, **facts}
