"""TCP on the loopback and memory streams: matches, strangers, deadlines."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from lycee_net.channel import Role
from lycee_net.errors import CloseCode, LinkLostError
from lycee_net.events import Concede, Greeted, LinkLost, MatchEnded, PeerClosed
from lycee_net.invite import Invite, hash_key
from lycee_net.states import State
from lycee_net.transport import (
    N_WAITING,
    Session,
    connect,
    listen,
    plain_socket,
    port_of,
    serve,
)

from .pair import HOST_KEY, SECRET, Pair, Player
from .toy import ToyRules

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.events import Event
    from lycee_net.protocol import Protocol

LOCAL = "127.0.0.1"


async def play(player: Player, session: Session) -> None:
    """Answer events as they come, to the end of the connection."""
    async for event in session:
        player.events.append(event)
        pending = [event]
        while pending:
            session._unsent += player.respond(pending.pop(0))
        await session._flush()


def maker(player: Player) -> Callable[[], Protocol]:
    """A host's protocols: one a stranger, the last one is the match."""

    def make() -> Protocol:
        fresh = Player(Role.HOST, ToyRules(), 1)
        fresh.storage = player.storage
        player.protocol = fresh.protocol
        return fresh.protocol

    return make


def invite_to(port: int, secret: bytes = SECRET) -> Invite:
    return Invite(LOCAL, port, secret, hash_key(HOST_KEY.key))


async def host_match(player: Player, listeners: list[trio.SocketListener]) -> None:
    told: list[Event] = []
    session = await serve(listeners, maker(player), told.append)
    player.protocol = session.protocol
    await play(player, session)
    await session.aclose()
    for listener in listeners:
        await listener.aclose()


async def guest_match(player: Player, port: int) -> None:
    session = await connect(invite_to(port), player.protocol)
    await play(player, session)
    await session.aclose()


async def test_two_players_play_a_match_over_tcp() -> None:
    pair = Pair(1)
    listeners = list(await listen(0, LOCAL))
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host_match, pair.host, listeners)
            nursery.start_soon(guest_match, pair.guest, port_of(listeners))
    for player in pair.players:
        assert player.protocol.state is State.DONE
        assert player.count(MatchEnded) == 1
        assert player.count(Greeted) == 1


async def test_strangers_do_not_keep_a_guest_out() -> None:
    pair = Pair(1)
    listeners = list(await listen(0, LOCAL))
    port = port_of(listeners)
    strangers = []
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host_match, pair.host, listeners)
            for number in range(3 * N_WAITING):
                stranger = await trio.open_tcp_stream(LOCAL, port)
                if number % 2:
                    await stranger.send_all(b"\x00\x30" + bytes(20))  # and then nothing
                strangers.append(stranger)
            loud = await trio.open_tcp_stream(LOCAL, port)
            await loud.send_all(b"\xff\xff" + bytes(100))
            assert await loud.receive_some(1) == b""  # dropped without a word
            nursery.start_soon(guest_match, pair.guest, port)
    assert pair.guest.protocol.state is State.DONE
    for stranger in [*strangers, loud]:
        await stranger.aclose()


async def test_another_secret_is_not_answered_and_does_not_spend_the_invite() -> None:
    pair = Pair(1)
    listeners = list(await listen(0, LOCAL))
    port = port_of(listeners)
    from dataclasses import replace

    from lycee_net.journal import Journal
    from lycee_net.protocol import Protocol

    wrong = replace(pair.guest.protocol._seat, invite_secret=bytes(16))
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host_match, pair.host, listeners)
            with pytest.raises(LinkLostError, match="wrong invite"):
                await connect(
                    invite_to(port, bytes(16)), Protocol(wrong, lambda: Journal(pair.host.storage))
                )
            nursery.start_soon(guest_match, pair.guest, port)
    assert pair.guest.protocol.state is State.DONE


async def test_a_port_in_use_is_one_line() -> None:
    listeners = await listen(0, LOCAL)
    with pytest.raises(LinkLostError, match=rf"cannot listen on port \d+ of {LOCAL}: another"):
        await listen(port_of(listeners), LOCAL)
    for listener in listeners:
        await listener.aclose()


@pytest.mark.parametrize("n_taken", [0, 3])
async def test_a_free_port_is_one_for_all_kinds_of_address(
    n_taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An invite of an IPv6 address names the port that the first listener was given.
    opened, taken = trio.open_tcp_listeners, [errno.EADDRINUSE] * n_taken

    async def open_some(port: int, *, host: str | None = None) -> list[trio.SocketListener]:
        if port and taken:
            raise OSError(taken.pop(), "in use")
        return await opened(port, host=host)

    monkeypatch.setattr(trio, "open_tcp_listeners", open_some)
    listeners = await listen(0)
    ports = {listener.socket.getsockname()[1] for listener in listeners}
    assert ports == {port_of(listeners)}
    assert len(listeners) == 1 or taken == []
    for listener in listeners:
        await listener.aclose()


async def test_a_port_that_is_never_free_for_both_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = trio.open_tcp_listeners

    async def open_none_again(port: int, *, host: str | None = None) -> list[trio.SocketListener]:
        if port:
            raise OSError(errno.EADDRINUSE, "in use")
        return [*await opened(0, host=LOCAL), *await opened(0, host=host)]

    monkeypatch.setattr(trio, "open_tcp_listeners", open_none_again)
    with pytest.raises(LinkLostError, match="another program has it"):
        await listen(0, LOCAL)


async def test_nobody_listening_is_one_line() -> None:
    listeners = await listen(0, LOCAL)
    port = port_of(listeners)
    for listener in listeners:
        await listener.aclose()
    with pytest.raises(LinkLostError, match=f"cannot reach {LOCAL}:{port}"):
        await connect(invite_to(port), Pair(1).guest.protocol)


async def greeted_pair(seed: int = 1) -> tuple[Pair, list[Session]]:
    pair = Pair(seed)
    streams = trio.testing.memory_stream_pair()
    sessions = [
        Session(stream, player.protocol)
        for stream, player in zip(streams, pair.players, strict=True)
    ]
    return pair, sessions


async def test_a_match_runs_over_any_stream() -> None:
    pair, sessions = await greeted_pair()
    async with trio.open_nursery() as nursery:
        for player, session in zip(pair.players, sessions, strict=True):
            nursery.start_soon(play, player, session)
    assert [player.protocol.state for player in pair.players] == [State.DONE] * 2


async def test_one_task_can_send_while_another_waits() -> None:
    pair, sessions = await greeted_pair()

    async def give_up() -> None:
        while pair.host.protocol.state not in {State.STEP_ME, State.STEP_YOU}:
            await trio.testing.wait_all_tasks_blocked()
        await sessions[0].send(Concede())

    async def think(player: Player, session: Session) -> None:
        async for event in session:
            player.events.append(event)
            if isinstance(event, Greeted):
                session._unsent += player.respond(event)

    async with trio.open_nursery() as nursery:
        for player, session in zip(pair.players, sessions, strict=True):
            nursery.start_soon(think, player, session)
        nursery.start_soon(give_up)
    ended = pair.guest.last(MatchEnded)
    assert isinstance(ended, MatchEnded)
    assert ended.result.winner == 1
    assert pair.host.protocol.state is State.DONE


async def test_a_silent_stranger_is_given_ten_seconds(
    autojump_clock: trio.testing.MockClock,
) -> None:
    _, sessions = await greeted_pair()
    start = trio.current_time()
    event = await sessions[0].greet()
    assert isinstance(event, LinkLost)
    assert trio.current_time() - start == 10


async def test_a_link_without_a_sign_of_life_is_lost_after_thirty_seconds(
    autojump_clock: trio.testing.MockClock,
) -> None:
    pair, sessions = await greeted_pair()
    done = trio.Event()

    async def fall_silent() -> None:
        async for event in sessions[1]:
            sessions[1]._unsent += pair.guest.respond(event)
            if pair.guest.protocol.state is State.STEP_YOU:
                break
        await sessions[1]._flush()
        await done.wait()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(fall_silent)
        async for event in sessions[0]:
            pair.host.events.append(event)
            if isinstance(event, Greeted):
                sessions[0]._unsent += pair.host.respond(event)
        done.set()
    assert isinstance(pair.host.events[-1], LinkLost)
    assert pair.host.protocol.state is State.AWAY
    assert trio.current_time() >= 30


async def test_pings_keep_an_idle_link_alive(autojump_clock: trio.testing.MockClock) -> None:
    pair, sessions = await greeted_pair()

    async def idle(player: Player, session: Session) -> None:
        async for event in session:
            player.events.append(event)
            if isinstance(event, Greeted):
                session._unsent += player.respond(event)

    with trio.move_on_after(300):
        async with trio.open_nursery() as nursery:
            for player, session in zip(pair.players, sessions, strict=True):
                nursery.start_soon(idle, player, session)
    assert not any(player.count(LinkLost) for player in pair.players)


async def test_a_peer_that_never_reads_is_a_lost_link(
    autojump_clock: trio.testing.MockClock,
) -> None:
    pair, sessions = await greeted_pair()
    left, _ = trio.testing.lockstep_stream_pair()
    session = Session(left, pair.guest.protocol)
    event = await session.next_event()
    assert event == LinkLost("nothing was taken for 30 seconds")
    assert trio.current_time() >= 30
    await sessions[0].aclose()


async def test_a_peer_that_is_silent_is_a_lost_link(
    autojump_clock: trio.testing.MockClock,
) -> None:
    pair, sessions = await greeted_pair()
    left, _ = trio.testing.memory_stream_pair()
    event = await Session(left, pair.guest.protocol).next_event()
    assert event == LinkLost("nothing came for 30 seconds")
    await sessions[0].aclose()


async def test_leaving_closes_both_ends() -> None:
    from lycee_net.events import Leave

    pair, sessions = await greeted_pair()

    async def leave_when_greeted() -> None:
        async for event in sessions[1]:
            if isinstance(event, Greeted):
                await sessions[1].send(Leave(CloseCode.LATER))
        await sessions[1].aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(leave_when_greeted)
        nursery.start_soon(play, pair.host, sessions[0])
    assert pair.host.last(PeerClosed) == PeerClosed(CloseCode.LATER)


async def test_a_result_that_the_peer_does_not_sign_is_given_up(
    autojump_clock: trio.testing.MockClock,
) -> None:
    pair, sessions = await greeted_pair(2)  # the guest wins, and has to sign last
    events: list[Event] = []

    async def win_or_lose(player: Player, session: Session) -> None:
        async for event in session:
            player.events.append(event)
            ending = {State.LAST_YOU, State.END_YOU, State.LAST_ME, State.DONE}
            if player is pair.guest and player.protocol.state in ending:
                await trio.sleep(100)  # it lives, but says nothing
                return
            session._unsent += player.respond(event)
            await session._flush()
        events.extend(player.events)

    with trio.move_on_after(300):
        async with trio.open_nursery() as nursery:
            for player, session in zip(pair.players, sessions, strict=True):
                nursery.start_soon(win_or_lose, player, session)
    assert isinstance(events[-1], LinkLost)
    assert pair.host.protocol.state is State.AWAY


@pytest.mark.parametrize(
    ("host", "told"),
    [(LOCAL, "connection refused; is the host still waiting"), ("no.invalid", "no such name")],
)
async def test_a_place_that_cannot_be_reached_is_told_with_what_to_do(host: str, told: str) -> None:
    listeners = await listen(0, LOCAL)
    port = port_of(listeners)
    for listener in listeners:
        await listener.aclose()
    invite = Invite(host, port, SECRET, hash_key(HOST_KEY.key))
    with pytest.raises(LinkLostError, match=f"cannot reach {host}:{port}: .*{told}"):
        await connect(invite, Pair(1).guest.protocol)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ECONNREFUSED, "connection refused; is the host still waiting there"),
        (errno.EHOSTUNREACH, "no route; it is in another network"),
        (errno.ENETUNREACH, "no route; this machine has no way"),
        (errno.ETIMEDOUT, r"timed out\); a firewall"),
        (errno.EINVAL, "ask for another invite"),
        (errno.ENOBUFS, "no buffer space available; see whether the address is right"),
    ],
)
async def test_whatever_the_system_says_is_told_in_words(
    number: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(host: str, port: int) -> None:
        causes = [OSError(number, f"Error connecting to ({host!r}, {port})")]
        group = ExceptionGroup("all attempts to connect failed", causes)
        await trio.lowlevel.checkpoint()
        raise OSError("all attempts to connect failed") from group

    monkeypatch.setattr(trio, "open_tcp_stream", fail)
    invite = Invite("::1", 7, SECRET, hash_key(HOST_KEY.key))
    with pytest.raises(LinkLostError, match=rf"cannot reach \[::1\]:7: .*{told}") as raised:
        await connect(invite, Pair(1).guest.protocol)
    assert "all attempts" not in str(raised.value)


async def test_a_busy_port_is_told_with_what_to_do() -> None:
    listeners = await listen(0, LOCAL)
    with pytest.raises(LinkLostError, match="another program has it; take another with --port"):
        await listen(port_of(listeners), LOCAL)
    for listener in listeners:
        await listener.aclose()


async def test_what_the_socket_does_not_take_at_once_is_sent_as_well() -> None:
    ours, theirs = (trio.SocketStream(end) for end in trio.socket.socketpair())
    session = Session(ours, Player(Role.HOST, ToyRules(), 1).protocol)
    data, got = bytes(range(256)) * 20_000, bytearray()

    async def read_all() -> None:
        async with theirs:
            async for chunk in theirs:
                got.extend(chunk)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read_all)
        session._unsent += data
        assert not session._flush_now(), "it does not take five megabytes"
        await session._flush()
        await ours.aclose()
    assert bytes(got) == data
    assert plain_socket(ours) is None, "a closed stream takes nothing"
