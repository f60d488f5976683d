"""Costs in points: who can pay, with what, and what becomes of the cards (R5)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_core import defs
from tests.core.builder import Game, Position, catalogue, event_card

WORKED = ("Matou Sakura", "Euryale", "Stheno", "Technology Deafness", "Escort")


def worked() -> Game:
    """The worked example of the rules, up to the area on the left AF cell."""
    game = Position().hand(0, *WORKED).begin()
    return game.do("Technology Deafness", "0AL", "pay Euryale")


def test_the_worked_area_is_paid_with_one_card_of_two_points() -> None:
    # S-44, R5.4, R5.15: while it can be answered, the card lies in the payment zone.
    game = worked()
    assert game.hand(0) == ["Matou Sakura", "Stheno", "Escort"]
    assert game.zone(0, defs.ZONE_PAYMENT) == ["Euryale"]
    assert game.links == ["area"]
    assert game.asks == "RESPOND 1"
    game.do("pass")
    assert game.area("0AL") == "Technology Deafness"
    assert game.dust(0) == ["Euryale"]
    assert game.zone(0, defs.ZONE_PAYMENT) == []  # R5.26


def test_the_worked_entry_is_paid_with_four_points_and_one_is_lost() -> None:
    # S-45, R5.8: FFF paid by two cards of EX 2.
    game = worked().do("pass", "Matou Sakura", "0AL", "pay Stheno, Escort", "pass")
    assert game.at("0AL") == "Matou Sakura"
    assert game.area("0AL") == "Technology Deafness"
    assert game.hand(0) == []
    assert game.dust(0) == ["Euryale", "Stheno", "Escort"]
    assert game.asks == "MAIN 0"


def test_paid_cards_lie_in_the_dust_box_in_the_order_of_their_designation() -> None:
    # R2.21, R2.22, D-20.
    game = worked().do("pass", "Matou Sakura", "0AL", "pay Escort, Stheno", "pass")
    assert game.dust(0) == ["Euryale", "Escort", "Stheno"]


def test_one_card_of_two_points_does_not_cover_three() -> None:
    # R5.12
    game = worked().do("pass", "Matou Sakura", "0AL", "Stheno")
    assert game.rule("pass") == "R5.12"


def test_a_declaration_without_means_is_refused() -> None:
    # R5.3
    game = Position().hand(0, "Matou Sakura", "Stheno").begin()
    assert game.rule("Matou Sakura") == "R5.3"


def test_a_card_of_another_attribute_does_not_pay() -> None:
    # R5.6, S-41
    game = Position().hand(0, "Ash", "Recall").begin()
    assert game.rule("Ash") == "R5.3"
    game = Position().hand(0, "Ash", "Recall", "Birch").begin().do("Ash", "0AL")
    assert game.rule("Recall") == "R5.10"
    assert game.legal("Birch")


def test_a_colourless_cost_takes_any_attribute() -> None:
    # R5.7, S-46
    game = Position().hand(0, "Dogwood", "Recall").begin().do("Dogwood", "0AL", "pay Recall")
    assert game.do("resolve").at("0AL") == "Dogwood"


def test_a_colourless_card_does_not_pay_a_coloured_cost() -> None:
    # R5.7, D-18
    assert Position().hand(0, "Ash", "Dogwood").begin().rule("Ash") == "R5.3"


def test_a_colourless_card_pays_a_colourless_cost() -> None:
    # R5.7
    game = Position().hand(0, "Dogwood", "Dogwood").begin()
    assert game.do("Dogwood", "0AL", "pay Dogwood", "resolve").at("0AL") == "Dogwood"


def test_a_card_of_two_attributes_pays_one_point_of_each() -> None:
    # R5.6, D-19, S-47: SM paid by one card of snow and moon with EX 2.
    game = Position().hand(0, "Elm", "Elm").begin().do("Elm", "0AL", "pay Elm", "resolve")
    assert game.at("0AL") == "Elm"


def test_a_useless_second_card_is_refused() -> None:
    # R5.10, N-05: one S is covered, whatever else is added has no point in use.
    game = Position().hand(0, "Matou Sakura", "Stheno", "Escort", "Euryale", "Recall").begin()
    game.do("Matou Sakura", "0AL", "Stheno", "Escort")
    assert game.rule("pass") is None
    game.do("Euryale")
    # Three symbols, three cards: the payment is complete by itself (R5.13).
    assert game.asks != "PAY 0"


def test_after_one_point_is_covered_no_further_card_is_taken() -> None:
    # R5.10: cost S, one card pays it: the payment ends.
    game = Position().hand(0, "Ash", "Birch", "Gust").begin()
    game.do("Ash", "0AL", "Birch")
    assert game.asks == "RESPOND 1"


def test_a_card_with_ex_0_never_pays() -> None:
    # R5.10, D-21
    game = Position().hand(0, "Dogwood", "Fir", "Recall").begin().do("Dogwood", "0AL")
    assert game.rule("Fir") == "R5.10"
    assert Position().hand(0, "Dogwood", "Fir").begin().rule("Dogwood") == "R5.3"


def test_nothing_is_designated_for_a_cost_of_0() -> None:
    # R5.2, R5.10
    game = Position().hand(0, "Fir", "Ash").begin().do("Fir", "0AL")
    assert game.asks == "RESPOND 1"
    assert game.hand(0) == ["Ash"]


def test_the_declared_card_does_not_pay_for_itself() -> None:
    # R5.11, R7.13
    game = Position().hand(0, "Ash", "Birch").begin()
    token = game.token("Ash", defs.ZONE_HAND)
    assert game.do("Ash", "0AL").rule(token) == "R5.11"


def test_the_enemy_s_cards_do_not_pay() -> None:
    # R5.11, S-40
    game = Position().hand(0, "Ash", "Birch").hand(1, "Birch").begin().do("Ash", "0AL")
    assert game.rule(game.token("Birch", defs.ZONE_HAND, 1)) == "R5.11"


def test_a_designated_card_is_public_and_no_longer_in_hand() -> None:
    # R5.15, D-24
    game = Position().hand(0, "Ash", "Birch").begin().do("Ash", "0AL")
    token = game.token("Birch", defs.ZONE_HAND)
    assert game.state.knowledge(token) == 1
    game.do("Birch")
    assert game.state.knowledge(token) == 3
    assert game.state.place(token) == defs.ZONE_PAYMENT
    assert game.hand(0) == []


def test_the_cost_is_owed_in_the_attributes_of_the_card() -> None:
    # R5.1, R5.22: S M F L N and colourless, frozen at the declaration.
    game = Position().hand(0, "Elm", "Elm").begin().do("Elm", "0AL")
    assert game.state.owed() == (1, 1, 0, 0, 0, 0)


def test_overpaying_is_allowed_while_every_card_is_of_use() -> None:
    # R5.13: FF with two cards of EX 2: one point each.
    game = Position().hand(0, "Technology Deafness", "Stheno", "Euryale").begin()
    game.do("Technology Deafness", "0AL", "pay Stheno, Euryale", "resolve")
    assert game.dust(0) == ["Stheno", "Euryale"]


# ---- an independent oracle: try every assignment of points to symbols


def payable(cards: tuple[tuple[str, int], ...], cost: str) -> bool:
    """Whether every symbol can be given its own point, by trying all ways."""
    points = [attributes for attributes, ex in cards for _ in range(ex)]
    symbols = list(cost)

    def assign(rest: list[str], left: list[str]) -> bool:
        if not rest:
            return True
        return any(
            (rest[0] == "*" or rest[0] in point) and assign(rest[1:], left[:i] + left[i + 1 :])
            for i, point in enumerate(left)
        )

    return assign(symbols, points)


def useful(cards: tuple[tuple[str, int], ...], cost: str) -> bool:
    """Whether one point of every card can go to a symbol of its own (R5.10)."""
    for symbols in product(range(len(cost)), repeat=len(cards)):
        if len(set(symbols)) < len(cards):
            continue
        fits = (cost[s] == "*" or cost[s] in cards[i][0] for i, s in enumerate(symbols))
        if all(fits) and all(ex for _, ex in cards):
            return True
    return not cards


ATTRIBUTES = ("", "S", "M", "F", "SM", "MF", "SF", "SMF")
PAYERS = [(attributes, ex) for attributes in ATTRIBUTES for ex in range(3)]
COSTS = ("0", "S", "SS", "SM", "S*", "**", "SMF", "MM*", "SSMM", "SMF*")
LETTERS = {"S": "snow", "M": "moon", "F": "flower"}


def payer(attributes: str, ex: int) -> str:
    words = ", ".join(f'"{LETTERS[a]}"' for a in attributes)
    return f"""
[[card]]
number = "EV-7{ATTRIBUTES.index(attributes)}{ex}"
name = {{ en = "Payer {attributes}{ex}" }}
type = "event_card"
attributes = [{words}]
cost = "0"
ex = {ex}
"""


MORE = "".join(payer(*one) for one in PAYERS) + "".join(
    event_card("{ draw = 1 }", cost=cost, name=f"Cost {cost}").replace(
        "EV-", f"EV-6{COSTS.index(cost)}-"
    )
    for cost in COSTS
)


@given(
    cost=st.sampled_from(COSTS),
    cards=st.lists(st.sampled_from(PAYERS), max_size=5).map(tuple),
    data=st.data(),
)
def test_payments_agree_with_an_exhaustive_assignment_of_points(
    cost: str, cards: tuple[tuple[str, int], ...], data: st.DataObject
) -> None:
    # R5.6, R5.7, R5.10, R5.12: judged at every step of a random designation.
    symbols = cost.replace("0", "")
    hand = [f"Cost {cost}", *(f"Payer {a}{ex}" for a, ex in cards)]
    game = Position(MORE).hand(0, *hand).begin()
    assert game.legal(f"Cost {cost}") == payable(cards, symbols)
    if not payable(cards, symbols):
        return
    game.do(f"Cost {cost}")
    left = list(cards)
    paid: tuple[tuple[str, int], ...] = ()
    while game.asks == "PAY 0":
        assert game.legal("pass") == payable(paid, symbols)
        for attributes, ex in left:
            more = (*paid, (attributes, ex))
            assert game.legal(f"Payer {attributes}{ex}") == useful(more, symbols)
        allowed = [one for one in left if useful((*paid, one), symbols)]
        if not allowed or (payable(paid, symbols) and data.draw(st.booleans())):
            game.do("pass")
            continue
        chosen = data.draw(st.sampled_from(allowed))
        left.remove(chosen)
        paid = (*paid, chosen)
        game.do(f"Payer {chosen[0]}{chosen[1]}")
    assert game.asks == "RESPOND 1"
    assert payable(paid, symbols)


@pytest.mark.parametrize("cost", COSTS)
def test_the_test_cards_cost_what_their_names_say(cost: str) -> None:
    cards = catalogue(MORE)
    card = next(cards.card(i) for i in range(len(cards)) if cards.card(i).name == f"Cost {cost}")
    assert sorted(card.cost) == sorted(cost)
