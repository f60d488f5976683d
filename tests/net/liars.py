"""Peers that lie, with good keys: one forged message at a chosen place of an honest match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from lycee_net.events import PeerBroke, PeerClosed
from lycee_net.messages import Decide, End, Show, Step, sign_message
from lycee_net.protocol import Protocol
from lycee_net.states import State

from .pair import Pair, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_net.draft import Draft
    from lycee_net.messages import Message, Part, Reason, SignedMessage

    from .toy import ToyRules

    Lie = Callable[[Step, "LyingProtocol"], Message | bytes]
    EndLie = Callable[[End, "LyingProtocol"], Message | bytes | None]  # None: not this one
    Wants = Callable[[Step], bool]


class LyingProtocol(Protocol):
    """An honest protocol up to the first Step (or End) that the lie wants."""

    wants: Callable[[Step], bool] | None = None
    lie: Lie | None = None
    end_lie: EndLie | None = None
    told: bytes = b""  # the forged message
    last_raw: bytes = b""  # our last honest one
    _lying_end: Message | bytes = b""

    def _send_step(self, draft: Draft) -> None:
        chain = self.chain
        digest = draft.table.observer.digest()
        step = Step(chain.n, chain.last_head, tuple(draft.parts), digest, False)
        if self.lie is None or self.told or (self.wants is not None and not self.wants(step)):
            super()._send_step(draft)
            return
        self.tell(self.lie(step, self))

    def _record_made(self, signed: SignedMessage, vectors: Sequence[bytes]) -> None:
        self.last_raw = signed.raw
        if isinstance(signed.message, End) and self.end_lie is not None and not self.told:
            self._lying_end = self.end_lie(signed.message, self) or b""
        super()._record_made(signed, vectors)

    def _send_end(self, winner: int, reason: Reason) -> None:
        if self.end_lie is None or self.told:
            super()._send_end(winner, reason)
            return
        honest: list[bytes] = []
        with pytest.MonkeyPatch.context() as patch:  # the honest End is kept back
            patch.setattr(self._link, "send_message", honest.append)
            super()._send_end(winner, reason)
        if self._lying_end:
            self.tell(self._lying_end)
        for raw in honest if not self._lying_end else ():
            self._link.send_message(raw)

    def tell(self, forged: Message | bytes) -> None:
        """Send a message whatever the rules say; bytes go out as they are."""
        if not isinstance(forged, bytes):
            context = self.chain.context_for(forged)
            forged = sign_message(forged, self._seat.identity, context).raw
        self.told = forged
        self._draft = None
        self._link.send_message(forged)

    @property
    def victims_bag(self) -> tuple[int, ...]:
        """The slots of the other side that may be named."""
        return self.chain.table.decks[1 - self.seat].bag_slots


@dataclass
class Caught:
    """What the victim did about the lie."""

    broke: PeerBroke
    liar: Player
    victim: Player
    forged: bytes


def lie_once(
    lie: Lie | None,
    wants: Callable[[Step], bool] | None = None,
    *,
    end_lie: EndLie | None = None,
    seed: int = 1,
    liar_seat: int = 1,
    liar_rules: ToyRules | None = None,
) -> Caught:
    """Play until the lie is told, and check what must hold about every refusal."""
    for attempt in range(seed, seed + 40):
        pair = Pair(attempt)
        liar, victim = pair.players[liar_seat], pair.players[1 - liar_seat]
        liar.protocol.__class__ = LyingProtocol
        protocol = liar.protocol
        assert isinstance(protocol, LyingProtocol)
        protocol.lie, protocol.wants, protocol.end_lie = lie, wants, end_lie
        before: list[bytes] = []

        def note(pair: Pair, victim: Player = victim, before: list[bytes] = before) -> bool:
            if victim.protocol.state not in {State.CONNECTED, State.ERROR}:
                chain = victim.protocol.chain
                if chain.n >= 2 and chain._table is not None:
                    before.append(chain.table.observer.digest())
            return False

        pair.play(note)
        if protocol.told:
            broke = victim.last(PeerBroke)
            assert isinstance(broke, PeerBroke)
            check_refusal(liar, victim, broke, before[-1])
            return Caught(broke, liar, victim, protocol.told)
    raise AssertionError("the lie was never told")


def check_refusal(liar: Player, victim: Player, broke: PeerBroke, before: bytes) -> None:
    """No refused message changes anything; the liar hears the code; evidence is kept."""
    assert victim.protocol.state is State.ERROR
    assert victim.protocol.is_closed
    assert victim.protocol.chain.table.observer.digest() == before
    assert liar.last(PeerClosed) == PeerClosed(broke.code)
    assert "\n" not in str(broke.error)
    assert isinstance(liar.protocol, LyingProtocol)
    assert (liar.protocol.told in victim.storage.read()) == broke.code.is_provable


def has(kind: type[Part], n: int = 1) -> Callable[[Step], bool]:
    """Wants a Step with at least n parts of a kind, after both decks are sealed."""
    return lambda step: step.n > 3 and sum(isinstance(part, kind) for part in step.parts) >= n


def shows_for_decision(step: Step) -> bool:
    """Wants a Step that shows a card because a decision makes it public."""
    return any(
        isinstance(one, Show) and isinstance(two, Decide)
        for one, two in zip(step.parts, step.parts[1:], strict=False)
    )
