"""Seals, bindings, picks, openings; and the proof by enumeration that no permutation is needed."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from lycee_net.commit import seal_salts
from lycee_net.deck import OwnCards, PublicDeck
from lycee_net.errors import AuditError, CommitmentMismatchError, PartError, PickError
from lycee_net.game import UNKNOWN
from lycee_net.messages import ShownCard

SID, SECRET = bytes(range(32)), b"d" * 32
HANDLES = (60, 61, 62, 63)
CARDS = (5, 6, 7, 8)


def sealed_deck() -> tuple[PublicDeck, OwnCards]:
    """Four cards in a bag; slot i holds CARDS[i]."""
    deck, own = PublicDeck(1, SID), OwnCards(1, SID, SECRET, CARDS, [CARDS])
    deck.seal_bag(HANDLES, own.make_leaves(0))
    return deck, own


def test_after_a_hidden_shuffle_nothing_is_bound() -> None:
    deck, own = sealed_deck()
    assert deck.unbound(HANDLES) == HANDLES
    assert deck.bag_slots == (0, 1, 2, 3)
    assert [own.face(handle, deck) for handle in HANDLES] == [UNKNOWN] * 4


def test_a_pick_binds_handles_to_slots_in_the_order_asked_for() -> None:
    deck, own = sealed_deck()
    deck.name_slots((62, 60), bytes([3, 1]))
    assert deck.binding(62) == (0, 3)
    assert deck.binding(60) == (0, 1)
    assert (own.face(62, deck), own.face(60, deck)) == (8, 6)
    assert deck.bag_slots == (0, 2)


@pytest.mark.parametrize(
    ("slots", "error"),
    [
        ([0], PickError),  # named before
        ([1, 1], PartError),
        ([4], PickError),  # the size of the bag
        ([255], PickError),
        ([], PartError),
    ],
)
def test_a_slot_is_named_once_and_must_be_in_the_bag(
    slots: list[int], error: type[Exception]
) -> None:
    deck, _ = sealed_deck()
    deck.name_slots((60,), bytes([0]))
    with pytest.raises(error):
        deck.name_slots((61,), bytes(slots))


def test_one_pick_cannot_name_a_slot_twice() -> None:
    deck, _ = sealed_deck()
    with pytest.raises(PickError, match="twice"):
        deck.name_slots((60, 61), bytes([2, 2]))


def test_a_seal_of_a_hand_binds_by_rising_handle() -> None:
    deck, own = sealed_deck()
    deck.name_slots((60, 61), bytes([0, 1]))
    own.vectors.append((6, 5))
    deck.seal_bound((60, 61), own.make_leaves(1))
    assert deck.binding(60) == (1, 0)
    assert (own.face(60, deck), own.face(61, deck)) == (6, 5)


def test_an_opening_fits_the_latest_seal_only() -> None:
    deck, own = sealed_deck()
    deck.name_slots((60, 61), bytes([0, 1]))
    old = own.opening(60, deck)
    deck.check_opening(old)
    own.vectors.append((6, 5))
    deck.seal_bound((60, 61), own.make_leaves(1))
    with pytest.raises(CommitmentMismatchError):
        deck.check_opening(old)
    deck.check_opening(own.opening(60, deck))


@pytest.mark.parametrize("fault", ["salt", "card", "handle", "seat"])
def test_a_wrong_opening_is_refused(fault: str) -> None:
    deck, own = sealed_deck()
    deck.name_slots((60, 61), bytes([0, 1]))
    good = own.opening(60, deck)
    flipped = bytes([good.salt[0] ^ 1]) + good.salt[1:]
    wrong = {
        "salt": ShownCard(60, good.card, flipped),
        "card": ShownCard(60, good.card + 1, good.salt),
        "handle": ShownCard(61, good.card, good.salt),
        # what the peer would send to mirror our own commitment and opening
        "seat": OwnCards(0, SID, SECRET, CARDS, [CARDS]).opening(60, deck),
    }[fault]
    mirrored = PublicDeck(0, SID) if fault == "seat" else deck
    if fault == "seat":
        mirrored.seal_bound(HANDLES, own.make_leaves(0))
    with pytest.raises(CommitmentMismatchError):
        mirrored.check_opening(wrong)


def test_an_unbound_card_cannot_be_shown() -> None:
    deck, _ = sealed_deck()
    with pytest.raises(PartError, match="bound to no slot"):
        deck.check_opening(ShownCard(60, 5, seal_salts(SECRET, SID, 0, 4)[0]))


@pytest.mark.parametrize("n_leaves", [3, 5])
def test_a_seal_has_one_leaf_a_card(n_leaves: int) -> None:
    with pytest.raises(PartError):
        PublicDeck(1, SID).seal_bag(HANDLES, bytes(32 * n_leaves))


def test_a_shuffle_seals_bound_cards_too_and_forgets_where_they_are() -> None:
    deck, own = sealed_deck()
    deck.name_slots((60,), bytes([2]))
    assert deck.needs_bag(HANDLES)
    assert sorted(own.zone_cards(HANDLES, deck)) == [5, 6, 7, 8]
    own.vectors.append((8, 7, 6, 5))
    deck.seal_bag(HANDLES, own.make_leaves(1))
    assert deck.unbound(HANDLES) == HANDLES
    assert not deck.needs_bag(HANDLES)


def test_a_card_that_left_the_zone_unbound_is_a_stray() -> None:
    deck, _ = sealed_deck()
    deck.name_slots((60,), bytes([2]))
    assert deck.strays((60, 61)) == (62, 63)


def test_a_clone_is_independent() -> None:
    deck, own = sealed_deck()
    twin, own_twin = deck.clone(), own.clone()
    deck.name_slots((60,), bytes([2]))
    own.vectors.append((1,))
    assert twin.unbound(HANDLES) == HANDLES
    assert own_twin.vectors == [CARDS]


def test_a_seal_with_another_card_than_its_zone_fails_the_audit() -> None:
    deck, own = sealed_deck()
    deck.name_slots((60, 61), bytes([0, 1]))
    own.vectors.append((6, 9))
    with pytest.raises(AuditError, match=r"seal 1 holds other cards than its zone: \[5, 9\]"):
        own.check_seal((60, 61), own.make_leaves(1), deck)


def test_a_seal_of_another_secret_fails_the_audit() -> None:
    deck, own = sealed_deck()
    other = OwnCards(1, SID, b"e" * 32, CARDS, [CARDS])
    with pytest.raises(AuditError, match="does not fit the leaves"):
        own.check_seal(HANDLES, other.make_leaves(0), PublicDeck(1, SID))
    assert deck.n_seals == 1


def test_salts_differ_within_a_seal_and_between_seals() -> None:
    own = OwnCards(1, SID, SECRET, CARDS, [CARDS, CARDS])
    joined = own.make_leaves(0) + own.make_leaves(1)
    leaves = {joined[at : at + 32] for at in range(0, len(joined), 32)}
    assert len(leaves) == 8  # equal cards cannot be told by equal leaves


def test_secrets_do_not_print() -> None:
    _, own = sealed_deck()
    assert repr(own) == "OwnCards(seat 1, 1 seals)"


# P2.2: the exchangeability proof, by enumeration.


def naming_strategies(n: int, k: int) -> list[dict[tuple[int, ...], int]]:
    """All ways to name k of n slots, each choice depending on the cards seen so far.

    A strategy maps the seen cards (which fix the past) to the next slot. The cards are 0..n-1.
    """
    strategies: list[dict[tuple[int, ...], int]] = [{}]
    for seen in (s for depth in range(k) for s in itertools.permutations(range(n), depth)):
        extended = []
        for strategy in strategies:
            named = {strategy[seen[:i]] for i in range(len(seen))}
            extended += [strategy | {seen: slot} for slot in range(n) if slot not in named]
        strategies = extended
    return strategies


def outcome(
    order: tuple[int, ...], strategy: dict[tuple[int, ...], int], k: int
) -> tuple[int, ...]:
    seen: tuple[int, ...] = ()
    for _ in range(k):
        seen += (order[strategy[seen]],)
    return seen


@pytest.mark.parametrize(
    ("n", "k", "n_strategies"), [(2, 2, 2), (3, 2, 24), (3, 3, 24), (4, 2, 324)]
)
def test_every_way_of_naming_slots_gives_the_same_distribution(
    n: int, k: int, n_strategies: int
) -> None:
    strategies = naming_strategies(n, k)
    assert len(strategies) == n_strategies
    orders = list(itertools.permutations(range(n)))
    uniform = {seen: Fraction(1) for seen in itertools.permutations(range(n), k)}
    share = Fraction(len(uniform), len(orders))
    for strategy in strategies:
        counts = Counter(outcome(order, strategy, k) for order in orders)
        assert {seen: count * share for seen, count in counts.items()} == uniform


def test_every_order_of_the_owner_is_as_fair_to_a_picker_who_picks_at_random() -> None:
    """The other half: the owner knows all slots, the picker's own randomness is what counts."""
    picks = list(itertools.permutations(range(4), 2))
    for order in itertools.permutations(range(4)):
        counts = Counter(tuple(order[slot] for slot in pick) for pick in picks)
        assert set(counts.values()) == {1}
        assert len(counts) == 12


def test_a_look_at_an_unnamed_slot_would_break_it() -> None:
    """Why whatever is looked at is first bound: here the picker sees slot 0 without naming it."""
    orders = list(itertools.permutations(range(3)))
    drawn = Counter(order[0] if order[0] == 0 else order[1] for order in orders)
    assert drawn[0] != drawn[1]
