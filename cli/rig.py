"""Our own program under attack: started for one case, watched from outside, judged at its end.

A `Victim` is a process of `lycee host` or `lycee join` on the loopback address, with a home of its
own; its player is a bot, or lines that this module writes. Judged are its exit code, its one line
on standard error, and what its transcript proves. Below: `duel`; above: `conform`.
"""

from __future__ import annotations

import json
import os
import signal
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import trio

from lycee_net.channel import Role
from lycee_net.identity import KEY_SIZE, Identity
from lycee_net.invite import Invite, format_invite, hash_key, parse_invite
from lycee_net.match import verify_file_untrusted
from lycee_net.verify import VerdictKind

from .cases import judge_close
from .duel import Duel, MisbehavedError, UnreachedError
from .faults import INTERRUPTED, OK

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from lycee_core import Catalogue

    from .cases import Case
    from .spawner import Run, Spawner

LOCAL = "127.0.0.1"
LONGEST_LINE = 300  # of standard error: one clear line, not a dump
N_TRIES = 6  # matches in which a case may look for its state
EXIT_SECONDS = 10
DECK = "gale"


def resident_bytes(pid: int) -> int | None:
    """What a process has allocated in memory, where the system tells it as Linux does."""
    statistics = Path(f"/proc/{pid}/statm")
    if not statistics.exists():
        return None
    _, resident, shared, *_ = map(int, statistics.read_text().split())  # shared: libraries' pages
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")


@dataclass
class Victim:
    """One run of our own program."""

    case: Case
    home: Path
    run: Run
    listeners: list[trio.SocketListener] = field(default_factory=list)
    invite: Invite | None = None
    err: str = ""
    said: list[str] = field(default_factory=list)  # the texts it printed
    wanted: str | None = None  # what its player says when it is asked next
    is_silent: bool = False  # its player does not answer
    has_invite: trio.Event = field(default_factory=trio.Event)

    async def connect(self) -> trio.abc.Stream:
        """A connection to a host, or the one that a guest makes."""
        if self.listeners:
            return await self.listeners[0].accept()
        await self.has_invite.wait()
        if self.invite is None:
            raise MisbehavedError("it ended before it had an invite")
        return await trio.open_tcp_stream(LOCAL, self.invite.port)

    async def wish(self, word: str) -> None:
        """Let its player say this when it is asked next."""
        self.wanted = word

    async def hush(self) -> None:
        """Let its player answer no more."""
        assert self.case.is_typed, "a bot answers at once"
        self.is_silent = True

    async def memory(self) -> int | None:
        """Bytes that it has in memory, where the system says so."""
        return resident_bytes(await self.run.pid())

    async def read_out(self) -> None:
        """Follow standard output, and answer questions."""
        rest = b""
        async for chunk in self.run.stdout:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self.said.append(line.decode(errors="replace"))
                await self._take_line(json.loads(line))
        self.has_invite.set()  # or there never is one

    async def read_err(self) -> None:
        """Follow standard error."""
        async for chunk in self.run.stderr:
            self.err += chunk.decode(errors="replace")

    async def _take_line(self, told: dict[str, Any]) -> None:
        if told["type"] == "invite":
            self.invite = parse_invite(told["invite"])
            self.has_invite.set()
        elif told["type"] == "ask" and not self.is_silent:
            word, self.wanted = self.wanted or told["options"][0], None
            await self.type(word)

    async def type(self, word: str) -> None:
        """Write a line for its player."""
        await self.run.stdin.send_all(f"{word}\n".encode())

    def transcript(self) -> bytes | None:
        """The file of its match, if it kept one."""
        for name in ("transcript", "journal"):
            for path in self.home.glob(f"matches/*/{name}"):
                return path.read_bytes()
        return None


@asynccontextmanager
async def run_victim(
    spawner: Spawner, case: Case, home: Path, identity: Identity
) -> AsyncIterator[Victim]:
    """Start our own program for a case, and end it whatever happens."""
    words = ["--deck", DECK, "--home", str(home), "--format", "jsonl", "--name", "victim"]
    words += ["--wait", "0", *case.options]  # of two options the last counts
    if not case.is_typed:
        words += ["--bot", "greedy"]
    listeners: list[trio.SocketListener] = []
    invite = None
    if case.victim is Role.HOST:
        words = ["host", "--address", LOCAL, "--bind", LOCAL, *words]
    else:
        listeners = await trio.open_tcp_listeners(0, host=LOCAL)
        port: int = listeners[0].socket.getsockname()[1]
        invite = Invite(LOCAL, port, SECRET, hash_key(identity.key))
        words = ["join", format_invite(invite), *words]
    async with trio.open_nursery() as nursery:
        run = await spawner.start(words)
        victim = Victim(case, home, run, listeners, invite)
        nursery.start_soon(victim.read_out)
        nursery.start_soon(victim.read_err)
        try:
            yield victim
        finally:
            with trio.CancelScope(shield=True):
                nursery.cancel_scope.cancel()
                await run.aclose()
            for listener in listeners:
                await listener.aclose()


SECRET = b"conform's secret"  # of the invite that a guest under attack gets


async def run_case(spawner: Spawner, case: Case, catalogue: Catalogue, folder: Path) -> list[str]:
    """Attack our own program once; what it did wrong, one line each."""
    for attempt in range(N_TRIES):
        identity = Identity(os.urandom(KEY_SIZE))
        home = folder / f"{case.number}-{attempt}"
        async with run_victim(spawner, case, home, identity) as victim:
            try:
                return await _attack(case, catalogue, victim, identity)
            except UnreachedError:
                continue
    return ["the state of this case was never reached"]


async def _attack(
    case: Case, catalogue: Catalogue, victim: Victim, identity: Identity
) -> list[str]:
    if case.victim is Role.HOST:
        await victim.has_invite.wait()
        if victim.invite is None:
            return ["it ended before it had an invite"]
    assert victim.invite is not None, "a guest was given one"
    duel = Duel(catalogue, identity, case.victim, victim.invite.secret, victim, case.deck)
    code = None
    try:
        with trio.fail_after(case.seconds):
            await case.attack(duel)
            n_accepted = duel.n_accepted or (duel.peer.chain.n if duel.peer.is_open else 0)
            code = await duel.last_word()
    except trio.TooSlowError:
        return [f"it hangs: nothing after {case.seconds:.0f} seconds"]
    except MisbehavedError as error:
        return [str(error)]
    finally:
        await duel.aclose()
    wrong = judge_close(case.ending, code)
    if case.ending.exit is None:
        wrong += await _judge_listening(case, catalogue, victim, identity)
    else:
        wrong += await _judge_exit(case.ending.exit, victim)
    return wrong + _judge_told(case, victim) + _judge_file(case, catalogue, victim, n_accepted)


async def _judge_listening(
    case: Case, catalogue: Catalogue, victim: Victim, identity: Identity
) -> list[str]:
    """An honest guest must get in; then the host is interrupted."""
    assert victim.invite is not None, "a host told it"
    honest = Duel(catalogue, identity, case.victim, victim.invite.secret, victim)
    try:
        with trio.fail_after(EXIT_SECONDS):
            await honest.meet()
    except (trio.TooSlowError, UnreachedError, OSError):
        return ["an honest guest does not get in any more"]
    finally:
        await honest.aclose()
    await victim.run.send_signal(signal.SIGINT)
    return await _judge_exit(INTERRUPTED, victim)


async def _judge_exit(expected: int, victim: Victim) -> list[str]:
    code = None
    with trio.move_on_after(EXIT_SECONDS):
        code = await victim.run.wait()
    if code is None:
        return [f"it does not end within {EXIT_SECONDS} seconds"]
    await trio.sleep(0.02)  # let what it wrote last be read
    return [] if code == expected else [f"found exit code {code}, expected {expected}"]


def _judge_told(case: Case, victim: Victim) -> list[str]:
    """One clear line for the player, nothing of the peer's in it, and no traceback."""
    wrong = []
    lines = victim.err.splitlines()
    if "Traceback" in victim.err:
        wrong.append(f"a traceback on standard error: {lines[-1]}")
    n_lines = 0 if case.ending.exit == OK else 1
    if len(lines) != n_lines or any(len(line) > LONGEST_LINE for line in lines):
        wrong.append(f"found {lines} on standard error, expected {n_lines} short line")
    if not (victim.err + "".join(victim.said)).replace("\n", "").isprintable():
        wrong.append("it prints bytes that can steer a terminal")
    if case.ending.told not in victim.err:
        wrong.append(f"found {lines} on standard error, expected {case.ending.told}")
    return wrong


def _judge_file(case: Case, catalogue: Catalogue, victim: Victim, n_accepted: int) -> list[str]:
    """Its transcript must prove what happened, up to the fault and no further."""
    data, wanted = victim.transcript(), case.ending.verdicts
    if data is None or not wanted:
        found = "no" if data is None else "a"
        return [f"found {found} transcript"] if (data is None) == bool(wanted) else []
    verdict = verify_file_untrusted(data, catalogue)
    wrong = []
    if verdict.kind not in wanted:
        names = " or ".join(kind.value for kind in wanted)
        wrong.append(f"found a transcript that is {verdict.text}, expected {names}")
    if verdict.broken_by == case.victim:
        wrong.append(f"the transcript blames the honest side: {verdict.text}")
    if verdict.kind is VerdictKind.BROKEN and not case.ending.blames:
        if verdict.broken_by is not None:
            wrong.append(f"the transcript blames one side: {verdict.text}")
    elif verdict.kind is VerdictKind.BROKEN:
        if verdict.broken_by is None:
            wrong.append(f"the transcript blames nobody: {verdict.text}")
        if verdict.n_messages != n_accepted:
            wrong.append(f"found {verdict.n_messages} good messages, expected {n_accepted}")
    return wrong
