"""Lost links over TCP: the guest dials again, the host lets it in, strangers stay outside."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
import trio

from lycee_net.events import LinkLost, MatchEnded, Resumed
from lycee_net.relink import keep_door
from lycee_net.states import State
from lycee_net.transport import N_WAITING, Session, connect, listen, port_of, serve

from .pair import Pair, Player
from .test_transport import LOCAL, invite_to, maker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from lycee_net.events import Event

PATIENCE = 5


async def play(player: Player, session: Session, at_event: Callable[[Event], bool]) -> None:
    """Answer events; a test may cut the line at one of them."""
    async for event in session:
        player.events.append(event)
        if at_event(event):
            await session.aclose()
        pending = [event]
        while pending:
            session._unsent += player.respond(pending.pop(0))
        await session._flush()


class Match:
    """A host with a door and a guest that dials again, over TCP."""

    def __init__(self, seed: int = 1) -> None:
        self.pair = Pair(seed)
        self.listeners: list[trio.SocketListener] = []
        self.cut_after = {0: 0, 1: 0}  # seat -> events between two cuts, 0 for none

    def cutter(self, seat: int) -> Callable[[Event], bool]:
        n_events = 0

        def is_now(event: Event) -> bool:
            nonlocal n_events
            n_events += 1
            every = self.cut_after[seat]
            return bool(every) and n_events > 8 and n_events % every == 0

        return is_now

    async def host(self) -> None:
        player = self.pair.host
        session = await serve(self.listeners, maker(player), lambda _: None)
        player.protocol = session.protocol
        session.patience = PATIENCE
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep_door, session, self.listeners)
            await play(player, session, self.cutter(0))
            nursery.cancel_scope.cancel()
        await session.aclose()

    async def guest(self) -> None:
        player, port = self.pair.guest, port_of(self.listeners)
        session = await connect(invite_to(port), player.protocol)
        session.patience, session.place = PATIENCE, (LOCAL, port)
        await play(player, session, self.cutter(1))
        await session.aclose()

    def check(self) -> None:
        for player in self.pair.players:
            assert player.protocol.state is State.DONE
            assert player.count(MatchEnded) == 1
            assert player.count(LinkLost) >= 0


@pytest.fixture
async def match() -> AsyncIterator[Match]:
    match = Match()
    match.listeners = list(await listen(0, LOCAL))
    yield match
    for listener in match.listeners:
        await listener.aclose()


@pytest.mark.parametrize(("seat", "every"), [(0, 10), (1, 10), (0, 3), (1, 3)])
async def test_a_match_survives_cuts_of_its_line(match: Match, seat: int, every: int) -> None:
    match.cut_after[seat] = every
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.host)
            nursery.start_soon(match.guest)
    match.check()
    assert match.pair.guest.count(Resumed) >= 2
    assert match.pair.host.count(Resumed) >= 2


async def test_strangers_at_the_door_change_nothing(match: Match) -> None:
    match.cut_after[1] = 9
    strangers = []
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.host)
            nursery.start_soon(match.guest)
            for number in range(2 * N_WAITING):
                stranger = await trio.open_tcp_stream(LOCAL, port_of(match.listeners))
                if number % 2:
                    await stranger.send_all(b"\x00\x30" + bytes(48))
                strangers.append(stranger)
    match.check()
    assert match.pair.guest.count(Resumed) > 1
    for stranger in strangers:
        with contextlib.suppress(trio.BrokenResourceError):
            assert await stranger.receive_some(1) == b""  # nobody was answered
        await stranger.aclose()


async def test_patience_has_an_end() -> None:
    pair = Pair(1)
    session = Session(None, pair.guest.protocol)
    pair.play(lambda pair: pair.guest.protocol.state is State.STEP_YOU)
    pair.guest.protocol.receive_end()
    session.patience = 0.05
    events = [event async for event in session]
    assert pair.guest.protocol.state is State.AWAY
    assert not any(isinstance(event, Resumed) for event in events)
