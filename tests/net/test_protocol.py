"""Whole matches of the toy game: who owes, what is equal on both sides, what chunking changes."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycee_net.chain import Who
from lycee_net.commit import seal_salts
from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import (
    NEED_DATA,
    Accept,
    AgreeDraw,
    ArrangeCards,
    Asked,
    AuditState,
    Concede,
    Decide,
    Greeted,
    Leave,
    LinkLost,
    MatchClaimed,
    MatchEnded,
    OfferDraw,
    PeerBroke,
    PeerClosed,
    PeerConceded,
    SayAlive,
    StepMade,
    TimeOver,
)
from lycee_net.game import DRAW, Arrange, Decision, IllegalLineError, Over
from lycee_net.messages import PART_CODES, PartCode, Reason, Step, parse_message_untrusted
from lycee_net.messages import Decide as DecidePart
from lycee_net.protocol import Protocol
from lycee_net.records import RecordKind as K
from lycee_net.records import (
    decode_made_untrusted,
    decode_note_untrusted,
    read_records_untrusted,
)
from lycee_net.states import I_OWE, YOU_OWE, State

from .pair import Pair, Player, Thinking, seeded_entropy
from .toy import PASS, ToyGame, ToyRules

if TYPE_CHECKING:
    from lycee_net.events import Event
    from lycee_net.game import Request
    from lycee_net.messages import SignedMessage

SEEDS = st.integers(0, 1 << 32)
MATCHES = settings(max_examples=25)


def ended(player: Player) -> MatchEnded:
    event = player.last(MatchEnded)
    assert isinstance(event, MatchEnded)
    return event


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


# Ends


def test_the_side_that_owes_can_concede() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    events = other.receive(asked.protocol.send(Concede()))
    assert isinstance(events[0], PeerConceded)
    pair.play()
    for player in pair.players:
        assert ended(player).result.winner == other.protocol.seat
        assert ended(player).result.reason is Reason.CONCEDE


def test_the_side_that_waits_can_concede() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    asked.receive(other.protocol.send(Concede()))
    assert other.protocol.state is State.CROSS
    pair.play()
    assert {ended(player).result.winner for player in pair.players} == {asked.protocol.seat}


def test_running_out_of_time_is_declared_by_the_side_that_owes() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    with pytest.raises(LocalProtocolError):
        other.protocol.send(TimeOver())
    other.receive(asked.protocol.send(TimeOver()))
    pair.play()
    assert {ended(player).result.reason for player in pair.players} == {Reason.TIME}
    assert ended(asked).result.winner == other.protocol.seat


class DrawnGame(ToyGame):
    """The toy game, but nobody wins it."""

    def due(self) -> Request:
        request = super().due()
        return Over(DRAW, "limit") if isinstance(request, Over) else request


class DrawnRules(ToyRules):
    def new_game(self, *, keeps_facts: bool = False) -> ToyGame:
        return DrawnGame(self)


def played_to_a_draw(seed: int) -> Pair:
    pair = Pair(seed, DrawnRules())
    pair.play(lambda pair: pair.guest.protocol.state is State.END_YOU)
    return pair


def test_a_drawn_game_is_ended_by_the_host_first_and_both_open() -> None:
    # P8.1, P8.3: and as nobody lost, the guest that waits for the host has nothing to claim (P8.5)
    waiting = (
        p for p in map(played_to_a_draw, range(9)) if p.guest.protocol.state is State.END_YOU
    )
    pair = next(waiting)  # the guest made the last Step
    pair.guest.protocol.claim()
    assert pair.guest.take_events() == []
    assert pair.guest.count(MatchClaimed) == 0
    pair.play()
    for player in pair.players:
        assert ended(player).result.winner == DRAW
        first, second = player.protocol.chain.ends
        assert (first.n, first.reason) == (second.n, Reason.RULES)
        assert None not in {first.opened, second.opened}
        whos = [who for who, _ in player.protocol._archive.ends]
        assert (whos[0] is Who.ME) == (player is pair.host)


def test_an_offered_draw_can_be_taken_and_both_open() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    assert other.protocol.asked is not None
    asked.receive(other.protocol.send(AgreeDraw()))
    pair.play()
    for player in pair.players:
        assert ended(player).result.winner == DRAW
        assert all(end.opened is not None for end in player.protocol.chain.ends)


def test_a_draw_that_was_not_offered_cannot_be_taken() -> None:
    asked, _ = Thinking(1, 6).settle()
    with pytest.raises(LocalProtocolError, match="no draw was offered"):
        asked.protocol.send(AgreeDraw())
    assert asked.protocol.state is State.STEP_ME


def test_an_offer_stands_for_one_step_only() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    asked.receive(other.protocol.send(Decide(bytes([PASS]))))
    pair.play()
    again, _ = pair.settle()
    with pytest.raises(LocalProtocolError, match="no draw was offered"):
        again.protocol.send(AgreeDraw())


@pytest.mark.parametrize(("seed", "n"), [(0, 13), (2, 12), (3, 9)])
def test_an_offer_is_repeated_until_a_player_has_decided_something(seed: int, n: int) -> None:
    """P5.9: a program answers picks and seals by itself, and its Step would end the offer."""
    pair = Thinking(seed, n)
    asked, _ = pair.settle()
    asked.protocol.send(OfferDraw())
    pair.n = 10_000
    pair.react(asked, Asked(Decision(asked.protocol.seat)))
    pair.play()
    is_open, offers = True, []
    for event in asked.events:
        if isinstance(event, StepMade) and event.step.n >= n:
            if event.who is Who.ME:
                assert event.step.offer is is_open
                offers.append(event.step.offer)
            elif any(isinstance(part, DecidePart) for part in event.step.parts):
                is_open = False
    assert offers[:2] == [True, True]
    assert not offers[-1]


# Crossings: both sides act before they see what the other did. # P7.3


def crossing(seed: int, n: int) -> tuple[Pair, Player, Player]:
    pair = Thinking(seed, n)
    asked, other = pair.settle()
    return pair, asked, other


def verdicts(pair: Pair) -> set[tuple[int, Reason]]:
    pair.play()
    assert [player.protocol.state for player in pair.players] == [State.DONE] * 2
    assert not any(player.count(PeerBroke) for player in pair.players)
    return {(ended(p).result.winner, ended(p).result.reason) for p in pair.players}


@pytest.mark.parametrize("n", [4, 5, 6, 7, 12])
def test_a_concession_that_crosses_a_step_stands(n: int) -> None:
    pair, asked, other = crossing(1, n)
    step, concession = asked.protocol.send(Decide(bytes([PASS]))), other.protocol.send(Concede())
    other.receive(step)
    assert other.protocol.state is State.LAST_YOU
    asked.receive(concession)
    assert verdicts(pair) == {(asked.protocol.seat, Reason.CONCEDE)}


@pytest.mark.parametrize("n", [4, 5, 6, 7, 12])
def test_when_both_concede_the_side_that_owed_loses(n: int) -> None:
    pair, asked, other = crossing(1, n)
    one, two = asked.protocol.send(Concede()), other.protocol.send(Concede())
    other.receive(one)
    asked.receive(two)
    assert verdicts(pair) == {(other.protocol.seat, Reason.CONCEDE)}


def test_when_both_concede_after_a_step_in_flight_the_first_one_loses() -> None:
    pair, asked, other = crossing(1, 6)
    step = asked.protocol.send(Decide(bytes([PASS])))
    from_other = other.protocol.send(Concede())  # has not seen the Step
    from_asked = asked.protocol.send(Concede())  # has sent it
    other.receive(step)
    other.receive(from_asked)
    asked.receive(from_other)
    assert verdicts(pair) == {(asked.protocol.seat, Reason.CONCEDE)}


def test_time_and_a_concession_cross() -> None:
    pair, asked, other = crossing(1, 6)
    one, two = asked.protocol.send(TimeOver()), other.protocol.send(Concede())
    other.receive(one)
    asked.receive(two)
    assert verdicts(pair) == {(other.protocol.seat, Reason.TIME)}


def test_an_agreed_draw_and_a_concession_cross() -> None:
    pair, asked, other = crossing(1, 6)
    asked.protocol.send(OfferDraw())
    other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    one, two = other.protocol.send(AgreeDraw()), asked.protocol.send(Concede())
    asked.receive(one)
    other.receive(two)
    assert verdicts(pair) == {(DRAW, Reason.AGREED)}


def test_a_concession_that_crosses_the_last_step_is_void() -> None:
    """A pass makes the other side draw from an empty deck while that side concedes."""
    n_crossed = 0
    for seed in range(12):
        pair = Thinking(seed, 0, ToyRules(n_deck=4, n_opening=3))
        for _ in range(40):
            asked = next((p for p in pair.players if p.protocol.asked is not None), None)
            if asked is None:
                if not pair.flow():
                    break
                continue
            other = pair.other(asked)
            step = asked.protocol.send(Decide(bytes([PASS])))
            if asked.protocol.state not in {State.LAST_YOU, State.END_YOU, State.END_ME}:
                other.receive(step)
                pair.flow()
                continue
            concession = other.protocol.send(Concede())
            other.receive(step)
            asked.receive(concession)
            assert {reason for _, reason in verdicts(pair)} == {Reason.RULES}
            n_crossed += 1
            break
    assert n_crossed > 6


# Links


def test_garbage_on_the_line_is_a_lost_link_and_convicts_nobody() -> None:
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    data = bytearray(asked.protocol.send(Decide(bytes([PASS]))))
    data[-1] ^= 1
    events = other.receive(bytes(data))
    assert [type(event) for event in events] == [LinkLost]
    assert other.protocol.state is State.AWAY
    assert other.protocol.data_to_send() == b""
    assert other.protocol.is_closed


def test_an_ended_stream_is_a_lost_link() -> None:
    asked, _other = Thinking(1, 6).settle()
    asked.protocol.receive_end()
    assert [type(event) for event in asked.take_events()] == [LinkLost]
    with pytest.raises(LocalProtocolError, match="closed"):
        asked.protocol.send(SayAlive())


def test_leaving_for_later_leaves_both_away() -> None:
    asked, other = Thinking(1, 6).settle()
    events = other.receive(asked.protocol.send(Leave(CloseCode.LATER)))
    assert events == [PeerClosed(CloseCode.LATER)]
    assert {asked.protocol.state, other.protocol.state} == {State.AWAY}


def test_an_ended_stream_after_the_end_is_nothing() -> None:
    pair = Pair(1)
    pair.play()
    for player in pair.players:
        player.protocol.receive_end()
        assert player.protocol.next_event() is NEED_DATA
        assert player.protocol.state is State.DONE


def test_entropy_is_the_systems_unless_a_test_injects_it() -> None:
    pair = Pair(1)
    one = Protocol(pair.host.protocol._seat, pair.host.protocol._archive._new_journal)
    two = Protocol(pair.host.protocol._seat, pair.host.protocol._archive._new_journal)
    assert one._deck_secret != two._deck_secret


def test_own_messages_are_on_disk_before_their_bytes_are_out() -> None:
    asked, _ = Thinking(1, 6).settle()
    data = asked.protocol.send(Decide(bytes([PASS])))
    assert data != b""
    assert asked.storage.n_synced == len(asked.storage.read())


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


def test_a_fault_of_our_own_is_said_and_the_match_can_go_on_later() -> None:  # P7.7
    asked, other = Thinking(1, 6).settle()
    n = other.protocol.chain.n

    def fail(who: Who, signed: SignedMessage) -> None:
        raise ZeroDivisionError

    other.protocol.chain.take = fail  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        other.receive(asked.protocol.send(Decide(bytes([PASS]))))
    asked.receive(other.protocol.data_to_send())
    assert asked.events[-1] == PeerClosed(CloseCode.INTERNAL)
    assert (asked.protocol.can_resume, other.protocol.can_resume) == (True, True)
    assert other.protocol.chain.n == n


def test_nobody_is_asked_any_more_when_the_other_side_has_given_up() -> None:
    asked, other = Thinking(1, 6).settle()
    asked.receive(other.protocol.send(Concede()))
    assert asked.protocol.asked is None
    with pytest.raises(LocalProtocolError, match="nothing is asked"):
        asked.protocol.send(Decide(bytes([PASS])))


def test_a_match_that_is_done_is_noted_with_what_became_of_the_audit() -> None:  # P10.8
    pair = Pair(1)
    pair.play()
    for player in pair.players:
        records = read_records_untrusted(player.storage.read()).records
        notes = [decode_note_untrusted(r.payload) for r in records if r.kind is K.NOTE]
        winner = ended(player).result.winner
        became = "opened" if player.protocol.seat == winner else "passed"
        assert ("done", winner, Reason.RULES.value, became) in notes


class SilentHost(Pair):
    """The host does not answer what it hears."""

    def react(self, player: Player, event: Event) -> None:
        if player is self.guest:
            super().react(player, event)


def test_a_match_that_was_never_accepted_is_void_when_the_line_is_lost() -> None:  # P8.4
    pair = SilentHost(1)
    pair.play()
    assert isinstance(pair.host.events[-1], Greeted)
    pair.host.protocol.receive_end()
    assert pair.host.protocol.state is State.ERROR
    assert not pair.host.protocol.can_resume


def test_a_winner_that_opened_waits_for_the_last_word_and_no_longer() -> None:
    pair = Pair(1)
    is_done = State.DONE
    pair.play(lambda pair: any(p.protocol.state is is_done for p in pair.players))
    (winner,) = (p for p in pair.players if p.protocol.state is is_done)
    winner.protocol.receive_end()
    assert winner.protocol.awaits_return  # who knows whether its End arrived

    pair = Pair(1)
    pair.play()
    assert not any(player.protocol.awaits_return for player in pair.players)


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


def full_disk() -> None:
    raise OSError(errno.ENOSPC, "no space left on device")


@pytest.mark.parametrize("intent", [Decide(bytes([PASS])), Concede()], ids=["a Step", "an End"])
def test_no_message_leaves_that_the_disk_could_not_keep(intent: Decide | Concede) -> None:
    asked, other = Thinking(1, 6).settle()  # P10.2
    asked.storage.sync = full_disk  # type: ignore[method-assign]
    n = other.protocol.chain.n
    with pytest.raises(OSError, match="no space"):
        asked.protocol.send(intent)
    assert other.receive(asked.protocol.data_to_send()) == []
    assert (other.protocol.chain.n, other.protocol.state) == (n, State.STEP_YOU)


def test_a_guest_whose_disk_is_full_does_not_answer_the_hello() -> None:
    pair = Pair(1)  # P10.2
    pair.guest.storage.sync = full_disk  # type: ignore[method-assign]
    with pytest.raises(OSError, match="no space"):
        pair.play()
    assert pair.host.receive(pair.guest.protocol.data_to_send()) == []
    assert pair.host.protocol.state is State.GREET_YOU


def test_we_never_sign_two_messages_under_one_number() -> None:
    """Two signed bodies with one number and session would be the proof of a fraud."""
    pair = Pair(4)
    pair.play()
    for player in pair.players:
        records = read_records_untrusted(player.storage.read()).records
        made = [decode_made_untrusted(r.payload).message for r in records if r.kind is K.MADE]
        steps = [parse_message_untrusted(raw).message for raw in made]
        numbers = [step.n for step in steps if isinstance(step, Step)]
        assert numbers == sorted(set(numbers))
        assert {n % 2 for n in numbers} == {player.protocol.seat}


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
