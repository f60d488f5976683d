"""Keys and signatures: what a library lets through and we do not."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from lycee_net.errors import LocalProtocolError, SignatureError
from lycee_net.identity import (
    FIELD_PRIME,
    GROUP_ORDER,
    SIGN_TAG,
    Identity,
    check_point_untrusted,
    load_identity,
    verify_untrusted,
)

if TYPE_CHECKING:
    from pathlib import Path

CONTEXT, BODY = bytes(32), b"body"

EDWARDS_D = -121665 * pow(121666, -1, FIELD_PRIME) % FIELD_PRIME
Point = tuple[int, int]


def add(one: Point, other: Point) -> Point:
    """The addition law of the curve, from its definition."""
    (x1, y1), (x2, y2) = one, other
    k = EDWARDS_D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + k, -1, FIELD_PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - k, -1, FIELD_PRIME)
    return x % FIELD_PRIME, y % FIELD_PRIME


def root(square: int) -> int | None:
    candidate = pow(square, (FIELD_PRIME + 3) // 8, FIELD_PRIME)
    for x in (candidate, candidate * pow(2, (FIELD_PRIME - 1) // 4, FIELD_PRIME) % FIELD_PRIME):
        if x * x % FIELD_PRIME == square % FIELD_PRIME:
            return x
    return None


def point_of_full_order() -> Point:
    """Some point whose order is eight times the group order."""
    for y in range(2, 100):
        x = root((y * y - 1) * pow(EDWARDS_D * y * y + 1, -1, FIELD_PRIME))
        if x is None:
            continue
        torsion = times(GROUP_ORDER, (x, y))
        if times(4, torsion) != (0, 1):
            return x, y
    raise AssertionError("none below 100")


def times(factor: int, point: Point) -> Point:
    result = (0, 1)
    for bit in bin(factor)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def small_order_encodings() -> set[bytes]:
    """All encodings, canonical or not, of the eight points of small order."""
    generator = times(GROUP_ORDER, point_of_full_order())
    ys = {times(factor, generator)[1] for factor in range(8)}
    ys |= {y + FIELD_PRIME for y in ys if y + FIELD_PRIME < 1 << 255}
    return {(y | sign << 255).to_bytes(32, "little") for y in ys for sign in (0, 1)}


def test_all_fourteen_encodings_of_small_order_are_refused() -> None:
    encodings = small_order_encodings()
    assert len(encodings) == 14
    for encoding in encodings:
        with pytest.raises(SignatureError, match="weak"):
            check_point_untrusted(encoding, "the key")


def test_under_a_weak_key_the_library_takes_one_signature_for_every_message() -> None:
    weak = (1).to_bytes(32, "little")
    signature = weak + bytes(32)
    library = Ed25519PublicKey.from_public_bytes(weak)
    library.verify(signature, b"one message")
    library.verify(signature, b"another message")
    with pytest.raises(SignatureError):
        verify_untrusted(weak, CONTEXT, BODY, signature)


@pytest.mark.parametrize("y", [FIELD_PRIME, FIELD_PRIME + 2, FIELD_PRIME + 18, (1 << 255) - 1])
def test_a_point_that_is_not_reduced_is_refused(y: int) -> None:
    for sign in (0, 1 << 255):
        with pytest.raises(SignatureError):
            check_point_untrusted((y | sign).to_bytes(32, "little"), "R")


def test_a_weak_r_is_refused() -> None:
    identity = Identity(bytes(32))
    signature = identity.sign(CONTEXT, BODY)
    with pytest.raises(SignatureError, match="R is a weak point"):
        verify_untrusted(identity.key, CONTEXT, BODY, bytes(32) + signature[32:])


def test_a_signature_fits_its_key_context_and_body_only() -> None:
    identity, other = Identity(bytes(32)), Identity(bytes([1] * 32))
    signature = identity.sign(CONTEXT, BODY)
    verify_untrusted(identity.key, CONTEXT, BODY, signature)
    for key, context, body in [
        (other.key, CONTEXT, BODY),
        (identity.key, bytes([1] * 32), BODY),
        (identity.key, CONTEXT, b"other"),
    ]:
        with pytest.raises(SignatureError):
            verify_untrusted(key, context, body, signature)


def test_s_plus_the_group_order_is_refused() -> None:
    identity = Identity(bytes(32))
    signature = identity.sign(CONTEXT, BODY)
    s = int.from_bytes(signature[32:], "little") + GROUP_ORDER
    with pytest.raises(SignatureError, match="not reduced"):
        verify_untrusted(identity.key, CONTEXT, BODY, signature[:32] + s.to_bytes(32, "little"))


def test_every_flipped_bit_of_a_signature_is_noticed() -> None:
    identity = Identity(bytes(32))
    signature = identity.sign(CONTEXT, BODY)
    for bit in range(512):
        spoiled = bytearray(signature)
        spoiled[bit // 8] ^= 1 << bit % 8
        with pytest.raises(SignatureError):
            verify_untrusted(identity.key, CONTEXT, BODY, bytes(spoiled))


def test_the_signature_is_plain_ed25519_over_tag_context_and_body() -> None:
    identity = Identity(bytes(32))
    public = Ed25519PublicKey.from_public_bytes(identity.key)
    public.verify(identity.sign(CONTEXT, BODY), SIGN_TAG + CONTEXT + BODY)


def test_an_identity_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    made = load_identity(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_identity(path).key == made.key


def test_an_identity_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no space", descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        load_identity(tmp_path / "identity")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("has_links", [True, False])
def test_the_first_of_two_programs_makes_the_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    path, other, link = tmp_path / "identity", tmp_path / "other", os.link

    def race(source: Path, target: Path) -> None:
        if not has_links:
            raise PermissionError(errno.EPERM, "a file has one name here")
        link(other, target)  # somebody else was faster
        link(source, target)

    first = load_identity(other)
    monkeypatch.setattr(os, "link", race)
    made = load_identity(path)
    assert (made.key == first.key) == has_links
    assert load_identity(path).key == made.key
    assert sorted(tmp_path.iterdir()) == [path, other]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_an_identity_that_others_can_read_or_write_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "identity"
    load_identity(path)
    path.chmod(mode)
    with pytest.raises(LocalProtocolError, match="chmod 600"):
        load_identity(path)


def test_an_identity_of_the_wrong_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    path.write_bytes(bytes(31))
    path.chmod(0o600)
    with pytest.raises(LocalProtocolError, match="31 bytes"):
        load_identity(path)


def test_an_identity_does_not_print_its_secret() -> None:
    seed = bytes(range(32))
    assert seed.hex()[:16] not in repr(Identity(seed))
