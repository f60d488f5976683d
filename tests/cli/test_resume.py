"""A match that is killed goes on: two real processes, kill -9, resume on either side."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest

from .test_scripts import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCAL = "127.0.0.1"
SECONDS = 60
ROLES = ("host", "guest")


def heed_interrupts() -> None:
    """A test run in the background ignores them, and its children would."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Peer:
    """One process of `lycee` with a home of its own; its output goes to a file."""

    def __init__(self, folder: Path, role: str, number: int, words: list[str]) -> None:
        self.out = folder / f"{role}.{number}.out"
        self.err = folder / f"{role}.{number}.err"
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "lycee_cli", *words],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                preexec_fn=heed_interrupts,
            )

    def wait_for(self, text: str) -> None:
        """Until the output holds a text."""
        deadline = time.monotonic() + SECONDS
        while text not in self.out.read_text():
            assert time.monotonic() < deadline, self.out.read_text() + self.err.read_text()
            assert self.process.poll() is None or text in self.out.read_text(), self.err.read_text()
            time.sleep(0.02)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        return self.process.wait(timeout=SECONDS)


class Both:
    """A host and a guest of one match, each as often as it is started."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self._stack, self._n = folder, stack, 0
        self.peers: dict[str, Peer] = {}

    def start(self, role: str, *words: str) -> Peer:
        self._n += 1
        home = ["--home", str(self.folder / role)]
        peer = Peer(self.folder, role, self._n, [*words, *home])
        self._stack.callback(peer.process.communicate)
        self._stack.callback(peer.process.kill)
        self.peers[role] = peer
        return peer

    def begin(self, *bots: str, wait: int = 30) -> None:
        host = self.start(
            "host", "host", "--deck", "harbour", "--bind", LOCAL, *bots[:2], "--wait", str(wait)
        )
        host.wait_for("lycee1:")
        invite = host.out.read_text().split()[0]
        self.start("guest", "join", invite, "--deck", "gale", *bots[2:], "--wait", str(wait))

    def resume(self, role: str, *words: str, wait: int = 30) -> Peer:
        (name,) = [path.name for path in (self.folder / role / "matches").iterdir()]
        return self.start(role, "resume", name, "--wait", str(wait), *words)

    def check(self) -> None:
        codes = {role: self.peers[role].end() for role in ROLES}
        assert codes == {"host": 0, "guest": 0}, [p.err.read_text() for p in self.peers.values()]
        for role in ROLES:
            (path,) = (self.folder / role / "matches").glob("*/transcript")
            done = run(["verify", str(path)], cwd=self.folder)
            assert done.returncode == 0, done.stderr


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with ExitStack() as stack:
        yield Both(tmp_path, stack)


@contextmanager
def typing(peer: Peer, *lines: str) -> Iterator[None]:
    assert peer.process.stdin is not None
    for line in lines:
        peer.process.stdin.write(line.encode() + b"\n")
        peer.process.stdin.flush()
    yield


BOTS = ("--bot", "greedy")


@pytest.mark.parametrize("role", ROLES)
def test_a_killed_side_resumes_while_the_other_one_waits(both: Both, role: str) -> None:
    both.begin()  # both wait for their people: nothing goes on before a line is typed
    for peer in both.peers.values():
        peer.wait_for("playing against")
    both.peers["host"].wait_for("keep")
    with typing(both.peers["host"], "keep"):
        both.peers["guest"].wait_for("enemy: keep")
    both.peers[role].kill()
    again = both.resume(role)
    again.wait_for("the match goes on")
    other = both.peers["guest" if role == "host" else "host"]
    other.wait_for("the match goes on")
    with typing(both.peers["guest"], "concede"):
        both.check()


def test_a_concession_to_nobody_is_told_to_whoever_comes_back(both: Both) -> None:
    both.begin()
    both.peers["host"].wait_for("keep")
    both.peers["guest"].kill()
    host = both.peers["host"]
    host.wait_for("the other side is gone")
    with typing(host, "concede"):
        host.wait_for("that is said to the other side as soon as it is back")
    both.resume("guest").wait_for("won by concession")
    both.check()


def test_whoever_quits_while_an_end_is_said_again_did_not_leave_before_it(both: Both) -> None:
    both.begin()
    both.peers["host"].wait_for("keep")
    with typing(both.peers["host"], "concede"):
        both.check()
    again = both.resume("guest")
    again.wait_for("waiting to say so again")
    with typing(again, "quit"):
        assert again.end() == 0
    assert again.out.read_text().count("you won by concession") == 2
    assert again.err.read_text() == ""


def test_a_draw_that_was_offered_before_a_kill_can_be_taken_after_it(both: Both) -> None:
    """P5.9: an offer stands until the next Step, and a killed process makes none."""
    both.begin()
    host = both.peers["host"]
    host.wait_for("keep")
    with typing(host, "draw", "keep"):
        both.peers["guest"].wait_for("offers a draw")
    both.peers["guest"].kill()
    again = both.resume("guest")
    again.wait_for("offers a draw")
    again.wait_for("the match goes on")
    with typing(again, "draw"):
        both.check()
    assert "drawn by agreement" in host.out.read_text()
    assert "drawn by agreement" in again.out.read_text()


def test_both_sides_are_killed_and_bots_finish_the_match(both: Both) -> None:
    both.begin()
    both.peers["host"].wait_for("keep")
    with typing(both.peers["host"], "keep"):
        both.peers["guest"].wait_for("enemy: keep")
    for role in ROLES:
        both.peers[role].kill()
    both.resume("guest", *BOTS)
    both.resume("host", *BOTS)
    both.check()


def test_open_matches_are_listed_and_done_ones_are_not(both: Both) -> None:
    both.begin()
    both.peers["host"].wait_for("keep")
    with typing(both.peers["host"], "keep"):
        both.peers["guest"].wait_for("enemy: keep")
    for role in ROLES:
        both.peers[role].kill()
    listed = run(["resume", "--home", str(both.folder / "guest")], cwd=both.folder)
    assert "guest against a player, 5 messages, your turn" in listed.stdout
    both.resume("host", *BOTS)
    both.resume("guest", *BOTS)
    both.check()
    listed = run(["resume", "--home", str(both.folder / "guest")], cwd=both.folder)
    assert listed.stdout == "no match is open\n"


def test_a_match_in_use_or_unknown_or_damaged_is_one_line(both: Both) -> None:
    both.begin()
    both.peers["host"].wait_for("keep")
    home = str(both.folder / "host")
    (journal,) = (both.folder / "host" / "matches").glob("*/journal")
    name = journal.parent.name
    done = run(["resume", name, "--home", home], cwd=both.folder)
    assert (done.returncode, "in use by another program" in done.stderr) == (3, True)
    done = run(["resume", "nothing", "--home", home], cwd=both.folder)
    assert (done.returncode, "no match called nothing" in done.stderr) == (2, True)
    for role in ROLES:
        both.peers[role].kill()
    data = bytearray(journal.read_bytes())
    data[40] ^= 1
    journal.write_bytes(data)
    done = run(["resume", name, "--home", home], cwd=both.folder)
    assert done.returncode == 3
    assert "damaged at byte 0" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_nobody_comes_back_is_one_line_that_says_what_to_do(both: Both) -> None:
    both.begin(wait=1)
    both.peers["host"].wait_for("keep")
    with typing(both.peers["host"], "keep"):
        both.peers["guest"].wait_for("enemy: keep")
    both.peers["guest"].kill()
    assert both.peers["host"].end() == 4
    assert "goes on" in both.peers["host"].err.read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_match_that_a_signal_ends_says_how_it_goes_on(both: Both, number: signal.Signals) -> None:
    both.begin()
    for role in ROLES:
        with typing(both.peers[role], "keep"):
            both.peers[role].wait_for("you: keep")
    both.peers["host"].wait_for("turn 1")
    both.peers["host"].process.send_signal(number)
    assert both.peers["host"].end() == 130
    told = both.peers["host"].err.read_text()
    assert told.startswith("lycee: interrupted")
    command = told[told.index("`lycee ") + 1 : told.index("` goes on")]
    assert "transcript" in both.peers["host"].out.read_text()
    host = both.start("host", *command.split()[1:], *BOTS)
    both.peers["guest"].wait_for("goes on")
    with typing(both.peers["guest"], "concede"):
        assert (host.end(), both.peers["guest"].end()) == (0, 0)


def test_two_files_are_compared_and_a_copy_without_audits_is_written(both: Both) -> None:
    both.begin(*BOTS, *BOTS)
    both.check()
    files = [str(next((both.folder / r / "matches").glob("*/transcript"))) for r in ROLES]
    done = run(["verify", files[0], "--against", files[1]], cwd=both.folder)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "the two files tell one match")
    (both.folder / "empty").mkdir()
    (both.folder / "text").write_text("no match")
    for path, told in [("empty", "neither a transcript nor a journal"), ("text", "no transcript")]:
        for words in (["verify", path], ["verify", files[0], "--against", path]):
            done = run(words, cwd=both.folder)
            assert done.returncode == 3
            assert done.stderr.startswith(f"lycee: {path}: ")
            assert told in done.stderr
    done = run(["verify", files[0], "--strip", "copy"], cwd=both.folder)
    assert (done.returncode, done.stdout) == (0, "copy: a copy without audits\n")
    done = run(["verify", "copy"], cwd=both.folder)
    assert (done.returncode, "not countersigned" in done.stderr) == (6, True)


def test_a_clock_is_told_to_the_guest_and_a_player_without_time_loses(both: Both) -> None:
    host = both.start(
        "host", "host", "--deck", "harbour", "--bind", LOCAL, "--clock", "1s+1s", "--wait", "0"
    )
    host.wait_for("lycee1:")
    invite = host.out.read_text().split()[0]
    guest = both.start("guest", "join", invite, "--deck", "gale", "--bot", "greedy")
    both.check()
    assert "clock 1 s, and 1 s for each message; 600 s away, then it runs" in guest.out.read_text()
    assert "on time" in guest.out.read_text()
