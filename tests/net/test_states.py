"""The tables: complete, role-blind, and one debtor in every state."""

from __future__ import annotations

import pytest

from lycee_net.errors import LocalProtocolError, OrderError
from lycee_net.states import (
    DUE,
    I_OWE,
    TRANSITIONS,
    YOU_OWE,
    Act,
    Case,
    State,
    next_state,
)

NOBODY_OWES = {State.CONNECTED, State.OVER, State.AWAY, State.DONE, State.ERROR}
MIRROR = {
    State.GREET_ME: State.GREET_YOU,
    State.STEP_ME: State.STEP_YOU,
    State.END_ME: State.END_YOU,
    State.LAST_ME: State.LAST_YOU,
    State.OVER: State.OVER,
    State.DONE: State.DONE,
}
MIRROR |= {you: me for me, you in MIRROR.items()}


def test_one_side_owes_in_every_state_that_waits() -> None:
    assert not I_OWE & YOU_OWE
    assert set(State) - I_OWE - YOU_OWE == NOBODY_OWES


def test_every_state_can_be_reached_and_every_waiting_one_left() -> None:
    reached = {State.CONNECTED} | set(TRANSITIONS.values())
    assert reached == set(State)
    for state in (I_OWE | YOU_OWE) - {State.RESUME_ME, State.RESUME_YOU}:
        assert any(start is state and act is not Act.FAIL for start, act in TRANSITIONS)


@pytest.mark.parametrize(
    "act", [act for act in Act if act.name.startswith("SEND")], ids=lambda act: act.name
)
def test_what_one_side_may_send_the_other_may_receive(act: Act) -> None:
    received = Act["RECV" + act.name[4:]]
    for (state, sent), following in TRANSITIONS.items():
        if sent is act and state is not State.LAST_ME and following is not State.CROSS:
            assert TRANSITIONS[MIRROR[state], received] is MIRROR[following]


def test_a_failure_is_for_good() -> None:
    for state in State:
        assert next_state(state, Act.FAIL) is State.ERROR
    assert {act for state, act in TRANSITIONS if state is State.ERROR} == {Act.FAIL}


def test_nothing_follows_a_match_that_is_done() -> None:
    assert {act for state, act in TRANSITIONS if state is State.DONE} == {Act.FAIL}


def test_only_a_concession_is_sent_unowed() -> None:
    for state, act in TRANSITIONS:
        if act.name.startswith("SEND") and act is not Act.SEND_CONCEDE:
            assert state in I_OWE


def test_a_received_message_out_of_place_is_the_peers_fault_and_a_sent_one_ours() -> None:
    with pytest.raises(OrderError, match="STEP_ME"):
        next_state(State.STEP_ME, Act.RECV_STEP)
    with pytest.raises(LocalProtocolError, match="STEP_YOU"):
        next_state(State.STEP_YOU, Act.SEND_STEP)


def test_every_request_has_its_rows() -> None:
    assert set(DUE) == set(Case)
    assert DUE[Case.OVER] == ()
