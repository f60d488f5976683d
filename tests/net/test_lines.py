"""A line on the wire asks its questions in the order that spec/notation.md gives (N2.7 to N2.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core import Catalogue, GameState, defs
from lycee_core.deck import Deck
from lycee_core.playout import Driver

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTER = Catalogue.starter()
HEADS = {defs.MAIN, defs.RESPOND, defs.BATTLE}
PLACES = {defs.CELL, defs.BEARER, defs.COLUMN}
ORDER = (PLACES, {defs.TARGET}, {defs.COST_CARD}, {defs.PAY})
SINGLE = {
    defs.KEEP, defs.WAKE_UP, defs.DEFEND, defs.HAND_LIMIT, defs.MODE, defs.ORDER, defs.NUMBER,
    defs.CHOOSE,
}  # fmt: skip
Question = tuple[int, int, int]  # what was asked, what was answered, how many hand cards there were


def lines_of(seed: int) -> Iterator[list[Question]]:
    """Every line of one random game."""
    gale = Deck.starter("gale", STARTER).cards
    taxed = [card for number in ("CH-9091", "CH-9094") for card in [STARTER.index(number)] * 4]
    names = Deck.starter_names()
    decks = (
        Deck("taxed", [*gale[:52], *taxed], STARTER),
        Deck.starter(names[seed % len(names)], STARTER),
    )
    state, driver = GameState(STARTER, decks), Driver(seed)
    driver.answer(state)
    line: list[Question] = []
    while state.outcome() is None:
        kind, code = state.pending().kind, driver.random_decision(state)
        line.append((kind, code, len(state.legal_decisions())))
        state.apply(code)
        if not state.mid_line():
            yield line
            line = []
            driver.answer(state)


def stages(line: list[Question]) -> list[int]:
    """Which group of N2.7 each question behind the head belongs to."""
    return [next(i for i, kinds in enumerate(ORDER) if kind in kinds) for kind, _, _ in line[1:]]


def test_the_questions_of_a_line_come_in_one_order() -> None:
    seen: set[int | str] = set()
    for seed in range(24):
        for line in lines_of(seed):
            head, found = line[0][0], stages(line)
            assert head in HEADS | SINGLE | {defs.MAY, defs.TARGET}
            if head == defs.TARGET:  # new targets for a declaration
                assert set(found) <= {1}
            assert found == sorted(found), line
            assert found.count(0) <= 1
            if head in SINGLE:
                assert len(line) == 1
            if head == defs.MAY and len(line) > 1:
                assert line[0][1] == defs.CODE_YES
                assert set(found) <= {2, 3}, "a Tax has no place and no target"
                seen.add("tax")
            seen |= {kind for kind, _, _ in line}
    assert {"tax", defs.CELL, defs.BEARER, defs.TARGET, defs.PAY} <= seen


def test_pass_ends_a_payment_or_a_target_word_and_is_asked_for_without_a_choice() -> None:
    forced = 0
    for seed in range(24):
        for line in lines_of(seed):
            for i, (kind, code, n_options) in enumerate(line[1:], start=1):
                if code != defs.CODE_PASS:
                    continue
                assert kind in {defs.PAY, defs.TARGET}
                if kind == defs.PAY:
                    assert i == len(line) - 1, "nothing follows a complete payment"
                    forced += n_options == 1
    assert forced, "a payment that nothing could be added to still ends with PASS"
