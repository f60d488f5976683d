"""Every target of fuzzing under Hypothesis, and what fuzzing has found so far."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .targets import TARGETS

# Bytes on which a target once failed: the target and the bytes.
FOUND: list[tuple[str, bytes]] = [
    # A form feed in a text of a card file went into the message as it was.
    (
        "cards",
        bytes.fromhex(
            "0e0e7000a53b3bf4e4e4e4e5e4e42ae4e4e4e4e4e43b3b3b3b3be4e4e46ee0e43b3b3b3b3b3b0e0f"
        ),
    ),
    # The last End of a file without the first: the verifier fell over it.
    ("resigned", b"\xbb8"),
]


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.binary(max_size=200))
def test_no_bytes_break_what_a_target_promises(name: str, data: bytes) -> None:
    TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_at_all_breaks_no_target(name: str) -> None:
    TARGETS[name](b"")


def test_what_broke_a_target_once_does_not_any_more() -> None:
    for name, data in FOUND:
        TARGETS[name](data)
