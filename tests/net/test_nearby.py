"""What comes within a moment is read on the spot, and nobody is kept waiting who has other work."""

from __future__ import annotations

import socket
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from lycee_net.nearby import MOST_IN_A_ROW, MOST_SKIPPED, Nearby

if TYPE_CHECKING:
    from collections.abc import Iterator

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def read(nearby: Nearby, pair: Pair, *, answer: bytes = b"") -> bytes | None:
    """What is read of an answer that is already there, if there is one."""
    ours, theirs = pair
    theirs.sendall(answer)
    found = nearby.read(ours.fileno(), 1 << 16)
    if found is None and answer:
        assert ours.recv(1 << 16) == answer  # the scheduler's way gets it
    return found


def test_an_answer_that_is_there_is_read(pair: Pair) -> None:
    assert read(Nearby(), pair, answer=b"step") == b"step"


def test_nothing_is_read_where_nothing_comes(pair: Pair) -> None:
    assert read(Nearby(), pair) is None


def test_the_end_of_the_stream_is_no_wait(pair: Pair) -> None:
    pair[1].close()
    assert Nearby().read(pair[0].fileno(), 1) == b""


def test_a_closed_socket_is_an_error_of_the_socket(pair: Pair) -> None:
    descriptor = pair[0].fileno()
    pair[0].close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        Nearby().read(descriptor, 1)


def test_waits_in_vain_become_rare(pair: Pair) -> None:
    nearby, waits = Nearby(), []
    for n in range(600):
        was_skipping = bool(nearby._to_skip)
        assert read(nearby, pair) is None
        if not was_skipping:
            waits.append(n)
    gaps = [after - before - 1 for before, after in pairwise(waits)]
    assert gaps == [1, 3, 7, 15, 31, 63, 127, MOST_SKIPPED]


def test_an_answer_in_time_ends_the_rarity(pair: Pair) -> None:
    nearby = Nearby()
    assert read(nearby, pair) is None
    assert read(nearby, pair, answer=b"skipped") is None
    assert [read(nearby, pair, answer=b"near") for _ in range(3)] == [b"near"] * 3


def test_the_loop_gets_a_turn_though_every_answer_comes_at_once(pair: Pair) -> None:
    nearby = Nearby()
    found = [read(nearby, pair, answer=b"x") for _ in range(2 * MOST_IN_A_ROW + 2)]
    assert [n for n, one in enumerate(found) if one is None] == [
        MOST_IN_A_ROW,
        2 * MOST_IN_A_ROW + 1,
    ]
