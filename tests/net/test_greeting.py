"""Hellos that do not fit: refused with their code before any card is sealed, naming both sides."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from lycee_net.channel import Role
from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import Accept, Greeted, PeerBroke, PeerClosed
from lycee_net.greeting import Terms
from lycee_net.identity import Identity
from lycee_net.messages import Hello, Options, Ping, Step, sign_message
from lycee_net.states import State

from .pair import GUEST_KEY, HOST_KEY, Pair, Player
from .toy import ToyRules

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.messages import Message

C = CloseCode


class OtherRules(ToyRules):
    rules_hash = bytes(32)


class OtherName(ToyRules):
    name = "toy/2"


class OtherCatalogue(ToyRules):
    catalogue_hash = bytes(32)


def greeting_pair() -> Pair:
    """A pair whose handshake is over; the host's Hello has arrived, but was not read."""
    pair = Pair(1)
    pair.host.protocol.receive_data(pair.guest.protocol.data_to_send())
    return pair


def refusal(player: Player) -> PeerBroke:
    broke = player.last(PeerBroke)
    assert isinstance(broke, PeerBroke)
    assert player.protocol.state is State.ERROR
    assert player.storage.read() == b""  # nothing was dealt, nothing written
    return broke


def with_terms(player: Player, **changes: object) -> None:
    seat = player.protocol._seat
    terms = replace(seat.terms, **changes)  # type: ignore[arg-type]
    player.protocol._seat = replace(seat, terms=terms)


@pytest.mark.parametrize(
    ("rules", "code"),
    [(OtherRules(), C.RULES), (OtherName(), C.RULES), (OtherCatalogue(), C.CATALOGUE)],
)
def test_other_rules_are_refused_by_the_guest_naming_both(rules: ToyRules, code: CloseCode) -> None:
    pair = Pair(1)
    with_terms(pair.guest, rules=rules)
    pair.play()
    broke = refusal(pair.guest)
    assert broke.code is code
    assert "theirs" in broke.error.reason
    assert "our" in broke.error.reason
    assert pair.host.last(PeerClosed) == PeerClosed(code)


def forged_offer(change: Callable[[Hello], Message], key: Identity = HOST_KEY) -> Pair:
    """The host's Hello is changed and signed again."""
    pair = greeting_pair()
    host = pair.host.protocol
    honest = host.chain.hellos[0].message
    assert isinstance(honest, Hello)
    _replace_outgoing(pair.host, change(honest), key)
    for event in pair.guest.receive(host.data_to_send()):
        pair.react(pair.guest, event)
    return pair


def forged_answer(change: Callable[[Hello], Message], key: Identity = GUEST_KEY) -> Pair:
    """The guest's Hello is changed and signed again."""
    pair = greeting_pair()
    guest = pair.guest.protocol
    pair.guest.receive(pair.host.protocol.data_to_send())
    send = guest._link.send_message
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guest._link, "send_message", lambda _: None)
        guest.send(Accept())
    honest = guest.chain.hellos[1].message
    assert isinstance(honest, Hello)
    forged = change(honest)
    send(sign_message(forged, key, guest.chain.handshake_hash).raw)
    for event in pair.host.receive(guest.data_to_send()):
        pair.react(pair.host, event)
    return pair


def _replace_outgoing(player: Player, message: Message, key: Identity) -> None:
    link = player.protocol._link
    data = link.data_to_send()
    assert link._sending is not None
    link._sending._nonce = 0  # the honest Hello was the first ciphertext; take it back
    link.outgoing += data[:50]
    link.send_message(sign_message(message, key, player.protocol.chain.handshake_hash).raw)


def changed(**changes: object) -> Callable[[Hello], Hello]:
    return lambda hello: replace(hello, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"versions": (2, 3)}, C.VERSION),
        ({"versions": ()}, C.VERSION),
        ({"suites": (1,)}, C.SUITE),
        ({"n": 1}, C.ORDER),
        ({"prev": bytes(32)}, C.CHAIN),
        ({"key": (1).to_bytes(32, "little")}, C.SIGNATURE),
        ({"key": bytes(32)}, C.SIGNATURE),
    ],
    ids=str,
)
def test_an_offer_that_does_not_fit_is_refused(changes: dict[str, object], code: CloseCode) -> None:
    pair = forged_offer(changed(**changes))
    assert refusal(pair.guest).code is code
    assert pair.guest.count(Greeted) == 0


def test_more_versions_and_suites_than_ours_do_no_harm() -> None:
    pair = forged_offer(changed(versions=(1, 2), suites=(0, 2)))
    assert pair.guest.count(Greeted) == 1
    answer = pair.guest.protocol.chain.hellos[1].message
    assert isinstance(answer, Hello)
    assert (answer.versions, answer.suites) == ((1,), (0,))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"versions": (2,)}, C.VERSION),
        ({"versions": (1, 1)}, C.VERSION),
        ({"suites": (1,)}, C.SUITE),
        ({"suites": (0, 0)}, C.SUITE),
        ({"options": Options(bank=1)}, C.OPTIONS),
        ({"rules_hash": bytes(32)}, C.RULES),
        ({"catalogue_hash": bytes(32)}, C.CATALOGUE),
        ({"n": 3}, C.ORDER),
        ({"prev": bytes(32)}, C.CHAIN),
        ({"key": (1).to_bytes(32, "little")}, C.SIGNATURE),
    ],
    ids=str,
)
def test_an_answer_that_was_not_offered_is_refused(
    changes: dict[str, object], code: CloseCode
) -> None:
    pair = forged_answer(changed(**changes))
    assert refusal(pair.host).code is code
    pair.guest.receive(pair.host.protocol.data_to_send())
    assert pair.guest.last(PeerClosed) == PeerClosed(code)


def test_a_host_with_another_key_than_the_invites_is_refused() -> None:
    other = Identity(b"m" * 32)
    pair = forged_offer(changed(key=other.key), other)
    broke = refusal(pair.guest)
    assert broke.code is C.IDENTITY
    assert "not the host of this invite" in broke.error.reason.replace("the invite", "this invite")


def test_a_hello_of_an_earlier_connection_is_refused() -> None:
    earlier = greeting_pair().host.protocol.chain.hellos[0]
    pair = Pair(2)  # other ephemerals, the same keys and invite
    pair.host.protocol.receive_data(pair.guest.protocol.data_to_send())
    link = pair.host.protocol._link
    data = link.data_to_send()
    assert link._sending is not None
    link._sending._nonce = 0
    link.outgoing += data[:50]
    link.send_message(earlier.raw)
    pair.guest.receive(pair.host.protocol.data_to_send())
    assert refusal(pair.guest).code is C.SIGNATURE


def test_our_own_hello_sent_back_is_refused_by_its_number() -> None:
    pair = greeting_pair()
    pair.guest.receive(pair.host.protocol.data_to_send())
    pair.guest.protocol._link.send_message(pair.host.protocol.chain.hellos[0].raw)
    pair.host.receive(pair.guest.protocol.data_to_send())
    assert refusal(pair.host).code is C.ORDER


def test_the_same_player_on_both_sides_is_let_in() -> None:
    pair = Pair(1)
    pair.guest.protocol._seat = replace(pair.guest.protocol._seat, identity=HOST_KEY)
    pair.play()
    assert {player.protocol.state for player in pair.players} == {State.DONE}


@pytest.mark.parametrize("message", [Ping(0, bytes(32)), Step(0, bytes(32), (), bytes(32), False)])
def test_nothing_comes_before_hello(message: Message) -> None:
    pair = greeting_pair()
    _replace_outgoing_unsigned(pair.host, message)
    pair.guest.receive(pair.host.protocol.data_to_send())
    assert refusal(pair.guest).code is C.ORDER


def _replace_outgoing_unsigned(player: Player, message: Message) -> None:
    link = player.protocol._link
    data = link.data_to_send()
    assert link._sending is not None
    link._sending._nonce = 0
    link.outgoing += data[:50]
    link.send_message(sign_message(message, player.identity, bytes(32)).raw)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"versions": (1, 1)}, "we offered versions 1, got 1 and 1"),
        ({"suites": ()}, "we offered suites 0, got none"),
        (
            {"options": Options(60, 5, 30, 1)},
            "we offered a bank of 0 s, 0 s for each message, 0 s away and no open looks, "
            "got a bank of 60 s, 5 s for each message, 30 s away and open looks",
        ),
    ],
    ids=["versions", "suites", "options"],
)
def test_a_refused_greeting_is_told_in_words(changes: dict[str, object], reason: str) -> None:
    assert refusal(forged_answer(changed(**changes)).host).error.reason == reason


def test_a_guest_may_insist_on_its_options() -> None:
    pair = Pair(1)
    with_terms(pair.guest, options=Options(bank=600))
    pair.play()
    assert refusal(pair.guest).code is C.OPTIONS


def test_the_guest_repeats_the_options_of_the_host() -> None:
    pair = Pair(1)
    with_terms(pair.host, options=Options(600, 30, 60, 1))
    pair.play()
    for hello in pair.host.protocol.chain.hellos:
        assert isinstance(hello.message, Hello)
        assert hello.message.options == Options(600, 30, 60, 1)


def test_terms_of_both_roles_give_a_session_of_their_own() -> None:
    sids = {Pair(seed).host.protocol._link.role for seed in (1, 2)}
    assert sids == {Role.HOST}
    one, two = Pair(1), Pair(2)
    one.play()
    two.play()
    assert one.host.protocol.chain.sid != two.host.protocol.chain.sid
    assert Terms(ToyRules(), "a").program == "lycee-p2p"


def test_an_accept_is_needed_only_once() -> None:
    pair = Pair(1)
    pair.play()
    with pytest.raises(LocalProtocolError):
        pair.host.protocol.send(Accept())
