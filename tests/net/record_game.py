"""Records a whole match of Lycee as data for the reference: `python -m tests.net.record_game`.

Writes spec/games/lycee.json: what the rules asked, line by line, and the orders and picks of both
players. The secrets are those of the reference, so that its dice fall as they fell here. To be run
again when the rules, the catalogue or the digest change; then run `python spec/reference.py`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lycee_net.game import Arrange, Decision, Over, Roll, Show, Shuffle
from lycee_net.greeting import Terms
from lycee_net.identity import Identity
from lycee_net.journal import Journal
from lycee_net.match import LyceeGame
from lycee_net.messages import Pick
from lycee_net.protocol import Protocol, Seat
from lycee_net.table import Table

from .pair import seeded_entropy
from .test_match import LyceePair, LyceePlayer, StarterRules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycee_core import GameState
    from lycee_net.channel import Role
    from lycee_net.game import Request

    from .pair import Dealing

FILE = Path(__file__).parents[2] / "spec" / "games" / "lycee.json"
SEED = 17


class RecordingGame(LyceeGame):
    """A replica that writes down what it is asked; it must not be cloned on the way."""

    def __init__(self, state: GameState) -> None:
        super().__init__(state)
        self.events: list[dict[str, Any]] = []

    def write(self, **more: Any) -> None:  # noqa: ANN401
        """The request that is due, and what became of it."""
        self.events.append({**event_of(self.due()), **more, "digest": self.digest().hex()})

    def play(self, line: bytes, shown: Mapping[int, int]) -> tuple[int, ...]:
        """Write a line down and play it."""
        event = {**event_of(self.due()), "line": line.hex(), "digest": self.digest().hex()}
        revealed = super().play(line, shown)
        self.events.append({**event, "reveals": bytes(revealed).hex()})
        return revealed

    def answer(self, values: Sequence[int]) -> None:
        """Write a request down and answer it."""
        self.write(**({"rolled": list(values)} if isinstance(self.due(), Roll) else {}))
        super().answer(values)


class RecordedPlayer(LyceePlayer):
    """Plays at random, with the keys and secrets that the reference will use."""

    def __init__(self, role: Role, rules: Dealing, seed: int, *, wants_audit: bool = True) -> None:
        super().__init__(role, rules, seed, wants_audit=wants_audit)
        self.identity = Identity(pseudo(f"key/{role.value}"))
        random = seeded_entropy(f"{seed}/{role.name}")
        secrets = [pseudo(f"{FILE.stem}/secret/{role.value}")]
        self.protocol = Protocol(
            Seat(
                role,
                self.identity,
                Terms(rules, role.name.lower(), "reference"),
                self.cards,
                pseudo(f"{FILE.stem}/invite", 16),
            ),
            lambda: Journal(self.storage),
            entropy=lambda n: secrets.pop() if secrets else random(n),
            channel_entropy=lambda _: pseudo(f"{FILE.stem}/ephemeral/{role.value}"),
        )


class RecordedPair(LyceePair):
    """A pair of them."""

    player_type = RecordedPlayer


def pseudo(name: str, size: int = 32) -> bytes:
    """What stands for randomness in a vector."""
    return hashlib.shake_256(b"vector/" + name.encode()).digest(size)


class RecordingRules(StarterRules):
    """Deals one replica that is recorded."""

    def new_game(self, *, keeps_facts: bool = False) -> LyceeGame:
        """A recording replica at the beginning."""
        return RecordingGame(super().new_game(keeps_facts=keeps_facts).state)


def event_of(request: Request) -> dict[str, Any]:
    """A request as the vectors write it."""
    match request:
        case Decision(seat):
            return {"ask": "decision", "seat": seat}
        case Shuffle(seat, handles, hidden):
            return {
                "ask": "shuffle", "seat": seat, "handles": bytes(handles).hex(), "hidden": hidden
            }  # fmt: skip
        case Arrange(seat, handles):
            return {"ask": "arrange", "seat": seat, "handles": bytes(handles).hex()}
        case Show(seat, handles, audience):
            return {
                "ask": "show",
                "seat": seat,
                "handles": bytes(handles).hex(),
                "audience": audience.name.lower(),
            }
        case Roll(n, k):
            return {"ask": "roll", "n": n, "k": k}
        case Over(winner, how):
            return {"ask": "over", "winner": winner, "how": how}


def record() -> dict[str, Any]:
    """A match between two random players, as data."""
    pair = RecordedPair(SEED)
    pair.play(limit=20_000)
    chain, rules = pair.host.protocol.chain, RecordingRules()
    table = Table(rules, chain.sid, None)
    players: list[dict[str, Any]] = [{"picks": []}, {"picks": []}]
    for sender, parts in chain.steps:
        for part in parts:
            if isinstance(part, Pick):
                players[sender]["picks"].append(part.slots.hex())
            table.apply_part(sender, part)
    game, request = table.observer, table.request
    assert isinstance(game, RecordingGame)
    assert isinstance(request, Over)
    game.write()
    for player, row in zip(pair.players, players, strict=True):
        own = player.protocol.chain.table.own
        assert own is not None
        row |= {"deck": list(own.cards), "orders": [list(vector) for vector in own.vectors]}
    return {
        "about": f"a match of Lycee with starter decks: {request.reason}",
        "game": {
            "rules": rules.name,
            "rules_hash": rules.rules_hash.hex(),
            "catalogue_hash": rules.catalogue_hash.hex(),
            "n_cards": rules.n_cards,
            "n_deck": 60,
            "n_copies": 4,
            "events": game.events,
        },
        "players": players,
        "end": {"reason": 0, "winner": request.winner, "first": 1 - request.winner},
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(record(), indent=None) + "\n", encoding="utf-8")
