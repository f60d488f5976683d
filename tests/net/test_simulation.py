"""Matches that are cut, killed and robbed of their power end well on both sides."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from lycee_net.channel import Role
from lycee_net.journal import Journal
from lycee_net.records import FIRST_CHECK
from lycee_net.states import State

from .pair import GUEST_KEY, HOST_KEY, Pair
from .simulate import Disk, KilledError, Side, Simulation, simulate
from .test_hidden import own_cards, reachable, secrets_of

KEYS = (HOST_KEY, GUEST_KEY)
N_MATCHES = 300
BATCH = 20


@pytest.mark.parametrize("first", range(0, N_MATCHES, BATCH))
def test_matches_under_faults_end_with_one_result_and_two_good_files(first: int) -> None:
    for seed in range(first, first + BATCH):
        simulate(seed, KEYS)


def test_the_simulation_does_what_it_says() -> None:
    total: Counter[str] = Counter()
    for seed in range(1000, 1030):
        total += simulate(seed, KEYS)
    for kind in ("cut", "kill", "power", "backup", "killed at a write", "resumed"):
        assert total[kind], kind
    for kind in ("rules", "concede", "time", "agreed"):
        assert total[kind], kind


def test_a_simulation_repeats_itself() -> None:
    assert simulate(7, KEYS) == simulate(7, KEYS)


def test_a_disk_without_power_keeps_what_was_synced_and_perhaps_more() -> None:
    for seed in range(20):
        disk = Disk()
        disk.append(b"synced")
        disk.n_synced = len(disk.read())
        disk.append(b"not")
        disk.lose_power(random.Random(seed))
        assert disk.read().startswith(b"synced")


def test_a_fuse_ends_the_process_at_a_write() -> None:
    disk = Disk()
    disk.fuse = 0
    with pytest.raises(KilledError):
        Journal(disk, FIRST_CHECK).got(b"message")


def test_a_number_that_is_signed_twice_is_noticed() -> None:
    side = Side(Role.HOST, 1, HOST_KEY, HOST_KEY.key)
    side.disk.signed = {2: b"another body"}
    simulation = Simulation(3, KEYS)
    simulation.n_faults = 0
    simulation.host.disk.signed = {2: b"another body"}
    with pytest.raises(AssertionError, match="2 signed twice"):
        simulation.run()


def test_nothing_unopened_of_two_matches_in_one_process_is_in_the_other_sides_memory() -> None:
    """Faults included: what a resume rebuilds or repeats is no more than what was there."""
    simulations = [Simulation(seed, KEYS) for seed in (11, 12)]
    for simulation in simulations:
        for _ in range(40):
            if not all(side.protocol.state is State.DONE for side in simulation.sides):
                simulation.round()
    for simulation in simulations:
        for side in simulation.sides:
            other = simulation.guest if side is simulation.host else simulation.host
            if not (side.has_begun and other.has_begun):
                continue
            objects = reachable(side.protocol)
            blobs = [bytes(one) for one in objects if isinstance(one, (bytes, bytearray))]
            for secret in secrets_of(other):  # type: ignore[arg-type]
                assert secret not in side.disk.read()
                assert not any(secret in blob for blob in blobs)


def test_the_memory_of_the_simulation_holds_the_own_secrets() -> None:
    pair = Pair(1)
    pair.play(lambda pair: pair.host.protocol.state is State.STEP_YOU)
    blobs = [one for one in reachable(pair.host.protocol) if isinstance(one, bytes)]
    assert any(own_cards(pair.host).deck_secret in blob for blob in blobs)
