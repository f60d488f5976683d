"""The source passes its checkers, with the settings of pyproject.toml and with nothing skipped."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CYTHON_SOURCES = sorted(
    str(path.relative_to(ROOT))
    for package in ("lycee_core", "lycee_net")
    for path in (ROOT / package).rglob("*")
    if path.suffix in {".pyx", ".pxd", ".pxi"}
)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["ruff", "check"], id="ruff check"),
        pytest.param(["ruff", "format", "--check"], id="ruff format"),
        pytest.param(["mypy"], id="mypy"),
        pytest.param(["cython_lint.cython_lint", *CYTHON_SOURCES], id="cython-lint"),
    ],
)
def test_the_source_passes(arguments: list[str]) -> None:
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
