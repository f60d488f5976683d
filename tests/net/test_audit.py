"""What only the audit finds: swapped cards, illegal decks, false claims, refused openings."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycee_net.audit import check_opened_untrusted
from lycee_net.channel import Role
from lycee_net.deck import OwnCards
from lycee_net.errors import AuditError, CloseCode
from lycee_net.events import MatchEnded, PeerBroke, PeerClosed
from lycee_net.messages import Opened
from lycee_net.states import State

from .pair import Pair, Player
from .toy import PASS, ToyGame, ToyRules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycee_net.deck import PublicDeck

RULES = ToyRules()


class UncheckedCards(OwnCards):
    """Own cards of a cheat, who does not audit itself."""

    def clone(self) -> UncheckedCards:
        twin = UncheckedCards(self.seat, self.sid, self.deck_secret, self.cards, self.vectors)
        twin._salts = self._salts.copy()
        return twin

    def check_seal(self, handles: Sequence[int], leaves: bytes, deck: PublicDeck) -> None:
        """Whatever it is, it is fine."""


class SwappingCards(UncheckedCards):
    """Puts a better card into its second hand seal."""

    def clone(self) -> SwappingCards:
        twin = SwappingCards(self.seat, self.sid, self.deck_secret, self.cards, self.vectors)
        twin._salts = self._salts.copy()
        return twin

    def zone_cards(self, handles: Sequence[int], deck: PublicDeck) -> list[int]:
        cards = super().zone_cards(handles, deck)
        if deck.n_seals == 2:
            cards[0] = (cards[0] + 1) % 32
        return cards


class LyingGame(ToyGame):
    """A replica of somebody who claims what is not so."""

    def _play_main(self, seat: int, line: bytes, faces: Mapping[int, int]) -> list[int]:
        return super()._play_main(seat, line, {} if line[0] == 3 else faces)

    def _play_search(self, seat: int, line: bytes, faces: Mapping[int, int]) -> list[int]:
        return super()._play_search(seat, line, {} if line == bytes([PASS]) else faces)


class LyingRules(ToyRules):
    def new_game(self, *, keeps_facts: bool = False) -> ToyGame:
        return LyingGame(self)


class LooseRules(ToyRules):
    """Takes any list for a deck."""

    def deck_fault(self, cards: Sequence[int]) -> str | None:
        return None

    def copies_fault(self, cards: Sequence[int]) -> str | None:
        return None


def cheating_pair(
    seed: int,
    own_cards: type[OwnCards] = UncheckedCards,
    cards: tuple[int, ...] | None = None,
    rules: ToyRules | None = None,
) -> Pair:
    """A pair whose guest cheats."""
    pair = Pair(seed)
    protocol = pair.guest.protocol
    seat = protocol._seat
    terms = replace(seat.terms, rules=rules or seat.terms.rules)
    protocol._seat = replace(seat, terms=terms, cards=cards or seat.cards)
    start = protocol._start

    def cheating_start() -> None:
        start()
        own = protocol.chain.table.own
        assert own is not None
        protocol.chain.table.own = own_cards(
            own.seat, own.sid, own.deck_secret, own.cards, own.vectors
        )

    protocol._start = cheating_start  # type: ignore[method-assign]
    return pair


def play_until_won(make: object, seeds: range = range(60)) -> tuple[Pair, PeerBroke]:
    """The first match that the cheat would win, and what the host says about it."""
    for seed in seeds:
        pair = make(seed)  # type: ignore[operator]
        pair.play()
        result = pair.host.protocol.chain.result
        broke = [event for event in pair.host.events if isinstance(event, PeerBroke)]
        if result is not None and result.winner == 1 and broke:
            return pair, broke[0]
    raise AssertionError("the cheat never won")


def check_no_win(pair: Pair, broke: PeerBroke) -> None:
    assert broke.code is CloseCode.AUDIT
    assert pair.host.protocol.state is State.ERROR
    assert pair.host.count(MatchEnded) == 0
    assert pair.guest.last(PeerClosed) == PeerClosed(CloseCode.AUDIT)


def test_a_hand_seal_with_a_swapped_card_is_found_and_named() -> None:
    pair, broke = play_until_won(lambda seed: cheating_pair(seed, SwappingCards))
    check_no_win(pair, broke)
    assert "seal 2 holds other cards than its zone" in broke.error.reason


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ((0,) * 5 + tuple(range(8, 17)), "5 copies of card 0"),
        ((*tuple(range(13)), 99), "no card 99"),
    ],
)
def test_an_illegal_deck_is_found_at_the_audit(cards: tuple[int, ...], fault: str) -> None:
    def make(seed: int) -> Pair:
        order = list(cards)
        random.Random(seed).shuffle(order)
        return cheating_pair(seed, cards=tuple(order), rules=LooseRules(n_cards=200))

    pair, broke = play_until_won(make)
    if broke.code is not CloseCode.COMMITMENT:  # found before, when the card was shown
        check_no_win(pair, broke)
        assert fault in broke.error.reason


def test_a_card_that_does_not_exist_is_refused_when_it_is_shown() -> None:
    """Its leaf fits; there is no index error."""
    for seed in range(20):
        pair = cheating_pair(seed, cards=tuple(range(190, 204 - 10)) + (99,) * 10)
        pair.guest.protocol._seat = replace(
            pair.guest.protocol._seat,
            terms=replace(pair.guest.protocol._seat.terms, rules=LooseRules(n_cards=300)),
        )
        pair.play()
        for event in pair.host.events:
            if isinstance(event, PeerBroke) and event.code is CloseCode.COMMITMENT:
                assert "there is no card" in event.error.reason
                return
    raise AssertionError("no such card was shown")


def test_more_public_copies_than_a_deck_may_hold_are_refused_at_once() -> None:
    """The ledger: a swapped hand must not even be played."""
    for seed in range(40):
        pair = cheating_pair(seed, cards=(8,) * 14, rules=LooseRules())
        pair.play()
        for event in pair.host.events:
            if isinstance(event, PeerBroke) and event.code is CloseCode.COMMITMENT:
                assert event.error.reason == "5 copies of card 8"
                return
    raise AssertionError("five copies were never shown")


def test_a_false_claim_is_found_and_its_message_named() -> None:
    pair, broke = play_until_won(lambda seed: cheating_pair(seed, rules=LyingRules()))
    check_no_win(pair, broke)
    assert broke.error.rule in {"T5", "T7"}
    n = int(broke.error.reason.split()[1].rstrip(":"))
    sender, _ = pair.host.protocol.chain.steps[n - 2]
    assert sender == 1


@given(st.integers(0, 1 << 32))
@settings(max_examples=10)
def test_an_honest_match_passes_both_audits(seed: int) -> None:
    pair = Pair(seed)
    pair.play()
    for player in pair.players:
        audit(pair, player)


def audit(pair: Pair, player: Player, **changes: object) -> None:
    chain = player.protocol.chain
    own = chain.table.own
    assert own is not None
    opened = replace(Opened(own.deck_secret, tuple(own.vectors)), **changes)  # type: ignore[arg-type]
    check_opened_untrusted(RULES, chain.sid, own.seat, opened, chain.steps)


@pytest.mark.parametrize("role", Role)
def test_an_opening_that_does_not_fit_is_refused(role: Role) -> None:
    pair = Pair(1)
    pair.play()
    player = pair.players[role]
    own = player.protocol.chain.table.own
    assert own is not None
    vectors = tuple(own.vectors)
    first = vectors[0]
    wrong: list[tuple[dict[str, object], str]] = [
        ({"deck_secret": bytes(32)}, "does not fit the leaves"),
        ({"vectors": ()}, "does not open seal 0"),
        ({"vectors": vectors[:-1]}, "does not open seal"),
        ({"vectors": (*vectors, first)}, "seals opened"),
        ({"vectors": (first[1:] + first[:1], *vectors[1:])}, "does not fit the leaves"),
        ({"vectors": (first[:-1], *vectors[1:])}, "the deck is not legal: 13 cards"),
        ({"vectors": ((65_535, *first[1:]), *vectors[1:])}, "the deck is not legal"),
        ({"vectors": (first, (), *vectors[2:])}, "does not open seal 1"),
    ]
    for changes, reason in wrong:
        with pytest.raises(AuditError, match=reason):
            audit(pair, player, **changes)
