"""The other end of `spawner`: a process that has everything imported, and forks for each run.

Each child is given its pipes and becomes the program; how it ended is told to the owner. Neither
threads nor a loop run in it, so that a fork is as good as a start. Below: `__main__`.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import sys
import traceback
from typing import TYPE_CHECKING

from . import home, peer
from .__main__ import main

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST = 1 << 16  # bytes of one message on the socket
N_STREAMS = 3  # standard input, output and error
PRELOADED = (home, peer)  # what `host` and `join` import when they run


def serve(control: socket.socket) -> None:
    """Fork a run for each message, and tell of those that ended, until the owner is gone."""
    ended, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes.fileno())
    numbers: dict[int, int] = {}
    with selectors.DefaultSelector() as selector:
        selector.register(control, selectors.EVENT_READ)
        selector.register(ended, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is ended:
                    ended.recv(LARGEST)
                    _tell_ended(control, numbers)
                elif not _take_order(control, numbers):
                    return


def _take_order(control: socket.socket, numbers: dict[int, int]) -> bool:
    data, descriptors, _, _ = socket.recv_fds(control, LARGEST, N_STREAMS)
    if not data:
        return False
    order = json.loads(data)
    pid = os.fork()
    if pid == 0:
        _become(control, descriptors, order["words"])
    for descriptor in descriptors:
        os.close(descriptor)
    numbers[pid] = order["number"]
    control.send(json.dumps({"number": order["number"], "pid": pid}).encode())
    return True


def _tell_ended(control: socket.socket, numbers: dict[int, int]) -> None:
    while numbers:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        code = os.waitstatus_to_exitcode(status)
        control.send(json.dumps({"number": numbers.pop(pid), "code": code}).encode())


def _become(control: socket.socket, descriptors: Sequence[int], words: Sequence[str]) -> None:
    """Be the program: what follows a fork, up to the exit."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        control.close()
        for place, descriptor in enumerate(descriptors):
            os.dup2(descriptor, place)
            os.close(descriptor)
        # Those of the parent remember what kind of file they were opened on.
        sys.stdin, sys.stdout, sys.stderr = (
            open(place, mode, closefd=False)  # noqa: SIM115 - open to the end
            for place, mode in enumerate("rww")
        )
        code = main(words)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:  # the interpreter would print it so
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
