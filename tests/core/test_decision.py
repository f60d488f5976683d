"""Seats and decisions as values say what the numbers of the engine say."""

from __future__ import annotations

import random

import pytest

import lycee_core
from lycee_core import Decision, Seat, defs
from lycee_core.decision import decisions
from tests.core.table import new_game, step


def test_decisions_are_the_legal_codes_with_their_seat_and_kind() -> None:
    rng = random.Random(3)
    state = new_game(3)
    seen = 0
    while state.outcome() is None:
        pending = state.pending()
        if pending.seat < defs.CHANCE:
            found = decisions(state)
            assert [int(decision) for decision in found] == state.legal_decisions()
            assert {decision.seat for decision in found} == {Seat(pending.seat)}
            assert {decision.kind for decision in found} == {pending.kind}
            seen += 1
        step(state, rng)
    assert seen > 100


def test_the_wire_form_of_a_decision_is_its_code_in_two_bytes() -> None:
    assert Decision(Seat.ONE, defs.MAIN, 0x0123).wire == b"\x01\x23"


def test_apply_takes_a_decision() -> None:
    state = new_game(0)
    rng = random.Random(0)
    while state.pending().seat == Seat.CHANCE:
        step(state, rng)
    keep = Decision(Seat.ZERO, defs.KEEP, defs.CODE_YES)
    state.apply(keep)
    assert state.pending().seat == Seat.ONE


@pytest.mark.parametrize("name", lycee_core.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(lycee_core, name).__name__ == name
