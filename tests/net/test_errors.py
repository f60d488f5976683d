"""The errors say who is to blame and carry the code of the answer."""

from __future__ import annotations

import pytest

from lycee_net import errors
from lycee_net.errors import CloseCode, LinkLostError, RemoteProtocolError


def remote_errors() -> list[type[RemoteProtocolError]]:
    return [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type)
        and issubclass(kind, RemoteProtocolError)
        and kind not in {RemoteProtocolError, errors.HelloError}
    ]


def test_each_fault_of_the_peer_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in remote_errors()]
    assert len(codes) == len(set(codes)) == 13


def test_a_lost_link_is_no_fault_of_the_peer() -> None:
    assert not issubclass(LinkLostError, RemoteProtocolError)
    assert issubclass(errors.FrameError, LinkLostError)


@pytest.mark.parametrize(
    ("code", "expected"),
    [(11, False), (12, True), (16, True), (20, True), (21, False), (0, False)],
)
def test_codes_twelve_to_twenty_are_provable(code: int, expected: bool) -> None:
    assert CloseCode(code).is_provable is expected


def test_an_error_names_the_rule_that_was_broken() -> None:
    assert str(errors.PartError("pick is not due", rule="P6.1")) == "pick is not due (P6.1)"
