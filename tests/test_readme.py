"""Every command of the README runs.

Commands are the lines of fenced `sh` blocks that start with `lycee` or `python -m`. A block runs
from top to bottom in one empty folder. `<!-- by hand -->` above a block exempts it; lines that
start with `pip`, `pytest` or anything else belong to .ci/run, which is the rest of the README.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(?P<mark><!-- by hand -->\s*)?^```sh\n(?P<lines>.*?)^```", re.M | re.S)
COMMAND = re.compile(r"(?:lycee|python -m)\s")


def blocks(text: str) -> list[list[str]]:
    """The commands of each block that is not marked, blocks without one left out."""
    found = []
    for block in BLOCK.finditer(text):
        lines = block["lines"].replace("\\\n", " ").splitlines()
        commands = [line for line in lines if COMMAND.match(line)]
        if commands and not block["mark"]:
            found.append(commands)
    return found


def test_every_command_of_the_readme_succeeds(tmp_path: Path) -> None:
    binaries = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": binaries, "PYTHONPATH": str(ROOT)}
    for number, commands in enumerate(blocks((ROOT / "README.md").read_text(encoding="utf-8"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        for command in commands:
            done = subprocess.run(
                ["bash", "-o", "pipefail", "-c", command],  # noqa: S607
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "```sh\nlycee demo\npip list\npython -m x \\\n y\n```\n",
            ["lycee demo", "python -m x   y"],
        ),
        ("<!-- by hand -->\n```sh\nlycee host\n```\n", None),
        ("```text\nlycee host\n```\n", None),
    ],
    ids=["commands", "marked", "not a shell block"],
)
def test_only_unmarked_commands_are_run(text: str, expected: list[str] | None) -> None:
    assert blocks(text) == ([expected] if expected else [])


def test_the_python_example_of_the_readme_plays_a_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert examples
    for example in examples:
        done = subprocess.run(
            [sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "winner" in done.stdout
