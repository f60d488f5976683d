"""Two sides of a match by the program, whose secrets, orders and lines are those of a vector.

Below: `vectors`, `scripted`. Above: `test_vectors_matches`, `test_reference`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lycee_net.channel import Role
from lycee_net.events import (
    NEED_DATA,
    Accept,
    AgreeDraw,
    ArrangeCards,
    Asked,
    Concede,
    Decide,
    Greeted,
    OfferDraw,
    TimeOver,
)
from lycee_net.game import DRAW, Arrange
from lycee_net.greeting import Terms
from lycee_net.identity import Identity
from lycee_net.invite import hash_key
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.messages import Options, Reason, parse_vector_untrusted
from lycee_net.protocol import Protocol, Seat

from .scripted import ScriptedGame, ScriptedRules
from .vectors import Vector, blob

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycee_net.events import Event, Intent


class Replayer:
    """A player whose secrets, orders, picks and lines are those of a vector."""

    def __init__(self, vector: Vector, seat: int) -> None:
        self.vector = vector
        player = vector["players"][seat]
        self.secret, ephemeral = blob(player, "deck_secret", "ephemeral")
        self.orders = [parse_vector_untrusted(bytes.fromhex(o)) for o in player["orders"]]
        self.picks = [tuple(bytes.fromhex(pick)) for pick in player["picks"]]
        self.storage = MemoryStorage()
        self.written = bytearray()
        self.outgoing = bytearray()
        options = Options(*vector["options"])
        rules = ScriptedRules(vector["game"])
        host_key = bytes.fromhex(vector["players"][0]["key"])
        bring = Seat(
            Role(seat),
            Identity(bytes.fromhex(player["key_seed"])),
            Terms(rules, ("host", "guest")[seat], "reference", options),
            parse_vector_untrusted(bytes.fromhex(player["deck"])),
            bytes.fromhex(vector["invite_secret"]),
            hash_key(host_key) if seat else None,
            wants_audit=not vector["end"].get("waive", False),
        )
        self.protocol = Protocol(
            bring,
            lambda: Journal(self.storage),
            entropy=self.entropy,
            channel_entropy=lambda _: ephemeral,
        )

    def entropy(self, _: int) -> bytes:
        """The one secret that is asked for; orders and picks come from `shuffle`."""
        return self.secret

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """In the place of chance: the next pick out of these slots, or order of these cards."""
        if isinstance(items, tuple):  # the slots of a bag
            pick = self.picks.pop(0)
            assert set(pick) <= set(items)
            return pick + tuple(slot for slot in items if slot not in pick)
        order = self.orders.pop(0)
        assert sorted(order) == sorted(items)
        return order

    def send(self, intent: Intent) -> None:
        self.outgoing += self.protocol.send(intent)

    def respond(self, event: Event) -> None:
        match event:
            case Greeted():
                self.send(Accept())
            case Asked(Arrange()) if self.protocol.asked is not None:
                self.send(ArrangeCards(self.orders.pop(0)))
            case Asked(request) if self.protocol.asked == request:
                self.decide()

    def decide(self) -> None:
        game, end = self.protocol.mine, self.vector["end"]
        assert isinstance(game, ScriptedGame)
        if "line" in game.event:
            if game.event.get("offer"):
                self.send(OfferDraw())
            self.send(Decide(bytes.fromhex(game.event["line"])))
        elif end["winner"] == DRAW:
            self.send(AgreeDraw())
        else:
            self.send(Concede() if end["reason"] == Reason.CONCEDE else TimeOver())


def shuffled(entropy: Any, items: Sequence[int]) -> tuple[int, ...]:  # noqa: ANN401
    """What takes the place of `commit.shuffled`: the player is found by its entropy."""
    player = entropy.__self__
    assert isinstance(player, Replayer)
    return player.shuffle(items)


def drawn(entropy: Any, items: Sequence[int], n: int) -> tuple[int, ...]:  # noqa: ANN401
    """What takes the place of `commit.drawn`."""
    return shuffled(entropy, items)[:n]


def play(players: list[Replayer]) -> None:
    """Carry bytes to and fro until nothing moves."""
    moved = True
    while moved:
        moved = False
        for player, other in (players, players[::-1]):
            while (event := player.protocol.next_event()) is not NEED_DATA:
                player.respond(event)
            data = bytes(player.outgoing) + player.protocol.data_to_send()
            player.outgoing.clear()
            player.written += data
            if data:
                moved = True
                other.protocol.receive_data(data)
