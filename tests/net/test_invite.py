"""The invite is one line that parses back to what it printed."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.errors import LocalProtocolError
from lycee_net.invite import Invite, format_invite, hash_key, parse_invite

SECRET, KEY = bytes(range(16)), bytes(32)
LINE = "lycee1:example.org:4242:" + base64.b32encode(bytes(30)).decode().lower()

HOSTS = st.one_of(
    st.sampled_from(["example.org", "localhost", "a"]),
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(str),
)


@given(
    HOSTS,
    st.integers(1, 65_535),
    st.binary(min_size=16, max_size=16),
    st.binary(min_size=14, max_size=14),
)
def test_an_invite_parses_back(host: str, port: int, secret: bytes, key_hash: bytes) -> None:
    invite = Invite(host, port, secret, key_hash)
    assert parse_invite(format_invite(invite)) == invite


def test_an_ipv6_address_stands_in_brackets() -> None:
    line = format_invite(Invite("fe80::1", 7, SECRET, hash_key(KEY)))
    assert line.startswith("lycee1:[fe80::1]:7:")
    assert len(line.rsplit(":", 1)[1]) == 48


@pytest.mark.parametrize("line", [f"  {LINE}\n", LINE.upper()])
def test_space_around_it_and_capitals_do_no_harm(line: str) -> None:
    assert parse_invite(line).port == 4242


@pytest.mark.parametrize(
    "line",
    [
        "",
        "lycee1",
        LINE.replace("lycee1", "lycee2"),
        LINE.replace("4242", "0"),
        LINE.replace("4242", "65536"),
        LINE.replace("4242", "+42"),
        LINE.replace("4242", ""),
        LINE[:-1],
        LINE + "a",
        LINE[:-1] + "1",
        LINE.replace("example.org", ""),
        LINE.replace("example.org", "example..org"),
        LINE.replace("example.org", "a" * 64 + ".org"),
        LINE.replace("example.org", ".".join(["a" * 63] * 4)),
        LINE.replace("example.org", "[::1"),
        LINE.replace("example.org", "[example.org]"),
        LINE.replace("example.org", "a b"),
        LINE.replace("example.org", "\x1b[2J"),
    ],
)
def test_a_bad_invite_is_refused_with_one_line(line: str) -> None:
    with pytest.raises(LocalProtocolError) as caught:
        parse_invite(line)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_an_invite_does_not_print_its_secret() -> None:
    assert SECRET.hex() not in repr(Invite("a", 1, SECRET, hash_key(KEY)))
