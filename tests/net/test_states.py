"""The tables: complete, role-blind, and one debtor in every state."""

from __future__ import annotations

from pathlib import Path

import pytest

from lycee_net.errors import CloseCode, LocalProtocolError, OrderError
from lycee_net.states import (
    DUE,
    I_OWE,
    TRANSITIONS,
    YOU_OWE,
    Act,
    Case,
    State,
    next_state,
    situation,
)

SPEC = Path(__file__).parents[2] / "spec" / "protocol.md"
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
    with pytest.raises(OrderError, match="the other side is to act"):
        next_state(State.STEP_ME, Act.RECV_STEP)
    with pytest.raises(LocalProtocolError, match="the other side is to act"):
        next_state(State.STEP_YOU, Act.SEND_STEP)


def test_every_request_has_its_rows() -> None:
    assert set(DUE) == set(Case)
    assert DUE[Case.OVER] == ()


def spec_rows(section: str, n_columns: int) -> list[tuple[str, ...]]:
    """The rows of the first table of a section of spec/protocol.md."""
    text = SPEC.read_text(encoding="utf-8").split(f"**{section}**", 1)[1]
    rows: list[tuple[str, ...]] = []
    for line in text.splitlines():
        cells = tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
        if line.startswith("|") and len(cells) == n_columns:
            rows.append(cells)
        elif rows:
            break
    return rows[2:]


def test_the_due_table_is_the_one_of_the_spec() -> None:
    written = [
        (case.name, row.need.name, row.part.name, row.by.name)
        for case, rows in DUE.items()
        for row in rows
    ]
    assert spec_rows("P6.1", 4) == written


def test_the_state_table_is_the_one_of_the_spec() -> None:
    written = {
        (state.name, act.name, following.name)
        for (state, act), following in TRANSITIONS.items()
        if act not in {Act.LOSE_LINK, Act.FAIL}
    }
    rows = spec_rows("P7.1", 3)
    assert len(rows) == len(written)
    assert {tuple(row) for row in rows} == written


def test_the_close_codes_are_those_of_the_spec() -> None:
    text = SPEC.read_text(encoding="utf-8").split("## P12", 1)[1]
    for code in CloseCode:
        assert code.name in text


def refusal(state: State, act: Act) -> str:
    """What is said of an act that is not in the table; nothing of one that is."""
    try:
        next_state(state, act)
    except (OrderError, LocalProtocolError) as error:
        return str(error)
    return ""


def test_no_line_for_people_names_a_state() -> None:
    """Whatever is not in the table is refused in words."""
    for state in State:
        assert situation(state)
        assert not any("_" in refusal(state, act) for act in Act)
    assert "the other side is to act" in refusal(State.STEP_ME, Act.RECV_STEP)
    assert "the match is over" in refusal(State.DONE, Act.RECV_CONCEDE)
