"""Cards that look into the deck of the other side: only where both agreed to open looks (P6.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from lycee_core import Catalogue
from lycee_core.compile import STARTER_CARDS
from lycee_core.deck import Deck
from lycee_net.channel import Role
from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import Concede, MatchEnded, PeerBroke
from lycee_net.game import Audience
from lycee_net.game import Show as ShowRequest
from lycee_net.match import Happened, LyceeRules, verify_file_untrusted
from lycee_net.messages import Options
from lycee_net.protocol import Protocol
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .pair import Pair, seeded_entropy
from .test_match import LyceePlayer

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from pathlib import Path

    from lycee_net.match import LyceeGame
    from lycee_net.protocol import Seat

    from .pair import Player

PEEK = """
[[card]]
number = "EV-0001"
name = { en = "Peek" }
type = "event_card"
attributes = []
cost = "0"
ex = 2

[[card.ability]]
kind = "event_card"
effect = [{ look = { zone = "deck_top", side = "enemy", n = 2 } }]
"""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """The starter set and a card that looks."""
    path: Path = tmp_path_factory.mktemp("cards") / "peek.toml"
    path.write_text(PEEK)
    return Catalogue.load(STARTER_CARDS, path)


class PeekRules(LyceeRules):
    """Both decks hold the card."""

    def __init__(self, catalogue: Catalogue, holders: Sequence[str] = ("harbour", "gale")) -> None:
        super().__init__(catalogue)
        self.cards = catalogue
        self.holders = holders

    def random_deck(self, rng: random.Random) -> tuple[int, ...]:
        name = rng.choice(("harbour", "gale"))
        cards = Deck.starter(name, self.cards).cards
        return (*cards[:56], *[self.cards.index("EV-0001")] * 4)


class Blind(PeekRules):
    """The rules of somebody who passes over what both must agree to."""

    def open_look_fault(self, cards: Sequence[int]) -> str | None:
        del cards
        return None


def protocol_of(player: Player, seat: Seat) -> Protocol:
    """Another protocol in the place of a player's."""
    entropy = seeded_entropy(seat.cards)
    return Protocol(
        seat,
        player.protocol._archive._new_journal,
        entropy=entropy,
        channel_entropy=entropy,
    )


def options(player: Player, *, open_looks: int) -> None:
    """Let a host offer this."""
    seat = player.protocol._seat
    terms = replace(seat.terms, options=Options(open_looks=open_looks))
    player.protocol._seat = replace(seat, terms=terms)


PLAYING = {State.STEP_ME, State.STEP_YOU}


class PeekPair(Pair):
    player_type = LyceePlayer


def agreed(catalogue: Catalogue, seed: int) -> PeekPair:
    """Two who agreed to open looks."""
    pair = PeekPair(seed, Blind(catalogue))
    options(pair.host, open_looks=1)
    for player in pair.players:
        seat = player.protocol._seat
        terms = replace(seat.terms, rules=PeekRules(catalogue))
        player.protocol._seat = replace(seat, terms=terms)
    return pair


def test_a_host_does_not_open_a_match_for_a_deck_that_it_may_not_play(
    catalogue: Catalogue,
) -> None:
    with pytest.raises(LocalProtocolError, match="our own deck: EV-0001 Peek looks at part"):
        PeekPair(0, PeekRules(catalogue))


def test_a_guest_whose_deck_needs_open_looks_does_not_greet(catalogue: Catalogue) -> None:
    pair = PeekPair(0, Blind(catalogue))
    seat = pair.guest.protocol._seat
    seat = replace(seat, terms=replace(seat.terms, rules=PeekRules(catalogue)))
    pair.guest.protocol = protocol_of(pair.guest, seat)
    pair.play()
    broke = pair.guest.last(PeerBroke)
    assert isinstance(broke, PeerBroke)
    assert broke.code is CloseCode.OPTIONS
    assert "EV-0001 Peek" in broke.error.reason
    assert not pair.guest.protocol._archive.is_open


def test_what_one_looks_at_both_see_where_both_agreed(catalogue: Catalogue) -> None:
    for seed in range(6):
        pair = agreed(catalogue, seed)
        pair.play()
        assert all(player.count(MatchEnded) == 1 for player in pair.players)
        verdict = verify_file_untrusted(pair.host.storage.read(), catalogue)
        assert verdict.kind is VerdictKind.FINISHED, verdict.text
        looks = [fact for player in pair.players for fact in looked_at(player)]
        if looks:
            assert all(show.audience is Audience.BOTH for show in looks)
            return
    raise AssertionError("nobody looked")


def looked_at(player: Player) -> list[ShowRequest]:
    """The shows of cards of a deck's top, two at a time, to more than their owner."""
    found, log = [], cast("LyceeGame", player.protocol.mine).log
    while log is not None:
        if isinstance(log.fact, Happened) and isinstance(log.fact.request, ShowRequest):
            request = log.fact.request
            if request.audience is not Audience.OWNER and len(request.handles) == 2:
                found.append(request)
        log = log.before
    return found


def lying_host(catalogue: Catalogue, seed: int) -> PeekPair:
    """A host whose deck needs what was not agreed on, and an honest guest."""
    pair = PeekPair(seed, Blind(catalogue))
    seat = pair.guest.protocol._seat
    cards = Deck.starter("gale", catalogue).cards
    seat = replace(seat, cards=cards, terms=replace(seat.terms, rules=PeekRules(catalogue)))
    pair.guest.protocol = protocol_of(pair.guest, seat)
    return pair


def test_a_liar_that_wins_without_such_a_card_is_found_at_the_audit(catalogue: Catalogue) -> None:
    pair = lying_host(catalogue, 0)
    honest = pair.guest
    pair.play(lambda pair: pair.host.protocol.state in PLAYING and pair.host.protocol.chain.n > 5)
    honest.protocol._outgoing += honest.protocol.send(Concede())
    pair.play()
    broke = honest.last(PeerBroke)
    assert isinstance(broke, PeerBroke)
    assert (broke.code, broke.error.rule) == (CloseCode.AUDIT, "P6.8")
    assert honest.count(MatchEnded) == 0
    verdict = verify_file_untrusted(honest.storage.read(), catalogue)
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, Role.HOST)


@pytest.mark.parametrize("seed", range(4))
def test_a_liar_that_plays_such_a_deck_is_found(catalogue: Catalogue, seed: int) -> None:
    """At once when the card is shown, at the audit when it never was."""
    pair = lying_host(catalogue, seed)
    honest = pair.guest
    pair.play()
    chain = honest.protocol.chain
    has_lost = chain.result is not None and chain.result.winner == Role.HOST
    broke = honest.last(PeerBroke) if honest.count(PeerBroke) else None
    assert isinstance(broke, PeerBroke), f"not found, lost: {has_lost}"
    assert broke.error.rule == "P6.8"
    verdict = verify_file_untrusted(honest.storage.read(), catalogue)
    assert (verdict.kind, verdict.broken_by) == (VerdictKind.BROKEN, Role.HOST)
