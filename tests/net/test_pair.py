"""The helper that sits two protocols back to back does what it says."""

from __future__ import annotations

from lycee_net.events import Asked, Greeted, MatchEnded, StepMade
from lycee_net.states import State

from .pair import Pair, seeded_entropy


def test_a_pair_plays_a_match_to_its_end() -> None:
    pair = Pair(1)
    pair.play()
    for player in pair.players:
        assert player.protocol.state is State.DONE
        assert player.count(Greeted) == player.count(MatchEnded) == 1
        assert player.count(StepMade) == player.protocol.chain.n - 2
        assert player.count(Asked) > 3


def test_a_match_is_repeatable_by_its_seed() -> None:
    one, two, three = Pair(1), Pair(1), Pair(2)
    for pair in (one, two, three):
        pair.play()
    assert one.host.storage.read() == two.host.storage.read() != three.host.storage.read()


def test_it_stops_where_the_condition_holds() -> None:
    pair = Pair(1)
    pair.play(lambda pair: pair.host.count(StepMade) >= 4)
    assert pair.host.protocol.chain.n in {6, 7}


def test_seeded_entropy_gives_what_is_asked_for() -> None:
    entropy = seeded_entropy(1)
    assert [len(entropy(n)) for n in (0, 8, 32)] == [0, 8, 32]
    assert entropy(8) != entropy(8)
