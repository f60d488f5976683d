"""Own messages that the disk lost come back from the other side, with what they held."""

from __future__ import annotations

import pytest

from lycee_net.deck import OwnCards
from lycee_net.errors import CloseCode
from lycee_net.events import (
    AgreeDraw,
    Asked,
    AuditState,
    Concede,
    MatchEnded,
    OfferDraw,
    PeerBroke,
    TimeOver,
)
from lycee_net.game import DRAW
from lycee_net.journal import MemoryStorage
from lycee_net.messages import End, Reason, Resume, parse_message_untrusted, sign_message
from lycee_net.records import RecordKind, read_records_untrusted
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .away import cut_records, lose_link, made_and_got, meet, message_in, reconnect, restart
from .pair import Pair, Player, Thinking
from .test_verify import transcript_of, verify


@pytest.mark.parametrize(
    ("n", "n_lost", "n_seals"), [(12, 1, 0), (12, 2, 0), (13, 2, 1), (15, 2, 2)]
)
def test_own_messages_that_the_disk_lost_are_adopted_with_their_cards(
    n: int, n_lost: int, n_seals: int
) -> None:
    pair = Thinking(1, n)
    asked, other = pair.settle()
    before = asked.protocol.chain._heads.copy()
    own = asked.protocol.chain.table.own
    assert own is not None
    vectors = own.vectors.copy()
    lose_link(pair)
    cut_records(asked, n_lost)
    restart(asked)
    assert asked.protocol.chain.n < len(before)
    assert cards_of_seals(asked) == vectors[: len(vectors) - n_seals]
    pair.n = 0  # nobody decides
    reconnect(pair, other)
    assert asked.protocol.chain._heads == before
    assert cards_of_seals(asked) == vectors
    restart(asked)  # and they are on the disk
    assert asked.protocol.chain._heads == before
    assert cards_of_seals(asked) == vectors


def cards_of_seals(player: Player) -> list[tuple[int, ...]]:
    own = player.protocol.chain.table.own
    assert own is not None
    return own.vectors


def test_a_message_of_ours_that_we_never_signed_is_not_adopted() -> None:
    """P10.6: the signature of what is adopted is checked with our own key."""
    pair = Thinking(1, 13)
    asked, other = pair.settle()
    lose_link(pair)
    cut_records(asked, 2)
    restart(asked)
    n = asked.protocol.chain.n
    chain, raw = other.protocol.chain, other.protocol._archive.messages_from(n)[0]
    before = asked.storage.read()
    meet(pair, asked, other, Resume(chain.n, chain.last_head, bytes(32), (0, 0)))
    step = parse_message_untrusted(raw).message
    forged = sign_message(step, other.identity, chain.sid).raw
    assert forged[:-64] == raw[:-64]
    other.protocol._link.send_message(forged)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.SIGNATURE]
    assert asked.protocol.chain.n == n
    assert forged[:-64] not in asked.storage.read()[len(before) :]


@pytest.mark.parametrize("intent", [Concede(), TimeOver(), AgreeDraw()])
def test_an_own_end_that_a_concession_crossed_stands_when_it_is_adopted_behind_it(
    intent: Concede | TimeOver | AgreeDraw,
) -> None:  # P7.3, P10.6
    pair = Thinking(1, 6)
    other, _ = pair.settle()
    other.protocol.send(OfferDraw())
    pair.n = other.protocol.chain.n + 1
    pair.react(other, other.last(Asked))
    asked, other = pair.settle()
    assert asked.protocol.chain._offered_by == other.protocol.seat
    crossing = other.protocol.send(Concede())
    other.receive(asked.protocol.send(intent))
    asked.receive(crossing)
    before = len(read_records_untrusted(asked.storage.read()).records)
    pair.play()
    result = other.protocol.chain.result
    assert result is not None
    assert (result.winner, result.reason) == {
        Concede: (other.protocol.seat, Reason.CONCEDE),
        TimeOver: (other.protocol.seat, Reason.TIME),
        AgreeDraw: (DRAW, Reason.AGREED),
    }[type(intent)]
    after = len(read_records_untrusted(asked.storage.read()).records)
    cut_records(asked, after - before + 2)  # what came since, the concession and the own End
    restart(asked)
    assert asked.protocol.chain.result is None
    lose_link(pair)
    reconnect(pair, other)
    assert asked.protocol.chain.result == result
    assert verify(transcript_of(asked)).kind is VerdictKind.FINISHED
    restart(asked)
    assert asked.protocol.chain.result == result


def test_a_lost_concession_of_the_side_that_waited_stays_void() -> None:  # P7.3, P10.6
    pair = Thinking(1, 6)
    asked, other = pair.settle()
    crossing = other.protocol.send(Concede())
    other.receive(asked.protocol.send(Concede()))
    asked.receive(crossing)
    ends = [r for r in made_and_got(other) if isinstance(message_in(r), End)]
    assert [(r.kind, message_in(r).reason) for r in ends] == [  # type: ignore[union-attr]
        (RecordKind.MADE, Reason.CONCEDE),
        (RecordKind.GOT, Reason.CONCEDE),
        (RecordKind.MADE, Reason.CONCEDE),  # the confirmation
    ]
    other.storage = MemoryStorage(other.storage.read()[: ends[0].offset])
    restart(other)
    lose_link(pair)
    reconnect(pair, asked)
    for player in pair.players:
        assert player.count(PeerBroke) == 0
        result = player.protocol.chain.result
        assert result is not None
        assert result.winner == other.protocol.seat
        assert verify(transcript_of(player)).kind is VerdictKind.FINISHED


def test_a_winner_that_lost_its_own_last_end_adopts_it_and_knows_that_it_won() -> None:
    pair = Pair(1)
    pair.play()
    result = pair.host.protocol.chain.result
    assert result is not None
    winner = pair.players[result.winner]
    end = made_and_got(winner)[-1]
    assert (end.kind, type(message_in(end))) == (RecordKind.MADE, End)
    winner.storage = MemoryStorage(winner.storage.read()[: end.offset])
    for player in pair.players:
        restart(player)
    winner.events.clear()
    reconnect(pair, winner)
    assert winner.protocol.state is State.DONE
    assert winner.last(MatchEnded) == MatchEnded(result, AuditState.OPENED)
    restart(winner)
    assert winner.protocol.state is State.DONE
    assert verify(transcript_of(winner)).kind is VerdictKind.FINISHED


def test_the_cards_of_a_seal_are_found_by_trying() -> None:
    pair = Pair(1)
    pair.play()
    own = pair.host.protocol.chain.table.own
    assert own is not None
    again = OwnCards(0, own.sid, own.deck_secret, own.cards)
    deck = pair.host.protocol.chain.table.decks[0]
    from lycee_net.deck import PublicDeck

    fresh = PublicDeck(0, own.sid)
    again.finds_vectors = True
    again.check_seal(tuple(range(14)), deck.leaves(0), fresh)
    assert again.vectors == own.vectors[:1]
