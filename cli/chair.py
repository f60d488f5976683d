"""What one peer brings to a table over the network, and who sits there. Below: `lycee_net`; above:
`sitting`, `peer`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lycee_net.greeting import Terms
from lycee_net.match import LyceeRules
from lycee_net.protocol import Protocol, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_core import Catalogue
    from lycee_core.deck import Deck
    from lycee_net.channel import Role
    from lycee_net.identity import Identity
    from lycee_net.messages import Options

    from .home import MatchFolder
    from .known import KnownPlayers
    from .players import Player
    from .render import Printer


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the randomness of a peer comes from; the demo alone injects another."""

    cards: Callable[[int], bytes] = os.urandom
    channel: Callable[[int], bytes] = os.urandom


@dataclass(frozen=True, slots=True)
class Chair:
    """What one peer brings to the table, and who sits there."""

    catalogue: Catalogue
    deck: Deck
    identity: Identity
    name: str
    folder: MatchFolder
    player: Player
    printer: Printer
    sources: Sources = Sources()
    options: Options | None = None  # what a host offers; None: no clocks, and a guest takes all
    wait: float = 0  # seconds to wait for the return of a lost link
    known: KnownPlayers | None = None  # None: nobody is remembered
    takes_new_key: bool = False  # the user says that a changed key is in order
    resume_command: str = ""  # what goes on with this match; nothing if it has no such place

    def new_protocol(
        self,
        role: Role,
        secret: bytes,
        place: tuple[str, int],
        host_key: bytes | None = None,
    ) -> Protocol:
        """A protocol of one match; `place` is where it dials or listens."""
        terms = Terms(LyceeRules(self.catalogue), self.name, options=self.options)
        seat = Seat(
            role, self.identity, terms, self.deck.cards, secret, host_key, place=place
        )  # fmt: skip
        return Protocol(
            seat,
            self.folder.new_journal,
            entropy=self.sources.cards,
            channel_entropy=self.sources.channel,
        )
