"""Starts many runs of our own program quickly: one process imports everything and then forks.

A run is a process of its own with its own pipes, as if a shell had started it; only the imports are
shared. This is the owner's end; `forks` is the other. They speak over a socket that keeps messages
apart: words and three descriptors go in, the process id and later the exit code come out. Nothing
below; above: `rig`.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import trio

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

LARGEST = 1 << 16  # bytes of one message on the socket
N_STREAMS = 3  # standard input, output and error


class Run:
    """One run of our own program."""

    def __init__(self, streams: Sequence[int]) -> None:
        self.stdin, self.stdout, self.stderr = map(trio.lowlevel.FdStream, streams)
        self.code: int | None = None
        self._pid: int | None = None
        self._has_pid, self._has_code = trio.Event(), trio.Event()

    def take(self, told: dict[str, int]) -> None:
        """Hear of the spawner what became of it."""
        if "pid" in told:
            self._pid = told["pid"]
            self._has_pid.set()
        else:
            self.code = told["code"]
            self._has_code.set()

    async def wait(self) -> int:
        """The exit code, negative for a signal, once it has ended."""
        await self._has_code.wait()
        assert self.code is not None, "it was told"
        return self.code

    async def pid(self) -> int:
        """Its process id, once it has begun."""
        await self._has_pid.wait()
        assert self._pid is not None, "it was told"
        return self._pid

    async def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        pid = await self.pid()
        if self.code is None:
            os.kill(pid, number)

    async def aclose(self) -> None:
        """End it, whatever it does, and close its pipes."""
        await self.send_signal(signal.SIGKILL)
        await self.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            await stream.aclose()


class Spawner:
    """The owner's end of the socket."""

    def __init__(self, control: socket.socket) -> None:
        self._control = trio.socket.from_stdlib_socket(control)
        self._runs: dict[int, Run] = {}

    async def start(self, words: Sequence[str]) -> Run:
        """Start `lycee` with these words."""
        pipes = [os.pipe() for _ in range(N_STREAMS)]
        (theirs_in, ours_in), *outputs = pipes
        theirs = [theirs_in, *(writing for _, writing in outputs)]
        run = Run([ours_in, *(reading for reading, _ in outputs)])
        number = len(self._runs)
        self._runs[number] = run
        message = json.dumps({"number": number, "words": list(words)}).encode()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, b"".join(map(_packed, theirs)))]
        await self._control.sendmsg([message], rights)
        for descriptor in theirs:
            os.close(descriptor)
        return run

    async def listen(self) -> None:
        """Hand on what the spawner tells, until it is gone."""
        while data := await self._control.recv(LARGEST):
            told = json.loads(data)
            self._runs[told.pop("number")].take(told)


def _packed(descriptor: int) -> bytes:
    return descriptor.to_bytes(4, sys.byteorder)


@asynccontextmanager
async def open_spawner() -> AsyncIterator[Spawner]:
    """A spawner, gone at the end with all that it started."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(  # noqa: ASYNC220 - it returns at once, and nothing runs yet
            [sys.executable, "-P", "-m", "lycee_cli.forks", str(theirs.fileno())],
            pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
        )  # fmt: skip
    spawner = Spawner(ours)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(spawner.listen)
            yield spawner
            nursery.cancel_scope.cancel()
    finally:
        ours.close()
        process.kill()
        process.wait()
