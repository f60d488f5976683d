"""Players that were met before: a key is trusted on first use, and a change is never silent."""

from __future__ import annotations

import shutil
import stat
from typing import TYPE_CHECKING

import pytest
from lycee_cli.arguments import NO_NAME
from lycee_cli.faults import INPUT, Fault
from lycee_cli.known import KnownPlayers, Standing

from .test_network import ended, hosting, joining
from .test_scripts import run

if TYPE_CHECKING:
    from pathlib import Path

ANN, BEN = bytes(32), bytes([1] * 32)


@pytest.fixture
def known(tmp_path: Path) -> KnownPlayers:
    players = KnownPlayers(tmp_path / "known")
    players.remember(ANN, "Ann")
    return players


def test_nobody_is_known_before_the_first_meeting(tmp_path: Path) -> None:
    assert KnownPlayers(tmp_path / "known").judge(ANN, "Ann") is Standing.NEW


def test_a_key_is_known_by_its_name_from_then_on(known: KnownPlayers, tmp_path: Path) -> None:
    assert known.judge(ANN, "Ann") is Standing.KNOWN
    assert KnownPlayers(tmp_path / "known").judge(ANN, "Ann") is Standing.KNOWN
    assert known.judge(BEN, "Ben") is Standing.NEW
    assert stat.S_IMODE((tmp_path / "known").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["known", "matches"])
def test_a_home_that_is_spoiled_is_told_before_anybody_comes(tmp_path: Path, name: str) -> None:
    home = tmp_path / "host"
    home.mkdir()
    (home / name).write_text("spoiled\n")
    done = run(["host", "--deck", "gale", "--home", str(home)], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"lycee: {home / name}")


def test_a_file_in_place_of_a_home_is_no_empty_home(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run(["resume", "--home", "file"], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "lycee: file/matches: not a directory\n")


def test_a_known_name_with_another_key_is_a_change(known: KnownPlayers) -> None:
    assert known.judge(BEN, "Ann") is Standing.CHANGED


@pytest.mark.parametrize("name", ["ann", "Ann ", " ANN", "\uff21nn"])
def test_a_name_that_looks_like_a_known_one_is_that_name(known: KnownPlayers, name: str) -> None:
    assert known.judge(BEN, name) is Standing.CHANGED
    assert known.judge(ANN, name) is Standing.KNOWN


@pytest.mark.parametrize("name", ["A  Player", " "])
def test_nobody_takes_the_name_that_stands_for_none(known: KnownPlayers, name: str) -> None:
    known.remember(BEN, name)
    assert known.names_of(BEN) == []
    assert known.judge(bytes([2] * 32), NO_NAME) is Standing.NEW


def test_a_known_key_does_not_open_the_name_of_another(known: KnownPlayers) -> None:
    known.remember(BEN, "Ben")
    assert known.judge(BEN, "Ann") is Standing.CHANGED


def test_a_known_key_with_a_name_that_nobody_has_is_renamed(known: KnownPlayers) -> None:
    assert known.judge(ANN, "Anna") is Standing.RENAMED
    known.remember(ANN, "Anna")
    assert known.names_of(ANN) == ["Ann", "Anna"]


def test_a_second_key_of_a_name_replaces_none(known: KnownPlayers) -> None:
    known.remember(BEN, "Ann")
    assert known.keys_of("Ann") == [ANN, BEN]
    assert known.judge(ANN, "Ann") is Standing.KNOWN
    assert known.judge(BEN, "Ann") is Standing.KNOWN


def test_the_name_that_nobody_chose_is_not_remembered(known: KnownPlayers) -> None:
    known.remember(BEN, NO_NAME)
    assert known.judge(BEN, NO_NAME) is Standing.NEW
    assert known.judge(ANN, NO_NAME) is Standing.KNOWN


def test_a_meeting_is_written_once(known: KnownPlayers, tmp_path: Path) -> None:
    known.remember(ANN, "Ann")
    assert (tmp_path / "known").read_text() == f"{ANN.hex()} Ann\n"


@pytest.mark.parametrize("cut", ["", f"{BEN.hex()}"[:20], f"{BEN.hex()} Be"])
def test_a_line_that_was_cut_off_spoils_no_later_one(
    cut: str, known: KnownPlayers, tmp_path: Path
) -> None:
    with (tmp_path / "known").open("a") as file:
        file.write(cut)  # the disk was full, or the power went
    assert known.judge(BEN, "Ben") is Standing.NEW
    known.remember(BEN, "Ben")
    assert (tmp_path / "known").read_text() == f"{ANN.hex()} Ann\n{BEN.hex()} Ben\n"


@pytest.mark.parametrize("line", ["Ann", "00 Ann", f"{ANN.hex()} ", "é" * 64 + " Ann"])
def test_a_line_that_is_none_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "known").write_text(f"{BEN.hex()} Ben\n{line}\n")
    with pytest.raises(Fault, match=r"known:2: found no key and name") as caught:
        KnownPlayers(tmp_path / "known").judge(ANN, "Ann")
    assert caught.value.code == INPUT


def test_a_guest_with_a_new_key_is_refused_until_the_host_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "guest.txt").write_text("keep  # whatever it is\nconcede\n")
    guest = ("--script", "guest.txt", "--name", "Ann")
    for met in (", new)", ", known)"):
        with hosting(tmp_path, "--bot", "greedy") as (host, invite):
            assert joining(tmp_path, invite, *guest).returncode == 0
            told, _ = ended(host, tmp_path)
        assert met in told
    shutil.rmtree(tmp_path / "guest")  # another machine, or somebody else
    with hosting(tmp_path, "--bot", "greedy") as (host, invite):
        refused = joining(tmp_path, invite, *guest)
        _, err = ended(host, tmp_path)
    assert (host.returncode, refused.returncode) == (5, 5)
    assert "the Ann you know has " in err
    assert err.count("\n") == 1
    assert "knows your name under another key, and does not play" in refused.stderr
    with hosting(tmp_path, "--bot", "greedy", "--new-key") as (host, invite):
        assert joining(tmp_path, invite, *guest).returncode == 0
        told, _ = ended(host, tmp_path)
    assert ", a new key of that name)" in told


def test_a_host_with_a_new_key_is_refused_by_a_guest_that_knows_its_name(tmp_path: Path) -> None:
    (tmp_path / "guest.txt").write_text("keep  # whatever it is\nconcede\n")
    guest = ("--script", "guest.txt")
    with hosting(tmp_path, "--bot", "greedy", "--name", "Hal") as (host, invite):
        assert joining(tmp_path, invite, *guest).returncode == 0
        ended(host, tmp_path)
    shutil.rmtree(tmp_path / "host")
    with hosting(tmp_path, "--bot", "greedy", "--name", "Hal") as (host, invite):
        refused = joining(tmp_path, invite, *guest)
        assert refused.returncode == 5
        assert "the Hal you know has " in refused.stderr
        assert joining(tmp_path, invite, *guest, "--new-key").returncode == 0  # it still waits
        told, _ = ended(host, tmp_path)
    assert "it knows your name under another key, and does not play" in told
