"""The channel against an independent Noise implementation, and its failures."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from noise.connection import NoiseConnection

from lycee_net.channel import NAME, PROLOGUE, Cipher, Link, Role, invite_psk, resume_psk
from lycee_net.errors import FrameError, LinkLostError, LocalProtocolError
from lycee_net.frames import format_frame

PSK = bytes(range(32))


def independent(*, initiator: bool) -> Any:  # noqa: ANN401
    other = NoiseConnection.from_name(NAME)
    other.set_prologue(PROLOGUE)
    other.set_psks(PSK)
    other.set_as_initiator() if initiator else other.set_as_responder()
    other.start_handshake()
    return other


def open_pair() -> tuple[Link, Link]:
    host, guest = Link(Role.HOST, PSK, os.urandom), Link(Role.GUEST, PSK, os.urandom)
    host.receive_data(guest.data_to_send())
    assert host.next_message() is None
    guest.receive_data(host.data_to_send())
    assert guest.next_message() is None
    assert host.is_open
    assert guest.is_open
    return host, guest


def test_our_guest_and_an_independent_host_agree() -> None:
    guest, host = Link(Role.GUEST, PSK, os.urandom), independent(initiator=False)
    host.read_message(guest.data_to_send()[2:])
    guest.receive_data(format_frame(bytes(host.write_message())))
    assert guest.next_message() is None
    assert guest.hash == host.get_handshake_hash()
    for text in (b"one", b"two"):
        guest.send_message(text)
        assert host.decrypt(guest.data_to_send()[2:]) == text
        guest.receive_data(format_frame(host.encrypt(text)))
        assert guest.next_message() == text


def test_our_host_and_an_independent_guest_agree() -> None:
    host, guest = Link(Role.HOST, PSK, os.urandom), independent(initiator=True)
    host.receive_data(format_frame(bytes(guest.write_message())))
    assert host.next_message() is None
    guest.read_message(host.data_to_send()[2:])
    assert host.hash == guest.get_handshake_hash()
    host.receive_data(format_frame(guest.encrypt(b"text")))
    assert host.next_message() == b"text"


def test_both_handshake_frames_have_fifty_bytes() -> None:
    host, guest = Link(Role.HOST, PSK, os.urandom), Link(Role.GUEST, PSK, os.urandom)
    first = guest.data_to_send()
    host.receive_data(first)
    host.next_message()
    assert len(first) == len(host.data_to_send()) == 50


def test_the_host_answers_no_byte_to_another_secret() -> None:
    host, guest = Link(Role.HOST, PSK, os.urandom), Link(Role.GUEST, bytes(32), os.urandom)
    host.receive_data(guest.data_to_send())
    with pytest.raises(FrameError):
        host.next_message()
    assert host.data_to_send() == b""


@pytest.mark.parametrize("weak", [bytes(32), (1).to_bytes(32, "little")])
def test_a_weak_ephemeral_key_is_a_lost_link(weak: bytes) -> None:
    # An independent initiator that holds the secret but sends a key of low order.
    from lycee_net.channel import Handshake

    guest = Handshake(PSK, os.urandom)
    guest._mix_hash(weak)
    guest._mix_key(weak)
    host = Link(Role.HOST, PSK, os.urandom)
    host.receive_data(format_frame(weak + guest.seal_payload()))
    with pytest.raises(LinkLostError, match="weak"):
        host.next_message()
    assert host.data_to_send() == b""


def test_a_wrong_answer_of_the_listener_is_a_lost_link() -> None:
    guest = Link(Role.GUEST, PSK, os.urandom)
    guest.receive_data(format_frame(os.urandom(48)))
    with pytest.raises(LinkLostError):
        guest.next_message()


@given(st.binary(min_size=1, max_size=100), st.integers(0), st.integers(0, 7))
def test_a_flipped_bit_is_a_lost_link(text: bytes, at: int, bit: int) -> None:
    host, guest = open_pair()
    guest.send_message(text)
    data = bytearray(guest.data_to_send())
    data[2 + at % (len(data) - 2)] ^= 1 << bit
    host.receive_data(bytes(data))
    with pytest.raises(FrameError):
        host.next_message()


def test_a_frame_cannot_be_replayed_or_reflected() -> None:
    host, guest = open_pair()
    guest.send_message(b"text")
    data = guest.data_to_send()
    host.receive_data(data)
    assert host.next_message() == b"text"
    host.receive_data(data)
    with pytest.raises(FrameError):
        host.next_message()
    guest.receive_data(data)
    with pytest.raises(FrameError):
        guest.next_message()


def test_two_connections_of_one_invite_have_different_hashes() -> None:
    assert open_pair()[0].hash != open_pair()[0].hash


def test_nothing_is_sent_before_the_handshake_is_over() -> None:
    with pytest.raises(LocalProtocolError):
        Link(Role.HOST, PSK, os.urandom).send_message(b"early")


def test_the_resume_key_is_not_the_invite_key() -> None:
    secret, sid = bytes(16), bytes(32)
    assert len({invite_psk(secret), resume_psk(secret, sid), resume_psk(secret, PSK)}) == 3


def test_a_nonce_is_never_used_again_and_the_last_one_of_all_never() -> None:
    cipher = Cipher(bytes(32))
    assert cipher.encrypt(b"") != cipher.encrypt(b"")
    cipher._nonce = (1 << 64) - 1  # kept for a rekey by the Noise specification
    with pytest.raises(LinkLostError, match="all it can"):
        cipher.encrypt(b"")
