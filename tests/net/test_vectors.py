"""Our code against the vectors of spec/vectors, which an independent reference wrote.

The steps are those of the field `steps` in each file and of spec/vectors/README.md. Here are those
of single parts; whole matches stand in `test_vectors_matches`, files in `test_vectors_files`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import lycee_net.draft
import lycee_net.identity
from lycee_net import ed25519
from lycee_net.channel import Link, Role, invite_psk, resume_psk
from lycee_net.codec import decode_untrusted, encode
from lycee_net.commit import dice, reduce_word, roll_leaf, roll_secret, seal_salts
from lycee_net.deck import PublicDeck
from lycee_net.errors import (
    FrameError,
    LinkLostError,
    LocalProtocolError,
    MessageError,
    PartError,
    PickError,
    SignatureError,
)
from lycee_net.identity import Identity, verify_untrusted
from lycee_net.invite import format_invite, hash_key, parse_invite
from lycee_net.leaves import card_leaf
from lycee_net.messages import head, parse_message_untrusted, sign_message

from .vectors import Vector, blob, each, expect, is_good, sha256, unplain

if TYPE_CHECKING:
    from collections.abc import Callable


@each("encoding")
def test_encoding(vector: Vector) -> None:
    (data,) = blob(vector, "data")
    expect(vector, MessageError, lambda: decode_untrusted(data))
    if is_good(vector):
        assert unplain(decode_untrusted(data)) == vector["value"]
        assert encode(decode_untrusted(data)) == data


def fits_elsewhere(key: bytes, text: bytes, signature: bytes) -> bool:
    """What another library says of a signature."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


@pytest.mark.parametrize("library", [ed25519.fits, fits_elsewhere])
@each("signatures")
def test_signatures(
    vector: Vector, library: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lycee_net.identity, "fits", library)
    key, context, body, signature = blob(vector, "key", "context", "body", "signature")
    expect(vector, SignatureError, lambda: verify_untrusted(key, context, body, signature))


@each("commitments")
def test_commitments(vector: Vector) -> None:
    match vector["kind"]:
        case "leaf":
            sid, salt, leaf = blob(vector, "sid", "salt", "leaf")
            place = vector["seat"], vector["epoch"], vector["slot"]
            assert (card_leaf(sid, *place, salt, vector["card"]) == leaf) == is_good(vector)
        case "roll leaf":
            sid, salt, value, leaf = blob(vector, "sid", "salt", "value", "leaf")
            made = roll_leaf(sid, vector["seat"], vector["roll"], salt, value)
            assert (made == leaf) == is_good(vector)
        case "salts":
            secret, sid, joined = blob(vector, "secret", "sid", "salts")
            assert b"".join(seal_salts(secret, sid, vector["epoch"], vector["n"])) == joined
        case "roll secret":
            secret, sid, salt, value = blob(vector, "secret", "sid", "salt", "value")
            assert roll_secret(secret, sid, vector["roll"]) == (salt, value)
        case "dice":
            sid, committed, answered = blob(vector, "sid", "committed", "answered")
            numbers = dice(sid, vector["roll"], committed, answered, vector["n"], vector["k"])
            assert list(numbers) == vector["numbers"]
        case "word":
            number = reduce_word(int(vector["word"], 16), vector["m"])
            assert number == (vector["number"] if is_good(vector) else None)
        case kind:
            raise AssertionError(kind)


@each("bindings")
def test_bindings(vector: Vector) -> None:
    deck = PublicDeck(1, bytes(32))
    *acts, last = vector["acts"]
    for act in acts:
        carry_out(deck, act)
    if is_good(vector):
        carry_out(deck, last)
        handles = range(60, 120)
        bound = {h: deck.binding(h) for h in handles if deck.binding(h) is not None}
        assert {str(h): list(place or ()) for h, place in bound.items()} == vector["bound"]
        assert list(deck.bag_slots) == vector["bag"]
        return
    before = deck.n_seals, deck.bag_slots, deck.binding(62)
    with pytest.raises({"part": PartError, "pick": PickError}[vector["layer"]]):
        carry_out(deck, last)
    assert (deck.n_seals, deck.bag_slots, deck.binding(62)) == before


def carry_out(deck: PublicDeck, act: list[Any]) -> None:
    match act:
        case "bag", handles:
            deck.seal_bag(handles, bytes(32 * len(handles)))
        case "bound", handles:
            deck.seal_bound(handles, bytes(32 * len(handles)))
        case "leaves", handles, n:
            deck.seal_bag(handles, bytes(32 * n))
        case "pick", handles, slots:
            deck.name_slots(handles, bytes.fromhex(slots))
        case _:
            raise AssertionError(act)


# The channel


def new_link(vector: Vector, role: Role) -> Link:
    ephemeral = bytes.fromhex(vector[role.name.lower()])
    return Link(role, bytes.fromhex(vector["psk"]), lambda _: ephemeral)


@each("channel")
def test_channel(vector: Vector) -> None:
    if is_good(vector):
        check_handshake(vector)
    else:
        for size in (1 << 20, 1, 7):
            check_lost_link(vector, size)


def check_handshake(vector: Vector) -> None:
    host, guest = new_link(vector, Role.HOST), new_link(vector, Role.GUEST)
    written = {Role.GUEST: bytearray(guest.data_to_send()), Role.HOST: bytearray()}
    host.receive_data(bytes(written[Role.GUEST]))
    assert host.next_message() is None
    written[Role.HOST] += host.data_to_send()
    guest.receive_data(bytes(written[Role.HOST]))
    assert guest.next_message() is None
    assert [bytes(written[role][2:]).hex() for role in (Role.GUEST, Role.HOST)] == vector[
        "messages"
    ]
    assert host.hash.hex() == guest.hash.hex() == vector["hash"]
    texts = [bytes.fromhex(text) for text in vector["texts"]]
    for sender, receiver in ((host, guest), (guest, host)):
        for text in texts:
            sender.send_message(text)
        data = sender.data_to_send()
        written[sender.role] += data
        receiver.receive_data(data)
        assert [receiver.next_message() for _ in texts] == texts
    streams = [sha256(written[role]) for role in Role]
    assert streams == vector["streams"]


def check_lost_link(vector: Vector, size: int) -> None:
    link = new_link(vector, Role[vector["side"].upper()])
    stream = bytes.fromhex(vector["stream"])
    fault = FrameError if vector["layer"] == "frame" else LinkLostError
    with pytest.raises(fault):  # noqa: PT012
        for at in range(0, len(stream), size):
            link.receive_data(stream[at : at + size])
            for _ in range(4):
                link.next_message()


@each("invites")
def test_invites(vector: Vector) -> None:
    expect(vector, LocalProtocolError, lambda: parse_invite(vector["invite"]))
    if is_good(vector):
        invite = parse_invite(vector["invite"])
        secret, key, sid = blob(vector, "secret", "key", "sid")
        assert (invite.host, invite.port, invite.secret) == (
            vector["host"],
            vector["port"],
            secret,
        )
        assert invite.key_hash == hash_key(key)
        assert format_invite(invite) == vector["invite"].lower()
        assert invite_psk(secret).hex() == vector["psk"]
        assert resume_psk(secret, sid).hex() == vector["resume_psk"]


@each("messages")
def test_messages(vector: Vector) -> None:
    (raw,) = blob(vector, "message")
    expect(vector, MessageError, lambda: parse_message_untrusted(raw))
    if is_good(vector):
        seed, context = blob(vector, "key_seed", "context")
        read = parse_message_untrusted(raw)
        assert sign_message(read.message, Identity(seed), context).raw == raw
        assert unplain(decode_untrusted(read.body)) == vector["fields"]
        assert head(read.body).hex() == vector["head"]
