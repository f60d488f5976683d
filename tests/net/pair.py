"""Two protocols back to back, and players for them. Tested itself, in test_pair.py."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, cast
from typing import Protocol as Protocol_

from lycee_net.channel import Role
from lycee_net.events import NEED_DATA, Accept, ArrangeCards, Asked, Decide, Greeted, MatchEnded
from lycee_net.game import Arrange, Decision, Rules
from lycee_net.greeting import Terms
from lycee_net.identity import Identity
from lycee_net.invite import hash_key
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.protocol import Protocol, Seat

from .toy import ToyGame, ToyRules, legal_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.commit import Entropy
    from lycee_net.events import Event

HOST_KEY, GUEST_KEY = Identity(b"h" * 32), Identity(b"g" * 32)
SECRET = b"i" * 16


def seeded_entropy(seed: object) -> Entropy:
    """Entropy of a test: a stream that depends on the seed alone."""
    counter = 0

    def entropy(n: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.shake_256(f"{seed}/{counter}".encode()).digest(n)

    return entropy


class Dealing(Rules, Protocol_):
    """Rules that can also deal a deck for a test."""

    def random_deck(self, rng: random.Random) -> tuple[int, ...]:
        """A legal deck."""


class Player:
    """One side: its protocol, its journal, all its events, and somebody who plays at random."""

    def __init__(self, role: Role, rules: Dealing, seed: int, *, wants_audit: bool = True) -> None:
        self.rng = random.Random(f"{seed}/{role.name}")
        self.identity = HOST_KEY if role is Role.HOST else GUEST_KEY
        self.cards = rules.random_deck(self.rng)
        self.storage = MemoryStorage()
        self.events: list[Event] = []
        self.received = bytearray()  # plain bytes are in the journal; these are the encrypted ones
        seat = Seat(
            role,
            self.identity,
            Terms(rules, role.name.lower()),
            self.cards,
            SECRET,
            hash_key(HOST_KEY.key) if role is Role.GUEST else None,
            wants_audit,
        )
        self.protocol = Protocol(
            seat,
            lambda: Journal(self.storage),
            entropy=seeded_entropy(f"{seed}/{role.name}/cards"),
            channel_entropy=seeded_entropy(f"{seed}/{role.name}/channel"),
        )

    @property
    def game(self) -> ToyGame:
        """The replica with our own faces."""
        return cast("ToyGame", self.protocol.mine)

    def receive(self, data: bytes) -> list[Event]:
        """Feed bytes and return the new events."""
        self.received += data
        self.protocol.receive_data(data)
        return self.take_events()

    def take_events(self) -> list[Event]:
        """The events since the last call."""
        new: list[Event] = []
        while (event := self.protocol.next_event()) is not NEED_DATA:
            new.append(event)
        self.events += new
        return new

    def respond(self, event: Event) -> bytes:
        """What a player who accepts everybody and plays at random does about an event."""
        match event:
            case Greeted():
                return self.protocol.send(Accept())
            case Asked(request) if self.protocol.asked == request:
                if isinstance(request, Arrange):
                    cards = [self.game.face(handle) for handle in request.handles]
                    self.rng.shuffle(cards)
                    return self.protocol.send(ArrangeCards(tuple(cards)))
                return self.protocol.send(Decide(self.choose_line()))
        return b""

    def choose_line(self) -> bytes:
        """Some legal line."""
        return self.rng.choice(legal_lines(self.game))

    def last(self, kind: type[Event]) -> Event:
        """The latest event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def count(self, kind: type[Event]) -> int:
        """How many events of a kind there were."""
        return sum(isinstance(event, kind) for event in self.events)


def decide_all(player: Player) -> None:
    """Let a player that is asked decide until its Step is made."""
    n = player.protocol.chain.n
    while player.protocol.chain.n == n:
        player.respond(Asked(player.protocol.asked or Decision(player.protocol.seat)))


class Pair:
    """A host and a guest, and the bytes between them."""

    player_type: type[Player] = Player

    def __init__(
        self, seed: int = 0, rules: Dealing | None = None, *, wants_audit: bool = True
    ) -> None:
        rules = rules or ToyRules()
        self.host = self.player_type(Role.HOST, rules, seed, wants_audit=wants_audit)
        self.guest = self.player_type(Role.GUEST, rules, seed, wants_audit=wants_audit)
        self.rng = random.Random(seed)

    @property
    def players(self) -> tuple[Player, Player]:
        """Host first."""
        return self.host, self.guest

    def other(self, player: Player) -> Player:
        """The one at the other end."""
        return self.guest if player is self.host else self.host

    def chunks(self, data: bytes) -> list[bytes]:
        """How the network delivers bytes; whole, unless a test says otherwise."""
        return [data] if data else []

    def flow(self) -> bool:
        """Carry all bytes over once, answering events; whether anything moved."""
        moved = False
        for player in self.players:
            data = player.protocol.data_to_send()
            for chunk in self.chunks(data):
                moved = True
                for event in self.other(player).receive(chunk):
                    self.react(self.other(player), event)
        return moved

    def react(self, player: Player, event: Event) -> None:
        """Let a player answer an event, and the events that follow from it."""
        pending = [event]
        while pending:
            data = player.respond(pending.pop(0))
            player.protocol._outgoing += data  # keep the order of what was not yet carried
            pending += player.take_events()

    def play(self, until: Callable[[Pair], bool] = lambda _: False, limit: int = 5_000) -> None:
        """Play until nothing moves or the condition holds."""
        for _ in range(limit):
            if until(self) or not self.flow():
                return
        raise AssertionError(f"the match goes on after {limit} rounds")


class Thinking(Pair):
    """A pair that plays by itself up to chain message `n` and then leaves decisions to the test."""

    def __init__(self, seed: int = 0, n: int = 0, rules: Dealing | None = None) -> None:
        super().__init__(seed, rules)
        self.n = n

    def react(self, player: Player, event: Event) -> None:
        """Answer an early event; a greeting and an arrangement always."""
        is_decision = isinstance(event, Asked) and isinstance(event.request, Decision)
        if not is_decision or player.protocol.chain.n < self.n:
            super().react(player, event)

    def settle(self) -> tuple[Player, Player]:
        """Play on until a player must decide: that one, and the other."""
        self.play()
        (asked,) = [p for p in self.players if isinstance(p.protocol.asked, Decision)]
        return asked, self.other(asked)


def ended(player: Player) -> MatchEnded:
    """How a match ended for a side."""
    event = player.last(MatchEnded)
    assert isinstance(event, MatchEnded)
    return event
