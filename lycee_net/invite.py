"""The invite: one line that names a place, a secret and whose key to expect there.

`lycee1:HOST:PORT:TAIL`, an IPv6 address in brackets; TAIL is 48 characters of base32: the secret,
16 bytes, and the first 14 bytes of the hash of the host's key. The key hash ends the man in the
middle who also holds the invite. It is good for one match. Below: `errors`.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
from dataclasses import dataclass

from .errors import LocalProtocolError

SCHEME = "lycee1"
SECRET_SIZE = 16
KEY_HASH_SIZE = 14
TAIL = re.compile(r"[a-z2-7]{48}")
HOST_NAME = re.compile(r"(?=.{1,253}\Z)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
MAX_LABEL = 63  # what a resolver takes between two dots
MAX_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Invite:
    """Where to connect, with which secret, and the key hash to expect."""

    host: str
    port: int
    secret: bytes
    key_hash: bytes

    def __repr__(self) -> str:
        return f"Invite({self.host!r}, {self.port})"


def hash_key(key: bytes) -> bytes:
    """The part of a key's hash that stands in an invite."""  # P4.2
    return hashlib.sha256(key).digest()[:KEY_HASH_SIZE]


def format_invite(invite: Invite) -> str:
    """The line that is given to the guest."""
    host = f"[{invite.host}]" if ":" in invite.host else invite.host
    tail = base64.b32encode(invite.secret + invite.key_hash).decode().lower()
    return f"{SCHEME}:{host}:{invite.port}:{tail}"


def parse_invite(text: str) -> Invite:
    """The invite in a line; raises `LocalProtocolError` that says what is wrong with it."""
    scheme, _, rest = text.strip().partition(":")
    if scheme.lower() != SCHEME:
        raise LocalProtocolError(f"an invite begins with {SCHEME}:")
    place, _, tail = rest.rpartition(":")
    host, _, port = place.rpartition(":")
    if not host:
        raise LocalProtocolError(f"an invite is {SCHEME}:HOST:PORT:SECRET, this is less")
    if not re.fullmatch(r"[1-9][0-9]{0,4}", port) or int(port) > MAX_PORT:
        raise LocalProtocolError(f"the port of the invite is not 1 to {MAX_PORT}")
    if not TAIL.fullmatch(tail.lower()):
        raise LocalProtocolError("the invite ends with 48 letters and digits 2 to 7")
    secret = base64.b32decode(tail.upper())
    return Invite(_parse_host(host), int(port), secret[:SECRET_SIZE], secret[SECRET_SIZE:])


def is_place(host: str) -> bool:
    """Whether an invite can name this: a host name, an IPv4 address, or an IPv6 address."""
    try:
        return _parse_host(f"[{host}]" if ":" in host else host) == host
    except LocalProtocolError:
        return False


def _parse_host(host: str) -> str:
    if not host.startswith("["):
        if not HOST_NAME.fullmatch(host) or not all(
            0 < len(label) <= MAX_LABEL for label in host.split(".")
        ):
            raise LocalProtocolError("the invite names no host")
        return host
    inside = host[1:-1]
    try:
        ipaddress.IPv6Address(inside)
    except ValueError:
        raise LocalProtocolError("the brackets of the invite hold no IPv6 address") from None
    if not host.endswith("]"):
        raise LocalProtocolError("the brackets of the invite are not closed")
    return inside
