"""What a person writes while nobody is asked: wishes are granted at once, answers wait."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from lycee_cli.typed import TypedLines

from .test_network import ended, hosting, match_file
from .test_scripts import run

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 60


def typed(data: bytes) -> TypedLines:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return TypedLines(reading)


def test_texts_come_without_comments_and_end() -> None:
    lines = typed(b"keep # whatever\n\n# a comment\npass\nno newline")
    assert [lines.next([]) for _ in range(5)] == ["keep", "pass", "no newline", None, None]
    assert lines.number == 5


def test_a_mark_of_byte_order_in_front_is_no_text() -> None:
    lines = typed(b"\xef\xbb\xbfkeep\r\n\xef\xbb\xbfpass\n")
    assert [lines.next([]) for _ in range(3)] == ["keep", "\ufeffpass", None]


def test_an_early_text_stays_until_it_is_taken() -> None:
    reading, writing = os.pipe()
    lines = TypedLines(reading)
    assert lines.early() is None, "nothing is there, and nobody waits for it"
    os.write(writing, b"half")
    assert lines.early() is None
    os.write(writing, b" a line\nmore\n")
    assert lines.early() == "half a line"
    assert lines.early() == "half a line"
    lines.take_early()
    assert lines.next([]) == "more"
    os.close(writing)
    assert (lines.early(), lines.is_over, lines.next([])) == (None, True, None)


def test_a_line_is_read_whole_however_many_pieces_it_comes_in() -> None:
    reading, writing = os.pipe()
    lines = TypedLines(reading)
    piece = b"enter " * 5000
    for _ in range(40):
        os.write(writing, piece)
        assert lines.early() is None
    os.write(writing, b"# the end\npass\n")
    assert lines.early() == (piece * 40).decode().strip()
    lines.take_early()
    assert (lines.next([]), lines.number) == ("pass", 2)
    os.close(writing)


def start_guest(folder: Path, invite: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "lycee_cli", "join", invite, "--deck", "gale"]
    return subprocess.Popen(
        [*command, "--home", str(folder / "guest")],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(folder: Path, text: str) -> None:
    """Wait until the host has printed something."""
    end = time.monotonic() + SECONDS
    while text not in (folder / "host.out").read_text():
        assert time.monotonic() < end, f"the host does not say {text}"
        time.sleep(0.02)


def test_a_player_who_waits_can_look_around_and_give_up(tmp_path: Path) -> None:
    """The host, asked first, says nothing at all: the guest need not wait for it."""
    with hosting(tmp_path) as (host, invite):
        guest = start_guest(tmp_path, invite)
        wait_for(tmp_path, "? ")
        out, err = guest.communicate("options\ndust\nconcede\n", timeout=SECONDS)
        told, _ = ended(host, tmp_path)
    assert guest.returncode == 0, err
    assert "the other side is to act" in out
    assert "enemy: empty" in out
    assert "enemy won by concession" in out
    assert "you won by concession" in told
    done = run(["verify", str(match_file(tmp_path, "host"))], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_field_of_a_match_with_clocks_says_what_they_have_left(tmp_path: Path) -> None:
    with hosting(tmp_path, "--clock", "900s+30s") as (host, invite):
        guest = start_guest(tmp_path, invite)
        wait_for(tmp_path, "? ")
        out, err = guest.communicate("field\nconcede\n", timeout=SECONDS)
        ended(host, tmp_path)
    assert guest.returncode == 0, err
    found = re.search(r"^in the bank: enemy (\d+) s, you (\d+) s$", out, re.M)
    assert found is not None, out
    # The host owes and has 30 s for this message before its bank runs.
    assert found.groups() == ("900", "900")


def test_a_draw_wanted_early_is_offered_or_taken_when_asked(tmp_path: Path) -> None:
    with hosting(tmp_path) as (host, invite):
        guest = start_guest(tmp_path, invite)
        wait_for(tmp_path, "? ")
        assert guest.stdin is not None
        guest.stdin.write("draw\n")
        guest.stdin.flush()
        assert guest.stdout is not None
        while "a draw is offered" not in (line := guest.stdout.readline()):
            assert line, "the guest ended early"
        assert host.stdin is not None
        host.stdin.write("draw\nkeep\n")
        host.stdin.flush()
        out, err = guest.communicate(timeout=SECONDS)
        told, _ = ended(host, tmp_path)
    assert (host.returncode, guest.returncode) == (0, 0), err
    assert "drawn by agreement" in out
    assert "drawn by agreement" in told


def test_a_line_that_comes_early_answers_the_next_question(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bot", "greedy") as (host, invite):
        guest = start_guest(tmp_path, invite)
        out, err = guest.communicate("keep\nquit\n", timeout=SECONDS)
        ended(host, tmp_path)
    assert "you: keep" in out
    assert guest.returncode == 6, err
    assert "left before the end" in err


def test_what_is_no_line_of_the_game_is_refused_at_once_and_blocks_nothing(tmp_path: Path) -> None:
    with hosting(tmp_path) as (host, invite):
        guest = start_guest(tmp_path, invite)
        wait_for(tmp_path, "? ")
        text = "helo\nhe\x1blo\ncard \x1bx\nauto \x1bx\nhelp\nconcede\n"
        out, err = guest.communicate(text, timeout=SECONDS)
        ended(host, tmp_path)
    assert guest.returncode == 0, err
    assert "! found helo, expected a line of the game" in out
    assert "! found he\\x1blo, expected a line of the game" in out
    assert "no card is called \\x1bx" in out
    assert "found auto \\x1bx, expected auto on or auto off" in out
    assert "\x1b" not in out
    assert "meanwhile you can say: hand, field," in out
    assert "enemy won by concession" in out
