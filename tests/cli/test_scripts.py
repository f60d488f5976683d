"""The client from outside: text files with commands, what they print and the files they use.

A file begins with commands: `$ lycee ...` (a trailing `< FILE` feeds standard input), below each
the expected output: `> ` a line of standard output, `~ ` a pattern that one of its lines matches,
`! ` a line of standard error, `= ` the exit code, 0 if not given. Without a `> ` line standard
output is free. Then come files: `-- NAME --` and their content.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))
FILE = re.compile(r"^-- (\S+) --\n", re.MULTILINE)


class Command(NamedTuple):
    """A command and what is expected of it."""

    words: list[str]
    stdin: str
    out: list[str]
    patterns: list[str]
    err: list[str]
    code: int


def read_script(text: str) -> tuple[list[Command], dict[str, str]]:
    """Take a script apart into commands and files."""
    head, *rest = FILE.split(text)
    files = dict(zip(rest[::2], rest[1::2], strict=True))
    commands: list[Command] = []
    for line in head.splitlines():
        mark, _, content = line.partition(" ")
        if mark == "$":
            words = shlex.split(content)
            assert words[0] == "lycee"
            stdin = ""
            if "<" in words:
                stdin = files[words[words.index("<") + 1]]
                words = words[: words.index("<")]
            commands.append(Command(words[1:], stdin, [], [], [], 0))
        elif mark == ">":
            commands[-1].out.append(content)
        elif mark == "~":
            commands[-1].patterns.append(content)
        elif mark == "!":
            commands[-1].err.append(content)
        elif mark == "=":
            commands[-1] = commands[-1]._replace(code=int(content))
        else:
            assert not mark or mark.startswith("#"), line
    return commands, files


def run(
    words: list[str], *, cwd: Path, stdin: str = "", before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the client; what is to be done `before` happens in its own process."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "lycee_cli", *words],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=before,
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_the_client_does_what_the_script_says(path: Path, tmp_path: Path) -> None:
    commands, files = read_script(path.read_text(encoding="utf-8"))
    assert commands
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for command in commands:
        done = run(command.words, cwd=tmp_path, stdin=command.stdin)
        told = f"lycee {' '.join(command.words)}\n{done.stdout}{done.stderr}"
        assert done.returncode == command.code, told
        assert "Traceback" not in done.stderr, told
        if command.out:
            assert done.stdout.splitlines() == command.out, told
        for pattern in command.patterns:
            assert any(re.search(pattern, line) for line in done.stdout.splitlines()), told
        if command.err or "sim" not in command.words:  # a speed is no error
            assert done.stderr.splitlines() == command.err, told
