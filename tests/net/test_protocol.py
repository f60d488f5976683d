"""Whole matches of the toy game: who owes, what is equal on both sides, what chunking changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycee_net.commit import seal_salts
from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import (
    Accept,
    AgreeDraw,
    ArrangeCards,
    Asked,
    AuditState,
    Concede,
    Decide,
    Greeted,
    Leave,
    PeerClosed,
    SayAlive,
    StepMade,
    TimeOver,
)
from lycee_net.game import Arrange, IllegalLineError, Over
from lycee_net.messages import PART_CODES, PartCode, Reason
from lycee_net.protocol import Protocol
from lycee_net.states import I_OWE, YOU_OWE, State

from .pair import Pair, Player, Thinking, ended, seeded_entropy
from .toy import PASS

if TYPE_CHECKING:
    from lycee_net.events import Event


SEEDS = st.integers(0, 1 << 32)


MATCHES = settings(max_examples=25)


class Watched(Pair):
    """Checks after every Step that exactly one side owes, and never its sender."""

    def react(self, player: Player, event: Event) -> None:
        if isinstance(event, StepMade):
            self.check(player)
        super().react(player, event)

    def check(self, player: Player) -> None:
        chain = player.protocol.chain
        table = chain.table
        sender, _ = chain.steps[-1]
        assert table.mine is not None
        assert table.mine.due() == table.observer.due() == table.request
        if isinstance(table.request, Over):
            assert table.owed is None
        else:
            assert table.owed is not None
            assert table.owed.seat == 1 - sender


@given(SEEDS)
@MATCHES
def test_one_side_owes_after_every_step_and_never_its_sender(seed: int) -> None:
    pair = Watched(seed)
    pair.play()
    assert [player.protocol.state for player in pair.players] == [State.DONE] * 2


@given(SEEDS)
@MATCHES
def test_both_sides_agree_on_everything_public(seed: int) -> None:
    pair = Pair(seed)
    pair.play()
    host, guest = (player.protocol.chain for player in pair.players)
    assert host._heads == guest._heads
    assert host.steps == guest.steps
    assert host.result == guest.result
    assert host.table.observer.digest() == guest.table.observer.digest()
    assert host.table.mine is not None
    assert host.table.mine.digest() == host.table.observer.digest()
    assert [seat for seat, _ in host.steps] == [n % 2 for n in range(len(host.steps))]


def test_the_matches_use_every_part() -> None:
    seen = set()
    for seed in range(4):
        pair = Pair(seed)
        pair.play()
        seen |= {
            PART_CODES[type(part)] for _, parts in pair.host.protocol.chain.steps for part in parts
        }
    assert seen == set(PartCode)


class Chunked(Pair):
    """Cuts the bytes at random places."""

    def chunks(self, data: bytes) -> list[bytes]:
        if self.rng.random() < 0.1:
            return [bytes([byte]) for byte in data]
        cuts = sorted(self.rng.randrange(len(data) + 1) for _ in range(3))
        return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]


@given(SEEDS)
@MATCHES
def test_any_chunking_of_the_bytes_gives_the_same_events(seed: int) -> None:
    whole, cut = Pair(seed), Chunked(seed)
    whole.play()
    cut.play()
    for one, other in zip(whole.players, cut.players, strict=True):
        assert one.events == other.events
        assert one.received == other.received
        assert one.storage.read() == other.storage.read()


@given(SEEDS)
@MATCHES
def test_the_loser_ends_first_and_the_winner_opens(seed: int) -> None:
    pair = Pair(seed)
    pair.play()
    result = ended(pair.host).result
    winner, loser = pair.players[result.winner], pair.players[1 - result.winner]
    first, second = winner.protocol.chain.ends
    assert first.opened is None
    assert second.opened is not None
    assert ended(winner).audit is AuditState.OPENED
    assert ended(loser).audit is AuditState.PASSED
    assert winner.last(PeerClosed) == PeerClosed(CloseCode.DONE)
    assert result.reason is Reason.RULES
    assert result.detail == "deck-out"


def test_a_loser_can_waive_the_audit() -> None:
    pair = Pair(3, wants_audit=False)
    pair.play()
    assert {ended(player).audit for player in pair.players} == {AuditState.WAIVED}
    assert [end.opened for end in pair.host.protocol.chain.ends] == [None, None]


# Greeting


def test_a_peer_is_accepted_before_anything_is_written_or_dealt() -> None:
    pair = Thinking(1)
    host, guest = pair.players
    host.protocol.receive_data(guest.protocol.data_to_send())
    guest.protocol.receive_data(host.protocol.data_to_send())
    (greeted,) = guest.take_events()
    assert isinstance(greeted, Greeted)
    assert greeted.hello.name == "host"
    assert guest.protocol.data_to_send() == guest.storage.read() == b""
    host.protocol.receive_data(guest.protocol.send(Accept()))
    assert guest.storage.n_synced > 0
    assert isinstance(host.take_events()[0], Greeted)
    assert host.protocol.data_to_send() == host.storage.read() == b""
    with pytest.raises(LocalProtocolError, match="nobody to accept"):
        guest.protocol.send(Accept())


def test_what_comes_before_the_peer_is_accepted_waits() -> None:
    pair = Thinking(1)
    host, guest = pair.players
    host.receive(guest.protocol.data_to_send())
    guest.receive(host.protocol.data_to_send())
    data = guest.protocol.send(Accept()) + guest.protocol.send(Concede())
    assert [type(event) for event in host.receive(data)] == [Greeted]
    data = host.protocol.send(Accept())
    assert host.protocol.state is State.DONE
    guest.receive(data)
    assert ended(guest).result.winner == 0
    assert not guest.protocol.chain.counts


@pytest.mark.parametrize("intent", [Concede(), AgreeDraw(), TimeOver()])
def test_a_match_is_not_ended_before_the_peer_is_accepted(intent: Concede) -> None:
    pair = Thinking(1)
    host, guest = pair.players
    host.receive(guest.protocol.data_to_send())
    guest.receive(host.protocol.data_to_send())
    host.receive(guest.protocol.send(Accept()))
    with pytest.raises(LocalProtocolError, match="begins when"):
        host.protocol.send(intent)
    assert host.protocol.state is State.STEP_ME
    assert host.protocol.data_to_send() == b""


@pytest.mark.parametrize("intent", [Concede(), AgreeDraw(), TimeOver(), SayAlive(), Decide(b"\0")])
def test_nothing_but_leaving_is_possible_before_the_handshake(intent: Concede) -> None:
    host = Pair(1).host.protocol
    with pytest.raises(LocalProtocolError):
        host.send(intent)
    assert host.send(Leave(CloseCode.LATER)) == b""


# Decisions


def test_an_illegal_line_changes_nothing_and_names_its_rule() -> None:
    asked, _ = Thinking(1, 6).settle()
    before = asked.protocol.mine.digest()
    with pytest.raises(IllegalLineError) as caught:
        asked.protocol.send(Decide(bytes([9, 9])))
    assert caught.value.rule == "T2"
    assert asked.protocol.mine.digest() == before
    assert asked.protocol.data_to_send() == b""
    assert asked.protocol.send(Decide(bytes([PASS]))) != b""


def test_only_the_asked_side_decides() -> None:
    asked, other = Thinking(1, 6).settle()
    with pytest.raises(LocalProtocolError, match="nothing is asked"):
        other.protocol.send(Decide(bytes([PASS])))
    with pytest.raises(LocalProtocolError, match="asks for no order"):
        asked.protocol.send(ArrangeCards((1, 2)))


def test_a_ping_needs_no_answer_and_owes_nothing() -> None:
    asked, other = Thinking(1, 6).settle()
    assert other.receive(asked.protocol.send(SayAlive())) == []
    assert asked.receive(other.protocol.send(SayAlive())) == []
    assert other.protocol.data_to_send() == b""
    assert asked.protocol.asked is not None


def test_entropy_is_the_systems_unless_a_test_injects_it() -> None:
    pair = Pair(1)
    one = Protocol(pair.host.protocol._seat, pair.host.protocol._archive._new_journal)
    two = Protocol(pair.host.protocol._seat, pair.host.protocol._archive._new_journal)
    assert one._deck_secret != two._deck_secret


def test_states_name_who_owes_on_both_sides() -> None:
    for n in range(2, 20):
        asked, other = Thinking(5, n).settle()
        assert asked.protocol.state in I_OWE
        assert other.protocol.state in YOU_OWE


def test_an_asked_player_is_told_once_a_decision() -> None:
    pair = Pair(2)
    pair.play()
    for player in pair.players:
        made = [
            part
            for seat, parts in player.protocol.chain.steps
            for part in parts
            if seat == player.protocol.seat and PART_CODES[type(part)] is PartCode.DECIDE
        ]
        arranged = player.count(Asked) - len(made)
        assert arranged >= 0


class Unordered(Pair):
    """Arrangements are left to the test."""

    def react(self, player: Player, event: Event) -> None:
        if not (isinstance(event, Asked) and isinstance(event.request, Arrange)):
            super().react(player, event)


def test_an_order_of_other_cards_than_those_asked_for_is_refused_and_changes_nothing() -> None:
    for seed in range(20):
        pair = Unordered(seed)
        pair.play()
        asked = next((p for p in pair.players if isinstance(p.protocol.asked, Arrange)), None)
        if asked is not None:
            break
    assert asked is not None
    request, n = asked.protocol.asked, asked.protocol.chain.n
    assert isinstance(request, Arrange)
    cards = [asked.game.face(handle) for handle in request.handles]
    for wrong in (cards[1:], [*cards, cards[0]], [(cards[0] + 1) % 32, *cards[1:]]):
        with pytest.raises(LocalProtocolError, match="no order of the cards"):
            asked.protocol.send(ArrangeCards(tuple(wrong)))
        assert asked.protocol.asked is request
    asked.protocol.send(ArrangeCards(tuple(reversed(cards))))
    assert asked.protocol.asked is not request
    assert asked.protocol.chain.n >= n


def test_no_secret_derives_from_another() -> None:
    """An audit opens the deck secret: it must give neither identity nor channel away."""
    one, two = Pair(4), Pair(4)
    other_channel = seeded_entropy("another channel")
    seat, journal = two.host.protocol._seat, two.host.protocol._archive._new_journal
    two.host.protocol = Protocol(
        seat, journal, entropy=seeded_entropy("4/HOST/cards"), channel_entropy=other_channel
    )
    one.play()
    two.play()
    chains = [pair.host.protocol.chain for pair in (one, two)]
    owns = [chain.table.own for chain in chains]
    assert owns[0] is not None
    assert owns[1] is not None
    assert owns[0].deck_secret == owns[1].deck_secret
    assert chains[0].handshake_hash != chains[1].handshake_hash
    assert chains[0].key_of(0) == chains[1].key_of(0)
    salts = [seal_salts(own.deck_secret, own.sid, 0, 14) for own in owns if own is not None]
    assert not set(salts[0]) & set(salts[1])  # the session is in every salt
