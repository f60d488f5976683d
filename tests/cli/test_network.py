"""Two clients on one machine: whole matches over TCP, by bots, by script and by hand."""

from __future__ import annotations

import argparse
import io
import json
import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

import pytest
from lycee_cli.actions import host_addresses
from lycee_cli.addresses import own_addresses
from lycee_cli.render import make_printer

from lycee_core import Catalogue
from lycee_core.compile import STARTER_CARDS

from .test_scripts import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCAL = ["--bind", "127.0.0.1", "--address", "127.0.0.1"]


@contextmanager
def hosting(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A host that waits for a guest, and its invite."""
    command = [sys.executable, "-m", "lycee_cli", "host", "--deck", "harbour", *LOCAL]
    out = (
        folder / "host.out"
    )  # a file never fills up, as a pipe would while the guest is waited for
    with out.open("w") as file:
        host = subprocess.Popen(
            [*command, "--home", str(folder / "host"), *words],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
        )
    try:
        while host.poll() is None and not out.read_text().endswith("\n"):
            time.sleep(0.01)
        yield host, out.read_text().strip()
    finally:
        host.kill()
        host.communicate()


def ended(host: subprocess.Popen[str], folder: Path) -> tuple[str, str]:
    """What a host printed to its end, and its errors."""
    _, err = host.communicate(timeout=60)
    return (folder / "host.out").read_text(), err


def joining(
    folder: Path, invite: str, *words: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """A guest that plays to the end."""
    command = ["join", invite, "--deck", "gale", "--home", str(folder / "guest"), *words]
    return run(command, cwd=folder, stdin=stdin)


def match_file(folder: Path, role: str, name: str = "transcript") -> Path:
    (found,) = (folder / role / "matches").glob(f"*/{name}")
    return found


def test_two_bots_play_a_match_and_both_files_verify(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bot", "greedy") as (host, invite):
        assert invite.startswith("lycee1:127.0.0.1:")
        guest = joining(tmp_path, invite, "--bot", "random", "--name", "Guest")
        told, err = ended(host, tmp_path)
    assert (host.returncode, guest.returncode) == (0, 0), err + guest.stderr
    assert "playing against Guest (key " in told
    assert "you: keep" in told
    assert "enemy: keep" in told
    ends = {line for line in (*told.splitlines(), *guest.stdout.splitlines()) if " won " in line}
    assert len({end.split(" ", 1)[1] for end in ends}) == 1
    for role in ("host", "guest"):
        for name in ("transcript", "journal"):
            done = run(["verify", str(match_file(tmp_path, role, name))], cwd=tmp_path)
            assert done.returncode == 0, done.stderr
            assert "consistent, " in done.stdout


def test_own_draws_are_named_and_no_unopened_card_of_the_other_side_is(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bot", "greedy", "--format", "jsonl") as (host, invite):
        line = json.loads(invite)
        joining(tmp_path, line["invite"], "--bot", "greedy")
        told, _ = ended(host, tmp_path)
    assert host.returncode == 0
    objects = [json.loads(line) for line in told.splitlines()]
    (end,) = [one for one in objects if one["type"] == "end"]
    assert end["winner"] in (0, 1)
    assert end["how"] in ("deck-out", "limit")
    drawn = [one for one in objects if one["type"] == "event" and one["name"] == "drawn"]
    assert drawn
    assert all(one["card"] is not None for one in drawn if one["seat"] == 0)
    # A card that was put back into the deck face up is still known when it is drawn.
    seen: dict[int, str] = {}
    for one in objects:
        if one["type"] == "event" and one["name"] not in ("drawn", "shown") and one["card"]:
            seen[one["token"]] = one["card"]
        elif one["type"] == "event" and one["name"] == "drawn" and one["seat"] == 1:
            assert one["card"] in (None, seen.get(one["token"]))


def test_a_match_is_played_by_script_and_ends_by_giving_up(tmp_path: Path) -> None:
    (tmp_path / "guest.txt").write_text("keep  # whatever it is\nconcede\n")
    with hosting(tmp_path, "--bot", "greedy") as (host, invite):
        guest = joining(tmp_path, invite, "--script", "guest.txt")
        told, _ = ended(host, tmp_path)
    assert (host.returncode, guest.returncode) == (0, 0), guest.stderr
    assert "enemy won by concession" in guest.stdout
    assert "you won by concession" in told
    done = run(["verify", str(match_file(tmp_path, "host"))], cwd=tmp_path)
    assert "host won: the guest conceded" in done.stdout


def test_a_guest_reads_the_invite_and_its_lines_from_standard_input(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bot", "greedy") as (host, invite):
        guest = joining(tmp_path, "-", stdin=f"{invite}\nfly\nkeep\nconcede\n")
        host.communicate(timeout=60)
    assert guest.returncode == 0, guest.stderr
    assert "! found fly, expected" in guest.stdout  # at once, or when it is asked


def test_a_draw_is_offered_and_taken(tmp_path: Path) -> None:
    with hosting(tmp_path) as (host, invite):
        assert host.stdin is not None
        host.stdin.write("draw\nkeep\n")
        host.stdin.flush()
        guest = joining(tmp_path, invite, stdin="draw\n")
        told, err = ended(host, tmp_path)
    assert (host.returncode, guest.returncode) == (0, 0), err + guest.stderr
    assert "a draw is offered with your next message" in told
    assert "drawn by agreement" in told
    assert "drawn by agreement" in guest.stdout


def test_a_peer_that_leaves_is_one_line_on_both_sides(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bot", "greedy") as (host, invite):
        guest = joining(tmp_path, invite, stdin="keep\n")
        _, err = ended(host, tmp_path)
    assert guest.returncode == 6
    name, home = match_file(tmp_path, "guest").parent.name, tmp_path / "guest"
    assert guest.stderr == (
        "lycee: standard input: ends before the match is over; "
        f"`lycee resume {name} --home {home}` goes on\n"
    )
    assert host.returncode == 4
    match = f"{match_file(tmp_path, 'host').parent.name} --home {tmp_path / 'host'}"
    assert err == f"lycee: the other side left the match; `lycee resume {match}` goes on\n"
    done = run(["verify", str(match_file(tmp_path, "host"))], cwd=tmp_path)
    assert done.returncode == 6
    assert "consistent, unfinished after message" in done.stderr


def test_a_killed_peer_ends_the_wait_for_a_person(tmp_path: Path) -> None:
    with hosting(tmp_path) as (host, invite):
        command = [sys.executable, "-m", "lycee_cli", "join", invite, "--deck", "gale"]
        guest = subprocess.Popen(
            [*command, "--home", str(tmp_path / "guest"), "--wait", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert host.stdin is not None
        assert guest.stdout is not None
        host.stdin.write("keep\n")
        host.stdin.flush()
        for line in guest.stdout:
            if line.startswith("?"):
                break
        host.kill()
        code = guest.wait(timeout=60)  # with its standard input still open
        assert guest.stderr is not None
        err = guest.stderr.read()
        guest.communicate()
    assert code == 4
    assert err.startswith("lycee: the other side is gone: the connection ended; `lycee resume ")
    assert len(err.splitlines()) == 1


def test_an_illegal_line_of_a_script_ends_the_match(tmp_path: Path) -> None:
    (tmp_path / "guest.txt").write_text("keep\nattack AFC\n")
    with hosting(tmp_path, "--bot", "greedy") as (_, invite):
        guest = joining(tmp_path, invite, "--script", "guest.txt")
    assert guest.returncode == 1
    assert guest.stderr.startswith("lycee: guest.txt:2: ")
    assert guest.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["", "two\ttabs", "x" * 65, "\u2605", "e\u0301"])
def test_a_name_that_cannot_be_sent_is_refused(name: str, tmp_path: Path) -> None:
    done = run(["host", "--deck", "harbour", "--name", name], cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("lycee host: argument --name: found ")


@pytest.mark.parametrize("words", [["--address", "a b"], ["--bind", "::1", "--address", "[::1]"]])
def test_an_address_that_no_invite_can_name_is_refused(words: list[str], tmp_path: Path) -> None:
    done = run(["host", "--deck", "harbour", "--home", "home", *words], cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"lycee: found {words[-1]}, expected a host name or an address\n"


@pytest.mark.parametrize("everywhere", [str(IPv4Address(0)), "::"])
def test_a_host_that_listens_everywhere_names_addresses_that_can_be_reached(
    everywhere: str,
) -> None:
    words = argparse.Namespace(address=None, bind=everywhere)
    printer = make_printer("plain", io.StringIO(), Catalogue.starter(), 0)
    assert host_addresses(words, printer) == own_addresses()


@pytest.mark.parametrize("command", [["host"], ["join", "lycee1:x"]])
def test_a_seed_is_refused(command: list[str], tmp_path: Path) -> None:
    done = run([*command, "--deck", "harbour", "--seed", "4"], cwd=tmp_path)
    assert done.returncode == 2
    assert "both peers make chance together" in done.stderr


@pytest.mark.parametrize(
    ("invite", "message"),
    [
        ("hello", "invite: an invite begins with lycee1:"),
        ("lycee1:foo", "invite: an invite is lycee1:HOST:PORT:SECRET, this is less"),
        (f"lycee1:a..b:1:{'a' * 48}", "invite: the invite names no host"),
        ("lycee1:127.0.0.1:0:aaaa", "invite: the port of the invite is not 1 to 65535"),
        ("lycee1:127.0.0.1:99:aaaa", "invite: the invite ends with 48 letters and digits 2 to 7"),
    ],
)
def test_a_bad_invite_is_one_line(invite: str, message: str, tmp_path: Path) -> None:
    done = joining(tmp_path, invite)
    assert (done.returncode, done.stderr) == (2, f"lycee: {message}\n")


@pytest.mark.parametrize("invite", ["x", "lycee1:127.0.0.1:0:aaaa"])
def test_a_bad_invite_begins_no_report(invite: str, tmp_path: Path) -> None:
    done = run(["conform", invite], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lycee: invite: ")


@pytest.mark.parametrize(
    "place", ["x", "x:0", "x:65536", ":3", "[::1", "[::1:4040", "::1]:4040", "::1:4040", "[a]:3"]
)
def test_a_place_that_is_none_is_refused(place: str, tmp_path: Path) -> None:
    done = run(["resume", "--connect", place], cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"lycee resume: argument --connect: found {place}, expected ")


@pytest.mark.parametrize(
    "words",
    [
        ["resume", "--connect", "a..b:1"],
        ["host", "--deck", "gale", "--bind", f"{'a' * 64}.b"],
        ["conform", "--listen", "a b"],
    ],
    ids=["connect", "bind", "listen"],
)
def test_a_name_that_no_resolver_can_be_asked_for_is_refused(
    words: list[str], tmp_path: Path
) -> None:
    done = run(words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith(
        f"expected a host name or an address; see lycee {words[0]} --help\n"
    )


def test_an_invite_with_another_key_accuses_nobody(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bot", "greedy") as (_, invite):
        head, _, tail = invite.rpartition(":")
        # The hash of the key stands last.
        mistyped = tail[:-4] + ("a" if tail[-4] != "a" else "b") + tail[-3:]
        guest = joining(tmp_path, f"{head}:{mistyped}")
    assert (guest.returncode, guest.stderr) == (
        2,
        "lycee: invite: the host who answers has another key than it names (P5.2)\n",
    )


def test_both_sides_learn_that_their_cards_differ_and_the_host_waits_on(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        '[[card]]\nnumber = "EV-9901"\nname = { en = "Fog" }\ntype = "event_card"\n'
        'attributes = ["moon"]\ncost = "MM"\nex = 1\n'
    )
    with hosting(tmp_path, "--bot", "greedy") as (host, invite):
        guest = joining(tmp_path, invite, "--cards", "starter", "--cards", "mine.toml")
        assert guest.returncode == 5
        found = re.search(r"our catalogue is \w{8}, theirs (\w{8})", guest.stderr)
        assert found is not None, guest.stderr
        again = joining(tmp_path, invite, "--bot", "greedy")
        told, err = ended(host, tmp_path)
    assert (host.returncode, again.returncode) == (0, 0), err + again.stderr
    assert f"it has other cards than ours, catalogue {found[1]}" in told


def test_a_port_that_there_is_not_is_refused(tmp_path: Path) -> None:
    done = run(["host", "--deck", "harbour", "--port", "99999"], cwd=tmp_path)
    assert done.returncode == 2
    assert "found 99999, expected a number from 0 to 65535" in done.stderr


def test_an_invite_that_never_comes_is_one_line(tmp_path: Path) -> None:
    done = joining(tmp_path, "-")
    assert done.returncode == 6
    assert done.stderr == "lycee: standard input: ends before the invite\n"


def test_nobody_at_the_port_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    done = joining(tmp_path, f"lycee1:127.0.0.1:{port}:{'a' * 48}")
    assert done.returncode == 4
    assert done.stderr.startswith(f"lycee: cannot reach 127.0.0.1:{port}: ")
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = str(listening.getsockname()[1])
        command = ["host", "--deck", "harbour", "--home", str(tmp_path), *LOCAL, "--port", port]
        done = run(command, cwd=tmp_path)
    assert done.returncode == 4
    assert done.stderr.startswith(f"lycee: cannot listen on port {port} of 127.0.0.1: ")


def test_an_illegal_deck_is_refused_before_anything_is_opened(tmp_path: Path) -> None:
    (tmp_path / "short.deck").write_text("4 CH-9001\n")
    done = run(["host", "--deck", "short.deck", "--home", str(tmp_path / "host")], cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "lycee: short.deck: found 4 cards, expected 60 (R1.2)\n"


def test_a_demo_in_a_clone_repeats_itself_and_both_files_verify(tmp_path: Path) -> None:
    # A clone holds the sources, not compiled: nothing may be imported from the current folder.
    for name in ("lycee_core", "lycee_net", "lycee_cli"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('found the clone')\n")
    first = run(["demo", "--seed", "1"], cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert first.stdout.splitlines()[-1].endswith("; both files verified")
    assert "host: keep" in first.stdout
    assert run(["demo", "--seed", "1"], cwd=tmp_path).stdout == first.stdout


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The transcript of a short match."""
    folder = tmp_path_factory.mktemp("match")
    with hosting(folder, "--bot", "greedy") as (host, invite):
        joining(folder, invite, stdin="keep\nconcede\n")
        host.communicate(timeout=60)
    return match_file(folder, "host").read_bytes()


@pytest.mark.parametrize("at", [0, 9, 200, -1])
def test_a_flipped_byte_is_found(transcript: bytes, at: int, tmp_path: Path) -> None:
    spoiled = bytearray(transcript)
    spoiled[at] ^= 1
    (tmp_path / "file").write_bytes(spoiled)
    done = run(["verify", "file"], cwd=tmp_path)
    assert done.returncode in (1, 3)
    assert done.stderr.startswith("lycee: file: ")
    assert done.stderr.count("\n") == 1


def test_a_cut_tail_is_unfinished(transcript: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(transcript[: len(transcript) // 2])
    done = run(["verify", "file"], cwd=tmp_path)
    assert done.returncode == 6
    assert "unfinished" in done.stderr


@pytest.mark.parametrize("content", [b"", b"hello\n" * 40])
def test_a_file_that_is_no_transcript_is_one_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    done = run(["verify", "file"], cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr == "lycee: file: this is no transcript of a match\n"
    missing = run(["verify", "nowhere"], cwd=tmp_path)
    assert (missing.returncode, missing.stderr) == (
        3,
        "lycee: nowhere: no such file or directory\n",
    )


def test_a_host_names_the_card_that_needs_open_looks(tmp_path: Path) -> None:  # P6.8
    cards = STARTER_CARDS.read_text(encoding="utf-8")
    cards += (
        '\n[[card]]\nnumber = "EV-0001"\nname = { en = "Peek" }\ntype = "event_card"\n'
        'attributes = []\ncost = "0"\nex = 2\n\n[[card.ability]]\nkind = "event_card"\n'
        'effect = [{ look = { zone = "deck_top", side = "enemy", n = 2 } }]\n'
    )
    (tmp_path / "cards.toml").write_text(cards, encoding="utf-8")
    deck = (
        (STARTER_CARDS.parent / "decks" / "harbour.deck").read_text(encoding="utf-8").splitlines()
    )
    last = max(n for n, line in enumerate(deck) if line.startswith("4 "))
    deck[last] = "4 EV-0001"
    (tmp_path / "peek.deck").write_text("\n".join(deck) + "\n", encoding="utf-8")
    words = ["host", "--deck", "peek.deck", "--cards", "cards.toml", "--home", "home", *LOCAL]
    done = run(words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "lycee: our own deck: EV-0001 Peek looks at part of a deck, and open looks are off; "
        "see lycee host --open-looks\n"
    )


@pytest.mark.parametrize("words", [[], ["--strip", "copy"], ["--against", "/dev/zero"]])
def test_a_device_without_an_end_is_no_transcript(words: list[str], tmp_path: Path) -> None:
    done = run(["verify", "/dev/zero", *words], cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith("lycee: /dev/zero")
    assert done.stderr.count("\n") == 1
