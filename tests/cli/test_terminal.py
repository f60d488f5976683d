"""A client at a terminal: what it leaves behind there."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING

from .test_network import LOCAL
from .test_typed import start_guest

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 60
AT = b"\x1b[6n"  # where is the cursor?


class Screen:
    """The other end of a terminal: what was written there, with an answer where one is due."""

    def __init__(self, controller: int) -> None:
        self._controller = controller
        self.text = b""

    def pump(self) -> None:
        """Read what is there."""
        if select.select([self._controller], [], [], 0.05)[0]:
            data = os.read(self._controller, 1 << 16)
            self.text += data
            for _ in range(data.count(AT)):
                os.write(self._controller, b"\x1b[1;1R")

    def wait_for(self, text: bytes) -> None:
        """Until a text stands there."""
        deadline = time.monotonic() + SECONDS
        while text not in self.text:
            assert time.monotonic() < deadline, self.text
            self.pump()


def test_a_match_that_ends_while_a_person_is_asked_leaves_the_terminal_as_it_was(
    tmp_path: Path,
) -> None:
    controller, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    host = subprocess.Popen(
        [sys.executable, "-m", "lycee_cli", "host", "--deck", "harbour", *LOCAL, "--home", "host"],
        cwd=tmp_path,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm"},
        start_new_session=True,
    )
    screen = Screen(controller)
    try:
        screen.wait_for(b"\r\n")
        invite = screen.text[screen.text.index(b"lycee1:") :].split()[0].decode()
        guest = start_guest(tmp_path, invite)
        screen.wait_for(b"? keep")
        assert guest.stdin is not None
        guest.stdin.write("concede\n")
        guest.stdin.flush()
        screen.wait_for(b"you won by concession")
        screen.wait_for(b"transcript ")
        guest.communicate()
        assert host.wait(SECONDS) == 0, screen.text
        assert termios.tcgetattr(terminal) == before
    finally:
        host.kill()
        host.wait()
        os.close(controller)
        os.close(terminal)
