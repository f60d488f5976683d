"""No unopened card of the other side is in a peer's state, bytes or transcript before the audit."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import pytest

from lycee_net.commit import roll_secret, seal_salts
from lycee_net.game import UNKNOWN
from lycee_net.messages import RollOpen, Show, format_vector

from .pair import Pair, Player, Thinking

if TYPE_CHECKING:
    from lycee_net.deck import OwnCards


def own_cards(player: Player) -> OwnCards:
    own = player.protocol.chain.table.own
    assert own is not None
    return own


def reachable(root: object) -> list[Any]:
    """Every object that can be reached from one by attributes, containers and closures."""
    seen: dict[int, object] = {}
    todo: list[object] = [root]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type) or type(thing).__name__ == "module":
            continue
        seen[id(thing)] = thing
        if isinstance(thing, dict):
            todo += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple, set, frozenset)) or type(thing).__name__ == "deque":
            todo += list(thing)  # type: ignore[call-overload]
        todo += list(getattr(thing, "__dict__", {}).values())
        for kind in type(thing).__mro__:
            slots = getattr(kind, "__slots__", ())
            todo += [getattr(thing, slot, None) for slot in slots]
        if type(thing).__module__.startswith("lycee_net."):
            todo += gc.get_referents(thing)  # what a compiled object holds has no name here
        todo += [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
    return list(seen.values())


def opened_salts(player: Player) -> set[bytes]:
    """The salts that the player has shown so far."""
    return {
        shown.salt
        for seat, parts in player.protocol.chain.steps
        for part in parts
        if seat == player.protocol.seat and isinstance(part, Show)
        for shown in part.cards
    }


def secrets_of(player: Player) -> set[bytes]:
    """Everything the other side must not hold: each would give cards away."""
    own = own_cards(player)
    secrets = {own.deck_secret}
    for epoch, vector in enumerate(own.vectors):
        secrets |= set(seal_salts(own.deck_secret, own.sid, epoch, len(vector)))
        if len(vector) > 3:  # fewer bytes are found by chance
            secrets.add(format_vector(vector))
    steps = player.protocol.chain.steps
    shown_rolls = {part.salt for _, parts in steps for part in parts if isinstance(part, RollOpen)}
    roll_salts = {roll_secret(own.deck_secret, own.sid, roll)[0] for roll in range(20)}
    return secrets - opened_salts(player) | (roll_salts - shown_rolls)


@pytest.mark.parametrize("n", [2, 4, 8, 16, 30])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_unopened_is_in_the_other_sides_memory_bytes_or_transcript(
    seed: int, n: int
) -> None:
    pair = Thinking(seed, n)
    pair.settle()
    for player in pair.players:
        other = pair.other(player)
        secrets = secrets_of(other)
        vectors = {vector for vector in own_cards(other).vectors if len(set(vector)) > 2}
        objects = reachable(player.protocol)
        journal = player.storage.read()
        blobs = [bytes(one) for one in objects if isinstance(one, (bytes, bytearray))]
        for secret in secrets:
            assert secret not in journal
            assert not any(secret in blob for blob in blobs)
        tuples = {one for one in objects if isinstance(one, tuple) and one in vectors}
        assert not tuples


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_search_would_find_a_secret(seed: int) -> None:
    pair = Thinking(seed, 10)
    pair.settle()
    player = pair.host
    blobs = [one for one in reachable(player.protocol) if isinstance(one, bytes)]
    assert any(own_cards(player).deck_secret in blob for blob in blobs)
    assert own_cards(player).deck_secret in player.storage.read()
    assert any(one in own_cards(player).vectors for one in reachable(player.protocol))


@pytest.mark.parametrize("seed", range(5))
def test_a_replica_knows_the_faces_that_were_opened_and_no_others(seed: int) -> None:
    pair = Thinking(seed, 20)
    pair.settle()
    for player in pair.players:
        own, other = player.protocol.seat, 1 - player.protocol.seat
        mine, observer = player.protocol.mine, player.protocol.observer
        theirs = {h: mine.face(h) for h in range(60 * other, 60 * other + 14)}
        public = dict(observer.public_faces(other))
        assert {h: card for h, card in theirs.items() if card != UNKNOWN} == public
        for handle in range(60 * own, 60 * own + 14):
            if observer.face(handle) != UNKNOWN:
                assert handle in observer.public_faces(own)


def test_a_transcript_holds_no_secret_before_the_audit_and_only_the_winners_after_it() -> None:
    pair = Pair(1)
    pair.play()
    assert pair.host.protocol.chain.result is not None
    winner = pair.players[pair.host.protocol.chain.result.winner]
    loser = pair.other(winner)
    for player in pair.players:
        assert player.protocol._archive.is_open
        transcript = player.protocol._archive.journal.transcript()
        assert own_cards(winner).deck_secret in transcript
        for secret in secrets_of(loser):
            assert secret not in transcript
