"""The client as a process: what it imports, how it ends, that it repeats itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .test_scripts import run

ROOT = Path(__file__).parents[2]
HEAVY = ("trio", "cryptography", "rich", "prompt_toolkit", "lycee_net", "dataclasses", "typing")
GAME = "0: keep\n1: keep\nauto\nexpect phase over\n"
HEADLESS = (
    ["--version"],
    ["deck", "check", "harbour"],
    ["cards", "show", "CH-9001"],
    ["sim", "--games", "2"],
    ["run", "game.run", "--quiet"],
)


def bare(program: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a program without site-packages, whose hooks import much before our first line."""
    path = f"{ROOT}{os.pathsep}{ROOT / '.ci' / 'mypy_path'}"
    # An installed package is compiled; here the second run finds what the first has left.
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": str(cwd / "cache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(
        [sys.executable, "-S", "-c", program, *words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("words", HEADLESS[1:], ids=lambda words: words[0])
def test_a_headless_command_imports_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.run").write_text(GAME)
    program = (
        "import sys; from lycee_cli.__main__ import main; code = main(sys.argv[1:])\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    done = bare(program, *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == ""


def test_a_simulation_repeats_itself_with_any_number_of_jobs(tmp_path: Path) -> None:
    words = ["sim", "--games", "1100", "--seed", "7"]
    first = run([*words, "--jobs", "1"], cwd=tmp_path).stdout
    assert first == run([*words, "--jobs", "2"], cwd=tmp_path).stdout
    assert first != run(["sim", "--games", "1100", "--seed", "8"], cwd=tmp_path).stdout
    assert first.splitlines()[0].split() == ["games", "1100"]


def test_a_game_against_a_bot_repeats_itself(tmp_path: Path) -> None:
    (tmp_path / "game.run").write_text("seed 5\n" + GAME)
    words = ["run", "game.run", "--bot", "random"]
    assert run(words, cwd=tmp_path).stdout == run(words, cwd=tmp_path).stdout


@pytest.mark.parametrize("words", [["cards"], ["demo", "--seed", "1"]], ids=["cards", "demo"])
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "lycee_cli", *words],
            cwd=tmp_path,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (141, "")


def take_interrupts() -> None:
    """A job in the background of a shell inherits that they are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_is_one_line(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "lycee_cli", "play", "--seed", "4"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=take_interrupts,
    )
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("?"):
            break
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (130, "lycee: interrupted\n")


def test_a_fault_of_our_own_is_one_line_too(tmp_path: Path) -> None:
    program = (
        "import sys; from lycee_cli import cards; del cards.find_cards\n"
        "from lycee_cli.__main__ import main; sys.exit(main(['cards', 'fog']))"
    )
    done = bare(program, cwd=tmp_path)
    assert done.returncode == 70
    assert done.stderr.startswith("lycee: a fault of this program: ImportError: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "code", "err"),
    [
        ("play --seed 4 <&-", 6, "lycee: standard input: ends before the match is over\n"),
        ("deck check harbour >&-", 0, ""),
        ("deck check nobody 2>&-", 3, ""),
        ("deck check nobody 2>/dev/full", 3, ""),
        ("cards >/dev/full", 3, "lycee: output: no space left on device\n"),
    ],
    ids=["no input", "no output", "no errors", "full errors", "full disk"],
)
def test_a_stream_that_is_closed_or_full_is_no_fault_of_ours(
    command: str, code: int, err: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$0" -P -m lycee_cli {command}', sys.executable],  # noqa: S607
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, err)


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1"])
def test_an_output_without_quotation_marks_gets_question_marks(
    encoding: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "lycee_cli", "cards", "show", "CH-9001"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Activated ?Toll the Bell? [S and tap this card]" in done.stdout


@pytest.mark.parametrize("words", ["deck check", "run", "cards lint", "cards import"])
def test_a_file_without_an_end_is_refused(words: str, tmp_path: Path) -> None:
    done = run([*words.split(), "/dev/zero"], cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr == "lycee: /dev/zero: found more than 16 MiB, expected a text file\n"


def test_card_files_without_an_end_are_refused(tmp_path: Path) -> None:
    done = run(["cards", "fog", "--cards", "/dev/zero"], cwd=tmp_path)
    told = "lycee: /dev/zero:1: file: found more than 16 MiB, expected a card file\n"
    assert (done.returncode, done.stderr) == (1, told)


def test_standard_input_that_is_no_text_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "lycee_cli", "run", "-"],
        cwd=tmp_path,
        input=b"0: keep\n\xff",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (3, b"lycee: -: found no UTF-8 text at offset 8\n")


def test_a_long_line_is_told_by_its_ends(tmp_path: Path) -> None:
    (tmp_path / "one.deck").write_text("a" * 100_000)
    done = run(["deck", "check", "one.deck"], cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith('lycee: one.deck:1: found "aaa')
    assert done.stderr.endswith('aaa", expected a count and a number: 4 CH-9001\n')
    assert len(done.stderr) == len("lycee: ") + 2000 + len(" ... ") + 1


def test_a_pipe_in_the_place_of_a_journal_keeps_nobody_waiting(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "matches" / "old"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "journal")
    done = run(["resume", "--home", "home"], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "no match is open\n")


@pytest.mark.parametrize(
    "words",
    [
        ["deck", "check", "a\nb.deck"],
        ["verify", "a\n"],
        ["cards", "fog\u2028lantern"],
        ["host", "--deck", "gale", "--home", "a\rb"],
        ["no\nsuch"],
    ],
    ids=lambda words: words[0],
)
def test_a_word_with_a_line_break_is_refused_in_one_line(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "a\nb.deck").write_text("4 CH-9001\n")
    done = run(words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith(", expected no line break in it\n")
    assert sorted(os.listdir(tmp_path)) == ["a\nb.deck"]


def test_a_usual_folder_with_a_line_break_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LYCEE_HOME", "a\nb")
    done = run(["resume"], cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "lycee: home: found a\\nb, expected no line break in it\n"


@pytest.mark.parametrize(
    ("words", "err"),
    [
        (["run", ""], "lycee: a file without a name: no such file or directory\n"),
        (["deck", "check", ""], "lycee: deck: found nothing, expected a file or one of: "),
    ],
    ids=lambda words: words[0],
)
def test_a_file_without_a_name_is_told_as_one(words: list[str], err: str, tmp_path: Path) -> None:
    done = run(words, cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith(err)


def test_an_invite_with_line_breaks_around_it_is_an_invite(tmp_path: Path) -> None:
    invite = f"\nlycee1:127.0.0.1:1:{'a' * 48}\n"
    done = run(["join", invite, "--deck", "gale", "--home", "me"], cwd=tmp_path)
    assert done.returncode == 4
    assert done.stderr.startswith("lycee: cannot reach 127.0.0.1:1: connection refused")


def test_a_script_that_expects_an_event_that_there_is_not_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.run").write_text("0: keep\nexpect event keep\n")
    done = run(["run", "game.run"], cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "lycee: game.run:2: found keep, expected the name of an event\n"


def test_a_wrong_home_is_told_and_not_made(tmp_path: Path) -> None:
    done = run(["resume", "20260101", "--home", "elsewhere"], cwd=tmp_path)
    assert (done.returncode, os.listdir(tmp_path)) == (2, [])
    assert done.stderr == "lycee: found no match called 20260101; `lycee resume` lists them\n"


@pytest.mark.parametrize(
    ("home", "file"), [("h", "h"), ("h/in", "h"), ("h", "h/matches")], ids=["it", "above", "inside"]
)
def test_a_file_where_a_folder_is_needed_is_told(home: str, file: str, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text("")
    done = run(["host", "--deck", "gale", "--home", home], cwd=tmp_path)
    where = file if file == "h/matches" else home
    assert done.returncode == 3
    assert done.stderr == f"lycee: {where}: found a file there or above, expected a folder\n"
