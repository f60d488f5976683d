"""A disk that fills up in the middle of a match, and the files that are left then."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

import pytest
from lycee_cli.faults import Fault
from lycee_cli.home import MatchFolder
from lycee_cli.verify import longest, read_match

from .test_network import ended, hosting, joining, match_file
from .test_scripts import run

if TYPE_CHECKING:
    from pathlib import Path

ROOM = 12_000  # the greeting, two decks and some plays


def leave_little_room() -> None:
    """No file of this process grows beyond ROOM."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The match folder of a host whose match was finished."""
    folder = tmp_path_factory.mktemp("finished")
    with hosting(folder, "--bot", "greedy") as (host, invite):
        assert joining(folder, invite, "--bot", "greedy").returncode == 0
        ended(host, folder)
    return match_file(folder, "host").parent


def test_a_full_disk_names_its_file_and_the_match_goes_on_later(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bot", "greedy", "--wait", "0") as (host, invite):
        words = ["join", invite, "--deck", "gale", "--bot", "greedy", "--home", "guest"]
        guest = run(words, cwd=tmp_path, before=leave_little_room)
        ended(host, tmp_path)
    journal = match_file(tmp_path, "guest", "journal")
    name, place = journal.parent.name, journal.relative_to(tmp_path)
    assert journal.stat().st_size == ROOM
    assert guest.stderr == (
        f"lycee: {place}: file too large; `lycee resume {name} --home guest` goes on\n"
    )
    assert guest.returncode == 3
    verdict = run(["verify", str(journal.parent)], cwd=tmp_path)
    assert verdict.returncode == 6
    assert "consistent, unfinished after message " in verdict.stderr
    assert name in run(["resume", "--home", "guest"], cwd=tmp_path).stdout


def test_a_transcript_that_cannot_be_written_names_itself_and_leaves_no_part(
    tmp_path: Path,
) -> None:
    folder = MatchFolder(tmp_path / "match")
    folder.new_journal().refused(b"evidence")
    (tmp_path / "match" / "transcript").mkdir()
    with pytest.raises(Fault, match=r"match/transcript: is a directory"):
        folder.close()
    assert sorted(path.name for path in (tmp_path / "match").iterdir()) == ["journal", "transcript"]


def test_a_match_whose_first_record_was_not_written_leaves_no_folder(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path / "match")
    folder.new_journal()
    assert folder.close() is None
    assert not (tmp_path / "match").exists()


def test_a_folder_is_read_to_where_its_match_went(finished: Path) -> None:
    transcript = (finished / "transcript").read_bytes()
    journal = (finished / "journal").read_bytes()
    assert read_match(str(finished)) == transcript
    assert longest([transcript[:2000], journal]) == transcript
    assert longest([b"", journal]) == transcript


def test_a_transcript_counts_where_its_journal_is_another_or_damaged(finished: Path) -> None:
    transcript = (finished / "transcript").read_bytes()
    journal = (finished / "journal").read_bytes()
    assert longest([b"another" + transcript, journal]) == b"another" + transcript
    damaged = journal[:100] + bytes([journal[100] ^ 1]) + journal[101:]
    assert longest([transcript, damaged]) == transcript
