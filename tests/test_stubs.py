"""The stubs beside the compiled modules say what the modules have, no more and no less."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_stubs_agree_with_the_compiled_core() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "lycee_core"]
    command += ["--mypy-config-file", "pyproject.toml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_compiled_module_has_a_stub() -> None:
    sources = {path.stem for path in (ROOT / "lycee_core").glob("*.pyx")}
    stubs = {path.stem for path in (ROOT / "lycee_core").glob("*.pyi")}
    assert sources - stubs == set()
