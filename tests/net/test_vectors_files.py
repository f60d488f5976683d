"""Our code against the vectors of files, and of matches that go on from them."""

from __future__ import annotations

import pytest

from lycee_net.channel import Link, Role, resume_psk
from lycee_net.errors import CloseCode, LinkLostError
from lycee_net.evidence import find_fork_untrusted, strip_audits_untrusted
from lycee_net.identity import Identity
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.messages import Close, parse_message_untrusted
from lycee_net.protocol import Protocol
from lycee_net.records import (
    DamagedError,
    JournalError,
    read_journal,
    read_records_untrusted,
    strip_secrets,
)
from lycee_net.states import State
from lycee_net.verify import verify_transcript_untrusted

from .scripted import ScriptedRules
from .vectors import MATCHES, Vector, blob, each, expect, is_good, sha256


@each("files")
def test_files(vector: Vector) -> None:
    (data,) = blob(vector, "data")
    match vector["kind"]:
        case "records":
            expect(vector, DamagedError, lambda: read_journal(data))
            if is_good(vector):
                reading = read_journal(data)
                found = [[r.kind.value, r.payload.hex()] for r in reading.records]
                assert (found, reading.end) == (vector["records"], vector["end"])
            else:
                with pytest.raises(DamagedError) as caught:
                    read_journal(data)
                assert caught.value.at == vector["damaged"]
        case "strict":
            expect(vector, DamagedError, lambda: read_records_untrusted(data))
        case "transcript":
            stripped = strip_secrets(read_journal(data).records)
            assert stripped.hex() == vector["transcript"]
        case "pair":
            (other,) = blob(vector, "other")
            if not is_good(vector) and vector["n"] is None:
                with pytest.raises(JournalError):
                    find_fork_untrusted(data, other)
                return
            fork = find_fork_untrusted(data, other)
            convicted = None if fork is None else (fork.n, fork.seat)
            assert convicted == (None if is_good(vector) else (vector["n"], vector["broken_by"]))
        case "stripped":
            assert strip_audits_untrusted(data).hex() == vector["stripped"]
        case "verdict":
            verdict = verify_transcript_untrusted(
                data, ScriptedRules(MATCHES[vector["match"]]["game"])
            )
            assert verdict.kind.value == vector["verdict"], verdict.text
            winner = None if verdict.result is None else verdict.result.winner
            if vector["verdict"] == "finished":
                assert winner == vector["winner"]
            assert verdict.broken_by == vector["broken_by"], verdict.text
        case kind:
            raise AssertionError(kind)


def revive(vector: Vector, seat: int, journal: str) -> Protocol:
    """A side of an old match."""
    played = MATCHES[vector["match"]]
    data, ephemeral = bytes.fromhex(journal), bytes.fromhex(vector["ephemerals"][seat])
    return Protocol.revive(
        Journal(MemoryStorage(data), read_journal(data).check),
        Identity(bytes.fromhex(played["players"][seat]["key_seed"])),
        ScriptedRules(played["game"]),
        channel_entropy=lambda _: ephemeral,
    )


@each("resumes")
def test_resumes(vector: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a new connection of an old match says, and to whom it says nothing."""
    if is_good(vector):
        check_resume(vector, monkeypatch)
    else:
        check_visitor(vector)


def check_resume(vector: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [revive(vector, seat, vector["journals"][seat]) for seat in (0, 1)]
    dialler = sides[vector["dialler"]]
    listener = sides[1 - vector["dialler"]]
    sent: list[tuple[Link, str]] = []
    send = Link.send_message

    def send_message(link: Link, plaintext: bytes) -> None:
        sent.append((link, plaintext.hex()))
        send(link, plaintext)

    monkeypatch.setattr(Link, "send_message", send_message)
    visitor = listener.new_visitor()
    written = {dialler: bytearray(dialler.dial()), listener: bytearray()}
    visitor.receive_data(bytes(written[dialler]))
    written[listener] += visitor.data_to_send()
    dialler.receive_data(bytes(written[listener]))
    data = dialler.data_to_send()
    written[dialler] += data
    visitor.receive_data(data)
    data = listener.admit(visitor)
    while data:
        written[listener] += data
        dialler.receive_data(data)
        data = dialler.data_to_send()
        written[dialler] += data
        listener.receive_data(data)
        data = listener.data_to_send()
    assert dialler._link.hash.hex() == listener._link.hash.hex() == vector["hash"]
    for seat, side in enumerate(sides):
        assert [text for link, text in sent if link is side._link] == vector["sent"][seat]
        assert sha256(written[side]) == vector["streams"][seat]
    assert sides[0].chain._heads == sides[1].chain._heads


def check_visitor(vector: Vector) -> None:
    seat = 1 - vector["by"]
    played = MATCHES[vector["match"]]
    listener = revive(vector, seat, vector["journal"])
    before = listener.state
    ephemeral = bytes.fromhex(vector["ephemerals"][vector["by"]])
    secret, sid = bytes.fromhex(played["invite_secret"]), bytes.fromhex(played["sid"])
    link = Link(Role.GUEST, resume_psk(secret, sid), lambda _: ephemeral)
    visitor = listener.new_visitor()
    visitor.receive_data(link.data_to_send())
    link.receive_data(visitor.data_to_send())
    assert link.next_message() is None
    link.send_message(bytes.fromhex(vector["message"]))
    if vector["code"] is None:
        with pytest.raises(LinkLostError):
            visitor.receive_data(link.data_to_send())
        assert visitor.data_to_send() == b""
        assert listener.state is before
        return
    visitor.receive_data(link.data_to_send())
    data = listener.admit(visitor)
    for message in vector["then"]:
        assert listener.state is not State.ERROR
        link.send_message(bytes.fromhex(message))
        listener.receive_data(link.data_to_send())
        data += listener.data_to_send()
    link.receive_data(data)
    last = list(iter(link.next_message, None))[-1]
    close = parse_message_untrusted(last).message
    assert isinstance(close, Close)
    assert close.code == CloseCode[vector["code"]]
    assert listener.state is State.ERROR
